"""Reads puzzles of polycube, M. Busche's solver of polyomino and polycube puzzles.

>>> text = '''D : xDim=3 : yDim=2 : zDim=1
... C : name=I : layout=0 0 0, 1 0 0, 2 0 0
... L
... . . .
... A A A
... ~L
... ~D
... '''
>>> (problem,) = read_polycube(Source("two.txt", text)).problems
>>> [(part.shape, part.least) for part in problem.parts], problem.result
([(0, 1), (1, 1)], 2)

A file has puzzles, each from a line ``D`` with the sizes of a box to a line ``~D``. Pieces are listed in
lines ``C``, as x, y and z of each cell, or drawn between ``L`` and ``~L``: names between blanks, a row of the
box in a line, the one farthest away first, and its layers between commas, the lowest first. ``#`` begins a
comment. Pieces that are ``stationary`` lie where they are. (http://www.mattbusche.org/blog/article/polycube/)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from excover.base.diagnostics import SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.source import Source, Span
from excover.formats.burrtools_model import BurrProblem, BurrPuzzle, Part, Shape, Voxel
from excover.language import messages
from excover.language.texts import lines_of, words_in

_NUMBER = re.compile(r"-?\d{1,6}", re.ASCII)


@dataclass(slots=True)
class _Box:
    """A puzzle that is being read: its pieces by name, and those that lie where they are."""

    span: Span
    size: Voxel
    one_sided: bool
    pieces: dict[str, Shape] = field(default_factory=dict)
    stationary: dict[str, Shape] = field(default_factory=dict)


def read_polycube(source: Source, limits: Limits = DEFAULT) -> BurrPuzzle:
    """Raises SpecError with the first error."""
    if len(source.text) > limits.matrix:
        raise SpecError(messages.TextTooLong(source.name, limits.ceiling("matrix")))
    return _PolycubeReader(source, limits).read()


class _PolycubeReader:
    def __init__(self, source: Source, limits: Limits) -> None:
        self._source = source
        self._limits = limits
        self._lines = self._stripped()
        self._puzzle = BurrPuzzle(Span(source, 0, min(1, len(source.text))), program="polycube")
        self._cells = 0

    def _stripped(self) -> Iterator[Span]:
        """The lines without comments, except those with nothing else."""
        for line in lines_of(self._source):
            text = line.text.split("#")[0].rstrip()
            if text.strip():
                begin = line.start + len(text) - len(text.lstrip())
                yield Span(self._source, begin, line.start + len(text))

    def read(self) -> BurrPuzzle:
        box: _Box | None = None
        for line in self._lines:
            word, *fields = _fields(line)
            if word.text == "D" and box is None:
                box = self._box(line, fields)
            elif word.text == "C" and box is not None:
                self._add_listed(box, line, fields)
            elif word.text == "L" and box is not None:
                self._add_drawn(box, line, fields)
            elif word.text == "~D" and box is not None:
                self._end(box)
                box = None
            else:
                raise SpecError(messages.UnknownDirective(word, box is not None))
        if box is not None:
            raise SpecError(messages.UnendedPolycube(box.span, "~D"))
        return self._puzzle

    # Directives

    def _box(self, line: Span, fields: Sequence[Span]) -> _Box:
        found = _settings(line, fields, ("xDim", "yDim", "zDim", "oneSide"))
        x, y, z = (self._length(found.get(name), line, name) for name in ("xDim", "yDim", "zDim"))
        self._cells += x * y * z
        if self._cells > self._limits.cells:
            raise SpecError(messages.TooManyVoxels(line, self._cells, self._limits.cells))
        one_sided = "oneSide" in found and found["oneSide"].text in ("", "1")
        return _Box(line, (x, y, z), one_sided)

    def _length(self, written: Span | None, line: Span, name: str) -> int:
        if written is None or not _NUMBER.fullmatch(written.text) or int(written.text) < 1:
            raise SpecError(messages.WrongSetting(written or line, name, "a size from 1"))
        return int(written.text)

    def _add_listed(self, box: _Box, line: Span, fields: Sequence[Span]) -> None:
        """``C``: a piece as a list of its cells."""
        found = _settings(line, fields, ("name", "type", "layout"))
        kind = found["type"].text if "type" in found else "M"
        if kind not in ("M", "S"):
            raise SpecError(messages.WrongSetting(found["type"], "type", "M for a piece that is moved, or S"))
        if "name" not in found or not found["name"].text:
            raise SpecError(messages.WrongSetting(line, "name", "the name of a piece"))
        if "layout" not in found:
            raise SpecError(messages.NoCoordinates(line))
        piece = self._piece(box, found["name"], kind == "S")
        for part in _split(found["layout"], ","):
            numbers = part.text.split()
            if len(numbers) != 3 or not all(map(_NUMBER.fullmatch, numbers)):
                raise SpecError(messages.NoCoordinates(part))
            x, y, z = map(int, numbers)
            piece.cells[x, y, z] = "#"
            self._count(part)

    def _add_drawn(self, box: _Box, line: Span, fields: Sequence[Span]) -> None:
        """``L``: pieces drawn side by side, in rows of the box from the farthest."""
        found = _settings(line, fields, ("stationary",))
        still = found["stationary"].text.split() if "stationary" in found else []
        pieces: dict[str, Shape] = {}
        y = box.size[1] - 1
        for row in self._lines:
            if row.text.split()[0] == "~L":
                return
            for z, layer in enumerate(_split(row, ",")):
                for x, name in enumerate(words_in(layer)):
                    if name.text != ".":
                        if name.text not in pieces:
                            pieces[name.text] = self._piece(box, name, name.text in still)
                        pieces[name.text].cells[x, y, z] = "#"
                        self._count(name)
            y -= 1
        raise SpecError(messages.UnendedPolycube(line, "~L"))

    def _piece(self, box: _Box, name: Span, still: bool) -> Shape:
        if name.text in box.pieces or name.text in box.stationary:
            other = box.pieces.get(name.text) or box.stationary[name.text]
            raise SpecError(messages.PolycubePieceTwice(name, other.span))
        shape = Shape(name, name.text, (0, 0, 0))
        (box.stationary if still else box.pieces)[name.text] = shape
        return shape

    def _count(self, span: Span) -> None:
        self._cells += 1
        if self._cells > self._limits.cells:
            raise SpecError(messages.TooManyVoxels(span, self._cells, self._limits.cells))

    def _end(self, box: _Box) -> None:
        """The puzzle as one of BurrTools: the result is the box without the pieces that lie still."""
        wide, deep, high = map(range, box.size)
        free = dict.fromkeys(product(wide, deep, high), "#")
        for shape in box.stationary.values():
            for cell in shape.cells:
                if free.pop(cell, None) is None:
                    raise SpecError(messages.OutOfPlace(shape.span, cell))
        first = len(self._puzzle.shapes)
        parts = [Part(shape.span, first + k, 1, 1) for k, shape in enumerate(box.pieces.values())]
        result = Shape(box.span, "", box.size, cells=free)
        self._puzzle.shapes += [*box.pieces.values(), result]
        problem = BurrProblem(box.span, "", parts=parts, result=first + len(parts), one_sided=box.one_sided)
        self._puzzle.problems.append(problem)


# Parts of lines


def _fields(line: Span) -> list[Span]:
    return list(_split(line, ":"))


def _split(span: Span, sign: str) -> Iterator[Span]:
    at = span.start
    for part in span.text.split(sign):
        kept = part.strip()
        begin = at + len(part) - len(part.lstrip())
        yield Span(span.source, begin, begin + len(kept)) if kept else Span(span.source, at, at)
        at += len(part) + 1


def _settings(line: Span, fields: Sequence[Span], names: Sequence[str]) -> dict[str, Span]:
    """``name=value`` of a directive. Raises SpecError for other names, and for one that is set twice."""
    found: dict[str, Span] = {}
    for written in fields:
        name, *values = _split(written, "=")
        if name.text not in names:
            raise SpecError(messages.UnknownSetting(written if written.text else line, name.text, names))
        if name.text in found or len(values) > 1:
            raise SpecError(messages.WrongSetting(written, name.text, "one value"))
        found[name.text] = values[0] if values else Span(line.source, written.end, written.end)
    return found
