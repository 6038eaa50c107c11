import pytest
from bench.data import Gold
from bench.quality.answers import Answer
from bench.quality.sites import sites_row

A, B = "https://a.example/", "https://b.example/"
GOLDS = [
    Gold(A, "a", "one", role="toc", entries=frozenset({A + "1", A + "2"})),
    Gold(A + "1", "a", "first text", title="One", date="2020-01-02", role="article"),
    Gold(A + "2", "a", "second text", title="Two", date="2020-01-03", role="article"),
    Gold(B + "1", "b", "中文", title="中文", role="article"),
]


def test_text_is_averaged_over_pages_and_then_over_sites():
    answers = {
        A: Answer(text="one"),
        A + "1": Answer(text="first text"),
        A + "2": Answer(text=""),
        B + "1": Answer(text="中"),
    }

    row = sites_row("toy", "1", answers, GOLDS)

    assert row.figures == pytest.approx({"article text": (0.5 + 2 / 3) / 2, "TOC text": 1.0})
    assert row.groups == pytest.approx({"a": 0.5, "b": 2 / 3})


def test_a_whole_answer_has_every_figure():
    entries = (A + "1", A + "menu")
    answers = {
        A: Answer(text="one", title="", date="", role="toc", toc_probability=0.9, entries=entries),
        A + "1": Answer(
            text="first text", title="One", date="2020-01-02", role="article", toc_probability=0.1, entries=()
        ),
        A + "2": Answer(text="", title="", date="", role="toc", toc_probability=0.9, entries=(A,)),
        B + "1": Answer(text="中文", title="中文", date="", role="other", toc_probability=0.1, entries=()),
    }

    figures = sites_row("toy", "1", answers, GOLDS).figures

    assert figures == pytest.approx(
        {
            "article text": 0.75,
            "TOC text": 1.0,
            "title": (0.5 + 1) / 2,
            "date": 0.5,
            "TOC role P": 0.5,
            "TOC role R": 1.0,
            "TOC role F1": 2 / 3,
            "article role P": 1.0,
            "article role R": 1 / 3,
            "article role F1": 0.5,
            "roles macro F1": (2 / 3 + 0.5) / 2,
            "R-precision": 0.5,
            "11-point": 1.0,
            "entries P": 0.5,
            "entries R": 0.5,
            "entries F1": 0.5,
            "links P": 1 / 3,
            "links R": 0.5,
            "links F1": 0.4,
        }
    )
