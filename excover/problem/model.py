"""A model in Python: items and options from lists, generators, arrays and data frames.

>>> model, n = Model("N queens"), 4
>>> row, column = model.items("row", range(1, n + 1)), model.items("column", range(1, n + 1))
>>> up = model.items("up", range(2, 2 * n + 1), at_most=1)
>>> down = model.items("down", range(1 - n, n), at_most=1)
>>> rs, cs = [r for r in range(1, 5) for c in range(1, 5)], [c for r in range(1, 5) for c in range(1, 5)]
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

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, product
from math import prod
from typing import Any, SupportsIndex
from warnings import warn

from excover.base.diagnostics import SpecError
from excover.base.errors import Unpicklable
from excover.base.limits import DEFAULT, Limits
from excover.base.names import OptionName, brief
from excover.base.source import Source
from excover.base.words import as_seen
from excover.language import messages
from excover.language.expressions.scope import ONCE, ItemFamily
from excover.language.meaning.items import exceeding
from excover.language.meaning.listing import Listing
from excover.language.meaning.resolve import new_state, puzzle_of, resolve_into
from excover.language.python_values import value_of
from excover.language.source_files import DescriptionLoader, read
from excover.language.syntax import ast
from excover.matrix.changes import stated_in, times_of, units_of
from excover.matrix.core_form import core_text
from excover.matrix.givens.given import GivenLike
from excover.problem.arguments import (
    CoverLike,
    check_known,
    check_name,
    check_single,
    check_title,
    check_type,
    columns_of,
    each_covered,
    exact_prices,
    in_order,
    most_times,
    named_arguments,
    prices_of,
    told_in_words,
)
from excover.problem.drafts import OptionDraft, stated_option
from excover.problem.model_data import (
    PriceLike,
    StatedNumbers,
    as_python,
    call,
    check_declared,
    compact,
    index_sets,
    repeated_index,
)
from excover.problem.model_items import Covers, ModelItems
from excover.problem.model_statements import CellsLike, GoalMethods, board_text, place_text, shapes_text
from excover.problem.model_wholes import WholeMethods
from excover.problem.pipeline import compile_puzzle
from excover.problem.problem import Problem


@told_in_words
class Model(WholeMethods, GoalMethods, Unpicklable):
    """Items and options, stated one by one or in bulk, and statements of the language.

    Methods raise SpecError with the row, option or keyword that is wrong; then the model is as before.
    """

    _instead = "a Model stays in its process: send its problem, `model.problem()`"

    def __init__(self, title: str = "", *, limits: Limits = DEFAULT) -> None:
        check_type(limits, Limits, "Model(.., limits=..)", "`excover.Limits(..)`")
        self._limits = limits
        self._state = new_state(DescriptionLoader(limits), {}, limits)
        self._first: dict[str, int] = {}
        self._first_sums: dict[str, int] = {}
        self._drafts: dict[str, OptionDraft] = {}
        self._items = self._sums = 0
        self._stated = StatedNumbers()
        if check_title(title):
            self.add(f'puzzle "{title}"')

    def __repr__(self) -> str:
        options = sum(map(len, self._drafts.values()))
        return f"<Model: {self._items:,} items, {options:,} options>"

    def __getitem__(self, name: str) -> ModelItems:
        """The items of a family, a board or pieces by name. Raises SpecError."""
        known = {**self._first, **self._first_sums}
        check_known(name, known, "items", "model.items")
        return ModelItems(self._state.family(name), known[name])

    # Statements

    def add(self, text: str) -> None:
        """Adds statements of the language, such as `draw` or `import`. Raises SpecError with all errors."""
        check_type(text, str, "model.add(text)", "statements of the language as a text")
        self._resolve(read(Source.of_text("<model>", text), self._limits))

    def _add_each(self, *texts: str) -> None:
        """Adds statements made of parts from Python. Raises SpecError if a part holds another statement."""
        specs = [read(Source.of_text(messages.CALL, text), self._limits) for text in texts]
        for spec, text in zip(specs, texts, strict=True):
            check_single(len(spec.statements), text)
        if specs:
            self._resolve(ast.Spec(specs[0].span, tuple(spec.statements[0] for spec in specs)))

    def _told(self) -> StatedNumbers:
        return self._stated

    def _add_soft(self, price: Any, *texts: str) -> None:
        self._add_each(*texts)
        self._stated.price(len(self._state.conditions), len(texts), price)

    def _most(self) -> tuple[int, int]:
        return self._limits.items, self._limits.entries

    def _check_declared(self, name: str, kind: str) -> None:
        known = self._state.boards if kind == "board" else self._state.options
        check_known(name, known, kind, f"model.{kind}")

    def _number_of_arguments(self, name: str) -> int:
        self._check_declared(name, "options")
        return len([*self._state.options[name].loop.names])

    def _names(self) -> set[str]:
        return {*self._state.scope}

    def _resolve(self, spec: ast.Spec, wanted: ast.Goal | None = None) -> None:
        """Adds statements. Of the goals so far, only those of ``wanted`` stay, if there is one."""
        state = self._state.copied()
        if wanted:
            state.goal, state.objectives = None, []
        before = len(state.found)
        resolve_into(state, spec)
        if any(each.is_error for each in state.found[before:]):
            raise SpecError(messages.of_calls(state.found[before:]))
        self._state = state
        for name in state.scope.families():
            self._number(state.family(name))

    def _number(self, family: ItemFamily) -> None:
        """Numbers the items of a new family after all others: items in units apart."""
        if family.name in self._first or family.name in self._first_sums:
            return
        if family.units is None:
            self._first[family.name] = self._items
            self._items += len(family.keys)
        else:
            self._first_sums[family.name] = self._sums
            self._sums += len(family.keys)

    def _want(self, goal: ast.Goal) -> None:
        if earlier := self._state.goal:
            goal = goal.replaced(objectives=(*earlier.objectives, *goal.objectives))
        self._resolve(ast.Spec(goal.span, (goal,)), goal)

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
        units: Any = False,
        else_cost: Any = None,
        over_cost: Any = None,
    ) -> ModelItems:
        """A family of items: one for each combination of the members of the index sets, repeated ones once.

        Each must be covered exactly once; otherwise ``times``, or at least and at most so often: a number, or
        a column with one for each item. An item that is covered ``at_most=1`` is secondary. A ``colored``
        item may be covered by any number of options that agree on its color. With ``units=True`` an item is a
        sum of the amounts of `Covers.by`, and the bounds are those of the sum; ``units=40`` is exactly 40.
        With ``else_cost``, a number or a column, an item may stay uncovered at that cost, by an option
        `no_name(..)` behind all others; ``over_cost`` is that of each time or unit above the upper bound.
        """
        if not indices:
            check_declared(name)
            raise SpecError(messages.NotASetOfIndices(name, "no argument"))
        how_often = {"times": times, "at_least": at_least, "at_most": at_most, "colored": colored}
        costs = {"else_cost": else_cost, "over_cost": over_cost}
        return self._declare(name, indices, {**how_often, "units": units, **costs})

    def _declare(self, name: str, indices: Sequence[Any], how_often: dict[str, Any]) -> ModelItems:
        check_declared(name)
        price, over = how_often.pop("else_cost", None), how_often.pop("over_cost", None)
        stated = stated_in(how_often)
        if price is not None and (stated or over is not None):
            wrong = "an item that may stay uncovered at a cost is covered once otherwise"
            raise SpecError(messages.WrongBounds(wrong, f"leave out {min(stated, default='over_cost')}"))
        sets = index_sets(name, indices, self._limits.items)
        count, keys = prod(map(len, sets)), tuple(product(*sets))
        costs = None if price is None else exact_prices(price, f"the cost of `no_{name}`", count)
        span = call("model.items" if sets else "model.item", f'"{name}"', *map(as_python, sets))
        shape = ", ".join(brief(compact(members)) for members in sets)
        twice = repeated_index(indices, sets)
        units = units_of(count, how_often, twice) if "units" in stated else None
        bounds = [ONCE] * count if units is not None else times_of(count, how_often, twice)
        family = ItemFamily(name, span, len(sets), keys, bounds, shape, units=units)
        if over is not None:
            exceeded = exceeding(family, exact_prices(over, f"the cost of more of `{name}`", count))
            if (family := exceeded or family) is not exceeded:
                raise SpecError(messages.WrongBounds("there is no upper bound to exceed", "write at_most=.."))
        state = self._state.copied()
        state.take_room(span, count)
        state.declare(family)
        if costs is not None and f"no_{name}" in {*state.options, *self._drafts}:
            wrong = f"there are options `no_{name}` already, which would stand for uncovered items"
            raise SpecError(messages.WrongBounds(wrong, "call these options, or the items, by another name"))
        self._state = state
        self._number(family)
        if costs is not None:
            self._leave_uncovered(self[name], [list(column) for column in zip(*keys, strict=True)], costs)
        return self[name]

    def _leave_uncovered(self, items: ModelItems, columns: list[list[Any]], costs: Sequence[Any]) -> None:
        """The option for each item that stands for leaving it uncovered."""
        names = [f"i{place}" for place in range(1, len(columns) + 1)]
        draft, each = self._begun(f"no_{items.name}", names, "options", True), items.all().in_rows_of_one()
        draft.add_many(len(costs), columns, [each], costs)
        self._note(draft, [each])

    def board(
        self, name: str, cells: CellsLike | tuple[int, ...], *, lattice: str = "", sides: Iterable[str] = ()
    ) -> ModelItems:
        """A board, whose cells are items: sizes such as `(6, 10)`, a drawing, or cells counted from 1.

        ``sides`` are `torus`, `torus shifted by 2`, `cylinder`, `open below`, `open above` or `crossing`.
        """
        check_name(name)
        self._add_each(board_text(name, cells, lattice, sides, self._limits.cells))
        return self[name]

    def shapes(
        self, name: str, pieces: str | Sequence[str] | Mapping[str, CellsLike], *, lattice: str = ""
    ) -> ModelItems:
        """Pieces, which are items: a drawing, or the cells or the drawing of each by its letter."""
        check_name(name)
        self._add_each(shapes_text(name, pieces, lattice, self._limits.cells))
        return self[name]

    # Options

    def place(
        self,
        shapes: str | ModelItems,
        on: str | ModelItems,
        turned: str = "free",
        *,
        times: int | None = None,
        at_least: int | None = None,
        at_most: int | None = None,
        covering: int = 0,
        matching: Mapping[str, str | Iterable[str]] | None = None,
    ) -> None:
        """Makes an option of every placement of the pieces on a board.

        They are `free` (turned and reflected), `one-sided` (turned) or `fixed`. Each is used once, or so
        often; ``covering`` is the least number of cells on the board; ``matching`` has the labels of the
        board for a label of the pieces.
        """
        names = [each.name if isinstance(each, ModelItems) else each for each in (shapes, on)]
        check_known(names[0], self._state.shapes, "shapes", "model.shapes")
        check_known(names[1], self._state.boards, "board", "model.board")
        how_often = {"times": times, "at_least": at_least, "at_most": at_most}
        pairs = {} if matching is None else matching
        self._add_each(place_text(names[0], names[1], turned, how_often, covering, pairs))

    def option(
        self,
        name: str,
        /,
        *arguments: Any,
        covers: CoverLike,
        cost: PriceLike | None = None,
        most: SupportsIndex = 1,
        optional: bool = False,
        **named: Any,
    ) -> OptionName:
        """One option. A column in ``covers`` means all of its items; ``named`` are arguments, too.

        An ``optional`` one need not cover an item that must be covered; others of the family still must.
        If some may be chosen up to ``most`` times, how often is the last argument of all of the family.
        """
        wanted = each_covered(covers)
        one_row = {each: [value] for each, value in named.items()}
        draft, given = self._draft(name, [[each] for each in arguments], one_row, optional, wanted)
        values = [value_of(argument, f"an argument of `{name}`") for (argument,) in given]
        price = None if cost is None else prices_of(cost, f"the cost of `{name}`")[0]
        draft.add_one(values, wanted, price, optional, most_times(name, most)[0])
        self._note(draft, wanted)
        return OptionName(name, tuple(values))

    def options(
        self,
        name: str,
        /,
        *arguments: Any,
        covers: CoverLike,
        cost: Any = None,
        most: Any = 1,
        optional: bool = False,
        **named: Any,
    ) -> None:
        """Options in bulk: a column for each argument, columns of covered items, of costs, and of ``most``.

        Single values hold for all; tuples are refused: they may be columns. Arguments have the names of
        keywords, or of columns of frames. Without arguments, the options are numbered from 1.
        """
        wanted = each_covered(covers)
        draft, given = self._draft(name, arguments, named, optional, wanted, ["x1"])
        size, filled, prices = columns_of(name, draft.arguments, given, wanted, cost)
        draft.add_many(size, filled, wanted, prices, optional, most_times(name, most, size))
        self._note(draft, wanted)

    def also(self, name: str, *, covers: CoverLike) -> None:
        """What all options of this name, as many as there are so far, cover besides: a row for each of them.

        For options of other statements than `option` and `options`, write `model.add("also ..")`.
        """
        check_known(name, self._drafts, "options", "model.options")
        draft, wanted = self._drafts[name], each_covered(covers)
        for each in map(self._checked, wanted):
            if each.rows not in (None, len(draft)):
                raise SpecError(messages.NotARowForEachOption(name, len(draft), each.rows or 0))
        draft.also(wanted)
        self._note(draft, wanted)

    def _draft(
        self,
        name: str,
        arguments: Sequence[Any],
        named: Mapping[str, Any],
        optional: bool,
        covers: Sequence[Covers],
        numbered: Sequence[str] = (),
    ) -> tuple[OptionDraft, list[Any]]:
        """The family of options, begun if it is new, and all arguments in its order.

        ``numbered`` is the argument of options without any, which are numbered. Raises SpecError.
        """
        check_type(optional, bool, f"model.options({as_seen(name)}, .., optional=..)", "True or False")
        scope = self._state.scope
        taken = {each for each in scope if not isinstance(scope[each], ItemFamily)}
        draft = self._drafts.get(name) if isinstance(name, str) else None
        if draft is None:
            found = named_arguments(arguments, named, taken)
            method = "options" if numbered else "option"
            draft, given = self._begun(name, list(found) or numbered, method), list(found.values())
        elif numbered and not arguments and not named and draft.is_numbered:
            given = []
        else:
            given = in_order(name, draft.arguments, arguments, named, taken)
        for each in map(self._checked, covers):
            if each.family.name not in draft.families:
                raise SpecError(messages.ItemsAfterOption(name, each.family.name))
        return draft, given

    def _checked(self, covers: Covers) -> Covers:
        name, state = covers.family.name, self._state
        covers.check(state.family(name) if name in state.scope else None)
        return covers

    def _begun(self, name: str, arguments: Sequence[str], method: str, last: bool = False) -> OptionDraft:
        check_declared(name)
        statement = stated_option(name, arguments, method)
        if earlier := self._state.options.get(name):
            raise SpecError(messages.OptionsOfCallAndText(statement.span, name, earlier.name.span))
        return OptionDraft(statement, frozenset(self._state.scope.families()), self._limits.entries, last)

    def _note(self, draft: OptionDraft, covers: Sequence[Covers]) -> None:
        """Makes the state know of the options."""
        name = draft.statement.name.id
        if name not in self._drafts:
            self._drafts[name] = draft
            (self._state.last_sources if draft.last else self._state.sources).append(draft.nothing)
        self._state.options[name] = draft.restated()
        self._state.covered.update(each.family.name for each in covers)

    # The problem

    def problem(self, given: GivenLike = None) -> Problem:
        """The problem as it is stated so far, as `parse` makes it from a text. Raises SpecError."""
        for each in (found := [draft.warning for draft in self._drafts.values() if draft.warning]):
            warn(each.plain(), stacklevel=3)
        try:
            drafts, puzzle = self._drafts.values(), puzzle_of(self._state)
            of_texts = chain.from_iterable(draft.texts() for draft in drafts)
            scales = [draft.sum_steps for draft in drafts], [draft.cost_step for draft in drafts]
            originals, sums = self._stated.originals(puzzle, *scales, of_texts)
            stated = dict(self._first), dict(self._first_sums), originals.cost, sums
            sources = [
                self._drafts[each.statement.name.id].listing(*stated) if isinstance(each, Listing) else each
                for each in puzzle.sources
            ]
            puzzle = puzzle.replaced(sources=sources, warnings=[*messages.of_calls(puzzle.warnings), *found])
            puzzle = self._stated.whole(puzzle, originals.cost, sums)
            return Problem(compile_puzzle(puzzle, self._limits).seen_as(originals).given(given))
        except SpecError as wrong:
            raise SpecError(messages.of_calls(wrong.diagnostics)) from None

    def to_xc(self) -> str:
        """The model as a text of the language, which gives the same matrix, without what givens rule out.

        A family with a column of bounds becomes a family for each bound; then items have other names and
        another order. Symmetries are not written, which a comment in the text notes.

        Raises SpecError as `problem` does, and if a value cannot be written, such as a text with a quotation
        mark.
        """
        problem = self.problem()
        return core_text(problem.puzzle, problem.compiled, problem.limits)
