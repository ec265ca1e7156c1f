"""Messages about files of BurrTools."""

from __future__ import annotations

from collections.abc import Sequence

from excover.diagnostics import Diagnostic, Report
from excover.source import Span
from excover.words import clipped, plural, raised, visible


class InvalidXml(Diagnostic, code="E440"):
    """This is not XML.

    A file of BurrTools is XML, from the first character to the last. Mostly, one that is not has been cut
    short. Document types (`<!DOCTYPE ..>`) are refused, as they could define entities that grow without
    bounds, or name other files.

    Wrong:

    ```xmpuzzle
    <puzzle version="2">
    <gridType type="0"/>
    <shapes>
    <voxel x="2" y="1" z="1" type="0">##</voxel>
    <voxel x="2" y="2" z="1" type="0">####</voxel>
    </shapes>
    <problems>
    <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
    </problems>
    ```

    Fixed:

    ```xmpuzzle
    <puzzle version="2">
    <gridType type="0"/>
    <shapes>
    <voxel x="2" y="1" z="1" type="0">##</voxel>
    <voxel x="2" y="2" z="1" type="0">####</voxel>
    </shapes>
    <problems>
    <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
    </problems>
    </puzzle>
    ```
    """


class NotXml(InvalidXml):
    span: Span
    why: str

    def report(self) -> Report:
        return Report(f"this is not XML: {self.why}").at(self.span).helped("is the file whole?")


class DocumentType(InvalidXml):
    span: Span

    def report(self) -> Report:
        return (
            Report("no document type is read, nor what one may define")
            .at(self.span)
            .helped("BurrTools writes none: leave it out")
        )


class NotBurrTools(Diagnostic, code="E441"):
    """This is not a file of BurrTools.

    A file of BurrTools is one XML element `puzzle`, of version 1 or 2.

    Wrong:

    ```xmpuzzle
    <puzzle version="3">
    <gridType type="0"/>
    <shapes>
    <voxel x="2" y="1" z="1" type="0">##</voxel>
    <voxel x="2" y="2" z="1" type="0">####</voxel>
    </shapes>
    <problems>
    <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
    </problems>
    </puzzle>
    ```

    Fixed:

    ```xmpuzzle
    <puzzle version="2">
    <gridType type="0"/>
    <shapes>
    <voxel x="2" y="1" z="1" type="0">##</voxel>
    <voxel x="2" y="2" z="1" type="0">####</voxel>
    </shapes>
    <problems>
    <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
    </problems>
    </puzzle>
    ```
    """


class OtherXml(NotBurrTools):
    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"`{clipped(self.name)}` is not what a file of BurrTools begins with")
            .at(self.span)
            .helped("such a file is one element `puzzle`")
        )


class OtherBurrToolsVersion(NotBurrTools):
    span: Span

    def report(self) -> Report:
        return Report("only versions 1 and 2 of the format are known").at(self.span)


class InvalidNumber(Diagnostic, code="E442"):
    """A number is missing or wrong.

    Sizes, counts and the numbers of shapes are said by attributes, and are numbers from 0 on.

    Wrong:

    ```xmpuzzle
    <puzzle version="2">
    <gridType type="0"/>
    <shapes>
    <voxel x="2" y="1" z="1" type="0">##</voxel>
    <voxel x="2" y="2" z="1" type="0">####</voxel>
    </shapes>
    <problems>
    <problem><shapes><shape id="0" count="two"/></shapes><result id="1"/></problem>
    </problems>
    </puzzle>
    ```

    Fixed:

    ```xmpuzzle
    <puzzle version="2">
    <gridType type="0"/>
    <shapes>
    <voxel x="2" y="1" z="1" type="0">##</voxel>
    <voxel x="2" y="2" z="1" type="0">####</voxel>
    </shapes>
    <problems>
    <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
    </problems>
    </puzzle>
    ```
    """


