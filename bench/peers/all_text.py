"""The baseline that drops nothing: all text of the body."""

from importlib.metadata import version

import turbohtml


class AllText:
    name = "all-text"
    version = version("turbohtml")

    def extract(self, html: bytes, _url: str, /) -> str:
        return turbohtml.parse(html).to_text()
