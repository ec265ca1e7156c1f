"""A problem of BurrTools as a description in the language.

>>> from excover.formats.burrtools import read_burrtools
>>> from excover.source import Source
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

Seen from above, x goes to the right, y away and z up, as in BurrTools. Pieces are turned in space and never
reflected; where all that there is is flat, turning over is what reflects on a flat board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from string import ascii_letters, ascii_uppercase, digits

from excover.diagnostics import Diagnostic, SpecError
from excover.formats.burrtools import NOTHING, BurrProblem, BurrPuzzle, Part, Shape, Voxel
from excover.lattices import CUBE, Cell, Isometry, translated
from excover.messages.about_burrtools import ColorsIgnored
from excover.messages.about_burrtools_problems import (
    ColorRule,
    EmptyShape,
    HoleRule,
    NoResultShape,
    PieceTwice,
    PieceWithVariableVoxels,
    ProblemWithoutPieces,
    TooManyPieces,
    UnknownShape,
)
from excover.words import clipped, visible

LETTERS = ascii_uppercase + digits[1:] + ascii_letters[:26] + digits[0]
"""What pieces are drawn with."""
_WIDEST = 100
"""Columns of a drawing of pieces, unless one of them is wider."""
_MEANS = {"#": ".", "+": "?"}


def description(puzzle: BurrPuzzle, number: int) -> tuple[str, list[Diagnostic]]:
    """The text of a problem, counted from 1, and warnings.

    Raises SpecError with what is wrong with it, or cannot be said.
    """
    problem = puzzle.problems[number - 1]
    result, parts = _result(puzzle, problem), _parts(puzzle, problem)
    shapes = {part.shape: puzzle.shapes[part.shape] for part in parts}
    _refuse_rules(problem, result, parts, shapes)
    letters = _letters(shapes)
    flat = all(_size(shape)[2] == 1 for shape in (result, *shapes.values()))
    lines = [*_head(puzzle, number, letters), "", f"board result{'' if flat else ' cube'}", *_board(result)]
    counts = sorted({(part.least, part.most) for part in parts})
    for count in counts:
        alike = [part.shape for part in parts if (part.least, part.most) == count]
        name = "_".join(["piece", *map(str, sorted(set(count)))]) if len(counts) > 1 else "piece"
        drawn = {letters[shape]: shapes[shape] for shape in alike}
        lines += ["", *_pieces(name, count, drawn, flat)]
    return "\n".join([*lines, ""]), [*_lost_colors(shapes)]


def _result(puzzle: BurrPuzzle, problem: BurrProblem) -> Shape:
    if problem.result >= len(puzzle.shapes):
        raise SpecError(NoResultShape(problem.span, problem.result == NOTHING))
    result = puzzle.shapes[problem.result]
    if not result.cells:
        raise SpecError(EmptyShape(result.span, problem.span, "is to be filled here"))
    return result


def _parts(puzzle: BurrPuzzle, problem: BurrProblem) -> list[Part]:
    """Those that may be used at all."""
    parts = [part for part in problem.parts if part.most]
    seen: dict[int, Part] = {}
    for part in parts:
        if part.shape >= len(puzzle.shapes):
            raise SpecError(UnknownShape(part.span, part.shape, len(puzzle.shapes)))
        if seen.setdefault(part.shape, part) is not part:
            raise SpecError(PieceTwice(part.span, seen[part.shape].span))
        shape = puzzle.shapes[part.shape]
        if not shape.cells:
            raise SpecError(EmptyShape(shape.span, part.span, "is a piece here"))
        if "+" in shape.cells.values():
            raise SpecError(PieceWithVariableVoxels(shape.span, part.span))
    if not parts:
        raise SpecError(ProblemWithoutPieces(problem.span))
    if len(parts) > len(LETTERS):
        raise SpecError(TooManyPieces(parts[len(LETTERS)].span, len(parts), len(LETTERS)))
    return parts


# What the language has no words for


def _refuse_rules(
    problem: BurrProblem, result: Shape, parts: Sequence[Part], shapes: Mapping[int, Shape]
) -> None:
    colors = {color for shape in shapes.values() for color in shape.colors.values()}
    for on in sorted(set(result.colors.values())):
        for color in sorted(colors):
            if (color, on) not in problem.allowed:
                raise SpecError(ColorRule(problem.span, color, on))
    if problem.holes is not None and problem.holes < _most_holes(result, parts, shapes):
        raise SpecError(HoleRule(problem.span, problem.holes))


def _most_holes(result: Shape, parts: Sequence[Part], shapes: Mapping[int, Shape]) -> int:
    """How many cells may stay empty if no more is said."""
    filled = sum(part.least * len(shapes[part.shape].cells) for part in parts)
    return min(list(result.cells.values()).count("+"), len(result.cells) - filled)


def _lost_colors(shapes: Mapping[int, Shape]) -> Iterator[Diagnostic]:
    """BurrTools tells placements apart that differ by colors alone."""
    for shape in shapes.values():
        if shape.colors and _is_turned_by_color(shape):
            yield ColorsIgnored(shape.span)


def _is_turned_by_color(shape: Shape) -> bool:
    """Does a rotation take its cells onto themselves, but not their colors?"""
    turned = [_turned(shape, motion) for motion in CUBE.motions("one-sided")]
    return any(other.keys() == turned[0].keys() and other != turned[0] for other in turned)


def _turned(shape: Shape, motion: Isometry) -> dict[Cell, int | None]:
    moved = CUBE.moved(motion, list(shape.cells))
    cells = translated(moved, CUBE.shift(moved))
    return dict(zip(cells, map(shape.colors.get, shape.cells), strict=True))


# The text


def _letters(shapes: Mapping[int, Shape]) -> dict[int, str]:
    """The name of a shape where that is a letter or a digit, and else a letter that is left."""
    named: dict[str, int] = {}
    for number, shape in shapes.items():
        if shape.name in LETTERS and len(shape.name) == 1:
            named.setdefault(shape.name, number)
    free = (letter for letter in LETTERS if letter not in named)
    own = {number: letter for letter, number in named.items()}
    return {number: own.get(number) or next(free) for number in shapes}


def _head(puzzle: BurrPuzzle, number: int, letters: Mapping[int, str]) -> Iterator[str]:
    of = f", problem {number} of {len(puzzle.problems)}" if len(puzzle.problems) > 1 else ""
    yield f"# From a file of BurrTools{of}."
    for shape, letter in letters.items():
        name = _plain(puzzle.shapes[shape].name)
        yield f"# {letter} is shape {shape + 1}{f', {name}' if name and name != letter else ''}."
    file = puzzle.span.source.name
    title = puzzle.problems[number - 1].name or ("" if file.startswith("<") else PurePath(file).stem)
    if title := _plain(title):
        yield f'puzzle "{title}"'


def _plain(name: str) -> str:
    """A name that fits in a line, and between quotes."""
    return clipped(visible(" ".join(name.split()).replace('"', "'")), 80)


def _size(shape: Shape) -> Voxel:
    x, y, z = (max(axis) - min(axis) + 1 for axis in zip(*shape.cells, strict=True))
    return x, y, z


def _board(result: Shape) -> Iterator[str]:
    marks = {cell: _MEANS[state] for cell, state in result.cells.items()}
    for row in _rows(marks, _size(result), "#"):
        yield f"  |{'|'.join(row)}"


def _pieces(name: str, count: tuple[int, int], drawn: Mapping[str, Shape], flat: bool) -> Iterator[str]:
    """Those that are used equally often, side by side as far as the page is wide."""
    least, most = count
    times = f" each {least} times" if least == most else f" each {least}..{most} times"
    yield f"shapes {name}"
    for number, band in enumerate(_bands(drawn)):
        if number:
            yield "  |"
        yield from _band(band)
    yield ""
    yield f"place {'free' if flat else 'one-sided'} {name} on result{'' if count == (1, 1) else times}"


def _bands(drawn: Mapping[str, Shape]) -> Iterator[dict[str, Shape]]:
    band: dict[str, Shape] = {}
    for letter, shape in drawn.items():
        wider = {**band, letter: shape}
        if band and _width(wider.values()) > _WIDEST:
            yield band
            wider = {letter: shape}
        band = wider
    yield band


def _width(shapes: Iterable[Shape]) -> int:
    sizes = list(map(_size, shapes))
    return sum(x + 1 for x, _, _ in sizes) * max(z for _, _, z in sizes)


def _band(band: Mapping[str, Shape]) -> Iterator[str]:
    sizes = list(map(_size, band.values()))
    deep, high = max(y for _, y, _ in sizes), max(z for _, _, z in sizes)
    drawings = []
    for (letter, shape), (wide, _, _) in zip(band.items(), sizes, strict=True):
        drawings.append(list(_rows(dict.fromkeys(shape.cells, letter), (wide, deep, high), ".")))
    for row in zip(*drawings, strict=True):
        layers = (" ".join(parts) for parts in zip(*row, strict=True))
        yield f"  |{'|'.join(layers)}"


def _rows(marks: Mapping[Voxel, str], size: Voxel, nothing: str) -> Iterator[list[str]]:
    """For each y, the farthest first, the layers from the top."""
    left, front, bottom = map(min, zip(*marks, strict=True))
    wide, deep, high = size
    for y in reversed(range(front, front + deep)):
        layers = reversed(range(bottom, bottom + high))
        yield ["".join(marks.get((x, y, z), nothing) for x in range(left, left + wide)) for z in layers]