class NotANumber(InvalidNumber):
    span: Span
    name: str
    written: str

    def report(self) -> Report:
        said = (
            f"`{clipped(self.written)}` is no number, as `{self.name}` has to be"
            if self.written
            else f"`{self.name}` is missing"
        )
        return Report(said).at(self.span, "in this element")


class LeastAboveMost(InvalidNumber):
    span: Span

    def report(self) -> Report:
        return Report("`min` is above `max`").at(self.span)


class UnsupportedGrid(Diagnostic, code="E443"):
    """The puzzle is not on cubes.

    BurrTools has other grids than cubes: triangular prisms, spheres, rhombic tetrahedra, and tetrahedra
    with octahedra. Their puzzles are not read. In the language, flat pieces can be drawn on hexagons and
    triangles.

    Wrong:

    ```xmpuzzle
    <puzzle version="2">
    <gridType type="1"/>
    <shapes>
    <voxel x="2" y="1" z="1" type="0">##</voxel>
    <voxel x="2" y="2" z="1" type="0">####</voxel>
    </shapes>
    <problems>
    <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
    </problems>
    </puzzle>
    ```

    Fixed:

    ```xmpuzzle
    <puzzle version="2">
    <gridType type="0"/>
    <shapes>
    <voxel x="2" y="1" z="1" type="0">##</voxel>
    <voxel x="2" y="2" z="1" type="0">####</voxel>
    </shapes>
    <problems>
    <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
    </problems>
    </puzzle>
    ```
    """

    span: Span
    grid: int

    def report(self) -> Report:
        known = {1: "triangular prisms", 2: "spheres", 3: "rhombic tetrahedra", 4: "tetrahedra and octahedra"}
        return (
            Report(f"this puzzle is on {known.get(self.grid, f'a grid of type {self.grid}')}, not on cubes")
            .at(self.span)
            .helped(
                "cubes, type 0, are all that is read; hexagons and triangles can be drawn in the language"
            )
        )


class InvalidVoxels(Diagnostic, code="E444"):
    """These are not the voxels of the shape.

    The text of a `voxel` has one of `_`, `#` and `+` for each cell of its box, x running fastest, then y,
    then z, and behind `#` and `+` the number of a color, if it has one.

    Wrong:

    ```xmpuzzle
    <puzzle version="2">
    <gridType type="0"/>
    <shapes>
    <voxel x="2" y="1" z="1" type="0">#</voxel>
    <voxel x="2" y="2" z="1" type="0">####</voxel>
    </shapes>
    <problems>
    <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
    </problems>
    </puzzle>
    ```

    Fixed:

    ```xmpuzzle
    <puzzle version="2">
    <gridType type="0"/>
    <shapes>
    <voxel x="2" y="1" z="1" type="0">##</voxel>
    <voxel x="2" y="2" z="1" type="0">####</voxel>
    </shapes>
    <problems>
    <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
    </problems>
    </puzzle>
    ```
    """


class OtherVoxelType(InvalidVoxels):
    span: Span

    def report(self) -> Report:
        return Report("only voxels of type 0 are known").at(self.span)


class UnknownVoxel(InvalidVoxels):
    span: Span
    character: str

    def report(self) -> Report:
        return (
            Report(f"`{visible(self.character)}` is no voxel")
            .at(self.span, "in this shape")
            .helped("`_` is empty, `#` is filled, `+` may stay empty; a number behind one is its color")
        )


class VoxelCount(InvalidVoxels):
    span: Span
    size: tuple[int, int, int]
    count: int

    def report(self) -> Report:
        x, y, z = self.size
        return Report(f"{self.count:,} voxels, where {x:,} by {y:,} by {z:,} are said").at(
            self.span, "in this shape"
        )


class CellsOverLimit(Diagnostic, code="E504"):
    """A board is too large.

    The cells of a board, and of the box around its drawing, are limited.

    Wrong:

    ```
    board tray 1000x1000
    ```

    Fixed:

    ```
    board tray 1x2
    shapes piece
      |AA
    place free piece on tray
    ```
    """


