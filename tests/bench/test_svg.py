from xml.parsers import expat

from bench.svg import Axis, chart

AXIS = Axis("part & whole", {0.0: "0", 0.5: "half", 1.0: "1"})


def drawn(svg):
    """The elements of a drawing with their attributes."""
    found = []
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, attributes: found.append((name, attributes))
    parser.Parse(svg, True)
    return found


def test_each_line_is_drawn_from_left_to_right_and_named():
    svg = chart("a < b", AXIS, AXIS, {"one": [(0, 0), (1, 1)], "two": [(0, 1), (1, 2)]})

    lines = [attributes["points"] for name, attributes in drawn(svg) if name == "polyline"]
    assert lines == ["60.0,350.0 490.0,30.0", "60.0,30.0 490.0,30.0"]
    assert all(text in svg for text in ("a &lt; b", "part &amp; whole", "one", "two", "half"))


def test_the_same_numbers_are_the_same_bytes():
    assert chart("x", AXIS, AXIS, {"one": [(0.1, 0.2)]}) == chart("x", AXIS, AXIS, {"one": [(0.1, 0.2)]})
