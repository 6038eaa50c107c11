"""What a page's bytes say: which encoding turns them into text, and whether they are a page at all.

The encoding is looked for in the order of the WHATWG standards, and the first that answers names the `source`:

1. `bom`: a byte order mark. It outranks everything.
2. `http`: the `charset` of the HTTP Content-Type header.
3. `meta`: a `<meta charset>` or `<meta http-equiv=content-type>`, else the encoding of an XML declaration. We look for it
   as Blink and WebKit do and not by the letter of the prescan, which would believe a meta that a script writes: nothing
   inside script, style, title and comments counts, anything in the first 1,024 bytes does, and behind them the head does
   until the first tag that no head may have.
4. `detected`: bytes that have the shape of UTF-16, ISO-2022-JP or UTF-8 are that; the rest is guessed from the
   frequencies of character pairs, over all that is not ASCII wherever it stands in the page.
5. `default`: windows-1252, for pages that are ASCII or show nothing to guess from.

Browsers then believe a declaration whatever the bytes are. Archives hold many pages that were transcoded or saved as
UTF-8 under their old declaration, and pages that never were what they say, so three proofs overrule one (source
`detected`, or `meta` where it is the header that was wrong):

- the bytes are UTF-16 by their pattern of NULs;
- a legacy encoding is declared, and all of the bytes are well-formed UTF-8 with enough non-ASCII characters for that not
  to be chance (`_BY_CHANCE`);
- most of the non-ASCII characters are malformed in what is declared, at least `_FEWEST_MALFORMED` of them, and another
  encoding reads all of the bytes but for a character that the page ends in.

UTF-7 is never used, as in browsers. Nothing here raises: what no encoding can read becomes U+FFFD, and is counted.
"""

import codecs
import re
from dataclasses import dataclass
from functools import lru_cache
from html import unescape

import turbohtml
from turbohtml.detect import EncodingMatch, detect  # its import also registers the `whatwg-*` codecs

_PRESCAN = 1024  # bytes in which a meta counts wherever it stands: HTML standard, "prescan a byte stream"
_LONGEST_HEAD = 1 << 20  # bytes searched for a late meta; of 1,497 pages 107 have it behind 1 kB, one behind 256 kB
_DETECTED = 1 << 16  # bytes that are given to the detector, which costs 60 ns for each
_CONTEXT = 8  # ASCII characters that the detector sees on either side of others: the rest of their word

# One or two stray bytes are what cut and glued pages have. From three characters a guess is right for 98 % of the texts in
# Latin script, whose accents and quotation marks are rare; other scripts need twenty, and have thousands.
_FEWEST_MALFORMED = 3

# In most legacy encodings the bytes of a UTF-8 character are a letter and a symbol that do not stand together, so a single
# one is proof. Where both may be parts of letters a short text can be well-formed by chance: in GBK, the worst, 15 in
# 100 characters are, 4 in a row once in 1,200, 8 not once in a million. The figures are UTF-8 continuation bytes.
_BY_CHANCE = dict.fromkeys(("big5", "euc-jp", "euc-kr", "gb18030", "gbk", "shift_jis", "windows-874"), 8)

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xfe\xff", "utf-16be"), (b"\xff\xfe", "utf-16le"))
_REPLACEMENT = "\ufffd"
_SPACE = "\t\n\f\r "

_VALUE = rb"""=[\t\n\f\r ]*+(?:"(?P<double>[^"]*+)"|'(?P<single>[^']*+)'|(?P<bare>(?!["'])[^\t\n\f\r >]*+))"""
_ATTRIBUTE = (
    rb"[\t\n\f\r /]*+(?P<name>[^\t\n\f\r />][^\t\n\f\r />=]*+)(?:[\t\n\f\r ]*+" + _VALUE + rb"|(?![\t\n\f\r ]*+=))"
)
_ATTRIBUTES = re.compile(_ATTRIBUTE)
_UNNAMED = re.sub(rb"\?P<\w+>", b"?:", _ATTRIBUTE)
# A comment, another declaration, a whole tag, or whatever of these the page ends in.
_MARKUP = re.compile(
    rb"<!(?=--)(?:.*?-->|.*+)|<(?:[!?](?!--)|/(?![a-z]))[^>]*+>"
    rb"|<(?P<end>/?)(?P<tag>[a-z][^\t\n\f\r />]*+)(?P<attributes>(?:" + _UNNAMED + rb")*+)[\t\n\f\r /]*+>"
    rb"|<[!?/a-z].*+",
    re.DOTALL | re.IGNORECASE,
)
_RAW = {tag: re.compile(b"</" + tag + rb"(?=[\t\n\f\r />])", re.IGNORECASE) for tag in (b"script", b"style", b"title")}
_HEAD = frozenset((b"script", b"noscript", b"style", b"link", b"meta", b"object", b"title", b"base"))  # Blink's list
_IN_CONTENT = re.compile(
    rb"""charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^"'\t\n\f\r ;][^\t\n\f\r ;]*))""", re.IGNORECASE
)
_XML = re.compile(rb"<\?xml[^>]*?encoding[\0- ]*=[\0- ]*(?:\"([^\">]*)\"|'([^'>]*)')")
_PARAMETER = re.compile(r';[\t\n\r ]*([^;=]*)(?:=(?:"((?:[^"\\]|\\.)*)"?[^;]*|([^;,]*)))?', re.DOTALL)
_SAYABLE = re.compile(r"[\t -~\x80-\xff]*")  # HTTP quoted-string token code points

