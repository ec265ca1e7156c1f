"""Pictures that commands write, as SVG, PNG or PDF: the files are opened before the work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from excover.cli.files import NewFile
from excover.cli.options import Function, current_session
from excover.cli.streams import printable, tell

if TYPE_CHECKING:
    from excover.render.svg import Picture

WIDE = 1600
"""Units that a picture is shown wide at most, unless it says how wide it is to be."""
KINDS = ("svg", "png", "pdf", "html")
NAMED_KINDS = ("svg", "png", "pdf")
"""Kinds of a picture whose file's name says which it is."""
PIXELS = {"": 1.0, "mm": 96 / 25.4}
"""Of a unit, as in CSS."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The files of one picture, by their kind; there may be none."""

    files: Mapping[str, NewFile]

    def __bool__(self) -> bool:
        return bool(self.files)

    def write(
        self, picture: Picture, title: str, what: str, width: float = 0, unit: str = "", **counted: int
    ) -> None:
        """Writes the files and says so: ``what`` is on the picture; as data, what was ``counted`` in it.

        Without a ``width`` it is shown as wide as it is, but no wider than WIDE.
        """
        shown = width or min(picture.width, WIDE)
        for kind, file in self.files.items():
            file.write(as_file(kind, picture, title, shown, unit))
            tell_written(file, what + _shrunk(kind, picture, shown * PIXELS[unit]), **counted)


def takes_sheet(what: str, page: str = "") -> Callable[[Function], Function]:
    """Adds --svg, --png and --pdf, and --html if there is help for a page; the function gets ``sheet``."""
    kinds = {
        "svg": what,
        "png": "The same in pixels; needs excover[pictures].",
        "pdf": "The same as a page; needs excover[pictures].",
        "html": page,
    }

    def adding(function: Function) -> Function:
        @wraps(function)
        def command(**arguments: Any) -> int:
            wanted = {kind: arguments.pop(kind, None) for kind in kinds}
            with ExitStack() as stack:
                paths = {kind: path for kind, path in wanted.items() if path is not None}
                return function(sheet=Sheet(_opened(paths, stack)), **arguments)

        for kind, text in reversed(kinds.items()):
            if text:
                command = click.option(f"--{kind}", metavar="FILE", help=text)(command)
        return command

    return adding


def sheet_named(option: str, path: str | None, stack: ExitStack, others: Sheet) -> Sheet:
    """A picture of the kind that the path ends with, if there is one. Raises UsageError, and CannotWrite."""
    if path is None:
        return Sheet({})
    kind = Path(path).suffix.lower().removeprefix(".")
    if kind not in NAMED_KINDS:
        endings = ", ".join(f".{each}" for each in NAMED_KINDS)
        raise click.UsageError(f"{option} {path}: end the name with one of {endings}")
    if Path(path).resolve() in (Path(file.path).resolve() for file in others.files.values()):
        raise click.UsageError("two of the pictures have the same file")
    return Sheet(_opened({kind: path}, stack))


def _opened(paths: Mapping[str, str], stack: ExitStack) -> dict[str, NewFile]:
    """The files by their kind. Raises UsageError, and CannotWrite."""
    for kind, path in paths.items():
        named = Path(path).suffix.lower().removeprefix(".")
        if named != kind and named in KINDS:
            raise click.UsageError(f"--{kind} {path}: that is the name of a file for --{named}")
    if len({str(Path(path).resolve()) for path in paths.values()}) < len(paths):
        raise click.UsageError("two of the pictures have the same file")
    if paths.keys() & {"png", "pdf"}:
        _refuse_without_converter()
    return {kind: stack.enter_context(NewFile(path)) for kind, path in paths.items()}


def _refuse_without_converter() -> None:
    from excover.render.export import Missing, converter

    try:
        converter()
    except Missing as missing:
        raise click.UsageError(str(missing)) from None


def as_file(kind: str, picture: Picture, title: str, width: float, unit: str = "") -> bytes:
    """The content of a file of that kind, shown so wide."""
    from excover.render.export import pdf, png

    svg = picture.svg(title, width, unit) + "\n"
    match kind:
        case "png":
            pixels = width * PIXELS[unit]
            return png(svg, pixels, picture.height * pixels / picture.width)
        case "pdf":
            return pdf(svg)
        case _:
            return svg.encode()


def _shrunk(kind: str, picture: Picture, width: float) -> str:
    """Where a PNG had to be made so small that its text may not be read."""
    from excover.render.export import scale

    least = scale(width, picture.height * width / picture.width)
    return f", shrunk to {least:.0%}; --svg has no such limit" if kind == "png" and least < 1 else ""


def tell_written(file: NewFile, what: str, **counted: int) -> None:
    """On standard error, what a file shows; ``counted`` is how much of it."""
    session = current_session()
    if session.json:
        session.tell_data({"picture": {"file": file.path, **counted}})
    else:
        tell(printable(f"{file.path}: {what}"))
