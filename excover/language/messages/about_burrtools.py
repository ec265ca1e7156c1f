"""Messages about the files of BurrTools and of polycube."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Report
from excover.base.source import Span
from excover.base.words import clipped, plural
from excover.language.messages.message import Located, Worded


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
        return self.located(message, "in this element")


class LeastAboveMost(Located, code="E442"):
    wording = "`min` is above `max`"


class UnknownGrid(Located, code="E443"):
    grid: int
    known: int

    wording = "there is no grid of type {grid}"

    def _help(self) -> list[str]:
        return [f"use 0 to {self.known - 1}"]


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
        return self.located(
            f"{self.count:,} voxels, but the size is {x:,} by {y:,} by {z:,}", "in this shape"
        )


class VoxelOffGrid(Located, code="E444"):
    voxel: tuple[int, int, int]
    cell: str

    def report(self) -> Report:
        x, y, z = self.voxel
        return self.located(f"the grid has no {self.cell} at x {x}, y {y}, z {z}", "in this shape").helped(
            "write `_` there"
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

    wording = "this saved solution has {count:plural piece}, but the problem {needed:,}"
    advice = "the problem was changed afterwards: search for the solutions again"


class PieceOffBoard(Located, code="E835"):
    letter: str
    written: str

    wording = "piece {letter} does not fit where this saved solution has it: `{written}`"
    advice = "the shapes were changed afterwards: search for the solutions again"


class HotspotOffPiece(Located, code="E835"):
    hotspot: tuple[int, int, int]

    def report(self) -> Report:
        x, y, z = self.hotspot
        return self.located(
            f"a turn of this shape around its hotspot at x {x}, y {y}, z {z} leaves the grid"
        ).helped("move the hotspot to a voxel of the shape in BurrTools, and solve all problems again")


class SeparationFails(Located, code="E809"):
    why: str

    wording = "this saved solution does not come apart as in the file: {why}"
    advice = "save solutions and their moves again: `excover convert .. --solutions N --disassemble`"


class UnknownBurrToolsParameter(Worded, code="E402"):
    name: str

    wording = "a file of BurrTools has no parameter `{name:visible}`"
    advice = "`-p problem=2` chooses its second problem; there are no others"


class FileWithoutProblems(Located, code="E445"):
    wording = "this file has no problem to solve"
    advice = "add one in BurrTools: which shapes are its pieces, and which one they fill"


class WhichProblem(Located, code="E445"):
    asked: object
    names: Sequence[str]

    def report(self) -> Report:
        advice = "choose one" if self.asked is None else f"there is no problem {clipped(str(self.asked))}"
        shown = (
            f"{number}: {clipped(name) or 'without a name'}" for number, name in enumerate(self.names[:20], 1)
        )
        more = f"and {len(self.names) - 20:,} more" if len(self.names) > 20 else ""
        return (
            self.located(f"this file has {plural(len(self.names), 'problem')}: {advice}")
            .noted(*shown, more)
            .helped("select one by its number: `-p problem=2`" if len(self.names) > 1 else "")
        )


class NoResultShape(Located, code="E446"):
    none: bool

    def report(self) -> Report:
        why = "has no result shape" if self.none else "has a result shape that does not exist"
        return self.located(f"this problem {why}").helped("choose the result shape in BurrTools")


class ProblemWithoutPieces(Located, code="E446"):
    wording = "this problem has no pieces"


class UnknownShape(Located, code="E446"):
    number: int
    count: int

    def report(self) -> Report:
        last = f": the last is {self.count - 1:,}" if self.count else ": there is none"
        return self.located(f"there is no shape {self.number:,}{last}")


class PieceTwice(Located, code="E446"):
    first: Span

    wording = "this shape is already a piece"
    related = ("first", "here")
    advice = "state there how often it is used altogether"


class EmptyShape(Located, code="E446"):
    used: Span
    what: str

    wording = "this shape is empty"
    related = ("used", "{what}")


class PieceWithVariableVoxels(Located, code="E446"):
    used: Span

    wording = "a piece cannot have variable voxels"
    related = ("used", "is a piece here")
    advice = "make them filled or empty: BurrTools does not solve this either"


class TooManyPieces(Located, code="E446"):
    count: int
    most: int

    wording = "{count:,} pieces, but letters and digits can name only {most}"
    advice = "write a description with several `shapes` statements instead"


class ManyColors(Located, code="E447"):
    count: int
    most: int

    wording = "{count:,} colors with rules, but only {most} labels"
    label = "in this problem"
    advice = "remove colors in BurrTools, or allow every pair of them"


class UnknownDirective(Located, code="E836"):
    inside: bool

    def report(self) -> Report:
        way = "use `C`, `L` or `~D` here" if self.inside else "a puzzle begins with `D`"
        return self.located(f"`{clipped(self.span.text)}` is no directive here").helped(way)


class UnknownSetting(Located, code="E836"):
    name: str
    known: Sequence[str]

    def report(self) -> Report:
        known = ", ".join(f"`{name}`" for name in self.known)
        return self.located(f"`{clipped(self.name)}` cannot be set here").helped(f"use {known}")


class WrongSetting(Located, code="E836"):
    name: str
    wanted: str

    wording = "`{name:clipped}` must be {wanted}"


class NoCoordinates(Located, code="E836"):
    wording = "a cell is three numbers: x, y and z"
    advice = "write `layout=0 0 0, 1 0 0, 1 1 0`"


class PolycubePieceTwice(Located, code="E836"):
    first: Span

    wording = "piece `{span.text:clipped}` exists already"
    related = ("first", "here")


class OutOfPlace(Located, code="E836"):
    cell: tuple[int, int, int]

    def report(self) -> Report:
        x, y, z = self.cell
        return self.located(
            f"stationary pieces cannot lie on x {x}, y {y}, z {z}", "it is outside of the box, or taken"
        )


class UnendedPolycube(Located, code="E836"):
    end: str

    wording = "the line `{end}` is missing"
    label = "for what begins here"
