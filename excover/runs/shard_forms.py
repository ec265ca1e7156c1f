"""The forms of the files of a run: solutions in lines of JSON or in Parquet, or certificates of parts.

>>> from excover.problem.problem import parse
>>> problem = parse("item a[1..2]  option flip(coin in 1..2, side in {1, 2}) covers a[coin]")
>>> form = shard_form("jsonl", problem)
>>> list(form.names(io.BytesIO(form.content([(0, 2), (1, 2)]))))
[['flip(1, 1)', 'flip(2, 1)'], ['flip(1, 2)', 'flip(2, 1)']]

Reads solutions back into covers.

>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x", (k,)), [0]) for k in (7, 8)])
>>> CoverReader(matrix).cover(["x(8)"])
[1]
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, BinaryIO, Literal, NamedTuple, Protocol, TypeAlias, get_args

from excover.base.errors import imported
from excover.base.names import HIDDEN
from excover.matrix.matrix import Matrix
from excover.problem.problem import Problem
from excover.search.engine import Cover
from excover.search.part_search import GuidingPath, Slice
from excover.search.search import completed
from excover.solutions.decode import Decoder, JsonLines
from excover.solutions.solution_rows import SolutionRows

FormName: TypeAlias = Literal["jsonl", "parquet", "proof"]
"""The ends of the names of the files, too. Those with certificates of parts have no solutions."""
FORM_NAMES: tuple[FormName, ...] = get_args(FormName)


class ShardForm(Protocol):
    """Writes solutions of one problem, and reads the names of their options."""

    def content(self, covers: Sequence[Cover]) -> bytes:
        """The file with these solutions; nothing if there are none."""

    def names(self, content: BinaryIO) -> Iterator[list[str]]:
        """The options of each solution. Raises KeyError, TypeError or ValueError for a wrong file."""


class JsonForm:
    """A line for each solution, as `excover solve --json` prints it."""

    def __init__(self, problem: Problem) -> None:
        self._decode, self._json = Decoder(problem.compiled), JsonLines()

    def content(self, covers: Sequence[Cover]) -> bytes:
        return "".join(f"{self._json.line(self._decode(cover))}\n" for cover in covers).encode()

    def names(self, content: BinaryIO) -> Iterator[list[str]]:
        return map(names_in, content)


def names_in(line: str | bytes) -> list[str]:
    """The options of a solution in JSON. Raises KeyError, TypeError or ValueError."""
    return [option["name"] for option in json.loads(line)["options"]]


class ParquetForm:
    """A row for each option of a solution, as `excover solve --parquet` writes it, and one without an option
    for a solution that has none; solutions are numbered from 1 in each file.
    """

    def __init__(self, problem: Problem) -> None:
        self._arrow = imported("pyarrow", "data", "a Parquet file")
        self._parquet = imported("pyarrow.parquet", "data", "a Parquet file")
        self._rows = SolutionRows.of(problem.compiled)

    def content(self, covers: Sequence[Cover]) -> bytes:
        if not covers:
            return b""
        stream = io.BytesIO()
        with self._parquet.ParquetWriter(stream, self._rows.arrow_schema) as writer:
            for batch in self._rows.arrow_batches(covers):
                writer.write_batch(batch)
            writer.write_batch(self._without_options(covers))
        return stream.getvalue()

    def _without_options(self, covers: Sequence[Cover]) -> Any:
        """A batch of Arrow with a row for each solution that has no option."""
        _, starts = self._rows.to_arrays(covers)
        numbers = [number for number in range(1, len(starts)) if starts[number] == starts[number - 1]]
        schema = self._rows.arrow_schema
        absent = [self._arrow.nulls(len(numbers), column.type) for column in list(schema)[1:]]
        return self._arrow.record_batch(
            [self._arrow.array(numbers, self._arrow.int64()), *absent], schema=schema
        )

    def names(self, content: BinaryIO) -> Iterator[list[str]]:
        columns = self._parquet.read_table(content, columns=["solution", "option"])
        rows = zip(*(columns.column(name).to_pylist() for name in ("solution", "option")), strict=True)
        for _, options in groupby(rows, key=lambda row: row[0]):
            yield [option for _, option in options if option is not None]


def shard_form(name: FormName, problem: Problem) -> ShardForm:
    """Raises MissingExtra for Parquet without pyarrow."""
    return ParquetForm(problem) if name == "parquet" else JsonForm(problem)


# What a search of a part of a run learns while it works, and what it comes to.


class Incumbent(NamedTuple):
    """The best solution found so far: its cost, and the solution as a line of JSON."""

    cost: int
    line: str


def is_better(goal: str, cost: int, best: int) -> bool:
    """Whether a cost is better than another one by the goal of the description.

    >>> is_better("minimize", 3, 4), is_better("maximize", 3, 4)
    (True, False)
    """
    return cost > best if goal == "maximize" else cost < best


@dataclass(frozen=True, slots=True)
class SearchedPart:
    """What a part has come to, its ``rests`` excepted.

    ``content``: the file with its solutions, empty if there are none or they are only counted.
    ``incumbent``: the best of them if the best is wanted and this one is better than what was known.
    ``bound``: no solution of the part, its rests included, is better than this cost; None if nothing is known
    of that.
    """

    count: int
    nodes: int
    seconds: float
    rests: tuple[GuidingPath, ...] = ()
    content: bytes = b""
    incumbent: Incumbent | None = None
    bound: int | None = None


class SliceControl:
    """What a search learns from the others while it works. From this one, nothing."""

    best: int | None = None
    """The cost of the best solution that is known; the search asks again and again."""

    def is_enough(self) -> bool:
        """Whether the slice is to end now."""
        return False

    def improved(self, incumbent: Incumbent) -> None:
        """Hears of a better solution."""
        self.best = incumbent.cost


class RunSearch(Protocol):
    """Searches the parts of a run, one after the other."""

    @property
    def engine(self) -> str: ...

    def search(self, part: GuidingPath, time: Slice, control: SliceControl) -> SearchedPart:
        """Searches a part for a slice of time. ValueError if the run has no such part."""


class CoverReader:
    """For many solutions of one matrix. Methods raise KeyError for an option that it does not have."""

    def __init__(self, matrix: Matrix) -> None:
        self._matrix = matrix
        self._numbers = {str(name): number for number, name in enumerate(matrix.options)}
        self._skips = [number for number, name in enumerate(matrix.options) if name.family == HIDDEN]

    def cover(self, names: Iterable[str]) -> list[int]:
        """The whole cover, with the hidden options, which stand for options that are left out."""
        chosen = [self._numbers[name] for name in names]
        covered = {item for option in chosen for item in self._matrix.option_items(option)}
        skips = (o for o in self._skips if covered.isdisjoint(self._matrix.option_items(o)))
        return completed(self._matrix, [*chosen, *skips]) if self._skips else chosen
