"""What has no effect, since no other statement reads it: columns of tables, labels, legends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from excover.base.diagnostics import Diagnostic
from excover.base.source import Span
from excover.language.expressions.scope import TableValue
from excover.language.meaning.puzzle import Placing
from excover.language.meaning.state import State
from excover.language.messages.about_statements import ColumnNotRead, LabelsNotRead, NotDrawn
from excover.language.syntax import ast
from excover.language.syntax.node import nodes_within


def unread(spec: ast.Spec, state: State) -> Iterator[Diagnostic]:
    """In the order of the description."""
    found = [
        *(each for statement in spec.statements for each in _not_drawn(statement)),
        *_unread(spec, state),
    ]
    yield from sorted(found, key=lambda warning: warning.labels[0].span.start)


def _unread(spec: ast.Spec, state: State) -> Iterator[Diagnostic]:
    """Of a description that is complete: definitions without options are for others that import them."""
    if not state.sources and not state.last_sources:
        return
    columns, labelled = set[str](), _labels_that_meet(state)
    for node in nodes_within(spec.statements):
        match node:
            case ast.Field(_, _, column):
                columns.add(column)
            case ast.Index(value=ast.Name(id=board)):
                labelled.add(board)
            case ast.Fill(board=ast.Name(id=board), units=units) if any(u.kind == "label" for u in units):
                labelled.add(board)
            case _:
                pass
    for statement in spec.statements:
        match statement:
            case ast.Table(_, ast.Name(id=name), ast.Drawing(lines=lines)):
                yield from _not_read(state.scope.get(name), lines, columns)
            case (
                ast.BoardStatement(name=name, labels=ast.Drawing(span))
                | ast.ShapesStatement(name=name, labels=ast.Drawing(span))
            ) if name.id not in labelled:
                yield LabelsNotRead(span, name.id, isinstance(statement, ast.ShapesStatement))
            case _:
                pass


def _labels_that_meet(state: State) -> set[str]:
    """The boards and pieces whose labels say where pieces lie."""
    found: set[str] = set()
    for placing in state.sources:
        if isinstance(placing, Placing) and placing.board.labels and placing.matching:
            found |= {placing.board.name, placing.shapes.name}
    return found


def _not_drawn(statement: ast.Statement) -> Iterator[Diagnostic]:
    if isinstance(statement, ast.BoardStatement | ast.ShapesStatement):
        lines = statement.drawing.lines if statement.drawing else ()
        for line in statement.legend:
            if not any(line.character.value in drawn.text for drawn in lines):
                yield NotDrawn(line.character.span, line.character.value)


def _not_read(table: object, lines: Sequence[Span], columns: set[str]) -> Iterator[Diagnostic]:
    """Of a table whose records are drawn here. The first column identifies them."""
    if not isinstance(table, TableValue) or not table.lines or table.lines[0][0] not in lines:
        return
    header = next(line for line in lines if line.text.strip())
    for column in table.columns[1:]:
        if column not in columns:
            place = re.search(rf"(?<!\w){column}(?!\w)", header.text)
            span = header.part(place.start(), len(column)) if place else header
            yield ColumnNotRead(span, table.name, column)
