"""Pictures that commands write, as SVG, PNG or PDF: the files are opened before the work."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from excover.cli.files import NewFile
from excover.cli.inputs import Function

if TYPE_CHECKING:
    from excover.render.svg import Picture

WIDE = 1600
"""Units that a picture is shown wide at most."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The files of one picture, by their kind; there may be none."""

    files: Mapping[str, NewFile]

    def __bool__(self) -> bool:
        return bool(self.files)

    def write(self, picture: Picture, title: str) -> None:
        for kind, file in self.files.items():
            file.write(as_file(kind, picture, title))


def takes_sheet(function: Function) -> Function:
    """Adds --svg, --png and --pdf; the function gets the ``sheet``."""

    @click.option("--svg", metavar="FILE", help="Draw them all on a sheet.")
    @click.option("--png", metavar="FILE", help="The same in pixels; needs excover[pictures].")
    @click.option("--pdf", metavar="FILE", help="The same as a page; needs excover[pictures].")
    @wraps(function)
    def command(svg: str | None, png: str | None, pdf: str | None, **rest: Any) -> int:
        wanted = {"svg": svg, "png": png, "pdf": pdf}
        with ExitStack() as stack:
            paths = {kind: path for kind, path in wanted.items() if path is not None}
            return function(sheet=Sheet(opened(paths, stack)), **rest)

    return command


def opened(paths: Mapping[str, str], stack: ExitStack) -> dict[str, NewFile]:
    """The files by their kind. Raises UsageError, and CannotWrite."""
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


def as_file(kind: str, picture: Picture, title: str) -> bytes:
    """The content of a file of that kind, no wider than WIDE."""
    from excover.render.export import pdf, png

    width = min(picture.width, WIDE)
    svg = picture.svg(title, width) + "\n"
    match kind:
        case "png":
            return png(svg, width, picture.height * width / picture.width)
        case "pdf":
            return pdf(svg)
        case _:
            return svg.encode()
