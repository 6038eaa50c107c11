"""The names of the link analyses that LAMIS compares, and what each of them switches on.

LAMIS (Kao, Lin, Ho, Chen 2004), section 5.2:

    ol      pages by the number of pages that they link to
    hits    hubs and authorities; every link weighs 1
    lamis   the same; a link weighs what its anchor informs
    -ln     link normalisation, with which hits is SALSA
    -pa     each page is one hub (page mode), as is said where nothing is
    -cb     each block of a page is a hub of its own (content block mode)
    -hr     hybrid rank: hubs less authorities
    -tw     a link weighs more, the more terms its anchor has
"""

from dataclasses import dataclass
from itertools import product
from typing import Final

from sitemine.errors import UsageError

METHODS: Final = ("ol", "hits", "lamis")
PARTS: Final = ("ln", "pa", "cb", "hr", "tw")


@dataclass(frozen=True, slots=True)
class Variant:
    """One link analysis."""

    method: str
    normalised: bool = False  # LN
    by_block: bool = False  # CB; else PA
    hybrid: bool = False  # HR
    by_length: bool = False  # TW

    @property
    def name(self) -> str:
        """Its name, as the paper writes it, in lower case; page mode is not said."""
        flags = {"ln": self.normalised, "cb": self.by_block, "hr": self.hybrid, "tw": self.by_length}
        return "-".join([self.method, *(part for part, is_on in flags.items() if is_on)])

    @classmethod
    def named(cls, name: str) -> "Variant":
        """The analysis of a name, in any case and with its parts in any order.

        >>> Variant.named("LAMIS-LN-CB-HR-TW").by_block
        True
        """
        method, *parts = name.lower().split("-")
        is_wrong = method not in METHODS or (method == "ol" and parts) or {"pa", "cb"} <= set(parts)
        if is_wrong or set(parts) - set(PARTS) or len(parts) > len(set(parts)):
            raise UsageError(
                f"there is no link analysis {name!r}; there are ol, and hits and lamis with any of "
                "-ln, -pa or -cb, -hr, -tw (as lamis-ln-cb-hr-tw)"
            )
        return cls(method, "ln" in parts, "cb" in parts, "hr" in parts, "tw" in parts)


VARIANTS: Final = (
    "ol",
    *(Variant(method, *flags).name for method in METHODS[1:] for flags in product((False, True), repeat=4)),
)
"""The names of all link analyses."""
