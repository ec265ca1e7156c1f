"""Picture files of commands, as SVG, PNG or PDF, opened before the work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from functools import wraps
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import click

from excover.apps.cli.files import new_file
from excover.apps.cli.parameters import CommandFunction
from excover.apps.cli.process import note, printable
from excover.apps.cli.session import current_session
from excover.base.frozen import Frozen
from excover.base.new_file import NewFile

if TYPE_CHECKING:
    from excover.base.json.objects import ShownData
    from excover.render.svg import Picture

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
