"""Ctrl-C, SIGTERM and SIGHUP: during a search they request its end, otherwise they raise an exception.

>>> stop = Stop()
>>> with stop.installed(), stop.requested_only():
...     signal.raise_signal(signal.SIGINT)
...     bool(stop), stop.status
(True, 130)

A request loses nothing: the command shows what was found and then ends. A second signal ends it at once.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from excover.search.cancellation import Cancellation, StoppedBy

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(KeyboardInterrupt):
    """A signal that ends the command with ``status``."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Stop(Cancellation):
    """Cancelled by signals: the cancellation of all runs of a command."""

    def __init__(self) -> None:
        super().__init__()
        self.status = 0
        """128 plus the number of the signal received; 0 if none."""
        self._waits = False

    @contextmanager
    def requested_only(self) -> Iterator[None]:
        """A context in which the first signal only sets ``status``."""
        self._waits = True
        try:
            yield
        finally:
            self._waits = False

    def raise_if_requested(self) -> None:
        if self.status:
            raise Interrupted(self.status)

    @contextmanager
    def installed(self) -> Iterator[None]:
        """A context in which signals are handled here, except those that the caller's shell ignores."""
        here = threading.current_thread() is threading.main_thread()
        wanted = [number for number in SIGNALS if here and signal.getsignal(number) is not signal.SIG_IGN]
        before = {number: signal.signal(number, self._handle) for number in wanted}
        hook, sys.unraisablehook = sys.unraisablehook, _quiet(sys.unraisablehook)
        try:
            yield
        finally:
            sys.unraisablehook = hook
            for number, handler in before.items():
                signal.signal(number, handler or signal.SIG_DFL)

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        first, self.status = not self.status, 128 + number
        self.cancel(StoppedBy.INTERRUPT)
        if not (first and self._waits):
            raise Interrupted(self.status)


def _quiet(hook: Callable[[sys.UnraisableHookArgs], object]) -> Callable[[sys.UnraisableHookArgs], object]:
    """Python drops exceptions in destructors; a dropped Interrupted needs no report, as ``status`` is set."""

    def report_others(args: sys.UnraisableHookArgs) -> None:
        if not isinstance(args.exc_value, Interrupted):
            hook(args)

    return report_others
