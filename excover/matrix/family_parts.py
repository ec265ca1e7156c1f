"""Families of items as the core form writes them: a family for each bound."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from excover.base.names import OrderedSet, Value
from excover.language.expressions.reduce import NOWHERE, literal, number, set_of
from excover.language.expressions.scope import ItemFamily, Times, UnitBounds
from excover.language.meaning.puzzle import Board, Placing, Puzzle
from excover.language.syntax import ast
from excover.matrix.compiled import Compiled
from excover.matrix.core_nodes import Row, name_node, product_sets


class FamilyPart(NamedTuple):
    """Items of a family with the same bounds, under a separate name.

    ``sets`` are those whose combinations are the ``keys``; None if a part of the family has no such sets:
    then the index of all parts is a tuple.
    """

    name: str
    bounds: Times | UnitBounds
    keys: list[Row]
    sets: list[list[Value]] | None

    @property
    def domain(self) -> tuple[ast.Expr, ...]:
        return (literal(OrderedSet(self.keys)),) if self.sets is None else tuple(map(set_of, self.sets))

    def item(self, index: Sequence[ast.Expr], arity: int) -> ast.Ref:
        """An item of the family as one of this part."""
        as_tuple = self.sets is None and len(index) == arity
        exprs = (ast.Tuple(NOWHERE, tuple(index)),) if as_tuple else tuple(index)
        return ast.Ref(NOWHERE, name_node(self.name), exprs)


def whole(family: ItemFamily) -> FamilyPart:
    """A family whose items all have the same bounds."""
    keys = list(family.keys)
    bounds: Sequence[Times | UnitBounds] = family.units or family.bounds
    sets = product_sets(keys) if keys else [[]] * family.arity
    return FamilyPart(family.name, next(iter(bounds), Times(1, 1)), keys, sets)


def never_covered(part: FamilyPart) -> ast.CoveredItem:
    """An item of the part, under a condition that never holds."""
    key = part.keys[0]
    color = number(1) if isinstance(part.bounds, Times) and part.bounds.colored else None
    return ast.CoveredItem(NOWHERE, part.item([*map(literal, key)], len(key)), color, literal(False))


def is_family(board: Board, puzzle: Puzzle, compiled: Compiled) -> bool:
    """Whether an item family and its drawing stay the same."""
    plain = len(board.cells) == prod(board.extent) and not board.optional and not board.labels
    if len(puzzle.boards) > 1 or not plain or any(isinstance(draw, ast.DrawItem) for draw in puzzle.draws):
        return False
    drawing = {draw.option.name.id for draw in puzzle.draws if isinstance(draw, ast.Draw)}
    drawing |= {source.shapes.name for source in puzzle.sources if isinstance(source, Placing)}
    names = compiled.matrix.options
    if any(
        markings and name.family not in drawing
        for name, markings in zip(names, compiled.markings, strict=True)
    ):
        return False
    cells = {cell for markings in compiled.markings for marking in markings for cell in marking.cells}
    corners = [tuple(map(end, zip(*cells, strict=True))) for end in (min, max)] if cells else []
    return corners == [(0, 0, 0), tuple(length - 1 for length in board.extent)]
