"""All ways to lay a piece on a board.

The board is one flat list with a margin as wide as the piece, so that moving a piece is adding a number and
no cell's coordinates are ever compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from excover.puzzle.lattice import Cell, Isometry, extent, orientations
from excover.puzzle.puzzle import Board

_OUTSIDE, _FREE = -1, -2


def placements(
    board: Board, piece: Sequence[Cell], motions: Sequence[Isometry], at_least: int
) -> list[tuple[int, ...]]:
    """The sets of board cells that the piece can take, each as increasing numbers into ``board.cells``.

    Placements with the same cells on the board are one, whatever sticks out of an open side. Sorted.
    """
    margin = max(extent(piece))
    grid = _Grid(board, margin)
    found: set[tuple[int, ...]] = set()
    for shape in orientations(piece, motions):
        offsets = list(map(grid.offset, shape))
        for anchor in grid.anchors(extent(shape)):
            under = [grid.cells[anchor + offset] for offset in offsets]
            if _OUTSIDE not in under:
                covered = tuple(sorted(cell for cell in under if cell >= 0))
                if len(covered) >= at_least:
                    found.add(covered)
    return sorted(found)


class _Grid:
    """The board's cell numbers in a padded box, stored flat."""

    def __init__(self, board: Board, margin: int) -> None:
        self.board = board
        self.margin = margin
        layers, rows, columns = (size + 2 * margin for size in board.extent)
        self.strides = (rows * columns, columns, 1)
        self.cells = [_OUTSIDE] * (layers * rows * columns)
        for side, padded in (("above", range(margin)), ("below", range(layers - margin, layers))):
            if side in board.openings:
                for cell in product(padded, range(rows), range(columns)):
                    self.cells[self.offset(cell)] = _FREE
        start = self.offset((margin, margin, margin))
        for number, cell in enumerate(board.cells):
            self.cells[start + self.offset(cell)] = number

    def offset(self, cell: Sequence[int]) -> int:
        return sum(at * stride for at, stride in zip(cell, self.strides, strict=True))

    def anchors(self, size: Cell) -> Iterator[int]:
        """Every translation of a box of this size that touches the board's box."""
        return map(self.offset, product(*map(self._corners, (0, 1, 2), size)))

    def _corners(self, axis: int, length: int) -> range:
        """Where a box of that length may begin: within the board, or reaching out of an open side."""
        first, last = self.margin, self.margin + self.board.extent[axis] - length
        if self.board.openings:  # what sticks out may also reach beyond the board's rim
            first, last = self.margin - length + 1, self.margin + self.board.extent[axis] - 1
        return range(first, last + 1)
