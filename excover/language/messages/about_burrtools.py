"""Messages about the files of BurrTools."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span
from excover.base.words import clipped, plural, visible


class InvalidXml(Diagnostic, code="E440"):
    """This is not XML.

    A file of BurrTools is an XML document. Usually, an invalid one has been truncated. Document types
    (`<!DOCTYPE ..>`) are refused, since they could define entities that grow without bound or refer to
    other files.

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
        return Report(f"this is not XML: {self.why}").at(self.span).helped("check that the file is complete")


class DocumentType(InvalidXml):
    span: Span

    def report(self) -> Report:
        return (
            Report("document types are not supported")
            .at(self.span)
            .helped("remove it: BurrTools does not write one")
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
            Report(f"`{clipped(self.name)}` is not the root element of a file of BurrTools")
            .at(self.span)
            .helped("the root element must be `puzzle`")
        )


class OtherBurrToolsVersion(NotBurrTools):
    span: Span

    def report(self) -> Report:
        return Report("only versions 1 and 2 of the format are supported").at(self.span)


class InvalidNumber(Diagnostic, code="E442"):
    """A number is missing or wrong.

    Attributes give sizes, counts and the numbers of shapes as numbers from 0.

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
        message = (
            f"`{clipped(self.written)}` is not a number, but `{self.name}` must be one"
            if self.written
            else f"`{self.name}` is missing"
        )
        return Report(message).at(self.span, "in this element")


class LeastAboveMost(InvalidNumber):
    span: Span

    def report(self) -> Report:
        return Report("`min` is above `max`").at(self.span)


class InvalidGrid(Diagnostic, code="E443"):
    """No valid grid.

    BurrTools has grids of cubes (0), triangular prisms (1), spheres (2), rhombic tetrahedra (3), and
    tetrahedra with octahedra (4). Its type is stated once, before the shapes; without one, it is that of
    cubes.

    Wrong:

    ```xmpuzzle
    <puzzle version="2">
    <gridType type="9"/>
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


class UnknownGrid(InvalidGrid):
    span: Span
    grid: int
    known: int

    def report(self) -> Report:
        return (
            Report(f"there is no grid of type {self.grid}").at(self.span).helped(f"use 0 to {self.known - 1}")
        )


class GridTooLate(InvalidGrid):
    span: Span

    def report(self) -> Report:
        return (
            Report("the type of the grid is stated once, and before all shapes")
            .at(self.span)
            .helped("move it in front of `shapes`, and remove all but one")
        )


class InvalidVoxels(Diagnostic, code="E444"):
    """Invalid voxels.

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
        return Report("only voxels of type 0 are supported").at(self.span)


class UnknownVoxel(InvalidVoxels):
    span: Span
    character: str

    def report(self) -> Report:
        return (
            Report(f"`{visible(self.character)}` is not a voxel")
            .at(self.span, "in this shape")
            .helped("use `_` for empty, `#` for filled, `+` for variable; a number after one is its color")
        )


class VoxelCount(InvalidVoxels):
    span: Span
    size: tuple[int, int, int]
    count: int

    def report(self) -> Report:
        x, y, z = self.size
        return Report(f"{self.count:,} voxels, but the size is {x:,} by {y:,} by {z:,}").at(
            self.span, "in this shape"
        )


class VoxelOffGrid(InvalidVoxels):
    span: Span
    voxel: tuple[int, int, int]
    cell: str

    def report(self) -> Report:
        x, y, z = self.voxel
        return (
            Report(f"the grid has no {self.cell} at x {x}, y {y}, z {z}")
            .at(self.span, "in this shape")
            .helped("write `_` there")
        )


class ColorsIgnored(Diagnostic, code="W403"):
    """Colors are ignored.

    A rotation maps this shape to itself, but not its colors. BurrTools counts placements that differ only
    in this way as different; here they cover the same cells and count as one.

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
            Report("placements of this shape that differ only in color count as one")
            .at(self.span)
            .noted("BurrTools counts them separately")
        )


class InvalidAssembly(Diagnostic, code="E835"):
    """A saved solution does not fit its puzzle.

    `excover decode FILE --saved` reads the solutions that BurrTools has saved. Each has an entry for every
    piece, in the order of the problem: four numbers, which say where the piece lies and how it is turned, or
    `x` for one that is not used. The pieces must lie on the result, where their colors are allowed. If the
    shapes were changed afterwards, search for the solutions again.
    """


class UnreadableAssembly(InvalidAssembly):
    span: Span
    written: str

    def report(self) -> Report:
        return (
            Report(f"`{clipped(self.written)}` is not an assembly")
            .at(self.span, "in this saved solution")
            .helped("write four numbers for each piece: x, y, z and its turn, or `x` if it is not used")
        )


class OtherPieces(InvalidAssembly):
    span: Span
    count: int
    needed: int

    def report(self) -> Report:
        return (
            Report(f"this saved solution has {plural(self.count, 'piece')}, but the problem {self.needed:,}")
            .at(self.span)
            .helped("the problem was changed afterwards: search for the solutions again")
        )


class PieceOffBoard(InvalidAssembly):
    span: Span
    letter: str
    written: str

    def report(self) -> Report:
        return (
            Report(f"piece {self.letter} does not fit where this saved solution has it: `{self.written}`")
            .at(self.span)
            .helped("the shapes were changed afterwards: search for the solutions again")
        )


class HotspotOffPiece(InvalidAssembly):
    span: Span
    hotspot: tuple[int, int, int]

    def report(self) -> Report:
        x, y, z = self.hotspot
        return (
            Report(f"a turn of this shape around its hotspot at x {x}, y {y}, z {z} leaves the grid")
            .at(self.span)
            .helped("move the hotspot to a voxel of the shape in BurrTools, and solve all problems again")
        )


class SeparationFails(Diagnostic, code="E809"):
    """A saved solution does not come apart as its file says.

    `excover decode FILE --saved` repeats the moves by which a solution of cubes comes apart, if the file has
    them. Pieces that move must not meet others, each move must be along one axis, and the last one of each
    separation must take some pieces away. `excover convert FILE --to xmpuzzle --solutions N --disassemble`
    searches for such moves again.
    """

    span: Span
    why: str

    def report(self) -> Report:
        return (
            Report(f"this saved solution does not come apart as the file says: {self.why}")
            .at(self.span)
            .helped("save solutions and their moves again: `excover convert .. --solutions N --disassemble`")
        )
