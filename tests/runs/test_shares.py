"""Shares of a run on machines that never meet, and their merging."""

from __future__ import annotations

import json
import shutil
from dataclasses import fields
from pathlib import Path

import pytest
from commands import Run as RunCommand
from forging import forge
from slow_values import with_slow
from test_runs import all_solutions, solutions_in

from excover.base.errors import CannotWrite
from excover.language.source_files import find
from excover.runs.audit import audit
from excover.runs.journal import Journal
from excover.runs.journal_file import create
from excover.runs.run_description import IN_WORDS, JournalError, RunDescription, record
from excover.runs.shares import merge, share_number, take_share
from excover.search.run import Run


def shares(
    run: RunCommand, folder: Path, of: int, *arguments: str, question: tuple[str, ...] = ("--count",)
) -> list[str]:
    """The journals of all shares; each in a folder of its own, as on machines of their own. ``question``: if
    it is not only a count, the files go into `found`.
    """
    paths = []
    for number in range(1, of + 1):
        machine = folder / f"machine{number}"
        machine.mkdir()
        output = [] if question == ("--count",) else ["-o", str(machine / "found")]
        paths.append(str(machine / "j"))
        ran = run("run", *arguments, *question, *output, "--part", f"{number}/{of}", "--journal", paths[-1])
        assert (ran.out, ran.status) == ("", 0), ran.err
    return paths


