"""Certificates of counts: files with which tools/check_proof.py proves the number of covers.

>>> import io
>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> file = io.BytesIO()
>>> proof = prove(matrix, file)
>>> proof.outcome.count, proof.states, proof.size == len(file.getvalue())
(2, 1, True)

Two searches take turns until one finishes: one shares equal states, as the engine `graph` does, and one
follows a tree. If arithmetic alone shows that there is no cover, neither is needed.

A file is as docs/proof-format.md describes it: compressed, and closed with a digest.

>>> into = io.BytesIO()
>>> file = ProofFile(into, matrix, limit=1000)
>>> file.write(b"1 \\n1 1 0 0 \\n")
>>> file.close()
>>> into.getvalue()[:20], file.size == len(into.getvalue())
(b'excover proof 1 bb18', True)
"""

from __future__ import annotations

import hashlib
import shutil
import zlib
from array import array
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from os import PathLike
from typing import BinaryIO

from excover.base.errors import ExcoverError
from excover.base.new_file import scratch_file
from excover.formats.dlx import option_words
from excover.matrix.matrix import Matrix
from excover.search._core import ProofSearch, RandomWalks, Stop, TooLarge
from excover.search.consumers import CERTIFICATE
from excover.search.engine import ENDLESS
from excover.search.native import native_problem
from excover.search.outcome import Outcome, Statistics, StoppedBy, Unfinished
from excover.search.refutation.linear import refutation
from excover.search.run import UNLIMITED, Run
from excover.search.tuning import tuning

MOST_BYTES = 10**9
"""The default limit of a certificate."""
LEAST_PER_STATE = 1
"""Bytes of a certificate per state; measured were 1.3 to 8."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The written certificate: the number of ``states``, and its ``size`` in bytes."""

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
    """Counts the covers, ignoring costs, and writes a certificate of at most ``limit`` bytes.

    ``into`` is open for writing; nothing is written before the certificate is complete. Until then, two files
    in ``folder`` (by default the folder of temporary files) take up to ``limit`` bytes each, and the states
    the memory of the strategy, of which nothing else matters. The listener gets the number of states so far.

    Raises Unfinished if the ``run`` ends first, whose nodes are states of both searches; NoRoomForProof if
    both searches exceed their limits; ValueError if the matrix is malformed; OSError if a file cannot be
    written.
    """
    with ExitStack() as files:

        def new_file() -> ProofFile:
            return ProofFile(files.enter_context(scratch_file(folder)), matrix, limit)

        both = _TwoSearches(matrix, run.started())
        done = both.refuted(new_file()) or both.finish(new_file(), new_file())
        done.file.copy(into)
        return Proof(both.outcome(done), done.states, done.file.size)


class _Draft:
    """A certificate in progress, with its ``states`` and their ``children`` so far."""

    def __init__(self, file: ProofFile, engine: str, reason: str) -> None:
        self.file, self.engine, self.reason = file, engine, reason
        self.states = self.children = self.count = 0

    def take(self, search: ProofSearch, nodes: int) -> bool:
        """The output of a search for a moment, and whether that was the last."""
        is_last = search.run(nodes, tuning.slice_seconds) is Stop.EXHAUSTED
        self.states, self.children = search.nodes, search.updates
        self.file.write(search.take())
        if is_last:
            self.count = sum(limb << 64 * k for k, limb in enumerate(search.limbs))
            self.file.close()
        return is_last


