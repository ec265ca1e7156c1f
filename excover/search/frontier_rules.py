"""Counts covers of a matrix with a rule that options connect, by a frontier-based search.

Options are decided one after the other. What is left to count depends on how often the items are covered that
later options cover, too, and on how the places hang together that have such options: of a loop, whether a
place is passed, or at which place the other end of its path is; of what is connected, in which part it is. So
equal states are counted once (K. Sekine, H. Imai and S. Tani, ISAAC 1995; Simpath: D. E. Knuth, TAOCP 7.1.4,
exercise 225; "plugs" of programming contests).

>>> from array import array
>>> from excover.base.names import OptionName
>>> ends, lines = array("I", [0, 2, 4, 6, 8, 10]), array("I", [0, 1, 1, 2, 2, 0, 1, 3, 3, 2])
>>> rule = OneLoop("line as one loop", None, "abcd", ends, lines)  # two triangles with a common side
>>> names = [(OptionName("line", (k,)), []) for k in range(5)]
>>> counting = FrontierOfRules(Matrix.build([], names).replaced(constraints=[rule]), Run())
>>> while not counting.is_over:
...     counting.run_slice()
>>> counting.outcome.count, counting.outcome.exhausted
(3, True)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, count, islice
from time import perf_counter
from typing import NamedTuple, TypeAlias

from excover.matrix.constraints import Connected, GlobalConstraint, OneLoop
from excover.matrix.matrix import Matrix
from excover.search.engine import ENDLESS, Sink
from excover.search.outcome import Outcome, Statistics, StoppedBy
from excover.search.run import Run
from excover.search.tuning import tuning

Values: TypeAlias = dict[int, int]
"""Of the items and places at the frontier; 0 if an item is not covered, or a place not marked."""

OLDEST, LONG = 40, 100
"""Vertices at the frontier whose options are looked at for the next one, and the most options of these."""
STEP, SWEPT = 500, 50
"""States of a level, and options of the order, between two looks at the clock."""
STATE_BYTES = 200
"""About what a state takes, without its values of 8 bytes."""
CLOSED = -1
"""Of a frontier: 1 after what is marked can get no more places."""


class _Hanging(ABC):
    """What a state knows of the marked places. Place ``p`` is vertex ``first + p``."""

    def __init__(self, rule: GlobalConstraint, first: int) -> None:
        self.rule, self.first = rule, first

    def of(self, option: int) -> list[int]:
        """The vertices that an option marks."""
        return [self.first + place for place in self.rule.of(option)]

    def watching(self, option: int) -> list[int]:
        """The vertices on which depends what an option changes."""
        return self.of(option)

    @abstractmethod
    def mark(self, values: Values, vertices: Sequence[int]) -> bool:
        """Marks them; false if that breaks the rule."""

    @abstractmethod
    def leave(self, values: Values, vertex: int) -> bool:
        """No more options change a place; false if that breaks the rule."""

    @abstractmethod
    def is_end(self, closed: int) -> bool:
        """Whether the rule holds when no place is left."""


PASSED = -1


class _Loop(_Hanging):
    """A place has the vertex at the other end of its path, or `PASSED`."""

    def mark(self, values: Values, vertices: Sequence[int]) -> bool:
        for one, other in zip(vertices[::2], vertices[1::2], strict=True):
            end, far = values[one] or one, values[other] or other
            if values[CLOSED] or PASSED in (end, far):
                return False
            values[one] = values[other] = PASSED
            if end != other:
                values[end], values[far] = far, end
            elif not self._close(values):
                return False
        return True

    def _close(self, values: Values) -> bool:
        """No other path may be left, and no further line follows: it matters no more where the loop is."""
        values[CLOSED] = 1
        for vertex, end in values.items():
            if vertex >= self.first:
                if end > 0:
                    return False
                values[vertex] = 0
        return True

    def leave(self, values: Values, vertex: int) -> bool:
        return values.pop(vertex) <= 0

    def is_end(self, closed: int) -> bool:
        return bool(closed)


class _Parts(_Hanging):
    """A marked place has the least vertex of its part at the frontier."""

    def __init__(self, rule: Connected, first: int) -> None:
        super().__init__(rule, first)
        self._near = rule.near

    def watching(self, option: int) -> list[int]:
        around = {near for place in self.rule.of(option) for near in self._near[place]}
        return sorted({self.first + place for place in around.union(self.rule.of(option))})

    def mark(self, values: Values, vertices: Sequence[int]) -> bool:
        for vertex in vertices:
            if values[vertex]:
                continue
            if values[CLOSED]:
                return False
            around = (self.first + near for near in self._near[vertex - self.first])
            parts = {part for other in around if (part := values.get(other, 0))}
            values[vertex] = vertex
            _rename(values, parts | {vertex}, min(parts | {vertex}), self.first)
        return True

    def leave(self, values: Values, vertex: int) -> bool:
        part = values.pop(vertex)
        if not part:
            return True
        others = [other for other, its in values.items() if other >= self.first and its]
        same = [other for other in others if values[other] == part]
        if same:
            _rename(values, {part}, min(same), self.first)
        elif others:
            return False
        else:
            values[CLOSED] = 1
        return True

    def is_end(self, closed: int) -> bool:
        return True


def _rename(values: Values, parts: set[int], name: int, first: int) -> None:
    for vertex, part in values.items():
        if vertex >= first and part in parts:
            values[vertex] = name


class _Decided(NamedTuple):
    """How many options are decided, and the states then, each with the number of ways to it."""

    number: int
    frontier: tuple[int, ...]
    states: dict[tuple[int, ...], int]
    made: int


class FrontierOfRules:
    """A member that counts by a frontier-based search of a matrix with one rule, `Connected` or `OneLoop`.

    MemoryError if its states need more than ``room`` bytes.
    """

    def __init__(self, matrix: Matrix, run: Run, room: int = 2**62) -> None:
        [rule], first = matrix.rules, len(matrix.items) + 1
        assert isinstance(rule, Connected | OneLoop)
        self._places = _Parts(rule, first) if isinstance(rule, Connected) else _Loop(rule, first)
        self._run, self._room = run.started(), room
        self._bounds = list(zip(matrix.lower, matrix.effective_upper, matrix.colored, strict=True))
        self._entries = [list(matrix.option_entries(option)) for option in range(len(matrix.options))]
        self._touched = [
            list(dict.fromkeys([*(item for item, _ in row), *self._places.watching(option)]))
            for option, row in enumerate(self._entries)
        ]
        self._order: list[int] = []
        self._places_of: dict[int, list[int]] = {}
        able = set(chain.from_iterable(self._touched))
        starved = any(low and item not in able for item, (low, *_) in enumerate(self._bounds))
        self._level = _Decided(0, (CLOSED,), {} if starved else {(0,): 1}, 0)
        self._steps: Iterator[int] = iter(())
        self._made, self._seconds = 0, 0.0

    @property
    def levels(self) -> int:
        return len(self._entries)

    @property
    def level(self) -> int:
        return self._level.number

    @property
    def is_over(self) -> bool:
        return self.level == self.levels

    @property
    def progress(self) -> float | None:
        return None

    @property
    def outcome(self) -> Outcome:
        ends = self._level.states.items() if self.is_over else ()
        total = sum(ways for (closed, *_), ways in ends if self._places.is_end(closed))
        stopped_by = None if self.is_over or self._run.seconds_left != 0 else StoppedBy.TIME
        work = Statistics(self._made, 0, self.level, self._seconds, "graph")
        return Outcome(total, self.is_over, stopped_by, work)

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """Decides one option after the other. An interrupt ends the steps of a level, which begins again."""
        begun, most = perf_counter(), self._made + nodes
        left = self._run.seconds_left
        end = begun + (tuning.slice_seconds if left is None else min(tuning.slice_seconds, left))
        try:
            while not self.is_over and self._made < most and perf_counter() < end:
                made = next(self._steps, None)
                if made is None:
                    self._steps = self._decided() if self._places_of else self._ordered()
                else:
                    self._made = made
        finally:
            self._seconds += perf_counter() - begun

    def hand_over(self, into: Sink) -> None:
        """It keeps no covers."""

    def _ordered(self) -> Iterator[int]:
        """Finds the order of the options, step by step, and where in it those of each vertex are."""
        swept: list[int] = []
        for option in _swept(self._touched):
            swept.append(option)
            if len(swept) % SWEPT == 0:
                yield self._made
        order = min(swept, *_by_places(self._touched, self._places.first), key=self._width)
        places: dict[int, list[int]] = {CLOSED: []}
        for place, option in enumerate(order):
            for vertex in self._touched[option]:
                places.setdefault(vertex, []).append(place)
        self._order, self._places_of = order, places

    def _width(self, order: list[int]) -> int:
        """An estimate of the states: twice as many for each further vertex at the frontier."""
        first, last = dict[int, int](), dict[int, int]()
        for place, option in enumerate(order):
            for vertex in self._touched[option]:
                first.setdefault(vertex, place)
                last[vertex] = place
        change = [0] * (len(order) + 1)
        for vertex, place in first.items():
            change[place] += 1
            change[last[vertex]] -= 1
        return sum(1 << width for width in accumulate(change))

    def _decided(self) -> Iterator[int]:
        """Decides the next option, step by step; the nodes so far."""
        number, frontier, states, made = self._level
        option, found = self._order[number], dict[tuple[int, ...], int]()
        fresh = [vertex for vertex in self._touched[option] if vertex not in frontier]
        before, new = (*frontier, *fresh), (0,) * len(fresh)
        gone = [vertex for vertex in self._touched[option] if self._places_of[vertex][-1] == number]
        after = tuple(vertex for vertex in before if vertex not in gone)
        left = [(item, self._left(item, number)) for item, _ in self._entries[option]]
        most = self._room // (STATE_BYTES + 8 * len(after))
        for step, (state, ways) in enumerate(states.items()):
            for is_chosen in (False, True):
                values = dict(zip(before, state + new, strict=True))
                if (not is_chosen or self._choose(values, option)) and self._settle(values, left, gone):
                    key = tuple(map(values.__getitem__, after))
                    found[key] = found.get(key, 0) + ways
            if step % STEP == STEP - 1:
                if len(states) + len(found) > most:
                    raise MemoryError
                yield made + len(found)
        self._level = _Decided(number + 1, after, found, made + len(found))
        yield made + len(found)

    def _left(self, item: int, number: int) -> int:
        """The options of an item that are not decided after so many others and one more."""
        places = self._places_of[item]
        return len(places) - bisect_right(places, number)

    def _choose(self, values: Values, option: int) -> bool:
        for item, color in self._entries[option]:
            _, high, colored = self._bounds[item]
            if colored:
                if values[item] not in (0, color + 1):
                    return False
                values[item] = color + 1
            elif values[item] == high:
                return False
            else:
                values[item] += 1
        return self._places.mark(values, self._places.of(option))

    def _settle(self, values: Values, left: list[tuple[int, int]], gone: list[int]) -> bool:
        """Forgets what matters no more; false if a state leads nowhere."""
        for item, number in left:
            low, high, colored = self._bounds[item]
            if not colored and values[item] + number < low:
                return False
            if not colored and values[item] + number <= high:  # only the lower bound matters
                values[item] = min(values[item], low)
        for vertex in gone:
            if vertex < self._places.first:
                del values[vertex]
            elif not self._places.leave(values, vertex):
                return False
        return True


def _by_places(touched: Sequence[Sequence[int]], first: int) -> Iterator[list[int]]:
    """Orders of options by the last place of each, and by the first one, as the places are numbered. Those
    without a place follow those that cover the same items.
    """
    for end in (max, min):
        ranks = [end((vertex for vertex in vertices if vertex >= first), default=0) for vertices in touched]
        of = dict[int, int]()
        for rank, vertices in zip(ranks, touched, strict=True):
            for vertex in vertices:
                of[vertex] = max(rank, of.get(vertex, 0))
        keys = [
            (rank or max(map(of.__getitem__, vertices), default=0), min(vertices, default=0))
            for rank, vertices in zip(ranks, touched, strict=True)
        ]
        yield sorted(range(len(touched)), key=keys.__getitem__)


def _swept(touched: Sequence[Sequence[int]]) -> Iterator[int]:
    """An order of options in which few vertices are at the frontier at a time: next is an option of one of
    those that have been there longest, which ends most vertices for each that it begins.
    """
    of: dict[int, list[int]] = {}
    for option, vertices in enumerate(touched):
        for vertex in vertices:
            of.setdefault(vertex, []).append(option)
    left = {vertex: len(options) for vertex, options in of.items()}
    waiting = dict.fromkeys(sorted(range(len(touched)), key=lambda each: sum(left[v] for v in touched[each])))
    since, numbers = dict[int, int](), count()  # the first come first

    def merit(option: int) -> tuple[int, int]:
        vertices = touched[option]
        ended = sum(left[vertex] == 1 for vertex in vertices)
        begun = sum(vertex not in since for vertex in vertices)
        return begun - ended, min((since[vertex] for vertex in vertices if vertex in since), default=0)

    while waiting:
        oldest = (of[vertex] for vertex in islice(since, OLDEST))
        near = [
            option for options in oldest if len(options) <= LONG for option in options if option in waiting
        ]
        option = min(near or islice(waiting, 1), key=merit)
        yield option
        del waiting[option]
        for vertex in touched[option]:
            since.setdefault(vertex, next(numbers))
            left[vertex] -= 1
            if not left[vertex]:
                del since[vertex]
