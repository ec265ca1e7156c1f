"""Certificates of counts: their limits, the command and the function that write them."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from array import array
from pathlib import Path

import pytest
from cancelling import ending_when
from commands import Run
from matrices import dominoes, queens

import excover
from excover.search._core import Problem, ProofSearch, TooLarge
from excover.search.outcome import StoppedBy, Unfinished
from excover.search.proof import NoRoomForProof, prove
from excover.search.strategy import Strategy
from excover.search.tuning import tuned

CHECKER = Path(__file__).parents[2] / "tools" / "check_proof.py"


# Limits


def test_a_certificate_keeps_to_its_limit(tmp_path: Path) -> None:
    size = prove(queens(6), io.BytesIO()).size
    assert prove(queens(6), io.BytesIO(), limit=10**4).size == size
    for limit in (0, 100, size // 2):
        into = io.BytesIO()
        with pytest.raises(NoRoomForProof, match=f"takes more than {limit} bytes"):
            prove(queens(6), into, limit=limit)
        assert into.getvalue() == b""


def test_states_keep_to_the_memory() -> None:
    m = dominoes(10, 10)
    problem = Problem(m.lower, m.upper, m.colored, m.starts, m.entries, m.colors)
    for sharing in (True, False):
        with pytest.raises(TooLarge):
            ProofSearch(problem, array("I", range(1, 101)), 1000, sharing, array("I")).run(10**6, 1e9)


def test_a_hopeless_tree_is_not_begun() -> None:
    """However long a slice of the walks is that estimate it; and only those that decide are taken."""
    run = excover.Run(strategy=Strategy(memory=10**6))
    for seconds, walks in ((1.0, 300), (1e-6, 300), (1.0, 10**6)):
        with (
            tuned(slice_seconds=seconds, proof_walks=walks),
            pytest.raises(NoRoomForProof, match=r"tree: a search tree has about 7e\+22 nodes"),
        ):
            prove(excover.load("sudoku").matrix, io.BytesIO(), run)


def test_budgets() -> None:
    into = io.BytesIO()
    with pytest.raises(Unfinished) as spent:
        prove(dominoes(10, 10), into, excover.Run.within(nodes=50))
    assert spent.value.outcome.stopped_by is StoppedBy.NODES
    with pytest.raises(Unfinished):
        prove(dominoes(10, 10), into, excover.Run.within(seconds=0))
    with pytest.raises(Unfinished):
        prove(dominoes(10, 10), into, ending_when(lambda: True))
    assert into.getvalue() == b""


# The command


def checked(*paths: Path | str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", CHECKER, *paths], capture_output=True, text=True, check=False
    )


def test_the_command(run: Run, tmp_path: Path) -> None:
    ran = run("count queens -p n=6 --proof queens.proof")
    size = (tmp_path / "queens.proof").stat().st_size
    assert (ran.status, ran.out) == (0, "4\n")
    assert ran.err.endswith(f"states and {size} bytes in `queens.proof`\n")
    (tmp_path / "queens.dlx").write_text(run("expand queens -p n=6").out)
    assert checked("queens.dlx", "queens.proof").stdout == "4\n"
    other = checked("queens.proof", "queens.dlx")
    assert other.returncode == 1
    assert other.stderr.startswith("not proven: ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["queens.dlx", "queens.proof"]


def test_a_sudoku_is_unique(run: Run, tmp_path: Path) -> None:
    spec = "sudoku --given sudoku-hard"
    assert run(f"count {spec} --proof unique").out == "1\n"
    (tmp_path / "sudoku.dlx").write_text(run(f"expand {spec}").out)
    assert checked("sudoku.dlx", "unique").stdout == "1\n"


def test_no_solution_and_json(run: Run) -> None:
    ran = run("count queens -p n=3 --proof none --json")
    assert ran.status == 1
    told = json.loads(ran.out)
    assert (told["count"], told["exhausted"], set(told["certificate"])) == (
        0,
        True,
        {"states", "clauses", "bytes"},
    )


LOOP = """
let points = {(r, c) for r, c in 1..3}
item drawn[points, points] at most once
optional option line(p, q in points) where q in {(p[1], p[2] + 1), (p[1] + 1, p[2])}
  covers drawn[p, q] cost q[1]
