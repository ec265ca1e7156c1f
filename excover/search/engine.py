"""An engine of the native core under a budget, run slice by slice.

>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> engine, covers = Engine(matrix, Run(), keep_covers=True), []
>>> while not engine.is_over:
...     engine.run_slice()
>>> engine.hand_over(covers)
>>> covers, engine.outcome.count, engine.outcome.exhausted
([(0,), (1,)], 2, True)

A slice is short, so that Python can check for signals between two of them; the core keeps its results until
they are handed over, so an interruption at any point loses nothing.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import repeat, starmap
from time import perf_counter
from typing import Literal, TypeAlias

from excover.base.errors import ExcoverError, Unsuitable
from excover.base.frozen import Frozen
from excover.matrix.matrix import Matrix
from excover.matrix.verify import broken_rule
from excover.search._core import (
    CoverBatch,
    Diagram,
    DiagramSearch,
    FrontierOfRules,
    GraphCount,
    LaneSearch,
    LearningSearch,
    MatchingSearch,
    ParallelSearch,
    PfaffianCount,
    Problem,
    SparseSearch,
    Stop,
    diagram_of_rules,
    lane_bytes,
)
from excover.search._core import Engine as EngineOfCore
from excover.search._core import TooLarge as TooLarge
from excover.search.engine_table import ENGINES, EngineName, Program, QuestionKind
from excover.search.native import RulesOfCore, native_problem, slice_of
from excover.search.outcome import Outcome, Statistics, StoppedBy
from excover.search.run import Budget, Run
from excover.search.strategy import Strategy
from excover.search.tuning import tuning

Cover: TypeAlias = tuple[int, ...]
"""The option numbers of a solution, ascending."""

Sink: TypeAlias = list[Cover] | CoverBatch
"""Takes covers from an engine."""

ENDLESS = 2**64 - 1


class VerificationError(ExcoverError, RuntimeError):
    """An engine produced a wrong cover: a bug in this package, not an error in its input."""

    @classmethod
    def of(cls, fault: str) -> VerificationError:
        return cls(f"{fault}; this is a fault of excover, please report it")


MemberName: TypeAlias = EngineName | Literal["matching", "pfaffian"]
"""An engine, or one that only a portfolio chooses."""


class Choice(Frozen):
    """An engine, and the reason for choosing it."""

    engine: MemberName
    reason: str


AS_MATCHING = Choice("matching", "no option covers more than two items")
AS_PFAFFIAN = Choice("pfaffian", "each option covers two items, in a planar graph")


def choose(matrix: Matrix, problem: Problem, strategy: Strategy, question: QuestionKind) -> Choice:
    """The engine to use; Unsuitable if the requested one cannot answer, or does not carry the problem.

    Lanes were faster whenever their rows fitted: 2.9 to 17 times, without vector instructions 1.1 to 5 times
    (benchmarks/results.md). A first solution may be hard to find: of the two, only sparse sets begin anew.
    """
    if strategy.engine == "auto":
        return _chosen(matrix, problem, strategy, question)
    entry = ENGINES[strategy.engine]
    entry.admit(matrix, question, strategy.seed)
    if isinstance(entry, Program):
        raise Unsuitable(f"{entry.title} finds {entry.finds}, and no more")
    if entry.name == "lanes" and (misfit := _misfit(problem, strategy)):
        raise Unsuitable(f"the lanes do not fit: {misfit}")
    return Choice(strategy.engine, "requested")


def _chosen(matrix: Matrix, problem: Problem, strategy: Strategy, question: QuestionKind) -> Choice:
    if lack := ENGINES["lanes"].lacks(matrix):
        return Choice("sparse", f"the lanes cannot express {lack.feature.value}")
    misfit = _misfit(problem, strategy) or (
        "only the first solution is wanted" if question == "first" else ""
    )
    if misfit:
        return Choice("sparse", misfit)
    size = lane_bytes(problem)
    shown = f"{size / 2**20:.1f} MB" if size >= 2**20 else f"{-(-size >> 10)} KB"
    return Choice("lanes", f"conflict rows of {shown} fit")


def taken_from(covers: deque[Cover]) -> Iterator[Cover]:
    """Takes them out, for a call that no signal interrupts: none is lost, and none handed over twice."""
    return starmap(covers.popleft, repeat((), len(covers)))


def question_of(run: Run, keep_covers: bool) -> QuestionKind:
    """What a run asks an engine for."""
    return "first" if run.budget.solutions == 1 else "all" if keep_covers else "count"


def keeps_to_rules(engine: EngineName) -> bool:
    """Whether it prunes by bounds on sums and by global constraints."""
    return engine in ("auto", "sparse", "learning")


def _misfit(problem: Problem, strategy: Strategy) -> str:
    """Why the lanes cannot be used for a problem that they carry; empty if they can."""
    size = lane_bytes(problem)
    if not has_room_for_lanes(size, strategy):
        most = min(tuning.lane_bytes, strategy.share("lanes"))
        return f"conflict rows of {size >> 20} MB are more than {most >> 20} MB"
    return ""


def has_room_for_lanes(size: int, strategy: Strategy) -> bool:
    """Whether conflict rows of so many bytes fit; unless the lanes are requested, they share the memory."""
    if strategy.engine == "lanes" or size <= tuning.graph_least_room:
        return size <= tuning.lane_bytes
    return size <= strategy.share("lanes")


MOST_RULED = 10_000
"""Options and entries for which an order of the options is soon found."""


def has_frontier_of_rules(matrix: Matrix) -> bool:
    """Whether a frontier search decides option by option, keeps to all rules, and soon finds an order."""
    is_small = len(matrix.entries) + len(matrix.options) <= MOST_RULED
    return is_ruled(matrix) and is_small and not ENGINES["graph"].lacks(matrix)


def is_ruled(matrix: Matrix) -> bool:
    """Whether there are rules, or options that may be left out: otherwise a frontier search decides item by
    item.
    """
    return bool(matrix.rules) or matrix.free_option is not None


class StatesTooLarge(TooLarge):
    """Those of a frontier search that keeps to rules, which decides option by option."""


class Engine:
    """A search of a matrix under the budget and strategy of a run, whose clock it starts if necessary.

    The caller checks the cancellation between two slices. ``choice``: instead of that of the strategy; its
    caller has asked whether it carries the matrix. ``problem``: that of another engine of this matrix, which
    they share. ValueError if the matrix is malformed, Unsuitable
    if the requested engine cannot answer, or does not carry it. TooLarge if a diagram, or the states of a
    frontier search, exceed the limit of memory.
    """

    def __init__(
        self,
        matrix: Matrix,
        run: Run,
        keep_covers: bool,
        choice: Choice | None = None,
        problem: Problem | None = None,
    ) -> None:
        budget, strategy = run.budget, run.strategy
        problem = problem or native_problem(matrix, ENGINES["sparse"])
        self._rules = matrix.rules
        question = question_of(run, keep_covers)
        self._choice = choice or choose(matrix, problem, strategy, question)
        self._core = _core_of(self._choice.engine, matrix, problem, budget, keep_covers, strategy)
        self._problem = problem
        self._run = run.started()
        self._untested: list[Cover] = []  # by the rules
        self._tested: deque[Cover] = deque()
        self._seconds = 0.0
        self._stopped_by: StoppedBy | None = None
        self._exhausted = False

    @property
    def name(self) -> MemberName:
        return self._choice.engine

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be found: the search is complete, or the budget is spent."""
        return self._exhausted or self._stopped_by is not None

    @property
    def outcome(self) -> Outcome:
        core, choice = self._core, self._choice
        statistics = Statistics(
            core.nodes, core.updates, core.depth, self._seconds, choice.engine, choice.reason, core.threads
        )
        return Outcome(core.solutions, self._exhausted, self._stopped_by, statistics)

    @property
    def progress(self) -> float | None:
        """The finished part of the search tree, from 0 to 1; None if unknown."""
        return self._core.progress

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """Searches for a moment, up to so many solutions and nodes; continues after KeyboardInterrupt."""
        began = perf_counter()
        stop = self._run_core(solutions, nodes)
        self._seconds += perf_counter() - began
        self._take_note(stop)

    def hand_over(self, into: Sink) -> None:
        """Appends the covers found since the last call, each verified by independent code."""
        if not self._rules:
            self._hand_over(into)
            return
        into.extend([*taken_from(self._tested)])  # if an interrupt came before
        self._hand_over(self._untested)
        if fault := broken_rule(self._rules, self._untested):
            raise VerificationError.of(fault)
        tested = deque(self._untested)
        self._tested, self._untested = tested, []
        into.extend([*taken_from(self._tested)])

    def _hand_over(self, into: Sink) -> None:
        if fault := self._core.hand_over(into):
            raise VerificationError.of(fault)

    def stay_alone(self, alone: bool) -> None:
        """Whether a listing on several threads should continue on one thread, which knows its position."""
        self._core.stay_alone(alone)

    def go_on_from(self, listing: Engine) -> None:
        """Lists only those covers of a diagram that a listing has not found."""
        self._core.go_on_from(listing._core)

    @property
    def least_sums(self) -> list[int]:
        """No cover has a smaller sum: one for each row of `upper_rows`."""
        return self._core.least_sums

    @property
    def literals_per_level(self) -> float:
        """Of clauses that were learnt; 0 of another engine, and before there are enough to tell."""
        return self._core.literals_per_level

    @property
    def levels(self) -> int:
        """Those of a frontier search that counts or builds a diagram; 0 for another engine."""
        return self._core.levels

    @property
    def level(self) -> int:
        """How many of them are behind it."""
        return self._core.level

    @property
    def bytes(self) -> int:
        """Of memory in the states of a frontier search that counts; 0 for another engine."""
        core = self._core
        return core.bytes if isinstance(core, GraphCount | FrontierOfRules) else 0

    @property
    def problem(self) -> Problem:
        return self._problem

    @property
    def diagram(self) -> Diagram | None:
        """The diagram that is listed from now on, once it is built."""
        return self._core.diagram(self._problem)

    def diagram_with(self, problem: Problem, stand_ins: array[int]) -> Diagram:
        """That of a complete frontier search that keeps to rules; see `FrontierOfRules`. Raises TooLarge."""
        assert isinstance(self._core, FrontierOfRules)
        return diagram_of_rules(self._core, problem, stand_ins, self._run.strategy.room, self._run.check)

    def _run_core(self, solutions: int, nodes: int) -> Stop:
        budget, core = self._run.budget, self._core
        if budget.solutions is not None:
            solutions = min(solutions, max(0, budget.solutions - core.solutions))
        if budget.nodes is not None:
            nodes = min(nodes, max(0, budget.nodes - core.nodes))
        try:
            return core.run(solutions, min(nodes, ENDLESS), slice_of(self._run))
        except MemoryError:
            if not isinstance(core, FrontierOfRules):
                raise
            raise StatesTooLarge("the states of the frontier search do not fit into memory") from None

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


