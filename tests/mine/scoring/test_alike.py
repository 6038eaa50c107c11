"""Blocks of one page that are alike: what a template writes twice is told once."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import sitemine
from sitemine.dom import read_batch
from sitemine.measure import terms_of
from sitemine.mine.scoring.alike import LONG, of_repeats, said_once
from sitemine.mine.scoring.units import units_of
from sitemine.options import Limits
from sitemine.records import Page

STORY = (
    "The harbour was empty that morning, and nobody on the quay could say where the boats had gone.",
    "At noon the pilots came back with a crate of eels, and with a story that the mayor did not believe.",
    "By the evening the tide had turned, and the lamps along the pier were lit one after the other.",
)
REFRAIN = "Row on, row on, you men of the harbour, row on until the morning comes to the quay"


def judged_once(html, probability):
    """The probabilities that are left of the blocks of a page."""
    table = read_batch([Page("https://ex.org/", html)], Limits()).table
    units = units_of(table, terms_of(table))
    return said_once(table, units, of_repeats(units)["repeats"], np.array(probability)).tolist()


def test_of_the_copies_of_a_block_the_likeliest_informs():
    assert judged_once(f"<div><p>{STORY[0]}</div><div><p>{STORY[0]}</div>", [0.2, 0.9]) == [0, 0.9]


def test_of_equals_the_first_informs():
    assert judged_once(f"<div><p>{STORY[0]}</div><div><p>{STORY[0]}</div>", [0.9, 0.9]) == [0.9, 0]


def test_a_refrain_is_a_part_of_its_song():
    song = f"<div><p>{REFRAIN}<p>{STORY[0]}<p>{REFRAIN}</div><aside><p>{REFRAIN}</aside>"

    assert judged_once(song, [0.9, 0.8, 0.7, 0.6]) == [0.9, 0.8, 0.7, 0]


def test_short_blocks_may_be_said_again():
    short = " ".join(["fog"] * (LONG - 1))

    assert judged_once(f"<div><p>{short}</div><div><p>{short}</div>", [0.9, 0.9]) == [0.9, 0.9]


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 9)), max_size=8))
def test_exactly_one_copy_of_each_text_stays_and_it_is_the_likeliest(said):
    html = "".join(f"<div><p>{STORY[which]}</div>" for which, _ in said)
    likely = [(1 + chance) / 16 for _, chance in said]

    left = judged_once(html, likely)

    for which in {which for which, _ in said}:
        own = [place for place, (other, _) in enumerate(said) if other == which]
        assert [left[place] for place in own if left[place]] == [max(likely[place] for place in own)]


def test_an_article_that_its_template_holds_twice_is_told_once():
    body = "".join(f"<p>{line}</p>" for line in STORY)
    html = f"<h1>Tides</h1><div class='content desktop'>{body}</div><div class='content mobile'>{body}</div>"

    article = sitemine.extract(f"<html><body><main>{html}</main></body></html>")

    assert [article.text.count(line) for line in STORY] == [1, 1, 1]
    assert [b.reason for b in article.blocks if not b.kept].count("said elsewhere on the page") == len(STORY)
