"""The items that options cover for `require`: see `excover.language.meaning.requirements`."""

from __future__ import annotations

from collections.abc import Iterator

from excover.language.meaning.items import no_cell_of
from excover.language.meaning.puzzle import Placing, Requirement
from excover.lattices import Cell
from excover.matrix.compiled import Block
from excover.matrix.matrix_room import MatrixRoom, NumberedItems


def required_rows(requirement: Requirement, block: Block, items: NumberedItems) -> Iterator[tuple[int, ...]]:
    """What each option of a block covers besides; nothing if the requirement is about other options."""
    if _is_about(requirement, block):
        number = items.numbers[requirement.family]
        for letter, cells in _pieces(requirement, block, items):
            yield tuple(sorted(number[key,] for key in requirement.touched(letter, cells)))


def least_entries(requirement: Requirement, placing: Placing, room: MatrixRoom) -> int:
    """How many items its placements cover besides, at least, before any is made."""
    if placing.where is not None or not _is_of(requirement, placing):
        return 0
    cells = requirement.board.cells
    weights = list(map(requirement.weight, cells))
    concerned = [
        piece for piece in placing.shapes.pieces if any(weights) and requirement.concerns(piece.letter)
    ]
    return sum(
        room.ways(placing, piece).least_of(weights, lambda way: requirement.shared([cells[n] for n in way]))
        for piece in concerned
    )


def _is_of(requirement: Requirement, placing: Placing) -> bool:
    is_named = requirement.shapes in ("", placing.shapes.name)
    return is_named and placing.board.name == requirement.board.name


def _is_about(requirement: Requirement, block: Block) -> bool:
    if requirement.shapes:
        return isinstance(block.source, Placing) and _is_of(requirement, block.source)
    empty = no_cell_of(requirement.board.name) if requirement.board.has_holes else None
    return bool(block.names) and block.names[0].family != empty


def _pieces(
    requirement: Requirement, block: Block, items: NumberedItems
) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """The letter of each option, if it places a piece, and the cells of the board that it covers."""
    board = requirement.board
    if requirement.shapes:
        yield from ((marking.mark, marking.cells) for (marking,) in block.drawn)
        return
    cells = dict(zip(items.numbers[board.name].values(), board.cells, strict=True))
    for row in block.rows:
        yield "", tuple(cells[item] for item in row if item in cells)
