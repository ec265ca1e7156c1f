"""What a run is to find: the whole description with all that it imports, and the question.

>>> from excover.base.source import Source
>>> coin = Source("coin.xc", "item a  option heads() covers a  option tails() covers a")
>>> description, problem = record(coin, "count")
>>> RunDescription.from_text(description.as_text()) == description
True
>>> description.compiled().matrix.options == problem.matrix.options
True
"""

from __future__ import annotations

import json
import os
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple, TypeAlias, get_args

from excover import __version__
from excover.base.errors import ExcoverError
from excover.base.limits import DEFAULT, Limits
from excover.base.names import OrderedSet, Value
from excover.base.source import Source
from excover.language.source_files import DescriptionLoader
from excover.matrix.matrix_digest import matrix_digest
from excover.problem.pipeline import Settings, compile_description
from excover.problem.problem import Problem
from excover.runs.shard_forms import FORM_NAMES, FormName
from excover.search.strategy import EngineName

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
