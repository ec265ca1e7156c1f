"""What a model wants: goals, and bounds on the costs, as statements of the language.

>>> from excover.language.syntax import phrases
>>> wanted_sums("maximize", ["late", "cost"]).objectives[1].direction
'maximize'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from excover.base.diagnostics import SpecError
from excover.base.names import ItemName, is_name
from excover.base.source import Span
from excover.base.words import as_seen
from excover.language.expressions.reduce import literal
from excover.language.meaning.puzzle import COST
from excover.language.messages.about_model_arguments import WrongArgument
from excover.language.python_values import fits, without_numpy
from excover.language.syntax import ast
from excover.problem.model.index_sets import call
from excover.problem.model.model_items import Covers, ModelItems


def wanted_sums(direction: str, sums: Sequence[str | Covers | ModelItems]) -> ast.Goal:
    """A goal for each sum; without any, the cost. Raises SpecError for what is no sum."""
    span = call(f"model.{direction}", *map(_shown, sums))
    refs = [ref for each in sums or [COST] for ref in _refs(each, span)]
    return ast.Goal(span, tuple(ast.Objective(span, direction, ref) for ref in refs))


def _shown(part: object) -> str:
    if isinstance(part, ModelItems):
        return part.name
    return ", ".join(map(str, part)) if isinstance(part, Covers) else f'"{part}"'


def _refs(part: str | Covers | ModelItems, span: Span) -> Iterator[ast.Ref | None]:
    match part:
        case str() if part == "cost":
            yield None
        case str() if is_name(part):
            yield ast.Ref(span, ast.Name(span, part), ())
        case Covers():
            yield from (_ref(name, span) for name in part)
        case ModelItems():
            yield from (_ref(name, span) for name in part.all())
        case _:
            takes = 'a goal, "cost" or an item in units such as load[1]'
            raise SpecError(WrongArgument("model.minimize(..)", takes, as_seen(part)))


def _ref(name: ItemName, span: Span) -> ast.Ref:
    return ast.Ref(span, ast.Name(span, name.family), tuple(map(literal, name.indices)))


def cost_bounds(at_least: int | None, at_most: int | None) -> list[ast.CostBound]:
    """Bounds on the sum of the costs. Raises SpecError if they are no whole numbers, or there is none."""
    bounds = {"least": without_numpy(at_least), "most": without_numpy(at_most)}
    stated = {side: bound for side, bound in bounds.items() if bound is not None}
    wrong = [f"at_{side}={as_seen(bound)}" for side, bound in stated.items() if not fits(bound)]
    if wrong or not stated:
        way_out = "bound the sum of the costs by whole numbers of 64 bits: at_least=.. or at_most=.."
        got = wrong[0] if wrong else "nothing"
        raise SpecError(WrongArgument("model.cost(..)", "whole numbers", got, way_out))
    span = call("model.cost", *(f"at_{side}={bound}" for side, bound in stated.items()))
    return [ast.CostBound(span, side, literal(bound)) for side, bound in stated.items()]
