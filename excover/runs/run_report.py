"""How far a run has come: what is done, how much is left, and what took longest.

How far the workers of a run are, for those who watch it.

>>> log = WorkerLog()
>>> log.note("1", nodes=500, seconds=0.5)
>>> log.note("1", nodes=3000, seconds=1.5)
>>> log.states({"1": 7, "2": None})[0]
WorkerState(name='1', part=7, parts=2, nodes=3500, nodes_per_second=2000.0)
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from excover.base.words import short
from excover.runs.run_description import JournalError
from excover.runs.shard_forms import names_in
from excover.search.run import SEARCH, Progress

if TYPE_CHECKING:
    from excover.base.json.objects import IntervalData, ProgressData, SolutionData, WorkData, WorkerStateData
    from excover.base.json.standard_output import RunData
    from excover.runs.journal import Journal, Tally

NORMAL = 1.96
"""Standard deviations on either side of the mean that contain 95 %."""
FEW = 10
"""Parts from which nothing is estimated."""
SLOWEST = 5


class TimeLeft(NamedTuple):
    """Seconds of workers that a run still needs, with a 95 % interval."""

    mean: float
    low: float
    high: float

    def as_data(self) -> IntervalData:
        """For JSON."""
        return {"mean": round(self.mean, 3), "low": round(self.low, 3), "high": round(self.high, 3)}


def time_left(journal: Journal) -> TimeLeft | None:
    """As if the open parts took as long for their size as the finished ones did: a ratio estimate (W. G.
    Cochran, Sampling Techniques, 1977, chapter 6). None if few parts are finished.

    The size of a part is a guess, and a tree may have heavy parts anywhere, so the truth is often outside.
    """
    rows = journal.rows(
        "select done.size - total(rest.size), done.seconds from part as done"
        " left join part as rest on rest.parent = done.id"
        " where done.state = 'done' group by done.id"
    )
    sizes = [max(0.0, float(str(size))) for size, _ in rows]
    seconds = [float(str(time)) for _, time in rows]
    size = sum(sizes)
    if len(rows) < FEW or not size:
        return None
    ((still,),) = journal.rows("select total(size) from part where state = 'open'")
    ratio, factor = sum(seconds) / size, float(str(still)) / size
    residuals = sum((t - ratio * s) ** 2 for t, s in zip(seconds, sizes, strict=True))
    error = NORMAL * factor * math.sqrt(residuals * len(rows) / (len(rows) - 1))
    mean = ratio * float(str(still))
    return TimeLeft(mean, max(0.0, mean - error), mean + error)


def slowest(journal: Journal) -> list[WorkData]:
    """The parts that took longest."""
    rows = journal.rows(
        "select id, seconds, nodes, worker from part where state = 'done'"
        f" order by seconds desc, id limit {SLOWEST}"
    )
    return [
        {"part": int(str(part)), "seconds": float(str(time)), "nodes": int(str(nodes)), "worker": str(worker)}
        for part, time, nodes, worker in rows
    ]


def best_data(line: str) -> SolutionData:
    """A recorded solution, for JSON. Raises JournalError."""
    try:
        data: SolutionData = json.loads(line)
        data.pop("version", None)  # type: ignore[typeddict-item]
        names_in(line), data["drawing"]
    except (AttributeError, KeyError, TypeError, ValueError):
        raise JournalError(f"the journal is damaged: `{short(line)}` is not a solution") from None
    return data


def run_data(journal: Journal) -> RunData:
    """For JSON."""
    tally, left, best = journal.tally(), time_left(journal), journal.best()
    return {
        "journal": str(journal.path),
        "question": journal.description.question,
        "share": journal.share,
        "count": tally.count,
        "exhausted": tally.is_complete,
        "done": round(tally.done, 6),
        "parts": tally.parts,
        "open": tally.open,
        "nodes": tally.nodes,
        "seconds": round(tally.seconds, 3),
        "left": left and left.as_data(),
        "files": len(journal.shards()),
        "cost": tally.cost,
        "bound": tally.bound,
        "best": best and best_data(best.line),
        "slowest": slowest(journal),
    }


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
