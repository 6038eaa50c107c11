import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemine.dom.decode import Decoded, decode, sniff

RUSSIAN = "Съешь же ещё этих мягких французских булок, да выпей чаю. "
CHINESE = "我们的网站每天发布最新的新闻和文章，欢迎大家阅读并提出意见。"
TAIWANESE = "我們的網站每天發布最新的新聞和文章，歡迎大家閱讀並提出意見。"
JAPANESE = "このサイトでは毎日新しい記事を公開しています。ぜひご覧ください。"
KOREAN = "이 사이트는 매일 새로운 기사를 올립니다. 많은 관심 부탁드립니다. "
ARABIC = "ينشر هذا الموقع كل يوم أخبارا ومقالات جديدة ونرحب بآرائكم. "
THAI = "เว็บไซต์นี้เผยแพร่ข่าวและบทความใหม่ทุกวัน ขอเชิญอ่านและแสดงความคิดเห็น "
FRENCH = "Déjà l'été s'achève, et où sont passés les élèves français ? "
GREEK = "Ο ιστότοπος δημοσιεύει κάθε μέρα νέα άρθρα και ειδήσεις. "

LANGUAGES = [
    (RUSSIAN, "windows-1251", "windows-1251"),
    (RUSSIAN, "koi8-r", "koi8-r"),
    (CHINESE, "gb2312", "gbk"),
    (CHINESE, "gb18030", "gb18030"),
    (TAIWANESE, "big5", "big5"),
    (JAPANESE, "shift_jis", "shift_jis"),
    (JAPANESE, "euc-jp", "euc-jp"),
    (JAPANESE, "iso-2022-jp", "iso-2022-jp"),
    (KOREAN, "euc-kr", "euc-kr"),
    (ARABIC, "windows-1256", "windows-1256"),
    (THAI, "tis-620", "windows-874"),
    (FRENCH, "iso-8859-1", "windows-1252"),
    (GREEK, "iso-8859-7", "iso-8859-7"),
]


def page(sentence, meta=""):
    return f"<!DOCTYPE html><html><head>{meta}<title>t</title></head><body><p>{sentence * 8}</p></body></html>"


def read(data, header=""):
    found = decode(data, header)
    return found.encoding, found.source


@pytest.mark.parametrize(("sentence", "label", "name"), LANGUAGES)
def test_a_declared_encoding_is_read_by_its_whatwg_name(sentence, label, name):
    html = page(sentence, f'<meta charset="{label}">')

    found = decode(html.encode(label))

    assert found == Decoded(html, name, "meta", 0)


@pytest.mark.parametrize(("sentence", "label", "name"), LANGUAGES)
def test_a_header_declares_as_well_as_a_meta(sentence, label, name):
    html = page(sentence)

    assert decode(html.encode(label), f"text/html; charset={label}") == Decoded(html, name, "http", 0)


UNDECLARED = [(s, label) for s, label, _ in LANGUAGES if label not in {"gb18030", "tis-620", "iso-8859-7", "koi8-r"}]


@pytest.mark.parametrize(("sentence", "label"), [*UNDECLARED, (THAI, "cp874"), (RUSSIAN, "koi8-u"), (GREEK, "cp1253")])
def test_an_undeclared_encoding_is_detected(sentence, label):
    html = page(sentence)

    found = decode(html.encode(label))

    assert (found.text, found.source, found.replaced) == (html, "detected", 0)


@pytest.mark.parametrize(("sentence", "label"), UNDECLARED)
def test_fifteen_kilobytes_of_ascii_hide_no_encoding(sentence, label):
    html = "<html><body>" + "<div class='menu'><span>x</span></div>\n" * 600 + page(sentence)

    assert decode(html.encode(label)).text == html


