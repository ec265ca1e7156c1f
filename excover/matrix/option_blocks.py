"""Blocks of options that need no loop: one for each way to place a piece, and those that a program listed.

What can be seen of a placement is its piece and its cells. Of these, only the numbers are kept; names and
drawings are made when they are asked for.

>>> cells = [(0, 0, column) for column in range(3)]
>>> ways = FlatRows.of([(0, 1), (1, 2)])
>>> str(PlacedNames("bar", ("I",), ways, [(1, 1), (1, 2), (1, 3)])[1])
'bar("I", {(1, 2), (1, 3)})'
>>> PlacedDrawings(0, "I", ways, cells)[0]
(Marking(canvas=0, mark='I', cells=((0, 0, 0), (0, 0, 1)), copy=''),)

Options that may be chosen several times, with how often as their last argument.

`option cut(p in 1..1) up to 3 times covers a` is the matrix

    cut(1), once            a  choice  second  third
    cut(1) 2 times          a  choice          third
    cut(1) 3 times          a  choice
    hidden: not chosen         choice  second  third
    hidden: the second time a          second
    hidden: the third time  a                  third

in which all other items are covered exactly once. So every engine and format has it, each solution has one of
the first three options at most, and amounts and costs are those of all times together.

>>> from excover.problem.problem import parse
>>> text = "item a 4 times option cut(p in 1..2) up to 3 times covers a"
>>> [str(solution) for solution in parse(text).solutions()]
['cut(1), cut(2) 3 times', 'cut(1) 2 times, cut(2) 2 times', 'cut(1) 3 times, cut(2)']
"""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from itertools import pairwise

from excover.base.diagnostics import SpecError
from excover.base.frozen import Frozen
from excover.base.names import HIDDEN, ItemName, OptionName, OptionTimes, OrderedSet, Value
from excover.language import messages
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import UNIT, Frame
from excover.language.meaning.listing import FamilyNames, FlatRows, ListedSums, Listing, OnDemand, joined
from excover.language.meaning.puzzle import Piece, Placing
from excover.language.syntax import ast
from excover.lattices import SQUARE, Cell
from excover.matrix.compiled import Amounts, Block, Marking, added_up
from excover.matrix.matrix_room import FIRST_SUM, MatrixRoom, NumberedItems
from excover.matrix.name_resolution import MeantNames


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


# Options that a program listed, as a block of the matrix.

# Regions of a canvas, detected from items: the blocks of a Sudoku, the parts of a jigsaw.
#
# An item `block[b, v]` means that block b has value v. So a family with two indices whose first index divides
# the cells of a canvas into areas, neither all rows nor all columns, is a family of regions, whether a
# description declares it directly or with `fill .. once per block 3x3`.

Numbers = Mapping[str, Mapping[tuple[Value, ...], int]]
"""The item numbers of every family, by index."""


def regions_of(
    canvas: int, markings: Sequence[Sequence[Marking]], blocks: Iterable[Block], items: Numbers
) -> dict[Cell, Value]:
    """The region of every cell; empty if no family of items defines one."""
    families = [numbers for numbers in items.values() if set(map(len, numbers)) == {2}]
    shown = _rows_shown(canvas, markings, blocks) if families else []
    for numbers in families if shown else []:
        first = {number: key[0] for key, number in numbers.items()}
        parts = [{cell: _only(row, first) for cell, row in rows.items()} for rows in shown]
        if parts[0] == parts[1] and _are_areas(parts[0]):
            return parts[0]
    return {}


def _rows_shown(
    canvas: int, markings: Sequence[Sequence[Marking]], blocks: Iterable[Block]
) -> list[dict[Cell, tuple[int, ...]]]:
    """For each cell, the items of the first and of the last option that marks only that cell.

    That is enough to distinguish regions from what differs by value, such as the rows, and costs very little.
    """
    first: dict[Cell, tuple[int, ...]] = {}
    last: dict[Cell, tuple[int, ...]] = {}
    rows = (row for block in blocks for row in block.rows)
    for each, row in zip(markings, rows, strict=True):
        if len(each) == 1:
            place, _, cells, _ = each[0]
            if place == canvas and len(cells) == 1:
                first.setdefault(cells[0], row)
                last[cells[0]] = row
    return [first, last] if first else []


