"""`excover verify` and what it rests on: it finds what is wrong with a journal, whatever it is."""

from __future__ import annotations

import hashlib
import json
import random
import re
import sqlite3
import sys
from dataclasses import replace
from pathlib import Path

import naive
import pytest
from commands import Run as RunCommand
from forging import forge
from matrices import exact, langford, queens
from slow_values import with_slow
from test_goals import allowed
from test_knapsack import packing

import excover
from excover.language.source_files import find
from excover.matrix.matrix import Matrix
from excover.runs.audit import Audit, audit, has_few_candidates
from excover.runs.campaign import RunCoordinator
from excover.runs.journal import Journal, PartReport
from excover.runs.journal_file import create
from excover.runs.run_description import record
from excover.runs.run_search import SliceControl, run_search
from excover.runs.shares import make_folder, shard_name, write_shard
from excover.runs.tree_walk import TreeWalk
from excover.search.native import slacks
from excover.search.part_search import ROOT, GuidingPath, PartSearch, Slice
from excover.search.run import Run
from excover.search.search import count
from excover.search.strategy import Strategy

JOBS = """
item job[1..8]
item load[1..3] at most 16 units
item grade at least 7 units
option run(j in 1..8, m in 1..3) covers job[j], load[m] by 1 + (j * m) mod 7, grade by (j + m) mod 3
"""
"""Jobs on machines, each for some hours."""


def colored(rng: random.Random) -> Matrix:
    """Some options, two primary items, a secondary one and a colored one."""
    from matrices import AT_MOST_ONCE, COLORED, ONCE, general

    options = []
    for _ in range(8):
        items = sorted({rng.randrange(3), *rng.sample(range(5), 2)})
        options.append([(item, rng.randrange(1, 3) if item == 4 else 0) for item in items])
    return general([ONCE, ONCE, ONCE, AT_MOST_ONCE, COLORED], [False] * 4 + [True], options)


@pytest.mark.parametrize("engine", ["lanes", "sparse"])
def test_the_walk_knows_the_parts_of_both_engines(engine: excover.search.strategy.EngineName) -> None:
    """Every part that a search gives away: its path, and the covers that lie in it."""
    rng = random.Random(1)
    tried = 0
    for matrix in [queens(6), langford(7), *(colored(rng) for _ in range(30))]:
        walk, search = TreeWalk(matrix), PartSearch(matrix, engine, True)
        every = set(search.search(ROOT, Slice()).covers)
        rests: list[GuidingPath] = [ROOT]
        while rests:
            part = rests.pop()
            assert walk.is_path(part.path)
            inside = {cover for cover in every if walk.has(part.path, set(cover))}
            whole = search.search(part, Slice())
            assert set(whole.covers) == inside
            assert count(matrix.restricted(walk.remaining(part.path))).count == len(inside)
            rests += search.search(part, Slice(nodes=2)).rests
            tried += 1
    assert tried > 100


