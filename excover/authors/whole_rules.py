"""What bounds on sums, `connected`, a loop, paths and areas exclude, at a first look at the options left.

>>> from excover.problem.problem import parse
>>> problem = parse('''choose x(i in 1..3) from 1..4
... require x(1) + 3 * x(2) = 5
... ''')
>>> rules, options = WholeRules(problem.matrix), problem.matrix.options
>>> left = rules.left((1 << len(options)) - 1, 0)
>>> [str(each) for number, each in enumerate(options) if left >> number & 1 and each.arguments[0] < 3]
['x(1, 1)', 'x(1, 2)', 'x(2, 1)']

Sets of options are integers, as in `techniques`, and everything is monotone, too: the fewer options
are alive, and the more of them are chosen, the more is excluded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from excover.base.names import RuleItem
from excover.matrix.capabilities import bit_set, bits
from excover.matrix.constraints import Area, Areas, Connected, GlobalConstraint, WeightedSum
from excover.matrix.line_constraints import NO_END, Paths
from excover.matrix.matrix import Matrix


class _Group(NamedTuple):
    """Options of which exactly one is chosen, by what they add, the least first; or a ``single`` one."""

    buckets: Sequence[tuple[int, int]]
    single: bool = False

    def least(self, alive: int, chosen: int) -> int | None:
        """What it adds at least; None if no option is left."""
        if self.single:
            ((weight, option),) = self.buckets
            return weight if chosen & option or (weight < 0 and alive & option) else 0
        return next((weight for weight, options in self.buckets if options & alive), None)

    def above(self, most: int) -> int:
        """The options that add more than that."""
        found = 0
        for weight, options in self.buckets:
            found |= options if weight > most else 0
        return found


class _Row(NamedTuple):
    """A sum that is at most ``upper``."""

    upper: int
    groups: Sequence[_Group]

    @property
    def options(self) -> int:
        """Those that matter."""
        return reduce(or_, (options for group in self.groups for _, options in group.buckets), 0)

    def left(self, alive: int, chosen: int) -> int | None:
        least = [group.least(alive, chosen) for group in self.groups]
        known = [each for each in least if each is not None]
        room = self.upper - sum(known)
        if room < 0 or len(known) < len(least):
            return None
        for group, each in zip(self.groups, known, strict=True):
            alive &= ~(group.above(room + each) & ~chosen)
        return alive


class _Ends(NamedTuple):
    """The options with one end at a place of lines, with two, and with more; ``is_end`` if a path ends
    there.
    """

    one: int
    two: int
    more: int
    is_end: bool

    def left(self, alive: int, chosen: int) -> int | None:
        """None if not exactly two lines, or none, can end here; where a path ends, one."""
        ends = (chosen & self.one).bit_count() + 2 * (chosen & self.two).bit_count()
        further = alive & ~chosen & self.one
        is_full = ends == (1 if self.is_end else 2)
        if ends > 2 - self.is_end or chosen & self.more:
            return None
        if not is_full and (ends or self.is_end) and not further:
            return None
        excluded = self.more | (self.two if ends or self.is_end else 0) | (self.one if is_full else 0)
        return alive & (~excluded | chosen)


class _Places(NamedTuple):
    """The places that each option marks, and the ways between them: to a neighbor, or by a line."""

    marked: Sequence[Sequence[int]]
    markers: Sequence[int]
    near: Sequence[Sequence[tuple[int, int]]]
    ends: Sequence[_Ends] = ()

    @property
    def options(self) -> int:
        """Those that matter."""
        return reduce(or_, self.markers, 0)

    def meeting(self, alive: int, chosen: int) -> int | None:
        """What the number of lines at each place leaves."""
        for place in self.ends:
            left = place.left(alive, chosen)
            if left is None:
                return None
            alive = left
        return alive

    def left(self, alive: int, chosen: int) -> int | None:
        left = self.meeting(alive, chosen)
        if left is None:
            return None
        alive = left
        marked = {place for option in bits(chosen) for place in self.marked[option]}
        if not marked:
            return alive
        reached = self.reached(min(marked), alive)
        if not marked <= reached:
            return None
        for option in bits(alive & ~chosen):
            if not reached.issuperset(self.marked[option]):
                alive &= ~(1 << option)
        return alive

    def reached(self, start: int, alive: int) -> set[int]:
        found, waiting = {start}, [start]
        while waiting:
            for to, by in self.near[waiting.pop()]:
                if to not in found and by & alive:
                    found.add(to)
                    waiting.append(to)
        return found


class _Paths(NamedTuple):
    """Lines that are paths between places with equal ``labels``."""

    lines: _Places
    labels: Mapping[int, int]

    @property
    def options(self) -> int:
        """Those that matter."""
        return self.lines.options

    def left(self, alive: int, chosen: int) -> int | None:
        left, parts = self.lines.meeting(alive, chosen), self._parts(chosen)
        if left is None or parts is None:
            return None
        for option in bits(left & ~chosen):
            if any(
                parts[one] is parts[other] or len(parts[one] | parts[other]) > 1
                for one, other in self._ends(option)
            ):
                left &= ~(1 << option)
        return self._joined(left, chosen)

    def _ends(self, option: int) -> Iterator[tuple[int, int]]:
        """Of each of its lines."""
        marked = self.lines.marked[option]
        return zip(marked[::2], marked[1::2], strict=True)

    def _parts(self, chosen: int) -> list[set[int]] | None:
        """For each place, the labels of all places that chosen lines join to it, as one set for all of these.
        None if lines are closed, or join different labels.
        """
        parts = [
            {self.labels[place]} if place in self.labels else set[int]()
            for place in range(len(self.lines.near))
        ]
        for option in bits(chosen):
            for one, other in self._ends(option):
                gone, kept = parts[one], parts[other]
                kept |= gone
                if gone is kept or len(kept) > 1:
                    return None
                parts = [kept if part is gone else part for part in parts]
        return parts

    def _joined(self, alive: int, chosen: int) -> int | None:
        """What can hang together has an even number of ends of each label, and some if a line is chosen."""
        unseen = set(range(len(self.lines.near)))
        while unseen:
            reached = self.lines.reached(min(unseen), alive)
            unseen -= reached
            times = Counter(self.labels[place] for place in reached if place in self.labels)
            if any(number % 2 for number in times.values()):
                return None
            if not times:
                lost = reduce(or_, (self.lines.markers[place] for place in reached))
                if lost & chosen:
                    return None
                alive &= ~lost
        return alive


class _Area(NamedTuple):
    """So many places hang together with one, if an option is chosen, or in any case. ``rivals`` are what
    options exclude that mark places.
    """

    area: Area
    markers: Sequence[int]
    near: Sequence[Sequence[int]]
    rivals: Mapping[int, int]

    @property
    def options(self) -> int:
        """Those that matter: places farther away than the area may be large do not."""
        around, rim = {self.area.start}, {self.area.start}
        for _ in range(min(self.area.most + 1, len(self.near))):
            rim = {other for place in rim for other in self.near[place]} - around
            around |= rim
        marking = reduce(or_, (self.markers[place] for place in around), 0)
        return reduce(or_, map(self.rivals.__getitem__, bits(marking)), marking | self._condition)

    @property
    def _condition(self) -> int:
        return 0 if self.area.option is None else 1 << self.area.option

    def left(self, alive: int, chosen: int) -> int | None:
        condition = self._condition
        if condition & ~alive:
            return alive
        left = self._left(alive, chosen | condition)
        if condition & ~chosen:
            return alive & ~condition if left is None else alive
        return left

    def _left(self, alive: int, chosen: int) -> int | None:
        """What it leaves if the area is there."""
        start, _, least, most = self.area
        inside = self._reached([start], chosen, most)
        size = self._size(inside, chosen)
        if size > most or self._size(self._reached([start], alive, least), alive) < least:
            return None
        marking = {option for place in inside for option in bits(self.markers[place] & chosen)}
        out = reduce(or_, map(self.rivals.__getitem__, marking), 0)
        rim = {other for place in inside for other in self.near[place]} - inside | {start}
        ways = [place for place in rim if not self.markers[place] & chosen and self.markers[place] & alive]
        for place in ways:
            joined = self._reached([start, place], chosen, most)
            if self._size(joined, chosen) + 1 > most:
                out |= self.markers[place]
        if size < least and len(ways) == 1 and (only := list(bits(self.markers[ways[0]] & alive)))[1:] == []:
            out |= self.rivals[only[0]]
        return alive & (~out | chosen)

    def _size(self, places: Iterable[int], options: int) -> int:
        return sum(1 for place in places if self.markers[place] & options)

    def _reached(self, starts: Sequence[int], options: int, enough: int) -> set[int]:
        """The places that hang together with these through marks of the options; some of them, if they are
        more than enough.
        """
        found, waiting = {*starts}, [*starts]
        while waiting and len(found) <= enough + 2:
            for to in self.near[waiting.pop()]:
                if to not in found and self.markers[to] & options:
                    found.add(to)
                    waiting.append(to)
        return found


MOST_KNOWN = 10_000
"""Answers of a rule that are remembered: it is asked of the same options again and again."""


class WholeRule:
    """A rule and what it demands of the ``options`` that matter to it; ``source`` is what it is of."""

    def __init__(self, rule: _Row | _Places | _Paths | _Area, source: WeightedSum | GlobalConstraint) -> None:
        self._rule, self.options, self.source = rule, rule.options, source
        self._known: dict[tuple[int, int], int | None] = {}

    def left(self, alive: int, chosen: int) -> int | None:
        asked = alive & self.options, chosen & self.options
        if asked not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[asked] = self._rule.left(*asked)
        left = self._known[asked]
        return None if left is None else alive & ~self.options | left


class WholeRules:
    """Those of a matrix; `left` changes nothing if it has none."""

    def __init__(self, matrix: Matrix) -> None:
        rows = (WholeRule(row, bound) for bound in matrix.bounds for row in _rows(matrix, bound))
        whole = (WholeRule(rule, each) for each in matrix.constraints for rule in _of_all(matrix, each))
        self._rules = [*rows, *whole]

    def left(self, alive: int, chosen: int) -> int | None:
        """The options that no rule excludes by itself; None if a rule cannot hold any more."""
        for rule in self._rules:
            left = rule.left(alive, chosen)
            if left is None:
                return None
            alive = left
        return alive

    def first(self, alive: int, chosen: int) -> tuple[WholeRule, int | None] | None:
        """The first rule that excludes anything, and the options that it leaves."""
        found = ((rule, rule.left(alive, chosen)) for rule in self._rules)
        return next((each for each in found if each[1] != alive), None)


def _rows(matrix: Matrix, bound: WeightedSum) -> Iterator[_Row]:
    weights = dict(zip(bound.options, bound.weights, strict=True))
    if bound.upper is not None:
        yield _Row(bound.upper, _groups(matrix, weights))
    if bound.lower is not None:
        opposite = {option: -weight for option, weight in weights.items()}
        yield _Row(-bound.lower, _groups(matrix, opposite))


def _groups(matrix: Matrix, weights: dict[int, int]) -> list[_Group]:
    """Each option is in the group of the first of its items that is covered exactly once."""
    own: dict[int, dict[int, int]] = {}
    found: list[_Group] = []
    for option, weight in weights.items():
        once = (
            item
            for item in matrix.option_items(option)
            if matrix.lower[item] == matrix.upper[item] == 1 and not matrix.colored[item]
        )
        item = next(once, None)
        if item is None:
            found.append(_Group([(weight, 1 << option)], single=True))
        else:
            own.setdefault(item, {})[option] = weight
    for item, members in own.items():
        by_weight: dict[int, list[int]] = {}
        for option in matrix.columns[item]:
            by_weight.setdefault(members.get(option, 0), []).append(option)
        found.append(_Group([(weight, bit_set(by_weight[weight])) for weight in sorted(by_weight)]))
    return found


def _of_all(matrix: Matrix, rule: GlobalConstraint) -> Iterator[_Places | _Paths | _Area]:
    marked = [rule.of(option) for option in range(len(rule.starts) - 1)]
    markers = [0] * len(rule.places)
    for option, places in enumerate(marked):
        for place in places:
            markers[place] |= 1 << option
    if isinstance(rule, Areas):
        rivals = {option: _rivals(matrix, option) for option, places in enumerate(marked) if places}
        yield from (_Area(area, markers, rule.near, rivals) for area in rule.areas)
    else:
        yield _places(rule, marked, markers)


def _rivals(matrix: Matrix, option: int) -> int:
    """Options with an item that is covered at most once."""
    once = (item for item in matrix.option_items(option) if matrix.upper[item] == 1)
    return reduce(or_, (bit_set(matrix.columns[item]) for item in once), 0) & ~(1 << option)


def _places(
    rule: GlobalConstraint, marked: Sequence[Sequence[int]], markers: Sequence[int]
) -> _Places | _Paths:
    if isinstance(rule, Connected):
        return _Places(marked, markers, [[(each, markers[each]) for each in others] for others in rule.near])
    near: list[list[tuple[int, int]]] = [[] for _ in rule.places]
    for option, one, other in rule.links():
        near[one].append((other, 1 << option))
        near[other].append((one, 1 << option))
    pairs = enumerate(rule.ends) if isinstance(rule, Paths) else ()
    labels = {place: label for place, label in pairs if label != NO_END}
    lines = _Places(marked, markers, near, _ends(marked, len(rule.places), labels))
    return _Paths(lines, labels) if isinstance(rule, Paths) else lines


def _ends(marked: Sequence[Sequence[int]], places: int, labels: Container[int]) -> list[_Ends]:
    """Of each of so many places, by the ends of each option; paths end at those with labels."""
    found = [[0, 0, 0] for _ in range(places)]
    for option, each in enumerate(marked):
        for place, times in Counter(each).items():
            found[place][min(times, 3) - 1] |= 1 << option
    return [_Ends(one, two, more, place in labels) for place, (one, two, more) in enumerate(found)]


class RuleGroup(NamedTuple):
    """The items that express a rule for some values of its loop, those that are decided within their options
    behind them, and all these options.
    """

    items: tuple[int, ...]
    options: int


def rule_groups(matrix: Matrix, users: Sequence[int], items_of: Sequence[Sequence[int]]) -> list[RuleGroup]:
    """Of all rules that take several items; ``users`` are the options of each item, ``items_of`` the items
    of each option.
    """
    parts: dict[tuple[str, str], list[int]] = {}
    for number, item in enumerate(matrix.items):
        if isinstance(item, RuleItem):
            parts.setdefault((item.family, item.binding()), []).append(number)
    found = []
    for items in parts.values():
        options = reduce(or_, map(users.__getitem__, items))
        near = sorted({item for option in bits(options) for item in items_of[option]})
        others = (item for item in near if not isinstance(matrix.items[item], RuleItem))
        inside = [item for item in others if matrix.lower[item] and not users[item] & ~options]
        if len(items) > 1:
            found.append(RuleGroup((*items, *inside), options))
    return found
