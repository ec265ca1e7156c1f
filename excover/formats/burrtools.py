"""Reads puzzles of BurrTools, files that end in ``.xmpuzzle``.

>>> text = '''<puzzle version="2"><gridType type="0"/><shapes>
... <voxel x="2" y="1" z="1" type="0">##</voxel>
... <voxel x="2" y="2" z="1" type="0">####</voxel></shapes><problems>
... <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem></problems></puzzle>
... '''
>>> puzzle = read_burrtools(Source("tray.xmpuzzle", text))
>>> puzzle.shapes[0].cells
{(0, 0, 0): '#', (1, 0, 0): '#'}
>>> [(part.shape, part.least, part.most) for part in puzzle.problems[0].parts], puzzle.problems[0].result
([(0, 2, 2)], 1)

BurrTools documents the format with its library
(http://burrtools.sourceforge.net/lib-doc/xmpuzzleFormat.html). A ``voxel`` has a character for each cell,
with x varying fastest, then y, then z: ``_`` empty, ``#`` filled, ``+`` may stay empty; a number after a
character is a color. A ``problem`` lists how often each shape is used, and the shape that they fill. A saved
``solution`` has an ``assembly``: four numbers for each piece, or an ``x`` for one that it does not use.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import product
from xml.parsers import expat

from excover.base.diagnostics import SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.source import Source, Span
from excover.formats.burrtools_model import GRIDS, NOTHING, BurrProblem, BurrPuzzle, Part, Saved, Shape
from excover.language import messages

_NUMBER = re.compile(r"\d{1,10}", re.ASCII)
_VOXEL = re.compile(r"([_#+])([0-9]*)")
_OTHER = re.compile(r"\A[0-9]|[^_#+0-9]|[0-9]{5}")
_STATE = ("state", "assemblies", "solutions", "time")
_DEEPEST = 6
"""No relevant element is nested more deeply."""


def read_burrtools(source: Source, limits: Limits = DEFAULT) -> BurrPuzzle:
    """Raises SpecError with the first error."""
    if len(source.text) > limits.matrix:
        raise SpecError(messages.TextTooLong(source.name, limits.ceiling("matrix")))
    return _ElementReader(source, limits).read()


class _ElementReader:
    """Follows the elements of the file; those within unknown ones are unknown."""

    def __init__(self, source: Source, limits: Limits) -> None:
        self.source = source
        self.limits = limits
        self.puzzle: BurrPuzzle | None = None
        self._path: list[str] = []
        self._deeper = 0
        self._text: list[str] = []
        self._cells = 0
        self._has_grid = False
        self._data = source.text.encode("utf-8", "surrogatepass")
        self._known = (0, 0)
        self._parser = expat.ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._hear
        self._elements: dict[str, Callable[[Span, _Attributes], None]] = {
            "puzzle": self._begin_puzzle,
            "puzzle/gridType": self._set_grid,
            "puzzle/colors/color": self._add_color,
            "puzzle/shapes/voxel": self._begin_shape,
            "puzzle/comment": self._begin_comment,
            "puzzle/problems/problem": self._begin_problem,
            "puzzle/problems/problem/shapes/shape": self._add_part,
            "puzzle/problems/problem/shapes/shape/group": self._add_to_group,
            "puzzle/problems/problem/result": self._set_result,
            "puzzle/problems/problem/bitmap/pair": self._allow,
            "puzzle/problems/problem/solutions/solution": self._begin_solution,
        }
        self._ends: dict[str, Callable[[Span], None]] = {
            "puzzle/shapes/voxel": lambda _: self._end_shape(),
            "puzzle/comment": lambda _: self._end_comment(),
            "puzzle/problems/problem/assembler": self._keep_search,
            "puzzle/problems/problem/solutions/solution/assembly": self._end_assembly,
            "puzzle/problems/problem/solutions/solution/separation": self._keep,
            "puzzle/problems/problem/solutions/solution/separationInfo": self._keep,
        }
        self._begun: list[int] = []

    def read(self) -> BurrPuzzle:
        try:
            self._parser.Parse(self._data, True)
        except expat.ExpatError as wrong:
            at = self._offset(min(self._parser.ErrorByteIndex, len(self._data)))
            span = Span(self.source, at, min(at + 1, len(self.source.text)))
            raise SpecError(messages.NotXml(span, expat.ErrorString(wrong.code) or "")) from None
        assert self.puzzle is not None  # or there was no element, which expat refuses
        return self.puzzle

    # Events of expat

    def _refuse_doctype(self, *_: object) -> None:
        begin = "<!DOCTYPE"
        at = self.source.text.rfind(begin, 0, self._offset(self._parser.CurrentByteIndex))
        raise SpecError(messages.DocumentType(Span(self.source, at, at + len(begin))))

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self._path) == _DEEPEST or self._deeper:
            self._deeper += 1
            return
        self._path.append(name)
        self._begun.append(self._offset(self._parser.CurrentByteIndex))
        self._text.clear()
        begin = self._elements.get("/".join(self._path))
        if begin:
            span = self._span(f"<{name}")
            begin(span, _Attributes(span, attributes))
        elif len(self._path) == 1:
            raise SpecError(messages.OtherXml(self._span(f"<{name}"), name))

    def _hear(self, text: str) -> None:
        if self._path[-1] in ("voxel", "assembly", "comment") and not self._deeper:
            self._text.append(text)

    def _end(self, _name: str) -> None:
        if self._deeper:
            self._deeper -= 1
            return
        begun = self._begun.pop()
        if end := self._ends.get("/".join(self._path)):
            at = self._offset(self._parser.CurrentByteIndex)
            end(Span(self.source, begun, self.source.text.find(">", at) + 1))
        self._path.pop()

    def _span(self, text: str) -> Span:
        """The span of the tag that begins here."""
        at = self._offset(self._parser.CurrentByteIndex)
        return Span(self.source, at, min(at + len(text), len(self.source.text)))

    def _offset(self, byte: int) -> int:
        """Converts bytes to characters; bytes come in increasing order, so that the text is scanned once."""
        known, characters = self._known
        if byte >= known:
            characters += len(self._data[known:byte].decode("utf-8", "ignore"))
            self._known = (byte, characters)
        return characters

    # Contents of elements

    def _begin_puzzle(self, span: Span, attributes: _Attributes) -> None:
        if attributes.number("version") not in (1, 2):
            raise SpecError(messages.OtherBurrToolsVersion(span))
        self.puzzle = BurrPuzzle(span)

    def _set_grid(self, span: Span, attributes: _Attributes) -> None:
        grid = attributes.number("type")
        assert self.puzzle
        if grid >= len(GRIDS):
            raise SpecError(messages.UnknownGrid(span, grid, len(GRIDS)))
        if self._has_grid or self.puzzle.shapes:
            raise SpecError(messages.GridTooLate(span))
        self.puzzle.grid = GRIDS[grid]
        self._has_grid = True

    def _add_color(self, _span: Span, attributes: _Attributes) -> None:
        assert self.puzzle
        red, green, blue = (attributes.number(name, 0) for name in ("red", "green", "blue"))
        self.puzzle.colors.append((red, green, blue))

    def _begin_comment(self, _span: Span, attributes: _Attributes) -> None:
        assert self.puzzle
        self.puzzle.pops_up = "popup" in attributes

    def _end_comment(self) -> None:
        assert self.puzzle
        self.puzzle.comment = "".join(self._text)

    def _begin_shape(self, span: Span, attributes: _Attributes) -> None:
        assert self.puzzle
        x, y, z = size = (attributes.number("x"), attributes.number("y"), attributes.number("z"))
        self._cells += x * y * z
        if self._cells > self.limits.cells:
            raise SpecError(messages.TooManyVoxels(span, self._cells, self.limits.cells))
        if attributes.number("type", 0):
            raise SpecError(messages.OtherVoxelType(span))
        hotspot = (attributes.signed("hx"), attributes.signed("hy"), attributes.signed("hz"))
        weight = attributes.signed("weight", 1)
        self.puzzle.shapes.append(Shape(span, attributes.text("name"), size, hotspot, weight))

    def _end_shape(self) -> None:
        """The text of a shape: its cells."""
        assert self.puzzle
        shape, text = self.puzzle.shapes[-1], "".join(self._text)
        if other := _OTHER.search(text):
            raise SpecError(messages.UnknownVoxel(shape.span, other[0]))
        voxels = _VOXEL.findall(text)
        wide, deep, high = shape.size
        grid = self.puzzle.grid
        if len(voxels) != wide * deep * high:
            raise SpecError(messages.VoxelCount(shape.span, shape.size, len(voxels)))
        places = product(range(high), range(deep), range(wide))
        for (z, y, x), (state, color) in zip(places, voxels, strict=True):
            if state != "_":
                if not grid.has((x, y, z)):
                    raise SpecError(messages.VoxelOffGrid(shape.span, (x, y, z), grid.lattice.cell_names[0]))
                shape.cells[x, y, z] = state
                if color.strip("0"):
                    shape.colors[x, y, z] = int(color)

    def _begin_problem(self, span: Span, attributes: _Attributes) -> None:
        assert self.puzzle
        holes = attributes.number("maxHoles", NOTHING)
        state = {name: attributes.text(name) for name in _STATE if attributes.text(name)}
        problem = BurrProblem(span, attributes.text("name"), None if holes == NOTHING else holes, state)
        self.puzzle.problems.append(problem)

    def _add_part(self, span: Span, attributes: _Attributes) -> None:
        """Without a count, or a least and a greatest count, a shape is used once."""
        ranged = attributes.text("min") and attributes.text("max") and not attributes.text("count")
        least, most = (attributes.number(name, 1) for name in (("min", "max") if ranged else ("count",) * 2))
        if least > most:
            raise SpecError(messages.LeastAboveMost(span))
        group = attributes.number("group", 0)
        groups = {group: most} if group else {}
        self._problem.parts.append(Part(span, attributes.number("id"), least, most, groups))

    def _add_to_group(self, _span: Span, attributes: _Attributes) -> None:
        """Group 0 is none."""
        group, count = attributes.number("group"), attributes.number("count")
        if group:
            self._problem.parts[-1].groups[group] = count

    def _set_result(self, _span: Span, attributes: _Attributes) -> None:
        self._problem.result = attributes.number("id")

    def _allow(self, _span: Span, attributes: _Attributes) -> None:
        """Colors are counted from 0 here, in shapes from 1."""
        self._problem.allowed.add((attributes.number("piece") + 1, attributes.number("result") + 1))

    def _begin_solution(self, span: Span, attributes: _Attributes) -> None:
        numbers = {name: attributes.text(name) for name in ("asmNum", "solNum") if attributes.text(name)}
        self._problem.saved.append(Saved(span, numbers))

    def _end_assembly(self, _span: Span) -> None:
        self._problem.saved[-1].assembly = " ".join("".join(self._text).split())

    def _keep_search(self, span: Span) -> None:
        self._problem.search = span.text

    def _keep(self, span: Span) -> None:
        self._problem.saved[-1].rest += span.text

    @property
    def _problem(self) -> BurrProblem:
        assert self.puzzle
        return self.puzzle.problems[-1]


class _Attributes:
    def __init__(self, span: Span, values: Mapping[str, str]) -> None:
        self._span = span
        self._values = values

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def text(self, name: str) -> str:
        return self._values.get(name, "")

    def number(self, name: str, default: int | None = None) -> int:
        """Raises SpecError if it is not a number, or missing without a default."""
        written = self._values.get(name, "")
        if not written and default is not None:
            return default
        if not _NUMBER.fullmatch(written):
            raise SpecError(messages.NotANumber(self._span, name, written))
        return int(written)

    def signed(self, name: str, default: int = 0) -> int:
        """A number that may be below 0."""
        written = self._values.get(name, "") or str(default)
        if not _NUMBER.fullmatch(written.removeprefix("-")):
            raise SpecError(messages.NotANumber(self._span, name, written))
        return int(written)
