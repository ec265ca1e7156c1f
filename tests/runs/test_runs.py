"""Runs with a journal: whatever is killed, the count and the set of solutions are exact."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys
import tracemalloc
from contextlib import aclosing
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from commands import Run as RunCommand
from extras import module_or_skip
from forging import forge
from slow_values import with_slow

import excover
from excover.base.source import Source
from excover.language.source_files import find
from excover.runs.campaign import RunCoordinator
from excover.runs.journal import Journal, PartReport
from excover.runs.journal_file import create
from excover.runs.run_description import JournalError, record
from excover.runs.shares import make_folder, write_shard
from excover.runs.worker_pool import WorkerDied
from excover.search.outcome import Cancellation, StoppedBy
from excover.search.part_search import ROOT, GuidingPath, PartSearch, Slice
from excover.search.run import Run
from excover.search.strategy import Unsuitable
from excover.search.tuning import tuned

COIN = Source("coin.xc", "item a  option heads() covers a  option tails() covers a")
FIVE = [
    ("soma", 11520),
    ("scott", 520),
    ("langford -p n=11", 35584),
    ("queens -p n=10", 724),
    ("tetrahexes", 18),
]


def new_journal(path: Path, source: Source = COIN, folder: str = "") -> Path:
    create(path, record(source, "all" if folder else "count")[0], folder)
    if folder:
        make_folder(path.parent / folder)
    return path


def solutions_in(folder: Path) -> list[frozenset[str]]:
    lines = [line for file in folder.glob("*.jsonl") for line in file.read_text().splitlines()]
    return [frozenset(option["name"] for option in json.loads(line)["options"]) for line in lines]


def all_solutions(
    spec: str, settings: dict[str, excover.base.names.Value] | None = None
) -> set[frozenset[str]]:
    return {frozenset(map(str, solution)) for solution in excover.load(spec, settings).solutions()}


# The search of parts


@pytest.mark.parametrize("engine", ["lanes", "sparse"])
@pytest.mark.parametrize("nodes", with_slow([1, 50, 5000], slow=[5000]))
def test_parts_add_up(engine: excover.search.strategy.EngineName, nodes: int) -> None:
    matrix = excover.load("scott").matrix if nodes > 1 else excover.load("queens", {"n": 7}).matrix
    search, whole = PartSearch(matrix, engine, True), PartSearch(matrix, engine, True)
    once = whole.search(ROOT, Slice())
    rests: list[GuidingPath] = [ROOT]
    covers, visited, sizes = [], 0, []
    while rests:
        found = search.search(rests.pop(0), Slice(nodes=nodes))
        rests += found.rests
        covers += found.covers
        visited += found.nodes
        assert found.count == len(found.covers)
        sizes.append(len(found.rests))
    assert visited == once.nodes
    assert sorted(covers) == sorted(once.covers)
    assert len(sizes) > 3


def test_solutions_in_memory_are_few() -> None:
    """A slice ends when it has found enough."""
    search, most = PartSearch(excover.load("soma").matrix, keep_covers=True), 100
    found = search.search(ROOT, Slice(covers=most))
    assert most <= len(found.covers) < 5 * most
    assert found.rests


def test_engines_without_parts_are_refused(run: RunCommand, tmp_path: Path) -> None:
    with pytest.raises(Unsuitable):
        PartSearch(excover.load("queens").matrix, "graph")
    ran = run("run", "copies", "--count", "--engine", "lanes", "--journal", str(tmp_path / "j"))
    assert ran.status == 2
    assert "covered several times" in ran.err
    assert not list(tmp_path.iterdir())


# A run from its beginning to its end


@pytest.mark.parametrize(("spec", "count"), with_slow(FIVE, slow={*FIVE} - {FIVE[3]}))
def test_a_count(spec: str, count: int, run: RunCommand, tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    with tuned(run_least_slice=0.002, run_slices=10**6):
        ran = run("run", *spec.split(), "--count", "--journal", str(path), "--workers", "2")
    assert (ran.status, ran.out) == (0, f"{count}\n")
    assert [file.name for file in tmp_path.iterdir()] == ["a.journal"]
    with Journal(path, read_only=True) as journal:
        tally = journal.tally()
    assert tally.is_complete
    assert tally.done == 1
    assert (
        tally.nodes
        == excover.load(*with_settings(spec)).tally(Run(strategy=excover.Strategy("sparse"))).statistics.nodes
    )


def with_settings(spec: str) -> tuple[str, dict[str, excover.base.names.Value]]:
    name, *rest = spec.split()
    return name, {"n": int(rest[1].removeprefix("n="))} if rest else {}


def test_all_solutions(run: RunCommand, tmp_path: Path) -> None:
    path, folder = tmp_path / "a.journal", tmp_path / "found"
    with tuned(run_least_slice=0.002, run_slices=10**6):
        ran = run("run", "scott", "--all", "-o", str(folder), "--journal", str(path), "--workers", "2")
    assert (ran.status, ran.out) == (0, "520\n")
    found = solutions_in(folder)
    assert len(found) == 520
    assert set(found) == all_solutions("scott")
    status = run("status", str(path), "--json")
    data = json.loads(status.out)
    assert (data["count"], data["exhausted"], data["files"]) == (520, True, len(list(folder.iterdir())))


@pytest.mark.slow
def test_in_python(tmp_path: Path) -> None:
    campaign = excover.Campaign.begin("scott", tmp_path / "j", tmp_path / "found")
    with pytest.raises(excover.JournalError, match="already"):
        excover.Campaign.begin("scott", tmp_path / "j")
    assert list(campaign.solutions()) == []
    assert campaign.finish(workers=1, run=Run.within(seconds=0)).stopped_by is StoppedBy.TIME
    again = excover.Campaign(tmp_path / "j")
    assert again.finish(workers=2).count == again.tally().count == 520
    assert {frozenset(map(str, solution)) for solution in again.solutions()} == all_solutions("scott")
    counted = excover.Campaign.begin(COIN, tmp_path / "k")
    with pytest.raises(ValueError, match="counted, not written"):
        next(counted.solutions())


@pytest.mark.slow
def test_solutions_as_they_come(tmp_path: Path) -> None:
    """Also of a run that was left in the middle: those of before come first."""

    async def first(most: int) -> list[str]:
        campaign, found = excover.Campaign(tmp_path / "j"), []
        async with aclosing(campaign.solutions_async(workers=1)) as stream:
            async for solution in stream:
                found.append(str(solution))
                if len(found) == most:
                    break
        return found

    excover.Campaign.begin("scott", tmp_path / "j", tmp_path / "found")
    with tuned(run_least_slice=0.002, run_slices=10**6):
        assert len(asyncio.run(first(3))) == 3
        found = asyncio.run(first(10**6))
    assert len(found) == 520
    assert set(found) == {str(solution) for solution in excover.load("scott").solutions()}
    excover.Campaign.begin(COIN, tmp_path / "k")
    with pytest.raises(ValueError, match="not listed"):
        asyncio.run(anext(excover.Campaign(tmp_path / "k").solutions_async()))


@pytest.mark.slow
def test_settings_from_python(tmp_path: Path) -> None:
    """All that `load` accepts."""
    text = "param n = 1  param s = {1}  param t = (1, 2)  item a"
    source = Source("s.xc", f"{text}  option x(k in 1..n) covers a  option y(k in s) covers a")
    for number, settings in enumerate(
        [{"n": np.int64(6)}, {"s": [1, 2]}, {"s": {1, 2}}, {"t": [4, 1], "n": 2}]
    ):
        expected = excover.parse(source.text, settings).count()
        campaign = excover.Campaign.begin(source, tmp_path / f"{number}", settings=settings)
        assert campaign.finish(workers=1).count == expected


def test_at_least_one_worker(tmp_path: Path) -> None:
    campaign = excover.Campaign.begin(COIN, tmp_path / "j")
    for workers in (0, -1):
        with pytest.raises(ValueError, match="at least one"):
            campaign.finish(workers=workers)


def damaged(damage: str, path: Path) -> str:
    """The name of a new journal, forged by an SQL statement."""
    new_journal(path)
    forge(path, damage)
    return str(path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (
            "update part set path = '99999999999999999999999' where id = 2",
            "the journal may be damaged: OverflowError",
        ),
        ("update run set description = json_set(description, '$.limits.nonsense', 1)", "cannot be read"),
        ("update run set description = json_set(description, '$.files', 7)", "cannot be read"),
    ],
)
def test_a_damaged_record_in_words(damage: str, reason: str, run: RunCommand, tmp_path: Path) -> None:
    forge(half_done(tmp_path / "j"), damage)
    ran = run("resume", str(tmp_path / "j"))
    assert ran.status == 3
    assert "a worker cannot go on: " in ran.err
    assert reason in ran.err


@pytest.mark.parametrize("command", ["status", "resume", "verify"])
@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        ("update run set description = json_set(description, '$.question', 'why')", "it asks for `why`"),
        ("update run set description = json_set(description, '$.digest', null)", "the digest `None`"),
    ],
)
def test_a_damaged_journal_in_words(
    command: str, damage: str, reason: str, run: RunCommand, tmp_path: Path
) -> None:
    ran = run(command, damaged(damage, tmp_path / "j"))
    assert ran.status == 2
    assert reason in ran.err


@pytest.mark.parametrize("state", ["done", "lost"])
def test_a_part_without_an_answer_is_told(state: str, run: RunCommand, tmp_path: Path) -> None:
    path = damaged(f"update part set state = '{state}'", tmp_path / "j")
    for command in ("status", "resume"):
        ran = run(command, path)
        assert ran.status == 2
        assert f"part 1 is {state}, but lacks" in ran.err or f"part 1 is `{state}`" in ran.err
    ran = run("verify", path)
    assert ran.status == 1
    assert "wrong: part 1 " in ran.err


HARMED = [
    *(f"{name} = null where id = 1" for name in ("count", "nodes", "rests", "seconds", "worker", "ended")),
    "count = 1.5 where id = 1",
    "count = x'00' where id = 1",
    "count = -1 where id = 1",
    "seconds = -1 where id = 1",
    "count = 7 where id = 2",
]


def half_done(path: Path) -> Path:
    """A journal with a part that is done and one that is open."""
    with Journal(new_journal(path)) as journal:
        journal.record([PartReport(1, "1", 0, 3, 0.1, (GuidingPath((0,), 0.5),))])
    return path


@pytest.mark.parametrize("harm", HARMED)
def test_numbers_that_no_transaction_leaves_are_refused(harm: str, run: RunCommand, tmp_path: Path) -> None:
    """By everything that adds them up, before it begins; `verify` lists them."""
    path, harmed = half_done(tmp_path / "j"), harm.split()[-1]
    forge(path, f"update part set {harm}")
    merging = ("merge", str(path), "--journal", str(tmp_path / "whole"))
    for command in (("status", str(path)), ("resume", str(path)), merging):
        ran = run(*command)
        assert (ran.status, ran.out) == (2, "")
        assert f"part {harmed} is {'open' if harmed == '2' else 'done'}, but lacks some" in ran.err
    with pytest.raises(JournalError, match="but lacks some"):
        excover.Campaign(path).tally()
    ran = run("verify", str(path))
    assert f"wrong: part {harmed} " in ran.err
    assert ran.status == 1
    assert not (tmp_path / "whole").exists()


@pytest.mark.parametrize("line", ["-", "7", "{}", '{"options": [7], "drawing": []}'])
def test_a_solution_that_is_none_is_told(line: str, run: RunCommand, tmp_path: Path) -> None:
    path = damaged(f"insert into incumbent values (1, 1, '{line}', 0)", tmp_path / "j")
    ran = run("status", path)
    assert ran.status == 2
    assert "is not a solution" in ran.err


def test_the_status_of_a_worker_that_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not that of the signal which is sent to all workers in the end."""
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\nexec >&-\nsleep 0.2\nexit 7\n")
    broken.chmod(0o700)
    with Journal(new_journal(tmp_path / "j")) as journal:
        monkeypatch.setattr(sys, "executable", str(broken))
        with pytest.raises(WorkerDied, match="with status 7"):
            RunCoordinator(journal, 1, Run()).finish()


