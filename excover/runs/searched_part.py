"""What a search of a part of a run is told while it works, and what it comes to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from excover.search.part_search import Rest, Slice


class Incumbent(NamedTuple):
    """The best solution found so far: its cost, and the solution as a line of JSON."""

    cost: int
    line: str


def is_better(goal: str, cost: int, best: int) -> bool:
    """Whether a cost is better than another one by the goal of the description.

    >>> is_better("minimize", 3, 4), is_better("maximize", 3, 4)
    (True, False)
    """
    return cost > best if goal == "maximize" else cost < best


@dataclass(frozen=True, slots=True)
class SearchedPart:
    """What a part has come to, its ``rests`` excepted.

    ``content``: the file with its solutions, empty if there are none or they are only counted.
    ``incumbent``: the best of them if the best is wanted and this one is better than what was known.
    ``bound``: no solution of the part, its rests included, is better than this cost; None if nothing is known
    of that.
    """

    count: int
    nodes: int
    seconds: float
    rests: tuple[Rest, ...] = ()
    content: bytes = b""
    incumbent: Incumbent | None = None
    bound: int | None = None


class SliceControl:
    """What the others tell a search while it works. This one tells nothing."""

    best: int | None = None
    """The cost of the best solution that is known; the search asks again and again."""

    def is_enough(self) -> bool:
        """Whether the slice is to end now."""
        return False

    def improved(self, incumbent: Incumbent) -> None:
        """Hears of a better solution."""
        self.best = incumbent.cost


class RunSearch(Protocol):
    """Searches the parts of a run, one after the other."""

    @property
    def engine(self) -> str: ...

    def search(self, part: Rest, time: Slice, control: SliceControl) -> SearchedPart:
        """Searches a part for a slice of time. ValueError if the run has no such part."""
