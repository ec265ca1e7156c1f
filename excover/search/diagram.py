"""The diagram of all covers of a matrix: counts, samples, ranks, costs, and parts of covers, without a list.

>>> from excover.base.names import ItemName, OptionName
>>> dominoes = Matrix.build(
...     items=[(ItemName("cell", (k,)), 1, 1) for k in range(6)],
...     options=[(OptionName("d", p), p) for p in ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5))],
... )
>>> diagram = Diagram(dominoes)
>>> diagram.count, list(diagram)
(3, [(1, 3, 4), (0, 2, 6), (4, 5, 6)])
>>> diagram[1], diagram.marginals(), diagram.count_with(required=[6])
((0, 2, 6), [1, 1, 1, 1, 2, 1, 2], 2)
>>> diagram.best([5, 1, 1, 1, 1, 1, 1])
(3, (1, 3, 4))

The diagram is a graph whose paths are the covers. Its size depends on how often equal states meet, not on the
number of covers. Every returned cover is verified by code that shares nothing with the diagram.

A file of a diagram is that of `excover.search.diagram_file`, where covers of a matrix with rules are listed;
Graphviz draws a diagram, too. An option without an item that must be covered exactly once has a stand-in
(`Matrix.anchored`).

All sets of a given number of options that some cover contains, with the number of covers that contain
each.

>>> dominoes = Matrix.build(
...     items=[(ItemName("cell", (k,)), 1, 1) for k in range(6)],
...     options=[(OptionName("d", p), p) for p in ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5))],
... )
>>> starts = StartSearch(Diagram(dominoes), size=1, keep=9, most=1)
>>> while not starts.is_over:
...     starts.run_slice()
>>> starts.sets, starts.unique, sorted(starts.hand_over()), starts.most()
(7, 5, [(0,), (1,), (2,), (3,), (5,)], [(2, (6,))])

Nothing is listed: one pass over a part of the diagram shows how far each further option restricts a set.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from itertools import chain, islice, repeat
from os import PathLike

from excover.base.errors import Unsuitable
from excover.base.new_file import NewFile
from excover.base.words import visible
from excover.matrix.matrix import Matrix
from excover.matrix.verify import broken_rule
from excover.search._core import Diagram as CoreDiagram
from excover.search._core import DiagramSearch, Problem, Stop
from excover.search._core import Starts as Core
from excover.search._core import TooLarge as TooLarge
from excover.search.diagram_file import (
    TooManyCovers,
    decoded,
    encoded,
    listed_diagram,
    read_diagram,
    stand_ins,
)
from excover.search.engine import ENDLESS, Cover, Engine, VerificationError, has_frontier_of_rules
from excover.search.engine_table import DIAGRAM
from excover.search.native import native_problem
from excover.search.outcome import Unfinished
from excover.search.permutation_group import Group, go_on
from excover.search.run import UNLIMITED, Run, takes_run
from excover.search.strategy import room
from excover.search.tuning import tuning

BUILDING = "building the diagram of all solutions, states"
LIMB = 2**64
MOST_BYTES = 2**63
"""The name of a diagram that was in memory before it was pickled."""


class Diagram:
    """Builds the diagram at once; Ctrl-C interrupts it within a few hundredths of a second.

    So are the questions to it, each of which takes a run and raises Unfinished if that ends first.

    Only memory and threads of the strategy matter. TooLarge (RuntimeError) if building needs more memory than
    that allows, or there are too many covers to list where rules ask for a list; ValueError if the matrix
    is malformed; Unfinished if the run ends before the diagram is complete. The budget of nodes limits the
    visited states, which the listener gets.
    """

    def __init__(self, matrix: Matrix, run: Run = UNLIMITED) -> None:
        run = run.started()
        self._asked, self._matrix = matrix, matrix.anchored
        self._problem = native_problem(self._matrix, DIAGRAM)
        if matrix.rules:
            self._core = _with_rules(matrix, self._problem, run)
        else:
            self._core = _built(self._matrix, run.by(run.strategy.replaced(engine="graph", seed=None)))

    @classmethod
    def listed(cls, matrix: Matrix, run: Run = UNLIMITED) -> Diagram:
        """Made of a list; raises the same."""
        return cls._of(matrix, lambda problem: _listed(matrix, problem, run.started()))

    @classmethod
    def load(
        cls, path: str | PathLike[str], matrix: Matrix, memory: int | None = None, run: Run = UNLIMITED
    ) -> Diagram:
        """Loads the diagram of this matrix from a file (docs/diagram-format.md).

        Every path is verified to be a cover, and all are different; only counting the covers again shows that
        none is missing. DiagramFileError (ValueError) if the file is not a diagram, is damaged, or belongs to
        another matrix; TooLarge if it needs more than ``memory`` bytes, as above; OSError if it cannot be
        read; Unfinished if the run ends first.
        """
        return cls._of(
            matrix, lambda problem: read_diagram(path, matrix, problem, room(memory), run.started().check)
        )

    @classmethod
    def _of(cls, matrix: Matrix, make: Callable[[Problem], CoreDiagram]) -> Diagram:
        """Wraps a diagram that is already built."""
        diagram = cls.__new__(cls)
        diagram._asked, diagram._matrix = matrix, matrix.anchored
        diagram._problem = native_problem(diagram._matrix, DIAGRAM)
        diagram._core = make(diagram._problem)
        return diagram

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles the content of its file."""
        return _unpickled, (self._asked, self.encoded())

    def encoded(self, run: Run = UNLIMITED) -> bytes:
        """The content of its file (docs/diagram-format.md)."""
        return encoded(self._asked, self._core, run.started().check)

    @takes_run
    def save(self, path: str | PathLike[str], run: Run = UNLIMITED) -> None:
        """Writes a file, whole or not at all; OSError if it cannot be written."""
        with NewFile(path) as file:
            file.write(self.encoded(run))

    def to_dot(self, most: int = 500) -> str:
        """The diagram in Graphviz's language; TooLarge if it has more than ``most`` nodes."""
        return dot(self._core, self._matrix, most)

    @property
    def core(self) -> CoreDiagram:
        """For the rest of `excover.search`."""
        return self._core

    @property
    def options(self) -> int:
        """The number of options of the matrix."""
        return len(self._asked.options)

    @property
    def stand_ins(self) -> range:
        """Further options of the core."""
        return range(self.options, len(self._matrix.options))

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
            search.run(tuning.diagram_batch, ENDLESS, tuning.slice_seconds)
            if fault := search.hand_over(found):
                raise VerificationError.of(fault)
            left -= len(found)
            yield from map(self._own, found)

    def __getitem__(self, rank: int) -> Cover:
        """The cover of a rank, from 0 or from the end; IndexError if there is none.

        Covers are ranked as paths: by the least remaining option of the item that is decided first.
        """
        if not -self.count <= rank < self.count:
            raise IndexError(f"there are {self.count} covers")
        rest = rank % self.count
        limbs = array("Q", [(rest >> 64 * k) % LIMB for k in range(self._core.limbs)])
        return self._own(self._core.cover(limbs))

    def _own(self, cover: Cover) -> Cover:
        """Without stand-ins, which come last. It is verified that it keeps to the rules."""
        own = tuple(option for option in cover if option < self.options) if self.stand_ins else cover
        if self._asked.rules and (fault := broken_rule(self._asked.rules, [own])):
            raise VerificationError.of(fault)
        return own

    def ranks(self, seed: int) -> Iterator[int]:
        """Ranks drawn one by one without end, each exactly uniformly from all; IndexError if none."""
        if not self:
            raise IndexError("there is no cover to draw")
        draw, count = random.Random(seed), self.count
        return (draw.randrange(count) for _ in repeat(None))

    def draws(self, seed: int) -> Iterator[Cover]:
        """The covers of these ranks."""
        return map(self.__getitem__, self.ranks(seed))

    def sample(self, number: int, seed: int) -> list[Cover]:
        """The covers of the first draws."""
        return list(islice(self.draws(seed), number))

    def marginals(self, run: Run = UNLIMITED) -> list[int]:
        """For every option, the number of covers that choose it."""
        return self._core.marginals(run.started().check)[: self.options]

    def count_with(
        self, required: Iterable[int] = (), banned: Iterable[int] = (), run: Run = UNLIMITED
    ) -> int:
        """The number of covers that choose all of some options and none of others."""
        flags = self.flags(banned)
        for option in required:
            for rival in self._matrix.columns[self._decider(option)]:
                if rival != option:
                    flags[rival] = 1
        return self._core.solutions_without(flags, run.started().check)

    def restricted(self, banned: Iterable[int], wanted: Iterable[int] = (), run: Run = UNLIMITED) -> Diagram:
        """The covers with none of the banned options and, if any are wanted, at least one of those."""
        part = copy(self)
        part._core = self._core.restricted(self.flags(banned), self.flags(wanted), run.started().check)
        return part

    def flags(self, options: Iterable[int]) -> array[int]:
        """One for each option of the core."""
        flags = array("B", bytes(len(self._matrix.options)))
        for option in options:
            flags[option] = 1
        return flags

    def ranked(
        self, costs: Sequence[int], maximize: bool = False, run: Run = UNLIMITED
    ) -> Iterator[tuple[int, Cover]]:
        """Covers with their sums of costs (an integer per option), the least first, or the greatest."""
        if sum(map(abs, costs)) >= 2**62:
            raise ValueError("the costs are too large")
        sign = -1 if maximize else 1
        weights = array("q", [*(sign * cost for cost in costs), *repeat(0, len(self.stand_ins))])
        ranking = self._core.ranking(weights, run.started().check)
        while True:
            try:
                cost, cover = next(ranking)
            except StopIteration:
                return
            yield sign * cost, self._own(cover)

    def best(
        self, costs: Sequence[int], maximize: bool = False, run: Run = UNLIMITED
    ) -> tuple[int, Cover] | None:
        """A cover of least or greatest sum; None if there is none."""
        return next(self.ranked(costs, maximize, run), None)

    def _decider(self, option: int) -> int:
        """An item that exactly one option must cover: to require an option, its rivals there are banned."""
        m = self._matrix
        return next(i for i in m.option_items(option) if m.lower[i] == m.upper[i] == 1 and not m.colored[i])