def test_costs_are_those_of_the_solutions(tmp_path: Path) -> None:
    """Also where compilation adds options that cost something."""
    text = "item a  item b else cost 5\noption x(k in 1..2) covers a cost k\noption y() covers b cost 3\n"
    campaign = excover.Campaign.begin(Source("costs.xc", text), tmp_path / "j", tmp_path / "found")
    campaign.finish(workers=1)
    found = {(str(solution), solution.cost) for solution in campaign.solutions()}
    expected = {(str(solution), solution.cost) for solution in excover.parse(text).solutions()}
    assert found == expected
    assert len(expected) == 4


def test_numbers_of_any_size_add_up(tmp_path: Path) -> None:
    """Each fits into 64 bits or does not; their sum does not."""
    counts = [2**62, 2**63 - 1, 2**63, 10**30, 0, 7]
    with Journal(new_journal(tmp_path / "j")) as journal:
        journal.record([PartReport(1, "1", 5, 1, 0.1, tuple(GuidingPath((n,), 0.1) for n in range(6)))])
        journal.record([PartReport(n, "1", count, 1, 0.1) for n, count in enumerate(counts, 2)])
        assert journal.tally().count == 5 + sum(counts)


@pytest.mark.slow
def test_a_problem_goes_into_the_journal(tmp_path: Path) -> None:
    """With its parameters, tables, clues and changes, as a text; also that of a model."""
    model = excover.Model("Pairs")
    leg = model.items("leg", range(4))
    model.options("pair", [0, 0, 1, 2], [1, 2, 3, 3], covers=[leg[[0, 0, 1, 2]], leg[[1, 2, 3, 3]]])
    queens = excover.load("queens", {"n": 6}).given(["queen(1, 2)"]).forbid(["queen(6, 6)"])
    for number, problem in enumerate([model.problem(), queens, excover.load("soma")]):
        campaign = excover.Campaign.begin(problem, tmp_path / f"{number}", tmp_path / f"found{number}")
        expected = {str(solution) for solution in problem.solutions()}
        assert campaign.finish(workers=1).count == problem.count() > 0
        assert {str(solution) for solution in campaign.solutions()} == expected
    with pytest.raises(ValueError, match="already"):
        excover.Campaign.begin(queens, tmp_path / "j", settings={"n": 7})
    matrix = Source("two.dlx", "a b\na\nb\na b\n", form="dlx")
    assert excover.Campaign.begin(matrix, tmp_path / "k").finish(workers=1).count == 2
    (tmp_path / "two.dlx").write_text(matrix.text)
    with pytest.raises(JournalError, match="with its file"):
        excover.Campaign.begin(excover.load(tmp_path / "two.dlx"), tmp_path / "l")