def _core_of(
    engine: MemberName,
    matrix: Matrix,
    problem: Problem,
    budget: Budget,
    keep_covers: bool,
    strategy: Strategy,
) -> EngineOfCore:
    rules = RulesOfCore.of(matrix)
    if engine == "graph":
        return _graph(problem, keep_covers, strategy, rules if is_ruled(matrix) else None)
    if engine == "learning":
        return _learning(problem, keep_covers, strategy, rules)
    if engine == "matching":
        return MatchingSearch(problem)
    if engine == "pfaffian":
        return _pfaffian(problem, strategy)
    if _shares(budget, strategy):
        return _shared(engine, problem, budget, keep_covers, strategy, rules)
    if engine == "lanes":
        return LaneSearch(problem, keep_covers, "best", strategy.seed)
    return SparseSearch(problem, keep_covers, budget.solutions == 1, strategy.seed, *rules)


def _shared(
    engine: MemberName,
    problem: Problem,
    budget: Budget,
    keep_covers: bool,
    strategy: Strategy,
    rules: RulesOfCore,
) -> ParallelSearch:
    ordered = strategy.ordered or budget.solutions is not None
    return ParallelSearch(
        *(problem, keep_covers, engine, strategy.threads, ordered, strategy.share("waiting"), strategy.seed),
        **rules._asdict(),
    )


