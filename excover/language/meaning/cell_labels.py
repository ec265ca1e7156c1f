"""Labels with a name: the numbers and words in the cells of a board, at their corners or beside it, drawn or
from outside.

>>> def drawing(*lines):
...     return [Span(Source("x.xc", line), 0, len(line)) for line in lines]
>>> [[str(word.text) for word in row] for row in words_of(drawing("1 . 12", "x 2 ."))]
[['1', '.', '12'], ['x', '2', '.']]
>>> [[str(word.text) for word in row] for row in words_of(drawing("1.2", "x2."))]
[['1', '.', '2'], ['x', '2', '.']]
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, product
from os import PathLike
from pathlib import Path
from typing import cast

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.frozen import Frozen
from excover.base.limits import Ceiling
from excover.base.names import OrderedSet, Symbol, Value, is_number
from excover.base.source import Source, Span
from excover.base.words import as_seen
from excover.language import messages
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.scope import LabelValues
from excover.language.meaning.naming import symbols_in
from excover.language.meaning.probable_mistakes import is_misspelt
from excover.language.meaning.puzzle import Board, Puzzle
from excover.language.meaning.state import State
from excover.language.meaning.tables import scalar
from excover.language.syntax import ast
from excover.language.syntax.nodes import nodes_within
from excover.language.texts import read_text
from excover.lattices import SQUARE, Cell

NONE = {".", "-"}
"""The words of places without a label."""
_ABOVE = {"above", "below"}


def words_of(lines: Sequence[Span]) -> list[list[Span]]:
    """The words of each line of a drawing; if no line has a blank between words, each character is one.

    A tab separates words even where there is only one, as in rows that a program gives.
    """
    if are_in_words(lines):
        return [parts_of(line) for line in lines]
    return [[line.part(at) for at, text in enumerate(line.text) if text.strip()] for line in lines]


def are_in_words(lines: Sequence[Span]) -> bool:
    return any(re.search(r"\S\s+\S|\t", line.text) for line in lines)


def parts_of(line: Span) -> list[Span]:
    """The words between the blanks of a line."""
    return [line.part(found.start(), len(found[0])) for found in re.finditer(r"\S+", line.text)]


# From outside


def with_drawings(state: State, statement: ast.BoardStatement) -> ast.BoardStatement:
    """The statement with the drawings that are given from outside. Raises SpecError."""
    given = state.tables.get(statement.name.id)
    if given is None or isinstance(given, ast.BoardStatement):
        return given or statement
    parts = [*_own_parts(statement), *(each.head.name.id for each in statement.named_labels)]
    drawings = _drawings(state, statement, parts, given)
    found = dict(zip(parts, drawings, strict=True))
    return statement.replaced(
        sizes=() if "the board" in found else statement.sizes,
        drawing=found.get("the board"),
        labels=found.get("its labels"),
        named_labels=tuple(
            each.replaced(drawing=found[each.head.name.id]) for each in statement.named_labels
        ),
    )


def _own_parts(statement: ast.BoardStatement) -> list[str]:
    """The board's own drawings that come from outside, in words."""
    if statement.drawing or not (statement.labels or statement.named_labels):
        return ["the board", *["its labels"] * bool(statement.labels)]
    return ["its labels"] * bool(statement.labels)


def _drawings(
    state: State, statement: ast.BoardStatement, parts: Sequence[str], given: object
) -> list[ast.Drawing]:
    """One drawing for each part: the sections of a file, or the lines that a program gives."""
    name = statement.name
    if isinstance(given, str | PathLike):
        sections = _sections_of_file(name, Path(given), state.limits.ceiling("table"))
    elif isinstance(given, Mapping):
        if wrong := sorted(map(str, given.keys() ^ set(parts))):
            raise SpecError(
                messages.DrawingsOfBoard(name.span, name.id, tuple(parts), tuple(map(str, given)), wrong)
            )
        sections = [_lines(name, part, given[part]) for part in parts]
    else:
        sections = [_lines(name, parts[0], given)]
    if len(sections) != len(parts):
        starts = [section[0] if section else name.span for section in sections] or [name.span]
        place = starts[min(len(parts), len(starts) - 1)]
        raise SpecError(messages.DrawingsOfBoard(place, name.id, tuple(parts), len(sections)))
    return [ast.Drawing(lines[-1] if lines else name.span, tuple(lines)) for lines in sections]


