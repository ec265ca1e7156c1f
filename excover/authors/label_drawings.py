"""The drawings of labels of a board: marks that are clues, regions, and those with a mark everywhere.

>>> from excover.problem.problem import load, parse
>>> board = LabelBoard(load("tents"))
>>> board.clues, board.regions, board.alphabets["across"]
(['tree', 'across', 'down'], [], ['1', '2'])
>>> has_labels(load("tents")), has_labels(load("sudoku"))
(True, False)

Drawings that came from outside, in the text itself.

>>> text = 'board b  labels k |1 2\\n  fill b with 1..2  require b(p) = k[p] for p in k'
>>> [edit] = written_boards(parse(text, tables={"b": [[None, 2], [2, None]]}))
>>> print(edit.applied())
board b
  labels k
  | . 2
  | 2 .
  fill b with 1..2  require b(p) = k[p] for p in k
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from excover.base.diagnostics import Edit, SpecError, edited
from excover.base.names import ItemName, RuleItem
from excover.base.source import Source, Span
from excover.language.expressions.scope import LabelValues
from excover.language.meaning.cell_labels import NONE as NOTHING
from excover.language.meaning.cell_labels import are_in_words, words_of
from excover.language.meaning.label_uses import region_labels
from excover.language.meaning.puzzle import Board, Puzzle
from excover.language.syntax import ast
from excover.language.syntax.format import comments, format_statement
from excover.language.texts import words_in
from excover.matrix.compiled import Canvas, Place
from excover.problem.pipeline import compile_description
from excover.problem.problem import Problem

MarkRows: TypeAlias = list[list[str]]
Drawings: TypeAlias = dict[str, MarkRows]
LabelPlace: TypeAlias = tuple[str, int, int]
"""The name of the labels, and row and column of their drawing from 0."""
NONE = "."


def has_labels(problem: Problem) -> bool:
    """Whether the clues of a description are labels of its board."""
    return problem.description.reading is not None and bool(_drawings(_board(problem)))


def _board(problem: Problem) -> Board | None:
    boards = [each for each in problem.puzzle.boards if each.origin and each.origin.named_labels]
    return boards[0] if len(boards) == 1 else None


def _drawings(board: Board | None) -> Drawings:
    found: Drawings = {}
    for labels in board.origin.named_labels if board and board.origin else ():
        lines = labels.drawing.lines if labels.drawing else ()
        rows = [[word.text for word in row] for row in words_of(lines)]
        if labels.head.is_beside:
            rows = [[word.text for word in words_in(line)] for line in lines]
        found[labels.head.name.id] = [[NONE if mark in NOTHING else mark for mark in row] for row in rows]
    return found


def printed_labels(puzzle: Puzzle, canvases: Sequence[Canvas]) -> dict[str, set[tuple[Place, str]]]:
    """The cells with a label, and what it is, by the names of the labels."""
    found: dict[str, set[tuple[Place, str]]] = {}
    for number, canvas in enumerate(canvases):
        boards = [board for board in puzzle.boards if board.name == canvas.name and board.origin]
        heads = [each.head for board in boards if board.origin for each in board.origin.named_labels]
        for name in (head.name.id for head in heads if not head.margin):
            values = labels.labels if isinstance(labels := puzzle.scope[name], LabelValues) else {}
            for place, value in values.items():
                if isinstance(place, tuple) and (cell := canvas.cell(place)):
                    found.setdefault(name, set()).add(((number, cell), str(value)))
    return found


def _is_full(rows: MarkRows) -> bool:
    return all(mark != NONE for row in rows for mark in row)


def cells_of(rows: MarkRows) -> list[tuple[int, int]]:
    return [(r, c) for r, row in enumerate(rows) for c in range(len(row))]


def _alphabet(rows: MarkRows) -> list[str]:
    """The marks of a drawing, and those between its numbers; of several words, any of each."""
    words = [mark.split(",") for row in rows for mark in row if mark != NONE]
    if not words:
        return []
    found: list[str] = []
    for length in sorted({len(each) for each in words}):
        columns = zip(*(each for each in words if len(each) == length), strict=True)
        found += [",".join(each) for each in product(*map(_between, columns))]
    return found


def _between(marks: Sequence[str]) -> list[str]:
    numbers = [int(mark) for mark in marks if re.fullmatch(r"\d+", mark)]
    others = {mark for mark in marks if not re.fullmatch(r"\d+", mark)}
    return sorted(others) + ([str(n) for n in range(min(numbers), max(numbers) + 1)] if numbers else [])


class LabelBoard:
    """``first`` are the drawings of the description; ``clues`` those whose marks may be left out, ``full``
    those with a mark everywhere.
    """

    def __init__(self, problem: Problem) -> None:
        board = _board(problem)
        assert board
        assert board.origin
        assert problem.description.reading
        self.problem, self.board, self.first = problem, board.name, _drawings(board)
        self.spec, self.loader, self.settings = problem.description.reading
        margins = {each.head.name.id for each in board.origin.named_labels if each.head.margin}
        regions = region_labels(problem.puzzle)
        self.regions = [name for name in self.first if name in regions]
        others = [name for name in self.first if name not in self.regions]
        self.full = [name for name in others if name not in margins and _is_full(self.first[name])]
        self.clues = [name for name in others if name not in self.full]
        self.alphabets = {name: _alphabet(self.first[name]) for name in others}

    def marks(self) -> dict[LabelPlace, Span]:
        """Those of the description that may be left out, and where they stand."""
        board = _board(self.problem)
        assert board
        assert board.origin
        found = {}
        for labels in board.origin.named_labels:
            lines, name = labels.drawing.lines if labels.drawing else (), labels.head.name.id
            apart = [words_in(line) for line in lines] if labels.head.is_beside else words_of(lines)
            for r, row in enumerate(apart if name in self.clues else ()):
                found.update({(name, r, c): word for c, word in enumerate(row) if word.text not in NOTHING})
        return found

    def without(self, place: LabelPlace, drawings: Drawings) -> Iterator[tuple[Drawings, Problem]]:
        """Drawings without a mark that are of the same board: the same is to be decided, which it is not
        where a black cell becomes a white one. A word may stand for a number that is not known.
        """
        mark = mark_at(drawings, place)
        words = [each for each in self.alphabets[place[0]] if not each.isdecimal() and "," not in each]
        every = decided(self.problem)
        for instead in [NONE, *(words if mark.isdecimal() else [])]:
            problem = self.with_drawings(found := marked(drawings, place, instead))
            if problem and decided(problem) == every:
                yield found, problem

    def places(self, names: Sequence[str]) -> list[LabelPlace]:
        return [(name, r, c) for name in names for r, c in cells_of(self.first[name])]

    def with_drawings(self, drawings: Drawings) -> Problem | None:
        """The description with other drawings; None if its rules have no meaning on these."""
        lines = {name: ["\t" + "\t".join(row) for row in rows] for name, rows in drawings.items()}
        source, limits = self.spec.span.source, self.problem.limits
        try:
            return Problem(
                compile_description(
                    source, self.settings, None, limits, {self.board: lines}, self.loader, self.spec
                )
            )
        except SpecError:
            return None


def decided(problem: Problem) -> set[ItemName]:
    """The items of a description but those of its rules, and those that clues say how often to cover."""
    assert problem.description.reading
    scope = problem.puzzle.scope
    labels = {name for name in scope if isinstance(scope[name], LabelValues)}
    rules = {
        family.name.id
        for statement in problem.description.reading.spec.statements
        if isinstance(statement, ast.Items)
        for family in statement.families
        if family.multiplicity is not None and not labels.isdisjoint(family.multiplicity.mentioned)
    }
    items = problem.full.matrix.items
    return {item for item in items if not (isinstance(item, RuleItem) or item.family in rules)}


def mark_at(drawings: Drawings, place: LabelPlace) -> str:
    name, r, c = place
    return drawings[name][r][c]


def marked(drawings: Drawings, place: LabelPlace, mark: str) -> Drawings:
    """The same with another mark at a place."""
    name, r, c = place
    rows = [list(row) for row in drawings[name]]
    rows[r][c] = mark
    return {**drawings, name: rows}


def shown(drawings: Drawings) -> str:
    """As `--board` reads them."""
    return "\n\n".join(_aligned(rows) for rows in drawings.values())


def written_boards(problem: Problem) -> list[Edit]:
    """What writes the drawings that came from outside into a text: one edit for each of its boards with such
    drawings, from first to last. Comments inside of a board stand before it then.
    """
    reading = problem.description.reading
    origins = {board.name: board.origin for board in problem.puzzle.boards}
    edits = []
    for statement in reading.spec.statements if reading else ():
        if isinstance(statement, ast.BoardStatement):
            drawn = origins.get(statement.name.id)
            if drawn and drawn is not statement:
                edits.append(_written(statement.span, drawn))
    return edits


def text_with_boards(problem: Problem) -> str:
    """The text of a description with the drawings that came from outside. ValueError if it has none."""
    if problem.description.reading is None:
        raise ValueError("only a text in the language has boards to draw")
    return edited(problem.description.reading.spec.span.source.text, written_boards(problem))


def _written(span: Span, board: ast.BoardStatement) -> Edit:
    labels = tuple(map(_of_blanks, board.named_labels))
    lines = [*comments(span.text), format_statement(board.replaced(named_labels=labels))]
    text = span.source.text
    before, after = text[: span.start].rpartition("\n")[2], text[span.end :].partition("\n")[0]
    lines = [*[""] * bool(before.strip()), *lines, *[""] * bool(after.strip())]
    return Edit(span, "\n".join(lines))


def _of_blanks(labels: ast.NamedLabels) -> ast.NamedLabels:
    """Words below each other, with blanks between them, also where a program gives rows with tabs; but words
    in one column of cells only a tab tells from rows of letters.
    """
    lines = labels.drawing.lines if labels.drawing else ()
    rows = [[word.text for word in words_in(line)] for line in lines]
    is_column = not labels.head.is_beside and all(len(row) == 1 for row in rows)
    if is_column and any(len(word) > 1 for [word] in rows):
        return labels
    if labels.drawing is None or not (labels.head.is_beside or are_in_words(lines)):
        return labels
    drawn = [f" {line}" for line in _aligned(rows).split("\n")]
    spans = tuple(Span(Source("", line), 0, len(line)) for line in drawn)
    return labels.replaced(drawing=labels.drawing.replaced(lines=spans))


def _aligned(rows: MarkRows) -> str:
    wide = max(len(mark) for row in rows for mark in row)
    return "\n".join(" ".join(mark.rjust(wide) for mark in row) for row in rows)
