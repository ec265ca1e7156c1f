"""A request to end a run, with its reason: from another thread, a signal handler, or a button.

>>> button = Cancellation()
>>> bool(button), button.reason
(False, None)
>>> button.cancel(), button.cancel(StoppedBy.INTERRUPT)
(None, None)
>>> bool(button), button.reason
(True, <StoppedBy.CANCELLED: 'cancelled'>)
"""

from __future__ import annotations

from enum import Enum
from typing import NoReturn


class StoppedBy(Enum):
    """The reason why a run ended before it had searched everything."""

    LIMIT = "limit"
    """The budget of solutions."""
    GAP = "gap"
    """The best solution is proved to be as near to the optimum as was requested."""
    TIME = "time"
    """The budget of seconds."""
    NODES = "nodes"
    """The budget of nodes."""
    INTERRUPT = "interrupt"
    """Ctrl-C, SIGTERM or SIGHUP."""
    CANCELLED = "cancelled"
    """A request of the program that began the run."""


class Cancellation:
    """Ends every run that it was given to; true once it was requested, and it cannot be withdrawn.

    A run checks it every few hundredths of a second. `cancel` may be called from any thread and from a signal
    handler: it takes no lock, since appending to a list is atomic.
    """

    def __init__(self) -> None:
        self._requests: list[StoppedBy] = []

    def cancel(self, reason: StoppedBy = StoppedBy.CANCELLED) -> None:
        """Requests the end. The first of several requests gives the reason."""
        if not self._requests:
            self._requests.append(reason)

    @property
    def reason(self) -> StoppedBy | None:
        """Why the runs must end; None while they may continue."""
        return self._requests[0] if self._requests else None

    def __bool__(self) -> bool:
        return self.reason is not None

    def __reduce__(self) -> str | tuple[object, ...]:
        raise TypeError("a Cancellation belongs to its process: a copy elsewhere would end nothing")


class _Never(Cancellation):
    """Shared by all runs without another one, so it cannot be cancelled."""

    def cancel(self, reason: StoppedBy = StoppedBy.CANCELLED) -> NoReturn:
        raise RuntimeError("this run cannot be cancelled: give it a Cancellation of its own")

    def __repr__(self) -> str:
        return "NEVER"

    def __reduce__(self) -> str:
        return "NEVER"


NEVER = _Never()
