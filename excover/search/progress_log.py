"""The progress of a search for the best solution: as records of `logging`, as a trace, and what else to try.

>>> import logging, sys
>>> from excover.problem.problem import parse
>>> from excover.search.run import Run
>>> logger = logging.Logger("doctest")
>>> logger.addHandler(logging.StreamHandler(sys.stdout))
>>> problem = parse("item a  option x(n in 1..9) covers a cost n * n  minimize")
>>> problem.best(Run(progress=ProgressLog(logger))).cost
no solution yet, bound 1, 0 nodes, 0.0 s
cost 1, bound 1, 0 nodes, 0.0 s
1
"""

from __future__ import annotations

import logging
from importlib.util import find_spec
from time import monotonic
from typing import Any, NamedTuple

from excover.base.words import thousands
from excover.search.engine_table import PROGRAMS
from excover.search.outcome import Outcome
from excover.search.run import Progress

WIDE, PATIENCE = 0.05, 10.0
"""A gap that is still so large after so many seconds is worth a hint."""
BEST_PROGRAMS = ("highs", "cp-sat")


class Known(NamedTuple):
    """What was known after so many seconds; None is nothing."""

    seconds: float
    cost: Any
    bound: Any


class ProgressTrace:
    """A listener that keeps what is known of the cost, whenever that changes."""

    def __init__(self) -> None:
        self.known: list[Known] = []

    def __call__(self, progress: Progress) -> None:
        """Keeps it."""
        if progress.outcome is not None:
            self.note(progress.outcome)

    def note(self, outcome: Outcome) -> None:
        """Keeps an outcome, also of the end."""
        now = Known(outcome.statistics.seconds, outcome.cost, outcome.bound)
        if not self.known or self.known[-1][1:] != now[1:]:
            self.known.append(now)


class ProgressLog:
    """A listener that writes a record at each better cost, every so many seconds, and one of what else can be
    tried.

    Records have the numbers as attributes: `cost`, `bound`, `gap`, `nodes` and `seconds`. The ``logger`` is
    `excover` unless it is given. `Run(progress=ProgressLog())`.
    """

    def __init__(self, logger: logging.Logger | None = None, seconds: float = 5.0) -> None:
        self._logger = logger or logging.getLogger("excover")
        self._every, self._next = seconds, 0.0
        self._cost: Any = None
        self._has_hinted = False

    def __call__(self, progress: Progress) -> None:
        """Writes a record if it is time to."""
        known = progress.outcome
        is_better = known is not None and known.cost != self._cost
        if not is_better and monotonic() < self._next:
            return
        self._next = monotonic() + self._every
        self._cost = progress.cost
        numbers = {name: getattr(progress, name) for name in ("cost", "bound", "gap", "nodes", "seconds")}
        self._logger.info("%s", _in_words(progress), extra=numbers)
        if known is not None and not self._has_hinted and (line := what_else(known)):
            self._has_hinted = True
            self._logger.info("%s", line, extra=numbers)


def _in_words(progress: Progress) -> str:
    known = progress.outcome
    if known is None:
        return f"{progress.stage}: {progress.count:,}"
    bound = "" if known.bound is None else f"bound {thousands(known.bound)}"
    gap = f"gap {known.gap:.1%}" if known.gap else ""
    work = f"{known.statistics.nodes:,} nodes, {known.statistics.seconds:.1f} s"
    return ", ".join(filter(None, [known.best_values or "no solution yet", bound, gap, work]))


def what_else(outcome: Outcome, *, in_commands: bool = False) -> str:
    """What could be tried where a gap stays wide; empty if it is narrow, or the search has just begun."""
    if outcome.exhausted or outcome.statistics.seconds < PATIENCE or (outcome.gap or 0) < WIDE:
        return ""
    gap = f"the gap is {outcome.gap:.0%} after {outcome.statistics.seconds:.0f} s"
    installed = [name for name in BEST_PROGRAMS if find_spec(PROGRAMS[name].module)]
    others = [name for name in installed if name != outcome.statistics.engine]
    if in_commands:
        engines = [f"`--engine {name}`" for name in others]
        ways = [
            *engines,
            f"`--gap {WIDE:.0%}` to stop sooner",
            "`--start FILE` with a solution that you know",
        ]
    else:
        engines = [f'`Strategy("{name}")`' for name in others]
        ways = [*engines, f"`gap={WIDE}` to stop sooner", "`start=` with a known solution"]
    return f"{gap}: you could also try {', or '.join(ways)}"
