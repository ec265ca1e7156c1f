"""A description with its names resolved and its sets evaluated: the output of `resolve` and input of
`expand`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from functools import cached_property
from typing import TypeAlias, assert_never

from excover.base.diagnostics import Diagnostic
from excover.base.frozen import Frozen
from excover.base.names import ItemName, Value
from excover.base.source import Span
from excover.language.expressions.scope import ItemFamily, Scope
from excover.language.meaning.listing import Listing
from excover.language.syntax import ast
from excover.lattices import Cell, Lattice
from excover.lattices.gluing import Gluing


class Piece(Frozen):
    """A letter of a drawing of shapes; the cells are normalized, the span is its first mark. ``colors`` are
    those around a tile, which has one cell.
    """

    letter: str
    cells: tuple[Cell, ...]
    span: Span
    labels: Mapping[Cell, str] = {}
    colors: tuple[Value, ...] = ()

    @property
    def is_drawn(self) -> bool:
        return self.span.text == self.letter


class Shapes(Frozen):
    """``lattice`` is None if the drawing does not state it, and any square or cube board is allowed.
    ``rim`` names the parts of tiles that have colors: `sides` or `corners`; it is empty for other pieces.
    """

    name: str
    span: Span
    lattice: Lattice | None
    pieces: tuple[Piece, ...]
    rim: str = ""

    def suits(self, lattice: Lattice) -> bool:
        """Whether a board of that lattice is allowed."""
        return self.lattice is lattice if self.lattice else lattice.plain


class Board(Frozen):
    """Cells to cover, in reading order; ``extent`` counts layers, rows and columns.

    ``flags``: ``below`` or ``above`` if pieces may stick out of the board on that side, ``torus`` or
    ``cylinder`` if its sides are glued together. ``optional`` cells may stay empty. ``labels`` are the
    letters and digits of its drawing. ``walls`` is the number of its ``#``.
    ``has_holes``: some cells may stay empty, whichever they are. ``gluing`` names the glued sides.
    ``origin``: its statement, with the drawings that came from outside.
    """

    name: str
    span: Span
    lattice: Lattice
    cells: tuple[Cell, ...]
    extent: Cell
    flags: frozenset[str] = frozenset()
    optional: frozenset[Cell] = frozenset()
    labels: Mapping[Cell, str] = {}
    walls: int = 0
    has_holes: bool = False
    gluing: Gluing | None = None
    origin: ast.BoardStatement | None = None

    @property
    def flat(self) -> bool:
        """Whether coordinates are only row and column."""
        return self.extent[0] == 1

    def wrapped(self, cell: Cell) -> Cell:
        """The cell of the board that is the same where sides are glued together; else the cell itself."""
        return self._homes.get(self.gluing.reduced(cell), cell) if self.gluing else cell

    @cached_property
    def _homes(self) -> dict[Cell, Cell]:
        return {self.gluing.reduced(cell): cell for cell in self.cells} if self.gluing else {}

    @cached_property
    def edge(self) -> tuple[Cell, ...]:
        """The cells beside which its lattice has one that is none of the board."""
        there, near = set(self.cells), self.lattice.neighbours
        return tuple([c for c in self.cells if not there.issuperset(map(self.wrapped, near(c)))])

    @property
    def openings(self) -> frozenset[str]:
        return self.flags & {"below", "above"}

    @property
    def planar(self) -> bool:
        """Whether pieces stay in the plane."""
        return not self.lattice.solid

    def position(self, cell: Cell) -> tuple[int, ...]:
        """The coordinates of a cell in the description: from 1, with the layer only if there are several."""
        layer, row, column = cell
        if self.flat:
            return row + 1, column + 1
        return self.lattice.coordinates((layer + 1, row + 1, column + 1))

    @cached_property
    def positions(self) -> Mapping[Cell, tuple[int, ...]]:
        """Those of all cells, in order."""
        return dict(zip(self.cells, map(self.position, self.cells), strict=True))

    @property
    def sizes(self) -> tuple[int, ...]:
        """Its numbers of rows and columns, with what is before them if it is not flat."""
        return self.extent[1:] if self.flat else self.lattice.sizes(self.extent)


ItemKey: TypeAlias = tuple[Value, ...]
"""The index of an item, which is a tuple."""


class Requirement(ABC):
    """Items ``family[key]`` that pieces on ``board`` cover; ``shapes`` are the pieces, empty for all."""

    def __init__(self, family: str, board: Board, shapes: str = "") -> None:
        self.family = family
        self.board = board
        self.shapes = shapes

    @abstractmethod
    def touched(self, letter: str, cells: Collection[Cell]) -> Iterable[ItemKey]:
        """The keys of the items that a piece on some cells covers, each once."""

    def concerns(self, letter: str) -> bool:
        """Whether it demands anything of a piece."""
        return True

    def weight(self, cell: Cell) -> int:
        """How many items a piece that it concerns touches by this cell, counted where a piece may touch far
        more than it has cells; 0 elsewhere.
        """
        return 0

    def shared(self, cells: Collection[Cell]) -> int:
        """By how much less than the sum of their weights some cells touch at most, wherever they lie."""
        return 0


class Placing(Frozen):
    """All placements of the pieces of ``shapes`` on ``board`` with at least ``at_least`` cells on it.

    A labelled cell of a piece lies on cells of the board without a label, or with one that ``matching`` has
    for its label. ``where`` is a condition on the names ``piece`` and ``cells``.
    """

    shapes: Shapes
    board: Board
    group: str
    at_least: int
    matching: Mapping[str, frozenset[str]]
    where: ast.Expr | None
    span: Span
    names_board: bool
    """Whether the board belongs to an option's identity, because the shapes are placed on several."""


