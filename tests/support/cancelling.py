"""Runs that end when something holds."""

from __future__ import annotations

from collections.abc import Callable

from excover.search.outcome import Cancellation, StoppedBy
from excover.search.run import Run


class When(Cancellation):
    """Cancelled from the first look at which a condition holds."""

    def __init__(self, condition: Callable[[], object]) -> None:
        super().__init__()
        self._condition = condition

    @property
    def reason(self) -> StoppedBy | None:
        if not self._requests and self._condition():
            self.cancel()
        return super().reason


def ending_when(condition: Callable[[], object]) -> Run:
    return Run(cancellation=When(condition))