def test_no_solution(run: RunCommand, tmp_path: Path) -> None:
    spec = tmp_path / "none.xc"
    spec.write_text("item a, b, c  option x() covers a, b  option y() covers b, c")
    ran = run("run", str(spec), "--count", "--journal", str(tmp_path / "j"), "--quiet")
    assert (ran.status, ran.out) == (1, "0\n")


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    path = new_journal(tmp_path / "j", find("soma"))
    button = Cancellation()
    counts = []
    with tuned(run_least_slice=0.001, run_slices=10**6):
        for _ in range(3):
            button = Cancellation()
            with Journal(path) as journal:
                listen = lambda progress, button=button: progress.count > 100 and button.cancel()  # noqa: E731
                outcome = RunCoordinator(journal, 1, Run(cancellation=button, progress=listen)).finish()
                counts.append(journal.tally().count)
            if outcome.exhausted:
                break
            assert outcome.stopped_by is StoppedBy.CANCELLED
        with Journal(path) as journal:
            assert RunCoordinator(journal, 2, Run()).finish().count == 11520
    assert counts == sorted(counts)
    assert counts[0] > 100


@pytest.mark.slow
@pytest.mark.parametrize("own_table", [False, True])
def test_the_journal_has_all_that_the_run_needs(own_table: bool, run: RunCommand, tmp_path: Path) -> None:
    """Imports, tables and parameters: the files may be gone when it is resumed."""
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "bars.xc").write_text("shapes bar\n  |BB\n")
    (tmp_path / "sizes.csv").write_text("from,to\n1,2\n2,3\n3,4\n")
    spec, path = tmp_path / "main.xc", tmp_path / "j"
    spec.write_text(
        'import "parts/bars.xc"\nparam size = 2\nitem cell[1..size]\n'
        'table pair from "sizes.csv"\n'
        "option pair(p in pair) covers cell[p.from], cell[p.to]\n"
        "option single(c in 1..size) covers cell[c]\n"
        "board wall 2x3\nplace free bar on wall each 3 times\n"
    )
    few = tmp_path / "few.csv"
    few.write_text("from,to\n2,3\n")
    arguments = [str(spec), "-p", "size=4", *(["--table", f"pair={few}"] if own_table else [])]
    ran = run("run", *arguments, "--count", "--journal", str(path), "--time-limit", "0")
    assert ran.status == 3, ran.err
    for file in (spec, few, tmp_path / "sizes.csv", tmp_path / "parts" / "bars.xc"):
        file.unlink()
    ran = run("resume", str(path))
    assert (ran.status, ran.out) == (0, "6\n" if own_table else "15\n")


