"""The best cover of a matrix with costs: improving covers, and a bound on the best cost.

>>> from array import array
>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> priced = matrix.replaced(costs=array("q", [5, 3]))
>>> search = Optimizer(priced, "minimize")
>>> list(search), search.outcome.cost, search.outcome.bound
([(1,)], 3, 3)
>>> list(Optimizer(priced, "maximize"))
[(0,)]

A search for any cover, with restarts, the search for the best one (excover/native/cost) and linear algebra,
which may prove that there is none, take turns of equal work until a cover is found; then the second continues
alone, from that cover, and on several threads. Turns are measured in work, so that the same matrix and
number of threads always give the same covers. Of covers that are found soon after each other, also measured
in work, only the last is returned.

A bound on the cost, on the side that the goal leads away from, is a cutoff. The searches keep to other bounds
on sums as they go.

Where costs are too large for it, each cover that is found bounds the goal for the next search:

>>> from excover.matrix.constraints import WeightedSum
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName(name), [0]) for name in "xyz"])
>>> matrix = matrix.replaced(costs=array("q", [5, 3, 1]), sums=[WeightedSum.of("load", [1, 2, 3], None, 2)])
>>> search = ObjectiveCuts(matrix, "minimize")
>>> list(search)[-1], search.outcome.cost, search.outcome.bound, search.outcome.exhausted
((1,), 3, 3, True)

That is a search for any cover, with restarts, which hides the options that would break a bound
(excover/native/sparse), and the goal is one more bound, below the last cost (branch and bound). It is
complete, but knows no better bound of the cost than the prices at the root of its tree.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from time import perf_counter

from excover.matrix.constraints import WeightedSum
from excover.matrix.matrix import Matrix
from excover.search._core import CheapestSearch, Stop
from excover.search.consumers import BEST
from excover.search.engine import ENDLESS, Cover, Engine, VerificationError
from excover.search.linear_refutation import LinearRefuter
from excover.search.native import native_problem, upper_rows
from excover.search.outcome import Outcome, Statistics, StoppedBy, work
from excover.search.run import SEARCH, UNLIMITED, Budget, Run
from excover.search.tuning import tuning


class Optimizer(Iterator[Cover]):
    """Covers each of which is better than all before; when the outcome is exhausted, the last one is the
    best.

    It ends, too, as soon as the last cover is proved to be within the ``gap``, a part of its cost. With a
    cover to ``start`` from, only better ones are found. ValueError if the costs together do not fit 62 bits,
    or the matrix is malformed.
    """

    def __init__(
        self, matrix: Matrix, goal: str, run: Run = UNLIMITED, gap: float = 0.0, start: Cover | None = None
    ) -> None:
        self._sign = _sign(goal)
        self._costs = array("q", (self._sign * cost for cost in matrix.prices()))
        self._cutoff, self._rows = _cutoff_and_rows(matrix, goal)
        self._run = run.started()
        bounded = matrix.replaced(sums=self._rows)
        problem = native_problem(matrix, BEST)
        # A budget of nodes requires the same nodes in every run.
        threads = run.strategy.threads if run.budget.nodes is None else 1
        memory = ENDLESS if run.strategy.memory is None else run.strategy.share("waiting")
        self._core = CheapestSearch(problem, self._costs, gap, upper_rows(bounded), threads, memory)
        if self._cutoff is not None:
            self._want_at_most(self._cutoff)
        self._algebra = LinearRefuter(matrix, problem, self._run)
        strategy = run.strategy.replaced(engine="sparse", threads=1)
        self._first = Engine(bounded, Run(Budget(solutions=1), strategy), True)
        self._seeks_first = start is None
        self._first_nodes = tuning.best_first_nodes
        self._taken: list[Cover] = []  # from a search, and not looked at
        self._last: Cover | None = None  # found, and not handed out
        self._pause_ends = 0
        self._count = 0
        self._cost: int | None = None
        if start is not None:
            self._core.offer(array("I", start))
            self._cost = self._cost_of(start)
        self._seconds = 0.0
        self._exhausted = False
        self._stopped_by: StoppedBy | None = None

    @property
    def outcome(self) -> Outcome:
        """The progress of the search."""
        core, reason = self._core, "the best solution is wanted"
        proof = Statistics(core.nodes, core.updates, core.depth, 0, "cost", reason, core.threads)
        total = proof + self._first.outcome.statistics + self._algebra.outcome.statistics
        statistics = total.replaced(seconds=self._seconds)
        cost = None if self._best is None else self._sign * self._best
        count = self._count + (self._last is not None)
        outcome = Outcome(count, self._is_proved, None, statistics, cost, self._bound)
        return outcome.ended(self._stopped_by)

    @property
    def _is_proved(self) -> bool:
        """Whether no cover is better than the last one, or there is none."""
        beyond = self._best
        if beyond is None and self._cutoff is not None:
            beyond = self._cutoff + 1
        return self._exhausted or (beyond is not None and self._core.bound >= beyond)

    @property
    def _best(self) -> int | None:
        """The least cost so far of a cover that is a solution."""
        is_beyond = self._cost is None or (self._cutoff is not None and self._cost > self._cutoff)
        return None if is_beyond else self._cost

    @property
    def _bound(self) -> int | None:
        """No cover is better; None if there is none at all."""
        bound = self._best if self._is_proved else self._core.bound
        return None if bound is None else self._sign * bound

    def improve_on(self, cost: int) -> None:
        """From now on, only covers that cost less than this are wanted, or more to maximize. When the outcome
        is exhausted, none is better than the last one, or than this. Not for a search with a gap.
        """
        better = self._sign * cost - 1
        self._want_at_most(better if self._cutoff is None else min(self._cutoff, better))

    def _want_at_most(self, cost: int) -> None:
        self._cutoff = cost
        self._core.want_at_most(max(-ENDLESS // 2, min(cost, ENDLESS // 2)))

    def __next__(self) -> Cover:
        while self._last is None or self._core.work < self._pause_ends:
            if self._is_over():
                break
            self._run.report(SEARCH, self.outcome.count, note=self.outcome.best_so_far)
            self._search_on()
        if self._last is None:
            raise StopIteration
        return self._hand_out(self._last)

    def _hand_out(self, cover: Cover) -> Cover:
        self._last = None
        self._count += 1
        return cover

    def drain(self) -> list[Cover]:
        """The cover that was found but not yet returned, if there is one, without further search."""
        self._take(self._first)
        self._take_best()
        return [] if self._last is None else [self._hand_out(self._last)]

    def _is_over(self) -> bool:
        """Whether nothing more will be found, or the run ends."""
        if self._is_proved or self._stopped_by is StoppedBy.GAP:
            return True
        budget, nodes = self._run.budget, self.outcome.statistics.nodes
        self._stopped_by = self._run.stopped_by
        if budget.solutions is not None and self._count >= budget.solutions:
            self._stopped_by = StoppedBy.LIMIT
        elif budget.nodes is not None and nodes >= budget.nodes:
            self._stopped_by = StoppedBy.NODES
        return self._stopped_by is not None

    def _search_on(self) -> None:
        """Runs a slice of the search whose turn it is."""
        began = perf_counter()
        first = self._first.outcome.statistics
        left = int(work(first) / tuning.best_unit) - self._core.work
        try:
            if self._core.has_two_sides:
                self._seek_best(max(1, tuning.best_pause))
            elif not self._seeks_first:
                self._seek_best(ENDLESS if self._last is None else self._pause_ends - self._core.work)
            elif first.nodes < self._first_nodes:
                self._seek_first(self._first_nodes - first.nodes)
            elif left > 0:
                self._seek_best(left)
            elif self._may_refute and self._algebra.is_due(work(first)):
                self._algebra.run_turn()
                self._exhausted = self._algebra.outcome.exhausted
            else:
                self._first_nodes = first.nodes + tuning.best_first_nodes
        except KeyboardInterrupt:
            self._stopped_by = StoppedBy.INTERRUPT
            raise
        finally:
            self._seconds += perf_counter() - began

    @property
    def _may_refute(self) -> bool:
        """A budget of nodes is for the searches alone."""
        return self._run.budget.nodes is None

    def _seek_first(self, nodes: int) -> None:
        self._first.run_slice(nodes=min(nodes, self._nodes_left))
        self._take(self._first)
        if self._first.is_over:
            # Not when a cover was lost to an interrupt: then the other search goes on without it.
            self._exhausted = self._cost is None and self._first.outcome.exhausted
            self._seeks_first = False

    def _seek_best(self, most: int) -> None:
        seconds, left = tuning.slice_seconds, self._run.seconds_left
        seconds = seconds if left is None else min(seconds, left)
        stop = self._core.run_for(most, ENDLESS, self._nodes_left, seconds)
        self._take_best()
        if stop is Stop.EXHAUSTED:
            self._exhausted = self._best is None or self._is_proved
            self._stopped_by = None if self._exhausted else StoppedBy.GAP

    def _take(self, first: Engine) -> None:
        first.hand_over(self._taken)
        for cover in self._taken:
            self._core.offer(array("I", cover))
        self._note_taken()

    def _take_best(self) -> None:
        if fault := self._core.hand_over(self._taken):
            raise VerificationError(f"{fault}; this is a fault of excover, please report it")
        if not all(row.holds(cover) for row in self._rows for cover in self._taken):
            raise VerificationError(
                "a bound on a sum is broken; this is a fault of excover, please report it"
            )
        self._note_taken()

    def _note_taken(self) -> None:
        for cover in self._taken:
            self._note(cover)
            self._seeks_first = False
        self._taken.clear()

    def _note(self, cover: Cover) -> None:
        cost = self._cost_of(cover)
        if self._cost is not None and cost >= self._cost:
            return
        if self._last is None:
            self._pause_ends = self._core.work + tuning.best_pause
        self._cost = cost
        if self._best is not None:
            self._last = cover

    def _cost_of(self, cover: Cover) -> int:
        return sum(map(self._costs.__getitem__, cover))

    @property
    def _nodes_left(self) -> int:
        most = self._run.budget.nodes
        return ENDLESS if most is None else max(0, most - self.outcome.statistics.nodes)


def _sign(goal: str) -> int:
    return -1 if goal == "maximize" else 1


def _cutoff_and_rows(matrix: Matrix, goal: str) -> tuple[int | None, list[WeightedSum]]:
    """The greatest cost of a solution, or minus the least one to maximize, and the other bounds on sums."""
    prices, sign = matrix.prices(), _sign(goal)
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
    return not _cutoff_and_rows(matrix, goal)[1]


GOAL = "goal"


class ObjectiveCuts(Iterator[Cover]):
    """Covers each of which is better than all before; when the outcome is exhausted, the last is the best.

    It ends, too, as soon as the last cover is proved to be within the ``gap``, a part of its cost. With a
    cover to ``start`` from, only better ones are found.
    """

    def __init__(
        self, matrix: Matrix, goal: str, run: Run = UNLIMITED, gap: float = 0.0, start: Cover | None = None
    ) -> None:
        self._sign = -1 if goal == "maximize" else 1
        costs = array("q", (self._sign * cost for cost in matrix.prices()))
        self._goal = WeightedSum.of(GOAL, costs)
        self._matrix, self._run, self._gap = matrix, run.started(), gap
        self._cost = None if start is None else self._goal.total(start)
        self._search = self._next_search(sum(map(abs, costs)) if self._cost is None else self._cost - 1)
        self._bound = self._search.least_sums[-1]
        self._past = Statistics(0, 0, 0, 0.0, "sparse", "the best solution within bounds on sums is wanted")
        self._count = 0
        self._exhausted = False
        self._stopped_by: StoppedBy | None = None

    @property
    def outcome(self) -> Outcome:
        """The progress of the search."""
        cost = None if self._cost is None else self._sign * self._cost
        bound = self._cost if self._is_proved else self._bound
        known = None if bound is None else self._sign * bound
        outcome = Outcome(self._count, self._is_proved, None, self._work, cost, known)
        return outcome.ended(self._stopped_by)

    @property
    def _is_proved(self) -> bool:
        """Whether no cover is better than the last one, or there is none."""
        return self._exhausted or (self._cost is not None and self._bound >= self._cost)

    def __next__(self) -> Cover:
        while not self._is_over():
            self._run.report(SEARCH, self._count, note=self.outcome.best_so_far)
            self._search_on()
            if found := self.drain():
                return found[-1]
        raise StopIteration

    def drain(self) -> list[Cover]:
        """The cover that was found but not yet returned, if there is one, without further search."""
        covers: list[Cover] = []
        self._search.hand_over(covers)
        for cover in covers:
            cost = self._goal.total(cover)
            assert self._cost is None or cost < self._cost
            self._cost, self._count = cost, self._count + 1
        return covers

    def _is_over(self) -> bool:
        if self._is_proved:
            return True
        budget = self._run.budget
        self._stopped_by = self._run.stopped_by
        if budget.solutions is not None and self._count >= budget.solutions:
            self._stopped_by = StoppedBy.LIMIT
        elif budget.nodes is not None and self._work.nodes >= budget.nodes:
            self._stopped_by = StoppedBy.NODES
        elif self._cost is not None and 0 < self._cost - self._bound <= self._gap * abs(self._cost):
            self._stopped_by = StoppedBy.GAP
        return self._stopped_by is not None

    def _search_on(self) -> None:
        """A slice of the search; a new one begins below the last cost."""
        began = perf_counter()
        try:
            if self._search.outcome.count:
                assert self._cost is not None
                self._past += self._search.outcome.statistics.replaced(seconds=0.0)
                self._search = self._next_search(self._cost - 1)
                self._bound = max(self._bound, self._search.least_sums[-1])
            left = self._run.budget.nodes
            if left is None:
                self._search.run_slice()
            else:
                self._search.run_slice(nodes=max(0, left - self._work.nodes))
            self._exhausted = self._search.outcome.exhausted and not self._search.outcome.count
        except KeyboardInterrupt:
            self._stopped_by = StoppedBy.INTERRUPT
            raise
        finally:
            self._past = self._past.replaced(seconds=self._past.seconds + perf_counter() - began)

    def _next_search(self, most: int) -> Engine:
        bounded = self._goal.replaced(upper=most)
        matrix = self._matrix.replaced(sums=[*self._matrix.bounds, bounded])
        strategy = self._run.strategy.replaced(engine="sparse", threads=1, seed=None)
        return Engine(matrix, Run(Budget(solutions=1), strategy), True)

    @property
    def _work(self) -> Statistics:
        return self._past + self._search.outcome.statistics.replaced(seconds=0.0)
