"""Tilings by polygons with exact corners: neighbors and motions are found from the polygons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import dist

from excover.lattices.cell_motions import IDENTITY, KindMotion, PeriodMatrix, Periods
from excover.lattices.lattice import Cell, plus
from excover.lattices.plane import Plane, PlanePoint, Turn, added, scaled, subtracted
from excover.lattices.point_groups import Vector, times
from excover.lattices.polygons import Corner, Polygons

TilePolygon = tuple[PlanePoint, ...]
_Side = tuple[PlanePoint, PlanePoint]
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
        """The cell that has these corners in some order."""
        at, form = self._form(polygon)
        if not self.steps:
            return self._placed.get((at, form))
        for kind, start in self._alike.get(form, ()):
            way = self._times(subtracted(at, start))
            if way is not None:
                return plus(kind, self.periods.vector((0, *way)))
        return None

    @cached_property
    def _alike(self) -> dict[frozenset[PlanePoint], list[tuple[Cell, PlanePoint]]]:
        """The kinds with polygons of each form, and where these are."""
        found: dict[frozenset[PlanePoint], list[tuple[Cell, PlanePoint]]] = {}
        for kind, polygon in self.polygons:
            at, form = self._form(polygon)
            found.setdefault(form, []).append((kind, at))
        return found

    @cached_property
    def _placed(self) -> dict[tuple[PlanePoint, frozenset[PlanePoint]], Cell]:
        """The cell at each place, without periods."""
        return {self._form(polygon): kind for kind, polygon in self.polygons}

    def _form(self, polygon: Sequence[PlanePoint]) -> tuple[PlanePoint, frozenset[PlanePoint]]:
        """A corner, chosen alike in all translates, and the ways from it to all corners."""
        least = min(polygon)
        return least, frozenset(subtracted(corner, least) for corner in polygon)

    def _times(self, way: PlanePoint) -> tuple[int, int] | None:
        """How many times each translation a way is, by Cramer's rule; None if it is none."""
        if not any(way):
            return 0, 0
        if not self.steps:
            return None
        down, along = self.steps
        for i, j in combinations(range(len(way)), 2):
            if area := down[i] * along[j] - down[j] * along[i]:
                first, rest = divmod(way[i] * along[j] - way[j] * along[i], area)
                second, other = divmod(down[i] * way[j] - down[j] * way[i], area)
                fits = rest == other == 0 and self.way(first, second) == way
                return (first, second) if fits else None
        return None

    @property
    def is_flat_pair(self) -> bool:
        """Whether the two translations in the plane have different directions."""
        down, along = self.steps
        return any(down[i] * along[j] != down[j] * along[i] for i, j in combinations(range(len(down)), 2))

    # Neighbors

    def neighbors(self) -> dict[Cell, list[Vector]]:
        """The ways from each kind to the cells with which it has a side in common. Raises TileSideShared."""
        found: dict[Cell, list[Vector]] = {}
        for kind, polygon in self.polygons:
            ways = [
                plus(cell, times(-1, kind))
                for start, end in _around(polygon)
                for cell in self._beyond(start, end, kind)
            ]
            found[kind] = list(dict.fromkeys(ways))
        return found

    def _side(self, start: PlanePoint, end: PlanePoint) -> _Side:
        """What sides have in common that may be translates of each other."""
        return subtracted(end, start), () if self.steps else start

    @property
    def is_side_to_side(self) -> bool:
        """Whether each side is one of two polygons."""
        return all(
            any(self._beyond(start, end, kind))
            for kind, polygon in self.polygons
            for start, end in _around(polygon)
        )

    @cached_property
    def _sides(self) -> Mapping[_Side, Sequence[tuple[Cell, PlanePoint]]]:
        """Where sides begin, and the cells that have them."""
        sides: dict[_Side, list[tuple[Cell, PlanePoint]]] = {}
        for kind, polygon in self.polygons:
            for start, end in _around(polygon):
                sides.setdefault(self._side(start, end), []).append((kind, start))
        return sides

    def _beyond(self, start: PlanePoint, end: PlanePoint, kind: Cell) -> Iterator[Cell]:
        """The cell on the other side, if there is one. Raises TileSideShared."""
        for other, at in self._sides.get(self._side(start, end), ()):
            way = self._times(subtracted(start, at))
            if way is not None and (other, way) != (kind, (0, 0)):
                raise TileSideShared(kind, plus(other, self.periods.vector((0, *way))))
        for other, at in self._sides.get(self._side(end, start), ()):
            way = self._times(subtracted(end, at))
            if way is not None:
                yield plus(other, self.periods.vector((0, *way)))

    # Motions

    def motions(self) -> list[KindMotion]:
        """All isometries that map the tiling to itself, modulo translations, the identity first."""
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

    def isometry(self, motion: KindMotion) -> KindMotion | None:
        """The isometry of the plane that maps polygons as a motion of cells maps cells, if there is one.

        Without periods, that of a reflection has other ``rows`` than the motion, which are the identity.
        """
        (first, _), *_ = self.polygons
        target = motion(first)
        for turn in self.plane.turns:
            image = [self.plane.turned(corner, turn) for corner in self.polygon(first)]
            by = subtracted(min(self.polygon(target)), min(image))
            found = self._motion(turn, by)
            if found and found.images == motion.images and (not self.steps or found.rows == motion.rows):
                return found
        return None

    def _motion(self, turn: Turn, by: PlanePoint) -> KindMotion | None:
        """The motion that turns and moves all polygons, if there is one."""
        kinds = [kind for kind, _ in self.polygons]
        rows = self._rows(turn)
        if rows is None:
            return None
        images: list[Cell] = []
        for kind in kinds:  # most attempts end at one of the first
            image = self._image(kind, turn, by)
            if image is None:
                return None
            images.append(image)
        if len({self.periods.split(image)[0] for image in images}) < len(kinds):
            return None
        return KindMotion.of(rows, self.periods, kinds, images)

    def _rows(self, turn: Turn) -> PeriodMatrix | None:
        if not self.steps:
            return ((1, 0, 0), (0, 1, 0), (0, 0, -1)) if turn[2] else IDENTITY
        down, along = (self._times(self.plane.turned(step, turn)) for step in self.steps)
        if down is None or along is None:
            return None
        (a, b), (c, d) = down, along
        return (1, 0, 0), (0, a, c), (0, b, d)

    def _image(self, cell: Cell, turn: Turn, by: PlanePoint) -> Cell | None:
        return self.cell_of([added(self.plane.turned(corner, turn), by) for corner in self.polygon(cell)])

    def _starts(self, cells: Sequence[Cell], turn: Turn) -> Iterator[PlanePoint]:
        """The translations that move the first of some turned cells to a polygon of the tiling."""
        turned = [self.plane.turned(corner, turn) for corner in self.polygon(cells[0])]
        least, form = self._form(turned)
        for _, at in self._alike.get(form, ()):
            yield subtracted(at, least)

    def images(self, cells: Sequence[Cell], reflections: bool, rotations: bool) -> Iterator[list[Cell]]:
        """Where the isometries of the plane take some cells, if that is to cells, modulo translations of the
        tiling."""
        for turn in self.plane.turns:
            if (turn[2] and not reflections) or (turn != (1, 0, False) and not rotations):
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


def _around(polygon: TilePolygon) -> Iterator[tuple[PlanePoint, PlanePoint]]:
    return zip(polygon, (*polygon[1:], polygon[0]), strict=True)
