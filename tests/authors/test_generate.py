"""New puzzles: each has one solution, is what was wanted, and comes again with its seed."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from random import Random
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from cancelling import ending_when
from commands import Run
from effort import HANGS
from extras import module_or_skip
from slow_values import with_slow

import excover
from excover import GaveUp, Level, NewPuzzle, SpecError, Symmetry, Unfinished, Wanted, generate
from excover.apps.cli import main
from excover.apps.cli.commands.generate import _easiest_first, hints_of
from excover.authors.candidates import RandomSolutions
from excover.render.booklet import PAPERS, Booklet, rules_of
from excover.render.svg import Picture
from excover.search.run import UNLIMITED

SUDOKU = excover.load("sudoku")
KANOODLE = excover.load("kanoodle")


def assert_unique(problem: excover.Problem, puzzle: NewPuzzle) -> None:
    """Counted from the drawing alone."""
    stated = problem.given(puzzle.drawing)
    assert list(stated.solutions(excover.Run.within(solutions=2))) == [puzzle.solution]


LARGE = ["iq-fit", "pentominoes"]
EACH = [("sudoku", 3), ("sudoku-4x4", 5), ("kanoodle", 2), ("queens", 4), ("soma", 1), ("iq-fit", 1)]


@pytest.mark.parametrize(
    ("spec", "number"),
    with_slow(EACH, slow=EACH[-2:]),
)
def test_each_has_one_solution(spec: str, number: int) -> None:
    problem = excover.load(spec)
    made = list(generate(problem, seed=1, number=number))
    assert len(made) == number
    for puzzle in made:
        assert_unique(problem, puzzle)


@pytest.mark.slow
def test_the_same_seed_makes_the_same_puzzles() -> None:
    first = [puzzle.line for puzzle in generate(SUDOKU, seed=7, number=2)]
    assert first[0] == "3..7.....7....36.5........1...4.6...243.9.....8..5......9..8.4....1..5..53..4.2.."
    assert first == [puzzle.line for puzzle in generate(SUDOKU, seed=7, number=3)][:2]
    assert first != [puzzle.line for puzzle in generate(SUDOKU, seed=8, number=2)]


def test_minimal() -> None:
    wanted = Wanted(minimal=True, symmetry=Symmetry.HALF_TURN)
    for puzzle in generate(excover.load("sudoku-4x4"), seed=2, number=3, wanted=wanted):
        found = excover.clues(excover.load("sudoku-4x4", given=puzzle.drawing))
        assert not found.needless


def test_as_few_as_leaving_out_leads_to() -> None:
    for puzzle in generate(SUDOKU, seed=5, number=2):
        assert not excover.clues(SUDOKU.given(puzzle.drawing)).needless


def test_an_empty_cell_is_no_image_of_a_clue() -> None:
    """The solution may leave the image of a clue empty; then neither is a clue."""
    kings = excover.load("kings")
    for puzzle in generate(kings, seed=2, number=3, wanted=Wanted(symmetry=Symmetry.HALF_TURN)):
        marks = str(puzzle).replace("\n", "")
        assert [each == "." for each in marks] == [each == "." for each in reversed(marks)]


def test_symmetric() -> None:
    for puzzle in generate(SUDOKU, seed=3, number=2, wanted=Wanted(symmetry=Symmetry.HALF_TURN)):
        assert puzzle.line is not None
        filled = [mark != "." for mark in puzzle.line]
        assert filled == filled[::-1]
        assert_unique(SUDOKU, puzzle)


def flip(rows: list[str]) -> list[str]:
    return rows[::-1]


def mirror(rows: list[str]) -> list[str]:
    return [row[::-1] for row in rows]


def transposed(rows: list[str]) -> list[str]:
    return list(map("".join, zip(*rows, strict=True)))


@pytest.mark.parametrize(
    ("symmetry", "images"),
    [
        (Symmetry.HALF_TURN, [lambda rows: flip(mirror(rows))]),
        (Symmetry.QUARTER_TURN, [lambda rows: mirror(transposed(rows))]),
        (Symmetry.LEFT_RIGHT, [mirror]),
        (Symmetry.UP_DOWN, [flip]),
        (Symmetry.DIAGONAL, [transposed]),
        (Symmetry.ANTIDIAGONAL, [lambda rows: flip(mirror(transposed(rows)))]),
        (Symmetry.FULL, [flip, mirror, transposed]),
    ],
)
def test_symmetries(symmetry: Symmetry, images: list[Callable[[list[str]], list[str]]]) -> None:
    (puzzle,) = generate(SUDOKU, seed=3, wanted=Wanted(symmetry=symmetry))
    rows = re.sub(r"\d", "x", puzzle.drawing).split("\n")
    assert all(image(rows) == rows for image in images)
    assert_unique(SUDOKU, puzzle)


@pytest.mark.parametrize(("fewest", "most"), [(30, 32), (40, 40), (0, 27)])
def test_number_of_clues(fewest: int, most: int) -> None:
    for puzzle in generate(SUDOKU, seed=4, number=2, wanted=Wanted(fewest, most)):
        assert fewest <= len(puzzle.clues) <= most


@pytest.mark.slow
def test_kanoodle_with_at_most_four_pieces() -> None:
    for puzzle in generate(KANOODLE, seed=1, number=2, wanted=Wanted(most=4)):
        assert len(puzzle.clues) <= 4
        assert_unique(KANOODLE, puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("level", with_slow(Level, slow=[Level.MEDIUM, Level.HARD]))
def test_level(level: Level) -> None:
    (puzzle,) = generate(SUDOKU, seed=6, wanted=Wanted(level=level))
    assert puzzle.rating is not None
    assert puzzle.rating.level is level
    assert excover.rate(SUDOKU.given(puzzle.drawing)).level is level


@pytest.mark.slow
@pytest.mark.parametrize("spec", with_slow(["kanoodle", "queens", *LARGE], slow=LARGE))
def test_easy_puzzles_leave_work(spec: str) -> None:
    problem = excover.load(spec)
    for puzzle in generate(problem, seed=1, number=3, wanted=Wanted(level=Level.EASY)):
        drawn = sum(1 for each in puzzle.solution.markings if each)
        assert len(puzzle.clues) <= drawn * 3 / 4
        assert puzzle.rating is not None
        assert puzzle.rating.number > 0


def test_finished_boards_are_no_puzzles() -> None:
    with pytest.raises(SpecError, match=r"E510.* 6 clues or more[\s\S]*ask for 4 clues or fewer"):
        list(generate(excover.load("queens", {"n": 6}), wanted=Wanted(6, 6)))


@pytest.mark.slow
def test_harder_pieces_have_fewer_clues() -> None:
    """The levels follow what is left to place."""
    easy, evil = (
        [len(made.clues) for made in generate(KANOODLE, seed=1, number=1, wanted=Wanted(level=level))]
        for level in (Level.EASY, Level.EVIL)
    )
    assert max(evil) < min(easy)


def test_an_easier_puzzle_will_do_where_a_kind_lacks_a_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("excover.authors.generate.EARNEST", 5)
    monkeypatch.setattr("excover.authors.generate.ATTEMPTS", 10)
    latin = excover.load("latin")
    (puzzle,) = generate(latin, seed=1, wanted=Wanted(level=Level.EVIL, or_easier=True))
    assert puzzle.rating is not None
    assert puzzle.rating.level is Level.EASY
    with pytest.raises(GaveUp):
        list(generate(latin, seed=1, wanted=Wanted(level=Level.EVIL)))


def test_givens_are_kept() -> None:
    start = SUDOKU.given("123456789")
    (puzzle,) = generate(start, seed=1)
    assert puzzle.drawing.startswith("123456789\n")
    assert len(puzzle.clues) == sum(mark not in ".\n" for mark in puzzle.drawing)
    assert_unique(SUDOKU, puzzle)


def test_given_pieces_are_kept_and_counted() -> None:
    start = KANOODLE.given(".......L...\n......LLL..\n.......L...\n")
    (puzzle,) = generate(start, seed=2, wanted=Wanted(5, 5))
    assert len(puzzle.clues) == 5
    assert puzzle.drawing.count("L") == 5
    assert_unique(KANOODLE, puzzle)


@pytest.mark.parametrize("wanted", [Wanted(), Wanted(most=0), Wanted(0, 5)])
def test_a_description_that_needs_no_clue_is_no_new_puzzle(wanted: Wanted) -> None:
    with pytest.raises(SpecError, match=r"E512.* without clues, there is exactly one solution[\s\S]*1\.\."):
        list(generate(excover.load("nonogram"), wanted=wanted))


def test_clues_that_are_not_needed_can_be_asked_for() -> None:
    (puzzle,) = generate(excover.load("nonogram"), wanted=Wanted(1, 1))
    assert len(puzzle.clues) == 1


def test_givens_that_leave_one_solution_are_no_new_puzzle() -> None:
    problem = excover.load("sudoku-4x4").given("1234341221434321")
    with pytest.raises(SpecError, match="with the 16 clues given, there is exactly one solution"):
        list(generate(problem))


def test_what_cannot_be() -> None:
    with pytest.raises(SpecError, match=r"E511.* 0 clues or fewer: without clues, there are several"):
        list(generate(excover.load("queens", {"n": 4}), wanted=Wanted(most=0)))
    with pytest.raises(SpecError, match=r"E511.* 8 clues or fewer: 9 clues are given already"):
        list(generate(SUDOKU.given("123456789"), wanted=Wanted(most=8)))
    with pytest.raises(SpecError, match=r"E510[\s\S]* at least 21 of them[\s\S]*ask for 60 clues or fewer"):
        list(generate(SUDOKU, wanted=Wanted(fewest=61)))
    one = excover.parse("item a option x(n in 1..3) covers a draw x(n) at (1, 1) as n")
    with pytest.raises(SpecError, match=r"E510[\s\S]*describe a larger puzzle"):
        list(generate(one, wanted=Wanted(fewest=1)))
    with pytest.raises(GaveUp) as gave_up:
        list(generate(excover.load("queens", {"n": 3})))
    assert gave_up.value.attempts == 0
    with pytest.raises(SpecError, match="E510"):
        list(generate(excover.load("queens", {"n": 4}), wanted=Wanted(fewest=5)))
    with pytest.raises(ValueError, match="no such number"):
        Wanted(3, 2)
    with pytest.raises(ValueError, match="-1 puzzles"):
        list(generate(SUDOKU, number=-1))
    with pytest.raises(SpecError, match="E621"):
        list(generate(excover.load("australia")))
    with pytest.raises(SpecError, match="E622"):
        list(generate(KANOODLE, wanted=Wanted(symmetry=Symmetry.HALF_TURN)))


def test_what_came_out_instead_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("excover.authors.generate.ATTEMPTS", 5)
    with pytest.raises(GaveUp, match=r"^no such puzzle in 5 attempts: the fewest clues were \d+$"):
        list(generate(excover.load("sudoku-4x4"), seed=1, wanted=Wanted(most=1)))


def test_puzzles_of_several_sizes_may_have_too_few_clues(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the bound on all solutions is no help, and nothing is removed from one that is too small."""
    monkeypatch.setattr("excover.authors.generate.ATTEMPTS", 5)
    tiles = excover.parse("board b 1x8 shapes s\n  |A BBBB\nplace free s on b each at least 0 times")
    (large,) = generate(tiles, seed=1, wanted=Wanted(fewest=4))
    assert len(large.clues) >= 4


