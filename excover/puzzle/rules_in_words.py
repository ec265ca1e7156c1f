"""The rules of a puzzle as its description states them.

>>> from excover.problem import parse
>>> text = "board b 2x2, at most 1 hole shapes p\\n  |AA\\nplace free p on b each 2 times require p apart"
>>> bounding(parse(text).puzzle)
{'b_holes': 'board b at most 1 hole', 'p_apart': 'require p apart'}
"""

from __future__ import annotations

from excover.expressions.scope import COLORED, ItemFamily
from excover.puzzle.puzzle import Board, Placing, Puzzle
from excover.puzzle.soft_items import holes_of
from excover.syntax import ast
from excover.words import plural


def bounding(puzzle: Puzzle) -> dict[str, str]:
    """The families of items that a rule declares or bounds from above, with the rule."""
    said = {statement.span: statement_text(statement) for statement in puzzle.rules}
    holes = {holes_of(board.name): board for board in puzzle.boards if board.has_holes}
    placed = {source.shapes.name for source in puzzle.sources if isinstance(source, Placing)}
    found = {}
    for family in puzzle.families:
        if family.name in holes:
            found[family.name] = holes_text(puzzle, holes[family.name])
        elif family.span in said:
            found[family.name] = said[family.span]
        elif family.name not in placed and (most := _most(family)):
            found[family.name] = f"item {family.name} at most {most:,} times"
    return found


def _most(family: ItemFamily) -> int:
    """How often each item may be covered at most, if that is a number above 1 and the only bound; or 0."""
    bounds = {*family.bounds}
    low, high, colored = bounds.pop() if len(bounds) == 1 else COLORED
    return 0 if low or colored or high is None or high < 2 else high


def holes_text(puzzle: Puzzle, board: Board) -> str:
    """How many cells of a board may stay empty."""
    bounds = next(family.bounds[0] for family in puzzle.families if family.name == holes_of(board.name))
    return f"board {board.name} at most {plural(bounds.upper or 0, 'hole')}"


def statement_text(statement: ast.Requiring | ast.CostBound) -> str:
    """In one line."""
    return " ".join(filter(None, map(str, statement.clauses())))
