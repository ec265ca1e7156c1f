"""Certificates of counts by clauses: files with which tools/check_clauses.py proves the number of covers of a
matrix with rules.

>>> import io
>>> from excover.base.names import ItemName, OptionName
>>> from excover.matrix.constraints import WeightedSum
>>> options = [(OptionName("x", (k,)), [0]) for k in (1, 2, 3)]
>>> matrix = Matrix.build([(ItemName("a"), 1, 1)], options)
>>> matrix = matrix.replaced(sums=[WeightedSum.of("load", [1, 2, 3], 3, None)])
>>> file = io.BytesIO()
>>> proof = prove_by_clauses(matrix, file)
>>> proof.outcome.count, proof.clauses > 2, proof.size == len(file.getvalue())
(1, True, True)
>>> file.getvalue()[:17]
b'excover clauses 1'

The search is that of `learning`, which writes each clause that it learns, with what it follows from, until
nothing is left. It lists the covers one by one, so it suits none, one, or some thousands.
"""

from __future__ import annotations

import hashlib
import json
from os import PathLike
from typing import BinaryIO

from excover.base.new_file import scratch_file
from excover.formats.exports.as_json import export
from excover.matrix.matrix import Matrix
from excover.search._core import LearningSearch, Stop
from excover.search.engine import ENDLESS
from excover.search.engine_table import ENGINES
from excover.search.native import RulesOfCore, native_problem
from excover.search.outcome import Outcome, Statistics, StoppedBy, Unfinished
from excover.search.proof import MOST_BYTES, NoRoomForProof, Proof, ProofFile
from excover.search.run import UNLIMITED, Run
from excover.search.tuning import tuning

VERSION = 1


def prove_by_clauses(
    matrix: Matrix,
    into: BinaryIO,
    run: Run = UNLIMITED,
    *,
    limit: int = MOST_BYTES,
    folder: str | PathLike[str] | None = None,
) -> Proof:
    """Counts the covers, ignoring costs, and writes a certificate of at most ``limit`` bytes.

    As `excover.search.proof.prove`, which see; but a single file in ``folder`` takes up to ``limit`` bytes,
    and the nodes of the ``run`` are those of `learning`. The listener gets the number of clauses.
    """
    run = run.started()
    with scratch_file(folder) as scratch:
        file = ProofFile(scratch, f"clauses {VERSION} {clause_digest(matrix)}", limit)
        search = _ClauseSearch(matrix, run)
        while search.advance(file):
            run.report("certificate, clauses", search.core.logged)
        file.close()
        file.copy(into)
    return Proof(search.outcome(None), 0, file.size, search.core.logged)


class _ClauseSearch:
    def __init__(self, matrix: Matrix, run: Run) -> None:
        self._run = run
        self._memory = min(run.strategy.room, tuning.learning_bytes)
        problem = native_problem(matrix, ENGINES["learning"])
        self.core = LearningSearch(problem, self._memory, False, None, *RulesOfCore.of(matrix), logged=True)

    def advance(self, file: ProofFile) -> bool:
        """Goes on for a moment; false when all is written. Raises Unfinished, NoRoomForProof."""
        nodes = self._run.budget.nodes
        left = ENDLESS if nodes is None else max(0, nodes - self.core.nodes)
        reason = StoppedBy.NODES if left == 0 else self._run.stopped_by
        if reason:
            raise Unfinished(self.outcome(reason))
        try:
            stop = self.core.run(ENDLESS, left, tuning.slice_seconds)
        except MemoryError:
            raise NoRoomForProof(f"the clauses take more than {self._memory:,} bytes") from None
        finally:
            lines = self.core.take_lines()
        file.write(lines)
        return stop is not Stop.EXHAUSTED

    def outcome(self, stopped_by: StoppedBy | None) -> Outcome:
        core = self.core
        reason = "what is learnt is written"
        work = Statistics(core.nodes, core.updates, core.depth, self._run.seconds, "learning", reason)
        return Outcome(core.solutions, stopped_by is None, stopped_by, work)


def clause_digest(matrix: Matrix) -> str:
    """The SHA-256 of the JSON of a problem without names and costs, as tools/check_clauses.py computes it."""
    data = json.loads("".join(export(matrix)))
    parts = [[item["low"], item["high"], item["colored"]] for item in data["items"]]
    parts += [[option["items"], option.get("colors")] for option in data["options"]]
    parts += [[each[key] for key in ("options", "weights", "low", "high")] for each in data["sums"]]
    parts += [[each.get(key) for key in ("kind", "marks", "near", "areas")] for each in data["rules"]]
    parts += [each["ends"] for each in data["rules"] if "ends" in each]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
