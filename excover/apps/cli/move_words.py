"""How a solution comes apart, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from excover.authors.disassembly import Disassembly, PieceMove
    from excover.base.json.objects import PieceMoveData
    from excover.base.json.standard_output import DisassemblyData
    from excover.solutions.decode import Solution

WAYS = {
    (-1, 0, 0): "up",
    (1, 0, 0): "down",
    (0, -1, 0): "back",
    (0, 1, 0): "forward",
    (0, 0, -1): "left",
    (0, 0, 1): "right",
}


def level(apart: Disassembly) -> str:
    """The numbers of moves of its separations."""
    if not apart.levels:
        return "stays together"
    return f"comes apart, level {'.'.join(map(str, apart.levels))}"


def in_words(apart: Disassembly, marks: Sequence[str]) -> Iterator[str]:
    """A line for each move; ``marks`` are those of the pieces."""
    width = len(str(len(apart.moves)))
    for number, move in enumerate(apart.moves, 1):
        yield f"{number:{width}}. {_move(move, marks)}"


def staying(apart: Disassembly, marks: Sequence[str]) -> Iterator[str]:
    """A line for each part of several pieces that is not taken apart."""
    for part in apart.together:
        yield f"{', '.join(marks[piece] for piece in part)} stay together"


def _move(move: PieceMove, marks: Sequence[str]) -> str:
    names = ", ".join(marks[piece] for piece in move.pieces)
    away = "away" if move.distance is None else str(move.distance)
    return f"{names} {WAYS[move.direction]} {away}"


def disassembly_data(
    number: int, solution: Solution, apart: Disassembly | None, marks: Sequence[str]
) -> DisassemblyData:
    moves: list[PieceMoveData] = [
        {
            "pieces": [marks[piece] for piece in move.pieces],
            "direction": WAYS[move.direction],
            "distance": move.distance,
        }
        for move in (apart.moves if apart else ())
    ]
    levels = list(apart.levels) if apart else None
    together = [[marks[piece] for piece in part] for part in (apart.together if apart else ())]
    return {"number": number, **solution.as_data(), "levels": levels, "moves": moves, "together": together}
