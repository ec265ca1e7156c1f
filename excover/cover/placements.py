"""All ways to lay a piece on a board.

The board is one flat list with a margin as wide as the piece, so that moving a piece is adding a number and
no cell's coordinates are ever compared. On a torus the margin repeats the other side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import product
from math import prod
from operator import and_

from excover.lattices import Cell, extent
from excover.puzzle.puzzle import Board

_OUTSIDE, _FREE = -1, -2


def placements(
    board: Board, piece: Sequence[Cell], group: str, at_least: int, most: int
) -> list[tuple[int, ...]]:
    """The sets of board cells that the piece can take, each as increasing numbers into ``board.cells``.

    Placements with the same cells on the board are one, whatever sticks out of an open side. Sorted.
    Where they have more than ``most`` cells in all, some are left out.
    """
    if not _can_fit(board, piece):
        return []
    grid = _Grid(board, _margins(board, piece))
    found: set[tuple[int, ...]] = set()
    for shape in board.lattice.orientations(piece, group):
        offsets = list(map(grid.offset, shape))
        for anchor in grid.anchors(shape):
            under = [grid.cells[anchor + offset] for offset in offsets]
            if _OUTSIDE not in under:
                covered = tuple(sorted({cell for cell in under if cell >= 0}))
                if len(covered) + under.count(_FREE) == len(shape) and len(covered) >= at_least:
                    most -= len(covered) if covered not in found else 0
                    found.add(covered)
                    if most < 0:
                        return sorted(found)
    return sorted(found)


def least_placements(board: Board, piece: Sequence[Cell], group: str, at_least: int) -> int:
    """A number of placements that there are at least, counted without making one.

    It is that of the placements wholly on the board, which are all there are on a closed one; 0 on boards
    with glued or open sides and in lattices that are not plain. Cells are bits of an integer: the piece fits
    where all copies of the board, shifted by the cells of the piece, have a bit.
    """
    if not board.lattice.plain or board.flags or at_least > len(piece) or not _can_fit(board, piece):
        return 0
    layers, rows, columns = (size + max(extent(piece)) for size in board.extent)
    strides = (rows * columns, columns, 1)
    bits = bytearray(b"0") * (layers * rows * columns)
    for cell in board.cells:
        bits[-1 - _place(cell, strides)] = ord("1")
    cells = int(bits, 2)
    return sum(
        reduce(and_, (cells >> _place(cell, strides) for cell in shape)).bit_count()
        for shape in board.lattice.orientations(piece, group)
    )


def _place(cell: Cell, strides: Cell) -> int:
    return cell[0] * strides[0] + cell[1] * strides[1] + cell[2]


def grid_size(board: Board, piece: Sequence[Cell]) -> int:
    """The numbers that `placements` needs to remember to lay a piece on a board."""
    margins = zip(board.extent, _margins(board, piece), strict=True)
    return prod(size + 2 * margin for size, margin in margins) if _can_fit(board, piece) else 0


def _margins(board: Board, piece: Sequence[Cell]) -> Cell:
    """How far beyond the board the piece may be looked for: layers, rows, columns."""
    margin = _reach(board, piece) + 1
    return 0 if board.planar else margin, margin, margin


def _reach(board: Board, piece: Sequence[Cell]) -> int:
    """The longest side of the piece's box; where it can reach over the rim, however it lies."""
    lies = [piece] if board.lattice.plain or not board.flags else board.lattice.orientations(piece, "free")
    return max(max(extent(shape)) for shape in lies)


def _can_fit(board: Board, piece: Sequence[Cell]) -> bool:
    """No piece that is longer than a closed board in every direction lies on it."""
    closed = not board.flags and board.lattice.plain
    return not closed or max(extent(piece)) <= max(board.extent)


class _Grid:
    """The board's cell numbers in a padded box, stored flat."""

    def __init__(self, board: Board, margins: Cell) -> None:
        self.board = board
        self.margins = margins
        self.glued = board.lattice.glued_axes(board.flags)
        sizes = (size + 2 * margin for size, margin in zip(board.extent, margins, strict=True))
        layers, rows, columns = self.size = tuple(sizes)
        self.strides = (rows * columns, columns, 1)
        self.cells = [_OUTSIDE] * (layers * rows * columns)
        above = margins[0]
        for side, padded in (("above", range(above)), ("below", range(layers - above, layers))):
            if side in board.flags:
                for cell in product(padded, range(rows), range(columns)):
                    self.cells[self.offset(cell)] = _FREE
        for number, cell in enumerate(board.cells):
            for image in product(*map(self._images, (0, 1, 2), cell)):
                self.cells[self.offset(image)] = number

    def offset(self, cell: Sequence[int]) -> int:
        return sum(at * stride for at, stride in zip(cell, self.strides, strict=True))

    def anchors(self, shape: Sequence[Cell]) -> Iterator[int]:
        """Every translation of a shape that keeps it on the lattice and touches the board's box."""
        first = tuple(map(min, zip(*shape, strict=True)))
        corners = product(*map(self._corners, (0, 1, 2), first, extent(shape)))
        return map(self.offset, corners if self.board.lattice.plain else self._on_lattice(corners))

    def _on_lattice(self, corners: Iterable[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
        """The corners at which shapes, which are not displaced, lie on the lattice as the board does."""
        lattice, (above, before, left) = self.board.lattice, self.margins
        origin = lattice.origin(self.board.cells[0])
        return (c for c in corners if lattice.kind((c[0] - above, c[1] - before, c[2] - left)) == origin)

    def _images(self, axis: int, at: int) -> range:
        """Where a coordinate of the board is found in the padded box."""
        at += self.margins[axis]
        period = self.board.extent[axis]
        return range(at % period, self.size[axis], period) if axis in self.glued else range(at, at + 1)

    def _corners(self, axis: int, least: int, length: int) -> range:
        """Where the origin of a shape may lie whose coordinates are from ``least`` to ``length - 1``.

        The shape is within the board, or reaches out of an open side.
        """
        first = self.margins[axis]
        end = first + self.board.extent[axis]
        if axis in self.glued:
            return range(first, end)
        if self.board.openings:  # what sticks out may also reach beyond the board's rim
            return range(first - length + 1, end)
        return range(first - least, end - length + 1)