@pytest.mark.parametrize(("sentence", "label"), [(CHINESE, "gbk"), (JAPANESE, "shift_jis"), (RUSSIAN, "cp1251")])
def test_a_long_page_is_not_cut_within_a_character_where_the_detector_stops(sentence, label):
    for n_before in range(3):
        html = "<p>" + "x" * n_before + sentence * 2_000

        assert decode(html.encode(label)).text == html


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-8"])
def test_a_byte_order_mark_outranks_all_declarations(encoding):
    html = page(KOREAN, "<meta charset=shift_jis>")

    found = decode(("\ufeff" + html).encode(encoding), "text/html; charset=big5")

    assert found == Decoded(html, encoding.replace("16-", "16"), "bom", 0)


def test_the_header_outranks_the_meta():
    html = page(RUSSIAN, "<meta charset=koi8-r>")

    assert read(html.encode("cp1251"), "text/html; charset=windows-1251") == ("windows-1251", "http")


@pytest.mark.parametrize(
    "header", ["", "text/html", "text/html; charset=bogus", "text/html; charset=", "charset", "\ud800; \0"]
)
def test_a_header_that_names_no_encoding_leaves_it_to_the_meta(header):
    assert read(page(FRENCH, "<meta charset=latin1>").encode("cp1252"), header) == ("windows-1252", "meta")


@pytest.mark.parametrize(
    "header",
    [
        "text/html;charset=koi8-r",
        'TEXT/HTML; x="a;charset=big5"; CHARSET="KOI8-R"',
        "text/html; charset=koi8-r, text/html",
    ],
)
def test_a_header_is_read_by_its_parameters(header):
    assert read(page(RUSSIAN).encode("koi8-r"), header) == ("koi8-r", "http")


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("gb2312", "gbk"),
        ("ISO-8859-1", "windows-1252"),
        (" Latin1\n", "windows-1252"),
        ("utf-16", "utf-8"),
        ("utf-16be", "utf-8"),
        ("x-user-defined", "windows-1252"),
        ("iso-8859-8-i", "iso-8859-8-i"),
        ("iso-2022-kr", "replacement"),
        ("&#119;indows-1251", "windows-1251"),
    ],
)
def test_a_label_in_a_meta_names_what_the_standard_says(label, name):
    assert read(f'<meta charset="{label}"><p>text'.encode()) == (name, "meta")


def test_an_encoding_that_the_standard_replaces_is_one_replacement():
    assert decode(b"<meta charset=hz-gb-2312><p>text").text == "\ufffd"


@pytest.mark.parametrize("label", ["utf-7", "bogus", "utf-32", "", "\xe9"])
def test_a_label_of_no_encoding_is_no_declaration(label):
    assert read(f"<meta charset='{label}'><p>+AGE-".encode("latin-1")) == (
        ("windows-1252", "detected") if label == "\xe9" else ("windows-1252", "default")
    )


@pytest.mark.parametrize(
    "meta",
    [
        "<meta charset=koi8-r>",
        "<META CHARSET = 'KOI8-R' />",
        '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">',
        "<meta content='text/html;charset=koi8-r' http-equiv=content-type>",
        '<meta name=a content="x > y"><meta charset="koi8-r">',
        "<!-- <meta charset=big5> --><meta charset=koi8-r>",
        "<!--><meta charset=koi8-r>",
        "<script>'<meta charset=big5>'</script><meta charset=koi8-r>",
        "<title><meta charset=big5></title><meta charset=koi8-r>",
        "<style><meta charset=big5></style><meta charset=koi8-r>",
        '<link title="<meta charset=big5>"><meta charset=koi8-r>',
        "</><!x></ y><?z><a / =b c=''><meta charset=koi8-r>",
        "<meta charset=bogus><meta charset=koi8-r>",
        "<p>no head</p><meta charset=koi8-r>",
        "<script>" + "x" * 30_000 + "</script><meta charset=koi8-r>",
        "<meta name=a>" * 500 + "<meta charset=koi8-r>",
    ],
)
def test_a_meta_counts(meta):
    assert read(page(RUSSIAN, meta).encode("koi8-r")) == ("koi8-r", "meta")


