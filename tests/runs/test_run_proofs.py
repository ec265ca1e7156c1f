"""Runs that write certificates of their parts, and `excover verify --proof`, which puts them together."""

from __future__ import annotations

import hashlib
import io
import json
import zlib
from pathlib import Path
from random import Random

import naive
import pytest
from commands import Run as RunCommand
from forging import forge
from matrices import exact, queens
from test_proof import CHECKER, Case, checker, random_matrix
from test_shares import shares

from excover.base.names import Value
from excover.language.source_files import find
from excover.runs.audit import audit
from excover.runs.audited_parts import Audit, require_certificates
from excover.runs.journal import Journal, PartReport
from excover.runs.journal_file import create
from excover.runs.run_description import record
from excover.runs.run_search import SliceControl, run_search
from excover.runs.shares import make_folder, shard_name, write_shard
from excover.runs.tree_walk import TreeWalk
from excover.search.part_search import ROOT, GuidingPath, Slice
from excover.search.proof import NoRoomForProof, PartProofs
from excover.search.run import Run


def began(folder: Path, spec: str, settings: dict[str, Value] | None = None, nodes: int = 20) -> Path:
    """The journal of a run that was made in slices of so many states."""
    description, _ = record(find(spec), "count", settings, form="proof")
    create(folder / "j", description, "parts")
    make_folder(folder / "parts")
    with Journal(folder / "j") as journal:
        search = run_search(description)
        while parts := journal.open_parts():
            for part in parts:
                found = search.search(part.rest, Slice(nodes=nodes), SliceControl())
                shard = write_shard(folder / "parts", part.number, found.content, "proof")
                numbers = found.count, found.nodes, found.seconds
                journal.record([PartReport(part.number, "1", *numbers, found.rests, shard)])
    return folder / "j"


def verified(path: Path) -> tuple[Audit, bytes]:
    """What was checked, and the certificate of the whole."""
    into = io.BytesIO()
    with Journal(path, read_only=True) as journal:
        require_certificates(journal)
        return audit(journal, 50, 1, Run(), into), into.getvalue()


@pytest.mark.parametrize("seed", range(60))
def test_parts_of_random_problems(seed: int) -> None:
    """Items of all kinds: what the parts have adds up, and each has what is below its path."""
    matrix = random_matrix(Random(seed))
    search, parts, count = PartProofs(matrix, 10**8), [ROOT], 0
    walk = TreeWalk(matrix) if matrix.covers_once else None
    while parts:
        part = parts.pop()
        assert walk is None or walk.is_path(part.path)
        whole = search.search(part, Slice())
        assert whole.rests == ()
        found = search.search(part, Slice(nodes=1))
        assert whole.count == found.count + sum(search.search(rest, Slice()).count for rest in found.rests)
        parts += found.rests
        count += found.count
    assert count == sum(1 for _ in naive.covers(matrix))


@pytest.mark.parametrize("path", [(99,), (1, 1), (0, 3), (2**32 - 1,)])
def test_a_path_that_the_tree_does_not_have(path: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="path"):
        PartProofs(exact(2, [[0], [0], [1], [0, 1]]), 10**8).search(GuidingPath(path, 1.0), Slice())


@pytest.mark.parametrize(
    ("spec", "settings", "count"),
    [
        ("queens", {"n": 8}, 92),
        ("queens", {"n": 3}, 0),
        pytest.param("scott", {}, 520, marks=pytest.mark.thorough),
        pytest.param("copies", {}, 1112, marks=pytest.mark.slow),
    ],
)
def test_the_whole_is_proven(spec: str, settings: dict[str, Value], count: int, tmp_path: Path) -> None:
    path = began(tmp_path, spec, settings, 200 if spec == "scott" else 5)
    found, certificate = verified(path)
    assert found.faults == []
    with Journal(path, read_only=True) as journal:
        tally, matrix = journal.tally(), journal.description.compiled().matrix
    assert tally.parts > 5 or count == 0
    assert Case(tmp_path, matrix).proven(certificate) == tally.count == count
    assert found.recounted > 5 or count == 0 or spec == "copies"


