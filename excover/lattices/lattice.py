"""What a lattice is: cells as they stand in a drawing, the motions of pieces, neighbours, and looks.

A cell is ``(layer, row, column)``, the place of its character in a drawing; layer 0 is the top one, and a
flat board has only that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from excover.lattices.point_groups import Isometry, Vector
from excover.lattices.polygons import Polygons, Script

Cell = tuple[int, int, int]
ORIGIN: Cell = (0, 0, 0)


def as_drawn(cell: Cell) -> Vector:
    """For lattices whose motions are linear in the rows and columns of a drawing."""
    return cell


def full_box(layers: int, rows: int, columns: int) -> Iterable[Cell]:
    return product(range(layers), range(rows), range(columns))


def _by_name(name: str) -> Lattice:
    from excover.lattices import LATTICES

    return LATTICES[name]


@dataclass(frozen=True)
class Lattice:
    """A periodic set of cells.

    ``cell_names`` are the words for one cell and for several. ``straight`` gives a cell's coordinates in
    which motions are linear, ``cell`` is its inverse; ``all_motions`` begins with the identity.

    ``translations`` is a basis of the translations that move the lattice onto itself, a triangular matrix:
    the first moves to the next layer, the second within a layer to the next row where a cell has an image,
    the third along the row. Modulo these, cells are of one or more kinds: ``steps`` has for each of them
    the ways to the neighbours. Only cells of these kinds exist. Where there is one kind, a drawing may begin
    at any cell, and ``sites`` says in words where the others stand.

    ``polygons`` are the cells of a layer on paper, ``script`` those on a terminal (None: as plain rows of
    characters), ``narrow`` those of single characters without borders. ``cubes`` says that cells are drawn
    as cubes in perspective. ``solid`` lattices have layers, and boards with open sides. ``box`` gives the
    cells of a board of so many layers, rows and columns; ``glued`` has, for the ways in which the rim of
    such a board can be glued together, the axes along which it is.
    """

    name: str
    cell_names: tuple[str, str]
    all_motions: tuple[Isometry, ...]
    straight: Callable[[Cell], Vector]
    cell: Callable[[Vector], Cell]
    steps: Mapping[Vector, Sequence[Vector]]
    polygons: Polygons
    script: Script | None = None
    narrow: Script | None = None
    translations: tuple[Vector, Vector, Vector] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    sites: str = ""
    solid: bool = False
    cubes: bool = False
    box: Callable[[int, int, int], Iterable[Cell]] = full_box
    glued: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def __reduce__(self) -> tuple[object, ...]:
        """A lattice is pickled by its name: there is one of each in a process."""
        return _by_name, (self.name,)

    # Which cells there are

    def kind(self, vector: Vector) -> Vector:
        """What is left of a vector modulo the translations; nothing, if it is one."""
        layer, row, column = vector
        (a, b, c), (_, d, e), (_, _, f) = self.translations
        times = layer // a
        layer, row, column = layer - times * a, row - times * b, column - times * c
        times = row // d
        return layer, row - times * d, (column - times * e) % f

    def origin(self, cell: Cell) -> Cell:
        """By what a drawing that shows this cell is displaced from the lattice."""
        return self.kind(cell) if len(self.steps) == 1 else ORIGIN

    def strays(self, cells: Sequence[Cell]) -> list[Cell]:
        """Those that do not exist in a drawing that begins with the first of them."""
        if self.plain or not cells:
            return []
        back = _reversed(self.origin(cells[0]))
        return [cell for cell in cells if self.kind(_sum(cell, back)) not in self.steps]

    @cached_property
    def plain(self) -> bool:
        """Every translation and motion of a drawing is one of the lattice.

        Pieces that are drawn without the name of a lattice may lie on it; a place without a cell is a wall,
        as in other lattices it is not. Rows and columns are lines of cells, and can be exchanged.
        """
        return (
            self.straight is as_drawn
            and self.kind((1, 1, 1)) == ORIGIN == self.kind((0, 0, 1)) == self.kind((0, 1, 0))
            and all(motion.keeps_axes for motion in self.all_motions)
        )

    @property
    def chequered(self) -> bool:
        """Flat rows and columns of squares, as of a chessboard or a Sudoku."""
        return self.plain and not self.solid

    def glued_axes(self, flags: Iterable[str]) -> frozenset[int]:
        """The axes along which the rim of a board with these flags is glued together."""
        return frozenset(axis for flag in flags for axis in self.glued.get(flag, ()))

    # Motions

    def motions(self, group: str) -> tuple[Isometry, ...]:
        """``fixed`` the identity, ``one-sided`` the rotations, ``free`` the reflections too."""
        if group == "fixed":
            return self.all_motions[:1]
        return self.all_motions if group == "free" else self._rotations

    @cached_property
    def _rotations(self) -> tuple[Isometry, ...]:
        return tuple(motion for motion in self.all_motions if motion.is_proper)

    def moved(self, motion: Isometry, cells: Sequence[Cell]) -> list[Cell]:
        """The images of the cells of a drawing, in a drawing that is not displaced."""
        origin = self.origin(cells[0]) if cells else ORIGIN
        if origin != ORIGIN:
            cells = translated(cells, _reversed(origin))
        return [self.cell(motion(self.straight(cell))) for cell in cells]

    def shift(self, cells: Iterable[Cell]) -> Vector:
        """The translation of the lattice that brings cells to the origin's planes, as near as it can."""
        layers, rows, columns = zip(*cells, strict=True)
        corner = min(layers), min(rows), min(columns)
        return _sum(self.kind(corner), _reversed(corner))

    def normalized(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """Moved by ``shift`` and sorted: equal for translates, and only for them."""
        given = list(cells)
        return tuple(sorted(translated(given, self.shift(given))))

    def orientations(self, cells: Sequence[Cell], group: str) -> list[tuple[Cell, ...]]:
        """The distinct shapes, up to translation, that the motions of a group make of some cells."""
        moved = (self.normalized(self.moved(motion, cells)) for motion in self.motions(group))
        return list(dict.fromkeys(moved))

    def is_translation(self, vector: Vector) -> bool:
        return self.kind(vector) == ORIGIN

    def displacement(self, cells: Sequence[Cell], others: Sequence[Cell]) -> Vector | None:
        """What moves the least layer, row and column of some cells to those of others.

        None where this is not a translation of the lattice, apart from where the two drawings begin.
        """
        here, there = (tuple(map(min, zip(*each, strict=True))) for each in (cells, others))
        by = there[0] - here[0], there[1] - here[1], there[2] - here[2]
        start, end = self.origin(cells[0]), self.origin(others[0])
        return by if self.is_translation(_sum(_sum(by, start), _reversed(end))) else None

    # Neighbours

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The cells beside one."""
        steps = self.steps[ORIGIN if len(self.steps) == 1 else self.kind(cell)]
        return [_sum(cell, step) for step in steps]

    def parts(self, cells: Iterable[Cell]) -> int:
        """The number of pieces that hang together from cell to neighbouring cell."""
        left = set(cells)
        count = 0
        while left:
            count += 1
            reached = [left.pop()]
            while reached:
                around = set(self.neighbours(reached.pop()))
                reached += around & left
                left -= around
        return count


def translated(cells: Iterable[Cell], by: Vector) -> list[Cell]:
    return [_sum(cell, by) for cell in cells]


def _sum(cell: Cell, by: Vector) -> Cell:
    return cell[0] + by[0], cell[1] + by[1], cell[2] + by[2]


def _reversed(vector: Vector) -> Vector:
    return -vector[0], -vector[1], -vector[2]


def extent(cells: Iterable[Cell]) -> Cell:
    """The numbers of layers, rows and columns of the box from the origin that holds the cells."""
    layers, rows, columns = zip(*cells, strict=True)
    return max(layers) + 1, max(rows) + 1, max(columns) + 1
