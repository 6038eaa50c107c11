import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from sweep import found_in, swept

from sitemine.dom.layout import PIXEL
from sitemine.mine.visual.separators import gap_weights

SPANS = st.lists(st.tuples(st.integers(0, 200), st.integers(1, 60)).map(lambda s: (s[0], s[0] + s[1])), max_size=30)


@given(SPANS.filter(bool))
def test_the_closed_form_equals_the_papers_procedure(spans):
    found = found_in(spans)

    assert sorted(zip(found.start.tolist(), found.end.tolist(), strict=True)) == swept(spans, -10, 500)


@given(SPANS.filter(bool), st.randoms())
def test_the_order_of_blocks_does_not_matter(spans, random):
    shuffled = random.sample(spans, len(spans))

    first, second = found_in(spans), found_in(shuffled)

    assert first.start.tolist() == second.start.tolist()
    assert first.end.tolist() == second.end.tolist()


@given(st.lists(SPANS.filter(bool), min_size=2, max_size=5))
def test_pools_that_are_parted_together_are_parted_as_alone(pools):
    spans = [span for pool in pools for span in pool]
    together = found_in(spans, [k for k, pool in enumerate(pools) for _ in pool])

    for k, pool in enumerate(pools):
        alone, of = found_in(pool), together.pool == k
        assert alone.start.tolist() == together.start[of].tolist()
        assert alone.end.tolist() == together.end[of].tolist()


@given(SPANS.filter(bool))
def test_the_blocks_beside_a_separator_end_and_start_at_it(spans):
    found = found_in(spans)

    for start, end, before, behind in zip(
        *(c.tolist() for c in (found.start, found.end, found.before, found.behind)), strict=True
    ):
        assert spans[before][1] == start
        assert spans[behind][0] == end


def test_blocks_that_touch_are_parted_only_in_the_modern_profile():
    spans = [(0, 10), (10, 20)]

    assert len(found_in(spans).start) == 0
    assert found_in(spans, touching=True).start.tolist() == [10]


def test_a_wider_gap_never_weighs_less_and_none_more_than_twelve():
    weight = gap_weights(np.arange(0, 300) * PIXEL)

    assert (np.diff(weight) >= 0).all()
    assert weight.min() == 1
    assert weight.max() == 12
