"""k-MIB without a heap against the paper's own algorithm with one, and what joins a skeleton."""

import heapq

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sitemine.measure import structure_information
from sitemine.mine.methods.skeleton import Tree, best, condensed, expanded, frontier, leaves


def tree_of(parents, feature, passes, least=0.8, page=None):
    """A tree of nodes in document order, from their parents and aggregated features."""
    n = len(parents)
    parent = np.array(parents, np.int32)
    end = np.arange(1, n + 1)
    for node in range(n - 1, 0, -1):
        if parents[node] >= 0:
            end[parents[node]] = max(end[parents[node]], end[node])
    feature = np.array(feature, np.int64)
    sii = np.nan_to_num(structure_information(parent, feature), nan=-1.0)
    page = np.zeros(n, np.int32) if page is None else np.array(page, np.int32)
    return Tree(page, parent, end.astype(np.int32), feature, sii >= least, np.array(passes, np.bool_))


@st.composite
def trees(draw):
    """Any tree of up to 30 nodes in document order, with features added up from the leaves to the root."""
    depth = [0]
    for _ in range(draw(st.integers(0, 29))):
        depth.append(draw(st.integers(1, depth[-1] + 1)))
    parents, path = [], []
    for node, level in enumerate(depth):
        path = [*path[:level], node]
        parents.append(path[-2] if level else -1)
    feature = [draw(st.integers(0, 5)) for _ in depth]
    for node in range(len(depth) - 1, 0, -1):
        feature[parents[node]] += feature[node]
    passes = [draw(st.booleans()) for _ in depth]
    return parents, feature, passes


def by_heap(tree, k):
    """k-MIB as the paper has it."""
    children = [[] for _ in tree.parent]
    for node, parent in enumerate(tree.parent.tolist()):
        if parent >= 0 and tree.feature[node] > 0:
            children[parent].append(node)
    heap, found = [(-int(tree.feature[0]), 0)], []
    while heap and len(found) < k:
        feature, node = heapq.heappop(heap)
        if feature == 0:
            break
        if not children[node] or tree.is_alike[node]:
            found += [node] if tree.passes[node] else []
        else:
            for child in children[node]:
                heapq.heappush(heap, (-int(tree.feature[child]), child))
    return sorted(found)


def dstm(tree, chosen):
    joined = set()
    for node in chosen:
        for other, parent in enumerate(tree.parent.tolist()):
            if other not in chosen and parent == tree.parent[node] >= 0 and tree.passes[other]:
                joined |= {other} if 0 < tree.feature[other] < tree.feature[node] else set()
    return joined


def n_like(tree, node):
    """How many live siblings a live node has, itself among them."""
    return int(((tree.parent == tree.parent[node]) & (tree.feature > 0)).sum())


def by_hand(tree, skeleton, k):
    """DSTM and k-CSTM, node by node."""
    found, at = set(skeleton) | dstm(tree, skeleton), list(skeleton)
    for _ in range(k):
        above = set()
        for below in at:
            node = int(tree.parent[below])
            while node >= 0 and (tree.parent[node] < 0 or n_like(tree, node) < 2):
                node = int(tree.parent[node])
            above |= {node} if node >= 0 else set()
        at = sorted(above)
        found |= dstm(tree, at)
    return sorted(found)


@settings(deadline=None, max_examples=300)
@given(trees(), st.integers(1, 4), st.sampled_from([0.5, 0.8, 1.0]))
def test_the_largest_nodes_of_the_frontier_are_what_the_heap_finds(tree, k, least):
    tree = tree_of(*tree, least=least)

    assert best(tree, k).tolist() == by_heap(tree, k)


@settings(deadline=None, max_examples=200)
@given(trees(), st.integers(1, 3), st.integers(0, 3))
def test_siblings_join_as_they_do_node_by_node(tree, k, cstm):
    tree = tree_of(*tree)
    skeleton = best(tree, k)

    assert expanded(tree, skeleton, dstm=True, cstm=cstm).tolist() == by_hand(tree, skeleton.tolist(), cstm)


def test_each_page_has_a_skeleton_of_its_own():
    tree = tree_of([-1, 0, 0, -1, 3, 3], [9, 8, 1, 2, 1, 1], [True] * 6, page=[0, 0, 0, 1, 1, 1])

    assert best(tree, 1).tolist() == [1, 3]


def test_a_page_without_the_feature_has_no_skeleton():
    tree = tree_of([-1, 0, 0], [0, 0, 0], [True] * 3)

    assert best(tree, 3).tolist() == []
    assert frontier(tree).tolist() == []
    assert expanded(tree, best(tree, 3), dstm=True, cstm=2).tolist() == []


def test_of_equal_nodes_the_first_is_taken():
    tree = tree_of([-1, 0, 0, 0], [6, 2, 2, 2], [False, True, True, True], least=2.0)

    assert best(tree, 1).tolist() == [1]


def test_what_is_dummy_or_fails_is_taken_out_of_what_joined():
    tree = tree_of([-1, 0, 1, 1, 0], [9, 8, 7, 1, 1], [True, True, True, False, True])

    kept = condensed(tree, np.array([1]), ~tree.passes)

    assert kept.tolist() == [False, True, True, False, False]


def test_the_first_baseline_takes_all_leaves_that_pass():
    tree = tree_of([-1, 0, 0, 0], [6, 3, 3, 0], [True, True, False, True])

    assert leaves(tree).tolist() == [1]