def test_a_changed_byte_is_refused(tmp_path: Path) -> None:
    """In the certificate of a part by its digest, and in that of the whole by its own."""
    path = began(tmp_path, "queens", {"n": 6}, 3)
    _, certificate = verified(path)
    with Journal(path, read_only=True) as journal:
        case = Case(tmp_path, journal.description.compiled().matrix)
    for at in range(0, len(certificate), 7):
        changed = bytearray(certificate)
        changed[at] ^= 1
        with pytest.raises((ValueError, zlib.error)):
            case.proven(bytes(changed))
    file = max((tmp_path / "parts").iterdir())
    file.write_bytes(file.read_bytes()[:-1] + b"\0")
    assert "was changed" in verified(path)[0].faults[0]
    file.unlink()
    assert "cannot be read" in verified(path)[0].faults[0]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (b"1\n1 1 0 0 0 0 0 0\n", "solutions, not the"),
        (b"1\n1 1 1 1 1 1 1 1 1 1 1 1 1\n", "to other parts, not the"),
        (b"0\n", "does not begin"),
        (b"1\n1 0 2 1 1\n", "which it may not"),
        (b"1\n1 1\n0 1\n", "which it may not"),
        (b"1\nnonsense\n", "none of a certificate"),
        (b"1\n1 1 0 0 0 0 0 0", "none of a certificate"),
        (b"1\n1 1 2 1 1\n", "leads to state 0, which it may not"),
        (b"1\n1 1 1 9\n", "leads to state"),
        (b"", "does not begin"),
    ],
)
def test_a_certificate_of_something_else_is_found(line: bytes, fault: str, tmp_path: Path) -> None:
    """Though its digest is right."""
    path = began(tmp_path, "queens", {"n": 6}, 3)
    file = max((tmp_path / "parts").iterdir())
    file.write_bytes(zlib.compress(line))
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    new = file.rename(file.with_name(shard_name(int(file.name.split("-")[1]), digest, "proof")))
    statement = "update shard set file = ?, digest = ? where file = ?"
    forge(path, statement, values=(new.name, digest, file.name))
    assert any(fault in text for text in verified(path)[0].faults), verified(path)[0].faults


def test_what_the_parts_lack_is_found(tmp_path: Path) -> None:
    path = began(tmp_path, "queens", {"n": 6}, 3)
    for statement, fault in [
        ("update part set path = (select path from part where id = 3) where id = 2", "overlaps"),
        ("update part set path = '0 0 0' where id = 2", "no part of|none of the tree"),
        ("delete from shard where part = 4", "has no certificate"),
    ]:
        forge(path, statement)
        faults = verified(path)[0].faults
        assert any(word in text for text in faults for word in fault.split("|")), faults


@pytest.mark.slow
def test_the_commands(run: RunCommand, tmp_path: Path) -> None:
    path, folder, proof = (str(tmp_path / name) for name in ("j", "parts", "whole.proof"))
    ran = run("run", "scott", "--count", "--proof", "-o", folder, "--journal", path, "--time-limit", "0")
    assert ran.status == 3
    assert "certificates of parts" in ran.err
    ran = run("verify", path, "--proof", proof)
    assert ran.status == 2
    assert "is not complete" in ran.err
    assert not Path(proof).exists()
    assert run("verify", path).status == 3
    assert run("resume", path).out == "520\n"
    ran = run("verify", path, "--proof", proof)
    assert (ran.status, ran.out) == (0, "520\n")
    (tmp_path / "scott.dlx").write_text(run("expand", "scott").out, "utf-8")
    assert checker.proven(checker.Problem(tmp_path / "scott.dlx"), proof) == 520
    file = next((tmp_path / "parts").iterdir())
    file.write_bytes(b"")
    ran = run("verify", path, "--proof", str(tmp_path / "other.proof"))
    assert ran.status == 1
    assert not (tmp_path / "other.proof").exists()


