"""All covers of a matrix at once, without listing them: what there is to know about them.

>>> from excover.cover.matrix import Matrix
>>> from excover.names import ItemName, OptionName
>>> dominoes = Matrix.build(
...     items=[(ItemName("cell", (k,)), 1, 1) for k in range(6)],
...     options=[(OptionName("d", p), p) for p in ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5))],
... )
>>> diagram = Diagram(dominoes)
>>> diagram.count, list(diagram)
(3, [(0, 2, 6), (1, 3, 4), (4, 5, 6)])
>>> diagram[1], diagram.marginals(), diagram.count_with(required=[6])
((1, 3, 4), [1, 1, 1, 1, 2, 1, 2], 2)
>>> diagram.best([5, 1, 1, 1, 1, 1, 1])
(3, (1, 3, 4))

The diagram is a graph whose paths are the covers. Its size depends on how often equal states meet, not on the
number of covers. Every cover handed out was verified by code that shares nothing with the diagram.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from itertools import islice, repeat
from os import PathLike

from excover._core import Diagram as CoreDiagram
from excover._core import DiagramSearch, Problem
from excover._core import TooLarge as TooLarge
from excover.cover.matrix import Matrix
from excover.solve.diagram_file import DiagramFileError as DiagramFileError
from excover.solve.diagram_file import decoded, dot, encoded, read_diagram, write_whole
from excover.solve.engine import ENDLESS, SLICE_SECONDS, Cover, Engine, VerificationError
from excover.solve.native import native_problem
from excover.solve.outcome import Unfinished
from excover.solve.run import UNLIMITED, Run
from excover.solve.strategy import room

BUILDING = "building the diagram of all solutions, states"
BATCH = 4096
LIMB = 2**64
MOST_BYTES = 2**63
"""Of a diagram that was in memory before it was pickled."""


class Diagram:
    """Built at once; Ctrl-C is answered within a few hundredths of a second.

    Of the strategy only memory and threads matter. TooLarge (RuntimeError) if building takes more memory than
    that allows; ValueError if the matrix is malformed or has options without an item that is covered exactly
    once; Unfinished if the run ends before it is built: its budget of nodes is one of states that are looked
    at, which the listener counts.
    """

    def __init__(self, matrix: Matrix, run: Run = UNLIMITED) -> None:
        run = run.started().by(replace(run.strategy, engine="graph", seed=None))
        engine = Engine(matrix, run, True)
        while (core := engine.diagram) is None:
            if (reason := run.cancellation.reason) or engine.is_over:
                raise Unfinished(engine.outcome.ended(reason))
            engine.run_slice(0)
            run.report(BUILDING, engine.outcome.statistics.nodes)
        self._matrix, self._problem, self._core = matrix, engine.problem, core

    @classmethod
    def load(cls, path: str | PathLike[str], matrix: Matrix, memory: int | None = None) -> Diagram:
        """The diagram of this matrix that was saved in a file (docs/diagram-format.md).

        DiagramFileError (ValueError) if the file is none, is damaged, or of another matrix; TooLarge if it
        takes more than ``memory`` bytes, as above; OSError if it cannot be read.
        """
        problem = native_problem(matrix)
        return cls._of(matrix, problem, read_diagram(path, matrix, problem, room(memory)))

    @classmethod
    def _of(cls, matrix: Matrix, problem: Problem, core: CoreDiagram) -> Diagram:
        """What is built already."""
        diagram = cls.__new__(cls)
        diagram._matrix, diagram._problem, diagram._core = matrix, problem, core
        return diagram

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles the content of its file."""
        return _unpickled, (self._matrix, self.encoded())

    def encoded(self) -> bytes:
        """The content of its file (docs/diagram-format.md)."""
        return encoded(self._matrix, self._core)

    def save(self, path: str | PathLike[str]) -> None:
        """Into a file, which is there either whole or not at all; OSError if it cannot be written."""
        write_whole(path, self.encoded())

    def to_dot(self, most: int = 500) -> str:
        """The diagram in Graphviz's language; TooLarge if it has more than ``most`` nodes."""
        return dot(self._core, self._matrix, most)

    @property
    def core(self) -> CoreDiagram:
        """For the rest of `excover.solve`."""
        return self._core

    @property
    def options(self) -> int:
        """Of the matrix."""
        return len(self._matrix.options)

    @property
    def count(self) -> int:
        """The number of covers, exactly."""
        return self._core.solutions

    @property
    def nodes(self) -> int:
        return self._core.nodes

    @property
    def edges(self) -> int:
        return self._core.edges

    def __bool__(self) -> bool:
        return self.count > 0

    def __iter__(self) -> Iterator[Cover]:
        """All covers, in the order of their ranks."""
        search = DiagramSearch(self._problem, self._core)
        left = self.count
        while left:
            found: list[Cover] = []
            search.run(BATCH, ENDLESS, SLICE_SECONDS)
            if fault := search.hand_over(found):
                raise VerificationError(f"{fault}; this is a fault of excover, please report it")
            left -= len(found)
            yield from found

    def __getitem__(self, rank: int) -> Cover:
        """The cover of a rank from 0 on, or from the end; IndexError if there are not so many.

        Covers are ranked as paths: by the least option, among those left, of the item that is decided first.
        """
        if not -self.count <= rank < self.count:
            raise IndexError(f"there are {self.count} covers")
        rest = rank % self.count
        return self._core.cover(array("Q", [(rest >> 64 * k) % LIMB for k in range(self._core.limbs)]))

    def ranks(self, seed: int) -> Iterator[int]:
        """Ranks drawn one by one without end, each time exactly uniformly from all; IndexError if none."""
        if not self:
            raise IndexError("there is no cover to draw")
        draw, count = random.Random(seed), self.count
        return (draw.randrange(count) for _ in repeat(None))

    def draws(self, seed: int) -> Iterator[Cover]:
        """The covers of these ranks."""
        return map(self.__getitem__, self.ranks(seed))

    def sample(self, number: int, seed: int) -> list[Cover]:
        """The first so many of the draws."""
        return list(islice(self.draws(seed), number))

    def marginals(self) -> list[int]:
        """Of every option, how many covers choose it."""
        return self._core.marginals()

    def count_with(self, required: Iterable[int] = (), banned: Iterable[int] = ()) -> int:
        """The number of covers that choose all of some options and none of others."""
        flags, required = self._flags(banned), list(required)
        users = self._users() if required else []
        for option in required:
            for rival in users[self._decider(option)]:
                if rival != option:
                    flags[rival] = 1
        return self._core.solutions_without(flags)

    def restricted(self, banned: Iterable[int], wanted: Iterable[int] = ()) -> Diagram:
        """The covers that choose none of some options and, if any are wanted, at least one of those."""
        part = copy(self)
        part._core = self._core.restricted(self._flags(banned), self._flags(wanted))
        return part

    def _flags(self, options: Iterable[int]) -> array[int]:
        flags = array("B", bytes(self.options))
        for option in options:
            flags[option] = 1
        return flags

    def ranked(self, costs: Sequence[int], maximize: bool = False) -> Iterator[tuple[int, Cover]]:
        """Covers with their sums of costs (an integer an option), the least first, or the greatest."""
        if sum(map(abs, costs)) >= 2**62:
            raise ValueError("the costs are too large")
        sign = -1 if maximize else 1
        ranking = self._core.ranking(array("q", [sign * cost for cost in costs]))
        while True:
            try:
                cost, cover = next(ranking)
            except StopIteration:
                return
            yield sign * cost, cover

    def best(self, costs: Sequence[int], maximize: bool = False) -> tuple[int, Cover] | None:
        """A cover of least sum, or of greatest; None if there is none."""
        return next(self.ranked(costs, maximize), None)

    def _decider(self, option: int) -> int:
        """An item that exactly one option must cover: to require an option is to ban its rivals there."""
        m = self._matrix
        return next(i for i in m.option_items(option) if m.lower[i] == m.upper[i] == 1 and not m.colored[i])

    def _users(self) -> list[list[int]]:
        users: list[list[int]] = [[] for _ in self._matrix.items]
        for option in range(len(self._matrix.options)):
            for item in self._matrix.option_items(option):
                users[item].append(option)
        return users


def _unpickled(matrix: Matrix, data: bytes) -> Diagram:
    problem = native_problem(matrix)
    return Diagram._of(matrix, problem, decoded(data, "the pickled diagram", matrix, problem, MOST_BYTES))