@pytest.mark.parametrize(
    "meta",
    [
        "<meta name=charset content=big5>",
        "<meta content='text/html; charset=big5'>",
        "<meta http-equiv=refresh content='charset=big5'>",
        "<meta http-equiv=content-type content='text/html; charset=\"big5'>",
        "<metacharset=big5>",
        "</meta charset=big5>",
        "<!-- <meta charset=big5> -->",
        "<script><meta charset=big5></script>",
        "<div></div>" + " " * 1024 + "<meta charset=big5>",
    ],
)
def test_a_meta_does_not_count(meta):
    assert decode(page(RUSSIAN, meta).encode("cp1251")).source == "detected"


@pytest.mark.parametrize(
    "end",
    ["<!-- <meta charset=big5>", "<p a='<meta charset=big5>", "<meta charset=big5", "<script><meta charset=big5>"],
)
def test_nothing_counts_in_what_the_page_ends_in(end):
    assert read(end.encode()) == ("windows-1252", "default")


def test_an_xml_declaration_counts_where_there_is_no_meta():
    start = "<?xml version='1.0' encoding='koi8-r'?>"

    assert read((start + page(RUSSIAN)).encode("koi8-r")) == ("koi8-r", "meta")
    assert read((start + page(RUSSIAN, "<meta charset=cp1251>")).encode("cp1251")) == ("windows-1251", "meta")


@pytest.mark.parametrize("label", ["gbk", "iso-8859-1", "shift_jis", "windows-1251"])
@pytest.mark.parametrize("sentence", [CHINESE, FRENCH, RUSSIAN])
def test_a_page_saved_as_utf_8_under_its_old_declaration_is_utf_8(label, sentence):
    html = page(sentence, f"<meta charset={label}>")

    assert decode(html.encode()) == Decoded(html, "utf-8", "detected", 0)
    assert decode(html.encode(), f"text/html; charset={label}") == Decoded(html, "utf-8", "detected", 0)


def test_a_short_text_that_is_well_formed_by_chance_keeps_its_declaration():
    html = "<meta charset=gbk><p>\u8054\u901a"
    assert decode(html.encode("gbk")).text == html

    html = "<meta charset=gbk><p>" + b"\xc4\xa3".decode("gbk")
    assert decode(html.encode("gbk")) == Decoded(html, "gbk", "meta", 0)


@pytest.mark.parametrize(
    ("sentence", "label"), [(FRENCH, "cp1252"), (RUSSIAN, "cp1251"), (CHINESE, "gbk"), (JAPANESE, "shift_jis")]
)
def test_a_page_that_is_plainly_not_the_utf_8_it_declares_is_detected(sentence, label):
    html = page(sentence, "<meta charset=utf-8>")

    found = decode(html.encode(label))

    assert (found.text, found.source, found.replaced) == (html, "detected", 0)


def test_a_cut_page_that_is_plainly_not_the_utf_8_it_declares_is_detected():
    html = "<meta charset=utf-8><p>" + CHINESE * 8

    found = decode(html.encode("gbk")[:-1])

    assert (found.text, found.source, found.replaced) == (html[:-1] + "\ufffd", "detected", 1)


def test_the_meta_is_believed_where_the_header_is_plainly_wrong():
    html = page(GREEK, "<meta charset=iso-8859-7>")

    assert decode(html.encode("iso-8859-7"), "text/html; charset=utf-8") == Decoded(html, "iso-8859-7", "meta", 0)


def test_a_few_broken_bytes_do_not_overrule_utf_8():
    data = page(RUSSIAN, "<meta charset=utf-8>").encode().replace(b"</p>", b"\xff\xfe\xe9</p>")

    assert decode(data) == Decoded(
        page(RUSSIAN, "<meta charset=utf-8>").replace("</p>", "\ufffd" * 3 + "</p>"), "utf-8", "meta", 3
    )
    assert read(data.replace(b"charset=utf-8", b"")) == ("utf-8", "detected")


