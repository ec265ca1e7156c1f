"""Files of commands: descriptions, parameters and givens that they read, and what they write, made before the
work.

What commands read: a description with its parameters and givens, from files and standard input.

>>> setting("n=2*6"), setting("name=Ada"), setting("sizes={1, 2}")
(('n', 12), ('name', 'Ada'), ('sizes', OrderedSet([1, 2])))
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import wraps
from itertools import combinations
from os import PathLike
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Unpack

import click

from excover.apps.cli.process import note, printable
from excover.apps.cli.session import current_session
from excover.base.errors import MissingExtra
from excover.base.frozen import Frozen
from excover.base.limits import DEFAULT, Ceiling, Limits
from excover.base.names import Value, normal
from excover.base.source import Source
from excover.language.expressions.scope import Scope, check

if TYPE_CHECKING:
    from excover.base.json.objects import ShownData
    from excover.base.new_file import NewFile
    from excover.formats.burrtools_assemblies import Assembler
    from excover.problem.problem import Problem
    from excover.render.svg import Picture


CommandFunction = Callable[..., int]


def new_file(path: str) -> NewFile:
    """Raises CannotWrite, and UsageError for what is read, and for ``-``, which names no file elsewhere."""
    if path in ("", "-"):
        raise click.UsageError(f"cannot write `{path}`: it is not a file name; use `./-` or `/dev/stdout`")
    from excover.base.new_file import NewFile  # few commands write one

    file = NewFile(path)
    if replaced := file.replaced:
        will_write(replaced)
    return file


def takes_file(context: click.Context, _option: click.Parameter, path: str | None) -> NewFile | None:
    """The callback of an option that names a file."""
    return None if path is None else context.with_resource(new_file(path))


def will_write(path: str | PathLike[str]) -> None:
    """Notes a file that the command replaces. Raises UsageError if it is read, now or later (`will_read`)."""
    current_session().written.add(realpath(path))
    _refuse_to_replace_what_is_read()


def will_read(paths: Iterable[str | PathLike[str]]) -> None:
    """Notes that the command reads files. Raises UsageError if it would write over one of them."""
    read = current_session().read
    for path in paths:
        with suppress(ValueError):  # no file can have such a name
            read[realpath(path)] = str(path)
    _refuse_to_replace_what_is_read()


def _refuse_to_replace_what_is_read() -> None:
    session = current_session()
    for file in session.written & session.read.keys():
        raise click.UsageError(
            f"`{printable(session.read[file])}` is read, and would be written over: name another file"
        )


class SpecOptions(Frozen):
    """SPEC, --from, -p, --table and --given of a command line, which are read by the methods.

    These raise SpecError, UsageError, and OSError if a file cannot be read.
    """

    spec: str
    written: str | None
    settings: Sequence[str]
    tables: Sequence[str]
    given: str | None

    def source(self) -> Source:
        return read_spec(self.spec).replaced(form=self.written or "")

    def parameters(self) -> dict[str, Value]:
        return read_settings(self.settings)

    def table_files(self) -> dict[str, str]:
        return table_files(self.tables)

    def drawing(self) -> Source | None:
        return read_given(self.given)

    def problem(self, with_given: bool = True, source: Source | None = None) -> Problem:
        """``source`` is that of the description, if it was read before."""
        from excover.problem.problem import compile_source

        session, parameters = current_session(), self.parameters()
        source = source or self.source()
        try:
            given = self.drawing() if with_given else None
            with session.reading():
                problem = compile_source(source, parameters, given, session.limits, self.table_files())
        except MissingExtra as missing:
            raise click.UsageError(str(missing)) from None
        if reading := problem.description.reading:
            will_read([*reading.loader.files, *self.table_files().values()])
        return problem


class SpecFile(Frozen):
    """What a description was compiled from."""

    source: Source
    parameters: dict[str, Value]

    @property
    def is_of_burrtools(self) -> bool:
        from excover.formats.matrix_files import form_of

        return form_of(self.source) == "burrtools"

    def assembler(self, problem: Problem) -> Assembler:
        """The content of a file of BurrTools besides the description. Raises SpecError."""
        from excover.formats.burrtools_assemblies import assembler_of_file
        from excover.formats.matrix_files import chosen_problem, read_pieces

        puzzle = read_pieces(self.source, problem.limits)
        number = chosen_problem(puzzle, self.parameters)
        return assembler_of_file(puzzle, number, problem.puzzle.boards[0].cells)


def table_files(texts: Sequence[str]) -> dict[str, str]:
    """Parses ``lectures=file.csv``. Raises UsageError.

    >>> table_files(["lectures=data/file.csv"])
    {'lectures': 'data/file.csv'}
    """
    tables: dict[str, str] = {}
    for text in texts:
        name, equals, path = map(str.strip, text.partition("="))
        if not (name and equals and path):
            raise click.UsageError(
                f"--table or --board needs a name and a file, such as `--table T=file.csv`, not `{text}`"
            )
        if name in tables:
            raise click.UsageError(f"--table or --board gives `{name}` twice")
        tables[name] = path
    return tables


def read_spec(spec: str) -> Source:
    from excover.language.source_files import find

    limits = current_session().limits
    return standard_input(limits.longest) if spec == "-" else find(spec, limits)


def read_given(given: str | None) -> Source | None:
    from excover.language.source_files import find_given

    if given is None:
        return None
    limits = current_session().limits
    return standard_input(limits.ceiling("source")) if given == "-" else find_given(given, limits)


def standard_input(ceiling: Ceiling) -> Source:
    """All of standard input. Raises SpecError if it is not a text or too long, UsageError if unreadable."""
    from excover.language.texts import read_text

    with reading("standard input"):
        return Source("<stdin>", read_text(standard_stream(), "standard input", ceiling))


def standard_stream() -> BinaryIO:
    """The bytes of standard input. Raises UsageError if it is closed."""
    if sys.stdin is None:
        raise click.UsageError("standard input is closed")
    return sys.stdin.buffer


@contextmanager
def reading(name: str) -> Iterator[None]:
    """A context in which an OSError is a UsageError: this input cannot be read."""
    try:
        yield
    except OSError as wrong:
        raise click.UsageError(f"cannot read {name}: {wrong.strerror}") from None


def read_settings(texts: Sequence[str]) -> dict[str, Value]:
    limits = current_session().limits
    settings: dict[str, Value] = {}
    for text in texts:
        name, value = setting(text, limits)
        name = normal(name)
        if name in settings:
            raise click.UsageError(f"-p sets `{name}` twice")
        settings[name] = value
    return settings


def setting(text: str, limits: Limits = DEFAULT) -> tuple[str, Value]:
    """Parses ``n=12`` into a name and a value: an expression of the language, or a single word as a text.

    Raises UsageError, and SpecError.
    """
    from excover.language.expressions.evaluate import Evaluator
    from excover.language.syntax.parse import parse_expression

    name, equals, value = map(str.strip, text.partition("="))
    if not (name and equals and value):
        raise click.UsageError(f"-p needs a name and a value, such as `-p n=12`, not `{text}`")
    if re.fullmatch(r"[^\W\d]\w*", value):
        return name, value
    if several := re.match(r"([^,(\[{\"]*),\s*([^\W\d]\w*\s*=[^=].*)", value):
        raise click.UsageError(f"-p sets one parameter: write `-p {name}={several[1]} -p {several[2]}`")
    expression, scope = parse_expression(Source(f"-p {name}", value), limits), Scope()
    check(expression, scope)
    return name, Evaluator(scope, limits).constant(expression)


def plot_format_of(path: str) -> str:
    """The format of a plot, by the name of its file. Raises UsageError."""
    from excover.render.chart import NoPlot, plot_format

    try:
        return plot_format(path)
    except NoPlot as wrong:
        raise click.UsageError(str(wrong)) from None


# Picture files of commands, as SVG, PNG or PDF, opened before the work.


WIDE = 1600
"""The largest width of a picture in units, unless a width is given."""
KINDS = ("svg", "png", "pdf", "html", "stl")
NAMED_KINDS = ("svg", "png", "pdf")
"""Kinds of picture that are recognized by the ending of a file name."""
PIXELS = {"": 1.0, "mm": 96 / 25.4}
"""Pixels per unit, as in CSS."""


class Sheet(Frozen):
    """The files of one picture, by kind; possibly none."""

    files: Mapping[str, NewFile]

    def __bool__(self) -> bool:
        return bool(self.files)

    def without(self, kind: str) -> Sheet:
        return Sheet({each: file for each, file in self.files.items() if each != kind})

    def write(
        self,
        picture: Picture,
        title: str,
        what: str,
        width: float = 0,
        unit: str = "",
        link: str = "",
        **counted: Unpack[ShownData],
    ) -> None:
        """Writes the files and reports them: ``what`` they show in words, or ``counted`` as JSON.

        Without a ``width``, the picture has its own width, but at most WIDE. ``link`` opens its puzzle.
        """
        shown = width or min(picture.width, WIDE)
        for kind, file in self.files.items():
            file.write(as_file(kind, picture, title, shown, unit, link))
            note_written(file, what + _shrunk(kind, picture, shown * PIXELS[unit]), **counted)


def takes_sheet(what: str, page: str = "", solid: str = "") -> Callable[[CommandFunction], CommandFunction]:
    """Adds --svg, --png and --pdf, --html if ``page`` describes it, and --stl if ``solid`` does.

    The function gets ``sheet``.
    """
    kinds = {
        "svg": what,
        "png": "Same, as PNG; needs excover[pictures].",
        "pdf": "Same, as PDF; needs excover[pictures].",
        "html": page,
        "stl": solid,
    }

    def adding(function: CommandFunction) -> CommandFunction:
        @wraps(function)
        def command(**arguments: Any) -> int:
            wanted = {kind: arguments.pop(kind, None) for kind, text in kinds.items() if text}
            with ExitStack() as stack:
                paths = {kind: path for kind, path in wanted.items() if path is not None}
                return function(sheet=Sheet(_opened(paths, stack)), **arguments)

        for kind, text in reversed(kinds.items()):
            if text:
                command = click.option(f"--{kind}", metavar="FILE", help=text)(command)
        return command

    return adding


def sheet_named(option: str, path: str | None, stack: ExitStack, others: Sheet) -> Sheet:
    """A picture of the kind that the path ends with; empty without one. Raises UsageError, CannotWrite."""
    if path is None:
        return Sheet({})
    kind = Path(path).suffix.lower().removeprefix(".")
    if kind not in NAMED_KINDS:
        endings = ", ".join(f".{each}" for each in NAMED_KINDS)
        raise click.UsageError(f"{option} {path}: end the name with one of {endings}")
    sheet = Sheet(_opened({kind: path}, stack))
    _refuse_same([*sheet.files.values(), *others.files.values()])
    return sheet


def _opened(paths: Mapping[str, str], stack: ExitStack) -> dict[str, NewFile]:
    """The files by their kind. Raises UsageError, and CannotWrite."""
    for kind, path in paths.items():
        named = Path(path).suffix.lower().removeprefix(".")
        if named != kind and named in KINDS:
            raise click.UsageError(f"--{kind} {path}: this file name is for --{named}")
    files = {kind: stack.enter_context(new_file(path)) for kind, path in paths.items()}
    _refuse_same(files.values())
    if paths.keys() & {"png", "pdf"}:
        _refuse_without_converter()
    return files


def _refuse_same(files: Iterable[NewFile]) -> None:
    if any(one.is_same(other) for one, other in combinations(files, 2)):
        raise click.UsageError("two pictures have the same file name")


def _refuse_without_converter() -> None:
    from excover.render.svg import Missing, converter

    try:
        converter()
    except Missing as missing:
        raise click.UsageError(str(missing)) from None


def as_file(kind: str, picture: Picture, title: str, width: float, unit: str = "", link: str = "") -> bytes:
    """The content of a file of this kind, with this width; a PDF has no link inside."""
    from excover.render.svg import pdf, png

    svg = picture.svg(title, width, unit, link) + "\n"
    match kind:
        case "png":
            pixels = width * PIXELS[unit]
            return png(svg, pixels, picture.height * pixels / picture.width, link)
        case "pdf":
            return pdf(svg)
        case _:
            return svg.encode()


def _shrunk(kind: str, picture: Picture, width: float) -> str:
    """A remark on a PNG that was shrunk so much that its text may be unreadable."""
    from excover.render.svg import scale

    least = scale(width, picture.height * width / picture.width)
    return f", shrunk to {least:.0%}; --svg has no such limit" if kind == "png" and least < 1 else ""


def note_written(file: NewFile, what: str, **counted: Unpack[ShownData]) -> None:
    """Reports on standard error what a file shows; ``counted`` is the same for JSON."""
    session = current_session()
    if session.json:
        session.note_data({"picture": {"file": file.path, **counted}})
    else:
        note(printable(f"{file.path}: {what}"))
