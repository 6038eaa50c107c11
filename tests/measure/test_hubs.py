import itertools
import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sitemine.errors import UsageError
from sitemine.measure.hubs import analyse, hubs_of
from sitemine.measure.sitelinks import SiteLinks
from sitemine.measure.variants import VARIANTS, Variant
from sitemine.options import Lamis

PAGES, BLOCKS = 5, 2
LINK = st.tuples(
    st.integers(0, PAGES * BLOCKS - 1),
    st.integers(0, PAGES - 1),
    st.integers(0, 8).map(lambda k: k / 8),
    st.integers(0, 12),
)
LINKS = st.lists(LINK, max_size=12)


def links_of(rows, n_pages=PAGES):
    """Links given as (block, target, alpha, number of terms); each page has two blocks."""
    rows = sorted(rows)
    block, target, alpha, n_terms = (np.array([row[k] for row in rows]) for k in range(4))
    return SiteLinks(
        n_pages,
        np.repeat(np.arange(n_pages, dtype=np.int32), BLOCKS),
        block.astype(np.int32),
        target.astype(np.int32),
        alpha.astype(np.float64),
        n_terms.astype(np.int32),
    )


def plain_edges(rows, variant):
    """The weight of each edge from (page, block) or page to page."""
    edges = {}
    for block, target, alpha, n_terms in rows:
        page = block // BLOCKS
        if page == target:
            continue
        weight = alpha if variant.method == "lamis" else 1.0
        weight *= 1 + math.log10(max(n_terms, 1)) if variant.by_length else 1
        hub = (page, block) if variant.by_block else (page, 0)
        edges.setdefault((hub, target), []).append(weight)
    return {edge: sum(found) if variant.by_block else max(found) for edge, found in edges.items()}


def unit(values):
    size = math.sqrt(sum(v * v for v in values.values()))
    return {k: v / size if size else 0.0 for k, v in values.items()}


def plain_hubs(rows, variant, steps=10):
    """Hubs and authorities by the definition, one edge at a time."""
    edges = plain_edges(rows, variant)
    hubs = {hub: 1.0 for hub, _ in edges}
    out, into = {}, {}
    for (hub, target), weight in edges.items():
        out[hub] = out.get(hub, 0.0) + weight
        into[target] = into.get(target, 0.0) + weight
    authorities = {}
    for _ in range(steps):
        authorities = dict.fromkeys(into, 0.0)
        for (hub, target), weight in edges.items():
            share = weight / out[hub] if variant.normalised and out[hub] else weight
            authorities[target] += hubs[hub] * share
        authorities = unit(authorities)
        hubs = dict.fromkeys(out, 0.0)
        for (hub, target), weight in edges.items():
            share = weight / into[target] if variant.normalised and into[target] else weight
            hubs[hub] += authorities[target] * share
        hubs = unit(hubs)
    return (
        [sum(value for (page, _), value in hubs.items() if page == k) for k in range(PAGES)],
        [authorities.get(k, 0.0) for k in range(PAGES)],
    )


@given(LINKS, st.sampled_from([name for name in VARIANTS if name != "ol" and "-hr" not in name]))
def test_hubs_and_authorities_are_those_of_the_definition(rows, name):
    variant = Variant.named(name)

    found = hubs_of(links_of(rows), name, Lamis(closed_form=False))

    hub, authority = plain_hubs(rows, variant)
    assert found.hub == pytest.approx(hub, abs=1e-9)
    assert found.authority == pytest.approx(authority, abs=1e-9)


@settings(max_examples=25)
@given(LINKS, st.sampled_from(["hits-ln", "lamis-ln", "lamis-ln-cb-tw"]))
@example([(0, 1, 1.0, 1), (2, 3, 0.5, 1), (4, 3, 0.25, 3)], "lamis-ln")
def test_the_closed_form_is_where_the_steps_lead(rows, name):
    links = links_of(rows)

    exact = hubs_of(links, name)
    steps = hubs_of(links, name, Lamis(closed_form=False, iterations=1_500))

    assert exact.hub == pytest.approx(steps.hub, abs=1e-4)
    assert exact.authority == pytest.approx(steps.authority, abs=1e-4)