@pytest.mark.slow
def test_solutions_that_are_drawn_alike_make_no_puzzle() -> None:
    twins = (
        'item a option x() covers a option y() covers a draw x() at (1, 1) as "O" draw y() at (1, 1) as "O"'
    )
    with pytest.raises(GaveUp):
        list(generate(excover.parse(twins)))


def test_stopped() -> None:
    with pytest.raises(Unfinished):
        list(generate(SUDOKU, run=ending_when(lambda: True)))
    with pytest.raises(Unfinished):  # while the diagram of all solutions is built
        RandomSolutions(KANOODLE.matrix, ending_when(lambda: True))


def test_random_solutions_are_uniform_where_promised() -> None:
    """A chi-square test at 99.9 per cent: 39 degrees of freedom, for queens 7 have 40 solutions."""
    source = RandomSolutions(excover.load("queens", {"n": 7}).matrix)
    assert source.is_uniform
    random = Random(1)
    seen = Counter(source.draw(random) for _ in range(4000))
    assert len(seen) == 40
    assert sum((times - 100) ** 2 / 100 for times in seen.values()) < 72.1


def test_random_solutions_of_what_has_no_small_diagram() -> None:
    source = RandomSolutions(SUDOKU.matrix)
    assert not source.is_uniform
    random = Random(1)
    assert len({source.draw(random) for _ in range(5)}) == 5