@pytest.mark.slow
def test_the_journal_has_the_givens(run: RunCommand, tmp_path: Path) -> None:
    given, path = tmp_path / "small.txt", str(tmp_path / "j")
    given.write_text("1234\n34..\n....\n..21\n")
    ran = run("run", "sudoku-4x4", "--given", str(given), "--count", "--journal", path, "--time-limit", "0")
    assert ran.status == 3, ran.err
    given.unlink()
    assert run("resume", path).out == "1\n"


# What is refused


def test_what_is_no_journal(run: RunCommand, tmp_path: Path) -> None:
    text, database = tmp_path / "text", tmp_path / "database"
    text.write_text("hello")
    with sqlite3.connect(database) as other:
        other.execute("create table run (description)")
    for path in (text, database):
        for command in ("resume", "status"):
            ran = run(command, str(path))
            assert ran.status == 2
            assert "is not the journal of a run" in ran.err
    assert "No such file" in run("resume", str(tmp_path / "nothing")).err
    assert "is a folder" in run("status", str(tmp_path)).err
    for name in ("-", ".", str(tmp_path)):
        ran = run("run", "queens", "--count", "--journal", name)
        assert ran.status == 2
        assert "name of a new file" in ran.err


def test_a_journal_is_not_overwritten(run: RunCommand, tmp_path: Path) -> None:
    path = new_journal(tmp_path / "j")
    before = path.read_bytes()
    ran = run("run", "queens", "--count", "--journal", str(path))
    assert ran.status == 2
    assert "excover resume" in ran.err
    assert path.read_bytes() == before


