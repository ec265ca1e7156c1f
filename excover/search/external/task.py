"""What is sent to a solver in another process, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from excover.matrix.matrix import Matrix


@dataclass(frozen=True, slots=True)
class Task:
    """A matrix for a solver: find any cover, or, with ``costs`` (one per option), one of least cost.

    The names in the matrix mean nothing. ``start`` is a cover to begin with, or None. ``threads`` may search
    at once. ``seed``: of a random search.
    """

    matrix: Matrix
    costs: Sequence[int] | None
    start: Sequence[int] | None
    threads: int
    seed: int | None


Message: TypeAlias = (
    tuple[Literal["found"], tuple[int, ...]]
    | tuple[Literal["bound"], int]
    | tuple[Literal["finished"], None]
    | tuple[Literal["failed"], str]
)
"""A cover; a cost that no cover undercuts; that the last cover is the best, or there is none; a fault."""


class Reporter(Protocol):
    """Whom a solver tells what it knows."""

    def found(self, cover: Sequence[int]) -> None: ...

    def bound(self, bound: float) -> None: ...


class Fault(Exception):
    """A solver ended without an answer, and says why."""
