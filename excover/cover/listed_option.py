"""Options that a program listed, as an `option` statement: the items are looked up by the arguments.

option fly((x1, x2) in {("A", 1), ("B", 2)})
  covers crew[x2],
    (leg[i1] for (a1, a2, i1) in {("A", 1, 10), ("A", 1, 11), ("B", 2, 10)} where a1 = x1 and a2 = x2)
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from excover.cover.core_nodes import binder_over, name_node
from excover.expressions.reduce import NOWHERE, literal, number
from excover.expressions.scope import ItemFamily
from excover.names import OrderedSet, Value
from excover.puzzle.listing import Listing
from excover.syntax import ast

Arguments = tuple[Value, ...]


class _Entry(NamedTuple):
    """An item that an option covers: the option's arguments, the index of the item, and its color."""

    arguments: Arguments
    key: Arguments
    color: Value | None


def listed_option(listing: Listing, families: Sequence[ItemFamily]) -> ast.Option:
    """A statement with the same options in the same order, each with its items in the same order."""
    names = [name.id for name in listing.statement.loop.names]
    covers = tuple(
        _covered(family, entries, names, len(listing.names))
        for family, entries in _runs(listing, families).values()
    )
    return listing.statement.replaced(covers=covers, cost=_cost(listing, names))


def _runs(
    listing: Listing, families: Sequence[ItemFamily]
) -> dict[tuple[int, str], tuple[ItemFamily, list[_Entry]]]:
    """The entries by family, and by how many other families an option changed between before.

    So a statement that covers one run after the other gives each option its items in their order.
    """
    ordered = sorted(
        (listing.first[family.name], family) for family in families if family.name in listing.first
    )
    begins = [begin for begin, _ in ordered]
    found: dict[tuple[int, str], tuple[ItemFamily, list[_Entry]]] = {}
    colors: Iterator[Value | None] = iter(listing.colors or [None] * len(listing.rows.entries))
    for name, row in zip(listing.names, listing.rows, strict=True):
        items = [(ordered[bisect_right(begins, item) - 1], item) for item in row]
        for run, (family, group) in enumerate(groupby(items, key=lambda pair: pair[0][1])):
            _, entries = found.setdefault((run, family.name), (family, []))
            for (begin, _), item in group:
                entries.append(_Entry(name.arguments, family.keys[item - begin], next(colors)))
    return dict(sorted(found.items(), key=lambda pair: pair[0][0]))


def _covered(
    family: ItemFamily, entries: Sequence[_Entry], names: Sequence[str], options: int
) -> ast.Covered:
    colored = any(bounds.colored for bounds in family.bounds)
    once = len(entries) == options and len({entry.arguments for entry in entries}) == options
    direct = (
        [_direct(entries, place, names) for place in range(family.arity)] if once and not colored else [None]
    )
    if None not in direct:
        return _item(family, [expr for expr in direct if expr is not None], None)
    indices = [f"i{place}" for place in range(1, family.arity + 1)]
    color = ["k"] if colored else []
    rows = [(*entry.arguments, *entry.key, *([entry.color] if colored else [])) for entry in entries]
    item = _item(family, list(map(name_node, indices)), name_node("k") if colored else None)
    return ast.CoverEach(NOWHERE, (item,), _looked_up(names, [*indices, *color], rows))


def _item(family: ItemFamily, index: Sequence[ast.Expr], color: ast.Expr | None) -> ast.CoveredItem:
    return ast.CoveredItem(NOWHERE, ast.Ref(NOWHERE, name_node(family.name), tuple(index)), color, None)


def _direct(entries: Sequence[_Entry], place: int, names: Sequence[str]) -> ast.Expr | None:
    """The argument, or the value, that an index always is; None if it must be looked up."""
    for argument, name in enumerate(names):
        if all(entry.key[place] == entry.arguments[argument] for entry in entries):
            return name_node(name)
    values = {entry.key[place] for entry in entries}
    return literal(values.pop()) if len(values) == 1 else None


def _cost(listing: Listing, names: Sequence[str]) -> ast.Expr | None:
    if listing.costs is None:
        return None
    if len(set(listing.costs)) < 2:
        return number(max(listing.costs, default=0))
    rows = [(*name.arguments, cost) for name, cost in zip(listing.names, listing.costs, strict=True)]
    return ast.Aggregate(NOWHERE, name_node("min"), name_node("k"), _looked_up(names, ["k"], rows))


def _looked_up(names: Sequence[str], wanted: Sequence[str], rows: Iterable[Arguments]) -> ast.Loop:
    """A loop that binds ``wanted`` to what the rows have behind the arguments that ``names`` are."""
    arguments = [f"a{place}" for place in range(1, len(names) + 1)]
    bound = [*arguments, *wanted]
    several = len(bound) > 1
    members = OrderedSet(rows if several else (row[0] for row in rows))
    equal = [
        ast.Comparison(NOWHERE, name_node(bound), (("=", name_node(name)),))
        for bound, name in zip(arguments, names, strict=True)
    ]
    where = ast.Logical(NOWHERE, "and", tuple(equal)) if len(equal) > 1 else equal[0] if equal else None
    return ast.Loop(NOWHERE, (binder_over(bound, literal(members), is_tuple=several),), where)
