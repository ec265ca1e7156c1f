"""The files that `damages.py` damages: how each kind is made, what it is asked, and what is right."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import test_clause_proof
from matrices import queens
from test_best_runs import best_in_parts
from test_proof import Case, written
from test_run_audit import search_in_parts
from test_run_proofs import began, verified

import excover
from excover.apps.cli import main
from excover.base.errors import ExcoverError
from excover.base.source import Source
from excover.runs.journal import Journal
from excover.runs.journal_file import create
from excover.runs.run_description import record
from excover.runs.shares import make_folder, merge, take_share
from excover.search.diagram import Diagram
from excover.search.disk_count import Disk, _opened, count_on_disk
from excover.search.engine import ENDLESS
from excover.search.run import Run
from excover.search.tuning import tuned

ROOKS = """
item row[1..4], column[1..4]
option rook(r, c in 1..4) covers row[r], column[c]
"""
SOLUTIONS = 24
NODES = 5
"""Of a slice: so that there are many parts."""


@dataclass(frozen=True)
class DamagedFiles:
    """All files of a ``folder``; ``right`` is what each of the ``questions`` should be answered."""

    folder: Path
    questions: Sequence[Callable[[Path], object]]
    right: object = SOLUTIONS

    def check(self, answer: object, how: str) -> None:
        assert answer == self.right, f"{how}: {answer!r} instead of {self.right!r}"


class Refused(ExcoverError):
    """A command ended with an error, in words."""


def command(*words: str) -> str:
    """What it prints. Raises Refused; RuntimeError for a fault."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(words)
    if status in (0, 1, 3):
        return out.getvalue()
    if status == 2 and not out.getvalue():
        raise Refused(err.getvalue())
    raise RuntimeError(f"status {status}: {out.getvalue()}{err.getvalue()}")


def tally(folder: Path) -> object:
    return excover.Campaign(folder / "j").tally().count


def status(folder: Path) -> object:
    return int(command("status", str(folder / "j")))


def verify(folder: Path) -> object:
    """With nothing counted again: what is wrong is found by what is recorded."""
    before = (folder / "j").read_bytes()
    text = command("verify", str(folder / "j"), "--sample", "0")
    assert (folder / "j").read_bytes() == before
    if not text:
        raise Refused("wrong")
    return int(text)


def resume(folder: Path) -> object:
    """Goes on in slices, as a coordinator and a worker do."""
    with Journal(folder / "j") as journal:
        search_in_parts(journal, NODES)
        return journal.tally().count


def solutions(folder: Path) -> object:
    return {str(solution) for solution in excover.Campaign(folder / "j").solutions()}


def new_run(folder: Path, files: str = "", share: str = "1/1") -> Path:
    folder.mkdir(parents=True)
    description, _ = record(Source("rooks.xc", ROOKS), "all" if files else "count")
    create(folder / "j", description, files, share)
    if files:
        make_folder(folder / files)
    return folder / "j"


def journal(folder: Path) -> DamagedFiles:
    with Journal(new_run(folder / "run")) as run:
        search_in_parts(run, NODES)
    return DamagedFiles(folder / "run", [tally, status, verify, resume])


def begun_journal(folder: Path) -> DamagedFiles:
    """Of which some parts are still open."""
    with Journal(new_run(folder / "run")) as run:
        search_in_parts(run, NODES, rounds=2)
        assert not run.tally().is_complete
    return DamagedFiles(folder / "run", [resume])


def listing(folder: Path) -> DamagedFiles:
    with Journal(new_run(folder / "run", "found")) as run:
        search_in_parts(run, NODES)
    return DamagedFiles(folder / "run", [solutions], solutions(folder / "run"))


def best_journal(folder: Path) -> DamagedFiles:
    """The one question is what the best solution costs."""
    (folder / "run").mkdir()
    best_in_parts(folder / "run" / "j")

    def cost(run: Path) -> object:
        return excover.Campaign(run / "j").tally().cost

    return DamagedFiles(folder / "run", [cost], cost(folder / "run"))


def shares(folder: Path) -> DamagedFiles:
    """Of which `merge` makes one journal."""
    for number in (1, 2):
        with Journal(new_run(folder / "run" / f"{number}", "found", f"{number}/2")) as run:
            assert take_share(run, Run())
            search_in_parts(run, NODES)

    def merged(run: Path) -> object:
        merge([run / "1" / "j", run / "2" / "j"], run / "j", run / "all")
        return tally(run)

    return DamagedFiles(folder / "run", [merged])


def certificates(folder: Path) -> DamagedFiles:
    """Those of the parts of a run, which `verify` puts together."""
    (folder / "run").mkdir()
    (folder / "rooks.xc").write_text(ROOKS)
    began(folder / "run", str(folder / "rooks.xc"), nodes=NODES)
    case = Case(folder, excover.parse(ROOKS).matrix)

    def proven(run: Path) -> object:
        found, certificate = verified(run / "j")
        if found.faults:
            raise Refused(found.faults[0])
        return case.proven(certificate)

    return DamagedFiles(folder / "run", [proven])


def certificate(folder: Path) -> DamagedFiles:
    return _proven(folder, Case(folder, queens(6)), written(queens(6)))


def certificate_of_clauses(folder: Path) -> DamagedFiles:
    return _proven(folder, test_clause_proof.Case(folder, queens(6)), test_clause_proof.written(queens(6)))


def _proven(folder: Path, case: Case | test_clause_proof.Case, certificate: bytes) -> DamagedFiles:
    (folder / "run").mkdir()
    (folder / "run" / "c").write_bytes(certificate)

    def proven(run: Path) -> object:
        try:
            return case.proven((run / "c").read_bytes())
        except ValueError as wrong:  # how the checker refuses
            raise Refused(str(wrong)) from None

    return DamagedFiles(folder / "run", [proven], 4)


def diagram(folder: Path) -> DamagedFiles:
    matrix = queens(6)
    (folder / "run").mkdir()
    Diagram(matrix).save(folder / "run" / "d")
    return DamagedFiles(folder / "run", [lambda run: Diagram.load(run / "d", matrix).count], 4)


def disk_count(folder: Path) -> DamagedFiles:
    """A count that was stopped halfway, with its states in several files."""
    (folder / "run").mkdir()
    matrix = queens(7)
    with tuned(disk_block=64):
        count = _opened(matrix, str(folder / "run"), None, Run())
        count.run(ENDLESS, 200, 10**9)
        count.save()
    assert len(list((folder / "run").glob("*.states"))) > 3
    return DamagedFiles(folder / "run", [lambda run: count_on_disk(matrix, Disk(run)).count], 40)


def finished_disk_count(folder: Path) -> DamagedFiles:
    (folder / "run").mkdir()
    count_on_disk(queens(7), Disk(folder / "run"))
    return DamagedFiles(folder / "run", [lambda run: count_on_disk(queens(7), Disk(run)).count], 40)


KINDS: dict[str, Callable[[Path], DamagedFiles]] = {
    "journal": journal,
    "begun journal": begun_journal,
    "listing": listing,
    "journal of the best": best_journal,
    "shares": shares,
    "certificates of parts": certificates,
    "certificate": certificate,
    "certificate of clauses": certificate_of_clauses,
    "diagram": diagram,
    "disk count": disk_count,
    "finished disk count": finished_disk_count,
}
"""Each makes its files in a folder of its own."""
