"""How options are drawn: the canvases of a puzzle, and the marks of each option on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, product, repeat
from math import prod
from typing import Any, NamedTuple, cast

from excover.base.css_colors import rgb
from excover.base.diagnostics import SpecError
from excover.base.limits import Limits
from excover.base.names import OptionTimes, OrderedSet, Value
from excover.base.source import Span
from excover.language import messages
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import Column, Frame
from excover.language.meaning.drawing import ChosenDrawing, draws_nothing
from excover.language.meaning.items import no_cell_of
from excover.language.meaning.listing import Joined, OnDemand, joined
from excover.language.meaning.puzzle import Board, Placing, Puzzle
from excover.language.syntax import ast
from excover.lattices import Cell, default_lattice
from excover.lattices.lattice import DIMENSIONS
from excover.matrix.compiled import Block, Canvas, Marking, Way
from excover.matrix.decorating import (
    Coloring,
    colors_said,
    mark_of,
    mark_text,
    mark_texts,
    way_of,
    with_areas,
    with_decorations,
    with_labels,
    with_lines,
)
from excover.matrix.matrix_room import MatrixRoom
from excover.matrix.option_blocks import Numbers, PlacedDrawings, regions_of

DEFAULT_MARK = "*"
Positions = tuple[tuple[int, ...], ...]


class DrawnOptions(NamedTuple):
    """What a `draw` statement draws of a block: for each binding of ``frame`` an option, its mark, and the
    positions where it has it.
    """

    draw: ast.Draw | ast.DrawItem
    frame: Frame
    options: Sequence[int]
    marks: Sequence[str]
    positions: Sequence[Positions]


class StrokeDrawings(OnDemand[tuple[Marking, ...]]):
    """The drawings by a statement: for each binding its mark, on some cells of a canvas.

    >>> StrokeDrawings(0, ["Q", "Q"], [((0, 0, 1),), ((0, 1, 1),)])[1]
    (Marking(canvas=0, mark='Q', cells=((0, 1, 1),), copy=''),)
    """

    def __init__(self, canvas: int, marks: Sequence[str], cells: Sequence[tuple[Cell, ...]]) -> None:
        self.canvas = canvas
        self.marks = marks
        self.cells = cells

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[tuple[Marking, ...]]:
        return zip(map(Marking, repeat(self.canvas), self.marks, self.cells))

    def _made(self, number: int) -> tuple[Marking, ...]:
        return (Marking(self.canvas, self.marks[number], self.cells[number]),)


def draw_options(
    puzzle: Puzzle,
    blocks: Sequence[Block],
    items: Numbers,
    palette: Sequence[Value],
    evaluator: Evaluator,
    room: MatrixRoom,
) -> tuple[list[Canvas], Sequence[tuple[Marking, ...]]]:
    """The canvases, and the markings of every option.

    Raises SpecError if a `draw` statement draws nowhere.
    """
    others = [block for block in blocks if not isinstance(block.source, Placing)]
    found: list[tuple[Marking, ...]] = [()] * sum(len(block.names) for block in others)
    alone: dict[int, StrokeDrawings] = {}
    strokes = _Strokes(puzzle, items, palette, evaluator)
    first = 0
    for block in others:
        if not strokes.add(block, first):
            for option, marking in _initials(block, puzzle.boards, items):
                found[first + option] += (marking,)
        first += len(block.names)
    canvases = [_of_board(board) for board in puzzle.boards]
    if strokes.found and not canvases:
        canvases = [strokes.canvas(room.limits)]
    for drawn, drawings in strokes.drawings(canvases):
        room.note(drawn.draw.span, drawn.positions)
        if drawn.options in strokes.alone:
            alone[drawn.options[0]] = drawings
        else:
            for option, each in zip(drawn.options, drawings, strict=True):
                found[option] += each
    markings = _in_order(blocks, found, alone)
    canvases = list(_finished(canvases, markings, blocks, items, strokes.of_items))
    canvases = strokes.with_ways(strokes.with_tiles(canvases))
    marks = [mark for canvas in canvases for mark in canvas.colored_marks]
    colors = colors_said(puzzle, strokes.colors, marks, evaluator, room)
    canvases = [_with_colors(canvas, colors, strokes.of_items) for canvas in canvases]
    canvases = with_lines(canvases, puzzle.global_constraints, markings, blocks)
    canvases = with_areas(canvases, puzzle.global_constraints, markings, blocks)
    canvases = with_labels(canvases, puzzle)
    return with_decorations(canvases, puzzle.decorations, evaluator, room), markings


def _with_colors(canvas: Canvas, chosen: Mapping[str, str], of_items: bool) -> Canvas:
    """Colors of tiles that have a name of CSS are seen in it. Where each color of items has a color of its
    own to be seen in, letters would only repeat it.
    """
    names = {part: css for parts in canvas.tiles.values() for part in parts if (css := rgb(part))}
    colored = canvas.replaced(colors={**names, **chosen})
    return colored.replaced(letters=not of_items or not colored.told_by_color.issuperset(canvas.marks))


def _in_order(
    blocks: Sequence[Block], found: list[tuple[Marking, ...]], alone: Mapping[int, StrokeDrawings]
) -> Sequence[tuple[Marking, ...]]:
    """The markings of every option: those of placements, and those that were found for other options, or for
    all options of a block, by the number of its first.
    """
    parts: list[Sequence[tuple[Marking, ...]]] = []
    first = 0
    for block in blocks:
        size = len(block.names)
        if isinstance(block.source, Placing):  # that a piece is not used is not drawn
            parts.append(block.drawn or [()] * size)
        else:
            own = alone.get(first) if size else None  # the next block begins there, too
            parts.append(own or found[first : first + size])
            first += size
    return joined(parts)


def _of_board(board: Board) -> Canvas:
    missing = frozenset[Cell]()
    if len(board.cells) < prod(board.extent):
        layers, rows, columns = map(range, board.extent)
        missing = frozenset(product(layers, rows, columns)).difference(board.cells)
    holes, gaps = (missing, frozenset[Cell]()) if board.lattice.plain else (frozenset[Cell](), missing)
    return Canvas(board.name, board.extent, (1, 1, 1), holes, gaps, board.lattice, board.gluing)


def _initials(block: Block, boards: Sequence[Board], items: Numbers) -> Iterator[tuple[int, Marking]]:
    """On boards, options without a drawing are shown on the cells that they cover, by the first letter of
    their name, with how often they are chosen before it; those that leave a cell empty are not shown.
    """
    family = block.names[0].family if block.names else ""
    if family in (no_cell_of(board.name) for board in boards if board.has_holes):
        return
    cell_of = {
        items[board.name][place]: (number, cell)
        for number, board in enumerate(boards)
        if board.name in items
        for cell, place in board.positions.items()
    }
    for option, row in enumerate(block.rows if cell_of else []):
        name = block.names[option]
        times = name.arguments[-1] if isinstance(name, OptionTimes) else 1
        mark = family[:1] if times == 1 else f"{times}{family[:1]}"
        covered: dict[int, tuple[Cell, ...]] = {}
        for item in row:
            if item in cell_of:
                number, cell = cell_of[item]
                covered[number] = (*covered.get(number, ()), cell)
        for number, cells in sorted(covered.items()):
            yield option, Marking(number, mark, cells)


class _Strokes:
    """The drawings of the `draw` statements, option by option."""

    def __init__(
        self, puzzle: Puzzle, items: Numbers, palette: Sequence[Value], evaluator: Evaluator
    ) -> None:
        self.puzzle = puzzle
        self.items = items
        self.palette = palette
        self.evaluator = evaluator
        self.found: list[DrawnOptions] = []
        self.alone: list[Sequence[int]] = []
        """The options of the blocks that one statement draws."""
        self.colors: list[Coloring] = []
        self._tiled = {each.shapes: each for each in puzzle.tiled}
        self._tiles: dict[str, dict[str, Sequence[str]]] = {}
        self._ways: dict[str, Way] = {}

    def add(self, block: Block, first: int) -> bool:
        """Draws the options of a block, numbered from ``first``; false if no statement draws them."""
        marked, before = False, len(self.found)
        for draw in self.puzzle.draws if block.names else []:
            if isinstance(draw, ast.DrawItem):
                marked |= self._draw_colors(draw, block, first)
            elif draw.option.name.id == block.names[0].family:
                if draw.mark or draw.color or not draws_nothing(draw):
                    self._draw(draw, block, first)
                marked = True
        options = range(first, first + len(block.names))
        if [drawn.options for drawn in self.found[before:]] == [options]:
            self.alone.append(options)
        return marked

    def _draw_colors(self, draw: ast.DrawItem, block: Block, first: int) -> bool:
        """Draws the color that the options of a block give the items of a family; false if they give none."""
        name = draw.item.name.id
        key_of = {number: key for key, number in self.items[name].items()}
        given = (
            [
                (option, key_of[item], color)
                for option, (row, colors) in enumerate(zip(block.rows, block.colors, strict=True))
                for item, color in zip(row, colors, strict=True)
                if item in key_of
            ]
            if block.colors
            else []
        )
        keys = list(zip(*(key for _, key, _ in given), strict=True)) or [()] * len(draw.item.index)
        names = [index.id for index in draw.item.index if isinstance(index, ast.Name)]
        frame = Frame(len(given), {name: list(column) for name, column in zip(names, keys, strict=True)})
        marks: Column = [self.palette[color - 1] for _, _, color in given]
        places = self.evaluator.column(draw.position, frame)
        self._note(draw, frame, places, marks, [first + option for option, _, _ in given])
        return bool(given)

    def _draw(self, draw: ast.Draw, block: Block, first: int) -> None:
        arguments = zip(*(name.arguments for name in block.names), strict=True)
        names = [argument.id for argument in draw.option.arguments if isinstance(argument, ast.Name)]
        frame = Frame(len(block.names), dict(zip(names, map(list, arguments), strict=True)))
        places = self.evaluator.column(draw.position, frame)
        marks: Column = [1 if draw.joining else DEFAULT_MARK] * frame.size
        if draw.mark:
            marks = self.evaluator.column(draw.mark, frame)
        if draw.joining:
            marks = self._marks_of_lines(draw, frame, places, marks)
        texts = self._note(draw, frame, places, marks, range(first, first + frame.size))
        if self._draws_tiles(draw):
            around = (tuple(map(mark_text, mark)) for mark in marks if isinstance(mark, tuple))
            self._tiles.setdefault(draw.option.name.id, {}).update(zip(texts, around, strict=True))
        if draw.color:
            values = self.evaluator.column(draw.color, frame)
            self.colors.append(Coloring(draw.color.span, texts, values, frame))

    def _marks_of_lines(self, draw: ast.Draw, frame: Frame, places: Column, times: Column) -> list[Value]:
        """The marks of lines that join two places each."""
        marks: list[Value] = []
        for row, (place, number) in enumerate(zip(places, times, strict=True)):
            ends = tuple(place) if isinstance(place, OrderedSet) else None
            if ends is None or len(ends) not in (0, 2):
                raise SpecError(messages.NotTwoPlaces(draw.position.span, place, frame.binding(row)))
            if ends and (type(number) is not int or number not in (1, 2, 3)):
                raise SpecError(
                    messages.NotANumberOfLines((draw.mark or draw.option).span, number, frame.binding(row))
                )
            if ends:
                start, end = sorted(_positions(draw.position.span, place, self._lengths, frame, row))
                way = way_of(start, end, cast(int, number))
                self._ways[mark_of(way)] = way
            marks.append(mark_of(way) if ends else DEFAULT_MARK)
        return marks

    @property
    def _lengths(self) -> set[int]:
        """How many coordinates a position may have."""
        return {2, DIMENSIONS, *(board.lattice.axes for board in self.puzzle.boards)}

    def _note(
        self,
        draw: ast.Draw | ast.DrawItem,
        frame: Frame,
        places: Column,
        marks: Column,
        options: Sequence[int],
    ) -> list[str]:
        """Stores the strokes, unless none has a position; returns their marks."""
        if isinstance(draw, ChosenDrawing) and not all(map(mark_text, set(marks))):
            return []  # by itself, it draws what can be drawn
        marks_of = draw.item if isinstance(draw, ast.DrawItem) else draw.mark or draw.option
        texts = mark_texts(marks_of, marks, frame)
        positions = _positions_of(draw.position.span, places, self._lengths, frame)
        if any(positions):
            self.found.append(DrawnOptions(draw, frame, options, texts, positions))
        return texts

    def canvas(self, limits: Limits) -> Canvas:
        """The smallest box around all strokes."""
        span = self.found[0].draw.span
        positions = [position for drawn in self.found for position in chain.from_iterable(drawn.positions)]
        if len(set(map(len, positions))) != 1:
            raise SpecError(messages.MixedPositions(span))
        along = zip(*positions, strict=True)
        *layers, rows, columns = [(min(numbers), max(numbers)) for numbers in along]
        box = (*(layers or [(1, 1)]), rows, columns)
        origin = cast(Cell, tuple(least for least, _ in box))
        extent = cast(Cell, tuple(most - least + 1 for least, most in box))
        if prod(extent) > limits.cells:
            raise SpecError(messages.DrawingTooLarge(span, prod(extent), limits.cells, len(set(positions))))
        return Canvas("", extent, origin, frozenset(), lattice=default_lattice(extent[0] > 1))

    def _draws_tiles(self, draw: ast.Draw | ast.DrawItem) -> bool:
        """Whether it draws the colors around tiles."""
        if isinstance(draw, ast.DrawItem) or not isinstance(draw.mark, ast.Name):
            return False
        tiled = self._tiled.get(draw.option.name.id)
        if tiled is None or (tiled.board.lattice.solid and tiled.rim == "corners"):
            return False
        return draw.mark.id == tiled.rim

    def with_tiles(self, canvases: Sequence[Canvas]) -> list[Canvas]:
        """The canvases that know how tiles look. Where tiles with sides and tiles with corners are on one
        board, their marks may be the same: there they are only written.
        """
        found = list(canvases)
        for number, canvas in enumerate(canvases):
            names = [name for name in self._tiles if self._canvas_of(name) == number]
            rims = {self._tiled[name].rim for name in names}
            if len(rims) == 1:
                tiles = {mark: parts for name in names for mark, parts in self._tiles[name].items()}
                found[number] = canvas.replaced(tiles=tiles, rim=rims.pop())
        return found

    def _canvas_of(self, family: str) -> int:
        """Tiles are drawn on their board, everything else on the only one."""
        tiled = self._tiled.get(family)
        return self.puzzle.board_numbers[tiled.board.name] if tiled else 0

    @property
    def of_items(self) -> bool:
        """Whether colors of items are drawn, which several options share."""
        return any(isinstance(drawn.draw, ast.DrawItem) for drawn in self.found)

    def drawings(self, canvases: Sequence[Canvas]) -> Iterator[tuple[DrawnOptions, StrokeDrawings]]:
        for drawn in self.found:
            draw, frame, _, marks, places = drawn
            number = 0 if isinstance(draw, ast.DrawItem) else self._canvas_of(draw.option.name.id)
            canvas = canvases[number]
            found = canvas.cells(list(chain.from_iterable(places)))
            if None in found:
                row, outside = next(
                    (row, position)
                    for row, positions in enumerate(places)
                    for position in positions
                    if canvas.cell(position) is None
                )
                span = draw.position.span
                raise SpecError(messages.PositionOutsideBoard(span, outside, canvas.name, frame.binding(row)))
            groups = list(_groups(cast(list[Cell], found), places))
            if isinstance(draw, ast.Draw) and draw.joining:  # a line is the mark of the first cell
                groups = [tuple(sorted(each)[:1]) for each in groups]
            yield drawn, StrokeDrawings(number, marks, groups)

    def with_ways(self, canvases: Sequence[Canvas]) -> list[Canvas]:
        """The canvases that know which marks are lines. Raises SpecError for such a mark of another kind."""
        for drawn in self.found if self._ways else []:
            if not (isinstance(drawn.draw, ast.Draw) and drawn.draw.joining):
                for row, mark in enumerate(drawn.marks):
                    if mark in self._ways:
                        raise SpecError(messages.MarkOfLine(drawn.draw.span, mark, drawn.frame.binding(row)))
        return [canvas.replaced(ways=self._ways) for canvas in canvases] if self._ways else list(canvases)


def _positions_of(span: Span, places: Column, lengths: set[int], frame: Frame) -> list[Positions]:
    """The positions for each binding: mostly one, and then all are checked together."""
    if set(map(type, places)) == {tuple}:
        alone = cast(Sequence[tuple[int, ...]], places)
        if lengths.issuperset(map(len, alone)) and set(map(type, chain.from_iterable(alone))) == {int}:
            return list(zip(alone))
    return [_positions(span, place, lengths, frame, row) for row, place in enumerate(places)]


def _groups(cells: Sequence[Cell], places: Sequence[Positions]) -> Iterable[tuple[Cell, ...]]:
    """The cells of all positions, for each binding."""
    if len(cells) == len(places) and all(places):
        return zip(cells)
    rest = iter(cells)
    return (tuple(islice(rest, len(positions))) for positions in places)


def _positions(span: Span, place: Value, lengths: set[int], frame: Frame, row: int) -> Positions:
    places: Any = tuple(place) if isinstance(place, OrderedSet) else (place,)
    for each in places:
        if not (isinstance(each, tuple) and len(each) in lengths and set(map(type, each)) == {int}):
            raise SpecError(messages.NotAPosition(span, each, frame.binding(row), max(lengths)))
    return cast(Positions, places)


def _kinds(markings: Sequence[Sequence[Marking]]) -> Iterator[tuple[int, str, int, int]]:
    """The canvas and the mark of all markings with cells, the number of these, and of those of the option."""
    match markings:
        case Joined():
            yield from chain.from_iterable(map(_kinds, markings.parts))
        case PlacedDrawings():
            yield from ((markings.canvas, markings.letter, size, 1) for size in markings.sizes())
        case StrokeDrawings():
            drawn = dict.fromkeys(zip(markings.marks, map(len, markings.cells), strict=True))
            yield from ((markings.canvas, mark, size, 1) for mark, size in drawn if size)
        case _:
            for each in markings:
                for marking in each:
                    if marking.cells:
                        yield marking.canvas, marking.mark, len(marking.cells), len(each)


def _finished(
    canvases: Sequence[Canvas],
    markings: Sequence[Sequence[Marking]],
    blocks: Sequence[Block],
    items: Numbers,
    of_items: bool,
) -> Iterator[Canvas]:
    """The canvases with properties that depend on all options."""
    marks: list[dict[str, None]] = [{} for _ in canvases]
    tiled = [False] * len(canvases)
    for number, mark, cells, together in dict.fromkeys(_kinds(markings)):
        marks[number][mark] = None
        tiled[number] |= cells > 1 or together > 1
    boards = {canvas.name for canvas in canvases}
    others = {name: numbers for name, numbers in items.items() if name not in boards}
    for number, canvas in enumerate(canvases):
        regions = {} if tiled[number] else regions_of(number, markings, blocks, others)
        yield canvas.replaced(
            marks=tuple(marks[number]), tiled=tiled[number] and not of_items, regions=regions
        )
