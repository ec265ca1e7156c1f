"""Solutions as data: arrays of numpy, frames of pandas, batches of Arrow, files in Parquet and SQLite.

>>> from excover.problem.problem import parse
>>> coin = parse("item a[1..2]  option flip(coin in 1..2, side in {1, 2}) covers a[coin]")
>>> data = SolutionRows.of(coin.compiled)
>>> {name: list(values) for name, values in data.columns.items()}["side"]
[1, 2, 1, 2]

A row is a chosen option: the number of the solution from 1, the option and its family, its arguments under
their names, and its cost if the problem has costs. An argument that a family does not have is missing there.
"""

from __future__ import annotations

import errno
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from excover.base.errors import CannotWrite, imported
from excover.base.names import HIDDEN, OptionName, Record, Symbol, Value, show
from excover.language.meaning.listing import own_options
from excover.matrix.compiled import NO_NAMES, Compiled
from excover.search.engine import Cover

if TYPE_CHECKING:
    import sqlite3

    from excover.base.new_file import NewFile

ROWS = 100_000
"""The rows of a batch, unless another number is asked for."""
OWN = ("solution", "option", "family", "cost", "number", "uses", "share")
"""The names of columns that arguments do not get; ``number`` is that of an option in a database."""


class SolutionRows:
    """Turns covers into data.

    ``options`` and ``costs`` are those of the matrix, ``arguments`` the names of those of each family.
    """

    def __init__(
        self,
        options: Sequence[OptionName],
        costs: Sequence[Any] | None = None,
        arguments: Mapping[str, Sequence[str]] = NO_NAMES,
    ) -> None:
        self._options, self._costs, self._names = options, costs, arguments

    @classmethod
    def of(cls, compiled: Compiled) -> SolutionRows:
        """Those of all options of a matrix."""
        originals, costs = compiled.originals, compiled.matrix.costs
        own = costs if costs is None or originals.cost.per_unit == 1 else list(map(originals.cost.own, costs))
        return cls(originals.options(compiled.matrix.options), own, compiled.arguments)

    def only(self, options: Sequence[int]) -> SolutionRows:
        """The same for these options alone, numbered from 0."""
        costs = None if self._costs is None else [self._costs[option] for option in options]
        return SolutionRows([self._options[option] for option in options], costs, dict(self._names))

    def __reduce__(self) -> tuple[object, ...]:
        return SolutionRows, (self._options, self._costs, dict(self._names))

    @cached_property
    def _own(self) -> frozenset[int] | None:
        """The options of the description; None if these are all."""
        own = own_options(self._options)
        return None if len(own) == len(self._options) else frozenset(own)

    @cached_property
    def columns(self) -> dict[str, Sequence[Value | None]]:
        """What is known of every option of the matrix, without the number of the solution."""
        return self._columns(_plain)

    @cached_property
    def _written(self) -> dict[str, Sequence[Value | None]]:
        """The same for files: values that are no whole numbers as texts, written as in ``option``."""
        columns = self._columns(_name)
        return {
            name: values if _kind(values) != "text" else list(map(_text, values))
            for name, values in columns.items()
        }

    def _columns(self, form: Callable[[Value], Value]) -> dict[str, Sequence[Value | None]]:
        options = self._options
        arguments: dict[str, list[Value | None]] = {}
        for number, option in enumerate(options):
            if option.family == HIDDEN:
                continue
            names = self._arguments(option.family, len(option.arguments))
            for name, value in zip(names, option.arguments, strict=True):
                arguments.setdefault(name, [None] * len(options))[number] = form(value)
        unique = _unique(arguments)
        arguments = {unique[name]: values for name, values in arguments.items()}
        columns: dict[str, Sequence[Value | None]] = {"option": list(map(str, options))}
        columns["family"] = [option.family for option in options]
        columns |= arguments
        return columns if self._costs is None else {**columns, "cost": self._costs}

    def _arguments(self, family: str, count: int) -> Sequence[str]:
        known = self._names.get(family, ())
        return known if len(known) == count else [f"argument_{k}" for k in range(1, count + 1)]

    def _shown(self, cover: Cover) -> Cover:
        """Without the options that compilation added."""
        own = self._own
        return cover if own is None else tuple(option for option in cover if option in own)

    def to_arrays(self, covers: Iterable[Cover]) -> tuple[Any, Any]:
        """Option numbers of all solutions (``uint32``), and where each solution starts (``int64``)."""
        numpy = imported("numpy", "data", "an array")
        options, starts = array("I"), array("q", [0])
        for cover in covers:
            options.extend(self._shown(cover))
            starts.append(len(options))
        return numpy.array(options, dtype="uint32"), numpy.array(starts, dtype="int64")

    def to_frame(self, covers: Iterable[Cover]) -> Any:
        """A frame of pandas."""
        numpy = imported("numpy", "data", "a data frame")
        options, starts = self.to_arrays(covers)
        frame = self.options_frame().iloc[options].reset_index(drop=True)
        solutions = numpy.repeat(numpy.arange(1, len(starts)), numpy.diff(starts))
        frame.insert(0, "solution", solutions)
        return frame

    def options_frame(self) -> Any:
        """A frame of pandas with a row for every option of the matrix."""
        pandas = imported("pandas", "data", "a data frame")
        return pandas.DataFrame(
            {name: pandas.Series(values, dtype=_pandas_type(values)) for name, values in self.columns.items()}
        ).infer_objects()

    def arrow_batches(self, covers: Iterable[Cover], rows: int = ROWS) -> Iterator[Any]:
        """Record batches of Arrow of at least so many rows, but for the last one."""
        arrow = imported("pyarrow", "data", "a batch of Arrow")
        known, schema = self._known(arrow), self.arrow_schema
        for solutions, options in self._batches(covers, rows):
            numbers = arrow.array(solutions, arrow.int64())
            taken = known.take(arrow.array(options, arrow.uint32()))
            yield arrow.record_batch([numbers, *taken.columns], schema=schema)

    @cached_property
    def arrow_schema(self) -> Any:
        """The schema of all batches."""
        arrow = imported("pyarrow", "data", "a batch of Arrow")
        return arrow.schema([("solution", arrow.int64()), *self._known(arrow).schema])

    def _known(self, arrow: Any) -> Any:
        kinds = {"int64": arrow.int64(), "float64": arrow.float64(), "text": arrow.string()}
        columns = {name: arrow.array(values, kinds[_kind(values)]) for name, values in self._written.items()}
        return arrow.record_batch(columns)

    def _batches(self, covers: Iterable[Cover], rows: int) -> Iterator[tuple[array[int], array[int]]]:
        """The numbers of solutions and of options, whole solutions at a time."""
        solutions, options = array("q"), array("I")
        for number, cover in enumerate(map(self._shown, covers), 1):
            solutions.extend([number] * len(cover))
            options.extend(cover)
            if len(options) >= rows:
                yield solutions, options
                solutions, options = array("q"), array("I")
        if options:
            yield solutions, options

    def write_parquet(self, file: NewFile, covers: Iterable[Cover]) -> None:
        """Writes batches as they are filled. Raises CannotWrite, MissingExtra."""
        parquet = imported("pyarrow.parquet", "data", "a Parquet file")
        with file.opened() as stream, parquet.ParquetWriter(stream, self.arrow_schema) as writer:
            for batch in self.arrow_batches(covers):
                writer.write_batch(batch)

    def write_sqlite(self, file: NewFile, covers: Iterable[Cover]) -> None:
        """Writes the tables `options` and `choices` (which options each solution has). Raises CannotWrite."""
        import sqlite3  # every solution can make rows, and few are written
        from shutil import copyfileobj
        from tempfile import TemporaryDirectory

        try:
            with TemporaryDirectory(prefix=".excover-", dir=file.folder) as folder:
                path = Path(folder) / "solutions.sqlite"
                with closing(sqlite3.connect(path)) as database:
                    self._fill(database, covers)
                with path.open("rb") as made, file.opened() as stream:
                    copyfileobj(made, stream)
        except sqlite3.Error as failed:
            raise CannotWrite(errno.EIO, str(failed), file.path) from None

    def _fill(self, database: sqlite3.Connection, covers: Iterable[Cover]) -> None:
        names = list(self._written)
        kinds = {"int64": "INTEGER", "float64": "REAL", "text": "TEXT"}
        types = [kinds[_kind(values)] for values in self._written.values()]
        typed = ", ".join(f"{_quoted(name)} {kind}" for name, kind in zip(names, types, strict=True))
        database.execute(f"CREATE TABLE options (number INTEGER PRIMARY KEY, {typed})")
        database.execute(
            "CREATE TABLE choices (solution INTEGER, number INTEGER REFERENCES options, "
            "PRIMARY KEY (solution, number)) WITHOUT ROWID"
        )
        places = ", ".join("?" * (len(names) + 1))
        rows = ((number, *row) for number, row in enumerate(zip(*self._written.values(), strict=True)))
        own = (row for row in rows if self._own is None or row[0] in self._own)
        database.executemany(f"INSERT INTO options VALUES ({places})", own)
        for solutions, options in self._batches(covers, ROWS):
            database.executemany("INSERT INTO choices VALUES (?, ?)", zip(solutions, options, strict=True))
            database.commit()
        database.commit()


