r"""What must be covered: item families, and the rules that they come from.

The rules of a puzzle as its description states them.

>>> from excover.problem.problem import parse
>>> text = "board b 2x2, at most 1 hole shapes p\n  |AA\nplace free p on b each 2 times require p apart"
>>> bounding(parse(text).puzzle)
{'b_holes': 'board b at most 1 hole', 'p_apart': 'require p apart'}
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, assert_never

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import OrderedSet, Value, brief
from excover.base.words import plural
from excover.language import messages
from excover.language.expressions.frame import UNIT, Frame
from excover.language.expressions.scope import (
    AT_MOST_ONCE,
    COLORED,
    ONCE,
    Constant,
    ItemFamily,
    LabelValues,
    Times,
    UnitBounds,
    check,
    check_loop,
)
from excover.language.meaning.puzzle import Board, Puzzle
from excover.language.meaning.state import State, unlike
from excover.language.syntax import ast

MOST_TIMES = 1_000_000
MOST_UNITS = 2**62

_NAMED = "give the member a name in the index, such as `item row[r in S] clue[r] times`"
_ONE_BOUND_OF_PIECES = (
    "one bound holds for all pieces of a statement: place those of each bound by themselves, as in "
    "`shapes twice = I, O of p` and `place free twice on b each 2 times`"
)


def declare_items(state: State, items: ast.Items) -> None:
    for family in items.families:
        state.declare(_item_family(state, family))


def bounds_of_pieces(state: State, stated: ast.Bounds | ast.AtMostOnce | None) -> Times:
    """How often each piece is used. Raises SpecError."""
    try:
        return bounds_of(state, stated)
    except SpecError as wrong:
        raise _of_members(wrong, _ONE_BOUND_OF_PIECES) from None


def _of_members(wrong: SpecError, way: str) -> SpecError:
    """The same with what helps where an unknown name was meant as a member; one with an index is a table."""
    return SpecError(
        [
            each.replaced(way=_declared(each.name) if _has_index(each) else way)
            if isinstance(each, messages.UnknownName)
            else each
            for each in wrong.diagnostics
        ]
    )


def _declared(name: str) -> str:
    return f"declare it above, such as `let {name} = (2, 1, 3)`, whose members are `{name}[1]` and so on"


def _has_index(unknown: messages.UnknownName) -> bool:
    return unknown.span.source.text[unknown.span.end :].startswith("[")


def _units_of(state: State, stated: ast.Units, members: Frame) -> list[UnitBounds]:
    """Bounds on the sum of each member. Raises SpecError if they are no numbers, or exclude everything."""
    lower, upper = (
        _numbers(state, expr, members, _is_amount, _invalid_units) for expr in (stated.lower, stated.upper)
    )
    for row, (low, high) in enumerate(zip(lower, upper, strict=True)):
        if low is not None and high is not None and high < low:
            raise SpecError(messages.EmptyUnits(stated.span, low, high, members.binding(row)))
    return list(map(UnitBounds, lower, upper))


def _is_amount(value: Value) -> bool:
    return type(value) is int and abs(value) <= MOST_UNITS


def bounds_of(state: State, stated: ast.Bounds | ast.AtMostOnce | ast.Colored | None) -> Times:
    """Bounds outside all loops. Raises SpecError."""
    check_bounds(state, stated, ())
    return _bounds_of(state, stated, UNIT)[0]


def check_bounds(state: State, stated: ast.Multiplicity | None, local: Collection[str]) -> None:
    """Raises SpecError unless every name has a meaning."""
    for expr in (stated.lower, stated.upper) if isinstance(stated, ast.Bounds | ast.Units) else ():
        if expr is not None:
            check(expr, state.scope, local)


def _bounds_of(
    state: State, stated: ast.Bounds | ast.AtMostOnce | ast.Colored | None, members: Frame
) -> list[Times]:
    """How often each member is covered."""
    match stated:
        case None:
            return [ONCE] * members.size
        case ast.AtMostOnce():
            return [AT_MOST_ONCE] * members.size
        case ast.Colored():
            return [COLORED] * members.size
        case ast.Bounds(span, lower, upper):
            lows, highs = (
                _numbers(state, expr, members, _is_number_of_times, _invalid_times) for expr in (lower, upper)
            )
            for row, (low, high) in enumerate(zip(lows, highs, strict=True)):
                if high is not None and high < (low or 0):
                    raise SpecError(messages.EmptyDemand(span, low or 0, high, members.binding(row)))
            return [Times(low or 0, high) for low, high in zip(lows, highs, strict=True)]
        case _:
            assert_never(stated)


def _invalid_times(expr: ast.Expr, value: Value, binding: str) -> Diagnostic:
    return messages.InvalidDemand(expr.span, value, _range(expr), binding)


def _invalid_units(expr: ast.Expr, value: Value, binding: str) -> Diagnostic:
    return messages.InvalidUnits(expr.span, value, binding)


def _is_number_of_times(value: Value) -> bool:
    return type(value) is int and 0 <= value < MOST_TIMES


def _numbers(
    state: State,
    expr: ast.Expr | None,
    members: Frame,
    fits: Callable[[Value], bool],
    wrong: Callable[[ast.Expr, Value, str], Diagnostic],
) -> list[Any]:
    """The number of each member; None if there is no expression."""
    if expr is None:
        return [None] * members.size
    if expr.mentioned.isdisjoint(members.columns):
        members = Frame(members.size)
    column = state.evaluator.column(expr, members)
    for row, value in enumerate(column):
        if not fits(value):
            raise SpecError(wrong(expr, value, members.binding(row)))
    return column


def _range(expr: ast.Expr) -> str:
    """What a difference of two numbers, such as `0-3`, looks like as a range."""
    match expr:
        case ast.Binary(left=ast.Number(value=low), operator="-", right=ast.Number(value=high)):
            return f"{low}..{high}"
        case _:
            return ""


def _item_family(state: State, family: ast.Family) -> ItemFamily:
    stated = family.multiplicity
    loop = ast.Loop(family.span, tuple(family.binders(state.scope)), None)
    local = check_loop(loop, state.scope)
    try:
        check_bounds(state, stated, local)
    except SpecError as wrong:
        raise _of_members(wrong, _NAMED) from None
    is_product = not any(binder.domain.mentioned & local for binder in loop.binders)
    if is_product:
        sets = list(_sets(state, loop, family.name.id))
        shape, count = ", ".join(map(brief, sets)), prod(map(len, sets))
        if count > state.limits.items:
            raise SpecError(messages.TooManyItems(family.span, list(map(len, sets)), state.limits.items))
    else:
        shape = ", ".join(binder.domain.span.text for binder in loop.binders)
    demand = [part for part in (stated, family.over) if part is not None]
    if is_product and not any(part.mentioned & local for part in demand):
        keys: tuple[tuple[Value, ...], ...] = tuple(product(*sets))
        members = Frame(count)
    else:
        members = state.evaluator.named(loop)
        keys = _keys(loop, members)
    state.take_room(family.name.span, members.size)
    units = _units_of(state, stated, members) if isinstance(stated, ast.Units) else None
    bounds = [ONCE] * members.size if isinstance(stated, ast.Units) else _bounds_of(state, stated, members)
    found = ItemFamily(family.name.id, family.name.span, len(loop.binders), keys, bounds, shape, units=units)
    return found if family.over is None else _exceeding(state, found, family.over, members, local)


def _exceeding(
    state: State, family: ItemFamily, over: ast.Expr, members: Frame, local: frozenset[str]
) -> ItemFamily:
    """The items without their upper bounds, which may be exceeded at a cost."""
    check(over, state.scope, local)
    costs = state.evaluator.of_kind(
        over, members if over.mentioned & local else Frame(members.size), "number"
    )
    if found := exceeding(family, costs):
        return found
    raise SpecError(messages.NothingToExceed(over.span, family.name))


def exceeding(family: ItemFamily, costs: Sequence[int]) -> ItemFamily | None:
    """The same items, each of whose upper bounds may be exceeded at a cost; None if one has none."""
    most = [each.upper for each in family.units or family.bounds]
    if None in most or family.is_colored:
        return None
    units = family.units and [UnitBounds(each.lower, None) for each in family.units]
    bounds = family.bounds if units else [Times(each.lower, None) for each in family.bounds]
    excess = list(zip((each for each in most if each is not None), costs, strict=True))
    return family.replaced(bounds=bounds, units=units, excess=excess)


def _keys(loop: ast.Loop, members: Frame) -> tuple[tuple[Value, ...], ...]:
    """The index of each item; the member of a set of tuples may have a name for each part."""
    columns: list[Iterable[Value]] = []
    for binder in loop.binders:
        names = [members.columns[name.id] for name in binder.patterns[0].names]
        columns.append(zip(*names, strict=True) if binder.patterns[0].is_tuple else names[0])
    return tuple(zip(*columns, strict=True)) if columns else ((),)


def _sets(state: State, loop: ast.Loop, family: str) -> Iterator[range | OrderedSet]:
    for binder in loop.binders:
        members = state.evaluator.constant(binder.domain)
        if not isinstance(members, range | OrderedSet):
            raise SpecError(messages.NotAnIndexSet(binder.domain.span, members))
        if not members and not any(may_be_empty(state.scope.get(name)) for name in binder.domain.mentioned):
            state.found.append(messages.EmptyItemFamily(binder.domain.span, family))
        yield members


def may_be_empty(meaning: object) -> bool:
    """Whether that a set has no members is meant, as of labels, and of a set written as `{}`."""
    return isinstance(meaning, LabelValues) or (isinstance(meaning, Constant) and meaning.is_written_empty)


# Options that stand for what nothing covers: of `item .. else cost e`, and `board .., at most k holes`.
#
# `item task[1..9] else cost 5` is
#
#     item task[1..9]
#     option no_task(i in 1..9) covers task[i] cost 5
#
# except that the option comes after all others. `board tray 5x5, at most 4 holes` is
#
#     board tray 5x5
#     item tray_holes at most 4 times
#     option no_tray(cell in tray) covers tray[cell], tray_holes
#
# except that the option is not drawn: the cell is empty.


def no_cover(state: State, family: ast.Family, price: ast.Expr) -> ast.Option:
    """The option for each item of a family that leaves it uncovered."""
    span = family.name.span
    binders = tuple(family.binders(state.scope))
    names = [
        ast.Tuple(span, pattern.names) if pattern.is_tuple else pattern.names[0]
        for binder in binders
        for pattern in binder.patterns
    ]
    covered = ast.CoveredItem(span, ast.Ref(span, family.name, tuple(names)), None, None)
    name, loop = ast.Name(span, f"no_{family.name.id}"), ast.Loop(span, binders, None)
    return ast.Option(span, name, loop, (covered,), price, False, False)


def holes_of(board: str) -> str:
    """The name of the item that every hole of a board covers."""
    return f"{board}_holes"


def no_cell_of(board: str) -> str:
    """The name of the options that leave cells of a board empty."""
    return f"no_{board}"


def empty_cell(board: Board) -> ast.Option:
    """The option for each cell of a board that leaves it empty; ``?`` may be empty without it."""
    span = board.span
    own, cell = ast.Name(span, board.name), ast.Name(span, "cell")
    cells: ast.Expr = own
    if board.optional:
        from excover.language.expressions.reduce import set_of  # few boards have such cells

        cells = set_of(place for cell, place in board.positions.items() if cell not in board.optional)
    binders = (ast.Binder(span, (ast.Pattern(span, (cell,), is_tuple=False),), cells),)
    refs = ast.Ref(span, own, (cell,)), ast.Ref(span, ast.Name(span, holes_of(board.name)), ())
    covers = tuple(ast.CoveredItem(span, ref, None, None) for ref in refs)
    name, loop = ast.Name(span, no_cell_of(board.name)), ast.Loop(span, binders, None)
    return ast.Option(span, name, loop, covers, None, False, False)


def bounding(puzzle: Puzzle) -> dict[str, str]:
    """The families of items that a rule declares, with the rule."""
    found = {name: statement_text(each) for each, name in rule_names(puzzle)}
    found |= {name: f"{family.name}, more at cost" for family, name in exceeded(puzzle)}
    written = {statement.span: statement_text(statement) for statement in puzzle.rules}
    holes = {holes_of(board.name): board for board in puzzle.boards if board.has_holes}
    for family in puzzle.families:
        if family.name in holes:
            found[family.name] = holes_text(puzzle, holes[family.name])
        elif family.span in written:
            found[family.name] = written[family.span]
    return found


def rule_names(puzzle: Puzzle) -> Iterator[tuple[ast.RequireThat, str]]:
    """The conditions, each with the name of the items that it makes: `rule_1`, `rule_2` .."""
    taken = {*puzzle.scope}
    for number, statement in enumerate(puzzle.conditions, 1):
        yield statement, unlike(f"rule_{number}", taken)


def exceeded(puzzle: Puzzle) -> Iterator[tuple[ItemFamily, str]]:
    """The families whose upper bounds may be exceeded, each with the name of the items that this makes."""
    for family in (*puzzle.families, *puzzle.resources):
        if family.excess:
            yield family, unlike(f"{family.name}_more", {*puzzle.scope})


def holes_text(puzzle: Puzzle, board: Board) -> str:
    """How many cells of a board may stay empty."""
    bounds = next(family.bounds[0] for family in puzzle.families if family.name == holes_of(board.name))
    return f"board {board.name} at most {plural(bounds.upper or 0, 'hole')}"


def statement_text(statement: ast.Requiring | ast.CostBound) -> str:
    """In one line."""
    return " ".join(filter(None, map(str, statement.clauses())))