@settings(max_examples=25)
@given(LINKS, st.permutations(range(PAGES)))
def test_no_analysis_depends_on_how_pages_are_numbered(rows, number):
    other = [
        (number[block // BLOCKS] * BLOCKS + block % BLOCKS, number[target], *rest) for block, target, *rest in rows
    ]

    one, two = analyse(links_of(rows)), analyse(links_of(other))

    for name in VARIANTS:
        assert two[name].rank[list(number)] == pytest.approx(one[name].rank, abs=1e-6), name


@given(LINKS)
def test_out_links_count_each_target_once(rows):
    targets = {(block // BLOCKS, target) for block, target, _, _ in rows if block // BLOCKS != target}

    assert hubs_of(links_of(rows), "ol").rank.tolist() == [sum(page == k for page, _ in targets) for k in range(PAGES)]


def site(n_pages, edges, alpha=0.5):
    return links_of([(source * BLOCKS, target, alpha, 2) for source, target in edges], n_pages)


EDGE_CASES = {
    "no page": site(0, []),
    "one page": site(1, []),
    "one page that links to itself": site(1, [(0, 0)]),
    "no links": site(3, []),
    "only links to themselves": site(3, [(0, 0), (1, 1), (2, 2)]),
    "links that say nothing": site(3, [(0, 1), (0, 2)], alpha=0.0),
    "identical pages": site(3, [(u, v) for u in range(3) for v in range(3)]),
    "two halves": site(4, [(0, 1), (2, 3)]),
    "50,000 links on a page": site(4, [(0, 1 + k % 3) for k in range(50_000)]),
}


@pytest.mark.parametrize("name", EDGE_CASES)
@pytest.mark.parametrize("options", [Lamis(), Lamis(closed_form=False), Lamis(schedule="simultaneous", norm="max")])
def test_odd_sites_have_finite_hubs_and_no_warning(name, options):
    links = EDGE_CASES[name]

    found = analyse(links, options=options)

    assert set(found) == set(VARIANTS)
    for hubs in found.values():
        for column in (hubs.hub, hubs.authority, hubs.rank):
            assert len(column) == links.n_pages
            assert np.isfinite(column).all()


@pytest.mark.parametrize("name", ["one page", "no links", "only links to themselves"])
def test_without_links_between_pages_nothing_is_told(name):
    found = analyse(EDGE_CASES[name])

    assert not any(hubs.is_told for hubs in found.values())
    assert not any(hubs.rank.any() for hubs in found.values())


def test_links_that_say_nothing_leave_the_order_to_out_links():
    found = analyse(EDGE_CASES["links that say nothing"], ("lamis-ln-cb-hr-tw", "hits"))

    assert not found["lamis-ln-cb-hr-tw"].is_told
    assert found["lamis-ln-cb-hr-tw"].rank.tolist() == [2, 0, 0]
    assert found["hits"].is_told


def test_identical_pages_have_one_rank():
    assert all(np.ptp(hubs.rank) < 1e-12 for hubs in analyse(EDGE_CASES["identical pages"]).values())


def test_halves_keep_their_share_under_link_normalisation():
    assert hubs_of(EDGE_CASES["two halves"], "lamis-ln").hub == pytest.approx(
        [1 / math.sqrt(2), 0, 1 / math.sqrt(2), 0]
    )


def test_a_simultaneous_schedule_takes_twice_the_steps():
    links = site(4, [(0, 1), (0, 2), (1, 2), (3, 2)])

    one = hubs_of(links, "hits", Lamis(iterations=5))
    two = hubs_of(links, "hits", Lamis(iterations=10, schedule="simultaneous"))

    assert len(two.change) == 10
    assert np.abs(one.hub - two.hub).max() < 0.01


def test_steps_say_whether_they_came_to_rest():
    links = site(4, [(0, 1), (0, 2), (1, 2), (3, 2)])

    assert not hubs_of(links, "hits", Lamis(iterations=2)).is_converged
    assert hubs_of(links, "hits", Lamis(iterations=60)).is_converged
    assert hubs_of(links, "hits-ln").is_converged


def test_what_the_paper_leaves_open_can_be_chosen_otherwise():
    twice = site(3, [(0, 1), (0, 1), (0, 2), (1, 1)])
    counts = {
        Lamis(): [2, 0, 0],
        Lamis(parallel="sum"): [3, 0, 0],
        Lamis(self_links=True): [2, 1, 0],
    }

    assert all(hubs_of(twice, "ol", options).rank.tolist() == expected for options, expected in counts.items())
    for n, counted in ((2, "distinct"), (3, "all")):
        found = hubs_of(twice, "hits-hr", Lamis(counted=counted, clamped=False))
        assert found.rank[1] == pytest.approx(-math.log2(n / 1000))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("schedule", "random"),
        ("norm", "l3"),
        ("parallel", ""),
        ("block_hubs", "mean"),
        ("counted", 3),
        ("iterations", 0),
    ],
)
def test_an_option_that_cannot_be_meant_is_refused(field, value):
    with pytest.raises(UsageError, match=f"lamis.{field} must"):
        Lamis(**{field: value})


def test_all_analyses_together_are_each_by_itself():
    links = site(5, itertools.permutations(range(5), 2))

    together = analyse(links)

    assert all(together[name].rank.tobytes() == hubs_of(links, name).rank.tobytes() for name in VARIANTS)
