"""Warnings about cells that conditions of an `also` mention, and that its board does not have.

>>> from excover.problem.problem import parse
>>> text = "board b 2x2 fill b with 1..2, once per row, column item one at most once "
>>> text += "also b(r, c, v) where (r, c) in {(1, 1), (1, 5)} and v = 1 covers one"
>>> [warning.message for warning in parse(text).warnings]
['`b` has no cell `(1, 5)`']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import OrderedSet, Value, brief
from excover.base.words import listed
from excover.language.expressions.evaluate import Evaluator
from excover.language.meaning.puzzle import Board, Puzzle
from excover.language.messages.about_statements import NoSuchCells
from excover.language.syntax import ast
from excover.language.syntax.node import same

_Binders: TypeAlias = tuple[ast.Binder, ...]


def cells_off_board(puzzle: Puzzle, evaluator: Evaluator) -> Iterator[Diagnostic]:
    """Of each comparison of the cell that an option covers with others, those that are not on the board."""
    boards = {board.name: board for board in puzzle.boards}
    sources = {each.name.id: each for each in puzzle.sources if isinstance(each, ast.Option)}
    for also in puzzle.additions:
        if not (source := sources.get(also.option.name.id)):
            continue
        for covered in source.covers:
            if isinstance(covered, ast.CoveredItem) and (board := boards.get(covered.ref.name.id)):
                cell = _renamed(covered.ref.index, source.loop.names, also.option.arguments)
                if cell is not None:
                    yield from _Looking(board, cell, also, evaluator).found()


def _renamed(
    index: Sequence[ast.Expr], names: Sequence[ast.Name], arguments: Sequence[ast.Expr]
) -> ast.Expr | None:
    """The index of a cell in the names that `also` has for the arguments; None if it is not made of these."""
    known = {name.id: argument for name, argument in zip(names, arguments, strict=True)}
    parts = [known.get(each.id) if isinstance(each, ast.Name) else None for each in index]
    if None in parts:
        return None
    one, *others = [part for part in parts if part is not None]
    return ast.Tuple(one.span, (one, *others)) if others else one


class _Looking:
    """Looks for comparisons of a cell in the conditions of an `also`."""

    def __init__(self, board: Board, cell: ast.Expr, also: ast.Also, evaluator: Evaluator) -> None:
        self._board, self._cell, self._also, self._evaluator = board, cell, also, evaluator
        self._places = {board.position(each) for each in board.cells}
        self._arguments = {each.id for each in also.option.arguments if isinstance(each, ast.Name)}

    def found(self) -> Iterator[Diagnostic]:
        yield from self._in_condition(self._also.where, ())
        yield from self._in_covers(self._also.covers, ())

    def _in_covers(self, covers: Sequence[ast.Covered], binders: _Binders) -> Iterator[Diagnostic]:
        for covered in covers:
            if isinstance(covered, ast.CoveredItem):
                yield from self._in_condition(covered.condition, binders)
            else:
                inner = (*binders, *covered.loop.binders)
                yield from self._in_condition(covered.loop.where, inner)
                yield from self._in_covers(covered.covers, inner)

    def _in_condition(self, condition: ast.Expr | None, binders: _Binders) -> Iterator[Diagnostic]:
        match condition:
            case ast.Logical(operands=operands):
                for operand in operands:
                    yield from self._in_condition(operand, binders)
            case ast.Comparison(_, left, ((sign, right),)) if sign in ("in", "="):
                if sign == "=" and same(right, self._cell):
                    left, right = right, left
                if same(left, self._cell):
                    yield from self._off(right, sign, binders)
            case _:
                pass

    def _off(self, others: ast.Expr, sign: str, binders: _Binders) -> Iterator[Diagnostic]:
        """What is computed from the names of a loop may lie beyond the rim for some of them, as in
        `(r, c) in {(i - 1, j), (i + 1, j)}`; so these are left out, other than a name alone.
        """
        bound = {name.id: (each, part) for each in binders for part in each.patterns for name in part.names}
        needed: tuple[ast.Binder, ...] = ()
        mentioned = others.mentioned
        if isinstance(others, ast.Name) and others.id in bound:
            binder, pattern = bound[others.id]
            needed = (ast.Binder(binder.span, (pattern,), binder.domain),)
            mentioned = binder.domain.mentioned
        if not (self._arguments | bound.keys()).isdisjoint(mentioned):
            return
        try:
            frame, _ = self._evaluator.expand(ast.Loop(others.span, needed, None))
            values = self._evaluator.column(others, frame)
        except SpecError:
            return  # conditions that are left out here may prevent it
        cells: list[Value] = []
        for value in values:
            cells += value if sign == "in" and isinstance(value, OrderedSet) else [value]
        wrong = [
            each for each in dict.fromkeys(cells) if isinstance(each, tuple) and each not in self._places
        ]
        if wrong:
            yield NoSuchCells(others.span, listed(list(map(brief, wrong)), "or", 4), self._board.name)
