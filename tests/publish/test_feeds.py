import json
from xml.etree import ElementTree as ET

import pytest

from sitemine.publish.feeds import FEEDS, Feed, to_atom, to_json_feed, to_rss
from sitemine.records import Entry

ATOM = "{http://www.w3.org/2005/Atom}"
FEED = Feed(
    "https://ex.org/?a=1&b=2",
    "Fish & <chips>",
    [Entry("https://ex.org/1?x=1&y=2", "A < B & C\x08", 'Said "so" ]]>', "2026-01-31"), Entry("https://ex.org/2", "")],
)


def test_rss_holds_every_entry_whatever_it_says():
    channel = ET.fromstring(to_rss(FEED)).find("channel")
    items = channel.findall("item")

    assert channel.findtext("title") == "Fish & <chips>"
    assert [item.findtext("link") for item in items] == ["https://ex.org/1?x=1&y=2", "https://ex.org/2"]
    assert items[0].findtext("title") == "A < B & C\ufffd"
    assert items[0].findtext("description") == 'Said "so" ]]>'
    assert items[0].findtext("pubDate") == "Sat, 31 Jan 2026 00:00:00 +0000"
    assert items[1].find("pubDate") is None


def test_atom_has_what_the_standard_wants_of_every_entry():
    root = ET.fromstring(to_atom(FEED))
    entries = root.findall(f"{ATOM}entry")

    assert root.findtext(f"{ATOM}updated") == "2026-01-31T00:00:00Z"
    assert root.find(f"{ATOM}author/{ATOM}name").text == "Fish & <chips>"
    assert [entry.findtext(f"{ATOM}id") for entry in entries] == ["https://ex.org/1?x=1&y=2", "https://ex.org/2"]
    assert [entry.findtext(f"{ATOM}updated")[:4] for entry in entries] == ["2026", "1970"]
    assert entries[1].findtext(f"{ATOM}title") == "https://ex.org/2"


def test_a_json_feed_says_its_version_and_no_date_that_is_not_known():
    feed = json.loads(to_json_feed(FEED))

    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert [item["url"] for item in feed["items"]] == ["https://ex.org/1?x=1&y=2", "https://ex.org/2"]
    assert "date_published" not in feed["items"][1]


@pytest.mark.parametrize("kind", FEEDS)
def test_the_same_entries_give_the_same_bytes_and_none_give_a_feed(kind):
    assert FEEDS[kind](FEED) == FEEDS[kind](FEED)
    assert FEEDS[kind](Feed("https://ex.org/", "", []))
