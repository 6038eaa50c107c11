from importlib.metadata import version

import newspaper

from bench.peers.markup import decoded


class Newspaper4k:
    name = "newspaper4k"
    version = version("newspaper4k")

    def extract(self, html: bytes, url: str, /) -> str:
        article = newspaper.Article(url=url, fetch_images=False)
        article.download(input_html=decoded(html))
        article.parse()
        text: str = article.text
        return text
