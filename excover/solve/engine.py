"""An engine of the native core under a budget, run slice by slice.

>>> from excover.cover.matrix import Matrix
>>> from excover.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> engine, covers = Engine(matrix, Budget(), keep_covers=True), []
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

from excover._core import DiagramSearch, GraphCount, Problem, SparseSearch, Stop
from excover.cover.matrix import Matrix
from excover.solve.outcome import Outcome, Statistics, StoppedBy

Cover: TypeAlias = tuple[int, ...]
"""The option numbers of a solution, ascending."""

SLICE_SECONDS = 0.02
DEFAULT_MEMORY = 2**30
"""Bytes that the tables of a count may take."""
ENDLESS = 2**64 - 1


class VerificationError(RuntimeError):
    """An engine produced a cover that is none: a fault in this package, not in its input."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a search may spend; None is without limit.

    ``solutions`` to find, ``nodes`` of the search tree to visit (the same on every machine), ``seconds`` in
    the engine (what the caller does between two covers does not count).
    """

    solutions: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if (value := getattr(self, name)) is not None and not value >= 0:
                raise ValueError(f"a budget of {value!r} {name}")


class Engine:
    """One way to search a matrix; ValueError if the matrix is malformed or this way does not apply.

    ``sparse``: sparse sets, for any matrix. ``graph``: a sweep over states, which
    counts, or builds the diagram of all covers and then lists it (TooLarge if it takes more than ``memory``).
    """

    def __init__(
        self,
        matrix: Matrix,
        budget: Budget,
        keep_covers: bool,
        name: str = "sparse",
        memory: int = DEFAULT_MEMORY,
    ) -> None:
        m = matrix
        problem = Problem(m.lower, m.upper, m.colored, m.starts, m.entries, m.colors)
        self._core: SparseSearch | GraphCount | DiagramSearch
        if name == "graph":
            kind = DiagramSearch if keep_covers else GraphCount
            self._core = kind(problem, memory)
        elif name == "sparse":
            self._core = SparseSearch(problem, keep_covers, budget.solutions == 1)
        else:
            raise ValueError(f"there is no engine {name!r}")
        self._name = name
        self._budget = budget
        self._seconds = 0.0
        self._stopped_by: StoppedBy | None = None
        self._exhausted = False

    @property
    def is_over(self) -> bool:
        """Nothing more will be found: all was seen, or the budget is spent."""
        return self._exhausted or self._stopped_by not in (None, StoppedBy.INTERRUPT)

    @property
    def outcome(self) -> Outcome:
        core = self._core
        statistics = Statistics(core.nodes, core.updates, core.depth, self._seconds, self._name)
        return Outcome(core.solutions, self._exhausted, self._stopped_by, statistics)

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """Search for a moment, for so many solutions and nodes; goes on after a KeyboardInterrupt too."""
        began = perf_counter()
        try:
            stop = self._run_core(solutions, nodes)
            self._seconds += perf_counter() - began
            self._take_note(stop)
        except KeyboardInterrupt:
            self._stopped_by = StoppedBy.INTERRUPT
            raise

    def hand_over(self, into: list[Cover]) -> None:
        """Append the covers found since the last call, each verified by code the search does not share."""
        assert not isinstance(self._core, GraphCount)
        if fault := self._core.hand_over(into):
            raise VerificationError(f"{fault}; this is a fault of excover, please report it")

    def _run_core(self, solutions: int, nodes: int) -> Stop:
        budget, core = self._budget, self._core
        if budget.solutions is not None:
            solutions = min(solutions, max(0, budget.solutions - core.solutions))
        if budget.nodes is not None:
            nodes = min(nodes, max(0, budget.nodes - core.nodes))
        seconds = SLICE_SECONDS
        if budget.seconds is not None:
            seconds = min(seconds, budget.seconds - self._seconds)
        return core.run(solutions, min(nodes, ENDLESS), seconds)

    def _take_note(self, stop: Stop) -> None:
        budget = self._budget
        self._stopped_by = None
        if stop is Stop.EXHAUSTED:
            self._exhausted = True
        elif stop is Stop.SOLUTIONS and self._core.solutions == budget.solutions:
            self._stopped_by = StoppedBy.LIMIT
        elif stop is Stop.NODES and budget.nodes is not None and self._core.nodes >= budget.nodes:
            self._stopped_by = StoppedBy.NODES
        elif stop is Stop.TIME and budget.seconds is not None and self._seconds >= budget.seconds:
            self._stopped_by = StoppedBy.TIME
