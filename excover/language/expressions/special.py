"""Functions that need more than the values of their arguments, and the kinds of values that they need.

>>> from excover.language.expressions.evaluate import Evaluator
>>> from excover.base.source import Source
>>> from excover.language.syntax.parse import parse_expression
>>> Evaluator(Scope(), Limits()).constant(parse_expression(Source("<text>", "subsets(1..3, 2)")))
OrderedSet([(1, 2), (1, 3), (2, 3)])
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, combinations
from math import prod
from typing import Any

from excover.base.diagnostics import SpecError
from excover.base.limits import Limits
from excover.base.names import OrderedSet, Record, Value, is_number
from excover.base.source import Span
from excover.base.words import plural
from excover.language import messages
from excover.language.expressions.frame import Column, Frame, cell_of
from excover.language.expressions.library import (
    AREAS,
    NUMBER,
    PLACES,
    RAY,
    RUNS,
    SUBSETS,
    WINDOWS,
    Home,
    Places,
    Rays,
    boxes_of,
    cells_within,
    named_board,
    number_of_subsets,
    rows_of,
)
from excover.language.expressions.loops import LoopEvaluator
from excover.language.expressions.scope import ItemFamily, LabelValues, Scope
from excover.language.syntax import ast

# The kinds of values that an expression needs.

_SETS: set[Any] = {range, OrderedSet}
_KINDS: dict[str, tuple[set[Any], str]] = {
    "number": ({int}, "a number"),
    "text": ({str}, "a text"),
    "condition": ({bool}, "a condition"),
    "set": (_SETS, "a set"),
    "members": ({*_SETS, tuple}, "a set"),
    "place": ({tuple}, "a cell of a board, such as `(1, 2)`"),
    "collection": ({*_SETS, tuple, str}, "a set, a tuple or a text"),
    "sequence": ({tuple, str}, "a tuple or a text"),
    "record": ({Record}, "a record of a table"),
}


def are_of_kind(values: Iterable[Value], kind: str) -> bool:
    return set(map(type, values)) <= _KINDS[kind][0]


def require(
    scope: Scope, span: Span, column: Column, kind: str, frame: Frame, row: int | None = None
) -> None:
    """Raises SpecError unless all values are of the kind; ``row`` is the binding if they all belong to one.

    ``scope`` has the tables from which a wrong value may come.
    """
    types, wanted = _KINDS[kind]
    if not set(map(type, column)) <= types:
        at = next(i for i, value in enumerate(column) if type(value) not in types)
        bound = at if row is None else row
        cell = cell_of(column[at], scope, frame, bound)
        raise SpecError(messages.WrongKind(span, column[at], wanted, frame.binding(bound), cell))


class SpecialFunctions(LoopEvaluator):
    """``scope`` has the boards, and the tables from which a wrong value may come."""

    def __init__(self, scope: Scope, limits: Limits) -> None:
        super().__init__(limits)
        self.scope = scope

    @abstractmethod
    def column(self, expr: ast.Expr, frame: Frame) -> Column:
        """The value of the expression in every binding of the frame."""

    @abstractmethod
    def _sized(self, expr: ast.Expr, column: Column) -> Column:
        """The column, whose parts are counted."""

    def searched(self, expr: ast.Expr, frame: Frame) -> Column:
        column = self.column(expr, frame)
        if set(map(type, column)) != {tuple}:
            require(self.scope, expr.span, column, "set", frame)
            return column
        found: dict[int, Any] = {id(each): each for each in column}
        self._spend(sum(map(len, found.values())), expr.span, [(expr.span.text, 0)])
        sets = {key: OrderedSet(each) for key, each in found.items()}
        return [sets[id(each)] for each in column]

    def _places(self, expr: ast.Call, frame: Frame) -> Column:
        """The cells near a cell of a board, which is the last argument if there are several."""
        match named_board(expr.function.id, expr.arguments):
            case (ast.Name(id=name),):
                board = self.scope.boards[name]
            case _:
                (board,) = self.scope.boards.values()
        near = board.near(corners=expr.function.id == "around", span=expr.span)
        cells = self.of_kind(expr.arguments[0], frame, "place")
        for row, cell in enumerate(cells):
            if cell not in near:
                raise SpecError(
                    messages.NotACellOfBoard(expr.arguments[0].span, cell, board.name, frame.binding(row))
                )
        if expr.function.id == "within":
            return self._reached(expr, cells, near, frame)
        return list(map(near.__getitem__, cells))

    def _reached(
        self, expr: ast.Call, places: Column, near: Mapping[Any, Iterable[Any]], frame: Frame
    ) -> Column:
        """The cells of a set to which a number of steps leads."""
        steps, sets = (
            self.of_kind(each, frame, kind)
            for each, kind in zip(expr.arguments[1:3], ("number", "set"), strict=True)
        )
        found: Column = []
        for place, most, cells in zip(places, steps, sets, strict=True):
            reached = OrderedSet(cells_within(place, most, cells, near))
            self._spend(len(reached), expr.span, [(expr.span.text, len(reached))])
            found.append(reached)
        return found

    def _rays(self, expr: ast.Call, frame: Frame) -> Column:
        start, step, within = expr.arguments
        places, steps = self.of_kind(start, frame, "place"), self.of_kind(step, frame, "place")
        if not _are_steps(places, steps):
            for row, (place, way) in enumerate(zip(places, steps, strict=True)):
                if len(way) != len(place) or not any(way) or {*map(type, (*place, *way))} != {int}:
                    raise SpecError(messages.NotAStep(step.span, way, frame.binding(row)))
        home, rays = self._home(within), dict[tuple[int, Any], Rays]()
        found: Column = []
        for place, way, cells in zip(places, steps, self.of_kind(within, frame, "set"), strict=True):
            key = id(cells), way
            seen = (rays.get(key) or rays.setdefault(key, Rays(way, cells, home))).seen(place)
            self._spend(len(seen), expr.span, [(expr.span.text, len(seen))])
            found.append(seen)
        return found

    def _runs(self, expr: ast.Call, frame: Frame) -> Column:
        step = expr.arguments[1]
        ways = self.of_kind(step, frame, "place")
        home, found = self._home(expr.arguments[0]), list[Any]()
        for row, (cells, way) in enumerate(zip(self._cells(expr, frame, ways), ways, strict=True)):
            if not any(way) or {*map(type, way)} != {int}:
                raise SpecError(messages.NotAStep(step.span, way, frame.binding(row)))
            self._spend(len(cells), expr.span, [(expr.span.text, len(cells))])
            found.append(OrderedSet(rows_of(cells, way, home)))
        return self._sized(expr, found)

    def _windows(self, expr: ast.Call, frame: Frame) -> Column:
        sizes = [self.of_kind(each, frame, "number") for each in expr.arguments[1:]]
        all_sizes = [*zip(*sizes, strict=True)]
        home, found = self._home(expr.arguments[0]), list[Any]()
        if (board := self._board_of(expr.arguments[0])) and not board.has_rows:
            raise SpecError(messages.NoWindows(expr.span, board.name))
        for cells, wanted in zip(self._cells(expr, frame, all_sizes), all_sizes, strict=True):
            work = len(cells) * prod(max(0, size) for size in wanted)
            self._spend(work, expr.span, [(expr.span.text, work)])
            found.append(OrderedSet(boxes_of(cells, wanted, home)))
        return self._sized(expr, found)

    def _home(self, cells: ast.Expr) -> Home:
        """The cell that a place is, on a board."""
        board = self._board_of(cells)
        return board.home if board and board.is_glued else tuple

    def _board_of(self, cells: ast.Expr) -> Places | None:
        """The board that ``cells`` names, or the only one."""
        boards = self.scope.boards
        if len(boards) == 1:
            return next(iter(boards.values()))
        return boards.get(cells.id) if isinstance(cells, ast.Name) else None

    def _cells(self, expr: ast.Call, frame: Frame, like: Sequence[Any]) -> list[Any]:
        """The sets of cells of the first argument, which have as many numbers as the tuples beside them."""
        of = expr.arguments[0]
        sets = self.of_kind(of, frame, "set")
        for row, (cells, other) in enumerate(zip(sets, like, strict=True)):
            for cell in cells:
                if type(cell) is not tuple or len(cell) != len(other) or {*map(type, cell)} != {int}:
                    wanted = f"a set of cells with {plural(len(other), 'number')} each"
                    raise SpecError(messages.WrongKind(of.span, cell, wanted, frame.binding(row), None))
        return sets

    def _areas(self, expr: ast.Call, frame: Frame) -> Column:
        (of,) = expr.arguments
        labels = self.labels(of.id) if isinstance(of, ast.Name) and of.id not in frame.columns else {}
        if not labels:
            raise SpecError(messages.WhichLabels(of.span, [name for name in self.scope if self.labels(name)]))
        groups: dict[Any, list[Any]] = {}
        for place, label in labels.items():
            if label != ".":  # a cell of a drawn board without one
                groups.setdefault(label, []).append(place)
        self._spend(len(labels), expr.span, [(expr.span.text, len(labels))])
        return [self._sized(expr, [OrderedSet(map(OrderedSet, groups.values()))])[0]] * frame.size

    def labels(self, name: str) -> Mapping[Any, Any]:
        """What is written at each place, by labels of this name or on a board; nothing for other names."""
        named = self.scope.get(name)
        return named.labels if isinstance(named, LabelValues | ItemFamily) else {}

    def _number_of(self, expr: ast.Call, frame: Frame) -> Column:
        texts = self.of_kind(expr.arguments[0], frame, "text")
        for row, text in enumerate(texts):
            if not is_number(text):
                raise SpecError(messages.TextWithoutNumber(expr.arguments[0].span, text, frame.binding(row)))
        return list(map(int, texts))

    def _subsets(self, expr: ast.Call, frame: Frame) -> Column:
        """As tuples, whose members are in the order of the set, or tuple."""
        of, size = expr.arguments
        sets, sizes = self.of_kind(of, frame, "members"), self.of_kind(size, frame, "number")
        found: Column = []
        for members, wanted in zip(sets, sizes, strict=True):
            count = number_of_subsets(len(members), wanted)
            self._spend(count * (1 + wanted if count else 0), expr.span, [(expr.span.text, count)])
            found.append(OrderedSet(combinations(members, wanted) if count else ()))
        return self._sized(expr, found)


def _are_steps(places: Sequence[tuple[Any, ...]], steps: Sequence[tuple[Any, ...]]) -> bool:
    """Whether each step surely leads from its place to another one, as nearly all do."""
    lengths = {*map(len, places), *map(len, steps)}
    kinds = {*map(type, chain.from_iterable(chain(places, steps)))}
    return len(lengths) == 1 and kinds == {int} and all(map(any, steps))


SPECIAL: dict[str, Callable[[SpecialFunctions, ast.Call, Frame], Column]] = {
    **dict.fromkeys(PLACES, SpecialFunctions._places),
    RAY: SpecialFunctions._rays,
    RUNS: SpecialFunctions._runs,
    WINDOWS: SpecialFunctions._windows,
    AREAS: SpecialFunctions._areas,
    NUMBER: SpecialFunctions._number_of,
    SUBSETS: SpecialFunctions._subsets,
}
