"""All placements of a piece on a board.

The cells of the board are bits of one number. A shape fits where all copies of that number, each shifted by a
cell of the shape, have a bit; so placements are counted without making them.

>>> from excover.problem.problem import parse
>>> tromino = parse("board b 3x3 shapes s\\n  |AA\\n  |.A\\nplace free s on b each at least 0 times")
>>> (placing,) = tromino.puzzle.sources
>>> ways = Ways(Grid(placing.board), placing.shapes.pieces[0].cells, "free", 1)
>>> ways.least, ways.made()[:3]
(16, [(0, 1, 3), (0, 1, 4), (0, 3, 4)])
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import sub

from excover.language.meaning.puzzle import Board
from excover.lattices.lattice import ORIGIN, Cell

_OUTSIDE = -1


class Ways:
    """The sets of cells of a board that a piece can cover; equal sets are one placement.

    ``least`` is a lower bound on the number of placements, exact unless a piece is longer than half of a
    glued side. ``entries`` is the same for their cells.
    """

    def __init__(
        self,
        grid: Grid,
        piece: Sequence[Cell],
        group: str,
        at_least: int,
        matching: Mapping[Cell, frozenset[str]] = {},
    ) -> None:
        """``matching``: the labels on which some cells may lie, besides cells without a label."""
        self._grid = grid
        self._fits: dict[tuple[int, ...], int] = {}
        wraps = False
        for shape, on in _images(grid.board, piece, group, matching):
            for cells, layer in _shown(grid.board, shape):
                if len(cells) >= at_least and grid.holds(cells):
                    wraps |= grid.wraps(cells)
                    offsets, anchors = grid.fit(cells, layer, on)
                    self._fits[offsets] = self._fits.get(offsets, 0) | anchors
        self._wraps = wraps
        sizes = [(anchors.bit_count(), len(offsets)) for offsets, anchors in self._fits.items()]
        if wraps:  # at most as many translations as cells map a set of cells to itself
            sizes = [max(((found // size, size) for found, size in sizes), default=(0, 0))]
        self.least = sum(found for found, _ in sizes)
        self.entries = sum(found * size for found, size in sizes)

    def least_of(self, weights: Sequence[int], shared: Callable[[Sequence[int]], int]) -> int:
        """At least so much all placements weigh together, without making them.

        ``weights`` has one for each cell of the board; what cells weigh together is less by what is
        ``shared``, which is the same for all translations of them.
        """
        found = 0
        heavier = [self._grid.weighing(weights, least) for least in range(1, max(weights) + 1)]
        for offsets, anchors in () if self._wraps else self._fits.items():
            if anchors:
                cells = next(self._grid.taken(offsets, anchors & -anchors))
                weight = sum((bits >> at & anchors).bit_count() for bits in heavier for at in offsets)
                found += max(0, weight - anchors.bit_count() * shared(cells))
        return found

    def made(self, most: int | None = None) -> list[tuple[int, ...]]:
        """Each is an ascending list of indices into ``board.cells``.

        If there are more than ``most``, some are left out.
        """
        found: dict[tuple[int, ...], None] = {}
        for offsets, anchors in self._fits.items():
            ways = self._grid.taken(offsets, anchors)
            found.update(dict.fromkeys(map(tuple, map(sorted, ways)) if self._grid.gluing else ways))
            if most is not None and len(found) > most:
                break
        return sorted(found)


def _images(
    board: Board, piece: Sequence[Cell], group: str, matching: Mapping[Cell, frozenset[str]]
) -> Iterator[tuple[tuple[Cell, ...], Mapping[Cell, frozenset[str]]]]:
    """The shapes of a piece under the motions of a group, and on what their cells may lie."""
    if not matching:
        yield from ((shape, {}) for shape in board.lattice.orientations(piece, group))
        return
    on = [matching.get(cell) for cell in piece]
    images = (tuple(sorted(zip(image, on, strict=True))) for image in board.lattice.images(piece, group))
    for shape in dict.fromkeys(images):
        yield tuple(cell for cell, _ in shape), {cell: labels for cell, labels in shape if labels is not None}


def _shown(board: Board, shape: tuple[Cell, ...]) -> Iterator[tuple[tuple[Cell, ...], int | None]]:
    """The part of a shape on the board, and its layer; None for the whole, in any layer."""
    yield shape, None
    if not board.openings:
        return
    heights = [layer for layer, _, _ in shape]
    first, last, layers = heights[0], heights[-1], board.extent[0]
    for top in sorted({*range(-last, -first), *range(layers - last, layers - first)}):
        out_of = {"above"} if top + first < 0 else set[str]()
        out_of |= {"below"} if top + last >= layers else set()
        cells = shape[bisect_left(heights, -top) : bisect_left(heights, layers - top)]
        if out_of <= board.openings and cells:
            yield cells, top + cells[0][0]


class Grid:
    """A flat board with margins after its rows and columns, which repeat the other side if that is glued.

    A margin as wide as the board suffices for every shape that the board can hold.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.gluing = board.gluing
        layers, rows, columns = board.extent
        if board.gluing:
            rows, columns = board.gluing.height or rows, board.gluing.width
        self._size = rows, columns
        self._strides = (2 * rows - 1) * (2 * columns - 1), 2 * columns - 1, 1
        self._numbers = [_OUTSIDE] * (layers * self._strides[0])
        kinds: dict[Cell, list[int]] = {}
        for number, cell in enumerate(board.cells):
            home = board.gluing.reduced(cell) if board.gluing else cell
            kinds.setdefault(self._kind(cell), []).append(self._at(home))
            for place in self._images(home):
                self._numbers[place] = number
        self._labelled: dict[frozenset[str], int] = {}
        self._of_kind = {kind: self._bits(places) for kind, places in kinds.items()}
        self._bits_of_all = self._bits([at for at, number in enumerate(self._numbers) if number != _OUTSIDE])

    def holds(self, cells: Sequence[Cell]) -> bool:
        """Whether some cells are not longer than the closed sides of a board."""
        sides = enumerate(zip(_box(cells), self.board.extent, strict=True))
        return all(axis in self._glued or length <= size for axis, (length, size) in sides)

    @property
    def _glued(self) -> tuple[int, ...]:
        """The axes along which sides are glued."""
        return () if self.gluing is None else (1, 2) if self.gluing.height else (2,)

    def wraps(self, cells: Sequence[Cell]) -> bool:
        """Whether they may coincide with themselves, or with another placement, around a glued side."""
        box = _box(cells) if self._glued else ()
        return any(2 * box[axis] > self._size[axis - 1] for axis in self._glued)

    def fit(
        self, cells: Sequence[Cell], layer: int | None, on: Mapping[Cell, frozenset[str]]
    ) -> tuple[tuple[int, ...], int]:
        """The positions of cells relative to the first, and the bits of its possible places, in a layer.

        ``on``: the labels on which some cells may lie, besides cells without a label.
        """
        first = cells[0]
        if self.gluing:
            offsets = tuple(sorted({self._at(self._way(first, cell)) for cell in cells}))
        else:
            (deep, wide, _), start = self._strides, self._at(first)
            offsets = tuple(sorted({z * deep + y * wide + x - start for z, y, x in cells}))
        anchors = self._of_kind.get(self._kind(first), 0) if len(offsets) == len(cells) else 0
        if layer is not None:
            anchors &= ((1 << self._strides[0]) - 1) << layer * self._strides[0]
        for offset in offsets:
            anchors &= self._bits_of_all >> offset
            if not anchors:
                break
        for cell in cells:
            if anchors and cell in on:
                anchors &= self._bits_with(on[cell]) >> self._at(self._way(first, cell))
        return offsets, anchors

    def _bits_with(self, labels: frozenset[str]) -> int:
        """The places of cells with one of these labels, or without any."""
        if labels not in self._labelled:
            allowed = [self.board.labels.get(cell) for cell in self.board.cells]
            numbers = {n for n, label in enumerate(allowed) if label is None or label in labels}
            self._labelled[labels] = self._bits([at for at, n in enumerate(self._numbers) if n in numbers])
        return self._labelled[labels]

    def weighing(self, weights: Sequence[int], least: int) -> int:
        """The places of cells that weigh at least so much, where ``weights`` has one for each cell."""
        numbers = enumerate(self._numbers)
        return self._bits([at for at, n in numbers if n != _OUTSIDE and weights[n] >= least])

    def taken(self, offsets: Sequence[int], anchors: int) -> Iterator[tuple[int, ...]]:
        """The indices of the cells that are covered there."""
        if not anchors:
            return iter(())
        places = [one.start() for one in re.finditer("1", bin(anchors)[:1:-1])]
        return zip(*([self._numbers[at + offset] for at in places] for offset in offsets), strict=True)

    def _kind(self, cell: Cell) -> Cell:
        """Cells of a common kind can be translated to each other."""
        lattice = self.board.lattice
        return lattice.kind(cell) if len(lattice.steps) > 1 else ORIGIN

    def _at(self, cell: Cell) -> int:
        return cell[0] * self._strides[0] + cell[1] * self._strides[1] + cell[2]

    def _images(self, cell: Cell) -> list[int]:
        """All places of a cell, which is `reduced`."""
        if self.gluing is None:
            return [self._at(cell)]
        layer, row, column = cell
        rows, columns = self._size
        below = [(row + rows, column + self.gluing.aside)] if self.gluing.height and row < rows - 1 else []
        return [
            self._at((layer, down, right % columns + further))
            for down, right in [(row, column), *below]
            for further in (0, columns)
            if right % columns + further < 2 * columns - 1
        ]

    def _way(self, start: Cell, end: Cell) -> Cell:
        """The offset from one cell to another; around a glued side, it points forward."""
        layer, row, column = map(sub, end, start)
        return self.gluing.reduced((layer, row, column)) if self.gluing else (layer, row, column)

    def _bits(self, places: Sequence[int]) -> int:
        digits = bytearray(b"0") * len(self._numbers)
        for place in places:
            digits[-1 - place] = ord("1")
        return int(digits, 2)


def _box(cells: Sequence[Cell]) -> tuple[int, ...]:
    """The number of layers, rows and columns that some cells span."""
    return tuple(max(axis) - min(axis) + 1 for axis in zip(*cells, strict=True))
