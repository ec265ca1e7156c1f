"""How far the workers of a run are, for those who watch it.

>>> log = WorkerLog()
>>> log.note("1", nodes=500, seconds=0.5)
>>> log.note("1", nodes=3000, seconds=1.5)
>>> log.states({"1": 7, "2": None})[0]
WorkerState(name='1', part=7, parts=2, nodes=3500, nodes_per_second=2000.0)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from excover.search.run import SEARCH, Progress

if TYPE_CHECKING:
    from excover.base.json.objects import ProgressData, WorkerStateData
    from excover.runs.journal import Tally
    from excover.runs.run_report import TimeLeft


class WorkerState(NamedTuple):
    """A worker: the ``part`` that it searches, None if it has none or this is not known; and since the
    process began that coordinates the run, how many ``parts`` and ``nodes`` it has searched, and how fast it
    was in the last of these parts, 0 before the first.
    """

    name: str
    part: int | None
    parts: int = 0
    nodes: int = 0
    nodes_per_second: float = 0.0

    def as_data(self) -> WorkerStateData:
        """For JSON."""
        return {
            "worker": self.name,
            "part": self.part,
            "parts": self.parts,
            "nodes": self.nodes,
            "nodes_per_second": round(self.nodes_per_second),
        }


class WorkerLog:
    """What each worker has done."""

    def __init__(self) -> None:
        self._states: dict[str, WorkerState] = {}

    def note(self, name: str, nodes: int, seconds: float) -> None:
        """A worker has searched a part."""
        before = self._states.get(name, WorkerState(name, None))
        rate = nodes / seconds if seconds else before.nodes_per_second
        self._states[name] = WorkerState(name, None, before.parts + 1, before.nodes + nodes, rate)

    def states(self, at_work: Mapping[str, int | None]) -> tuple[WorkerState, ...]:
        """Of the workers that are there: their names, and the parts that they search."""
        return tuple(
            self._states.get(name, WorkerState(name, None))._replace(part=part)
            for name, part in at_work.items()
        )


class RunProgress(Progress):
    """The progress of a run with a journal: the ``count`` of solutions, or of another ``unit``; what else the
    journal knows, the time that is left if it can be estimated, and the workers.
    """

    tally: Tally | None = None
    left: TimeLeft | None = None
    workers: tuple[WorkerState, ...] = ()
    unit: str = "solution"

    def as_data(self, seconds: float) -> ProgressData:
        """For JSON, after that many seconds of the command."""
        data = Progress.as_data(self, seconds)
        if self.tally:
            data["nodes"], data["parts"], data["open"] = self.tally.nodes, self.tally.parts, self.tally.open
        data["left"] = self.left and self.left.as_data()
        data["workers"] = [worker.as_data() for worker in self.workers]
        return data


def run_progress(
    tally: Tally,
    left: TimeLeft | None,
    waiting: int,
    workers: tuple[WorkerState, ...],
    unit: str = "solution",
) -> RunProgress:
    """``waiting``: how many parts are with no worker."""
    note = f"{waiting:,} parts wait"
    return RunProgress(
        SEARCH, tally.count, done=tally.done, note=note, tally=tally, left=left, workers=workers, unit=unit
    )
