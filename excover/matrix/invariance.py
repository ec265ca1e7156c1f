"""Whether a permutation of the options preserves the global constraints of a matrix.

>>> from array import array
>>> starts, marked = array("I", range(4)), array("I", range(3))
>>> row = Connected("paint connected", None, "abc", starts, marked, [[1], [0, 2], [1]])
>>> is_kept = Invariance([row]).under
>>> is_kept([2, 1, 0]), is_kept([1, 0, 2])
(True, False)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from excover.matrix.global_constraints import Connected, GlobalConstraint


class Invariance:
    """Whether permutations of the options map constraints to each other.

    A place is known by the options that mark it. So neighbors that the same options mark count as one; where
    other places cannot be told apart, only the identity is said to preserve the constraints.
    """

    def __init__(self, constraints: Sequence[GlobalConstraint]) -> None:
        self._graphs = [_Graph.of(each) for each in constraints]
        self._own = self._images(None)

    def under(self, permutation: Sequence[int]) -> bool:
        if not all(self._graphs):
            return all(option == image for option, image in enumerate(permutation))
        return self._images(permutation) == self._own

    def _images(self, permutation: Sequence[int] | None) -> Counter[object]:
        return Counter(graph.image(permutation) for graph in self._graphs if graph)


@dataclass(frozen=True, slots=True)
class _Graph:
    """The options of each place, and the ``links``, between places by their numbers here."""

    kind: type[GlobalConstraint]
    options: Sequence[frozenset[int]]
    links: Sequence[tuple[int, int, int]]

    @classmethod
    def of(cls, constraint: GlobalConstraint) -> _Graph | None:
        """None if places cannot be told apart."""
        marking: list[set[int]] = [set() for _ in constraint.places]
        for option in range(len(constraint.starts) - 1):
            for place in constraint.of(option):
                marking[place].add(option)
        sets = list(map(frozenset, marking))
        links = [link for link in constraint.links() if sets[link[1]] and sets[link[2]]]
        head = list(range(len(sets)))
        if isinstance(constraint, Connected):
            _unite(head, [(one, other) for _, one, other in links if sets[one] == sets[other]])
        heads = [place for place, options in enumerate(sets) if options and head[place] == place]
        if len({sets[place] for place in heads}) < len(heads):
            return None
        number = {place: at for at, place in enumerate(heads)}
        united = ((owner, number[head[one]], number[head[other]]) for owner, one, other in links)
        return cls(
            type(constraint),
            [sets[place] for place in heads],
            [link for link in united if link[1] != link[2]],
        )

    def image(self, permutation: Sequence[int] | None) -> object:
        """Equal for two permutations if they map the constraint to the same."""
        sets, by = self.options, permutation
        if by is not None:
            sets = [frozenset(map(by.__getitem__, options)) for options in sets]
        links = Counter(
            (owner if by is None or owner < 0 else by[owner], frozenset((sets[one], sets[other])))
            for owner, one, other in self.links
        )
        if issubclass(self.kind, Connected):  # united places may be linked several times
            links = Counter(links.keys())
        return self.kind, frozenset(sets), frozenset(links.items())


def _unite(head: list[int], pairs: Sequence[tuple[int, int]]) -> None:
    """Makes numbers that pairs connect have the same head."""
    members = {number: [number] for number in head}
    for one, other in pairs:
        kept, gone = head[one], head[other]
        if kept != gone:
            for number in members.pop(gone):
                head[number] = kept
                members[kept].append(number)
