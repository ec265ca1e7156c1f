"""Whether a solver of other people can answer, with the limits of its numbers."""

from __future__ import annotations

from importlib.util import find_spec

from excover.base.errors import Unsuitable
from excover.base.words import plural
from excover.matrix.matrix import Matrix
from excover.matrix.sums import WeightedSum
from excover.search.consumers import PROGRAMS, Program, QuestionKind
from excover.search.run import Run


def check(matrix: Matrix, run: Run, goal: str) -> Program:
    """The program that the run asks for, if it can answer. Raises Unsuitable before anything starts."""
    program, strategy, budget = PROGRAMS[run.strategy.engine], run.strategy, run.budget
    question: QuestionKind = "best" if goal else "first" if budget.solutions == 1 else "all"
    program.admit(matrix, question, strategy.seed, goal)
    if find_spec(program.module) is None:
        raise Unsuitable(f"{program.title} is not installed: {program.install}")
    if budget.nodes is not None:
        raise Unsuitable(f"{program.title} does not count the nodes of a budget: give it a time limit")
    if strategy.memory is not None:
        raise Unsuitable(f"{program.title} does not keep to a limit of memory")
    for bound in matrix.bounds:
        _check_sum(bound, program)
    if goal:
        _check_costs(matrix, program)
    return program


def _check_sum(bound: WeightedSum, program: Program) -> None:
    largest = sum(map(abs, bound.weights)) + max(abs(bound.lower or 0), abs(bound.upper or 0))
    if largest > program.largest_row:
        raise Unsuitable(
            f"{program.title} takes sums up to {program.largest_row:,},"
            f" and that of `{bound.name}` may be {largest:,}"
        )


def _check_costs(matrix: Matrix, program: Program) -> None:
    costs = [abs(cost) for cost in matrix.prices()]
    if max(costs, default=0) > program.largest_cost:
        raise Unsuitable(
            f"{program.title} takes costs up to {program.largest_cost:,}, and there is one of {max(costs):,}"
        )
    if sum(costs) > program.largest_sum:
        raise Unsuitable(
            f"{program.title} takes costs of {program.largest_sum:,} together,"
            f" and those of {plural(len(costs), 'option')} are {sum(costs):,}"
        )
