r"""A matrix while it is read from a file, item by item and option by option.

>>> source = Source("a.dlx", "a s:1")
>>> draft = Draft(source, Limits(), str)
>>> item = Span(source, 0, 1)
>>> draft.add_item("a", item, 1, 1), draft.add_item("s", item, 0, 1, secondary=True)
(0, 1)
>>> draft.add_option(0, 5, [0, 1], ["", "1"])
>>> compiled = draft.compiled()
>>> compiled.matrix.option_items(0), compiled.matrix.palette, list(compiled.matrix.colors)
([0, 1], ['1'], [0, 1])

The options of a file, which are its lines: their names and places, made when they are asked for.

>>> lines = LineSpans(Source("a.dlx", "a b\n\nb  c\n"), array("I", [0, 5]), array("I", [3, 9]))
>>> lines[1].text, [span.line for span in lines]
('b  c', [1, 3])
>>> names = LineNames(lines, array("I", [1, 2]), lambda text: " ".join(text.split()))
>>> names[-1], str(names[1])
(OptionLine(family='option', arguments=(2, 'b c')), 'b c')
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.limits import Limits
from excover.base.names import HIDDEN, ItemName, OptionLine, OptionName, Value
from excover.base.source import Source, Span
from excover.formats.exports.as_dlx import Alone
from excover.language import messages
from excover.language.meaning.listing import Joined, OnDemand
from excover.matrix.compiled import Compiled
from excover.matrix.goals import most_cost
from excover.matrix.matrix import UNBOUNDED, Matrix

FAMILY = "option"
"""The family of the options of a file: each is identified by its number, counted from 1, and its line."""


class LineSpans(OnDemand[Span]):
    """The place of each option, from ``begins`` up to, not including, ``ends``."""

    def __init__(self, source: Source, begins: array[int], ends: array[int]) -> None:
        self.source = source
        self.begins = begins
        self.ends = ends

    def __len__(self) -> int:
        return len(self.begins)

    def _made(self, option: int) -> Span:
        return Span(self.source, self.begins[option], self.ends[option])


class LineNames(OnDemand[OptionName]):
    """The name of each option: its number in the file, and what is ``shown`` of its line."""

    def __init__(self, spans: LineSpans, numbers: array[int], shown: Callable[[str], str]) -> None:
        self._spans = spans
        self._numbers = numbers
        self._shown = shown

    def __len__(self) -> int:
        return len(self._numbers)

    def _made(self, option: int) -> OptionName:
        text = self._spans.source.text[self._spans.begins[option] : self._spans.ends[option]]
        return OptionLine(FAMILY, (self._numbers[option], self._shown(text)))


class Draft:
    """Refuses to grow beyond the limits.

    ``shown``: what is shown of the line of an option. ``has_bar``: whether the format has a ``|`` for
    secondary items.
    """

    def __init__(
        self, source: Source, limits: Limits, shown: Callable[[str], str], *, has_bar: bool = False
    ) -> None:
        self._source = source
        self._limits = limits
        self._shown = shown
        self._has_bar = has_bar
        self._items: list[ItemName] = []
        self._spans: list[Span] = []
        self._lower, self._upper = array("I"), array("I")
        self._secondary: set[int] = set()
        self._choosable: set[int] = set()
        self._numbers, self._begins, self._ends = array("I"), array("I"), array("I")
        self._starts, self._entries = array("I", [0]), array("I")
        self._colors: dict[int, int] = {}  # by entry
        self._palette: dict[Value, int] = {}
        self._costs: dict[int, int] | None = None  # by option
        self._choices: list[int] = []
        self._left_out: list[Span] = []
        self._read = 0

    def add_item(self, name: str, span: Span, lower: int, upper: int, *, secondary: bool = False) -> int:
        """Adds an item and returns its number.

        A secondary item is covered at most once, or by options that agree on its color.
        """
        return self._add_item(ItemName(name), span, lower, upper, secondary)

    def add_option(
        self, begin: int, end: int, items: list[int], colors: Sequence[str] = (), cost: int | None = None
    ) -> None:
        """The option between two places of the text; ``colors`` are empty for items without a color.

        If any option has a cost, those without one cost 0.
        """
        self._read += 1
        if cost is not None:
            self._costs = self._costs or {}
        if not items or self._secondary.issuperset(items):
            self._left_out.append(Span(self._source, begin, end))
            return
        for entry, color in enumerate(colors, len(self._entries)):
            if color:
                self._colors[entry] = self._palette.setdefault(color, len(self._palette) + 1)
        if self._costs is not None and cost:
            self._costs[len(self._numbers)] = cost
        if self._choosable.isdisjoint(items):
            items.append(self._choice(begin, end))
        self._add_row(begin, end, items)

    def add_options(
        self, places: Sequence[tuple[int, int]], entries: array[int], lengths: Sequence[int]
    ) -> bool:
        """Adds options without colors and costs, each of which covers an item to branch on.

        False, and nothing is added, if one does not, or there would be too many.
        """
        options, size = len(self._numbers) + len(places), len(self._entries) + len(entries)
        if options > self._limits.options or size > self._limits.entries:
            return False
        starts = array("I", accumulate(lengths, initial=0))
        if self._choosable.issuperset(entries):
            able = all(lengths)
        else:
            rows = (entries[begin:end] for begin, end in pairwise(starts))
            able = not any(map(self._choosable.isdisjoint, rows))
        if able:
            begins, ends = zip(*places, strict=True)
            self._numbers.extend(range(self._read + 1, self._read + len(places) + 1))
            self._read += len(places)
            self._begins.extend(begins)
            self._ends.extend(ends)
            self._starts.extend(accumulate(lengths[1:], initial=len(self._entries) + lengths[0]))
            self._entries += entries
        return able

    def is_secondary(self, item: int) -> bool:
        return item in self._secondary

    def item_span(self, item: int) -> Span:
        return self._spans[item]

    def compiled(self) -> Compiled:
        """The matrix, without a drawing. Raises SpecError if costs are too large."""
        spans = LineSpans(self._source, self._begins, self._ends)
        options: Sequence[OptionName] = LineNames(spans, self._numbers[:], self._shown)
        if self._choices:
            arguments = [options[option].arguments for option in self._choices]
            options = Joined([options, [OptionName(HIDDEN, each) for each in arguments]])
        first = len(self._items) - len(self._choices)
        for item, option in enumerate(self._choices, first):
            self._add_row(self._begins[option], self._ends[option], [item])
        colors, colored = self._give_colors()
        for item in range(len(colored)):
            self._upper[item] = UNBOUNDED if colored[item] else self._upper[item]
        matrix = Matrix(
            items=self._items,
            lower=self._lower,
            upper=self._upper,
            colored=colored,
            options=options,
            starts=self._starts,
            entries=self._entries,
            colors=colors,
            palette=list(self._palette),
            costs=None if self._costs is None else array("q", self._fitting(self._costs, spans)),
            item_spans=self._spans,
            option_spans=spans,
        )
        return Compiled(matrix, (), [()] * len(options), {}, list(self._warnings(matrix)))

    def _fitting(self, costs: dict[int, int], spans: LineSpans) -> Iterator[int]:
        """The cost of every option. Raises SpecError if their sum may not fit into 64 bits."""
        most = most_cost(len(spans))
        large = [option for option, cost in costs.items() if abs(cost) > most]
        if large:
            raise SpecError([messages.CostTooLarge(spans[o], costs[o], most) for o in large])
        return (costs.get(option, 0) for option in range(len(spans)))

    def _choice(self, begin: int, end: int) -> int:
        """Adds an item for an option that covers nothing to branch on: the option covers it, or its skip.

        Knuth's programs choose such an option because of an item with the bounds 0 and 1. The new
        items are the last ones: all others were added before the first option.
        """
        self._choices.append(len(self._numbers))
        span = Span(self._source, begin, end)
        return self._add_item(ItemName(HIDDEN, (self._shown(span.text),)), span, 1, 1, False)

    def _add_item(self, name: ItemName, span: Span, lower: int, upper: int, secondary: bool) -> int:
        item = len(self._items)
        self._items.append(name)
        self._spans.append(span)
        self._lower.append(lower)
        self._upper.append(upper)
        if secondary:
            self._secondary.add(item)
        elif (lower, upper) != (0, 1):  # such an item is secondary in the matrix (see `_choice`)
            self._choosable.add(item)
        self._check(span, "items", len(self._items), self._limits.items)
        return item

    def _add_row(self, begin: int, end: int, items: Sequence[int]) -> None:
        self._numbers.append(self._read)
        self._begins.append(begin)
        self._ends.append(end)
        self._entries.extend(items)
        self._starts.append(len(self._entries))
        if len(self._numbers) > self._limits.options or len(self._entries) > self._limits.entries:
            span = Span(self._source, begin, end)
            self._check(span, "options", len(self._numbers), self._limits.options)
            self._check(span, "entries", len(self._entries), self._limits.entries)

    def _check(self, span: Span, what: str, count: int, limit: int) -> None:
        if count > limit:
            raise SpecError(messages.TooManyMatrixEntries(span, what, count, limit))

    def _give_colors(self) -> tuple[array[int], array[int]]:
        """The color of every entry, and for every item whether it is colored.

        An option that covers a colored item without a color excludes all others there: in the matrix, it
        gives the item a color that no other option gives.
        """
        colors = array("I", bytes(4 * len(self._entries)))
        colored = array("B", bytes(len(self._items)))
        for entry, color in self._colors.items():
            colors[entry] = color
            colored[self._entries[entry]] = 1
        for entry, item in enumerate(self._entries if self._colors else ()):
            if colored[item] and not colors[entry]:
                self._palette[Alone(entry)] = colors[entry] = len(self._palette) + 1
        return colors, colored

    def _warnings(self, matrix: Matrix) -> Iterator[Diagnostic]:
        if self._left_out:
            yield messages.OptionOfSecondariesOnly(self._left_out[0], len(self._left_out), self._has_bar)
        degrees = Counter(matrix.entries)
        short = [i for i, low in enumerate(matrix.lower) if degrees[i] < low]
        if short:
            names = [matrix.items[item] for item in short]
            yield messages.UncoverableColumns(matrix.item_spans[short[0]], names, self._has_bar)
