"""What a run is to find, and the files in which it hands over what it has found.

A record has the whole description with all that it imports, and the question:

>>> coin = Source("coin.xc", "item a  option heads() covers a  option tails() covers a")
>>> description, problem = record(coin, "count")
>>> RunDescription.from_text(description.as_text()) == description
True
>>> description.compiled().matrix.options == problem.matrix.options
True

The forms of the files are lines of JSON or Parquet, or certificates of parts:

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
import os
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO, Literal, NamedTuple, Protocol, TypeAlias, get_args

from excover import __version__
from excover.base.errors import ExcoverError, imported
from excover.base.limits import DEFAULT, Limits
from excover.base.names import HIDDEN, OrderedSet, Value
from excover.base.source import Source
from excover.language.source_files import DescriptionLoader
from excover.matrix.matrix import Matrix
from excover.matrix.matrix_digest import matrix_digest
from excover.problem.pipeline import Settings, compile_description
from excover.problem.problem import Problem
from excover.search.engine import Cover
from excover.search.part_search import GuidingPath, Slice
from excover.search.search import completed
from excover.search.strategy import EngineName
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


IN_WORDS = {
    "question": "what is asked",
    "engine": "the engine",
    "source": "the description",
    "files": "what it imports",
    "settings": "the parameters",
    "tables": "the tables",
    "given": "the givens",
    "limits": "the limits",
    "digest": "the matrix",
    "goal": "the goal",
    "puzzles": "which puzzles are wanted",
    "form": "the form of the files",
    "version": "the version of excover",
}
"""The fields of `RunDescription`."""

OWN_VERSION = __version__
"""Of the excover that runs here: a journal is continued by the version that began it."""

Question: TypeAlias = Literal["count", "all", "best", "puzzles"]
"""How many solutions there are; all of them, in files; the best one; or new puzzles, in files."""


class JournalError(ExcoverError, ValueError):
    """A journal that cannot be made, read, continued or merged, with the reason."""


class PuzzleOrder(NamedTuple):
    """New puzzles: the random seed, their number, and the fields of `Wanted` that are not the default."""

    seed: int
    number: int
    wanted: dict[str, object]


class RecordedText(NamedTuple):
    """A text with its name, and how to read it (`Source.form`)."""

    name: str
    text: str
    form: str = ""


@dataclass(frozen=True, slots=True)
class RunDescription:
    """What is asked of a run: everything that its answer depends on, and nothing else.

    ``files``: what the description imports, by the name relative to its folder. ``settings``: of parameters.
    ``tables``: the files that take the place of tables, by the names of these: the end of the name of each,
    and its content in Base64.
    ``goal``: of a search for the best solution. ``puzzles``: which ones are wanted, if any. ``form``: of the
    files with solutions.
    ``digest``: of the matrix, in hexadecimal. ``version``: of excover.
    """

    question: Question
    engine: EngineName
    source: RecordedText
    files: dict[str, str]
    settings: dict[str, object]
    tables: dict[str, list[str]]
    given: RecordedText | None
    limits: dict[str, int]
    digest: str
    goal: str = ""
    puzzles: PuzzleOrder | None = None
    form: FormName = "jsonl"
    version: str = __version__

    @property
    def unit(self) -> str:
        """What is counted."""
        return "puzzle" if self.question == "puzzles" else "solution"

    def compiled(self) -> Problem:
        """Compiles the record. Raises JournalError unless the matrix is the recorded one."""
        if self.version != __version__:
            raise JournalError(
                f"the journal was begun with excover {self.version}, and this is excover {__version__}:"
                f" continue it with `pip install excover=={self.version}`"
            )
        with TemporaryDirectory(prefix="excover-") as folder:
            with _readable():
                for name, text in self.files.items():
                    path = _inside(Path(folder), name)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(text, "utf-8", newline="")
                name, text, form = self.source
                source = Source(name, text, os.path.join(folder, name) if self.files else "", form)
                tables = {name: _unpacked(Path(folder), *packed) for name, packed in self.tables.items()}
                given = self.given and Source(self.given.name, self.given.text, "", self.given.form)
                settings = {name: _from_json(value) for name, value in self.settings.items()}
                limits = Limits(**self.limits)
            problem = Problem(compile_description(source, settings, given, limits, tables))
        found = matrix_digest(problem.matrix).hex()
        if found != self.digest:
            raise JournalError(
                f"the recorded description gives another matrix here than where it was recorded"
                f" (digest {found[:16]} instead of {self.digest[:16]}): a shipped description that it imports"
                " has changed, or a file was read through a link"
            )
        return problem

    def as_text(self) -> str:
        """As JSON."""
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True)

    @classmethod
    def from_text(cls, text: str) -> RunDescription:
        """The inverse of `as_text`. Raises JournalError."""
        with _readable():
            description = cls(**json.loads(text))
            given = None if description.given is None else RecordedText(*description.given)
            puzzles = None if description.puzzles is None else PuzzleOrder(*description.puzzles)
            source = RecordedText(*description.source)
            if description.form not in FORM_NAMES:
                raise ValueError(f"it has files of the form `{description.form}`")
            if description.question not in get_args(Question):
                raise ValueError(f"it asks for `{description.question}`")
            if not isinstance(description.digest, str):
                raise TypeError(f"its matrix has the digest `{description.digest}`")
            return replace(description, source=source, given=given, puzzles=puzzles)

    def difference(self, other: RunDescription) -> str:
        """In what another description differs, in words; empty if both ask the same."""
        names = [field.name for field in fields(self)]
        return ", ".join(IN_WORDS[name] for name in names if getattr(self, name) != getattr(other, name))


@contextmanager
def _readable() -> Iterator[None]:
    """A context in which what is wrong with a record is a JournalError."""
    try:
        yield
    except JournalError:
        raise
    except (TypeError, ValueError, AttributeError) as wrong:
        raise JournalError(f"what the journal is about cannot be read: {wrong}") from None


def _inside(folder: Path, name: str) -> Path:
    """Raises JournalError for a name that leads out of the folder, which no honest record has."""
    path = Path(os.path.normpath(folder / name))
    if not path.is_relative_to(folder):
        raise JournalError(f"the journal names a file outside the folder of its description: `{name}`")
    return path


def record(
    source: Source,
    question: Question,
    settings: Settings | None = None,
    tables: Mapping[str, str] | None = None,
    given: Source | None = None,
    limits: Limits = DEFAULT,
    engine: EngineName = "auto",
    puzzles: PuzzleOrder | None = None,
    form: FormName = "jsonl",
) -> tuple[RunDescription, Problem]:
    """Compiles a description and records it, with its settings as they were read: an array as the tuple or
    the set that its parameter has. ``tables`` names the files that take the place of tables.

    Raises SpecError, OSError, and JournalError if it reads files through links in a way that a record cannot
    repeat.
    """
    loader = DescriptionLoader(limits)
    compiled = compile_description(source, settings, given, limits, tables, loader)
    problem, read = Problem(compiled), compiled.puzzle.settings
    description = RunDescription(
        question,
        engine,
        RecordedText(Path(source.name).name, source.text, source.form),
        _files(source, loader),
        {name: _to_json(read.get(name, value)) for name, value in (settings or {}).items()},
        {name: _packed(Path(path)) for name, path in (tables or {}).items()},
        RecordedText(Path(given.name).name, given.text, given.form) if given else None,
        asdict(limits),
        matrix_digest(problem.matrix).hex(),
        problem.puzzle.goal if question == "best" else "",
        puzzles,
        form,
    )
    if description.files or description.tables:
        description.compiled()
    return description, problem


def _files(source: Source, loader: DescriptionLoader) -> dict[str, str]:
    """The files that were read, by their names relative to the folder of the description."""
    folder = Path(source.path).parent.resolve()
    return {
        os.path.relpath(named, folder): target.read_bytes().decode("utf-8")
        for named, target in loader.files.items()
    }


def _packed(path: Path) -> list[str]:
    return [path.suffix, b64encode(path.read_bytes()).decode()]


def _unpacked(folder: Path, suffix: str, content: str) -> str:
    """The name of a file of that content."""
    path = _inside(folder, f".table-{os.urandom(8).hex()}{suffix}")
    path.write_bytes(b64decode(content))
    return str(path)


def _to_json(value: Value) -> object:
    """Raises JournalError if the value is none that a parameter may have."""
    match value:
        case bool() | int() | str():
            return value
        case tuple():
            return {"tuple": list(map(_to_json, value))}
        case range() | OrderedSet():
            return {"set": list(map(_to_json, value))}
        case _:
            raise JournalError(f"a journal cannot hold the setting {value!r}")


def _from_json(value: object) -> Value:
    match value:
        case {"tuple": list(members)}:
            return tuple(map(_from_json, members))
        case {"set": list(members)}:
            return OrderedSet(map(_from_json, members))
        case _:
            return value
