"""The main text that the parser itself offers; `Document.article().text` is the same text on every page tried."""

from importlib.metadata import version

import turbohtml


class Turbohtml:
    name = "turbohtml"
    version = version("turbohtml")

    def extract(self, html: bytes, _url: str, /) -> str:
        return turbohtml.parse(html).main_text()
