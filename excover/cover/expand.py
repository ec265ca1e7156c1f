"""From puzzle to matrix: every item and every option gets its number, and remembers its name and place."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, repeat
from typing import cast

from excover.cover import faults
from excover.cover.canvas import drawn
from excover.cover.compiled import Block, Compiled
from excover.cover.matrix import Matrix
from excover.cover.placements import placements
from excover.diagnostics import Diagnostic, SpecError
from excover.expressions.evaluate import Evaluator
from excover.expressions.frame import Column, Frame
from excover.expressions.scope import ItemFamily
from excover.limits import DEFAULT, Limits
from excover.names import ItemName, OptionName, OrderedSet, Value
from excover.puzzle.lattice import isometries
from excover.puzzle.puzzle import Placing, Puzzle
from excover.source import Span
from excover.syntax import ast


def expand(puzzle: Puzzle, limits: Limits = DEFAULT) -> Compiled:
    """All items and options of a puzzle, givens not yet applied.

    Raises SpecError where an option is wrong or a limit is reached.
    """
    items = _Items(puzzle.families)
    evaluator = Evaluator(puzzle.scope, limits)
    room = _Room(limits)
    blocks = [
        _placed(source, items, room)
        if isinstance(source, Placing)
        else _bound(source, items, evaluator, room)
        for source in puzzle.sources
    ]
    canvases, inks = drawn(puzzle, blocks, items.numbers, evaluator, limits)
    matrix = _matrix(items, blocks)
    warnings = [*_equal_options(blocks), *_uncoverable(matrix), *_areas(puzzle)]
    return Compiled(matrix, canvases, inks, [*puzzle.warnings, *warnings])


class _Items:
    """The items of all families, numbered in the order of the description."""

    def __init__(self, families: Iterable[ItemFamily]) -> None:
        self.names: list[ItemName] = []
        self.spans: list[Span] = []
        self.secondary = bytearray()
        self.families: dict[str, ItemFamily] = {}
        self.numbers: dict[str, dict[tuple[Value, ...], int]] = {}
        for family in families:
            first = len(self.names)
            self.families[family.name] = family
            self.numbers[family.name] = dict(
                zip(family.keys, range(first, first + len(family.keys)), strict=True)
            )
            self.names += map(ItemName, repeat(family.name), family.keys)
            self.spans += [family.span] * len(family.keys)
            self.secondary += family.secondary


class _Room:
    """Counts options and entries against their limits, before they are made."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.options = self.entries = 0

    def take(self, span: Span, options: int, entries: int) -> None:
        self.options += options
        self.entries += entries
        if self.options > self.limits.options:
            raise SpecError(faults.too_many(span, "options", self.options, self.limits.options))
        if self.entries > self.limits.entries:
            raise SpecError(faults.too_many(span, "entries", self.entries, self.limits.entries))


# Options by statement


def _bound(option: ast.Option, items: _Items, evaluator: Evaluator, room: _Room) -> Block:
    """One option for every way through the binders of an option statement."""
    frame, _ = evaluator.expand(option.loop)
    room.take(option.span, frame.size, frame.size * len(option.covers))
    arguments = [frame.columns[name.id] for name in option.loop.names]
    names = list(map(OptionName, repeat(option.name.id), zip(*arguments, strict=True) if arguments else [()]))
    rows = _Covers(items, evaluator, room, option).rows(frame)
    block = Block(option, option.name.span, names[: frame.size], rows, frame)
    _refuse_odd_rows(block, items)
    return block


class _Covers:
    """The items that the options of one statement cover, a row of item numbers for each option."""

    def __init__(self, items: _Items, evaluator: Evaluator, room: _Room, option: ast.Option) -> None:
        self.items = items
        self.evaluator = evaluator
        self.room = room
        self.option = option

    def rows(self, frame: Frame) -> list[tuple[int, ...]]:
        columns = [self._column(covered, frame) for covered in self.option.covers]
        everywhere = range(frame.size)
        if all(rows == everywhere for rows, _ in columns):
            return list(zip(*(numbers for _, numbers in columns), strict=True))
        gathered: list[list[int]] = [[] for _ in everywhere]
        for rows, numbers in columns:
            for row, number in zip(rows, numbers, strict=True):
                gathered[row].append(number)
        return list(map(tuple, gathered))

    def _column(self, covered: ast.Covered, frame: Frame) -> tuple[Sequence[int], list[int]]:
        """Rows of the frame, and the item that each covers."""
        if isinstance(covered, ast.CoverEach):
            return self._each(covered, frame)
        if covered.condition is None:
            return range(frame.size), self._numbers(covered.ref, frame)
        chosen, rows = frame.filtered(self.evaluator.of_kind(covered.condition, frame, "condition"))
        return rows, self._numbers(covered.ref, chosen)

    def _each(self, covered: ast.CoverEach, frame: Frame) -> tuple[Sequence[int], list[int]]:
        inner, outer_rows = self.evaluator.expand(covered.loop, frame)
        self.room.take(covered.span, 0, inner.size * len(covered.covers))
        rows: list[int] = []
        found: list[int] = []
        for each in covered.covers:
            inner_rows, numbers = self._column(each, inner)
            rows += map(outer_rows.__getitem__, inner_rows)
            found += numbers
        return rows, found

    def _numbers(self, ref: ast.Ref, frame: Frame) -> list[int]:
        family = self.items.families[ref.name.id]
        columns = [self.evaluator.column(index, frame) for index in ref.index]
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
        return faults.missing_item(ref.span, family, name, binding, numbers.count(None), frame.size)


