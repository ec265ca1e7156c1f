"""Tables: records drawn in the description or read from CSV.

>>> from excover.source import Source, Span
>>> from excover.syntax import ast
>>> source = Source("x.csv", "name,legs*\\np1,1 3\\np2,2")
>>> table = read_table(ast.Name(Span(source, 0, 1), "T"), csv_lines(source), {})
>>> table.records["p1"].fields
{'name': 'p1', 'legs': OrderedSet([1, 3])}
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence

from excover.diagnostics import SpecError
from excover.expressions.scope import Table
from excover.names import OrderedSet, Record, Symbol, Value
from excover.puzzle import faults
from excover.source import Source, Span
from excover.syntax import ast

Line = tuple[Span, list[str]]
"""A line of a table and its fields."""

_COLUMN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\*?")
_NUMBER = re.compile(r"-?[0-9]{1,18}")


def drawn_lines(lines: Sequence[Span]) -> list[Line]:
    """Fields between bars where the header has bars, otherwise between blanks."""
    kept = [line for line in lines if line.text.strip()]
    bars = bool(kept) and "|" in kept[0].text.strip().rstrip("|")
    return [(line, _fields(line.text, bars)) for line in kept]


def _fields(text: str, bars: bool) -> list[str]:
    if not bars:
        return text.split()
    return [field.strip() for field in text.strip().removesuffix("|").split("|")]


def csv_lines(source: Source) -> list[Line]:
    """The rows of a CSV file, blank ones left out; each has the span of its first line. Raises csv.Error."""
    found: list[Line] = []
    lines = source.text.split("\n")
    reader = csv.reader(line + "\n" for line in lines)
    start = last = 0
    for fields in reader:
        if fields:
            span = Span(source, start, start + len(lines[last]))
            found.append((span, [field.strip() for field in fields]))
        start += sum(len(line) + 1 for line in lines[last : reader.line_num])
        last = reader.line_num
    return found


def read_table(name: ast.Name, lines: Sequence[Line], symbols: Mapping[str, Symbol]) -> Table:
    """The records of the lines; the first names the columns. Raises SpecError.

    A field is a number, a symbol of that name or else a text; in a column with a star, a set of those.
    """
    if not lines:
        raise SpecError(faults.empty_table(name.span, name.id))
    header_span, header = lines[0]
    plain = [column.rstrip("*") for column in header]
    for column in header:
        if not _COLUMN.fullmatch(column) or plain.count(column.rstrip("*")) > 1:
            raise SpecError(faults.column_name(header_span, column))
    rows = []
    for span, fields in lines[1:]:
        if len(fields) != len(header):
            raise SpecError(faults.field_count(span, len(fields), len(header)))
        values = (_value(column, field, symbols) for column, field in zip(header, fields, strict=True))
        rows.append(dict(zip(plain, values, strict=True)))
    keys = _keys(rows)
    records = {key: Record(name.id, key, row) for key, row in zip(keys, rows, strict=True)}
    return Table(name.id, name.span, tuple(plain), records)


def _keys(rows: Sequence[Mapping[str, Value]]) -> list[Value]:
    """The first fields where they tell the records apart, otherwise their numbers."""
    firsts = [next(iter(row.values())) for row in rows]
    plain = all(isinstance(first, int | str | Symbol) for first in firsts)
    return firsts if plain and len(set(firsts)) == len(firsts) else list(range(1, len(rows) + 1))


def _value(column: str, field: str, symbols: Mapping[str, Symbol]) -> Value:
    if column.endswith("*"):
        return OrderedSet(_scalar(member, symbols) for member in re.split(r"[,\s]+", field) if member)
    return _scalar(field, symbols)


def _scalar(text: str, symbols: Mapping[str, Symbol]) -> Value:
    return int(text) if _NUMBER.fullmatch(text) else symbols.get(text, text)