# The command


def test_drawings_can_be_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "sudoku", "--seed", "1", "-n", "2"]) == 0
    out, err = capsys.readouterr()
    assert err == "2 puzzles, each with exactly one solution\n"
    assert [excover.load("sudoku", given=each).count() for each in out.split("\n\n")] == [1, 1]


def test_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "sudoku", "--seed", "1", "-n", "2", "--lines"]) == 0
    assert [len(line) for line in capsys.readouterr().out.splitlines()] == [81, 81]
    assert main(["generate", "soma", "--lines"]) == 2


@pytest.mark.slow
def test_graded_sheet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.svg"
    command = ["generate", "sudoku", "--seed", "7", "-n", "4", "--graded", "--json", "--svg", str(sheet)]
    assert main(command) == 0
    made = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["rating"]["level"] for each in made] == ["easy", "medium", "hard", "evil"]
    root = ElementTree.parse(sheet).getroot()
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert [text for text in texts if text and "." in text] == [
        "1.  easy",
        "2.  medium",
        "3.  hard",
        "4.  evil",
    ]
    digits = sum(mark != "." for each in made for mark in each["line"])
    assert (len(texts), texts[0]) == (1 + 4 + digits, "Sudoku")


def test_sheet_of_solutions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    sheet, solutions = tmp_path / "sheet.svg", tmp_path / "solutions.svg"
    command = ["generate", "sudoku-4x4", "--seed", "1", "-n", "2", "--svg", str(sheet)]
    assert main([*command, "--solutions", str(solutions)]) == 0
    assert "solutions.svg: 2 solutions" in capsys.readouterr().err
    root = ElementTree.parse(solutions).getroot()
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[0] is not None
    assert texts[0].endswith(": solutions")
    assert len(texts) == 1 + 2 + 2 * 16
    assert main([*command, "--solutions", str(sheet)]) == 2
    assert "two pictures have the same file name" in capsys.readouterr().err
    assert main([*command, "--solutions", "solutions.txt"]) == 2
    assert "end the name with one of .svg, .png, .pdf" in capsys.readouterr().err


