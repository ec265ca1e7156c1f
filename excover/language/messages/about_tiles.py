"""Messages about tiles, whose sides or corners have colors."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Report
from excover.base.names import Value, brief
from excover.base.source import Span
from excover.base.words import raised


class NoRims(Diagnostic, code="E788"):
    """Tiles on a lattice whose sides are not known.

    Tiles with colored sides or corners lie on flat lattices whose cells are polygons, and on cubes.

    Wrong:

    ```
    shapes tile = all one-sided tiles of sphere with sides in 1..2
    ```

    Fixed:

    ```
    board box cube 2x2x3
    shapes tile = all one-sided tiles of cube with sides in 1..2
    place one-sided tile on box each at least 0 times
    ```
    """

    span: Span
    lattice: str

    def report(self) -> Report:
        return (
            Report(f"cells of `{self.lattice}` have no sides and corners that could have colors")
            .at(self.span)
            .helped("tiles lie on flat lattices whose cells are polygons, or on `cube`")
        )


class ColorsOfATile(Diagnostic, code="E789"):
    """Colors that do not fit a tile.

    A tile has a color for each side, or each corner: clockwise from the topmost one, of several from the
    leftmost; those of a cube from above, then around it clockwise, then below.

    Wrong:

    ```
    board tray 1x1
    shapes tile = "A" with sides (1, 2, 1)
    place one-sided tile on tray
    ```

    Fixed:

    ```
    board tray 1x1
    shapes tile = "A" with sides (1, 2, 1, 2)
    place one-sided tile on tray
    ```
    """

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
    """Tiles with sides beside tiles with corners.

    All tiles of a statement have colors on their sides, or all at their corners.

    Wrong:

    ```
    board tray 1x2
    shapes tile = "A" with sides (1, 2, 1, 2), "B" with corners (1, 2, 1, 2)
    place one-sided tile on tray
    ```

    Fixed:

    ```
    board tray 1x2
    shapes tile = "A" with sides (1, 2, 1, 2), "B" with sides (1, 1, 1, 2)
    place one-sided tile on tray
    ```
    """

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
    """A clause of `place` that tiles do not have.

    Tiles cover one cell, and their colors match where they touch: `covering` and `matching` are for other
    pieces. `where` can test the names `piece`, `cell` and `sides` or `corners`.

    Wrong:

    ```
    board tray 1x2
    shapes tile = "A" with sides (1, 2, 1, 2), "B" with sides (1, 1, 1, 2)
    place one-sided tile on tray covering at least 1
    ```

    Fixed:

    ```
    board tray 1x2
    shapes tile = "A" with sides (1, 2, 1, 2), "B" with sides (1, 1, 1, 2)
    place one-sided tile on tray where piece = "A" or sides[1] = 1
    ```
    """

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
    """A color of the border for pieces without colors.

    `border` is the color of those sides, or corners, of tiles that lie along the border of the board.

    Wrong:

    ```
    board tray 1x2
    shapes domino
      |AA
    place free domino on tray border 1
    ```

    Fixed:

    ```
    board tray 1x2
    shapes tile = all one-sided tiles of square with sides in 1..2
    place one-sided tile on tray each at most once border 1
    ```
    """

    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"the pieces of `{self.name}` have no colors")
            .at(self.span)
            .helped("`border` is for tiles: `shapes tile = all one-sided tiles of square with sides in 1..3`")
        )


class TilesOnSeveralBoards(Diagnostic, code="E798"):
    """Tiles on two boards.

    Tiles are placed on one board. A drawn board may consist of several parts.

    Wrong:

    ```
    board one 1x1
    board two 1x1
    shapes tile = "A" with sides (1, 2, 1, 2), "B" with sides (1, 1, 1, 2)
    place one-sided tile on one
    place one-sided tile on two
    ```

    Fixed:

    ```
    board both
      |.#.
    shapes tile = "A" with sides (1, 2, 1, 2), "B" with sides (1, 1, 1, 2)
    place one-sided tile on both
    ```
    """

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
    """Two sets of tiles on a board.

    All tiles on a board that have colors on their sides come from one `shapes`, and so do those with colors
    at their corners: otherwise both would declare the same items. List all tiles in one set.

    Wrong:

    ```
    board strip 1x2
    shapes light = "A" with sides (1, 2, 1, 2)
    shapes dark = "B" with sides (1, 1, 1, 2)
    place fixed light on strip
    place fixed dark on strip
    ```

    Fixed:

    ```
    board strip 1x2
    shapes tile = "A" with sides (1, 2, 1, 2), "B" with sides (1, 1, 1, 2)
    place fixed tile on strip
    ```
    """

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
    """Too many colors around a tile.

    All tiles are found by trying every color on every side, in every direction, which is limited.

    Wrong:

    ```
    board box cube 2x2x2
    shapes tile = all one-sided tiles of cube with sides in 1..12
    place one-sided tile on box each at most once
    ```

    Fixed:

    ```
    board box cube 2x2x2
    shapes tile = all one-sided tiles of cube with sides in 1..2
    place one-sided tile on box each at most once
    ```
    """

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
