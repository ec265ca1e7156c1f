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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, product
from os import PathLike
from pathlib import Path

from excover.base.diagnostics import SpecError
from excover.base.limits import Ceiling
from excover.base.names import Symbol, Value
from excover.base.source import Source, Span
from excover.base.words import as_seen
from excover.language import messages
from excover.language.expressions.scope import LabelValues
from excover.language.meaning.naming import symbols_in
from excover.language.meaning.puzzle import Board
from excover.language.meaning.state import State
from excover.language.meaning.tables import scalar
from excover.language.syntax import ast
from excover.language.texts import read_text, words_in
from excover.lattices import Cell

NONE = {".", "-"}
"""The words of places without a label."""
_ABOVE = {"above", "below"}
_BOARD = "the board"


def words_of(lines: Sequence[Span]) -> list[list[Span]]:
    """The words of each line of a drawing; if no line has a blank between words, each character is one.

    A tab separates words even where there is only one, as in rows that a program gives.
    """
    return [
        [line.part(at, len(word)) for at, word in words]
        for line, words in zip(lines, _placed_words(lines), strict=True)
    ]


def _placed_words(lines: Sequence[Span]) -> list[list[tuple[int, str]]]:
    """The same as texts, each with where it begins in its line."""
    if are_in_words(lines):
        return [[(found.start(), found[0]) for found in re.finditer(r"\S+", line.text)] for line in lines]
    return [[(at, text) for at, text in enumerate(line.text) if text.strip()] for line in lines]


def are_in_words(lines: Sequence[Span]) -> bool:
    return any(re.search(r"\S\s+\S|\t", line.text) for line in lines)


# From outside


def with_drawings(state: State, statement: ast.BoardStatement) -> ast.BoardStatement:
    """The statement with the drawings that are given from outside. Raises SpecError."""
    given = state.tables.get(statement.name.id)
    if given is None or isinstance(given, ast.BoardStatement):
        return given or statement
    parts = [*_own_parts(statement), *(each.head.name.id for each in statement.named_labels)]
    found = _drawings(state, statement, parts, given)
    return statement.replaced(
        sizes=() if _BOARD in found else statement.sizes,
        drawing=found.get(_BOARD),
        labels=found.get("its labels"),
        named_labels=tuple(
            each.replaced(drawing=found[each.head.name.id]) for each in statement.named_labels
        ),
    )


def _own_parts(statement: ast.BoardStatement) -> list[str]:
    """The board's own drawings that come from outside, in words."""
    if statement.drawing or not (statement.labels or statement.named_labels):
        return [_BOARD, *["its labels"] * bool(statement.labels)]
    return ["its labels"] * bool(statement.labels)


def _drawings(
    state: State, statement: ast.BoardStatement, parts: Sequence[str], given: object
) -> dict[str, ast.Drawing]:
    """One drawing for each part: the sections of a file, or the lines that a program gives. That of the board
    may come first though the description has none.
    """
    name = statement.name
    if isinstance(given, str | PathLike):
        sections = _sections_of_file(name, Path(given), state.limits.ceiling("table"))
        if _BOARD not in parts and len(sections) == len(parts) + 1 and _draws_cells(sections[0]):
            parts = [_BOARD, *parts]
    elif isinstance(given, Mapping):
        parts = [*[_BOARD] * (_BOARD in given and _BOARD not in parts), *parts]
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
    drawings = [ast.Drawing(lines[-1] if lines else name.span, tuple(lines)) for lines in sections]
    return dict(zip(parts, drawings, strict=True))


def _draws_cells(lines: Sequence[Span]) -> bool:
    """Whether it is a drawing with holes; without any, it may be labels that a blank line divides."""
    marks = {mark for line in lines for mark in line.text}
    return "#" in marks and marks <= {*".#? "}


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
            lengths = [len(row) for row in _placed_words(each.drawing.lines)]
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
        max((len(words_in(line)) for line in beside[True].lines), default=0),
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
    rows, cells = _placed_words(lines), set(board.cells)
    high, wide = (size + more for size in board.extent[1:])
    for line, words in zip(lines, rows, strict=True):
        if len(rows) != high or len(words) != wide:
            name, size = labels.head.name.id, (len(rows), len(words))
            unit = "word" if are_in_words(lines) else "character"
            raise SpecError(
                messages.LabelsOfOtherSize(line, name, board.name, (high, wide), size, unit, more)
            )
    found: dict[Value, list[Span]] = {}
    for row, (line, words) in enumerate(zip(lines, rows, strict=True)):
        for column, (at, text) in enumerate(words):
            if text in NONE:
                continue
            word = line.part(at, len(text))
            if not (more or (0, row, column) in cells) or (more and cells.isdisjoint(_around(row, column))):
                raise SpecError(messages.LabelOffBoard(word, board.name))
            found[board.position((0, row, column))] = _members(word) if labels.head.several else [word]
    return found


def _around(row: int, column: int) -> Iterator[Cell]:
    """The places around a corner."""
    return ((0, row - down, column - left) for down, left in product(range(2), repeat=2))


def _members(word: Span) -> list[Span]:
    return [word.part(found.start(), len(found[0])) for found in re.finditer("[^,]+", word.text)]


def _beside(labels: ast.NamedLabels, board: Board) -> dict[Value, list[Span]]:
    """The words of each row from left to right, or of each column from top to bottom."""
    assert labels.drawing
    head, lines = labels.head, labels.drawing.lines
    rows = [words_in(line) for line in lines]
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
