"""Covers, a best one, or the word that there are no more, from the solver of another program.

Every cover is verified here. That there is no cover, or no better one, is the word of that program, and the
outcome names the program.

>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> from excover.search.strategy import Strategy
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0])])
>>> ExternalSearch(matrix, Run(Budget(nodes=2), Strategy("clingo")))  # doctest: +ELLIPSIS
Traceback (most recent call last):
excover.base.errors.Unsuitable: clingo does not count the nodes of a budget: ...

A solver has a process of its own, which can be ended at any moment, whatever it does. Whether it can answer,
with the limits of its numbers, is known before it starts.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from time import perf_counter

from excover.base.child_process import ChildEnded, ChildProcess
from excover.base.errors import EngineFailed, Unsuitable
from excover.base.names import ItemName, OptionName
from excover.base.words import plural
from excover.matrix.constraints import WeightedSum
from excover.matrix.matrix import Matrix
from excover.matrix.verify import CoverError, verify
from excover.search.engine import ENDLESS, Cover, Engine, Sink
from excover.search.engine_table import PROGRAMS, Program, QuestionKind
from excover.search.external.worker import Message, Task
from excover.search.outcome import Outcome, Statistics, StoppedBy
from excover.search.run import SEARCH, Budget, Run
from excover.search.tuning import tuning


class ExternalSearch(Iterator[Cover]):
    """With a goal, covers each of which is better than all before; without, as many as the budget allows,
    which are only counted unless ``keep_covers``.

    With a goal, excover's own search for a first cover gives the program a start while its process begins,
    unless a cover to ``start`` from is given: then only better ones are found.
    The search ends, too, when the last cover is within the ``gap`` of the program's bound. Raises Unsuitable
    if the program is not installed, or cannot do what the run asks for, and EngineFailed if it fails on the
    way.
    """

    def __init__(
        self,
        matrix: Matrix,
        run: Run,
        goal: str = "",
        gap: float = 0.0,
        start: Cover | None = None,
        keep_covers: bool = True,
    ) -> None:
        self._program, self._keeps_covers = check(matrix, run, goal), keep_covers
        self._matrix, self._run, self._gap = matrix, run.started(), gap
        self._sign = -1 if goal == "maximize" else 1
        self._costs = array("q", (self._sign * cost for cost in matrix.prices())) if goal else None
        strategy = run.strategy.replaced(engine="sparse", threads=1)
        self._starter = (
            Engine(matrix.without_sums(), Run(Budget(solutions=1), strategy), True)
            if goal and start is None
            else None
        )
        self._process = SolverProcess(run.strategy.engine, self._program)
        self._found: list[Cover] = []
        self._start = start
        self._count = 0
        self._cost = (
            None if start is None or self._costs is None else sum(map(self._costs.__getitem__, start))
        )
        self._bound: int | None = None
        self._seconds = 0.0
        self._finished_by = ""
        self._exhausted = False
        self._stopped_by: StoppedBy | None = None
        self._is_given = False

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be found, or the run ends; then the process has ended, too."""
        if not self._exhausted and self._stopped_by is None:
            self._stopped_by = self._run.stopped_by
            wanted = self._run.budget.solutions
            if wanted is not None and self._count >= wanted:
                self._stopped_by = StoppedBy.LIMIT
        over = self._exhausted or self._stopped_by is not None
        if over:
            self._process.end()
        return over

    @property
    def outcome(self) -> Outcome:
        """The progress of the search."""
        strategy = self._run.strategy
        reason = f"requested, {self._program.package} {self._program.version}"
        threads = strategy.threads if self._program.takes_threads else 1
        statistics = Statistics(0, 0, 0, self._seconds, strategy.engine, reason, threads)
        cost, bound = (
            None if number is None else self._sign * number for number in (self._cost, self._bound)
        )
        return Outcome(
            self._count, self._exhausted, self._stopped_by, statistics, cost, bound, self._finished_by
        )

    @property
    def progress(self) -> float | None:
        """Unknown."""
        return None

    def __next__(self) -> Cover:
        while not self._found:
            if self.is_over:
                raise StopIteration
            known = self.outcome
            self._run.report(SEARCH, self._count, note=known.best_so_far, outcome=known)
            self.run_slice()
        return self._found.pop(0)

    def drain(self) -> list[Cover]:
        """Covers that were found but not yet returned, without further search."""
        covers: list[Cover] = []
        self.hand_over(covers)
        return covers

    def hand_over(self, into: Sink) -> None:
        """See the method of an engine."""
        into.extend(self._found)
        self._found = []

    def run_slice(self, solutions: int = ENDLESS, nodes: int = ENDLESS) -> None:
        """Waits a moment for news; continues after a KeyboardInterrupt, too."""
        began = perf_counter()
        try:
            if self._starter is not None:
                self._seek_start(self._starter)
            elif not self._is_given:
                self._is_given = True
                self._process.give(self._task())
            elif message := self._process.next_message(tuning.slice_seconds):
                self._note(message)
        except BaseException as ended:
            if not isinstance(ended, KeyboardInterrupt):
                self._process.end()
            raise
        finally:
            self._seconds += perf_counter() - began

    def _seek_start(self, starter: Engine) -> None:
        left = tuning.start_nodes - starter.outcome.statistics.nodes
        if left > 0:
            starter.run_slice(nodes=left)
        covers: list[Cover] = []
        starter.hand_over(covers)
        for cover in covers:
            if all(bound.holds(cover) for bound in self._matrix.bounds):
                self._start = cover
                self._note_cover(cover)
        if starter.is_over or left <= 0:
            self._starter = None
            self._exhausted = starter.outcome.exhausted and not starter.outcome.count

    def _task(self) -> Task:
        """The names stay here: they would take most of the time."""
        items, options = (
            [ItemName("i")] * len(self._matrix.items),
            [OptionName("o")] * len(self._matrix.options),
        )
        bare = self._matrix.replaced(items=items, options=options, item_spans=(), option_spans=(), palette=())
        costs = self._costs if self._costs and any(self._costs) else None
        strategy, wanted = self._run.strategy, self._run.budget.solutions if self._costs is None else 1
        return Task(bare, costs, self._start, strategy.threads, strategy.seed, wanted)

    def _note(self, message: Message) -> None:
        match message:
            case ("found", cover):
                self._note_cover(cover)
            case ("bound", bound):
                self._bound = bound if self._bound is None else max(bound, self._bound)
            case ("finished", _):
                self._exhausted, self._finished_by = True, self._program.title
                self._bound = self._cost
            case ("failed", reason):
                raise EngineFailed(f"{self._program.title} gave no answer: {reason}")
        self._look_at_the_gap()

    def _note_cover(self, cover: Sequence[int]) -> None:
        """Takes a cover that is right, and better than the last one."""
        try:
            verify(self._matrix, cover)
        except CoverError as wrong:
            raise EngineFailed(f"{self._program.title} gave a wrong solution: {wrong}") from None
        cost = None if self._costs is None else sum(map(self._costs.__getitem__, cover))
        if self._cost is not None and cost is not None and cost >= self._cost:
            return
        self._cost = cost
        self._count += 1
        if self._keeps_covers:
            self._found.append(tuple(sorted(cover)))

    def _look_at_the_gap(self) -> None:
        if self._exhausted or self._cost is None or self._bound is None:
            return
        if self._bound >= self._cost:
            self._exhausted, self._finished_by = True, self._program.title
            self._bound = self._cost
        elif self._cost - self._bound <= self._gap * abs(self._cost):
            self._stopped_by = StoppedBy.GAP


class SolverProcess:
    """The process begins at once, and works from `give` on. It ends with this object, or before by `end`."""

    def __init__(self, engine: str, program: Program) -> None:
        self._title = program.title
        self._child: ChildProcess[Task, Message] = ChildProcess("excover.search.external.worker", engine)

    def give(self, task: Task) -> None:
        """Sends the task, which the process reads only when its library is loaded."""
        self._child.send_later(task)

    def next_message(self, seconds: float) -> Message | None:
        """The next message, if it comes within so many seconds. Raises EngineFailed if the process ended."""
        try:
            return self._child.receive(seconds)
        except ChildEnded as how:
            raise EngineFailed(f"{self._title} ended {how} before it had an answer") from None

    def end(self) -> None:
        """Kills the process; a second call does nothing."""
        self._child.end()


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
