"""What options cover, item numbers, colors and amounts, for all bindings of a statement at once; and the
sums.

Colored items with colors of different kinds, so that the options that give them never agree.

>>> from excover.problem.problem import parse
>>> mixed = parse('item a, b item e colored option x() covers a, e = 1 option y() covers b, e = "1"')
>>> [found.code for found in mixed.warnings], mixed.count()
(['W305'], 0)
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, repeat
from typing import NamedTuple, TypeAlias, TypeVar, cast

from excover.base.diagnostics import Diagnostic, Edit, SpecError
from excover.base.names import ItemName, OrderedSet, Record, Value
from excover.language import messages
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import Column, Frame, cell_of, kind_numbers
from excover.language.expressions.scope import ItemFamily
from excover.language.meaning.puzzle import COST, CostLimit
from excover.language.syntax import ast
from excover.matrix.compiled import Amounts, Block, added_up
from excover.matrix.constraints import WeightedSum
from excover.matrix.matrix import Matrix
from excover.matrix.matrix_room import FIRST_SUM, MatrixRoom, NumberedItems

# The sums of a matrix: amounts that options add to items in units, and costs where they are bounded.

MOST_TOGETHER = 2**62
"""The absolute amounts of all options together are less."""


def sums_of(
    items: NumberedItems, blocks: Sequence[Block], costs: Sequence[int], limits: Sequence[CostLimit]
) -> list[WeightedSum]:
    """All sums of the description. Raises SpecError if amounts are too large."""
    names = [ItemName(family.name, key) for family in items.resources for key in family.keys]
    options, weights = [array("I") for _ in names], [array("q") for _ in names]
    together = [0] * len(names)
    first = 0
    for block in blocks:
        for option, amounts in enumerate(block.amounts):
            for number, weight in amounts:
                together[number] += abs(weight)
                if together[number] >= MOST_TOGETHER:
                    raise SpecError(
                        messages.AmountTooLarge(block.span, str(names[number]), block.names[option], weight)
                    )
                if weight:
                    options[number].append(first + option)
                    weights[number].append(weight)
        first += len(block.rows)
    found = []
    bounded = ((family, units) for family in items.resources for units in family.units or ())
    for number, (family, (low, high)) in enumerate(bounded):
        found.append(
            WeightedSum(str(names[number]), options[number], weights[number], low, high, family.span)
        )
    if limits:
        bounds = {limit.side: limit.number for limit in limits}
        found.append(WeightedSum.of(COST, costs, bounds.get("least"), bounds.get("most"), limits[0].span))
    return found


_MOST_ORDERED = 4
"""Of more indices than these, no other order is tried."""

_Rows: TypeAlias = list[tuple[int, ...]]
_T = TypeVar("_T")


class _CoverColumn(NamedTuple):
    """The contribution of one cover: rows of a frame, and the item, its color and the amount for each; all of
    the items are sums, or none.
    """

    rows: Sequence[int]
    numbers: list[int]
    colors: list[int]
    amounts: list[int]

    @property
    def is_of_sums(self) -> bool:
        return bool(self.numbers) and self.numbers[0] >= FIRST_SUM


class CoveredRows:
    """The items that the options of one statement cover, one row of item numbers per option."""

    def __init__(
        self, items: NumberedItems, evaluator: Evaluator, room: MatrixRoom, covers: Sequence[ast.Covered]
    ) -> None:
        self.items = items
        self.evaluator = evaluator
        self.room = room
        self.covers = covers

    def rows(self, frame: Frame) -> tuple[_Rows, _Rows, list[Amounts]]:
        """Item numbers; if any item is colored, color numbers; if there are sums, what is added to each."""
        columns = [column for covered in self.covers for column in self._columns(covered, frame)]
        plain = [column for column in columns if not column.is_of_sums]
        colored = any(any(column.colors) for column in plain)
        numbers = _across([(column.rows, column.numbers) for column in plain], frame.size)
        colors = _across([(column.rows, column.colors) for column in plain], frame.size) if colored else []
        return numbers, colors, self._added([column for column in columns if column.is_of_sums], frame.size)

    def _added(self, columns: Sequence[_CoverColumn], size: int) -> list[Amounts]:
        """What each option adds to each sum; empty if none adds any."""
        if not columns:
            return []
        pairs = [
            (rows, [(number - FIRST_SUM, amount) for number, amount in zip(numbers, amounts, strict=True)])
            for rows, numbers, _, amounts in columns
        ]
        return list(map(added_up, _across(pairs, size)))

    def _columns(self, covered: ast.Covered, frame: Frame) -> list[_CoverColumn]:
        if isinstance(covered, ast.CoverEach):
            return self._each(covered, frame)
        rows: Sequence[int] = range(frame.size)
        if covered.condition is not None:
            frame, rows = frame.filtered(self.evaluator.of_kind(covered.condition, frame, "condition"))
        self.room.note(covered.span, rows)
        numbers = self._numbers(covered.ref, frame)
        return [_CoverColumn(rows, numbers, self._colors(covered, frame), self._amounts(covered, frame))]

    def _each(self, covered: ast.CoverEach, frame: Frame) -> list[_CoverColumn]:
        inner, outer_rows = self.evaluator.expand(covered.loop, frame)
        self.room.take(covered.span, entries=inner.size * len(covered.covers))
        self.room.note(covered.span, outer_rows)
        return [
            column._replace(rows=list(map(outer_rows.__getitem__, column.rows)))
            for each in covered.covers
            for column in self._columns(each, inner)
        ]

    def _amounts(self, covered: ast.CoveredItem, frame: Frame) -> list[int]:
        """1 without an amount, as for a cover."""
        if covered.amount is None:
            return [1] * frame.size
        return self.evaluator.of_kind(covered.amount, frame, "number")

    def _colors(self, covered: ast.CoveredItem, frame: Frame) -> list[int]:
        if covered.color is None:
            return [0] * frame.size
        values = self.evaluator.column(covered.color, frame)
        if set(map(type, values)) & {bool, range, OrderedSet, Record}:
            raise SpecError(messages.NotAColorValue(covered.color.span))
        numbers = {value: self.items.color(value) for value in dict.fromkeys(values)}
        return list(map(numbers.__getitem__, values))

    def _numbers(self, ref: ast.Ref, frame: Frame) -> list[int]:
        family = self.items.families[ref.name.id]
        columns = [self.evaluator.key(index, frame) for index in ref.index]
        keys: Iterable[object] = zip(*columns, strict=True) if columns else repeat((), frame.size)
        if len(columns) == 1 < family.arity:  # one tuple names all indices
            keys = columns[0]
        numbers = list(map(self.items.numbers[family.name].get, cast(Iterable[tuple[Value, ...]], keys)))
        if None in numbers:
            raise SpecError(self._missing(ref, family, columns, numbers, frame))
        return cast(list[int], numbers)

    def _missing(
        self, ref: ast.Ref, family: ItemFamily, columns: list[Column], numbers: list[int | None], frame: Frame
    ) -> Diagnostic:
        row = numbers.index(None)
        index = tuple(column[row] for column in columns)
        name = ItemName(family.name, index)
        binding = frame.binding(row)
        field = _field_meant(family, name, ref)
        counts = numbers.count(None), frame.size
        ordered = "" if field else self._ordered(ref, family, columns)
        found = messages.ItemOutsideFamily(
            ref.span, name, family.span, family.shape, binding, *counts, field, ordered
        )
        text, known = family.unknown_text(index)
        cell = cell_of(text, self.evaluator.scope, frame, row) if text else None
        return found.replaced(text=text, known=known, cell=cell)

    def _ordered(self, ref: ast.Ref, family: ItemFamily, columns: list[Column]) -> str:
        """The indices in the only other order in which all of the items exist; empty if there is none."""
        if not 1 < len(columns) <= _MOST_ORDERED:
            return ""
        known = self.items.numbers[family.name]
        rows = range(len(columns[0]))
        orders = list(permutations(range(len(columns))))[1:]
        able = [
            order for order in orders if all(tuple(columns[at][row] for at in order) in known for row in rows)
        ]
        return ", ".join(ref.index[at].span.text for at in able[0]) if len(able) == 1 else ""


def _field_meant(family: ItemFamily, missing: ItemName, ref: ast.Ref) -> Edit | None:
    """A record replaces one of its fields as an index of the family, or a field its record."""
    for at, (index, written) in enumerate(zip(missing.indices, ref.index, strict=True)):
        known = {key[at] for key in family.keys if at < len(key)}
        if isinstance(index, Record):
            columns = [name for name, value in index.fields.items() if value in known]
            if columns:
                return Edit(written.span, f"{written.span.text}.{columns[0]}")
        elif isinstance(written, ast.Field):
            records = (each for each in known if isinstance(each, Record))
            if any(each.fields.get(written.column) == index for each in records):
                return Edit(written.span, written.record.span.text)
    return None


def _across(columns: Sequence[tuple[Sequence[int], list[_T]]], size: int) -> list[tuple[_T, ...]]:
    """Transposes columns, each with the rows of its values, into rows."""
    everywhere = range(size)
    if columns and all(rows == everywhere for rows, _ in columns):
        return list(zip(*(values for _, values in columns), strict=True))
    gathered: list[list[_T]] = [[] for _ in everywhere]
    for rows, values in columns:
        for row, value in zip(rows, values, strict=True):
            gathered[row].append(value)
    return list(map(tuple, gathered))


def unlike_colors(matrix: Matrix) -> Iterator[Diagnostic]:
    """The first item of every family that gets such colors."""
    kinds = kind_numbers(matrix.palette)
    if len(set(kinds)) < 2:
        return
    reported: set[str] = set()
    first: dict[int, tuple[int, int]] = {}
    for option in range(len(matrix.options)):
        for item, number in matrix.option_entries(option):
            color = number - 1
            if color < 0 or matrix.items[item].family in reported:
                continue
            other, earlier = first.setdefault(item, (option, color))
            if kinds[color] != kinds[earlier]:
                reported.add(matrix.items[item].family)
                yield messages.UnlikeColors(
                    matrix.option_spans[option],
                    matrix.items[item],
                    matrix.options[option],
                    matrix.palette[color],
                    matrix.option_spans[other],
                    matrix.options[other],
                    matrix.palette[earlier],
                )
