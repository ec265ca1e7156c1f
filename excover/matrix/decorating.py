"""Decorations: what belongs to the puzzle and not to a solution, on the cells of the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, pairwise
from math import gcd
from typing import NamedTuple, cast

from excover.base.css_colors import rgb
from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import OrderedSet, Symbol, Value
from excover.base.source import Span
from excover.language import messages
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import UNIT, Column, Frame
from excover.language.expressions.scope import LabelValues
from excover.language.meaning.label_uses import region_labels
from excover.language.meaning.puzzle import Placing, Puzzle
from excover.language.syntax import ast
from excover.lattices import Cell
from excover.lattices.lattice import DIMENSIONS
from excover.matrix.compiled import Block, Canvas, Decoration, Marking, RimText, Way
from excover.matrix.matrix_room import MatrixRoom

# Marks on a board of edges that pictures show as lines: of a loop, or the only ones on it.


def with_lines(
    canvases: Sequence[Canvas],
    rules: Iterable[ast.RequireConnected | ast.RequireLoop],
    markings: Sequence[Sequence[Marking]],
    blocks: Sequence[Block],
) -> list[Canvas]:
    """The canvases that know these marks."""
    loops = {rule.option.name.id for rule in rules if isinstance(rule, ast.RequireLoop)}
    found = list(canvases)
    for number, canvas in enumerate(canvases):
        if canvas.lattice.strokes and not canvas.tiled:
            lines = _lines(canvas, _drawers(number, canvas, markings, blocks), loops)
            found[number] = canvas.replaced(lines=lines)
    return found


FEWEST = 3
"""The fewest marks that are areas: one or two, as of shades, are seen as they are."""


def with_areas(
    canvases: Sequence[Canvas],
    rules: Iterable[ast.RequireConnected | ast.RequireLoop],
    markings: Sequence[Sequence[Marking]],
    blocks: Sequence[Block],
) -> list[Canvas]:
    """The canvases that know which marks are areas: all of options that are connected ``per`` something,
    without a chosen color. What is the name of a place, as `(1, 2)`, is not written.
    """
    per = {rule.option.name.id for rule in rules if isinstance(rule, ast.RequireConnected) and rule.per}
    found = list(canvases)
    for number, canvas in enumerate(canvases if per else ()):
        drawers = _drawers(number, canvas, markings, blocks)
        areas = {mark for mark, families in drawers.items() if families <= per and mark not in canvas.colors}
        if len(areas) >= FEWEST and not canvas.lattice.strokes:
            named = _of_places(number, markings, blocks, per)
            found[number] = canvas.replaced(areas={mark: "" if mark in named else mark for mark in areas})
    return found


def _of_places(
    number: int, markings: Sequence[Sequence[Marking]], blocks: Sequence[Block], per: set[str]
) -> set[str]:
    """The marks of options whose value is the name of a place."""
    firsts = accumulate((len(block.names) for block in blocks), initial=0)
    return {
        marking.mark
        for first, block in zip(firsts, blocks, strict=False)
        for option, name in enumerate(block.names, first)
        if name.family in per and name.arguments and isinstance(name.arguments[-1], tuple)
        for marking in markings[option]
        if marking.canvas == number
    }


def _lines(canvas: Canvas, drawers: dict[str, set[str]], loops: Iterable[str]) -> frozenset[str]:
    """A mark that shows nothing but that it is there; of several, those distinguished by their colors."""
    if len(drawers) == 1:
        return frozenset(drawers)
    marks_of = ([mark for mark, families in drawers.items() if families == {loop}] for loop in loops)
    alone = {marks[0] for marks in marks_of if len(marks) == 1}
    return frozenset(alone if len(alone) == 1 else alone & canvas.told_by_color)


def _drawers(
    number: int, canvas: Canvas, markings: Sequence[Sequence[Marking]], blocks: Sequence[Block]
) -> dict[str, set[str]]:
    """The families whose options draw each mark on edges."""
    found: dict[str, set[str]] = {}
    firsts = accumulate((len(block.names) for block in blocks), initial=0)
    for first, block in zip(firsts, blocks, strict=False):
        for option, name in enumerate(block.names, first):
            for marking in markings[option]:
                if marking.canvas == number and not canvas.gaps.issuperset(marking.cells):
                    found.setdefault(marking.mark, set()).add(name.family)
    return found


# The colors that a description chooses for marks; the colors of items are something else.
#
# Each mark has one color, on all boards and for all options that draw it.


class Coloring(NamedTuple):
    """The colors that a `color` clause gives the marks of its statement, for every binding of a frame."""

    span: Span
    marks: Sequence[str]
    values: Column
    frame: Frame


def colors_said(
    puzzle: Puzzle, clauses: Iterable[Coloring], drawn: Iterable[str], evaluator: Evaluator, room: MatrixRoom
) -> dict[str, str]:
    """The color of each drawn mark that has one, as ``#rrggbb``.

    ``clauses`` are those after drawings, ``drawn`` all marks of the canvases. Raises SpecError if a value is
    not a color, a mark has two, or a statement is about marks that nothing draws.
    """
    placed = [source.shapes for source in puzzle.sources if isinstance(source, Placing)]
    known = dict.fromkeys([*drawn, *(piece.letter for shapes in placed for piece in shapes.pieces)])
    found = _Colors()
    varies = any(isinstance(puzzle.scope[name], LabelValues) for name in puzzle.scope)  # another board may
    for clause in clauses:
        found.add(clause)
    for draw in puzzle.mark_colors:
        clause = _of_marks(draw, evaluator)
        room.note(draw.span, clause.marks)
        found.add(clause)
        if clause.marks and known.keys().isdisjoint(clause.marks) and not varies:
            found.wrong.append(messages.MarkNeverDrawn(draw.mark.span, clause.marks[0], list(known)))
    if found.wrong:
        raise SpecError(found.wrong)
    return {mark: found.chosen[mark][0] for mark in known if mark in found.chosen}


def _of_marks(draw: ast.DrawMark, evaluator: Evaluator) -> Coloring:
    frame = evaluator.expand(draw.loop)[0] if draw.loop else UNIT
    marks = mark_texts(draw.mark, evaluator.column(draw.mark, frame), frame)
    return Coloring(draw.color.span, marks, evaluator.column(draw.color, frame), frame)


class _Colors:
    """``chosen`` has the color of each mark, as written, and its place; ``wrong`` one error per clause."""

    def __init__(self) -> None:
        self.chosen: dict[str, tuple[str, Value, Span]] = {}
        self.wrong: list[Diagnostic] = []

    def add(self, clause: Coloring) -> None:
        """Each distinct pair of mark and value is checked once."""
        rows: dict[tuple[str, Value], int] = {}
        for row, pair in enumerate(zip(clause.marks, clause.values, strict=True)):
            rows.setdefault(pair, row)
        for (mark, value), row in rows.items():
            fault = self._say(mark, value, clause, row)
            if fault:
                self.wrong.append(fault)
                return

    def _say(self, mark: str, value: Value, clause: Coloring, row: int) -> Diagnostic | None:
        if (color := css_color(value)) is None:
            return messages.NotADrawingColor(clause.span, value, clause.frame.binding(row))
        earlier, written, span = self.chosen.setdefault(mark, (color, value, clause.span))
        if earlier != color:
            binding = clause.frame.binding(row)
            return messages.MarkInTwoColors(clause.span, mark, value, binding, written, span)
        return None


def written(parts: Sequence[Value]) -> str:
    """The parts of a text one after the other, with a stroke between two numbers: `24*`, `7/10`."""
    strokes = [""] + ["/" if isinstance(a, int) and isinstance(b, int) else "" for a, b in pairwise(parts)]
    texts = (part.name if isinstance(part, Symbol) else str(part) for part in parts)
    return "".join(stroke + text for stroke, text in zip(strokes, texts, strict=True))


def css_color(value: Value) -> str | None:
    """As `#rrggbb`; None if it is no color."""
    text = value.name if isinstance(value, Symbol) else value
    return rgb(text) if isinstance(text, str) else None


def mark_texts(source: ast.Node, marks: Column, frame: Frame) -> list[str]:
    """The marks as texts; each distinct one is checked once."""
    texts = dict.fromkeys(zip(map(type, marks), marks, strict=True), "")
    for kind, mark in texts:
        parts = list(map(mark_text, mark if isinstance(mark, tuple) else (mark,)))
        if not all(parts):
            raise SpecError(messages.InvalidMark(source.span, mark, frame.binding(marks.index(mark))))
        texts[kind, mark] = ("" if max(map(len, parts)) == 1 else "/").join(parts)
    return [texts[type(mark), mark] for mark in marks]


def mark_text(mark: Value) -> str:
    """Empty if a value cannot be a mark."""
    text = mark.name if isinstance(mark, Symbol) else str(mark)
    is_mark = type(mark) in (int, str, Symbol) and text not in ".?#_" and not set(text) & set("| \t")
    return text if is_mark else ""


_ARROWS = {(0, 1): ">", (1, 0): "v", (1, 1): "↘", (1, -1): "↙", (0, -1): "<", (-1, 0): "^"}


def way_of(start: Sequence[int], end: Sequence[int], times: int) -> Way:
    """From one position to another."""
    steps = [b - a for a, b in zip(start, end, strict=True)]
    layer, row, column = [0, 0, 0, *steps][-DIMENSIONS:]
    return Way((layer, row, column), times)


def mark_of(way: Way) -> str:
    """The mark of a line in plain drawings.

    >>> mark_of(Way((0, 0, 1))), mark_of(Way((0, 3, 0), 2)), mark_of(Way((0, 1, 2)))
    ('>', 'vv3', '1,2')
    """
    length = gcd(*way.step) or 1
    layer, *plane = (each // length for each in way.step)
    arrow = "" if layer else _ARROWS.get((plane[0], plane[1]), "")
    if arrow:
        return way.times * arrow + (str(length) if length > 1 else "")
    steps = way.step if layer else way.step[1:]
    return ",".join(map(str, steps)) + (f"*{way.times}" if way.times > 1 else "")


LEAST = {"line": 2, "thermometer": 2, "arrow": 2, "wall": 2}
"""The number of cells that a decoration needs, if it is not one."""


FURTHEST = 9
"""How far beside a board a text may stand, in cells."""


def with_labels(canvases: Iterable[Canvas], puzzle: Puzzle) -> list[Canvas]:
    """The canvases with the labels beside boards and at corners, and those of cells that nothing draws."""
    boards = {board.name: board for board in puzzle.boards}
    drawn = frozenset[str]().union(*(each.mentioned for each in puzzle.decorations))
    found, regions = [], region_labels(puzzle, drawn)
    for canvas in canvases:
        origin = boards[canvas.name].origin if canvas.name in boards else None
        beside: list[RimText] = []
        corners: list[RimText] = []
        inside: list[Mapping[Cell, str]] = []
        for head in (each.head for each in origin.named_labels) if origin else ():
            labels = puzzle.scope[head.name.id]
            assert isinstance(labels, LabelValues)
            if head.is_beside:
                beside += _beside(canvas, head.margin, labels.labels, beside)
            elif head.at_corners:
                corners += _at_corners(canvas, labels.labels)
            elif head.name.id not in drawn | regions:
                inside.append(_inside(canvas, labels.labels))
        shown, texts = canvas.replaced(beside=tuple(beside), corners=tuple(corners)), _joined(inside)
        found.append(
            shown.replaced(decorations=texts) if shown.has_free_cells else shown.replaced(labels=texts)
        )
    return found


def _at_corners(canvas: Canvas, labels: Mapping[Value, Value]) -> Iterator[RimText]:
    _, first_row, first_column = canvas.origin
    for place, value in labels.items():
        row, column = cast(tuple[int, int], place)
        text = written(value if isinstance(value, tuple) else (value,))
        yield RimText(row - first_row, column - first_column, text)


def _inside(canvas: Canvas, labels: Mapping[Value, Value]) -> dict[Cell, str]:
    cells = {place: canvas.cell(place) for place in labels if isinstance(place, tuple)}
    values = {cell: labels[place] for place, cell in cells.items() if cell}
    return {cell: _label_text(value) for cell, value in values.items()}


def _label_text(value: Value) -> str:
    """Several numbers, as of Tapa, are no fraction."""
    parts = value if isinstance(value, tuple) else (value,)
    return " ".join(map(str, parts)) if all(type(part) is int for part in parts) else written(parts)


def _joined(labels: Sequence[Mapping[Cell, str]]) -> tuple[Decoration, ...]:
    """The texts of each cell; where cells have labels of several kinds, a point stands for a missing one."""
    number = Counter(cell for each in labels for cell in each)
    nothing = "·" if max(number.values(), default=0) > 1 else ""
    between = " " * any(len(text) > 1 for each in labels for text in each.values())
    texts = (between.join(filter(None, (each.get(cell, nothing) for each in labels))) for cell in number)
    return tuple(Decoration("text", (cell,), text, "") for cell, text in zip(number, texts, strict=True))


def _beside(
    canvas: Canvas, margin: str, labels: Mapping[Value, Value], before: Sequence[RimText]
) -> Iterator[RimText]:
    """The labels on one side, outside of those that are there."""
    _, rows, columns = canvas.extent
    upright, after = margin in ("above", "below"), margin in ("right", "below")
    size = rows if upright else columns
    taken = [each.row if upright else each.column for each in before]
    edge = max([size - 1, *taken]) + 1 if after else min([0, *taken])
    for place, value in labels.items():
        texts = [written((each,)) for each in (value if isinstance(value, tuple) else (value,))]
        for number, text in enumerate(texts, edge if after else edge - len(texts)):
            assert isinstance(place, int)
            yield RimText(number, place - 1, text) if upright else RimText(place - 1, number, text)


def with_decorations(
    canvases: list[Canvas], statements: Sequence[ast.Decorate], evaluator: Evaluator, room: MatrixRoom
) -> list[Canvas]:
    """The canvases with what the statements draw on the only one. Raises SpecError."""
    if not statements:
        return canvases
    if not canvases:
        raise SpecError(messages.DecorationWithoutBoard(statements[0].span, statements[0].look))
    (canvas,) = canvases
    found: list[Decoration] = []
    beside = list(canvas.beside)
    cells = 0
    for statement in statements:
        for each in _DecorationReader(statement, canvas, evaluator).decorations():
            if isinstance(each, RimText):
                beside.append(each)
            else:
                found.append(each)
            places = [each] if isinstance(each, RimText) else each.cells
            room.note(statement.span, places)
            cells += len(places)
            if cells > room.limits.cells:
                raise SpecError(messages.DrawingTooLarge(statement.span, cells, room.limits.cells, cells))
    return [canvas.replaced(decorations=(*canvas.decorations, *found), beside=tuple(beside))]


class _DecorationReader:
    """Reads the decorations of one statement."""

    def __init__(self, statement: ast.Decorate, canvas: Canvas, evaluator: Evaluator) -> None:
        self._statement, self._canvas, self._evaluator = statement, canvas, evaluator
        self._frame: Frame = evaluator.expand(statement.loop)[0] if statement.loop else UNIT
        self._lengths = {2, DIMENSIONS, canvas.lattice.axes}

    def decorations(self) -> Iterator[Decoration | RimText]:
        """One for each binding of the loop."""
        texts, colors = self._column(self._statement.text), self._column(self._statement.color)
        places = self._evaluator.column(self._statement.position, self._frame)
        known = self._single_cells(places)
        for row, place in enumerate(places):
            if not known and (outside := self._outside(place)):
                yield RimText(*outside, self._text(texts[row], row))
                continue
            cells = known[row] if known else tuple(self._cells(place, row))
            self._check(cells, row)
            yield Decoration(
                self._statement.look, cells, self._text(texts[row], row), self._color(colors[row], row)
            )

    def _single_cells(self, places: Column) -> Sequence[tuple[Cell]]:
        """The cell at each place, if all are on the canvas, as nearly always; else nothing."""
        positions = cast("list[tuple[int, ...]]", places)
        fit = set(map(type, places)) == {tuple} and self._lengths.issuperset(map(len, positions))
        fit = fit and {*map(type, chain.from_iterable(positions))} == {int}
        found = self._canvas.cells(positions) if fit else [None]
        return () if None in found else list(zip(cast("list[Cell]", found), strict=True))

    def _outside(self, place: Value) -> tuple[int, int] | None:
        """The row and the column, counted from the first cell, of a text beside a flat board of squares."""
        canvas = self._canvas
        if self._statement.look != "text" or not canvas.flat or not canvas.lattice.chequered:
            return None
        if not _is_position(place, {2}):
            return None
        row, column = (
            each - first for each, first in zip(cast(tuple[int, int], place), canvas.origin[1:], strict=True)
        )
        off = [max(-at, at - size + 1) for at, size in zip((row, column), canvas.extent[1:], strict=True)]
        return (row, column) if 0 < max(off) <= FURTHEST else None

    def _column(self, expr: ast.Expr | None) -> Column:
        return [None] * self._frame.size if expr is None else self._evaluator.column(expr, self._frame)

    def _cells(self, place: Value, row: int) -> Iterator[Cell]:
        """Of a cell, or of the members of a set or a path."""
        span = self._statement.position.span
        for each in _members(place):
            if not _is_position(each, self._lengths):
                raise SpecError(
                    messages.NotAPosition(span, each, self._frame.binding(row), max(self._lengths))
                )
            position = cast(tuple[int, ...], each)
            if (cell := self._canvas.cell(position)) is None:
                raise SpecError(
                    messages.PositionOutsideBoard(span, each, self._canvas.name, self._frame.binding(row))
                )
            yield cell

    def _check(self, cells: Sequence[Cell], row: int) -> None:
        look, span = self._statement.look, self._statement.position.span
        if len(cells) < LEAST.get(look, 0) or (look == "wall" and not self._touch(cells)):
            positions = list(map(self._canvas.position, cells))
            raise SpecError(messages.TooFewCells(span, look, positions, self._frame.binding(row)))

    def _touch(self, cells: Sequence[Cell]) -> bool:
        """Whether two of them share a side."""
        sides = set()
        for layer, row, column in cells:
            corners = self._canvas.lattice.polygons.corners(row, column)
            sides |= {(layer, *side) for side in zip(corners, corners[1:] + corners[:1], strict=True)}
        return any((layer, end, start) in sides for layer, start, end in sides)

    def _text(self, value: Value | None, row: int) -> str:
        if value is None:
            return ""
        parts = value if isinstance(value, tuple) else (value,)
        if all(isinstance(part, int | str | Symbol) for part in parts):
            return written(parts)
        assert self._statement.text is not None
        span, look = self._statement.text.span, self._statement.look
        raise SpecError(messages.TextOfDecoration(span, look, value, self._frame.binding(row)))

    def _color(self, value: Value | None, row: int) -> str:
        if value is None:
            return ""
        color = css_color(value)
        if color is None:
            assert self._statement.color is not None
            raise SpecError(
                messages.NotADrawingColor(self._statement.color.span, value, self._frame.binding(row))
            )
        return color


def _members(place: Value) -> Sequence[Value]:
    """Of a set or a path; a cell is alone."""
    if isinstance(place, OrderedSet) or (
        isinstance(place, tuple) and all(isinstance(each, tuple) for each in place)
    ):
        return tuple(place)
    return (place,)


def _is_position(value: Value, lengths: set[int]) -> bool:
    return isinstance(value, tuple) and len(value) in lengths and {*map(type, value)} == {int}
