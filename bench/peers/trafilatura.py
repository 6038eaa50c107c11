from importlib.metadata import version

import trafilatura


class Trafilatura:
    name = "trafilatura"
    version = version("trafilatura")

    def extract(self, html: bytes, url: str, /) -> str:
        return trafilatura.extract(html, url=url, include_comments=False) or ""
