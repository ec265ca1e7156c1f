"""Boards of lines and letters for a terminal: borders between pieces, in the shape of the lattice.

>>> from excover.matrix.compiled import Canvas, Marking
>>> from excover.render.scene import scenes
>>> canvas = Canvas("", (1, 2, 2), (1, 1, 1), frozenset(), marks=("A", "B"), tiled=True)
>>> cells = ((0, 0, 0), (0, 0, 1), (0, 1, 0))
>>> [scene] = scenes([canvas], [[Marking(0, "A", cells)], [Marking(0, "B", ((0, 1, 1),))]])
>>> print(chart(scene, 80, None))
┌───────┐
│ A   A │
│   ┌───┤
│ A │ B │
└───┴───┘
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from excover.base.errors import ExcoverError
from excover.base.words import clipped, clipped_to, visible
from excover.base.words import width as columns_of
from excover.lattices import Cell
from excover.lattices.lattice import Script, Side, Spot, plus
from excover.render.board import DARK
from excover.render.decorations import circles, clues, shades, walls
from excover.render.geometry import Layout
from excover.render.scene import Scene, ink_on

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.style import Style

Depth = Literal["standard", "256", "truecolor"]
"""The number of colors of a terminal."""

_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8
_JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""A box-drawing character for every set of the four arms, in the order of their sum."""
_BENDS = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""The same for lines that options draw, which are heavy."""
_ACROSS, _UPRIGHT = ("━", "═", "≡"), ("┃", "║", "┃")
"""One line, two, and three."""
LIGHT, NEW = "#ffffff", "#3190e6"
"""Squares of a chessboard; marks that were not given, on dark and light grounds."""


def chart(scene: Scene, columns: int, depth: Depth | None) -> str | None:
    """The board, in at most that many columns of text; None if it, or a mark, does not fit.

    Without a depth, it is not colored.
    """
    canvas, lattice = scene.canvas, scene.canvas.lattice
    words = [canvas.areas.get(mark, mark) for mark in canvas.marks if mark not in canvas.ways]
    words += [each.text for each in canvas.beside if 0 <= each.column < canvas.extent[2]]
    widest = max((sum(map(columns_of, word)) for word in words), default=1)
    scripts = [script for script in (lattice.narrow, lattice.script) if script]
    if widest > 1 or scene.pieces:
        scripts = scripts[-1:]
    made = [_Chart(scene, script, columns) for script in scripts]
    fitting = [each for each in made if widest <= each.script.room and each.columns <= columns]
    chosen = next((each for each in fitting if each.has_room_for_clues), None) or next(
        iter(fitting[::-1]), None
    )
    return chosen.text(depth) if chosen else None


class _Chart:
    """``glyphs`` and ``styles`` are the text at a spot, and its style."""

    def __init__(self, scene: Scene, script: Script, columns: int) -> None:
        self.scene = scene
        self.script = script
        self.layout = Layout.of(scene.canvas, max(1, (columns - 1) // script.step))
        parts = scene.pieces or [scene.marks]
        self.grounds = {cell: ground for part in parts for cell, ground in scene.grounds(part).items()}
        self.shades = shades(self.layout, scene.canvas.decorations)
        self.clues = clues(self.layout, scene.canvas)
        self.circles = circles(scene.canvas.decorations)
        self.walls = frozenset(walls(self.layout, scene.canvas.decorations))
        self.owner = {cell: number for number, piece in enumerate(scene.pieces) for cell in piece}
        self.glyphs: dict[Spot, str] = {}
        self.styles: dict[Spot, str] = {}
        self.draw()
        self.draw_lines()
        self.write_beside()
        self.write_corners()
        lines, places = [line for line, _ in self.glyphs] or [0], [at for _, at in self.glyphs] or [0]
        self.lines = range(min(0, *lines), max(lines) + 1)
        self.left = min(0, *places)
        self.columns = 1 + max(places) - self.left

    def draw(self) -> None:
        """Marks, then lines, and the inside of pieces in their color."""
        arms: dict[Spot, int] = {}
        for cell in self.layout.cells:
            self.mark(cell)
        for side, cells in self.layout.around(self.layout.cells).items():
            if side in self.walls or len({self.part(cell) for cell in cells}) == len(cells):
                self.glyphs |= dict(self.script.side(side))
                self.join(side, arms)
            else:
                style = self.between(cells)
                self.styles |= {spot: style for spot, _ in self.script.side(side)}
                self.styles |= dict.fromkeys(self.ends(side), style)
        for spot, which in arms.items():  # the ends of a line are not inside
            self.styles.pop(spot, None)
            self.glyphs[spot] = _JOINTS[which] if self.script.crosses else " "

    def draw_lines(self) -> None:
        """Lines from cell to cell, along rows and columns."""
        arms: dict[Spot, int] = {}
        for cell, mark in (pair for part in self.scene.lines for pair in part.items()):
            (layer, down, across), times = self.scene.canvas.ways[mark]
            end = plus(cell, (layer, down, across))
            if layer == 0 and (down == 0) != (across == 0) and end in self.layout.corners:
                self.join_cells(cell, end, times, arms)
        for spot, which in arms.items():
            if self.glyphs[spot] in (" ", self.empty):
                self.glyphs[spot], self.styles[spot] = _BENDS[which], self.line_style(spot)

    def join_cells(self, cell: Cell, end: Cell, times: int, arms: dict[Spot, int]) -> None:
        (line, column), (line2, column2) = sorted(map(self.middle, (cell, end)))
        level = line == line2
        glyph = (_ACROSS if level else _UPRIGHT)[times - 1]
        for spot in product(range(line, line2 + 1), range(column, column2 + 1)):
            if spot not in ((line, column), (line2, column2)):
                self.glyphs[spot], self.styles[spot] = glyph, self.line_style(spot)
        for spot, arm in zip(
            ((line, column), (line2, column2)), (_RIGHT, _LEFT) if level else (_DOWN, _UP), strict=True
        ):
            arms[spot] = arms.get(spot, 0) | arm

    def middle(self, cell: Cell) -> Spot:
        line, column = self.script.seat(self.layout.corners[cell])
        return line, column + self.script.room // 2

    def line_style(self, spot: Spot) -> str:
        """Lines are blue on what is below them."""
        ground = self.styles.get(spot, "").partition("on ")[2]
        return f"{ink_on(ground) if ground else NEW} {_on(ground)}".strip()

    def write_beside(self) -> None:
        """The texts beside the board."""
        beside = self.scene.canvas.beside
        room = 1 + max((sum(map(columns_of, each.text)) for each in beside), default=0)
        _, rows, columns = self.scene.canvas.extent
        for row, column, text in beside:
            line = 2 * row + 1 if 0 <= row < rows else row if row < 0 else row + rows + 1
            wide = sum(map(columns_of, text))
            middle = self.script.step * column + 1 + (self.script.room - wide + 1) // 2
            after = self.script.step * columns + 1 + room * (column - columns + 1) - wide
            at = middle if 0 <= column < columns else room * (column + 1) - wide - 1 if column < 0 else after
            self.glyphs |= {(line, at + number): glyph for number, glyph in enumerate(text)}

    def write_corners(self) -> None:
        """The labels at corners that are a single character, where corners have a spot."""
        for row, column, text in self.scene.canvas.corners:
            if self.script.joint and sum(map(columns_of, text)) == 1:
                self.glyphs[self.script.joint((column, row))] = text

    def part(self, cell: Cell) -> object:
        """Whether there is a line between two cells, which belong to different parts."""
        if self.scene.pieces:
            return self.owner.get(cell)
        return self.scene.canvas.regions.get(cell)

    @property
    def empty(self) -> str:
        return " " if self.scene.canvas.tiled or self.scene.pieces else "·"

    def join(self, side: Side, arms: dict[Spot, int]) -> None:
        (_, y), (_, y2) = side
        pair = (_RIGHT, _LEFT) if y == y2 else (_DOWN, _UP)
        for spot, arm in zip(self.ends(side), pair, strict=False):
            arms[spot] = arms.get(spot, 0) | arm

    def ends(self, side: Side) -> list[Spot]:
        return list(map(self.script.joint, side)) if self.script.joint else []

    def mark(self, cell: Cell) -> None:
        line, column = self.script.seat(self.layout.corners[cell])
        room, style = self.script.room, self.style(cell)
        mark = self.scene.marks.get(cell, "")
        text = visible(self.scene.canvas.areas.get(mark, mark) or self.clue(cell))
        spare = max(0, room - sum(map(columns_of, text)))
        glyphs = [*" " * (spare // 2), *text, *" " * (spare - spare // 2)]
        for glyph in glyphs:
            self.glyphs[line, column] = glyph
            self.styles[line, column] = style
            column += columns_of(glyph)

    @property
    def has_room_for_clues(self) -> bool:
        return all(sum(map(columns_of, each.text)) <= self.script.room for each in self.clues.values())

    def clue(self, cell: Cell) -> str:
        """What the puzzle has in a cell without a mark, or the beginning of it."""
        clue = self.clues[cell].text if cell in self.clues else self.circles.get(cell, "")
        return clipped_to(clue, self.script.room) or self.empty

    def ground(self, cell: Cell) -> str:
        """The color of a cell, and of its links to other cells of its piece."""
        if not (ground := self.grounds.get(cell) or self.shades.get(cell)) and self.scene.is_chessboard:
            return DARK if sum(cell) % 2 else LIGHT
        return ground or ""

    def between(self, cells: Sequence[Cell]) -> str:
        """The color of a side without a line: that of both cells, or of the first on a chessboard, which has
        no gaps.
        """
        first, *others = map(self.ground, cells)
        return _on(first) if self.scene.is_chessboard or all(other == first for other in others) else ""

    def style(self, cell: Cell) -> str:
        ground, scene = self.ground(cell), self.scene
        has_clues = scene.given or scene.canvas.printed
        is_found = has_clues and not scene.is_stated(cell, scene.marks.get(cell, ""))
        ink = ink_on(ground) if ground else NEW if is_found else ""
        return f"{'bold' if cell in scene.given else ''} {ink} {_on(ground)}".strip()

    def text(self, depth: Depth | None) -> str:
        rows = [self.row(line, depth) for line in self.lines if not self.is_idle(line)]
        return "\n".join(rows)

    def is_idle(self, line: int) -> bool:
        """Omits the line between rows of marks that nothing separates."""
        return (
            self.script.folds
            and line % 2 == 0
            and all(self.glyphs.get((line, column), " ") in " │┃║" for column in self.spots)
        )

    @property
    def spots(self) -> range:
        return range(self.left, self.left + self.columns)

    def row(self, line: int, depth: Depth | None) -> str:
        """Glyphs with the same style are written together."""
        runs: list[tuple[str, str]] = []
        for spot in ((line, column) for column in self.spots):
            style, glyph = self.styles.get(spot, ""), self.glyphs.get(spot, " ")
            if runs and runs[-1][1] == style:
                runs[-1] = runs[-1][0] + glyph, style
            else:
                runs.append((glyph, style))
        return "".join(_styled(text, style, depth) for text, style in runs).rstrip(" ")


def _on(ground: str) -> str:
    return f"on {ground}" if ground else ""


def _styled(text: str, style: str, depth: Depth | None) -> str:
    if not style or depth is None:
        return text
    from rich.color import ColorSystem

    system = {
        "standard": ColorSystem.STANDARD,
        "256": ColorSystem.EIGHT_BIT,
        "truecolor": ColorSystem.TRUECOLOR,
    }
    return _style(style).render(text, color_system=system[depth])


@lru_cache(maxsize=1000)
def _style(style: str) -> Style:
    from rich.style import Style

    return Style.parse(style)


# A plot of a running estimate, by matplotlib (an extra: ``pip install excover[plot]``).

FORMATS = ("svg", "png", "pdf")
HIGHEST = 2.5
"""The end of the axis relative to the final values; higher means of the first walks leave the plot."""
ENDLESS = 1e300
"""The number at which matplotlib stops computing."""
MOST_NAMED = 60
LONGEST_NAME = 60
"""Letters of the name of a group."""


class NoPlot(ExcoverError):
    """Why a plot cannot be made; the message is for users."""


def plot_format(path: str) -> str:
    """The format of a file by its suffix. Raises NoPlot if it is not supported, or matplotlib is missing."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise NoPlot("a plot needs matplotlib: pip install 'excover[plot]'") from None
    suffix = Path(path).suffix.lstrip(".").lower()
    if suffix not in FORMATS:
        raise NoPlot(f"a plot cannot be written as `{visible(path)}`: end the name with .svg, .png or .pdf")
    return suffix


