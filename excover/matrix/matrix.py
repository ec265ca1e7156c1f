"""The exact cover problem in flat arrays: the result of compilation, and the only input of the search.

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
from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain, compress, count, islice, pairwise, repeat
from operator import gt, lt, not_, sub
from typing import Any

from excover.base.frozen import Frozen
from excover.base.names import GIVEN, HIDDEN, ItemName, OptionName, Value
from excover.base.source import Span
from excover.base.words import plural
from excover.language.meaning.listing import KeptColumns, KeptNumbers, kept, own_options
from excover.language.meaning.puzzle import COST
from excover.matrix.constraints import GlobalConstraint, WeightedSum

UNBOUNDED = 2**31 - 1
"""The upper bound of an item that may be covered any number of times."""

_WITHOUT_BOUNDS = {"columns", "item_numbers", "option_numbers", "_source", "_places", "_lengths"}
"""Derived data that does not depend on bounds and costs."""


class Matrix(Frozen):
    """Items with bounds, and options as rows of a sparse matrix (CSR).

    ``lower``, ``upper`` (one entry per item, ``array('I')``): how often the chosen options may cover it.
    ``colored`` (one entry per item, ``array('B')``): 1 for an item that any number of chosen options may
    share if they give it the same color; its bounds are 0 and ``UNBOUNDED``. ``starts`` (options + 1,
    ``array('I')``): option ``o`` has the entries from ``starts[o]`` up to ``starts[o + 1]``. ``entries`` and
    ``colors`` (one value per entry, ``array('I')``): the item, and its color, 0 without color. ``palette``:
    the color numbered ``k`` is ``palette[k - 1]``. ``costs`` (one per option, ``array('q')``) are None if the
    problem has no costs; empty costs are those of no options. ``sums`` are sums over the chosen options, with
    or without bounds (`bounds`), ``constraints`` what else all chosen options together must meet; few engines
    carry these (`without_sums`, `relaxed`). ``items`` and ``options`` are the
    puzzle's own names, ``item_spans`` and ``option_spans`` their places (empty if the matrix was not made
    from a text).

    Derived data, such as the columns, is computed on first use and cached.

    Raises ValueError if an array has a wrong length, or a lower bound is greater than the upper one.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__

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
    sums: Sequence[WeightedSum] = ()
    constraints: Sequence[GlobalConstraint] = ()

    def __post_init__(self) -> None:
        items, options, entries = len(self.items), len(self.options), len(self.entries)
        lengths = {"lower": items, "upper": items, "colored": items, "starts": options + 1, "colors": entries}
        if self.costs is not None:
            lengths["costs"] = options
        for name, length in lengths.items():
            if len(getattr(self, name)) != length:
                raise ValueError(f"`{name}` has {len(getattr(self, name))} numbers, not {length}")
        if any(map(gt, self.lower, self.upper)):
            item = next(compress(count(), map(gt, self.lower, self.upper)))
            bounds = f"{self.lower[item]}, the lower bound of `{self.items[item]}`"
            raise ValueError(f"{bounds}, is greater than the upper one, {self.upper[item]}")
        for each in self.sums:
            if len(each.weights) != len(each.options) or max(each.options, default=-1) >= options:
                raise ValueError(f"the sum `{each.name}` has weights of other options")

    def __repr__(self) -> str:
        items, options = plural(len(self.items), "item"), plural(len(self.options), "option")
        return f"<Matrix: {items}, {options}, {plural(len(self.entries), 'entry', 'entries')}>"

    def _repr_html_(self) -> str:
        """For notebooks."""
        from excover.matrix.matrix_picture import matrix_html

        return matrix_html(self)

    def __getstate__(self) -> dict[str, Any]:
        """Derived data is not pickled."""
        return dict(zip(self.__match_args__, self.parts, strict=True))

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
        items, lower, upper, spans = list(self.items), self.lower[:], self.upper[:], list(self.item_spans)
        demands = list(demands)
        chosen = frozenset(keep) if demands else frozenset()
        for name, span, options in demands:
            able = [option for option in options if option in chosen]
            for option in able:
                added.setdefault(option, []).append(len(items))
            items.append(name)
            spans.append(span)
            lower.append(1)
            upper.append(max(1, len(able)))
        lengths, entries, colors = array("I"), array("I"), array("I")
        costs, places = array("q"), list[Span]()
        ascends = not added and all(map(lt, keep, islice(keep, 1, None)))
        for begin, end in _long_runs(keep) if ascends else _runs(keep, added):
            first, last = self.starts[begin], self.starts[end]
            lengths += self._lengths[begin:end]
            entries += self.entries[first:last]
            colors += self.colors[first:last]
            places += self.option_spans[begin:end]
            costs += array("q") if self.costs is None else self.costs[begin:end]
            if end - 1 in added:
                entries.extend(added[end - 1])
                colors.extend([0] * len(added[end - 1]))
                lengths[-1] += len(added[end - 1])
        smaller = self.replaced(
            items=items,
            lower=lower,
            upper=upper,
            colored=self.colored + array("B", bytes(len(items) - len(self.items))),
            options=kept(self.options, keep),
            starts=array("I", accumulate(lengths, initial=0)),
            entries=entries,
            colors=colors,
            costs=None if self.costs is None else costs,
            item_spans=spans,
            option_spans=places,
            sums=[each.among(keep) for each in self.sums],
            constraints=[each.among(keep) for each in self.constraints],
        )
        if len(items) == len(self.items):
            vars(smaller).update(_source=self._taken(keep), _lengths=lengths)
        return smaller

    def _taken(self, keep: Sequence[int]) -> tuple[Matrix, Sequence[int]]:
        """The matrix with all options, and the numbers there of those in ``keep``."""
        if self._source is None:
            return self, keep
        whole, numbers = self._source
        return whole, list(map(numbers.__getitem__, keep))

    @cached_property
    def _source(self) -> tuple[Matrix, Sequence[int]] | None:
        """The matrix from which options were taken, and their numbers there, if there is one."""
        return None

    @cached_property
    def _places(self) -> dict[int, int]:
        """The number of each option by that in the source."""
        _, numbers = self._source or (None, ())
        return dict(zip(numbers, range(len(numbers)), strict=True))

    def altered(
        self,
        *,
        lower: array[int] | None = None,
        upper: array[int] | None = None,
        costs: array[int] | None = None,
    ) -> Matrix:
        """The same options with other bounds or costs, which are also those of its `sums`."""
        sums = self.sums if costs is None else [each.altered(costs) for each in self.sums]
        lower, upper = self.lower if lower is None else lower, self.upper if upper is None else upper
        changed = self.replaced(
            lower=lower, upper=upper, costs=self.costs if costs is None else costs, sums=sums
        )
        for name in _WITHOUT_BOUNDS & vars(self).keys():
            vars(changed)[name] = vars(self)[name]
        return changed

    @cached_property
    def bounds(self) -> Sequence[WeightedSum]:
        """The sums that have a bound."""
        return [each for each in self.sums if each.is_bounded]

    @property
    def totals(self) -> Sequence[WeightedSum]:
        """The sums of items in units, which solutions show; each has a name of its own."""
        return [each for each in self.sums if each.name != COST and not each.is_rule]

    @cached_property
    def effective_upper(self) -> array[int]:
        """The upper bounds, without those that no solution can reach.

        If each option of an item covers at least k of n items that are covered exactly once, at most n / k of
        these options are chosen.
        """
        exact = bytearray(
            1 if (low, high, colored) == (1, 1, 0) else 0
            for low, high, colored in zip(self.lower, self.upper, self.colored, strict=True)
        )
        most, upper = sum(exact), self.upper[:]
        several = {item for item, high in enumerate(upper) if 1 < high < UNBOUNDED}
        if not (several and most):
            return upper
        before = array("I", accumulate(map(exact.__getitem__, self.entries), initial=0))
        reached = list(map(before.__getitem__, self.starts))
        numbers = chain.from_iterable(map(repeat, map(sub, reached[1:], reached), self._lengths))
        least = dict.fromkeys(several, most + 1)
        for item, number in {*zip(self.entries, numbers, strict=True)}:
            if number < least.get(item, 0):
                least[item] = number
        for item, number in least.items():
            if 0 < number <= most and most // number <= upper[item]:
                upper[item] = UNBOUNDED
        return upper

    @property
    def covers_once(self) -> bool:
        """Whether no item may be covered several times; those with a color may always be."""
        return all(colored or upper <= 1 for colored, upper in zip(self.colored, self.upper, strict=True))

    @property
    def rules(self) -> Sequence[WeightedSum | GlobalConstraint]:
        """What is asked of all chosen options together, beyond items."""
        return [*self.bounds, *self.constraints]

    def without_sums(self) -> Matrix:
        """The same without bounds on sums: its covers are candidates, of which some may break a bound."""
        return self.replaced(sums=()) if self.sums else self

    def without_constraints(self) -> Matrix:
        """The same without global constraints: its covers are candidates, of which some may break one."""
        return self.replaced(constraints=()) if self.constraints else self

    def relaxed(self) -> Matrix:
        """The same without bounds on sums and global constraints: items alone."""
        return self.without_sums().without_constraints()

    def prices(self) -> array[int]:
        """The cost of every option, 0 if the problem has no costs."""
        return array("q", bytes(8 * len(self.options))) if self.costs is None else self.costs

    def own_items(self) -> list[int]:
        """The items of the description, without those that compilation or givens added."""
        return [item for item, name in enumerate(self.items) if name.family not in (GIVEN, HIDDEN)]

    def own_options(self) -> list[int]:
        """The options of the description, without those that compilation added."""
        return own_options(self.options)

    @cached_property
    def columns(self) -> Sequence[array[int]]:
        """The options of each item, ascending (one ``array('I')`` per item)."""
        if self._source:
            return KeptColumns(self._source[0].columns, self._places)
        columns = [array("I") for _ in self.items]
        for option, (start, end) in enumerate(pairwise(self.starts)):
            for item in self.entries[start:end]:
                columns[item].append(option)
        return columns

    @cached_property
    def _lengths(self) -> array[int]:
        """The number of entries of each option."""
        return array("I", map(sub, islice(self.starts, 1, None), self.starts))

    @cached_property
    def free_option(self) -> int | None:
        """An option without an item that must be covered exactly once, if there is one.

        One with an item that must not be covered is none: it is never chosen. Most options begin with an
        item that is covered exactly once, and only the others are looked at one by one.
        """
        if not all(map(lt, self.starts, islice(self.starts, 1, None))):
            return self._lengths.index(0)
        bounds = zip(self.lower, self.upper, self.colored, strict=True)
        anchors = bytes(each == (1, 1, 0) or each[1] == 0 for each in bounds)
        if all(anchors):
            return None
        firsts = map(self.entries.__getitem__, islice(self.starts, len(self.options)))
        doubtful = compress(count(), map(not_, map(anchors.__getitem__, firsts)))
        return next((o for o in doubtful if not any(map(anchors.__getitem__, self.option_items(o)))), None)

    @cached_property
    def anchored(self) -> Matrix:
        """The same items and options, and for each option without an item that must be covered exactly once
        such an item, which it covers, and so does a further option, its *stand-in*: there are as many covers.

        Without names of the others, costs and rules; the matrix itself if it has no such option.
        """
        if self.free_option is None:
            return self
        bounds = zip(self.lower, self.upper, self.colored, strict=True)
        anchors = [each == (1, 1, 0) or each[1] == 0 for each in bounds]
        items, rows = len(self.items), [list(self.option_entries(o)) for o in range(len(self.options))]
        free = [o for o, row in enumerate(rows) if not any(anchors[item] for item, _ in row)]
        for number, option in enumerate(free, items):
            rows[option].append((number, 0))
            rows.append([(number, 0)])
        names = [self.options[option] for option in free]
        ones, none = array("I", [1]) * len(free), array("B", bytes(len(free)))
        return Matrix(
            items=[*self.items, *(ItemName(HIDDEN, (str(name),)) for name in names)],
            lower=self.lower + ones,
            upper=self.upper + ones,
            colored=self.colored + none,
            options=[*self.options, *(OptionName(HIDDEN, (each.family, *each.arguments)) for each in names)],
            starts=array("I", accumulate(map(len, rows), initial=0)),
            entries=array("I", [item for row in rows for item, _ in row]),
            colors=array("I", [color for row in rows for _, color in row]),
        )

    @cached_property
    def item_numbers(self) -> Mapping[ItemName, int]:
        """The number of each item by its name."""
        return {name: number for number, name in enumerate(self.items)}

    @cached_property
    def option_numbers(self) -> Mapping[OptionName, int]:
        """The number of each option by its name."""
        if self._source and len(self._source[0].option_numbers) == len(self._source[0].options):
            return KeptNumbers(self._source[0].option_numbers, self._places)
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


def _runs(options: Sequence[int], last: Container[int]) -> Iterator[tuple[int, int]]:
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


def _long_runs(options: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Consecutive options as (first, end), where all options ascend: their distance from their places, too.

    >>> list(_long_runs([0, 1, 2, 5, 6]))
    [(0, 3), (5, 7)]
    """
    ahead, begin = list(map(sub, options, range(len(options)))), 0
    while begin < len(ahead):
        end = bisect_right(ahead, ahead[begin], begin)
        yield options[begin], options[end - 1] + 1
        begin = end