def test_another_version_or_matrix(tmp_path: Path) -> None:
    for change, reason in [
        (("version", "0.0.1"), r"excover 0\.0\.1"),
        (("digest", "0" * 64), "another matrix"),
    ]:
        path = new_journal(tmp_path / change[0])
        forge(path, "update run set description = json_replace(description, '$.' || ?, ?)", values=change)
        with Journal(path) as journal, pytest.raises(JournalError, match=reason):
            journal.description.compiled()


def test_tables_of_another_version(run: RunCommand, tmp_path: Path) -> None:
    """Those of version 4 have no seal."""
    path = new_journal(tmp_path / "j")
    with sqlite3.connect(path) as database:
        database.execute("pragma user_version = 4")
    database.close()
    for command in ("resume", "status", "verify"):
        ran = run(command, str(path))
        assert ran.status == 2
        assert "its tables are of version 4, and this one reads version 5" in ran.err


def test_two_coordinators(run: RunCommand, tmp_path: Path) -> None:
    path = new_journal(tmp_path / "j")
    with Journal(path):
        ran = run("resume", str(path))
        assert ran.status == 2
        assert "another process is working on" in ran.err
        assert run("status", str(path)).status == 3
    assert run("resume", str(path)).out == "2\n"


def test_reading_in_the_same_process_drops_no_lock(run: RunCommand, tmp_path: Path) -> None:
    """Closing a descriptor of a database that SQLite has open would drop its locks."""
    path = new_journal(tmp_path / "j")
    with Journal(path) as journal:
        with Journal(path, read_only=True) as reader:
            assert reader.tally().open == 1
        with pytest.raises(JournalError, match="another process"), Journal(path):
            pass
        locks = Path("/proc/locks").read_text().splitlines()
        own = [line for line in locks if f" {os.getpid()} " in line and f":{path.stat().st_ino} " in line]
        assert any("POSIX" in line for line in own), locks
        journal.record([PartReport(1, "1", 2, 3, 0.1)])
    assert [file.name for file in tmp_path.iterdir()] == ["j"]


