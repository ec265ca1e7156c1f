"""A sign of life where no terminal shows a bar: now and then a line on standard error that the work goes on.

The first comes after half a minute, the others a minute apart; `--quiet` leaves them out. They come from a
thread of their own, so that no command, and no stage of one, is silent.
"""

from __future__ import annotations

import sys
import threading
from contextlib import suppress
from dataclasses import asdict
from time import monotonic

from excover.cli.progress import in_words
from excover.cli.session import Session
from excover.cli.streams import tell

FIRST, EVERY = 30.0, 60.0
"""Seconds before the first line, and between two."""
_STACK = 256 * 1024
"""Bytes: the thread only writes, and memory may be limited."""


class Pulse:
    """Within, lines are written; what they say of the work is its last report."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Pulse:
        if sys.stderr is not None and not sys.stderr.isatty():
            before = threading.stack_size(_STACK)
            with suppress(RuntimeError):  # there may be no room for a thread
                thread = threading.Thread(target=self._beat, name="pulse", daemon=True)
                thread.start()
                self._thread = thread
            threading.stack_size(before)
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
            data = asdict(session.progress) if session.progress else {}
            session.tell_data({"progress": {"seconds": round(seconds, 1), **data}})
        else:
            known = f": {in_words(session.progress)}" if session.progress else ""
            tell(f"still working after {seconds:,.0f} s{known}")
