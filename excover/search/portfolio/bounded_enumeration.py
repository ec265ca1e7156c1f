"""The first few covers (k-best, bounded enumeration): by a list and, where that takes long, by asking for
another one.

Whether there is a second cover, a portfolio for any one that is not known yet may see long before the list is
at its end. So both take turns (background.py), and what the portfolio finds is one of the covers.

>>> from excover.base.names import ItemName, OptionName
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

from excover.base.names import ItemName, OptionName
from excover.matrix.matrix import Matrix
from excover.search.engine import Cover, Engine, Sink
from excover.search.outcome import Outcome, StoppedBy
from excover.search.portfolio.background import Background
from excover.search.portfolio.portfolio import Entrant, Member, Portfolio
from excover.search.run import Run


def few_listed(matrix: Matrix, run: Run) -> Portfolio:
    """A member that finds as many covers as the budget has, which should be few: for each, the probe has a
    copy of the options in it.
    """
    run = run.started()
    return Portfolio(BoundedEnumeration(Engine(matrix, run, True), matrix, run), run)


def has_no_nested_covers(matrix: Matrix) -> bool:
    """Whether it is plain that no cover is a part of another one: each option has an item to be covered
    exactly so many times.
    """
    return all(
        any(matrix.lower[item] == matrix.upper[item] for item in matrix.option_items(option))
        for option in range(len(matrix.options))
    )


class BoundedEnumeration(Background):
    """The covers that the main entry lists, and those of probes, up to the run's budget of solutions."""

    def __init__(self, main: Member, matrix: Matrix, run: Run) -> None:
        assert run.budget.solutions is not None
        self._matrix, self._most = matrix, run.budget.solutions
        self._listed: list[Cover] = []  # by the main entry, and not looked at
        self._found: list[Cover] = []
        self._given = 0
        super().__init__(main, lambda: other_than(matrix, self._found), run)

    @property
    def wanted(self) -> int:
        return self._most - len(self._found)

    @property
    def _is_open(self) -> bool:
        return not self._found or self._has_no_nested_covers

    @cached_property
    def _has_no_nested_covers(self) -> bool:
        return has_no_nested_covers(self._matrix)

    def note(self, entry: Entrant) -> None:
        super().note(entry)
        self._collect()
        if entry is self.probe and entry.count:
            covers: list[Cover] = []
            entry.hand_over(covers)
            self._begin_again()  # also if a KeyboardInterrupt lost the cover: the next probe finds it again
            own = range(len(self._matrix.options))
            for cover in covers:
                self._take(tuple(option for option in cover if option in own))

    def is_answer(self, entry: Entrant) -> bool:
        return super().is_answer(entry) or (entry is self.main and not self.wanted)

    def answer(self, winner: Entrant) -> Outcome:
        known = self.so_far()
        if not self.wanted:
            return known.replaced(exhausted=False, stopped_by=StoppedBy.LIMIT)
        if winner is self.main:
            return known
        none = "no other solution" if self._found else "none"
        engine = self.probes[-1].engine
        reason = f"saw that there is {none}, before {known.statistics.engine}"
        statistics = known.statistics.replaced(engine=engine, reason=reason)
        return Outcome(len(self._found), True, None, statistics)

    def so_far(self) -> Outcome:
        """It counts the covers of both, each once."""
        return super().so_far().replaced(count=len(self._found))

    def hand_over(self, winner: Entrant | None, into: Sink) -> None:
        self._collect()
        into.extend(self._found[self._given :])
        self._given = len(self._found)

    def _collect(self) -> None:
        """Takes what the main entry has found, and what a KeyboardInterrupt has left."""
        self.main.hand_over(self._listed)
        while self._listed:
            if self.wanted:
                self._take(self._listed[0])
            del self._listed[0]

    def _take(self, cover: Cover) -> None:
        """From now on, the probe is for another one."""
        if frozenset(cover) not in map(frozenset, self._found):
            self._found.append(cover)
            self._begin_again()

    def _begin_again(self) -> None:
        if self.probe in self.entries and self.probe.member:
            before, self.probe = self.probe, self._new_probe()
            self.entries.append(self.probe)
            self.drop(before)


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
