import numpy as np
from hypothesis import given
from pages import flat, row, soup

from sitemine.measure.partition import PARTS, modern_blocks, table_blocks


def held(table):
    """How many links stand in each row directly."""
    is_link = np.array([name == "a" for name in table.tags])[table.tag]
    return is_link.astype(np.int64)


def above(table, node):
    """A node and its ancestors, innermost first."""
    while node >= 0:
        yield node
        node = int(table.parent[node])


@given(soup())
def test_the_papers_block_of_a_row_is_the_innermost_table_around_it(html):
    table = flat(html, "<table><tr><td><a href=/1>one</a>")

    found = table_blocks(table)

    for node in range(len(table)):
        around = list(above(table, node))
        tables = [k for k in around if table.tags[table.tag[k]] == "table"]
        assert found[node] == (tables[0] if tables else around[-1])


def plain_modern(table, live):
    """The block of each row by the definition: outermost parts that hold a link, and divisions of several of them."""
    rows = range(len(table))

    def holds(node, marked):
        return any(k in marked for k in range(node, int(table.subtree_end[node])))

    def tag(node):
        return table.tags[table.tag[node]]

    parts = {k for k in rows if tag(k) in PARTS and holds(k, live)}
    outer = {k for k in parts if not any(k_ in parts for k_ in list(above(table, k))[1:])}
    several = {
        k for k in rows if tag(k) == "div" and sum(table.parent[c] == k and holds(c, outer) for c in rows) > 1
    } - outer
    return [next((k for k in above(table, node) if k in outer | several or table.parent[k] < 0), -1) for node in rows]


@given(soup())
def test_the_modern_block_of_a_row_is_that_of_the_definition(html):
    table = flat(html)
    live = held(table)

    assert modern_blocks(table, live).tolist() == plain_modern(table, set(np.flatnonzero(live).tolist()))


def test_a_page_without_tables_has_its_parts_for_blocks():
    html = (
        "<div><nav><ul><li><a href=/1>one</a></ul></nav><div><ul><li><a href=/2>two</a></ul><section><a href=/3>three</a>"
        "</section><p><a href=/4>four</a></div><aside>no link</aside></div>"
    )
    table = flat(html)

    found = modern_blocks(table, held(table))

    names = [table.tags[table.tag[found[row(table, "a", nth)]]] for nth in range(4)]
    assert names == ["nav", "ul", "section", "div"]
    assert found[row(table, "a", 3)] == row(table, "div", 1)
    assert table.tags[table.tag[found[row(table, "aside")]]] == "div"