class TooManyVoxels(CellsOverLimit):
    span: Span
    count: int
    limit: int

    def report(self) -> Report:
        return (
            Report(f"{self.count:,} voxels up to here, the limit is {self.limit:,}")
            .at(self.span)
            .helped(raised("cells"))
        )


class NoSingleProblem(Diagnostic, code="E445"):
    """It is not clear which problem is meant.

    One file may have several problems. `-p problem=2` chooses the second, in Python `excover.load(spec,
    {"problem": 2})`.

    Wrong:

    ```xmpuzzle
    <puzzle version="2">
    <gridType type="0"/>
    <shapes>
    <voxel x="2" y="1" z="1" type="0">##</voxel>
    <voxel x="2" y="2" z="1" type="0">####</voxel>
    </shapes>
    <problems>
    <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
    <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
    </problems>
    </puzzle>
    ```

    Fixed:

    ```xmpuzzle
    <puzzle version="2">
    <gridType type="0"/>
    <shapes>
    <voxel x="2" y="1" z="1" type="0">##</voxel>
    <voxel x="2" y="2" z="1" type="0">####</voxel>
    </shapes>
    <problems>
    <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
    </problems>
    </puzzle>
    ```
    """


class FileWithoutProblems(NoSingleProblem):
    span: Span

    def report(self) -> Report:
        return Report("this file has shapes, but no problem to solve").at(self.span)


class WhichProblem(NoSingleProblem):
    span: Span
    asked: object
    names: Sequence[str]

    def report(self) -> Report:
        said = "say which" if self.asked is None else f"there is no problem {clipped(str(self.asked))}"
        shown = (
            f"{number}: {clipped(name) or 'without a name'}" for number, name in enumerate(self.names[:20], 1)
        )
        more = f"and {len(self.names) - 20:,} more" if len(self.names) > 20 else ""
        return (
            Report(f"this file has {plural(len(self.names), 'problem')}: {said}")
            .at(self.span)
            .noted(*shown, more)
            .helped("choose one by its number: `-p problem=2`" if len(self.names) > 1 else "")
        )


class IncompleteProblem(Diagnostic, code="E446"):
    """The problem is not complete.

    A problem says which shape is to be filled, and by which others. These are there, have filled cells, and
    each is named once. There are at most 62 of them, and only the shape to be filled has cells that may
    stay empty.

    Wrong:

    ```xmpuzzle
    <puzzle version="2">
    <gridType type="0"/>
    <shapes>
    <voxel x="2" y="1" z="1" type="0">##</voxel>
    <voxel x="2" y="2" z="1" type="0">####</voxel>
    </shapes>
    <problems>
    <problem><shapes><shape id="0" count="2"/></shapes></problem>
    </problems>
    </puzzle>
    ```

    Fixed:

    ```xmpuzzle
    <puzzle version="2">
    <gridType type="0"/>
    <shapes>
    <voxel x="2" y="1" z="1" type="0">##</voxel>
    <voxel x="2" y="2" z="1" type="0">####</voxel>
    </shapes>
    <problems>
    <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
    </problems>
    </puzzle>
    ```
    """


class NoResultShape(IncompleteProblem):
    span: Span
    none: bool

    def report(self) -> Report:
        why = "has no result shape" if self.none else "has a result shape that is not there"
        return (
            Report(f"this problem {why}").at(self.span).helped("choose the shape to be filled in BurrTools")
        )


class ProblemWithoutPieces(IncompleteProblem):
    span: Span

    def report(self) -> Report:
        return Report("this problem has no pieces").at(self.span)


class UnknownShape(IncompleteProblem):
    span: Span
    number: int
    count: int

    def report(self) -> Report:
        return Report(f"there is no shape {self.number:,}: the last is {self.count - 1:,}").at(self.span)


