"""Hand-made pages in a real browser, whose blocks are known: trees in brackets, each leaf by its first word."""

import pytest
from shown import tree

from sitemine import Page
from sitemine.dom.layout import PIXEL
from sitemine.mine.visual.vips import visual_blocks
from sitemine.options import Vips
from sitemine.run.segment import segment

RESET = "<!doctype html><style>*{margin:0;padding:0;box-sizing:border-box}body{width:1280px}</style>"
WORDS = "word " * 120

CASES = {
    "two columns": (
        (
            '<div style="float:left;width:300px;height:600px"><ul><li>menu</li><li>more</li></ul></div>'
            f'<div style="float:right;width:900px;height:600px"><h1>title</h1><p>{WORDS}</p></div>'
        ),
        6,
        "(menu (title word))",
    ),
    "a header, three columns and a footer": (
        (
            '<header style="height:100px;background:#ccf"><h1>head</h1><p>line</p></header>'
            '<div style="display:flex;gap:30px;margin:20px 0"><nav style="width:200px;height:700px"><a href=a>'
            'left</a> <a href=b>x</a></nav><main style="flex:1;height:700px"><p>middle</p><p>text</p></main>'
            '<aside style="width:200px;height:700px"><p>right</p><p>text</p></aside></div>'
            '<footer style="height:80px;background:#ddd"><p>foot</p><p>line</p></footer>'
        ),
        6,
        "(head (left (middle text) right) foot)",
    ),
    "tables of 2003, with a rule between two stories": (
        (
            "<table width=1000 cellspacing=0 cellpadding=0><tr><td colspan=2 bgcolor=#003366 height=90>"
            "<font color=white size=6>banner</font></td></tr><tr>"
            "<td width=180 valign=top bgcolor=#eeeeee height=600><a href=a>menu</a><br><a href=b>two</a><br>"
            "<a href=c>three</a></td><td valign=top><h2>story</h2><p>text text</p><hr><h2>second</h2><p>text</p>"
            "</td></tr></table>"
        ),
        6,
        "(banner (menu ((story text) (second text))))",
    ),
    "cards in a grid": (
        "<div style='display:grid;grid-template-columns:repeat(3,1fr);gap:24px'>"
        + "".join(f"<div style='height:300px'><h3>card{k}</h3><p>teaser</p></div>" for k in range(6))
        + "</div>",
        6,
        "((card0 card1 card2) (card3 card4 card5))",
    ),
    "what nobody sees": (
        (
            '<p>seen</p><p style="display:none">gone</p><div style="position:absolute;visibility:hidden">'
            'menu</div><div style="position:absolute;left:-9999px">far</div>'
            '<span style="position:absolute;width:1px;height:1px;overflow:hidden">reader</span>'
            '<div style="height:0;overflow:hidden">shut</div><p style="margin-top:40px">last</p>'
        ),
        6,
        "(seen last)",
    ),
    "bars that are fixed over the page": (
        (
            '<div style="position:fixed;top:0;left:0;right:0;height:60px;background:#333;color:#fff">bar</div>'
            '<div style="padding-top:80px"><h1>title</h1><p>text</p></div>'
            '<div style="position:fixed;bottom:0;left:0;width:100%;height:200px;background:#ff0"><p>cookies</p>'
            "<button>ok</button></div>"
        ),
        6,
        "(*bar *cookies title text)",
    ),
    "a bar that sticks": (
        (
            '<header style="position:sticky;top:0;height:50px;background:#eee">bar</header>'
            '<article style="padding:30px"><p>one</p><p style="margin-top:30px">two</p></article>'
        ),
        6,
        "(*bar one two)",
    ),
    "columns from right to left": (
        (
            '<div dir=rtl style="display:flex;gap:40px"><main style="width:900px;height:500px"><p>אחת</p><p>'
            'שתיים</p></main><aside style="width:300px;height:500px"><p>צד</p><p>עוד</p></aside></div>'
        ),
        6,
        "((אחת שתיים) צד)",
    ),
    "a frame, which is one block": (
        (
            '<p>before</p><iframe srcdoc="<p>inside</p>'
            '" style="display:block;margin:40px 0;width:600px;height:200px"></iframe><p>after</p>'
        ),
        6,
        "(before iframe after)",
    ),
    "boxes without a box of their own": (
        (
            '<div style="display:contents"><section style="height:200px"><p>first</p><p>x</p></section>'
            '<section style="height:200px;margin-top:50px"><p>second</p><p>y</p></section></div>'
        ),
        6,
        "((first x) (second y))",
    ),
    "floats in a wrapper without height": (
        (
            '<div><div style="float:left;width:600px;height:300px"><p>left</p><p>x</p></div>'
            '<div style="float:right;width:600px;height:300px"><p>right</p><p>y</p></div></div>'
            '<div style="clear:both;padding-top:40px"><p>below</p></div>'
        ),
        5,
        "((left right) below)",
    ),
    "blocks that overlap": (
        (
            '<div style="position:relative;height:400px">'
            '<div style="position:absolute;left:0;top:0;width:400px;height:300px"><p>under</p><p>x</p></div>'
            '<div style="position:absolute;left:200px;top:100px;width:400px;height:300px"><p>over</p><p>y</p>'
            '</div></div><p style="margin-top:40px">after</p>'
        ),
        6,
        "((under over) after)",
    ),
    "the first slide of a carousel": (
        (
            '<div style="width:600px;height:200px;overflow:hidden;white-space:nowrap">'
            '<div style="display:inline-block;width:600px;height:200px"><p>slide1</p></div>'
            '<div style="display:inline-block;width:600px;height:200px"><p>slide2</p></div></div>'
            '<p style="margin-top:40px">text</p>'
        ),
        6,
        "(slide1 text)",
    ),
    "bands that touch and differ in colour": (
        (
            '<section style="background:#fff;height:200px"><p>white</p><p>a</p></section>'
            '<section style="background:#cde;height:200px"><p>blue</p><p>b</p></section>'
            '<section style="background:#fff;height:200px"><p>plain</p><p>c</p></section>'
        ),
        5,
        "(white blue plain)",
    ),
    "text that two breaks part": (
        "<div>one <b>bold</b> text<br><br>two text<br>more<br><br>three</div><div>x</div>",
        10,
        "(((one bold text) two three) x)",
    ),
}


