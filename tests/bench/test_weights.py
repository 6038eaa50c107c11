import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from bench import data
from bench.data import Gold, Source
from bench.weights import __main__ as weights
from bench.weights import regression, segments
from bench.weights.bodies import bodies, body_f1
from bench.weights.segments import INFORMATION, NAMES, columns_of, examples_of, labels_of, plain, read_site

import sitemine
from sitemine.options import Options, Weights

STORIES = (
    "The storm closed the port on Monday, and nine boats stayed out all night.",
    "A new bridge over the river will open in spring, said the mayor yesterday.",
    "Farmers expect little barley this year because April brought no rain at all.",
    "The library keeps its doors open until ten from now on, readers had asked for it.",
)
MENU = "<nav><a href=/>Home</a> <a href=/news>News of the town</a></nav>"
FOOT = "<footer><p>All rights are with the paper, which is printed by the harbour.</p></footer>"


def site(name="s", n=4):
    """Articles of a small site and one page that is none; the gold of each article is its heading and story."""
    sources, golds = [], {}
    for number in range(n):
        url = f"https://{name}.example/{number}"
        story = f"{STORIES[number % len(STORIES)]} ({name} {number})"
        html = f"<title>t</title>{MENU}<main><h1>Number {number}</h1><p>{story}</p></main>{FOOT}"
        sources.append(Source(url, url, html.encode()))
        golds[url] = Gold(url, name, f"Number {number}\n{story}", role="article")
    entrance = f"https://{name}.example/"
    sources.append(Source(entrance, entrance, f"{MENU}<p>{STORIES[0]}</p>{FOOT}".encode()))
    golds[entrance] = Gold(entrance, name, STORIES[0], role="toc")
    return sources, golds


@pytest.fixture
def parts():
    return read_site(*site())


def texts(part):
    table = part.table
    return [table.text[a:b] for a, b in zip(table.segment_start.tolist(), table.segment_end.tolist(), strict=True)]


def test_the_weights_of_a_table_of_counts_are_its_log_odds():
    # Of 4 with the trait 3 are content, of 4 without 1: log odds -ln 3, and 2 ln 3 more with the trait.
    trait = np.array([1, 1, 1, 1, 0, 0, 0, 0], np.float64)
    labels = np.array([1, 1, 1, 0, 1, 0, 0, 0], np.bool_)

    found = regression.fitted(np.column_stack([np.ones(8), trait]), labels, np.full(8, 1e6))

    assert found == pytest.approx([-np.log(3), 2 * np.log(3)], abs=1e-6)


def test_mass_counts_as_many_segments_would():
    columns = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 0.5]])
    labels = np.array([False, True, False])

    heavy = regression.fitted(columns, labels, np.array([1.0, 3.0, 2.0]))
    many = regression.fitted(columns.repeat([1, 3, 2], axis=0), labels.repeat([1, 3, 2]), np.ones(6))

    assert heavy == pytest.approx(many)


def test_evidence_that_decides_every_label_gets_a_finite_weight():
    trait = np.array([0.0, 0.0, 1.0, 1.0])

    found = regression.fitted(np.column_stack([np.ones(4), trait]), trait > 0, np.ones(4))

    assert np.isfinite(found).all()
    assert found[0] + found[1] > 0 > found[0]


def test_a_column_that_never_varies_gets_no_weight():
    columns = np.column_stack([np.ones(4), [0.0, 1.0, 0.0, 1.0], np.zeros(4)])

    assert regression.fitted(columns, np.array([True, True, False, True]), np.ones(4))[2] == 0


def test_the_constant_is_free_of_the_ridge():
    found = regression.fitted(np.ones((4, 1)), np.array([True, False, False, False]), np.full(4, 1e-3))

    assert found == pytest.approx([-np.log(3)])


def test_a_search_that_does_not_end_is_no_answer(monkeypatch):
    monkeypatch.setattr(regression, "MOST_STEPS", 2)

    with pytest.raises(ArithmeticError, match="in 2 steps"):
        regression.fitted(np.ones((3, 1)), np.array([True, False, False]), np.ones(3))


def test_letters_and_digits_of_every_script_are_left_of_a_text():
    assert plain("«Nr. 5» – 中文_网页!") == "Nr5中文网页"


def test_a_segment_is_content_if_its_letters_stand_in_the_gold(parts):
    (part,) = parts
    known, is_content = labels_of(part)

    content = [text for text, wanted in zip(texts(part), is_content, strict=True) if wanted]

    bodies_line_by_line = [(f"Number {number}", f"{story} (s {number})") for number, story in enumerate(STORIES)]
    assert content == [line for body in bodies_line_by_line for line in body]
    assert not (is_content & ~known).any()


def test_only_article_pages_are_labelled(parts):
    (part,) = parts
    known, _ = labels_of(part)

    assert [page for page in range(part.table.n_pages) if known[part.seen.page == page].any()] == [0, 1, 2, 3]


