"""What `require` asks of several pieces together, as items that pieces cover besides.

`require tray without crossroads` is an item for each point at which four or more cells of the board meet,

    item tray_crossroads[its distance down, and to the right] at most 3 times

which each piece with one of these cells covers. `require tray without faults` is an item for each line
between two rows or columns,

    item tray_faults["row", the row before it] at least 1 times

which each piece with cells on both sides covers. `require piece apart` is an item for every two neighbours,

    item piece_apart[the one, the other] at most once

which each piece covers that has one of them, but not the other: two pieces that touch there would cover it
twice. None of these depends on how the rest of the board is covered.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations

from excover.language.expressions.scope import AT_MOST_ONCE, Times
from excover.language.meaning.puzzle import Board, ItemKey, Requirement
from excover.lattices import Cell, Lattice, Vector
from excover.lattices.gluing import glued_by
from excover.lattices.lattice import plus

MOST_AT_A_POINT = 3
"""Four are a crossroads."""

AXES = ("layer", "row", "column")


def apart_of(shapes: str) -> str:
    """The family of items for `require .. apart` of a set of pieces."""
    return f"{shapes}_apart"


class CountedRequirement(Requirement):
    """A requirement with the items that it declares."""

    bounds: Times

    @abstractmethod
    def item_keys(self) -> Iterable[ItemKey]:
        """Those of all items."""


class Crossroads(CountedRequirement):
    """At no point do four pieces meet."""

    bounds = Times(0, MOST_AT_A_POINT)

    def __init__(self, family: str, board: Board) -> None:
        super().__init__(family, board)
        self._at: dict[Cell, list[ItemKey]] = {}
        self._points = points(board)
        for point, cells in self._points.items():
            for cell in cells if len(cells) > MOST_AT_A_POINT else ():
                self._at.setdefault(cell, []).append(point)

    def item_keys(self) -> Iterable[ItemKey]:
        return sorted({key for keys in self._at.values() for key in keys})

    def touched(self, letter: str, cells: Collection[Cell]) -> Iterable[ItemKey]:
        return dict.fromkeys(key for cell in cells for key in self._at.get(cell, ()))

    def weight(self, letter: str, cell: Cell) -> int:
        return len(self._at.get(cell, ()))

    def shared(self, cells: Collection[Cell]) -> int:
        there = set(cells)
        return sum(max(0, len(there & around) - 1) for around in self._points.values())


class Faults(CountedRequirement):
    """No straight line between rows or columns goes from side to side outside of all pieces."""

    bounds = Times(1, None)

    def item_keys(self) -> Iterable[ItemKey]:
        return list(self._between(self.board.cells))

    def touched(self, letter: str, cells: Collection[Cell]) -> Iterable[ItemKey]:
        return self._between(cells)

    def _between(self, cells: Collection[Cell]) -> Iterator[ItemKey]:
        """The lines with some cells on both sides."""
        if cells:
            for axis, numbers in zip(AXES, zip(*cells, strict=True), strict=True):
                yield from ((axis, number + 1) for number in range(min(numbers), max(numbers)))


class Apart(CountedRequirement):
    """No two pieces share a side, or if ``corners``, a corner.

    ``classes`` has for each piece of which another must be apart the end of the keys, which are equal for
    the pieces that must be apart from each other; ``start`` is the begin of all keys.
    """

    bounds = AT_MOST_ONCE

    def __init__(
        self,
        family: str,
        board: Board,
        shapes: str,
        corners: bool,
        classes: Mapping[str, ItemKey],
        start: ItemKey,
    ) -> None:
        super().__init__(family, board, shapes)
        self._classes = classes
        self._near: dict[Cell, list[tuple[Cell, ItemKey]]] = {}
        later: dict[Cell, list[Cell]] = {}
        for one, other in pairs(board, corners):
            later.setdefault(one, []).append(other)
        position = {cell: board.position(cell) for cell in board.cells}
        for one in sorted(later):
            for other in sorted(later[one]):
                key = (*start, position[one], position[other])
                self._near.setdefault(one, []).append((other, key))
                self._near.setdefault(other, []).append((one, key))

    def item_keys(self) -> Iterable[ItemKey]:
        pairs_of = dict.fromkeys(key for near in self._near.values() for _, key in near)
        return ((*key, *end) for end in dict.fromkeys(self._classes.values()) for key in pairs_of)

    def touched(self, letter: str, cells: Collection[Cell]) -> Iterator[ItemKey]:
        if (end := self._classes.get(letter)) is None:
            return
        there = set(cells)
        for cell in cells:
            yield from ((*key, *end) for other, key in self._near.get(cell, ()) if other not in there)

    def weight(self, letter: str, cell: Cell) -> int:
        return len(self._near.get(cell, ())) if letter in self._classes else 0

    def shared(self, cells: Collection[Cell]) -> int:
        there = set(cells)
        return sum(other in there for cell in cells for other, _ in self._near.get(cell, ()))


def pairs(board: Board, corners: bool) -> set[tuple[Cell, Cell]]:
    """Every two cells of a board that share a side, or if ``corners``, a corner; the lesser one first."""
    cells = set(board.cells)
    if corners:
        return {pair for group in points(board).values() for pair in combinations(sorted(group), 2)}
    near = ((cell, board.wrapped(step)) for cell in board.cells for step in board.lattice.neighbours(cell))
    return {(min(a, b), max(a, b)) for a, b in near if b in cells and a != b}


def points(board: Board) -> dict[tuple[int, int], set[Cell]]:
    """The cells around each corner of the polygons of a flat board, by its place: down, to the right."""
    around: dict[tuple[int, int], set[Cell]] = {}
    corners = board.lattice.polygons.corners
    turns = board.gluing and glued_by(tuple(corner_steps(board.lattice, board.cells[0], board.gluing.wraps)))
    for cell in board.cells:
        for across, down in corners(*cell[1:]):
            _, *point = turns.reduced((0, down, across)) if turns else (0, down, across)
            around.setdefault((point[0], point[1]), set()).add(cell)
    return around


def corner_steps(lattice: Lattice, cell: Cell, ways: Iterable[Vector]) -> Iterator[Vector]:
    """How far translations of a cell move its corners, down and to the right."""
    (across, down), *_ = lattice.polygons.corners(*cell[1:])
    for way in ways:
        (x, y), *_ = lattice.polygons.corners(*plus(cell, way)[1:])
        yield 0, y - down, x - across
