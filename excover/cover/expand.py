"""From puzzle to matrix: numbers every item and option, with its name and place."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import accumulate, chain, repeat
from typing import NamedTuple, assert_never, cast

from excover.cover.canvas import draw_options
from excover.cover.compiled import Block, Compiled
from excover.cover.costs import most_cost
from excover.cover.forbidden import without_forbidden
from excover.cover.listed import listed
from excover.cover.matrix import UNBOUNDED, Matrix
from excover.cover.matrix_room import MatrixRoom, NumberedItems
from excover.cover.option_warnings import areas, equal_options, fitting, uncoverable
from excover.cover.sums import SumBound
from excover.cover.unlike_colors import unlike_colors
from excover.diagnostics import Diagnostic, SpecError
from excover.expressions.evaluate import Evaluator
from excover.expressions.frame import Column, Frame
from excover.expressions.scope import ItemFamily
from excover.lattices import Cell
from excover.limits import DEFAULT, Limits
from excover.messages.about_drawings import NotAColorValue
from excover.messages.about_goals import CostTooLarge
from excover.messages.about_items import ItemOutsideFamily
from excover.messages.about_options import (
    OnlySecondaryItems,
    OptionCoversNothing,
    OptionCoversTwice,
)
from excover.names import HIDDEN, ItemName, OptionName, OrderedSet, Record, Value
from excover.puzzle.listing import FlatRows, JoinedNames, ListedNames, Listing
from excover.puzzle.puzzle import CostLimit, OptionSource, Placing, Puzzle
from excover.source import Span
from excover.syntax import ast


def expand(puzzle: Puzzle, limits: Limits = DEFAULT) -> Compiled:
    """All items and options of a puzzle, without givens.

    Raises SpecError if an option has an error or a limit is reached.
    """
    room = MatrixRoom(limits)
    items = NumberedItems(puzzle.families, room)
    evaluator = Evaluator(puzzle.scope, limits)
    blocks = _blocks(puzzle.sources, items, evaluator, room)
    blocks = without_forbidden(blocks, puzzle.forbidden, evaluator)
    blocks += [skipped for block in blocks if (skipped := _skips(block, items, room))]
    _refuse_large_costs(blocks)
    canvases, markings = draw_options(puzzle, blocks, items.numbers, list(items.palette), evaluator, limits)
    matrix = _limited(_matrix(items, puzzle.sources, blocks), puzzle.cost_limits)
    warnings = [*equal_options(blocks), *uncoverable(matrix), *fitting(puzzle, matrix), *areas(puzzle)]
    warnings += unlike_colors(matrix)
    aliases = {name: kept for block in blocks for name, kept in block.aliases.items()}
    return Compiled(matrix, canvases, markings, aliases, [*puzzle.warnings, *warnings])


def _refuse_large_costs(blocks: Sequence[Block]) -> None:
    """Raises SpecError for the largest cost of each statement in which one is too large."""
    most = most_cost(sum(len(block.rows) for block in blocks))
    wrong = [
        CostTooLarge(block.source.cost.span, cost, most)
        for block in blocks
        if isinstance(block.source, ast.Option) and block.source.cost is not None
        for cost in [max(block.costs, key=abs, default=0)]
        if abs(cost) > most
    ]
    if wrong:
        raise SpecError(wrong)


def _blocks(
    sources: Iterable[OptionSource], items: NumberedItems, evaluator: Evaluator, room: MatrixRoom
) -> list[Block]:
    """The options of every statement. Raises SpecError with the errors of all of them."""
    sources = list(sources)
    _refuse_many(sources, room)
    blocks: list[Block] = []
    wrong: list[Diagnostic] = []
    for source in sources:
        try:
            blocks.append(_block(source, items, evaluator, room))
        except SpecError as fault:
            wrong += fault.diagnostics
            if room.is_full:
                break
    if wrong:
        raise SpecError(wrong)
    return blocks


def _block(source: OptionSource, items: NumberedItems, evaluator: Evaluator, room: MatrixRoom) -> Block:
    match source:
        case Placing():
            return _placed(source, items, evaluator, room)
        case Listing():
            room.take(source.span, len(source.names), len(source.rows.entries))
            block = listed(source, items.numbers, items.color)
            _refuse_odd_rows(block, items, source.place)
            return block
        case ast.Option():
            return _bound(source, items, evaluator, room)
        case _:
            assert_never(source)


def _refuse_many(sources: Iterable[OptionSource], room: MatrixRoom) -> None:
    """Raises SpecError if pieces have too many placements, before any is made."""
    needed = MatrixRoom(room.limits)
    for placing in (source for source in sources if isinstance(source, Placing)):
        for piece in placing.shapes.pieces:
            ways = room.ways(placing, piece)
            needed.take(placing.span, ways.least, ways.entries + ways.least)


# Options by statement


def _bound(option: ast.Option, items: NumberedItems, evaluator: Evaluator, room: MatrixRoom) -> Block:
    """One option for every combination of values in the binders of an option statement."""
    frame, _ = evaluator.expand(option.loop)
    room.take(option.span, frame.size, frame.size * len(option.covers))
    arguments = [frame.columns[name.id] for name in option.loop.names]
    names = list(map(OptionName, repeat(option.name.id), zip(*arguments, strict=True) if arguments else [()]))
    rows, colors = _Covers(items, evaluator, room, option).rows(frame)
    costs = evaluator.of_kind(option.cost, frame, "number") if option.cost is not None else []
    block = Block(option, option.name.span, names[: frame.size], rows, colors, costs, frame)
    _refuse_odd_rows(block, items, lambda _option: block.span)
    return _distinct(block) if option.distinct else block


def _distinct(block: Block) -> Block:
    """Keeps the first of options that differ only in their names."""
    first: dict[object, int] = {}
    for option, content in enumerate(block.contents()):
        kept = first.setdefault(content, option)
        if kept != option:
            block.aliases[block.names[option]] = block.names[kept]
    return block.kept(list(first.values()))


def _skips(block: Block, items: NumberedItems, room: MatrixRoom) -> Block | None:
    """Makes an optional option without a primary item a choice: it or its skip covers an additional item.

    Otherwise a search that branches on items would never choose it (Knuth), although the definition of a
    solution allows it. The same applies to a piece that need not be used on cells that may stay empty.
    """
    if isinstance(block.source, ast.Option) and not block.source.optional:
        return None
    free = _without_primary(block.rows, items)
    room.take(block.span, len(free), 2 * len(free))
    rows, colors = list(block.rows), list(block.colors)
    choices = []
    for option in free:
        choice = items.add(ItemName(HIDDEN, (str(block.names[option]),)), block.span)
        choices.append((choice,))
        rows[option] = (*rows[option], choice)
        if colors:
            colors[option] = (*colors[option], 0)
    if free:
        block.rows, block.colors = rows, colors
    skipped = (block.names[option] for option in free)
    names = [OptionName(HIDDEN, (name.family, *name.arguments)) for name in skipped]
    return Block(block.source, block.span, names, choices)


class _CoverColumn(NamedTuple):
    """The contribution of one cover: rows of a frame, and the item and its color for each."""

    rows: Sequence[int]
    numbers: list[int]
    colors: list[int]


class _Covers:
    """The items that the options of one statement cover, one row of item numbers per option."""

    def __init__(
        self, items: NumberedItems, evaluator: Evaluator, room: MatrixRoom, option: ast.Option
    ) -> None:
        self.items = items
        self.evaluator = evaluator
        self.room = room
        self.option = option

    def rows(self, frame: Frame) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        """Item numbers and, if any item is colored, color numbers."""
        columns = [self._column(covered, frame) for covered in self.option.covers]
        colored = any(any(column.colors) for column in columns)
        numbers = _across([(column.rows, column.numbers) for column in columns], frame.size)
        colors = _across([(column.rows, column.colors) for column in columns], frame.size) if colored else []
        return numbers, colors

    def _column(self, covered: ast.Covered, frame: Frame) -> _CoverColumn:
        if isinstance(covered, ast.CoverEach):
            return self._each(covered, frame)
        rows: Sequence[int] = range(frame.size)
        if covered.condition is not None:
            frame, rows = frame.filtered(self.evaluator.of_kind(covered.condition, frame, "condition"))
        return _CoverColumn(rows, self._numbers(covered.ref, frame), self._colors(covered, frame))

    def _each(self, covered: ast.CoverEach, frame: Frame) -> _CoverColumn:
        inner, outer_rows = self.evaluator.expand(covered.loop, frame)
        self.room.take(covered.span, entries=inner.size * len(covered.covers))
        columns = [self._column(each, inner) for each in covered.covers]
        return _CoverColumn(
            [outer_rows[row] for column in columns for row in column.rows],
            [number for column in columns for number in column.numbers],
            [color for column in columns for color in column.colors],
        )

    def _colors(self, covered: ast.CoveredItem, frame: Frame) -> list[int]:
        if covered.color is None:
            return [0] * frame.size
        values = self.evaluator.column(covered.color, frame)
        if set(map(type, values)) & {bool, range, OrderedSet, Record}:
            raise SpecError(NotAColorValue(covered.color.span))
        return list(map(self.items.color, values))

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
        field = _field_meant(family, name, ref.span)
        counts = numbers.count(None), frame.size
        return ItemOutsideFamily(ref.span, name, family.span, family.shape, binding, *counts, field)


def _field_meant(family: ItemFamily, missing: ItemName, span: Span) -> str:
    """A record replaces one of its fields as an index of the family."""
    for at, index in enumerate(missing.indices):
        if not isinstance(index, Record):
            continue
        known = {key[at] for key in family.keys if at < len(key)}
        columns = [name for name, value in index.fields.items() if value in known]
        if columns:
            record = span.text.partition("[")[2].removesuffix("]").split(",")[at].strip() or "record"
            return f"{record}.{columns[0]}"
    return ""


def _across(columns: Sequence[tuple[Sequence[int], list[int]]], size: int) -> list[tuple[int, ...]]:
    """Transposes columns, each with the rows of its values, into rows."""
    everywhere = range(size)
    if columns and all(rows == everywhere for rows, _ in columns):
        return list(zip(*(values for _, values in columns), strict=True))
    gathered: list[list[int]] = [[] for _ in everywhere]
    for rows, values in columns:
        for row, value in zip(rows, values, strict=True):
            gathered[row].append(value)
    return list(map(tuple, gathered))


def _refuse_odd_rows(block: Block, items: NumberedItems, place: Callable[[int], Span]) -> None:
    """Refuses options that cover nothing, an item twice, or no item that must be covered.

    ``place`` is where an option is described.
    """
    rows = block.rows
    if sum(map(len, map(set, rows))) < sum(map(len, rows)):
        wrong = [option for option, row in enumerate(rows) if len(set(row)) < len(row)]
        name, row = block.names[wrong[0]], rows[wrong[0]]
        twice = next(number for number in row if row.count(number) > 1)
        raise SpecError(OptionCoversTwice(place(wrong[0]), name, items.names[twice], len(wrong)))
    if not all(rows):
        empty = next(option for option, row in enumerate(rows) if not row)
        raise SpecError(OptionCoversNothing(place(empty), block.names[empty]))
    if isinstance(block.source, ast.Option) and block.source.optional:
        return
    free = _without_primary(rows, items)
    if free:
        families = {items.names[item].family for item in block.rows[free[0]]}
        declared = [(name, family.span) for name, family in items.families.items() if name in families]
        first = block.names[free[0]]
        raise SpecError(OnlySecondaryItems(place(free[0]), first, len(free), declared))


def _without_primary(rows: Iterable[tuple[int, ...]], items: NumberedItems) -> list[int]:
    """The options that cover only secondary items."""
    secondary = {item for item, bounds in enumerate(items.bounds) if bounds.is_secondary}
    return [option for option, free in enumerate(map(secondary.issuperset, rows)) if free]


# Options by placement


def _placed(placing: Placing, items: NumberedItems, evaluator: Evaluator, room: MatrixRoom) -> Block:
    """One option for every piece and every set of cells that it can cover."""
    shapes, board = placing.shapes, placing.board
    position = list(map(board.position, board.cells)).__getitem__
    item = list(items.numbers[board.name].values()).__getitem__
    cell = board.cells.__getitem__
    crossings = room.crossings(board)
    names: list[OptionName] = []
    rows: list[tuple[int, ...]] = []
    drawn: list[tuple[str, tuple[Cell, ...]]] = []
    for piece in shapes.pieces:
        ways = room.lay(placing, piece)
        number = items.numbers[shapes.name][piece.letter,]
        head = (piece.letter, board.name) if placing.names_board else (piece.letter,)
        where = (OrderedSet.of_distinct(tuple(map(position, way))) for way in ways)
        names += [OptionName(shapes.name, (*head, cells)) for cells in where]
        for way in ways:
            crossed = sorted(items.crossing(board, at) for at in crossings.of(way))
            room.take(placing.span, entries=len(crossed))
            rows.append((number, *map(item, way), *crossed))
        drawn += [(piece.letter, tuple(map(cell, way))) for way in ways]
    block = Block(placing, placing.span, names, rows, drawn=drawn)
    if placing.where is None:
        return block
    named: dict[str, Column] = {
        "piece": [name.arguments[0] for name in names],
        "cells": [name.arguments[-1] for name in names],
    }
    kept = evaluator.of_kind(placing.where, Frame(len(names), named), "condition")
    return block.kept([option for option, keep in enumerate(kept) if keep])


def _matrix(items: NumberedItems, sources: Iterable[OptionSource], blocks: Sequence[Block]) -> Matrix:
    """Has costs if a statement gives one, even if that statement has no options left."""
    entries, colors, lengths = array("I"), array("I"), array("I")
    for block in blocks:
        if isinstance(block.rows, FlatRows):
            entries += block.rows.entries
        else:
            entries.extend(chain.from_iterable(block.rows))
        lengths.extend(map(len, block.rows))
        none = array("I", bytes(4 * (len(entries) - len(colors))))
        colors.extend(chain.from_iterable(block.colors) if block.colors else none)
    costs = (block.costs or repeat(0, len(block.rows)) for block in blocks)
    return Matrix(
        items=items.names,
        lower=array("I", (bounds.lower for bounds in items.bounds)),
        upper=array("I", (UNBOUNDED if bounds.upper is None else bounds.upper for bounds in items.bounds)),
        colored=array("B", (bounds.colored for bounds in items.bounds)),
        options=_names(blocks),
        starts=array("I", accumulate(lengths, initial=0)),
        entries=entries,
        colors=colors,
        palette=list(items.palette),
        costs=array("q", chain.from_iterable(costs)) if any(map(_has_cost, sources)) else None,
        item_spans=items.spans,
        option_spans=[span for block in blocks for span in repeat(block.span, len(block.rows))],
    )


def _limited(matrix: Matrix, limits: Sequence[CostLimit]) -> Matrix:
    """With bounds on the sum of the costs, if there are any."""
    if not limits:
        return matrix
    bounds = {limit.side: limit.number for limit in limits}
    bound = SumBound("cost", matrix.prices(), bounds.get("least"), bounds.get("most"), limits[0].span)
    return replace(matrix, sums=[bound])


def _names(blocks: Sequence[Block]) -> Sequence[OptionName]:
    """Names that are made on demand stay so."""
    if any(isinstance(block.names, ListedNames) for block in blocks):
        return JoinedNames([block.names for block in blocks])
    return [name for block in blocks for name in block.names]


def _has_cost(source: OptionSource) -> bool:
    match source:
        case Placing():
            return False
        case Listing():
            return source.costs is not None
        case ast.Option():
            return source.cost is not None
        case _:
            assert_never(source)
