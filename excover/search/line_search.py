"""Many lines of clues against one matrix, answered in the native core.

>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> latin = Matrix.build(
...     [(ItemName(family, (k,)), 1, 1) for family in ("cell", "digit") for k in (1, 2)],
...     [(OptionName("put", (c, v)), [c, 2 + v]) for c in (0, 1) for v in (0, 1)],
... )
>>> starts, places, digits = array("I", range(5)), array("I", [0, 0, 1, 1]), array("B", [1, 2, 1, 2])
>>> marks = Marks(starts, places, digits, blank=array("B", [0, 0]))
>>> answers = LineSearch(latin, marks, unique=True, threads=1).answers(bytes([0, 1, 0, 0, 2, 2]))
>>> [finding.name for finding in answers.findings]
['SOLVED', 'AMBIGUOUS', 'NONE']
>>> answers.drawn[:2], answers.cover(0)
(b'\\x02\\x01', (1, 2))

The marks of a line are *symbols*, numbers from 1 to 255; 0 is no mark. Every solution is verified, and
checked against its clues, by independent code.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from excover.matrix.matrix import Matrix
from excover.search._core import ClueLines, lane_bytes
from excover.search.consumers import LINES
from excover.search.engine import Cover
from excover.search.native import native_problem
from excover.search.run import UNLIMITED, Run
from excover.search.tuning import tuning

NO_OPTION = 2**32 - 1


class Finding(IntEnum):
    """The status of a line."""

    UNKNOWN = 0
    SOLVED = 1
    NONE = 2
    AMBIGUOUS = 3
    UNREADABLE = 4
    """No option draws one of its symbols at its place."""


@dataclass(frozen=True, slots=True)
class Marks:
    """How options are drawn on a line: option o draws ``symbols[k]`` at ``at[k]``.

    k is from ``starts[o]`` up to ``starts[o + 1]`` (``array('I')``, as ``at`` is); ``blank`` (``array('B')``,
    as ``symbols`` is) is the line before anything is drawn.
    """

    starts: array[int]
    at: array[int]
    symbols: array[int]
    blank: array[int]


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers to some lines: their status and, for solved ones, the drawing, one symbol per place."""

    findings: Sequence[Finding]
    drawn: bytes
    _covers: bytes

    def cover(self, line: int) -> Cover:
        """The options of the first solution found."""
        width = len(self._covers) // len(self.findings)
        numbers = array("I", self._covers[line * width : (line + 1) * width])
        return tuple(option for option in numbers if option != NO_OPTION)


class LineSearch:
    """ValueError if the lanes do not suit the matrix, or clues do more than exclude options.

    With ``unique``, a line is solved only if its solution is known to be the only one.
    """

    def __init__(self, matrix: Matrix, marks: Marks, unique: bool, threads: int) -> None:
        problem = native_problem(matrix, LINES)
        if lane_bytes(problem) > tuning.lane_bytes:
            raise ValueError("the lanes do not fit")
        self._core = ClueLines(problem, marks.starts, marks.at, marks.symbols, marks.blank, unique)
        self._threads = threads

    def answers(self, lines: bytes, run: Run = UNLIMITED) -> Answers:
        """Answers to concatenated lines, in order; unknown for lines after the run's end."""
        return self.with_covers(self.drawings(lines, run))

    def drawings(self, lines: bytes, run: Run) -> Answers:
        """The same, but nobody may ask for covers."""
        run = run.started()
        self._core.load(lines)
        while not self._core.run(_slice(run), self._threads):
            if run.stopped_by:
                break
        return Answers([*map(FINDINGS, self._core.answers())], self._core.drawn(), b"")

    def with_covers(self, answers: Answers) -> Answers:
        """The last answers, and their covers."""
        return replace(answers, _covers=self._core.covers())


FINDINGS: Callable[[int], Finding] = tuple(Finding).__getitem__


def _slice(run: Run) -> float:
    left = run.seconds_left
    return tuning.slice_seconds if left is None else min(tuning.slice_seconds, left)
