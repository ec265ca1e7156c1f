"""Estimates the size of a search tree and its number of solutions by random walks, and counts them exactly.

>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> found = estimate(matrix, walks=100, seed=1)
>>> found.solutions, [level.mean for level in found.levels]
(ConfidenceInterval(mean=2.0, low=2.0, high=2.0), [1.0, 2.0])
>>> profile(matrix).levels
(1, 2)

D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975) 121-136.
A walk descends from the root and takes each branch with the same probability; a node on it represents as many
nodes as the product of the numbers of branches on the way. The mean over the walks is unbiased, but few walks
may carry most of the sum, so the 95 % intervals are too narrow until walks meet the nodes that count most.
The intervals are those of Student's t for the means of batches of walks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from statistics import NormalDist, stdev
from typing import TYPE_CHECKING

from excover.base.words import rounded
from excover.matrix.matrix import Matrix
from excover.search._core import RandomWalks, SparseSearch, Stop
from excover.search.engine import ENDLESS, Engine
from excover.search.engine_table import ESTIMATE
from excover.search.native import RulesOfCore, native_problem
from excover.search.outcome import Outcome
from excover.search.run import UNLIMITED, Budget, Run
from excover.search.tuning import tuning

if TYPE_CHECKING:
    from excover.base.json.objects import IntervalData, ProfileData, TreeEstimateData

WALKS = 10_000
SHARE = 0.25
"""The share of the sum; if one batch makes up more, the interval is not trustworthy."""


@dataclass(frozen=True, slots=True)
class ConfidenceInterval:
    """An estimate; with a confidence of 95 %, the true value is between ``low`` and ``high``, if the walks
    met all that matters.
    """

    mean: float
    low: float
    high: float

    def as_data(self) -> IntervalData:
        """For JSON, which has no infinite numbers."""
        mean, low, high = [
            value if math.isfinite(value) else None for value in (self.mean, self.low, self.high)
        ]
        return {"mean": mean, "low": low, "high": high}

    def times(self, factor: float) -> ConfidenceInterval:
        """The interval scaled by a factor."""
        return ConfidenceInterval(self.mean * factor, self.low * factor, self.high * factor)


UNKNOWN = ConfidenceInterval(math.nan, 0.0, math.inf)
"""What is known without a walk."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Estimates of the tree of a listing search, after ``walks``: ``solutions``, ``nodes``, and the nodes at
    each level. Without a walk, all means are nan.

    ``trace``: the mean of the solutions after numbers of walks. ``largest``: the share of the largest batch
    of walks in the sum of solutions, and ``batches``.
    """

    walks: int
    solutions: ConfidenceInterval
    nodes: ConfidenceInterval
    levels: tuple[ConfidenceInterval, ...]
    trace: tuple[tuple[int, float], ...]
    largest: float
    batches: int

    @property
    def is_doubtful(self) -> bool:
        """A few walks carry much of the sum, or none met a solution, or there was no walk: the true value may
        be far outside the interval.
        """
        return not self.walks or self.solutions.mean == 0 or (self.batches > 4 and self.largest > SHARE)

    def as_data(self) -> TreeEstimateData:
        return {
            "walks": self.walks,
            "count": self.solutions.as_data(),
            "nodes": self.nodes.as_data(),
            "levels": [level.as_data() for level in self.levels],
            "doubtful": self.is_doubtful,
        }


def estimate(
    matrix: Matrix,
    walks: int = WALKS,
    seed: int = 0,
    run: Run = UNLIMITED,
) -> Estimate:
    """Takes that many walks, or until the run ends; the same seed (below 2**64) gives the same walks.

    Only the budget of seconds, the cancellation and the listener of the run matter; the note in its progress
    gives the estimated number of solutions.
    """
    sums = _Sums()
    problem = native_problem(matrix, ESTIMATE)
    core, run = RandomWalks(problem, seed, True, *RulesOfCore.of(matrix)), run.started()
    while sums.walks < walks and not run.stopped_by:
        core.run(min(sums.room - core.walks, walks - sums.walks - core.walks), tuning.slice_seconds)
        if core.walks == sums.room or sums.walks + core.walks == walks:
            sums.add(core.walks, [core.solutions, *core.nodes])
            core.forget()
        run.report("random walks", sums.walks, walks, note=f"about {rounded(sums.solutions)} solutions")
    if core.walks:
        sums.add(core.walks, [core.solutions, *core.nodes])
    return sums.estimate()


class _Sums:
    """Sums over batches of equally many walks, except the last; the first sum is of solutions."""

    def __init__(self) -> None:
        self.walks = 0
        self.room = 1
        self._batches: list[list[float]] = []
        self._last: list[float] = []
        self._total: list[float] = []
        self._trace: list[tuple[int, float]] = []

    @property
    def solutions(self) -> float:
        return self._total[0] / self.walks if self.walks else 0.0

    def add(self, walks: int, sums: list[float]) -> None:
        """A batch that is shorter than the others must be the last one."""
        self.walks += walks
        self._total = _added(self._total, sums)
        self._trace.append((self.walks, self.solutions))
        if walks < self.room:
            return
        self._batches.append(sums)
        if len(self._batches) >= tuning.estimate_batches and len(self._batches) % 2 == 0:
            pairs = zip(self._batches[::2], self._batches[1::2], strict=True)
            self._batches = [_added(one, other) for one, other in pairs]
            self.room *= 2

    def estimate(self) -> Estimate:
        sizes = range(len(self._total))
        intervals = [
            self._interval([_at(batch, k) for batch in self._batches], self._total[k]) for k in sizes
        ]
        nodes = [math.fsum(batch[1:]) for batch in self._batches]
        found = [batch[0] for batch in self._batches]
        total = self._total[0] if self._total else 0.0
        return Estimate(
            self.walks,
            intervals[0] if intervals else UNKNOWN,
            self._interval(nodes, math.fsum(self._total[1:])),
            tuple(intervals[1:]),
            tuple(self._trace),
            max(found, default=0.0) / total if total and math.isfinite(total) else 0.0,
            len(found),
        )

    def _interval(self, batches: Sequence[float], total: float) -> ConfidenceInterval:
        if not self.walks:
            return UNKNOWN
        mean = total / self.walks
        if len(batches) < 2 or not math.isfinite(total):
            return ConfidenceInterval(mean, 0.0, math.inf)
        error = stdev(batches) / self.room / math.sqrt(len(batches))
        reach = student(len(batches) - 1) * error
        return ConfidenceInterval(mean, max(0.0, mean - reach), mean + reach)


def student(freedom: int) -> float:
    """The quantile of Student's t for 95 % within, by the series of Abramowitz and Stegun 26.7.5.

    >>> round(student(31), 2), round(student(10), 2)
    (2.04, 2.23)
    """
    z = NormalDist().inv_cdf(0.975)
    series = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return math.fsum(term / freedom**k for k, term in enumerate(series))


def _added(one: list[float], other: list[float]) -> list[float]:
    return [a + b for a, b in zip_longest(one, other, fillvalue=0.0)]


def _at(numbers: Sequence[float], k: int) -> float:
    return numbers[k] if k < len(numbers) else 0.0


@dataclass(frozen=True, slots=True)
class Profile:
    """The number of nodes that a listing search visited at each level; complete if ``exhausted``."""

    levels: tuple[int, ...]
    solutions: int
    exhausted: bool

    def as_data(self) -> ProfileData:
        """For JSON."""
        return {
            "count": self.solutions,
            "exhausted": self.exhausted,
            "nodes": sum(self.levels),
            "levels": list(self.levels),
        }


def profile(matrix: Matrix, run: Run = UNLIMITED) -> Profile:
    """Walks the whole tree once, until the run ends; Knuth's programs print the same with ``v128``."""
    core = SparseSearch(native_problem(matrix, ESTIMATE), False, False, None, *RulesOfCore.of(matrix))
    run, ended = run.started(), Stop.TIME
    while ended is not Stop.EXHAUSTED and not run.stopped_by:
        ended = core.run(ENDLESS, ENDLESS, tuning.slice_seconds)
        run.report("nodes of the tree", core.nodes, done=core.progress)
    return Profile(tuple(core.profile), core.solutions, ended is Stop.EXHAUSTED)


def speed(matrix: Matrix, run: Run = UNLIMITED, seconds: float | None = None) -> Outcome | None:
    """Lists for a moment with the engine that would be chosen: the number of solutions and nodes.

    If the outcome is exhausted, the tree is so small that everything is known. None if it was stopped before.
    """
    if run.cancellation:
        return None
    budget = Budget(seconds=tuning.speed_seconds if seconds is None else seconds)
    engine = Engine(matrix, Run(budget), keep_covers=False)
    while not engine.is_over and not run.cancellation:
        engine.run_slice()
    return engine.outcome


def small_profile(matrix: Matrix, run: Run = UNLIMITED) -> Profile | None:
    """The profile of a tree that can be walked in a moment; None for a larger tree."""
    found = profile(matrix, run.replaced(budget=Budget(seconds=4 * tuning.speed_seconds), began=None))
    return found if found.exhausted else None
