"""The best cover, by three searches in turns until one finds a cover, then by one that proves it.

A search for any cover, with restarts, the search for the best one (excover/native/cost) and linear
refutation, which may prove that there is none, take turns of equal work until a cover is found; then the
second continues alone, from that cover, and on several threads. Turns are measured in work, so that the same
matrix and number of threads always give the same covers.

A bound on the cost, on the side that the goal leads away from, is a cutoff. The searches keep to other bounds
on sums as they go.

`Optimizer` has the improving covers, and a bound on the best cost.

>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> priced = matrix.replaced(costs=array("q", [5, 3]))
>>> search = Optimizer(priced, "minimize")
>>> list(search), search.outcome.cost, search.outcome.bound
([(1,)], 3, 3)
>>> list(Optimizer(priced, "maximize"))
[(0,)]

Of covers that are found soon after each other, measured in work, only the last is returned.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from functools import partial
from time import perf_counter

from excover.matrix.constraints import WeightedSum
from excover.matrix.matrix import Matrix
from excover.search._core import CheapestSearch, Stop
from excover.search.engine import ENDLESS, Cover, Engine, Sink, VerificationError
from excover.search.engine_table import BEST
from excover.search.linear_refutation import OPTIONS, LinearRefuter
from excover.search.native import native_problem, slice_of, upper_rows
from excover.search.outcome import Outcome, Statistics, StoppedBy
from excover.search.portfolio.portfolio import Entrant, Member, NextTurn, Portfolio, Scheduler
from excover.search.run import SEARCH, UNLIMITED, Budget, Run
from excover.search.tuning import tuning


class CostSearch:
    """The search for the best in slices, from covers of its own and those offered; itself a member.

    ValueError if the costs together do not fit 62 bits, or the matrix is malformed.
    """

    def __init__(self, matrix: Matrix, goal: str, run: Run, gap: float, start: Cover | None) -> None:
        self._sign = sign_of(goal)
        self._costs = array("q", (self._sign * cost for cost in matrix.prices()))
        self._cutoff, self.rows = cutoff_and_rows(matrix, goal)
        self._run = run
        self.problem = native_problem(matrix, BEST)
        # A budget of nodes requires the same nodes in every run.
        threads = run.strategy.threads if run.budget.nodes is None else 1
        rows = upper_rows(matrix.replaced(sums=self.rows))
        self.core = CheapestSearch(self.problem, self._costs, gap, rows, threads)
        if self._cutoff is not None:
            self._want_at_most(self._cutoff)
        self._taken: list[Cover] = []  # from a search, and not looked at
        self._last: Cover | None = None  # found, and not handed over
        self._pause_ends = 0
        self.turn_ends = 0
        self._count = 0
        self.cost: int | None = None
        if start is not None:
            self.core.offer(array("I", start))
            self.cost = self._cost_of(start)
        self._seconds = 0.0
        self.is_none = False  # as another member has seen
        self._is_near = False

    @property
    def is_over(self) -> bool:
        return self.is_proved or self._is_near

    @property
    def outcome(self) -> Outcome:
        core, reason = self.core, "the best solution is wanted"
        work = Statistics(core.nodes, core.updates, core.depth, self._seconds, "cost", reason, core.threads)
        cost = None if self._best is None else self._sign * self._best
        bound = self._best if self.is_proved else core.bound
        known = None if bound is None else self._sign * bound
        outcome = Outcome(self._count + (self._last is not None), self.is_proved, None, work, cost, known)
        return outcome.ended(StoppedBy.GAP if self._is_near else None)

    progress = None

    @property
    def is_proved(self) -> bool:
        """Whether no cover is better than the last one, or there is none."""
        beyond = self._best
        if beyond is None and self._cutoff is not None:
            beyond = self._cutoff + 1
        return self.is_none or (beyond is not None and self.core.bound >= beyond)

    @property
    def _best(self) -> int | None:
        """The least cost so far of a cover that is a solution."""
        is_beyond = self.cost is None or (self._cutoff is not None and self.cost > self._cutoff)
        return None if is_beyond else self.cost

    def is_ready(self) -> bool:
        """Whether a cover waits, and no better one is likely to follow soon."""
        return self._last is not None and self.core.work >= self._pause_ends

    def improve_on(self, cost: int) -> None:
        """From now on, only covers that cost less than this are wanted, or more to maximize."""
        better = self._sign * cost - 1
        self._want_at_most(better if self._cutoff is None else min(self._cutoff, better))

    def _want_at_most(self, cost: int) -> None:
        self._cutoff = cost
        self.core.want_at_most(max(-ENDLESS // 2, min(cost, ENDLESS // 2)))

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """Up to the end of its turn, or of the pause after a cover."""
        began = perf_counter()
        ends = self.turn_ends if self._last is None else min(self.turn_ends, self._pause_ends)
        try:
            stop = self.core.run_for(max(0, ends - self.core.work), ENDLESS, nodes, slice_of(self._run))
            self.take()
        finally:
            self._seconds += perf_counter() - began
        if stop is Stop.EXHAUSTED:
            self.is_none = self._best is None
            self._is_near = not self.is_proved

    def offer(self, first: Entrant) -> None:
        """Takes what another member has found."""
        first.hand_over(self._taken)
        for cover in self._taken:
            self.core.offer(array("I", cover))
        self._note_taken()

    def take(self) -> None:
        """What the core has found; an interrupt loses nothing."""
        if fault := self.core.hand_over(self._taken):
            raise VerificationError.of(fault)
        if not all(row.holds(cover) for row in self.rows for cover in self._taken):
            raise VerificationError.of("a bound on a sum is broken")
        self._note_taken()

    def _note_taken(self) -> None:
        for cover in self._taken:
            self._note(cover)
        self._taken.clear()

    def _note(self, cover: Cover) -> None:
        cost = self._cost_of(cover)
        if self.cost is not None and cost >= self.cost:
            return
        if self._last is None:
            self._pause_ends = self.core.work + tuning.best_pause
        self.cost = cost
        if self._best is not None:
            self._last = cover

    def _cost_of(self, cover: Cover) -> int:
        return sum(map(self._costs.__getitem__, cover))

    def hand_over(self, into: Sink) -> None:
        """The last cover, if it is new: of covers found soon after each other, only the last is of use."""
        if self._last is not None:
            into.extend([self._last])
            self._last = None
            self._count += 1


class UntilProved(Scheduler):
    """Turns of equal work until there is a cover, then the search for the best alone."""

    def __init__(self, proof: CostSearch, matrix: Matrix, run: Run, seeks_first: bool) -> None:
        self.proof, self._most = proof, run.budget.nodes
        bounded = matrix.replaced(sums=proof.rows)
        strategy = run.strategy.replaced(engine="sparse", threads=1)
        any_cover = Run(Budget(solutions=1), strategy)
        self._first = Entrant("sparse", partial(Engine, bounded, any_cover, True))
        self._linear = Entrant("linear", partial(LinearRefuter, matrix, proof.problem, run))
        # A budget of nodes is for the searches alone.
        others = [self._first, *([self._linear] if self._most is None else [])]
        super().__init__([Entrant("cost", lambda: proof), *(others if seeks_first else [])])
        self._first_nodes = tuning.best_first_nodes

    def next_turn(self) -> NextTurn:
        """Nodes of the search for any cover; then each of the others, until it has done as much work."""
        first, proof = self._first, self.proof
        if proof.core.has_two_sides:
            return self._best_first(max(1, tuning.best_pause))
        if first not in self.entries:
            return self._best_first(ENDLESS)
        if first.nodes >= self._first_nodes:
            if (left := int(first.done / tuning.best_unit) - proof.core.work) > 0:
                return self._best_first(left)
            if self._linear in self.entries and self._linear.done < first.done:
                return self._linear, self._linear.nodes + OPTIONS
            self._first_nodes = first.nodes + tuning.best_first_nodes
        return first, min(
            self._first_nodes, ENDLESS if self._most is None else self._most - self._proof_nodes
        )

    @property
    def _proof_nodes(self) -> int:
        return self.entries[0].nodes

    def _best_first(self, work: int) -> NextTurn:
        self.proof.turn_ends = self.proof.core.work + work
        return self.entries[0], None

    def note(self, entry: Entrant) -> None:
        """With a cover, the others are of no more use."""
        if entry is self._first:
            self.proof.offer(entry)
        if self.proof.cost is not None:
            for other in self.entries[1:]:
                self.drop(other)

    def is_answer(self, entry: Entrant) -> bool:
        if entry is self.entries[0]:
            return self.proof.is_over
        if entry is self._first:
            self.proof.offer(entry)  # if an interrupt came before
        known = entry.outcome
        if known is not None and known.exhausted and not known.count:
            self.proof.is_none = True
            return True
        return False

    def so_far(self) -> Outcome:
        """With the work of all."""
        known = self.proof.outcome
        others = [each.statistics for each in self.everyone[1:] if each.statistics]
        return known.replaced(statistics=sum(others, known.statistics))

    def hand_over(self, winner: Entrant | None, into: Sink) -> None:
        self.proof.take()
        self.proof.hand_over(into)


def sign_of(goal: str) -> int:
    return -1 if goal == "maximize" else 1


def cutoff_and_rows(matrix: Matrix, goal: str) -> tuple[int | None, list[WeightedSum]]:
    """The greatest cost of a solution, or minus the least one to maximize, and the other bounds on sums."""
    prices, sign = matrix.prices(), sign_of(goal)
    cutoffs: list[int] = []
    rows: list[WeightedSum] = []
    for each in matrix.bounds:
        far = each.upper if sign > 0 else each.lower
        if far is not None and each.dense(len(matrix.options)) == prices:
            cutoffs.append(sign * far)
            each = each.replaced(upper=None) if sign > 0 else each.replaced(lower=None)
        if each.is_bounded:
            rows.append(each)
    return min(cutoffs, default=None), rows


def bounds_costs_alone(matrix: Matrix, goal: str) -> bool:
    """Whether there are no bounds on sums but those on the costs that the goal leads away from."""
    return not cutoff_and_rows(matrix, goal)[1]


class BestCovers(Iterator[Cover]):
    """Covers of a member each of which is better than all before; when the outcome is exhausted, the last one
    is the best.
    """

    def __init__(self, member: Member, is_ready: Callable[[], bool], run: Run) -> None:
        """``is_ready``: whether a cover is to be returned at once."""
        self._member, self._is_ready, self._run = member, is_ready, run
        self._given = 0
        self._stopped_by: StoppedBy | None = None

    @property
    def outcome(self) -> Outcome:
        """The progress of the search."""
        return self._member.outcome.ended(self._stopped_by)

    def __next__(self) -> Cover:
        while not self._is_ready() and not self._is_over():
            self.run_slice(self._report())
        found = self.drain()
        self._report()
        if found:
            return found[-1]
        raise StopIteration

    def run_slice(self, known: Outcome) -> None:
        """Searches for a moment."""
        most = self._run.budget.nodes
        try:
            self._member.run_slice(nodes=ENDLESS if most is None else most - known.statistics.nodes)
        except KeyboardInterrupt:
            self._stopped_by = StoppedBy.INTERRUPT
            raise

    def _report(self) -> Outcome:
        known = self.outcome
        self._run.report(SEARCH, known.count, note=known.best_so_far, outcome=known)
        return known

    def drain(self) -> list[Cover]:
        """The cover that was found but not yet returned, if there is one, without further search."""
        found: list[Cover] = []
        self._member.hand_over(found)
        self._given += len(found)
        return found[-1:]

    def _is_over(self) -> bool:
        """Whether nothing more will be found, or the run ends."""
        self._stopped_by, known, budget = None, self._member.outcome, self._run.budget
        if known.exhausted or self._member.is_over:
            return True
        self._stopped_by = self._run.stopped_by
        if budget.solutions is not None and self._given >= budget.solutions:
            self._stopped_by = StoppedBy.LIMIT
        elif budget.nodes is not None and known.statistics.nodes >= budget.nodes:
            self._stopped_by = StoppedBy.NODES
        return self._stopped_by is not None


class Optimizer(BestCovers):
    """Those of the portfolio `UntilProved`.

    It ends, too, as soon as the last cover is proved to be within the ``gap``, a part of its cost. With a
    cover to ``start`` from, only better ones are found. ValueError if the costs together do not fit 62 bits,
    or the matrix is malformed.
    """

    def __init__(
        self, matrix: Matrix, goal: str, run: Run = UNLIMITED, gap: float = 0.0, start: Cover | None = None
    ) -> None:
        run = run.started()
        self._proof = CostSearch(matrix, goal, run, gap, start)
        portfolio = Portfolio(UntilProved(self._proof, matrix, run, start is None), run)
        super().__init__(portfolio, self._proof.is_ready, run)

    def improve_on(self, cost: int) -> None:
        """From now on, only covers that cost less than this are wanted, or more to maximize. When the outcome
        is exhausted, none is better than the last one, or than this. Not for a search with a gap.
        """
        self._proof.improve_on(cost)