def _built(matrix: Matrix, run: Run) -> CoreDiagram:
    """By a frontier-based search."""
    engine = Engine(matrix, run, True)
    while (core := engine.diagram) is None:
        _go_on(engine, run)
    return core


def _go_on(engine: Engine, run: Run) -> None:
    if (reason := run.cancellation.reason) or engine.is_over:
        raise Unfinished(engine.outcome.ended(reason))
    engine.run_slice(0)
    run.report(BUILDING, engine.outcome.statistics.nodes)


def _with_rules(matrix: Matrix, problem: Problem, run: Run) -> CoreDiagram:
    """By a frontier-based search if it takes little memory, or of a list; for more covers than can be listed,
    the frontier-based search may take all memory. They share a budget of nodes.
    """
    room = min(run.strategy.room, tuning.portfolio_frontier)
    try:
        by_options = _by_options(matrix, run, room)
    except Unsuitable:
        return _listed(matrix, problem, run)
    with suppress(TooLarge):
        return _completed(by_options, matrix, problem, run)
    run = run.after(by_options.outcome.statistics.nodes)
    del by_options  # and its states
    try:
        return _listed(matrix, problem, run)
    except TooManyCovers as many:
        if run.strategy.room <= room:
            raise
        run = run.after(many.nodes)
    return _completed(_by_options(matrix, run, run.strategy.room), matrix, problem, run)


