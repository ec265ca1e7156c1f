"""Tables from a program or from files, for a `table` statement of that name.

>>> from excover.source import Source, Span
>>> name = ast.Name(Span(Source("x.xc", "T"), 0, 1), "T")
>>> table = table_from([{"who": "Ada", "skills": ["cook", "wash"]}], name, {}, Limits())
>>> table.records["Ada"].fields
{'who': 'Ada', 'skills': OrderedSet(['cook', 'wash'])}

A table is a data frame of pandas or Polars, a table of Arrow, a mapping from names to columns, or records:
mappings, dataclasses or named tuples. A path is a file in CSV, JSON (a list of objects) or Parquet.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from excover.diagnostics import SpecError
from excover.errors import imported
from excover.expressions.scope import TableValue
from excover.limits import Ceiling, Limits
from excover.messages.about_files import UnreadableFile
from excover.messages.about_models import TableColumnsOfOtherLengths
from excover.messages.about_syntax import TextTooLong
from excover.names import OrderedSet, Symbol, Value
from excover.puzzle.csv_rows import column_name, csv_rows
from excover.puzzle.tables import COMMAS, read_table, table_of
from excover.python_values import column_of, is_single, listed_values, value_of
from excover.source import Source
from excover.syntax import ast
from excover.texts import lines_in, read_text


def table_from(data: Any, name: ast.Name, symbols: Mapping[str, Symbol], limits: Limits) -> TableValue:
    """The records of the data. A text that is the name of a symbol is that symbol, as in other tables.

    Raises SpecError if a value is none of the language, columns differ in length, or a file cannot be read or
    is larger than the limit; TypeError if the data are no table; MissingExtra.
    """
    if isinstance(data, str | PathLike):
        path = Path(data)
        try:
            return _of_file(path, name, symbols, limits)
        except OSError as failed:
            reason = str(failed.strerror or failed)
        except (TypeError, ValueError) as failed:
            reason = str(failed)
        raise SpecError(UnreadableFile(name.span, str(path), reason))
    return _of_data(data, name, symbols)


def _of_file(path: Path, name: ast.Name, symbols: Mapping[str, Symbol], limits: Limits) -> TableValue:
    match path.suffix.lower():
        case ".json":
            with path.open("rb") as stream:
                text = read_text(stream, str(path), limits.ceiling("table"))
            try:
                return _of_data(json.loads(text), name, symbols)
            except RecursionError:
                raise ValueError("it is not readable JSON: its brackets are nested too deeply") from None
        case ".parquet":
            return _of_data(_parquet(path, limits.ceiling("table")), name, symbols)
        case ".csv" | ".tsv" | ".txt":
            return read_table(name, csv_rows(_lines(path, limits)), symbols, COMMAS)[0]
        case _:
            raise ValueError("it is not .csv, .json or .parquet")


def _of_data(data: Any, name: ast.Name, symbols: Mapping[str, Symbol]) -> TableValue:
    columns = {
        column_name(column): [_named(value, symbols) for value in _values(values, f"`{name.id}.{column}`")]
        for column, values in _columns(data, name.id).items()
    }
    lengths = [(column, len(values)) for column, values in columns.items()]
    for column in lengths:
        if column[1] != lengths[0][1]:
            raise SpecError(TableColumnsOfOtherLengths(name.id, [lengths[0], column], name.span))
    return table_of(name, columns)


def _parquet(path: Path, ceiling: Ceiling) -> Any:
    """The table of Arrow in a file. Raises SpecError if it is larger than the limit.

    Equal values take next to no space in a file, so the fields are counted, and the bytes of a few rows at a
    time, before all are read together.
    """
    parquet = imported("pyarrow.parquet", "data", "reading Parquet")
    too_long = SpecError(TextTooLong(path.name, ceiling))
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


def _columns(data: Any, table: str) -> dict[str, Any]:
    """The columns by name. Raises TypeError."""
    if isinstance(data, Mapping):
        for name, column in data.items():
            if isinstance(column, str | bytes | Mapping):
                raise TypeError(
                    f"the column `{table}.{name}` is a {type(column).__name__}, not a list of values"
                )
        return {str(name): column for name, column in data.items()}
    if hasattr(data, "column_names"):  # Arrow
        return {name: data.column(name) for name in data.column_names}
    if hasattr(data, "columns"):  # pandas, Polars
        return {str(name): data[name] for name in data.columns}
    if not isinstance(data, Iterable):
        raise TypeError(
            f"the table `{table}` is a {type(data).__name__}, not a data frame or a list of records"
        )
    records = [_record(record, table) for record in data]
    names = list(dict.fromkeys(name for record in records for name in record))
    return {name: [record.get(name) for record in records] for name in names}


def _record(record: Any, table: str) -> dict[str, Any]:
    if isinstance(record, Mapping):
        return {str(name): value for name, value in record.items()}
    if is_dataclass(record) and not isinstance(record, type):
        return {field.name: getattr(record, field.name) for field in fields(record)}
    if hasattr(record, "_asdict"):
        return dict(record._asdict())
    raise TypeError(
        f"a record of the table `{table}` is a {type(record).__name__}, not a dict or a dataclass"
    )


def _values(column: Any, what: str) -> Iterable[Value]:
    values = listed_values(column, what)
    if all(map(is_single, values)):
        return column_of(values, what) or []
    return [
        value_of(value, what, row)
        if is_single(value) or isinstance(value, Mapping)  # which is refused, not read as its keys
        else OrderedSet(value_of(member, what, row) for member in listed_values(value, what))
        for row, value in enumerate(values)
    ]


def _named(value: Value, symbols: Mapping[str, Symbol]) -> Value:
    if isinstance(value, OrderedSet):
        return OrderedSet(_named(member, symbols) for member in value)
    return symbols.get(value, value) if isinstance(value, str) else value
