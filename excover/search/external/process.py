"""A solver in a process of its own, which can be ended at any moment, whatever it does."""

from __future__ import annotations

from excover.base.child_process import ChildEnded, ChildProcess
from excover.base.errors import EngineFailed
from excover.search.consumers import Program
from excover.search.external.task import Message, Task


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
