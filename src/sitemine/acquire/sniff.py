"""Is it a page? From a media type, a name, or the first bytes.

Three answers are needed: a page, an asset of a page (passed over: nobody asked for it as a page), or a document of
another kind (a PDF, a feed), which a reader may miss in the result and is therefore named there.
"""

import re
from typing import Final

HEAD: Final = 4_096  # bytes; where saved pages say where they come from, and well beyond any first tag

_PARAMETERS: Final = re.compile("[;,].*", re.DOTALL)  # and a header that was sent twice
PAGE_TYPES: Final = frozenset({"text/html", "application/xhtml+xml"})
_UNSURE_TYPES: Final = frozenset(
    {"", "application/octet-stream", "application/unknown", "application/xml", "text/xml", "unknown/unknown"}
)
_ASSET_TYPES: Final = re.compile(
    r"""(?:image|audio|video|font)/
    | text/(?:css|dns|(?:x-)?(?:java|ecma)script)
    | application/(?:(?:x-)?(?:java|ecma)script|(?:[\w.-]+\+)?json|manifest|wasm|(?:x-)?font|vnd\.ms-fontobject|x-shockwave-flash)
    """,
    re.VERBOSE,
)
_ASSET_NAMES: Final = re.compile(
    r"\.(?:avif|bmp|css|eot|gif|ico|jpe?g|js|json|map|mjs|mp[34]|m4[av]|ogg|otf|png|svgz?|swf|ttf|wasm|wav|webm|webp|woff2?)$",
    re.IGNORECASE,
)
_PAGE_NAMES: Final = re.compile(r"\.(?:s?html?|xhtml?|php\d?|aspx?|jspx?)(?:\.gz)?$", re.IGNORECASE)

# The first tags by which browsers know HTML (WHATWG MIME Sniffing, 7.1), after what may stand before them.
_HTML: Final = re.compile(
    rb"""(?:\xef\xbb\xbf)?[\t\n\f\r ]*
    (?:<\?xml[^>]*>\s* | <!--.*?-->\s*)*
    <(?:!doctype\s+html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link|base|article|section|main)
    (?=[\t\n\f\r />])
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_BINARY: Final = (
    *(
        b"%PDF-",
        b"%!PS-Adobe-",
        b"\x89PNG\r\n\x1a\n",
        b"GIF87a",
        b"GIF89a",
        b"\xff\xd8\xff",
        b"BM",
        b"II*\x00",
        b"MM\x00*",
    ),
    *(b"PK\x03\x04", b"PK\x05\x06", b"Rar!\x1a\x07", b"7z\xbc\xaf\x27\x1c", b"BZh", b"\xfd7zXZ\x00", b"\x7fELF"),
    *(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"wOFF", b"wOF2", b"OTTO", b"\x00\x01\x00\x00", b"OggS", b"ID3", b"RIFF"),
    *(b"\x00\x00\x01\x00", b"\x00asm", b"CWS", b"FWS", b"SQLite format 3\x00", b"\x1aE\xdf\xa3", b"fLaC"),
)


def is_html(head: bytes) -> bool:
    """Whether the first bytes are those of an HTML page."""
    if head.startswith(_UTF16):
        head = head.replace(b"\x00", b"")[2:]
    return _HTML.match(head[:HEAD]) is not None


def is_binary(head: bytes) -> bool:
    """Whether the first bytes are those of a well-known format that no browser shows as HTML."""
    return head.startswith(_BINARY)


def has_page_name(name: str) -> bool:
    """Whether a file or URL path is named as pages are."""
    return _PAGE_NAMES.search(name) is not None


def has_asset_name(name: str) -> bool:
    """Whether a file or URL path is named as the images, styles and scripts of pages are."""
    return _ASSET_NAMES.search(name) is not None


def media_type(content_type: str) -> str:
    """The bare media type of a Content-Type header, in lower case."""
    return _PARAMETERS.sub("", content_type).strip().lower()


def is_asset_type(media: str) -> bool:
    """Whether a media type is that of an image, a style, a script, a font or data fetched by a script."""
    return _ASSET_TYPES.match(media) is not None


def is_page(media: str, head: bytes) -> bool:
    """Whether a body is an HTML page: by its media type, or by its first bytes where the type leaves it open."""
    if is_binary(head):
        return False
    return media in PAGE_TYPES or (media in _UNSURE_TYPES and is_html(head))
