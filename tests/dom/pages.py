"""Pages made up for tests: short ones by hand, odd ones by chance."""

import numpy as np
import pytest
from hypothesis import strategies as st

from sitemine import kernel
from sitemine.dom.parse import parse
from sitemine.dom.table import flatten
from sitemine.options import Limits

LIMITS = Limits()

OPENING = [
    *("<p> <div> <ul> <li> <h2> <table> <tr> <td> <pre> <section> <form> <article>".split()),
    *("<b> <i> <span> <em> <button> <label> <font> <my-tag> <other-tag> <math> <svg> <g> <title>".split()),
    *("<select> <option> <textarea> <iframe> <noscript> <template> <script> <style> <head> <body> <frameset>".split()),
    *("<a> <br> <wbr> <hr> <img> <!--".split()),
    "<a href=/1>",
    "<a href=/2 title=t>",
    '<a href="https://b.org/" aria-label=l>',
    '<img alt="a  picture">',
    "<div class=x id=y>",
    "<meta name=author content=me>",
    '<link rel=canonical href="/c">',
]
CLOSING = [
    *("</p> </div> </ul> </li> </h2> </table> </tr> </td> </pre> </section> </form> </article> --> </svg>".split()),
    *("</b> </i> </span> </em> </a> </button> </label> </font> </my-tag> </math> </g> </title> </a>".split()),
    *("</select> </option> </textarea> </iframe> </noscript> </template> </script> </style> </head>".split()),
]
WORDS = [
    "one",
    "two three",
    " lead",
    "trail ",
    "a\u00adb",
    "\u00a0",
    "\u3000x",
    "2024",
    "ΣΑΣ",
    "日本語",
    "नमस्ते",
    "&amp;",
    "😀",
    "x" * 120,
]
BLANKS = [" ", "\n", "\t \n", "\f", "\u2003", "\u00ad", "\x1f"]


def soup(most=40):
    """Tags in any order with text between them, as no editor would write it."""
    pieces = st.one_of(*(st.sampled_from(kind) for kind in (OPENING, CLOSING, WORDS, BLANKS)))
    return st.lists(pieces, max_size=most).map("".join)


def _flat(htmls, limits, quick):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "compiled", quick)
        return flatten([parse(html, limits) for html in htmls], limits)


def assert_equal(table, other):
    """Two tables are the same to the last bit."""
    for name in table.__slots__:
        column, twin = getattr(table, name), getattr(other, name)
        if isinstance(column, np.ndarray):
            assert column.dtype == twin.dtype, name
            assert column.tolist() == twin.tolist(), name
        else:
            assert list(column) == list(twin), name


def flat(*htmls, limits=LIMITS):
    """One node table of some pages, on which the twins agree."""
    table = _flat(htmls, limits, kernel.compiled)
    assert_equal(table, _flat(htmls, limits, None))
    return table


def row(table, tag, nth=0):
    """The n-th row with a tag."""
    return [i for i in range(len(table)) if table.tags[table.tag[i]] == tag][nth]


def text(table, tag, nth=0):
    """The text of the n-th row with a tag."""
    return table.text_of(row(table, tag, nth))
