"""The field of a table that a wrong value comes from, so that a message can point to the line of its file.

>>> from excover.base.source import Source
>>> line = Span(Source("jobs.csv", '"saw, large" ; 3O', first_line=7), 0, 17)
>>> field = _field(line, ["saw, large", "3O"], 1)
>>> field.line, field.column, field.text
(7, 16, '3O')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from excover.base.names import OrderedSet, Record, Value
from excover.base.source import Span, TableField
from excover.language.expressions.frame import Frame
from excover.language.expressions.scope import Scope, TableValue


def cell_of(value: Value, scope: Scope, frame: Frame, row: int) -> TableField | None:
    """The field that has this text, in a table that was read from text; None if it comes from elsewhere.

    Values go through expressions as the objects that were read, so the same object comes from a field that
    has it: one of the records that are bound in this row, if it can be, otherwise the first.
    """
    if not isinstance(value, str):  # equal numbers may be one object; a set is in a column with a star
        return None
    bound = [column[row] for column in frame.columns.values() if isinstance(column[row], Record)]
    tables = [table for name in scope if isinstance(table := scope[name], TableValue) and table.lines]
    found = [cell for table in tables for cell in _cells(value, table)]
    of_bound = (cell for record, cell in found if any(record is each for each in bound))
    return next(of_bound, found[0][1] if found else None)


def field_span(table: TableValue, number: int, column: str) -> Span:
    """Where a field of a record is written; the name of the table if its records come from a program."""
    if not table.lines:
        return table.span
    line, texts = table.lines[number]
    return _field(line, texts, table.columns.index(column))


def _cells(value: str, table: TableValue) -> Iterator[tuple[Record, TableField]]:
    for record, (line, texts) in zip(table.records.values(), table.lines, strict=True):
        for place, (column, field) in enumerate(record.fields.items()):
            members = field if isinstance(field, OrderedSet) else [field]
            if any(member is value for member in members):
                yield record, TableField(f"{table.name}.{column}", _field(line, texts, place))


def _field(line: Span, texts: Sequence[str], place: int) -> Span:
    """A field of a line, found behind the fields before it, of which quotes may be doubled in the line."""
    at = length = 0
    for number, text in enumerate(texts[: place + 1]):
        begin = at + (number > 0)  # behind a separator
        written = [form for form in (text, text.replace('"', '""')) if form in line.text[begin:]]
        if not written:
            return line
        at, length = line.text.index(written[0], begin), len(written[0])
        if number < place:
            at += length
    return line.part(at, length)