COST = "cost"
"""The name of the sum of all costs; it is reserved, so that no item has it."""


class Bottleneck(Frozen):
    """The greatest of the sums of several ``items`` in units; if they are to be large, the least one."""

    items: tuple[ItemName, ...]
    name: str

    def __str__(self) -> str:
        return self.name


class Objective(Frozen):
    """``minimize`` or ``maximize`` the sum of an ``item`` in units, the worst of several, or, without any,
    the sum of the costs.
    """

    direction: str
    item: ItemName | Bottleneck | None

    @property
    def name(self) -> str:
        """That of the sum."""
        return COST if self.item is None else str(self.item)

    @property
    def items(self) -> tuple[ItemName, ...]:
        """The items in units whose sums it is made of."""
        if isinstance(self.item, Bottleneck):
            return self.item.items
        return () if self.item is None else (self.item,)

    def value(self, total: Callable[[str], int]) -> int:
        """That of a solution, whose sums are the ``total`` of their names."""
        if not isinstance(self.item, Bottleneck):
            return total(self.name)
        return self.worst(map(total, map(str, self.item.items)))

    def worst(self, values: Iterable[int]) -> int:
        """The greatest if it is to be small, else the least."""
        return max(values) if self.direction == "minimize" else min(values)


class CostLimit(Frozen):
    """The costs of a solution sum to at ``side`` (`most` or `least`) this number."""

    side: str
    number: int
    span: Span


OptionSource: TypeAlias = ast.Option | Placing | Listing
"""What makes options: a statement, placements of pieces, or a program that lists them."""


class TilesOnBoard(Frozen):
    """Where the ``tiles`` of some ``shapes`` lie: their ``rim``, `sides` or `corners`, has items, but not on
    the border if it ``is_bordered``.
    """

    shapes: str
    tiles: tuple[Piece, ...]
    board: Board
    rim: str
    is_bordered: bool


class Puzzle(Frozen):
    """What must be covered, by what, and how it is drawn, in the order of the description.

    ``families`` are those of the items in use, including those of boards and sets of pieces; ``resources``
    those of the items in units. ``settings`` has the value of every parameter; of the ``objectives``, the
    first counts most. ``cost_limits`` are bounds on the sum of the costs. ``additions`` are what
    options of ``sources`` cover besides, ``requirements`` what pieces do, ``global_constraints`` what all
    chosen options together must be, ``conditions`` what else they must meet, ``rules`` the statements of
    these rules, ``tiled`` the boards of tiles, and ``lines`` the families of options that join neighbors;
    ``on_cells`` those of decisions about the cells of the only board, with how many arguments are the cell;
    ``compared`` the labels of which one is compared with another.
    """

    title: str
    scope: Scope
    settings: Mapping[str, Value]
    families: Sequence[ItemFamily] = ()
    resources: Sequence[ItemFamily] = ()
    sources: Sequence[OptionSource] = ()
    lines: Set[str] = frozenset()
    on_cells: Mapping[str, int] = {}
    compared: Set[str] = frozenset()
    additions: Sequence[ast.Also] = ()
    boards: Sequence[Board] = ()
    draws: Sequence[ast.Draw | ast.DrawItem] = ()
    mark_colors: Sequence[ast.DrawMark] = ()
    decorations: Sequence[ast.Decorate] = ()
    givens: Sequence[ast.GivenOptions | ast.GivenDrawing | ast.GivenColor] = ()
    requirements: Sequence[Requirement] = ()
    global_constraints: Sequence[ast.RequireConnected | ast.RequireLoop] = ()
    conditions: Sequence[ast.RequireThat] = ()
    rules: Sequence[ast.Requiring | ast.CostBound] = ()
    tiled: Sequence[TilesOnBoard] = ()
    removing: Sequence[ast.Removing] = ()
    symmetries: Sequence[ast.SymmetryStatement] = ()
    objectives: Sequence[Objective] = ()
    cost_limits: Sequence[CostLimit] = ()
    expectations: Sequence[ast.Expect] = ()
    warnings: Sequence[Diagnostic] = ()

    @property
    def removing_keywords(self) -> Sequence[str]:
        """Of the statements that remove options."""
        return tuple(dict.fromkeys(each.keyword for each in self.removing))

    @cached_property
    def board_numbers(self) -> Mapping[str, int]:
        """By the names of the boards, in the order of the description."""
        return {board.name: number for number, board in enumerate(self.boards)}

    @property
    def goal_in_words(self) -> str:
        """As a statement: `minimize`, or `minimize delay then maximize cost`; empty without goals."""
        if len(self.objectives) == 1 and self.objectives[0].item is None:
            return self.goal
        words, direction = "", ""
        for objective in self.objectives:
            changed = "" if objective.direction == direction else f"{objective.direction} "
            words += f"{' then ' if words else ''}{changed}{objective.name}"
            direction = objective.direction
        return words

    @property
    def goal(self) -> str:
        """The direction of the first goal, ``minimize`` or ``maximize``; empty without goals."""
        return self.objectives[0].direction if self.objectives else ""


def argument_names(source: OptionSource) -> tuple[str, list[str]]:
    """The family of the options, and the names of their arguments."""
    match source:
        case Placing():
            return source.shapes.name, ["piece", *(["board"] if source.names_board else []), "cells"]
        case Listing(statement=statement) | (ast.Option() as statement):
            return statement.name.id, [name.id for name in statement.arguments]
        case _:
            assert_never(source)
