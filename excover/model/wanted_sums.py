"""What a model wants: goals, and bounds on the costs, as statements of the language.

>>> from excover.syntax import phrases
>>> wanted_sums("maximize", ["late", "cost"]).objectives[1].direction
'maximize'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from excover.expressions.reduce import literal
from excover.model.arguments import NAME
from excover.model.index_sets import call
from excover.model.model_items import Covers, ModelItems
from excover.names import ItemName
from excover.puzzle.puzzle import COST
from excover.source import Span
from excover.syntax import ast


def wanted_sums(direction: str, sums: Sequence[str | Covers | ModelItems]) -> ast.Goal:
    """A goal for each sum; without any, the cost. Raises TypeError for what is no sum."""
    span = call(f"model.{direction}", *map(_shown, sums))
    refs = [ref for each in sums or [COST] for ref in _refs(each, span)]
    return ast.Goal(span, tuple(ast.Objective(span, direction, ref) for ref in refs))


def _shown(part: object) -> str:
    if isinstance(part, ModelItems):
        return part.name
    return ", ".join(map(str, part)) if isinstance(part, Covers) else f'"{part}"'


def _refs(part: str | Covers | ModelItems, span: Span) -> Iterator[ast.Ref | None]:
    match part:
        case "cost":
            yield None
        case str() if NAME.fullmatch(part):
            yield ast.Ref(span, ast.Name(span, part), ())
        case Covers():
            yield from (_ref(name, span) for name in part)
        case ModelItems():
            yield from (_ref(name, span) for name in part.all())
        case _:
            raise TypeError(f'a goal is "cost" or an item in units, such as load[1], not {part!r}')


def _ref(name: ItemName, span: Span) -> ast.Ref:
    return ast.Ref(span, ast.Name(span, name.family), tuple(map(literal, name.indices)))


def cost_bounds(at_least: int | None, at_most: int | None) -> list[ast.CostBound]:
    """Bounds on the sum of the costs. Raises TypeError if they are no whole numbers, or there is none."""
    bounds = {"least": at_least, "most": at_most}
    stated = {side: bound for side, bound in bounds.items() if bound is not None}
    if not stated or any(type(bound) is not int for bound in stated.values()):
        raise TypeError("the sum of the costs is bounded by whole numbers: say at_least=.. or at_most=..")
    span = call("model.cost", *(f"at_{side}={bound}" for side, bound in stated.items()))
    return [ast.CostBound(span, side, literal(bound)) for side, bound in stated.items()]
