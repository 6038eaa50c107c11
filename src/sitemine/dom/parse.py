"""What the HTML parser makes of one page: the only file that knows the parser (turbohtml).

The parser builds the WHATWG tree in C and writes it out again, in C. In what it writes every element is explicit, every
`<` opens a tag and every `>` closes one, values stand in quotes, and `<`, `>` and `&` in text and values are escaped; so
`scan` can read the tree off the bytes with a few array operations, and no Python runs per node. (Told as events to a
handler, or walked node by node, the same page of 290 kB takes three times as long.)

What is never read is taken out of the tree before it is written: scripts, styles, templates, comments, what drawings are
made of (an eighth of the bytes of a modern page), and what stands in elements whose content is not markup.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import turbohtml

from sitemine import kernel
from sitemine.options import Limits

UNREAD: Final = "script, style, template, svg > *"
VERBATIM: Final = ("iframe", "noembed", "noframes", "xmp", "plaintext")
WRITTEN: Final = turbohtml.Html(
    layout=turbohtml.Minify(collapse_whitespace=False, omit_optional_tags=False, unquote_attributes=False)
)
SPEAKERS: Final = (
    *("html[lang]", "base[href]", 'link[rel~="canonical" i]', "meta[content]", "title"),
    'script[type*="application/ld+json" i]',
)
"""Asked for one by one: the parser knows where each tag stands, and walks the tree only for lists of selectors."""

SPEAKING: Final = {
    "html": ("lang",),
    "base": ("href",),
    "link": ("rel", "href"),
    "meta": ("property", "name", "itemprop", "http-equiv", "content"),
}
FORMULAS: Final = 'script[type^="math/tex" i]'
"""Where pages keep formulas for MathJax."""

MOST_SAID: Final = 500
"""Elements that are asked what they say of the page; the page with most of 7,543 has 212."""

LESS: Final = ord("<")
GREATER: Final = ord(">")
QUOTE: Final = ord('"')


class ParseLimitError(Exception):
    """A page has more nodes or attributes than `Limits` allows."""


class Marks(NamedTuple):
    """Where tags and values begin and end, for `scan`."""

    places: npt.NDArray[np.int32]  # of <, > and "
    kinds: npt.NDArray[np.uint8]  # which of them each is


class Tags(NamedTuple):
    """Tags and attributes as the kernel has found them."""

    tags: bytearray
    attributes: bytearray
    invented: list[str]  # names of tags that are not known, in the order that they first appear


@dataclass(frozen=True, slots=True)
class Markup:
    """One page as the parser writes it."""

    data: bytes  # UTF-8
    marks: Marks | Tags
    said: tuple[tuple[str, str, dict[str, str]], ...]  # what speaks of the page: tag, text, attributes


def _said(tree: turbohtml.Document) -> tuple[tuple[str, str, dict[str, str]], ...]:
    """The elements that speak of the page: tag, text, and those of their attributes that matter."""
    said = []
    for element in [element for speaker in SPEAKERS for element in tree.select(speaker)[:MOST_SAID]]:
        tag = element.tag
        if tag == "title" and element.namespace is not turbohtml.Namespace.HTML:
            continue  # that of a drawing
        attributes = {name: value for name in SPEAKING.get(tag, ()) if (value := element.attr(name)) is not None}
        said.append((tag, "" if attributes else element.text, attributes))
    return tuple(said)


def _make_plain(tree: turbohtml.Document) -> None:
    """Takes out what would be written unescaped; old ways to show code become `pre`."""
    for element in [element for tag in VERBATIM for element in tree.select(tag)]:
        if element.namespace is not turbohtml.Namespace.HTML:
            continue  # in drawings and formulas these names mean nothing, and what they hold is escaped
        if element.tag in ("xmp", "plaintext"):
            element.tag = "pre"
        else:
            element.clear()
    for element in tree.select(FORMULAS):
        element.tag = (
            "annotation"  # what the source of a formula is called in MathML: it is read, other scripts are not
        )
    tree.remove(UNREAD)


def _check(angles: int, attributes: int, limits: Limits) -> None:
    """Refuses a page with too many nodes or attributes."""
    if angles > 4 * limits.nodes:
        raise ParseLimitError(f"more than {limits.nodes} nodes")
    if attributes > limits.attributes:
        raise ParseLimitError(f"{attributes} attributes on one element, more than {limits.attributes}")


def _marks(data: bytes, limits: Limits) -> Marks:
    letters = np.frombuffer(data, np.uint8)
    places = np.flatnonzero((letters == LESS) | (letters == GREATER) | (letters == QUOTE)).astype(np.int32)
    kinds = letters[places]
    angles = np.flatnonzero(kinds != QUOTE)
    in_tag = np.diff(angles)[kinds[angles[:-1]] == LESS]
    _check(len(angles), int(in_tag.max(initial=1)) // 2, limits)
    return Marks(places, kinds)


def _tags(quick: kernel.Kernel, data: bytes, limits: Limits) -> Tags:
    from sitemine.dom.compiled import scan

    tags, rows, invented, angles, most = scan(quick, data, limits)
    _check(angles, most, limits)
    return Tags(tags, rows, invented)


def parse(text: str, limits: Limits) -> Markup:
    """The page as the parser understands it; raises `ParseLimitError` where it has more than `limits` allows."""
    if len(text) > limits.bytes:
        raise ParseLimitError(f"{len(text)} characters, more than {limits.bytes}")
    tree = turbohtml.parse(text, positions=False)
    said = _said(tree)
    _make_plain(tree)
    data, quick = tree.encode("utf-8", WRITTEN), kernel.compiled
    return Markup(data, _marks(data, limits) if quick is None else _tags(quick, data, limits), said)
