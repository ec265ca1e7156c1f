"""The search for the best cover that suits a matrix, its goals and a run."""

from __future__ import annotations

from collections.abc import Sequence

from excover.language.meaning.puzzle import Aim
from excover.matrix.consumer import Feature
from excover.matrix.matrix import Matrix
from excover.search.consumers import PROGRAMS
from excover.search.engine import Cover
from excover.search.optimum.lexicographic import BestSearch, Improving, LexicographicOptimizer, own_search
from excover.search.run import Run


def best_covers(matrix: Matrix, aims: Sequence[Aim], run: Run, gap: float) -> Improving:
    """A stream of covers each of which is better than all before.

    ValueError for a negative gap, or if the engine of the strategy does not apply.
    """
    program = PROGRAMS.get(run.strategy.engine)
    finder: BestSearch = _by_another if program else own_search
    if len(aims) == 1 and aims[0].item is None:
        return finder(matrix, aims[0].direction, run, gap, None)
    # One cost would have a gap of its own; a program that keeps to no bounds takes nothing else.
    takes_one_cost = Feature.SUMS not in program.carries if program else not gap
    return LexicographicOptimizer(matrix, aims, run, gap, finder, takes_one_cost)


def _by_another(matrix: Matrix, goal: str, run: Run, gap: float, start: Cover | None) -> Improving:
    from excover.search.external.external_search import ExternalSearch

    return ExternalSearch(matrix, run, goal, gap, start)
