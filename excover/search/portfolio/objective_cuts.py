"""The best cover where costs are too large for `Optimizer`, or there are global constraints: each cover that
is found bounds the goal for the next search.

>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName(name), [0]) for name in "xyz"])
>>> matrix = matrix.replaced(costs=array("q", [5, 3, 1]), sums=[WeightedSum.of("load", [1, 2, 3], None, 2)])
>>> search = ObjectiveCuts(matrix, "minimize")
>>> list(search)[-1], search.outcome.cost, search.outcome.bound, search.outcome.exhausted
((1,), 3, 3, True)

That is a search for any cover, with restarts, which hides the options that would break a bound
(excover/native/sparse), and the goal is one more bound, below the last cost (branch and bound). It is
complete, but knows no better bound of the cost than the prices at the root of its tree.

With global constraints, that search is the portfolio for a first cover, with `learning` in it, and its bound
is at first half-way between the last cost and what is refuted, as long as that is soon decided. It takes
turns with a search for the best cover of a relaxation, which has a row for each clause that its best covers
broke before: what that refutes holds with the constraints, too, and where its best cover keeps to them, that
is the best one.
"""

from __future__ import annotations

from array import array
from time import perf_counter

from excover.matrix.constraints import Disjunction, WeightedSum
from excover.matrix.goals import fit
from excover.matrix.matrix import Matrix
from excover.matrix.verify import broken_rule
from excover.search.engine import ENDLESS, Cover, Engine, Sink
from excover.search.outcome import Outcome, Statistics, StoppedBy, work
from excover.search.portfolio.portfolio import Member
from excover.search.portfolio.until_enough import found_first
from excover.search.portfolio.until_proved import BestCovers, Optimizer, sign_of
from excover.search.run import UNLIMITED, Budget, Run
from excover.search.strategy import Strategy
from excover.search.tuning import tuning

GOAL = "goal"


class ObjectiveCuts(BestCovers):
    """Those of a search for any cover, again with a bound below each cost; else as `Optimizer`."""

    def __init__(
        self, matrix: Matrix, goal: str, run: Run = UNLIMITED, gap: float = 0.0, start: Cover | None = None
    ) -> None:
        run = run.started()
        search = CutSearch(matrix, goal, run, gap, start)
        super().__init__(search, search.is_ready, run)


class CutSearch:
    """A search for any cover, which begins again below each cost that is found; itself a member."""

    progress = None

    def __init__(self, matrix: Matrix, goal: str, run: Run, gap: float, start: Cover | None) -> None:
        self._sign = sign_of(goal)
        costs = array("q", (self._sign * cost for cost in matrix.prices()))
        self._goal = WeightedSum.of(GOAL, costs)
        self._matrix, self._run, self._gap = matrix, run, gap
        self._cost = None if start is None else self._goal.total(start)
        self._relaxation = (
            RelaxationWithCuts(matrix, goal, run) if matrix.constraints and fit(costs) else None
        )
        self._most = sum(map(abs, costs)) if self._cost is None else self._cost - 1
        self._search = self._next_search()
        self._bound = self._least_sum()
        self._half_nodes = tuning.best_probe_nodes
        self._past = Statistics(0, 0, 0, 0.0, "sparse", "the best solution within rules is wanted")
        self._found: list[Cover] = []
        self._count = 0
        self._exhausted = False

    @property
    def outcome(self) -> Outcome:
        cost = None if self._cost is None else self._sign * self._cost
        bound = self._cost if self._is_proved else self._bound
        known = None if bound is None else self._sign * bound
        outcome = Outcome(self._count, self._is_proved, None, self._work, cost, known)
        return outcome.ended(StoppedBy.GAP if self._is_near else None)

    @property
    def is_over(self) -> bool:
        return self._is_proved or self._is_near

    @property
    def _is_proved(self) -> bool:
        """Whether no cover is better than the last one, or there is none."""
        return self._exhausted or (self._cost is not None and self._bound >= self._cost)

    @property
    def _is_near(self) -> bool:
        return self._cost is not None and 0 < self._cost - self._bound <= self._gap * abs(self._cost)

    def is_ready(self) -> bool:
        """Whether a cover waits."""
        self._search.hand_over(self._found)
        return bool(self._found)

    def hand_over(self, into: Sink) -> None:
        """See `Member`."""
        self._search.hand_over(self._found)
        for cover in self._found:
            cost = self._goal.total(cover)
            assert self._cost is None or cost < self._cost
            self._cost, self._count = cost, self._count + 1
        into.extend(self._found)
        self._found = []

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """A slice of the relaxation, or of the search; a new one begins below the last cost."""
        began = perf_counter()
        try:
            done = work(self._past) + work(self._search.outcome.statistics)
            if self._relaxation is not None and self._relaxation.work <= done + tuning.portfolio_cuts:
                self._relax(self._relaxation)
            else:
                self._search_on(nodes)
        finally:
            self._past = self._past.replaced(seconds=self._past.seconds + perf_counter() - began)

    def _relax(self, relaxation: RelaxationWithCuts) -> None:
        """Its covers may keep to the constraints; what it refutes holds with these."""
        relaxation.run_slice(self._cost)
        for cover in relaxation.kept:
            if self._cost is None or self._goal.total(cover) < self._cost:
                self._found = [cover]
        relaxation.kept.clear()
        if relaxation.bound is not None:
            self._bound = max(self._bound, relaxation.bound)
        self._exhausted = relaxation.has_none

    def _search_on(self, nodes: int) -> None:
        known = self._search.outcome
        if known.exhausted and not known.count:  # below a cost half-way
            self._bound = max(self._bound, self._most + 1)
        is_undecided = self._is_half_way and known.statistics.nodes >= self._half_nodes
        if known.count or known.exhausted or is_undecided or not self._is_below_cost:
            self._past += known.statistics.replaced(seconds=0.0)
            if is_undecided:
                self._half_nodes *= 4
            self._most = self._next_most(is_undecided)
            self._search = self._next_search()
        self._search.run_slice(nodes=nodes)
        known = self._search.outcome
        self._exhausted = known.exhausted and not known.count and not self._is_half_way

    @property
    def _is_below_cost(self) -> bool:
        """Of the search: whether what it finds is better than the last cover."""
        return self._cost is None or self._most < self._cost

    @property
    def _is_half_way(self) -> bool:
        return self._cost is not None and self._most < self._cost - 1

    def _next_most(self, is_undecided: bool) -> int:
        assert self._cost is not None
        is_slow = is_undecided or not self._matrix.constraints
        return self._cost - 1 if is_slow else (self._bound + self._cost - 1) // 2

    def _next_search(self) -> Member:
        bounds = self._matrix.bounds
        if self._cost is not None or not self._matrix.constraints:
            bounds = [*bounds, self._goal.replaced(upper=self._most)]
        matrix = self._matrix.replaced(sums=bounds)
        strategy = self._run.strategy.replaced(threads=1)
        if self._matrix.constraints and self._run.budget.nodes is None:
            return found_first(matrix, self._run.limited(solutions=1).by(strategy))
        return Engine(matrix, Run(Budget(solutions=1), strategy.replaced(engine="sparse")), True)

    def _least_sum(self) -> int:
        bounded = self._matrix.without_constraints().replaced(sums=[self._goal.replaced(upper=self._most)])
        return Engine(bounded, Run(Budget(solutions=1), Strategy("sparse")), True).least_sums[-1]

    @property
    def _work(self) -> Statistics:
        done = self._past + self._search.outcome.statistics.replaced(seconds=0.0)
        return done if self._relaxation is None else done + self._relaxation.statistics.replaced(seconds=0.0)


