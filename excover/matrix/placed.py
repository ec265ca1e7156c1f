"""The options of a `place` statement: one for every piece and every set of cells that it can cover.

What can be seen of a placement is its piece and its cells. Of these, only the numbers are kept; names and
drawings are made when they are asked for.

>>> cells = [(0, 0, column) for column in range(3)]
>>> ways = FlatRows.of([(0, 1), (1, 2)])
>>> str(PlacedNames("bar", ("I",), ways, [(1, 1), (1, 2), (1, 3)])[1])
'bar("I", {(1, 2), (1, 3)})'
>>> PlacedDrawings(0, "I", ways, cells)[0]
(Marking(canvas=0, mark='I', cells=((0, 0, 0), (0, 0, 1)), copy=''),)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from excover.base.names import OptionName, OrderedSet, Value
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import Frame
from excover.language.meaning.listing import FamilyNames
from excover.language.meaning.on_demand import FlatRows, OnDemand, joined
from excover.language.meaning.puzzle import Piece, Placing
from excover.language.syntax import ast
from excover.lattices import Cell
from excover.matrix.compiled import Block, Marking
from excover.matrix.matrix_room import MatrixRoom, NumberedItems


class PlacedNames(FamilyNames):
    """The names of the placements of a piece; ``ways`` are the cells that they cover, by their numbers."""

    def __init__(
        self, family: str, head: tuple[Value, ...], ways: FlatRows, positions: Sequence[tuple[int, ...]]
    ) -> None:
        self.stem = OptionName(family, head)
        self._ways = ways
        self._positions = positions

    def __len__(self) -> int:
        return len(self._ways)

    def __iter__(self) -> Iterator[OptionName]:
        return map(self._name, self._ways)

    def _made(self, number: int) -> OptionName:
        return self._name(self._ways[number])

    def _name(self, way: tuple[int, ...]) -> OptionName:
        family, head = self.stem
        cells = tuple([self._positions[cell] for cell in way])
        return OptionName(family, (*head, OrderedSet.of_distinct(cells)))


class PlacedDrawings(OnDemand[tuple[Marking, ...]]):
    """The drawings of the placements of a piece, each its letter on the cells that it covers."""

    def __init__(self, canvas: int, letter: str, ways: FlatRows, cells: Sequence[Cell]) -> None:
        self.canvas = canvas
        self.letter = letter
        self.ways = ways
        self.cells = cells

    def __len__(self) -> int:
        return len(self.ways)

    def __iter__(self) -> Iterator[tuple[Marking, ...]]:
        return map(self._drawing, self.ways)

    def sizes(self) -> set[int]:
        """The numbers of cells that placements cover."""
        return set(self.ways.lengths())

    def _made(self, number: int) -> tuple[Marking, ...]:
        return self._drawing(self.ways[number])

    def _drawing(self, way: tuple[int, ...]) -> tuple[Marking, ...]:
        return (Marking(self.canvas, self.letter, tuple([self.cells[cell] for cell in way])),)


def placed(
    placing: Placing, canvas: int, items: NumberedItems, evaluator: Evaluator, room: MatrixRoom
) -> Block:
    """The options of a statement, which are drawn on the canvas of that number."""
    board, family = placing.board, placing.shapes.name
    positions = list(map(board.position, board.cells))
    names: list[PlacedNames] = []
    drawn: list[PlacedDrawings] = []
    rows = FlatRows.of(())
    for piece in placing.shapes.pieces:
        head = (piece.letter, board.name) if placing.names_board else (piece.letter,)
        ways = room.lay(placing, piece)
        names.append(PlacedNames(family, head, ways, positions))
        drawn.append(PlacedDrawings(canvas, piece.letter, ways, board.cells))
        rows.extend(_rows(placing, piece, ways, items, room))
    block = Block(placing, placing.span, joined(names), rows, drawn=joined(drawn))
    return block if placing.where is None else _where(placing.where, block, evaluator)


def _rows(
    placing: Placing, piece: Piece, ways: FlatRows, items: NumberedItems, room: MatrixRoom
) -> Iterator[tuple[int, ...]]:
    """The items of each placement: its piece, its cells, and where other pieces would cross it."""
    board = placing.board
    number = items.numbers[placing.shapes.name][piece.letter,]
    cells = list(items.numbers[board.name].values())
    crossings = room.crossings(board)
    if not crossings.exist:
        yield from ((number, *[cells[cell] for cell in way]) for way in ways)
        return
    for way in ways:
        crossed = sorted(items.crossing(board, at) for at in crossings.of(way))
        room.take(placing.span, entries=len(crossed))
        yield number, *[cells[cell] for cell in way], *crossed


def _where(condition: ast.Expr, block: Block, evaluator: Evaluator) -> Block:
    """The placements that meet a condition about their piece and their cells."""
    columns = {
        "piece": [name.arguments[0] for name in block.names],
        "cells": [name.arguments[-1] for name in block.names],
    }
    kept = evaluator.of_kind(condition, Frame(len(block.names), columns), "condition")
    return block.kept([option for option, keep in enumerate(kept) if keep])