@pytest.fixture
def halves(run: RunCommand, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Copies of both shares of Scott's puzzle, which are counted once."""
    made = tmp_path_factory.getbasetemp() / "halves"
    if not made.exists():
        making = tmp_path_factory.mktemp("making")
        shares(run, making, 2, "scott")
        making.rename(made)
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return [str(tmp_path / f"machine{number}" / "j") for number in (1, 2)]


@pytest.mark.parametrize("of", with_slow([1, 2, 3, 7], slow=[3, 7]))
@pytest.mark.parametrize(
    ("spec", "count"),
    with_slow([("scott", 520), ("queens -p n=7", 40), ("copies", 0)], slow=[("scott", 520)]),
)
def test_shares_add_up(of: int, spec: str, count: int, run: RunCommand, tmp_path: Path) -> None:
    count = count or int(run("count", *spec.split()).out)
    if of == 1:
        assert run("run", *spec.split(), "--count", "--part", "1/1", "--journal", str(tmp_path / "j")).out
        return
    paths = shares(run, tmp_path, of, *spec.split())
    parts = []
    for path in paths:
        with Journal(path, read_only=True) as journal:
            parts.append(journal.tally().count)
            assert audit(journal, 50, 1, Run()).faults == []
    assert sum(parts) == count
    merged = tmp_path / "merged"
    ran = run("merge", *reversed(paths), "--journal", str(merged))
    assert (ran.status, ran.out) == (0, f"{count}\n")
    ran = run("verify", str(merged), "--sample", "50")
    assert (ran.status, ran.out) == (0, f"{count}\n"), ran.err


@pytest.mark.slow
def test_solutions_of_shares(run: RunCommand, tmp_path: Path) -> None:
    paths = shares(run, tmp_path, 2, "scott", question=("--all",))
    merged, folder = tmp_path / "merged", tmp_path / "all"
    ran = run("merge", *paths, "--journal", str(merged), "-o", str(folder))
    assert (ran.status, ran.out) == (0, "520\n"), ran.err
    found = solutions_in(folder)
    assert len(found) == 520
    assert set(found) == all_solutions("scott")
    assert run("verify", str(merged)).status == 0


@pytest.mark.slow
def test_work_is_shared(run: RunCommand, tmp_path: Path) -> None:
    """Sizes are guesses, yet no share has nearly all."""
    nodes = []
    for path in shares(run, tmp_path, 2, "soma"):
        with Journal(path, read_only=True) as journal:
            nodes.append(journal.tally().nodes)
    assert sum(nodes) == 254_672
    assert min(nodes) > 254_672 / 5


@pytest.mark.slow
def test_a_division_that_was_interrupted_goes_on(run: RunCommand, tmp_path: Path, halves: list[str]) -> None:
    paths = halves
    again = tmp_path / "again"
    create(again, record(find("scott"), "count")[0], share="2/2")
    ended = Exception("the process ends here")

    class Ending(Journal):
        left = 20

        def record(self, reports: object) -> list[object]:  # type: ignore[override]
            self.left -= 1
            if self.left < 0:
                raise ended
            return super().record(reports)  # type: ignore[arg-type, return-value]

    with Ending(again) as journal, pytest.raises(Exception, match="ends here"):
        take_share(journal, Run())
    assert run("resume", str(again)).status == 0
    assert run("merge", paths[0], str(again), "--journal", str(tmp_path / "merged")).out == "520\n"


@pytest.mark.slow
def test_incomplete_shares_can_be_resumed(run: RunCommand, tmp_path: Path, halves: list[str]) -> None:
    paths = halves
    first = str(tmp_path / "first")
    create(Path(first), record(find("scott"), "count")[0], share="1/2")
    with Journal(first) as journal:
        assert take_share(journal, Run())
    merged = str(tmp_path / "merged")
    assert run("merge", first, paths[1], "--journal", merged).status == 3
    assert run("resume", merged).out == "520\n"


def test_every_difference_has_words() -> None:
    assert {*IN_WORDS} == {field.name for field in fields(RunDescription)}


def test_what_does_not_belong_together(run: RunCommand, tmp_path: Path) -> None:
    one, two = map(Path, shares(run, tmp_path, 2, "queens", "-p", "n=6"))
    other = tmp_path / "other"
    assert run("run", "queens", "--count", "--part", "2/2", "--journal", str(other)).status == 0
    third = tmp_path / "third"
    assert run("run", "queens", "-p", "n=6", "--count", "--part", "2/3", "--journal", str(third)).status in (
        0,
        1,
    )
    whole = tmp_path / "whole"
    create(whole, record(find("queens"), "count", {"n": 6})[0])
    undivided = tmp_path / "undivided"
    create(undivided, record(find("queens"), "count", {"n": 6})[0], share="2/2")
    new = tmp_path / "new"
    for paths, reason in [
        ([one], "no journal has `2/2` of the shares"),
        ([one, one], "machine1/j` and `.*machine1/j` both have share 1/2"),
        ([one, other], "differ in: .*the parameters, the matrix"),
        ([one, third], "machine1/j` has share 1/2, and `.*third` share 2/3"),
        ([one, whole, two], "machine1/j` has share 1/2, and `.*whole` the whole run"),
        ([one, undivided], "not yet divided"),
    ]:
        with pytest.raises(JournalError, match=reason):
            merge(paths, new, None)
        assert not new.exists()
    with pytest.raises(JournalError, match="-o DIR"):
        merge([one, two], new, tmp_path / "found")
    with pytest.raises(JournalError, match="already"):
        merge([one, two], one, None)
    with pytest.raises(CannotWrite, match="folder`: No such file or directory"):
        merge([one, two], tmp_path / "no" / "folder", None)
    assert {path.name for path in tmp_path.iterdir()} == {
        *("machine1", "machine2", "other", "third", "undivided", "whole"),
    }


def test_a_merge_that_fails_can_be_tried_again(run: RunCommand, tmp_path: Path) -> None:
    """It leaves no copies, which would be taken for those of another run."""
    for share in (1, 2):
        made = (
            f"--part={share}/2",
            "-o",
            str(tmp_path / f"found{share}"),
            "--journal",
            str(tmp_path / f"{share}"),
        )
        assert run("run", "queens", "-p", "n=6", "--all", *made).status in (0, 1)
    file = max((tmp_path / "found1").iterdir())
    content, new = file.read_bytes(), tmp_path / "new"
    merging = (
        "merge",
        str(tmp_path / "1"),
        str(tmp_path / "2"),
        "--journal",
        str(new),
        "-o",
        str(tmp_path / "all"),
    )
    file.unlink()
    ran = run(*merging)
    assert f"`{file}` cannot be read: No such file" in ran.err
    file.write_bytes(content + b"\n")
    assert f"`{file}` was changed since it was written" in run(*merging).err
    assert not new.exists()
    assert list((tmp_path / "all").iterdir()) == []
    file.write_bytes(content)
    ran = run(*merging)
    assert (ran.status, ran.out) == (0, "4\n")


@pytest.mark.parametrize("text", ["0/2", "3/2", "1", "1/0", "a/b", "-1/2", "", "1/1001"])
def test_wrong_shares(text: str, run: RunCommand, tmp_path: Path) -> None:
    with pytest.raises(JournalError):
        share_number(text)
    ran = run("run", "queens", "--count", f"--part={text}", "--journal", str(tmp_path / "j"))
    assert ran.status == 2
    assert "is not a share" in ran.err or "at most 1,000 shares" in ran.err


@pytest.mark.slow
def test_the_status_of_a_share(run: RunCommand, tmp_path: Path, halves: list[str]) -> None:
    path = halves[1]
    ran = run("status", path, "--json")
    data = json.loads(ran.out)
    assert (data["share"], data["exhausted"], data["done"]) == ("2/2", True, 1)
    assert "of share 2/2" in run("status", path).err


def test_a_part_that_no_share_has(tmp_path: Path, halves: list[str]) -> None:
    one, two = map(Path, halves)
    forge(one, "update part set state = 'away', count = 0 where id = 2")
    with pytest.raises(JournalError, match="none of these journals has part 2"):
        merge([one, two], tmp_path / "new", None)


@pytest.mark.slow
def test_a_division_ends_with_its_run(run: RunCommand, tmp_path: Path, halves: list[str]) -> None:
    """And goes on when the run is resumed."""
    paths = halves
    path = str(tmp_path / "j")
    ran = run("run", "scott", "--count", "--part", "2/2", "--journal", path, "--time-limit", "0")
    assert ran.status == 3
    assert "stopped by --time-limit" in ran.err
    with Journal(path, read_only=True) as journal:
        assert (journal.divided, journal.tally().searched) == (None, 0)
    assert run("resume", path).status == 0
    assert run("merge", paths[0], path, "--journal", str(tmp_path / "merged")).out == "520\n"
