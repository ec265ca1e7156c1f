"""Sums over the chosen options, of costs or of amounts of items in units, and bounds on them."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from excover.base.frozen import Frozen
from excover.base.source import Span
from excover.language.meaning.puzzle import COST


class WeightedSum(Frozen):
    """A linear row over the options: the weights of all chosen ones sum to at least ``lower`` and at most
    ``upper``; None is no bound.

    ``options`` (``array('I')``, ascending) are those whose weight is not 0, ``weights`` (``array('q')``)
    the weight of each. ``name`` and ``span`` are those of the description: of the item in units, or ``cost``.
    That of a rule states the bounds, too: `require a + b = 5`.

    >>> budget = WeightedSum.of("cost", [3, 0, 5], None, 6)
    >>> budget.options.tolist(), budget.holds([0, 2]), budget.holds([1, 2]), budget.in_words
    ([0, 2], False, True, 'at most 6')
    """

    name: str
    options: array[int]
    weights: array[int]
    lower: int | None = None
    upper: int | None = None
    span: Span | None = None

    @classmethod
    def of(
        cls,
        name: str,
        weights: Iterable[int],
        lower: int | None = None,
        upper: int | None = None,
        span: Span | None = None,
    ) -> WeightedSum:
        """From the weight of every option."""
        pairs = [(option, weight) for option, weight in enumerate(weights) if weight]
        options, kept = (
            (array(code, column) for code, column in zip("Iq", zip(*pairs, strict=True), strict=True))
            if pairs
            else (array("I"), array("q"))
        )
        return cls(name, options, kept, lower, upper, span)

    @property
    def is_rule(self) -> bool:
        """Whether a `require` statement is its name."""
        return self.name.startswith("require ")

    @property
    def is_bounded(self) -> bool:
        return self.lower is not None or self.upper is not None

    @property
    def terms(self) -> Iterator[tuple[int, int]]:
        """Weights, each with its option."""
        return zip(self.weights, self.options, strict=True)

    def weight(self, option: int) -> int:
        at = bisect_left(self.options, option)
        return self.weights[at] if at < len(self.options) and self.options[at] == option else 0

    def dense(self, options: int) -> array[int]:
        """The weight of each of so many options."""
        found = array("q", bytes(8 * options))
        for weight, option in self.terms:
            found[option] = weight
        return found

    def total(self, cover: Iterable[int]) -> int:
        return sum(map(self.weight, cover))

    def holds(self, cover: Iterable[int]) -> bool:
        total = self.total(cover)
        return (self.lower is None or self.lower <= total) and (self.upper is None or total <= self.upper)

    def fault(self, cover: Iterable[int]) -> str:
        """What is wrong with a cover, in words; empty if it keeps to the bounds."""
        chosen = list(cover)
        if self.holds(chosen):
            return ""
        if self.is_rule:
            return f"`{self.name}` does not hold"
        return f"the sum of {self.name} is {self.total(chosen):,}, not {self.in_words}"

    @property
    def in_words(self) -> str:
        """The bounds: `at most 8`."""
        if self.lower is not None and self.lower == self.upper:
            return f"{self.lower:,}"
        bounds = (("at least", self.lower), ("at most", self.upper))
        return " and ".join(f"{words} {bound:,}" for words, bound in bounds if bound is not None)

    def altered(self, costs: Sequence[int]) -> WeightedSum:
        """That of other costs, if this is the sum of the costs."""
        return (
            WeightedSum.of(self.name, costs, self.lower, self.upper, self.span) if self.name == COST else self
        )

    def among(self, keep: Sequence[int]) -> WeightedSum:
        """The same for some of the options, numbered anew."""
        weights = dict(zip(self.options, self.weights, strict=True))
        kept = [(new, weights[old]) for new, old in enumerate(keep) if old in weights]
        options, numbers = array("I", (new for new, _ in kept)), array("q", (weight for _, weight in kept))
        return self.replaced(options=options, weights=numbers)
