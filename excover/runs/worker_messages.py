"""What a coordinator and its worker processes send each other.

The first message to a worker is the run in JSON.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from excover.runs.shard_forms import Incumbent, SearchedPart
from excover.search.part_search import GuidingPath


class Assignment(NamedTuple):
    """A part to be searched, for a slice of time. ``best``: the cost of the best solution that is known."""

    number: int
    rest: GuidingPath
    seconds: float
    best: int | None = None


class SplitRequest(NamedTuple):
    """Other workers have nothing to do: give away the rests of this part now."""

    number: int


class BestKnown(NamedTuple):
    """Another worker has found a solution of this cost, better than all before."""

    cost: int


class Shutdown(NamedTuple):
    """Report what was found so far, and end."""


class WorkerReady(NamedTuple):
    """The worker has compiled the description and searches with this engine."""

    engine: str


class WorkerFailed(NamedTuple):
    """The worker cannot go on."""

    reason: str


class Improved(NamedTuple):
    """While a part is searched: a solution that is better than what the worker knew."""

    number: int
    incumbent: Incumbent


class PartDone(NamedTuple):
    """A part was searched."""

    number: int
    found: SearchedPart


CoordinatorMessage: TypeAlias = str | Assignment | SplitRequest | BestKnown | Shutdown
WorkerMessage: TypeAlias = WorkerReady | WorkerFailed | Improved | PartDone
