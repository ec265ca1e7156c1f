"""What a description does with its labels: which divide a board into regions, which are compared, and which
nothing is about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import cast

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.frozen import Frozen
from excover.base.names import OrderedSet, Symbol, Value, is_number
from excover.base.source import Span
from excover.language import messages
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.scope import LabelValues
from excover.language.meaning.probable_mistakes import is_misspelt
from excover.language.meaning.puzzle import Puzzle
from excover.language.syntax import ast
from excover.language.syntax.nodes import nodes_within
from excover.lattices import SQUARE, Cell

_LOOK_ALIKE = str.maketrans("OoDlI|ZzSB", "0001112258")
_COUNTED = frozenset(("abs", "count", "len", "max", "min", "product", "sum"))
_OTHER = frozenset(("!=", "not in"))
_EQUALITY = _OTHER | {"=", "in"}


def region_labels(puzzle: Puzzle, without: Container[str] = ()) -> frozenset[str]:
    """The names of labels that divide a board: each cell has one, or most cells where two of them are
    compared; equal ones hang together, and are on two cells or more in the mean. ``without`` some names.
    """
    heads = [
        (board, each.head) for board in puzzle.boards if board.origin for each in board.origin.named_labels
    ]
    return frozenset(
        head.name.id
        for board, head in heads
        if not head.is_beside
        and not head.at_corners
        and head.name.id not in without
        and _divide(puzzle.scope[head.name.id], len(board.cells), head.name.id in puzzle.compared)
    )


def _divide(labels: object, cells: int, are_compared: bool) -> bool:
    assert isinstance(labels, LabelValues)
    groups: dict[Value, set[Cell]] = {}
    for cell, label in labels.labels.items():
        groups.setdefault(label, set()).add((0, *cast(tuple[int, int], cell)))
    least = cells // 2 + 1 if are_compared else cells
    is_divided = len(labels.labels) >= least and len(groups) * 2 <= len(labels.labels)
    return is_divided and all(SQUARE.components(cells) == 1 for cells in groups.values())


def compared_in(spec: ast.Spec) -> Iterator[str]:
    """The names of labels of which two are compared, as in `room[p] = room[q]`, or that have `areas`."""
    for node in spec.nodes:
        match node:
            case ast.Call(function=ast.Name(id="areas"), arguments=(ast.Name(id=name),)):
                yield name
            case ast.Comparison(first=first, rest=rest):
                sides = (first, *(each for sign, each in rest if sign in {"=", "!="}))
                read = [each.value for each in sides if isinstance(each, ast.Index)]
                names = Counter(each.id for each in read if isinstance(each, ast.Name))
                yield from (name for name, number in names.items() if number > 1)
            case _:
                pass


class _Uses(Frozen):
    """What statements do with labels: ``comparisons`` are the sets of known values that they are compared
    with; ``as_numbers`` if they are counted with; ``otherwise`` if anything else is done with them, or if a
    statement is about all of them, or about those that are not some value.
    """

    comparisons: tuple[frozenset[Value], ...]
    as_numbers: bool
    otherwise: bool


def labels_without_meaning(
    spec: ast.Spec, evaluator: Evaluator, regions: Container[str]
) -> Iterator[Diagnostic]:
    """Labels that are none of the values with which labels of their name are compared, nor numbers where
    those are counted with, if they are few; others may stand for all the rest.
    """
    scope = evaluator.scope
    for labels in (scope[name] for name in scope):
        if isinstance(labels, LabelValues) and labels.name not in regions:
            yield from _without_meaning(labels, _uses(spec, labels.name, evaluator))


def _without_meaning(labels: LabelValues, uses: _Uses) -> Iterator[Diagnostic]:
    words: dict[Value, list[Span]] = {}
    for place, label in labels.labels.items():
        each = label if isinstance(label, tuple) else (label,)
        for value, span in zip(each, labels.written[place], strict=True):
            words.setdefault(value, []).append(span)
    met, are_numbers = frozenset[Value]().union(*uses.comparisons), uses.as_numbers or uses.otherwise
    unmet = [value for value in words if value not in met and not (are_numbers and isinstance(value, int))]
    most = sum(map(len, words.values())) // _RARELY
    is_listed = not uses.otherwise and len({*uses.comparisons}) > 1
    is_listed &= sum(len(words[value]) for value in unmet) <= most
    compared = sorted(map(_text, met))
    for value, near in zip(unmet, _meant(unmet, compared, words), strict=True):
        if is_listed or (near and len(words[value]) <= most):
            span, *others = words[value]
            yield messages.LabelWithoutMeaning(span, labels.name, _text(value), len(others), compared, near)


def _meant(unmet: Sequence[Value], compared: Sequence[str], every: Iterable[Value]) -> list[str]:
    """What may be meant by each of the labels; if all look like numbers, where others are, a number."""
    near = [next((each for each in compared if is_misspelt(_text(value), each)), "") for value in unmet]
    digits = [value.translate(_LOOK_ALIKE) for value in unmet if isinstance(value, str)]
    has_numbers = any(isinstance(value, int) for value in every)
    if has_numbers and len(digits) == len(unmet) and all(map(is_number, digits)):
        return [one or other for one, other in zip(near, digits, strict=True)]
    return near


_RARELY = 3
"""What is meant to be something else is at least one label of so many."""


def _uses(spec: ast.Spec, name: str, evaluator: Evaluator) -> _Uses:
    comparisons: list[frozenset[Value]] = []
    known, counted, others = set[int](), set[int](), set[int]()
    statements = [each for each in spec.statements if name in each.mentioned]
    for statement in statements:
        for node in statement.within:
            match node:
                case ast.Comparison():
                    for label, sign, value in _compared(node, name):
                        values = _constants(value, evaluator) if sign in _EQUALITY else frozenset()
                        comparisons += [values] if values else []
                        (known if values else counted if _is_counted(sign, value) else others).add(id(label))
                case ast.Binary(left=left, right=right):
                    counted |= {id(left), id(right)}
                case ast.Index(value=inner) if _is_label(node, name) and not isinstance(
                    statement, ast.Draw | ast.Decorate
                ):
                    known.add(id(inner))
                    others.add(id(node))
                case _:
                    pass
    has_rest = any(_is_about_rest(each, name) for each in statements)
    return _Uses(tuple(comparisons), bool(others & counted), has_rest or bool(others - known - counted))


def _is_about_rest(statement: ast.Statement, name: str) -> bool:
    """Whether it, which mentions labels, is about all, or about those that are not what it names."""
    if isinstance(statement, ast.BoardStatement | ast.Draw | ast.Decorate):
        return False
    nodes = statement.within
    if not any(_is_label(each, name) for each in nodes):
        return True
    denied = [each.operand for each in nodes if isinstance(each, ast.Not)]
    denied += [each.condition for each in nodes if isinstance(each, ast.Conditional)]
    compared = [each for each in nodes if isinstance(each, ast.Comparison)]
    signs = {sign for each in compared for _, sign, _ in _compared(each, name)}
    return not signs.isdisjoint(_OTHER) or any(_is_label(each, name) for each in nodes_within((*denied,)))


def _compared(comparison: ast.Comparison, name: str) -> Iterator[tuple[ast.Expr, str, ast.Expr]]:
    """The labels that it compares, by which sign, and with what."""
    left = comparison.first
    for sign, right in comparison.rest:
        yield from (
            (one, sign, other) for one, other in ((left, right), (right, left)) if _is_label(one, name)
        )
        left = right


def _is_label(expr: ast.Node, name: str) -> bool:
    while isinstance(expr, ast.Index):
        if isinstance(expr.value, ast.Name):
            return expr.value.id == name
        expr = expr.value
    return False


def _is_counted(sign: str, expr: ast.Expr) -> bool:
    """Whether what is compared with it is a number."""
    is_function = isinstance(expr, ast.Aggregate | ast.Call) and expr.function.id in _COUNTED
    return sign not in _EQUALITY or is_function or isinstance(expr, ast.Binary | ast.Negation)


def _constants(expr: ast.Expr, evaluator: Evaluator) -> frozenset[Value]:
    """The values that it is, or has as members, whatever local names are; empty if that is not known."""
    if expr.called or any(name not in evaluator.scope for name in expr.mentioned):
        return frozenset()
    try:
        value = evaluator.constant(expr)
    except SpecError:
        return frozenset()
    return frozenset(value) if isinstance(value, OrderedSet | range) else frozenset({value})


def _text(value: Value) -> str:
    return value.name if isinstance(value, Symbol) else str(value)
