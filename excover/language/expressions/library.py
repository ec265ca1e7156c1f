"""The functions of the language.

>>> LIBRARY["abs"].one([-3]), LIBRARY["sum"].many([1, 2, 3])
(3, 6)
>>> list(cells_along((1, 1), (0, 1), {(1, 2), (1, 3), (1, 5)}))
[(1, 2), (1, 3)]
>>> number_of_subsets(5, 2), number_of_subsets(10**6, 10**5) > 2**63
(10, True)
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import count, product, repeat, takewhile
from typing import Any, Protocol, TypeAlias, TypeVar

from excover.base.frozen import Frozen
from excover.base.names import OrderedSet, Value
from excover.base.source import Span

T = TypeVar("T")


class Builtin(Frozen):
    """``one`` is applied to a list of arguments; ``many`` to the members of a set or of a comprehension.

    ``arguments`` and ``members`` are the required kinds (``number``, ``condition``, ``any``). A description
    may have one that ``is_new`` as a name of its own.
    """

    count: tuple[int, int]
    arguments: str
    one: Callable[[Sequence[Any]], Any] | None
    members: str = ""
    many: Callable[[Sequence[Any]], Any] | None = None
    needs_one: bool = False
    is_new: bool = False


def _all_differ(members: Sequence[Any]) -> bool:
    return len(set(members)) == len(members)


def product_of(factors: Iterable[int]) -> int:
    """The product; one that does not fit in 64 bits may be that of fewer factors, unless one is 0."""
    found = 1
    for factor in sorted(factors, key=abs):
        found *= factor
        if abs(found) > 2**63:
            break
    return found


LIBRARY: dict[str, Builtin] = {
    "abs": Builtin((1, 1), "number", lambda values: abs(values[0])),
    "len": Builtin((1, 1), "collection", lambda values: len(values[0])),
    "min": Builtin((2, 99), "number", min, "number", min, needs_one=True),
    "max": Builtin((2, 99), "number", max, "number", max, needs_one=True),
    "sum": Builtin((1, 1), "", None, "number", sum),
    "product": Builtin((1, 1), "", None, "number", product_of, is_new=True),
    "count": Builtin((1, 1), "", None, "any", lambda members: sum(each is not False for each in members)),
    "different": Builtin((1, 1), "", None, "any", _all_differ, is_new=True),
    "all": Builtin((1, 1), "", None, "condition", all),
    "any": Builtin((1, 1), "", None, "condition", any),
    "leading": Builtin(
        (1, 1), "", None, "condition", lambda members: sum(takewhile(bool, members)), is_new=True
    ),
}

PLACES: dict[str, Builtin] = {
    "beside": Builtin((1, 2), "place", None, is_new=True),
    "around": Builtin((1, 2), "place", None, is_new=True),
    "within": Builtin((3, 4), "place", None, is_new=True),
}
"""The functions of a cell of a board, which the last argument names if there are several: the cells that
share a side with it, or a side or a corner, and those of a set to which a number of steps leads.
"""
RAY = "ray"
"""The function of a cell, a step and a set: the cells from there on that are in the set, up to a gap."""
RUNS = "runs"
"""The function of a set of cells and a step: the longest rows of cells in that direction, as tuples."""
WINDOWS = "windows"
"""The function of a set of cells and sizes: the boxes of that many rows and columns, as tuples."""
AREAS = "areas"
"""The function of labels, or of a board with letters: the sets of cells that have the same label."""
NUMBER = "number"
"""The function of a text of digits: the number that it writes."""
SUBSETS = "subsets"
"""The function of a set and a size: all subsets of that size, each as a tuple."""
LIBRARY |= {
    **PLACES,
    RAY: Builtin((3, 3), "place", None, is_new=True),
    RUNS: Builtin((2, 2), "members", None, is_new=True),
    WINDOWS: Builtin((3, 5), "members", None, is_new=True),
    AREAS: Builtin((1, 1), "labels", None, is_new=True),
    NUMBER: Builtin((1, 1), "text", None, is_new=True),
    SUBSETS: Builtin((2, 2), "members", None, is_new=True),
}


PARAMETERS: Mapping[str, tuple[str, ...]] = {
    "abs": ("number",),
    "len": ("set, tuple or text",),
    "min": ("numbers, or a set",),
    "max": ("numbers, or a set",),
    "sum": ("a set, or value for x in S",),
    "product": ("a set, or value for x in S",),
    "subsets": ("a set", "number of members"),
    "number": ("a text of digits",),
    "different": ("a set, or value for x in S",),
    "count": ("a set, or value for x in S",),
    "all": ("condition for x in S",),
    "any": ("condition for x in S",),
    "beside": ("cell", "board, if there are several"),
    "around": ("cell", "board, if there are several"),
    "within": ("cell", "number of steps", "set of cells", "board, if there are several"),
    "ray": ("cell", "step", "set of cells"),
    "runs": ("set of cells", "step"),
    "windows": ("set of cells", "rows", "columns"),
    "areas": ("labels",),
    "leading": ("condition for x in S",),
}
"""What each function takes, in words."""


def call_of(name: str) -> str:
    """How a function is called.

    >>> call_of("within"), call_of("sum")
    ('within(cell, number of steps, set of cells)', 'sum(value for x in S)')
    """
    parts = (part.partition(", or ")[2] or part for part in PARAMETERS[name] if ", if" not in part)
    return f"{name}({', '.join(parts)})"


def named_board(function: str, arguments: Sequence[T]) -> Sequence[T]:
    """The argument of a function of `PLACES` that names a board, if there is one."""
    return arguments[PLACES[function].count[0] :]


TRUTHS = {"true": True, "false": False}


class Places(Protocol):
    """What expressions ask of a board."""

    name: str
    has_rows: bool
    """Whether the next column of a cell's row is beside it."""
    is_glued: bool

    def near(self, corners: bool, span: Span) -> Mapping[Value, OrderedSet]:
        """The cells that share a side with each cell, or a corner. Raises SpecError if there are none."""

    def home(self, place: tuple[Any, ...]) -> tuple[Any, ...]:
        """The cell that is the same where sides are glued together; else the place itself."""


