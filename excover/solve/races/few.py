"""The first few covers, by a list and, where that takes long, by asking for any other one.

Whether there is a second cover, a race for any one that is not known yet (beside.py) may see long before the
list is at its end. So both take turns, and what the race finds is one of the covers.

>>> from excover.cover.matrix import Matrix
>>> from excover.names import ItemName, OptionName
>>> items = [(ItemName("a"), 1, 1), (ItemName("b"), 1, 1)]
>>> options = [(OptionName("x"), [0]), (OptionName("y"), [1]), (OptionName("z"), [0, 1])]
>>> matrix = Matrix.build(items, options)
>>> other = other_than(matrix, [(2,)])
>>> [str(item) for item in other.items[2:]], [other.option_items(option) for option in range(4)]
(['another[0]', 'missing[0, 2]'], [[0], [1], [0, 1, 3], [2, 3]])
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property

from excover.cover.matrix import Matrix
from excover.names import ItemName, OptionName
from excover.solve.engine import ENDLESS, Cover, Engine, Sink
from excover.solve.outcome import Outcome, StoppedBy
from excover.solve.races.beside import RaceBeside
from excover.solve.run import Run

MOST_FEW = 4
"""Covers that are few: for each, the race has a copy of the options in it."""


def has_no_nested_covers(matrix: Matrix) -> bool:
    """Whether it is plain that no cover is a part of another one: no item is covered several times, and each
    option has an item that must be covered.
    """
    return matrix.covers_once and all(
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
        self._beside = RaceBeside(self._run)
        self._is_complete = False
        self._runs_alone = False

    @property
    def is_over(self) -> bool:
        return self._is_complete or len(self._found) == self._wanted or self._engine.is_over

    @property
    def outcome(self) -> Outcome:
        """It counts the covers of both, each once."""
        listed, count = self._engine.outcome, len(self._found)
        races = self._beside.statistics
        statistics = sum(races, listed.statistics)
        if self._is_complete:
            none = "no other solution" if count else "none"
            reason = f"saw that there is {none}, before {listed.statistics.engine}"
            statistics = statistics.replaced(engine=races[-1].engine, reason=reason)
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
        before = self._beside.nodes_before_turn(self._engine.outcome.statistics)
        if before or self._runs_alone or self._run.seconds_left == 0:
            self._engine.run_slice(min(solutions, self._wanted - len(self._found)), before or ENDLESS)
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
            self._beside.end()

    def _ask(self) -> None:
        """Works on the race, until it has its share of the work, or knows."""
        if self._found and not self._has_no_nested_covers:
            self._runs_alone = True
            return
        race = self._beside.ask(
            lambda: other_than(self._matrix, self._found), self._engine.outcome.statistics
        )
        if race is None:
            self._runs_alone = True
            self._beside.end()
        elif race.count:
            covers: list[Cover] = []
            self._beside.hand_over(covers)
            self._beside.end()  # also if a KeyboardInterrupt lost its cover: the next one finds it again
            own = range(len(self._matrix.options))
            for cover in covers:
                self._take(tuple(option for option in cover if option in own))
        elif race.exhausted:
            self._is_complete = True
            self._beside.end()

    @cached_property
    def _has_no_nested_covers(self) -> bool:
        return has_no_nested_covers(self._matrix)


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
