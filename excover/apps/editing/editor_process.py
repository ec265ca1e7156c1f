r"""A process that computes for an editor: bounded in time, ended at any moment, and replaced.

>>> with EditorProcess() as worker:
...     worker.ask(abs, -3, seconds=60)
3

What runs there may take long, or all memory, and the editor stays: `EditorProcess.stop` ends it from any
thread, and the next question starts another one.

Searches that are started from within a text: `solve`, `count`, and one `expect` line.

>>> source = Source("x.xc", "item a  option x() covers a\nexpect solutions = 1\n")
>>> solved(source, 60.0).text, counted(source, 60.0).text, tried(source, 28, 60.0).text
('x()', '1 solution', 'met: solutions = 1')
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, Literal, Self, TypeAlias, TypeVar

from excover.authors.unique import Expectation
from excover.base.child_process import ChildEnded, ChildProcess, parent_connection
from excover.base.diagnostics import SpecError
from excover.base.errors import ExcoverError
from excover.base.frozen import Frozen
from excover.base.source import Source
from excover.base.words import plural
from excover.language.meaning.puzzle import COST
from excover.problem.problem import Problem, compile_source
from excover.search.outcome import Unfinished
from excover.search.run import Budget, Run
from excover.solutions.decode import Solution

Answered = TypeVar("Answered")
EditorCall: TypeAlias = tuple[Callable[..., Any], tuple[object, ...], bool]
"""A function of a module, its arguments, and whether it gets one more: a function that takes news."""
EditorAnswer: TypeAlias = tuple[Literal["news", "returned", "raised"], Any]
"""The news before its answer, what it returned, or which exception it raised."""


class ProcessEnded(Exception):
    """There is no answer: the time was over, `EditorProcess.stop` was called, or the process died."""


class ProcessFault(Exception):
    """The function raised an exception that its caller did not expect: a bug. The text names it."""


class EditorProcess:
    """Answers one question at a time; only `stop` and `close` may be called from other threads."""

    def __init__(self) -> None:
        self._child: ChildProcess[EditorCall, EditorAnswer] | None = None
        self._lock = threading.Lock()
        self._closed = False

    def ask(
        self,
        function: Callable[..., Answered],
        *arguments: object,
        seconds: float,
        heard: Callable[[Any], object] | None = None,
    ) -> Answered:
        """What a function of a module returns, called there. Raises ProcessEnded and ProcessFault.

        With ``heard``, the function gets a further argument, a function that it may call at any time before
        it returns; ``heard`` is then called here with the same value.
        """
        child = self._started()
        child.send_later((function, arguments, heard is not None))
        try:
            kind, value = self._answer(child, monotonic() + seconds, heard)
        except ChildEnded:
            self._forget(child)
            raise ProcessEnded from None
        except BaseException:  # too late, or as Ctrl-C: no one waits for the answer any more
            self._forget(child)
            child.end()
            raise
        if kind == "raised":
            raise ProcessFault(value)
        result: Answered = value
        return result

    def _answer(
        self,
        child: ChildProcess[EditorCall, EditorAnswer],
        until: float,
        heard: Callable[[Any], object] | None,
    ) -> EditorAnswer:
        while (answer := child.receive(max(0.0, until - monotonic()))) and answer[0] == "news":
            assert heard
            heard(answer[1])
        if answer is None:
            raise ProcessEnded
        return answer

    def start(self) -> None:
        """Starts the process without a question, so that the first one is answered sooner."""
        self._started()

    def stop(self) -> None:
        """Ends what is computed now."""
        with self._lock:
            child, self._child = self._child, None
        if child:
            child.kill()  # who asked it closes it; otherwise it is closed with its last reference

    def close(self) -> None:
        """Ends the process for good: later questions raise ProcessEnded."""
        self._closed = True
        self.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _started(self) -> ChildProcess[EditorCall, EditorAnswer]:
        with self._lock:
            if self._closed:
                raise ProcessEnded
            if self._child is None or not self._child.is_alive:
                self._child = ChildProcess(__name__)
            return self._child

    def _forget(self, child: ChildProcess[EditorCall, EditorAnswer]) -> None:
        with self._lock:
            if self._child is child:
                self._child = None


def answer_questions(parent: Connection[EditorAnswer, EditorCall]) -> None:
    """Until the parent ends."""
    while True:
        function, arguments, may_send = parent.recv()
        more = [lambda value: parent.send(("news", value))] if may_send else []
        try:
            answer: EditorAnswer = "returned", function(*arguments, *more)
        except Exception as fault:
            answer = "raised", f"{type(fault).__name__}: {fault}"
        parent.send(answer)


if __name__ == "__main__":
    answer_questions(parent_connection())


class SearchReport(Frozen):
    """``svg`` is empty if nothing is drawn; ``text`` states what was found, or why nothing was."""

    text: str
    svg: str = ""


def solved(source: Source, seconds: float) -> SearchReport:
    """A solution; of a description with a goal, a best one."""
    run = Run(Budget(seconds=seconds))
    try:
        problem = compile_source(source)
        solution = problem.best(run) if problem.puzzle.goal else problem.solve(run)
    except Unfinished as unfinished:
        return SearchReport(f"stopped after {seconds:g} s: {unfinished}")
    except ExcoverError as wrong:
        return SearchReport(_in_words(wrong))
    if solution is None:
        return SearchReport("no solution")
    lines = [str(solution), *_sums(problem, solution)]
    return SearchReport("\n".join(lines), solution.svg())


def _sums(problem: Problem, solution: Solution) -> Iterator[str]:
    """The goals, which are the best there are, in one line; other sums of items in units, and the cost."""
    objectives = problem.puzzle.objectives
    goals = [objective.name for objective in objectives]
    if objectives:
        best = (
            f"{objectives[0].direction[:3]}imum"
            if len(objectives) == 1
            else f"best by `{problem.puzzle.goal_in_words}`"
        )
        values = (objective.value(solution.value) for objective in objectives)
        goals_shown = (f"{name} {value:,}" for name, value in zip(goals, values, strict=True))
        yield f"{', '.join(goals_shown)} ({best})"
    costs = [COST] if solution.cost is not None else []
    for name in (*solution.totals, *costs):
        if name not in goals:
            yield f"{name} {solution.value(name):,}"


def counted(source: Source, seconds: float) -> SearchReport:
    try:
        outcome = compile_source(source).tally(Run(Budget(seconds=seconds)))
    except ExcoverError as wrong:
        return SearchReport(_in_words(wrong))
    found = plural(outcome.count, "solution")
    return SearchReport(found if outcome.exhausted else f"at least {found}: stopped after {seconds:g} s")


def tried(source: Source, offset: int, seconds: float) -> SearchReport:
    """The `expect` line that begins at a place, in the words of `excover check`."""
    try:
        problem = compile_source(source)
        expect = next((e for e in problem.puzzle.expectations if e.span.start == offset), None)
        if expect is None:
            return SearchReport("there is no `expect` line any more")
        expectation = Expectation(source, problem, expect)
        result = expectation.trial(Run(Budget(seconds=seconds))).result()
    except ExcoverError as wrong:
        return SearchReport(_in_words(wrong))
    match result.holds:
        case None:
            return SearchReport(f"unknown: {expectation.text}; {result.found} within {seconds:g} s")
        case True:
            return SearchReport(f"met: {expectation.text}")
        case False:
            return SearchReport(f"not met: {expectation.text}; found {result.found}")


def _in_words(wrong: ExcoverError) -> str:
    return wrong.diagnostics[0].message if isinstance(wrong, SpecError) else str(wrong)
