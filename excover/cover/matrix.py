"""The exact cover problem in flat arrays: the result of compilation, and the only input of the search.

>>> from excover.names import ItemName, OptionName
>>> matrix = Matrix.build(
...     items=[(ItemName("a"), 1, 1), (ItemName("b"), 1, 1), (ItemName("s"), 0, 1)],
...     options=[(OptionName("x"), [0, 2]), (OptionName("y"), [1, 2]), (OptionName("z"), [1])],
... )
>>> matrix.option_items(1), str(matrix.items[2]), matrix.is_primary(2)
([1, 2], 's', False)
>>> [list(column) for column in matrix.columns], matrix.shared_once([0, 1])
([[0], [1, 2], [0, 1]], {2})
"""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from excover.cover.sums import SumBound
from excover.names import GIVEN, HIDDEN, ItemName, OptionName, Value
from excover.puzzle.listing import JoinedNames
from excover.source import Span

UNBOUNDED = 2**31 - 1
"""The upper bound of an item that may be covered any number of times."""


@dataclass(frozen=True, eq=False)
class Matrix:
    """Items with bounds, and options as rows of a sparse matrix (CSR).

    ``lower``, ``upper`` (one entry per item, ``array('I')``): how often the chosen options may cover it.
    ``colored`` (one entry per item, ``array('B')``): 1 for an item that any number of chosen options may
    share if they give it the same color; its bounds are 0 and ``UNBOUNDED``. ``starts`` (options + 1,
    ``array('I')``): option ``o`` has the entries from ``starts[o]`` up to ``starts[o + 1]``. ``entries`` and
    ``colors`` (one value per entry, ``array('I')``): the item, and its color, 0 without color. ``palette``:
    the color numbered ``k`` is ``palette[k - 1]``. ``costs`` (one per option, ``array('q')``) are None if the
    problem has no costs; empty costs are those of no options. ``sums`` are bounds on sums over the chosen
    options, which few engines carry (`without_sums`). ``items`` and ``options`` are the puzzle's own
    names, ``item_spans`` and ``option_spans`` their places (empty if the matrix was not made from a text).

    Derived data, such as the columns, is computed on first use and cached.

    Raises ValueError if an array has a wrong length.
    """

    items: Sequence[ItemName]
    lower: array[int]
    upper: array[int]
    colored: array[int]
    options: Sequence[OptionName]
    starts: array[int]
    entries: array[int]
    colors: array[int]
    palette: Sequence[Value] = ()
    costs: array[int] | None = None
    item_spans: Sequence[Span] = ()
    option_spans: Sequence[Span] = ()
    sums: Sequence[SumBound] = ()

    def __post_init__(self) -> None:
        items, options, entries = len(self.items), len(self.options), len(self.entries)
        lengths = {"lower": items, "upper": items, "colored": items, "starts": options + 1, "colors": entries}
        if self.costs is not None:
            lengths["costs"] = options
        for name, length in lengths.items():
            if len(getattr(self, name)) != length:
                raise ValueError(f"`{name}` has {len(getattr(self, name))} numbers, not {length}")
        for bound in self.sums:
            if len(bound.weights) != options:
                raise ValueError(f"the sum `{bound.name}` has {len(bound.weights)} numbers, not {options}")

    def __getstate__(self) -> dict[str, Any]:
        """Derived data is not pickled."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def build(
        cls,
        items: Iterable[tuple[ItemName, int, int]],
        options: Iterable[tuple[OptionName, Iterable[int]]],
    ) -> Matrix:
        """A matrix without colors from ``(name, lower, upper)`` and ``(name, item numbers)``."""
        names, lower, upper = [], array("I"), array("I")
        for name, low, high in items:
            names.append(name)
            lower.append(low)
            upper.append(high)
        option_names, starts, entries = [], array("I", [0]), array("I")
        for option, covered in options:
            option_names.append(option)
            entries.extend(covered)
            starts.append(len(entries))
        colored = array("B", bytes(len(names)))
        colors = array("I", bytes(4 * len(entries)))
        return cls(names, lower, upper, colored, option_names, starts, entries, colors)

    def restricted(
        self, keep: Sequence[int], demands: Iterable[tuple[ItemName, Span, Iterable[int]]] = ()
    ) -> Matrix:
        """Only the options numbered in ``keep``, in that order.

        Each demand ``(name, span, options)`` adds a primary item that at least one of those options (numbered
        as here) must cover.
        """
        added: dict[int, list[int]] = {}
        kept = frozenset(keep)
        items, lower, upper = list(self.items), self.lower[:], self.upper[:]
        spans = list(self.item_spans)
        for name, span, options in demands:
            able = [option for option in options if option in kept]
            for option in able:
                added.setdefault(option, []).append(len(items))
            items.append(name)
            spans.append(span)
            lower.append(1)
            upper.append(max(1, len(able)))
        starts, entries, colors = array("I", [0]), array("I"), array("I")
        costs, names, places = array("q"), list[OptionName](), list[Span]()
        for begin, end in _runs(keep, added):
            first, last = self.starts[begin], self.starts[end]
            starts.extend(map((len(entries) - first).__add__, self.starts[begin + 1 : end + 1]))
            entries += self.entries[first:last]
            colors += self.colors[first:last]
            names += self.options[begin:end]
            places += self.option_spans[begin:end]
            costs += array("q") if self.costs is None else self.costs[begin:end]
            if end - 1 in added:
                entries.extend(added[end - 1])
                colors.extend([0] * len(added[end - 1]))
                starts[-1] = len(entries)
        return replace(
            self,
            items=items,
            lower=lower,
            upper=upper,
            colored=self.colored + array("B", bytes(len(items) - len(self.items))),
            options=names,
            starts=starts,
            entries=entries,
            colors=colors,
            costs=None if self.costs is None else costs,
            item_spans=spans,
            option_spans=places,
            sums=[bound.of(keep) for bound in self.sums],
        )

    def without_sums(self) -> Matrix:
        """The same without bounds on sums: its covers are candidates, of which some may break a bound."""
        return replace(self, sums=()) if self.sums else self

    def prices(self) -> array[int]:
        """The cost of every option, 0 if the problem has no costs."""
        return array("q", bytes(8 * len(self.options))) if self.costs is None else self.costs

    def own_items(self) -> list[int]:
        """The items of the description, without those that compilation or givens added."""
        return [item for item, name in enumerate(self.items) if name.family not in (GIVEN, HIDDEN)]

    def own_options(self) -> list[int]:
        """The options of the description, without those that compilation added."""
        names = self.options
        families = names.families() if isinstance(names, JoinedNames) else (name.family for name in names)
        return [option for option, family in enumerate(families) if family != HIDDEN]

    @cached_property
    def columns(self) -> Sequence[array[int]]:
        """The options of each item, ascending (one ``array('I')`` per item)."""
        columns = [array("I") for _ in self.items]
        for option in range(len(self.options)):
            for item in self.option_items(option):
                columns[item].append(option)
        return columns

    @cached_property
    def item_numbers(self) -> Mapping[ItemName, int]:
        """The number of each item by its name."""
        return {name: number for number, name in enumerate(self.items)}

    @cached_property
    def option_numbers(self) -> Mapping[OptionName, int]:
        """The number of each option by its name."""
        return {name: number for number, name in enumerate(self.options)}

    def option_items(self, option: int) -> list[int]:
        """The item numbers of an option, in the order of the option."""
        return self.entries[self.starts[option] : self.starts[option + 1]].tolist()

    def option_entries(self, option: int) -> Iterator[tuple[int, int]]:
        """The items of an option, each with the color that the option gives it (0 for none)."""
        row = slice(self.starts[option], self.starts[option + 1])
        return zip(self.entries[row], self.colors[row], strict=True)

    def by_color(self, item: int) -> dict[int, list[int]]:
        """The options of an item by the color that they give it (0 for none)."""
        if not self.colored[item]:
            return {0: self.columns[item].tolist()} if self.columns[item] else {}
        found: dict[int, list[int]] = {}
        for option in self.columns[item]:
            entry = self.entries.index(item, self.starts[option], self.starts[option + 1])
            found.setdefault(self.colors[entry], []).append(option)
        return found

    def shared_once(self, options: Iterable[int]) -> set[int]:
        """The items that all of one or more options cover, and that may be covered only once."""
        common = set.intersection(*(set(self.option_items(option)) for option in options))
        return {item for item in common if self.upper[item] == 1 and not self.colored[item]}

    def is_primary(self, item: int) -> bool:
        """False for *secondary* items (Knuth): covered at most once, or colored, and never branched on."""
        return not (self.colored[item] or (self.lower[item] == 0 and self.upper[item] == 1))


def _runs(options: Iterable[int], last: Container[int]) -> Iterator[tuple[int, int]]:
    """Consecutive options as (first, end); those in ``last`` end a run."""
    begin = end = -1
    for option in options:
        if option != end or option - 1 in last:
            if begin >= 0:
                yield begin, end
            begin = option
        end = option + 1
    if begin >= 0:
        yield begin, end
