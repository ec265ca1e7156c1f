"""Messages about puzzles of polycube."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span
from excover.base.words import clipped


class InvalidPolycube(Diagnostic, code="E836"):
    """This is not a puzzle of polycube.

    A puzzle begins with a line `D`, which has the sizes of a box, and ends with a line `~D`. Between them,
    each line `C` lists the cells of a piece, as x, y and z; lines between `L` and `~L` draw pieces: names
    between blanks, the layers of a row between commas.

    Wrong:

    ```polycube
    D : xDim=2 : yDim=2 : zDim=1
    C : name=A : layout=0 0, 1 0, 0 1
    C : name=B : layout=0 0 0
    ~D
    ```

    Fixed:

    ```polycube
    D : xDim=2 : yDim=2 : zDim=1
    C : name=A : layout=0 0 0, 1 0 0, 0 1 0
    C : name=B : layout=0 0 0
    ~D
    ```
    """


class UnknownDirective(InvalidPolycube):
    span: Span
    inside: bool

    def report(self) -> Report:
        way = "use `C`, `L` or `~D` here" if self.inside else "a puzzle begins with `D`"
        return Report(f"`{clipped(self.span.text)}` is no directive here").at(self.span).helped(way)


class UnknownSetting(InvalidPolycube):
    span: Span
    name: str
    known: Sequence[str]

    def report(self) -> Report:
        known = ", ".join(f"`{name}`" for name in self.known)
        return Report(f"`{clipped(self.name)}` cannot be set here").at(self.span).helped(f"use {known}")


class WrongSetting(InvalidPolycube):
    span: Span
    name: str
    wanted: str

    def report(self) -> Report:
        return Report(f"`{clipped(self.name)}` must be {self.wanted}").at(self.span)


class NoCoordinates(InvalidPolycube):
    span: Span

    def report(self) -> Report:
        return (
            Report("a cell is three numbers: x, y and z")
            .at(self.span)
            .helped("write `layout=0 0 0, 1 0 0, 1 1 0`")
        )


class PolycubePieceTwice(InvalidPolycube):
    span: Span
    first: Span

    def report(self) -> Report:
        return (
            Report(f"piece `{clipped(self.span.text)}` exists already")
            .at(self.span)
            .beside(self.first, "here")
        )


class OutOfPlace(InvalidPolycube):
    span: Span
    cell: tuple[int, int, int]

    def report(self) -> Report:
        x, y, z = self.cell
        return Report(f"stationary pieces cannot lie on x {x}, y {y}, z {z}").at(
            self.span, "it is outside of the box, or taken"
        )


class UnendedPolycube(InvalidPolycube):
    span: Span
    end: str

    def report(self) -> Report:
        return Report(f"the line `{self.end}` is missing").at(self.span, "for what begins here")
