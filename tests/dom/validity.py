"""What makes a node table valid: the seven rules of `sitemine.dom.table`, one function for each."""

import numpy as np

from sitemine.dom.table import BLOCK, PREFORMATTED

DTYPES = {"depth": np.int16, "tag": np.int16, "path": np.uint64, "attribute_name": np.uint8}
NO_ROWS = ("page_start", "page_text")


def check(table):
    """Asserts that a table is valid."""
    _columns(table)
    _pages(table)
    _parents(table)
    _subtrees(table)
    _slices(table)
    _lengths(table)
    _runs_and_segments(table)
    _edges(table)


def _columns(table):
    n = len(table.parent)
    for name in (
        "page",
        "subtree_end",
        "depth",
        "tag",
        "path",
        "text_start",
        "text_end",
        "anchor_length",
        "context_length",
    ):
        assert len(getattr(table, name)) == n, name
    for name in table.__slots__:
        column = getattr(table, name)
        if isinstance(column, np.ndarray):
            assert column.dtype == DTYPES.get(name, np.int32), name
    assert len(table.attribute_node) == len(table.attribute_name) == len(table.attribute_values)
    assert (np.diff(table.attribute_node) >= 0).all()
    assert ((table.attribute_node >= 0) & (table.attribute_node < n)).all()
    assert ((table.tag >= 0) & (table.tag < len(table.tags))).all()


def _pages(table):
    assert table.page_start[0] == 0
    assert table.page_start[-1] == len(table)
    for page, (first, last) in enumerate(zip(table.page_start, table.page_start[1:], strict=False)):
        assert first < last
        assert (table.page[first:last] == page).all()
        assert table.subtree_end[first] == last
    assert table.page_text[-1] == len(table.text)
    assert (np.diff(table.page_text) >= 0).all()


def _parents(table):
    for i, parent in enumerate(table.parent.tolist()):
        if i in table.page_start[:-1]:
            assert parent == -1
            assert table.depth[i] == 0
        else:
            assert 0 <= parent < i
            assert table.page[parent] == table.page[i]
            assert table.depth[i] == table.depth[parent] + 1


def _subtrees(table):
    for i, parent in enumerate(table.parent.tolist()):
        assert i < table.subtree_end[i]
        if parent >= 0:
            assert parent < i < table.subtree_end[parent]
            assert table.subtree_end[i] <= table.subtree_end[parent]


def _slices(table):
    assert (table.text_start <= table.text_end).all()
    assert (np.diff(table.text_start) >= 0).all()
    last_child_end = {}
    for i, parent in enumerate(table.parent.tolist()):
        if table.text_start[i] < table.text_end[i] and parent >= 0:
            assert table.text_start[parent] <= table.text_start[i]
            assert table.text_end[i] <= table.text_end[parent]
        assert last_child_end.get(parent, 0) <= table.text_start[i]
        last_child_end[parent] = table.text_end[i]


def _lengths(table):
    breaks = np.zeros(len(table.text) + 1, np.int64)
    breaks[table.segment_start[1:]] = 1
    n_breaks = np.cumsum(breaks)
    for i in range(len(table)):
        start, end = table.text_start[i], table.text_end[i]
        assert table.anchor_length[i] >= 0
        assert table.context_length[i] >= 0
        assert table.text_length[i] == end - start - (n_breaks[end] - n_breaks[start])
    for length in (table.anchor_length, table.context_length):
        below = np.bincount(table.parent[table.parent >= 0], length[table.parent >= 0], len(table))
        assert (below <= length).all()


def _is_preformatted(table, node):
    return any(tag in PREFORMATTED for tag in table.path_of(node).split("/"))


def _runs_and_segments(table):
    run_end = 0
    for node, start, end in zip(table.run_node.tolist(), table.run_start.tolist(), table.run_end.tolist(), strict=True):
        assert run_end <= start < end
        assert table.text_start[node] <= start
        assert end <= table.text_end[node]
        run_end = end
    place = 0
    for k, (start, end) in enumerate(zip(table.segment_start.tolist(), table.segment_end.tolist(), strict=True)):
        assert start == place
        assert start < end
        assert end == len(table.text) or table.text[end] == "\n"
        node = int(table.segment_node[k])
        assert table.tags[table.tag[node]] in BLOCK
        assert table.text_start[node] <= start < table.text_end[node]
        assert "\n" not in table.text[start:end] or _is_preformatted(table, node)
        assert 0 <= table.segment_anchor[k] <= end - start
        place = end + 1
    assert place in (0, len(table.text) + 1)


def _edges(table):
    in_pre = np.zeros(len(table.text), bool)
    for node, start, end in zip(table.run_node.tolist(), table.run_start.tolist(), table.run_end.tolist(), strict=True):
        in_pre[start:end] = _is_preformatted(table, node)
    slices = {"node": (table.text_start, table.text_end), "run": (table.run_start, table.run_end)}
    slices["segment"] = (table.segment_start, table.segment_end)
    for name, (starts, ends) in slices.items():
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
            for place in (start, end - 1) if start < end else ():
                assert in_pre[place] or not table.text[place].isspace(), name
