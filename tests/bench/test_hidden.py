from bench.data import Source
from bench.quality.hidden import HOST, hidden, hidden_site

PAGE = b"""<html><head><link rel=canonical href="https://ex.org/tag/a/"><meta property="og:url" content="https://ex.org/tag/a/">
<script type="application/ld+json">{"url": "https://ex.org/tag/a/"}</script></head>
<body><a href="/2024/b.html">B</a> <a href='https://other.org/tag/'>out</a> <a href="#top">top</a></body></html>"""


def test_no_address_of_the_site_is_left():
    [page] = hidden_site([Source("key", "https://ex.org/tag/a/", PAGE)])

    assert b"ex.org" not in page.html
    assert b"tag/a" not in page.html
    assert b"2024" not in page.html
    assert (page.key, page.url) == ("key", hidden("https://ex.org/tag/a/"))


def test_links_still_lead_where_they_led():
    first, second = hidden_site(
        [Source("a", "https://ex.org/tag/a/", PAGE), Source("b", "https://ex.org/2024/b.html", b"<p>B")]
    )

    assert f'href="{second.url}"'.encode() in first.html
    assert first.html.count(first.url.encode()) == 3
    assert first.url.startswith(HOST)
    assert first.url != second.url


def test_what_leads_out_of_the_site_or_to_a_part_of_the_page_stays():
    [page] = hidden_site([Source("key", "https://ex.org/tag/a/", PAGE)])

    assert b"href='https://other.org/tag/'" in page.html
    assert b'href="#top"' in page.html
