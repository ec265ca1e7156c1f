"""The exact cover problem in flat arrays: what a puzzle is compiled to, and all that the search knows.

>>> from excover.names import ItemName, OptionName
>>> matrix = Matrix.build(
...     items=[(ItemName("a"), 1, 1), (ItemName("b"), 1, 1), (ItemName("s"), 0, 1)],
...     options=[(OptionName("x"), [0, 2]), (OptionName("y"), [1, 2]), (OptionName("z"), [1])],
... )
>>> matrix.option_items(1), str(matrix.items[2]), matrix.is_primary(2)
([1, 2], 's', False)
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from excover.names import HIDDEN, ItemName, OptionName, Value
from excover.source import Span

UNBOUNDED = 2**31 - 1
"""The upper bound of an item that may be covered any number of times."""


@dataclass(frozen=True, slots=True, eq=False)
class Matrix:
    """Items with bounds, and options as rows of a sparse matrix (CSR).

    ``lower``, ``upper`` (one entry an item, ``array('I')``): how often the chosen options may cover it.
    ``colored`` (one entry an item, ``array('B')``): 1 for an item that any number of chosen options may share
    as long as they give it the same color; its bounds are 0 and ``UNBOUNDED``.
    ``starts`` (options + 1, ``array('I')``): option ``o`` has entries ``starts[o]`` up to ``starts[o + 1]``.
    ``entries`` and ``colors`` (one an entry, ``array('I')``): the item, and its color, 0 where it has none.
    ``palette``: the color numbered ``k`` is ``palette[k - 1]``. ``costs`` (one an option, ``array('q')``) are
    None where the problem has no costs; empty costs are those of no options.
    ``items`` and ``options`` are the puzzle's own names, ``item_spans`` and ``option_spans`` where they come
    from (empty when the matrix was not made from a text).

    Raises ValueError where an array has a wrong length.
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

    def __post_init__(self) -> None:
        items, options, entries = len(self.items), len(self.options), len(self.entries)
        lengths = {"lower": items, "upper": items, "colored": items, "starts": options + 1, "colors": entries}
        if self.costs is not None:
            lengths["costs"] = options
        for name, length in lengths.items():
            if len(getattr(self, name)) != length:
                raise ValueError(f"`{name}` has {len(getattr(self, name))} numbers, not {length}")

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
        for option in keep:
            begin, end = self.starts[option], self.starts[option + 1]
            entries += self.entries[begin:end]
            colors += self.colors[begin:end]
            if option in added:
                entries.extend(added[option])
                colors.extend([0] * len(added[option]))
            starts.append(len(entries))
        return replace(
            self,
            items=items,
            lower=lower,
            upper=upper,
            colored=self.colored + array("B", bytes(len(items) - len(self.items))),
            options=[self.options[option] for option in keep],
            starts=starts,
            entries=entries,
            colors=colors,
            costs=None if self.costs is None else array("q", map(self.costs.__getitem__, keep)),
            item_spans=spans,
            option_spans=[self.option_spans[option] for option in keep if self.option_spans],
        )

    def prices(self) -> array[int]:
        """The cost of every option, 0 where the problem has no costs."""
        return array("q", bytes(8 * len(self.options))) if self.costs is None else self.costs

    def own_items(self) -> list[int]:
        """The items of the description, those that compilation added left out."""
        return [item for item, name in enumerate(self.items) if name.family != HIDDEN]

    def own_options(self) -> list[int]:
        """The options of the description, those that compilation added left out."""
        return [option for option, name in enumerate(self.options) if name.family != HIDDEN]

    def option_items(self, option: int) -> list[int]:
        """The item numbers of an option, in the order the option names them."""
        return self.entries[self.starts[option] : self.starts[option + 1]].tolist()

    def is_primary(self, item: int) -> bool:
        """False for *secondary* items (Knuth): covered at most once, or colored, and never branched on."""
        return not (self.colored[item] or (self.lower[item] == 0 and self.upper[item] == 1))