def test_sheet_as_png_and_pdf(tmp_path: Path) -> None:
    module_or_skip("cairosvg")
    png, pdf = tmp_path / "sheet.png", tmp_path / "sheet.pdf"
    assert main(["generate", "queens", "-n", "2", "--png", str(png), "--pdf", str(pdf)]) == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    assert pdf.read_bytes().startswith(b"%PDF")


def test_the_reported_seed_makes_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "queens"]) == 0
    out, err = capsys.readouterr()
    found = re.search(r"--seed (\d+) makes them again", err)
    assert found is not None
    assert main(["generate", "queens", "--seed", found[1]]) == 0
    assert capsys.readouterr().out == out
    assert main(["generate", "queens", "--json"]) == 0
    seed = json.loads(capsys.readouterr().out)["seed"]
    assert seed in range(10**6)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--clues", "x"], "is not a number of clues"),
        (["--clues", ""], "is not a number of clues"),
        (["--clues", "5..4"], "is an empty range"),
        (["--graded", "--difficulty", "easy"], "exclude each other"),
        (["--symmetric", "--symmetry", "full"], "exclude each other"),
        (["--columns", "2"], "--columns needs a picture, such as `--svg FILE`"),
        (["--svg", ""], "cannot write ``"),
        (["--svg", "a", "--pdf", "./a"], "two pictures have the same file name"),
        (["--svg", "/nowhere/sheet.svg"], "cannot write `/nowhere/sheet.svg`: No such file or directory"),
    ],
)
def test_wrong_usage(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "queens", *arguments]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.slow
def test_no_solution_and_too_much(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "queens", "-p", "n=3", "--seed", "1"]) == 1
    assert "there is no solution, so there is no puzzle" in capsys.readouterr().err
    assert main(["generate", "queens", "-p", "n=4", "--seed", "1", "--clues", "0"]) == 2
    assert "error[E511]" in capsys.readouterr().err
    assert main(["generate", "queens", "-p", "n=4", "--seed", "1", "--clues", "2", "--minimal"]) == 3
    assert "ask for what is easier to meet" in capsys.readouterr().err