def test_a_reader_sees_one_moment(tmp_path: Path) -> None:
    """What is recorded between two of its queries, it does not see; nor does it keep a writer waiting."""
    path = new_journal(tmp_path / "j", folder="found")
    with Journal(path, read_only=True) as reader:
        assert reader.tally().open == 1
        with Journal(path) as journal:
            shard = write_shard(tmp_path / "found", 1, b"{}\n", "jsonl")
            journal.record([PartReport(1, "1", 1, 3, 0.1, (), shard)])
            with Journal(path, read_only=True) as other:
                assert other.tally().open == 0
        assert (reader.tally().open, reader.shards()) == (1, {})


def test_a_link_to_a_journal(tmp_path: Path) -> None:
    """It is the same journal: with the same lock, and the same folder of solutions."""
    path = new_journal(tmp_path / "j", folder="found")
    (tmp_path / "other").mkdir()
    link = tmp_path / "other" / "link"
    link.symlink_to(path)
    with Journal(path), pytest.raises(JournalError, match="another process"), Journal(link):
        pass
    with Journal(link, read_only=True) as journal:
        assert journal.folder == tmp_path / "found"


@pytest.mark.slow
def test_a_journal_with_two_names(run: RunCommand, tmp_path: Path) -> None:
    """SQLite's log, and the lock, belong to a name: by another one, they would not be found."""
    path = new_journal(tmp_path / "j")
    other = tmp_path / "other"
    other.hardlink_to(path)
    for name in (path, other):
        for command in ("resume", "status"):
            ran = run(command, str(name))
            assert ran.status == 2
            assert "2 names" in ran.err
    other.unlink()
    (tmp_path / ".excover-0123456789abcdef").hardlink_to(path)  # a crash in the middle of its creation
    assert run("resume", str(path)).out == "2\n"
    assert [file.name for file in tmp_path.iterdir()] == ["j"]


def test_a_journal_behind_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "else" / "deep").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "else" / "deep")
    monkeypatch.chdir(tmp_path)
    campaign = excover.Campaign.begin(COIN, "link/q.journal", "found")
    assert campaign.finish(workers=1).count == 2
    assert len(list(campaign.solutions())) == 2


@pytest.mark.slow
def test_a_part_that_the_tree_does_not_have(run: RunCommand, tmp_path: Path) -> None:
    path = new_journal(tmp_path / "j")
    with Journal(path) as journal:
        journal.record([PartReport(1, "1", 0, 3, 0.1, (GuidingPath((7, 7), 0.5),))])
    ran = run("resume", str(path))
    assert ran.status == 3
    assert "a path takes a branch that its node does not have (part 2)" in ran.err
    assert "Traceback" not in ran.err


