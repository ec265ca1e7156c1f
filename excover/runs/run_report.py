"""How far a run has come: what is done, how much is left, and what took longest."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, NamedTuple

from excover.base.words import short
from excover.runs.run_description import JournalError
from excover.runs.shard_forms import names_in

if TYPE_CHECKING:
    from excover.base.json.objects import IntervalData, SolutionData, WorkData
    from excover.base.json.standard_output import RunData
    from excover.runs.journal import Journal

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