@pytest.mark.slow
def test_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "sudoku", "-n", "100000", "--seed", "1", "--time-limit", "0.5"]) == 3
    out, err = capsys.readouterr()
    assert "stopped by --time-limit" in err
    assert all(excover.load("sudoku", given=each).count() == 1 for each in out.split("\n\n") if each)


def test_ctrl_c_keeps_what_was_made() -> None:
    command = [
        sys.executable,
        "-m",
        "excover",
        "generate",
        "sudoku",
        "-n",
        "100000",
        "--seed",
        "1",
        "--lines",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        first = running.stdout.readline()
        running.send_signal(signal.SIGINT)
        rest, err = running.communicate(timeout=HANGS)
    assert running.returncode == 130
    assert "interrupted" in err
    assert all(len(line) == 81 for line in (first + rest).split())


def test_the_advice_on_too_many_clues_works_as_it_stands(capsys: pytest.CaptureFixture[str]) -> None:
    """The option that is told is what the command takes."""
    assert main(["generate", "sudoku-4x4", "--clues", "70", "--seed", "1"]) != 0
    found = re.search(r"`(--clues) (\S+)`", capsys.readouterr().err)
    assert found
    assert main(["generate", "sudoku-4x4", *found.groups(), "--seed", "1"]) == 0


def test_why_no_puzzle_was_made_is_said() -> None:
    """All solutions are drawn alike, so no clue tells them apart."""
    alike = excover.parse("""
        board b 1x2, may stay empty
        choose line(k in 1..2)
        require count(line(k) for k in 1..2) = 1
        draw line(k) at (1, 1) as "o"
    """)
    with pytest.raises(GaveUp, match="other solutions have the same marks"):
        list(generate(alike, seed=1, attempts=5))


def booklet_of(tmp_path: Path, *arguments: str) -> str:
    made = str(tmp_path / "book.html")
    assert main(["generate", "sudoku-4x4", "--seed", "1", "--html", made, *arguments]) == 0
    return Path(made).read_text("utf-8")


def test_a_booklet_has_rules_puzzles_and_solutions(tmp_path: Path) -> None:
    """Page by page, with the same numbers."""
    page = booklet_of(tmp_path, "-n", "5", "--per-page", "2", "--author", "A <Setter>")
    sections = page.split("<section>")[1:]
    captions = [re.findall("<figcaption>([0-9]+)", section) for section in sections]
    assert captions == [["1", "2"], ["3", "4"], ["5"], ["1", "2", "3", "4", "5"]]
    assert "size: 210mm 297mm" in page
    assert "<h1>Sudoku, 4x4</h1><p>A &lt;Setter&gt; · " in sections[0]
    assert "The small Sudoku: " in sections[0]
    assert "<h1>Solutions</h1>" in sections[-1]
    assert [re.findall("<footer>(.*)</footer>", section) for section in sections] == [
        [f"Sudoku, 4x4 · {at} of 4"] for at in range(1, 5)
    ]


def test_pages_are_evenly_full(tmp_path: Path) -> None:
    """Not 6, 6, 6 and 2."""
    page = booklet_of(tmp_path, "-n", "20")
    numbers = [section.count("<figcaption>") for section in page.split("<section>")[1:]]
    assert numbers == [6, 6, 8, 20]


def test_a_booklet_shows_the_pieces_once(tmp_path: Path) -> None:
    made = str(tmp_path / "book.html")
    assert main(["generate", "kanoodle", "--seed", "1", "-n", "2", "--html", made]) == 0
    sections = Path(made).read_text("utf-8").split("<section>")[1:]
    heads = [section.partition("<main")[0].count("<svg") for section in sections]
    assert heads == [1, 0]
    assert all(f">{letter}</text>" in sections[0].partition("<main")[0] for letter in "ABCDEFGHIJKL")


def test_a_booklet_has_hints_before_its_solutions(tmp_path: Path) -> None:
    text = booklet_of(tmp_path, "-n", "2", "--hints", "1")
    first, second = text.index("<p><b>1</b> "), text.index("<p><b>2</b> ")
    assert text.index("Hints") < first < second < text.index("Solutions")
    assert "Places are (row, column), counted from the top left." in text


def test_hints_find_something() -> None:
    """With what they follow from: the first step of the shipped puzzle excludes a height."""
    puzzle = SimpleNamespace(problem=excover.load("skyscrapers"))
    ((number, hints),) = hints_of([puzzle], 2, UNLIMITED)  # type: ignore[list-item]
    assert number == "1"
    first, second = hints
    assert first.startswith("5 in column 5 can only be at (5, 5), because the 1 below column 5 ")
    assert second.startswith("5 in column 2 can only be at (4, 2), because the 4 above column 2 ")


def test_each_hint_has_a_line_of_its_own() -> None:
    """The number stands before the first of a puzzle."""
    board = [(Picture(80, 80, []), "1")]
    hints = [("1", ["a find", "another"]), ("2", ["a third"]), ("3", [])]
    page = Booklet("Title", "", [], board, board, hints, axes="layer, row, column").page("A4")
    assert "<p><b>1</b> a find</p><p>another</p><p><b>2</b> a third</p></article>" in page
    assert "Places are (layer, row, column)" in page


def test_a_page_without_a_title_may_have_more_rows() -> None:
    """Three rows and four, where four do not fit below the rules."""
    board = [(Picture(440, 200, []), f"{number}") for number in range(20)]
    page = Booklet("", "", ["rule " * 250], board, board).page("A4")
    numbers = [section.count("<figcaption>") for section in page.split("<section>")[1:]]
    assert numbers == [6, 6, 8, 20]


def test_pages_of_hints_are_evenly_full() -> None:
    """No line alone on the last page; in smaller letters, where these save a page."""
    board = [(Picture(80, 80, []), "1")]
    for number, letters in {30: 100, 38: 90, 41: 82, 60: 100, 80: 82}.items():
        hints = [(str(at), ["a hint of a line"]) for at in range(number)]
        page = Booklet("Title", "", [], board, board, hints).page("A4")
        counts = [each.count("<b>") for each in page.split("<section>") if "<article" in each]
        assert sum(counts) == number
        assert min(counts) > 0.8 * max(counts)
        assert f"font-size: {letters}%" in page


@pytest.mark.parametrize("paper", ["A4", "letter"])
def test_puzzles_fit_on_their_paper(paper: str, tmp_path: Path) -> None:
    page = booklet_of(tmp_path, "-n", "3", "--paper", paper)
    widths = [float(width) for width in re.findall('<svg [^>]*width="([0-9.]+)mm', page)]
    heights = [float(height) for height in re.findall('<svg [^>]*height="([0-9.]+)mm', page)]
    assert len(widths) == 6
    assert all(20 < width < PAPERS[paper].width - 30 for width in widths)
    assert all(20 < height < PAPERS[paper].height - 30 for height in heights)


@pytest.mark.parametrize(
    "arguments", [["--paper", "A4"], ["--per-page", "2"], ["--author", "A"], ["--hints", "2"]]
)
def test_options_of_a_booklet_need_one(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "sudoku-4x4", *arguments]) == 2
    assert "need `--html FILE`" in capsys.readouterr().err


