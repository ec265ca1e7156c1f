"""Reads a drawing of givens on its canvases: the inverse of drawing a solution."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from excover.base.diagnostics import MOST_REPORTED, Diagnostic, SpecError
from excover.base.source import Source, Span
from excover.base.words import listed, plural
from excover.language import messages
from excover.language.meaning.drawing import BLANK, Mark, bands, marks, word_marks
from excover.language.texts import words_in
from excover.lattices import Cell
from excover.lattices.lattice import AXES
from excover.matrix.compiled import Canvas, Marking, joint, parts_of

SAYS_NOTHING = frozenset(".#?_ ")
_RULE = r"[\s|+]*-{2}[\s|+-]*"
"""A line between the boxes of a grid."""


class GivenMark(NamedTuple):
    """``beside`` are other given marks for the same place; ``copy`` is what follows the mark
    of one of several copies, if it is given (see copies.py).
    """

    canvas: int
    cell: Cell
    text: str
    span: Span
    beside: frozenset[str] = frozenset()
    copy: str = ""


def drawing_lines(source: Source, canvases: Sequence[Canvas] = ()) -> list[Span]:
    """The lines of a drawing in a separate file, where the bar before each line is optional.

    If there are as many as rows of the only canvas, blank lines are rows. Otherwise, those around the drawing
    are left out, except those of the first rows if these have no cells. If a line begins without a bar, the
    first bar of another line is the end of a layer that is empty there.
    """
    found, start = [], 0
    lines = source.text.split("\n")
    barred = all(line.lstrip().startswith("|") for line in lines if line.strip())
    for line in lines:
        span = Span(source, start, start + len(line.rstrip()))
        bar = len(line) - len(line.lstrip()) + 1 if barred and line.strip() else 0
        found.append(span.part(bar, max(0, len(span.text) - bar)))
        start += len(line) + 1
    if source.text.endswith("\n"):
        found.pop()
    if len(canvases) == 1 and _is_row_by_row(found, canvases[0]):
        return found
    blank = _rows_without_cells(canvases[0]) if canvases else 0
    while found and not found[-1].text.strip():
        found.pop()
    first = next((number for number, line in enumerate(found) if line.text.strip()), 0)
    return found[max(0, first - blank) :]


def _is_row_by_row(lines: Sequence[Span], canvas: Canvas) -> bool:
    """Whether there is a line for each row, and not all rows are in one of them."""
    filled = [line for line in lines if line.text.strip()]
    return len(lines) == canvas.extent[1] and (
        len(filled) > 1 or all(mark.cell[2] < canvas.extent[2] for mark in _shown(filled, canvas))
    )


def _rows_without_cells(canvas: Canvas) -> int:
    """The number of rows before the first that has a cell, in any layer."""
    layers, rows, columns = map(range, canvas.extent)
    missing = canvas.holes | canvas.gaps
    cells = (row for row in rows for cell in product(layers, [row], columns) if cell not in missing)
    return next(cells, 0)


def read_drawing(
    lines: Sequence[Span], canvases: Sequence[Canvas], markings: Sequence[tuple[Marking, ...]]
) -> list[GivenMark]:
    """The marks of a drawing. Raises SpecError with every mark that is impossible at its place."""
    if not lines:
        return []
    if not canvases:
        raise SpecError(messages.NoDrawingToFill(lines[0].to(lines[-1])))
    drawings = bands(lines) if len(canvases) > 1 else [list(lines)]
    if len(drawings) > len(canvases):
        raise SpecError(messages.TooManyBands(drawings[-1][0], [canvas.name for canvas in canvases]))
    found: list[GivenMark] = []
    wrong: list[Diagnostic] = []
    for number, band in enumerate(drawings):
        found += _read_band(number, band, canvases[number], silent_marks(number, markings), wrong)
    if wrong:
        raise SpecError(wrong)
    return found


def _read_band(
    number: int, band: Sequence[Span], canvas: Canvas, silent: frozenset[str], wrong: list[Diagnostic]
) -> list[GivenMark]:
    """The marks of one canvas; adds what is impossible to ``wrong``. Raises SpecError for too many.

    Of signs that give nothing, the first outside the canvas is reported: the drawing is of something larger.
    """
    found: list[GivenMark] = []
    beyond: Diagnostic | None = None
    silent |= _strokes(canvas)
    shown = list(_marks(band, canvas))
    lengths = {cell[1]: cell[2] + 1 for cell in sorted(mark.cell for mark in shown)} if canvas.flat else {}
    for mark in shown:
        fault = _misplaced(mark, canvas, lengths.get(mark.cell[1], 0))
        if mark.text in silent:
            if fault and mark.text != BLANK and isinstance(fault, messages.MarkOutsideDrawing):
                beyond = beyond or fault
        elif fault:
            wrong.append(fault)
            if len(wrong) == MOST_REPORTED:
                raise SpecError(wrong)
        else:
            found += _given(number, mark, canvas)
    if beyond and not wrong:
        wrong.append(beyond)
    return found


def unshown(lines: Sequence[Span], canvases: Sequence[Canvas]) -> list[Diagnostic]:
    """Warnings about rows, columns and boards that a drawing does not have, as when a line of it was lost."""
    if not lines:
        return []
    drawings = bands(lines) if len(canvases) > 1 else [list(lines)]
    if left_out := [canvas.name for canvas in canvases[len(drawings) :]]:
        return [messages.IncompleteDrawing(lines[-1], f"the cells of {listed(left_out, 'and')}")]
    found = (_unshown(band, canvas) for band, canvas in zip(drawings, canvases, strict=True))
    return [fault for fault in found if fault]


def _unshown(band: Sequence[Span], canvas: Canvas) -> Diagnostic | None:
    """A drawing that leaves cells blank may end early: blanks at the end of a line are invisible."""
    shown = list(_marks(band, canvas))
    layers, rows, columns = map(range, canvas.extent)
    cells = set(product(layers, rows, columns)) - canvas.holes - canvas.gaps
    missing = sorted(cells.difference(mark.cell for mark in shown))
    leaves_blank = any(mark.text == BLANK and mark.cell in cells for mark in shown)
    if not missing or leaves_blank or _has_blank_rows(band, canvas):
        return None
    where = _where(canvas)
    axes = AXES[-canvas.lattice.axes :]
    for axis, name in enumerate(axes[:-1]):
        drawn = max((_number(canvas, mark.cell, axis) for mark in shown), default=-1) + 1
        if drawn <= (last := max(_number(canvas, cell, axis) for cell in missing)):
            what = f"{_numbered(name, drawn, last)} of {where}"
            return messages.IncompleteDrawing(band[-1], what, f"it has {plural(drawn, name)}")
    layer, row, first = missing[0]
    last = max(cell[2] for cell in missing if cell[:2] == (layer, row))
    what = f"{_numbered('column', first, last)} of {where}"
    return messages.IncompleteDrawing(band[row], what, f"here it has {plural(first, 'column')}")


def _has_blank_rows(band: Sequence[Span], canvas: Canvas) -> bool:
    return len(band) == canvas.extent[1] and not all(line.text.strip() for line in band)


def _number(canvas: Canvas, cell: Cell, axis: int) -> int:
    """The coordinate of a cell along an axis, counted from 0."""
    layer, row, column = cell
    return canvas.lattice.coordinates((layer + 1, row + 1, column + 1))[axis] - 1


def _numbered(name: str, first: int, last: int) -> str:
    """Rows, counted from 0, as they are counted in messages."""
    return f"{name} {first + 1:,}" if first == last else f"{name}s {first + 1:,} to {last + 1:,}"


def read_line(line: Span, canvas: Canvas, markings: Sequence[tuple[Marking, ...]]) -> list[GivenMark]:
    """The marks of a line that has all cells of a canvas in order (see `cells_of`).

    Raises SpecError if it has more or fewer, or with every mark that is impossible at its place.
    """
    shown, cells = _shown([line], canvas), cells_of(canvas)
    if len(shown) != len(cells):
        raise SpecError(messages.WrongLineLength(line, len(shown), len(cells)))
    silent = silent_marks(0, markings) | _strokes(canvas)
    marks = [m._replace(cell=cell) for m, cell in zip(shown, cells, strict=True) if m.text not in silent]
    if wrong := [fault for mark in marks if (fault := _misplaced(mark, canvas))]:
        raise SpecError(wrong)
    return [given for mark in marks for given in _given(0, mark, canvas)]


def _given(number: int, mark: Mark, canvas: Canvas) -> Iterator[GivenMark]:
    parts, start = parts_of(canvas, mark.text), 0
    of_parts = [canvas.copies.get(part, (part, "")) for part in parts]
    for part, (text, copy) in zip(parts, of_parts, strict=True):
        beside = frozenset(other for other, _ in of_parts).difference({text})
        yield GivenMark(number, mark.cell, text, mark.span.part(start, len(part)), beside, copy)
        start += len(part) + len(joint(canvas))


def cells_of(canvas: Canvas) -> list[Cell]:
    """The cells that a line of a whole canvas shows, layer by layer and row by row, including holes."""
    layers, rows, columns = map(range, canvas.extent)
    return [cell for cell in product(layers, rows, columns) if cell not in canvas.gaps]


def silent_marks(canvas: int, markings: Sequence[tuple[Marking, ...]]) -> frozenset[str]:
    """0 is no mark, as in most files of Sudokus, unless something here is drawn as 0."""
    zero = any(marking.mark == "0" and marking.canvas == canvas for each in markings for marking in each)
    return SAYS_NOTHING if zero else SAYS_NOTHING | {"0"}


def _strokes(canvas: Canvas) -> frozenset[str]:
    """The characters of edges, and of joints, which are no marks either."""
    strokes = canvas.lattice.strokes.values()
    return frozenset({*strokes, "+"} if strokes else ())


def _shown(lines: Sequence[Span], canvas: Canvas) -> list[Mark]:
    in_words = canvas.width > 1 or _has_copies(lines, canvas) or _is_joined(lines, canvas)
    if rows := _rows_of_words(lines, canvas, in_words):
        places = ((r, c, word) for r, row in enumerate(rows) for c, word in enumerate(row))
        return [Mark((0, r, c), word.text, word) for r, c, word in places]
    return list((word_marks if in_words else marks)(lines, canvas.lattice))


def _rows_of_words(lines: Sequence[Span], canvas: Canvas, in_words: bool) -> list[list[Span]]:
    """The rows, if most have a word for each cell, as people write grids of digits: none of these has room
    for its cells side by side. Bars and lines between boxes are left out, and blank lines if all rows are
    there. Raises SpecError for a row of another length, unless words are drawn anyway, and it ends early.
    """
    columns = canvas.extent[2]
    if columns == 1 or canvas.gaps or canvas.lattice.strokes or not canvas.flat:
        return []
    has_dashes = any("-" in mark for mark in canvas.texts)
    kept = [line for line in lines if has_dashes or not re.fullmatch(_RULE, line.text)]
    filled = [line for line in kept if line.text.strip(" |")]
    if len(filled) == canvas.extent[1]:
        kept = filled
    elif len(kept) == 1:  # all rows in one line, perhaps with blanks for cells
        return []
    rows = [words_in(line, "|") for line in kept]
    wrong = [(line, words) for line, words in zip(kept, rows, strict=True) if len(words) not in (0, columns)]
    if 2 * len(wrong) >= len(filled):
        return []
    for line, words in wrong:
        ends_early = in_words and len(words) < columns and "|" not in line.text.strip(" |")
        if not ends_early:
            raise SpecError(
                messages.WrongLineLength(words[0].to(words[-1]), len(words), columns, _where(canvas), columns)
            )
    return rows


def _has_copies(lines: Sequence[Span], canvas: Canvas) -> bool:
    """Whether words are drawn, because copies are numbered: one is among them, which letters side by side
    never look like, or each line has a word for each cell.
    """
    if not canvas.copies:
        return False
    words = [line.text.replace("|", " ").split() for line in lines if line.text.strip()]
    row = canvas.extent[0] * canvas.extent[2]
    return all(len(each) == row for each in words) or any(
        not canvas.copies.keys().isdisjoint(each) for each in words
    )


def _is_joined(lines: Sequence[Span], canvas: Canvas) -> bool:
    """Whether words are drawn, because some place has several letters."""
    sign = joint(canvas)
    suspects = (word for line in lines if sign in line.text for word in line.text.split() if sign in word)
    return any(len(parts_of(canvas, word)) > 1 for word in suspects)


def _marks(lines: Sequence[Span], canvas: Canvas) -> Iterator[Mark]:
    _, rows, columns = canvas.extent
    shown = _shown(lines, canvas)
    if len(lines) > 1 or rows == 1 or len(shown) <= columns or not canvas.flat or canvas.gaps:
        yield from shown
        return
    cells = cells_of(canvas)
    if len(shown) != len(cells):  # the usual one-line form: all rows in one line
        raise SpecError(messages.WrongLineLength(lines[0], len(shown), len(cells), _where(canvas), columns))
    for mark, cell in zip(shown, cells, strict=True):
        yield mark._replace(cell=cell)


def _misplaced(mark: Mark, canvas: Canvas, length: int = 0) -> Diagnostic | None:
    """``length`` is that of its row, if this can be too long."""
    where = _where(canvas)
    if not all(at < size for at, size in zip(mark.cell, canvas.extent, strict=True)):
        sizes = " by ".join(map(str, canvas.sizes))
        row = mark.cell[1] + 1 if length > canvas.extent[2] and mark.cell[1] < canvas.extent[1] else None
        return messages.MarkOutsideDrawing(mark.span, mark.text, where, f"{sizes} cells", row, length)
    if not canvas.has_room(mark.cell):
        return messages.MarkOnHole(mark.span, mark.text, where)
    return None


def _where(canvas: Canvas) -> str:
    return f"board `{canvas.name}`" if canvas.name else "the drawing"
