"""An article as clean HTML: the elements that text has, their addresses and spans, and nothing that runs, loads or styles."""

from collections.abc import Sequence
from html import escape
from typing import Final

from sitemine.mine.article.addresses import Addresses
from sitemine.mine.article.parts import Part, text_of
from sitemine.mine.article.shape import HEADINGS, Inside
from sitemine.mine.article.wanted import Wanted

TAGS: Final = {
    **{heading: heading for heading in HEADINGS},
    **{kind: kind for kind in ("p", "ul", "ol", "li", "dl", "dt", "dd", "em", "strong", "del", "sub", "sup", "figure")},
    "quote": "blockquote",
    "row": "tr",
}
"""How parts without attributes are written, but for the numbers of items."""

INLINE: Final = frozenset(("em", "strong", "del", "sub", "sup"))


class _Writer:
    """How one article is written."""

    def __init__(self, addresses: Addresses, wanted: Wanted) -> None:
        self._addresses = addresses
        self._wanted = wanted

    def inside(self, parts: "Inside | Sequence[Part]") -> str:
        return "".join(escape(part, quote=False) if isinstance(part, str) else self.part(part) for part in parts)

    def part(self, part: Part) -> str:
        if part.kind in TAGS:
            return self._tagged(part)
        if part.kind in {"a", "image", "formula", "code", "pre", "br"}:
            return getattr(self, f"_{part.kind}")(part)  # type: ignore[no-any-return]
        if part.kind == "table":
            return f"<table>{self.inside(part.inside)}</table>\n" if self._wanted.tables else ""
        if part.kind == "cell":
            return self._cell(part)
        if part.kind == "caption":
            tag = "caption" if part.said.get("of") == "table" else "figcaption"
            return f"<{tag}>{self._brief(part)}</{tag}>"
        return self.inside(part.inside)

    def _tagged(self, part: Part) -> str:
        tag = TAGS[part.kind]
        inside = self._brief(part) if part.kind in {"li", "dt", "dd"} else self.inside(part.inside)
        value = f' value="{part.said["number"]}"' if part.said.get("number") else ""
        return f"<{tag}{value}>{inside}</{tag}>" + ("" if part.kind in INLINE else "\n")

    def _brief(self, part: Part) -> str:
        """What a part holds, without a paragraph around it where it holds but one, and lists perhaps."""
        held = [block for block in part.inside if isinstance(block, Part)]
        if held and held[0].kind == "p" and all(block.kind != "p" for block in held[1:]):
            return self.inside(held[0].inside) + self.inside(held[1:])
        return self.inside(part.inside)

    def _cell(self, part: Part) -> str:
        tag = "th" if part.said["head"] else "td"
        spans = "".join(f' {name}="{part.said[name]}"' for name in ("colspan", "rowspan") if part.said[name] != "1")
        return f"<{tag}{spans}>{self._brief(part)}</{tag}>"

    def _a(self, part: Part) -> str:
        url = self._addresses.link(part.said.get("href", "")) if self._wanted.links else ""
        return f'<a href="{escape(url)}">{self.inside(part.inside)}</a>' if url else self.inside(part.inside)

    def _image(self, part: Part) -> str:
        url = self._addresses.image(part.said) if self._wanted.images else ""
        return f'<img src="{escape(url)}" alt="{escape(part.said.get("alt", ""))}">' if url else ""

    def _formula(self, part: Part) -> str:
        marks = (r"\[", r"\]") if part.said["display"] else (r"\(", r"\)")
        return f'<span class="math">{marks[0]}{escape(part.said["text"], quote=False)}{marks[1]}</span>'

    def _code(self, part: Part) -> str:
        return f"<code>{escape(text_of(part.inside), quote=False)}</code>"

    def _pre(self, part: Part) -> str:
        language = f' class="language-{escape(part.said["language"])}"' if part.said["language"] else ""
        return f"<pre><code{language}>{escape(part.said['text'].rstrip(), quote=False)}</code></pre>\n"

    def _br(self, _part: Part) -> str:
        return "<br>\n"


def to_html(blocks: Sequence[Part], addresses: Addresses, wanted: Wanted) -> str:
    """Blocks as HTML."""
    return _Writer(addresses, wanted).inside(blocks).strip()