def _refuse_odd_rows(block: Block, items: _Items) -> None:
    for name, row in zip(block.names, block.rows, strict=True):
        if len(set(row)) < len(row):
            twice = next(number for number in row if row.count(number) > 1)
            raise SpecError(faults.covered_twice(block.span, name, items.names[twice]))
        if not row:
            raise SpecError(faults.nothing_covered(block.span, name))
    free = [name for name, row in zip(block.names, block.rows, strict=True) if _all_secondary(row, items)]
    if free:
        raise SpecError(faults.only_secondary(block.span, free[0], len(free)))


def _all_secondary(row: tuple[int, ...], items: _Items) -> bool:
    return all(map(items.secondary.__getitem__, row))


# Options by placement


def _placed(placing: Placing, items: _Items, room: _Room) -> Block:
    """One option for every piece and every set of cells it can take."""
    shapes, board = placing.shapes, placing.board
    motions = isometries(placing.group, flat=board.planar)
    numbers = items.numbers[board.name]
    positions = list(map(board.position, board.cells))
    block = Block(placing, placing.span)
    for piece in shapes.pieces:
        ways = placements(board, piece.cells, motions, placing.at_least)
        room.take(placing.span, len(ways), sum(map(len, ways)) + len(ways))
        number = items.numbers[shapes.name][piece.letter,]
        head = (piece.letter, board.name) if placing.names_board else (piece.letter,)
        for way in ways:
            where = [positions[cell] for cell in way]
            block.names.append(OptionName(shapes.name, (*head, OrderedSet(where))))
            block.rows.append((number, *map(numbers.__getitem__, where)))
            block.drawn.append((piece.letter, tuple(board.cells[cell] for cell in way)))
    return block


# The matrix, and what is to be said of it


def _matrix(items: _Items, blocks: Sequence[Block]) -> Matrix:
    rows = [row for block in blocks for row in block.rows]
    entries = array("I", chain.from_iterable(rows))
    return Matrix(
        items=items.names,
        lower=array("I", (not flag for flag in items.secondary)),
        upper=array("I", [1]) * len(items.names),
        colored=array("B", bytes(len(items.names))),
        options=[name for block in blocks for name in block.names],
        starts=array("I", accumulate(map(len, rows), initial=0)),
        entries=entries,
        colors=array("I", bytes(entries.itemsize * len(entries))),
        item_spans=items.spans,
        option_spans=[span for block in blocks for span in repeat(block.span, len(block.rows))],
    )


def _equal_options(blocks: Sequence[Block]) -> Iterator[Diagnostic]:
    first: dict[frozenset[int], tuple[Block, OptionName]] = {}
    repeated: list[tuple[Block, OptionName, Block, OptionName]] = []
    for block in blocks:
        for name, row in zip(block.names, block.rows, strict=True):
            earlier = first.setdefault(frozenset(row), (block, name))
            if earlier[1] is not name:
                repeated.append((block, name, *earlier))
    if repeated:
        block, name, earlier_block, earlier_name = repeated[0]
        yield faults.equal_options(block.span, earlier_name, name, len(repeated), earlier_block.span)


def _uncoverable(matrix: Matrix) -> Iterator[Diagnostic]:
    covered = set(matrix.entries)
    missing: dict[Span, list[ItemName]] = {}
    for item, span in enumerate(matrix.item_spans):
        if item not in covered and matrix.lower[item]:
            missing.setdefault(span, []).append(matrix.items[item])
    return (faults.uncoverable(span, names) for span, names in missing.items())


def _areas(puzzle: Puzzle) -> Iterator[Diagnostic]:
    """Pieces that all lie wholly on one board, of which they are the only cover, must have its area."""
    placings = [source for source in puzzle.sources if isinstance(source, Placing)]
    if len(puzzle.sources) != 1 or not placings or placings[0].board.openings:
        return
    shapes, board = placings[0].shapes, placings[0].board
    family = next(family for family in puzzle.families if family.name == board.name)
    area = sum(len(piece.cells) for piece in shapes.pieces)
    needed = len(board.cells) - sum(family.secondary)
    if area < needed or area > len(board.cells):
        span = placings[0].span
        yield faults.areas_disagree(span, shapes.name, area, board.name, needed, board.walls)