class _TwoSearches:
    """The searches for a certificate of a matrix, within a run."""

    def __init__(self, matrix: Matrix, run: Run) -> None:
        self._matrix, self._run = matrix, run
        self._problem = native_problem(matrix, CERTIFICATE)
        self._drafts: list[_Draft] = []

    def refuted(self, file: ProofFile) -> _Draft | None:
        """A certificate that refutes the first state, if arithmetic does."""
        found = refutation(self._matrix, self._run)
        if found is None or not all(map(self._matrix.is_primary, found.weights)):
            return None  # the file has only primary items there
        numbers = item_numbers(self._matrix)
        pairs = [f"{numbers[item] + 1} {factor}" for item, factor in found.weights.items()]
        draft = _Draft(
            file, "arithmetic", f"no sum of options is what the items need, modulo {found.modulus}"
        )
        draft.states = 1
        file.write(f"1\n1 0 {found.modulus} {' '.join(pairs)}\n".encode("ascii"))
        file.close()
        self._drafts.append(draft)
        return draft

    def finish(self, graph: ProofFile, tree: ProofFile) -> _Draft:
        """The first to finish, of one that shares states and one that follows a tree.

        They take turns of equally many states, so that the same matrix always has the same winner.
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
                        if draft.states % tuning.proof_turn == 0:
                            break
                except (TooLarge, NoRoomForProof) as why:
                    reasons.append(f"{draft.engine}: {why}")
                    running.remove((draft, steps))
        raise NoRoomForProof("; ".join(reasons))

    def _steps(self, draft: _Draft) -> Iterator[bool]:
        """Yields after every moment, and at the end of a turn."""
        sharing = draft.engine == "graph"
        if not sharing:
            self._refuse_hopeless(draft.file.limit)
        numbers = array("I", [number + 1 for number in item_numbers(self._matrix)])
        strategy = self._run.strategy
        memory = strategy.rest("waiting") if sharing else strategy.share("waiting")
        search = ProofSearch(self._problem, numbers, memory, sharing, array("I"))
        while True:
            yield draft.take(
                search, min(tuning.proof_turn - draft.states % tuning.proof_turn, self._nodes_left)
            )

    def _refuse_hopeless(self, limit: int) -> None:
        """A tree so large that its first part is not worth the time; the walks are always the same.

        They end as soon as the mean of all of them is too large whatever the others find.
        """
        walks = RandomWalks(self._problem, 0, False)
        most = tuning.proof_hopeless * limit / LEAST_PER_STATE * tuning.proof_walks
        while walks.walks < tuning.proof_walks:
            end = min(2 * walks.walks + 1, tuning.proof_walks)
            while walks.walks < end:
                self._check()
                walks.run(end - walks.walks, tuning.slice_seconds)
            if (nodes := sum(walks.nodes)) > most:
                raise NoRoomForProof(f"a search tree has about {nodes / walks.walks:.0e} nodes")

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


VERSION = 1
CHECKSUM = 32
"""Bytes of the digest at the end."""


class NoRoomForProof(ExcoverError, RuntimeError):
    """A certificate exceeds its limit of bytes, or the search for it its memory limit."""


class ProofFile:
    """Writes to a file, at most ``limit`` bytes: NoRoomForProof before it exceeds them."""

    def __init__(self, into: BinaryIO, matrix: Matrix, limit: int) -> None:
        self._into, self.limit = into, limit
        self._pack, self._sha = zlib.compressobj(), hashlib.sha256()
        self.size = 0
        self._put(f"excover proof {VERSION} {dlx_digest(matrix)}\n".encode("ascii"))

    def write(self, lines: bytes) -> None:
        self._put(self._pack.compress(lines))

    def close(self) -> None:
        """Writes the rest of the compressor's output, and the digest."""
        self._put(self._pack.flush())
        self._into.write(self._sha.digest())
        self.size += CHECKSUM

    def copy(self, into: BinaryIO) -> None:
        """Copies everything written to another file."""
        self._into.seek(0)
        shutil.copyfileobj(self._into, into)

    def _put(self, data: bytes) -> None:
        if self.size + len(data) + CHECKSUM > self.limit:
            raise NoRoomForProof(f"the certificate takes more than {self.limit:,} bytes")
        self._into.write(data)
        self._sha.update(data)
        self.size += len(data)


def item_numbers(matrix: Matrix) -> list[int]:
    """For every item, its number in a DLX file, from 0: primary items come first."""
    order = sorted(range(len(matrix.items)), key=lambda item: not matrix.is_primary(item))
    numbers = [0] * len(order)
    for number, item in enumerate(order):
        numbers[item] = number
    return numbers


def dlx_digest(matrix: Matrix) -> str:
    """The SHA-256 of a DLX file without names and costs, as tools/check_proof.py computes it."""
    degrees = [0] * len(matrix.items)
    for item in matrix.entries:
        degrees[item] += 1
    items = range(len(matrix.items))
    primary = (
        list(filter(matrix.is_primary, items)) or items
    )  # without primary items, all come before the bar
    rows = [f"{matrix.lower[item]} {min(matrix.upper[item], degrees[item])}" for item in primary]
    numbers = item_numbers(matrix)
    for option, words in enumerate(option_words(matrix)):
        rows.append(_row([numbers[item] for item in matrix.option_items(option)], words))
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()


def _row(items: Sequence[int], words: Sequence[str]) -> str:
    """The items of an option, ascending, with the colors that their words in the DLX file have."""
    colors = (word.partition(":")[2] for word in words)
    return " ".join(f"{item}:{color}" for item, color in sorted(zip(items, colors, strict=True)))
