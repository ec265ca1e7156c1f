"""How far a command is that takes its time: a bar for a search, a line of text for all else.

On a terminal, and only below everything that is printed: it is gone before a line is written.
Elsewhere `excover.cli.pulse` says it.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from excover.cli.session import Session

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

DELAY = 0.5
"""Seconds before a bar is shown: most searches are done by then."""
INTERVAL = 0.1
"""Seconds between two looks of it."""
ERASE = "\r\x1b[K"


class Line:
    """Tells how far a command is; each text takes the place of the one before."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._is_wanted = is_wanted(session)
        self._next = monotonic() + DELAY
        self._is_shown = False

    def show(self, text: str) -> None:
        """Shows it, if somebody has waited for a while."""
        self._session.working = {"doing": text}
        if self._is_wanted and monotonic() >= self._next:
            self._next = monotonic() + INTERVAL
            self._write(ERASE + text)
            self._is_shown = True

    def clear(self) -> None:
        """Takes away what was shown."""
        if self._is_shown:
            self._write(ERASE)
            self._is_shown = False

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.clear()

    @staticmethod
    def _write(text: str) -> None:
        with suppress(OSError):
            print(text, end="", file=sys.stderr, flush=True)


def is_wanted(session: Session) -> bool:
    return sys.stderr.isatty() and not session.json and not session.quiet


class Bar:
    """A watcher of a search (see `excover.solve.search.Watcher`)."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._is_wanted = is_wanted(session)
        self._next = monotonic() + DELAY
        self._shown: tuple[Progress, TaskID] | None = None

    def __call__(self, part: float | None, found: int, stage: str = "") -> None:
        self._session.working = {"doing": stage, "found": found, "done": part}
        if not self._is_wanted or monotonic() < self._next:
            return
        self._next = monotonic() + INTERVAL
        progress, task = self._shown = self._shown or _bar()
        told = f"{stage}: {found:,}" if stage else f"{found:,}"
        progress.update(task, total=None if part is None else 1.0, completed=part or 0.0, found=told)
        progress.start()
        progress.refresh()

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.clear()

    def clear(self) -> None:
        """What was shown is wiped away; it may be shown again later."""
        if self._shown is not None:
            self._shown[0].stop()


def _bar() -> tuple[Progress, TaskID]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    progress = Progress(
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[found]} found, left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
    )
    return progress, progress.add_task("", total=1.0, found="0")
