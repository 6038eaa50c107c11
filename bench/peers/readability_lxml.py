from importlib.metadata import version

from readability import Document

from bench.peers.markup import text_of


class ReadabilityLxml:
    name = "readability-lxml"
    version = version("readability-lxml")

    def extract(self, html: bytes, url: str, /) -> str:
        return text_of(Document(html, url=url).summary(html_partial=True))
