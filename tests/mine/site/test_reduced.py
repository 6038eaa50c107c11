import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemine.measure.sitelinks import SiteLinks
from sitemine.mine.site.reduced import reduced

PAGE = st.integers(0, 4)
LINKS = st.lists(st.tuples(PAGE, PAGE, st.integers(0, 10).map(lambda k: k / 10)), max_size=15)


def links_of(rows, n_pages=5):
    source, target, entropy = (np.array([row[k] for row in sorted(rows)]) for k in range(3))
    none = np.zeros(len(rows), np.int32)
    return SiteLinks(
        n_pages,
        np.arange(n_pages, dtype=np.int32),
        source.astype(np.int32),
        target.astype(np.int32),
        1 - entropy.astype(float),
        none,
    )


@given(LINKS, st.sampled_from([0.0, 0.45, 0.85, 1.5]))
def test_what_is_left_are_the_links_below_the_threshold_and_their_pages(rows, threshold):
    best = {}
    for source, target, entropy in rows:
        if source != target:
            best[source, target] = min(entropy, best.get((source, target), 2.0))
    kept = {pair: entropy for pair, entropy in best.items() if entropy < threshold}

    found = reduced(links_of(rows), threshold)

    page = found.page
    pairs = zip(page[found.source].tolist(), page[found.target].tolist(), strict=True)
    assert dict(zip(pairs, found.entropy.tolist(), strict=True)) == pytest.approx(kept)
    assert page.tolist() == sorted({end for pair in kept for end in pair})
    assert found.removed == pytest.approx(1 - len(kept) / len(best) if best else 0)
