"""Diagnostics and tables for a terminal.

>>> print(table("boards", ["board", "cells"], [["tray", 55], ["lid", 6]], width=80))
boards
 board   cells
 tray       55
 lid         6
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import StringIO
from typing import TYPE_CHECKING

from excover.base.diagnostics import Diagnostic
from excover.base.words import visible

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

STYLES = {"error": "1;31", "warning": "1;33", "message": "1", "gutter": "34", "help": "1;32"}
"""Roles of the pieces of a diagnostic, and their colors as in ECMA-48."""


def diagnostic_text(diagnostic: Diagnostic, *, colored: bool) -> str:
    if not colored:
        return diagnostic.plain()
    return "".join(_styled(text, STYLES.get(role)) for text, role in diagnostic.pieces())


def _styled(text: str, style: str | None) -> str:
    return f"\x1b[{style}m{text}\x1b[m" if style else text


def table(
    title: str, heads: Sequence[str], rows: Iterable[Sequence[object]], *, width: int, colored: bool = False
) -> str:
    """A table with its title above it; numbers are right-aligned with separated thousands."""
    from rich.table import Table
    from rich.text import Text

    cells = [list(map(_cell, row)) for row in rows]
    made = Table(box=None, padding=(0, 2, 0, 1), header_style="dim")
    for head, column in zip(heads, zip(*cells, strict=True), strict=True):
        numeric = all(right for _, right in column)
        made.add_column(Text(head), justify="right" if numeric else "left", overflow="fold")
    for row in cells:
        made.add_row(*(Text(text) for text, _ in row))
    lines = _drawn(made, width, colored).splitlines()
    return "\n".join([_styled(visible(title), "1" if colored else None), *map(str.rstrip, lines)])


def _cell(value: object) -> tuple[str, bool]:
    """The text, and whether it is a number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}", True
    return visible(str(value)), False


def _drawn(what: RenderableType, width: int, colored: bool) -> str:
    console = _console(width, colored)
    console.print(what)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def _console(width: int, colored: bool) -> Console:
    from rich.console import Console

    return Console(
        file=StringIO(), width=width, force_terminal=colored, no_color=not colored, highlight=False
    )
