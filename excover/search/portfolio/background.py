"""A search of a whole tree, and beside it one for any cover, the background member.

A list and a count learn nothing from failures: what the portfolio for a first cover (until_enough.py) sees
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
"""

from __future__ import annotations

from excover.matrix.matrix import Matrix
from excover.search.outcome import Outcome, Statistics, work
from excover.search.portfolio.portfolio import Entrant, Member, NextTurn, Portfolio, Scheduler
from excover.search.run import Run
from excover.search.tuning import tuning


def with_probe(main: Member, matrix: Matrix, run: Run) -> Portfolio:
    """A member that lists or counts as ``main`` does, unless a probe proves that there is no cover."""
    run = run.started()
    return Portfolio(Background(main, matrix, run), run)


class Background(Scheduler):
    """Turns of the main entry, and of a portfolio for any one cover of a matrix, as long as there is none."""

    def __init__(self, main: Member, matrix: Matrix, run: Run) -> None:
        self._matrix, self._run = matrix, run
        self._goal = tuning.probe_head_start
        self.main, self.probe = Entrant("main", lambda: main), Entrant("probe", self._begin_probe)
        super().__init__([self.main, self.probe])

    def _begin_probe(self) -> Member:
        from excover.search.portfolio.until_enough import found_first  # few searches are as long

        # What both remember shares the memory.
        strategy = self._run.strategy
        strategy = strategy.replaced(threads=1, memory=strategy.share("background"))
        return found_first(self._matrix, self._run.limited(1).by(strategy))

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
