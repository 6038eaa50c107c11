"""The kernel on bytes that no parser writes: whatever it says of them, it says it and goes on."""

import sys
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import LIMITS, assert_equal, flat, soup

from sitemine import kernel
from sitemine.dom.compiled import flatten, scan
from sitemine.dom.parse import Markup, ParseLimitError, Tags, parse
from sitemine.dom.table import flatten as either
from sitemine.options import Limits

quick = kernel.compiled
pytestmark = pytest.mark.skipif(quick is None, reason="the kernel was not compiled here; the twin is judged elsewhere")

ODD_NAMES = [
    '<a b"c="d" href=/1>x</a>',
    '<a"b c="d"e=f>x</a"b>',
    '<a<b c<d=1 "=2 class=k>x',
    '<p =x="1" ="="2" =="3" id=4>x',
    "<p a=1 a=2 CLASS='\"' title='&quot;<>&amp;'>x",
    "<x-very-long-name-of-an-element data-very-long-name-of-an-attribute=1>x</x-very-long-name-of-an-element>",
    "<math><source>a</source>b<mi>c</math>d<hr>e",
    "<math><keygen>a<br>b</keygen><wbr>c</math>",
    "<pre>\n\n a\n</pre><textarea>\n\nx</textarea><listing>\nq</listing>",
    "<p>a&#0;b&lt;c&gt;d&amp;amp;e&#160;f&shy;&shy;g",
    "<\U0001f600>a<é class=x>b",
]


def scanned(data, limits=LIMITS):
    tags, attributes, invented, *_ = scan(quick, data, limits)
    return Markup(data, Tags(tags, attributes, invented), ())


@pytest.mark.parametrize("html", ODD_NAMES)
def test_odd_names_are_read_alike(html):
    flat(html)


def test_the_pages_of_a_table_share_the_names_that_they_invent():
    table = flat("<x-a>1<x-b>2", "<x-c>3<x-a>4", "plain", "<x-b>5")

    assert table.tags[-3:] == ("x-a", "x-b", "x-c")


@pytest.mark.parametrize("deepest", [2, 3, 5, 8])
@given(html=soup(60))
def test_what_is_too_deep_is_hung_alike(html, deepest):
    flat("<div><p>" * 3 + html, html, limits=Limits(depth=deepest))


@given(st.lists(soup(20), min_size=1, max_size=4), st.integers(1, 12), st.integers(1, 3))
def test_limits_are_met_alike(htmls, nodes, attributes):
    limits = Limits(nodes=nodes, attributes=attributes)
    for html in (*htmls, *ODD_NAMES):
        said = []
        for twin in (quick, None):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(kernel, "compiled", twin)
                try:
                    said.append(len(parse(html, limits).data))
                except ParseLimitError as error:
                    said.append(str(error))
        assert said[0] == said[1]


@given(
    st.lists(
        st.binary(max_size=300)
        | st.lists(st.sampled_from(list(b'<>/!?"= &;apn\n\xc2\xad\xe3\x80p')), max_size=200).map(bytes),
        max_size=4,
    )
)
def test_any_bytes_give_columns_of_one_length(datas):
    table = flatten(quick, [scanned(data) for data in datas], LIMITS)

    assert len(table.parent) == len(table.path) == len(table.text_end) == table.page_start[-1]
    assert (table.text_start <= table.text_end).all()
    assert table.text_end.max(initial=0) <= len(table.text)
    assert (table.parent < np.arange(len(table))).all()


def test_columns_that_no_scan_gave_are_refused_or_left_out():
    markup = parse("<p class=x>a<b>b</b>", LIMITS)
    tags = np.frombuffer(bytearray(markup.marks.tags), np.int32).copy()

    for place in range(len(tags)):
        for value in (-1, 0, 1 << 30, -(1 << 31)):
            spoilt = tags.copy()
            spoilt[place] = value
            flatten(quick, [Markup(markup.data, Tags(bytearray(spoilt), markup.marks.attributes, []), ())], LIMITS)
    with pytest.raises(ValueError, match="whole number"):
        flatten(quick, [Markup(markup.data, Tags(bytearray(7), bytearray(), []), ())], LIMITS)


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 200_000 + "x",
        "<p " + " ".join(f"a{i}=1" for i in range(900)) + ">x",
        "".join(f"<x-{i}>" for i in range(30_000)),
        "<a href=/1>x" * 30_000,
        "<svg><source></source></svg>" * 5_000,
        "&amp;&shy;&nbsp; " * 50_000,
        "\0" * 100_000,
        "語" * 300_000,
    ],
    ids=["deep", "attributes", "inventions", "links", "closed", "escapes", "zeros", "wide"],
)
def test_hostile_pages_are_read_alike(html):
    limits = Limits(nodes=1 << 30)
    tables = []
    for twin in (quick, None):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kernel, "compiled", twin)
            tables.append(either([parse(html, limits)], limits))

    assert_equal(*tables)


def test_threads_do_not_disturb_each_other():
    pages = [parse(f"<x-{i}><p class=c{i}>{'word ' * i}<a href=/{i}>link</a>", LIMITS) for i in range(40)]
    expected = [flatten(quick, [page], LIMITS) for page in pages]
    wrong = []

    def work():
        for page, table in zip(pages * 20, expected * 20, strict=True):
            if flatten(quick, [page], LIMITS).text != table.text:
                wrong.append(page)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(interval)

    assert wrong == []
