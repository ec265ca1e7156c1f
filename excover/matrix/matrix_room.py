"""The numbers of items, and how many items, options and entries there is still room for.

>>> from excover.base.source import Source
>>> room = MatrixRoom(Limits(options=10))
>>> room.take(Span(Source("x.xc", "option"), 0, 6), options=8)
>>> room.options, room.is_full
(8, False)

Where pieces of sticks may not cross: items that the pieces that would cross there all cover.

>>> from excover.lattices import SQUARE_EDGES
>>> cross = [(0, 1, 2), (0, 2, 1), (0, 2, 3), (0, 3, 2)]
>>> crossings = Crossings(SQUARE_EDGES, cross)
>>> crossings.of((0, 3)), crossings.of((1, 2)), crossings.of((0, 1))
([0], [0], [])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, repeat
from typing import TYPE_CHECKING

from excover.base.diagnostics import SpecError
from excover.base.frozen import Frozen
from excover.base.limits import Limits
from excover.base.names import HIDDEN, ItemName, RuleItem, UnitItem, Value
from excover.base.source import Span
from excover.language import messages
from excover.language.expressions.scope import AT_MOST_ONCE, ONCE, ItemFamily, Times
from excover.language.meaning.listing import FlatRows, OnDemand
from excover.language.meaning.puzzle import Board, Piece, Placing
from excover.lattices import Cell, Lattice

if TYPE_CHECKING:
    from excover.matrix.placements import Grid, Ways


class Crossings:
    """Those of a board with these cells, numbered.

    Two pieces cross at a joint where each has two edges with edges of the other on both sides. So for any
    four edges there, pieces with the first and the third of them, or with the two others, exclude each other:
    they cover the same item at most once. A piece with all four covers it once.
    """

    def __init__(self, lattice: Lattice, cells: Sequence[Cell]) -> None:
        number = {cell: at for at, cell in enumerate(cells)}
        self._at: dict[frozenset[int], list[int]] = {}
        for crossing, chords in enumerate(lattice.crossings(cells)):
            for chord in chords:
                self._at.setdefault(frozenset(map(number.__getitem__, chord)), []).append(crossing)

    @property
    def exist(self) -> bool:
        return bool(self._at)

    def of(self, way: Sequence[int]) -> list[int]:
        """The crossings that cells, by their numbers, pass."""
        if not self._at:
            return []
        found = (self._at.get(frozenset(pair), ()) for pair in combinations(way, 2))
        return sorted({crossing for each in found for crossing in each})


class MatrixRoom:
    """Counts items, options and entries against their limits before they are made.

    What the placements on a board have in common is made once. ``effective`` are the places of statements,
    and of parts of them, that have an effect; ``excluded`` has the condition that leaves out an option.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.items = self.options = self.entries = 0
        self._grids: dict[str, Grid] = {}
        self._ways: dict[tuple[str, str, str], Ways] = {}
        self._crossings: dict[str, Crossings] = {}
        self.effective: set[Span] = set()
        self.excluded: dict[int, Span] = {}

    @property
    def is_full(self) -> bool:
        limits = self.limits
        return self.items > limits.items or self.options > limits.options or self.entries > limits.entries

    def take(self, span: Span, options: int = 0, entries: int = 0, items: int = 0) -> None:
        """Raises SpecError if there are too many in all."""
        self.items += items
        self.options += options
        self.entries += entries
        if self.items > self.limits.items:
            raise SpecError(messages.TooManyItemsTogether(span, self.items, self.limits.items))
        if self.options > self.limits.options:
            raise SpecError(messages.TooManyOptions(span, "options", self.options, self.limits.options))
        if self.entries > self.limits.entries:
            raise SpecError(messages.TooManyOptions(span, "entries", self.entries, self.limits.entries))

    def note(self, span: Span, has_effect: object) -> None:
        """Notes whether a statement, or a part of one, makes or changes anything."""
        if has_effect:
            self.effective.add(span)

    def ways(self, placing: Placing, piece: Piece) -> Ways:
        """The placements of a piece, not yet made."""
        key = placing.shapes.name, placing.board.name, piece.letter
        if key not in self._ways:
            from excover.matrix.placements import Grid, Ways  # without pieces there are none

            grid = self._grids.get(placing.board.name) or Grid(placing.board)
            self._grids[placing.board.name] = grid
            on = {cell: placing.matching[label] for cell, label in piece.labels.items()}
            self._ways[key] = Ways(grid, piece.cells, placing.group, placing.at_least, on)
        return self._ways[key]

    def lay(self, placing: Placing, piece: Piece) -> FlatRows:
        """The placements of a piece, up to the limit: the numbers of the cells that each covers."""
        most = self.limits.options - self.options
        ways = FlatRows.of(self.ways(placing, piece).made(most))
        self.take(placing.span, len(ways), len(ways.entries) + len(ways))
        return ways

    def crossings(self, board: Board) -> Crossings:
        """Where pieces may not cross on a board."""
        if board.name not in self._crossings:
            cells = () if "crossing" in board.flags else board.cells
            self._crossings[board.name] = Crossings(board.lattice, cells)
        return self._crossings[board.name]


