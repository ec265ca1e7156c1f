"""Goals and bounds on the cost: what is to be as small or as great as possible."""

from __future__ import annotations

from collections.abc import Iterable

from excover.base.diagnostics import SpecError
from excover.base.names import ItemName, Value
from excover.base.source import Span
from excover.language import messages
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import UNIT
from excover.language.expressions.scope import ItemFamily, Scope, check_loop
from excover.language.meaning.puzzle import COST, Bottleneck, CostLimit, Objective
from excover.language.meaning.state import State, check_ref
from excover.language.syntax import ast

SEVERAL_GOALS = "write one statement, `minimize a then b`: the first goal counts most"
EXTREMES = {"minimize": "max", "maximize": "min"}
"""What of several sums may be a goal: the worst."""


def goal(state: State, goal: ast.Goal) -> None:
    if state.goal:
        raise SpecError(messages.SpecifiedTwice(goal.span, "the goal", state.goal.span, SEVERAL_GOALS))
    state.goal = goal
    seen: dict[str, Span] = {}
    for each in goal.objectives:
        objective = _objective(state, each)
        if objective.name in seen:
            raise SpecError(
                messages.SpecifiedTwice(each.span, f"the goal `{objective.name}`", seen[objective.name])
            )
        seen[objective.name] = each.span
        state.objectives.append(objective)


def cost_bound(state: State, statement: ast.CostBound) -> None:
    earlier = state.cost_bounds.get(statement.side)
    if earlier:
        raise SpecError(messages.SpecifiedTwice(statement.span, f"`cost at {statement.side}`", earlier.span))
    bound = state.constant(statement.bound)
    if type(bound) is not int:
        raise SpecError(messages.InvalidCostBound(statement.bound.span, bound))
    state.cost_bounds[statement.side] = CostLimit(statement.side, bound, statement.span)


def is_goal(state: State, item: ast.Ref | ast.Extreme) -> bool:
    """Whether that is one of the goals. Raises SpecError if it is no sum."""
    found = _checked(state, item)
    return any(is_said(goal, item, found) for goal in state.objectives)


def is_said(goal: Objective, item: ast.Ref | ast.Extreme, items: Iterable[ItemName]) -> bool:
    """Whether it is a single sum as this goal, or the extreme of the same word and sums, in any order."""
    if isinstance(item, ast.Ref) or not isinstance(goal.item, Bottleneck):
        is_alike = isinstance(item, ast.Ref) and isinstance(goal.item, ItemName)
    else:
        is_alike = EXTREMES[goal.direction] == item.word.id
    return is_alike and {*goal.items} == {*items}


def _objective(state: State, term: ast.GoalTerm) -> Objective:
    match term.item:
        case ast.Extreme(span, word) as extreme:
            if word.id != EXTREMES[term.direction]:
                raise SpecError(
                    messages.WrongExtreme(span, word.id, term.direction, EXTREMES[term.direction])
                )
            return Objective(term.direction, Bottleneck(_checked(state, extreme), str(extreme)))
        case ast.Ref() as ref:
            return Objective(term.direction, *_checked(state, ref))
        case None:
            return Objective(term.direction, None)


def _checked(state: State, item: ast.Ref | ast.Extreme) -> tuple[ItemName, ...]:
    """The items in units that are meant. Raises SpecError if they are none."""
    local = frozenset[str]()
    if isinstance(item, ast.Extreme):
        if not item.refs:
            raise SpecError(messages.CostHasNoMembers(item.span, item.word.id))
        local = check_loop(item.loop, state.scope) if item.loop else local
    for ref in refs_of(item):
        family = state.scope.get(ref.name.id)
        if not isinstance(family, ItemFamily) or not _is_whole(item, ref, family):
            family = check_ref(state, ref, local, [COST])
        if family.units is None:
            raise SpecError(messages.NotInUnits(ref.span, family.name, family.span))
        state.covered.add(family.name)
    found = sums_in(item, state.scope, state.evaluator)
    for name in found:
        family = state.family(name.family)
        if name.indices not in family.keys:
            wrong = messages.ItemOutsideFamily(item.span, name, family.span, family.shape, "", 0, 0)
            text, known = family.unknown_text(name.indices)
            raise SpecError(wrong.replaced(text=text, known=known))
    if not found:
        raise SpecError(messages.NothingAmong(item.span))
    return found


def sums_in(item: ast.Ref | ast.Extreme, scope: Scope, evaluator: Evaluator) -> tuple[ItemName, ...]:
    """The items that are meant, each once."""
    loop = item.loop if isinstance(item, ast.Extreme) else None
    frame = evaluator.expand(loop)[0] if loop else UNIT
    found: dict[ItemName, None] = {}
    for ref in refs_of(item):
        family = scope[ref.name.id]
        assert isinstance(family, ItemFamily)
        columns = [evaluator.key(index, frame) for index in ref.index]
        keys: Iterable[tuple[Value, ...]] = zip(*columns, strict=True)
        if not columns:
            keys = family.keys if _is_whole(item, ref, family) else [()]
        for key in keys:
            found[ItemName(family.name, _taken_apart(key) if len(key) == 1 < family.arity else key)] = None
    return tuple(found)


def _taken_apart(key: tuple[Value, ...]) -> tuple[Value, ...]:
    """One index that is a tuple, as indices."""
    return key[0] if isinstance(key[0], tuple) else key


def _is_whole(item: ast.Ref | ast.Extreme, ref: ast.Ref, family: ItemFamily) -> bool:
    """Whether that names all items of a family."""
    return isinstance(item, ast.Extreme) and not ref.index and family.arity > 0


def refs_of(item: ast.Ref | ast.Extreme) -> tuple[ast.Ref, ...]:
    """A sum itself, or those of which it is the extreme."""
    return (item,) if isinstance(item, ast.Ref) else item.refs