class PieceTwice(IncompleteProblem):
    span: Span
    first: Span

    def report(self) -> Report:
        return Report("this shape is a piece already").at(self.span).beside(self.first, "here")


class EmptyShape(IncompleteProblem):
    span: Span
    used: Span
    what: str

    def report(self) -> Report:
        return Report("this shape is empty").at(self.span).beside(self.used, self.what)


class PieceWithVariableVoxels(IncompleteProblem):
    span: Span
    used: Span

    def report(self) -> Report:
        return (
            Report("a piece has no voxels that may stay empty")
            .at(self.span)
            .beside(self.used, "is a piece here")
            .helped("BurrTools does not solve this either: make them filled or empty")
        )


class TooManyPieces(IncompleteProblem):
    span: Span
    count: int
    most: int

    def report(self) -> Report:
        return (
            Report(f"{self.count:,} pieces; with letters and digits, {self.most} can be drawn")
            .at(self.span)
            .helped("a description in the language has room for more, in several `shapes`")
        )


class UnsupportedRule(Diagnostic, code="E447"):
    """A rule that cannot be said.

    BurrTools can demand that voxels of one color lie only on voxels of some colors, and that at most so
    many cells stay empty. These rules have no words in excover, and a puzzle without them would have more
    solutions. Rules that exclude nothing are passed over.

    Wrong:

    ```xmpuzzle
    <puzzle version="2">
    <gridType type="0"/>
    <shapes>
    <voxel x="2" y="1" z="1" type="0">#1#</voxel>
    <voxel x="2" y="2" z="1" type="0">#1#1##</voxel>
    </shapes>
    <problems>
    <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
    </problems>
    </puzzle>
    ```

    Fixed:

    ```xmpuzzle
    <puzzle version="2">
    <gridType type="0"/>
    <shapes>
    <voxel x="2" y="1" z="1" type="0">##</voxel>
    <voxel x="2" y="2" z="1" type="0">#1#1##</voxel>
    </shapes>
    <problems>
    <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
    </problems>
    </puzzle>
    ```
    """


class ColorRule(UnsupportedRule):
    span: Span
    color: int
    on: int

    def report(self) -> Report:
        return (
            Report(f"voxels of color {self.color} may not lie on color {self.on}: such rules are not read")
            .at(self.span, "in this problem")
            .helped(
                "without them there may be more solutions; "
                "allow every pair of colors in BurrTools to have these"
            )
        )


class HoleRule(UnsupportedRule):
    span: Span
    holes: int

    def report(self) -> Report:
        return (
            Report(f"at most {plural(self.holes, 'hole')} may be left: such rules are not read")
            .at(self.span, "in this problem")
            .helped("without it there may be more solutions; remove the limit in BurrTools to have these")
        )


class ColorsIgnored(Diagnostic, code="W403"):
    """Colors that are left out.

    A rotation takes this shape onto itself, but not its colors. BurrTools counts the ways to lay it that
    differ only so as different; here they cover the same cells, and are one.

    Wrong:

    ```xmpuzzle
    <puzzle version="2">
    <gridType type="0"/>
    <shapes>
    <voxel x="2" y="1" z="1" type="0">#1#</voxel>
    <voxel x="2" y="2" z="1" type="0">####</voxel>
    </shapes>
    <problems>
    <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
    </problems>
    </puzzle>
    ```

    Fixed:

    ```xmpuzzle
    <puzzle version="2">
    <gridType type="0"/>
    <shapes>
    <voxel x="2" y="1" z="1" type="0">##</voxel>
    <voxel x="2" y="2" z="1" type="0">####</voxel>
    </shapes>
    <problems>
    <problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
    </problems>
    </puzzle>
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("ways to lay this shape that differ by their colors alone are one here")
            .at(self.span)
            .noted("BurrTools counts them separately")
        )
