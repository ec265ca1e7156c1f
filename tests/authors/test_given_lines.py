"""Lines of clues: each is answered as if it were compiled alone, in order, and what is wrong is told."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path
from random import Random

import pytest
from cancelling import ending_when
from effort import HANGS, examples, with_more_time
from slow_values import with_slow

import excover
from excover.apps.cli import main
from excover.authors.clue_lines import LineResult, LineSolver, Rejection, solve_many
from excover.search.outcome import Status
from excover.search.run import Budget, Run
from excover.search.strategy import Strategy

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PIGEONS = """\
item pigeon[1..15]
item hole[1..14] at most once
option sits(p in 1..15, h in 1..14) covers pigeon[p], hole[h]
draw sits(p, h) at (1, p) as h
"""
"""Fifteen pigeons in fourteen holes: it takes long to find that there is no solution."""
BOARDS: dict[str, dict[str, int]] = {
    "sudoku-4x4": {},
    "latin": {"n": 4},
    "queens": {"n": 6},
    "dominoes": {"rows": 4, "columns": 4},
    "kanoodle-start": {},
    "tetrominoes": {},
    "tetrahexes": {},
    "hexiamonds": {},
    "word-square": {},
    "soma": {},
    "instant-insanity": {},
    "langford": {"n": 4},
    "toroidal-queens": {},
    "nonogram": {},
}


def statuses(results: list[LineResult]) -> list[str]:
    return [result.status.value for result in results]


@pytest.mark.random
@pytest.mark.parametrize("name", with_slow(BOARDS, slow=["soma"]))
@pytest.mark.parametrize("unique", [False, True])
def test_each_line_is_answered_as_if_it_were_alone(name: str, unique: bool) -> None:
    problem, random = excover.load(name, BOARDS[name]), Random(1)
    alphabet = LineSolver(problem)._alphabet
    known = {str(s): alphabet.line(s.markings) for s in problem.solutions()}
    lines = list(clues_of(problem, list(known.values()), random))
    for line, result in zip(
        lines, solve_many(problem, lines, unique=unique, run=Run(strategy=Strategy(threads=2))), strict=True
    ):
        alone = {solution for solution, drawing in known.items() if agrees(drawing, line)}
        if result.status in (Status.SOLVED, Rejection.AMBIGUOUS):
            assert result.solution is not None
            assert str(result.solution) in alone
            assert agrees(result.drawing, line)
            assert (result.status is Rejection.AMBIGUOUS) == (unique and len(alone) > 1)
        else:
            assert result.status is Status.NONE
            assert not alone


def clues_of(problem: excover.Problem, known: list[str], random: Random) -> Iterator[str]:
    """Some marks of a solution, now and then one of them exchanged for another."""
    for _ in range(examples(48)):
        words = marks(random.choice(known))
        for k in random.sample(range(len(words)), random.randrange(len(words) + 1)):
            words[k] = "." if words[k] != "#" else "#"
        given = [k for k, word in enumerate(words) if word not in ".#"]
        if given and random.randrange(3) == 0:
            one, other = random.choice(given), random.choice(given)
            words[one] = words[other] if drawn_at(problem, one, words[other]) else words[one]
        yield (" " if " " in known[0] else "").join(words)


def marks(line: str) -> list[str]:
    return line.split() if " " in line else list(line)


def drawn_at(problem: excover.Problem, place: int, mark: str) -> bool:
    (canvas,) = problem.full.canvases
    from excover.matrix.givens.given_drawing import cells_of

    cell = cells_of(canvas)[place]
    return any(
        marking.mark == mark and cell in marking.cells
        for markings in problem.full.markings
        for marking in markings
    )


def agrees(drawing: str, clues: str) -> bool:
    return all(clue in (".", "#", mark) for mark, clue in zip(marks(drawing), marks(clues), strict=True))


def test_lines_are_numbered_and_comments_are_not() -> None:
    sudoku = excover.load("sudoku")
    lines = [EASY, "", "# one more", "  ", EASY.replace(".", "0") + "\r\n", "#"]
    found = [(r.number, r.line, str(r)) for r in solve_many(sudoku, lines)]
    assert found == [(1, 1, SOLVED), (2, 5, SOLVED)]


def test_a_board_that_begins_with_a_hole_may_begin_its_lines_so() -> None:
    ring = excover.parse("board b\n  |#.\n  |..\nshapes p\n  |AA B\nplace free p on b")
    found = list(solve_many(ring, ["#.B.", "# a comment", "#..B", "..B."]))
    assert [(r.line, str(r)) for r in found] == [(1, "#ABA"), (3, "- none"), (4, "#ABA")]


def test_what_is_unsolvable_ambiguous_or_wrong_keeps_its_number() -> None:
    sudoku = excover.load("sudoku")
    lines = [EASY, "." * 81, "55" + EASY[2:], EASY[1:], EASY.replace("7", "x"), EASY]
    results = list(solve_many(sudoku, lines, unique=True))
    assert statuses(results) == ["solved", "ambiguous", "none", "wrong", "wrong", "solved"]
    assert list(map(str, results)) == [SOLVED, "- ambiguous", "- none", "- wrong", "- wrong", SOLVED]
    assert [fault.code for result in results for fault in result.faults] == ["E325", "E324"]
    assert statuses(list(solve_many(sudoku, lines[:3]))) == ["solved", "solved", "none"]


def test_the_problem_s_own_givens_hold_too() -> None:
    start = excover.load("sudoku", given=EASY)
    lines = ["." * 81, "5" + "." * 80, "4" + "." * 80, "..4" + "." * 78, "..3" + "." * 78]
    found = list(solve_many(start, lines, unique=True))
    assert statuses(found) == ["solved", "solved", "none", "solved", "none"]


def test_marks_that_are_words() -> None:
    wide = excover.load("langford", {"n": 12})
    (solved,) = solve_many(wide, [" ".join(["12"] + ["."] * 23)])
    assert solved.drawing.split()[:14:13] == ["12", "12"]


def test_two_boards_or_none_are_refused() -> None:
    with pytest.raises(ValueError, match="draws on none"):
        LineSolver(excover.parse("item a option x() covers a"))
    two = excover.parse("board a 1x2\nboard b 1x2\nshapes p\n  |A\nplace free p on a\nplace free p on b")
    with pytest.raises(ValueError, match="draws on 2"):
        LineSolver(two)


def test_threads_keep_the_order() -> None:
    sudoku, random = excover.load("sudoku"), Random(3)
    lines = []
    for _ in range(3000):
        shown = random.sample(range(81), 30)
        lines.append("".join(mark if k in shown else "." for k, mark in enumerate(SOLVED)))
    one, three = (
        list(map(str, solve_many(sudoku, lines, unique=True, run=Run(strategy=Strategy(threads=n)))))
        for n in (1, 3)
    )
    assert one == three
    assert {"- ambiguous"} < set(one)


def test_a_hard_line_ends_with_the_time_and_what_came_before_it_is_kept() -> None:
    pigeons = excover.parse(PIGEONS)
    empty = " ".join(["."] * 15)
    lines = [f"1 1{empty[3:]}", f"2 2{empty[3:]}", empty, empty]
    found = with_more_time(
        lambda seconds: list(solve_many(pigeons, lines, run=Run.within(seconds=seconds))),
        lambda found: len(found) == 2,
    )
    assert [(r.number, r.status.value) for r in found] == [(1, "none"), (2, "none")]
    threaded = with_more_time(
        lambda seconds: list(
            solve_many(pigeons, [empty, lines[0]], run=Run(Budget(seconds=seconds), Strategy(threads=2)))
        ),
        lambda found: len(found) == 2 and found[1].status is Status.NONE,
    )
    assert statuses(threaded) == ["unknown", "none"]


def test_a_stop_request_ends_it() -> None:
    pigeons = excover.parse(PIGEONS)
    assert not list(solve_many(pigeons, [" ".join(["."] * 15)], run=ending_when(lambda: True)))


def test_results_come_while_lines_are_read() -> None:
    sudoku = excover.load("sudoku")

    def endless() -> Iterator[str]:
        while True:
            yield EASY

    results = solve_many(sudoku, endless())
    assert [next(results).number for _ in range(2500)] == list(range(1, 2501))


# The command


def test_a_line_of_result_for_each(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_bytes(f"\ufeff{EASY}\r\n\r\n# hard ones\r\n{'.' * 81}\r\n55{EASY[2:]}\r\n{EASY[1:]}".encode())
    assert main(["solve", "sudoku", "--given-lines", str(file), "--unique"]) == 2
    out, err = capsys.readouterr()
    assert out.splitlines() == [SOLVED, "- ambiguous", "- none", "- wrong"]
    assert f"{file}:4: at least 2 solutions\n{file}:5: no solution\n" in err
    assert f"--> {file}:6:1\n" in err
    assert "4 lines: 1 solved, 1 without solution, 1 ambiguous, 1 wrong in " in err


def test_a_line_of_rating_for_each(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{EASY}\n# hard ones\n\n{'.' * 81}\n55{EASY[2:]}\n{EASY[:79]}99\n{EASY[:9]}\n{SOLVED}\n")
    assert main(["rate", "sudoku", "--given-lines", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out.splitlines() == ["easy, 1.40", "- ambiguous", "- none", "- none", "- wrong", "easy, 0.00"]
    assert f"{file}:4: at least 2 solutions\n{file}:5: no solution\n" in err
    assert f"--> {file}:7:1\n" in err  # nine cells are no line, though they are the first row of a drawing
    assert "6 lines: 2 easy, 2 without solution, 1 ambiguous, 1 wrong in " in err


def test_the_rating_of_a_line_is_that_of_its_clues(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "puzzle.txt"
    file.write_text(EASY)
    assert main(["rate", "sudoku", "--given", str(file), "--json"]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert main(["rate", "sudoku", "--given-lines", str(file), "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert line == {"version": 1, "number": 1, "line": 1, "status": "solved", "rating": line["rating"]}
    assert {"version": 1, **line["rating"]} == alone


@pytest.mark.parametrize("option", [["--steps"], ["--given", "sudoku-easy"]])
def test_a_file_of_puzzles_is_only_rated(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", "sudoku", "--given-lines", "-", *option]) == 2
    assert f"--given-lines and {option[0]} exclude each other" in capsys.readouterr().err


def test_a_time_limit_ends_the_ratings(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text("".join(f"{each}\n" for each in [EASY] * 20_000))
    assert main(["rate", "sudoku", "--given-lines", str(file), "--time-limit", "0.5"]) == 3
    err = capsys.readouterr().err
    assert "stopped by --time-limit in line " in err
    assert " easy in " in err or "0 lines: none rated in " in err


ORDINARY = [EASY, EASY.replace(".", "0"), SOLVED]
OTHERS = {
    "a comment": f"#{EASY[1:]}",
    "blank": " " * 81,
    "empty": "",
    "a blank mark": EASY.replace(".", " "),
    "no solution": f"55{EASY[2:]}",
    "several solutions": "." * 81,
    "an unknown mark": EASY.replace("7", "x"),
    "too short": EASY[1:],
    "other digits": EASY.replace("7", "\u0667"),
}
"""Lines that make those beside them be looked at one by one."""


@pytest.mark.parametrize("other", ["", *OTHERS.values()], ids=["all ordinary", *OTHERS])
@pytest.mark.parametrize("unique", [False, True])
def test_the_command_writes_what_the_results_say(
    other: str, unique: bool, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = [*ORDINARY, other, *ORDINARY] if other else ORDINARY
    file = tmp_path / "puzzles.txt"
    file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    results = list(solve_many(excover.load("sudoku"), lines, unique=unique))
    main(["solve", "sudoku", "--given-lines", str(file), *(["--unique"] if unique else [])])
    out, err = capsys.readouterr()
    assert out.splitlines() == list(map(str, results))
    assert f"{len(results)} lines: {sum(r.status is Status.SOLVED for r in results)} solved" in err
    for result in results:
        if result.status is not Status.SOLVED:
            assert f"{file}:{result.line}:" in err


def test_texts_of_lines_say_what_their_results_say() -> None:
    lines = [*ORDINARY, *OTHERS.values()]
    together = LineSolver(excover.load("sudoku"))
    assert together.solve_texts(ORDINARY, 1) == "\n".join([SOLVED] * 3)
    found = together.solve_texts(lines, 4)
    assert not isinstance(found, str)
    alone = LineSolver(excover.load("sudoku")).solve(together.clues(lines, 4))
    assert [(r.number, r.line, str(r)) for r in found] == [(3 + r.number, r.line, str(r)) for r in alone]


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ([EASY], 0),
        ([EASY, "55" + EASY[2:]], 1),
        (["." * 81], 1),
        ([EASY, "x" * 81, "55" + EASY[2:]], 2),
        ([], 0),
    ],
)
def test_status(lines: list[str], status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO("\n".join(lines).encode())))
    assert main(["solve", "sudoku", "--given-lines", "-", "--unique"]) == status


def test_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"# one\n{EASY}\n55{EASY[2:]}\n")
    assert main(["solve", "sudoku", "--given-lines", str(file), "--json"]) == 1
    out, err = capsys.readouterr()
    solved, unsolved = map(json.loads, out.splitlines())
    options = solved.pop("solution")["options"]
    assert solved == {"version": 1, "number": 1, "line": 2, "status": "solved", "solved": SOLVED}
    assert [option["arguments"][2] for option in options] == list(map(int, SOLVED))
    rest = {"number": 2, "line": 3, "status": "none", "solved": "", "solution": None}
    assert unsolved == {"version": 1, **rest}
    assert json.loads(err)["lines"]["solved"] == 1


@pytest.mark.parametrize("option", ["--given x", "--all", "--limit 2", "--engine sparse", "--up-to-symmetry"])
def test_options_that_make_no_sense(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "sudoku", "--given-lines", "-", *option.replace("x", "sudoku-easy").split()]) == 2
    assert f"--given-lines and {option.split()[0]} exclude each other" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("solve sudoku --unique", "--unique needs --given-lines"),
        ("solve - --given-lines -", "cannot both be read"),
        ("solve sudoku --given-lines nowhere.txt", "cannot read `nowhere.txt`"),
        ("solve crew --given-lines -", "one board"),
    ],
)
def test_wrong_use(
    arguments: str, message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"item a option x() covers a")))
    assert main(arguments.split()) == 2
    assert message in capsys.readouterr().err


def test_bytes_that_are_no_text(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "puzzles.bin"
    file.write_bytes(EASY.encode() + b"\n\xff\xfe")
    assert main(["solve", "sudoku", "--given-lines", str(file)]) == 2
    assert "is not a text in UTF-8" in capsys.readouterr().err


def test_a_time_limit_is_for_all_lines(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    spec, lines = tmp_path / "pigeons.xc", tmp_path / "lines.txt"
    spec.write_text(PIGEONS)
    lines.write_text(" ".join(["."] * 15) + "\n")
    assert main(["solve", str(spec), "--given-lines", str(lines), "--time-limit", "0.1"]) == 3
    assert "0 lines: 0 solved, 0 without solution stopped by --time-limit after" in capsys.readouterr().err


@pytest.mark.parametrize("waits_for", ["search", "input"])
def test_ctrl_c_keeps_what_was_done(waits_for: str, tmp_path: Path) -> None:
    spec = tmp_path / "pigeons.xc"
    spec.write_text(PIGEONS)
    command = [sys.executable, "-m", "excover", "solve", str(spec), "--given-lines", "-", "--threads", "1"]
    empty = " ".join(["."] * 15)
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdin.write(f"1 1{empty[3:]}\n".encode())
        run.stdin.flush()
        assert run.stdout.readline() == b"- none\n"  # although the input has not ended
        if waits_for == "search":
            run.stdin.write(f"{empty}\n".encode())
            run.stdin.flush()
            time.sleep(0.3)  # the outcome is the same if the search begins later
        run.send_signal(signal.SIGINT)
        assert run.wait(HANGS) == 130
        assert b"1 line: 0 solved, 1 without solution interrupted after" in run.stderr.read()
