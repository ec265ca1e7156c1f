"""A description with its names resolved and its sets evaluated: what `resolve` makes and `expand` reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from excover.diagnostics import Diagnostic
from excover.expressions.scope import ItemFamily, Scope
from excover.lattices import Cell, Lattice
from excover.names import Value
from excover.source import Span
from excover.syntax import ast


@dataclass(frozen=True, slots=True)
class Piece:
    """A letter of a drawing of shapes; the cells are normalized, the span is its first mark."""

    letter: str
    cells: tuple[Cell, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Shapes:
    """``lattice`` is None where the drawing does not say, and any square or cube board will do."""

    name: str
    span: Span
    lattice: Lattice | None
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """Cells to cover, in reading order; ``extent`` counts layers, rows and columns.

    ``flags``: ``below`` or ``above`` where pieces may reach out of the board on that side, ``torus`` or
    ``cylinder`` where its rim is glued together. ``optional`` cells may stay empty. ``labels`` are the
    letters and digits of its drawing. ``walls`` counts the ``#`` of it.
    """

    name: str
    span: Span
    lattice: Lattice
    cells: tuple[Cell, ...]
    extent: Cell
    flags: frozenset[str] = frozenset()
    optional: frozenset[Cell] = frozenset()
    labels: Mapping[Cell, str] = field(default_factory=dict)
    walls: int = 0

    @property
    def flat(self) -> bool:
        """Coordinates are row and column only."""
        return self.extent[0] == 1

    @property
    def openings(self) -> frozenset[str]:
        return self.flags & {"below", "above"}

    @property
    def planar(self) -> bool:
        """Pieces stay in the plane."""
        return not self.lattice.solid

    def position(self, cell: Cell) -> tuple[int, ...]:
        """The coordinates that a description gives a cell: from 1, the layer only where there are several."""
        layer, row, column = cell
        return (row + 1, column + 1) if self.flat else (layer + 1, row + 1, column + 1)


@dataclass(frozen=True, slots=True)
class Placing:
    """All placements of the pieces of ``shapes`` on ``board`` with at least ``at_least`` cells on it.

    ``where`` is a condition on the names ``piece`` and ``cells``.
    """

    shapes: Shapes
    board: Board
    group: str
    at_least: int
    where: ast.Expr | None
    span: Span
    names_board: bool
    """Whether the board belongs to an option's identity, because the shapes are placed on several."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What is to be covered, by what, and how it is drawn, in the order of the description.

    ``families`` are those of the items in use; a board's and a set of pieces' are among them.
    ``settings`` has the value of every parameter; ``goal`` is ``minimize``, ``maximize`` or empty.
    """

    title: str
    scope: Scope
    settings: Mapping[str, Value]
    families: Sequence[ItemFamily]
    sources: Sequence[ast.Option | Placing]
    boards: Sequence[Board]
    draws: Sequence[ast.Draw | ast.DrawItem]
    mark_colors: Sequence[ast.DrawMark]
    givens: Sequence[ast.GivenOptions | ast.GivenDrawing | ast.GivenColor]
    forbidden: Sequence[ast.Forbid]
    symmetries: Sequence[ast.Symmetry]
    goal: str
    expectations: Sequence[ast.Expect]
    warnings: Sequence[Diagnostic]