def test_rules_leave_out_what_is_about_commands() -> None:
    about = "Add clues with `--given`. Try `excover solve`, or `-p n=4`. Up to `n` are. With `n = 3`, so!"
    said = "Cells with `o` are white; `-x-` is a wall, `a=b` too. `one. two` is one sentence? Yes."
    assert rules_of(f"# Each once. {about}\n#\n# {said} {about} So.\nparam n = 2 in 1..9\npuzzle") == [
        "Each once.",
        "Cells with o are white; -x- is a wall, a=b too. one. two is one sentence? Yes. So.",
    ]
    assert rules_of(f"# {about}\n#\n# No `end") != rules_of("# No `end") == ["No `end"]


MINES = """
board field 4x4, may stay empty
choose mine(p in field)
choose number(p in field) from 0..9
require mine(p) = (number(p) = 9) for p in field
require mine(p) or number(p) = count(mine(q) for q in around(p)) for p in field
draw mine(p) at p as "*"
draw number(p, v) at {p} if v < 9 else {} as v
"""


def test_only_some_options_are_clues() -> None:
    """The others are the answer, which the clues leave no choice."""
    problem = excover.parse(MINES)
    for puzzle in generate(problem, seed=2, number=3, wanted=Wanted(clues_from=("number",))):
        assert puzzle.drawing.strip(".\n")
        assert "*" not in puzzle.drawing
        assert "*" in str(puzzle.solution)
        assert_unique(problem, puzzle)