def _sections_of_file(name: ast.Name, path: Path, ceiling: Ceiling) -> list[list[Span]]:
    """The lines of a file between empty lines. Raises SpecError if it cannot be read."""
    from excover.language.meaning.given_tables import reading  # few give drawings

    with reading(name, path), path.open("rb") as stream:
        text = read_text(stream, str(path), ceiling)
    lines = [
        Span(Source(path.name, line, str(path), first_line=number), 0, len(line))
        for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1)
    ]
    drawn = [_behind_bar(line) for line in lines]
    return [[*group] for is_text, group in groupby(drawn, lambda line: bool(line.text.strip())) if is_text]


def _behind_bar(line: Span) -> Span:
    """A line of a file, also if it is written as in a description: indented, and with a bar before it."""
    start = line.text.find("|") + 1
    return line.part(start, len(line.text) - start) if line.text[:start].strip() == "|" else line


def _lines(name: ast.Name, part: str, rows: object) -> list[Span]:
    """The lines of a drawing that a program gives: texts, or rows of values with None for none."""
    if not isinstance(rows, Iterable) or isinstance(rows, str | bytes | Mapping):
        wrong = f"`{part}` of the board `{name.id}` is {as_seen(rows)}, not a list of its lines"
        advice = ['give the lines as texts, `[". 1 2", ..]`, or as lists of values, `[[None, 1, 2], ..]`']
        raise SpecError(messages.NotATable(name.span, wrong, advice))
    texts = [row if isinstance(row, str) else _line(name, row) for row in rows]
    return [Span(Source(name.id, text), 0, len(text)) for text in texts]


def _line(name: ast.Name, row: object) -> str:
    values = row if isinstance(row, Iterable) and not isinstance(row, bytes) else [row]
    return "\t" + "\t".join("." if value is None else _entry(name, value) for value in values)


def _entry(name: ast.Name, value: object) -> str:
    """A value as a word of a drawing. Raises SpecError if it is none."""
    from excover.language.python_values import without_numpy  # few boards have labels of a program

    if isinstance(value, list | tuple):
        return ",".join(_entry(name, each) for each in value)
    plain = without_numpy(value)
    word = str(plain)
    if isinstance(plain, bool | float | bytes) or not re.fullmatch(r"[^\s|,]+", word):
        wrong = f"{as_seen(value)} is no label of the board `{name.id}`"
        raise SpecError(
            messages.NotATable(name.span, wrong, ["labels are whole numbers and words; None is no label"])
        )
    return word


# Sizes


def sizes_of(statement: ast.BoardStatement) -> list[int]:
    """The rows and columns of a board that only its labels draw; empty if they leave it open."""
    for each in statement.named_labels:
        if each.drawing and not each.head.is_beside:
            lengths = [len(row) for row in words_of(each.drawing.lines)]
            usual = max(lengths, key=lambda length: (lengths.count(length), length), default=0)
            high, wide = len(lengths) - each.head.at_corners, usual - each.head.at_corners
            return [high, wide] if high > 0 and wide > 0 else []
    beside = {
        bool(each.head.margin in _ABOVE): each.drawing for each in statement.named_labels if each.drawing
    }
    if len(beside) < 2:
        return []
    high, wide = (
        len(beside[False].lines),
        max((len(parts_of(line)) for line in beside[True].lines), default=0),
    )
    return [high, wide] if high and wide else []


# Values


def declare_labels(state: State, statement: ast.BoardStatement, board: Board) -> None:
    """Declares each name of labels. Raises SpecError."""
    symbols = symbols_in(state) if statement.named_labels else {}
    for labels in statement.named_labels:
        head = labels.head
        if not board.flat or not board.lattice.chequered:
            raise SpecError(messages.LabelsNotFlat(head.span, board.name))
        if head.at_corners and board.gluing:
            raise SpecError(messages.CornersOfGluedBoard(head.span, board.name))
        if labels.drawing is None:
            raise SpecError(messages.LabelsNotDrawn(head.span, head.name.id, board.name))
        words = _beside(labels, board) if head.is_beside else _in_cells(labels, board)
        values = {place: _value(head, found, symbols) for place, found in words.items()}
        state.declare(LabelValues(head.name.id, head.name.span, values, words))


