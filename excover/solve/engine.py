"""An engine of the native core under a budget, run slice by slice.

>>> from excover.cover.matrix import Matrix
>>> from excover.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> engine, covers = Engine(matrix, Run(), keep_covers=True), []
>>> while not engine.is_over:
...     engine.run_slice()
>>> engine.hand_over(covers)
>>> covers, engine.outcome.count, engine.outcome.exhausted
([(0,), (1,)], 2, True)

A slice is short, so that Python can look at its signals between two of them; the core keeps what it has
found until it is handed over, so that an interruption anywhere loses nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TypeAlias

from excover._core import (
    CheapestSearch,
    Diagram,
    DiagramSearch,
    GraphCount,
    LaneSearch,
    ParallelSearch,
    Problem,
    SparseSearch,
    Stop,
    lane_bytes,
)
from excover._core import TooLarge as TooLarge
from excover.cover.matrix import Matrix
from excover.errors import ExcoverError
from excover.solve.native import native_problem
from excover.solve.outcome import Outcome, Statistics, StoppedBy
from excover.solve.run import Budget, Run
from excover.solve.strategy import EngineName, Strategy, Unsuitable

Cover: TypeAlias = tuple[int, ...]
"""The option numbers of a solution, ascending."""

LANE_BYTES = 256 * 2**20
"""The most that the conflict rows of the lanes may take."""

LEAST_ROOM = 10**6
"""Bytes that a sweep may take in any case: in less, it would follow its states one by one, without end."""

SLICE_SECONDS = 0.02
ENDLESS = 2**64 - 1


class VerificationError(ExcoverError, RuntimeError):
    """An engine produced a cover that is none: a fault in this package, not in its input."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An engine, and why."""

    engine: EngineName
    reason: str


def choose(problem: Problem, budget: Budget, wanted: EngineName) -> Choice:
    """The engine to use; Unsuitable if the wanted one cannot do it.

    Lanes were faster wherever their rows fitted: 2.9 to 17 times, without vector instructions 1.1 to 5 times
    (benchmarks/results.md). A first solution may be hard to find: only the sparse sets learn from failures.
    """
    if wanted in ("sparse", "graph"):
        return Choice(wanted, "asked for")
    misfit = _misfit(problem)
    if wanted == "lanes":
        if misfit:
            raise Unsuitable(f"the lanes do not fit: {misfit}")
        return Choice("lanes", "asked for")
    if not misfit and budget.solutions == 1:
        misfit = "a first solution is wanted"
    if misfit:
        return Choice("sparse", misfit)
    return Choice("lanes", f"conflict rows of {lane_bytes(problem) / 2**20:.1f} MB fit")


def _misfit(problem: Problem) -> str:
    """Why the lanes cannot be used; empty if they can."""
    size = lane_bytes(problem)
    if size == ENDLESS:
        return "an item may be covered more than once"
    if size > LANE_BYTES:
        return f"conflict rows of {size >> 20} MB are more than {LANE_BYTES >> 20} MB"
    return ""


