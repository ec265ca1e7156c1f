"""The automorphisms of a finite graph.

>>> len(automorphisms([[1, 3], [0, 2], [1, 3], [2, 0]], most=100))
8
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_PATIENCE = 100
"""Steps of the search for each automorphism that may be found."""


class TooManyAutomorphisms(Exception):
    """There are more than asked for, or they are too hard to find."""


def automorphisms(neighbors: Sequence[Sequence[int]], most: int) -> list[tuple[int, ...]]:
    """All permutations of the vertices that map neighbors to neighbors, the identity first.

    Raises TooManyAutomorphisms if there are more than ``most``, or after many steps. Vertices are mapped in
    an order in which each, if possible, has a neighbor before it; what they go to must have the same color.
    """
    joined = [frozenset(near) for near in neighbors]
    colors = _colors(joined)
    order = list(_reached(joined))
    found: list[tuple[int, ...]] = []
    steps = 0
    stack: list[tuple[dict[int, int], Iterator[int]]] = [({}, iter(_ways(joined, colors, order, {})))]
    while stack:
        image, ways = stack[-1]
        to = next(ways, None)
        steps += 1
        if to is None:
            stack.pop()
            continue
        extended = {**image, order[len(image)]: to}
        if len(extended) == len(order):
            found.append(tuple(extended[vertex] for vertex in range(len(order))))
        else:
            stack.append((extended, iter(_ways(joined, colors, order, extended))))
        if len(found) > most or steps > _PATIENCE * most:
            raise TooManyAutomorphisms
    return sorted(found, key=lambda image: image != tuple(range(len(order))))


def _ways(
    joined: Sequence[frozenset[int]], colors: Sequence[int], order: Sequence[int], image: dict[int, int]
) -> list[int]:
    """Where the next vertex can go."""
    vertex, used = order[len(image)], set(image.values())
    before = [other for other in image if other in joined[vertex]]
    candidates = joined[image[before[0]]] if before else range(len(order))
    wanted = {image[other] for other in before}
    return [
        to
        for to in sorted(candidates)
        if to not in used and colors[to] == colors[vertex] and joined[to] & used == wanted
    ]


def _colors(joined: Sequence[frozenset[int]]) -> list[int]:
    """Vertices of different colors are not mapped to each other: equal numbers of neighbors of each color."""
    colors = [0] * len(joined)
    while True:
        looks = [(colors[v], tuple(sorted(colors[near] for near in joined[v]))) for v in range(len(joined))]
        numbers = {look: number for number, look in enumerate(sorted(set(looks)))}
        refined = [numbers[look] for look in looks]
        if len(numbers) == len(set(colors)):
            return refined
        colors = refined


def _reached(joined: Sequence[frozenset[int]]) -> dict[int, None]:
    found: dict[int, None] = {}
    for start in range(len(joined)):
        waiting = [start]
        for vertex in waiting:
            if vertex not in found:
                found[vertex] = None
                waiting += sorted(joined[vertex])
    return found
