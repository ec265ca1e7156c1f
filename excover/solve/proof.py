"""Certificates of counts: files from which tools/check_proof.py proves the number of covers.

>>> import io
>>> from excover.cover.matrix import Matrix
>>> from excover.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> file = io.BytesIO()
>>> proof = prove(matrix, file)
>>> proof.outcome.count, proof.states, proof.size == len(file.getvalue())
(2, 1, True)

Two searches run in turns until one is done: one shares equal states, as the engine `graph` does, and one
follows a tree. Where arithmetic alone shows that there is no cover, neither is needed.
"""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from os import PathLike
from typing import BinaryIO

from excover._core import ProofSearch, RandomWalks, Stop, TooLarge
from excover.cover.matrix import Matrix
from excover.solve.engine import ENDLESS, SLICE_SECONDS
from excover.solve.linear import refutation
from excover.solve.native import native_problem
from excover.solve.outcome import Outcome, Statistics, StoppedBy, Unfinished
from excover.solve.proof_file import NoRoomForProof, ProofFile, item_numbers
from excover.solve.run import UNLIMITED, Run

MOST_BYTES = 10**9
"""What a certificate may take unless another limit is given."""
WALKS, WALK_SECONDS = 300, 0.1
LEAST_PER_STATE = 1
"""Bytes of a certificate for a state; they were 1.3 to 8."""
TURN = 1000
"""States that a search writes before it is the turn of the other."""
HOPELESS = 1000
"""So many times too large, an estimated tree is not tried: single walks may be far off."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What was written: a certificate of so many ``states`` and of ``size`` bytes."""

    outcome: Outcome
    states: int
    size: int


def prove(
    matrix: Matrix,
    into: BinaryIO,
    run: Run = UNLIMITED,
    *,
    limit: int = MOST_BYTES,
    folder: str | PathLike[str] | None = None,
) -> Proof:
    """Count the covers, without regard to costs, and write a certificate of ``limit`` bytes at most.

    ``into`` is open for writing; nothing is written before the certificate is complete. Until then two files
    in ``folder`` (by default where temporary files are) take ``limit`` bytes each at most, and the states
    memory of the strategy, of which nothing else matters. The listener gets the number of states so far.

    Raises Unfinished where the ``run`` ends first, whose nodes are states of both searches; NoRoomForProof
    where neither search keeps to its limits; ValueError if the matrix is malformed; OSError if a file cannot
    be written.
    """
    with ExitStack() as files:

        def new_file() -> ProofFile:
            return ProofFile(files.enter_context(tempfile.TemporaryFile(dir=folder)), matrix, limit)

        race = _Race(matrix, run.started())
        done = race.refuted(new_file()) or race.finish(new_file(), new_file())
        done.file.copy(into)
        return Proof(race.outcome(done), done.states, done.file.size)


class _Draft:
    """A certificate that is being written, with so many ``states`` and ``children`` of them until now."""

    def __init__(self, file: ProofFile, engine: str, reason: str) -> None:
        self.file, self.engine, self.reason = file, engine, reason
        self.states = self.children = self.count = 0

    def take(self, search: ProofSearch, nodes: int) -> bool:
        """What a search has to say in a moment; whether that was the last."""
        is_last = search.run(nodes, SLICE_SECONDS) is Stop.EXHAUSTED
        self.states, self.children = search.nodes, search.updates
        self.file.write(search.take())
        if is_last:
            self.count = sum(limb << 64 * k for k, limb in enumerate(search.limbs))
            self.file.close()
        return is_last


class _Race:
    """Of the searches for a certificate of a matrix, within a run."""

    def __init__(self, matrix: Matrix, run: Run) -> None:
        self._matrix, self._run, self._memory = matrix, run, run.strategy.room
        self._problem = native_problem(matrix)
        self._drafts: list[_Draft] = []

    def refuted(self, file: ProofFile) -> _Draft | None:
        """A certificate that refutes the first state, if arithmetic does."""
        found = refutation(self._matrix)
        if found is None:
            return None
        numbers = item_numbers(self._matrix)
        pairs = [f"{numbers[item] + 1} {factor}" for item, factor in found.factors.items()]
        draft = _Draft(
            file, "arithmetic", f"no sum of options is what the items need, modulo {found.modulus}"
        )
        draft.states = 1
        file.write(f"1\n1 0 {found.modulus} {' '.join(pairs)}\n".encode("ascii"))
        file.close()
        self._drafts.append(draft)
        return draft

    def finish(self, graph: ProofFile, tree: ProofFile) -> _Draft:
        """The first that is done, of one that shares states and one that follows a tree.

        They take turns of so many states each, so that the same matrix always has the same winner.
        """
        self._check()
        drafts = [_Draft(graph, "graph", "equal states are met"), _Draft(tree, "tree", "states hardly meet")]
        running = [(draft, self._steps(draft)) for draft in drafts]
        self._drafts, reasons = drafts, []
        while running:
            for draft, steps in list(running):
                try:
                    for is_last in steps:
                        if is_last:
                            return draft
                        self._run.report("certificate, states", self._states)
                        self._check()
                        if draft.states % TURN == 0:
                            break
                except (TooLarge, NoRoomForProof) as why:
                    reasons.append(f"{draft.engine}: {why}")
                    running.remove((draft, steps))
        raise NoRoomForProof("; ".join(reasons))

    def _steps(self, draft: _Draft) -> Iterator[bool]:
        """A moment at a time, and a turn at its end."""
        sharing = draft.engine == "graph"
        if not sharing:
            self._refuse_hopeless(draft.file.limit)
        numbers = array("I", [number + 1 for number in item_numbers(self._matrix)])
        search = ProofSearch(self._problem, numbers, self._memory, sharing)
        while True:
            yield draft.take(search, min(TURN - draft.states % TURN, self._nodes_left))

    def _refuse_hopeless(self, limit: int) -> None:
        """A tree so large that its first part is not worth the time."""
        walks = RandomWalks(self._problem, 0, False)
        walks.run(WALKS, WALK_SECONDS)
        nodes = sum(walks.nodes)
        if nodes * LEAST_PER_STATE > HOPELESS * limit:
            raise NoRoomForProof(f"a search tree has about {nodes:.0e} nodes")

    @property
    def _states(self) -> int:
        return sum(draft.states for draft in self._drafts)

    @property
    def _nodes_left(self) -> int:
        nodes = self._run.budget.nodes
        return ENDLESS if nodes is None else max(0, nodes - self._states)

    def _check(self) -> None:
        reason = StoppedBy.NODES if self._nodes_left == 0 else self._run.stopped_by
        if reason:
            raise Unfinished(self._outcome(reason))

    def outcome(self, done: _Draft) -> Outcome:
        return self._outcome(None, done)

    def _outcome(self, stopped_by: StoppedBy | None, done: _Draft | None = None) -> Outcome:
        children = sum(draft.children for draft in self._drafts)
        seconds = self._run.seconds
        engine, reason = (done.engine, done.reason) if done else ("graph and tree", "whichever is done first")
        work = Statistics(self._states, children, 0, seconds, engine, reason)
        return Outcome(done.count if done else 0, done is not None, stopped_by, work)
