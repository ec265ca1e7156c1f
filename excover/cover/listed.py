"""Options that a program listed, as a block of the matrix."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence

from excover.cover.compiled import Block
from excover.cover.regions import Numbers
from excover.names import Value
from excover.puzzle.listing import FlatRows, Listing


def listed(listing: Listing, numbers: Numbers, color: Callable[[Value], int]) -> Block:
    """The options under the item numbers of the matrix; ``color`` numbers a color."""
    rows = FlatRows(_renumbered(listing.rows.entries, listing.first, numbers), listing.rows.starts)
    colors: Sequence[tuple[int, ...]] = []
    if listing.colors is not None:
        known = {value: color(value) for value in dict.fromkeys(listing.colors) if value is not None}
        entries = array("I", (known.get(value, 0) for value in listing.colors))
        colors = FlatRows(entries, rows.starts)
    costs = [] if listing.costs is None else listing.costs
    return Block(listing.statement, listing.statement.name.span, listing.names, rows, colors, costs)


def _renumbered(entries: array[int], first: Mapping[str, int], numbers: Numbers) -> array[int]:
    """The same items, which have other numbers where families are left out that no option covers."""
    here = {family: next(iter(keys.values()), 0) for family, keys in numbers.items()}
    moved = {begin: here[family] for family, begin in first.items() if family in here}
    if all(begin == there for begin, there in moved.items()):
        return entries
    number = {
        begin + place: there + place
        for family, begin in first.items()
        if family in here
        for place, there in ((place, here[family]) for place in range(len(numbers[family])))
    }
    return array("I", map(number.__getitem__, entries))