class RuleItems(Frozen):
    """The items that a rule adds for one binding of its loop, which are named by their numbers beyond
    ``before``; the rest is as in `RuleItem`.
    """

    family: str
    before: int
    words: str
    binding: Callable[[], str]

    def name(self, item: int) -> RuleItem:
        return RuleItem.of(self.family, item - self.before, self.words, self.binding)


class ItemNames(OnDemand[ItemName]):
    """The names of items, of which those of rules, very many, are made when they are asked for."""

    def __init__(self, names: Sequence[ItemName | RuleItems]) -> None:
        self._names = names

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[ItemName]:
        return map(self._made, range(len(self._names)))

    def __reduce__(self) -> tuple[object, ...]:
        return list, (list(self),)

    def _made(self, number: int) -> ItemName:
        found = self._names[number]
        return found.name(number) if isinstance(found, RuleItems) else found


FIRST_SUM = 2**32
"""Items in units have numbers, too: from here on, beyond those of all items."""


class NumberedItems:
    """The items of all families, numbered in the order of the description.

    Those of ``resources`` are sums, with numbers of their own from ``FIRST_SUM`` on; they take no room.
    ``secondary`` are the numbers of items that need not be covered.
    """

    def __init__(
        self, families: Iterable[ItemFamily], room: MatrixRoom, resources: Iterable[ItemFamily] = ()
    ) -> None:
        self._room = room
        self._names: list[ItemName | RuleItems] = []
        self.names = ItemNames(self._names)
        self.spans: list[Span] = []
        self.bounds: list[Times] = []
        self.secondary: set[int] = set()
        self.palette: dict[Value, int] = {}
        self.families: dict[str, ItemFamily] = {}
        self.numbers: dict[str, dict[tuple[Value, ...], int]] = {}
        self._crossings: dict[ItemName, int] = {}
        for family in families:
            first = len(self._names)
            self.families[family.name] = family
            self.numbers[family.name] = dict(
                zip(family.keys, range(first, first + len(family.keys)), strict=True)
            )
            name = UnitItem if family.of_unit else ItemName
            self._names += map(name, repeat(family.name), family.keys)
            self.spans += [family.span] * len(family.keys)
            self.bounds += family.bounds
        self.secondary.update(item for item, bounds in enumerate(self.bounds) if bounds.is_secondary)
        room.items = len(self._names)  # counted when they were declared
        self.resources = list(resources)
        first = FIRST_SUM
        for family in self.resources:
            self.families[family.name] = family
            self.numbers[family.name] = dict(
                zip(family.keys, range(first, first + len(family.keys)), strict=True)
            )
            first += len(family.keys)

    @property
    def all_names(self) -> Sequence[ItemName]:
        """Those of a matrix: a list, if no rule adds any."""
        return self.names if RuleItems in set(map(type, self._names)) else list(self.names)

    def color(self, value: Value) -> int:
        """The number of a color, counted from 1 in the order in which colors are first used."""
        return self.palette.setdefault(value, len(self.palette) + 1)

    def add(self, name: ItemName | RuleItems, span: Span, bounds: Times = ONCE, entries: int = 0) -> int:
        """Adds an item that so many options will cover. Raises SpecError if there are too many."""
        self._room.take(span, entries=entries, items=1)
        self._names.append(name)
        self.spans.append(span)
        self.bounds.append(bounds)
        number = len(self._names) - 1
        if bounds.is_secondary:
            self.secondary.add(number)
        return number

    def crossing(self, board: Board, number: int) -> int:
        """An item that pieces which cross there would cover twice."""
        name = ItemName(HIDDEN, (f"crossing {number + 1} of {board.name}",))
        if name not in self._crossings:
            self._crossings[name] = self.add(name, board.span, AT_MOST_ONCE)
        return self._crossings[name]
