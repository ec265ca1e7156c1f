"""Solutions that BurrTools saves in its files, and those of a problem: one as the other.

An assembly has an entry for each part in order, as often as it is used at most: four numbers, which are the
voxel of the result on which the hotspot of the piece lies, and the number of a turn; or an ``x`` for a piece
that is not used.

>>> pieces_of("0 2 1 0 x -1 0 3 17")
[Placed(at=(0, 2, 1), turn=0), None, Placed(at=(-1, 0, 3), turn=17)]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from excover.base.diagnostics import SpecError
from excover.formats.answers import Answer
from excover.formats.burrtools_grids import Voxel
from excover.formats.burrtools_model import BurrProblem, BurrPuzzle, Saved, Shape
from excover.formats.burrtools_replay import Lying, Replay, Unplayable, replayed
from excover.formats.burrtools_separations import VoxelShift, separation_text
from excover.formats.burrtools_text import letters_of
from excover.formats.burrtools_turns import turns_of
from excover.language.meaning.soft_items import no_cell_of
from excover.language.messages.about_burrtools import (
    HotspotOffPiece,
    OtherPieces,
    PieceOffBoard,
    SeparationFails,
    UnreadableAssembly,
)
from excover.lattices import Cell, translated
from excover.matrix.compiled import Compiled, Marking
from excover.matrix.verify import numbered

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
    """Where the hotspot of a piece is in the result, and the number of its turn (`burrtools_turns`)."""

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
            raise SpecError(UnreadableAssembly(saved.span, saved.assembly))
        if len(self._numbers) != len(pieces):
            raise SpecError(OtherPieces(saved.span, len(pieces), len(self._numbers)))
        chosen, filled = list[int](), set[Cell]()
        for number, placed in zip(self._numbers, pieces, strict=True):
            if placed is None:
                continue
            cells = self._cells(self.puzzle.shapes[self.problem.parts[number].shape], placed)
            option = drawn.get((self.letters[number], cells)) if cells else None
            if option is None:
                raise SpecError(PieceOffBoard(saved.span, self.letters[number], str(placed)))
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
        """How a saved solution of cubes comes apart, which has been verified; None if the file does not say.

        Raises SpecError if that cannot be done.
        """
        shapes = [self.puzzle.shapes[self.problem.parts[number].shape] for number in self._numbers]
        placed = zip(self.entries, shapes, pieces_of(saved.assembly) or (), strict=True)
        lying = {
            entry: Lying(letter, on.at, self._voxels(shape, on))
            for entry, (letter, shape, on) in enumerate(placed)
            if on
        }
        try:
            return replayed(saved.rest, lying)
        except Unplayable as wrong:
            raise SpecError(SeparationFails(saved.span, str(wrong))) from None

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
        raise SpecError(HotspotOffPiece(shape.span, shape.hotspot))


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