def running_estimate(
    trace: Sequence[tuple[int, float]],
    interval: tuple[float, float],
    exact: int | None,
    title: str,
    form: str,
) -> bytes:
    """The estimate after numbers of walks, the interval at the end, and the exact number if known."""
    from matplotlib.figure import Figure

    top = _top([mean for _, mean in trace], [*interval, exact or 0])
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    axes.plot(*zip(*((walks, min(mean, ENDLESS)) for walks, mean in trace), strict=True), label="estimate")
    low, high = (min(end, 2 * top) for end in interval)
    axes.axhspan(low, high, color="C0", alpha=0.15, linewidth=0, label="95 % at the end")
    if exact is not None:
        axes.axhline(exact, color="C1", linestyle="--", label=f"exact: {exact:,}")
    axes.set(xscale="log", xlabel="random walks", ylabel="solutions", ylim=(0, top))
    axes.set_title(visible(title), parse_math=False)
    axes.yaxis.set_major_formatter("{x:,.12g}")
    axes.legend()
    return _written(figure, form)


def cost_and_bound(known: Sequence[tuple[float, Any, Any]], title: str, form: str) -> bytes:
    """The best cost and the bound after each number of seconds; what is None is not drawn."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    end = known[-1][0]
    for place, label in ((1, "best solution"), (2, "bound")):
        steps = [(each[0], float(each[place])) for each in known if each[place] is not None]
        if steps:
            seconds, values = zip(*steps, (end, steps[-1][1]), strict=True)
            axes.step(seconds, values, where="post", label=label)
    axes.set(xlabel="seconds", ylabel="cost")
    axes.set_title(visible(title), parse_math=False)
    axes.yaxis.set_major_formatter("{x:,.12g}")
    axes.legend()
    return _written(figure, form)


def counts_of_groups(counts: Mapping[str, int], title: str, form: str) -> bytes:
    """A bar for each group of solutions, from the top, with its name; without names if there are many."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    named = len(counts) <= MOST_NAMED
    size = (8, 1.2 + 0.24 * len(counts)) if named else (8, 4.5)
    figure = Figure(figsize=size, layout="constrained")
    axes = figure.add_subplot()
    places = range(1, len(counts) + 1)
    numbers = [float(min(number, int(ENDLESS))) for number in counts.values()]
    if named:
        axes.barh(places, numbers)
        labels = [visible(clipped(name, LONGEST_NAME)) for name in counts]
        axes.set_yticks(places, labels, parse_math=False)
        axes.set(xlabel="solutions", ylim=(len(counts) + 0.5, 0.5))
    else:
        axes.bar(places, numbers, width=1)
        axes.set(xlabel="groups, in their order", ylabel="solutions", xlim=(0.5, len(counts) + 0.5))
    axis = axes.xaxis if named else axes.yaxis
    axis.set_major_locator(MaxNLocator(integer=True))
    axis.set_major_formatter("{x:,.12g}")
    axes.set_title(visible(title), parse_math=False)
    return _written(figure, form)


def _written(figure: Figure, form: str) -> bytes:
    written = BytesIO()
    figure.savefig(written, format=form, metadata={"Date": None} if form == "svg" else None)
    return written.getvalue()


def _top(means: Sequence[float], interval: Sequence[float]) -> float:
    """The end of the axis: room for everything, or for HIGHEST times the final value."""
    end = [value for value in (means[-1], *interval) if value < ENDLESS]
    seen = [value for value in (*means, *end) if value < ENDLESS]
    return min(1.05 * max(seen, default=0), HIGHEST * max(end, default=0)) or 1.0
