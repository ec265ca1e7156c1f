"""How far a run has come: what is done, how much is left, what took longest, and a picture of its workers.

How far the workers of a run are, for those who watch it.

>>> log = WorkerLog()
>>> log.note("1", nodes=500, seconds=0.5)
>>> log.note("1", nodes=3000, seconds=1.5)
>>> log.states({"1": 7, "2": None})[0]
WorkerState(name='1', part=7, parts=2, nodes=3500, nodes_per_second=2000.0)

A picture of a run: what each worker did when, a bar for each part.

>>> for bar in bars([(1, "1", 2.0, 12.0), (3, "1", 3.0, 16.0), (2, "2", 1.0, 11.5)]):
...     print(bar)
Bar(row=0, place=0, begin=0.0, end=2.0, part=1)
Bar(row=0, place=1, begin=3.0, end=6.0, part=3)
Bar(row=1, place=0, begin=0.5, end=1.5, part=2)
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import count, pairwise
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element

from excover.base.words import clipped, duration, short, text_width
from excover.render.svg import FONT, INK, MUTED, Picture, element
from excover.runs.journal import Journal, Tally
from excover.runs.run_description import JournalError, names_in
from excover.search.run import SEARCH, Progress

if TYPE_CHECKING:
    from excover.base.json.objects import IntervalData, ProgressData, SolutionData, WorkData, WorkerStateData
    from excover.base.json.outputs import RunData

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


WIDTH, ROW, FOOT = 900.0, 22.0, 30.0
"""Of the picture, of a worker's row, and of the axis below the rows; in units."""
LETTER, LONGEST = 6.6, 40
"""The width of a letter of a worker's name, and how many of them are shown at most."""
BREAK = 76.0
"""The width of a time in which no worker worked, if that is drawn shorter than it was."""
LONG, LONG_SECONDS = 0.1, 1.0
"""Such a time is longer than this part of all in which some worker worked, and than so many seconds."""
COLORS = ("#4269d0", "#97bbf5")
"""Of neighbouring parts."""
MOST_BARS = 20_000
"""A picture with more shows nothing."""


class Bar(NamedTuple):
    """When a part was searched: seconds after the first part was begun. ``place``: in the row, from 0."""

    row: int
    place: int
    begin: float
    end: float
    part: int


class Axis:
    """Where seconds are, from ``left`` on. Long times without work, as before a run was resumed, or
    between shares whose machines worked one after the other, are ``breaks``.
    """

    def __init__(self, found: Iterable[Bar], left: float) -> None:
        spans = _together((bar.begin, bar.end) for bar in found) or [(0.0, 0.0)]
        least = max(LONG_SECONDS, LONG * sum(end - begin for begin, end in spans))
        self.breaks = [
            (before, after) for (_, before), (after, _) in pairwise(spans) if after - before > least
        ]
        self.length = spans[-1][1]
        self._left = left
        self.break_width = min(BREAK, (WIDTH - left) / 2 / max(1, len(self.breaks)))
        drawn = self.length - sum(after - before for before, after in self.breaks)
        self._scale = (WIDTH - left - self.break_width * len(self.breaks)) / (drawn or 1.0)

    def x(self, second: float) -> float:
        """For a second that is in no break, but may be the beginning or the end of one."""
        passed = [after - before for before, after in self.breaks if after <= second]
        return self._left + (second - sum(passed)) * self._scale + len(passed) * self.break_width


def _together(spans: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Spans of time as those that do not overlap.

    >>> _together([(4, 5), (0, 2), (1, 3)])
    [(0, 3), (4, 5)]
    """
    found: list[tuple[float, float]] = []
    for begin, end in sorted(spans):
        if found and begin <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((begin, end))
    return found


def names_of(parts: Sequence[tuple[int, str, float, float]]) -> list[str]:
    """The workers, from the top: 9 before 10, and those of a share together.

    >>> names_of([(1, "10", 1.0, 2.0), (2, "9", 1.0, 3.0), (3, "10", 1.0, 4.0)])
    ['9', '10']
    >>> names_of([(1, "2/2:1", 1.0, 2.0), (2, "1/2:10", 1.0, 3.0), (3, "1/2:9", 1.0, 4.0)])
    ['1/2:9', '1/2:10', '2/2:1']
    """
    return sorted({worker for _, worker, _, _ in parts}, key=_with_numbers)


def _with_numbers(name: str) -> list[tuple[str, int]]:
    """What a name is sorted by: texts and the numbers behind them."""
    return [(text, int(number or -1)) for text, number in re.findall(r"([^0-9]*)([0-9]*)", name)]


def bars(parts: Sequence[tuple[int, str, float, float]]) -> list[Bar]:
    """For parts given by their number, their worker, the seconds they took and when they ended, in the order
    of their ends.
    """
    if not parts:
        return []
    workers = {worker: (row, count()) for row, worker in enumerate(names_of(parts))}
    start = min(ended - seconds for _, _, seconds, ended in parts)
    return [
        Bar(row, next(places), ended - seconds - start, ended - start, part)
        for part, worker, seconds, ended in parts
        for row, places in [workers[worker]]
    ]


def timeline(journal: Journal) -> Picture:
    """A row for each worker. Raises ValueError if there are more than `MOST_BARS` parts."""
    rows = journal.rows("select id, worker, seconds, ended from part where state = 'done' order by ended, id")
    if len(rows) > MOST_BARS:
        raise ValueError(f"the run has {len(rows):,} parts; a picture shows at most {MOST_BARS:,}")
    parts = [
        (int(str(part)), str(worker), float(str(seconds)), float(str(ended)))
        for part, worker, seconds, ended in rows
    ]
    found, names = bars(parts), [f"worker {clipped(name, LONGEST)}" for name in names_of(parts)]
    axis = Axis(found, 12 + LETTER * max(map(text_width, names), default=0))
    body = [_drawn(bar, axis) for bar in found]
    body += [_text(name, 4, row * ROW + 15, INK) for row, name in enumerate(names)]
    foot = len(names) * ROW
    for pause in axis.breaks:
        body += _break(pause, axis, foot)
    end = _text(f"{axis.length:,.1f} s", WIDTH, foot + 18, MUTED, anchor="end")
    body += [_text("0 s", axis.x(0), foot + 18, MUTED), end]
    return Picture(WIDTH, foot + FOOT, body)


def _drawn(bar: Bar, axis: Axis) -> Element:
    left = axis.x(bar.begin)
    return element(
        "rect",
        element("title", text=f"part {bar.part}: {bar.end - bar.begin:.2f} s"),
        x=left,
        y=bar.row * ROW + 2,
        width=max(0.3, axis.x(bar.end) - left),
        height=ROW - 4,
        fill=COLORS[bar.place % 2],
    )


def _break(pause: tuple[float, float], axis: Axis, foot: float) -> list[Element]:
    """A line in the middle of a time without work, and how long that was, if there is room."""
    before, after = pause
    middle = (axis.x(before) + axis.x(after)) / 2
    title = element("title", text=f"no work for {duration(after - before)}")
    line = element(
        "line", title, x1=middle, x2=middle, y1=0.0, y2=foot + 4, stroke=MUTED, stroke_dasharray="3 3"
    )
    label = _text(duration(after - before), middle, foot + 18, MUTED, anchor="middle")
    return [line, label] if axis.break_width == BREAK else [line]


def _text(text: str, x: float, y: float, color: str, anchor: str = "start") -> Element:
    return element(
        "text", text=text, x=x, y=y, font_family=FONT, font_size=12, fill=color, text_anchor=anchor
    )
