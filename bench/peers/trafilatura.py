from importlib.metadata import version

import trafilatura

from bench.peers import Said


class Trafilatura:
    name = "trafilatura"
    version = version("trafilatura")

    def extract(self, html: bytes, url: str, /) -> str:
        return trafilatura.extract(html, url=url, include_comments=False) or ""

    def said(self, html: bytes, url: str, /) -> Said:
        found = trafilatura.extract_metadata(html, default_url=url or None)
        return Said(found.title or "", found.date or "", found.author or "")
