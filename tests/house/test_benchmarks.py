"""The benchmarks can be run: every instance is built, cheap ones have the solutions that are told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from math import inf
from pathlib import Path

import pytest
from extras import checkout_or_skip
from forging import forge

from excover import load, parse, solve_many
from excover.base.source import Source
from excover.search.outcome import Status
from excover.search.run import Run
from excover.search.search import Search, count

pytestmark = pytest.mark.outer

FOLDER = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture(autouse=True)
def on_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(FOLDER))
    yield
    ours = ("instances", "puzzles", "measure", "firsts", "contests", "rows", "run", "slow_cluster", "journal")
    for name in (
        *ours,
        "against",
        "further_rows",
        "special",
        "sweep_processes",
        "ablation",
        "genres",
        "growth",
        "kinds",
        "priced",
        "rules",
        "genre_adapters",
    ):
        sys.modules.pop(name, None)


@pytest.mark.slow
def test_cheap_counts() -> None:
    from instances import INSTANCES, matrix_of  # type: ignore[import-not-found]

    for name in (
        "pentominoes 8x8 without the middle",
        "Soma",
        "queens 13",
        "Langford 12",
        "partitions of 12",
    ):
        assert count(matrix_of(name)).count == INSTANCES[name].solutions


def test_puzzles_with_rules_are_made() -> None:
    """Each from a solution; the border of a region without holes is one loop."""
    from rules import BRIDGES, described, light_up, slitherlink  # type: ignore[import-not-found]

    for problem in (
        described("light-up", light_up(7, 9)),
        described("slitherlink-cells", slitherlink(7)),
        parse(BRIDGES),
    ):
        assert next(iter(problem.solutions()))


@pytest.mark.slow
def test_every_instance_is_built() -> None:
    from instances import FURTHER, INSTANCES, matrix_of

    for name in [*INSTANCES, *FURTHER]:
        matrix = matrix_of(name, *([1] if "holes" in name else []))
        assert len(matrix.options) > len(matrix.items) / 4
    assert next(Search(matrix_of("quasigroup with holes", 2), Run.within(solutions=1)))


def test_made_puzzles_have_one_solution() -> None:
    from puzzles import puzzles  # type: ignore[import-not-found]

    lines = list(islice(puzzles(7), 300))
    results = list(solve_many(load("sudoku"), lines, unique=True))
    assert {result.status for result in results} == {Status.SOLVED}
    clues = [81 - line.count(".") for line in lines]
    assert min(clues) == 17
    assert max(clues) == 35


@pytest.mark.slow
def test_a_row_is_measured_and_written(tmp_path: Path) -> None:
    file = tmp_path / "results.md"
    file.write_text("before\n<!-- table -->\nold\n<!-- end -->\nafter\n")
    command = [sys.executable, str(FOLDER / "run.py"), "--write", str(file), "list queens 13"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = file.read_text().splitlines()
    assert (lines[0], lines[-1], "old" in lines) == ("before", "after", False)
    assert [line for line in lines if line.startswith("| list queens 13 | ")]


@pytest.mark.slow
def test_other_rows_of_the_table_stay(tmp_path: Path) -> None:
    """And what was told of them."""
    file, orlib = tmp_path / "results.md", tmp_path / "sppsmall.txt"
    file.write_text("<!-- table -->\n\n| work | ours |\n| --- | --- |\n| old | 1 |\n\nOld.\n\n<!-- end -->\n")
    orlib.write_text("2 3\n5 2 1 2\n1 1 1\n1 1 2\n")
    line = [
        sys.executable,
        str(FOLDER / "run.py"),
        "--write",
        str(file),
        "--or-library",
        str(orlib),
        "sppsmall",
    ]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    text = file.read_text()
    assert "| old | 1 |" in text
    assert "| best sppsmall | " in text
    assert "(1): Old." in text


def test_a_file_of_the_or_library(tmp_path: Path) -> None:
    """Rows and columns; of each column its cost, how many rows it covers, and which."""
    file = tmp_path / "sppsmall.txt"
    file.write_text("3 5\n9 3 1 2 3\n4 2 1 2\n3 1 3\n2 1 1\n4 2 2 3\n")
    line = [sys.executable, str(FOLDER / "priced.py"), str(file)]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{file}: cost 6, proved, ")
    assert done.stdout.count("\n") == 1


@pytest.mark.slow
def test_programs_by_path() -> None:
    """One that reads DLX from its standard input, and one that fails."""
    import contests  # type: ignore[import-not-found]
    from firsts import FOUND, edge_matching  # type: ignore[import-not-found]

    reads = "import sys; sys.exit(0 if sys.stdin.read().split() else 1)"
    says = "import sys; sys.stdin.read(); sys.stderr.write('Altogether 1 solution')"
    command = (sys.executable, "-c")
    seconds, knows = contests.ByPath("says", "dlx", (*command, says)).first(edge_matching(3, 3, 1))
    assert knows
    assert seconds > 0
    with pytest.raises(contests.Failed, match="reads ended with status 0"):
        contests.ByPath("reads", "dlx", (*command, reads)).first(edge_matching(3, 3, 1))
    with pytest.raises(contests.Failed, match="absent"):
        contests.ByPath("absent", "cnf", ("/nonexistent",)).first(edge_matching(3, 3, 1))
    with pytest.raises(ValueError, match="NAME=dlx:COMMAND"):
        contests.ByPath.read("cadical")
    assert len(contests.dlx_lines(FOUND["empty Sudoku 36x36"](1))) == 36**3 + 1


@pytest.mark.slow
def test_constants_are_set_and_listed() -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, str(FOLDER / "run.py"), *arguments]
        return subprocess.run(line, capture_output=True, text=True, check=False)

    listed = run("--tune", "hybrid_turn=3", "--tune", "graph_states=100", "--tuning").stdout
    assert "hybrid_turn = 3 (1 to 1000000000): nodes of a listing" in listed
    assert "graph_states = 100 (1 to 1048576): states taken" in listed
    for wrong in ("nonsense=1", "hybrid_turn=0", "hybrid_turn"):
        assert "invalid _tuned value" in run("--tune", wrong, "--tuning").stderr


def test_a_cluster_in_virtual_time() -> None:
    """Every part is searched once, whatever fails."""
    from slow_cluster import Cluster, simulated, uneven  # type: ignore[import-not-found]

    times, pool, parts = simulated(120.0, Cluster(6, slowest=0.2, failing=0.5), uneven, 1)
    assert times > 0.5
    assert pool.failures
    assert parts > 50


@pytest.mark.slow
def test_no_splits_are_measured_where_there_are_none(tmp_path: Path) -> None:
    """An empty journal, one of a run over in no time, and one whose parts are not done: in words."""
    from slow_cluster import measured  # type: ignore[import-not-found]

    from excover.runs.journal import Journal, PartReport
    from excover.runs.journal_file import create
    from excover.runs.run_description import record
    from excover.search.part_search import GuidingPath

    path = tmp_path / "j"
    create(path, record(Source("coin.xc", "item a  option x() covers a"), "count")[0])
    rests = (GuidingPath((0,), 0.5), GuidingPath((1,), 0.0))
    with Journal(path) as journal:
        for numbers in ((), (1,), (2, 3)):
            journal.record(
                PartReport(number, "1", 1, 0, 0.0, rests if number == 1 else ()) for number in numbers
            )
            with pytest.raises(ValueError, match=r"no part of `.*` was divided"):
                measured(path)
    forge(path, "update part set nodes = 4, seconds = 1.0")
    assert len(measured(path)) == 2
    for arguments in ((f"--journal={tmp_path / 'none'}",), ("--hours=0",), ("--workers=0",)):
        line = [sys.executable, str(FOLDER / "slow_cluster.py"), *arguments]
        ran = subprocess.run(line, capture_output=True, text=True, check=False)
        assert ran.returncode == 2
        assert "Traceback" not in ran.stderr


@pytest.mark.slow
def test_what_a_journal_takes(tmp_path: Path) -> None:
    from journal import bytes_for_parts, counted, run  # type: ignore[import-not-found]

    assert counted(["queens"], "sparse") > 0
    assert run(["queens"], "sparse", tmp_path / "j") > 0
    assert bytes_for_parts(tmp_path / "j").startswith("1 part")


def test_time_grows_with_n(tmp_path: Path) -> None:
    """The other program answers at once."""
    from contests import ByPath
    from growth import Family, measured, replaced, table  # type: ignore[import-not-found]
    from instances import queens

    done = tmp_path / "done"
    done.write_text("print('Altogether 2 solutions')")
    program = ByPath("done", "dlx", (sys.executable, str(done)))
    for is_first in (False, True):
        curves = measured(Family("queens", (4, 5), lambda n: [queens(n)], is_first), [program])
        assert [[*curve.seconds] for curve in curves] == [[4, 5], [4, 5]]
        lines = list(table({"queens": curves}))
        assert [line.split(" | ")[:2] for line in lines[2:]] == [["| queens", "4"], ["| queens", "5"]]
        assert all("| done 0." in line for line in lines[2:])
    marked = "<!-- growth -->\nold\n<!-- end of growth -->\n"
    assert replaced(marked, ["new"]) == "<!-- growth -->\n\nnew\n\n<!-- end of growth -->\n"


@pytest.mark.slow
def test_two_commits_take_turns() -> None:
    """Here, the checkout with itself."""
    from against import Compared, measured  # type: ignore[import-not-found]
    from measure import Failed  # type: ignore[import-not-found]

    python = Path(sys.executable)
    found = measured(
        Compared("count {folder}/one.dlx", 2, {"one.dlx": lambda: "a\na\n"}), "itself", python, python
    )
    assert found.compared.startswith("itself ")
    assert (found.goal, found.is_met) == ("2 times", float(found.ratio) >= 2)
    with pytest.raises(Failed, match="status 2"):
        measured(Compared("count {folder}/absent.xc", 1), "itself", python, python)


@pytest.mark.slow
def test_a_commit_that_there_is_not() -> None:
    """It is refused; so are rows that there are not, before anything is built."""
    line = [sys.executable, str(FOLDER / "run.py"), "--against", "no-such-commit"]
    done = subprocess.run([*line, "version"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "no-such-commit" in done.stderr
    done = subprocess.run([*line, "no such row"], capture_output=True, text=True, check=False)
    assert "no row is named so; there are: no-such-commit: list Kanoodle" in done.stderr


@pytest.mark.slow
def test_a_build_that_ends_early(tmp_path: Path) -> None:
    """It takes away its folder, and what it has started."""
    checkout_or_skip()
    line = [sys.executable, str(FOLDER / "run.py"), "--against", "HEAD", "version"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(line, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as build:
        assert build.stdout
        assert any(b"-m venv" in line for line in build.stdout)
        assert list(tmp_path.glob("excover-*"))
        build.terminate()
        build.stdout.read()  # to its end, when all that could write there has ended
        assert build.wait() == 128 + signal.SIGTERM
    assert not list(tmp_path.iterdir())


def test_the_time_for_a_build() -> None:
    from against import done

    begun = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(600)'])"
    with pytest.raises(SystemExit, match="the time for the build is over"):
        done([sys.executable, "-c", begun], 0)
    with pytest.raises(SystemExit, match="ended with status 3"):
        done([sys.executable, "-c", "raise SystemExit(3)"], inf)


@pytest.mark.slow
def test_lines_of_each_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import against
    import further_rows  # type: ignore[import-not-found]

    monkeypatch.setattr(against, "LINES", 40)
    monkeypatch.setattr(further_rows, "LINES", 40)
    clues = {
        kind: {81 - line.count(".") for line in made().split()} for kind, made in against.LINES_OF.items()
    }
    assert (clues["of 17 clues"], clues["hard"], max(clues["made"]) > 23) == ({17}, {23}, True)
    reads = tmp_path / "reads"
    reads.write_text("import sys; assert len(open(sys.argv[1]).readlines()) == 40")
    monkeypatch.setattr(further_rows, "line_programs", [f"reader:{sys.executable} {reads} {{file}}"])
    found = further_rows.lines_against("hard", "")
    assert found.compared.startswith("reader ")
    assert found.goal == "0.5 times"


@pytest.mark.slow
def test_the_peak_of_a_command_is_not_that_of_who_measures_it() -> None:
    from measure import own_peak, peak_memory  # type: ignore[import-not-found]

    taken = b"a" * 400_000_000
    assert own_peak() > len(taken) / (1 << 20)
    assert 1 << 20 < peak_memory("--version") < len(taken) / 2


@pytest.mark.slow
def test_further_rows() -> None:
    import further_rows
    from instances import queens
    from measure import Failed

    assert further_rows.peak_of(further_rows.listed_peak, "Soma", "lanes") > 10
    assert further_rows.counted(lambda: queens(6), "graph", 4).note.startswith("4; at most ")
    with pytest.raises(Failed, match="4 solutions instead of 5"):
        further_rows.counted(lambda: queens(6), "lanes", 5)
    assert len(further_rows.one_sided_pentominoes().items) == 90 + 18


def test_two_processes_that_sweep() -> None:
    """12,988,816 tilings of a chessboard (A004003)."""
    from sweep_processes import in_two_processes, swept  # type: ignore[import-not-found]

    (ways, _, states), (ways_by_two, _, states_by_two) = swept(8), in_two_processes(8)
    assert (ways, states) == (ways_by_two, states_by_two)
    assert ways == 12_988_816


def test_each_part_of_the_table_can_be_taken_out() -> None:
    """Its constants exist, its values are in their ranges, and a kind of questions may enter it."""
    from ablation import PARTS, QUESTIONS  # type: ignore[import-not-found]

    kinds = {kind for kind, _, _ in QUESTIONS}
    assert len({part.name for part in PARTS}) == len(PARTS)
    for part in PARTS:
        assert set(part.kinds.split()) <= kinds
        with part.taken_out():
            pass


@pytest.mark.slow
def test_what_a_part_is_worth_is_measured_and_written(tmp_path: Path) -> None:
    file = tmp_path / "search.md"
    file.write_text("before\n<!-- table -->\nold\n<!-- end -->\nafter\n")
    rows = ["--rows", "sweep dominoes", "refute Langford"]
    command = [
        sys.executable,
        str(FOLDER / "ablation.py"),
        "--write",
        str(file),
        "order of a frontier search",
        *rows,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "| order of a frontier search | 1 | sweep dominoes 16x16 " in file.read_text()


COLLECTED = {
    "CastleWall": ("3 3\n- - -\n- 0eo -\n- - -", "3 3\nse ew sw\nns - ns\nne ew nw"),
    "Doors": ("2 2\n1 2\n1 -", "2 2\n11 12\n11 6"),
    "Foseruzu": ("3 4\n3 2 2 3\n2 2 2 2\n2 2 2 2", "3 4\n1 1 1 1\n2 2 3 3\n2 2 3 3"),
    "GrandTour": ("2 3\n- 8 -\n- - -", "2 3\nx x x\nx - x"),
    "Mejilink": (
        "4 4\n12 9 15 13\n4 2 11 7\n5 14 11 13\n7 15 15 7",
        "4 4\n0 1 14 9\n0 2 11 5\n1 12 10 1\n1 7 13 7",
    ),
    "Munraito": ("3 3\n- - -\n8 - -\n- - 12", "3 3\ns - x\n8 x s\nx s 12"),
    "Pills": ("3 3\n0 1 0\n1 0 0\n0 1 0\n0 2 0\n0 0 0", "3 3\n1 1 1\n0 0 0\n0 0 0"),
    "Eulero": ("3 3\n12 23 31\n33 00 00\n00 00 00", "3 3\n12 23 31\n33 11 22\n21 32 13"),
    "KenKen": ("2 2\n1- .\n2 .\n1 1\n2 3", "2 2\n1 2\n2 1"),
    "Masyu": ("3 3\n2 - b\n- - -\n- - -", "3 3\nse ew sw\nns - ns\nne ew nw"),
    "Shikaku": ("3 3\n2 - 4\n- - -\n3 - -", "3 3\n7 9 9\n7 9 9\n1 1 1"),
    "Yajikabe": ("2 2\n1e -\n0e -", "2 2\n- x\n- -"),
}
"""Puzzles of our own, as the collection writes them, and their solutions."""


@pytest.mark.parametrize("genre", COLLECTED)
def test_genres_are_read_and_compared(genre: str) -> None:
    from genre_adapters import ADAPTERS  # type: ignore[import-not-found]
    from genres import outcome  # type: ignore[import-not-found]

    puzzle, solution = COLLECTED[genre]
    assert outcome(ADAPTERS[genre], puzzle, solution, 5).verdict == "right"
    head, *rows = solution.splitlines()
    assert outcome(ADAPTERS[genre], puzzle, "\n".join([head, *reversed(rows)]), 5).verdict == "wrong"


def test_all_genres_are_shipped_and_in_the_table() -> None:
    from genre_adapters import ADAPTERS
    from genres import fields

    page = (FOLDER.parent / "docs" / "genres.md").read_text("utf-8")
    rows = {fields(row)[0]: fields(row)[1] for row in page.splitlines() if "](../specs/" in row}
    assert rows == {genre: f"[`{a.spec}`](../specs/{a.spec}.xc)" for genre, a in ADAPTERS.items()}
    assert all((FOLDER.parent / "specs" / f"{a.spec}.xc").is_file() for a in ADAPTERS.values())


def test_each_kind_has_a_solution_and_a_proof_is_told() -> None:
    import kinds  # type: ignore[import-not-found]

    assert len(kinds.KINDS) == 24
    for name in ("cover 80x600", "pack 60x800", "cut 6 widths", "routes of 50"):
        assert next(Search(kinds.KINDS[name](), Run.within(solutions=1)))
    states = kinds.run("excover", "kidneys 60", [1e9])
    assert [(cost, bound, proved) for _, cost, bound, proved in states] == [(-4701, -4701, True)]
    assert kinds.cell(states).startswith("-4,701 in ")
    trace = kinds.Trace([0.0, 1e9])
    trace.note(12.0, 3.4)
    assert kinds.cell(trace.end(11.0, 4.0, False)) == "- (-)"
    assert kinds.cell([(1.0, 12.0, 3.4, False), (10.0, 11.0, 4.0, False)]) == "12 (4); 11 (4)"


def test_a_table_of_kinds_is_made_in_parts(tmp_path: Path) -> None:
    import kinds

    page, case = tmp_path / "page.md", tmp_path / "case.json"
    case.write_text('{"prim": 2, "sec": 1, "options": [[3, [0, 2]], [4, [1, 2]], [9, [0, 1]], [5, [1]]]}')
    page.write_text(
        f"before\n{kinds.BEGIN}\n\n| | A | B |\n|---|---|---|\n| one | 1 | 2 |\n\n{kinds.END}\nafter\n"
    )
    assert kinds.cell(kinds.run("excover", str(case), [1e9])).startswith("8 in ")
    kinds.Table(page, ["B"]).note("one", "B", "3")
    kinds.Table(page, ["C"]).note("two", "C", "4")
    rows = "| | A | B | C |\n|---|---|---|---|\n| one | 1 | 3 |  |\n| two |  |  | 4 |"
    assert page.read_text() == f"before\n{kinds.BEGIN}\n\n{rows}\n\n{kinds.END}\nafter\n"
