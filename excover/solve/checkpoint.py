"""An end that work in Python looks for between two steps.

>>> checkpoint = Checkpoint(Budget(seconds=0))
>>> try:
...     checkpoint()
... except Ended as ended:
...     print(ended.stopped_by)
StoppedBy.TIME
"""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from excover.solve.engine import Budget
from excover.solve.outcome import StoppedBy
from excover.solve.search import StopRequest, never


class Ended(Exception):
    """Time is up, or somebody asked for an end: then ``stopped_by`` is None."""

    def __init__(self, stopped_by: StoppedBy | None) -> None:
        super().__init__(stopped_by)
        self.stopped_by = stopped_by


class Checkpoint:
    """Counts the seconds of a budget from when it is made; called between two steps, it raises Ended."""

    def __init__(self, budget: Budget, stop: StopRequest = never) -> None:
        self._began = perf_counter()
        self._budget, self._stop = budget, stop

    def __call__(self) -> None:
        if self._stop():
            raise Ended(None)
        if self._budget.seconds is not None and self.seconds >= self._budget.seconds:
            raise Ended(StoppedBy.TIME)

    @property
    def seconds(self) -> float:
        """Those that passed."""
        return perf_counter() - self._began

    def left(self, nodes: int = 0) -> Budget:
        """The budget less what was spent."""
        budget = self._budget
        return replace(
            budget,
            nodes=None if budget.nodes is None else max(0, budget.nodes - nodes),
            seconds=None if budget.seconds is None else max(0.0, budget.seconds - self.seconds),
        )
