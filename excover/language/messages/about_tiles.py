"""Messages about tiles, whose sides or corners have colors."""

from __future__ import annotations

from excover.base.diagnostics import Report
from excover.base.names import Value, brief
from excover.base.source import Span
from excover.base.words import raised
from excover.language.messages.message import Located


class NoRims(Located, code="E788"):
    lattice: str

    wording = "cells of `{lattice}` have no sides and corners that could have colors"
    advice = "tiles lie on flat lattices whose cells are polygons, or on `cube`"


class ColorsOfATile(Located, code="E789"):
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


class SidesAndCorners(Located, code="E795"):
    rim: str
    other: str
    earlier: Span

    wording = "this tile has colors on its {rim}, another on its {other}"
    related = ("earlier", "this one has {other}")
    advice = "declare them in two statements `shapes`"


class NotForTiles(Located, code="E796"):
    clause: str
    name: str

    wording = "`{clause}` is not for tiles, such as those of `{name}`"
    advice = "leave it out: tiles cover one cell, and equal colors touch"


class OnlyForTiles(Located, code="E797"):
    name: str

    wording = "the pieces of `{name}` have no colors"
    advice = "`border` is for tiles: `shapes tile = all one-sided tiles of square with sides in 1..3`"


class TilesOnSeveralBoards(Located, code="E798"):
    name: str
    earlier: Span

    wording = "the tiles of `{name}` are placed twice"
    related = ("earlier", "first here")
    advice = "draw one board with all cells; parts that do not touch are allowed"


class TwoSetsOfTiles(Located, code="E821"):
    board: str
    rim: str
    earlier: Span

    wording = "two sets of tiles with colors on their {rim} are placed on `{board}`"
    related = ("earlier", "first here")
    advice = 'list all tiles in one set: `shapes tile = "A" with .., "B" with ..`'


class TooManyTiles(Located, code="E794"):
    colors: int
    sides: int
    limit: int

    wording = "{colors:,} colors on {sides} sides are too many tiles to try"
    advice = (
        'take fewer colors, or list the tiles: `shapes tile = "A" with sides (..), ..`',
        raised("bindings"),
    )
