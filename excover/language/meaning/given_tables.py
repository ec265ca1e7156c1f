"""Tables from a program or from files, for a `table` statement of that name.

>>> name = ast.Name(Span(Source("x.xc", "T"), 0, 1), "T")
>>> table = table_from([{"who": "Ada", "skills": ["cook", "wash"]}], name, ["who", "skills*"], {}, Limits())
>>> table.records["Ada"].fields
{'who': 'Ada', 'skills': OrderedSet(['cook', 'wash'])}

A table is a data frame of pandas or Polars, a table of Arrow, a mapping from names to columns, or records:
mappings, dataclasses or named tuples. A path is a file in CSV, JSON (a list of objects) or Parquet.
A list without records has the columns of the statement.

The rows of a CSV file, each with its place: RFC 4180, with common separators and headers.

>>> lines = ["size;Night shift", '"1;5"; no ']
>>> [fields for _, fields in csv_rows(Source("t.csv", line) for line in lines)]
[['size', 'Night_shift'], ['1;5', 'no']]

Fields are separated by commas, semicolons or tabs, whichever the header uses. A quoted field may contain
them, line breaks, and doubled quotes, and is read as it is; blanks around other fields are dropped. In names
of columns, blanks and signs become underscores.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.errors import imported
from excover.base.limits import Ceiling, Limits
from excover.base.names import OrderedSet, Symbol, Value
from excover.base.source import Source, Span, TableRow
from excover.base.words import as_seen, visible
from excover.language import messages
from excover.language.expressions.scope import TableValue
from excover.language.meaning.tables import COMMAS, read_table, table_of
from excover.language.python_values import column_of, is_single, listed_values, value_of
from excover.language.syntax import ast
from excover.language.texts import lines_in, near_file, read_text

SEPARATORS = ",;\t"
_SEPARATOR_LINE = re.compile(r"sep=([,;\t])")
"""A first line that spreadsheets write."""
_QUOTED = re.compile(r' *"([^"]*+(?:""[^"]*+)*+)" *')
_OPEN = re.compile(r' *"')
_QUOTES = re.compile('"+')
_SIGNS = re.compile(r"[^A-Za-z0-9_\x80-\U0010ffff]+")


def csv_rows(lines: Iterator[Source]) -> Iterator[TableRow]:
    """The rows that are not empty, the header first; raises SpecError if one is not CSV."""
    lines = (line for line in lines)
    header = next((line for line in lines if line.text.strip()), None)
    if header is None:
        return
    declared = _SEPARATOR_LINE.fullmatch(header.text.strip(" "))
    if declared and (header := next(lines, None)) is None:
        return
    reader = _RowReader(lines, declared[1] if declared else _separator(header))
    span, names = reader.row(header)
    yield span, [column_name(name) for name in names]
    for line in lines:
        if line.text.strip():
            yield reader.row(line)


def _separator(header: Source) -> str:
    """The separator of the header, outside quotes. Raises SpecError if there are several."""
    plain = re.sub(r'"[^"]*"', "", header.text)
    found = [separator for separator in SEPARATORS if separator in plain]
    if len(found) > 1:
        raise SpecError(messages.SeveralSeparators(Span(header, 0, len(header.text)), found))
    return found[0] if found else ","


def column_name(name: str) -> str:
    """A header as a name: its blanks and signs become underscores; a star after it stays."""
    star = "*" * name.endswith("*")
    plain = name.removesuffix("*").strip()
    named = _SIGNS.sub("_", plain)
    return (named if named == plain else named.strip("_")) + star


class _RowReader:
    def __init__(self, lines: Iterator[Source], separator: str) -> None:
        self._lines = lines
        self._separator = separator
        self._plain = re.compile(f"[^{separator}]*")

    def row(self, line: Source) -> TableRow:
        """A row and the span of its first line; it continues on further lines while a quote is open."""
        span = Span(line, 0, len(line.text))
        if '"' not in line.text:
            return span, [field.strip() for field in line.text.split(self._separator)]
        fields, at = [], 0
        while True:
            if _OPEN.match(line.text, at) and not _QUOTED.match(line.text, at):
                line = self._closed(line, at)
            field, at = self._field(line, at)
            fields.append(field)
            if at == len(line.text):
                return span, fields
            at += 1

    def _field(self, line: Source, at: int) -> tuple[str, int]:
        """The field that begins at a place, and its end."""
        quoted = _QUOTED.match(line.text, at)
        if not quoted:
            plain = self._plain.match(line.text, at)
            assert plain is not None  # it may match the empty text
            return plain[0].strip(), plain.end()
        end = quoted.end()
        if end < len(line.text) and line.text[end] != self._separator:
            raise SpecError(messages.TextAfterQuote(Span(line, end, end + 1)))
        return quoted[1].replace('""', '"'), end

    def _closed(self, line: Source, at: int) -> Source:
        """The line with those after it, up to the one that closes the quote open at a place."""
        texts = [line.text]
        for following in self._lines:
            texts.append(following.text)
            if any(len(quotes) % 2 for quotes in _QUOTES.findall(following.text)):
                return line.replaced(text="\n".join(texts))
        begin = line.text.index('"', at)
        raise SpecError(messages.UnclosedField(Span(line, begin, begin + 1)))


def check_tables(tables: object) -> None:
    """Raises SpecError unless they are a mapping from names to tables."""
    if not isinstance(tables, Mapping):
        wrong = f"`tables` must be a mapping from names to tables, not {as_seen(tables)}"
        raise SpecError(
            messages.NotATable(None, wrong, ['give the name of the statement: `tables={"shift": shifts}`'])
        )
    for name in tables:
        if not isinstance(name, str):
            wrong = f"the name of a table must be a text, not {as_seen(name)}"
            raise SpecError(messages.NotATable(None, wrong, ['such as "shift" for `table shift`']))


def table_from(
    data: Any, name: ast.Name, header: Sequence[str], symbols: Mapping[str, Symbol], limits: Limits
) -> TableValue:
    """The records of the data. A text that is the name of a symbol is that symbol, as in other tables.

    ``header`` are the columns that the statement draws, with their stars. Raises SpecError if the data are no
    table, a value is none of the language, columns differ in length, or a file cannot be read or is larger
    than the limit; MissingExtra.
    """
    if isinstance(data, str | PathLike):
        path = Path(data)
        with reading(name, path):
            return _of_file(_GivenTable(name, header, symbols, str(path)), path, limits)
    return _GivenTable(name, header, symbols).records(data)


@contextmanager
def reading(name: ast.Name, path: Path) -> Iterator[None]:
    """A context that reads a file for a table or a board; what is wrong with it is a SpecError there."""
    try:
        yield
    except SpecError as wrong:
        raise SpecError([_at(name, found) for found in wrong.diagnostics]) from None
    except FileNotFoundError:
        close = near_file(path)
        near = str(close) if close else None
        raise SpecError(
            messages.UnreadableTable(name.span, str(path), "there is no such file", near)
        ) from None
    except OSError as failed:
        raise SpecError(
            messages.UnreadableTable(name.span, str(path), str(failed.strerror or failed))
        ) from None
    except ValueError as failed:
        raise SpecError(messages.UnreadableTable(name.span, str(path), str(failed))) from None


def _at(name: ast.Name, found: Diagnostic) -> Diagnostic:
    """An error of a whole file, at the table that it is for."""
    return found.at(name.span) if isinstance(found, messages.TextTooLong | messages.NotUtf8) else found


def _of_file(given: _GivenTable, path: Path, limits: Limits) -> TableValue:
    match path.suffix.lower():
        case ".json":
            with path.open("rb") as stream:
                text = read_text(stream, str(path), limits.ceiling("table"))
            try:
                return given.records(json.loads(text))
            except RecursionError:
                raise ValueError("it is not readable JSON: its brackets are nested too deeply") from None
        case ".parquet":
            return given.records(_parquet(path, limits.ceiling("table")))
        case ".csv" | ".tsv" | ".txt":
            return read_table(given.name, csv_rows(_lines(path, limits)), given.symbols, COMMAS)[0]
        case _:
            raise ValueError("it is not .csv, .json or .parquet")


def _parquet(path: Path, ceiling: Ceiling) -> Any:
    """The table of Arrow in a file. Raises SpecError if it is larger than the limit.

    Equal values take next to no space in a file, so the fields are counted, and the bytes of a few rows at a
    time, before all are read together.
    """
    parquet = imported("pyarrow.parquet", "data", "reading Parquet")
    too_long = SpecError(messages.TextTooLong(path.name, ceiling))
    if path.stat().st_size > ceiling.most:
        raise too_long
    with parquet.ParquetFile(path) as file:
        groups = [file.metadata.row_group(number) for number in range(file.num_row_groups)]
        chunks = [group.column(number) for group in groups for number in range(group.num_columns)]
        fields = sum(chunk.num_values for chunk in chunks)
        if max(fields, sum(chunk.total_uncompressed_size for chunk in chunks)) > ceiling.most:
            raise too_long
        left = ceiling.most
        for batch in file.iter_batches(batch_size=1000):
            left -= sum(_decoded(column).nbytes for column in batch.columns)
            if left < 0:
                raise too_long
        return file.read()


def _decoded(column: Any) -> Any:
    """An array of Arrow without a dictionary, which every batch repeats whole."""
    return column.dictionary_decode() if hasattr(column, "dictionary_decode") else column


def _lines(path: Path, limits: Limits) -> Iterator[Source]:
    with path.open("rb") as stream:
        for number, line in enumerate(lines_in(stream, path.name, limits.ceiling("table")), 1):
            yield Source(path.name, line, str(path), first_line=number)


@dataclass(frozen=True, slots=True)
class _GivenTable:
    """The statement whose table is given: its name, its columns, and the symbols that texts may be."""

    name: ast.Name
    header: Sequence[str]
    symbols: Mapping[str, Symbol]
    path: str = ""

    def records(self, data: Any) -> TableValue:
        starred = {column.rstrip("*") for column in self.header if column.endswith("*")}
        columns: dict[str, list[Value]] = {}
        for title, given in (self._columns(data) or self._no_records()).items():
            column = column_name(title).rstrip("*")
            if column in columns:
                raise self._refused(f"the table `{self.name.id}` has two columns `{column}`", "rename one")
            is_list = column in starred or title.endswith("*")
            columns[column] = [_named(value, self.symbols) for value in self._values(given, column, is_list)]
        lengths = [(column, len(values)) for column, values in columns.items()]
        for column_length in lengths:
            if column_length[1] != lengths[0][1]:
                name = self.name
                raise SpecError(
                    messages.TableColumnsOfOtherLengths(name.id, [lengths[0], column_length], name.span)
                )
        return table_of(self.name, columns)

    def _refused(self, wrong: str, *ways_out: str, row: int | None = None) -> SpecError:
        return SpecError(messages.NotATable(self.name.span, wrong, ways_out, row, self.path))

    def _no_records(self) -> dict[str, Any]:
        """The columns of the statement, without records."""
        if not self.header:
            wrong = f"the table `{self.name.id}` has no records, and nothing states which columns it has"
            raise self._refused(wrong, 'give the columns without records: `{"name": [], ..}`')
        return {column: [] for column in self.header}

    def _columns(self, data: Any) -> dict[str, Any]:
        """The columns by name."""
        if isinstance(data, Mapping):
            return self._columns_of(data)
        if hasattr(data, "column_names"):  # Arrow
            return {name: data.column(name) for name in data.column_names}
        if hasattr(data, "columns"):  # pandas, Polars
            return {str(name): data[name] for name in data.columns}
        if not isinstance(data, Iterable) or isinstance(data, type | bytes):
            wrong = f"the table `{self.name.id}` is {as_seen(data)}, not a data frame or a list of records"
            raise self._refused(wrong, f"give a list of dicts, one for each record: {self._example}")
        records = [self._record(record, row) for row, record in enumerate(data)]
        names = list(dict.fromkeys(name for record in records for name in record))
        for row, record in enumerate(records):
            if absent := [name for name in names if name not in record]:
                wrong = (
                    f"a record of the table `{self.name.id}` has no `{visible(absent[0])}`, as others have"
                )
                way_out = 'give every record the same fields: where there is nothing, "", 0 or []'
                raise self._refused(wrong, way_out, row=row)
        if records and not names:
            wrong = f"the records of the table `{self.name.id}` have no fields"
            raise self._refused(wrong, f"give each its fields: {self._example}")
        return {name: [record[name] for record in records] for name in names}

    def _columns_of(self, data: Mapping[Any, Any]) -> dict[str, Any]:
        for name, column in data.items():
            if not isinstance(column, Mapping) and (isinstance(column, tuple) or not is_single(column)):
                continue
            wrong = (
                f"the column `{self.name.id}.{visible(str(name))}` is {as_seen(column)}, not a list of values"
            )
            if isinstance(column, set | frozenset):
                raise self._refused(wrong, "a set has no order: `sorted(..)` makes a list of it")
            if all(isinstance(each, Mapping) for each in data.values()):
                raise self._refused(wrong, "give the records as a list: `list(records.values())`")
            raise self._refused(wrong, "a single record is a list with one dict: `[record]`")
        return {str(name): column for name, column in data.items()}

    def _record(self, record: Any, row: int) -> dict[str, Any]:
        if isinstance(record, Mapping):
            return {str(name): value for name, value in record.items()}
        if is_dataclass(record) and not isinstance(record, type):
            return {field.name: getattr(record, field.name) for field in fields(record)}
        if hasattr(record, "_asdict"):
            return dict(record._asdict())
        wrong = f"a record of the table `{self.name.id}` is {as_seen(record)}, not a dict or a dataclass"
        way_out = f"name the fields of each record: {self._example}"
        if isinstance(record, tuple | list) and self.header:
            names = ", ".join(f'"{column.rstrip("*")}"' for column in self.header)
            way_out = f"name the fields: `[dict(zip([{names}], record)) for record in records]`"
        raise self._refused(wrong, way_out, row=row)

    @property
    def _example(self) -> str:
        """A list of records as one writes it."""
        values = {column: "[..]" if column.endswith("*") else ".." for column in self.header or ["name"]}
        return (
            "`[{" + ", ".join(f'"{name.rstrip("*")}": {value}' for name, value in values.items()) + "}, ..]`"
        )

    def _values(self, column: Any, name: str, is_list: bool) -> Sequence[Value]:
        """The fields of a column; of one with a star, sets."""
        what = f"`{self.name.id}.{name}`"
        values = listed_values(column, what)
        if not is_list and all(map(is_single, values)):
            return column_of(values, what) or []
        return [self._field(value, what, row, is_list) for row, value in enumerate(values)]

    def _field(self, value: Any, what: str, row: int, is_list: bool) -> Value:
        if is_list and isinstance(value, tuple):
            value = list(value)
        if not is_single(value) and not isinstance(value, Mapping):  # which is refused, not read as its keys
            return OrderedSet(value_of(member, what, row) for member in listed_values(value, what))
        found = value_of(value, what, row)
        if not is_list or isinstance(found, OrderedSet):
            return found
        wrong = f"{what} is a column of lists, and this record has {as_seen(value)}"
        raise self._refused(
            wrong,
            f"give a list: `[{as_seen(value)}]`"
            + (', or `text.split(",")` where a text has several' if isinstance(value, str) else ""),
            "the path of a CSV file in place of its records lets excover split its texts"
            if isinstance(value, str)
            else "",
            row=row,
        )


def _named(value: Value, symbols: Mapping[str, Symbol]) -> Value:
    if isinstance(value, OrderedSet):
        return OrderedSet(_named(member, symbols) for member in value)
    return symbols.get(value, value) if isinstance(value, str) else value
