"""Taking a solid solution apart by straight moves, as one does a burr by hand.

A move shifts some pieces together, along one axis, by whole cells. Two bars that cross come apart in one:

>>> bar, rest = frozenset({(0, 0, 0), (0, 0, 1)}), frozenset({(0, 1, 0), (0, 1, 1)})
>>> apart = disassembly([bar, rest])
>>> apart.levels, apart.moves
((1,), (PieceMove(pieces=(0,), direction=(1, 0, 0), distance=None),))

Which pieces must move when one does is the closure of Cutler's and BurrTools' analyses: if piece ``i`` moves
further than the gap before piece ``j``, then ``j`` moves along. A search breadth first over the positions of
the pieces finds the fewest moves until some of them are free; the two parts are then taken apart by
themselves. That loses nothing: whatever takes all pieces apart takes each part apart, and every move can be
undone, so it does not matter in which position the parts are separated.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import TypeAlias

from excover.bit_sets import bits
from excover.cover.compiled import Marking
from excover.decode import Solution
from excover.errors import ExcoverError
from excover.frozen import Frozen
from excover.lattices import Cell, Vector
from excover.problem import Problem
from excover.solve.run import UNLIMITED, Run

Offsets: TypeAlias = tuple[Vector, ...]
"""How far each piece was moved; the first piece stays where it is."""

AXES = (0, 1, 2)
UNITS: tuple[Vector, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
FREE = 1 << 30
"""The gap before a piece that nothing stops."""
MOST_GROUPS = 64
"""The most groups of pieces that are tried in one position and direction."""


class PieceMove(Frozen):
    """``pieces`` (numbers from 0) are shifted together by ``distance`` cells in ``direction``.

    A ``distance`` of None takes them away from the others, as far as one likes.
    """

    pieces: tuple[int, ...]
    direction: Vector
    distance: int | None


class Disassembly(Frozen):
    """``moves`` in order; ``levels`` counts the moves of each separation, in that order.

    The first level is known as the level of a burr.
    """

    levels: tuple[int, ...]
    moves: tuple[PieceMove, ...]


class NotSolid(ExcoverError, ValueError):
    """What cannot be taken apart by straight moves: flat boards, boards with glued or open sides."""


def disassemble(problem: Problem, solution: Solution, run: Run = UNLIMITED) -> Disassembly | None:
    """The moves that take a solution apart, with the fewest moves for each separation; None if none do.

    The pieces of the moves are those of `pieces_of`. Raises NotSolid, and Unfinished if the run ends before.
    """
    refuse_flat(problem)
    return disassembly([piece.cells for piece in pieces_of(solution)], run)


def refuse_flat(problem: Problem) -> None:
    """Raises NotSolid unless the problem has one solid board of cubes, without glued or open sides."""
    if len(problem.puzzle.boards) != 1:
        raise NotSolid("only what lies on one board can be taken apart")
    (board,) = problem.puzzle.boards
    if not board.lattice.cubes or board.planar:
        kind = "is flat" if board.planar else f"is of lattice `{board.lattice.name}`"
        raise NotSolid(f"board `{board.name}` {kind}: only pieces of cubes can be taken apart")
    if board.flags:
        raise NotSolid(f"pieces of board `{board.name}` reach beyond its open or glued sides")


def pieces_of(solution: Solution) -> list[Marking]:
    """The pieces that a solution draws, in its order."""
    drawn = (markings for markings in solution.markings if markings)
    return [
        first._replace(cells=first.cells + sum((each.cells for each in others), ()))
        for first, *others in drawn
    ]


def disassembly(pieces: Sequence[Collection[Cell]], run: Run = UNLIMITED) -> Disassembly | None:
    """The moves that take pieces apart, with the fewest moves for each separation; None if none do.

    ``pieces`` are disjoint sets of cubes (layer, row, column). Raises Unfinished.
    """
    run = run.started()
    gaps = _Gaps(pieces)
    levels: list[int] = []
    moves: list[PieceMove] = []
    waiting = [(tuple(range(len(pieces))), ((0, 0, 0),) * len(pieces))]
    while waiting:
        part, state = waiting.pop()
        if len(part) < 2:
            continue
        found = _separation(gaps, part, state, run)
        if found is None:
            return None
        path, away, last = found
        levels.append(len(path))
        moves += path
        where = dict(zip(part, last, strict=True))
        stay = tuple(piece for piece in part if piece not in away)
        for some in sorted((away, stay), key=len):
            waiting.append((some, tuple(where[piece] for piece in some)))
    return Disassembly(tuple(levels), tuple(moves))


def _separation(
    gaps: _Gaps, part: tuple[int, ...], start: Offsets, run: Run
) -> tuple[list[PieceMove], tuple[int, ...], Offsets] | None:
    """The fewest moves after which some pieces of a part are away from the others.

    With them: the pieces that are away, and the last state.
    """
    start = _normal(start)
    came: dict[Offsets, tuple[Offsets, PieceMove] | None] = {start: None}
    level = [start]
    while level:
        following: list[Offsets] = []
        for state in level:
            run.check()
            for group, direction, distance in _moves(gaps, part, state):
                move = PieceMove(tuple(part[k] for k in bits(group)), direction, distance)
                if distance is None:
                    return [*_path(came, state), move], move.pieces, state
                moved = _normal(_shifted(state, group, direction, distance))
                if moved not in came:
                    came[moved] = state, move
                    following.append(moved)
        level = following
    return None


def _path(came: dict[Offsets, tuple[Offsets, PieceMove] | None], state: Offsets) -> list[PieceMove]:
    path: list[PieceMove] = []
    while step := came[state]:
        state, move = step
        path.append(move)
    return path[::-1]


def _normal(state: Offsets) -> Offsets:
    (z, y, x), *_ = state
    return tuple((c - z, b - y, a - x) for c, b, a in state)


def _shifted(state: Offsets, group: int, direction: Vector, distance: int) -> Offsets:
    dz, dy, dx = (distance * step for step in direction)
    return tuple(
        (z + dz, y + dy, x + dx) if group >> k & 1 else (z, y, x) for k, (z, y, x) in enumerate(state)
    )


def _moves(gaps: _Gaps, part: tuple[int, ...], state: Offsets) -> Iterator[tuple[int, Vector, int | None]]:
    """Groups of pieces (bits), each with a direction and a distance; those that separate come first.

    Of a group and the others, either may move: see `_lighter`.
    """
    count = len(part)
    weights = [gaps.cells(piece) for piece in part]
    found: list[tuple[int, Vector, int]] = []
    for axis in AXES:
        ahead = gaps.table(part, state, axis)
        for sign in (1, -1):
            table = ahead if sign == 1 else [list(column) for column in zip(*ahead, strict=True)]
            z, y, x = UNITS[axis]
            direction = (sign * z, sign * y, sign * x)
            for group, room in _groups(table, count).items():
                if room >= FREE:
                    yield _lighter(group, direction, None, weights)
                found += ((group, direction, distance) for distance in _distances(room))
    for group, towards, distance in found:
        yield _lighter(group, towards, distance, weights)


def _distances(room: int) -> range:
    return range(1, room + 1) if room < FREE else range(0)


def _lighter(
    group: int, direction: Vector, distance: int | None, weights: Sequence[int]
) -> tuple[int, Vector, int | None]:
    """The same move as one hand makes it: those that have fewer cells are moved."""
    rest = ((1 << len(weights)) - 1) & ~group
    if 2 * sum(weights[k] for k in bits(group)) <= sum(weights):
        return group, direction, distance
    z, y, x = direction
    return rest, (-z, -y, -x), distance


def _groups(table: Sequence[Sequence[int]], count: int) -> dict[int, int]:
    """Groups that can move in one direction without the others, and how far, at least one cell.

    ``table[i][j]`` is the gap before piece ``i`` up to piece ``j``. Each piece moves with those that it
    pushes; to go further than their room, they push more pieces.
    """
    everything = (1 << count) - 1
    rooms: dict[int, int] = {}
    for piece in range(count):
        group, room = 1 << piece, 0
        while room < FREE:
            group = _pushed(table, group, room)
            if group == everything or group in rooms:
                break
            room = rooms[group] = _room(table, group, count)
    _add_unions(rooms, table, count)
    return rooms


def _pushed(table: Sequence[Sequence[int]], group: int, room: int) -> int:
    """The pieces that move along if a group moves further than ``room``."""
    waiting = group
    while waiting:
        piece = waiting.bit_length() - 1
        waiting ^= 1 << piece
        for other, gap in enumerate(table[piece]):
            if gap <= room and not group >> other & 1:
                group |= 1 << other
                waiting |= 1 << other
    return group


def _room(table: Sequence[Sequence[int]], group: int, count: int) -> int:
    """How far a group can move without the other pieces."""
    others = [other for other in range(count) if not group >> other & 1]
    return min([min([table[piece][other] for other in others]) for piece in bits(group)])


def _add_unions(rooms: dict[int, int], table: Sequence[Sequence[int]], count: int) -> None:
    """Unions of groups, because to move two of them at once is one move and not two."""
    everything = (1 << count) - 1
    waiting = list(rooms)
    while waiting and len(rooms) < MOST_GROUPS:
        group = waiting.pop()
        for other in list(rooms):
            union = group | other
            if union != everything and union not in rooms:
                rooms[union] = _room(table, union, count)
                waiting.append(union)


class _Gaps:
    """How far a piece can move until it meets another one."""

    def __init__(self, pieces: Sequence[Collection[Cell]]) -> None:
        self._pieces = pieces
        self._between = cache(self._between_)
        self._lines = cache(self._lines_)

    def cells(self, piece: int) -> int:
        """The number of cells of a piece."""
        return len(self._pieces[piece])

    def table(self, part: tuple[int, ...], state: Offsets, axis: int) -> list[list[int]]:
        """The gap before each piece of a part up to each other one, in the positive direction of an axis."""
        between = self._between
        return [
            [
                between(i, j, axis, (to[0] - at[0], to[1] - at[1], to[2] - at[2])) if i != j else FREE
                for j, to in zip(part, state, strict=True)
            ]
            for i, at in zip(part, state, strict=True)
        ]

    def _between_(self, i: int, j: int, axis: int, offset: Vector) -> int:
        across = tuple(-offset[each] for each in AXES if each != axis)
        steps = self._lines(i, j, axis).get(across, ())
        ahead = bisect_right(steps, -offset[axis])
        return steps[ahead] + offset[axis] - 1 if ahead < len(steps) else FREE

    def _lines_(self, i: int, j: int, axis: int) -> dict[tuple[int, ...], list[int]]:
        """Differences of cells of ``j`` and ``i``: those along the axis, by those across it."""
        lines: dict[tuple[int, ...], set[int]] = {}
        for a in self._pieces[i]:
            for b in self._pieces[j]:
                across = tuple(b[each] - a[each] for each in AXES if each != axis)
                lines.setdefault(across, set()).add(b[axis] - a[axis])
        return {across: sorted(steps) for across, steps in lines.items()}
