"""About how many states a count on disk will have, how long it will take, and how much room.

>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> found = forecast_on_disk(matrix)
>>> found.states, found.is_exact
(Range(about=1.0, low=1.0, high=1.0), True)

The sweep is tried with samples: of each level, only so many states are expanded, chosen at random, and each
stands for others. How often two of them reach the same state tells how many different states there are at the
next level, if the numbers of ways from the level before into a state fall geometrically. They do so only
about, so what is found has a bias, which grows with the part that is left out. Therefore samples of several
sizes are taken, each four times as large as the one before: the last is the estimate, and how far it is from
the one before widens the interval. Where hardly any state is reached twice in a sample, all samples say the
same, and all that is known is that there may be fewer; the lower end says so. The interval is a rule that
held for all counts in docs/counting.md, not a statement of probability.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from time import thread_time
from typing import TYPE_CHECKING

from excover.base.words import duration, rounded
from excover.matrix.matrix import Matrix
from excover.search._core import Forecast, Problem, Stop
from excover.search.consumers import DISK
from excover.search.native import native_problem
from excover.search.run import UNLIMITED, Run
from excover.search.strategy import Unsuitable
from excover.search.tuning import tuning

if TYPE_CHECKING:
    from excover.base.json.objects import ForecastData, RangeData

FIRST, GROWTH = 256, 4
"""States of the first samples, and how many times as many the next have."""
SPREAD, WEIGHT = 0.5, 1.7
"""The logarithm of the factor up to which a last step of 0 may be wrong, and what it counts for beyond."""
SLOWEST, FASTEST = 4.0, 0.5
"""Factors between the time of a state here and in a count with files."""
MOST_DIGITS = 10**6
"""From here on, three digits of a size are told."""
MOST_REACH = 300.0
"""Beyond this, an interval tells nothing more, and its upper end stays finite."""


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


def _between(values: Range, told: Callable[[float], str]) -> str:
    return f"{told(values.about)} ({told(values.low)} to {told(values.high)})"


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

    Of the strategy, the threads and the memory matter. Raises Unsuitable where a sweep does not apply.
    """
    run, problem = run.started(), native_problem(matrix, DISK)
    until = thread_time() + tuning.forecast_seconds
    samples: list[_Sample] = []
    most, is_over = FIRST, False
    while not (is_over or run.stopped_by) and (sample := _taken(problem, most, until, run)):
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


def _taken(problem: Problem, most: int, until: float, run: Run) -> _Sample | None:
    """A sweep with samples of one size; None if it takes far too long."""
    began, room = thread_time(), max(run.strategy.room, tuning.sweep_least_room)
    try:
        core = Forecast(problem, room, most, most)
    except ValueError as obstacle:
        raise Unsuitable(str(obstacle)) from None
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