def _learning(problem: Problem, keep_covers: bool, strategy: Strategy, rules: RulesOfCore) -> EngineOfCore:
    memory = min(strategy.room, tuning.learning_bytes)
    try:
        return LearningSearch(problem, memory, keep_covers, strategy.seed, *rules)
    except ValueError as obstacle:
        raise Unsuitable(str(obstacle)) from None


def _pfaffian(problem: Problem, strategy: Strategy) -> EngineOfCore:
    try:
        return PfaffianCount(problem, strategy.share("linear"))
    except ValueError as obstacle:
        raise Unsuitable(str(obstacle)) from None


def _shares(budget: Budget, strategy: Strategy) -> bool:
    """Whether the work suits several threads. A budget of nodes requires the same nodes in every run."""
    return strategy.threads > 1 and budget.solutions != 1 and budget.nodes is None


def _graph(
    problem: Problem, keep_covers: bool, strategy: Strategy, rules: RulesOfCore | None
) -> EngineOfCore:
    """A frontier search that decides option by option where it is to keep to rules (`is_ruled`), and item by
    item otherwise.
    """
    room = max(strategy.room, tuning.graph_least_room)
    with frontier_obstacles():
        if rules is not None:
            return FrontierOfRules(problem, room, keep_covers, *rules)
        if keep_covers:
            return DiagramSearch(problem, strategy.room, strategy.threads)
        return GraphCount(problem, room, strategy.threads)


@contextmanager
def frontier_obstacles() -> Iterator[None]:
    """Raises Unsuitable for what the core says against a frontier search of a problem."""
    try:
        yield
    except ValueError as obstacle:
        raise Unsuitable(f"the engine `graph` does not apply: {obstacle}") from None
