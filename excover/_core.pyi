"""The native core: knows integers, not puzzles. Only ``excover.solve`` imports it."""

from array import array
from enum import Enum
from typing import overload

class Stop(Enum):
    """Why a run came back; only ``EXHAUSTED`` means that there is nothing more to find."""

    EXHAUSTED = 0
    SOLUTIONS = 1
    NODES = 2
    TIME = 3

class Problem:
    """A checked, immutable exact cover problem; the arrays are copied.

    ``array('I')`` but for ``colored``, ``array('B')``. ValueError if they do not describe a problem.
    """

    def __init__(
        self,
        lower: array[int],
        upper: array[int],
        colored: array[int],
        starts: array[int],
        entries: array[int],
        colors: array[int],
    ) -> None: ...
    @property
    def items(self) -> int: ...
    @property
    def options(self) -> int: ...

class SparseSearch:
    """All solutions by sparse sets; ``first``: not in the order of listing, but the first one soon.

    With ``costs`` (``array('q')``, one an option): only solutions that are cheaper than all found before.
    """

    @overload
    def __init__(self, problem: Problem, keep_covers: bool, first: bool) -> None: ...
    @overload
    def __init__(self, problem: Problem, costs: array[int]) -> None: ...
    def run(self, solutions: int, nodes: int, seconds: float) -> Stop:
        """Go on where the last run stopped, for so many solutions, nodes and seconds; without the GIL."""

    def hand_over(self, into: list[tuple[int, ...]]) -> str | None:
        """Verify the covers found since the last call and append them to ``into``, or say what is wrong."""

    @property
    def solutions(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def updates(self) -> int: ...
    @property
    def depth(self) -> int: ...

class LaneSearch:
    """All solutions by item lanes, in the same order; ValueError if ``lane_bytes`` is endless.

    ``instructions``: "best", or one of ``instructions()``.
    """

    def __init__(self, problem: Problem, keep_covers: bool, instructions: str) -> None: ...
    def run(self, solutions: int, nodes: int, seconds: float) -> Stop:
        """As that of ``SparseSearch``."""

    def hand_over(self, into: list[tuple[int, ...]]) -> str | None:
        """As that of ``SparseSearch``."""

    @property
    def solutions(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def updates(self) -> int: ...
    @property
    def depth(self) -> int: ...

def lane_bytes(problem: Problem) -> int:
    """What the conflict rows of the lanes take; 2^64 - 1 if an item may be covered more than once."""

def instructions() -> list[str]:
    """The sets of vector instructions that the lanes can use on this machine, the best one last."""

def fault(problem: Problem, cover: array[int]) -> str | None:
    """What is wrong with a cover (its option numbers ascending), or None if it is a solution."""
