from bench.data import Source
from bench.quality.outlinks import outlink_answers

SITE = "https://x.example/"
HTML = b'<a href=1>one</a><a href="/1#top">again</a><a href=2>two</a><a href="//y.example/">y</a><a href="/">self</a><a href="http://[">bad</a>'


def test_links_to_other_pages_of_the_host_are_entries_and_known_ones_rank():
    answers = outlink_answers([Source("home", SITE, HTML)], [SITE, SITE + "1"])

    assert answers["home"].entries == (SITE + "1", SITE + "2")
    assert answers["home"].toc_probability == 1.0
