"""The best solution in parts: subtrees of the search tree, which know the best solution found anywhere.

>>> from excover.problem.problem import parse
>>> from excover.search.part_search import ROOT, Slice
>>> text = "item a  option x(k in 1..3) covers a cost k  maximize"
>>> found = BestPartSearch(parse(text)).search(ROOT, Slice(), SliceControl())
>>> found.incumbent.cost, found.bound
(3, 3)

A part is the subtree at a node, named by the options chosen from the root on. It is searched by
`Optimizer`, among the solutions that are better than the best one that is known. If a slice of time does
not finish it, all branches of its node become parts of their own. What the slice has found is not lost: the
best solution, and the bound on the cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from excover.base.errors import Unsuitable
from excover.problem.problem import Problem
from excover.runs.searched_part import Incumbent, SearchedPart, SliceControl, is_better
from excover.runs.tree_walk import TreeWalk
from excover.search.cancellation import Cancellation
from excover.search.consumers import BEST_IN_PARTS
from excover.search.optimum.optimizer import Optimizer, bounds_costs_alone
from excover.search.part_search import Rest, Slice
from excover.search.run import Budget, Progress, Run
from excover.solutions.decode import JsonLines, decoder


class BestPartSearch:
    """Unsuitable if the description has no goal, or has what a search in parts does not carry, such as bounds
    on sums that are more than a cutoff of the costs.
    """

    engine = "cost"

    def __init__(self, problem: Problem) -> None:
        matrix = problem.matrix
        self.goal = problem.puzzle.goal
        if not self.goal:
            raise Unsuitable("this description has no goal: say `minimize` or `maximize`")
        if [aim.item for aim in problem.puzzle.aims] != [None]:
            raise Unsuitable(
                "a run finds the best solution by its cost alone; `excover solve` by several goals, too"
            )
        is_cutoff = bounds_costs_alone(matrix, self.goal)
        BEST_IN_PARTS.check(matrix.without_sums() if is_cutoff else matrix, self.goal)
        self._walk = TreeWalk(matrix)
        self._matrix = matrix
        self._prices = matrix.prices()
        self._decode, self._json = decoder(problem.compiled), JsonLines()

    def search(self, part: Rest, time: Slice, control: SliceControl) -> SearchedPart:
        """ValueError if the tree has no such part."""
        if not self._walk.is_path(part.path):
            raise ValueError("a path takes a branch that its node does not have")
        began, keep, found = perf_counter(), self._walk.options_below(part.path), None
        branches = self._walk.branches(part.path)
        watch = _Watch(control)
        run = Run(progress=watch)
        if branches:  # without any, there is at most one solution, which takes no time
            run = Run(Budget(seconds=time.seconds), cancellation=watch.button, progress=watch)
        search = watch.search = Optimizer(self._matrix.restricted(keep), self.goal, run)
        watch.look()
        for cover in search:
            if control.best is None or is_better(self.goal, self._cost(cover, keep), control.best):
                found = Incumbent(
                    self._cost(cover, keep),
                    self._json.line(self._decode([keep[option] for option in cover])),
                )
                control.improved(found)
        outcome, passed = search.outcome, perf_counter() - began
        nodes, count = outcome.statistics.nodes, int(found is not None)
        if outcome.exhausted:
            return SearchedPart(count, nodes, passed, (), b"", found, control.best)
        rests = tuple(Rest((*part.path, branch), part.share / len(branches)) for branch in branches)
        return SearchedPart(count, nodes, passed, rests, b"", found, outcome.bound)

    def _cost(self, cover: Sequence[int], keep: Sequence[int]) -> int:
        return sum(self._prices[keep[option]] for option in cover)


class _Watch:
    """Between two steps of a search: what the others have found, and whether the slice is to end."""

    def __init__(self, control: SliceControl) -> None:
        self._control = control
        self.button = Cancellation()
        self.search: Optimizer | None = None

    def __call__(self, _progress: Progress) -> None:
        self.look()

    def look(self) -> None:
        if self._control.is_enough():
            self.button.cancel()
        if self.search and self._control.best is not None:
            self.search.improve_on(self._control.best)
