"""A first cover of a matrix, or the proof that there is none, by several methods in turns of equal work:

- a search that begins anew after some failures, with the items that failed most;
- a search that learns a clause from each failure, for covers and refutations that are hard to find;
- linear algebra, which may refute a matrix of any size at once (linear.py);
- a search of the whole tree in the order of a listing, which is much faster if there is nothing to learn;
- the sweep over states, which refutes matrices with few states; if it counts covers, their diagram is built
  and gives one.

>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> pairs = [(OptionName("x", (k,)), [k, k + 1]) for k in range(199)]
>>> chain = Matrix.build([(ItemName("a", (k,)), 1, 1) for k in range(200)], pairs)
>>> search, covers = first_found(chain, Run.within(solutions=1)), []
>>> while not search.is_over:
...     search.run_slice()
>>> search.hand_over(covers)
>>> len(covers), search.outcome.count, search.outcome.statistics.engine
(1, 1, 'sparse')
"""

from __future__ import annotations

from functools import partial

from excover.base.words import listed
from excover.matrix.matrix import Matrix
from excover.search._core import lane_bytes, sweep_order_work
from excover.search.engine import Engine, Sink, has_room_for_lanes
from excover.search.outcome import ORDER_COST, Outcome, StoppedBy
from excover.search.portfolio.portfolio import Entrant, NextTurn, Portfolio, Scheduler, taking_part
from excover.search.refutation.linear import LinearRefuter
from excover.search.run import Run
from excover.search.tuning import tuning

SWEEP = "graph"


def first_found(matrix: Matrix, run: Run) -> Portfolio:
    """A member that finds one cover, or proves that there is none."""
    run = run.started()
    return Portfolio(UntilFirst(matrix, run), run)


class UntilFirst(Scheduler):
    """Turns of equal work until an entry finds a cover, or proves that there is none."""

    def __init__(self, matrix: Matrix, run: Run) -> None:
        assert run.budget.solutions == 1
        assert run.budget.nodes is None
        self._matrix, self._run = matrix, run
        engine = Engine(matrix, run, True)
        self._problem = engine.problem
        self.finder = Entrant("sparse", lambda: engine, node_cost=len(matrix.items))
        super().__init__([self.finder])
        self.head_start = tuning.portfolio_turn
        self._round = float(tuning.portfolio_head_start)
        self._are_all_in = False

    @property
    def wanted(self) -> int:
        return 1

    def next_turn(self) -> NextTurn:
        """The one with the least work is next; a round is over when all have done its amount of work."""
        if not self._are_all_in and self.finder.work >= self._round:
            self.entries += taking_part(self.others())
            self._are_all_in = True
        if finishing := self._nearly_done():
            return finishing, finishing.nodes + max(tuning.portfolio_turn, finishing.nodes // 8)
        current = min(self.entries, key=lambda each: each.work)
        if current.work >= self._round:
            self._round *= tuning.portfolio_growth
        left = (self._round - current.work) * current.pace
        wanted = left * current.nodes / current.done if current.done else 0
        # At most twice as many as before: a node may become dearer while a search learns.
        return current, current.nodes + max(tuning.portfolio_turn, min(int(wanted), current.nodes))

    def _nearly_done(self) -> Entrant | None:
        """The search of the whole tree, if the others have done more work than it seems to need in all."""
        for each in self.entries:
            if each.is_whole_tree:
                others = sum(other.done for other in self.entries) - each.done
                if each.done < others * (each.progress or 0):
                    return each
        return None

    def is_answer(self, entry: Entrant) -> bool:
        """A cover, or a proof that there is none; a sweep has none of the covers that it counts."""
        found = entry.outcome
        return found is not None and (not entry.counts_only if found.count else found.exhausted)

    def answer(self, winner: Entrant) -> Outcome:
        assert winner.outcome
        known = winner.outcome
        statistics = known.statistics.replaced(reason=self._reason(winner, known))
        return known.replaced(stopped_by=None if known.exhausted else StoppedBy.LIMIT, statistics=statistics)

    def so_far(self) -> Outcome:
        """With the work of all."""
        first, *others = (each.statistics for each in self.everyone if each.statistics)
        return Outcome(0, False, None, sum(others, first))

    @property
    def progress(self) -> float | None:
        """Unknown, because no test predicts the winner."""
        return None

    def drop(self, entry: Entrant) -> None:
        """If a sweep has counted covers, their diagram replaces it."""
        super().drop(entry)
        is_counted = entry.counts_only and entry.outcome is not None and entry.outcome.exhausted
        if is_counted and self._run.strategy.seed is None:
            self.entries.append(Entrant("diagram", partial(Engine, self._matrix, self._sweep(), True)))

    def hand_over(self, winner: Entrant | None, into: Sink) -> None:
        if winner and winner.count:
            winner.hand_over(into)

    def _reason(self, winner: Entrant, known: Outcome) -> str:
        others = [each.name for each in self.entries if each is not winner and each.member]
        if not others:
            return known.statistics.reason
        finding = "found a solution" if known.count else "saw that there is none"
        if known.statistics.engine == "algebra":
            finding = known.statistics.reason
        return f"{finding}, before {listed(others, 'and')}"

    def others(self) -> list[Entrant]:
        matrix, run, problem = self._matrix, self._run, self._problem
        one = run.limited().by(run.strategy.replaced(threads=1))
        learning = run.by(run.strategy.replaced(engine="learning", memory=run.strategy.share("learning")))
        ahead = -tuning.portfolio_head_start  # it goes first: it is soon done
        order = ORDER_COST * sweep_order_work(problem)
        return [
            Entrant("algebra", partial(LinearRefuter, matrix, problem, run), ahead),
            Entrant("learning", partial(Engine, matrix, learning, True), pace=tuning.portfolio_favour),
            self._whole_tree(one),
            Entrant(SWEEP, partial(Engine, matrix, self._sweep(), False), order, counts_only=True),
        ]

    def _sweep(self) -> Run:
        room = self._run.strategy.rest("lanes", "learning", "algebra")
        return self._run.by(self._run.strategy.replaced(engine="graph", seed=None, memory=room))

    def _whole_tree(self, one: Run) -> Entrant:
        fee = lane_bytes(self._problem)
        if has_room_for_lanes(fee, self._run.strategy):
            return Entrant("lanes", partial(Engine, self._matrix, one, True), fee, is_whole_tree=True)
        tree = one.by(one.strategy.replaced(engine="sparse"))
        begin = partial(Engine, self._matrix, tree, True)
        return Entrant("the whole tree", begin, node_cost=len(self._matrix.items), is_whole_tree=True)
