"""The first few covers, by a list and, where that takes long, by asking for any other one.

A list walks the tree in an order that learns nothing from failures. Whether there is a second cover, a race
for any one (first.py) may see in a few hundred nodes of the millions that the tree has. So both take turns,
and what the race finds is one of the covers.

>>> from excover.cover.matrix import Matrix
>>> from excover.names import ItemName, OptionName
>>> items = [(ItemName("a"), 1, 1), (ItemName("b"), 1, 1)]
>>> options = [(OptionName("x"), [0]), (OptionName("y"), [1]), (OptionName("z"), [0, 1])]
>>> matrix = Matrix.build(items, options)
>>> other = other_than(matrix, [(2,)])
>>> [str(item) for item in other.items[2:]], [other.option_items(option) for option in range(4)]
(['another[0]', 'missing[0, 2]'], [[0], [1], [0, 1, 3], [2, 3]])

Turns are measured in nodes and work, not in seconds, so that the same matrix always gives the same covers.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from excover._core import TooLarge
from excover.cover.matrix import Matrix
from excover.names import ItemName, OptionName
from excover.solve.engine import ENDLESS, Cover, Engine, Sink
from excover.solve.outcome import Outcome, Statistics, StoppedBy
from excover.solve.run import Run
from excover.solve.tuning import tuning
from excover.solve.work import work

if TYPE_CHECKING:
    from excover.solve.races.first import FirstRace

MOST_FEW = 4
"""Covers that are few: for each, the race has a copy of the options in it."""


def has_no_nested_covers(matrix: Matrix) -> bool:
    """Whether it is plain that no cover is a part of another one: no item is covered several times, and each
    option has an item that must be covered.
    """
    return all(
        colored or high <= 1 for colored, high in zip(matrix.colored, matrix.upper, strict=True)
    ) and all(
        any(matrix.lower[item] for item in matrix.option_items(option))
        for option in range(len(matrix.options))
    )


class FewCovers:
    """An engine that lists, and the race beside it, up to the run's budget of solutions."""

    def __init__(self, engine: Engine, matrix: Matrix, run: Run) -> None:
        assert run.budget.solutions is not None
        self._engine, self._matrix, self._run = engine, matrix, run.started()
        self._wanted = run.budget.solutions
        self._listed: list[Cover] = []  # by the engine, and not looked at
        self._found: list[Cover] = []
        self._given = 0
        self._race: FirstRace | None = None
        self._spent: list[Statistics] = []  # of races that are over
        self._is_complete = False
        self._runs_alone = False
        self._goal = tuning.doubt_head_start

    @property
    def is_over(self) -> bool:
        return self._is_complete or len(self._found) == self._wanted or self._engine.is_over

    @property
    def outcome(self) -> Outcome:
        """It counts the covers of both, each once."""
        listed, count = self._engine.outcome, len(self._found)
        statistics = sum(self._races, listed.statistics)
        if self._is_complete:
            none = "no other solution" if count else "none"
            reason = f"saw that there is {none}, before {listed.statistics.engine}"
            if self._races:
                statistics = statistics.replaced(engine=self._races[-1].engine, reason=reason)
            return Outcome(count, True, None, statistics)
        if count == self._wanted:
            return Outcome(count, False, StoppedBy.LIMIT, statistics)
        return listed.replaced(count=count, statistics=statistics)

    @property
    def progress(self) -> float | None:
        return self._engine.progress

    def run_slice(self, solutions: int = ENDLESS) -> None:
        """Works for a moment; continues after a KeyboardInterrupt, too."""
        self._collect()
        if self.is_over:
            return
        if self._runs_alone or self._run.seconds_left == 0 or self._nodes < self._goal:
            nodes = self._goal - self._nodes if self._nodes < self._goal else ENDLESS
            self._engine.run_slice(min(solutions, self._wanted - len(self._found)), nodes)
            self._collect()
        else:
            self._ask()

    def hand_over(self, into: Sink) -> None:
        """See the method of an engine."""
        self._collect()
        into.extend(self._found[self._given :])
        self._given = len(self._found)

    def _collect(self) -> None:
        """Takes what the engine has found, and what a KeyboardInterrupt has left; covers of the race once."""
        self._engine.hand_over(self._listed)
        while self._listed:
            if len(self._found) < self._wanted:
                self._take(self._listed[0])
            del self._listed[0]

    def _take(self, cover: Cover) -> None:
        """From now on, the race is for another one."""
        if frozenset(cover) not in map(frozenset, self._found):
            self._found.append(cover)
            self._end_race()

    def _ask(self) -> None:
        """Works on the race, until it has its share of the work, or knows."""
        if self._found and not self._has_no_nested_covers:
            self._runs_alone = True
            return
        try:
            race = self._race = self._race or self._begin()
            turns = race.turns
            race.run_slice()
        except (MemoryError, TooLarge):
            self._runs_alone = True
            self._end_race()
            return
        found = race.outcome
        if found.count:
            covers: list[Cover] = []
            race.hand_over(covers)
            self._end_race()  # also if a KeyboardInterrupt lost its cover: the next one finds it again
            own = range(len(self._matrix.options))
            for cover in covers:
                self._take(tuple(option for option in cover if option in own))
        elif found.exhausted:
            self._is_complete = True
            self._end_race()
        elif race.turns > turns:
            listed = work(self._engine.outcome.statistics)
            if sum(map(work, self._races)) >= tuning.doubt_share * listed:
                self._goal = self._nodes + max(1, tuning.doubt_head_start // 8, self._nodes // 8)

    def _begin(self) -> FirstRace:
        from excover.solve.races.first import FirstRace

        # What both remember shares the memory.
        strategy = self._run.strategy
        strategy = strategy.replaced(threads=1, memory=strategy.room // 2)
        return FirstRace(other_than(self._matrix, self._found), self._run.limited(1).by(strategy))

    def _end_race(self) -> None:
        """What it remembers is freed."""
        if self._race is not None:
            self._spent.append(self._race.outcome.statistics)
            self._race = None

    @cached_property
    def _has_no_nested_covers(self) -> bool:
        return has_no_nested_covers(self._matrix)

    @property
    def _races(self) -> list[Statistics]:
        return [*self._spent, *([self._race.outcome.statistics] if self._race else [])]

    @property
    def _nodes(self) -> int:
        return self._engine.outcome.statistics.nodes


def other_than(matrix: Matrix, covers: Sequence[Cover]) -> Matrix:
    """A matrix with a cover if this one has another cover than these: for each of them, a further item asks
    which of its options is missing. The first options are those of this matrix, of which no cover may be part
    of another one.
    """
    items, lower, upper = list(matrix.items), matrix.lower[:], matrix.upper[:]
    more: dict[int, list[int]] = {}
    missing: list[tuple[OptionName, int, int]] = []
    for number, cover in enumerate(covers):
        another = len(items)
        items.append(ItemName("another", (number,)))
        lower.append(1)
        upper.append(1)
        for option in cover:
            missing.append((OptionName("missing", (number, option)), another, len(items)))
            more.setdefault(option, []).append(len(items))
            items.append(ItemName("missing", (number, option)))
            lower.append(0)
            upper.append(1)
    starts, entries, colors = array("I", [0]), array("I"), array("I")
    for option in range(len(matrix.options)):
        own = slice(matrix.starts[option], matrix.starts[option + 1])
        entries += matrix.entries[own]
        entries.extend(more.get(option, []))
        colors += matrix.colors[own]
        colors.extend([0] * len(more.get(option, [])))
        starts.append(len(entries))
    for _, another, item in missing:
        entries.extend([another, item])
        colors.extend([0, 0])
        starts.append(len(entries))
    options = [*matrix.options, *(name for name, *_ in missing)]
    colored = matrix.colored + array("B", bytes(len(items) - len(matrix.items)))
    return Matrix(items, lower, upper, colored, options, starts, entries, colors)