def _unique(names: Iterable[str]) -> dict[str, str]:
    """A name of a column for each: no two are equal, also without regard to case, as databases compare them.

    >>> _unique(["r", "R", "solution", "solution_"])
    {'r': 'r', 'R': 'R_', 'solution': 'solution__', 'solution_': 'solution_'}
    """
    listed = list(names)
    taken = {*OWN, *(name.casefold() for name in listed)}
    first = {name.casefold(): name for name in reversed(listed) if name.casefold() not in OWN}
    unique = {}
    for name in listed:
        column = name
        while first.get(name.casefold()) != name and column.casefold() in taken:
            column += "_"
        taken.add(column.casefold())
        unique[name] = column
    return unique


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _name(value: Value) -> Value:
    """Symbols and records as their names."""
    match value:
        case Symbol():
            return value.name
        case Record():
            return _name(value.key)
        case _:
            return value


def _plain(value: Value) -> Value:
    """Symbols and records as their names; sets as tuples."""
    match value:
        case Symbol() | Record():
            return _plain(_name(value))
        case str() | int():
            return value
        case tuple():
            return tuple(map(_plain, value))
        case _:
            return tuple(_plain(member) for member in value) if isinstance(value, Iterable) else value


def _kind(values: Iterable[Value | None]) -> str:
    kinds = {type(value) for value in values} - {type(None)}
    return "int64" if kinds <= {int} else "float64" if kinds == {float} else "text"


def _text(value: Value | None) -> str | None:
    return value if value is None or isinstance(value, str) else show(value)


def _pandas_type(values: Sequence[Value | None]) -> str:
    kind = _kind(values)
    return "object" if kind == "text" else "Int64" if kind == "int64" and None in values else kind


def write_data(data: SolutionRows, kind: str, path: str | PathLike[str], covers: Iterable[Cover]) -> None:
    """A file of this kind, ``parquet`` or ``sqlite``, which is written whole or not at all."""
    from excover.base.new_file import NewFile

    with NewFile(path) as file:
        write = data.write_parquet if kind == "parquet" else data.write_sqlite
        write(file, covers)
