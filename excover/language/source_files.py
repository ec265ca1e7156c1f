"""Reads descriptions and the files that they name, shipped ones too, as texts and as syntax trees.

>>> find("queens").name
'queens.xc'
>>> find_given("sudoku-easy").name
'sudoku-easy.txt'

The syntax tree of a description in either form: YAML if its name ends in ``.yaml`` or ``.yml``.

A text without a file is YAML if it begins with the key ``excover``.

>>> text = read(Source("tiny.xc", 'puzzle "Tiny"'))
>>> ast.same(text, read(Source("tiny.yaml", "{excover: 1, puzzle: Tiny}")))
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import assert_never

from excover.base.diagnostics import Diagnostic, Edit, SpecError, edited
from excover.base.errors import not_as_wanted
from excover.base.limits import DEFAULT, Ceiling, Limits
from excover.base.source import Source, Span, is_yaml
from excover.language import gallery, messages
from excover.language.syntax import ast
from excover.language.syntax.parse import parse
from excover.language.texts import lines_in, near_file


def read(source: Source, limits: Limits = DEFAULT) -> ast.Spec:
    """Raises SpecError with all errors of the form; the meaning of names is not yet checked."""
    return (_kept if len(source.text) <= gallery.KEPT else _tree)(source, limits)


def _tree(source: Source, limits: Limits) -> ast.Spec:
    if not is_yaml(source):
        return parse(source, limits)
    from excover.language.syntax.yaml import parse_yaml  # YAML takes 20 ms to import, and is rarely needed

    return parse_yaml(source, limits)


_kept = lru_cache(maxsize=16)(_tree)


def source_of_text(text: str, folder: str | PathLike[str] | None = None) -> Source:
    """A text without a file, which may name files of the folder. TypeError for anything else."""
    if not isinstance(text, str):
        instead = (
            "write `excover.load(path)`" if isinstance(text, PathLike) else "`excover.load` reads a file"
        )
        raise not_as_wanted("`parse` takes the text of a description", text, instead)
    if not isinstance(folder, str | PathLike | None):
        raise not_as_wanted("`folder` is a path", folder, 'as in `folder="puzzles"`')
    source = Source.of_text("<text>", text)
    return source if folder is None else source.replaced(path=str(Path(folder) / source.name))


def check_limits(limits: object) -> None:
    """Raises TypeError for anything else."""
    if not isinstance(limits, Limits):
        raise not_as_wanted(
            "`limits` are excover.Limits", limits, "as in `limits=excover.Limits(options=10**7)`"
        )


def find(spec: str | PathLike[str], limits: Limits = DEFAULT) -> Source:
    """The text of a file, of the shipped description of that name, or of the puzzle in a link.

    Raises SpecError if there is none of these, or the file is not a text or too long; OSError if it cannot be
    read.
    """
    if not isinstance(spec, str | PathLike):
        raise not_as_wanted(
            "a description is a file or a shipped name", spec, 'as in `excover.load("queens")`'
        )
    check_limits(limits)
    if (linked := of_link(str(spec))) is not None:
        return linked
    path = Path(spec)
    shipped = gallery.puzzle(str(spec))
    if shipped and not path.is_file():
        return shipped
    return _read(
        path, lambda: messages.UnknownDescription(str(spec), gallery.names(), _similar(path)), limits.longest
    )


def of_link(text: str) -> Source | None:
    """The description of the puzzle in a link; None if it is none. Raises SpecError."""
    if not text.startswith("http"):
        return None
    from excover.language.links.penpa_links import find_drawn  # these are rare, and take some milliseconds
    from excover.language.links.puzzle_links import find_puzzle
    from excover.language.links.sudoku_links import find_sudoku

    return _of_page(text) or find_puzzle(text) or find_sudoku(text) or find_drawn(text)


def _of_page(link: str) -> Source | None:
    """The description in a link of the playground, whose values of parameters stand in the text."""
    from excover.language.links.link_codes import BadLink, unpacked

    try:
        found = unpacked(link)
    except BadLink:
        span = Span(Source("link", link), 0, len(link))
        raise SpecError(messages.WrongLink(span, "a description of the playground")) from None
    if found is None:
        return None
    text, settings = found
    source = Source.of_text("link.xc", text)
    statements = read(source).statements if settings else ()
    values = [
        Edit(each.value.span, settings[each.name.id])
        for each in statements
        if isinstance(each, ast.Param) and each.name.id in settings
    ]
    return Source.of_text("link.xc", edited(source.text, values))


def find_given(given: str | PathLike[str], limits: Limits = DEFAULT) -> Source:
    """The text of a file with a drawing of givens, or of the shipped one of that name; raises the errors of
    `find`.
    """
    if not isinstance(given, str | PathLike):
        raise not_as_wanted("givens are a file or a shipped name", given, 'as in `find_given("sudoku-easy")`')
    check_limits(limits)
    path = Path(given)
    shipped = gallery.givens(str(given))
    if shipped and not path.is_file():
        return shipped
    missing = lambda: messages.UnknownGivens(str(given), gallery.clue_files(), _similar(path))  # noqa: E731
    return _read(path, missing, limits.ceiling("source"))


def _read(path: Path, missing: Callable[[], Diagnostic], ceiling: Ceiling) -> Source:
    try:
        return gallery.read_file(path, ceiling)
    except (FileNotFoundError, ValueError):  # ValueError: no file can have such a name
        raise SpecError(missing()) from None


def _similar(path: Path) -> str | None:
    close = near_file(path)
    return str(close) if close else None


class DescriptionLoader:
    """Finds what a description names: shipped descriptions, and files in the folder of the description.

    ``files``: the files that were read so far, each as it is named, and as links lead to it. A description
    is read once.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.files: dict[Path, Path] = {}
        self._specs: dict[tuple[str, str], ast.Spec] = {}

    def spec(self, library: ast.Name | ast.Text) -> ast.Spec:
        match library:
            case ast.Text():
                key = library.span.source.path or "<text>", library.value
            case ast.Name():
                key = "", library.id
        if key not in self._specs:
            self._specs[key] = self._read(library)
        return self._specs[key]

    def _read(self, library: ast.Name | ast.Text) -> ast.Spec:
        if isinstance(library, ast.Text):
            with self._located(library):
                beside = gallery.read_file(self._beside(library), self.limits.ceiling("source"))
            return read(beside, self.limits)
        source = gallery.library(library.id)
        if source is None:
            raise SpecError(messages.UnknownLibrary(library.span, library.id, gallery.libraries()))
        return read(source, self.limits)

    def table(self, path: ast.Text) -> Iterator[Source]:
        with self._located(path):
            target, ceiling = self._beside(path), self.limits.ceiling("table")
            name, file = path.value, str(target)
            with target.open("rb") as stream:
                for number, line in enumerate(lines_in(stream, name, ceiling), 1):
                    yield Source(name, line, file, "", number)

    @contextmanager
    def _located(self, path: ast.Text) -> Iterator[None]:
        """A context that reports an unreadable file at the place that names it, as a SpecError."""
        if not path.span.source.path:
            raise SpecError(
                messages.FileWithoutFolder(path.span, path.value, "this description is not in a file")
            )
        try:
            yield
        except SpecError as wrong:
            raise SpecError([_at(path, found) for found in wrong.diagnostics]) from None
        except (OSError, ValueError, RuntimeError) as failed:  # RuntimeError: a circle of links
            raise SpecError(messages.UnreadableFile(path.span, path.value, _reason(failed))) from None

    def _beside(self, path: ast.Text) -> Path:
        """A file inside the folder, with links followed. A text without a file has no folder.

        Raises SpecError if it is outside, OSError and others if there is no such file.
        """
        folder = Path(path.span.source.path).parent.resolve()
        target = (folder / path.value).resolve()
        if Path(path.value).is_absolute() or not target.is_relative_to(folder):
            raise SpecError(messages.OutsideFolder(path.span, path.value))
        if not target.is_file():
            close = near_file(target)
            beside = close.relative_to(folder).as_posix() if close else None
            raise SpecError(messages.MissingFile(path.span, path.value, "there is no such file", beside))
        self.files[folder / path.value] = target
        return target


def _at(path: ast.Text, found: Diagnostic) -> Diagnostic:
    """An error of a whole file, at the place that names the file."""
    match found:
        case messages.TextTooLong() | messages.NotUtf8():
            return found.at(path.span)
        case _:
            return found


def _reason(failed: OSError | ValueError | RuntimeError) -> str:
    match failed:
        case OSError():
            return str(failed.strerror)
        case ValueError():
            return "no file has such a name"
        case RuntimeError():
            return "its links go in a circle"
        case _:
            assert_never(failed)
