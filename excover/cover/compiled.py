"""What compilation gives: the matrix, and how each of its options is drawn.

>>> canvas = Canvas("", (1, 2, 3), (0, 1, 1), frozenset())
>>> canvas.cell((2, 3)), canvas.position((0, 1, 2)), canvas.cell((3, 1))
((0, 1, 2), (2, 3), None)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from excover.cover.matrix import Matrix
from excover.diagnostics import Diagnostic
from excover.expressions.frame import Frame
from excover.lattices import SQUARE, Cell, Lattice
from excover.names import OptionName, Value
from excover.puzzle.puzzle import Placing
from excover.source import Span
from excover.syntax import ast


@dataclass(frozen=True, slots=True)
class Canvas:
    """A box of cells that solutions are drawn on: a board's, or as large as the `draw` statements reach.

    ``extent`` counts layers, rows and columns; ``origin`` is the position of its first cell;
    ``holes`` are the cells that a board leaves out, ``gaps`` those that its lattice does not have;
    ``wraps`` where its rim is glued together (``torus`` or ``cylinder``); ``regions`` are parts of it in
    which values must differ, such as the blocks of a Sudoku; ``marks`` are all that any option draws on it.
    It is ``tiled`` where an option draws several cells, as pieces do. ``colors`` are those in which a
    description says marks are seen, as ``#rrggbb``; all canvases of a puzzle have the same.
    """

    name: str
    extent: Cell
    origin: Cell
    holes: frozenset[Cell]
    gaps: frozenset[Cell] = frozenset()
    lattice: Lattice = SQUARE
    wraps: frozenset[str] = frozenset()
    regions: Mapping[Cell, Value] = field(default_factory=dict)
    marks: Sequence[str] = ()
    tiled: bool = False
    colors: Mapping[str, str] = field(default_factory=dict)

    @property
    def width(self) -> int:
        """That of the widest mark."""
        return max(map(len, self.marks), default=1)

    @property
    def flat(self) -> bool:
        return self.extent[0] == 1

    def cell(self, position: Sequence[int]) -> Cell | None:
        """The cell at a position of two or three coordinates, None where there is none."""
        if len(position) == 2 and not self.flat:
            return None
        *above, down, across = position
        layer = above[0] - self.origin[0] if above else 0
        cell = (layer, down - self.origin[1], across - self.origin[2])
        layers, rows, columns = self.extent
        if not (0 <= layer < layers and 0 <= cell[1] < rows and 0 <= cell[2] < columns):
            return None
        return None if cell in self.holes or cell in self.gaps else cell

    def position(self, cell: Cell) -> tuple[int, ...]:
        """The coordinates that a description gives a cell."""
        full = tuple(a + b for a, b in zip(cell, self.origin, strict=True))
        return full[1:] if self.flat else full


Place = tuple[int, Cell]
"""A canvas, by its number, and a cell of it."""


class Ink(NamedTuple):
    """The mark that an option leaves on some cells of a canvas (given by its number)."""

    canvas: int
    mark: str
    cells: tuple[Cell, ...]


@dataclass(slots=True)
class Block:
    """The options of one statement: names, and rows of item numbers, of colors (0 for none), and costs.

    ``aliases`` leads from the options that `distinct` left out to those that stand for them;
    ``frame`` has the bindings behind the options of an `option` statement; ``drawn`` the mark and the cells
    of each option of a `place` statement.
    """

    source: ast.Option | Placing
    span: Span
    names: list[OptionName] = field(default_factory=list)
    rows: list[tuple[int, ...]] = field(default_factory=list)
    colors: list[tuple[int, ...]] = field(default_factory=list)
    costs: list[int] = field(default_factory=list)
    frame: Frame | None = None
    drawn: list[tuple[str, tuple[Cell, ...]]] = field(default_factory=list)
    aliases: dict[OptionName, OptionName] = field(default_factory=dict)

    def contents(self) -> list[object]:
        """What each option comes to, its name aside: its items with their colors, and its cost."""
        rows: list[object] = list(map(frozenset, self.rows))
        if self.colors:
            pairs = zip(self.rows, self.colors, strict=True)
            rows = [frozenset(zip(row, colors, strict=True)) for row, colors in pairs]
        return list(zip(rows, self.costs, strict=True)) if self.costs else rows

    def kept(self, keep: Sequence[int]) -> Block:
        """Only the options numbered in ``keep``; colors, costs and drawings are there for all or for none."""
        return replace(
            self,
            names=[self.names[option] for option in keep],
            rows=[self.rows[option] for option in keep],
            colors=[self.colors[option] for option in keep if self.colors],
            costs=[self.costs[option] for option in keep if self.costs],
            frame=self.frame and self.frame.taken(keep),
            drawn=[self.drawn[option] for option in keep if self.drawn],
        )


@dataclass(frozen=True, slots=True, eq=False)
class Compiled:
    """``inks`` has, for each option of the matrix, what it draws; ``aliases`` are other names of options;
    ``given`` are the places of which a given says what is drawn there."""

    matrix: Matrix
    canvases: Sequence[Canvas]
    inks: Sequence[tuple[Ink, ...]]
    aliases: Mapping[OptionName, OptionName]
    warnings: Sequence[Diagnostic]
    given: frozenset[Place] = frozenset()