def _only(row: Iterable[int], first: Mapping[int, Value]) -> Value:
    found = [first[item] for item in row if item in first]
    return found[0] if len(found) == 1 else None


def _are_areas(parts: Mapping[Cell, Value]) -> bool:
    """Several parts, neither all within a row nor all within a column, that are roughly connected."""
    areas: dict[Value, list[Cell]] = {}
    for cell, part in parts.items():
        areas.setdefault(part, []).append(cell)
    if None in areas or not 1 < len(areas) < len(parts):
        return False
    lines = [all(len({cell[axis] for cell in area}) == 1 for area in areas.values()) for axis in (1, 2)]
    return not any(lines) and sum(map(SQUARE.components, areas.values())) <= len(parts) // 2


def listed(listing: Listing, items: NumberedItems) -> Block:
    """The options under the item numbers of the matrix."""
    rows = FlatRows(_renumbered(listing.rows.entries, listing.first, items.numbers, 0), listing.rows.starts)
    colors: Sequence[tuple[int, ...]] = []
    if listing.colors is not None:
        known = {value: items.color(value) for value in dict.fromkeys(listing.colors) if value is not None}
        entries = array("I", (known.get(value, 0) for value in listing.colors))
        colors = FlatRows(entries, rows.starts)
    costs = [] if listing.costs is None else listing.costs
    amounts = [] if listing.sums is None else _amounts(listing.sums, items.numbers)
    return Block(listing.statement, listing.statement.name.span, listing.names, rows, colors, costs, amounts)


def _amounts(sums: ListedSums, numbers: Numbers) -> list[Amounts]:
    """What each option adds to which sums."""
    entries = _renumbered(sums.rows.entries, sums.first, numbers, FIRST_SUM)
    pairs = list(zip(entries, sums.amounts, strict=True))
    return [added_up(tuple(pairs[begin:end])) for begin, end in pairwise(sums.rows.starts)]


def _renumbered(entries: array[int], first: Mapping[str, int], numbers: Numbers, lowest: int) -> array[int]:
    """The same items, which have other numbers where families are left out that no option covers.

    The items of the matrix are numbered from ``lowest`` on.
    """
    here = {family: next(iter(numbers[family].values()), lowest) for family in first if family in numbers}
    if all(lowest + first[family] == there for family, there in here.items()):
        return entries
    number = {
        first[family] + place: there + place - lowest
        for family, there in here.items()
        for place in range(len(numbers[family]))
    }
    return array("I", map(number.__getitem__, entries))


NOT_CHOSEN = 1
"""The last argument of the hidden option that is chosen where another is not; others have 2, 3 .."""


class _Often(Frozen):
    """An option by its number and its name, with how often it may be chosen; the item of which option is
    chosen, and one for each further time.
    """

    number: int
    name: OptionName
    most: int
    choice: int
    further: tuple[int, ...]

    @property
    def times(self) -> range:
        return range(1, self.most + 1)

    def chosen(self, times: int) -> OptionTimes:
        return OptionTimes(self.name.family, (*self.name.arguments, times))

    def hidden(self, last: int) -> OptionName:
        return OptionName(HIDDEN, (self.name.family, *self.name.arguments, last))

    def items(self, times: int) -> tuple[int, ...]:
        return self.choice, *self.further[max(0, times - 1) :]


