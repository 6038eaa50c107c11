import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sitemine.measure.components import components

EDGES = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=15)


def plain(n, edges):
    """The least node that a walk from each node meets."""
    least = []
    for node in range(n):
        seen, ahead = {node}, [node]
        while ahead:
            here = ahead.pop()
            near = {b for a, b in edges if a == here} | {a for a, b in edges if b == here}
            ahead += near - seen
            seen |= near
        least.append(min(seen))
    return least


@given(EDGES)
def test_components_are_those_that_a_walk_finds(edges):
    one, other = (np.array([edge[end] for edge in edges], np.int32) for end in (0, 1))

    assert components(12, one, other).tolist() == plain(12, edges)


def test_a_long_path_in_any_order_is_one_component():
    nodes = np.random.default_rng(0).permutation(20_000)

    assert (components(20_000, nodes[1:], nodes[:-1]) == 0).all()
