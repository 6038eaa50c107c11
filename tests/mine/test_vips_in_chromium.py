"""Hand-made pages in a real browser, whose blocks are known: trees in brackets, each leaf by its first word."""

import pytest
from shown import tree

from sitemine import Page
from sitemine.options import Vips
from sitemine.run.segment import segment

RESET = "<!doctype html><style>*{margin:0;padding:0;box-sizing:border-box}body{width:1280px}</style>"
WORDS = "word " * 120


def part(html, chromium, pdoc=6, options=None):
    found = segment(Page("http://example.org/", RESET + html), browser=chromium, options=options)
    assert found.is_rendered
    return found


def tree_of(html, chromium, pdoc=6, options=None):
    from sitemine.mine.vips import visual_blocks

    found = part(html, chromium)
    blocks = visual_blocks(found.table, found.layout, options or Vips(pdoc=pdoc))
    return tree(found.table, found.layout, blocks)


CASES = {
    "two columns": (
        f"""<div style="float:left;width:300px;height:600px"><ul><li>menu</li><li>more</li></ul></div>
        <div style="float:right;width:900px;height:600px"><h1>title</h1><p>{WORDS}</p></div>""",
        "(menu title)",
    ),
    "header, three columns, footer": (
        """<header style="height:100px;background:#ccf"><h1>head</h1><p>line</p></header>
        <div style="display:flex;gap:30px;margin:20px 0">
          <nav style="width:200px;height:700px"><a href=a>left</a> <a href=b>x</a></nav>
          <main style="flex:1;height:700px"><p>middle</p><p>text</p></main>
          <aside style="width:200px;height:700px"><p>right</p><p>text</p></aside>
        </div>
        <footer style="height:80px;background:#ddd"><p>foot</p><p>line</p></footer>""",
        "(head (left middle right) foot)",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_page_falls_into_the_blocks_that_a_reader_sees(name, chromium):
    html, expected = CASES[name]

    assert tree_of(html, chromium) == expected
