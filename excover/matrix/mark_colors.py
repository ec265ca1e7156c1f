"""The colors that a description chooses for marks; the colors of items are something else.

Each mark has one color, on all boards and for all options that draw it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from excover.base.css_colors import rgb
from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import Symbol, Value
from excover.base.source import Span
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import UNIT, Column, Frame
from excover.language.meaning.puzzle import Placing, Puzzle
from excover.language.messages.about_drawings import (
    InvalidMark,
    MarkInTwoColors,
    MarkNeverDrawn,
    NotADrawingColor,
)
from excover.language.syntax import ast
from excover.matrix.matrix_room import MatrixRoom


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
    for clause in clauses:
        found.add(clause)
    for draw in puzzle.mark_colors:
        clause = _of_marks(draw, evaluator)
        room.note(draw.span, clause.marks)
        found.add(clause)
        if clause.marks and known.keys().isdisjoint(clause.marks):
            found.wrong.append(MarkNeverDrawn(draw.mark.span, clause.marks[0], list(known)))
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
        color = css_color(value)
        if color is None:
            return NotADrawingColor(clause.span, value, clause.frame.binding(row))
        earlier, written, span = self.chosen.setdefault(mark, (color, value, clause.span))
        if earlier != color:
            binding = clause.frame.binding(row)
            return MarkInTwoColors(clause.span, mark, value, binding, written, span)
        return None


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
            raise SpecError(InvalidMark(source.span, mark, frame.binding(marks.index(mark))))
        texts[kind, mark] = ("" if max(map(len, parts)) == 1 else "/").join(parts)
    return [texts[type(mark), mark] for mark in marks]


def mark_text(mark: Value) -> str:
    """Empty if a value cannot be a mark."""
    text = mark.name if isinstance(mark, Symbol) else str(mark)
    is_mark = type(mark) in (int, str, Symbol) and text not in ".?#_" and not set(text) & set("| \t")
    return text if is_mark else ""
