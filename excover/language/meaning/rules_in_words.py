"""The rules of a puzzle as its description states them.

>>> from excover.problem.problem import parse
>>> text = "board b 2x2, at most 1 hole shapes p\\n  |AA\\nplace free p on b each 2 times require p apart"
>>> bounding(parse(text).puzzle)
{'b_holes': 'board b at most 1 hole', 'p_apart': 'require p apart'}
"""

from __future__ import annotations

from collections.abc import Iterator

from excover.base.words import plural
from excover.language.meaning.items import holes_of
from excover.language.meaning.puzzle import Board, Puzzle
from excover.language.syntax import ast


def bounding(puzzle: Puzzle) -> dict[str, str]:
    """The families of items that a rule declares, with the rule."""
    found = {name: statement_text(each) for each, name in rule_names(puzzle)}
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
        name = f"rule_{number}"
        while name in taken:
            name += "_"
        yield statement, name


def holes_text(puzzle: Puzzle, board: Board) -> str:
    """How many cells of a board may stay empty."""
    bounds = next(family.bounds[0] for family in puzzle.families if family.name == holes_of(board.name))
    return f"board {board.name} at most {plural(bounds.upper or 0, 'hole')}"


def statement_text(statement: ast.Requiring | ast.CostBound) -> str:
    """In one line."""
    return " ".join(filter(None, map(str, statement.clauses())))
