import re

from sitemine.publish.drawing import Drawing, DrawnBlock, DrawnSeparator, to_html, to_picture

BLOCKS = [
    DrawnBlock(0, 0, 800, 600, 1, 0, 1, False, ""),
    DrawnBlock(0, 0, 800, 100, 6, 1, 6, False, "head"),
    DrawnBlock(0, 0, 400, 100, 8, 6, 10, True, "<script>alert(1)</script>"),
    DrawnBlock(0, 120, 800, 480, 5, 1, 10, True, "body"),
]
LINES = [DrawnSeparator(0, 100, 800, 20, 8, 1), DrawnSeparator(400, 0, 20, 100, 4, 6)]
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (800).to_bytes(4, "big") + (900).to_bytes(4, "big")
DRAWING = Drawing("http://example.org/?a&b", 800, 600, BLOCKS, LINES, PNG, "a note")


def labels(picture):
    return re.findall(r'font-weight="bold">(\d+)</text>', picture)


def test_a_picture_shows_the_blocks_of_its_degree_and_the_separators_between_them():
    assert labels(to_picture(DRAWING, 1)) == ["1"]
    assert labels(to_picture(DRAWING, 5)) == ["6", "5"]
    assert labels(to_picture(DRAWING, 7)) == ["8", "5"]
    assert to_picture(DRAWING, 5).count("weight 8") == 1
    assert "weight 4" not in to_picture(DRAWING, 5)


def test_a_page_holds_all_degrees_and_loads_nothing():
    html = to_html(DRAWING, 6)

    assert labels(html) == ["1", "6", "8", "5"]
    assert not re.search(r'(?:src|href)="(?!data:)', html)


def test_what_pages_say_stays_text():
    html = to_html(DRAWING, 6)

    assert "<script>alert" not in html
    assert "&lt;script&gt;alert" in html
    assert "a&amp;b" in html


def test_a_page_without_a_picture_is_drawn_on_paper():
    assert "<image" not in to_picture(DRAWING._replace(png=b""), 6)


def test_the_picture_keeps_its_size_where_blocks_end_above_it():
    assert '<image width="800" height="900"' in to_picture(DRAWING, 6)
    assert 'width="800" height="900" font-family' in to_picture(DRAWING, 6)
