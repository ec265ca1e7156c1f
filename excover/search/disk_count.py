"""A count whose states go to a folder where memory is full, and that goes on there after any end.

>>> import tempfile
>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> disk = Disk(tempfile.mkdtemp())
>>> count_on_disk(matrix, disk, Run.within(seconds=0)).exhausted
False
>>> count_on_disk(matrix, disk).count
2

The frontier search, its files and what they guarantee: excover/native/disk, docs/counting.md.

How many states it will have, how long it will take, and how much room, is estimated before:

>>> found = forecast_on_disk(matrix)
>>> found.states, found.is_exact
(Range(about=1.0, low=1.0, high=1.0), True)

The frontier search is tried with samples: of each level, only so many states are expanded, chosen at random,
and each stands for others. How often two of them reach the same state shows how many different states there
are at the next level, if the numbers of ways from the level before into a state fall geometrically. They do
so only about, so what is found has a bias, which grows with the part that is left out. Therefore samples of
several sizes are taken, each four times as large as the one before: the last is the estimate, and how far it
is from the one before widens the interval. Where hardly any state is reached twice in a sample, all samples
agree, and all that is known is that there may be fewer; the lower end shows it. The interval is a rule that
held for all counts in docs/counting.md, not a statement of probability.
"""

from __future__ import annotations

import fcntl
import math
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from time import thread_time
from typing import TYPE_CHECKING, NoReturn

from excover import __version__
from excover.base.diagnostics import OverLimit, SpecError
from excover.base.errors import not_as_wanted
from excover.base.frozen import Configuration
from excover.base.words import duration, plural, rounded
from excover.language import messages
from excover.matrix.matrix import Matrix
from excover.search._core import DiskCount, DiskError, Forecast, Problem, Stop
from excover.search.diagram_file import covers_digest
from excover.search.engine import ENDLESS, frontier_obstacles
from excover.search.engine_table import DISK
from excover.search.native import native_problem, slice_of
from excover.search.outcome import Outcome, Statistics, StoppedBy
from excover.search.run import SEARCH, UNLIMITED, Run
from excover.search.strategy import Unsuitable
from excover.search.tuning import tuning

if TYPE_CHECKING:
    from excover.base.json.objects import ForecastData, RangeData


FIRST_LINE = "excover disk count 1"
IDENTITY = re.compile(r"excover (\S+) items ([0-9]{1,10}) options ([0-9]{1,10}) matrix ([0-9a-f]+)")
LONGEST = 500
"""The most characters of the first lines of a checkpoint."""


class Disk(Configuration):
    """A folder for the states of a count, made if it is not there; its files take ``limit`` bytes at most."""

    folder: str | PathLike[str]
    limit: int | None = None

    @property
    def is_begun(self) -> bool:
        """Whether there is a file with what a count knows."""
        return os.path.lexists(os.path.join(os.fspath(self.folder), "checkpoint"))


class DiskStopped(OverLimit):
    """A count ended because the disk is full, or its limit is reached; what it has saved can go on."""


def count_on_disk(matrix: Matrix, disk: Disk, run: Run = UNLIMITED) -> Outcome:
    """Counts the covers of a matrix with a folder on disk, going on with what is there.

    When the run ends, and every minute or so, a checkpoint is written. Of the strategy, the threads and the
    memory matter; of the budget, the seconds. Raises DiskStopped, SpecError for a folder that cannot be used,
    and Unsuitable where a frontier search does not apply, or is not what is asked for.
    """
    if not isinstance(disk, Disk):
        raise not_as_wanted("`disk` is an excover.Disk", disk, 'write `excover.Disk("folder")`')
    strategy, run = run.strategy, run.started()
    if strategy.engine not in ("auto", "graph"):
        raise Unsuitable("only the engine `graph` counts on disk")
    if run.budget.solutions is not None or run.budget.nodes is not None:
        raise Unsuitable("a count on disk has no limit of solutions or nodes")
    DISK.check(matrix)
    folder = os.fspath(disk.folder)
    with _taken(folder), _errors_of(folder, disk):
        core = _opened(matrix, folder, disk.limit, run)
        stopped_by = _count(core, run)
    work = Statistics(
        core.nodes, core.updates, core.depth, core.seconds, "graph", f"on disk in {folder}", core.threads
    )
    return Outcome(core.solutions, stopped_by is None, stopped_by, work)


def ready(disk: Disk) -> None:
    """Makes the folder if necessary. Raises SpecError if it cannot be used now."""
    with _taken(os.fspath(disk.folder)):
        pass


