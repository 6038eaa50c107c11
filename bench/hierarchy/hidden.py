"""Real pages with the meaning of their markup hidden: what is left is what a reader would see.

Headings, lists, definition lists, tables and sectioning elements all become `div`. What a browser shows in bold without any style sheet (headings
and header cells) is bold still, and each kind of element gets a class of its own, as pages without such elements give them; the class
is an opaque word that says nothing of rank, and differs from page to page.
"""

from hashlib import blake2b
from typing import Final

import turbohtml

HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
SHOWN_BOLD: Final = frozenset((*HEADINGS, "th"))
HIDDEN: Final = (
    *HEADINGS,
    *("dl dt dd ul ol menu li table caption thead tbody tfoot tr th td".split()),
    *(
        "article section aside nav main header footer hgroup address figure figcaption blockquote details summary".split()
    ),
)


def _opaque(url: str, tag: str) -> str:
    return "k" + blake2b(f"{url} {tag}".encode(), digest_size=4).hexdigest()


def hide(html: str, url: str) -> str:
    """The page without the meaning of its markup."""
    tree = turbohtml.parse(html)
    for tag in HIDDEN:
        for element in tree.select(tag):
            opaque = _opaque(url, tag)
            if tag in SHOWN_BOLD:
                element.wrap(turbohtml.Element("div", {"class": opaque}))
                element.tag = "b"
            else:
                element.attrs["class"] = f"{element.attr('class') or ''} {opaque}".strip()
                element.tag = "div"
    return tree.serialize()