class RelaxationWithCuts:
    """The best covers without global constraints, but with a row for each clause that they broke.

    ``kept`` has covers that keep to the constraints; no cover costs less than ``bound``, with the sign of
    what is minimized, if it costs less than those that are known; ``has_none``: nor is there any other.
    """

    def __init__(self, matrix: Matrix, goal: str, run: Run) -> None:
        self._matrix, self._goal = matrix, goal
        self._sign = sign_of(goal)
        self._run = run.limited(nodes=run.budget.nodes).by(run.strategy.replaced(threads=1))
        self._rows = [
            self._row(clause) for constraint in matrix.constraints for clause in constraint.clauses()
        ]
        self._past = Statistics(0, 0, 0, 0.0, "cost")
        self.kept: list[Cover] = []
        self.bound: int | None = None
        self.has_none = False
        self._begin(None)

    @property
    def statistics(self) -> Statistics:
        return self._past + self._search.outcome.statistics

    @property
    def work(self) -> float:
        return work(self.statistics)

    def run_slice(self, cost: int | None) -> None:
        """Searches for a moment, for what costs less than the best cover that is known."""
        known = self._search.outcome
        if known.exhausted:
            self._past = self.statistics
            self._begin(cost)
            known = self._search.outcome
        self._search.run_slice(known)
        self._take(self._search.drain())
        known = self._search.outcome
        if known.bound is not None:
            bound = self._sign * known.bound
            self.bound = bound if cost is None else min(bound, cost)
        if known.exhausted:
            self._end(cost)

    def _begin(self, cost: int | None) -> None:
        matrix = self._matrix.without_constraints()
        matrix = matrix.replaced(sums=[*matrix.sums, *self._rows])
        self._search = Optimizer(matrix, self._goal, self._run)
        if cost is not None:
            self._search.improve_on(self._sign * cost)
        self._last: Cover | None = None

    def _take(self, covers: list[Cover]) -> None:
        for cover in covers:
            self._last = cover
            if not broken_rule(self._matrix.constraints, [cover]):
                self.kept.append(cover)

    def _end(self, cost: int | None) -> None:
        """A row for each clause that the best cover breaks; if it breaks none, it is the best of all."""
        if self._last is None:
            self.bound, self.has_none = cost, cost is None
            return
        for constraint in self._matrix.constraints:
            self._rows += map(self._row, constraint.cuts(self._last))

    def _row(self, clause: Disjunction) -> WeightedSum:
        weights = [0] * len(self._matrix.options)
        for literal in clause:
            weights[abs(literal) - 1] = 1 if literal > 0 else -1
        return WeightedSum.of("cut", weights, 1 - sum(literal < 0 for literal in clause))
