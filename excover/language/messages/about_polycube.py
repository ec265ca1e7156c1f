"""Messages about puzzles of polycube."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Report
from excover.base.source import Span
from excover.base.words import clipped
from excover.language.messages.message import Located


class UnknownDirective(Located, code="E836"):
    inside: bool

    def report(self) -> Report:
        way = "use `C`, `L` or `~D` here" if self.inside else "a puzzle begins with `D`"
        return Report(f"`{clipped(self.span.text)}` is no directive here").at(self.span).helped(way)


class UnknownSetting(Located, code="E836"):
    name: str
    known: Sequence[str]

    def report(self) -> Report:
        known = ", ".join(f"`{name}`" for name in self.known)
        return Report(f"`{clipped(self.name)}` cannot be set here").at(self.span).helped(f"use {known}")


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
        return Report(f"stationary pieces cannot lie on x {x}, y {y}, z {z}").at(
            self.span, "it is outside of the box, or taken"
        )


class UnendedPolycube(Located, code="E836"):
    end: str

    wording = "the line `{end}` is missing"
    label = "for what begins here"
