r"""Certificates of counts, whole or in parts: files with which tools/check_proof.py proves the number of
covers.

>>> import io
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
>>> file = ProofFile(into, head_of(matrix), limit=1000)
>>> file.write(b"1 \n1 1 0 0 \n")
>>> file.close()
>>> into.getvalue()[:20], file.size == len(into.getvalue())
(b'excover proof 1 bb18', True)

Certificates of counts in parts: the lines for a state and what follows from it, but for states given away.

>>> items = [(ItemName("a"), 1, 1), (ItemName("b"), 1, 1)]
>>> matrix = Matrix.build(items, [(OptionName("x", (k,)), [k % 2]) for k in range(4)])
>>> search = PartProofs(matrix, 10**6)
>>> search.search(ROOT, Slice()).lines.splitlines()
[b'1', b'1 1 1 2', b'1 2 0 0']
>>> found = search.search(ROOT, Slice(nodes=1))
>>> found.lines.splitlines(), [rest.path for rest in found.rests]
([b'1', b'1 1 1 1'], [(0,), (2,)])

A part is a state of the tree in which every state branches on an item with fewest branches, named by the way
to it from the root. The two searches of `proof.prove` take turns at it. If neither has written all when the
slice of time ends, or no memory is left, what the one has written that follows the tree stays, and it gives
away the states nearest to the root that it has not expanded, goes on for a moment, gives away the next ones,
and so on. What the other one has written then is lost.

In the lines, the states of the part have numbers of their own, from 0 for the first. Those that no line
expands are the parts given away, in the same order. docs/proof-format.md describes the lines.
"""

from __future__ import annotations

import hashlib
import shutil
import zlib
from array import array
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from os import PathLike
from time import perf_counter
from typing import BinaryIO

from excover.base.errors import ExcoverError
from excover.base.new_file import scratch_file
from excover.formats.exports.as_dlx import option_words
from excover.matrix.matrix import Matrix
from excover.search._core import ProofSearch, RandomWalks, Stop, TooLarge
from excover.search.engine import ENDLESS
from excover.search.engine_table import CERTIFICATE_IN_PARTS
from excover.search.linear_refutation import refutation
from excover.search.native import native_problem
from excover.search.outcome import Outcome, Statistics, StoppedBy, Unfinished
from excover.search.part_search import ROOT, TICK, GuidingPath, IsEnough, Slice
from excover.search.run import UNLIMITED, Run
from excover.search.tuning import tuning

MOST_BYTES = 10**9
"""The default limit of a certificate."""
LEAST_PER_STATE = 1
"""Bytes of a certificate per state; measured were 1.3 to 8."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The written certificate: the number of ``states``, or of ``clauses``, and its ``size`` in bytes."""

    outcome: Outcome
    states: int
    size: int
    clauses: int = 0


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
            return ProofFile(files.enter_context(scratch_file(folder)), head_of(matrix), limit)

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
        self._problem = native_problem(matrix, CERTIFICATE_IN_PARTS)
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
    """Writes to a file, at most ``limit`` bytes: NoRoomForProof before it exceeds them.

    ``head``: what the lines are, the version of their format, and the digest of the problem.
    """

    def __init__(self, into: BinaryIO, head: str, limit: int) -> None:
        self._into, self.limit = into, limit
        self._pack, self._sha = zlib.compressobj(), hashlib.sha256()
        self.size = 0
        self._put(f"excover {head}\n".encode("ascii"))

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


def head_of(matrix: Matrix) -> str:
    """Of a file whose lines are of states."""
    return f"proof {VERSION} {dlx_digest(matrix)}"


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


__all__ = ["ROOT", "PartProof", "PartProofs", "Slice"]

MOST_TEXT = 32_000_000
"""Bytes of the lines of a slice; these are in memory."""


@dataclass(frozen=True, slots=True)
class PartProof:
    """The lines for a part, and what they come to, ``rests`` excepted, which are parts of their own.
    ``states``: how many were expanded.
    """

    count: int
    states: int
    seconds: float
    rests: tuple[GuidingPath, ...]
    lines: bytes