class Engine:
    """A search of a matrix under the budget and strategy of a run, whose clock is started if it was not.

    Who runs it looks at the cancellation, between two slices. ValueError if the matrix is malformed, or not
    for the engine that is wanted. ``by_cost``: only covers that are cheaper than all before, by the costs of
    the matrix. TooLarge if a diagram needs more memory than it may take.
    """

    def __init__(
        self,
        matrix: Matrix,
        run: Run,
        keep_covers: bool,
        by_cost: bool = False,
    ) -> None:
        budget, strategy = run.budget, run.strategy
        problem = native_problem(matrix)
        self._choice = Choice("sparse", "the cheapest solution is wanted")
        self._core: _Core
        if by_cost:
            self._core = CheapestSearch(problem, matrix.prices())
        else:
            self._choice = choose(problem, budget, strategy.engine)
            self._core = _core_of(self._choice.engine, problem, budget, keep_covers, strategy)
        self._problem = problem
        self._run = run.started()
        self._seconds = 0.0
        self._stopped_by: StoppedBy | None = None
        self._exhausted = False

    @property
    def is_over(self) -> bool:
        """Nothing more will be found: all was seen, or the budget is spent."""
        return self._exhausted or self._stopped_by is not None

    @property
    def outcome(self) -> Outcome:
        core, choice = self._core, self._choice
        threads = 1
        if isinstance(core, ParallelSearch):
            threads = core.threads
        elif choice.engine == "graph":
            threads = self._run.strategy.threads
        statistics = Statistics(
            core.nodes, core.updates, core.depth, self._seconds, choice.engine, choice.reason, threads
        )
        return Outcome(core.solutions, self._exhausted, self._stopped_by, statistics)

    @property
    def progress(self) -> float | None:
        """The part of the search tree that is behind, from 0 to 1; None where that is not known."""
        core = self._core
        return None if isinstance(core, GraphCount | DiagramSearch) else core.progress

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """Search for a moment, for so many solutions and nodes; goes on after a KeyboardInterrupt too."""
        began = perf_counter()
        stop = self._run_core(solutions, nodes)
        self._seconds += perf_counter() - began
        self._take_note(stop)

    def hand_over(self, into: list[Cover]) -> None:
        """Append the covers found since the last call, each verified by code the search does not share."""
        assert not isinstance(self._core, GraphCount)
        if fault := self._core.hand_over(into):
            raise VerificationError(f"{fault}; this is a fault of excover, please report it")

    def stay_alone(self, alone: bool) -> None:
        """Whether a listing on several threads is to go on with one, which knows its position."""
        if isinstance(self._core, ParallelSearch):
            self._core.set_head_start(ENDLESS if alone else 0)

    def go_on_from(self, listing: Engine) -> None:
        """Of the covers of a diagram, list those that a listing has not met."""
        assert isinstance(self._core, DiagramSearch)
        assert isinstance(listing._core, SparseSearch | LaneSearch | ParallelSearch)
        self._core.go_on_from(listing._core.position())

    @property
    def problem(self) -> Problem:
        return self._problem

    @property
    def diagram(self) -> Diagram | None:
        """The one that is listed from now on, once it is built."""
        return self._core.diagram(self._problem) if isinstance(self._core, DiagramSearch) else None

    def _run_core(self, solutions: int, nodes: int) -> Stop:
        budget, core = self._run.budget, self._core
        if budget.solutions is not None:
            solutions = min(solutions, max(0, budget.solutions - core.solutions))
        if budget.nodes is not None:
            nodes = min(nodes, max(0, budget.nodes - core.nodes))
        left = self._run.seconds_left
        seconds = SLICE_SECONDS if left is None else min(SLICE_SECONDS, left)
        return core.run(solutions, min(nodes, ENDLESS), seconds)

    def _take_note(self, stop: Stop) -> None:
        budget = self._run.budget
        self._stopped_by = None
        if stop is Stop.EXHAUSTED:
            self._exhausted = True
        elif stop is Stop.SOLUTIONS and self._core.solutions == budget.solutions:
            self._stopped_by = StoppedBy.LIMIT
        elif stop is Stop.NODES and budget.nodes is not None and self._core.nodes >= budget.nodes:
            self._stopped_by = StoppedBy.NODES
        elif stop is not Stop.NODES and self._run.seconds_left == 0:
            self._stopped_by = StoppedBy.TIME


_Core: TypeAlias = SparseSearch | LaneSearch | ParallelSearch | GraphCount | DiagramSearch | CheapestSearch


def _core_of(
    engine: EngineName, problem: Problem, budget: Budget, keep_covers: bool, strategy: Strategy
) -> _Core:
    if engine == "graph":
        return _graph(problem, keep_covers, strategy)
    if _shares(budget, strategy):
        ordered = strategy.ordered or budget.solutions is not None
        return ParallelSearch(
            problem, keep_covers, engine, strategy.threads, ordered, strategy.room, strategy.seed
        )
    if engine == "lanes":
        return LaneSearch(problem, keep_covers, "best", strategy.seed)
    return SparseSearch(problem, keep_covers, budget.solutions == 1, strategy.seed)


def _shares(budget: Budget, strategy: Strategy) -> bool:
    """Is there something for several threads? So many nodes are to be the same ones in every run."""
    return strategy.threads > 1 and budget.solutions != 1 and budget.nodes is None


def _graph(problem: Problem, keep_covers: bool, strategy: Strategy) -> _Core:
    if strategy.seed is not None:
        raise Unsuitable("the graph has no random order")
    try:
        if keep_covers:
            return DiagramSearch(problem, strategy.room, strategy.threads)
        return GraphCount(problem, max(strategy.room, LEAST_ROOM), strategy.threads)
    except ValueError as obstacle:
        raise Unsuitable(str(obstacle)) from None
