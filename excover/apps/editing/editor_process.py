"""A process that computes for an editor: bounded in time, ended at any moment, and replaced.

>>> with EditorProcess() as worker:
...     worker.ask(abs, -3, seconds=60)
3

What runs there may take long, or all memory, and the editor stays: `EditorProcess.stop` ends it from any
thread, and the next question starts another one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any, Literal, Self, TypeAlias, TypeVar

from excover.base.child_process import ChildEnded, ChildProcess, parent_connection

Answered = TypeVar("Answered")
EditorCall: TypeAlias = tuple[Callable[..., Any], tuple[object, ...], bool]
"""A function of a module, its arguments, and whether it gets one more: a function that says something."""
EditorAnswer: TypeAlias = tuple[Literal["said", "returned", "raised"], Any]
"""What the function said before its answer, what it returned, or which exception it raised."""


class ProcessEnded(Exception):
    """There is no answer: the time was over, `EditorProcess.stop` was called, or the process died."""


class ProcessFault(Exception):
    """The function raised an exception that its caller did not expect: a bug. The text says which."""


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
        except BaseException:  # too late, or as Ctrl-C: nobody waits for the answer any more
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
        while (answer := child.receive(max(0.0, until - monotonic()))) and answer[0] == "said":
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
            child.kill()  # who asked it closes it; if nobody does, it is closed with its last reference

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
        function, arguments, may_say = parent.recv()
        more = [lambda value: parent.send(("said", value))] if may_say else []
        try:
            answer: EditorAnswer = "returned", function(*arguments, *more)
        except Exception as fault:
            answer = "raised", f"{type(fault).__name__}: {fault}"
        parent.send(answer)


if __name__ == "__main__":
    answer_questions(parent_connection())
