"""Why pieces have no placement: what can be said for certain of their size, else what may be in the way.

>>> from excover.problem.problem import parse
>>> print(parse("board b 2x3 shapes s\\n  |AAAA B\\nplace free s on b").warnings[0].notes[0])
`A` is too long for `b`, however it is turned or reflected: it is 1x4, `b` is 2x3
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain

from excover.base.diagnostics import SpecError
from excover.base.names import Value
from excover.base.words import plural
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import Frame
from excover.language.meaning.puzzle import Piece, Placing
from excover.language.messages.about_pieces import Misfit
from excover.language.syntax import ast
from excover.lattices.lattice import DIMENSIONS
from excover.matrix.matrix_room import MatrixRoom

_TURNED = {
    "free": ", however it is turned or reflected",
    "one-sided": ", however it is turned",
    "fixed": ", as it is drawn",
}


def misfits(
    placings: Sequence[Placing], letters: Sequence[str], room: MatrixRoom, *, is_forbidden: bool
) -> list[Misfit]:
    """A reason for each piece, and for each board on which it is placed."""
    return [
        _ruled_out(piece, placing, is_forbidden)
        if _rules(placing, is_forbidden) and room.ways(placing, piece).least
        else _misfit(piece, placing)
        for placing in placings
        for piece in placing.shapes.pieces
        if piece.letter in letters
    ]


def blocked_cells(
    placings: Sequence[Placing], room: MatrixRoom, *, is_forbidden: bool
) -> dict[tuple[Value, ...], list[str]]:
    """The cells of a board that a piece could cover, and the rules that may leave out all such placements.

    Pieces are tried up to the limit of options.
    """
    found: dict[tuple[Value, ...], dict[str, None]] = {}
    for placing in placings:
        rules = _rules(placing, is_forbidden)
        for piece in placing.shapes.pieces if rules else ():
            for cell in set(chain.from_iterable(room.ways(placing, piece).made(room.limits.options))):
                key = placing.board.position(placing.board.cells[cell])
                found.setdefault(key, {}).update(dict.fromkeys(rules))
    return {key: [*rules] for key, rules in found.items()}


def ruled_out(
    placings: Sequence[Placing], letters: Sequence[str], room: MatrixRoom, *, is_forbidden: bool
) -> dict[tuple[str, ...], list[str]]:
    """Pieces without placements, by the statements that leave them none; by `()` those that have no room."""
    fitting: dict[str, set[str]] = {}
    for placing in placings:
        for piece in placing.shapes.pieces:
            if piece.letter in letters and room.ways(placing, piece).least:
                rules = fitting.setdefault(piece.letter, set())
                rules.update(_rules(placing, is_forbidden))
    found: dict[tuple[str, ...], list[str]] = {}
    for letter in letters:
        found.setdefault(tuple(sorted(fitting.get(letter, ()), reverse=True)), []).append(letter)
    return found


def _rules(placing: Placing, is_forbidden: bool) -> list[str]:
    """The statements that may leave out placements."""
    return ["where"] * (placing.where is not None) + ["forbid"] * is_forbidden


def left_out(placings: Sequence[Placing], letters: Sequence[str], evaluator: Evaluator) -> set[str]:
    """The pieces that every `where` leaves out by their letters alone."""
    return {letter for letter in letters if all(_names_out(each, letter, evaluator) for each in placings)}


def _names_out(placing: Placing, letter: str, evaluator: Evaluator) -> bool:
    """Whether a condition, or one of several joined by `and`, is about the piece alone, and excludes it."""
    where = placing.where
    if where is None:
        return False
    about = [part for part in _joined(where) if "cells" not in part.mentioned]
    frame = Frame(1, {"piece": [letter]})
    with suppress(SpecError):  # where another condition, about its cells, comes first
        return any(not evaluator.of_kind(part, frame, "condition")[0] for part in about)
    return False


def _joined(condition: ast.Expr) -> Sequence[ast.Expr]:
    """The conditions that `and` joins."""
    if isinstance(condition, ast.Logical) and condition.operator == "and":
        return condition.operands
    return (condition,)


def _ruled_out(piece: Piece, placing: Placing, is_forbidden: bool) -> Misfit:
    """Of a piece that has room."""
    rules = " or ".join(f"`{rule}`" for rule in _rules(placing, is_forbidden))
    return Misfit(piece.letter, placing.board.name, "ruled out", rules)


def _misfit(piece: Piece, placing: Placing) -> Misfit:
    board = placing.board
    here, there = len(piece.cells), len(board.cells)
    if here > there and not board.openings:
        return Misfit(piece.letter, board.name, "cells", plural(here, "cell"), plural(there, "cell"))
    if _is_too_long(piece, placing):
        lattice = board.lattice
        sizes = _dimensions(lattice.spans(piece.cells)), _dimensions(lattice.sizes(board.extent))
        return Misfit(piece.letter, board.name, "extent", *sizes, _TURNED[placing.group])
    *others, last = _blocking(placing)
    return Misfit(piece.letter, board.name, "blocked", " or ".join(filter(None, [", ".join(others), last])))


def _blocking(placing: Placing) -> Iterator[str]:
    """What may rule out all places of a piece that is not known to be too large for its board."""
    board = placing.board
    if board.gluing is None or not board.gluing.height:
        yield "it leaves the board"
    if board.gluing:
        yield "it covers a cell twice"
    else:
        yield "it covers what is no cell of it"
    if placing.matching or any(piece.labels for piece in placing.shapes.pieces):
        yield "it lies on other labels than its own"


def _is_too_long(piece: Piece, placing: Placing) -> bool:
    """Whether it certainly is, in every orientation; where cells are in no straight lines, it is not told."""
    board, lattice = placing.board, placing.board.lattice
    is_straight = lattice.chequered or (lattice.cubes and lattice.solid) or lattice.axes > DIMENSIONS
    if not is_straight or board.flags:
        return False
    room = lattice.sizes(board.extent)
    lengths = map(lattice.spans, lattice.orientations(piece.cells, placing.group))
    return not any(all(a <= b for a, b in zip(each, room, strict=True)) for each in lengths)


def _dimensions(sizes: Sequence[int]) -> str:
    """As a description says them: what comes before rows and columns only if it is not 1."""
    before = 0
    while before < len(sizes) - 2 and sizes[before] == 1:
        before += 1
    return "x".join(map(str, sizes[before:]))
