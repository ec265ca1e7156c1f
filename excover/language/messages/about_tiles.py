"""Messages about tiles, whose sides or corners have colors."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Report
from excover.base.names import Value, brief
from excover.base.source import Span
from excover.base.words import raised


class NoRims(Diagnostic, code="E788"):
    span: Span
    lattice: str

    def report(self) -> Report:
        return (
            Report(f"cells of `{self.lattice}` have no sides and corners that could have colors")
            .at(self.span)
            .helped("tiles lie on flat lattices whose cells are polygons, or on `cube`")
        )


class ColorsOfATile(Diagnostic, code="E789"):
    span: Span
    name: str
    rim: str
    wanted: int
    value: Value
    binding: str

    def report(self) -> Report:
        found = f"{len(self.value)} colors" if isinstance(self.value, tuple) else f"`{brief(self.value)}`"
        return (
            Report(f"tile `{self.name}` has {self.wanted} {self.rim}, but {found}")
            .at(self.span, self.binding)
            .helped("write one color for each, in parentheses, clockwise from the top")
        )


class SidesAndCorners(Diagnostic, code="E795"):
    span: Span
    rim: str
    other: str
    earlier: Span

    def report(self) -> Report:
        return (
            Report(f"this tile has colors on its {self.rim}, another on its {self.other}")
            .at(self.span)
            .beside(self.earlier, f"this one has {self.other}")
            .helped("declare them in two statements `shapes`")
        )


class NotForTiles(Diagnostic, code="E796"):
    span: Span
    clause: str
    name: str

    def report(self) -> Report:
        return (
            Report(f"`{self.clause}` is not for tiles, such as those of `{self.name}`")
            .at(self.span)
            .helped("leave it out: tiles cover one cell, and equal colors touch")
        )


class OnlyForTiles(Diagnostic, code="E797"):
    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"the pieces of `{self.name}` have no colors")
            .at(self.span)
            .helped("`border` is for tiles: `shapes tile = all one-sided tiles of square with sides in 1..3`")
        )


class TilesOnSeveralBoards(Diagnostic, code="E798"):
    span: Span
    name: str
    earlier: Span

    def report(self) -> Report:
        return (
            Report(f"the tiles of `{self.name}` are placed twice")
            .at(self.span)
            .beside(self.earlier, "first here")
            .helped("draw one board with all cells; parts that do not touch are allowed")
        )


class TwoSetsOfTiles(Diagnostic, code="E821"):
    span: Span
    board: str
    rim: str
    earlier: Span

    def report(self) -> Report:
        return (
            Report(f"two sets of tiles with colors on their {self.rim} are placed on `{self.board}`")
            .at(self.span)
            .beside(self.earlier, "first here")
            .helped('list all tiles in one set: `shapes tile = "A" with .., "B" with ..`')
        )


class TooManyTiles(Diagnostic, code="E794"):
    span: Span
    colors: int
    sides: int
    limit: int

    def report(self) -> Report:
        return (
            Report(f"{self.colors:,} colors on {self.sides} sides are too many tiles to try")
            .at(self.span)
            .helped('take fewer colors, or list the tiles: `shapes tile = "A" with sides (..), ..`')
            .helped(raised("bindings"))
        )
