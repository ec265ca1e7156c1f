"""Messages about the files of BurrTools."""

from __future__ import annotations

from excover.diagnostics import Diagnostic, Report
from excover.source import Span
from excover.words import clipped, visible


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
