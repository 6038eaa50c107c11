"""A crawl that is killed at any moment loses nothing and doubles nothing."""

import pytest
from bench.crawl.kills import campaign
from bench.crawl.server import Server, newsroom, site_of


@pytest.fixture(scope="module")
def found():
    with Server(site_of(newsroom(30))) as server:
        return campaign(server, 5, seed=3, commits=3, children=False)


def test_the_kills_fell_at_moments_and_at_commit_points(found):
    assert found.kills == 5
    assert len(found.points) > 2


def test_no_url_is_lost_and_none_is_stored_twice(found):
    assert (found.lost, found.doubled) == (0, 0)


def test_no_more_is_asked_again_than_was_in_flight(found):
    assert found.beyond == 0


def test_every_archive_is_whole_and_every_result_the_same(found):
    assert (found.broken, found.different) == (0, 0)
