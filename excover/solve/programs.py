"""The solvers of other people that can be engines, and what each of them can do.

>>> PROGRAMS["highs"].install
"pip install 'excover[highs]'"
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import NamedTuple

from excover.cover.global_constraints import refuse_constraints
from excover.cover.matrix import Matrix
from excover.cover.sums import WeightedSum
from excover.errors import ExcoverError
from excover.solve.run import Run
from excover.solve.strategy import EngineName, Unsuitable
from excover.words import plural


class EngineFailed(ExcoverError, RuntimeError):
    """The solver of another program gave no answer, or a wrong one; the message says which, and why."""


class Program(NamedTuple):
    """A solver: its ``title``, the Python ``module`` and the ``package`` that bring it, and its limits.

    It takes costs whose absolute values are at most ``largest_cost`` each and ``largest_sum`` together, and
    bounds on sums of weights that are at most ``largest_row`` together; with 0, none.
    ``takes_threads``, ``takes_seed``: whether it searches with several threads, or at random.
    """

    title: str
    module: str
    package: str
    extra: str
    largest_cost: int
    largest_sum: int
    largest_row: int
    takes_threads: bool = True
    takes_seed: bool = True

    @property
    def install(self) -> str:
        """The command that installs it."""
        return f"pip install 'excover[{self.extra}]'"

    @property
    def version(self) -> str:
        from importlib import metadata  # it takes as long to import as all of a count

        return metadata.version(self.package)


PROGRAMS: Mapping[EngineName, Program] = {
    # Floating point with a tolerance of 10^-6, so that sums must stay far below 2^53.
    "highs": Program("HiGHS", "highspy", "highspy", "highs", 10**9, 10**9, 10**9),
    "cp-sat": Program("CP-SAT", "ortools", "ortools", "cp-sat", 2**61, 2**61, 2**61),
    "sat": Program("PySAT", "pysat", "python-sat", "sat", 2**61, 2**61, 0, False, False),
    "clingo": Program("clingo", "clingo", "clingo", "clingo", 2**31 - 1, 2**61, 2**30),
}


def check(matrix: Matrix, run: Run, goal: str) -> Program:
    """The program that the run asks for, if it can answer. Raises Unsuitable before anything starts."""
    program, strategy, budget = PROGRAMS[run.strategy.engine], run.strategy, run.budget
    if find_spec(program.module) is None:
        raise Unsuitable(f"{program.title} is not installed: {program.install}")
    if not goal and budget.solutions != 1:
        raise Unsuitable(
            f"{program.title} finds one solution, the best one, or that there is none, and no more"
        )
    if budget.nodes is not None:
        raise Unsuitable(f"{program.title} does not count the nodes of a budget: give it a time limit")
    if strategy.memory is not None:
        raise Unsuitable(f"{program.title} does not keep to a limit of memory")
    if strategy.seed is not None and not program.takes_seed:
        raise Unsuitable(f"{program.title} has no random order")
    refuse_constraints(matrix.constraints, program.title)
    for bound in matrix.bounds:
        _check_sum(bound, program)
    if goal:
        _check_costs(matrix, program)
    return program


def _check_sum(bound: WeightedSum, program: Program) -> None:
    if not program.largest_row:
        raise Unsuitable(f"{program.title} cannot keep to a bound on the sum of `{bound.name}`")
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
