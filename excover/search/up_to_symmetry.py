"""Covers up to symmetry: their number, and one of each orbit.

>>> from excover.base.names import ItemName, OptionName
>>> cells = [(ItemName("cell", (k,)), 1, 1) for k in range(4)]  # of a square: 0 1 / 2 3
>>> dominoes = Matrix.build(cells, [(OptionName("d", p), p) for p in ((0, 1), (2, 3), (0, 2), (1, 3))])
>>> turn = array("I", [3, 2, 0, 1])
>>> count_orbits(dominoes, Group(4, [turn])).count
1

An orbit has all covers that symmetries map to each other. Burnside's lemma counts orbits without a list:
their number is the average number of covers that an element of the group fixes (W. Burnside, Theory of Groups
of Finite Order, 1897; known to Cauchy and Frobenius before). A permutation fixes a cover if and only if the
cover is a union of the permutation's cycles. So the fixed covers are those of a smaller matrix, which has the
cycles as options and is counted like any other.

>>> firsts = FirstOfOrbits(dominoes, Group(4, [turn]))
>>> list(firsts), firsts.outcome.count, firsts.outcome.exhausted
([(0, 1)], 1, True)

Of each orbit the *first* cover is given: that of the least set of numbers, where the options of one item
(that of `representatives`) are numbered before all others. Exactly one of them is in a cover. If it were not
the least of its orbit of options, a symmetry would make an earlier cover; so every first cover has one of the
representatives, and only covers with one are searched for. Whether such a cover is the first is asked of the
group, whose chain of stabilizers begins with the options of that item: where an option has as many images as
there are symmetries, all covers with it are first ones, and that is known at once.

What is given depends on the matrix and the group alone, not on the engine or on whether all was searched
(``Strategy.symmetry``), and no cover is kept to compare it with later ones. (One representative of each orbit
of a first choice, and a test of what is left: "orderly generation", R. C. Read, Annals of Discrete
Mathematics 2, 1978; I. A. Faradzhev, 1978.)
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import accumulate, islice

from excover.base.words import plural
from excover.matrix.constraints import WeightedSum
from excover.matrix.matrix import UNBOUNDED, Matrix
from excover.matrix.motions import watched
from excover.search.engine import Cover, VerificationError
from excover.search.outcome import Outcome, Statistics, Unfinished
from excover.search.permutation_group import FindGroup, Group, Look, Permutation, go_on
from excover.search.portfolio.by_orbits import Representatives, representatives
from excover.search.portfolio.plans import has_few_entries
from excover.search.run import UNLIMITED, Progress, Run
from excover.search.search import Search, Selected, count
from excover.search.tuning import tuning


class NotByOrbits(ValueError):
    """Why orbits cannot be counted in this way, in words."""


def count_orbits(matrix: Matrix, group: Group, run: Run = UNLIMITED) -> Outcome:
    """The orbits of covers under a group of permutations of the options.

    Raises NotByOrbits if the budget limits solutions, the matrix has global constraints, the group has more
    than ``tuning.orbit_elements`` (visiting each may take longer than listing), or the cycles of an element
    cover an item unequally often.
    If the budget does not suffice, the count is a lower bound. The statistics are sums over all counts; the
    seconds are those of all the work here.
    """
    if run.budget.solutions is not None:
        raise NotByOrbits("a number of solutions is enough")
    if matrix.constraints:
        raise NotByOrbits(f"`{matrix.constraints[0].name}` is tested on each solution")
    if group.order > tuning.orbit_elements:
        raise NotByOrbits(f"a group of {group.order:,} symmetries is too large to look at each")
    loosened = matrix.altered(upper=matrix.effective_upper)
    return _Orbits(loosened, group, run.started()).count()


def count_or_list_orbits(matrix: Matrix, group: Group, run: Run = UNLIMITED) -> Outcome:
    """The same, by a list where that is not the way. Raises Unfinished if the run ends before it begins."""
    try:
        return count_orbits(matrix, group, run)
    except NotByOrbits as why:
        firsts = FirstOfOrbits(matrix, group, run)
        deque(firsts, maxlen=0)
        found = firsts.outcome
        reason = f"listed up to symmetry, since {why}; {found.statistics.reason}"
        return found.replaced(statistics=found.statistics.replaced(reason=reason))


class _Orbits:
    """One count of orbits: the results and costs so far, and the remaining budget."""

    def __init__(self, matrix: Matrix, group: Group, run: Run) -> None:
        self._run = run
        self._matrix, self._group, self._order = matrix, group, group.order
        self._fixed = 0
        self._work: Statistics | None = None
        self._classes, self._size, self._others = 0, 1, 0
        self._stage = "all solutions"
        self._done: float | None = None

    def count(self) -> Outcome:
        """The identity, which fixes most covers, comes first, so that there is a result whenever the count
        ends.
        """
        with suppress(Unfinished):  # the first count ends, too
            self._refuse_unequal_cycles()
        last = self._count_fixed(self._matrix, lambda: self._group)
        try:
            if last.exhausted:
                last = self._add_classes(last)
        except Unfinished as unfinished:
            last = last.replaced(exhausted=False, stopped_by=unfinished.outcome.stopped_by)
        return self._reported(last)

    def _refuse_unequal_cycles(self) -> None:
        """Raises NotByOrbits before anything is counted, if `fixed_covers` would do so."""
        bounds = zip(self._matrix.lower, self._matrix.upper, self._matrix.colored, strict=True)
        if any(not colored and (low > 1 or 1 < high < UNBOUNDED) for low, high, colored in bounds):
            for element, _ in islice(self._group.classes(), 1, None):
                fixed_covers(self._matrix, element, self._look)

    def _add_classes(self, last: Outcome) -> Outcome:
        self._stage = "symmetries in classes"
        self._look()
        classes = list(self._group.classes())
        self._others = len(classes) - 1
        columns = columns_covered_once(self._matrix)
        for number, (element, self._size) in enumerate(classes[1:], 2):
            self._stage = f"class {number:,} of {len(classes):,}"
            if fixes_none(self._matrix, element, columns):
                self._look()
                self._classes += 1
                self._done = self._done_with(0)
                self._report(0)
                continue
            last = self._count_fixed(fixed_covers(self._matrix, element, self._look))
            if not last.exhausted:
                return last
        if self._fixed % self._order:
            raise VerificationError.of("the symmetries are no group")
        return last

    def _count_fixed(self, quotient: Matrix, find_group: FindGroup | None = None) -> Outcome:
        """With one option of each orbit, where symmetries of the quotient are known."""
        outcome = count(quotient, self._run.after(self._nodes).replaced(progress=self._tell), find_group)
        self._fixed += self._size * outcome.count
        self._classes += 1
        self._work = self._work + outcome.statistics if self._work else outcome.statistics
        return outcome

    @property
    def _nodes(self) -> int:
        return self._work.nodes if self._work else 0

    def _tell(self, part: Progress) -> None:
        """The progress of a stage.

        The identity fixes most covers: it is half of the work, and all other classes together are the rest.
        """
        if part.done is not None:
            self._done = self._done_with(part.done)
        self._report(part.count)

    def _done_with(self, part: float) -> float:
        return (1 + (self._classes - 1 + part) / self._others if self._others else part) / 2

    def _report(self, fixed: int) -> None:
        self._run.report(self._stage, self._orbits(self._fixed + self._size * fixed), done=self._done)

    def _look(self) -> None:
        """Checks the run between two steps of the work here; `count` checks it by itself."""
        self._report(0)
        self._run.check()

    def _reported(self, last: Outcome) -> Outcome:
        assert self._work
        classes = plural(self._classes, "class", "classes")
        reason = f"Burnside's lemma, with {classes} of {plural(self._order, 'symmetry', 'symmetries')}"
        work = self._work.replaced(seconds=self._run.seconds, reason=f"{reason}; {self._work.reason}")
        return last.replaced(count=self._orbits(self._fixed), statistics=work)

    def _orbits(self, fixed: int) -> int:
        """The number of orbits with these fixed covers; a lower bound if those are not all."""
        return -(-fixed // self._order)


def fixes_none(matrix: Matrix, element: Permutation, columns: Iterable[Set[int]]) -> bool:
    """Whether a permutation of the options fixes no cover, as some item that is covered exactly once shows:
    none of its options, of which there is a set for each such item, is in a cycle that may be chosen. Few
    cycles are looked at.
    """
    return any(
        not any(
            (element[option] == option or element[option] not in column)
            and _is_usable(matrix, _cycle_from(element, option))
            for option in column
        )
        for column in columns
    )


def columns_covered_once(matrix: Matrix) -> list[frozenset[int]]:
    """The options of each item that is covered exactly once; the least sets first."""
    bounds = zip(matrix.lower, matrix.upper, matrix.columns, strict=True)
    return sorted((frozenset(column) for low, high, column in bounds if low == high == 1), key=len)


def fixed_covers(matrix: Matrix, element: Permutation, look: Look = go_on) -> Matrix:
    """A matrix with as many covers as the matrix has that a permutation of its options fixes.

    Its options are the cycles that may be chosen: a cycle covers an item as often as its options together,
    which must not be more often than the item may be covered, nor in two colors. An item requires of the
    cycles what it requires of the options if they all cover it once, or if it does not matter how often they
    do (as long as it is at least once). If they all cover it k times, its bounds are divided by k. Otherwise
    there is no such matrix: NotByOrbits.

    Items with equal requirements are kept once. This applies to all items of a cycle of items, because they
    have the same bounds and a cycle of options covers them equally often; so the matrix also has fewer items.
    """
    cycles = [cycle for cycle in watched(cycles_of(element), look) if _is_usable(matrix, cycle)]
    rows: list[list[tuple[int, int, int]]] = [[] for _ in matrix.items]  # cycle, times, color
    for number, cycle in enumerate(cycles):
        for item, (times, color) in _covered(matrix, cycle).items():
            rows[item].append((number, times, color))
    kept: dict[object, _Constraint] = {}
    for item, row in enumerate(rows):
        for constraint in _constraints(matrix, item, row):
            kept.setdefault(constraint.sense, constraint)
    return _matrix_of(matrix, cycles, list(kept.values()))


def cycles_of(element: Permutation) -> Iterator[list[int]]:
    """The cycles, each from its least member on, in the order of these members."""
    seen = bytearray(len(element))
    for start in range(len(element)):
        if not seen[start]:
            cycle = [*_cycle_from(element, start)]
            for at in cycle:
                seen[at] = 1
            yield cycle


def _cycle_from(element: Permutation, start: int) -> Iterator[int]:
    yield start
    at = element[start]
    while at != start:
        yield at
        at = element[at]


@dataclass(frozen=True, slots=True)
class _Constraint:
    """What an item requires of the cycles: bounds, and the cycles that contain it, each with its color."""

    item: int
    lower: int
    upper: int
    colored: bool
    members: tuple[tuple[int, int], ...]

    @property
    def sense(self) -> object:
        """Equal for items with equal requirements: colors are numbered in order of appearance."""
        numbers: dict[int, int] = {}
        members = [(cycle, numbers.setdefault(color, len(numbers))) for cycle, color in self.members]
        return self.lower, self.upper, self.colored, tuple(members)


def _is_usable(matrix: Matrix, cycle: Iterable[int]) -> bool:
    """Whether its options can all be in one cover, as far as each item alone shows."""
    times: dict[int, int] = {}
    colors: dict[int, int] = {}
    for option in cycle:
        for item, color in matrix.option_entries(option):
            times[item] = times.get(item, 0) + 1
            if times[item] > matrix.upper[item] or colors.setdefault(item, color) != color:
                return False
    return True


def _covered(matrix: Matrix, cycle: list[int]) -> dict[int, tuple[int, int]]:
    """The items of a usable cycle, each with how often it is covered, and its color."""
    covered: dict[int, tuple[int, int]] = {}
    for option in cycle:
        for item, color in matrix.option_entries(option):
            covered[item] = covered.get(item, (0, 0))[0] + 1, color
    return covered


def _constraints(matrix: Matrix, item: int, row: list[tuple[int, int, int]]) -> Iterator[_Constraint]:
    """The requirements of an item; NotByOrbits if they cannot be expressed, because the times differ and
    matter.
    """
    members = tuple((cycle, color) for cycle, _, color in row)
    free = _Constraint(item, 0, UNBOUNDED, bool(matrix.colored[item]), members)
    if matrix.colored[item]:
        yield free
        return
    lower, upper = matrix.lower[item], matrix.upper[item]
    total = sum(times for _, times, _ in row)
    if upper > 1 >= lower and upper >= total:
        yield replace(free, lower=lower)
        return
    sizes = {times for _, times, _ in row} or {1}
    if len(sizes) > 1:
        raise NotByOrbits(f"cycles of a symmetry cover `{matrix.items[item]}` unequally often")
    size = min(sizes)
    lower, upper = -(-lower // size), upper // size
    if lower > upper:  # no multiple of what a cycle covers is within the bounds: no cover is fixed
        yield replace(free, lower=len(members) + 1)
        return
    yield _Constraint(item, lower, upper, False, members)
    if size > 1 and (lower, upper) == (0, 1):  # which makes it secondary; every option needs a primary item
        yield free


def _matrix_of(matrix: Matrix, cycles: list[list[int]], constraints: list[_Constraint]) -> Matrix:
    """Each item is a constraint, and each option a cycle with the name of its first option."""
    entries: list[list[tuple[int, int]]] = [[] for _ in cycles]
    for number, constraint in enumerate(constraints):
        for cycle, color in constraint.members:
            entries[cycle].append((number, color))
    return Matrix(
        items=[matrix.items[c.item] for c in constraints],
        lower=array("I", [c.lower for c in constraints]),
        upper=array("I", [c.upper for c in constraints]),
        colored=array("B", [c.colored for c in constraints]),
        options=[matrix.options[cycle[0]] for cycle in cycles],
        starts=array("I", accumulate(map(len, entries), initial=0)),
        entries=array("I", [item for option in entries for item, _ in option]),
        colors=array("I", [color for option in entries for _, color in option]),
        sums=[_summed(bound, cycles) for bound in matrix.bounds],
    )


def _summed(bound: WeightedSum, cycles: list[list[int]]) -> WeightedSum:
    """What the options of each cycle weigh together."""
    weights = dict(zip(bound.options, bound.weights, strict=True))
    together = (sum(weights.get(option, 0) for option in cycle) for cycle in cycles)
    return WeightedSum.of(bound.name, together, bound.lower, bound.upper, bound.span)


class FirstOfOrbits(Selected):
    """An iterator over the first cover of each orbit under ``group``; otherwise like `Search`.

    A budget of nodes limits the search, one of solutions what is given. Raises Unfinished if the run ends
    before the search begins.
    """

    def __init__(self, matrix: Matrix, group: Group, run: Run = UNLIMITED) -> None:
        self._run = run = run.started()
        orbits = representatives(matrix, group, run.check) if has_few_entries(matrix) else None
        self._group, self._places = _item_first(matrix, group, orbits, run.check)
        self._orbits = orbits if run.strategy.symmetry else None
        listed = self._orbits.listed if self._orbits else matrix
        super().__init__(Search(listed, run.limited(nodes=run.budget.nodes)), run.budget.solutions)

    @property
    def outcome(self) -> Outcome:
        found = super().outcome
        if not self._orbits:
            return found
        reason = f"{self._orbits.of}; {found.statistics.reason}"
        return found.replaced(statistics=found.statistics.replaced(reason=reason))

    def _original(self, cover: Cover) -> Cover:
        return tuple(map(self._orbits.kept.__getitem__, cover)) if self._orbits else cover

    def _is_wanted(self, cover: Cover) -> bool:
        """In a large group that may take long; if time runs out, the stream ends."""
        try:
            return self._group.is_canonical(sorted(map(self._places.__getitem__, cover)), self._run.check)
        except Unfinished as unfinished:
            self._ended = unfinished.outcome.stopped_by
            return False


def _item_first(
    matrix: Matrix, group: Group, orbits: Representatives | None, look: Look
) -> tuple[Group, range | array[int]]:
    """The group on options that are numbered anew, those of the item first; and the new number of each."""
    options = len(matrix.options)
    if orbits is None:
        return group, range(options)
    places, before = array("I", bytes(4 * options)), matrix.columns[orbits.item]
    others = sorted(set(range(options)).difference(before))
    for place, option in enumerate((*before, *others)):
        places[option] = place
    return group.renumbered(options, places, look), places
