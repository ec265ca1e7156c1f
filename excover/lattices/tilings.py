"""Tilings by polygons with exact corners: neighbors and motions are found from the polygons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from math import dist

from excover.lattices.cell_motions import IDENTITY, KindMotion, LeastPeriods, PeriodMatrix, Periods, orbit
from excover.lattices.lattice import Cell, Corner, Point, Polygons, plus, sides_around
from excover.lattices.plane import Plane, PlanePoint, Turn, added, overlap, scaled, subtracted
from excover.lattices.point_groups import Vector, times

TilePolygon = tuple[PlanePoint, ...]
_Side = tuple[PlanePoint, PlanePoint]
_STILL: Turn = (1, 0, False)
MOST_KINDS = 100
"""In larger tilings, no pair is looked for: every kind is compared with translates of every other."""
_AROUND = sorted(product(range(-2, 3), repeat=2), key=lambda way: sum(map(abs, way)))
_FINE = 10_000
"""Units of paper in a side of length one: corners that differ are at different places."""


class TileSideShared(Exception):
    """Two cells, which it names, lie on the same side of a segment: they overlap."""

    @property
    def cells(self) -> tuple[Cell, Cell]:
        one, other = self.args
        return one, other


@dataclass(frozen=True)
class Tiling:
    """A polygon for each kind of cell, clockwise on paper. ``steps`` are the translations of ``periods`` in
    the plane, down and along the row; none if there are no periods."""

    angle: int
    periods: Periods
    polygons: tuple[tuple[Cell, TilePolygon], ...]
    steps: tuple[PlanePoint, ...]

    @cached_property
    def plane(self) -> Plane:
        return Plane(self.angle)

    @cached_property
    def of_kind(self) -> Mapping[Cell, TilePolygon]:
        return dict(self.polygons)

    def polygon(self, cell: Cell) -> TilePolygon:
        """That of a cell, which exists."""
        kind, (_, down, along) = self.periods.split(cell)
        return tuple(added(corner, self.way(down, along)) for corner in self.of_kind[kind])

    def way(self, down: int, along: int) -> PlanePoint:
        """Where so many of both translations lead in the plane."""
        if not self.steps:
            return self.plane.point(())
        return added(scaled(self.steps[0], down), scaled(self.steps[1], along))

    # Where polygons are

    def cell_of(self, polygon: Sequence[PlanePoint]) -> Cell | None:
        """The cell that has these corners in this order, or in the opposite one."""
        at, form = self._form(polygon)
        (down, along), rest = self._split(at)
        if (found := self._placed.get((rest, form))) is None:
            return None
        kind, (above, before) = found
        return plus(kind, self.periods.vector((0, down - above, along - before)))

    @cached_property
    def _placed(self) -> dict[tuple[PlanePoint, TilePolygon], tuple[Cell, tuple[int, int]]]:
        """The kinds, and how many times each translation leads to them."""
        found = {}
        for kind, polygon in self.polygons:
            at, form = self._form(polygon)
            often, rest = self._split(at)
            found[rest, form] = kind, often
        return found

    @cached_property
    def _alike(self) -> dict[TilePolygon, list[PlanePoint]]:
        """Where there are polygons of each form, one of each kind."""
        found: dict[TilePolygon, list[PlanePoint]] = {}
        for _, polygon in self.polygons:
            at, form = self._form(polygon)
            found.setdefault(form, []).append(at)
        return found

    def _form(self, polygon: Sequence[PlanePoint]) -> tuple[PlanePoint, TilePolygon]:
        """A corner, chosen alike in all translates, and the ways from it to all corners around the cell."""
        first = min(range(len(polygon)), key=polygon.__getitem__)
        least = polygon[first]
        ways = [subtracted(corner, least) for corner in (*polygon[first:], *polygon[:first])]
        return least, tuple(ways if ways[1] < ways[-1] else [ways[0], *ways[:0:-1]])

    def _split(self, point: PlanePoint) -> tuple[tuple[int, int], PlanePoint]:
        """How many times each translation leads near a point, and the way from there, which is the same for
        all translates of the point."""
        if not self.steps:
            return (0, 0), point
        first, second = (part // self._area for part in self._parts(point))
        return (first, second), subtracted(point, self.way(first, second))

    @cached_property
    def _axes(self) -> tuple[int, int] | None:
        """Two coordinates from which multiples of the translations are found, by Cramer's rule."""
        down, along = self.steps
        pairs = permutations(range(len(down)), 2)
        return next(((i, j) for i, j in pairs if down[i] * along[j] > down[j] * along[i]), None)

    def _parts(self, point: PlanePoint) -> tuple[int, int]:
        """How often each translation leads to a point of their plane, in parts of one: `_area` are one."""
        assert self._axes
        (i, j), (down, along) = self._axes, self.steps
        return point[i] * along[j] - point[j] * along[i], down[i] * point[j] - down[j] * point[i]

    @cached_property
    def _area(self) -> int:
        return self._parts(self.steps[0])[0]

    @property
    def is_flat_pair(self) -> bool:
        """Whether the two translations in the plane have different directions."""
        return self._axes is not None

    # Overlaps, where the areas show that there are some

    @property
    def overlapping(self) -> tuple[Cell, Cell] | None:
        """Two cells whose polygons overlap, found among those that are at most two periods apart."""
        if len(self.polygons) > MOST_KINDS:
            return None
        pairs = (
            (one, other) for one, other in self._pairs() if overlap(self._shown(one), self._shown(other))
        )
        return next(pairs, None)

    def _pairs(self) -> Iterator[tuple[Cell, Cell]]:
        kinds = [kind for kind, _ in self.polygons]
        for down, along in _AROUND:
            by = self.periods.vector((0, down, along))
            for one, other in product(kinds, repeat=2):
                if one != plus(other, by):
                    yield one, plus(other, by)

    def _shown(self, cell: Cell) -> Sequence[Point]:
        return [self.plane.shown(corner) for corner in self.polygon(cell)]

    # All translations

    @cached_property
    def least(self) -> Periods | LeastPeriods:
        """All translations of the tiling, also shorter ones than the periods."""
        if not self.steps:
            return self.periods
        down, along = map(self._least_times, self.steps)
        assert down is not None
        assert along is not None
        within = Periods((IDENTITY[0], down, along))
        rests = list(product((0,), range(down[1]), range(along[2])))
        places: dict[Cell, tuple[Cell, Vector]] = {}
        for kind, _ in self.polygons:
            for rest in rests if kind not in places else ():
                cell = self._image(kind, _STILL, self._least_way(rest))
                assert cell is not None
                drawn, often = self.periods.split(cell)
                places[drawn] = kind, plus(rest, times(-1, within.vector(often)))
        return LeastPeriods(self.periods, within, tuple(places.items()))

    @cached_property
    def _basis(self) -> Periods:
        """That of all translations, in parts of the declared ones."""
        ways = [*self._shorter(), *self.steps]
        found = Periods.of([IDENTITY[0], *((0, *self._parts(way)) for way in ways)])
        assert found
        return found

    @cached_property
    def _least_steps(self) -> tuple[PlanePoint, ...]:
        """The translations of the basis in the plane."""
        ways = (self.way(down, along) for _, down, along in self._basis.translations[1:])
        return tuple(tuple(part // self._area for part in way) for way in ways)

    def _least_way(self, many: Vector) -> PlanePoint:
        """Where so many of each translation of the basis lead in the plane."""
        down, along = self._least_steps
        return added(scaled(down, many[1]), scaled(along, many[2]))

    def _shorter(self) -> list[PlanePoint]:
        """Some translations that generate all, together with the periods."""
        (_, polygon), *_ = self.polygons
        at, form = self._form(polygon)
        known = {self._split(self.plane.point(()))[1]}
        found = []
        for other in self._alike[form]:
            way = subtracted(other, at)
            if self._split(way)[1] not in known and self._is_translation(way):
                found.append(way)
                known = self._closed(known, way)
        return found

    def _closed(self, known: Set[PlanePoint], way: PlanePoint) -> set[PlanePoint]:
        """The group that is generated by another one and a translation, modulo the periods."""
        closed, by = {*known}, way
        while self._split(by)[1] not in known:
            closed |= {self._split(added(by, other))[1] for other in known}
            by = added(by, way)
        return closed

    def _is_translation(self, way: PlanePoint) -> bool:
        return all(self._image(kind, _STILL, way) for kind, _ in self.polygons)

    def _least_times(self, way: PlanePoint) -> Vector | None:
        """How many times each translation of the basis a way is; None if it is none."""
        down, along = self._parts(way)
        rest, often = self._basis.split((0, down, along))
        return None if any(rest) or self.way(down, along) != scaled(way, self._area) else often

    # Neighbors

    def neighbors(self) -> dict[Cell, list[Vector]]:
        """The ways from each kind to the cells with which it has a side in common. Raises TileSideShared."""
        found: dict[Cell, list[Vector]] = {}
        for kind, polygon in self.polygons:
            ways = [
                plus(cell, times(-1, kind))
                for start, end in sides_around(polygon)
                for cell in self._beyond(start, end, kind)
            ]
            found[kind] = list(dict.fromkeys(ways))
        return found

    def _side(self, start: PlanePoint, end: PlanePoint) -> _Side:
        """The same for translates of a side."""
        return subtracted(end, start), self._split(start)[1]

    @property
    def is_side_to_side(self) -> bool:
        """Whether each side is one of two polygons."""
        return all(
            any(self._beyond(start, end, kind))
            for kind, polygon in self.polygons
            for start, end in sides_around(polygon)
        )

    @cached_property
    def _sides(self) -> Mapping[_Side, Sequence[tuple[Cell, PlanePoint]]]:
        """Where sides begin, and the cells that have them."""
        sides: dict[_Side, list[tuple[Cell, PlanePoint]]] = {}
        for kind, polygon in self.polygons:
            for start, end in sides_around(polygon):
                sides.setdefault(self._side(start, end), []).append((kind, start))
        return sides

    def _beyond(self, start: PlanePoint, end: PlanePoint, kind: Cell) -> Iterator[Cell]:
        """The cell on the other side, if there is one. Raises TileSideShared."""
        for other, at in self._sides.get(self._side(start, end), ()):
            way, _ = self._split(subtracted(start, at))
            if (other, way) != (kind, (0, 0)):
                raise TileSideShared(kind, plus(other, self.periods.vector((0, *way))))
        for other, at in self._sides.get(self._side(end, start), ()):
            way, _ = self._split(subtracted(end, at))
            yield plus(other, self.periods.vector((0, *way)))

    # Motions

    def motions(self) -> list[KindMotion]:
        """All isometries that map the tiling to itself, modulo the periods, the identity first."""
        found = (
            motion
            for turn in self.plane.turns
            for by in self._ways_back(turn)
            if (motion := self._motion(turn, by))
        )
        return list(dict.fromkeys(found))

    def _ways_back(self, turn: Turn) -> Iterator[PlanePoint]:
        """The translations that may move the turned tiling to itself; only one takes all corners of a patch
        to themselves."""
        if self.steps:
            yield from self._starts([self.polygons[0][0]], turn)
            return
        corners = [corner for _, polygon in self.polygons for corner in polygon]
        yield subtracted(min(corners), min(self.plane.turned(corner, turn) for corner in corners))

    def isometry(self, images: Mapping[Cell, Cell]) -> KindMotion | None:
        """The isometry of the plane that takes the tiling to itself and some cells to others, if there is
        one. These are all kinds, and their translates by each period."""
        first, target = next(iter(images.items()))
        for turn in self.plane.turns:
            image = [self.plane.turned(corner, turn) for corner in self.polygon(first)]
            by = subtracted(min(self.polygon(target)), min(image))
            if all(self._image(cell, turn, by) == to for cell, to in images.items()):
                return self._motion(turn, by)
        return None

    def generated(self, motions: Sequence[KindMotion]) -> list[KindMotion]:
        """The group that some motions generate together with all translations, modulo the periods, the
        identity first."""
        identity = self._motion(_STILL, self.plane.point(()))
        assert identity
        ways = [
            identity.replaced(images=tuple(self.least.moved(kind, by) for kind in identity.kinds))
            for by in IDENTITY[1:]
            if self.steps
        ]
        return list(orbit([identity], [*ways, *motions]))

    def _motion(self, turn: Turn, by: PlanePoint) -> KindMotion | None:
        """The motion that turns and moves all polygons, if there is one."""
        rows = self._rows(turn)
        if rows is None:
            return None
        images: list[Cell] = []
        for kind in self._least_kinds:  # most attempts end at one of the first
            image = self._image(kind, turn, by)
            if image is None:
                return None
            images.append(image)
        return KindMotion.of(rows, self.least, self._least_kinds, images)

    @cached_property
    def _least_kinds(self) -> tuple[Cell, ...]:
        """A cell of each kind, if all translations are counted."""
        return tuple(dict.fromkeys(self.least.split(kind)[0] for kind, _ in self.polygons))

    def _rows(self, turn: Turn) -> PeriodMatrix | None:
        if not self.steps:
            return ((1, 0, 0), (0, 1, 0), (0, 0, -1)) if turn[2] else IDENTITY
        down, along = (self._least_times(self.plane.turned(step, turn)) for step in self._least_steps)
        if down is None or along is None:
            return None
        return (1, 0, 0), (0, down[1], along[1]), (0, down[2], along[2])

    def _image(self, cell: Cell, turn: Turn, by: PlanePoint) -> Cell | None:
        return self.cell_of([added(self.plane.turned(corner, turn), by) for corner in self.polygon(cell)])

    def _starts(self, cells: Sequence[Cell], turn: Turn) -> Iterator[PlanePoint]:
        """The translations that move the first of some turned cells to a polygon of the tiling."""
        turned = [self.plane.turned(corner, turn) for corner in self.polygon(cells[0])]
        least, form = self._form(turned)
        for at in self._alike.get(form, ()):
            yield subtracted(at, least)

    def images(self, cells: Sequence[Cell], reflections: bool, rotations: bool) -> Iterator[list[Cell]]:
        """Where the isometries of the plane take some cells, if that is to cells, modulo translations of the
        tiling."""
        for turn in self.plane.turns:
            if (turn[2] and not reflections) or (turn != _STILL and not rotations):
                continue
            for by in self._starts(cells, turn):
                image = [self._image(cell, turn, by) for cell in cells]
                if None not in image:
                    yield image  # type: ignore[misc]

    # Paper

    def on_paper(self) -> Polygons:
        """Scaled so that a letter fits into the narrowest cell."""
        radii = [self._radius(polygon) for _, polygon in self.polygons]
        size = max(1.0, 0.34 / min(radii))
        unit = size / _FINE
        return Polygons(self._corners, (unit, unit), min(radii) * size, 2 * min(radii) * size)

    def _radius(self, polygon: TilePolygon) -> float:
        """That of the inscribed circle, if there is one."""
        points = [self.plane.shown(corner) for corner in polygon]
        around = sum(dist(a, b) for a, b in zip(points, points[1:] + points[:1], strict=True))
        return 2 * abs(area_of(points)) / around

    def _corners(self, row: int, column: int) -> tuple[Corner, ...]:
        cell = (0, row, column)
        kind, (_, down, along) = self.periods.split(cell)
        if kind not in self.of_kind and len(self.of_kind) > 1:
            return ((0, 0),)
        polygon = self.of_kind.get(kind, self.polygons[0][1])
        points = (self.plane.shown(added(corner, self.way(down, along))) for corner in polygon)
        return tuple((round(_FINE * x), round(-_FINE * y)) for x, y in points)

    def gap(self) -> float:
        """The part of the plane that polygons leave free; negative if they overlap."""
        (a, b), (c, d) = (self.plane.shown(step) for step in self.steps)
        whole = abs(a * d - b * c)
        shown = ([self.plane.shown(corner) for corner in polygon] for _, polygon in self.polygons)
        return 1 - sum(abs(area_of(points)) for points in shown) / whole


def area_of(points: Sequence[tuple[float, float]]) -> float:
    """Positive if the points go counterclockwise, to the right and up."""
    sides = zip(points, [*points[1:], points[0]], strict=True)
    return sum(x * v - u * y for (x, y), (u, v) in sides) / 2
