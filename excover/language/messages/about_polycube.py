"""Messages about puzzles of polycube."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span
from excover.base.words import clipped


class UnknownDirective(Diagnostic, code="E836"):
    span: Span
    inside: bool

    def report(self) -> Report:
        way = "use `C`, `L` or `~D` here" if self.inside else "a puzzle begins with `D`"
        return Report(f"`{clipped(self.span.text)}` is no directive here").at(self.span).helped(way)


class UnknownSetting(Diagnostic, code="E836"):
    span: Span
    name: str
    known: Sequence[str]

    def report(self) -> Report:
        known = ", ".join(f"`{name}`" for name in self.known)
        return Report(f"`{clipped(self.name)}` cannot be set here").at(self.span).helped(f"use {known}")


class WrongSetting(Diagnostic, code="E836"):
    span: Span
    name: str
    wanted: str

    def report(self) -> Report:
        return Report(f"`{clipped(self.name)}` must be {self.wanted}").at(self.span)


class NoCoordinates(Diagnostic, code="E836"):
    span: Span

    def report(self) -> Report:
        return (
            Report("a cell is three numbers: x, y and z")
            .at(self.span)
            .helped("write `layout=0 0 0, 1 0 0, 1 1 0`")
        )


class PolycubePieceTwice(Diagnostic, code="E836"):
    span: Span
    first: Span

    def report(self) -> Report:
        return (
            Report(f"piece `{clipped(self.span.text)}` exists already")
            .at(self.span)
            .beside(self.first, "here")
        )


class OutOfPlace(Diagnostic, code="E836"):
    span: Span
    cell: tuple[int, int, int]

    def report(self) -> Report:
        x, y, z = self.cell
        return Report(f"stationary pieces cannot lie on x {x}, y {y}, z {z}").at(
            self.span, "it is outside of the box, or taken"
        )


class UnendedPolycube(Diagnostic, code="E836"):
    span: Span
    end: str

    def report(self) -> Report:
        return Report(f"the line `{self.end}` is missing").at(self.span, "for what begins here")
