r"""The content of a file of BurrTools: shapes, problems, saved solutions and how they come apart; of a
file of polycube less.

The grids of BurrTools, as lattices.

>>> spheres = GRIDS[2]
>>> [spheres.place(voxel) for voxel in ((0, 0, 0), (1, 1, 0), (1, 0, 1))]
[(0, 0, 0), (0, 0, 1), (-1, 0, 0)]
>>> spheres.has((0, 0, 1)), spheres.has((0, 1, 1))
(False, True)

Seen from above, x goes to the right, y away from you and z up. Rows and layers go in the opposite directions.

Replays how a saved solution comes apart, so that the moves of a file are known to be possible.

The elements are described below, where they are written. A bar that lies on a square is taken away:

>>> square, bar = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)], [(0, 0, 1), (1, 0, 1)]
>>> text = '''<separation><pieces count="2">0 1</pieces>
... <state><dx>0 0</dx><dy>0 0</dy><dz>0 1</dz></state>
... <state><dx>0 0</dx><dy>0 0</dy><dz>0 30001</dz></state></separation>'''
>>> pieces = {0: Lying("A", (0, 0, 0), square), 1: Lying("B", (0, 0, 1), bar)}
>>> replayed(text, pieces)
Replay(separations=[[VoxelShift(pieces=(1,), direction=(0, 0, 1), distance=None)]], together=[])
>>> replayed(text.replace("30001", "-30000"), pieces)
Traceback (most recent call last):
excover.formats.burrtools_model.Unplayable: in move 1, B meets A

How a solution comes apart, in the form of files of BurrTools.

A ``separation`` has the numbers of its pieces, which are those of the entries of the assembly, and a
``state`` for the begin and after each move: where the hotspots of these pieces are. The last state has some
of them far away; those and the others are separations of their own, if they come apart further.

>>> moves = [VoxelShift((1,), (0, 1, 0), 2), VoxelShift((1,), (1, 0, 0), None)]
>>> print(separation_text({0: (0, 0, 0), 1: (1, 1, 0)}, [moves]).replace("</state>", "</state>\n"))
<separation><pieces count="2">0 1</pieces><state><dx>0 1</dx><dy>0 1</dy><dz>0 0</dz></state>
<state><dx>0 1</dx><dy>0 3</dy><dz>0 0</dz></state>
<state><dx>0 30001</dx><dy>0 3</dy><dz>0 0</dz></state>
</separation>
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple
from xml.etree import ElementTree

from excover.base.source import Span
from excover.lattices import CUBE, PRISM, RHOMBIC, SPHERE, SQUARE, TETRAOCTA, TRIANGLE, Cell, Lattice, Vector
from excover.lattices.lattice import minus, plus

Voxel = tuple[int, int, int]
"""x, y and z, counted from 0."""


class VoxelGrid(NamedTuple):
    """``place`` gives the cell of a voxel, and ``voxel`` that of a cell; ``flat`` is the lattice of a puzzle
    with one layer. Shifts along all axes by ``period`` map the grid to itself.

    ``exists`` tests whether there is a voxel, unless the lattice does.
    """

    lattice: Lattice
    flat: Lattice
    place: Callable[[Voxel], Cell]
    voxel: Callable[[Cell], Voxel]
    period: int
    exists: Callable[[Voxel], bool] = lambda voxel: True

    def has(self, voxel: Voxel) -> bool:
        """Whether the grid has a cell there."""
        return self.exists(voxel) and not self.lattice.strays([self.place(voxel)])


def _ways(up: int, away: int, right: int) -> tuple[Callable[[Voxel], Cell], Callable[[Cell], Voxel]]:
    """The cell of a voxel, and the voxel of a cell: where the origin is, as seen from above."""

    def place(voxel: Voxel) -> Cell:
        x, y, z = voxel
        return up - z, away - y, x + right

    def voxel(cell: Cell) -> Voxel:
        layer, row, column = cell
        return column - right, away - row, up - layer

    return place, voxel


def _sphere(voxel: Voxel) -> Cell:
    """Cubic coordinates are those of the lattice, whose rows are diagonals here."""
    return SPHERE.cell(voxel)


GRIDS = (
    VoxelGrid(CUBE, SQUARE, *_ways(0, 0, 0), 1),
    VoxelGrid(PRISM, TRIANGLE, *_ways(0, 0, 0), 2),
    VoxelGrid(SPHERE, SPHERE, _sphere, SPHERE.straight, 2, lambda voxel: sum(voxel) % 2 == 0),
    VoxelGrid(RHOMBIC, RHOMBIC, *_ways(4, 4, 0), 5),
    VoxelGrid(TETRAOCTA, TETRAOCTA, *_ways(2, 2, 3), 6),
)
"""By the number of the grid's type. A cube of the rhombic grid has the places 0 to 4 of each axis, from
either end. In BurrTools, octahedra are around points an odd number of cubes away from the origin; here, an
even number.
"""


NOTHING = 2**32 - 1
"""The number of the result shape if none is chosen."""


@dataclass(slots=True)
class Shape:
    """``cells`` has the cells that are not empty, ``colors`` those with a color.

    ``hotspot`` is the voxel that saved solutions place, and around which they turn the shape.
    """

    span: Span = field(compare=False)
    name: str
    size: Voxel
    hotspot: Voxel = (0, 0, 0)
    weight: int = 1
    cells: dict[Voxel, str] = field(default_factory=dict)
    colors: dict[Voxel, int] = field(default_factory=dict)


@dataclass(slots=True)
class Part:
    """A shape, by its number, and how often it is used.

    ``groups`` has for each group of pieces, which need not come apart from each other, how many may be in it.
    """

    span: Span = field(compare=False)
    shape: int
    least: int
    most: int
    groups: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class Saved:
    """A saved solution: its ``assembly`` is read by `burrtools_assemblies`.

    ``numbers`` are its attributes; ``rest`` is the text of the elements of its separation.
    """

    span: Span = field(compare=False)
    numbers: Mapping[str, str] = field(default_factory=dict)
    assembly: str = ""
    rest: str = ""


@dataclass(slots=True)
class BurrProblem:
    """``allowed`` has pairs of colors: of a piece's cell, and of a cell of the result on which it may lie.

    ``state`` has the attributes that record what a search has found, ``search`` the text of the element that
    is where it stands. ``one_sided``: flat pieces cannot be
    turned over.
    """

    span: Span = field(compare=False)
    name: str
    holes: int | None = None
    state: Mapping[str, str] = field(default_factory=dict)
    search: str = ""
    parts: list[Part] = field(default_factory=list)
    result: int = NOTHING
    allowed: set[tuple[int, int]] = field(default_factory=set)
    saved: list[Saved] = field(default_factory=list)
    one_sided: bool = False


@dataclass(slots=True)
class BurrPuzzle:
    """``colors`` are red, green and blue, by the number of a color less 1; ``program`` has the file.

    ``pops_up``: BurrTools shows the comment when it opens the file.
    """

    span: Span = field(compare=False)
    grid: VoxelGrid = GRIDS[0]
    colors: list[tuple[int, int, int]] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    problems: list[BurrProblem] = field(default_factory=list)
    comment: str = ""
    pops_up: bool = False
    program: str = "BurrTools"


_AWAY = 30_000
"""How far pieces go that are taken away. BurrTools looks for more than 10,000."""
_Hotspots = dict[int, Voxel]


class VoxelShift(NamedTuple):
    """``pieces`` are shifted together by ``distance`` voxels in ``direction``; None takes them away."""

    pieces: Collection[int]
    direction: Voxel
    distance: int | None


def separation_text(places: Mapping[int, Voxel], separations: Sequence[Sequence[VoxelShift]]) -> str:
    """The element; ``places`` are the hotspots of the pieces in the assembly.

    ``separations`` are as `disassembly` finds them: each shifts pieces of one part, and its last shift takes
    some of them away from the others.
    """
    return "".join(_element(dict(sorted(places.items())), [*separations], ""))


def _element(places: _Hotspots, separations: list[Sequence[VoxelShift]], kind: str) -> Iterator[str]:
    """A part, unless it is not taken apart; removes its separation from those that are left."""
    shifts = next((shifts for shifts in separations if places.keys() >= {*shifts[0].pieces}), None)
    if shifts is None:
        return
    separations.remove(shifts)
    yield f"<separation{kind}>"
    yield f'<pieces count="{len(places)}">{" ".join(map(str, places))}</pieces>'
    yield _state(places)
    for shift in shifts:
        places = _shifted(places, shift, _AWAY if shift.distance is None else shift.distance)
        yield _state(places)
    places = _shifted(places, shifts[-1], -_AWAY)
    away = {piece: places.pop(piece) for piece in sorted(shifts[-1].pieces)}
    yield from _element(away, separations, ' type="removed"')
    yield from _element(places, separations, ' type="left"')
    yield "</separation>"


def _shifted(places: _Hotspots, shift: VoxelShift, distance: int) -> _Hotspots:
    dx, dy, dz = (step * distance for step in shift.direction)
    return {
        piece: (x + dx, y + dy, z + dz) if piece in shift.pieces else (x, y, z)
        for piece, (x, y, z) in places.items()
    }


def _state(places: _Hotspots) -> str:
    axes = zip(("dx", "dy", "dz"), zip(*places.values(), strict=True), strict=True)
    return f"<state>{''.join(f'<{axis}>{_as_numbers(at)}</{axis}>' for axis, at in axes)}</state>"


def _as_numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


_FAR = 10_000
"""What is further away than so many voxels is taken away, as BurrTools has it."""
_NUMBER = re.compile(r"-?\d{1,6}", re.ASCII)
_Places = dict[int, Voxel]


class Lying(NamedTuple):
    """Where the hotspot of a piece is, and its voxels; ``letter`` is its name."""

    letter: str
    hotspot: Voxel
    voxels: Sequence[Voxel]


class Replay(NamedTuple):
    """The shifts of each separation, and the parts of several pieces that are not taken apart."""

    separations: list[list[VoxelShift]]
    together: list[tuple[int, ...]]


class Unplayable(ValueError):
    """Its text states what of a separation is impossible."""


def replayed(text: str, pieces: Mapping[int, Lying], grid: VoxelGrid = GRIDS[0]) -> Replay | None:
    """The separation in the elements behind an assembly; None if they have none. The lattice has `slides`.

    Raises Unplayable.
    """
    try:
        whole = ElementTree.fromstring(f"<saved>{text}</saved>").find("separation")
    except ElementTree.ParseError as wrong:
        raise Unplayable(f"its text is not XML: {wrong}") from None
    if whole is None:
        return None
    player = _Player(dict(pieces), grid)
    waiting = [(whole, frozenset(pieces))]
    while waiting:
        element, part = waiting.pop()
        waiting += reversed(player.play(element, part))
    return player.replay


class _Player:
    """Moves ``pieces`` as in a file, except away: where parts are that were separated does not matter."""

    def __init__(self, pieces: dict[int, Lying], grid: VoxelGrid) -> None:
        self._pieces = pieces
        self._grid = grid
        self._moves = 0
        self.replay = Replay([], [])

    def play(
        self, element: ElementTree.Element, part: Collection[int]
    ) -> list[tuple[ElementTree.Element, frozenset[int]]]:
        """Plays the separation of a part, and returns those of the two parts that it leaves."""
        states = _states(element, part)
        if len({minus(at, self._pieces[k].hotspot) for k, at in states[0].items()}) > 1:
            raise Unplayable("a separation does not begin where its pieces are")
        shifts = [self._shift(before, after) for before, after in pairwise(states)]
        if [shift.distance is None for shift in shifts] != [False] * (len(states) - 2) + [True]:
            raise Unplayable("the last move of a separation, and no other, takes pieces away")
        self.replay.separations.append(shifts)
        away = frozenset(shifts[-1].pieces)
        if len(away) == len(part):
            raise Unplayable("the last move of a separation takes all of its pieces away, and leaves none")
        left = dict.fromkeys((away, frozenset(states[0]) - away))
        below = list[tuple[ElementTree.Element, frozenset[int]]]()
        for each in element.iterfind("separation"):
            own = frozenset(_numbers(each.findtext("pieces")))
            if own not in left:
                raise Unplayable("a separation has other pieces than the parts that it is about")
            del left[own]
            below.append((each, own))
        self.replay.together.extend(tuple(sorted(part)) for part in left if len(part) > 1)
        return below

    def _shift(self, before: _Places, after: _Places) -> VoxelShift:
        self._moves += 1
        ways = {k: way for k, at in before.items() if any(way := minus(after[k], at))}
        if len({*ways.values()}) != 1:
            raise Unplayable(f"in move {self._moves}, pieces do not move together")
        way = next(iter(ways.values()))
        unit, far = self._along(way)
        self._refuse_meeting(ways.keys(), before.keys() - ways.keys(), unit, far)
        away = max(map(abs, way)) > _FAR
        for piece in ways if not away else ():
            letter, hotspot, voxels = self._pieces[piece]
            moved = [plus(voxel, way) for voxel in voxels]
            self._pieces[piece] = Lying(letter, plus(hotspot, way), moved)
        return VoxelShift(tuple(sorted(ways)), unit, None if away else far)

    def _along(self, way: Voxel) -> tuple[Voxel, int]:
        """The step in whose direction pieces move, and how many of them."""
        for slide in self._grid.lattice.slides:
            for step in (self._grid.voxel(slide), self._grid.voxel(minus((0, 0, 0), slide))):
                far = max(map(abs, way)) // max(map(abs, step))
                if (step[0] * far, step[1] * far, step[2] * far) == way:
                    return step, far
        raise Unplayable(f"move {self._moves} is not along one axis")

    def _refuse_meeting(self, moving: Collection[int], still: Collection[int], unit: Voxel, far: int) -> None:
        """Looks along the lines of cells that are passed."""
        lattice, step = self._grid.lattice, self._grid.place(unit)
        forwards = step in lattice.slides
        way = step if forwards else minus((0, 0, 0), step)
        lines: dict[Cell, list[tuple[int, int]]] = {}
        for piece in still:
            for voxel in self._pieces[piece].voxels:
                line, at = _on_line(self._grid.place(voxel), way)
                lines.setdefault(line, []).append((at, piece))
        passed = {kind: lattice.passed(kind, way) for kind in lattice.steps}
        for piece in moving:
            for cell in map(self._grid.place, self._pieces[piece].voxels):
                for by in passed[lattice.kind(cell)]:
                    line, at = _on_line(plus(cell, by), way)
                    first, last = (at, at + far - 1) if forwards else (at - far, at - 1)
                    for place, other in lines.get(line, ()):
                        if first <= place <= last:
                            names = [self._pieces[number].letter for number in (piece, other)]
                            raise Unplayable(f"in move {self._moves}, {' meets '.join(names)}")


def _on_line(cell: Cell, way: Vector) -> tuple[Cell, int]:
    """A line along a way, by the first of its cells, and how far along it a cell is."""
    pivot = next(axis for axis, step in enumerate(way) if step)
    far = cell[pivot] // way[pivot]
    return minus(cell, (far * way[0], far * way[1], far * way[2])), far


def _states(element: ElementTree.Element, part: Collection[int]) -> list[_Places]:
    """Where the hotspots of the pieces of a part are, at first and after each move."""
    names = _numbers(element.findtext("pieces"))
    if len(names) != len(part) or {*names} != {*part}:
        raise Unplayable("a separation has other pieces than the solution")
    found = []
    for state in element.iterfind("state"):
        axes = [_numbers(state.findtext(axis)) for axis in ("dx", "dy", "dz")]
        if any(len(axis) != len(names) for axis in axes):
            raise Unplayable("a state has not a place for each of its pieces")
        found.append(dict(zip(names, zip(*axes, strict=True), strict=True)))
    if len(found) < 2:
        raise Unplayable("a separation has no moves")
    return found


def _numbers(text: str | None) -> list[int]:
    words = (text or "").split()
    if not all(map(_NUMBER.fullmatch, words)):
        raise Unplayable("a separation has something else where numbers must be")
    return [*map(int, words)]
