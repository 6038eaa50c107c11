"""Its releases want Python 3.12 or newer."""

from importlib.metadata import version

from magic_html import GeneralExtractor

from bench.peers.markup import decoded, text_of


class MagicHtml:
    name = "magic-html"
    version = version("magic-html")

    def __init__(self) -> None:
        self._extractor = GeneralExtractor()

    def extract(self, html: bytes, url: str, /) -> str:
        return text_of(self._extractor.extract(decoded(html), base_url=url)["html"])
