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

from typing import NoReturn

from excover.solve.outcome import StoppedBy


class Cancellation:
    """Ends every run that it was given to; true once it was requested, and it cannot be taken back.

    A run looks at it every few hundredths of a second. `cancel` may be called from any thread and from a
    signal handler: it takes no lock, since appending to a list is atomic.
    """

    def __init__(self) -> None:
        self._requests: list[StoppedBy] = []

    def cancel(self, reason: StoppedBy = StoppedBy.CANCELLED) -> None:
        """Request the end. Of several requests, the first one gives the reason."""
        if not self._requests:
            self._requests.append(reason)

    @property
    def reason(self) -> StoppedBy | None:
        """Why the runs are to end; None while they may go on."""
        return self._requests[0] if self._requests else None

    def __bool__(self) -> bool:
        return self.reason is not None

    def __reduce__(self) -> str | tuple[object, ...]:
        raise TypeError("a Cancellation belongs to its process: a copy elsewhere would end nothing")


class _Never(Cancellation):
    """Shared by all runs that were given no other, so that nobody may cancel it."""

    def cancel(self, reason: StoppedBy = StoppedBy.CANCELLED) -> NoReturn:
        raise RuntimeError("this run cannot be cancelled: give it a Cancellation of its own")

    def __repr__(self) -> str:
        return "NEVER"

    def __reduce__(self) -> str:
        return "NEVER"


NEVER = _Never()