def chosen_often(
    block: Block, most: Sequence[int], items: NumberedItems, room: MatrixRoom
) -> tuple[Block, Block]:
    """The options of a block with how often each is chosen, up to ``most`` times, and the hidden ones.

    An option is not chosen more often than an item that it covers may be. Raises SpecError at a limit.
    """
    able = list(_able(block, most, items, room))
    ways = [(each, times) for each in able for times in each.times]
    rows = [(*block.rows[each.number], *each.items(times)) for each, times in ways]
    made = block.replaced(
        names=[each.chosen(times) for each, times in ways],
        rows=rows,
        colors=[
            (*hues, *[0] * (len(row) - len(hues)))
            for (each, _), row in zip(ways, rows, strict=True)
            for hues in block.colors[each.number : each.number + 1]
        ],
        costs=[block.costs[each.number] * times for each, times in ways if block.costs],
        amounts=[
            tuple((item, amount * times) for item, amount in block.amounts[each.number])
            for each, times in ways
            if block.amounts
        ],
        aliases={
            each.replaced(name=name).chosen(times): each.chosen(times)
            for name, kept in block.aliases.items()
            for each in able
            if each.name == kept
            for times in each.times
        },
    )
    hidden = [(each.hidden(NOT_CHOSEN), each.items(0)) for each in able]
    hidden += [
        (each.hidden(last), (*_counted(block.rows[each.number], items), item))
        for each in able
        for last, item in enumerate(each.further, NOT_CHOSEN + 1)
    ]
    return made, Block(block.source, block.span, [name for name, _ in hidden], [row for _, row in hidden])


def is_often(block: Block) -> bool:
    """Whether its options, which may be hidden, are of those that may be chosen several times."""
    return isinstance(block.source, ast.Option) and block.source.most is not None


def _able(block: Block, most: Sequence[int], items: NumberedItems, room: MatrixRoom) -> Iterator[_Often]:
    for number, (name, row, wanted) in enumerate(zip(block.names, block.rows, most, strict=True)):
        counted = _counted(row, items)
        bounds = (upper for item in counted if (upper := items.bounds[item].upper) is not None)
        times = min([wanted, *bounds])
        if times < 1:
            continue
        room.take(block.span, 2 * times, (2 * len(row) + times) * times)
        choice, *further = (
            items.add(ItemName(HIDDEN, (f"{name} {time}",)), block.span)
            for time in range(1, times + 1 if counted else 2)
        )
        yield _Often(number, name, times, choice, tuple(further))


def _counted(row: Sequence[int], items: NumberedItems) -> list[int]:
    """The items that count how often they are covered, as those do not that have a color."""
    return [item for item in row if not items.bounds[item].colored]


# Options that statements remove.


def option_names(
    ref: ast.OptionRef,
    loop: ast.Loop | None,
    evaluator: Evaluator,
    lines: Set[str],
    known: Container[OptionName],
) -> list[OptionName]:
    """The options that a reference names, for every binding of its loop; of ``lines``, which have no
    direction, those that are ``known``.
    """
    names = _as_stated(ref, loop, evaluator)
    if ref.name.id not in lines:
        return names
    turned = (OptionName(name.family, name.arguments[::-1]) for name in names)
    return [other if other in known else name for name, other in zip(names, turned, strict=True)]


def _as_stated(ref: ast.OptionRef, loop: ast.Loop | None, evaluator: Evaluator) -> list[OptionName]:
    frame = evaluator.expand(loop)[0] if loop else UNIT
    columns = [evaluator.key(argument, frame) for argument in ref.arguments]
    if not columns:
        return [OptionName(ref.name.id)] * frame.size
    return [OptionName(ref.name.id, arguments) for arguments in zip(*columns, strict=True)]


def without_removed(
    blocks: list[Block],
    statements: Sequence[ast.Removing],
    evaluator: Evaluator,
    room: MatrixRoom,
    lines: Set[str] = frozenset(),
) -> list[Block]:
    """The blocks without those options; ``lines`` are the families that have no direction.

    Raises SpecError if a statement names no existing option.
    """
    if not statements:
        return blocks
    known = {name for block in blocks for name in block.names}
    aliases = {name: kept for block in blocks for name, kept in block.aliases.items()}
    removed: set[OptionName] = set()
    for statement in statements:
        named = option_names(statement.option, statement.loop, evaluator, lines, known)
        names = [aliases.get(name, name) for name in named]
        if names and known.isdisjoint(names):
            meant = MeantNames(name for block in blocks for name in block.names)
            raise SpecError(
                messages.UnknownGivenOption(statement.option.span, names[0], meant.hint(names[0]))
            )
        out = set(names)
        if isinstance(statement, ast.Retain):
            family = statement.option.name.id
            out = {name for name in known if name.family == family} - out
        room.note(statement.span, out - removed)
        removed |= out
    return [
        block.kept([option for option, name in enumerate(block.names) if name not in removed])
        for block in blocks
    ]
