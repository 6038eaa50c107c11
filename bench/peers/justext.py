"""It wants the page's language named; a bench of many languages cannot, so it gets the stop words of all of them."""

from importlib.metadata import version

from justext import get_stoplist, get_stoplists, justext


class Justext:
    name = "justext"
    version = version("justext")

    def __init__(self) -> None:
        self._stop_words = frozenset[str]().union(*(get_stoplist(language) for language in get_stoplists()))

    def extract(self, html: bytes, _url: str, /) -> str:
        paragraphs = justext(html, self._stop_words)
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)
