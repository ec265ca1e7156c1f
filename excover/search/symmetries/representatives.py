"""One option of each orbit: a smaller search, from which all covers follow.

>>> from excover.base.names import ItemName, OptionName
>>> cells = [(ItemName("cell", (k,)), 1, 1) for k in range(4)]  # of a square: 0 1 / 2 3
>>> dominoes = Matrix.build(cells, [(OptionName("d", p), p) for p in ((0, 1), (2, 3), (0, 2), (1, 3))])
>>> group = Group(4, [array("I", [3, 2, 0, 1]), array("I", [0, 1, 3, 2])])
>>> chosen = representatives(dominoes, group)
>>> chosen.of, [(part.weight, list(map(str, part.matrix.options))) for part in chosen.parts()]
('1 of 2 options of `cell[0]`, under 2 symmetries', [(2, ['d(0, 1)', 'd(2, 3)', 'd(1, 3)'])])

An item that must be covered exactly once divides the covers by the option that covers it. A symmetry that
permutes these options maps the covers with one of them to the covers with another, one to one. So a count
needs the covers with one option of each orbit, times the length of the orbit; a listing needs them and, for
each option of the orbit, one symmetry that maps the first to it.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from excover.matrix.matrix import Matrix
from excover.search._core import Images, is_automorphism
from excover.search.consumers import SYMMETRIES
from excover.search.native import native_problem
from excover.search.symmetries.group import Group, Look, Permutation, go_on
from excover.search.tuning import tuning


@dataclass(frozen=True, slots=True)
class WeightedPart:
    """A part of a count: the covers of the ``matrix`` count ``weight`` times each."""

    weight: int
    matrix: Matrix


@dataclass(frozen=True, eq=False)
class Representatives:
    """The ``orbits`` of the options of an ``item`` under a ``group`` that permutes them.

    Every orbit is ascending; its first option represents it.
    """

    matrix: Matrix
    item: int
    group: Group
    orbits: Sequence[Sequence[int]]

    @property
    def of(self) -> str:
        """What is searched instead of what, in words."""
        options, name = len(self.matrix.columns[self.item]), self.matrix.items[self.item]
        return (
            f"{len(self.orbits):,} of {options:,} options of `{name}`, under {self.group.order:,} symmetries"
        )

    def parts(self) -> list[WeightedPart]:
        """What to count, one for each length of orbits."""
        by_length: dict[int, list[int]] = defaultdict(list)
        for orbit in self.orbits:
            by_length[len(orbit)].append(orbit[0])
        return [
            WeightedPart(length, self.matrix.restricted(self._with(chosen)))
            for length, chosen in by_length.items()
        ]

    @cached_property
    def kept(self) -> list[int]:
        """The options of `listed`, by their numbers in the matrix."""
        return self._with([orbit[0] for orbit in self.orbits])

    @property
    def listed(self) -> Matrix:
        """The matrix without the other options of the orbits."""
        return self.matrix.restricted(self.kept)

    def _with(self, chosen: Sequence[int]) -> list[int]:
        left_out = set(self.matrix.columns[self.item]).difference(chosen)
        return [option for option in range(len(self.matrix.options)) if option not in left_out]

    def images(self) -> Images | None:
        """Makes all covers from those of `listed`; None if the group is too large to keep its elements."""
        options = len(self.matrix.options)
        if self.group.order * options > tuning.orbit_numbers:
            return None
        elements = list(self.group.elements())
        chosen: list[list[int]] = [[] for _ in range(options)]
        for orbit in self.orbits:
            leading: dict[int, int] = {}
            for number, element in enumerate(elements):
                leading.setdefault(element[orbit[0]], number)
            chosen[orbit[0]] = [leading[option] for option in orbit]
        firsts, numbers = array("I", [0]), array("I")
        for row in chosen:
            numbers.extend(row)
            firsts.append(len(numbers))
        problem = native_problem(self.matrix, SYMMETRIES)
        return Images(problem, array("I", self.kept), array("I", b"".join(elements)), firsts, numbers)


def representatives(matrix: Matrix, group: Group, look: Look = go_on) -> Representatives | None:
    """The item whose options fall into the fewest orbits, if at least a third of them can be left out.

    An item whose orbits have one length makes a count of one part, and is preferred. None if there is no such
    item. Every generator is tested, so that an error elsewhere cannot lead to a wrong count. ``look`` is
    called between two steps, and may end the work by an exception.
    """
    generators = group.generators
    if not generators or not _are_automorphisms(matrix, generators, look):
        return None
    items = _Items(matrix, group, look)
    found = items.fixed()
    if max(map(_gain, found), default=1) < 2:
        found += items.moved()
    most = max(map(_gain, found), default=1)
    if not found or most < tuning.orbit_gain:
        return None
    return min((each for each in found if 2 * _gain(each) >= most), key=_merit)


def _are_automorphisms(matrix: Matrix, generators: list[Permutation], look: Look) -> bool:
    problem, prices = native_problem(matrix, SYMMETRIES), matrix.prices()
    for each in generators:
        look()
        if not is_automorphism(problem, prices, each):
            return False
    return True


def _gain(each: Representatives) -> float:
    """How many times fewer options."""
    return sum(map(len, each.orbits)) / len(each.orbits)


def _merit(each: Representatives) -> tuple[bool, int]:
    """Least for the best: the fewer representatives there are, the earlier a search branches on them."""
    return len({len(orbit) for orbit in each.orbits}) > 1, len(each.orbits)


class _Items:
    """The items that must be covered exactly once, one for each set of options, and where generators map
    them.
    """

    def __init__(self, matrix: Matrix, group: Group, look: Look) -> None:
        self._matrix, self._group, self._generators, self._look = matrix, group, group.generators, look
        bounds = zip(matrix.lower, matrix.upper, matrix.colored, strict=True)
        self._sets: dict[frozenset[int], int] = {}
        for item, of_item in enumerate(bounds):
            if of_item == (1, 1, 0) and len(matrix.columns[item]) > 1:
                self._sets.setdefault(frozenset(matrix.columns[item]), item)
        self._images = {
            item: [self._sets[frozenset(map(by.__getitem__, options))] for by in self._generators]
            for options, item in self._sets.items()
        }

    def fixed(self) -> list[Representatives]:
        """With the items that stay in place."""
        return [
            self._with(item, self._group, self._generators)
            for item, images in self._images.items()
            if all(image == item for image in images)
        ]

    def moved(self) -> list[Representatives]:
        """With an item of each of the shortest orbits, and the symmetries that fix it."""
        orbits, known = [], set[int]()
        for item in self._images:
            if item not in known:
                known.update(orbit := self._orbit(item))
                orbits.append(orbit)
        shortest = sorted((orbit for orbit in orbits if 1 < len(orbit) < self._group.order), key=len)
        return [
            self._with(orbit[0], fixing := self._stabilizer(orbit), fixing.generators)
            for orbit in shortest[: tuning.orbit_items]
            if len(orbit) * len(self._generators) * len(self._matrix.options) <= tuning.orbit_numbers
        ]

    def _orbit(self, item: int) -> list[int]:
        reached = {item: None}
        waiting = [item]
        for each in waiting:
            for image in self._images[each]:
                if image not in reached:
                    reached[image] = None
                    waiting.append(image)
        return waiting

    def _stabilizer(self, orbit: Sequence[int]) -> Group:
        """The subgroup that fixes the first item of its orbit, by Schreier's lemma."""
        identity = array("I", range(len(self._matrix.options)))
        to = {orbit[0]: identity}
        for item in orbit:
            for image, by in zip(self._images[item], self._generators, strict=True):
                if image not in to:
                    to[image] = _product(to[item], by)
        back = {item: _inverse(element) for item, element in to.items()}
        made = {
            _product(_product(to[item], by), back[image]).tobytes()
            for item in orbit
            for image, by in zip(self._images[item], self._generators, strict=True)
        }
        generators = [array("I", each) for each in sorted(made - {identity.tobytes()})]
        return Group(len(identity), generators, self._look)

    def _with(self, item: int, group: Group, generators: list[Permutation]) -> Representatives:
        self._look()
        orbits, known = [], set[int]()
        for option in self._matrix.columns[item]:
            if option in known:
                continue
            orbit = [option]
            known.add(option)
            for each in orbit:
                new = {by[each] for by in generators} - known
                known |= new
                orbit += new
            orbits.append(sorted(orbit))
        return Representatives(self._matrix, item, group, orbits)


def _product(first: Permutation, then: Permutation) -> Permutation:
    return array("I", map(then.__getitem__, first))


def _inverse(element: Permutation) -> Permutation:
    inverse = element[:]
    for point, image in enumerate(element):
        inverse[image] = point
    return inverse
