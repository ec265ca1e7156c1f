"""A matrix while it is read from a file, item by item and option by option.

>>> from excover.source import Source, Span
>>> span = Span(Source("a.dlx", "a b"), 0, 3)
>>> draft = Draft(Limits())
>>> draft.add_item("a", span, 1, 1), draft.add_item("s", span, 0, 1, secondary=True)
(0, 1)
>>> draft.add_option("a s:1", span, [0, 1], ["", "1"])
>>> compiled = draft.compiled()
>>> compiled.matrix.option_items(0), compiled.matrix.palette, list(compiled.matrix.colored)
([0, 1], ['1'], [0, 1])
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from excover.cover.compiled import Compiled
from excover.cover.costs import most_cost
from excover.cover.matrix import UNBOUNDED, Matrix
from excover.diagnostics import Diagnostic, SpecError
from excover.formats.dlx import Alone
from excover.limits import Limits
from excover.messages.about_goals import CostTooLarge
from excover.messages.about_limits import TooManyMatrixEntries
from excover.messages.about_matrices import OptionOfSecondariesOnly, UncoverableColumns
from excover.names import HIDDEN, ItemName, OptionLine, OptionName, Value
from excover.source import Span

FAMILY = "option"
"""The family of the options of a file: each is identified by its number, counted from 1, and its line."""


class Draft:
    """Refuses to grow beyond the limits. ``has_bar``: whether the format has a ``|`` for secondary items.

    ``has_costs``: whether the text states the cost of any option.
    """

    def __init__(self, limits: Limits, *, has_bar: bool = False, has_costs: bool = False) -> None:
        self._limits = limits
        self._has_bar = has_bar
        self._items: list[ItemName] = []
        self._spans: list[Span] = []
        self._lower, self._upper = array("I"), array("I")
        self._secondary: list[bool] = []
        self._options: list[OptionName] = []
        self._option_spans: list[Span] = []
        self._starts, self._entries, self._colors = array("I", [0]), array("I"), array("I")
        self._palette: dict[Value, int] = {}
        self._costs: list[int] | None = [] if has_costs else None
        self._choices: list[tuple[OptionName, Span, int]] = []
        self._left_out: list[Span] = []
        self._read = 0

    def add_item(self, name: str, span: Span, lower: int, upper: int, *, secondary: bool = False) -> int:
        """Adds an item and returns its number.

        A secondary item is covered at most once, or by options that agree on its color.
        """
        return self._add_item(ItemName(name), span, lower, upper, secondary)

    def add_option(
        self, line: str, span: Span, items: Sequence[int], colors: Sequence[str] = (), cost: int = 0
    ) -> None:
        """``colors`` are empty for items without a color."""
        self._read += 1
        if all(map(self._secondary.__getitem__, items)):
            self._left_out.append(span)
            return
        name = OptionLine(FAMILY, (self._read, line))
        if not any(self._is_primary(item) for item in items):
            items = [*items, self._choice(name, span)]
        self._add_row(name, span, items, [self._color(color) for color in colors], cost)

    def is_secondary(self, item: int) -> bool:
        return self._secondary[item]

    def item_span(self, item: int) -> Span:
        return self._spans[item]

    def compiled(self) -> Compiled:
        """The matrix, without a drawing. Raises SpecError if costs are too large."""
        for name, span, item in self._choices:
            self._add_row(OptionName(HIDDEN, name.arguments), span, [item], [], 0)
        colored = self._give_colors()
        for item in range(len(colored)):
            self._upper[item] = UNBOUNDED if colored[item] else self._upper[item]
        matrix = Matrix(
            items=self._items,
            lower=self._lower,
            upper=self._upper,
            colored=colored,
            options=self._options,
            starts=self._starts,
            entries=self._entries,
            colors=self._colors,
            palette=list(self._palette),
            costs=None if self._costs is None else array("q", self._fitting(self._costs)),
            item_spans=self._spans,
            option_spans=self._option_spans,
        )
        return Compiled(matrix, (), [()] * len(self._options), {}, list(self._warnings(matrix)))

    def _fitting(self, costs: list[int]) -> list[int]:
        """The costs. Raises SpecError if their sum may not fit into 64 bits."""
        most = most_cost(len(costs))
        large = [option for option, cost in enumerate(costs) if abs(cost) > most]
        if large:
            raise SpecError([CostTooLarge(self._option_spans[o], costs[o], most) for o in large])
        return costs

    def _is_primary(self, item: int) -> bool:
        """Whether the matrix has it as secondary: an item before the bar with the bounds 0 and 1 is not (see
        `_choice`).
        """
        return not self._secondary[item] and (self._lower[item], self._upper[item]) != (0, 1)

    def _choice(self, name: OptionName, span: Span) -> int:
        """Adds an item for an option that covers nothing to branch on: the option covers it, or its skip.

        Knuth's programs choose such an option because of an item with the bounds 0 and 1.
        """
        item = self._add_item(ItemName(HIDDEN, (str(name),)), span, 1, 1, False)
        self._choices.append((name, span, item))
        return item

    def _add_item(self, name: ItemName, span: Span, lower: int, upper: int, secondary: bool) -> int:
        self._items.append(name)
        self._spans.append(span)
        self._lower.append(lower)
        self._upper.append(upper)
        self._secondary.append(secondary)
        self._check(span, "items", len(self._items), self._limits.items)
        return len(self._items) - 1

    def _add_row(
        self, name: OptionName, span: Span, items: Sequence[int], colors: Sequence[int], cost: int
    ) -> None:
        self._options.append(name)
        self._option_spans.append(span)
        self._entries.extend(items)
        self._colors.extend(colors)
        self._colors.extend([0] * (len(items) - len(colors)))
        self._starts.append(len(self._entries))
        if self._costs is not None:
            self._costs.append(cost)
        self._check(span, "options", len(self._options), self._limits.options)
        self._check(span, "entries", len(self._entries), self._limits.entries)

    def _check(self, span: Span, what: str, count: int, limit: int) -> None:
        if count > limit:
            raise SpecError(TooManyMatrixEntries(span, what, count, limit))

    def _color(self, color: str) -> int:
        return self._palette.setdefault(color, len(self._palette) + 1) if color else 0

    def _give_colors(self) -> array[int]:
        """Determines the colored items.

        An option that covers one without a color excludes all others there: in the matrix, it gives the item
        a color that no other option gives.
        """
        colored = array("B", bytes(len(self._items)))
        for item, color in zip(self._entries, self._colors, strict=True):
            if color:
                colored[item] = 1
        for entry, item in enumerate(self._entries):
            if colored[item] and not self._colors[entry]:
                self._colors[entry] = len(self._palette) + 1
                self._palette[Alone(entry)] = self._colors[entry]
        return colored

    def _warnings(self, matrix: Matrix) -> Iterator[Diagnostic]:
        if self._left_out:
            yield OptionOfSecondariesOnly(self._left_out[0], len(self._left_out), self._has_bar)
        degrees = array("I", bytes(4 * len(matrix.items)))
        for item in matrix.entries:
            degrees[item] += 1
        short = [i for i, low in enumerate(matrix.lower) if degrees[i] < low]
        if short:
            names = [matrix.items[item] for item in short]
            yield UncoverableColumns(matrix.item_spans[short[0]], names, self._has_bar)
