"""The items that options cover for `require`: see `excover.language.meaning.requirements`."""

from __future__ import annotations

from collections.abc import Iterator

from excover.language.meaning.puzzle import Placing, Requirement
from excover.language.meaning.soft_items import no_cell_of
from excover.lattices import Cell
from excover.matrix.compiled import Block
from excover.matrix.matrix_room import NumberedItems


def required_rows(requirement: Requirement, block: Block, items: NumberedItems) -> Iterator[tuple[int, ...]]:
    """What each option of a block covers besides; nothing if the requirement is about other options."""
    if _is_about(requirement, block):
        number = items.numbers[requirement.family]
        for letter, cells in _pieces(requirement, block, items):
            yield tuple(sorted(number[key,] for key in requirement.touched(letter, cells)))


def _is_about(requirement: Requirement, block: Block) -> bool:
    if requirement.shapes:
        source = block.source
        return (
            isinstance(source, Placing)
            and source.shapes.name == requirement.shapes
            and source.board.name == requirement.board.name
        )
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
