from articles import content

from sitemine.records import Code, Image, Reference

PAGE = (
    "<h1>Tides</h1><p>The <a href=x.html>harbour</a> and the <a href=//b.org/q#r>quay</a>.<figure><img src=i.png srcset='i.png 1x, "
    "j.png 2x' alt='Low  water'><figcaption>At <b>noon</b>.</figcaption></figure><img data-src=/lazy.png src=data:x>"
    "<pre class=lang-c>int a;\n  b</pre><table><tr><th>Kind<th>Crates<tr><td colspan=2>none</table><p>end"
)


def test_links_are_resolved_and_in_order():
    assert content(PAGE).links == (
        Reference("https://example.org/a/x.html", "harbour"),
        Reference("https://b.org/q#r", "quay"),
    )


def test_images_are_the_largest_with_their_captions():
    assert content(PAGE).images == (
        Image("https://example.org/a/j.png", "Low water", "At noon."),
        Image("https://example.org/lazy.png", "", ""),
    )


def test_tables_are_rows_of_cells():
    assert content(PAGE).tables == ((("Kind", "Crates"), ("none", "")),)


def test_code_keeps_its_indentation():
    assert content(PAGE).code == (Code("int a;\n  b", "c"),)


def test_text_is_one_line_a_block():
    assert content(PAGE).text() == "Tides\nThe harbour and the quay.\nAt noon.\nint a;\n  b\nKind\nCrates\nnone\nend"
    assert "Kind" not in content(PAGE).text(tables=False)


def test_without_an_address_of_its_own_a_page_keeps_its_links_as_they_are():
    page = "<p><a href=x.html>a</a> <a href=javascript:x>b</a> <a href=https://b.org/>c</a>"

    assert [link.url for link in content(page, base="").links] == ["x.html", "https://b.org/"]
