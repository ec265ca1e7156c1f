"""Clues that are set by clicks, as edits of the text, so that its undo and its link have them, too.

>>> from excover.apps.play.asked import Asked
>>> asked = Asked.of({"text": "board grid 2x2\\nfill grid with 1..2, once per row, column\\n"})
>>> print(with_clues(asked, 0, [(0, 1, 0)], "2").applied())
board grid 2x2
fill grid with 1..2, once per row, column
given
  |..
  |2.
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from excover.apps.play.asked import Asked, BadQuestion
from excover.base.diagnostics import Edit, SpecError
from excover.base.source import Span, is_yaml
from excover.language.syntax import ast
from excover.lattices import Cell
from excover.matrix.compiled import Canvas, Compiled, Marking, Place
from excover.matrix.given import drawers_of, given_names
from excover.matrix.given_drawing import read_drawing
from excover.matrix.overlay import joint
from excover.matrix.read_givens import read_givens
from excover.render.text import drawing_text


def with_clues(asked: Asked, canvas: int, cells: Sequence[Cell], mark: str) -> Edit:
    """The edit that gives a mark on each of the cells; an empty mark takes their clues away.

    Raises SpecError if the text or one of its clues is wrong; BadQuestion if there is no such cell.
    """
    full = _full_with(asked, canvas, cells)
    marks = drawn_marks(asked, full)
    for cell in cells:
        marks.pop((canvas, cell), None)
        if mark:
            marks[canvas, cell] = mark
    return with_drawing(asked, marks_drawing(full, marks))


def fitting_marks(asked: Asked, canvas: int, cells: Sequence[Cell], marks: Sequence[str]) -> list[str]:
    """Those of the marks that can be given on all of the cells together: a piece, only as it can lie there.

    Other clues do not matter. Raises as `with_clues`.

    >>> text = "board b 2x3\\nshapes p\\n  |LL III\\n  |L. ...\\nplace free p on b\\n"
    >>> asked = Asked.of({"text": text})
    >>> fitting_marks(asked, 0, [(0, 0, 0), (0, 0, 1), (0, 1, 0)], ["L", "I"])
    ['L']
    """
    full = _full_with(asked, canvas, cells)
    markings = list(full.markings)  # drawn once for all marks
    drawers = drawers_of(markings, {(canvas, cell) for cell in cells})
    shown = {(each.canvas, each.mark) for option in markings for each in option}
    brief = full.replaced(markings=[(Marking(at, mark, ()),) for at, mark in shown])  # all that a mark needs

    def fits(mark: str) -> bool:
        try:
            drawing = marks_drawing(full, {(canvas, cell): mark for cell in cells})
            given_names(brief, read_givens(drawing, brief), drawers)
        except SpecError:
            return False
        return True

    return list(filter(fits, marks))


def _full_with(asked: Asked, canvas: int, cells: Sequence[Cell]) -> Compiled:
    """The puzzle without its drawings of givens. Raises BadQuestion if it has not all of the cells."""
    full = without_drawings(asked).problem().full
    if not 0 <= canvas < len(full.canvases) or not all(_has_cell(full.canvases[canvas], at) for at in cells):
        raise BadQuestion("there is no such cell")
    return full


def marks_drawing(full: Compiled, marks: Mapping[Place, str]) -> str:
    """A drawing that can be read back; empty without marks."""
    drawn = [Marking(canvas, mark, (cell,)) for (canvas, cell), mark in marks.items()]
    return drawing_text(full.canvases, drawn) if drawn else ""


def without_drawings(asked: Asked) -> Asked:
    """The same text without its drawings of givens, which may contradict each other."""
    return asked.edited(with_drawing(asked, "")) if _statements(asked) else asked


def with_drawing(asked: Asked, drawing: str) -> Edit:
    """The edit that makes a drawing the only one of the givens; without lines, there is none."""
    if is_yaml(asked.source):
        raise BadQuestion(
            "clues can be drawn into a description in the text form only: see `excover convert`"
        )
    body = "".join(f"\n  |{line}" for line in drawing.split("\n")) if drawing else ""
    old = _statements(asked)
    text = asked.source.text
    if not old:
        gap = "" if text.endswith("\n") or not text else "\n"
        return Edit(Span(asked.source, len(text), len(text)), f"{gap}given{body}\n" if body else "")
    start, end = old[0].span.start, old[-1].span.end
    kept = [text[before.span.end : after.span.start] for before, after in pairwise(old)]
    if not body and text[end : end + 1] == "\n":
        end += 1
    return Edit(Span(asked.source, start, end), (f"given{body}" if body else "") + "".join(kept).rstrip())


def _statements(asked: Asked) -> list[ast.GivenDrawing]:
    """The drawings of givens in the text itself."""
    return [each for each in asked.draft.spec.statements if isinstance(each, ast.GivenDrawing)]


def drawn_marks(asked: Asked, full: Compiled) -> dict[Place, str]:
    """What the drawings of the text give at each place. Raises SpecError if a mark is impossible."""
    marks: dict[Place, str] = {}
    for statement in _statements(asked):
        for given in read_drawing(statement.drawing.lines, full.canvases, full.markings):
            place = given.canvas, given.cell
            before = marks.get(place)
            text = given.text + given.copy
            marks[place] = f"{before}{joint(full.canvases[given.canvas])}{text}" if before else text
    return marks


def _has_cell(canvas: Canvas, cell: Cell) -> bool:
    inside = all(0 <= at < size for at, size in zip(cell, canvas.extent, strict=True))
    return inside and cell not in canvas.holes and cell not in canvas.gaps
