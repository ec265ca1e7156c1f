"""Solutions that BurrTools saves in its files, and those of a problem: one as the other.

An assembly has an entry for each part in order, as often as it is used at most: four numbers, which are the
voxel of the result on which the hotspot of the piece lies, and the number of a turn; or an ``x`` for a piece
that is not used.

>>> pieces_of("0 2 1 0 x -1 0 3 17")
[Placed(at=(0, 2, 1), turn=0), None, Placed(at=(-1, 0, 3), turn=17)]

How solutions saved by BurrTools turn and place pieces.

A placement is the voxel of the result on which the hotspot of the piece lies, and the number of a turn. The
numbers are those of the format; each grid has its own, and every turn is a rotation around the hotspot.

>>> turns = turns_of(GRIDS[0])
>>> len(turns), turns[16].images([(0, 0, 0), (1, 0, 0)], (0, 0, 0), (2, 2, 0))
(24, [(2, 2, 0), (2, 3, 0)])
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from excover.base.diagnostics import SpecError
from excover.formats.burrtools_model import (
    GRIDS,
    BurrProblem,
    BurrPuzzle,
    Lying,
    Replay,
    Saved,
    Shape,
    Unplayable,
    Voxel,
    VoxelGrid,
    VoxelShift,
    replayed,
    separation_text,
)
from excover.formats.burrtools_text import letters_of
from excover.language import messages
from excover.language.meaning.items import no_cell_of
from excover.lattices import Cell, Vector, translated
from excover.lattices.lattice import minus
from excover.lattices.point_groups import Isometry
from excover.matrix.compiled import Compiled, Marking
from excover.matrix.verify import numbered

if TYPE_CHECKING:
    from excover.formats.answers import Answer

_CUBIC = (
    "xyz xZy xYZ xzY Zyx YZx zYx yzx XyZ XZY XYz Xzy zyX yZX ZYX YzX Yxz zxy yxZ ZxY yXz ZXy YXZ zXY"  # spell
)
"""The images of x, y and z, for each number; a capital letter is the reversed axis."""
_OF_SPHERES = (
    "xyz zYx Yxz yzx XYz Zyx yXz YZx zxy xzY Xzy ZxY ZXy XZY xZy zXY zyX xYZ YzX yxZ ZYX XyZ yZX YXZ"  # spell
)
_OF_FLAT_SPHERES = """
    abbBAb bBabaB aBbbAB bbaBab ABbbab abBBba AbBBab aBbbba aBBbAb bbABaB abBBAB bBAbab AbbBaB aBBbbA
    ABBbaB abbBbA bababB abBbab baBabb abbbaB bAbAbb aBBBaB bABAbB aBbBab BBabAb BaBBBa BaBaBB bAbbbA
    AbbBBa BBaAbb bbAAbb aBBBBa bbAaBB BBaaBB AbbbbA BBaBaB AbbbAb bAbBBa BaBAbb bbAbAb BaBbbA bAbaBB
    BbaABb BABABb bBAabB ABbbBA babBba Bbabab BABBba BABbBA bBABAB BbaBAB babbBA BbaabB babABb ABbBba
    bBAABb BABabB abBbBA ABbBAB BAbbBa BbABAb BAbABB baBBbA bBaabb abbbBa ABBbBa BbAabb BbAABB ABBBbA
    bBaABB bBaBAb baBbBa BAbabb BbAbaB ABBBAb BAbBbA baBABB BabaBb bABbba BBAbAB BabBBA bbaaBb BBAaBb
    AbBbba AbBBBA BBAAbB bbaAbB aBbBBA bbabAB Babbba bABaBb BBABab AbBbAB bABBBA BabAbB
