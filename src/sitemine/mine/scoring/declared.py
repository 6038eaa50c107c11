"""What the head and the address of a page say of its kind, as a few numbers: structured data, `og:type`, the URL's shape."""

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

import numpy as np

from sitemine.dom.head import Head
from sitemine.measure.structure import Floats

TYPES: Final = {
    "says_article": re.compile(r'"(?:[A-Za-z]*Article|BlogPosting|Report|LiveBlogPosting)"'),
    "says_product": re.compile(r'"(?:Product|ProductGroup|Offer|AggregateOffer)"'),
    "says_thread": re.compile(r'"(?:DiscussionForumPosting|QAPage|Question|Comment)"'),
    "says_list": re.compile(r'"(?:ItemList|CollectionPage|SearchResultsPage|OfferCatalog)"'),
    "says_business": re.compile(r'"(?:LocalBusiness|Organization|Service|FAQPage|ProfessionalService)"'),
}
"""The kinds of schema.org by what they tell of a page."""

MOST_LETTERS: Final = 20_000
OG_TYPES: Final = {"article": 1.0, "website": 2.0, "product": 3.0, "og:product": 3.0, "profile": 4.0, "blog": 2.0}
WORD_BREAKS: Final = re.compile(r"[-_+]|%20")
DIGITS: Final = re.compile(r"\d+")
SAID: Final = (*TYPES, "og_type", "url_depth", "url_words", "url_digits", "url_query")


def _said(head: Head, url: str) -> list[float]:
    """What one page says of its kind."""
    json_ld = "".join(head.json_ld)[:MOST_LETTERS]
    try:
        parts = urlsplit(url)
    except ValueError:  # brackets that hold no address
        parts = urlsplit("")
    steps = [step for step in parts.path.split("/") if step]
    last = steps[-1] if steps else ""
    return [
        *(float(pattern.search(json_ld) is not None) for pattern in TYPES.values()),
        OG_TYPES.get(head.meta.get("og:type", "").strip().lower(), 0.0),
        float(len(steps)),
        float(len(WORD_BREAKS.split(last))) if last else 0.0,
        float(sum(map(len, DIGITS.findall(parts.path)))),
        float(len(parts.query) > 0),
    ]


def declared(heads: Sequence[Head], urls: Sequence[str]) -> Floats:
    """What each page says of its kind, a row for each page, a column for each of `SAID`."""
    rows = [_said(head, url) for head, url in zip(heads, urls, strict=True)]
    return np.array(rows, np.float64).reshape(-1, len(SAID))
