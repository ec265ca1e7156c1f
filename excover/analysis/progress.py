"""How far a long question has come, and the wish to end it.

>>> Progress("shrinking", 3, 30)
Progress(doing='shrinking', done=3, of=30)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from excover.solve.search import StopRequest


class Progress(NamedTuple):
    """``done`` of so many steps; ``of`` is None where nobody knows how many there will be."""

    doing: str
    done: int
    of: int | None


Listener: TypeAlias = Callable[[Progress], object]


def nobody(_progress: Progress) -> None:
    """Listens to nothing."""


class Stopped(Exception):
    """A stop request was granted before the answer was known."""


def heed(stop: StopRequest) -> None:
    """Raises Stopped if that is what is asked for."""
    if stop():
        raise Stopped
