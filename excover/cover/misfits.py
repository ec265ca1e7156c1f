"""Why pieces have no placement: what can be said for certain of their size, and what else may be in the way.

>>> from excover.problem import parse
>>> print(parse("board b 2x3 shapes s\\n  |AAAA B\\nplace free s on b").warnings[0].notes[0])
`A` is too long for `b`, however it is turned or reflected: it is 1x4, `b` is 2x3
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from excover.lattices import Cell
from excover.messages.about_misfits import Misfit
from excover.puzzle.puzzle import Piece, Placing
from excover.words import plural

_TURNED = {
    "free": ", however it is turned or reflected",
    "one-sided": ", however it is turned",
    "fixed": ", as it is drawn",
}


def misfits(placings: Sequence[Placing], letters: Sequence[str], *, is_forbidden: bool) -> list[Misfit]:
    """A reason for each piece, and for each board on which it is placed."""
    return [
        _misfit(piece, placing, is_forbidden)
        for placing in placings
        for piece in placing.shapes.pieces
        if piece.letter in letters
    ]


def _misfit(piece: Piece, placing: Placing, is_forbidden: bool) -> Misfit:
    board = placing.board
    here, there = len(piece.cells), len(board.cells)
    if here > there and not board.openings:
        return Misfit(piece.letter, board.name, "cells", plural(here, "cell"), plural(there, "cell"))
    if not _has_room(piece, placing):
        sizes = _dimensions(_extent(piece.cells)), _dimensions(board.extent)
        return Misfit(piece.letter, board.name, "extent", *sizes, _TURNED[placing.group])
    *others, last = _blocking(placing, is_forbidden)
    return Misfit(piece.letter, board.name, "blocked", f"{', '.join(others)} or {last}")


def _blocking(placing: Placing, is_forbidden: bool) -> Iterator[str]:
    """What may rule out all places of a piece that has room on its board."""
    yield "it leaves the board"
    yield "covers what is no cell of it"
    if placing.matching or any(piece.labels for piece in placing.shapes.pieces):
        yield "lies on other labels than its own"
    if placing.where is not None:
        yield "`where` rules it out"
    if is_forbidden:
        yield "`forbid` does"


def _has_room(piece: Piece, placing: Placing) -> bool:
    """Whether it fits into the box of its board in some orientation, or this is not sure to be false."""
    board = placing.board
    is_plain = board.lattice.chequered or (board.lattice.cubes and board.lattice.solid)
    if not is_plain or board.flags:
        return True
    sizes = map(_extent, board.lattice.orientations(piece.cells, placing.group))
    return any(all(a <= b for a, b in zip(size, board.extent, strict=True)) for size in sizes)


def _extent(cells: Sequence[Cell]) -> Cell:
    layers, rows, columns = (max(axis) - min(axis) + 1 for axis in zip(*cells, strict=True))
    return layers, rows, columns


def _dimensions(size: Cell) -> str:
    return "x".join(map(str, size[1:] if size[0] == 1 else size))
