from importlib.metadata import version

from goose3 import Goose

from bench.peers.markup import decoded


class Goose3:
    name = "goose3"
    version = version("goose3")

    def __init__(self) -> None:
        self._goose = Goose({"enable_image_fetching": False})

    def extract(self, html: bytes, _url: str, /) -> str:
        text: str = self._goose.extract(url=None, raw_html=decoded(html)).cleaned_text
        return text