def _in_cells(labels: ast.NamedLabels, board: Board) -> dict[Value, list[Span]]:
    """The words of each cell that has any, or of each corner of cells: that on the upper left of a cell has
    its position.
    """
    assert labels.drawing
    lines, more = labels.drawing.lines, labels.head.at_corners
    rows, cells = words_of(lines), set(board.cells)
    high, wide = (size + more for size in board.extent[1:])
    for line, words in zip(lines, rows, strict=True):
        if len(rows) != high or len(words) != wide:
            name, size = labels.head.name.id, (len(rows), len(words))
            unit = "word" if are_in_words(lines) else "character"
            raise SpecError(
                messages.LabelsOfOtherSize(line, name, board.name, (high, wide), size, unit, more)
            )
    found: dict[Value, list[Span]] = {}
    for row, words in enumerate(rows):
        for column, word in enumerate(words):
            if word.text in NONE:
                continue
            if cells.isdisjoint(
                (0, row - down, column - left) for down, left in product(range(more + 1), repeat=2)
            ):
                raise SpecError(messages.LabelOffBoard(word, board.name))
            found[board.position((0, row, column))] = _members(word) if labels.head.several else [word]
    return found


def _members(word: Span) -> list[Span]:
    return [word.part(found.start(), len(found[0])) for found in re.finditer("[^,]+", word.text)]


def _beside(labels: ast.NamedLabels, board: Board) -> dict[Value, list[Span]]:
    """The words of each row from left to right, or of each column from top to bottom."""
    assert labels.drawing
    head, lines = labels.head, labels.drawing.lines
    rows = [parts_of(line) for line in lines]
    _, high, wide = board.extent
    if head.margin in _ABOVE:
        for line, words in zip(lines, rows, strict=True):
            if len(words) != wide:
                raise SpecError(
                    messages.LabelsOfOtherSize(line, head.name.id, board.name, (1, wide), (1, len(words)))
                )
        rows = [list(column) for column in zip(*rows, strict=True)]
    elif len(rows) != high:
        raise SpecError(
            messages.LabelsOfOtherSize(
                labels.drawing.span, head.name.id, board.name, (high, 0), (len(rows), 0)
            )
        )
    kept = {number: [word for word in words if word.text not in NONE] for number, words in enumerate(rows, 1)}
    return {number: words for number, words in kept.items() if words or head.several}


def _value(head: ast.LabelsHead, words: Sequence[Span], symbols: Mapping[str, Symbol]) -> Value:
    if head.several:
        return tuple(scalar(word.text, symbols) for word in words)
    if len(words) > 1:
        raise SpecError(messages.SeveralLabels(words[1], head.name.id, head.margin))
    return scalar(words[0].text, symbols)


def region_labels(puzzle: Puzzle) -> frozenset[str]:
    """The names of labels that divide a board: each cell has one, or most cells where two of them are
    compared; equal ones hang together, and are on two cells or more in the mean.
    """
    heads = [
        (board, each.head) for board in puzzle.boards if board.origin for each in board.origin.named_labels
    ]
    return frozenset(
        head.name.id
        for board, head in heads
        if not head.is_beside
        and not head.at_corners
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


# Labels that nothing is about

_LOOK_ALIKE = str.maketrans("OoDlI|ZzSB", "0001112258")
_COUNTED = frozenset(("abs", "count", "len", "max", "min", "product", "sum"))
_OTHER = frozenset(("!=", "not in"))
_EQUALITY = _OTHER | {"=", "in"}


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
    for statement in spec.statements:
        for node in nodes_within(statement):
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
    has_rest = any(_is_about_rest(each, name) for each in spec.statements)
    return _Uses(tuple(comparisons), bool(others & counted), has_rest or bool(others - known - counted))


def _is_about_rest(statement: ast.Statement, name: str) -> bool:
    """Whether it is about all labels, or about those that are not what it names."""
    nodes = [*nodes_within(statement)]
    if isinstance(statement, ast.BoardStatement | ast.Draw | ast.Decorate):
        return False
    if not any(_is_label(each, name) for each in nodes):
        return name in statement.mentioned
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
