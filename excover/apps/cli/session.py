"""State shared by the commands of one process: cancellation, limits, and the form of messages.

Diagnostics and tables for a terminal.

>>> print(table("boards", ["board", "cells"], [["tray", 55], ["lid", 6]], width=80))
boards
 board   cells
 tray       55
 lid         6
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from io import StringIO
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from excover.apps.cli.process import Stop, note
from excover.base.diagnostics import Diagnostic
from excover.base.frozen import Changeable, fresh
from excover.base.json import line
from excover.base.limits import DEFAULT, Limits
from excover.base.words import plural, visible
from excover.search.run import Budget, Listener, Progress, Run, ignore_progress
from excover.search.strategy import AUTO, Strategy

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from excover.base.json.outputs import Note

MOST_ALIKE = 2
"""The most warnings of one code that a command shows."""


class Session(Changeable):
    stop: Stop
    began: float = fresh(perf_counter)
    """When the command was started: its time limit counts from then on."""
    limits: Limits = DEFAULT
    quiet: bool = False
    """Whether progress reports are off."""
    progress: Progress | None = None
    """The last progress report."""
    json: bool = False
    """Whether messages are JSON, one object per line."""
    code: str = ""
    """The code of the first error that was shown."""
    read: dict[str, str] = fresh(dict)
    """The files that the command reads: where links lead to, and how they were named."""
    written: set[str] = fresh(set)
    """Those that it writes over, where links lead to."""

    def run(self, budget: Budget, strategy: Strategy = AUTO, progress: Listener = ignore_progress) -> Run:
        """A run that a signal ends; its seconds count from the start of the command."""
        return Run(budget, strategy, self.stop, progress, self.began)

    def reading(self) -> AbstractContextManager[None]:
        """A context that ends with the time limit of the command, if it has one."""
        limit = click.get_current_context().params.get("time_limit")
        return self.stop.reading(None if limit is None else self.began + limit - perf_counter())

    def show(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Writes errors and warnings to standard error."""
        for diagnostic in diagnostics:
            if diagnostic.is_error:
                self.code = self.code or diagnostic.code
            if self.json:
                self.note_data({"diagnostic": diagnostic.as_data()})
            else:
                note(diagnostic_text(diagnostic, colored=wants_color(sys.stderr)) + "\n")

    def show_warnings(self, warnings: Sequence[Diagnostic]) -> None:
        """Shows the first few warnings of each code; with JSON, and in `excover check`, all of them."""
        if self.json:
            self.show(warnings)
            return
        for code in dict.fromkeys(warning.code for warning in warnings):
            alike = [warning for warning in warnings if warning.code == code]
            self.show(alike[:MOST_ALIKE])
            if more := alike[MOST_ALIKE:]:
                number = plural(len(more), "more warning")
                note(f"{number} {code}; `excover check` shows all\n")

    def point_to_page(self) -> None:
        """After an error on a terminal, points to `excover explain`."""
        if self.code and not self.json and sys.stderr.isatty():
            note(f"to learn more, run: excover explain {self.code}")

    def note_error(self, text: str) -> None:
        """Why the command failed, where that is no fault of a description."""
        if self.json:
            self.note_data({"error": text})
        else:
            note(f"error: {text}")

    def note_data(self, data: Note) -> None:
        note(line(data))


def current_session() -> Session:
    """That of the command that click runs, or whose arguments it parses."""
    session = click.get_current_context().find_object(Session)
    assert session is not None
    return session


def wants_color(stream: Any) -> bool:
    """See https://no-color.org."""
    return bool(stream.isatty()) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


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
