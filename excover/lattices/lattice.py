"""The definition of a lattice: cells as drawn and on paper, the motions of pieces, neighbours, and
appearance.

A cell is ``(layer, row, column)``, the place of its character in a drawing; layer 0 is the top one, and a
flat board has only this one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, product
from typing import TypeVar

from excover.base.frozen import Frozen
from excover.lattices.point_groups import Isometry, Vector, determinant

T = TypeVar("T")

# Cells on paper: polygons whose corners are on a grid of integers, so that neighbours share them exactly.

Corner = tuple[int, int]
"""To the right and down."""
Side = tuple[Corner, Corner]
"""From corner to corner, with the cell on the right; its neighbour has the same side reversed."""
Point = tuple[float, float]
Point3 = tuple[float, float, float]
Spot = tuple[int, int]
"""A line and a column of text."""


class Polygons(Frozen):
    """The corners of the cell at a row and column, clockwise; the units of the grid, in widths of a cell."""

    corners: Callable[[int, int], tuple[Corner, ...]]
    unit: Point
    radius: float
    """The radius of the inscribed circle of a cell, in the same widths."""
    width: float = 1
    """The width of a cell on paper, which is larger for triangles, so that a letter fits."""


class Script(Frozen):
    """How polygons are written on a terminal: the places and lengths of marks, and the characters of a side.

    ``step`` is how many characters a column of the grid takes; ``joint`` where a corner is, if it has a spot
    of its own, and ``crosses`` whether lines are joined there. A script that ``folds`` leaves out the lines
    of text between rows of marks where nothing is drawn.
    """

    seat: Callable[[tuple[Corner, ...]], Spot]
    room: int
    side: Callable[[Side], Iterator[tuple[Spot, str]]]
    step: int
    joint: Callable[[Corner], Spot] | None = None
    crosses: bool = False
    folds: bool = False


Cell = tuple[int, int, int]
Chord = frozenset[Cell]
"""Two edges that meet."""
ORIGIN: Cell = (0, 0, 0)
DIMENSIONS = len(ORIGIN)
AXES = ("block", "layer", "row", "column")
"""The coordinates of a cell in a description; most lattices have only the last three."""


def as_drawn(cell: Cell) -> Vector:
    """For lattices whose motions are linear in the rows and columns of a drawing."""
    return cell


def full_box(layers: int, rows: int, columns: int) -> Iterable[Cell]:
    return product(range(layers), range(rows), range(columns))


class Lattice(Frozen):
    """A periodic set of cells.

    ``cell_names`` are the words for one cell and for several. ``straight`` gives a cell's coordinates in
    which motions are linear, ``cell`` is its inverse; ``all_motions`` begins with the identity.

    ``translations`` is a basis of the translations that move the lattice onto itself, a triangular matrix:
    the first moves to the next layer, the second within a layer to the next row where a cell has an image,
    the third along the row. Modulo these, cells are of one or more kinds: ``steps`` has for each of them
    the ways to the neighbours. Only cells of these kinds exist. Where there is one kind, a drawing may begin
    at any cell, and ``sites`` describes in words where the others stand.

    ``polygons`` are the cells of a layer on paper, ``script`` those on a terminal (None: plain rows of
    characters), ``narrow`` those of single characters without borders. ``cubes``: cells are drawn as cubes in
    perspective; ``balls``: they are drawn round; ``flush``: neighbours in a layer share a side on paper;
    ``schematic``: layers on paper only name the cells, whose form is seen in space.
    ``point`` is where a cell is in space: to the right, to the front and down, in widths of a cell. A cell is
    all that is nearer to its point than to those of its neighbours (bodies.py); None if that is unknown.
    ``slides`` are the ways along which solid pieces can be moved, one of each two that are opposite.
    ``solid`` lattices have layers, and boards with open sides. ``box`` gives the cells of a board with
    numbers of layers, rows and columns; ``sides`` are the translations to the next row and column of such a
    board, along its sides, if these can be glued together.

    Where cells are the edges of something, ``around`` has for each kind of joint, at which they meet, the
    ways to its edges, clockwise, and ``strokes`` the character that each kind of edge looks like.

    ``libraries`` have the letters in use for all pieces of a number of cells, up to the motions of a group.

    ``axes``: where there are four, layers are in blocks, see cubic.py. ``longest`` is the most cells that
    a board or a piece can have along one of them.
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
    balls: bool = False
    flush: bool = True
    schematic: bool = False
    point: Callable[[Cell], Point3] | None = None
    slides: tuple[Vector, ...] = ()
    box: Callable[..., Iterable[Cell]] = full_box
    sides: tuple[Vector, Vector] | None = None
    around: Mapping[Vector, Sequence[Vector]] = {}
    strokes: Mapping[Vector, str] = {}
    libraries: Mapping[tuple[int, str], str] = {}
    axes: int = DIMENSIONS
    longest: int | None = None

    def __repr__(self) -> str:
        """Its name: all of it would fill the signatures of the reference.

        >>> from excover.lattices import SQUARE
        >>> SQUARE
        <Lattice square>
        """
        return f"<Lattice {self.name}>"

    # Existing cells

    @property
    def whole(self) -> tuple[Cell, ...]:
        """All cells, if there are no periods."""
        return ()

    def kind(self, vector: Vector) -> Vector:
        """The remainder of a vector modulo the translations; zero for a translation."""
        layer, row, column = vector
        (a, b, c), (_, d, e), (_, _, f) = self.translations
        times = layer // a
        layer, row, column = layer - times * a, row - times * b, column - times * c
        times = row // d
        return layer, row - times * d, (column - times * e) % f

    def origin(self, cell: Cell) -> Cell:
        """The displacement from the lattice of a drawing that shows this cell."""
        return self.kind(cell) if len(self.steps) == 1 else ORIGIN

    def strays(self, cells: Sequence[Cell]) -> list[Cell]:
        """The cells that do not exist in a drawing that begins with the first of them."""
        if self.plain or not cells:
            return []
        back = _reversed(self.origin(cells[0]))
        return [cell for cell in cells if self.kind(plus(cell, back)) not in self.steps]

    @cached_property
    def plain(self) -> bool:
        """Whether every translation and motion of a drawing is one of the lattice.

        Pieces drawn without the name of a lattice may lie on it; a place without a cell is a wall, unlike in
        other lattices. Rows and columns are lines of cells, and can be exchanged.
        """
        return (
            self.straight is as_drawn
            and self.kind((1, 1, 1)) == ORIGIN == self.kind((0, 0, 1)) == self.kind((0, 1, 0))
            and all(motion.keeps_axes for motion in self.all_motions)
        )

    @property
    def chequered(self) -> bool:
        """Whether it has flat rows and columns of squares, as a chessboard or a Sudoku."""
        return self.plain and not self.solid

    # Places of cells in descriptions

    def coordinates(self, place: Cell) -> tuple[int, ...]:
        """How a description writes a place of a drawing; both are counted from 1."""
        return place

    def place(self, coordinates: Sequence[int]) -> Cell | None:
        """The inverse of `coordinates`; None if there is no such place."""
        return (coordinates[0], coordinates[1], coordinates[2]) if len(coordinates) == 3 else None

    def extent(self, cells: Iterable[Cell]) -> Cell:
        """The numbers of layers, rows and columns of the box from the origin that contains some cells."""
        return extent(cells)

    def spans(self, cells: Sequence[Cell]) -> tuple[int, ...]:
        """How many cells long some of them are along all axes."""
        return self.sizes(self.extent(self.normalized(cells)))

    def sizes(self, box: Cell) -> tuple[int, ...]:
        """The sizes of a box along all axes."""
        return box

    def blocks(self, layers: int) -> list[range]:
        """The layers of a drawing that is so many layers high, of those that are drawn block by block."""
        return [range(layers)]

    def is_beyond(self, cell: Cell) -> bool:
        """Whether the layer of a place of a drawing is ``longest`` or further from the first of its block."""
        return False

    def block(self, number: int) -> int:
        """The first layer of a block, counted from 0."""
        return 0

    # Motions

    def motions(self, group: str) -> tuple[Isometry, ...]:
        """``fixed`` is the identity, ``one-sided`` the rotations, ``free`` also the reflections."""
        if group == "fixed":
            return self.all_motions[:1]
        return self.all_motions if group == "free" else self._rotations

    @property
    def most_images(self) -> int:
        """A bound on the number of images of some cells, apart from translations."""
        return len(self.all_motions)

    @cached_property
    def _rotations(self) -> tuple[Isometry, ...]:
        return tuple(motion for motion in self.all_motions if motion.is_proper)

    def moved(self, motion: Isometry, cells: Sequence[Cell]) -> list[Cell]:
        """The images of the cells of a drawing, in a drawing that is not displaced."""
        origin = self.origin(cells[0]) if cells else ORIGIN
        if origin != ORIGIN:
            cells = translated(cells, _reversed(origin))
        images = motion.to_all(cells if self.straight is as_drawn else map(self.straight, cells))
        return images if self.cell is as_drawn else list(map(self.cell, images))

    def shift(self, cells: Iterable[Cell]) -> Vector:
        """The translation of the lattice that moves cells as near as possible to the planes of the origin."""
        layers, rows, columns = zip(*cells, strict=True)
        corner = min(layers), min(rows), min(columns)
        return plus(self.kind(corner), _reversed(corner))

    def normalized(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """Moved by ``shift`` and sorted: equal for translates, and only for them."""
        given = list(cells)
        return tuple(sorted(translated(given, self.shift(given))))

    def orientations(self, cells: Sequence[Cell], group: str) -> list[tuple[Cell, ...]]:
        """The distinct shapes, up to translation, of some cells under the motions of a group."""
        return list(dict.fromkeys(tuple(sorted(image)) for image in self.images(cells, group)))

    def count_orientations(self, cells: Sequence[Cell], group: str) -> int:
        """How many there are up to all translations; a drawing of a tiling may have but some as its own."""
        shapes = self.orientations(cells, group)
        return len({min(self.orientations(shape, "fixed")) for shape in shapes})

    def images(self, cells: Sequence[Cell], group: str) -> Iterator[list[Cell]]:
        """Where the motions of a group take some cells, each moved by ``shift``.

        Balls in one plane have a mirror image into which they can be turned, though the lattice need not go
        with them: those in a hexagonal layer turn by 60 degrees.
        """
        if self.balls and group == "one-sided" and self._in_one_plane(cells):
            group = "free"
        for motion in self.motions(group):
            moved = self.moved(motion, cells)
            yield translated(moved, self.shift(moved))

    def _in_one_plane(self, cells: Sequence[Cell]) -> bool:
        first, *others = map(self.straight, cells)
        ways = [plus(other, _reversed(first)) for other in others]
        return not any(determinant(*three) for three in combinations(ways, 3))

    def is_translation(self, vector: Vector) -> bool:
        return self.kind(vector) == ORIGIN

    def turns_over(self, cells: Sequence[Cell]) -> bool:
        """Whether rotations in a direction outside of space take some cells to all their mirror images."""
        return False

    def displacement(self, cells: Sequence[Cell], others: Sequence[Cell]) -> Vector | None:
        """The vector from the least layer, row and column of some cells to those of others.

        None if this is not a translation of the lattice, apart from the starts of the two drawings.
        """
        here, there = (tuple(map(min, zip(*each, strict=True))) for each in (cells, others))
        by = there[0] - here[0], there[1] - here[1], there[2] - here[2]
        start, end = self.origin(cells[0]), self.origin(others[0])
        return by if self.is_translation(plus(plus(by, start), _reversed(end))) else None

    # Neighbours

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The neighbours of a cell."""
        steps = self.steps[ORIGIN if len(self.steps) == 1 else self.kind(cell)]
        return [plus(cell, step) for step in steps]

    @cached_property
    def steps_around(self) -> Sequence[Vector]:
        """The steps to the cells of a layer that share a side or a corner, where there is one kind of cells
        and no gap.

        >>> from excover.lattices import HEX, SQUARE
        >>> len(SQUARE.steps_around), sorted(HEX.steps_around) == sorted(HEX.steps[ORIGIN])
        (8, True)
        """
        corners = self.polygons.corners
        own, found = {*corners(*ORIGIN[1:])}, [ORIGIN]
        for cell in found:  # grows on the way: cells around a corner share sides
            found += [
                step
                for step in self.neighbours(cell)
                if step[0] == 0 and step not in found and not own.isdisjoint(corners(*step[1:]))
            ]
        return found[1:]

    def passed(self, kind: Vector, way: Vector) -> list[Vector]:
        """The cells that one of a kind passes as it moves along one of the `slides`: where it begins (zero),
        where it ends, and all that are next to both.

        >>> from excover.lattices import LATTICES
        >>> LATTICES["prism"].passed((0, 0, 0), (0, 0, 2)), LATTICES["prism"].passed((0, 0, 0), (1, 0, 0))
        ([(0, 0, 0), (0, 0, 2), (0, 0, 1)], [(0, 0, 0), (1, 0, 0)])
        """
        beside = {step: self.steps[self.kind(plus(kind, step))] for step in self.steps[kind]}
        return [ORIGIN, way, *(step for step, on in beside.items() if way in (plus(step, by) for by in on))]

    def components(self, cells: Iterable[Cell]) -> int:
        """The number of connected pieces of some cells."""
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

    # Joints

    @cached_property
    def _ends(self) -> dict[Vector, list[Vector]]:
        """The ways from each kind of edge to its joints."""
        ends: dict[Vector, list[Vector]] = {kind: [] for kind in self.strokes}
        for joint, ways in self.around.items():
            for way in ways:
                ends[self.kind(plus(joint, way))].append(_reversed(way))
        return ends

    def joints(self, edges: Collection[Cell]) -> dict[Cell, list[Cell]]:
        """The edges at each joint of some, clockwise."""
        found = {plus(edge, way): None for edge in edges for way in self._ends[self.kind(edge)]}
        ways = {joint: self.around[self.kind(joint)] for joint in found}
        return {joint: [e for way in ways[joint] if (e := plus(joint, way)) in edges] for joint in found}

    def crossings(self, edges: Collection[Cell]) -> list[tuple[Chord, Chord]]:
        """The pairs of two edges and two others, such that a piece with the ones crosses one with the others.

        It does where going round a joint one meets an edge of the first, one of the second, and so again.
        """
        if not self.around:
            return []
        rings = self.joints(frozenset(edges)).values()
        fours = (four for ring in rings for four in combinations(ring, 4))
        return [(frozenset((a, c)), frozenset((b, d))) for a, b, c, d in fours]


def translated(cells: Iterable[Cell], by: Vector) -> list[Cell]:
    down, back, right = by
    return [(layer + down, row + back, column + right) for layer, row, column in cells]


def plus(cell: Cell, by: Vector) -> Cell:
    return cell[0] + by[0], cell[1] + by[1], cell[2] + by[2]


def minus(cell: Cell, by: Vector) -> Vector:
    return cell[0] - by[0], cell[1] - by[1], cell[2] - by[2]


def sides_around(corners: Sequence[T]) -> Iterator[tuple[T, T]]:
    """From each corner of a polygon to the next one."""
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def _reversed(vector: Vector) -> Vector:
    return -vector[0], -vector[1], -vector[2]


def extent(cells: Iterable[Cell]) -> Cell:
    """The numbers of layers, rows and columns of the box from the origin that contains the cells."""
    layers, rows, columns = zip(*cells, strict=True)
    return max(layers) + 1, max(rows) + 1, max(columns) + 1
