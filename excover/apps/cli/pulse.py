"""Periodic progress lines on standard error when no terminal shows a bar.

The first appears after half a minute, then one per minute; `--quiet` turns them off. A separate thread writes
them, so that no command, and no stage of one, is silent.
"""

from __future__ import annotations

import sys
import threading
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from excover.apps.cli.progress import in_words
from excover.apps.cli.session import Session
from excover.apps.cli.streams import note
from excover.base.threads import start_thread

if TYPE_CHECKING:
    from excover.base.json.objects import ProgressData

FIRST, EVERY = 30.0, 60.0
"""Seconds before the first line, and between two lines."""
_STACK = 256 * 1024
"""Bytes of the thread's stack: the thread only writes, and memory may be limited."""


class Pulse:
    """A context in which progress lines are written, with the last report of the work."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Pulse:
        if sys.stderr is not None and not sys.stderr.isatty():
            thread = threading.Thread(target=self._beat, name="pulse", daemon=True)
            with suppress(MemoryError, RuntimeError):  # there may be no room for a thread
                start_thread(thread, _STACK)
                self._thread = thread
        return self

    def __exit__(self, *_exception: object) -> None:
        self._over.set()
        if self._thread:
            self._thread.join()

    def _beat(self) -> None:
        began, pause = monotonic(), FIRST
        while not self._over.wait(pause):
            report(self._session, monotonic() - began)
            pause = EVERY


def report(session: Session, seconds: float) -> None:
    """Writes one line, unless the session is quiet."""
    if session.quiet:
        return
    with suppress(OSError, ValueError):  # a closed stream is no reason to end the work
        if session.json:
            passed = round(seconds, 1)
            data: ProgressData = session.progress.as_data(passed) if session.progress else {"seconds": passed}
            session.note_data({"progress": data})
        else:
            known = f": {in_words(session.progress)}" if session.progress else ""
            note(f"still working after {seconds:,.0f} s{known}")
