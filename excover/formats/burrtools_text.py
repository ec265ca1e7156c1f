"""Translates a problem of BurrTools into a description in the language.

>>> from excover.formats.burrtools import read_burrtools
>>> from excover.base.source import Source
>>> text = '''<puzzle version="2"><gridType type="0"/><shapes>
... <voxel x="2" y="1" z="1" type="0">##</voxel>
... <voxel x="2" y="2" z="1" type="0">###+</voxel></shapes><problems>
... <problem><shapes><shape id="0" min="1" max="2"/></shapes><result id="1"/></problem></problems></puzzle>
... '''
>>> print(description(read_burrtools(Source("tray.xmpuzzle", text)), 1)[0])
# From a file of BurrTools.
# A is shape 1.
puzzle "tray"
<BLANKLINE>
board result
  |.?
  |..
<BLANKLINE>
shapes piece
  |AA
<BLANKLINE>
place free piece on result each 1..2 times
<BLANKLINE>

Seen from above, x goes to the right, y away from you and z up, as in BurrTools. Pieces are rotated in space
and never reflected; if everything is flat, turning a piece over is a reflection on a flat board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from string import ascii_letters, ascii_uppercase, digits

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.words import clipped, plural, visible
from excover.formats.burrtools_model import NOTHING, BurrProblem, BurrPuzzle, Part, Shape, Voxel, VoxelGrid
from excover.language import messages
from excover.language.meaning.items import no_cell_of
from excover.lattices import Cell, Lattice, default_lattice, extent, translated

LETTERS = ascii_uppercase + digits[1:] + ascii_letters[:26] + digits[0]
"""The characters with which pieces are drawn."""
_COLORS = digits[1:] + ascii_letters
"""The labels of colors."""
_WIDEST = 100
"""The columns of a drawing of pieces, unless one of them is wider."""
_MEANS = {"#": ".", "+": "?"}
_BOARD = "result"
ShapeMarks = Mapping[Cell, str]
"""A shape as it is drawn: its cells, and their characters."""


def description(puzzle: BurrPuzzle, number: int) -> tuple[str, list[Diagnostic]]:
    """The description of a problem, counted from 1, and warnings.

    Raises SpecError for errors, and for what the language cannot express.
    """
    problem = puzzle.problems[number - 1]
    result, parts = _result(puzzle, problem), _parts(puzzle, problem)
    shapes = {part.shape: puzzle.shapes[part.shape] for part in parts}
    letters = _letters(shapes)
    flat = all(len({z for _, _, z in shape.cells}) == 1 for shape in (result, *shapes.values()))
    lattice = puzzle.grid.flat if flat else puzzle.grid.lattice
    labels = _Labels(problem, result, shapes)
    holes = problem.holes if _excludes(problem, result, parts, shapes) else None
    lines = [
        *_head(puzzle, number, letters),
        "",
        *_board(lattice, _board_marks(puzzle.grid, result, holes), holes),
    ]
    lines += _labels_of_board(_drawn(puzzle.grid, result, labels.of_result))
    counts = sorted({(part.least, part.most) for part in parts})
    for count in counts:
        alike = [part.shape for part in parts if (part.least, part.most) == count]
        name = "_".join(["piece", *map(str, sorted(set(count)))]) if len(counts) > 1 else "piece"
        drawn = [
            _drawn(puzzle.grid, shapes[shape], dict.fromkeys(shapes[shape].cells, letters[shape]))
            for shape in alike
        ]
        labelled = [_drawn(puzzle.grid, shapes[shape], labels.of(shapes[shape])) for shape in alike]
        lines += [
            "",
            *_pieces(lattice, name, drawn, labelled),
            "",
            *_place(lattice, name, count, labels, labelled, problem.one_sided),
        ]
    if holes is not None:
        lines += _forbidden_holes(_drawn(puzzle.grid, result))
    return "\n".join([*lines, ""]), [*_lost_colors(puzzle.grid, shapes)]


def letters_of(puzzle: BurrPuzzle, number: int) -> Mapping[int, str]:
    """The letters with which the description of a problem, counted from 1, draws the shapes that it uses."""
    parts = _parts(puzzle, puzzle.problems[number - 1])
    return _letters({part.shape: puzzle.shapes[part.shape] for part in parts})


def _drawn(grid: VoxelGrid, shape: Shape, marks_of: Mapping[Voxel, str] | None = None) -> ShapeMarks:
    """The marks of the cells of a shape, by default those of a board; ``.`` for one without a mark."""
    shown = {voxel: _MEANS[state] for voxel, state in shape.cells.items()} if marks_of is None else marks_of
    marks = {grid.place(voxel): shown.get(voxel, ".") for voxel in shape.cells}
    return dict(zip(translated(marks, grid.lattice.shift(marks)), marks.values(), strict=True))


def _result(puzzle: BurrPuzzle, problem: BurrProblem) -> Shape:
    if problem.result >= len(puzzle.shapes):
        raise SpecError(messages.NoResultShape(problem.span, problem.result == NOTHING))
    result = puzzle.shapes[problem.result]
    if not result.cells:
        raise SpecError(messages.EmptyShape(result.span, problem.span, "is to be filled here"))
    return result


def _parts(puzzle: BurrPuzzle, problem: BurrProblem) -> list[Part]:
    """The shapes that may be used at all."""
    parts = [part for part in problem.parts if part.most]
    seen: dict[int, Part] = {}
    for part in parts:
        if part.shape >= len(puzzle.shapes):
            raise SpecError(messages.UnknownShape(part.span, part.shape, len(puzzle.shapes)))
        if seen.setdefault(part.shape, part) is not part:
            raise SpecError(messages.PieceTwice(part.span, seen[part.shape].span))
        shape = puzzle.shapes[part.shape]
        if not shape.cells:
            raise SpecError(messages.EmptyShape(shape.span, part.span, "is a piece here"))
        if "+" in shape.cells.values():
            raise SpecError(messages.PieceWithVariableVoxels(shape.span, part.span))
    if not parts:
        raise SpecError(messages.ProblemWithoutPieces(problem.span))
    if len(parts) > len(LETTERS):
        raise SpecError(messages.TooManyPieces(parts[len(LETTERS)].span, len(parts), len(LETTERS)))
    return parts


# What the language has other ways for


def _excludes(
    problem: BurrProblem, result: Shape, parts: Sequence[Part], shapes: Mapping[int, Shape]
) -> bool:
    """Whether the limit on holes demands more than how often pieces are used."""
    return problem.holes is not None and problem.holes < _most_holes(result, parts, shapes)


def _most_holes(result: Shape, parts: Sequence[Part], shapes: Mapping[int, Shape]) -> int:
    """The default for the number of cells that may stay empty."""
    filled = sum(part.least * len(shapes[part.shape].cells) for part in parts)
    return min(list(result.cells.values()).count("+"), len(result.cells) - filled)


def _lost_colors(grid: VoxelGrid, shapes: Mapping[int, Shape]) -> Iterator[Diagnostic]:
    """BurrTools distinguishes placements that differ only by colors."""
    for shape in shapes.values():
        if shape.colors and _is_turned_by_color(grid, shape):
            yield messages.ColorsIgnored(shape.span)


def _is_turned_by_color(grid: VoxelGrid, shape: Shape) -> bool:
    """Whether a rotation maps its cells to themselves, but not their colors."""
    lattice, places = grid.lattice, list(map(grid.place, shape.cells))
    colors = list(map(shape.colors.get, shape.cells))
    moved = (lattice.moved(motion, places) for motion in lattice.motions("one-sided"))
    first, *others = (translated(cells, lattice.shift(cells)) for cells in moved)
    as_it_is, there = dict(zip(first, colors, strict=True)), set(first)
    return any(
        there.issuperset(cells) and as_it_is != dict(zip(cells, colors, strict=True)) for cells in others
    )


# Colors


class _Labels:
    """Labels for the colors of the result and of the pieces, if they exclude any placement."""

    def __init__(self, problem: BurrProblem, result: Shape, shapes: Mapping[int, Shape]) -> None:
        below = sorted(set(result.colors.values()))
        above = sorted({color for shape in shapes.values() for color in shape.colors.values()})
        pairs = [(color, on) for color in above for on in below]
        self._pairs = [pair for pair in pairs if pair in problem.allowed]
        if len(self._pairs) == len(pairs):
            below, above, self._pairs = [], [], []
        own = [(color, color) for color in above if color in below]
        self._colors = sorted({*below, *above}) if self._pairs == own else [*below, *map(_of_piece, above)]
        self._is_own = self._pairs == own
        if len(self._colors) > len(_COLORS):
            raise SpecError(messages.ManyColors(problem.span, len(self._colors), len(_COLORS)))
        self.of_result = {voxel: self._of(on) for voxel, on in result.colors.items() if below}
        self._above = {color: self._of(color if self._is_own else _of_piece(color)) for color in above}

    def _of(self, color: int) -> str:
        return _COLORS[self._colors.index(color)]

    def of(self, shape: Shape) -> dict[Voxel, str]:
        """Those of a piece."""
        return {voxel: self._above[color] for voxel, color in shape.colors.items() if self._above}

    def matching(self, labelled: Iterable[ShapeMarks]) -> str:
        """Which labels of some pieces may lie on which of the result; empty if each only on its own."""
        used = {mark for marks in labelled for mark in marks.values()}
        pairs = [(self._above[piece], self._of(on)) for piece, on in self._pairs if not self._is_own]
        return ", ".join(f'"{piece}" on "{on}"' for piece, on in pairs if piece in used)


def _of_piece(color: int) -> int:
    """The number of a color of pieces, which has a label other than the same color of the result."""
    return -color


# The text


def _letters(shapes: Mapping[int, Shape]) -> dict[int, str]:
    """The name of a shape if that is a letter or a digit, otherwise a free letter."""
    named: dict[str, int] = {}
    for number, shape in shapes.items():
        if shape.name in LETTERS and len(shape.name) == 1:
            named.setdefault(shape.name, number)
    free = (letter for letter in LETTERS if letter not in named)
    own = {number: letter for letter, number in named.items()}
    return {number: own.get(number) or next(free) for number in shapes}


def _head(puzzle: BurrPuzzle, number: int, letters: Mapping[int, str]) -> Iterator[str]:
    of = f", problem {number} of {len(puzzle.problems)}" if len(puzzle.problems) > 1 else ""
    yield f"# From a file of {puzzle.program}{of}."
    for shape, letter in letters.items():
        name = _plain(puzzle.shapes[shape].name)
        yield f"# {letter} is shape {shape + 1}{f', {name}' if name and name != letter else ''}."
    file = puzzle.span.source.name
    title = puzzle.problems[number - 1].name or ("" if file.startswith("<") else PurePath(file).stem)
    if title := _plain(title):
        yield f'puzzle "{title}"'


def _plain(name: str) -> str:
    """A name that fits into a line, and between quotes."""
    return clipped(visible(" ".join(name.split()).replace('"', "'")), 80)


def _board_marks(grid: VoxelGrid, result: Shape, holes: int | None) -> ShapeMarks:
    """Where the number of holes is limited, none is drawn."""
    return _drawn(grid, result, None if holes is None else dict.fromkeys(result.cells, "."))


def _board(lattice: Lattice, result: ShapeMarks, holes: int | None) -> Iterator[str]:
    name = "" if lattice is default_lattice(solid=False) else f" {lattice.name}"
    limit = "" if holes is None else f", at most {plural(holes, 'hole')}"
    yield f"board {_BOARD}{name}{limit}"
    rows = _rows(result, extent(result), "#" if lattice.plain else " ")
    yield from (f"  |{'|'.join(layers)}".rstrip() for layers in rows)


def _forbidden_holes(result: ShapeMarks) -> Iterator[str]:
    """The voxels that have to be filled."""
    first = 0 if extent(result)[0] > 1 else 1
    filled = sorted(cell for cell, mark in result.items() if mark == ".")
    if filled:
        places = (", ".join(str(at + 1) for at in cell[first:]) for cell in filled)
        yield f"\nforbid {no_cell_of(_BOARD)}(cell) for cell in {{"
        yield ",\n".join(f"  ({place})" for place in places)
        yield "}\n"


def _labels_of_board(labels: ShapeMarks) -> Iterator[str]:
    if _has_marks(labels):
        yield "  labels"
        yield from (f"  |{'|'.join(layers)}" for layers in _rows(labels, extent(labels), "."))


def _has_marks(marks: ShapeMarks) -> bool:
    return any(mark != "." for mark in marks.values())


def _pieces(
    lattice: Lattice, name: str, drawn: Sequence[ShapeMarks], labelled: Sequence[ShapeMarks]
) -> Iterator[str]:
    """Shapes that are used equally often, and the labels of their cells."""
    yield f"shapes {name}{'' if lattice.plain else f' {lattice.name}'}"
    yield from _side_by_side(lattice, drawn)
    if any(map(_has_marks, labelled)):
        yield "  labels"
        yield from _side_by_side(lattice, labelled)


def _place(
    lattice: Lattice,
    name: str,
    count: tuple[int, int],
    labels: _Labels,
    labelled: Sequence[ShapeMarks],
    one_sided: bool,
) -> Iterator[str]:
    least, most = count
    times = f" each {least} times" if least == most else f" each {least}..{most} times"
    group = "one-sided" if lattice.solid or one_sided else "free"
    yield f"place {group} {name} on result{'' if count == (1, 1) else times}"
    if matching := labels.matching(labelled):
        yield f"  matching {matching}"


def _side_by_side(lattice: Lattice, drawn: Sequence[ShapeMarks]) -> Iterator[str]:
    """Up to the width of a page."""
    for number, band in enumerate(_bands(lattice, drawn)):
        if number:
            yield "  |"
        yield from _band(lattice, band)


def _bands(lattice: Lattice, drawn: Iterable[ShapeMarks]) -> Iterator[list[ShapeMarks]]:
    band: list[ShapeMarks] = []
    for piece in drawn:
        wider = [*band, piece]
        if band and _width(lattice, wider) > _WIDEST:
            yield band
            wider = [piece]
        band = wider
    yield band


def _room(lattice: Lattice, piece: ShapeMarks) -> int:
    """The columns of a piece and at least one after it, so that the next one is on the lattice."""
    step = lattice.translations[2][2]
    return -(-(extent(piece)[2] + 1) // step) * step


def _width(lattice: Lattice, pieces: Sequence[ShapeMarks]) -> int:
    return sum(_room(lattice, piece) for piece in pieces) * max(extent(piece)[0] for piece in pieces)


def _band(lattice: Lattice, band: Sequence[ShapeMarks]) -> Iterator[str]:
    layers, rows = max(extent(piece)[0] for piece in band), max(extent(piece)[1] for piece in band)
    drawings = [_rows(piece, (layers, rows, extent(piece)[2]), ".") for piece in band]
    rooms = [_room(lattice, piece) for piece in band]
    for row in zip(*drawings, strict=True):
        texts = (
            "".join(part.ljust(room) for part, room in zip(parts, rooms, strict=True))
            for parts in zip(*row, strict=True)
        )
        yield f"  |{'|'.join(text[:-1] for text in texts)}".rstrip()


def _rows(marks: ShapeMarks, size: Cell, nothing: str) -> Iterator[list[str]]:
    """For each row, the layers from the top."""
    layers, rows, columns = size
    for row in range(rows):
        yield [
            "".join(marks.get((layer, row, column), nothing) for column in range(columns))
            for layer in range(layers)
        ]
