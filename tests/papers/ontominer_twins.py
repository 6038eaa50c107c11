"""OntoMiner as its text reads, by plain loops and sets: what the vectorised and repaired code is held against."""


def cuts(paths, delta=0.34, *, distinct=True):
    """The flat partitioner by gathering all links at each boundary."""
    last, links = {}, []
    for place, path in enumerate(paths):
        if path in last:
            links.append((last[path], place))
        last[path] = place
    found, start = [0] if paths else [], 0
    for boundary in range(1, len(paths)):
        crossing = [a for a, b in links if start <= a < boundary <= b]
        inside = [a for a, b in links if start <= a and b < boundary]
        if distinct:
            crossing, inside = {paths[a] for a in crossing}, {paths[a] for a in inside}
        if inside and len(crossing) / len(inside) < delta:
            found.append(boundary)
            start = boundary
    return found


def longest_common(a, b):
    best = {(i, j): 0 for i in range(len(a) + 1) for j in range(len(b) + 1)}
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            best[i + 1, j + 1] = best[i, j] + 1 if x == y else max(best[i, j + 1], best[i + 1, j])
    return best[len(a), len(b)]


class Tree:
    """A tree by parents and tags; its leaves in order."""

    def __init__(self, parent, tag):
        self.parent, self.tag = parent, tag
        self.leaves = [node for node in range(len(parent)) if node not in parent]
        self.D = max(8, *map(self.depth, range(len(parent))))

    def depth(self, node):
        return len(self.way(node)) - 1

    def way(self, node):
        """The nodes from the root down."""
        return [*(self.way(self.parent[node]) if self.parent[node] >= 0 else []), node]

    def common(self, nodes):
        ways = [self.way(node) for node in nodes]
        return [steps[0] for steps in zip(*ways, strict=False) if len(set(steps)) == 1][-1]

    def below(self, top, node):
        return tuple(self.tag[step] for step in self.way(node)[self.depth(top) + 1 :])

    def factors(self, i, k, j):
        """The five factors of grouping the leaves i..k with k+1..j."""
        left, right = self.leaves[i : k + 1], self.leaves[k + 1 : j + 1]
        one, other = self.common(left), self.common(right)
        both = self.common([one, other])
        to_a, to_b = self.below(both, one), self.below(both, other)
        paths_a, paths_b = [self.below(one, leaf) for leaf in left], [self.below(other, leaf) for leaf in right]
        order_a, order_b = list(dict.fromkeys(paths_a)), list(dict.fromkeys(paths_b))
        names_a = {tag for path in paths_a for tag in path} or {self.tag[one]}
        names_b = {tag for path in paths_b for tag in path} or {self.tag[other]}
        return (
            (max(self.depth(one), self.depth(other)) - self.depth(both)) / self.D,
            1 - 2 * longest_common(to_a, to_b) / (len(to_a) + len(to_b)) if to_a or to_b else 0,
            1 - len(set(paths_a) & set(paths_b)) / len(set(paths_a) | set(paths_b)),
            1 - longest_common(order_a, order_b) / max(len(order_a), len(order_b)),
            1 - len(names_a & names_b) / len(names_a | names_b),
        )

    def is_laminar(self, i, j):
        """Whether a range of leaves cuts through no element."""
        for node in range(len(self.parent)):
            held = [place for place, leaf in enumerate(self.leaves) if node in self.way(leaf)]
            a, b = held[0], held[-1]
            if a < i <= b < j or i < a <= j < b:
                return False
        return True

    def partition(self, *, laminar=True):
        """The tree of least cost over all ranges of leaves; of equals the larger k."""
        n = len(self.leaves)
        best = {(i, i): (0.0, 0, i) for i in range(n)}
        for width in range(1, n):
            for i in range(n - width):
                j = i + width
                if laminar and not self.is_laminar(i, j):
                    continue
                found = [
                    (
                        round(best[i, k][0] + best[k + 1, j][0] + sum(self.factors(i, k, j)), 9),
                        -k,
                        (best[i, k][2], best[k + 1, j][2]),
                    )
                    for k in range(i, j)
                    if (i, k) in best and (k + 1, j) in best
                ]
                best[i, j] = min(found, key=lambda one: one[:2])
        return best[0, n - 1][2]


def closure(edges):
    """All (ancestor, descendant) pairs."""
    found = set(edges)
    while True:
        more = {(a, d) for a, b in found for c, d in found if b == c and a != d} - found
        if not more:
            return found
        found |= more


def aligned(one, other, least=0.5):
    """Levenshtein with Jaccard, cell by cell."""

    def like(a, b):
        return len(a & b) / len(a | b) if a | b else 1.0

    cost = {(i, 0): float(i) for i in range(len(one) + 1)} | {(0, j): float(j) for j in range(len(other) + 1)}
    for i, a in enumerate(one, 1):
        for j, b in enumerate(other, 1):
            cost[i, j] = min(cost[i - 1, j] + 1, cost[i, j - 1] + 1, cost[i - 1, j - 1] + 2 * (1 - like(a, b)))
    return cost[len(one), len(other)]


__all__ = ["Tree", "aligned", "closure", "cuts"]
