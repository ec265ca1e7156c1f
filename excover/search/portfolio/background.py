"""A search of a whole tree, and beside it one for any cover, the background member.

A list and a count learn nothing from failures: what the portfolio for a first cover (until_first.py) sees
in a few hundred nodes may be behind millions of theirs. It begins when the main entry has had its head
start, and has a share of its work. As an infeasibility probe, it may prove that there is no cover at all;
once there is one, the main entry goes on alone.

>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> from excover.search.engine import Engine
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> search = with_probe(Engine(matrix, Run(), True), matrix, Run())
>>> while not search.is_over:
...     search.run_slice()
>>> search.outcome.count, search.outcome.exhausted
(2, True)

So bounded enumeration finds the first few covers: whether there is a second one, a probe for any that is not
known yet may see long before the list is at its end, and what it finds is one of the covers.

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
from collections.abc import Callable, Sequence
from functools import cached_property

from excover.base.names import ItemName, OptionName
from excover.matrix.matrix import Matrix
from excover.search.engine import Cover, Engine, Sink
from excover.search.outcome import Outcome, Statistics, StoppedBy, work
from excover.search.portfolio.portfolio import Entrant, Member, NextTurn, Portfolio, Scheduler
from excover.search.run import Run
from excover.search.tuning import tuning


def with_probe(main: Member, matrix: Matrix, run: Run) -> Portfolio:
    """A member that lists or counts as ``main`` does, unless a probe proves that there is no cover."""
    run = run.started()
    return Portfolio(Background(main, lambda: matrix, run), run)


class Background(Scheduler):
    """Turns of the main entry, and of a portfolio for any one cover of a matrix, as long as there is none."""

    def __init__(self, main: Member, matrix: Callable[[], Matrix], run: Run) -> None:
        self._of_probe, self._run = matrix, run
        self._goal = tuning.probe_head_start
        self.main, self.probe = Entrant("main", lambda: main), self._new_probe()
        super().__init__([self.main, self.probe])

    def _new_probe(self) -> Entrant:
        return Entrant("probe", self._begin_probe)

    def _begin_probe(self) -> Member:
        from excover.search.portfolio.until_first import first_found  # few searches are as long

        # What both remember shares the memory.
        strategy = self._run.strategy
        strategy = strategy.replaced(threads=1, memory=strategy.share("background"))
        return first_found(self._of_probe(), self._run.limited(1).by(strategy))

    @property
    def _is_open(self) -> bool:
        """Whether the probe may still be of use."""
        return not self.main.count and not self.probe.count

    def next_turn(self) -> NextTurn:
        if self.probe in self.entries and not self._is_open:
            self.drop(self.probe)
        if self.probe not in self.entries:
            return self.main, None
        return (self.main, self._goal) if self.main.nodes < self._goal else (self.probe, None)

    def note(self, entry: Entrant) -> None:
        """At the end of a turn of the probe, if it has its share of the work, the main entry is next."""
        if entry is self.probe and isinstance(probe := entry.member, Portfolio) and self.main.statistics:
            has_share = sum(map(work, self.probes)) >= tuning.probe_share * work(self.main.statistics)
            if has_share and probe.is_turn_over and not probe.is_over:
                self._goal = self.main.nodes + max(1, tuning.probe_head_start // 8, self.main.nodes // 8)

    @property
    def probes(self) -> list[Statistics]:
        """What all probes have cost, the last one at the end."""
        everyone = [*self.dropped, *self.entries]
        return [each.statistics for each in everyone if each is not self.main and each.statistics]

    def is_answer(self, entry: Entrant) -> bool:
        if entry is self.main:
            return entry.member is not None and entry.member.is_over
        return entry.outcome is not None and entry.outcome.exhausted and not entry.count

    def answer(self, winner: Entrant) -> Outcome:
        """That of the main entry, or of the probe, with the work of both."""
        if winner is self.main:
            return self.so_far()
        assert self.main.statistics
        *_, last = self.probes
        reason = f"saw that there is none, before {self.main.statistics.engine}"
        return Outcome(0, True, None, (last + self.main.statistics).replaced(reason=reason))

    def so_far(self) -> Outcome:
        assert self.main.outcome
        known = self.main.outcome
        return known.replaced(statistics=sum(self.probes, known.statistics))


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
