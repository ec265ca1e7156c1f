"""Bounds on the sum of numbers that the chosen options have, such as their costs."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from excover.diagnostics import SpecError
from excover.messages.about_goals import SumNotCarried
from excover.source import Span


class SumBound(NamedTuple):
    """The ``weights`` (one per option, ``array('q')``) of all chosen options sum to at least ``lower`` and at
    most ``upper``; None is no bound. ``name`` and ``span`` are those of the description.

    >>> budget = SumBound("cost", array("q", [3, 4, 5]), None, 8, None)
    >>> budget.holds([0, 2]), budget.holds([1, 2]), budget.in_words
    (True, False, 'at most 8')
    """

    name: str
    weights: array[int]
    lower: int | None
    upper: int | None
    span: Span | None

    def total(self, cover: Iterable[int]) -> int:
        return sum(map(self.weights.__getitem__, cover))

    def holds(self, cover: Iterable[int]) -> bool:
        total = self.total(cover)
        return (self.lower is None or self.lower <= total) and (self.upper is None or total <= self.upper)

    @property
    def in_words(self) -> str:
        """The bounds: `at most 8`."""
        bounds = (("at least", self.lower), ("at most", self.upper))
        return " and ".join(f"{words} {bound:,}" for words, bound in bounds if bound is not None)

    def of(self, options: Sequence[int]) -> SumBound:
        """The same for some of the options, numbered anew."""
        return self._replace(weights=array("q", map(self.weights.__getitem__, options)))


def refuse_sums(sums: Iterable[SumBound], what: str) -> None:
    """Raises SpecError if there are any: ``what`` cannot keep to them."""
    for each in sums:
        raise SpecError(SumNotCarried(each.span, each.name, what))
