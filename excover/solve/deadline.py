"""A limit of seconds for several engines that take turns.

>>> deadline = Deadline(0)
>>> deadline.start(), deadline.is_over
(None, True)
>>> Deadline(None).is_over
False
"""

from __future__ import annotations

from time import perf_counter


class Deadline:
    """Over so many ``seconds`` after the first start, whatever they are spent on; None is without limit."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._began: float | None = None

    def start(self) -> None:
        """Only the first call counts."""
        if self._began is None:
            self._began = perf_counter()

    @property
    def is_over(self) -> bool:
        if self._seconds is None or self._began is None:
            return False
        return perf_counter() - self._began >= self._seconds