def _opened(matrix: Matrix, folder: str, limit: int | None, run: Run) -> DiskCount:
    identity = _identity(matrix)
    _check_identity(folder, identity)
    room = max(run.strategy.room, tuning.graph_least_room)
    most = ENDLESS if limit is None else min(limit, ENDLESS)
    problem = native_problem(matrix, DISK)
    with frontier_obstacles():
        return DiskCount(
            problem,
            room,
            run.strategy.threads,
            os.fsencode(folder),
            identity,
            most,
            tuning.disk_seconds,
            tuning.disk_block,
            tuning.disk_fan_in,
            tuning.disk_merged,
        )


def _count(core: DiskCount, run: Run) -> StoppedBy | None:
    """Counts until all is counted or the run ends; why it ended.

    Saves what is known at every end but an error.
    """
    try:
        # A finished count is reported at once, also of a run that has ended.
        while core.run(ENDLESS, ENDLESS, 0.0 if run.stopped_by else slice_of(run)) is not Stop.EXHAUSTED:
            if stopped_by := run.stopped_by:
                break
            run.report(SEARCH, core.solutions, note=_note(core))
        else:
            return None
    except (DiskError, MemoryError):
        raise
    except BaseException:  # of a signal, or of the listener
        core.save()
        raise
    core.save()
    return stopped_by


def _note(core: DiskCount) -> str:
    level = f"level {core.depth + 1:,} of {core.levels:,}"
    return f"{level}, {core.nodes:,} states, {core.disk_bytes / 10**6:,.0f} MB on disk"


@contextmanager
def _taken(folder: str) -> Iterator[None]:
    """The folder, made if necessary, and locked for other processes until the end."""
    try:
        os.makedirs(folder, exist_ok=True)
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as wrong:
        raise SpecError(messages.NoFolder(folder, wrong.strerror or str(wrong))) from None
    try:
        _lock(descriptor, folder)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, folder: str) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SpecError(messages.FolderInUse(folder)) from None
    except OSError as wrong:  # a file system without locks
        raise SpecError(messages.NoFolder(folder, f"it cannot be locked: {wrong.strerror}")) from None


@contextmanager
def _errors_of(folder: str, disk: Disk) -> Iterator[None]:
    try:
        yield
    except DiskError as error:
        _report(error, folder, disk)
    except MemoryError:
        raise DiskStopped(messages.DiskFull(folder, "there is no memory left", None)) from None


def _report(error: DiskError, folder: str, disk: Disk) -> NoReturn:
    kind, path, reason = error.args
    file = os.path.basename(os.fsdecode(path))
    if kind == "damaged":
        raise SpecError(messages.DamagedCount(folder, file, reason)) from None
    if kind == "system":
        raise SpecError(messages.NoFolder(folder, f"`{file}`: {reason}")) from None
    limit = disk.limit if kind == "limit" else None
    raise DiskStopped(messages.DiskFull(folder, reason, limit)) from None


def _identity(matrix: Matrix) -> str:
    items, options = len(matrix.items), len(matrix.options)
    return f"excover {__version__} items {items} options {options} matrix {covers_digest(matrix).hex()}"


def _check_identity(folder: str, identity: str) -> None:
    """Raises SpecError if the folder has another count, with the difference, or another program's file."""
    path = os.path.join(folder, "checkpoint")
    if not os.path.lexists(path) or os.path.isdir(path):
        return  # the core begins, or reports what is wrong
    try:
        first, found = _first_lines(path)
    except OSError:
        return  # the core reports what is wrong
    if first != FIRST_LINE:
        raise SpecError(messages.NoCheckpoint(folder))
    was, now = IDENTITY.fullmatch(found), IDENTITY.fullmatch(identity)
    if found != identity and was and now:  # the core reports that another line is damaged
        raise SpecError(messages.OtherCount(folder, _differences(was.groups(), now.groups())))


def _first_lines(path: str) -> tuple[str, str]:
    """Of a file of any content and length; empty if it is no ordinary file."""
    if not os.path.isfile(path):
        return "", ""
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.readline(LONGEST).rstrip("\n"), file.readline(LONGEST).rstrip("\n")


def _differences(was: Sequence[str], now: Sequence[str]) -> list[str]:
    version, items, options, digest = was
    found = []
    if version != now[0]:
        found.append(f"it was begun with excover {version}, and this is excover {now[0]}")
    if (items, options) != (now[1], now[2]):
        sizes = plural(int(items), "item"), plural(int(options), "option")
        found.append(f"it has {sizes[0]} and {sizes[1]}; here there are {int(now[1]):,} and {int(now[2]):,}")
    elif digest != now[3]:
        found.append("it has as many items and options, but others, or in another order")
    return found


FIRST, GROWTH = 256, 4
"""States of the first samples, and how many times as many the next have."""
SPREAD, WEIGHT = 0.5, 1.7
"""The logarithm of the factor up to which a last step of 0 may be wrong, and what it counts for beyond."""
SLOWEST, FASTEST = 4.0, 0.5
"""Factors between the time of a state here and in a count with files."""
MOST_DIGITS = 10**6
"""From here on, three digits of a size are shown."""
MOST_REACH = 300.0
"""Beyond this, an interval has no more information, and its upper end stays finite."""