@pytest.mark.slow
def test_the_journal_is_not_written_over(run: RunCommand, tmp_path: Path) -> None:
    path, link = tmp_path / "j", tmp_path / "link"
    run("run", "queens", "--count", "--proof", "-o", str(tmp_path / "parts"), "--journal", str(path))
    link.symlink_to(path)
    before = path.read_bytes()
    for journal, proof in ((path, path), (path, link), (link, path)):
        ran = run("verify", str(journal), "--proof", str(proof))
        assert ran.status == 2
        assert "is read, and would be written over" in ran.err
    assert path.read_bytes() == before


@pytest.mark.slow
def test_shares(run: RunCommand, tmp_path: Path) -> None:
    """Each machine writes the certificates of its parts."""
    paths = shares(run, tmp_path, 2, "scott", question=("--count", "--proof"))
    for path in paths:
        assert run("verify", path).status == 0
    merged, proof = str(tmp_path / "merged"), tmp_path / "whole.proof"
    assert run("merge", *paths, "--journal", merged, "-o", str(tmp_path / "all")).out == "520\n"
    assert run("verify", merged, "--proof", str(proof)).status == 0
    with Journal(merged, read_only=True) as journal:
        case = Case(tmp_path, journal.description.compiled().matrix)
    assert case.proven(proof.read_bytes()) == 520


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--all --proof -o parts", "--proof is for --count"),
        ("--count --proof", "-o DIR belongs to"),
        ("--count -o parts", "-o DIR belongs to"),
        ("--count --proof -o parts --engine lanes", "writes no certificates"),
    ],
)
def test_wrong_usage(arguments: str, words: str, run: RunCommand, tmp_path: Path) -> None:
    path = str(tmp_path / "j")
    ran = run("run", "queens", *arguments.split(), "--journal", path)
    assert ran.status == 2
    assert words in ran.err
    assert not Path(path).exists()


@pytest.mark.slow
def test_a_run_without_certificates(run: RunCommand, tmp_path: Path) -> None:
    path = str(tmp_path / "j")
    run("run", "queens", "--count", "--journal", path)
    ran = run("verify", path, "--proof", str(tmp_path / "proof"))
    assert ran.status == 2
    assert "writes no certificates" in ran.err


def test_more_solutions_than_64_bits(run: RunCommand, tmp_path: Path) -> None:
    """Equal states are written once, so that a part may have any number; numbers of SQLite have 64 bits."""
    spec, count = tmp_path / "many.xc", 2**70
    spec.write_text("item a[1..70]  option x(k in 1..70, c in {1, 2}) covers a[k]\n")
    paths = shares(run, tmp_path, 2, str(spec), question=("--count", "--proof"))
    merged, proof = str(tmp_path / "merged"), tmp_path / "whole.proof"
    assert run("merge", *paths, "--journal", merged, "-o", str(tmp_path / "all")).out == f"{count}\n"
    assert json.loads(run("status", merged, "--json").out)["count"] == count
    ran = run("verify", merged, "--proof", str(proof))
    assert (ran.status, ran.out) == (0, f"{count}\n")
    assert "counted again by `auto`" in ran.err
    with Journal(merged, read_only=True) as journal:
        case = Case(tmp_path, journal.description.compiled().matrix)
    assert case.proven(proof.read_bytes()) == count


def test_the_checker_stands_alone() -> None:
    assert "excover" not in CHECKER.read_text("utf-8").partition('"""\n\nimport')[2].replace(
        "excover proof", ""
    )


@pytest.mark.parametrize("memory", [1, 600])
def test_the_branches_of_one_state_keep_to_the_memory(memory: int) -> None:
    with pytest.raises(NoRoomForProof, match="the branches of one state take more"):
        PartProofs(queens(8), memory).search(ROOT, Slice())


def test_what_has_no_room_is_given_away() -> None:
    """With memory for some 25 waiting states, each of three words and a place."""
    search, parts, count, states = PartProofs(queens(8), 3000), [ROOT], 0, 0
    while parts:
        found = search.search(parts.pop(), Slice())
        parts += found.rests
        count += found.count
        states += found.states
    assert count == 92
    whole = PartProofs(queens(8), 10**8).search(ROOT, Slice(nodes=10**6))
    assert (whole.count, whole.rests) == (92, ())
    assert states > 0
