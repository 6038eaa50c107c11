"""Trees as LightGBM trains them say the same as the forest that ships; and folds keep a domain together."""

import numpy as np
import pytest

pytest.importorskip("lightgbm")

from bench.train import trees
from bench.train.folds import FOLDS, domain_of, fold_of

from sitemine.mine.forest import UNIT, Forest


def test_a_trained_forest_says_what_its_trainer_says():
    random = np.random.default_rng(2)
    columns = random.integers(0, 50, (3000, 5)).astype(np.float32)
    share = (columns[:, 0] + columns[:, 1] > 50).astype(float)
    booster = trees.trained(columns, share, np.ones(3000), 8, {"num_threads": 1, "feature_fraction": 1.0})

    said = Forest.of(trees.splits_of(booster)).log_odds(list(columns.T.astype(np.float64)))

    assert np.abs(said - booster.predict(columns, raw_score=True)).max() < 16 * UNIT
    assert np.abs(said).max() > 0.5


@pytest.mark.parametrize(
    ("url", "domain"),
    [
        ("https://www.example.org/a", "example.org"),
        ("https://blog.example.org", "example.org"),
        ("https://news.example.co.uk/x?y", "example.co.uk"),
        ("not an address", ""),
    ],
)
def test_the_pages_of_a_domain_share_a_fold(url, domain):
    assert domain_of(url) == domain
    assert 0 <= fold_of(domain) < FOLDS