@dataclass(frozen=True, slots=True)
class Range:
    """An estimate, with what it should be between."""

    about: float
    low: float
    high: float

    def times(self, factor: float, low: float = 1.0, high: float = 1.0) -> Range:
        return Range(self.about * factor, self.low * factor * low, self.high * factor * high)

    def as_data(self) -> RangeData:
        return {"about": self.about, "low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True)
class DiskForecast:
    """What a count on disk will take: ``states`` in all levels, ``seconds`` of each thread, if it has a
    processor of its own, and ``bytes`` of all files at most at once.

    ``is_exact``: no level was so wide that a sample was taken, so the number of states is known.
    """

    states: Range
    seconds: Range
    bytes: Range
    is_exact: bool

    def as_data(self) -> ForecastData:
        return {
            "states": self.states.as_data(),
            "seconds": self.seconds.as_data(),
            "bytes": self.bytes.as_data(),
            "exact": self.is_exact,
        }

    def __str__(self) -> str:
        states = f"{self.states.about:,.0f} states"
        if not self.is_exact:
            states = f"about {_between(self.states, rounded)} states"
        seconds, room = _between(self.seconds, _time), _between(self.bytes, _size)
        return f"{states}, {seconds} of work, and {room} on disk if memory does not hold them"


def _between(values: Range, shown: Callable[[float], str]) -> str:
    return f"{shown(values.about)} ({shown(values.low)} to {shown(values.high)})"


def _size(count: float) -> str:
    size, unit = (count / 1e9, "GB") if count >= 1e9 else (count / 1e6, "MB")
    if size >= MOST_DIGITS:
        return f"{rounded(size)} {unit}"
    return f"{size:,.0f} {unit}" if size >= 10 else f"{size:.1f} {unit}"


def _time(seconds: float) -> str:
    years = seconds / 31_557_600
    return f"{rounded(years)} years" if years >= 100 else duration(seconds)


def forecast_on_disk(matrix: Matrix, run: Run = UNLIMITED) -> DiskForecast | None:
    """Takes samples for about a second of the processor; None if that is too little for any, or the run ends.

    Of the strategy, the threads and the memory matter. Raises Unsuitable where no frontier search applies.
    """
    run, problem = run.started(), native_problem(matrix, DISK)
    until = thread_time() + tuning.forecast_seconds
    samples: list[_Sample] = []
    most, is_over = FIRST, False
    while not (is_over or run.stopped_by) and (sample := _sampled(problem, most, until, run)):
        samples.append(sample)
        most *= GROWTH
        is_late = thread_time() + GROWTH * sample.seconds > until
        is_over = sample.core.is_exact or is_late or most > tuning.forecast_states
    return _forecast(samples[-2:], run.strategy.threads) if samples else None


@dataclass(frozen=True, slots=True)
class _Sample:
    core: Forecast
    states: float
    seconds: float


def _sampled(problem: Problem, most: int, until: float, run: Run) -> _Sample | None:
    """A frontier search with samples of one size; None if it takes far too long."""
    began, room = thread_time(), max(run.strategy.room, tuning.graph_least_room)
    with frontier_obstacles():
        core = Forecast(problem, room, most, most)
    while core.run(tuning.slice_seconds) is not Stop.EXHAUSTED:
        if run.stopped_by or thread_time() > until:
            return None
        run.report("forecast", most)
    return _Sample(core, math.fsum(core.widths), thread_time() - began)


def _forecast(samples: list[_Sample], threads: int) -> DiskForecast:
    """From the last two samples, or the only one."""
    last = samples[-1]
    reach, sure = _reach(samples), last.core.expanded / last.states if last.states else 1.0
    low = math.exp(-max(reach, last.core.doubt))
    ratio = Range(1.0, max(low, sure), math.exp(reach))
    least, most = last.core.least_bytes, last.core.most_bytes
    each = last.seconds / max(last.core.expanded_updates, 1) / threads
    return DiskForecast(
        ratio.times(last.states),
        ratio.times(last.core.updates * each, FASTEST, SLOWEST),
        Range(math.sqrt(least) * math.sqrt(most), least * ratio.low, most * ratio.high),
        last.core.is_exact,
    )


def _reach(samples: list[_Sample]) -> float:
    """The logarithm of the factor up to which the number of states may be wrong."""
    last = samples[-1]
    if last.core.is_exact:
        return 0.0
    step = abs(math.log(last.states / samples[0].states)) if len(samples) > 1 else 1.0
    left_out = 1 - min(last.core.expanded / last.states, 1)
    return min((SPREAD + WEIGHT * step) * left_out, MOST_REACH)
