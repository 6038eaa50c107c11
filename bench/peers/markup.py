"""What some peers leave to their user: bytes to text before them, HTML to text after them."""

import codecs

import turbohtml
from turbohtml.detect import detect


def decoded(html: bytes) -> str:
    """The page as text, in the encoding that a browser would take."""
    encoding = detect(html).encoding or "utf-8"
    try:
        codecs.lookup(encoding)
    except LookupError:
        encoding = "utf-8"  # a few names of the WHATWG list have no codec of their own in Python
    return html.decode(encoding, errors="replace")


def text_of(markup: str) -> str:
    """The text of an HTML fragment, a line for each block."""
    return turbohtml.parse(markup).to_text()
