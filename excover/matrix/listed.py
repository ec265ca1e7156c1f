"""Options that a program listed, as a block of the matrix."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from itertools import pairwise

from excover.language.meaning.listing import ListedSums, Listing
from excover.language.meaning.on_demand import FlatRows
from excover.matrix.amounts import Amounts
from excover.matrix.compiled import Block
from excover.matrix.matrix_room import FIRST_SUM, NumberedItems
from excover.matrix.regions import Numbers


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