def test_clues_of_several_families_by_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    spec = tmp_path / "mines.xc"
    spec.write_text(MINES)
    assert main(["generate", str(spec), "--seed", "2", "--clues-from", "number"]) == 0
    only = capsys.readouterr().out
    [same] = generate(excover.parse(MINES), seed=2, wanted=Wanted(clues_from=("number",)))
    assert only.strip("\n") == same.drawing
    assert main(["generate", str(spec), "--seed", "2", "--clues-from", "mine, number"]) == 0
    together = capsys.readouterr().out
    apart = ["--clues-from", "mine", "--clues-from", "number"]
    assert main(["generate", str(spec), "--seed", "2", *apart]) == 0
    assert only != capsys.readouterr().out == together
    assert main(["generate", str(spec), "--clues-from", "nubmer"]) == 2
    assert "did you mean `number`?" in capsys.readouterr().err


@pytest.mark.parametrize("names", ["", "number,", ","])
def test_an_empty_name_of_clues_is_refused(names: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "queens", "--clues-from", names]) == 2
    assert "has an empty name" in capsys.readouterr().err


def test_a_run_refuses_unknown_clues_before_its_journal(run: Run, tmp_path: Path) -> None:
    made = run("generate queens --clues-from bogus --run j -o d")
    assert (made.status, "error[E514]" in made.err) == (2, True)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ended", [None, GaveUp(3)])
def test_a_graded_series_begins_with_the_easiest(ended: Exception | None) -> None:
    """Also if it ends early."""
    ratings = [(Level.HARD, 5.5), (Level.EASY, 1.3), (Level.HARD, 5.1), None, (Level.EVIL, 9.0)]
    shown = list[NewPuzzle]()

    def made() -> Iterator[NewPuzzle]:
        for each in ratings:
            rating = each and SimpleNamespace(level=each[0], number=each[1])
            yield NewPuzzle((), None, rating, str(each), None)  # type: ignore[arg-type]
        if ended:
            raise ended

    with pytest.raises(type(ended)) if ended else nullcontext():
        shown.extend(_easiest_first(made()))
    assert [each.drawing for each in shown] == [str(ratings[at]) for at in (3, 1, 2, 0, 4)]


@pytest.mark.parametrize("rules", [["A rule of few words."] * 50, ["word " * 9000]])
def test_many_rules_have_pages_of_their_own(rules: list[str]) -> None:
    page = Booklet("Title", "", rules, [(Picture(80, 80, []), "1")], [(Picture(80, 80, []), "1")]).page("A4")
    sections = page.split("<section>")[1:]
    assert len(sections) > 3
    assert ["<svg" in each for each in sections] == [False] * (len(sections) - 2) + [True, True]
    assert all(float(width) > 0 for width in re.findall(r'<svg[^>]* width="([-0-9.]+)mm', page))
    text = " ".join(re.findall("<p>(.*?)</p>", page))
    assert text.split() == " ".join(rules).split()


def test_rules_of_the_gallery_tell_no_origin_and_no_command() -> None:
    for path in Path("specs").glob("*.xc"):
        assert not re.search("excover|`|--| -p ", " ".join(rules_of(path.read_text()))), path
