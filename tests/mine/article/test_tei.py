import xml.etree.ElementTree as ET

import pytest
from articles import content
from hypothesis import given
from hypothesis import strategies as st
from pages import soup

from sitemine.records import Article

TEI = "{http://www.tei-c.org/ns/1.0}"
INLINE = {"hi", "ref", "code", "formula", "lb", "del", "figure", "graphic", "figDesc"}
HELD = {
    "body": {"div", "p", "list", "table", "quote", "ab"},
    "div": {"div", "head", "p", "list", "table", "quote", "ab"},
    "p": INLINE,
    "head": INLINE,
    "hi": INLINE,
    "ref": INLINE,
    "del": INLINE,
    "ab": {"code"},
    "quote": {"p", "list", "table", "quote", "ab"},
    "list": {"item", "label"},
    "item": INLINE | {"p", "list", "table", "quote", "ab"},
    "label": INLINE,
    "table": {"head", "row"},
    "row": {"cell"},
    "cell": INLINE | {"p", "list", "table", "quote", "ab"},
    "figure": {"graphic", "figDesc"},
    **{name: set() for name in ("code", "formula", "lb", "graphic", "figDesc")},
}
"""Which elements may stand in which, of those that are written (TEI P5)."""


def tei(html, **said):
    held = content(html)
    return ET.fromstring(Article("https://example.org/x", content=held, **said).tei.encode())


def body(html):
    return tei(html).find(f"{TEI}text/{TEI}body")


def plain(element):
    return ET.tostring(element, "unicode").replace(' xmlns:ns0="http://www.tei-c.org/ns/1.0"', "").replace("ns0:", "")


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("<p>a <i>b</i>", '<p>a <hi rend="italic">b</hi></p>'),
        ("<h1>a</h1><p>b<h2>c</h2><p>d<h2>e</h2><h1>f</h1>", "<div><head>a</head><p>b</p><div><head>c</head><p>d</p></div><div><head>e</head></div></div><div><head>f</head></div>"),
        ("<ol><li>a<li><p>b<p>c</ol>", '<list rend="numbered"><item n="1">a</item><item n="2"><p>b</p><p>c</p></item></list>'),
        ("<dl><dt>a<dd>b<dt>c</dl>", '<list type="gloss"><label>a</label><item>b</item><label>c</label><item /></list>'),
        ("<p><a href=/x>a</a><br>b", '<p><ref target="https://example.org/x">a</ref><lb />b</p>'),
        ("<pre>a\n b</pre>", '<ab type="code" xml:space="preserve"><code>a\n b</code></ab>'),
        ("<blockquote>a</blockquote>", "<quote><p>a</p></quote>"),
        ("<table><tr><th>a<td colspan=2>b</table>", '<table><row><cell role="label">a</cell><cell cols="2">b</cell></row></table>'),
        ("<p><math><mi>x</mi></math>", '<p><formula notation="tex">x</formula></p>'),
        ("", "<p />"),
    ],
)  # fmt: skip
def test_text_is_written_in_the_elements_of_tei(html, written):
    assert plain(body(html)) == f"<body>{written}</body>"


def test_the_header_says_what_is_known():
    page = tei(
        "<p>a", title="Tides & fog", authors=("Ann", "Bob"), published="2024-03-09T10:00", modified="2024-03-10T10:00:00Z",
        site_name="Gazette", language="en-gb", section="Sea", tags=("fish",), description="No water.",
    )  # fmt: skip
    header = page.find(f"{TEI}teiHeader")

    assert [part.tag.removeprefix(TEI) for part in page] == ["teiHeader", "text"]
    assert [part.tag.removeprefix(TEI) for part in header.find(f"{TEI}fileDesc")] == [
        "titleStmt",
        "publicationStmt",
        "sourceDesc",
    ]
    assert header.find(f".//{TEI}title").text == "Tides & fog"
    assert [author.text for author in header.findall(f".//{TEI}titleStmt/{TEI}author")] == ["Ann", "Bob"]
    assert [date.get("when") for date in header.findall(f".//{TEI}bibl/{TEI}date")] == [
        "2024-03-09",
        "2024-03-10T10:00:00Z",
    ]
    assert header.find(f".//{TEI}ptr").get("target") == "https://example.org/x"
    assert header.find(f".//{TEI}language").get("ident") == "en-gb"
    assert [term.text for term in header.findall(f".//{TEI}term")] == ["Sea", "fish"]


def test_a_page_that_says_nothing_of_itself_has_a_header_all_the_same():
    header = tei("").find(f"{TEI}teiHeader")

    assert header.find(f".//{TEI}titleStmt/{TEI}title").text == "https://example.org/x"
    assert header.find(f".//{TEI}publisher").text == "unknown"


@given(soup())
def test_every_element_stands_where_tei_has_it(html):
    for element in body(html).iter():
        held = [child.tag.removeprefix(TEI) for child in element]
        assert set(held) <= HELD[element.tag.removeprefix(TEI)], element.tag
        if element.tag == f"{TEI}div":
            assert held[0] == "head"
            assert "div" not in held or set(held[held.index("div") :]) == {"div"}


@given(st.text(), st.text())
def test_whatever_a_page_says_is_xml(title, author):
    tei("<p>a", title=title, authors=(author,), language=title)