class PartProofs:
    """``memory``: bytes that the waiting states of a search may take; where that is not enough, it gives away
    some of them. ValueError for a wrong matrix.
    """

    def __init__(self, matrix: Matrix, memory: int) -> None:
        self._problem, self._memory = native_problem(matrix, CERTIFICATE_IN_PARTS), memory
        self._numbers = array("I", [number + 1 for number in item_numbers(matrix)])

    def search(self, part: GuidingPath, time: Slice, is_enough: IsEnough = lambda: False) -> PartProof:
        """Writes the lines for the part but for the rests that it returns. ValueError if the tree has no such
        part, NoRoomForProof if the branches of a single state exceed the memory.
        """
        began = perf_counter()
        drafts: list[_PartDraft] = []
        with suppress(TooLarge):
            drafts.append(_PartDraft(self._new(part, sharing=True), time, is_enough))
        try:
            tree = _PartDraft(self._new(part, sharing=False), time, is_enough)
        except TooLarge:
            raise NoRoomForProof(self._too_large()) from None
        rests: list[tuple[int, GuidingPath]] = []
        done = _first_done([*drafts, tree])
        if done is None:
            done = tree
            drafts.clear()  # and with them, their memory
            while not tree.is_done:
                states = tree.search.split()
                if tree.is_full and not states:
                    raise NoRoomForProof(self._too_large())
                rests += [(number, GuidingPath(path, part.share * share)) for number, path, share in states]
                tree.begin(time.closing)
                while tree.advance():
                    pass
        count = sum(limb << 64 * k for k, limb in enumerate(done.search.limbs))
        passed = perf_counter() - began
        given = tuple(rest for _, rest in sorted(rests))
        return PartProof(count, done.search.nodes, passed, given, bytes(done.lines))

    def _too_large(self) -> str:
        return (
            f"the branches of one state take more than the {self._memory // 10**6:,} MB that a part may have;"
            " `excover count --proof --memory` sets another limit, and a run without `--proof` has none"
        )

    def _new(self, part: GuidingPath, sharing: bool) -> ProofSearch:
        path = array("I", part.path)
        return ProofSearch(self._problem, self._numbers, self._memory, sharing, path)


class _PartDraft:
    """A search at work, and its lines so far."""

    def __init__(self, search: ProofSearch, time: Slice, is_enough: IsEnough) -> None:
        self.search, self._is_enough = search, is_enough
        self.lines, self.is_done = bytearray(search.take()), False
        self.is_full = False
        """Whether the next state needs more memory than there is."""
        self.begin(time)

    def begin(self, time: Slice) -> None:
        """A slice."""
        self._end = perf_counter() + time.seconds
        self._last_state = self.search.nodes + time.nodes

    def advance(self) -> bool:
        """Goes on for a turn of the same number of states always; false when all is written or the slice
        ends, or it is full. It goes on a little in any case.
        """
        self.is_full = False
        turn = min(self.search.nodes + tuning.proof_turn, self._last_state)
        while True:
            try:
                stop = self.search.run(turn - self.search.nodes, TICK)
            except TooLarge:
                self.is_full = True
                return False
            finally:
                self.lines += self.search.take()
            if stop is Stop.EXHAUSTED:
                self.is_done = True
                return False
            if self._is_over():
                return False
            if stop is Stop.NODES:
                return True

    def _is_over(self) -> bool:
        is_full = self.search.nodes >= self._last_state or len(self.lines) >= MOST_TEXT
        return is_full or perf_counter() >= self._end or self._is_enough()


def _first_done(drafts: list[_PartDraft]) -> _PartDraft | None:
    """The first search to write all, in turns; None if the slices of all end before, or they are full."""
    while drafts:
        for draft in list(drafts):
            if draft.advance():
                continue
            if draft.is_done:
                return draft
            drafts.remove(draft)
    return None