def test_two_stray_bytes_are_too_few_to_overrule():
    assert decode(b"<meta charset=utf-8>caf\xe9 \xe0 la carte") == Decoded(
        "<meta charset=utf-8>caf\ufffd \ufffd la carte", "utf-8", "meta", 2
    )


def test_a_page_that_ends_within_a_character_is_still_utf_8():
    data = (RUSSIAN * 3).strip(". ").encode()[:-1]

    assert decode(data) == Decoded((RUSSIAN * 3).strip(". ")[:-1] + "\ufffd", "utf-8", "detected", 1)


@pytest.mark.parametrize(
    ("sentence", "label"), [(CHINESE, "gbk"), (JAPANESE, "shift_jis"), (KOREAN, "euc-kr"), (RUSSIAN, "cp1251")]
)
def test_a_page_that_ends_anywhere_is_detected(sentence, label):
    html = page(sentence)
    data = html.encode(label)

    for end in range(120, 140):
        assert decode(data[:end]).text.removesuffix("\ufffd") == data[:end].decode(label, "ignore")


def test_what_the_page_itself_says_is_not_counted_as_replaced():
    assert decode("<p>\ufffd\ufffd".encode()).replaced == 0
    assert decode("<meta charset=utf-8><p>\ufffdé".encode() + b"\xff").replaced == 1
    assert decode("<meta charset=gb18030>\ufffd中文".encode("gb18030") + b"\xff").replaced == 1


def test_ascii_is_read_by_default():
    assert decode(b"<p>text") == Decoded("<p>text", "windows-1252", "default", 0)


def test_quotation_marks_alone_are_no_foreign_letters():
    html = page("It\u2019s \u201cdone\u201d \u2013 see \u00bb here \u00b7\u00b7\u00b7 ")

    assert decode(html.encode("cp1252")) == Decoded(html, "windows-1252", "default", 0)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("header", ["", "text/html; charset=utf-8"])
def test_utf_16_needs_no_mark(encoding, header):
    html = page(FRENCH, "<meta charset=utf-8>")

    assert decode(html.encode(encoding), header) == Decoded(html, encoding.replace("16-", "16"), "detected", 0)


def test_stray_nuls_do_not_make_utf_16():
    assert decode(b"<p>a\0b<\0i>c\0\0d</p><p>e</p>").encoding == "windows-1252"


def test_text_passes_through():
    assert decode("<meta charset=gbk>é\ufffd", "text/html; charset=big5") == Decoded(
        "<meta charset=gbk>é\ufffd", "", "text", 0
    )


def test_lone_surrogates_in_text_are_replaced():
    assert decode("a\ud800b\udc00c \ufffd") == Decoded("a\ufffdb\ufffdc \ufffd", "", "text", 2)
    assert decode("\ud83d\ude00\ud83d").text == "\U0001f600\ufffd"


def test_a_mark_before_text_is_not_text():
    assert decode("\ufeff<p>").text == "<p>"


def test_nothing_is_empty_text():
    assert decode(b"") == Decoded("", "windows-1252", "default", 0)
    assert decode("") == Decoded("", "", "text", 0)


LABELS = st.sampled_from(
    ["utf-8", "gbk", "shift_jis", "iso-2022-jp", "utf-16le", "replacement", "x-user-defined", "koi8-u", "no"]
)


@given(st.binary(max_size=200), LABELS, LABELS, st.binary(max_size=4))
def test_any_bytes_become_text_that_can_be_written(data, in_header, in_meta, start):
    html = start + b"<meta charset=" + in_meta.encode() + b">" + data

    found = decode(html, f"text/html; charset={in_header}")

    found.text.encode()
    assert 0 <= found.replaced <= found.text.count("\ufffd")


