"""The entries of a TOC page as a feed: RSS 2.0, Atom (RFC 4287) or JSON Feed 1.1, for sites that have none.

There is no clock in it: a feed is as new as its newest entry, and the same entries give the same bytes. An entry without a date
has none in RSS and JSON; Atom wants one of each, and gets the day on which time begins there, 1970-01-01.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Final
from xml.sax.saxutils import escape, quoteattr

import msgspec

from sitemine.publish.graphml import writable
from sitemine.records import Entry

UNDATED: Final = "1970-01-01"


@dataclass(frozen=True, slots=True)
class Feed:
    """What a feed says."""

    url: str  # of the TOC page
    title: str
    entries: Sequence[Entry]


def _text(tag: str, text: str) -> str:
    return f"<{tag}>{escape(writable(text))}</{tag}>" if text else ""


def _mail_date(day: str) -> str:
    """A day as mail writes it (RFC 822), in the language that mail has; empty where there is none."""
    return format_datetime(datetime.fromisoformat(day).replace(tzinfo=UTC)) if day else ""


def _rss_item(entry: Entry) -> str:
    parts = (
        _text("title", entry.text or entry.url),
        _text("link", entry.url),
        f'<guid isPermaLink="true">{escape(writable(entry.url))}</guid>',
        _text("description", entry.teaser),
        _text("pubDate", _mail_date(entry.date)),
    )
    return f"<item>{''.join(parts)}</item>"


def _lines(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines if line).encode()


def to_rss(feed: Feed) -> bytes:
    """The feed as RSS 2.0."""
    newest = max((entry.date for entry in feed.entries), default="")
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<rss version="2.0">',
        "<channel>",
        _text("title", feed.title or feed.url),
        _text("link", feed.url),
        _text("description", f"What {feed.url} lists"),
        _text("lastBuildDate", _mail_date(newest)),
    )
    return _lines((*head, *map(_rss_item, feed.entries), "</channel>", "</rss>"))


def _atom_entry(entry: Entry) -> str:
    parts = (
        _text("title", entry.text or entry.url),
        f"<link href={quoteattr(writable(entry.url))}/>",
        _text("id", entry.url),
        _text("updated", f"{entry.date or UNDATED}T00:00:00Z"),
        _text("summary", entry.teaser),
    )
    return f"<entry>{''.join(parts)}</entry>"


def to_atom(feed: Feed) -> bytes:
    """The feed as Atom."""
    newest = max((entry.date for entry in feed.entries if entry.date), default=UNDATED)
    head = (
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        _text("title", feed.title or feed.url),
        f"<link href={quoteattr(writable(feed.url))}/>",
        _text("id", feed.url),
        _text("updated", f"{newest}T00:00:00Z"),
        f"<author>{_text('name', feed.title or feed.url)}</author>",
    )
    return _lines((*head, *map(_atom_entry, feed.entries), "</feed>"))


def _json_item(entry: Entry) -> dict[str, str]:
    item = {"id": entry.url, "url": entry.url, "title": entry.text or entry.url, "content_text": entry.teaser}
    if entry.date:
        item["date_published"] = f"{entry.date}T00:00:00Z"
    return item


def to_json_feed(feed: Feed) -> bytes:
    """The feed as JSON Feed 1.1."""
    whole = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title or feed.url,
        "home_page_url": feed.url,
        "items": [_json_item(entry) for entry in feed.entries],
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"


FEEDS: Final = {"rss": to_rss, "atom": to_atom, "json": to_json_feed}
"""How each kind of feed is written."""