"""  # spell
"""Rotations that only pieces of spheres in one plane have: two rows of a matrix in thirds, where a is 1, b 2,
and a capital letter reversed.
"""
_DIGITS = {"a": 1, "b": 2, "A": -1, "B": -2}


class SavedTurn(NamedTuple):
    """A rotation in coordinates in which it is linear, ``scale`` times as large as it is."""

    rotation: Isometry
    scale: int
    straight: Callable[[Voxel], Vector]
    voxel: Callable[[Vector], Voxel | None]

    def images(self, voxels: Sequence[Voxel], hotspot: Voxel, at: Voxel) -> list[Voxel] | None:
        """Where the voxels of a piece lie whose hotspot is at a voxel; None if that is between voxels."""
        center, to = self.straight(hotspot), self.straight(at)
        found = [self._image(minus(self.straight(voxel), center), to) for voxel in voxels]
        return None if None in found else found  # type: ignore[return-value]

    def hotspot_onto(self, voxels: Sequence[Voxel], hotspot: Voxel, onto: Sequence[Voxel]) -> Voxel | None:
        """Where the hotspot is if the piece lies on exactly these voxels; None if this turn cannot do it."""
        center = self.straight(hotspot)
        turned = [self.rotation(minus(self.straight(voxel), center)) for voxel in voxels]
        least = min(self.straight(voxel) for voxel in onto)
        by = minus((least[0] * self.scale, least[1] * self.scale, least[2] * self.scale), min(turned))
        at = self._unscaled(by)
        voxel = None if at is None else self.voxel(at)
        images = None if voxel is None else self.images(voxels, hotspot, voxel)
        return voxel if images is not None and set(images) == set(onto) else None

    def _image(self, way: Vector, to: Vector) -> Voxel | None:
        turned = self._unscaled(self.rotation(way))
        return None if turned is None else self.voxel(minus(to, minus((0, 0, 0), turned)))

    def _unscaled(self, vector: Vector) -> Vector | None:
        x, y, z = vector
        scale = self.scale
        return None if x % scale or y % scale or z % scale else (x // scale, y // scale, z // scale)


def turns_of(grid: VoxelGrid) -> tuple[SavedTurn, ...]:
    """Those of a grid, by their numbers."""
    return _turns(next(number for number, each in enumerate(GRIDS) if each is grid))


@cache
def _turns(number: int) -> tuple[SavedTurn, ...]:
    grid = GRIDS[number]
    if grid is GRIDS[1]:
        return tuple(SavedTurn(turn, 2, _center, _prism) for turn in _of_prisms())
    if grid is not GRIDS[2]:
        return tuple(_of_voxels(grid, _signed(word)) for word in _CUBIC.split())
    flat = (SavedTurn(_thirds(word), 3, _itself, _kept(grid)) for word in _OF_FLAT_SPHERES.split())
    return (*(_of_voxels(grid, _signed(word)) for word in _OF_SPHERES.split()), *flat)


def _of_voxels(grid: VoxelGrid, rotation: Isometry) -> SavedTurn:
    return SavedTurn(rotation, 1, _itself, _itself if grid is not GRIDS[2] else _kept(grid))


def _itself(voxel: Voxel) -> Voxel:
    return voxel


def _kept(grid: VoxelGrid) -> Callable[[Vector], Voxel | None]:
    return lambda voxel: voxel if grid.has(voxel) else None


def _signed(word: str) -> Isometry:
    rows = ([(letter.islower() or -1) * (letter.lower() == axis) for axis in "xyz"] for letter in word)
    return Isometry(tuple((int(a), int(b), int(c)) for a, b, c in rows))  # type: ignore[arg-type]


def _thirds(word: str) -> Isometry:
    """A rotation, from two of its rows; the third is their cross product."""
    a, b, c, d, e, f = (_DIGITS[letter] for letter in word)
    return Isometry(
        ((a, b, c), (d, e, f), ((b * f - c * e) // 3, (c * d - a * f) // 3, (a * e - b * d) // 3))
    )


# Prisms: half a side to the right, a third of the height of a triangle away, and up


def _center(voxel: Voxel) -> Vector:
    """The middle of a triangle, which points away if x and y add up to an even number."""
    x, y, z = voxel
    return x, 3 * y + (x + y) % 2, z


def _prism(center: Vector) -> Voxel | None:
    x, away, z = center
    y, third = divmod(away, 3)
    return (x, y, z) if third == (x + y) % 2 else None


def _of_prisms() -> list[Isometry]:
    """Six turns by 60 degrees, and the same after turning over, so that left is right and above is below.

    All numbers are doubled.
    """
    by_60 = Isometry(((1, -1, 0), (3, 1, 0), (0, 0, 2)))
    turns = [Isometry(((2, 0, 0), (0, 2, 0), (0, 0, 2)))]
    for _ in range(5):
        product = by_60 @ turns[-1]
        turns.append(Isometry(tuple((a // 2, b // 2, c // 2) for a, b, c in product.rows)))  # type: ignore[arg-type]
    over = Isometry(((-1, 0, 0), (0, 1, 0), (0, 0, -1)))
    return turns + [turn @ over for turn in turns]


_ENTRY = re.compile(r"(?:x|(-?\d{1,6}) (-?\d{1,6}) (-?\d{1,6}) (\d{1,3}))(?: |\Z)", re.ASCII)
_UNUSED = 255
"""The turn of a piece that is not used, in files of older versions."""


_SOLVED = "2"
"""The state of a problem whose assemblies are all known."""


class Assembled(NamedTuple):
    """A solution: its ``pieces``, and the moves of each separation that takes it apart, in cells of cubes.

    Moves have the numbers of pieces in ``pieces``.
    """

    pieces: Sequence[Marking]
    separations: Sequence[Sequence[VoxelShift]] = ()


class Placed(NamedTuple):
    """Where the hotspot of a piece is in the result, and the number of its turn."""

    at: Voxel
    turn: int

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.at))} {self.turn}"


def pieces_of(assembly: str) -> list[Placed | None] | None:
    """The entries of an assembly; None if it is not in the form."""
    at, pieces = 0, list[Placed | None]()
    while at < len(assembly):
        entry = _ENTRY.match(assembly, at)
        if entry is None:
            return None
        at = entry.end()
        used = entry[1] is not None and int(entry[4]) != _UNUSED
        x, y, z, turn = map(int, entry.groups()) if used else (0, 0, 0, 0)
        pieces.append(Placed((x, y, z), turn) if used else None)
    return pieces


@dataclass(frozen=True, slots=True)
class Assembler:
    """A problem in a file, and how it is named in a description: ``letters`` of its parts, in their order,
    and the ``cells`` of a board for the voxels of the result.
    """

    puzzle: BurrPuzzle
    problem: BurrProblem
    letters: Sequence[str]
    cells: Mapping[Voxel, Cell]

    # From a file

    def answer(self, compiled: Compiled) -> Answer:
        """The saved solutions as options of what was compiled. Raises SpecError if a piece is off the board.

        Whether they are solutions is not checked.
        """
        from excover.formats.answers import Answer  # which others do without

        drawn: dict[tuple[str, frozenset[Cell]], int] = {}
        for option, markings in enumerate(compiled.markings):
            for marking in markings:
                drawn.setdefault((marking.mark, frozenset(marking.cells)), option)
        canvas = compiled.canvases[0]
        left_out = {
            canvas.cell(name.arguments[0]): option
            for option, name in enumerate(compiled.matrix.options)
            if name.family == no_cell_of(canvas.name)
        }
        matrix = compiled.matrix
        covers = [numbered(matrix, self._cover(saved, drawn, left_out)) for saved in self.problem.saved]
        return Answer("solved", [*map(tuple, covers)], [saved.span for saved in self.problem.saved])

    def _cover(
        self,
        saved: Saved,
        drawn: Mapping[tuple[str, frozenset[Cell]], int],
        left_out: Mapping[Cell | None, int],
    ) -> tuple[int, ...]:
        pieces = pieces_of(saved.assembly)
        if pieces is None:
            raise SpecError(messages.UnreadableAssembly(saved.span, saved.assembly))
        if len(self._numbers) != len(pieces):
            raise SpecError(messages.OtherPieces(saved.span, len(pieces), len(self._numbers)))
        chosen, filled = list[int](), set[Cell]()
        for number, placed in zip(self._numbers, pieces, strict=True):
            if placed is None:
                continue
            cells = self._cells(self.puzzle.shapes[self.problem.parts[number].shape], placed)
            option = drawn.get((self.letters[number], cells)) if cells else None
            if option is None:
                raise SpecError(messages.PieceOffBoard(saved.span, self.letters[number], str(placed)))
            chosen.append(option)
            filled |= cells
        chosen += [option for cell, option in left_out.items() if cell not in filled]
        return tuple(sorted(chosen))

    @property
    def _numbers(self) -> list[int]:
        """For each entry of an assembly, the number of its part."""
        return [number for number, part in enumerate(self.problem.parts) for _ in range(part.most)]

    @property
    def entries(self) -> list[str]:
        """The letters of the entries of an assembly."""
        return [self.letters[number] for number in self._numbers]

    def separations(self, saved: Saved) -> Replay | None:
        """How a saved solution comes apart, which has been verified; None if the file has none.

        The lattice has `slides`. Raises SpecError if that cannot be done.
        """
        shapes = [self.puzzle.shapes[self.problem.parts[number].shape] for number in self._numbers]
        placed = zip(self.entries, shapes, pieces_of(saved.assembly) or (), strict=True)
        lying = {
            entry: Lying(letter, on.at, self._voxels(shape, on))
            for entry, (letter, shape, on) in enumerate(placed)
            if on
        }
        try:
            return replayed(saved.rest, lying, self.puzzle.grid)
        except Unplayable as wrong:
            raise SpecError(messages.SeparationFails(saved.span, str(wrong))) from None

    def _voxels(self, shape: Shape, placed: Placed) -> list[Voxel]:
        """Those that a placed piece covers; none if there are none there."""
        turns = turns_of(self.puzzle.grid)
        if placed.turn >= len(turns):
            return []
        return turns[placed.turn].images(list(shape.cells), shape.hotspot, placed.at) or []

    def _cells(self, shape: Shape, placed: Placed) -> frozenset[Cell]:
        """The cells of the board that a placed piece covers; empty if it sticks out."""
        voxels = self._voxels(shape, placed)
        found = [self.cells[voxel] for voxel in voxels if voxel in self.cells]
        return frozenset(found) if len(found) == len(shape.cells) else frozenset()

    def groups(self) -> list[dict[str, int]]:
        """For each group of pieces that need not come apart, how many of each letter may be in it."""
        found: dict[int, dict[str, int]] = {}
        for letter, part in zip(self.letters, self.problem.parts, strict=True):
            for group, count in part.groups.items():
                found.setdefault(group, {})[letter] = count
        return list(found.values())

    # Into a file

    def save(self, solutions: Iterable[Assembled], are_all: bool) -> None:
        """Saves solutions instead of those that were saved."""
        self._move_hotspots()
        self.problem.saved = [self._saved(number, found) for number, found in enumerate(solutions)]
        apart = sum(bool(saved.rest) for saved in self.problem.saved)
        found = {"assemblies": str(len(self.problem.saved)), "solutions": str(apart), "time": "0"}
        self.problem.state = {"state": _SOLVED, **found} if are_all else {}
        self.problem.search = ""

    def _move_hotspots(self) -> None:
        """Of shapes that cannot be turned around theirs as around a voxel, unless solutions of other problems
        need it.
        """
        others = [
            problem for problem in self.puzzle.problems if problem is not self.problem and problem.saved
        ]
        needed = {part.shape for problem in others for part in problem.parts}
        for part in self.problem.parts:
            shape = self.puzzle.shapes[part.shape]
            if part.most and part.shape not in needed and self._lacks_turns(shape):
                shape.hotspot = next(iter(shape.cells))

    def _lacks_turns(self, shape: Shape) -> bool:
        """Balls in a plane have turns that keep only that plane on the grid: a hotspot may lie beside it."""
        voxels = list(shape.cells)
        return shape.hotspot not in shape.cells and any(
            turn.images(voxels, voxels[0], voxels[0])
            and not turn.images(voxels, shape.hotspot, shape.hotspot)
            for turn in turns_of(self.puzzle.grid)
        )

    def _saved(self, number: int, found: Assembled) -> Saved:
        lying = self._lying(found.pieces)
        parts = zip(self.problem.parts, lying, strict=True)
        entries = [entry for part, on in parts for entry in (*on, *[None] * (part.most - len(on)))]
        numbers = {"asmNum": str(number)} if number else {}
        assembly = " ".join("x" if entry is None else str(entry[0]) for entry in entries)
        entry_of = {entry[1]: k for k, entry in enumerate(entries) if entry}
        places = {k: entry[0].at for k, entry in enumerate(entries) if entry}
        separations = [[self._shift(move, entry_of) for move in moves] for moves in found.separations]
        return Saved(self.problem.span, numbers, assembly, separation_text(places, separations))

    def _lying(self, pieces: Sequence[Marking]) -> list[list[tuple[Placed, int]]]:
        """For each part, how its pieces are placed, and their numbers in a solution."""
        voxels = {cell: voxel for voxel, cell in self.cells.items()}
        lying: list[list[tuple[Placed, int]]] = [[] for _ in self.problem.parts]
        for k, piece in enumerate(pieces):
            if piece.mark in self.letters:  # and no hole
                number = self.letters.index(piece.mark)
                onto = [voxels[cell] for cell in piece.cells]
                placed = self._placed(self.puzzle.shapes[self.problem.parts[number].shape], onto)
                lying[number].append((placed, k))
        return [sorted(on) for on in lying]

    def _shift(self, move: VoxelShift, entry_of: Mapping[int, int]) -> VoxelShift:
        """A shift of pieces of a solution as one of entries of its assembly, in voxels."""
        direction = self.puzzle.grid.voxel(move.direction)
        return VoxelShift([entry_of[piece] for piece in move.pieces], direction, move.distance)

    def _placed(self, shape: Shape, onto: Sequence[Voxel]) -> Placed:
        """The first turn that lays the shape there, as BurrTools has it, if the colors allow it."""
        result = self.puzzle.shapes[self.problem.result]
        for number, turn in enumerate(turns_of(self.puzzle.grid)):
            at = turn.hotspot_onto(list(shape.cells), shape.hotspot, onto)
            if at is None:
                continue
            images = turn.images(list(shape.colors), shape.hotspot, at) or ()
            pairs = zip(shape.colors.values(), map(result.colors.get, images), strict=True)
            if all(on is None or (color, on) in self.problem.allowed for color, on in pairs):
                return Placed(at, number)
        raise SpecError(messages.HotspotOffPiece(shape.span, shape.hotspot))


def assembler_of_file(puzzle: BurrPuzzle, number: int, board: Sequence[Cell]) -> Assembler:
    """For a problem, counted from 1, of a file that was translated into a description with this board."""
    problem = puzzle.problems[number - 1]
    letters = letters_of(puzzle, number)
    voxels = list(puzzle.shapes[problem.result].cells)
    places = list(map(puzzle.grid.place, voxels))
    start, end = (tuple(map(min, zip(*cells, strict=True))) for cells in (places, board))
    layers, rows, columns = (to - at for at, to in zip(start, end, strict=True))
    cells = dict(zip(voxels, translated(places, (layers, rows, columns)), strict=True))
    return Assembler(puzzle, problem, [letters.get(part.shape, "") for part in problem.parts], cells)
