"""Formulas as LaTeX: from what a formula says of itself in TeX, else from its MathML.

MathJax, KaTeX and MediaWiki write the source of a formula beside it, as an annotation; then nothing is converted. What is
converted of MathML is what schools and papers write with it: letters, operators, fractions, roots, scripts, tables.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sitemine.mine.article.parts import Part

NAMES: Final = dict(
    zip(
        "αβγδεϵζηθϑικλμνξπϖρϱστυφϕχψωΓΔΘΛΞΠΣΥΦΨΩ",
        (
            *(
                "alpha beta gamma delta varepsilon epsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi varpi"
            ).split(),
            *("rho varrho sigma tau upsilon varphi phi chi psi omega").split(),
            *("Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega").split(),
        ),
        strict=True,
    )
)
SIGNS: Final = dict(
    zip(
        "∑∏∫∮∞≤≥≠≈≡∼≅∝±∓×÷⋅∗∘√∂∇∈∉∋⊂⊃⊆⊇∪∩∅∀∃¬∧∨→←↔⇒⇐⇔↦…⋯⋮⋱⟨⟩‖⊕⊗⊥∥∣′∠△ℏℓℜℑ",
        (
            *(
                "sum prod int oint infty le ge ne approx equiv sim cong propto pm mp times div cdot ast circ surd"
            ).split(),
            *(
                "partial nabla in notin ni subset supset subseteq supseteq cup cap emptyset forall exists neg wedge"
            ).split(),
            *(
                "vee to leftarrow leftrightarrow Rightarrow Leftarrow Leftrightarrow mapsto ldots cdots vdots ddots"
            ).split(),
            *("langle rangle Vert oplus otimes perp parallel mid prime angle triangle hbar ell Re Im").split(),
        ),
        strict=True,
    )
)
MEANT: Final = {sign: f"\\{name} " for sign, name in {**NAMES, **SIGNS}.items()} | {
    "−": "-",
    "\u2061": "",  # "applied to", "times" and "comma" that nobody sees
    "\u2062": "",
    "\u2063": ",",
    "\u00a0": " ",
    **{sign: f"\\{sign}" for sign in "{}%#&$_"},
}
_MEANT: Final = str.maketrans(MEANT)
FUNCTIONS: Final = frozenset(
    "sin cos tan cot sec csc sinh cosh tanh log ln lg exp lim max min sup inf det dim ker arg gcd".split()
)
ACCENTS: Final = {
    "¯": "bar",
    "‾": "overline",
    "^": "hat",
    "ˆ": "hat",
    "~": "tilde",
    "˜": "tilde",
    "→": "vec",
    "⃗": "vec",
    "˙": "dot",
    ".": "dot",
    "¨": "ddot",
    "⏞": "overbrace",
    "⏟": "underbrace",
    "_": "underline",
}
NEXT_ROW: Final = r" \\ "
MATHML: Final = frozenset(
    (
        *("mi mn mo mtext ms mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd").split(),
        *("mstyle mpadded mphantom menclose mfenced semantics annotation").split(),
    )
)


def _braced(tex: str) -> str:
    return f"{{{tex.strip()}}}"


def _fraction(of: Sequence[str]) -> str:
    return rf"\frac{_braced(of[0])}{_braced(of[1])}"


def _over(of: Sequence[str]) -> str:
    accent = ACCENTS.get(of[1].strip().removeprefix("\\")) or ("vec" if of[1].strip() == r"\to" else "")
    return rf"\{accent}{_braced(of[0])}" if accent else f"{of[0]}^{_braced(of[1])}"


WAYS: Final[dict[str, tuple[int, Callable[[Sequence[str]], str]]]] = {
    "mfrac": (2, _fraction),
    "mroot": (2, lambda of: rf"\sqrt[{of[1].strip()}]{_braced(of[0])}"),
    "msub": (2, lambda of: f"{of[0]}_{_braced(of[1])}"),
    "msup": (2, lambda of: f"{of[0]}^{_braced(of[1])}"),
    "msubsup": (3, lambda of: f"{of[0]}_{_braced(of[1])}^{_braced(of[2])}"),
    "munder": (2, lambda of: f"{of[0]}_{_braced(of[1])}"),
    "mover": (2, _over),
    "munderover": (3, lambda of: f"{of[0]}_{_braced(of[1])}^{_braced(of[2])}"),
}
"""Elements with a fixed number of parts, and how these are written."""


def _letters(kind: str, text: str) -> str:
    if kind == "mtext":
        return rf"\text{{{text}}}" if text.strip() else " "
    said = text.translate(_MEANT)
    if kind == "mi" and len(text) > 1:
        return f"\\{text} " if text in FUNCTIONS else rf"\mathrm{{{said}}}" if text.isalpha() else said
    return said


def _converted(part: "Part") -> str:
    """A part of MathML as LaTeX."""
    inside = [child for child in part.inside if not isinstance(child, str)]
    if part.kind == "semantics":
        inside = inside[:1]
    if not inside:
        return _letters(part.kind, "".join(child for child in part.inside if isinstance(child, str)))
    if part.kind == "mtable":
        rows = [
            " & ".join(_converted(cell).strip() for cell in row.inside if not isinstance(cell, str)) for row in inside
        ]
        return rf"\begin{{matrix}}{NEXT_ROW.join(rows)}\end{{matrix}}"
    said = [_converted(child) for child in inside if child.kind != "annotation"]
    n_parts, write = WAYS.get(part.kind, (0, "".join))
    if n_parts and len(said) >= n_parts:
        return write(said)
    return rf"\sqrt{_braced(''.join(said))}" if part.kind == "msqrt" else "".join(said)


def _annotation(part: "Part") -> str:
    """What a formula says of itself in TeX."""
    if part.kind == "annotation":
        kind = part.said.get("encoding", "") + part.said.get("type", "")
        return "".join(child for child in part.inside if isinstance(child, str)) if "tex" in kind.lower() else ""
    found = (_annotation(child) for child in part.inside if not isinstance(child, str))
    return next(filter(None, found), "") or (part.said.get("alttext", "") if part.kind == "math" else "")


def _math(part: "Part") -> "Part | None":
    """The first MathML in a part."""
    if part.kind == "math":
        return part
    return next((found for child in part.inside if not isinstance(child, str) and (found := _math(child))), None)


def latex_of(part: "Part") -> tuple[str, bool]:
    """The formula in a part as LaTeX, empty where it has none, and whether it stands on a line of its own."""
    math = _math(part)
    tex = _annotation(part) or (_converted(math) if math else "")
    tex = " ".join(tex.split()).removeprefix(r"{\displaystyle ").strip()
    if tex.endswith("}") and tex.count("}") > tex.count("{"):
        tex = tex[:-1].strip()  # MediaWiki wraps every formula in a style
    shown = f"{part.said.get('class', '')} {part.said.get('type', '')} {part.said.get('display', '')}".lower()
    shown += f" {math.said.get('display', '')}" if math else ""
    return tex, any(word in shown for word in ("katex-display", "mode=display", "block", "true"))
