"""A first cover of a matrix, or the proof that there is none, by several methods in turns.

Their speeds differ by factors of thousands, and no cheap test predicts the fastest. So all of them take turns
of equal work until one finishes:

- a search that begins anew after some failures, with the items that failed most;
- a search that learns a clause from each failure, for covers and refutations that are hard to find;
- linear algebra, which may refute a matrix of any size at once (linear.py);
- a search of the whole tree in the order of a listing, which is much faster if there is nothing to learn;
- the sweep over states, which refutes matrices with few states; if it counts covers, their diagram is built
  and gives one.

>>> from excover.cover.matrix import Matrix
>>> from excover.names import ItemName, OptionName
>>> pairs = [(OptionName("x", (k,)), [k, k + 1]) for k in range(199)]
>>> chain = Matrix.build([(ItemName("a", (k,)), 1, 1) for k in range(200)], pairs)
>>> race, covers = FirstRace(chain, Run.within(solutions=1)), []
>>> while not race.is_over:
...     race.run_slice()
>>> race.hand_over(covers)
>>> len(covers), race.outcome.count, race.outcome.statistics.engine
(1, 1, 'sparse')

Turns are measured in work, not in seconds, so that the same matrix always gives the same cover.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from excover._core import TooLarge, lane_bytes, sweep_order_work
from excover.cover.matrix import Matrix
from excover.frozen import Changeable
from excover.solve.engine import Engine, Sink, has_room_for_lanes
from excover.solve.outcome import Outcome, StoppedBy
from excover.solve.refutation.linear import Algebra
from excover.solve.run import Run
from excover.solve.tuning import tuning
from excover.solve.work import ORDER_COST, work
from excover.words import listed

SWEEP = "graph"

_Searcher: TypeAlias = Engine | Algebra


class _Contender(Changeable):
    """One of the methods; the work of ``begin`` counts, too."""

    name: str
    begin: Callable[[], _Searcher]
    fee: float = 0
    pace: int = 1  # how much it may do while others do a unit of work
    node_cost: float = 0  # what a look at all items costs a node
    is_whole_tree: bool = False
    searcher: _Searcher | None = None
    outcome: Outcome | None = None  # as it was after its last turn

    @property
    def work(self) -> float:
        return self.fee + self.done / self.pace

    @property
    def done(self) -> float:
        return work(self.outcome.statistics) + self.node_cost * self.nodes if self.outcome else 0

    @property
    def nodes(self) -> int:
        return self.outcome.statistics.nodes if self.outcome else 0

    def prepare(self) -> _Searcher:
        if self.searcher is None:
            self.searcher = self.begin()
            self.outcome = self.searcher.outcome
        return self.searcher

    def go_on(self, goal: int) -> None:
        """Works for a moment, up to that many nodes."""
        searcher = self.prepare()
        try:
            searcher.run_slice(1, goal - self.nodes)
        finally:
            self.outcome = searcher.outcome


class FirstRace:
    """Contenders that take turns; the first one that finds a cover, or proves that there is none, decides."""

    def __init__(self, matrix: Matrix, run: Run) -> None:
        assert run.budget.solutions == 1
        assert run.budget.nodes is None
        self._matrix, self._run = matrix, run.started()
        self._finder = _Contender(
            "sparse", partial(Engine, matrix, self._run, True), node_cost=len(matrix.items)
        )
        self._finder.prepare()  # faults of the matrix are raised here
        self._contenders = [self._finder]
        self._round, self._goal = float(tuning.contest_head_start), tuning.contest_turn
        self._current = self._finder
        self._winner: _Contender | None = None
        self._stopped_by: StoppedBy | None = None
        self._lost_seconds = 0.0
        self.turns = 0  # that have ended: points that depend on no clock

    @property
    def is_over(self) -> bool:
        return self._winner is not None or self._stopped_by is StoppedBy.TIME

    @property
    def outcome(self) -> Outcome:
        """That of the winner; before there is one, the total of all."""
        first, *others = (each.outcome for each in self._contenders if each.outcome)
        total = sum((other.statistics for other in others), first.statistics)
        seconds = total.seconds + self._lost_seconds
        if self._winner is None or self._winner.outcome is None:
            return Outcome(0, False, self._stopped_by, total.replaced(seconds=seconds))
        won = self._winner.outcome
        statistics = won.statistics.replaced(seconds=seconds, reason=self._reason(won))
        return won.replaced(stopped_by=None if won.exhausted else StoppedBy.LIMIT, statistics=statistics)

    @property
    def progress(self) -> float | None:
        """Unknown, because no test predicts the winner."""
        return None

    def run_slice(self, solutions: int = 1) -> None:
        """Works for a moment; continues after a KeyboardInterrupt, too."""
        self._stopped_by = None
        if self._settle():
            return
        current = self._current
        try:
            current.go_on(self._goal)
        except (MemoryError, TooLarge, ValueError):
            if current is self._finder:
                raise
            self._drop(current)
            return
        if self._settle():
            return
        if self._run.seconds_left == 0:
            self._stopped_by = StoppedBy.TIME
        elif current.searcher is not None and current.searcher.is_over:
            self._drop(current)
        elif current.nodes >= self._goal:
            self._take_turns()

    def hand_over(self, into: Sink) -> None:
        """See the method of an engine."""
        winner = self._settle()
        if winner and winner.outcome and winner.outcome.count:
            assert isinstance(winner.searcher, Engine)
            winner.searcher.hand_over(into)

    def _settle(self) -> _Contender | None:
        """The one that has decided, perhaps just before an interrupt."""
        if self._winner is None:
            self._winner = next(filter(self._knows, self._contenders), None)
        return self._winner

    def _knows(self, contender: _Contender) -> bool:
        """Whether it has a cover, or a proof that there is none; a sweep has none of the covers that it
        counts.
        """
        found = contender.outcome
        return found is not None and (found.exhausted if found.count == 0 else contender.name != SWEEP)

    def _reason(self, won: Outcome) -> str:
        others = [each.name for each in self._contenders if each is not self._winner and each.searcher]
        if not others:
            return won.statistics.reason
        known = "found a solution" if won.count else "saw that there is none"
        if won.statistics.engine == "algebra":
            known = won.statistics.reason
        return f"{known}, before {listed(others, 'and')}"

    def _take_turns(self) -> None:
        """The one with the least work is next; a round is over when all have done its amount of work."""
        self.turns += 1
        if len(self._contenders) == 1 and self._finder.work >= self._round:
            self._contenders += self._others()
        if finishing := self._nearly_done():
            self._current, self._goal = (
                finishing,
                finishing.nodes + max(tuning.contest_turn, finishing.nodes // 8),
            )
            return
        current = min(self._contenders, key=lambda each: each.work)
        if current.work >= self._round:
            self._round *= tuning.contest_growth
        left = (self._round - current.work) * current.pace
        wanted = left * current.nodes / current.done if current.done else 0
        # At most twice as many as before: a node may become dearer while a search learns.
        turn = max(tuning.contest_turn, min(int(wanted), current.nodes))
        self._current, self._goal = current, current.nodes + turn

    def _nearly_done(self) -> _Contender | None:
        """The search of the whole tree, if the others have done more work than it seems to need in all."""
        for each in self._contenders:
            if each.is_whole_tree and isinstance(each.searcher, Engine):
                others = sum(other.done for other in self._contenders) - each.done
                if each.done < others * (each.searcher.progress or 0):
                    return each
        return None

    def _others(self) -> list[_Contender]:
        matrix, run = self._matrix, self._run
        assert isinstance(self._finder.searcher, Engine)
        problem = self._finder.searcher.problem
        fee = lane_bytes(problem)
        one = run.limited().by(run.strategy.replaced(threads=1))
        lister = _Contender("lanes", partial(Engine, matrix, one, True), fee, is_whole_tree=True)
        if not has_room_for_lanes(fee, run.strategy):
            tree = one.by(one.strategy.replaced(engine="sparse"))
            lister = _Contender(
                "the whole tree",
                partial(Engine, matrix, tree, True),
                node_cost=len(matrix.items),
                is_whole_tree=True,
            )
        learning = run.by(run.strategy.replaced(engine="learning", memory=run.strategy.share("learning")))
        ahead = -tuning.contest_head_start  # it goes first: it is soon done
        return [
            _Contender("algebra", partial(Algebra, matrix, problem, run), ahead),
            _Contender("learning", partial(Engine, matrix, learning, True), pace=tuning.contest_favour),
            lister,
            _Contender(
                SWEEP,
                partial(Engine, matrix, self._sweep(), False),
                fee=ORDER_COST * sweep_order_work(problem),
            ),
        ]

    def _sweep(self) -> Run:
        room = self._run.strategy.rest("lanes", "learning", "algebra")
        return self._run.by(self._run.strategy.replaced(engine="graph", seed=None, memory=room))

    def _drop(self, contender: _Contender) -> None:
        """Removes one that can do no more; if a sweep has counted covers, their diagram replaces it."""
        self._contenders.remove(contender)
        if found := contender.outcome:
            self._lost_seconds += found.statistics.seconds
            if contender.name == SWEEP and found.exhausted and self._run.strategy.seed is None:
                whole = partial(Engine, self._matrix, self._sweep(), True)
                self._contenders.append(_Contender("diagram", whole))
        self._take_turns()