require line(p, q) joining {p, q} as one loop
cost at most 18
"""


def test_rules(run: Run, tmp_path: Path) -> None:
    ran = run("count loop.xc --proof loop.proof", loop=LOOP)
    number, size = ran.out, (tmp_path / "loop.proof").stat().st_size
    assert number == run("count loop.xc").out
    assert ran.err.endswith(f"clauses and {size} bytes in `loop.proof`\n")
    (tmp_path / "loop.json").write_text(run("expand loop.xc --to json").out)
    program = CHECKER.with_name("check_clauses.py")
    words = [sys.executable, "-I", program, "loop.json", "loop.proof"]
    assert subprocess.run(words, capture_output=True, text=True, check=False).stdout == number
    wrong = subprocess.run([*words[:4], "loop.json"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 1
    assert wrong.stderr.startswith("not proven: ")
    ran = run("run loop.xc --count --proof -o parts --journal j")
    assert ran.status == 2
    assert "E334" in ran.err or "E825" in ran.err


def test_clauses_for_any_problem(run: Run, tmp_path: Path) -> None:
    assert run("count queens -p n=5 --proof p --engine learning").out == "10\n"
    (tmp_path / "queens.json").write_text(run("expand queens -p n=5 --to json").out)
    words = [sys.executable, "-I", CHECKER.with_name("check_clauses.py"), "queens.json", "p"]
    assert subprocess.run(words, capture_output=True, text=True, check=False).stdout == "10\n"


COSTS = """
item a, b
option x(k in 1..2) covers a cost k
option y(k in 1..3) covers b cost 2 * k
minimize
"""


def test_what_takes_too_long_is_tried_by_clauses(run: Run, tmp_path: Path) -> None:
    """A Sudoku with arrows: states of sums are many."""
    stopped = run(f"count arrow-sudoku --proof {tmp_path}/p --node-limit 1000")
    assert (stopped.status, stopped.out, "try `--engine learning`" in stopped.err) == (3, "", True)
    stopped = run(f"count hitori --proof {tmp_path}/p --node-limit 1")
    assert (stopped.status, "no certificate was written\n" in stopped.err) == (3, True)
    assert run(f"count arrow-sudoku --proof {tmp_path}/p --engine learning").out == "1\n"


def test_costs_do_not_matter(run: Run, tmp_path: Path) -> None:
    assert run("count costs.xc --proof p", costs=COSTS).out == "6\n"
    (tmp_path / "costs.dlx").write_text(run("expand costs.xc").out)
    assert checked("costs.dlx", "p").stdout == "6\n"


def test_where_it_is_too_large_nothing_is_written(run: Run, tmp_path: Path) -> None:
    (tmp_path / "p").write_text("as before")
    ran = run("count dominoes --proof p --proof-limit 1KB")
    assert (ran.status, ran.out) == (3, "")
    assert ran.err.startswith("error[E606]: the certificate of the count is too large: ")
    assert "--proof-limit 8GB" in ran.err
    assert "waiting states\n" in ran.err
    assert "--engine learning" in ran.err
    ran = run("count dominoes --engine learning --proof p --proof-limit 1KB")
    assert (ran.status, ran.out) == (3, "")
    assert "--memory 8GB` for clauses\n" in ran.err
    assert "--engine learning" not in ran.err
    ran = run("count kanoodle --proof p --node-limit 100")
    assert (ran.status, ran.out) == (3, "")
    assert "stopped by --node-limit" in ran.err
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("p", "as before")]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--proof p --limit 3", "--proof and --limit cannot be combined"),
        ("--proof p --up-to-symmetry", "--proof and --up-to symmetry cannot be combined"),
        ("--proof p --up-to rotations", "--proof and --up-to rotations cannot be combined"),
        ("--proof p --engine lanes", "--proof and --engine lanes cannot be combined"),
        ("--proof-limit 1MB", "--proof-limit needs --proof"),
        ("--proof p --proof-limit 999", "`999` is too little: the minimum is 1KB"),
        ("--proof p --proof-limit x", "`x` is not a size"),
        ("--proof none/p", "cannot write `none/p`: No such file or directory"),
    ],
)
def test_refusals(run: Run, words: str, told: str) -> None:
    ran = run(f"count queens {words}")
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err


def test_from_python(tmp_path: Path) -> None:
    problem = excover.load("queens", {"n": 6})
    proof = excover.prove_count(problem, tmp_path / "p")
    assert (proof.outcome.count, proof.outcome.exhausted) == (4, True)
    assert (tmp_path / "p").stat().st_size == proof.size
    with pytest.raises(excover.ProofTooLarge, match="E606"):
        excover.prove_count(problem, tmp_path / "q", limit=200)
    assert [path.name for path in tmp_path.iterdir()] == ["p"]
