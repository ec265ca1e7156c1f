"""Options that a program listed, as an `option` statement: the items are looked up by the arguments.

option fly((x1, x2) in {("A", 1), ("B", 2)})
  covers crew[x2],
    (leg[i1] for (a1, a2, i1) in {("A", 1, 10), ("A", 1, 11), ("B", 2, 10)} where a1 = x1 and a2 = x2)
  cost min(k for (a1, a2, k) in {("A", 1, 40), ("B", 2, 60)} where a1 = x1 and a2 = x2)
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from excover.cover.core_nodes import binder_over, name_node
from excover.expressions.reduce import NOWHERE, fresh, literal, number
from excover.expressions.scope import ItemFamily
from excover.names import OptionName, OrderedSet, Value
from excover.puzzle.listing import FlatRows, Listing
from excover.syntax import ast

Arguments = tuple[Value, ...]


class _Entry(NamedTuple):
    """An item that an option covers: the option's arguments, the item's index, and its color or amount."""

    arguments: Arguments
    key: Arguments
    value: Value | None


def listed_option(
    listing: Listing, families: Sequence[ItemFamily], resources: Sequence[ItemFamily], taken: Collection[str]
) -> ast.Option:
    """A statement with the same options in the same order, each with its items in the same order.

    ``resources`` are the items in units; names in ``taken`` have a meaning.
    """
    writer = _Writer([name.id for name in listing.statement.loop.names], len(listing.names), taken)
    items = _runs(listing.names, listing.rows, listing.colors, listing.first, families)
    sums: _Runs = {}
    if listing.sums:
        sums = _runs(listing.names, listing.sums.rows, listing.sums.amounts, listing.sums.first, resources)
    covers = tuple(writer.covered(*run) for run in (*items.values(), *sums.values()))
    return listing.statement.replaced(covers=covers, cost=writer.cost(listing))


_Runs = dict[tuple[int, str], tuple[ItemFamily, list[_Entry]]]


def _runs(
    names: Iterable[OptionName],
    rows: FlatRows,
    values: Sequence[Value | None] | None,
    first: Mapping[str, int],
    families: Sequence[ItemFamily],
) -> _Runs:
    """The entries by family, and by how many other families an option changed between before.

    So a statement that covers one run after the other gives each option its items in their order.
    """
    ordered = sorted(
        ((first[family.name], family) for family in families if family.name in first and family.keys),
        key=itemgetter(0),
    )
    begins = [begin for begin, _ in ordered]
    found: _Runs = {}
    each: Iterator[Value | None] = iter(values or [None] * len(rows.entries))
    for name, row in zip(names, rows, strict=True):
        items = [(ordered[bisect_right(begins, item) - 1], item) for item in row]
        for run, (family, group) in enumerate(groupby(items, key=lambda pair: pair[0][1])):
            _, entries = found.setdefault((run, family.name), (family, []))
            for (begin, _), item in group:
                entries.append(_Entry(name.arguments, family.keys[item - begin], next(each)))
    return dict(sorted(found.items(), key=lambda pair: pair[0][0]))


class _Writer:
    """Expressions over the arguments of options. Other names that it binds hide none that has a meaning."""

    def __init__(self, names: Sequence[str], options: int, taken: Collection[str]) -> None:
        self.names = names
        self.options = options
        self._taken = {*taken, *names}

    def covered(self, family: ItemFamily, entries: Sequence[_Entry]) -> ast.Covered:
        is_colored = any(bounds.colored for bounds in family.bounds)
        has_value = is_colored or family.units is not None
        columns = [[entry.key[place] for entry in entries] for place in range(family.arity)]
        columns += [[entry.value for entry in entries]] if has_value else []
        once = len(entries) == self.options and len({entry.arguments for entry in entries}) == self.options
        direct = [self._direct(entries, column) for column in columns] if once and not is_colored else [None]
        if None not in direct:
            return _item(family, [expr for expr in direct if expr is not None])
        wanted = [self._fresh(f"i{place}") for place in range(1, family.arity + 1)]
        wanted += [self._fresh("k")] if has_value else []
        rows = [(*entry.arguments, *entry.key, *([entry.value] if has_value else [])) for entry in entries]
        item = _item(family, list(map(name_node, wanted)))
        return ast.CoverEach(NOWHERE, (item,), self._looked_up(wanted, rows))

    def _direct(self, entries: Sequence[_Entry], column: Sequence[Value | None]) -> ast.Expr | None:
        """The argument, or the value, that a column always is; None if it must be looked up."""
        for argument, name in enumerate(self.names):
            if all(value == entry.arguments[argument] for value, entry in zip(column, entries, strict=True)):
                return name_node(name)
        values = {*column}
        return literal(values.pop()) if len(values) == 1 else None

    def cost(self, listing: Listing) -> ast.Expr | None:
        if listing.costs is None:
            return None
        if len(set(listing.costs)) < 2:
            return number(max(listing.costs, default=0))
        rows = [(*name.arguments, cost) for name, cost in zip(listing.names, listing.costs, strict=True)]
        price = self._fresh("k")
        return ast.Aggregate(NOWHERE, name_node("min"), name_node(price), self._looked_up([price], rows))

    def _looked_up(self, wanted: Sequence[str], rows: Iterable[Arguments]) -> ast.Loop:
        """A loop that binds ``wanted`` to what the rows have behind the arguments of an option."""
        arguments = [self._fresh(f"a{place}") for place in range(1, len(self.names) + 1)]
        bound = [*arguments, *wanted]
        several = len(bound) > 1
        members = OrderedSet(rows if several else (row[0] for row in rows))
        equal = [
            ast.Comparison(NOWHERE, name_node(bound), (("=", name_node(name)),))
            for bound, name in zip(arguments, self.names, strict=True)
        ]
        where = ast.Logical(NOWHERE, "and", tuple(equal)) if len(equal) > 1 else equal[0] if equal else None
        return ast.Loop(NOWHERE, (binder_over(bound, literal(members), is_tuple=several),), where)

    def _fresh(self, name: str) -> str:
        return fresh(name, self._taken)


def _item(family: ItemFamily, exprs: Sequence[ast.Expr]) -> ast.CoveredItem:
    """An item with its index, and behind that its color or its amount."""
    ref = ast.Ref(NOWHERE, name_node(family.name), tuple(exprs[: family.arity]))
    value = exprs[family.arity] if len(exprs) > family.arity else None
    if family.units is None:
        return ast.CoveredItem(NOWHERE, ref, value, None)
    return ast.CoveredItem(NOWHERE, ref, None, None, value)
