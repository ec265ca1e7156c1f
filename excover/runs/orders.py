"""What a coordinator and its worker processes tell each other, pickled over a socket pair."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from excover.runs.workbench import Yield
from excover.solve.part_search import Rest


class Lease(NamedTuple):
    """A part to be searched, for a slice of time."""

    number: int
    rest: Rest
    seconds: float


class Hurry(NamedTuple):
    """Others have nothing to do: hand back the rests of this part now."""

    number: int


class End(NamedTuple):
    """Hand back what there is, and end."""


class Ready(NamedTuple):
    """The worker has compiled the description and searches with this engine."""

    engine: str


class Failed(NamedTuple):
    """The worker cannot go on."""

    reason: str


class Done(NamedTuple):
    """A part was searched."""

    number: int
    found: Yield


Order: TypeAlias = Lease | Hurry | End
News: TypeAlias = Ready | Failed | Done