@pytest.mark.slow
@pytest.mark.parametrize("seed", with_slow(range(4), slow=range(1, 4)))
def test_the_walk_knows_the_parts_of_problems_with_sums(seed: int) -> None:
    """Their solutions by the definition, in the parts as the walk draws their borders."""
    rng, tried = random.Random(seed), 0
    for _ in range(30):
        matrix = packing(rng, rng.randint(3, 7), rng.randint(1, 3), rng.choice([3, 10, 10**6]))
        if rng.random() < 0.5:  # at least so much of one
            first, *others = matrix.sums
            matrix = replace(matrix, sums=[replace(first, lower=sum(first.weights) // 4), *others])
        every = set(map(tuple, map(sorted, allowed(matrix))))
        walk, search = TreeWalk(matrix, slacks(matrix)), PartSearch(matrix, "auto", True)
        rests: list[GuidingPath] = [ROOT]
        while rests:
            part = rests.pop()
            assert walk.is_path(part.path)
            inside = {cover for cover in every if walk.has(part.path, set(cover))}
            assert {tuple(sorted(cover)) for cover in search.search(part, Slice()).covers} == inside
            assert count(matrix.restricted(walk.remaining(part.path))).count == len(inside)
            rests += search.search(part, Slice(nodes=2)).rests
            tried += len(inside) > 0
    assert tried > 100


@pytest.mark.slow
def test_a_list_with_sums_in_many_parts_is_verified(tmp_path: Path) -> None:
    (tmp_path / "jobs.xc").write_text(JOBS, "utf-8")
    description, _ = record(find(str(tmp_path / "jobs.xc")), "all")
    create(tmp_path / "j", description, "found")
    make_folder(tmp_path / "found")
    with Journal(tmp_path / "j") as journal:
        search_in_parts(journal, 100)
        assert journal.tally().count == excover.parse(JOBS).count() > 0
        assert journal.tally().parts > 10
    found = audited(tmp_path / "j")
    assert found.faults == []
    assert found.recounted > 10
    last = "(select max(id) from part where count > 0)"
    forge(tmp_path / "j", f"update part set count = count + 1 where id = {last}")
    assert audited(tmp_path / "j").faults


def test_small_trees_by_definition() -> None:
    rng = random.Random(2)
    for _ in range(20):
        matrix = colored(rng)
        walk = TreeWalk(matrix)
        options = walk.branches(())
        covers = list(naive.covers(matrix))
        for option in options:
            expected = [cover for cover in covers if min(set(cover) & set(options)) > option]
            assert [cover for cover in covers if walk.has((option,), set(cover))] == expected


def test_a_path_longer_than_the_stack() -> None:
    depth = 2 * sys.getrecursionlimit()
    walk = TreeWalk(exact(depth, [[item] for item in range(depth)]))
    path = tuple(range(depth))
    assert walk.branches(path) == []
    assert walk.has(path[:-1], set(path)) is False


def test_items_covered_several_times_are_refused() -> None:
    with pytest.raises(ValueError, match="several times"):
        TreeWalk(excover.load("copies").matrix)
    assert TreeWalk(exact(0, [])).branches(()) == []


# Journals


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a journal of all solutions, in many parts."""
    folder = tmp_path_factory.mktemp("finished")
    description, _ = record(find("queens"), "all", {"n": 9})
    create(folder / "j", description, "found")
    make_folder(folder / "found")
    with Journal(folder / "j") as journal:
        search_in_parts(journal, 100)
        assert journal.tally().count == 352
        assert journal.tally().parts > 10
    return folder


def search_in_parts(journal: Journal, nodes: int, rounds: int = 10**9) -> None:
    """As a coordinator and a worker do, but in slices that are the same each time."""
    search = run_search(journal.description)
    while (parts := journal.open_parts()) and rounds:
        rounds -= 1
        for part in parts:
            found = search.search(part.rest, Slice(nodes=nodes), SliceControl())
            shard = None
            if journal.folder and found.content:
                shard = write_shard(journal.folder, part.number, found.content, "jsonl")
            numbers = found.count, found.nodes, found.seconds
            journal.record([PartReport(part.number, "1", *numbers, found.rests, shard)])


@pytest.fixture
def folder(finished: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    (tmp_path / "j").write_bytes((finished / "j").read_bytes())
    (tmp_path / "found").mkdir()
    for file in (finished / "found").iterdir():
        (tmp_path / "found" / file.name).write_bytes(file.read_bytes())
    return tmp_path


def audited(path: Path, sample: int = 1000) -> Audit:
    with Journal(path, read_only=True) as journal:
        return audit(journal, sample, 1, Run())


@pytest.mark.slow
def test_nothing_is_wrong(folder: Path) -> None:
    found = audited(folder / "j")
    assert found.faults == []
    assert len(found.checked) == 4
    assert found.recounted > 4
    assert found.checked[-1].endswith(": 352 of 352 solutions")
    assert audited(folder / "j", 0).checked[-1] == "nothing was counted again: no sample was wanted"


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("update part set path = '0 0' where id = 3", "no part of|none of the tree|overlaps"),
        (
            "update part set path = path || ' 80' where id = (select max(id) from part)",
            "none of the tree|overlaps",
        ),
        ("update part set path = (select path from part where id = 3) where id = 2", "overlaps"),
        ("delete from shard where part in (select part from shard limit 1)", "but no file"),
    ],
)
def test_a_wrong_row_is_found(statement: str, fault: str, folder: Path) -> None:
    forge(folder / "j", statement)
    faults = audited(folder / "j", 0).faults
    assert any(word in text for text in faults for word in fault.split("|")), faults


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("delete from run", "does not state what the run is about"),
        ("delete from part where id = 1", "do not begin with the whole tree"),
        ("delete from part", "do not begin with the whole tree"),
        ("delete from part where id = (select max(id) from part)", "gave away"),
        (
            "update part set rests = 1 where id = (select max(id) from part)",
            "gave away 1 part; in the journal: 0",
        ),
        ("update part set parent = id where id = 2", "part 2 comes from part 2"),
        ("update part set parent = 0 where id = 2", "part 2 comes from part 0"),
        (
            "update part set state = 'open', count = null, nodes = null, rests = null, seconds = null"
            " where id = 1",
            "comes from part 1, which is not done",
        ),
        ("update part set state = 'gone' where id = (select max(id) from part)", "is `gone`"),
        ("update part set state = 'away' where id = (select max(id) from part)", "is `away`"),
        ("update part set nodes = null where id = (select max(id) from part)", "lacks some"),
        (
            "update shard set part = 1000000 where part = (select max(part) from shard)",
            "no file of part 1000000",
        ),
        ("update shard set file = '../' || file where part = (select max(part) from shard)", "`../part-"),
        ("update shard set file = replace(file, 'jsonl', '../../x')", "/../x` is no file of part"),
        ("update shard set digest = replace(digest, substr(digest, 1, 1), '*')", "is no file of part"),
        ("update run set share = '1/2'", "its parts are not those of the share 1/2"),
        ("update run set share = '2/2'", "its parts are not those of the share 2/2"),
        ("update run set share = '2/2', divided = (select max(id) from part)", "not those of the share 2/2"),
    ],
)
def test_an_unsound_journal_tells_no_number(
    statement: str, fault: str, folder: Path, run: RunCommand
) -> None:
    """Though its seal is right: whoever opens it says what is wrong, and only `verify` says all of it."""
    forge(folder / "j", statement)
    for command in ("status", "resume"):
        ran = run(command, str(folder / "j"))
        assert (ran.status, ran.out) == (2, "")
        assert fault in ran.err
    for question in ("tally", "finish"):
        with pytest.raises(excover.JournalError, match=re.escape(fault)):
            getattr(excover.Campaign(folder / "j"), question)()
    ran = run("verify", str(folder / "j"), "--json")
    data = json.loads(ran.out)
    assert (ran.status, data["verdict"], data["count"]) == (1, "wrong", None)
    assert any(fault in line for line in data["faults"])


@pytest.mark.parametrize(
    "statement",
    [
        "delete from incumbent",
        "delete from seal",
        "insert into seal select * from seal",
        "update run set began = began + 1",
        "update part set count = count + 1 where id = 1",
        "update part set seconds = seconds + 1 where id = 1",
        "update part set count = case id when 2 then 9 else 1 end where id in (2, 3)",
        "update shard set digest = upper(digest)",
    ],
)
def test_a_change_by_others_breaks_the_seal(statement: str, folder: Path, run: RunCommand) -> None:
    forge(folder / "j", "insert into incumbent values (1, 1, '', 0)")
    with sqlite3.connect(folder / "j") as database:
        database.execute(statement)
    database.close()
    before = (folder / "j").read_bytes()
    for command in ("status", "resume", "verify"):
        ran = run(command, str(folder / "j"))
        assert ran.out == ""
        assert "digests are not those of its seal" in ran.err or "no file of part" in ran.err
    assert (folder / "j").read_bytes() == before


def test_a_wrong_count_is_found(tmp_path: Path) -> None:
    """Only counting again can find it."""
    description, _ = record(find("queens"), "count", {"n": 8})
    create(tmp_path / "j", description)
    with Journal(tmp_path / "j") as journal:
        RunCoordinator(journal, 1, Run()).finish()
    forge(tmp_path / "j", "update part set count = count - 1 where id = 1")
    assert audited(tmp_path / "j", 0).faults == []
    assert "not 91" in audited(tmp_path / "j", 5).faults[0]


def sealed_again(folder: Path, file: Path) -> Path:
    """The new name of a file whose content was changed, after the journal was forged to agree with it."""
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    name = shard_name(int(file.name.split("-")[1]), digest, "jsonl")
    values = (name, digest, file.name)
    forge(folder / "j", "update shard set file = ?, digest = ? where file = ?", values=values)
    return file.rename(file.with_name(name))


def test_wrong_files_are_found(folder: Path) -> None:
    file = max((folder / "found").iterdir(), key=lambda file: file.stat().st_size)
    lines = file.read_text().splitlines(keepends=True)
    other = json.loads(lines[0])
    other["options"] = other["options"][1:]
    for text, fault in [
        ("".join(lines[1:]), "not the"),
        ("".join([lines[0], *lines[:-1]]), "each once"),
        ("".join([json.dumps(other) + "\n", *lines[1:]]), "no solution"),
        ("".join(["nonsense\n", *lines[1:]]), "no solution"),
    ]:
        file.write_text(text)
        assert "digest" in audited(folder / "j", 0).faults[0]
        file = sealed_again(folder, file)
        assert any(fault in found for found in audited(folder / "j", 0).faults), fault
    file.unlink()
    assert "cannot be read" in audited(folder / "j", 0).faults[0]


def test_no_command_reports_files_that_are_damaged_or_gone(run: RunCommand, folder: Path) -> None:
    path, files = str(folder / "j"), sorted((folder / "found").iterdir())
    assert run("status", path).status == run("resume", path, "--workers", "1").status == 0
    lines = files[0].read_text().splitlines(keepends=True)
    files[0].write_text("".join(lines[1:]))
    for command in (["status", path], ["status", path, "--json"], ["resume", path, "--workers", "1"]):
        ran = run(*command)
        assert (ran.status, ran.out) == (2, "")
        assert f"`{files[0]}` was changed since it was written" in ran.err
        assert "put a copy of it back, or begin the run anew" in ran.err
    files[0].unlink()
    with pytest.raises(excover.JournalError, match=r"cannot be read: No such file.*; put a copy of it back"):
        excover.Campaign(path).finish(1)
    files[0].write_text("".join(lines))
    assert run("status", path).status == 0


def test_a_run_that_goes_on_misses_its_files(run: RunCommand, tmp_path: Path) -> None:
    path = tmp_path / "j"
    run("run", "queens", "--all", "-o", str(tmp_path / "found"), "--journal", str(path), "--time-limit", "0")
    with Journal(path) as journal:
        (part,) = journal.open_parts()
        assert journal.folder
        search = run_search(journal.description).search(part.rest, Slice(nodes=500), SliceControl())
        shard = write_shard(journal.folder, 1, search.content, "jsonl")
        journal.record([PartReport(1, "1", search.count, search.nodes, 0.1, search.rests, shard)])
    assert run("status", str(path)).status == 3
    (tmp_path / "found" / shard[0]).unlink()
    for command in ("status", "resume"):
        assert "cannot be read: No such file" in run(command, str(path)).err


def test_a_solution_of_another_part_is_found(folder: Path) -> None:
    first, second = sorted((folder / "found").iterdir(), key=lambda file: -file.stat().st_size)[:2]
    lines, others = first.read_text().splitlines(), second.read_text().splitlines()
    text = "\n".join([others[0], *lines[1:], ""])
    first.write_text(text)
    sealed_again(folder, first)
    assert any("another part" in found for found in audited(folder / "j", 0).faults)


def test_the_command(folder: Path, run: RunCommand) -> None:
    ran = run("verify", str(folder / "j"))
    assert (ran.status, ran.out) == (0, "352\n")
    assert ran.err.count("checked: ") == 4
    forge(folder / "j", "update part set count = count + 1 where id = 1")
    ran = run("verify", str(folder / "j"), "--json")
    data = json.loads(ran.out)
    assert ran.status == 1
    assert data["verdict"] == "wrong"
    assert data["faults"]


def test_a_run_that_is_not_complete(run: RunCommand, tmp_path: Path) -> None:
    path = str(tmp_path / "j")
    run("run", "queens", "--count", "--journal", path, "--time-limit", "0")
    ran = run("verify", path)
    assert ran.status == 3
    assert "nothing was counted again: no part is done with all those below it" in ran.err
    assert run("verify", path, "--time-limit", "0").status == 3


@pytest.mark.slow
def test_items_covered_several_times(run: RunCommand, tmp_path: Path) -> None:
    path = str(tmp_path / "j")
    expected = run("count", "copies").out
    assert run("run", "copies", "--count", "--journal", path).out == expected
    ran = run("verify", path)
    assert ran.status == 0
    assert "not followed" in ran.err


@pytest.mark.slow
@pytest.mark.parametrize(("side", "engine", "count"), [(3, "lanes", 13), (4, "sparse", 213)])
def test_conditions(side: int, engine: str, count: int, run: RunCommand, tmp_path: Path) -> None:
    """Loops along the lines of a grid (A140517); nobody looks at each of 2^24 candidates."""
    (tmp_path / "loops.xc").write_text(
        f"let points = {{(r, c) for r, c in 1..{side}}}\n"
        "item drawn[points, points] at most once\n"
        "optional option line(p, q in points) where q in {(p[1], p[2] + 1), (p[1] + 1, p[2])}\n"
        "  covers drawn[p, q]\n"
        "require line(p, q) joining {p, q} as one loop\n"
    )
    path = str(tmp_path / "j")
    ran = run("run", str(tmp_path / "loops.xc"), "--count", "--journal", path)
    assert ran.out == f"{count}\n"
    ran = run("verify", path)
    assert ran.status == 0
    assert f"counted again by `{engine}`: {count:,} of {count:,} solutions" in ran.err


def test_a_large_tree_without_candidates() -> None:
    """Twelve rows need one of eleven columns each: who walks the tree is not soon at its end."""
    text = "item row[1..12]\nitem column[1..11] at most once\n"
    text += "option x(r in 1..12, c in 1..11) covers row[r], column[c]\nrequire x(r, c) at (r, c) connected\n"
    matrix = excover.parse(text).matrix
    assert matrix.constraints
    run = Run(strategy=Strategy("lanes"))
    assert not has_few_candidates(matrix, run)
    assert has_few_candidates(matrix.restricted(range(11)), run)
