"""An article as plain text: one line a block, code as it stands, formulas in LaTeX."""

from collections.abc import Iterator, Sequence

from sitemine.mine.article.parts import Part, text_of
from sitemine.mine.article.wanted import Wanted


def _lines(inside: "Sequence[Part | str]", wanted: Wanted) -> Iterator[str]:
    for part in inside:
        if isinstance(part, str) or (part.kind == "table" and not wanted.tables):
            continue
        if part.kind == "pre":
            yield part.said["text"].rstrip()
        elif any(isinstance(held, Part) and held.kind in HOLDING for held in part.inside):
            yield from _lines(part.inside, wanted)
        else:
            line: list[Part | str] = []
            for held in (*part.inside, Part("br")):
                if isinstance(held, Part) and held.kind == "br":
                    yield text_of(line)
                    line = []
                else:
                    line.append(held)


HOLDING = frozenset("p h1 h2 h3 h4 h5 h6 quote pre ul ol li dl dt dd table row cell figure caption".split())


def to_text(blocks: Sequence[Part], wanted: Wanted) -> str:
    """Blocks as plain text."""
    return "\n".join(line for line in _lines(blocks, wanted) if line)