_MIDDLE_OF_ASCII = re.compile(b"(?<=[\0-\x7f]{%d})[\0-\x7f]+(?=[\0-\x7f]{%d})" % (_CONTEXT, _CONTEXT))
_LETTERS = re.compile(rb"[\xc0-\xff]")  # text beyond ASCII has these bytes, or it is quotation marks and dashes alone
_OF_TWO_BYTES = frozenset(("Chinese", "Japanese", "Korean"))
_JAPANESE_SHIFT = re.compile(rb"\x1b\$[@B]")  # into two bytes a character, from where ISO-2022-JP must come back

_SNIFFED = 2048  # bytes that tell the kind: the MIME Sniffing standard reads 1,445, and prologues of XML may be longer
_CONTROL_SHARE = 0.05  # text has none of these; a tenth of random bytes are
_CONTROLS = bytes((*range(9), *range(14, 27), *range(28, 32)))  # not ESC, which opens the shifts of ISO-2022-JP
_MAGIC = (
    ("pdf", re.compile(rb"\s*%PDF-")),
    (
        "image",
        re.compile(
            rb"\x89PNG\r\n|GIF8[79]a|\xff\xd8\xff|RIFF....WEBP|\x00\x00\x01\x00|BM....\x00{4}|II\*\x00|MM\x00\*",
            re.DOTALL,
        ),
    ),
    ("zip", re.compile(rb"PK(?:\x03\x04|\x05\x06)")),
    ("gzip", re.compile(rb"\x1f\x8b\x08")),
)
_PROLOGUE = re.compile(rb"(?:\s++|<\?.*?\?>|<!--.*?-->|<!(?!--)[^\[>]*+(?:\[.*?\]\s*)?>)*+", re.DOTALL)
_ROOT = re.compile(rb"<([a-z][^\s/>]*)", re.IGNORECASE)
_ROOTS = {b"rss": "feed", b"feed": "feed", b"rdf:rdf": "feed", b"svg": "image"}
_BESIDE_DRAWING = re.compile(rb"<(?:body|div|p)(?=[\s/>])", re.IGNORECASE)  # a page may begin with the icons it uses
_PAGE = re.compile(rb"<(?:!doctype\s+html|html|head|body)(?=[\s/>])", re.IGNORECASE)
_XML_START = re.compile(rb"\s*<\?xml(?=\s)")
_JSON_START = re.compile(rb'\s*(?:\{\s*"[^"]*"\s*:|\[\s*[{\["])')
_TAG = re.compile(rb"</?[a-z!]", re.IGNORECASE)
_ELEMENT = re.compile(
    rb"<(?:a|article|aside|b|blockquote|br|center|div|dl|em|font|footer|form|frameset|h[1-6]|header|hr|i|iframe|img|link"
    rb"|main|meta|nav|ol|p|pre|script|section|span|strong|style|table|tbody|td|title|tr|ul)(?=[\s/>])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """A page's text, and how it was read."""

    text: str
    encoding: str  # the WHATWG name in lower case; empty for what came as text
    source: str  # bom, http, meta, detected, default or text
    replaced: int  # U+FFFD that stand for what could not be read


@lru_cache(maxsize=1024)
def _named(label: str, *, in_markup: bool) -> str:
    """The WHATWG name for a label, or the empty string for a label that names no encoding."""
    try:
        name = (turbohtml.parse(b"", encoding=label.strip(_SPACE)).encoding or "").lower()
    except (LookupError, ValueError):
        return ""
    # Bytes in which a meta can be found are not UTF-16, and no page means x-user-defined (HTML standard, prescan).
    if in_markup and name.startswith("utf-16"):
        return "utf-8"
    return "windows-1252" if in_markup and name == "x-user-defined" else name


def _of_header(content_type: str) -> str:
    """The encoding that a Content-Type header names, by the rules of the MIME Sniffing standard."""
    for found in _PARAMETER.finditer(content_type):
        name, quoted, plain = found.groups()
        label = (plain or "") if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
        if name.lower() == "charset" and (label or quoted is not None) and _SAYABLE.fullmatch(label):
            return _named(label, in_markup=False)
    return ""


def _first(found: re.Match[bytes] | None) -> str:
    """The first group that matched, as text."""
    return next((group.decode("latin-1") for group in found.groups() if group is not None), "") if found else ""


def _of_meta(markup: bytes) -> str:
    """The encoding that a meta element with these attributes declares."""
    attributes: dict[bytes, str] = {}
    for found in _ATTRIBUTES.finditer(markup):
        value = found["double"] or found["single"] or found["bare"] or b""
        attributes.setdefault(found["name"].lower(), unescape(value.decode("latin-1")))
    label = attributes.get(b"charset", "")
    if b"charset" not in attributes and attributes.get(b"http-equiv", "").lower() == "content-type":
        label = _first(_IN_CONTENT.search(attributes.get(b"content", "").encode("latin-1", "replace")))
    return _named(label, in_markup=True)


def _of_head(html: bytes) -> str:
    """The encoding that the first meta element declares which may do so."""
    in_head, at = True, 0
    while found := _MARKUP.search(html, at):
        if not in_head and found.start() >= _PRESCAN:
            break
        at, tag = found.end(), (found["tag"] or b"").lower()
        if not tag:
            continue
        if tag == b"meta" and not found["end"] and (encoding := _of_meta(found["attributes"])):
            return encoding
        if tag in _RAW and not found["end"]:
            closing = _RAW[tag].search(html, at)
            at = closing.start() if closing else len(html)
        elif tag not in _HEAD and (found["end"] or tag not in (b"html", b"head")):
            in_head = False
    return ""


def _of_markup(html: bytes) -> str:
    """The encoding that the page itself declares."""
    head = html[:_LONGEST_HEAD]
    return _of_head(head) or _named(_first(_XML.match(head)), in_markup=True)


def _read(data: bytes, encoding: str, source: str) -> Decoded:
    """The text of bytes without a byte order mark."""
    if encoding == "utf-8":
        try:
            return Decoded(data.decode(), encoding, source, 0)
        except UnicodeDecodeError:
            pass
    text = data.decode("whatwg-" + encoding)
    replaced = text.count(_REPLACEMENT)
    if replaced and encoding.startswith(("utf", "gb")):  # the encodings that can spell U+FFFD
        codec = "gb18030" if encoding == "gbk" else encoding
        replaced -= data.decode(codec, "ignore").count(_REPLACEMENT)
    return Decoded(text, encoding, source, max(replaced, 0))


def _wide(data: bytes) -> str:
    """The kind of UTF-16 that markup without a byte order mark is: every other byte of its tags is NUL."""
    head = data[:_PRESCAN]
    if b"<\0" not in head and b"\0<" not in head:
        return ""
    even, odd, pairs = head[::2].count(0), head[1::2].count(0), len(head) // 2
    if 2 * max(even, odd) <= pairs or 2 * min(even, odd) > max(even, odd):
        return ""
    return "utf-16le" if odd > even else "utf-16be"


def _as_utf_8(data: bytes) -> Decoded | None:
    """The bytes as UTF-8 if they are well-formed up to a character that the page ends in, else None."""
    try:
        text, used = codecs.utf_8_decode(data, "strict", False)
    except UnicodeDecodeError:
        return None
    cut = used < len(data)
    return Decoded(text + _REPLACEMENT * cut, "utf-8", "detected", int(cut))


def _beyond_ascii(text: str) -> int:
    return len(text) - len(text.encode("ascii", "ignore"))


def _is_malformed(decoded: Decoded) -> bool:
    """Whether most of what is not ASCII could not be read."""
    return 2 * decoded.replaced > _beyond_ascii(decoded.text)


def _likeliest(data: bytes) -> EncodingMatch:
    """What the detector makes of the bytes, which are read apart from tags and declarations."""
    telling = _MIDDLE_OF_ASCII.sub(b" ", data)
    if len(telling) > _DETECTED:
        space = telling.rfind(b" ", 0, _DETECTED)
        telling = telling[: space if space > 0 else _DETECTED]
    telling = telling.replace(b"<", b" ")
    match = detect(telling)
    if not telling[-1:].isascii() and match.language not in _OF_TWO_BYTES:
        # A cut page may end within a character, for which the detector rules out what the page is in.
        without_half = detect(telling[:-1])
        return without_half if without_half.language in _OF_TWO_BYTES else match
    return match


def _guessed(data: bytes) -> Decoded:
    """The bytes in the encoding whose characters and pairs of characters they resemble most."""
    match = _likeliest(data)
    if match.encoding is None or not match.confidence or not _LETTERS.search(data):
        return _read(data, "windows-1252", "default")
    return _read(data, match.encoding.lower(), "detected")


def _detected(data: bytes) -> Decoded:
    """The bytes in the encoding that their shape shows, or else in the likeliest."""
    if data.isascii():
        if _JAPANESE_SHIFT.search(data) and not (japanese := _read(data, "iso-2022-jp", "detected")).replaced:
            return japanese
        return _read(data, "windows-1252", "default")
    if decoded := _as_utf_8(data):
        return decoded
    decoded = _read(data, "utf-8", "detected")
    return _guessed(data) if _is_malformed(decoded) else decoded


def _overruling(data: bytes, declared: Decoded) -> Decoded | None:
    """The bytes as they plainly are, where that is not what is declared."""
    if declared.encoding != "utf-8" and not data.isascii() and (decoded := _as_utf_8(data)):
        continuing = len(data) - len(decoded.text)
        return decoded if continuing >= _BY_CHANCE.get(declared.encoding, 1) else None
    if declared.replaced < _FEWEST_MALFORMED or not _is_malformed(declared):
        return None
    in_markup = _of_markup(data) if declared.source == "http" else ""
    if in_markup and (decoded := _read(data, in_markup, "meta")).replaced <= 1:  # one, where the page ends in it
        return decoded
    decoded = _detected(data)
    return None if decoded.replaced > 1 or decoded.source == "default" else decoded


def _passed(text: str) -> Decoded:
    """Text that came as text, made fit for UTF-8."""
    text = text.removeprefix("\ufeff")
    try:
        text.encode()
    except UnicodeEncodeError:
        whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return Decoded(whole, "", "text", whole.count(_REPLACEMENT) - text.count(_REPLACEMENT))
    return Decoded(text, "", "text", 0)


def _narrow(html: bytes) -> bytes:
    """The first bytes without a byte order mark, and in one byte a character where they are UTF-16."""
    mark, encoding = next(((mark, name) for mark, name in _MARKS if html.startswith(mark)), (b"", _wide(html)))
    head = html[len(mark) : _SNIFFED]
    return head.decode(encoding, "ignore").encode("ascii", "ignore") if encoding.startswith("utf-16") else head


def _kind_by_root(head: bytes, html: bytes) -> str:
    """The kind that the first element names, or the empty string."""
    prologue = _PROLOGUE.match(head)
    root = _ROOT.match(head, prologue.end() if prologue else 0)
    kind = _ROOTS.get(root[1].lower(), "") if root else ""
    return "" if kind == "image" and _BESIDE_DRAWING.search(html) else kind


def sniff(html: bytes) -> str:
    """What the bytes plainly are: html, empty, pdf, image, zip, gzip, feed, xml, json, binary or text.

    In doubt it is html, as the parser copes with anything: whatever has a tag of HTML, a page in UTF-16, a page with
    stray NULs. Plain text without any tag is text.
    """
    if not html[:_SNIFFED].strip() and not html.strip():
        return "empty"
    if kind := next((kind for kind, magic in _MAGIC if magic.match(html)), ""):
        return kind
    head = _narrow(html)
    if kind := _kind_by_root(head, html):
        return kind
    if _PAGE.search(head):
        return "html"
    if len(head) - len(head.translate(None, _CONTROLS)) > _CONTROL_SHARE * len(head):
        return "binary"
    if _JSON_START.match(head):
        return "json"
    if _ELEMENT.search(head):
        return "html"
    if _XML_START.match(head):
        return "xml"
    return "html" if _TAG.search(head) or _TAG.search(html) else "text"


def decode(html: bytes | str, content_type: str = "") -> Decoded:
    """A page's text, read in the encoding that its mark, its header, its markup or its bytes tell.

    `content_type` is the value of the HTTP header. Text passes through; of it only lone surrogates are replaced.
    """
    if isinstance(html, str):
        return _passed(html)
    for mark, encoding in _MARKS:
        if html.startswith(mark):
            return _read(html[len(mark) :], encoding, "bom")
    in_header = _of_header(content_type)
    if wide := _wide(html):
        return _read(html, wide, "http" if in_header == wide else "detected")
    if encoding := in_header or _of_markup(html):
        declared = _read(html, encoding, "http" if in_header else "meta")
        return _overruling(html, declared) or declared
    return _detected(html)
