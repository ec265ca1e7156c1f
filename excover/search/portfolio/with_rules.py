"""Covers that keep to bounds on sums and global constraints: by engines that do not know these, or in a
random order.

Generate and test: the rules prune nothing, and the work is that of listing all candidates.

A first cover that keeps to bounds on sums is the best one, by a single bound on one side, or at no cost: the
search for it has prices for what the options weigh, and often knows at the root that there is none.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Sequence
from itertools import islice

from excover.base.words import plural
from excover.matrix.goals import fit
from excover.matrix.matrix import Matrix
from excover.matrix.verify import CoverRules, broken_rule
from excover.search.engine import ENDLESS, Cover, Sink, taken_from
from excover.search.outcome import Outcome, StoppedBy
from excover.search.portfolio.portfolio import Member
from excover.search.portfolio.until_proved import Optimizer
from excover.search.run import Budget, Run
from excover.search.tuning import tuning


class GenerateAndTest:
    """The first covers of a member that keep to all rules, as many as the budget allows; without
    ``keep_covers``, it counts them. A candidate counts as a node.

    When candidates are tested depends on their number alone, so that a search that ends with one has the same
    nodes every time.
    """

    def __init__(self, rules: CoverRules, budget: Budget, engine: Member, keep_covers: bool = True) -> None:
        self._rules, self._most, self._engine, self._keeps_covers = (
            rules,
            budget.solutions,
            engine,
            keep_covers,
        )
        self._most_nodes = ENDLESS if budget.nodes is None else budget.nodes
        self._candidates: list[Cover] = []  # from the engine, and not looked at
        self._tested, self._goal, self._is_all_tested = 0, 1, True
        self._found: list[Cover] = []
        self._count = 0

    @property
    def _is_enough(self) -> bool:
        return self._most is not None and self._count >= self._most

    @property
    def _has_ended(self) -> bool:
        """Whether there are no more candidates, or too few nodes for a further step of the engine and one."""
        return self._engine.is_over or self._nodes_left < 2

    @property
    def _nodes_left(self) -> int:
        known = self._engine.outcome
        return self._most_nodes - known.statistics.nodes - known.count

    @property
    def is_over(self) -> bool:
        return self._is_enough or (self._has_ended and self._is_all_tested)

    @property
    def outcome(self) -> Outcome:
        known, over = self._engine.outcome, self._engine.is_over
        candidates = plural(self._tested, "candidate")
        reason = f"{known.statistics.reason}; {candidates} tested"
        work = known.statistics.replaced(nodes=known.statistics.nodes + known.count, reason=reason)
        exhausted = known.exhausted and self._is_all_tested
        known = known.replaced(count=self._count, exhausted=exhausted, statistics=work)
        if self._is_enough:
            return known.replaced(exhausted=False, stopped_by=StoppedBy.LIMIT)
        return known if over or not self._has_ended else known.replaced(stopped_by=StoppedBy.NODES)

    @property
    def progress(self) -> float | None:
        return self._engine.progress

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """See `Member`; how many candidates it takes is its own affair."""
        self._is_all_tested = False
        half = self._nodes_left // 2
        self._engine.run_slice(min(half, max(0, self._goal - self._engine.outcome.count)), min(half, nodes))
        self._test_if_due()

    def hand_over(self, into: Sink) -> None:
        """See `Member`."""
        self._test_if_due()
        into.extend(self._found)
        self._found = []

    def _test_if_due(self) -> None:
        candidates = self._engine.outcome.count
        if not self._is_all_tested and (self._has_ended or candidates >= self._goal):
            self._test()
            self._goal = candidates + max(1, min(candidates // 8, tuning.batch_covers))

    def _test(self) -> None:
        self._engine.hand_over(self._candidates)
        within = (cover for cover in self._candidates if not broken_rule(self._rules, [cover]))
        room = None if self._most is None else max(0, self._most - self._count)
        found = list(islice(within, room))
        # All at once, at the end: after an interruption before it, the same candidates are looked at again.
        count, tested = self._count + len(found), self._tested + len(self._candidates)
        kept = self._found + found if self._keeps_covers else []
        self._found, self._count, self._tested, self._candidates = kept, count, tested, []
        self._is_all_tested = True


class Shuffled:
    """A member for the same options in an ``order``, whose numbers are theirs here."""

    def __init__(self, member: Member, order: Sequence[int]) -> None:
        self._member, self._order = member, order
        self._found: list[Cover] = []
        self._own: deque[Cover] = deque()

    @property
    def is_over(self) -> bool:
        return self._member.is_over

    @property
    def outcome(self) -> Outcome:
        return self._member.outcome

    @property
    def progress(self) -> float | None:
        return self._member.progress

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """See `Member`."""
        self._member.run_slice(solutions, nodes)

    def hand_over(self, into: Sink) -> None:
        """See `Member`."""
        into.extend([*taken_from(self._own)])  # if an interrupt came before
        self._member.hand_over(self._found)
        own = deque(tuple(sorted(map(self._order.__getitem__, cover))) for cover in self._found)
        self._own, self._found = own, []
        into.extend([*taken_from(self._own)])


class FirstByOptimizer:
    """A cover that keeps to the bounds of a matrix, or none, within so many nodes."""

    def __init__(self, matrix: Matrix, run: Run, nodes: int) -> None:
        priced, goal = _as_best(matrix)
        # The same answer with any number of threads.
        run = run.limited(nodes=nodes).by(run.strategy.replaced(threads=1))
        self._covers = Optimizer(priced, goal, run)
        self._found: list[Cover] = []
        self._is_over = False

    @property
    def is_over(self) -> bool:
        return self._is_over

    @property
    def outcome(self) -> Outcome:
        known = self._covers.outcome.replaced(cost=None, bound=None)
        work = known.statistics.replaced(reason="the search for the best solution keeps to bounds on sums")
        known = known.replaced(statistics=work)
        return known.replaced(exhausted=False, stopped_by=StoppedBy.LIMIT) if known.count else known

    @property
    def progress(self) -> float | None:
        return None

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """Searches until it has a cover, or all its nodes; continues after a KeyboardInterrupt."""
        self._found += islice(self._covers, 1)
        self._is_over = True

    def hand_over(self, into: Sink) -> None:
        """See `Member`."""
        if not self._is_over:  # an interruption may have left a cover in the search
            self._found += self._covers.drain()
            self._is_over = bool(self._found)
        into.extend(self._found)
        self._found = []


def _as_best(matrix: Matrix) -> tuple[Matrix, str]:
    """A matrix whose best cover keeps to the bounds, if any does, and the goal."""
    bounds, size = matrix.bounds, len(matrix.options)
    if len(bounds) == 1 and (bounds[0].lower is None) != (bounds[0].upper is None):
        costs = bounds[0].dense(size)
        if fit(costs):
            goal = "minimize" if bounds[0].lower is None else "maximize"
            return matrix.replaced(costs=costs, sums=bounds), goal
    return matrix.replaced(costs=array("q", bytes(8 * size)), sums=bounds), "minimize"
