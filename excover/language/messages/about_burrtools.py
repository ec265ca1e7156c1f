"""Messages about the files of BurrTools."""

from __future__ import annotations

from excover.base.diagnostics import Report
from excover.base.words import clipped, plural
from excover.language.messages.message import Located


class NotXml(Located, code="E440"):
    why: str

    wording = "this is not XML: {why}"
    advice = "check that the file is complete"


class DocumentType(Located, code="E440"):
    wording = "document types are not supported"
    advice = "remove it: BurrTools does not write one"


class OtherXml(Located, code="E441"):
    name: str

    wording = "`{name:clipped}` is not the root element of a file of BurrTools"
    advice = "the root element must be `puzzle`"


class OtherBurrToolsVersion(Located, code="E441"):
    wording = "only versions 1 and 2 of the format are supported"


class NotANumber(Located, code="E442"):
    name: str
    written: str

    def report(self) -> Report:
        message = (
            f"`{clipped(self.written)}` is not a number, but `{self.name}` must be one"
            if self.written
            else f"`{self.name}` is missing"
        )
        return Report(message).at(self.span, "in this element")


class LeastAboveMost(Located, code="E442"):
    wording = "`min` is above `max`"


class UnknownGrid(Located, code="E443"):
    grid: int
    known: int

    def report(self) -> Report:
        return (
            Report(f"there is no grid of type {self.grid}").at(self.span).helped(f"use 0 to {self.known - 1}")
        )


class GridTooLate(Located, code="E443"):
    wording = "the type of the grid is stated once, and before all shapes"
    advice = "move it in front of `shapes`, and remove all but one"


class OtherVoxelType(Located, code="E444"):
    wording = "only voxels of type 0 are supported"


class UnknownVoxel(Located, code="E444"):
    character: str

    wording = "`{character:visible}` is not a voxel"
    label = "in this shape"
    advice = "use `_` for empty, `#` for filled, `+` for variable; a number after one is its color"


class VoxelCount(Located, code="E444"):
    size: tuple[int, int, int]
    count: int

    def report(self) -> Report:
        x, y, z = self.size
        return Report(f"{self.count:,} voxels, but the size is {x:,} by {y:,} by {z:,}").at(
            self.span, "in this shape"
        )


class VoxelOffGrid(Located, code="E444"):
    voxel: tuple[int, int, int]
    cell: str

    def report(self) -> Report:
        x, y, z = self.voxel
        return (
            Report(f"the grid has no {self.cell} at x {x}, y {y}, z {z}")
            .at(self.span, "in this shape")
            .helped("write `_` there")
        )


class ColorsIgnored(Located, code="W403"):
    wording = "placements of this shape that differ only in color count as one"
    note = "BurrTools counts them separately"


class UnreadableAssembly(Located, code="E835"):
    written: str

    wording = "`{written:clipped}` is not an assembly"
    label = "in this saved solution"
    advice = "write four numbers for each piece: x, y, z and its turn, or `x` if it is not used"


class OtherPieces(Located, code="E835"):
    count: int
    needed: int

    def report(self) -> Report:
        return (
            Report(f"this saved solution has {plural(self.count, 'piece')}, but the problem {self.needed:,}")
            .at(self.span)
            .helped("the problem was changed afterwards: search for the solutions again")
        )


class PieceOffBoard(Located, code="E835"):
    letter: str
    written: str

    wording = "piece {letter} does not fit where this saved solution has it: `{written}`"
    advice = "the shapes were changed afterwards: search for the solutions again"


class HotspotOffPiece(Located, code="E835"):
    hotspot: tuple[int, int, int]

    def report(self) -> Report:
        x, y, z = self.hotspot
        return (
            Report(f"a turn of this shape around its hotspot at x {x}, y {y}, z {z} leaves the grid")
            .at(self.span)
            .helped("move the hotspot to a voxel of the shape in BurrTools, and solve all problems again")
        )


class SeparationFails(Located, code="E809"):
    why: str

    wording = "this saved solution does not come apart as the file says: {why}"
    advice = "save solutions and their moves again: `excover convert .. --solutions N --disassemble`"
