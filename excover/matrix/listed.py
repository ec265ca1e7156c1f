"""Options that a program listed, as a block of the matrix."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from excover.base.names import Value
from excover.language.meaning.listing import ListedSums, Listing
from excover.language.meaning.on_demand import FlatRows
from excover.lattices import SQUARE, Cell
from excover.matrix.amounts import Amounts
from excover.matrix.compiled import Block, Marking
from excover.matrix.matrix_room import FIRST_SUM, NumberedItems

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
        if len(each) == 1 and each[0].canvas == canvas and len(each[0].cells) == 1:
            cell = each[0].cells[0]
            first.setdefault(cell, row)
            last[cell] = row
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
    return [tuple(pairs[begin:end]) for begin, end in pairwise(sums.rows.starts)]


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
