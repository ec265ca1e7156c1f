"""A search of a whole tree, and beside it one that learns, the background member.

A list and a count learn nothing from failures: what the portfolio for a few covers (until_enough.py) sees
in a few hundred nodes may be behind millions of theirs. As long as covers are rare, it takes turns with the
main entry, which has a head start, and the larger share of the work unless there are rules, or items that
are covered several times. It may prove that there is no cover, or none besides those that it has found; or
it finds as many as are wanted.

>>> from excover.base.names import ItemName, OptionName
>>> from excover.search.engine import Engine
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> search = with_probe(Engine(matrix, Run(), True), matrix, Run())
>>> while not search.is_over:
...     search.run_slice()
>>> search.outcome.count, search.outcome.exhausted
(2, True)
"""

from __future__ import annotations

from collections import deque
from itertools import islice, repeat
from operator import le, or_

from excover.matrix.matrix import Matrix
from excover.search.engine import Cover, Sink, taken_from
from excover.search.outcome import Outcome, Statistics, work
from excover.search.portfolio.portfolio import (
    Entrant,
    Member,
    NextTurn,
    Portfolio,
    Scheduler,
    tree_node_cost,
)
from excover.search.run import Run
from excover.search.tuning import tuning


def with_probe(main: Member, matrix: Matrix, run: Run) -> Portfolio:
    """A member that lists or counts as ``main`` does, unless a probe has all covers, or enough of them."""
    run = run.started()
    return Portfolio(Background(main, matrix, run), run)


class Background(Scheduler):
    """Turns of the main entry, and of a portfolio for some covers of a matrix, as long as covers are rare."""

    def __init__(self, main: Member, matrix: Matrix, run: Run) -> None:
        self._matrix, self._run = matrix, run
        is_plain = not matrix.rules and all(map(or_, matrix.colored, map(le, matrix.upper, repeat(1))))
        self._share = tuning.probe_share if is_plain else tuning.probe_rules_share
        self._rarity = tuning.probe_rarity if is_plain else tuning.probe_rules_rarity
        self._due = float(tuning.probe_head_start if is_plain else tuning.portfolio_head_start)
        self.main = Entrant("main", lambda: main, node_cost=tree_node_cost(matrix))
        self.probe = Entrant("probe", self._begin_probe)
        super().__init__([self.main, self.probe])
        self._given: set[Cover] = set()  # handed over, while the probe takes part
        self._left: deque[Cover] | None = None  # of the probe, once it has answered

    @property
    def _most(self) -> int:
        """Covers up to which the probe searches."""
        most = self._run.budget.solutions
        return tuning.portfolio_most_learnt if most is None else min(most, tuning.portfolio_most_learnt)

    def _begin_probe(self) -> Member:
        from excover.search.portfolio.until_enough import found_first  # few searches are as long

        # What both remember shares the memory.
        strategy = self._run.strategy
        strategy = strategy.replaced(threads=1, memory=strategy.share("background"))
        return found_first(self._matrix, self._run.limited(self._most).by(strategy))

    @property
    def _is_open(self) -> bool:
        """Whether the probe may still be of use: covers are rare."""
        found = self.main.count
        return found <= self._most and found * self._rarity <= self.main.nodes

    def next_turn(self) -> NextTurn:
        main = self.main
        if self.probe in self.entries and main.done >= self._due and not self._is_open:
            self.drop(self.probe)
        if self.probe not in self.entries:
            return main, None
        if main.done >= self._due:
            return self.probe, None
        due = (self._due - main.done) * main.nodes / main.done if main.done else 0
        return main, main.nodes + max(tuning.portfolio_turn, min(int(due), main.nodes))

    def note(self, entry: Entrant) -> None:
        """At the end of a turn of the probe, if it has its share of the work, the main entry is next."""
        if entry is self.probe and isinstance(probe := entry.member, Portfolio):
            has_share = sum(map(work, self.probes)) >= self._share * self.main.done
            if has_share and probe.is_turn_over and not probe.is_over:
                self._due = max(self._due, self.main.done) * 9 / 8

    @property
    def probes(self) -> list[Statistics]:
        """What all probes have cost, the last one at the end."""
        everyone = [*self.dropped, *self.entries]
        return [each.statistics for each in everyone if each is not self.main and each.statistics]

    def drop(self, entry: Entrant) -> None:
        super().drop(entry)
        self._given.clear()

    def is_answer(self, entry: Entrant) -> bool:
        if entry is self.main:
            return entry.member is not None and entry.member.is_over
        return entry.outcome is not None and (
            entry.outcome.exhausted or entry.count == self._run.budget.solutions
        )

    def answer(self, winner: Entrant) -> Outcome:
        """That of the main entry, or of the probe, with the work of both."""
        if winner is self.main:
            return self.so_far()
        assert self.main.statistics
        assert winner.outcome
        known = winner.outcome
        *_, last = self.probes
        finding = "saw that there is none"
        if known.count:
            finding = "found all solutions" if known.exhausted else "found enough"
        reason = f"{finding}, before `{self.main.statistics.engine}`"
        return known.replaced(statistics=(last + self.main.statistics).replaced(reason=reason))

    def so_far(self) -> Outcome:
        assert self.main.outcome
        known = self.main.outcome
        return known.replaced(statistics=sum(self.probes, known.statistics))

    def hand_over(self, winner: Entrant | None, into: Sink) -> None:
        """Those of the main entry; once the probe has answered, the others that it has."""
        before = len(into)
        self.main.hand_over(into)
        if self.probe not in self.entries:
            return
        self._given.update(into[k] for k in range(before, len(into)))
        if winner is self.probe:
            if self._left is None:
                found: list[Cover] = []
                winner.hand_over(found)
                others = (cover for cover in found if cover not in self._given)
                self._left = deque(islice(others, winner.count - len(self._given)))
            into.extend([*taken_from(self._left)])
