"""The taxonomy that several trees have in common: Algorithm 1 of OntoMiner, TaxMiner.

    NFR := {}
    for i = 1 .. d:   R := NFR + {(a, b): a is the ancestor of b at distance i}, in all trees
                      FR_i := the pairs of R with support >= Sup;   NFR := the others
    return the union of the FR_i

so a pair that is direct on one site and has a level between on another is found when i is 2. (The paper's first line sets R_0; it is NFR_0 that is
used.) Support is the number of trees, not of occurrences, since a large site would else decide alone (O10). Of a concept's several
frequent parents the deepest stays, and of a cycle the edge of least support goes (O11).
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from sitemine.options import Ontominer

LEAST_SITES: Final = 2

Tree = Mapping[str, frozenset[str]]
"""The parents of each concept that has one; mostly one parent, several where a concept stands twice."""


class Relation(NamedTuple):
    """A frequent pair: b below a."""

    above: str
    below: str
    support: int
    distance: int  # the round that found it


def least_support(n_trees: int, options: Ontominer | None = None) -> int:
    """Sup: 20 % of the sites, and at least two."""
    share = (options or Ontominer()).support
    return max(LEAST_SITES, -(-round(share * 100) * n_trees // 100))


def related(tree: Tree) -> dict[int, set[tuple[str, str]]]:
    """The (ancestor, descendant) pairs of a tree by their distance."""
    found: dict[int, set[tuple[str, str]]] = defaultdict(set)
    for concept in tree:
        seen, level, distance = {concept}, tree[concept], 1
        while level := frozenset(level - seen):
            found[distance] |= {(above, concept) for above in level}
            seen |= level
            level = frozenset().union(*(tree.get(above, frozenset()) for above in level))
            distance += 1
    return dict(found)


def taxminer(trees: Sequence[Tree], least: int) -> list[Relation]:
    """The frequent relations of some trees, round by round."""
    at: dict[int, dict[tuple[str, str], set[int]]] = defaultdict(lambda: defaultdict(set))
    for number, tree in enumerate(trees):
        for distance, pairs in related(tree).items():
            for pair in pairs:
                at[distance][pair].add(number)
    infrequent: dict[tuple[str, str], set[int]] = {}
    frequent: list[Relation] = []
    for distance in range(1, max(at, default=0) + 1):
        bag = {pair: set(sites) for pair, sites in infrequent.items()}
        for pair, sites in at[distance].items():
            bag.setdefault(pair, set()).update(sites)
        frequent += [Relation(*pair, len(bag[pair]), distance) for pair in sorted(bag) if len(bag[pair]) >= least]
        infrequent = {pair: sites for pair, sites in bag.items() if len(sites) < least}
    return frequent


def _without_cycles(relations: Sequence[Relation]) -> list[Relation]:
    """The relations, strongest first, without those that would close a cycle."""
    below: dict[str, list[str]] = defaultdict(list)
    kept = []
    for relation in sorted(relations, key=lambda one: (-one.support, one.distance, one.above, one.below)):
        waiting, reached = [relation.below], {relation.below}
        while waiting:
            fresh = [concept for concept in below[waiting.pop()] if concept not in reached]
            reached.update(fresh)
            waiting += fresh
        if relation.above not in reached:
            below[relation.above].append(relation.below)
            kept.append(relation)
    return kept


def _depths(relations: Sequence[Relation]) -> dict[str, int]:
    """The longest way to each concept, of relations without cycles."""
    above: dict[str, list[str]] = defaultdict(list)
    for relation in relations:
        above[relation.below].append(relation.above)
    depth: dict[str, int] = {}
    waiting = sorted({concept for relation in relations for concept in relation[:2]})
    while waiting:
        concept = waiting[-1]
        unknown = [one for one in above[concept] if one not in depth]
        if unknown:
            waiting += unknown
            continue
        depth[concept] = max((depth[one] + 1 for one in above[concept]), default=0)
        waiting.pop()
    return depth


def tree_of(relations: Sequence[Relation]) -> dict[str, Relation]:
    """The one relation by which each concept hangs in the tree."""
    kept = _without_cycles(relations)
    depth = _depths(kept)
    chosen: dict[str, Relation] = {}
    for relation in sorted(kept, key=lambda one: (-depth[one.above], -one.support, one.above)):
        chosen.setdefault(relation.below, relation)
    return dict(sorted(chosen.items()))
