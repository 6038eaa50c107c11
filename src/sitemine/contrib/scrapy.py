"""Sitemine behind a Scrapy spider: an item pipeline that keeps pages and mines the site when the spider is done.

In the project's `settings.py`:

    ITEM_PIPELINES = {"sitemine.contrib.scrapy.SiteminePipeline": 900}
    SITEMINE_OUT = "out"

and in the spider: `yield page_item(response)`. Items with the fields `url` and `html` (or `body`) are kept whoever made
them; all others pass through untouched. What is written is what `sitemine mine` writes.
"""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from sitemine.errors import UsageError
from sitemine.run.collecting import Collector

_log: Final = logging.getLogger(__name__)


def page_item(response: Any) -> dict[str, Any]:
    """The item for a response of Scrapy's."""
    headers = {
        name.decode("latin-1"): b", ".join(values).decode("latin-1") for name, values in response.headers.items()
    }
    return {"url": response.url, "body": response.body, "status": response.status, "headers": headers}


class SiteminePipeline:
    """Keeps the pages among the items, and mines them when the spider closes."""

    def __init__(self, out: str | Path) -> None:
        self._out = Path(out)
        self._pages = Collector(self._out / "pages")

    @classmethod
    def from_crawler(cls, crawler: Any) -> "SiteminePipeline":
        """The pipeline that the settings of a crawler ask for."""
        return cls(crawler.settings.get("SITEMINE_OUT", "out"))

    def process_item(self, item: Any) -> Any:
        """Keeps an item that is a page, and hands every item on."""
        fields: Mapping[str, Any] = item if isinstance(item, Mapping) else getattr(item, "__dict__", {})
        if not isinstance(item, Mapping) and hasattr(item, "get"):
            fields = item
        url, body = fields.get("url"), fields.get("body", fields.get("html"))
        if isinstance(body, str):
            body = body.encode("utf-8", "replace")
        if isinstance(url, str) and isinstance(body, bytes):
            try:
                self._pages.add(url, body, status=fields.get("status", 200), headers=_headers(fields))
            except UsageError as error:
                _log.warning("sitemine: %s", error)
        return item

    def close_spider(self) -> None:
        """Mines what was kept, and writes it beside."""
        site = self._pages.mine()
        if site.pages:
            summary = site.write(self._out)
            _log.info("sitemine: %d pages mined into %s", summary.pages, self._out)


def _headers(fields: Mapping[str, Any]) -> dict[str, str]:
    """The headers of an item; text that came as `html` was decoded, and is UTF-8 now."""
    headers = fields.get("headers")
    known = {str(name): str(value) for name, value in headers.items()} if isinstance(headers, Mapping) else {}
    if "body" not in fields:
        known = {"Content-Type": "text/html; charset=utf-8"}
    return known