def test_the_columns_are_the_evidence_that_mining_sums_up(parts):
    (part,) = parts
    site_weights = Options().site
    model = sitemine.learn([sitemine.Page(source.url, source.html) for source in site()[0]])

    total = columns_of(part) @ [getattr(site_weights, name) for name in NAMES]

    blocks = [block for source in site()[0] for block in model.extract(source.html, source.url).blocks]
    assert [block.text for block in blocks] == texts(part)
    assert 1 / (1 + np.exp(-total)) == pytest.approx([block.score for block in blocks], abs=1e-4)


def test_the_parts_of_a_site_are_compared_with_each_other(parts, monkeypatch):
    monkeypatch.setattr(segments, "PARTS", 2)

    apart = read_site(*site())

    assert len(apart) == 3
    assert (examples_of(apart).columns == examples_of(parts).columns).all()


def test_what_one_page_alone_says_informs_more_than_what_all_say(parts):
    (part,) = parts
    information = dict(zip(texts(part), part.information.tolist(), strict=True))

    assert information[f"{STORIES[1]} (s 1)"] > information["Home News of the town"]


def test_each_site_weighs_the_same_and_long_segments_more(parts):
    found = examples_of(parts)
    length = np.concatenate([part.seen.length[labels_of(part)[0]] for part in parts])

    assert found.mass.sum() == pytest.approx(1)
    assert found.mass == pytest.approx(np.sqrt(length) / np.sqrt(length).sum())


def test_no_more_segments_of_a_site_are_taken_than_wanted(parts):
    everything, some = examples_of(parts), examples_of(parts, most=7)

    assert len(some) == 7 < len(everything)
    spread = np.arange(7) * len(everything) // 7
    assert (some.columns == everything.columns[spread]).all()
    assert (some.is_content == everything.is_content[spread]).all()
    assert some.mass.sum() == pytest.approx(1)


def test_bodies_by_the_shipped_weights_are_those_of_mining(parts):
    sources, golds = site()
    mined = sitemine.mine([sitemine.Page(source.url, source.html) for source in sources])

    found = [pair for part in parts for pair in bodies(part, Options().site)]

    articles = [gold for gold in golds.values() if gold.role == "article"]
    assert found == [(mined.pages[gold.key].article.text, gold.text) for gold in articles]


def test_the_score_of_a_site_is_the_mean_over_its_articles(parts):
    nothing = Weights(-50.0, *[0.0] * (len(NAMES) - 2))
    everything = Weights(50.0, *[0.0] * (len(NAMES) - 2))

    assert body_f1(parts, nothing) == 0
    assert 0 < body_f1(parts, everything) < 1


def test_every_site_is_scored_by_weights_found_without_it(monkeypatch):
    sites = {name: read_site(*site(name, n)) for n, name in enumerate("abcde", 1)}
    name_of = {len(examples_of(parts)): name for name, parts in sites.items()}
    monkeypatch.setattr(weights, "fit", lambda examples, _names: {name_of[len(one)] for one in examples})
    monkeypatch.setattr(weights, "body_f1", lambda _parts, found: found)

    found = weights.compared(sites, set(), NAMES)

    assert found.fitted == set("abcde")
    assert all(by == set("abcde") for by in found.by_fitted.values())
    # Five sites in four folds: the first fold holds two of them.
    a, b, c, d = (set("bcd"), set("acde"), set("abde"), set("abce"))
    assert found.by_folds == {"a": a, "b": b, "c": c, "d": d, "e": a}


def test_evidence_that_is_not_named_gets_no_weight(parts):
    names = [name for name in NAMES if name != INFORMATION]

    alone, together = weights.fit([examples_of(parts)], names), weights.fit([examples_of(parts)], NAMES)

    assert alone.information == 0
    assert together.information > 0
    assert together.start == round(together.start, weights.DECIMALS)


def test_the_command_prints_all_weights_and_scores(tmp_path, monkeypatch, capsys):
    rows = []
    for name in "abcd":
        sources, golds = site(name)
        for source in sources:
            gold = golds[source.key]
            row = {"site": name, "url": source.url, "role": gold.role, "html": source.html, "text": gold.text}
            rows.append(row | {"title": None, "date": None, "entries": None})
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / data.SITES)
    monkeypatch.setattr("sys.argv", ["weights", str(tmp_path), "--sites"])

    assert weights.main() == 0

    told = capsys.readouterr().out.splitlines()
    assert [line.split(" |")[0] for line in told if line.startswith("| near_length")] == ["| near_length"] * 2
    assert sum(line.startswith(("| alone |", "| site |")) for line in told) == 3
    assert [line[2] for line in told if line.startswith(("| a |", "| b |", "| c |", "| d |"))] == list("abcd")


def test_a_folder_without_sites_is_named(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["weights", str(tmp_path)])

    assert weights.main() == 2
    assert data.SITES in capsys.readouterr().err
