"""Taking a solid solution apart by straight moves, as one does a burr by hand.

A move shifts some pieces together, along one of the ways of their lattice (`Lattice.slides`), by whole steps.
Two bars that cross come apart in one:

>>> bar, rest = frozenset({(0, 0, 0), (0, 0, 1)}), frozenset({(0, 1, 0), (0, 1, 1)})
>>> apart = disassembly([bar, rest])
>>> apart.levels, apart.moves
((1,), (PieceMove(pieces=(0,), direction=(1, 0, 0), distance=None),))

`separation` finds the fewest moves until some pieces are free; the two parts are then taken apart by
themselves. That loses nothing: whatever takes all pieces apart takes each part apart, and every move can be
undone, so it does not matter in which position the parts are separated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import islice

from excover.base.errors import ExcoverError, not_as_wanted
from excover.base.frozen import Frozen
from excover.lattices import CUBE, Cell, Lattice, Vector
from excover.matrix.capabilities import bits
from excover.matrix.compiled import Marking
from excover.problem.problem import Problem
from excover.search.native import MOST_PIECES, separation
from excover.search.run import UNLIMITED, Run, takes_run
from excover.solutions.decode import Solution


class PieceMove(Frozen):
    """``pieces`` (numbers from 0) are shifted together, ``distance`` times by ``direction``.

    A ``distance`` of None takes them away from the others, as far as one likes.
    """

    pieces: tuple[int, ...]
    direction: Vector
    distance: int | None


class Disassembly(Frozen):
    """``moves`` in order; ``levels`` counts the moves of each separation, in that order.

    The first level is known as the level of a burr. ``together`` has the pieces of each part that does not
    come apart, and need not.
    """

    levels: tuple[int, ...]
    moves: tuple[PieceMove, ...]
    together: tuple[tuple[int, ...], ...] = ()

    @property
    def separations(self) -> tuple[tuple[PieceMove, ...], ...]:
        """The moves of each separation."""
        moves = iter(self.moves)
        return tuple(tuple(islice(moves, level)) for level in self.levels)


LooseGroup = Mapping[str, int]
"""How many pieces with a mark need not come apart from the others of a group."""


class NotSolid(ExcoverError, ValueError):
    """What cannot be taken apart by straight moves: flat boards, lattices but cubes and prisms, boards with
    glued or open sides, more pieces than `MOST_PIECES`.
    """


@takes_run
def disassemble(
    problem: Problem, solution: Solution, run: Run = UNLIMITED, groups: Sequence[LooseGroup] = ()
) -> Disassembly | None:
    """The moves that take a solution apart, with the fewest moves for each separation; None if none do, as
    where there is one piece alone.

    The pieces of the moves are those of `pieces_of`; those of one group need not come apart from each other.
    Raises NotSolid, and Unfinished if the run ends before.
    """
    refuse_flat(problem)
    if not isinstance(solution, Solution):
        raise not_as_wanted(
            "what is taken apart is a Solution", solution, "write `problem.solve()`, for example"
        )
    pieces = pieces_of(solution)

    def may_stay(parts: Sequence[Sequence[int]]) -> bool:
        marks = ([pieces[number].mark for number in part] for part in parts)
        return bool(groups) and _fit(list(map(Counter, marks)), groups)

    lattice = problem.puzzle.boards[0].lattice
    return disassembly([piece.cells for piece in pieces], run, may_stay, lattice)


def _fit(parts: Sequence[LooseGroup], groups: Sequence[LooseGroup]) -> bool:
    """Whether each part can be in some group, and no group has more pieces of a mark than it may.

    >>> _fit([{"A": 1, "B": 1}, {"A": 1}], [{"A": 1, "B": 1}, {"A": 2}])
    True
    >>> _fit([{"A": 1, "B": 1}, {"A": 1}], [{"A": 1, "B": 1}])
    False
    """
    if not parts:
        return True
    first, *others = parts
    for number, group in enumerate(groups):
        left = {mark: count - first.get(mark, 0) for mark, count in group.items()}
        if first.keys() <= group.keys() and min(left.values()) >= 0:
            after = [*groups[:number], left, *groups[number + 1 :]]
            if _fit(others, after):
                return True
    return False


def refuse_flat(problem: Problem) -> None:
    """Raises NotSolid unless there is one solid board of cubes or prisms, with no glued or open side."""
    if len(problem.puzzle.boards) != 1:
        raise NotSolid("only what lies on one board can be taken apart")
    (board,) = problem.puzzle.boards
    if not board.lattice.slides or board.planar:
        kind = "is flat" if board.planar else f"is of lattice `{board.lattice.name}`"
        raise NotSolid(f"board `{board.name}` {kind}: only pieces of cubes or prisms can be taken apart")
    if board.flags:
        raise NotSolid(f"pieces of board `{board.name}` reach beyond its open or glued sides")


def pieces_of(solution: Solution) -> list[Marking]:
    """The pieces that a solution draws, in its order."""
    return solution.renderer.pieces(solution.numbers)


def disassembly(
    pieces: Sequence[Collection[Cell]],
    run: Run = UNLIMITED,
    may_stay: Callable[[Sequence[Sequence[int]]], bool] = lambda parts: False,
    lattice: Lattice = CUBE,
) -> Disassembly | None:
    """The moves that take pieces apart, with the fewest moves for each separation; None if none do, as where
    there is one piece alone.

    ``pieces`` are disjoint sets of cells (layer, row, column). ``may_stay`` is asked whether some parts that
    do not come apart may stay as they are. Raises NotSolid, and Unfinished.
    """
    if len(pieces) > MOST_PIECES:
        raise NotSolid(f"{len(pieces)} pieces are too many to be taken apart: at most {MOST_PIECES} can be")
    run = run.started()
    levels: list[int] = []
    moves: list[PieceMove] = []
    together: list[tuple[int, ...]] = []
    waiting = [dict(enumerate(pieces))]
    while waiting:
        part = waiting.pop()
        if len(part) < 2:
            continue
        numbers = list(part)
        found = separation(list(part.values()), lattice, run)
        if found is None:
            together.append(tuple(numbers))
            if may_stay(together):
                continue
            return None
        levels.append(len(found))
        for group, direction, distance in found:
            moves.append(PieceMove(tuple(numbers[k] for k in bits(group)), direction, distance))
            _move(part, moves[-1])
        away = {number: part.pop(number) for number in moves[-1].pieces}
        waiting += sorted((away, part), key=len)
    return Disassembly(tuple(levels), tuple(moves), tuple(together)) if levels or together else None


def _move(part: dict[int, Collection[Cell]], move: PieceMove) -> None:
    """Shifts cells of a part; those that are taken away stay where they are."""
    down, back, right = (step * (move.distance or 0) for step in move.direction)
    for number in move.pieces:
        part[number] = [(z + down, y + back, x + right) for z, y, x in part[number]]
