"""Tables: records drawn in the description or read from CSV.

>>> from excover.base.source import Source
>>> lines = ["name,legs*", 'p1,"1,3"', "p2,2"]
>>> from excover.language.meaning.given_tables import csv_rows
>>> rows = csv_rows(Source("x.csv", line) for line in lines)
>>> table, warnings = read_table(ast.Name(Span(Source("x.xc", "T"), 0, 1), "T"), rows, {}, COMMAS)
>>> table.records["p1"].fields
{'name': 'p1', 'legs': OrderedSet([1, 3])}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import OrderedSet, Record, Symbol, Value, is_name, is_number, normal
from excover.base.source import Span, TableRow
from excover.language import messages
from excover.language.expressions.scope import TableValue
from excover.language.syntax import ast

_DIGITS = r"[+-]?[0-9]+"
_DECIMAL = r"[+-]?[0-9]*[.,][0-9]+"
COMMAS = re.compile(r"[,;]")
"""The separator of the members of a list in a CSV file; blanks belong to the members."""
_COMMAS_OR_BLANKS = re.compile(r"[,\s]+")


def drawn_lines(lines: Sequence[Span]) -> list[TableRow]:
    """Fields are separated by bars if the header has bars, otherwise by blanks."""
    kept = [line for line in lines if line.text.strip()]
    bars = bool(kept) and "|" in kept[0].text.strip().rstrip("|")
    return [(line, _fields(line.text, bars)) for line in kept]


def _fields(text: str, bars: bool) -> list[str]:
    if not bars:
        return text.split()
    return [field.strip() for field in text.strip().removesuffix("|").split("|")]


def members_of(lines: Sequence[TableRow]) -> re.Pattern[str]:
    """The separator of the members of lists in a drawn table: blanks, unless some list has commas."""
    if not lines:
        return _COMMAS_OR_BLANKS
    lists = [n for n, column in enumerate(lines[0][1]) if column.endswith("*")]
    commas = any("," in fields[n] for _, fields in lines[1:] for n in lists if n < len(fields))
    return re.compile(",") if commas else _COMMAS_OR_BLANKS


def read_table(
    name: ast.Name, lines: Iterable[TableRow], symbols: Mapping[str, Symbol], between: re.Pattern[str]
) -> tuple[TableValue, list[Diagnostic]]:
    """The records of the lines, of which the first names the columns, and warnings. Raises SpecError.

    A field is a number, a symbol of that name or otherwise a text; in a column with a star, a set of those,
    separated by ``between``. If digits of a column are not a number as written, such as ``007``, none of its
    fields is a number.
    """
    rows = iter(lines)
    header_span, header = next(rows, (name.span, []))
    if not header:
        raise SpecError(messages.EmptyTable(name.span, name.id))
    plain = _named(header_span, header)
    spans, fields = _checked(rows, header)
    columns = [
        _TableColumn(head, [row[n] for row in fields], symbols, between) for n, head in enumerate(header)
    ]
    values = (column.values() for column in columns)
    table = table_of(name, dict(zip(plain, values, strict=True)))
    table = table.replaced(lines=list(zip(spans, fields, strict=True)))
    warnings: list[Diagnostic] = [
        messages.DecimalsAreText(spans[column.decimal], name.id, title, column.text(column.decimal))
        for title, column in zip(plain, columns, strict=True)
        if column.decimal is not None
    ]
    return table, warnings


def table_of(name: ast.Name, columns: Mapping[str, Sequence[Value]]) -> TableValue:
    """The records of columns that have the same length. Raises SpecError for names that are none."""
    if not columns:
        raise SpecError(messages.EmptyTable(name.span, name.id))
    _named(name.span, list(columns))
    records = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    keys, repeated = _keys(list(next(iter(columns.values()))))
    found = {key: Record(name.id, key, row) for key, row in zip(keys, records, strict=True)}
    return TableValue(name.id, name.span, tuple(columns), found, repeated)


def _named(span: Span, header: Sequence[str]) -> list[str]:
    """The names of the columns, without stars. Raises SpecError."""
    plain = [normal(column.rstrip("*")) for column in header]
    for number, (column, name) in enumerate(zip(header, plain, strict=True), 1):
        if not is_name(column.removesuffix("*")) or plain.count(name) > 1:
            raise SpecError(messages.InvalidColumnName(span, column, number))
    return plain


def _checked(rows: Iterable[TableRow], header: Sequence[str]) -> tuple[list[Span], list[list[str]]]:
    """The lines and their fields, as many as there are columns. Raises SpecError."""
    spans, found = [], []
    for span, fields in rows:
        if len(fields) != len(header):
            raise SpecError(messages.WrongFieldCount(span, len(fields), len(header)))
        spans.append(span)
        found.append(fields)
    return spans, found


def _keys(firsts: Sequence[Value]) -> tuple[list[Value], Value | None]:
    """The first fields if they identify the records, or else their numbers, and a repeated field."""
    numbers: list[Value] = list(range(1, len(firsts) + 1))
    if not all(isinstance(first, int | str | Symbol) for first in firsts):
        return numbers, None
    seen: set[Value] = set()
    repeated = next((first for first in firsts if first in seen or seen.add(first)), None)  # type: ignore[func-returns-value]
    return (list(firsts), None) if repeated is None else (numbers, repeated)


def scalar(text: str, symbols: Mapping[str, Symbol]) -> Value:
    """A number of 64 bits if the text is one as it is written, a symbol of that name, or the text."""
    return int(text) if is_number(text) else symbols.get(text, text)


class _TableColumn:
    """The fields of a column, all read by the same rule."""

    def __init__(
        self, header: str, texts: list[str], symbols: Mapping[str, Symbol], between: re.Pattern[str]
    ) -> None:
        self._texts = texts
        self._symbols = symbols
        self._between = between if header.endswith("*") else None
        members = {member for text in texts for member in self._members(text)}
        decimals = set(filter(re.compile(_DECIMAL).fullmatch, members))
        self._has_numbers = not decimals and all(
            is_number(member) for member in filter(re.compile(_DIGITS).fullmatch, members)
        )
        self.decimal = next((n for n, text in enumerate(texts) if text in decimals), None)
        """The first line with a number that is not whole."""

    def text(self, row: int) -> str:
        return self._texts[row]

    def values(self) -> list[Value]:
        known: dict[str, Value] = {text: self._value(text) for text in set(self._texts)}
        return [known[text] for text in self._texts]

    def _members(self, text: str) -> list[str]:
        if self._between is None:
            return [text]
        return [stripped for member in self._between.split(text) if (stripped := member.strip())]

    def _value(self, text: str) -> Value:
        if self._between is None:
            return self._scalar(text)
        return OrderedSet(map(self._scalar, self._members(text)))

    def _scalar(self, text: str) -> Value:
        return scalar(text, self._symbols) if self._has_numbers else self._symbols.get(text, text)
