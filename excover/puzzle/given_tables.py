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
from excover.limits import Limits
from excover.messages.about_files import UnreadableFile
from excover.names import OrderedSet, Symbol, Value
from excover.puzzle.csv_rows import column_name, csv_rows
from excover.puzzle.tables import COMMAS, read_table, table_of
from excover.python_values import column_of, is_single, listed_values, value_of
from excover.source import Source
from excover.syntax import ast
from excover.texts import lines_in, read_text


def table_from(data: Any, name: ast.Name, symbols: Mapping[str, Symbol], limits: Limits) -> TableValue:
    """The records of the data. A text that is the name of a symbol is that symbol, as in other tables.

    Raises SpecError if a value is none of the language, or a file cannot be read; TypeError if the data are
    no table; MissingExtra.
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
            return _of_data(json.loads(text), name, symbols)
        case ".parquet":
            parquet = imported("pyarrow.parquet", "data", "reading Parquet")
            return _of_data(parquet.read_table(path), name, symbols)
        case ".csv" | ".tsv" | ".txt":
            return read_table(name, csv_rows(_lines(path, limits)), symbols, COMMAS)[0]
        case _:
            raise ValueError("it is not .csv, .json or .parquet")


def _of_data(data: Any, name: ast.Name, symbols: Mapping[str, Symbol]) -> TableValue:
    columns = {
        column_name(column): [_named(value, symbols) for value in _values(values, f"`{name.id}.{column}`")]
        for column, values in _columns(data, name.id).items()
    }
    return table_of(name, columns)


def _lines(path: Path, limits: Limits) -> Iterator[Source]:
    with path.open("rb") as stream:
        for number, line in enumerate(lines_in(stream, path.name, limits.ceiling("table")), 1):
            yield Source(path.name, line, str(path), first_line=number)


def _columns(data: Any, table: str) -> dict[str, Any]:
    """The columns by name. Raises TypeError."""
    if isinstance(data, Mapping):
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
    values = listed_values(column)
    if all(map(is_single, values)):
        return column_of(values, what) or []
    return [
        value_of(value, what, row)
        if is_single(value)
        else OrderedSet(value_of(member, what, row) for member in listed_values(value))
        for row, value in enumerate(values)
    ]


def _named(value: Value, symbols: Mapping[str, Symbol]) -> Value:
    if isinstance(value, OrderedSet):
        return OrderedSet(_named(member, symbols) for member in value)
    return symbols.get(value, value) if isinstance(value, str) else value
