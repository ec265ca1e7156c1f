"""A sign of life where no terminal shows a bar: now and then a line on standard error that the work goes on.

The first comes after half a minute, the others a minute apart; `--quiet` leaves them out. They come from a
thread of their own, so that no command, and no stage of one, is silent.
"""

from __future__ import annotations

import sys
import threading
from contextlib import suppress
from time import monotonic
from typing import Any

from excover.cli.session import Session
from excover.cli.streams import tell

FIRST, EVERY = 30.0, 60.0
"""Seconds before the first line, and between two."""
_STACK = 256 * 1024
"""Bytes: the thread only writes, and memory may be limited."""


class Pulse:
    """Within, lines are written; what they say of the work is what the command last noted in its session."""

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
            session.tell_data({"progress": {"seconds": round(seconds, 1), **session.working}})
        else:
            tell(f"still working after {seconds:,.0f} s{_said(session.working)}")


def _said(working: dict[str, Any]) -> str:
    """What is known of the work, behind a colon."""
    parts = [
        str(working["doing"]) if working.get("doing") else "",
        f"{working['found']:,} found" if "found" in working else "",
        f"{working['done']:.1%} of the search" if working.get("done") is not None else "",
    ]
    said = ", ".join(filter(None, parts))
    return f": {said}" if said else ""