def part(html, chromium, options):
    found = segment(Page("http://example.org/", RESET + html), browser=chromium)
    assert found.is_rendered
    return found.table, found.layout, visual_blocks(found.table, found.layout, options)


@pytest.mark.browser
@pytest.mark.parametrize("name", CASES)
def test_a_page_falls_into_the_blocks_that_a_reader_sees(name, chromium):
    html, pdoc, expected = CASES[name]

    assert tree(*part(html, chromium, Vips(pdoc=pdoc))) == expected


@pytest.mark.browser
def test_separators_are_the_gaps_between_blocks_and_as_heavy_as_what_they_part(chromium):
    html = (
        "<div style='height:100px;background:#ccc'>head</div>"
        "<div style='height:200px;margin-top:20px;font-size:24px'>story</div>"
        "<div style='height:100px;margin-top:60px'>foot</div>"
    )
    _, _, blocks = part(html, chromium, Vips(pdoc=5))
    lines = blocks.separators

    start, end = (lines.start // PIXEL).tolist(), (lines.end // PIXEL).tolist()
    told = sorted(zip(lines.is_horizontal.tolist(), start, end, lines.weight.tolist(), strict=True))

    # 20 pixels weigh 4, the background 2, the font 2 and its growth 2; 60 pixels weigh 12, the font 2.
    assert told == [(True, 100, 120, 10), (True, 320, 380, 14)]
