from importlib.metadata import version

from boilerpy3.extractors import ArticleExtractor

from bench.peers.markup import decoded


class Boilerpy3:
    name = "boilerpy3"
    version = version("boilerpy3")

    def __init__(self) -> None:
        self._extractor = ArticleExtractor()

    def extract(self, html: bytes, _url: str, /) -> str:
        text: str = self._extractor.get_content(decoded(html))
        return text
