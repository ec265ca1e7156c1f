"""All covers by symmetry: those with one option of each orbit, and their images, or how many there are.

A list and a count begin without symmetries, which the covers of a small problem do not repay, and look for
them after a turn. Turns are counted in nodes, so the same matrix has the same order.

One option of each orbit: a smaller search, from which all covers follow.

>>> from excover.base.names import ItemName, OptionName
>>> from excover.search.permutation_group import Group
>>> cells = [(ItemName("cell", (k,)), 1, 1) for k in range(4)]  # of a square: 0 1 / 2 3
>>> dominoes = Matrix.build(cells, [(OptionName("d", p), p) for p in ((0, 1), (2, 3), (0, 2), (1, 3))])
>>> group = Group(4, [array("I", [3, 2, 0, 1]), array("I", [0, 1, 3, 2])])
>>> chosen = representatives(dominoes, group)
>>> chosen.of, [(part.weight, list(map(str, part.matrix.options))) for part in chosen.weighted()]
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
from functools import cached_property
from typing import TYPE_CHECKING

from excover.base.frozen import Frozen
from excover.matrix.matrix import Matrix
from excover.search._core import CoverBatch, Images, is_automorphism
from excover.search.engine import ENDLESS, Sink, VerificationError
from excover.search.engine_table import SYMMETRIES
from excover.search.native import native_problem
from excover.search.outcome import Outcome, Statistics, Unfinished
from excover.search.portfolio.by_forecast import all_listed, counted
from excover.search.run import Run
from excover.search.tuning import tuning

if TYPE_CHECKING:
    from excover.search.permutation_group import FindGroup, Group, Look, Permutation


class ListByOrbits:
    """An engine that lists the covers with one option of each orbit, and makes the others as their images.

    The images of a cover come one after the other.
    """

    def __init__(self, matrix: Matrix, run: Run, find_group: FindGroup) -> None:
        self._matrix, self._run, self._find_group = matrix, run.started(), find_group
        self._engine = all_listed(matrix, self._run)
        self._is_settled = False
        self._images: Images | None = None
        self._orbits: Representatives | None = None
        self._began: Statistics | None = None
        self._waiting = CoverBatch()

    @property
    def is_over(self) -> bool:
        return self._engine.is_over

    @property
    def progress(self) -> float | None:
        return self._engine.progress

    @property
    def outcome(self) -> Outcome:
        """It counts the images made, and the covers of which none were made yet."""
        outcome = self._engine.outcome
        if self._images is None:
            return outcome
        assert self._began
        assert self._orbits
        statistics = with_beginning(outcome.statistics, self._began, self._orbits)
        count = outcome.count - self._images.taken + self._images.made
        return outcome.replaced(count=count, statistics=statistics)

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """Works for a moment, and once it is settled, for so many nodes; continues after a KeyboardInterrupt,
        too.
        """
        if self._is_settled:
            self._engine.run_slice(max(1, solutions // self._longest), nodes)
        while not (self._is_settled or self._run.cancellation.reason):
            self._begin()

    def hand_over(self, into: Sink) -> None:
        """See the method of an engine; once it has handed over covers, there is no way back to symmetries."""
        if self._images is None:
            self._is_settled = self._is_settled or self._engine.outcome.count > 0
            self._engine.hand_over(into)
            return
        self._engine.hand_over(self._waiting)
        if fault := self._images.hand_over(self._waiting, into):
            raise VerificationError.of(fault)

    @property
    def _longest(self) -> int:
        return max(map(len, self._orbits.orbits)) if self._orbits else 1

    def _begin(self) -> None:
        """Lists for a turn, which is over already if a decision was interrupted, and then decides."""
        goal = min(tuning.orbit_turn, tuning.hybrid_head_start)
        nodes = self._engine.outcome.statistics.nodes
        if nodes < goal:
            self._engine.run_slice(ENDLESS, goal - nodes)
        if self._engine.is_over:
            self._is_settled = True
        elif self._engine.outcome.statistics.nodes >= goal:
            self._decide()

    def _decide(self) -> None:
        """Either begins again with one option of each orbit, or goes on."""
        found = found_orbits(self._matrix, self._run, self._engine.progress, self._find_group)
        images = found.images() if found else None
        if found and images:
            engine, began = all_listed(found.listed, self._run), self._engine.outcome.statistics
            self._engine, self._began, self._orbits, self._images = engine, began, found, images
        self._is_settled = True


class CountByOrbits:
    """Counts the covers with one option of each orbit, by a portfolio for each length of orbits."""

    def __init__(self, matrix: Matrix, run: Run, find_group: FindGroup) -> None:
        self._matrix, self._run, self._find_group = matrix, run.started(), find_group
        self._member = counted(matrix, self._run)
        self._is_settled = False
        self._orbits: Representatives | None = None
        self._began: Outcome | None = None
        self._parts: list[WeightedPart] = []
        self._done: list[Outcome] = []

    @property
    def is_over(self) -> bool:
        return self._member.is_over and not (self._member.outcome.exhausted and self._is_part_left)

    @property
    def progress(self) -> float | None:
        parts, current = max(1, len(self._parts)), self._member.progress
        return None if current is None else (len(self._done) + current) / parts

    @property
    def outcome(self) -> Outcome:
        """Its count is a lower bound before it is exhausted."""
        current = self._member.outcome
        if self._orbits is None:
            return current
        assert self._began
        outcomes = [*self._done, current]
        found = sum(part.weight * each.count for part, each in zip(self._parts, outcomes, strict=False))
        statistics = current.statistics
        for each in self._done:
            statistics += each.statistics
        return current.replaced(
            count=max(found, self._began.count),
            exhausted=current.exhausted and not self._is_part_left,
            statistics=with_beginning(statistics, self._began.statistics, self._orbits),
        )

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """Works for a moment, for so many solutions and nodes; continues after a KeyboardInterrupt, too."""
        if self._member.is_over and self._is_part_left:
            following = counted(self._parts[len(self._done) + 1].matrix, self._run)
            self._done, self._member = [*self._done, self._member.outcome], following
        self._member.run_slice(solutions, nodes)
        is_open = not self._is_settled and not self._member.is_over and self._member.is_turn_over
        if is_open:
            self._decide()

    def hand_over(self, into: Sink) -> None:
        """It keeps no covers."""

    @property
    def _is_part_left(self) -> bool:
        return len(self._done) + 1 < len(self._parts)

    def _decide(self) -> None:
        found = found_orbits(self._matrix, self._run, self._member.progress, self._find_group)
        if found:
            parts, began = found.weighted(), self._member.outcome
            member = counted(parts[0].matrix, self._run)
            self._member, self._parts, self._began, self._orbits = member, parts, began, found
        self._is_settled = True


def found_orbits(
    matrix: Matrix, run: Run, progress: float | None, find_group: FindGroup
) -> Representatives | None:
    """None also if the search seems to have less work left than it has done, as far as its progress shows, or
    if the run ends meanwhile: what it has found is then worth more than a beginning.
    """
    if progress is not None and progress > 0.5:
        return None

    try:
        group = find_group()
        found = representatives(matrix, group, run.check) if group else None
        run.check()
    except Unfinished:
        return None
    return found


def with_beginning(found: Statistics, began: Statistics, orbits: Representatives) -> Statistics:
    """With the work before symmetries were known, and a reason that mentions them."""
    return (found + began).replaced(reason=f"{orbits.of}; {found.reason}")


class WeightedPart(Frozen):
    """A part of a count: the covers of the ``matrix`` count ``weight`` times each."""

    weight: int
    matrix: Matrix


class Representatives(Frozen):
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

    def weighted(self) -> list[WeightedPart]:
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


def representatives(matrix: Matrix, group: Group, look: Look = lambda: None) -> Representatives | None:
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
    return min((each for each in found if 4 * _gain(each) >= 3 * most), key=_merit)


def _are_automorphisms(matrix: Matrix, generators: list[Permutation], look: Look) -> bool:
    problem, prices = native_problem(matrix, SYMMETRIES), matrix.prices()
    return all(is_automorphism(problem, prices, each, look) for each in generators)


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
        sets: dict[tuple[int, ...], int] = {}
        self._first: dict[int, int] = {}  # of the items with the same options
        for item, of_item in enumerate(bounds):
            if of_item == (1, 1, 0) and len(matrix.columns[item]) > 1:
                self._first[item] = sets.setdefault(tuple(matrix.columns[item]), item)
        self._images = {
            item: [self._image(options, by) for by in self._generators] for options, item in sets.items()
        }

    def _image(self, options: Sequence[int], by: Permutation) -> int:
        """The item with the images of these options, which a few of them soon tell from all others."""
        left: set[int] | None = None
        for option in options:
            alike = {
                self._first[item]
                for item in self._matrix.option_items(by[option])
                if item in self._first and len(self._matrix.columns[item]) == len(options)
            }
            left = alike if left is None else left & alike
            if len(left) == 1:
                break
        assert left
        (image,) = left
        return image

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
        from excover.search.permutation_group import Group

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
