import json

from bench.speed.__main__ import growth_table
from bench.speed.growth import Growth, made_pages


def test_pages_come_with_the_address_that_their_gold_names(tmp_path):
    (tmp_path / "site" / "en").mkdir(parents=True)
    (tmp_path / "site" / "en" / "a.html").write_bytes(b"<p>a")
    made = {"path": "en/a.html", "url": "https://x.example/en/a.html", "role": "article"}
    (tmp_path / "site-gold.jsonl").write_text(json.dumps(made) + "\n")

    assert list(made_pages(tmp_path)) == [("https://x.example/en/a.html", b"<p>a")]


def test_growth_is_shown_as_a_rate():
    assert growth_table([Growth(1000, 2.0, 123.4)]).splitlines()[-1] == "| 1,000 | 2.00 | 500 | 123 |"
