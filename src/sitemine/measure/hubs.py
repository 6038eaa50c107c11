"""Hubs and authorities of a site: how much each page lists, and how much it is listed.

LAMIS (Kao, Lin, Ho, Chen 2004), sections 3.3, 4.2 and 5.2.1. With the links (u, v) of a site and their weights alpha,

    A(v) = sum of H(u) alpha_uv        H(v) = sum of A(u) alpha_vu        each divided by its norm
    LN:  A(v) = sum of H(u) alpha_uv / out(u)     H(v) = sum of A(u) alpha_vu / in(u)
    CB:  u is a block of a page; the hub of the page is the sum of those of its blocks
    TW:  alpha is multiplied by 1 + log10 of the number of terms of the anchor
    HR:  pages are ordered by H - n A, n = log2 of the number of links / 1000; else by H

where out and in are the sums of the alpha of a hub's and of an authority's links. HITS is the same with alpha = 1.

LN needs no iteration: the fixed point to which it leads, from H = 1, is in each component c of the hubs and authorities

    H(u) = out(u) / out(c) * hubs(c)          A(v) = in(v) / in(c) * hubs(c)

(Lempel and Moran 2001 for SALSA; it holds for weights as well). So on a site of one component HITS-LN orders pages as OL does,
and LAMIS-LN by all that their links inform. What the paper leaves open is an option, L1 to L9 of `options.Lamis`.

Sums over links are counts by page (bincount): ten steps over ten million links take two seconds, no longer than it takes
to build the two sparse matrices that would make the steps themselves quicker.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemine.dom.table import Ints
from sitemine.measure.components import components
from sitemine.measure.sitelinks import SiteLinks
from sitemine.measure.structure import Floats
from sitemine.measure.variants import VARIANTS, Variant
from sitemine.options import Lamis

LINKS_OF_ONE: Final = 1_000
"""Links of a site for which n of HR is 0 (section 5.2.1)."""

_ORDER: Final = {"l1": 1, "l2": 2, "max": np.inf}


@dataclass(frozen=True, slots=True, eq=False)
class Hubs:
    """What a link analysis says of each page of a site."""

    hub: Floats
    authority: Floats
    rank: Floats  # by which pages are ordered, TOC pages first
    change: Floats  # of the hubs (L2) in each step; none where they come from the closed form
    is_converged: bool
    is_told: bool  # False: no link of the site informs, and pages are ordered by their number of out-links


class Edges(NamedTuple):
    """Weighted edges from hubs, which are pages or blocks, to pages."""

    hub_page: npt.NDArray[np.integer]  # page of each hub
    hub: npt.NDArray[np.integer]
    target: npt.NDArray[np.integer]
    weight: Floats
    n_pages: int

    def to_pages(self, hubs: Floats, weight: Floats) -> Floats:
        """What the hubs give to each page."""
        return _sums(self.target, weight * hubs[self.hub], self.n_pages)

    def to_hubs(self, authorities: Floats, weight: Floats) -> Floats:
        """What the pages give to each hub."""
        return _sums(self.hub, weight * authorities[self.target], len(self.hub_page))


class _Found(NamedTuple):
    """Hubs and authorities of some edges."""

    hubs: Floats
    authorities: Floats
    change: Floats


def _sums(place: npt.NDArray[np.integer], value: npt.NDArray[np.generic], n: int) -> Floats:
    """The sum of the values at each place; of no values at all, bincount would give whole numbers."""
    return np.bincount(place, value, n).astype(np.float64, copy=False)


def _inverse(value: Floats) -> Floats:
    return np.divide(1.0, value, out=np.zeros_like(value), where=value > 0)


def _unit(value: Floats, norm: str) -> Floats:
    """The values divided by their norm; zeros stay zeros."""
    size = np.linalg.norm(value, _ORDER[norm]) if len(value) else 0.0
    return value / size if size > 0 else value


def _apart(one: Floats, other: Floats) -> float:
    """How far two directions are apart, L2."""
    return float(np.linalg.norm(_unit(one, "l2") - _unit(other, "l2")))


def _steps(edges: Edges, give: Floats, take: Floats, options: Lamis) -> Iterator[tuple[Floats, Floats]]:
    """The hubs and authorities after each step; `give` and `take` are the weights towards authorities and hubs."""
    hubs, authorities = np.ones(len(edges.hub_page)), np.ones(edges.n_pages)
    while True:
        found = _unit(edges.to_pages(hubs, give), options.norm)
        before = found if options.schedule == "sequential" else authorities
        hubs, authorities = _unit(edges.to_hubs(before, take), options.norm), found
        yield hubs, authorities


def iterated(edges: Edges, options: Lamis, *, normalised: bool) -> _Found:
    """Hubs and authorities by mutual reinforcement, step by step."""
    give = take = edges.weight
    if normalised:
        give = edges.weight * _inverse(_sums(edges.hub, edges.weight, len(edges.hub_page)))[edges.hub]
        take = edges.weight * _inverse(_sums(edges.target, edges.weight, edges.n_pages))[edges.target]
    steps = _steps(edges, give, take, options)
    (hubs, authorities), before = next(steps), np.ones(len(edges.hub_page))
    change = [_apart(hubs, before)]
    while len(change) < options.iterations:
        before, (hubs, authorities) = hubs, next(steps)
        change.append(_apart(hubs, before))
    return _Found(hubs, authorities, np.array(change))


def fixed_point(edges: Edges, options: Lamis) -> _Found:
    """Hubs and authorities under link normalisation, as the steps would leave them in the end."""
    n_hubs = len(edges.hub_page)
    informs = edges.weight > 0
    hub, target, weight = edges.hub[informs], edges.target[informs], edges.weight[informs]
    part = components(n_hubs + edges.n_pages, hub, target + np.intp(n_hubs))
    out, into = _sums(hub, weight, n_hubs), _sums(target, weight, edges.n_pages)
    mass = _sums(part[:n_hubs], out > 0, len(part)) * _inverse(_sums(part[:n_hubs], out, len(part)))
    hubs, authorities = out * mass[part[:n_hubs]], into * mass[part[n_hubs:]]
    return _Found(_unit(hubs, options.norm), _unit(authorities, options.norm), np.zeros(0))


class _Analysis:
    """A site's links under some options, with what the variants share made once."""

    def __init__(self, links: SiteLinks, options: Lamis) -> None:
        self.options = options
        self.links = links if options.self_links else links.only(links.source != links.target)

    def _pairs(self, hub: Ints) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """The links in order of hub and target, and where each pair begins."""
        key = hub.astype(np.int64) * self.links.n_pages + self.links.target
        order = np.argsort(key, kind="stable")
        ordered = key[order]
        is_new = np.ones(len(key), np.bool_)
        is_new[1:] = ordered[1:] != ordered[:-1]
        return order, np.flatnonzero(is_new)

    @cached_property
    def page_pairs(self) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """The links in order of the pages they join, and where each pair of pages begins."""
        return self._pairs(self.links.source)

    @cached_property
    def out_links(self) -> Floats:
        """OL of each page."""
        order, first = self.page_pairs
        source = self.links.source
        chosen = source[order[first]] if self.options.parallel == "max" else source
        return np.bincount(chosen, minlength=self.links.n_pages).astype(np.float64)

    @cached_property
    def n(self) -> float:
        """The coefficient of HR."""
        distinct = self.options.counted == "distinct"
        count = len(self._pairs(self.links.block)[1]) if distinct else len(self.links)
        n = float(np.log2(max(count, 1) / LINKS_OF_ONE))
        return max(n, 0.0) if self.options.clamped else n

    def edges(self, variant: Variant) -> Edges:
        """The edges that a variant works on."""
        links = self.links
        weight = links.alpha if variant.method == "lamis" else np.ones(len(links))
        if variant.by_length:
            weight = weight * (1.0 + np.log10(np.maximum(links.n_terms, 1)))
        if variant.by_block:
            return Edges(links.block_page, links.block, links.target, weight, links.n_pages)
        hub, target, pages = links.source, links.target, np.arange(links.n_pages)
        if self.options.parallel == "max" and len(links):
            order, first = self.page_pairs
            weight = np.maximum.reduceat(weight[order], first)
            hub, target = hub[order[first]], target[order[first]]
        return Edges(pages, hub, target, weight, links.n_pages)

    def solve(self, variant: Variant) -> Hubs:
        """Hubs and authorities of a variant; pages are ordered by their hubs."""
        edges, options = self.edges(variant), self.options
        if variant.normalised and options.closed_form:
            found = fixed_point(edges, options)
        else:
            found = iterated(edges, options, normalised=variant.normalised)
        if options.block_hubs == "sum":
            hub = _sums(edges.hub_page, found.hubs, edges.n_pages)
        else:
            hub = np.zeros(edges.n_pages)
            np.maximum.at(hub, edges.hub_page, found.hubs)
        is_told = bool(edges.weight.any())
        rank = hub if is_told else self.out_links
        is_still = len(found.change) == 0 or float(found.change[-1]) < options.converged
        return Hubs(hub, found.authorities, rank, found.change, is_still, is_told)

    def counted(self) -> Hubs:
        """OL: hubs are numbers of out-links, and nothing is an authority."""
        none = np.zeros(self.links.n_pages)
        return Hubs(self.out_links, none, self.out_links, np.zeros(0), is_converged=True, is_told=len(self.links) > 0)

    def hybrid(self, found: Hubs) -> Hubs:
        """The same with pages ordered by hubs less authorities."""
        hub, authority = found.hub, found.authority
        if not found.is_told:
            return found
        if self.options.scaled:
            hub, authority = _unit(hub, "max"), _unit(authority, "max")
        return replace(found, rank=hub - self.n * authority)


def analyse(links: SiteLinks, names: Iterable[str] = VARIANTS, options: Lamis | None = None) -> dict[str, Hubs]:
    """What each link analysis says of a site, by the names given; what they share is made once."""
    analysis = _Analysis(links, options or Lamis())
    solved: dict[Variant, Hubs] = {}
    told: dict[str, Hubs] = {}
    for name in names:
        variant = Variant.named(name)
        plain = replace(variant, hybrid=False)
        if plain not in solved:
            solved[plain] = analysis.counted() if variant.method == "ol" else analysis.solve(plain)
        told[name] = analysis.hybrid(solved[plain]) if variant.hybrid else solved[plain]
    return told


def hubs_of(links: SiteLinks, name: str, options: Lamis | None = None) -> Hubs:
    """What one link analysis says of a site."""
    return analyse(links, (name,), options)[name]
