import pytest
import turbohtml
from articles import content, html_of
from hypothesis import given
from pages import soup

ALLOWED = set(
    "p h1 h2 h3 h4 h5 h6 blockquote pre code ul ol li dl dt dd table caption tr td th figure figcaption img a em strong del sub sup br span".split()
)


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("<h2 class=x>a</h2>", "<h2>a</h2>"),
        ("<p>a <b>b</b> &lt;c&gt; &amp;</p>", "<p>a <strong>b</strong> &lt;c&gt; &amp;</p>"),
        ("<p>a<br>b", "<p>a<br>\nb</p>"),
        ("<ul><li>a<ul><li>b</ul></ul>", "<ul><li>a<ul><li>b</li>\n</ul>\n</li>\n</ul>"),
        ("<ol start=3><li>a</ol>", '<ol><li value="3">a</li>\n</ol>'),
        ("<blockquote><p>a<p>b</blockquote>", "<blockquote><p>a</p>\n<p>b</p>\n</blockquote>"),
        ("<pre class=lang-c>a &lt;\n  b</pre>", '<pre><code class="language-c">a &lt;\n  b</code></pre>'),
        (
            "<table><caption>t<tr><th>a<td colspan=2>b<tr><td rowspan=9>c<td>d<td>e</table>",
            '<table><caption>t</caption><tr><th>a</th><td colspan="2">b</td></tr>\n<tr><td>c</td><td>d</td><td>e</td></tr>\n</table>',
        ),
        ("<dl><dt>a<dd>b</dl>", "<dl><dt>a</dt>\n<dd>b</dd>\n</dl>"),
        ("<p><a href=/x onclick=y()>a</a>", '<p><a href="https://example.org/x">a</a></p>'),
        ("<p><a href=' JavaScript:x()'>a</a>", "<p>a</p>"),
        ("<p><a href='data:text/html,x'>a</a>", "<p>a</p>"),
        ("<p><a href='java\nscript:x()'>a</a>", "<p>a</p>"),
        ("<p>a<script>x</script><style>y</style>", "<p>a</p>"),
        ("<p>x <math><mi>y</mi></math>", '<p>x <span class="math">\\(y\\)</span></p>'),
        (
            "<figure><img src=i.png alt='a\"b' onerror=x()><figcaption>c</figcaption></figure>",
            '<figure><p><img src="https://example.org/a/i.png" alt="a&quot;b"></p>\n<figcaption>c</figcaption></figure>',
        ),
    ],
)
def test_html_is_what_text_has(html, written):
    assert html_of(html) == written


@given(soup())
def test_nothing_but_allowed_elements_with_safe_attributes_is_written(html):
    article = content(html)

    page = turbohtml.parse(f"<body>{article.html()}")

    body = page.select("body")[0]
    for element in body.select("*"):
        assert element.tag in ALLOWED
        assert set(element.attrs) <= {"href", "src", "alt", "colspan", "rowspan", "value", "class"}
        assert element.attrs.get("href", "https:").startswith(("https:", "http:", "mailto:", "tel:"))
    assert sorted("".join(body.text.split())) == sorted("".join(article.text().split())) or "math" in html


def test_parts_can_be_left_out():
    html = "<p>a <a href=/x>b</a> <img src=/i.png><table><tr><td>c<td>d</table>"

    assert html_of(html, links=False, images=False, tables=False) == "<p>a b</p>"