def _by_options(matrix: Matrix, run: Run, room: int) -> Engine:
    """A frontier-based search in so many bytes. Raises Unsuitable."""
    if not has_frontier_of_rules(matrix):
        raise Unsuitable("an order of the options is not soon found")
    return Engine(matrix, run.by(run.strategy.replaced(engine="graph", seed=None, memory=room)), False)


def _completed(by_options: Engine, matrix: Matrix, problem: Problem, run: Run) -> CoreDiagram:
    """Raises TooLarge, and Unfinished."""
    while not by_options.outcome.exhausted:
        _go_on(by_options, run)
    return by_options.diagram_with(problem, stand_ins(matrix))


def _listed(matrix: Matrix, problem: Problem, run: Run) -> CoreDiagram:
    return listed_diagram(matrix, problem, run.by(run.strategy.replaced(engine="auto", seed=None)))


def _unpickled(matrix: Matrix, data: bytes) -> Diagram:
    name = "the pickled diagram"
    return Diagram._of(matrix, lambda problem: decoded(data, name, matrix, problem, MOST_BYTES, go_on))


def dot(diagram: CoreDiagram, matrix: Matrix, most: int) -> str:
    """A digraph: nodes are states, edges options with their names, the double circle ends solutions."""
    if diagram.nodes > most:
        raise TooLarge(
            f"the diagram has {diagram.nodes:,} nodes; a drawing of more than {most:,} shows nothing"
        )
    lines = [
        "digraph solutions {",
        '  node [shape=circle, label=""];',
        f"  {diagram.nodes} [shape=doublecircle];",
    ]
    if diagram.is_empty:
        lines = lines[:2]
    for node in range(diagram.nodes):
        for option, child in diagram.edges_of(node):
            lines.append(f"  {node} -> {child} [label={_quoted(str(matrix.options[option]))}];")
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    return '"' + visible(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


class StartSearch:
    """A search in slices for all starts: sets of ``size`` options that some cover contains.

    Starts with ``skipped`` options are left out; of starts that a ``group`` maps to each other, one counts.
    Of the unique ones, which a single cover contains, the first ``keep`` are handed over; ``most`` is the
    number of reported starts that most covers contain. ValueError for a size below 1.
    """

    def __init__(
        self,
        diagram: Diagram,
        size: int,
        *,
        skipped: Iterable[int] = (),
        group: Group | None = None,
        keep: int = ENDLESS,
        most: int = 0,
    ) -> None:
        flags = diagram.flags(chain(skipped, diagram.stand_ins))
        if group and diagram.stand_ins:
            group = group.renumbered(len(flags), range(diagram.options))
        self._core = Core(diagram.core, size, flags, group.core if group else None, keep, most)
        self.is_over = False
        """Whether all starts were counted."""

    @property
    def sets(self) -> int:
        """Starts found so far."""
        return self._core.sets

    @property
    def unique(self) -> int:
        """Those that a single cover contains."""
        return self._core.unique

    @property
    def done(self) -> float:
        """The approximate finished part of the work, from 0 to 1."""
        return self._core.done

    def run_slice(self, unique: int = ENDLESS) -> None:
        """Works for a moment, or until about that many unique starts wait to be handed over."""
        self.is_over = self._core.run(unique, tuning.slice_seconds) is Stop.EXHAUSTED

    def hand_over(self) -> list[Cover]:
        """The unique starts found since the last call, with ascending options."""
        return self._core.hand_over()

    def most(self) -> list[tuple[int, Cover]]:
        """The starts that most covers contain, with the number of covers, most first."""
        return self._core.most()