@given(st.text(alphabet=st.characters(min_codepoint=0x80, exclude_categories=("Cs",)), min_size=1), LABELS)
def test_well_formed_utf_8_is_read_as_that_if_nothing_is_declared(text, label):
    assert decode(f"<p>{text}</p>{label}".encode()).text == f"<p>{text}</p>{label}"


@pytest.mark.parametrize(
    "unit",
    [
        b"<meta>",
        b"<a ",
        b"<a b=\"'",
        b"<!--",
        b"\x1b$B",
        b"\xe9 ",
        b"aaaaaaaaa\xe9",
        b"<meta content=charset>",
        b"<?xml ",
    ],
)
def test_hostile_repetition_is_read(unit):
    data = unit * (2_000_000 // len(unit))

    assert len(decode(data).text) == len(data)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("empty", b""),
        ("empty", b" \r\n\t" * 1_000),
        ("html", b"<p>x"),
        ("html", b"\xef\xbb\xbf<!DOCTYPE html>"),
        ("html", b"  <!-- a -->\n<HTML lang=en>"),
        ("html", page(CHINESE).encode("gbk")),
        ("html", page(JAPANESE).encode("iso-2022-jp")),
        ("html", page(FRENCH).encode("utf-16")),
        ("html", page(FRENCH).encode("utf-16-be")),
        ("html", b"<?xml version='1.0'?><!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'>"),
        ("html", b"<html>" + b"\0" * 500),
        ("html", b"words before <b>a tag</b>"),
        ("html", b"x" * 5_000 + b"<br>"),
        ("html", b"<my-app></my-app>"),
        ("html", b'{"a": 1}<html><body>'),
        ("html", b"<body><svg></svg>"),
        ("html", b"<svg>" + b"<path/>" * 500 + b"</svg><div>text</div>"),
        ("pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3"),
        ("image", b"\x89PNG\r\n\x1a\n\0\0"),
        ("image", b"GIF89a<html>"),
        ("image", b"\xff\xd8\xff\xe0\0\x10JFIF"),
        ("image", b"RIFF\x10\x20\0\0WEBPVP8 "),
        ("image", b"<?xml version='1.0'?><!-- a --><svg xmlns='http://www.w3.org/2000/svg'><title>"),
        ("zip", b"PK\x03\x04\x14\0"),
        ("gzip", gzip.compress(b"<html>")),
        ("feed", b"<?xml version='1.0'?>\n<rss version='2.0'><channel><item><description><![CDATA[<p>x</p>]]>"),
        ("feed", b"<feed xmlns='http://www.w3.org/2005/Atom'><title>t</title>"),
        ("feed", b"<?xml version='1.0'?><!DOCTYPE rdf:RDF [<!ENTITY a 'b'>]><rdf:RDF>"),
        ("feed", "\ufeff<?xml version='1.0'?><rss>".encode("utf-16-le")),
        ("xml", b"<?xml version='1.0'?><urlset><url><loc>https://x.example/</loc></url></urlset>"),
        ("json", b' {"html": "<p>x</p>"}'),
        ("json", b'[{"a": 1}]'),
        ("binary", bytes(i * i * 7 % 251 for i in range(4_000))),
        ("binary", b"\0" * 100),
        ("text", b"Only words, 1 < 2 and 3 > 2.\n"),
        ("text", page(RUSSIAN).partition("<p>")[2].partition("</p>")[0].encode("cp1251")),
        ("text", b"[1] a footnote"),
    ],
)
def test_the_kind_is_what_the_bytes_plainly_are(kind, data):
    assert sniff(data) == kind


@given(st.binary(max_size=300))
def test_any_bytes_have_a_kind(data):
    assert sniff(data) in {"html", "empty", "pdf", "image", "zip", "gzip", "feed", "xml", "json", "binary", "text"}
    assert sniff(b"<html><body>" + data) == "html"