def test_no_file_outside(tmp_path: Path) -> None:
    path = new_journal(tmp_path / "j")
    forge(path, """update run set description = json_set(description, '$.files."../stolen"', 'x')""")
    with Journal(path) as journal, pytest.raises(JournalError, match="outside"):
        journal.description.compiled()


def test_misuse_in_words(run: RunCommand, tmp_path: Path) -> None:
    path = str(tmp_path / "j")
    for arguments in (
        ["--journal", path],
        ["--count", "--all", "-o", "x", "--journal", path],
        ["--all", "--journal", path],
        ["--count", "-o", "x", "--journal", path],
        ["--count"],
    ):
        ran = run("run", "queens", *arguments)
        assert ran.status == 2, arguments
    assert not list(tmp_path.iterdir())


def test_solutions_of_another_run_are_not_mixed_in(run: RunCommand, tmp_path: Path) -> None:
    folder = tmp_path / "found"
    folder.mkdir()
    write_shard(folder, 1, b"{}\n", "jsonl")
    ran = run("run", "queens", "--all", "-o", str(folder), "--journal", str(tmp_path / "j"))
    assert ran.status == 2
    assert "it has files of a run" in ran.err
    assert not (tmp_path / "j").exists()


# Files in Parquet


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_solutions_in_parquet_are_those_of_the_lines(run: RunCommand, tmp_path: Path, workers: int) -> None:
    spec, count = ("soma", 11520) if workers > 1 else ("scott", 520)
    parquet = module_or_skip("pyarrow.parquet")
    journal, folder = str(tmp_path / "j"), tmp_path / "found"
    ran = run(
        "run", spec, "--all", "--parquet", "-o", str(folder), "--journal", journal, f"--workers={workers}"
    )
    assert ran.out == f"{count}\n", ran.err
    assert {file.suffix for file in folder.iterdir()} == {".parquet"}
    found = set()
    for file in folder.iterdir():
        by_solution: dict[int, set[str]] = {}
        for row in parquet.read_table(file).to_pylist():
            by_solution.setdefault(row["solution"], set()).add(row["option"])
        found.update(map(frozenset, by_solution.values()))
    assert found == all_solutions(spec)
    assert {frozenset(map(str, each)) for each in excover.Campaign(journal).solutions()} == found
    assert run("verify", journal).status == 0
    changed = next(folder.iterdir())
    changed.write_bytes(changed.read_bytes()[:-1])
    assert f"`{changed}` was changed" in run("verify", journal).err


@pytest.mark.slow
def test_a_solution_without_options_is_in_parquet(run: RunCommand, tmp_path: Path) -> None:
    module_or_skip("pyarrow.parquet")
    nothing = Source("nothing.xc", "item a at most once  optional option x() covers a")
    campaign = excover.Campaign.begin(nothing, tmp_path / "j", tmp_path / "found", form="parquet")
    assert campaign.finish(workers=1).count == 2
    assert sorted(str(each) for each in campaign.solutions()) == ["", "x()"]
    assert run("verify", str(tmp_path / "j")).status == 0


@pytest.mark.slow
def test_the_lines_of_a_file_are_not_in_memory_together(tmp_path: Path) -> None:
    campaign = excover.Campaign.begin(COIN, tmp_path / "j", tmp_path / "found")
    assert campaign.finish(workers=1).count == 2
    (shard,) = (tmp_path / "found").glob("*.jsonl")
    longer = shard.with_name("longer")
    longer.write_bytes(shard.read_bytes() * 10_000)
    digest = sha256(longer.read_bytes()).hexdigest()
    tracemalloc.start()
    try:
        assert sum(1 for _ in campaign._listed(longer, digest)) == 20_000
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < longer.stat().st_size / 2


def test_a_journal_with_another_form_is_refused(tmp_path: Path) -> None:
    path = new_journal(tmp_path / "j", COIN, "found")
    forge(path, "update run set description = replace(description, 'jsonl', '../x')")
    with pytest.raises(JournalError, match=r"files of the form `\.\./x`"):
        excover.Campaign(path).finish()
