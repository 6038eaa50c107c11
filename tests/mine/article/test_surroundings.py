import pytest
from pages import flat

from sitemine.mine.article.surroundings import lines_of


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        ("<ul><li><p>x</ul>", "list"),
        ("<table><tr><td><div>x</table>", "table"),
        ("<blockquote><h2>x</h2></blockquote>", "heading"),
        ("<ul><li><h3>x</h3></ul>", "heading"),
        ("<blockquote><ul><li>x</ul></blockquote>", "list"),
        ("<ul><li><blockquote>x</blockquote></ul>", "quote"),
        ("<table><tr><td><pre>x</pre></table>", "code"),
        ("<div><p>x</div>", "text"),
        ("x", "text"),
    ],
)
def test_the_innermost_element_gives_a_line_its_kind(html, kind):
    assert [line.kind for line in lines_of(flat(html), [0])] == [kind]


def test_a_line_has_its_text_and_the_path_to_its_block():
    [line] = lines_of(flat("<div><p>x <b>y</b></div>"), [0])

    assert (line.text, line.path) == ("x y", "html/body/div/p")
