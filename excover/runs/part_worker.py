"""A worker process: `python -m excover.runs.part_worker` searches the parts that its coordinator assigns."""

from __future__ import annotations

from collections import deque
from multiprocessing.connection import Connection

from excover.base.child_process import parent_connection
from excover.base.errors import ExcoverError
from excover.runs.run_description import Incumbent, RunDescription, SliceControl, is_better
from excover.runs.run_search import run_search
from excover.runs.worker_pool import (
    Assignment,
    BestKnown,
    CoordinatorMessage,
    Improved,
    PartDone,
    Shutdown,
    SplitRequest,
    WorkerFailed,
    WorkerMessage,
    WorkerReady,
)
from excover.search.engine import VerificationError
from excover.search.part_search import Slice


class PartWorker(SliceControl):
    """Serves the coordinator at the other end of a connection."""

    def __init__(self, connection: Connection[WorkerMessage, CoordinatorMessage]) -> None:
        self._connection = connection
        self._assignments: deque[Assignment] = deque()
        self._current = 0
        self._splits = self._ends = False
        self._goal = ""

    def serve(self) -> None:
        """Until the coordinator shuts it down."""
        text = self._connection.recv()
        assert isinstance(text, str)
        try:
            description = RunDescription.from_text(text)
            self._goal = description.goal
            search = run_search(description)
        except Exception as wrong:
            self._connection.send(WorkerFailed(reason(wrong)))
            return
        self._connection.send(WorkerReady(search.engine))
        while not self._ends:
            if not self._assignments:
                self._take(self._connection.recv())
                continue
            assigned = self._assignments.popleft()
            self._current, self._splits = assigned.number, False
            try:
                found = search.search(assigned.rest, Slice(assigned.seconds), self)
            except Exception as wrong:
                self._connection.send(WorkerFailed(f"{reason(wrong)} (part {assigned.number})"))
                return
            self._connection.send(PartDone(assigned.number, found))

    def is_enough(self) -> bool:
        while self._connection.poll():
            self._take(self._connection.recv())
        return self._splits or self._ends

    def improved(self, incumbent: Incumbent) -> None:
        super().improved(incumbent)
        self._connection.send(Improved(self._current, incumbent))

    def _take(self, message: CoordinatorMessage) -> None:
        match message:
            case Assignment():
                self._assignments.append(message)
                self._hear_of(message.best)
            case BestKnown(cost):
                self._hear_of(cost)
            case SplitRequest(number):
                self._splits = self._splits or number == self._current
            case Shutdown():
                self._ends = True
            case str():
                raise TypeError("the description comes first")

    def _hear_of(self, cost: int | None) -> None:
        if cost is not None and (self.best is None or is_better(self._goal, cost, self.best)):
            self.best = cost


def reason(wrong: Exception) -> str:
    """In words. A damaged journal may raise anything."""
    if isinstance(wrong, MemoryError):
        return "out of memory"
    if isinstance(wrong, ExcoverError | ValueError | VerificationError):
        return str(wrong)
    return f"the journal may be damaged: {type(wrong).__name__}: {wrong}"


if __name__ == "__main__":
    PartWorker(parent_connection()).serve()
