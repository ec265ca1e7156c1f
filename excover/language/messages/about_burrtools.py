"""Messages about the files of BurrTools."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span
from excover.base.words import clipped, plural, visible


class NotXml(Diagnostic, code="E440"):
    span: Span
    why: str

    def report(self) -> Report:
        return Report(f"this is not XML: {self.why}").at(self.span).helped("check that the file is complete")


class DocumentType(Diagnostic, code="E440"):
    span: Span

    def report(self) -> Report:
        return (
            Report("document types are not supported")
            .at(self.span)
            .helped("remove it: BurrTools does not write one")
        )


class OtherXml(Diagnostic, code="E441"):
    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"`{clipped(self.name)}` is not the root element of a file of BurrTools")
            .at(self.span)
            .helped("the root element must be `puzzle`")
        )


class OtherBurrToolsVersion(Diagnostic, code="E441"):
    span: Span

    def report(self) -> Report:
        return Report("only versions 1 and 2 of the format are supported").at(self.span)


class NotANumber(Diagnostic, code="E442"):
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


class LeastAboveMost(Diagnostic, code="E442"):
    span: Span

    def report(self) -> Report:
        return Report("`min` is above `max`").at(self.span)


class UnknownGrid(Diagnostic, code="E443"):
    span: Span
    grid: int
    known: int

    def report(self) -> Report:
        return (
            Report(f"there is no grid of type {self.grid}").at(self.span).helped(f"use 0 to {self.known - 1}")
        )


class GridTooLate(Diagnostic, code="E443"):
    span: Span

    def report(self) -> Report:
        return (
            Report("the type of the grid is stated once, and before all shapes")
            .at(self.span)
            .helped("move it in front of `shapes`, and remove all but one")
        )


class OtherVoxelType(Diagnostic, code="E444"):
    span: Span

    def report(self) -> Report:
        return Report("only voxels of type 0 are supported").at(self.span)


class UnknownVoxel(Diagnostic, code="E444"):
    span: Span
    character: str

    def report(self) -> Report:
        return (
            Report(f"`{visible(self.character)}` is not a voxel")
            .at(self.span, "in this shape")
            .helped("use `_` for empty, `#` for filled, `+` for variable; a number after one is its color")
        )


class VoxelCount(Diagnostic, code="E444"):
    span: Span
    size: tuple[int, int, int]
    count: int

    def report(self) -> Report:
        x, y, z = self.size
        return Report(f"{self.count:,} voxels, but the size is {x:,} by {y:,} by {z:,}").at(
            self.span, "in this shape"
        )


class VoxelOffGrid(Diagnostic, code="E444"):
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
    span: Span

    def report(self) -> Report:
        return (
            Report("placements of this shape that differ only in color count as one")
            .at(self.span)
            .noted("BurrTools counts them separately")
        )


class UnreadableAssembly(Diagnostic, code="E835"):
    span: Span
    written: str

    def report(self) -> Report:
        return (
            Report(f"`{clipped(self.written)}` is not an assembly")
            .at(self.span, "in this saved solution")
            .helped("write four numbers for each piece: x, y, z and its turn, or `x` if it is not used")
        )


class OtherPieces(Diagnostic, code="E835"):
    span: Span
    count: int
    needed: int

    def report(self) -> Report:
        return (
            Report(f"this saved solution has {plural(self.count, 'piece')}, but the problem {self.needed:,}")
            .at(self.span)
            .helped("the problem was changed afterwards: search for the solutions again")
        )


class PieceOffBoard(Diagnostic, code="E835"):
    span: Span
    letter: str
    written: str

    def report(self) -> Report:
        return (
            Report(f"piece {self.letter} does not fit where this saved solution has it: `{self.written}`")
            .at(self.span)
            .helped("the shapes were changed afterwards: search for the solutions again")
        )


class HotspotOffPiece(Diagnostic, code="E835"):
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
    span: Span
    why: str

    def report(self) -> Report:
        return (
            Report(f"this saved solution does not come apart as the file says: {self.why}")
            .at(self.span)
            .helped("save solutions and their moves again: `excover convert .. --solutions N --disassemble`")
        )
