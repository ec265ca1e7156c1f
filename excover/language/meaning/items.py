"""What must be covered: item families."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any, assert_never

from excover.base.diagnostics import Edit, SpecError
from excover.base.names import OrderedSet, brief
from excover.base.words import clipped
from excover.language.expressions.reduce import set_of
from excover.language.expressions.scope import AT_MOST_ONCE, COLORED, ONCE, ItemFamily, Times, UnitBounds
from excover.language.meaning.puzzle import Board
from excover.language.meaning.state import State
from excover.language.messages.about_goals import EmptyUnits, InvalidUnits
from excover.language.messages.about_items import EmptyDemand, EmptyItemFamily, InvalidDemand, NotAnIndexSet
from excover.language.messages.about_limits import TooManyItems
from excover.language.messages.about_names import UnknownName
from excover.language.syntax import ast

MOST_TIMES = 1_000_000
MOST_UNITS = 2**62

_ONE_BOUND = (
    "one bound holds for all items of a statement: state those of each bound by themselves, as in "
    "`item twice[{r for r in S where f(r) = 2}] 2 times`, covered by `twice[r] if r in twice`"
)
_ONE_BOUND_OF_PIECES = (
    "one bound holds for all pieces of a statement: place those of each bound by themselves, as in "
    "`shapes twice = I, O of p` and `place free twice on b each 2 times`"
)


def declare_items(state: State, items: ast.Items) -> None:
    stated = items.multiplicity
    units, bounds = None, ONCE
    try:
        if isinstance(stated, ast.Units):
            units = units_of(state, stated)
        else:
            bounds = bounds_of(state, stated)
    except SpecError as wrong:
        raise _of_members(wrong, _ONE_BOUND) from None
    for family in items.families:
        state.declare(_item_family(state, family, bounds, units))


def bounds_of_pieces(state: State, stated: ast.Bounds | ast.AtMostOnce | None) -> Times:
    """How often each piece is used. Raises SpecError."""
    try:
        return bounds_of(state, stated)
    except SpecError as wrong:
        raise _of_members(wrong, _ONE_BOUND_OF_PIECES) from None


def _of_members(wrong: SpecError, way: str, meant: Edit | None = None) -> SpecError:
    """The same with what helps where an unknown name was meant as a member."""
    if not any(isinstance(each, UnknownName) for each in wrong.diagnostics):
        return wrong
    return SpecError(
        [
            each.replaced(way=way, meant=meant) if isinstance(each, UnknownName) else each
            for each in wrong.diagnostics
        ]
    )


def units_of(state: State, stated: ast.Units) -> UnitBounds:
    """Bounds on a sum. Raises SpecError if they are no numbers, or exclude everything."""
    low, high = (None if expr is None else _amount(state, expr) for expr in (stated.lower, stated.upper))
    if low is not None and high is not None and high < low:
        raise SpecError(EmptyUnits(stated.span, low, high))
    return UnitBounds(low, high)


def _amount(state: State, expr: ast.Expr) -> int:
    value = state.constant(expr)
    if type(value) is not int or abs(value) > MOST_UNITS:
        raise SpecError(InvalidUnits(expr.span, value))
    return value


def bounds_of(state: State, stated: ast.Bounds | ast.AtMostOnce | ast.Colored | None) -> Times:
    match stated:
        case None:
            return ONCE
        case ast.AtMostOnce():
            return AT_MOST_ONCE
        case ast.Colored():
            return COLORED
        case ast.Bounds(span, lower, upper):
            low = _times(state, lower)
            high = None if upper is None else _times(state, upper)
            if high is not None and high < low:
                raise SpecError(EmptyDemand(span, low, high))
            return Times(low, high)
        case _:
            assert_never(stated)


def _range(expr: ast.Expr) -> str:
    """What a difference of two numbers, such as `0-3`, looks like as a range."""
    match expr:
        case ast.Binary(left=ast.Number(value=low), operator="-", right=ast.Number(value=high)):
            return f"{low}..{high}"
        case _:
            return ""


def _times(state: State, expr: ast.Expr) -> int:
    value = state.constant(expr)
    if type(value) is not int or not 0 <= value < MOST_TIMES:
        raise SpecError(InvalidDemand(expr.span, value, _range(expr)))
    return value


def _index_set(state: State, expr: ast.Expr) -> Any:
    """The value of an index; raises SpecError, of `r in S` with the set alone as what is meant."""
    try:
        return state.constant(expr)
    except SpecError as wrong:
        match expr:
            case ast.Comparison(first=ast.Name() as name, rest=(("in", members),)):
                meant = Edit(expr.span, members.span.text, is_certain=True)
                way = f"leave `{clipped(name.id)} in` out: items have the members of a set as indices"
                raise _of_members(wrong, way, meant) from None
            case _:
                raise


def _item_family(state: State, family: ast.Family, bounds: Times, units: UnitBounds | None) -> ItemFamily:
    sets: list[Any] = []
    for expr in family.index:
        members = _index_set(state, expr)
        if not isinstance(members, range | OrderedSet):
            raise SpecError(NotAnIndexSet(expr.span, members))
        if not members:
            state.found.append(EmptyItemFamily(expr.span, family.name.id))
        sets.append(members)
    count = prod(map(len, sets))
    if count > state.limits.items:
        raise SpecError(TooManyItems(family.span, list(map(len, sets)), state.limits.items))
    state.take_room(family.name.span, count)
    shape = ", ".join(map(brief, sets))
    keys = tuple(product(*sets))
    sums = None if units is None else [units] * count
    return ItemFamily(family.name.id, family.name.span, len(sets), keys, [bounds] * count, shape, units=sums)


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


def no_cover(family: ast.Family, price: ast.Expr) -> ast.Option:
    """The option for each item of a family that leaves it uncovered."""
    span = family.name.span
    taken = {name for expr in (*family.index, price) for name in expr.mentioned}
    names = []
    for _ in family.index:
        names.append(ast.Name(span, _unlike("i", taken)))
        taken.add(names[-1].id)
    binders = tuple(
        ast.Binder(span, (ast.Pattern(span, (name,), is_tuple=False),), index)
        for name, index in zip(names, family.index, strict=True)
    )
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
    needed = [board.position(cell) for cell in board.cells if cell not in board.optional]
    cells = set_of(needed) if board.optional else own
    binders = (ast.Binder(span, (ast.Pattern(span, (cell,), is_tuple=False),), cells),)
    refs = ast.Ref(span, own, (cell,)), ast.Ref(span, ast.Name(span, holes_of(board.name)), ())
    covers = tuple(ast.CoveredItem(span, ref, None, None) for ref in refs)
    name, loop = ast.Name(span, no_cell_of(board.name)), ast.Loop(span, binders, None)
    return ast.Option(span, name, loop, covers, None, False, False)


def _unlike(name: str, taken: set[str]) -> str:
    """A name that no expression of the statement uses."""
    number = 1
    while (found := f"{name}{number}") in taken:
        number += 1
    return found