Home: TypeAlias = Callable[[tuple[Any, ...]], tuple[Any, ...]]
"""The cell that a place is, where sides of a board are glued together."""


def cells_along(
    place: tuple[Any, ...], step: tuple[Any, ...], cells: Container[Any], home: Home = tuple
) -> Iterator[Any]:
    """The cells from a place on, as long as they are among ``cells``, and at most once round."""
    found = {place}
    while (place := home(tuple(map(operator.add, place, step)))) in cells and place not in found:
        found.add(place)
        yield place


class Rays:
    """The cells seen from each place by one step: those from there on, as long as they are among ``cells``,
    and at most once round.

    >>> rays = Rays((0, 1), {(1, 1), (1, 2), (1, 3), (1, 5)})
    >>> rays.seen((1, 1)), rays.seen((1, 0)), rays.seen((1, 3))
    (((1, 2), (1, 3)), ((1, 1), (1, 2), (1, 3)), ())
    """

    def __init__(self, step: tuple[Any, ...], cells: Container[Any], home: Home = tuple) -> None:
        self._step, self._cells, self._home = step, cells, home
        self._rows: dict[tuple[Any, ...], tuple[tuple[Any, ...], int]] = {}
        """Of cells that were met: their longest row, and their place there."""

    def seen(self, place: tuple[Any, ...]) -> tuple[tuple[Any, ...], ...]:
        if self._home is not tuple:
            return tuple(cells_along(place, self._step, self._cells, self._home))
        first = tuple(map(operator.add, place, self._step))
        if first not in self._rows:
            if first not in self._cells:
                return ()
            self._note(first)
        row, at = self._rows[first]
        return row[at:]

    def _note(self, cell: tuple[Any, ...]) -> None:
        back = tuple(map(operator.neg, self._step))
        row = [*cells_along(cell, back, self._cells)][::-1]
        row += cell, *cells_along(cell, self._step, self._cells)
        self._rows.update(zip(row, zip(repeat(tuple(row)), count()), strict=False))


def rows_of(
    cells: Collection[tuple[Any, ...]], step: tuple[Any, ...], home: Home = tuple
) -> Iterator[tuple[Any, ...]]:
    """The longest rows of cells, each by a step from the one before; from its first cell if it goes round.

    >>> [*rows_of({(1, 1): 0, (1, 2): 0, (2, 1): 0, (1, 4): 0}, (0, 1))]
    [((1, 1), (1, 2)), ((2, 1),), ((1, 4),)]
    >>> [*rows_of([(1, 1), (1, 2), (2, 1)], (0, 1), lambda cell: (cell[0], (cell[1] - 1) % 2 + 1))]
    [((2, 1),), ((1, 1), (1, 2))]
    """
    found = set[Any]()
    for goes_round in (False, True):
        for first in cells:
            before = home(tuple(map(operator.sub, first, step)))
            if first not in found and (goes_round or before not in cells):
                row = first, *cells_along(first, step, cells, home)
                found.update(row)
                yield row


def boxes_of(
    cells: Collection[tuple[Any, ...]], sizes: Sequence[int], home: Home = tuple
) -> Iterator[tuple[Any, ...]]:
    """The boxes of cells, each from its first cell on, row by row; none that meets itself.

    >>> [*boxes_of({(1, 1): 0, (1, 2): 0, (2, 1): 0, (2, 2): 0, (2, 3): 0}, (2, 2))]
    [((1, 1), (1, 2), (2, 1), (2, 2))]
    """
    if not cells or min(sizes) <= 0:
        return
    offsets = [*product(*map(range, sizes))]
    for first in cells:
        box = tuple([home(tuple(map(operator.add, first, offset))) for offset in offsets])
        if all(cell in cells for cell in box) and len({*box}) == len(box):
            yield box


def cells_within(place: T, steps: int, cells: Container[T], near: Mapping[T, Iterable[T]]) -> Iterator[T]:
    """The place, and those of the cells to which so many steps lead, each to a cell near the one before.

    >>> [*cells_within(1, 2, {2, 3, 4, 6}, {n: (n - 1, n + 1) for n in range(9)})]
    [1, 2, 3]
    >>> [*cells_within(1, 10**18, {2, 3}, {n: (n - 1, n + 1) for n in range(9)})]
    [1, 2, 3]
    """
    found, last = {place}, [place] if steps >= 0 else []
    while last and steps:
        yield from last
        steps -= 1
        ahead = (to for each in last for to in near[each])
        last = [*dict.fromkeys(to for to in ahead if to in cells and to not in found)]
        found.update(last)
    yield from last


def number_of_subsets(members: int, size: int) -> int:
    """How many subsets of a size there are, or some number beyond 64 bits."""
    if not 0 <= size <= members:
        return 0
    found, size = 1, min(size, members - size)
    for taken in range(1, size + 1):
        found = found * (members - size + taken) // taken
        if found > 2**63:
            break
    return found
