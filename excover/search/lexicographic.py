"""The best cover by several goals in order: a later one decides among the best by those before.

>>> from excover.matrix.constraints import WeightedSum
>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName(name), [0]) for name in "xyz"])
>>> sums = [WeightedSum.of("late", [4, 2, 2]), WeightedSum.of("far", [9, 5, 3])]
>>> objectives = [Objective("minimize", ItemName("late")), Objective("maximize", ItemName("far"))]
>>> search = LexicographicOptimizer(matrix.replaced(sums=sums), objectives)
>>> list(search)[-1], search.outcome.goals, search.outcome.exhausted
((1,), (('late', 2), ('far', 5)), True)

All goals are one cost where it fits 64 bits (`one_cost`), which one search minimizes. Otherwise, with a gap,
and for the solvers of other people, there is a search for each goal, with a bound on the goals before it.

A goal may be the worst of several sums: the greatest load as small as possible.

>>> from excover.language.meaning.puzzle import Bottleneck
>>> options = [(OptionName("run", (job, machine)), [job]) for job in range(3) for machine in (1, 2)]
>>> matrix = Matrix.build([(ItemName("job", (job,)), 1, 1) for job in range(3)], options)
>>> sums = [WeightedSum.of("load[1]", [3, 0, 2, 0, 2, 0]), WeightedSum.of("load[2]", [0, 3, 0, 2, 0, 2])]
>>> loads = Bottleneck((ItemName("load", (1,)), ItemName("load", (2,))), "max(load)")
>>> matrix = matrix.replaced(sums=sums)
>>> goal = measure(matrix, Objective("minimize", loads))
>>> search = BottleneckSearch(matrix, goal, lambda *asked: best_planned(BestQuestion(*asked)))
>>> covers = list(search)
>>> goal.total(covers[-1]), search.outcome.bound, search.outcome.exhausted
(4, 4, True)

Each cover is sought with bounds on all sums: half-way between the best cover so far and what is refuted. A
search that has not decided after some nodes makes way for one nearer to the best; when none is left, all get
more nodes. What is refuted is a bound.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence

from excover.language.meaning.puzzle import Objective
from excover.matrix.goals import Combined, Measure, extent, measure, one_cost, priced, with_one_cost
from excover.matrix.matrix import Matrix
from excover.search.engine import Cover
from excover.search.engine_table import PROGRAMS
from excover.search.outcome import Outcome, Statistics, StoppedBy
from excover.search.portfolio.plans import BestQuestion, best_planned
from excover.search.portfolio.portfolio import Improving
from excover.search.run import UNLIMITED, Run
from excover.search.tuning import tuning

BestSearch = Callable[[Matrix, str, Run, float, Cover | None], Improving]
"""Searches a matrix for a least or greatest cost, in a run, up to a gap, for better covers than one."""


class BottleneckSearch(Iterator[Cover]):
    """Covers each of which is better than all before; see `LexicographicOptimizer`.

    Inside, all values are to be small. Covers of at most ``_low - 1`` are refuted, and those of less than
    ``_untried`` have had their nodes in this round.
    """

    def __init__(
        self,
        matrix: Matrix,
        goal: Measure,
        finder: BestSearch,
        run: Run = UNLIMITED,
        gap: float = 0.0,
        start: Cover | None = None,
    ) -> None:
        self._matrix = matrix.replaced(costs=array("q", bytes(8 * len(matrix.options))))
        self._goal, self._finder, self._run, self._gap = goal, finder, run.started(), gap
        self._sign = -1 if goal.objective.direction == "maximize" else 1
        self._low = self._untried = self._sign * goal.limit(matrix)
        self._best = None if start is None else self._sign * goal.total(start)
        self._nodes = tuning.best_probe_nodes
        self._is_none = False
        self._claimed_by = ""
        self._count = 0
        self._past = Statistics(0, 0, 0, 0.0, "cost", "the worst of several sums is wanted")
        self._stopped_by: StoppedBy | None = None
        self._most: int | None = None
        self._search: Improving | None = None

    @property
    def outcome(self) -> Outcome:
        """The progress of the search."""
        work = self._past if self._search is None else self._past + self._search.outcome.statistics
        cost = None if self._best is None else self._sign * self._best
        low = self._low if self._best is None else min(self._low, self._best)
        bound = None if self._is_none else self._sign * low
        claimed_by = self._claimed_by if self._is_over else ""
        known = Outcome(self._count, self._is_over, None, work, cost, bound, claimed_by)
        return known.ended(StoppedBy.GAP if self._is_near else self._stopped_by)

    @property
    def _is_over(self) -> bool:
        return self._is_none or (self._best is not None and self._low >= self._best)

    @property
    def _is_near(self) -> bool:
        if self._best is None or self._is_over:
            return False
        return self._best - self._low <= self._gap * abs(self._best)

    def __next__(self) -> Cover:
        self._stopped_by = None
        while not (self._is_over or self._is_near):
            search = self._search = self._search or self._begin()
            if (cover := next(search, None)) is not None:
                self._end()
                return self._noted(cover)
            if not self._went_on(search.outcome):
                break
        raise StopIteration

    def drain(self) -> list[Cover]:
        """The cover that was found but not yet returned, if there is one, without further search."""
        return [] if self._search is None else [self._noted(cover) for cover in self._search.drain()]

    def _noted(self, cover: Cover) -> Cover:
        self._best = self._sign * self._goal.total(cover)
        self._untried = min(self._untried, self._best)
        self._count += 1
        return cover

    def _begin(self) -> Improving:
        """A search for any cover, or for one that is better than the best by half of what may be."""
        run = self._run.limited(solutions=1, nodes=self._nodes_left)
        if self._best is None:
            return self._finder(self._matrix, "minimize", run, 0.0, None)
        if self._untried >= self._best:
            self._untried, self._nodes = self._low, 4 * self._nodes
        self._most = (self._untried + self._best - 1) // 2
        left = self._nodes_left
        nodes: int | None = self._nodes if left is None else min(self._nodes, left)
        if run.strategy.engine in PROGRAMS:  # they count no nodes
            nodes = None
        bounded = self._matrix.replaced(
            sums=[*self._matrix.sums, *self._goal.as_good(self._sign * self._most)]
        )
        run = run.limited(solutions=1, nodes=nodes).by(run.strategy.replaced(seed=None))
        return self._finder(bounded, "minimize", run, 0.0, None)

    def _end(self) -> None:
        if self._search is not None:
            self._past += self._search.outcome.statistics
        self._search = None

    @property
    def _nodes_left(self) -> int | None:
        most = self._run.budget.nodes
        return None if most is None else max(0, most - self._past.nodes)

    def _went_on(self, known: Outcome) -> bool:
        """Takes in how a search without a cover has ended; False if the run ends."""
        self._end()
        if known.exhausted:
            self._is_none, self._claimed_by = self._best is None, self._claimed_by or known.claimed_by
            if self._most is not None:
                self._low = max(self._low, self._most + 1)
                self._untried = max(self._untried, self._low)
            return True
        is_undecided = known.stopped_by is StoppedBy.NODES and self._nodes_left != 0
        if is_undecided and self._most is not None:
            self._untried = self._most + 1
            return True
        self._stopped_by = known.stopped_by
        return False


def search_for_best(matrix: Matrix, goal: str, run: Run, gap: float, start: Cover | None = None) -> Improving:
    """The search that is planned for a single goal, the costs of a matrix."""
    return best_planned(BestQuestion(matrix, goal, run, gap, start))


class LexicographicOptimizer(Iterator[Cover]):
    """Covers each of which is better than all before; when the outcome is exhausted, the last is the best.

    Its ``cost`` and ``bound`` are those of the first goal. ``finder`` searches for one goal; unless given
    to ``combine`` the goals, it searches for one after the other. Then each may end within the ``gap`` of the
    best among the covers that are as good by the goals before as the one that was found. With a cover to
    ``start`` from, only better ones are found.
    """

    def __init__(
        self,
        matrix: Matrix,
        objectives: Sequence[Objective],
        run: Run = UNLIMITED,
        gap: float = 0.0,
        finder: BestSearch = search_for_best,
        combine: bool = True,
        start: Cover | None = None,
    ) -> None:
        self._matrix, self._objectives, self._run = matrix, objectives, run.started()
        self._gap, self._finder = gap, finder
        self._goals = [measure(matrix, objective) for objective in objectives]
        self._combined: Combined | None = None
        if combine and len(objectives) > 1 and all(goal.is_sum for goal in self._goals):
            self._combined = one_cost(matrix, objectives)
        self._stage = 0
        self._past = Statistics(0, 0, 0, 0.0, "none")
        self._count = 0
        self._stopped_by: StoppedBy | None = None
        self._bound: int | None = None
        self._is_near = False
        if self._combined:
            self._search = finder(self._combined.matrix, "minimize", self._run, 0.0, start)
            self._stage = len(objectives) - 1
        else:
            self._search = self._begin(matrix, self._run, start)
        self._best: Cover | None = start

    @property
    def outcome(self) -> Outcome:
        """The progress of the search."""
        known = self._search.outcome
        is_last = self._stage == len(self._objectives) - 1
        is_over = known.exhausted and (is_last or self._best is None)
        is_done = is_over and not self._is_near
        values = () if self._best is None else self._values(self._best)
        goals = tuple(
            (objective.name, value) for objective, value in zip(self._objectives, values, strict=False)
        )
        work = known.statistics + self._past
        outcome = known.replaced(
            count=self._count,
            exhausted=is_done,
            statistics=work,
            cost=values[0] if values else None,
            bound=values[0] if is_done and values else self._first_bound(known),
            goals=goals,
            claimed_by=known.claimed_by if is_done else "",
        )
        return outcome.ended(StoppedBy.GAP if is_over and self._is_near else self._stopped_by)

    def __next__(self) -> Cover:
        while True:
            cover = next(self._search, None)
            if cover is None:
                if not self._begin_next_stage():
                    raise StopIteration
            elif self._is_better(cover):
                return self._noted(cover)

    def drain(self) -> list[Cover]:
        """The cover that was found but not yet returned, if there is one, without further search."""
        return [self._noted(cover) for cover in self._search.drain() if self._is_better(cover)]

    def _noted(self, cover: Cover) -> Cover:
        self._best = cover
        self._count += 1
        return cover

    def _is_better(self, cover: Cover) -> bool:
        return self._best is None or self._rank(cover) < self._rank(self._best)

    def _values(self, cover: Cover) -> tuple[int, ...]:
        return tuple(goal.total(cover) for goal in self._goals)

    def _rank(self, cover: Cover) -> list[int]:
        """The values to minimize."""
        return [
            -value if objective.direction == "maximize" else value
            for objective, value in zip(self._objectives, self._values(cover), strict=True)
        ]

    def _first_bound(self, known: Outcome) -> int | None:
        """No cover is better by the first goal."""
        if self._stage == 0:
            return known.bound
        if self._combined is None or known.bound is None:
            return self._bound
        bound = -((self._combined.most_after - known.bound) // self._combined.unit)
        return -bound if self._objectives[0].direction == "maximize" else bound

    def _begin_next_stage(self) -> bool:
        """Whether there is another goal to search for; what was found for those before stays as good."""
        known = self._search.outcome
        is_near = known.stopped_by is StoppedBy.GAP
        is_settled = known.exhausted or is_near
        if not is_settled or self._best is None or self._stage == len(self._objectives) - 1:
            return False
        if self._run.budget.solutions is not None and self._count >= self._run.budget.solutions:
            self._stopped_by = StoppedBy.LIMIT
            return False
        values = self._values(self._best)
        if self._stage == 0:
            self._bound = known.bound if is_near else values[0]
        self._is_near = self._is_near or is_near
        self._past += known.statistics
        self._stage += 1
        kept = [row for k in range(self._stage) for row in self._goals[k].as_good(values[k])]
        matrix = self._matrix.replaced(sums=[*self._matrix.sums, *kept])
        run = self._run.after(self._past.nodes)
        if run.budget.solutions is not None:
            run = run.limited(run.budget.solutions - self._count, run.budget.nodes)
        self._search = self._begin(matrix, run, self._best)
        return True

    def _begin(self, matrix: Matrix, run: Run, start: Cover | None) -> Improving:
        """The search for the goal of this stage."""
        objective, goal = self._objectives[self._stage], self._goals[self._stage]
        if goal.is_sum:
            return self._finder(priced(matrix, objective), objective.direction, run, self._gap, start)
        return BottleneckSearch(matrix, goal, self._finder, run, self._gap, start)


class FromStart(Iterator[Cover]):
    """A cover that is known, and then those that a search finds from there, which are better."""

    def __init__(self, start: Cover, search: Improving) -> None:
        self._start: list[Cover] = [start]
        self._search = search

    @property
    def outcome(self) -> Outcome:
        """The progress of the search."""
        known = self._search.outcome
        return known.replaced(count=known.count + 1)

    def __next__(self) -> Cover:
        return self._start.pop() if self._start else next(self._search)

    def drain(self) -> list[Cover]:
        """The cover that was found but not yet returned, if there is one, without further search."""
        return self._search.drain() or [self._start.pop() for _ in self._start[:]]


def best_covers(
    matrix: Matrix, objectives: Sequence[Objective], run: Run, gap: float, start: Cover | None = None
) -> Improving:
    """A stream of covers each of which is better than all before, of which the ``start`` is the first.

    ValueError for a gap beyond 0 to 1, or if the engine of the strategy does not apply, whatever is found.
    With more than 1, a value of an earlier goal that a later search finds might not be within the gap: it may
    differ by more than itself, from one beyond 0.
    """
    if not 0 <= gap <= 1:
        instead = f"{gap / 100:g}` for {gap:g}%" if 1 < gap <= 100 else "0.05` for 5%"
        raise ValueError(f"a gap is a part of the cost, from 0 to 1, not {gap!r}: write `gap={instead}")
    program = PROGRAMS.get(run.strategy.engine)
    if len(objectives) == 1 and objectives[0].item is None:
        search = search_for_best(matrix, objectives[0].direction, run, gap, start)
        return search if start is None else FromStart(start, search)
    # One cost would have a gap of its own; a bound on a sum takes many clauses.
    takes_one_cost = program is PROGRAMS["sat"] if program else not gap
    if program:
        _check_each(matrix, objectives, run, takes_one_cost)
    ordered = LexicographicOptimizer(matrix, objectives, run, gap, combine=takes_one_cost, start=start)
    return ordered if start is None else FromStart(start, ordered)


def _check_each(matrix: Matrix, objectives: Sequence[Objective], run: Run, takes_one_cost: bool) -> None:
    """Raises Unsuitable or SpecError unless another program can search for each of the goals in order,
    whatever it finds for those before.
    """
    from excover.search.external.external_search import check

    kept = list(matrix.sums)
    for objective in objectives:
        goal = measure(matrix, objective)
        farthest = max((end for each in goal.sums for end in extent(matrix, each)), key=abs)
        if goal.is_sum:
            check(priced(matrix, objective).replaced(sums=kept), run, objective.direction)
        else:
            without = matrix.replaced(costs=array("q", bytes(8 * len(matrix.options))))
            check(without.replaced(sums=[*kept, *goal.as_good(farthest)]), run, "minimize")
        if takes_one_cost:
            with_one_cost(matrix, objectives)
            return
        kept += goal.as_good(farthest)
