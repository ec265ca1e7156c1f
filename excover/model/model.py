"""A model in Python: items and options from lists, generators, arrays and data frames.

>>> model = Model("N queens")
>>> n = 4
>>> row, column = model.items("row", range(1, n + 1)), model.items("column", range(1, n + 1))
>>> up = model.items("up", range(2, 2 * n + 1), at_most=1)
>>> down = model.items("down", range(1 - n, n), at_most=1)
>>> rs = [r for r in range(1, n + 1) for c in range(1, n + 1)]
>>> cs = [c for r in range(1, n + 1) for c in range(1, n + 1)]
>>> model.options(
...     "queen",
...     rs,
...     cs,
...     covers=[
...         row[rs],
...         column[cs],
...         up[map(int.__add__, rs, cs)],
...         down[map(int.__sub__, rs, cs)],
...     ],
... )
>>> model.add('draw queen(r, c) at (r, c) as "Q"')
>>> print(model.problem().solve())
.Q..
...Q
Q...
..Q.

Items come before the options that cover them. Options are ordered by family, in the order in which the
families were begun.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod
from typing import Any

from excover.cover.core_form import core
from excover.cover.item_bounds import times_of
from excover.cover.read_givens import GivenLike
from excover.diagnostics import SpecError
from excover.expressions.scope import ItemFamily
from excover.limits import DEFAULT, Limits
from excover.messages.about_colored_items import ColorMissing, ColorUnexpected
from excover.messages.about_limits import TooManyItems
from excover.messages.about_models import ColumnsOfOtherLengths, ItemsAfterOption
from excover.messages.about_options import OptionDeclaredTwice
from excover.messages.about_units import UnitsInModel
from excover.model.drafts import OptionDraft
from excover.model.drawn import CellsLike, board_text, shapes_text
from excover.model.model_items import Covers, ModelItems
from excover.names import OptionName, OrderedSet, Value, brief
from excover.pipeline import compile_puzzle
from excover.problem import Problem
from excover.puzzle.listing import Listing
from excover.puzzle.resolve import copied, new_state, puzzle_of, resolve_into
from excover.python_values import ModelColumn, column_of, value_of
from excover.source import Source, Span
from excover.source_files import DescriptionLoader
from excover.syntax import ast
from excover.syntax.format import format_spec
from excover.syntax.read import read

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

CoverLike = Covers | ModelItems | Iterable[Covers | ModelItems]
"""What options cover; a family stands for all of its items."""


class Model:
    """Items and options, stated one by one or in bulk, and statements of the language.

    Methods raise SpecError with the row or the option that is wrong; then the model is as before.
    """

    def __init__(self, title: str = "", *, limits: Limits = DEFAULT) -> None:
        self._limits = limits
        self._state = new_state(DescriptionLoader(limits), {}, limits)
        self._first: dict[str, int] = {}
        self._drafts: dict[str, OptionDraft] = {}
        self._room = 0
        if title:
            self.add(f'puzzle "{title}"')

    def __repr__(self) -> str:
        options = sum(map(len, self._drafts.values()))
        return f"<Model: {self._room:,} items, {options:,} options>"

    def __getitem__(self, name: str) -> ModelItems:
        """The items of a family, a board or pieces by name. Raises KeyError; SpecError for items in units."""
        if name not in self._first:
            raise KeyError(f"the model has no items `{name}`; it has {', '.join(self._first) or 'none'}")
        family = self._state.family(name)
        if family.units is not None:
            raise SpecError(UnitsInModel(name))
        return ModelItems(family, self._first[name])

    # Statements

    def add(self, text: str) -> None:
        """Adds statements of the language, such as `draw`, `symmetry`, `given`, `import` or `expect`.

        Raises SpecError with all errors in them.
        """
        self._resolve(read(Source.of_text("<model>", text), self._limits))

    def _add_one(self, text: str) -> None:
        """Adds a statement made of parts from Python. Raises ValueError if a part holds another statement."""
        spec = read(Source.of_text("<model>", text), self._limits)
        if len(spec.statements) != 1:
            raise ValueError(f"one statement is expected, not {len(spec.statements)}: {brief(text)}")
        self._resolve(spec)

    def _named(self, name: str) -> Span:
        """The place of a name. Raises ValueError if it is no name, SpecError if it is a keyword."""
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} is not a name: a name has letters, digits and `_`, no digit first")
        return read(Source.of_text("<model>", f"item {name}"), self._limits).span

    def minimize(self) -> None:
        """The goal is the least cost."""
        self.add("minimize")

    def maximize(self) -> None:
        """The goal is the greatest cost."""
        self.add("maximize")

    def _resolve(self, spec: ast.Spec) -> None:
        state = copied(self._state)
        before = len(state.found)
        resolve_into(state, spec)
        if any(each.is_error for each in state.found[before:]):
            raise SpecError(state.found[before:])
        self._state = state
        for name in state.scope.families():
            if name not in self._first:
                self._first[name] = self._room
                self._room += len(state.family(name).keys)

    # Items

    def item(self, name: str, **how_often: Any) -> ModelItems:
        """One item without an index; ``how_often`` as for `items`."""
        return self._declare(name, [], how_often)

    def items(
        self,
        name: str,
        *indices: Iterable[Any],
        times: Any = None,
        at_least: Any = None,
        at_most: Any = None,
        colored: bool = False,
    ) -> ModelItems:
        """A family of items: one for each combination of the members of the index sets, repeated ones once.

        Each must be covered exactly once; otherwise ``times``, or at least and at most so often: a number, or
        a column with one for each item. An item that is covered ``at_most=1`` is secondary. A ``colored``
        item may be covered by any number of options that agree on its color.
        """
        if not indices:
            raise TypeError("`items` needs a set of indices; `item` declares a single item")
        how_often = {"times": times, "at_least": at_least, "at_most": at_most, "colored": colored}
        return self._declare(name, indices, how_often)

    def _declare(self, name: str, indices: Sequence[Any], how_often: Mapping[str, Any]) -> ModelItems:
        span = self._named(name)
        ranges = [_length(index) for index in indices if isinstance(index, range)]
        if max(ranges, default=0) > self._limits.items:  # before they are listed
            raise SpecError(TooManyItems(span, [max(ranges)], self._limits.items))
        sets = []
        for index in indices:
            listed = list(islice(index, self._limits.items + 1)) if isinstance(index, Iterator) else index
            if listed is not index and len(listed) > self._limits.items:
                raise SpecError(TooManyItems(span, [len(listed)], self._limits.items))
            sets.append(list(_index_set(listed, name)))
        count = prod(map(len, sets))
        if count > self._limits.items:
            raise SpecError(TooManyItems(span, list(map(len, sets)), self._limits.items))
        keys = tuple(product(*sets))
        shape = ", ".join(brief(_compact(members)) for members in sets)
        text = f"item {name}[{shape}]" if sets else f"item {name}"
        place = Span(Source("<model>", text), len("item "), len(text))
        family = ItemFamily(name, place, len(sets), keys, times_of(count, how_often), shape)
        state = copied(self._state)
        state.take_room(place, count)
        state.declare(family)
        self._state = state
        self._first[name], self._room = self._room, self._room + count
        return self[name]

    def board(
        self, name: str, cells: CellsLike | tuple[int, ...], *, lattice: str = "", sides: Iterable[str] = ()
    ) -> ModelItems:
        """A board, whose cells are items: sizes such as `(6, 10)`, a drawing, or cells counted from 1.

        ``sides`` are `torus`, `cylinder`, `open below`, `open above` or `crossing`.
        """
        self._named(name)
        sides = [sides] if isinstance(sides, str) else sides
        self._add_one(board_text(name, cells, lattice, sides, self._limits.cells))
        return self[name]

    def shapes(
        self, name: str, pieces: str | Sequence[str] | Mapping[str, CellsLike], *, lattice: str = ""
    ) -> ModelItems:
        """Pieces, which are items: a drawing, or the cells or the drawing of each by its letter."""
        self._named(name)
        self._add_one(shapes_text(name, pieces, lattice, self._limits.cells))
        return self[name]

    def place(self, shapes: str | ModelItems, on: str | ModelItems, turned: str = "free") -> None:
        """Makes an option of every placement of the pieces on a board.

        They are `free` (turned and reflected), `one-sided` (turned) or `fixed`. For other parts of the
        statement, write `model.add("place free s on b each 2 times where ..")`.
        """
        names = [each.name if isinstance(each, ModelItems) else each for each in (shapes, on)]
        for name in names:
            self._named(name)
        self._add_one(f"place {turned} {names[0]} on {names[1]}")

    # Options

    def option(
        self, name: str, *arguments: Any, covers: CoverLike, cost: int | None = None, optional: bool = False
    ) -> OptionName:
        """One option. A column in ``covers`` means all of its items.

        ``optional`` allows options without an item that must be covered; it holds for all of the family.
        """
        what = f"an argument of `{name}`"
        values = [value_of(argument, what) for argument in arguments]
        wanted = _listed(covers)
        draft = self._draft(name, len(values), optional, wanted)
        price = None if cost is None else _cost(cost, name)
        draft.add_one(values, wanted, price)
        self._note(draft, wanted)
        return OptionName(name, tuple(values))

    def options(
        self, name: str, *arguments: Any, covers: CoverLike, cost: Any = None, optional: bool = False
    ) -> None:
        """Options in bulk: a column for each argument, columns of covered items, and a column of costs.

        Single values hold for all. Without arguments, the options are numbered from 1.
        """
        what = f"an argument of `{name}`"
        arguments = tuple(list(each) if isinstance(each, tuple) else each for each in arguments)
        columns = [column_of(argument, what) for argument in arguments]
        wanted = _listed(covers)
        prices = None if cost is None else column_of(cost, f"the cost of `{name}`")
        size = _size(name, columns, wanted, prices)
        filled = [
            [value_of(argument, what)] * size if column is None else column
            for argument, column in zip(arguments, columns, strict=True)
        ]
        costs = [cost] * size if prices is None and cost is not None else prices
        draft = self._draft(name, len(filled) or 1, optional, wanted)
        draft.add_many(size, filled, wanted, None if costs is None else [_cost(each, name) for each in costs])
        self._note(draft, wanted)

    def _draft(self, name: str, arity: int, optional: bool, covers: Sequence[Covers]) -> OptionDraft:
        """The family of options, which is begun if it is new. Raises SpecError, ValueError."""
        draft = self._drafts.get(name) or self._begun(name, arity, optional)
        if draft.arity != arity:
            raise ValueError(f"the options `{name}` have {draft.arity} arguments, not {arity}")
        for each in covers:
            family = each.family
            if family.name not in self._first or self._state.family(family.name).keys is not family.keys:
                raise ValueError(f"the items `{family.name}` belong to another model")
            if each.first >= draft.room:
                raise SpecError(ItemsAfterOption(name, family.name))
            colored = any(bounds.colored for bounds in family.bounds)
            if colored and each.colors is None:
                raise SpecError(ColorMissing(draft.statement.span, family.name, family.span))
            if not colored and each.colors is not None:
                raise SpecError(ColorUnexpected(draft.statement.span, family.name, family.span))
        return draft

    def _begun(self, name: str, arity: int, optional: bool) -> OptionDraft:
        self._named(name)
        if earlier := self._state.options.get(name):
            raise SpecError(OptionDeclaredTwice(earlier.name.span, name, earlier.name.span))
        text = f"option {name}({', '.join(f'x{place}' for place in range(1, arity + 1))})"
        span = Span(Source("<model>", text), 0, len(text))
        names = [ast.Name(span, f"x{place}") for place in range(1, arity + 1)]
        patterns = tuple(ast.Pattern(span, (each,), False) for each in names)
        loop = ast.Loop(span, (ast.Binder(span, patterns, ast.Set(span, ())),) if names else (), None)
        statement = ast.Option(span, ast.Name(span, name), loop, (), None, optional, False)
        return OptionDraft(statement, self._room)

    def _note(self, draft: OptionDraft, covers: Sequence[Covers]) -> None:
        """Makes the state know of the options."""
        statement, name = draft.statement, draft.statement.name.id
        if name not in self._drafts:
            self._drafts[name] = draft
            self._state.sources.append(draft.nothing)
        if draft.has_costs and statement.cost is None:
            draft.statement = statement.replaced(cost=ast.Number(statement.span, 0))
        self._state.options[name] = draft.statement
        self._state.covered.update(each.family.name for each in covers)

    # The problem

    def problem(self, given: GivenLike = None) -> Problem:
        """The problem as it is stated so far, as `parse` makes it from a text. Raises SpecError."""
        puzzle = puzzle_of(self._state)
        sources = [
            self._drafts[source.statement.name.id].listing(dict(self._first))
            if isinstance(source, Listing)
            else source
            for source in puzzle.sources
        ]
        return Problem(compile_puzzle(puzzle.replaced(sources=sources), self._limits).given(given))

    def to_xc(self) -> str:
        """The model as a text of the language, which gives the same matrix, without what givens rule out.

        A family with a column of bounds becomes a family for each bound; then items have other names and
        another order.

        Raises SpecError as `problem` does, and ValueError if a value cannot be written, such as a text with
        a quotation mark.
        """
        problem = self.problem()
        return format_spec(core(problem.puzzle, problem.compiled, problem.limits))


def _length(members: range) -> int:
    """Its length, which `len` only has for ranges that fit into memory."""
    return max(0, -((members.start - members.stop) // members.step))


def _index_set(index: Any, name: str) -> Iterable[Value]:
    what = f"an index of `{name}`"
    members = None if isinstance(index, set | frozenset | OrderedSet) else column_of(index, what)
    if members is not None:
        return dict.fromkeys(members)
    value = value_of(index, what)
    if not isinstance(value, OrderedSet):
        raise TypeError(f"`{name}` needs a set of indices, such as range(1, 9), not {index!r}")
    return value


def _compact(members: Sequence[Value]) -> Value:
    """A set, shown as a range if its members are consecutive numbers."""
    first = members[0] if members else None
    if type(first) is int and len(members) > 1 and list(members) == list(range(first, first + len(members))):
        return range(first, first + len(members))
    return OrderedSet(members)


def _listed(covers: Any) -> list[Covers]:
    """What options cover, in order. Raises TypeError."""
    if isinstance(covers, Covers):
        return [covers]
    if isinstance(covers, ModelItems):
        return [covers.all()]
    if isinstance(covers, str) or not isinstance(covers, Iterable):
        raise TypeError(f"options cover items, such as row[1], not {covers!r}")
    return [each for part in covers for each in _listed(part)]


def _size(
    name: str,
    arguments: Sequence[ModelColumn | None],
    covers: Sequence[Covers],
    costs: ModelColumn | None,
) -> int:
    """The number of options. Raises SpecError if columns disagree."""
    lengths = [
        (f"argument {place}", len(each)) for place, each in enumerate(arguments, 1) if each is not None
    ]
    lengths += [(f"`{each.family.name}`", each.rows) for each in covers if each.rows is not None]
    lengths += [] if costs is None else [("cost", len(costs))]
    if not lengths:
        raise ValueError(f"no column says how many options `{name}` there are; `option` adds a single one")
    if len({length for _, length in lengths}) > 1:
        raise SpecError(ColumnsOfOtherLengths(name, lengths))
    return lengths[0][1]


def _cost(cost: Any, name: str) -> int:
    value = cost if type(cost) is int else value_of(cost, f"the cost of `{name}`")
    if type(value) is not int:
        raise TypeError(f"the cost of `{name}` is a whole number, not {value!r}")
    return value
