"""New puzzles whose clues are labels: numbers, circles, trees, regions."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from commands import Run
from slow_values import with_slow

import excover
from excover.authors.label_drawings import LabelBoard, has_labels
from excover.authors.label_puzzles import _changed_regions, _LabelMaker, _sizes, generate_labels
from excover.base.source import Source
from excover.language.meaning.label_uses import region_labels
from excover.language.source_files import find
from excover.language.syntax.format import formatted
from excover.search.run import UNLIMITED

pytestmark = pytest.mark.outer

Rows = list[list[str]]
SPECS = ["light-up", "slitherlink-cells", "tents", "kakurasu", "shikaku", "norinori", "suguru"]


def rows(text: str) -> Rows:
    return [line.split() for line in text.splitlines()]


@pytest.mark.parametrize("spec", with_slow(SPECS, SPECS[4:]))
def test_what_is_printed_is_read_and_has_one_solution(run: Run, tmp_path: Path, spec: str) -> None:
    made = run(f"generate {spec} --seed 1")
    assert made.status == 0
    (tmp_path / "made.txt").write_text(made.out)
    board = excover.load(spec).puzzle.boards[0].name
    found = run(f"unique {spec} --board {board}=made.txt")
    assert (found.status, "exactly one solution" in found.err) == (0, True)
    assert run(f"generate {spec} --seed 1").out == made.out
    written = run(f"convert {spec} --board {board}=made.txt --to text").out
    assert formatted(Source("made.xc", written)) == written
    one, other = excover.parse(written), excover.load(spec, tables={board: str(tmp_path / "made.txt")})
    assert LabelBoard(one).first == LabelBoard(other).first
    assert excover.unique(one).verdict is excover.Verdict.UNIQUE


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("skyscrapers --board grid=made.txt", "--board is only for `--to text` and links"),
        ("tiny.xc --board T=made.txt --to text", "--board names a board that `tiny.xc` itself has"),
        ("a.yaml --board grid=made.txt --to text", "--board writes drawings into a text"),
    ],
)
def test_no_text_has_these_drawings(run: Run, tmp_path: Path, arguments: str, why: str) -> None:
    (tmp_path / "made.txt").write_text("n\n2\n")
    (tmp_path / "tiny.xc").write_text("table T\n  | n\n  | 1\nitem a\noption x(n in T) covers a\n")
    (tmp_path / "a.yaml").write_text(run("convert skyscrapers --to yaml").out)
    found = run(f"convert {arguments}")
    assert (found.status, why in found.err) == (2, True)


def test_a_clue_more_or_less() -> None:
    """Without any of its clues, a puzzle has other solutions; an empty board is none."""
    clues = rows(next(generate_labels(excover.load("slitherlink-cells"), seed=3)).drawing)
    places = [(r, c) for r, row in enumerate(clues) for c, mark in enumerate(row) if mark != "."]
    assert places
    for r, c in places:
        fewer = [list(row) for row in clues]
        fewer[r][c] = "."
        problem = excover.load("slitherlink-cells", tables={"field": [" ".join(row) for row in fewer]})
        assert excover.unique(problem).verdict is excover.Verdict.SEVERAL


@pytest.mark.parametrize(("spec", "ends"), [("snake", ["x", "x"]), ("pipeline", ["w", "w"])])
def test_a_way_keeps_its_two_ends_and_they_move(spec: str, ends: list[str]) -> None:
    """Without any, a snake would be a ring; with a single one, there is none."""
    made = [each.drawing.split("\n\n")[-1] for each in generate_labels(excover.load(spec), number=3)]
    assert [drawing.replace(".", " ").split() for drawing in made] == [ends] * 3
    assert len(set(made)) == 3


def test_ends_of_lines_move_together() -> None:
    """Neither can be set or taken away alone; no puzzle is that of the description, or one of the others."""
    shipped = list("..1.......23....43.1..4.2")
    made = [each.drawing.split() for each in generate_labels(excover.load("number-link"), number=3)]
    assert {tuple(sorted(drawing)) for drawing in made} == {tuple(sorted(shipped))}
    assert len({*map(tuple, (*made, shipped))}) == 4


def test_no_mark_moves_where_only_regions_change() -> None:
    for spec in ("norinori", "hitori"):
        maker = _LabelMaker(excover.load(spec), UNLIMITED)
        trial = maker._asked(maker.first)
        assert trial
        assert not maker.clues
        maker._wander(trial, Random(1))
        assert trial.drawings == maker.first


def test_a_mark_that_can_stand_alone_is_no_end() -> None:
    """A known part in the middle of a pipe."""
    text = find("pipeline").text.replace("| . . . . w .", "| . ns . . w .")
    maker = _LabelMaker(excover.parse(text), UNLIMITED.started())
    held = [mark for rows in maker._held.values() for row in rows for mark in row if mark != "."]
    assert (maker.first["known"][3][1], held) == ("ns", ["w", "w"])


def test_only_the_named_labels_change() -> None:
    """The black cells of Light Up stay, with and without numbers; so do regions and trees."""
    problem = excover.load("light-up")
    black = {*problem.puzzle.scope["clue"].labels}
    made = next(generate_labels(problem, seed=1, wanted=excover.Wanted(clues_from=("clue",))))
    marks = {(r, c): mark for r, row in enumerate(rows(made.drawing), 1) for c, mark in enumerate(row, 1)}
    assert {place for place, mark in marks.items() if mark != "."} == black
    assert any(mark.isdecimal() for mark in marks.values())
    assert excover.unique(made.problem).verdict is excover.Verdict.UNIQUE


@pytest.mark.parametrize(
    ("spec", "changing", "staying"), [("heyawake", "clue", "room"), ("tents", "across", "tree")]
)
def test_labels_that_are_not_named_stay(spec: str, changing: str, staying: str) -> None:
    problem = excover.load(spec)
    made = next(generate_labels(problem, seed=2, wanted=excover.Wanted(clues_from=(changing,))))
    was, now = (each.puzzle.scope[staying].labels for each in (problem, made.problem))
    assert was == now
    assert problem.puzzle.scope[changing].labels != made.problem.puzzle.scope[changing].labels


def test_labels_that_are_not_there_are_no_clues(run: Run) -> None:
    made = run("generate tents --clues-from acros")
    assert (made.status, "no labels are named `acros`" in made.err) == (2, True)
    assert "did you mean `across`?" in made.err


def test_levels_are_those_of_rate(run: Run, tmp_path: Path) -> None:
    made = json.loads(run("generate light-up --seed 1 --difficulty easy --json").out)
    (tmp_path / "made.txt").write_text("\n".join(made["drawing"]))
    assert made["rating"]["level"] == "easy"
    assert run("rate light-up --board field=made.txt").out.startswith("easy")


def test_rules_about_a_whole_solution_have_levels(run: Run, tmp_path: Path) -> None:
    """That all cells are connected, for one."""
    made = json.loads(run("generate heyawake --seed 1 --difficulty hard --json").out)
    (tmp_path / "made.txt").write_text("\n".join(made["drawing"]))
    assert made["rating"]["level"] == "hard"
    assert run("rate heyawake --board field=made.txt").out.startswith("hard")


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "evil"])
def test_sandwiches_have_levels(level: str, run: Run) -> None:
    """Further clues make a puzzle easier, also those that were not needed at any time."""
    made = run(f"generate sandwich-sudoku --seed 1 --difficulty {level}")
    assert made.err.startswith(level)


def test_skyscrapers_are_easy_where_each_clue_is_read_alone(run: Run) -> None:
    made = run("generate skyscrapers --seed 2 --difficulty easy")
    assert made.err.startswith("easy")


def test_digits_are_given_only_where_sums_are_not_enough() -> None:
    """Digits are a part of the solution."""
    for made in generate_labels(excover.load("sandwich-sudoku"), seed=3, number=4):
        board, *sums = made.drawing.split("\n\n")
        digits = len(re.findall(r"\d", board))
        assert 1 <= digits < len(re.findall(r"\d+", " ".join(sums)))


def test_a_booklet_has_the_rules_and_the_level(run: Run, tmp_path: Path) -> None:
    assert run("generate kurotto --seed 1 --difficulty hard --html book.html").status == 0
    text = (tmp_path / "book.html").read_text()
    assert "1 · hard" in text
    assert "A number is the total size of the shaded areas beside it" in text


def test_clues_may_come_from_other_labels_for_each_puzzle() -> None:
    problem = excover.load("tents")
    wanted = [excover.Wanted(clues_from=(name,)) for name in ("across", "down")]
    was = {name: problem.puzzle.scope[name].labels for name in ("across", "down")}
    for one, puzzle in zip(wanted, generate_labels(problem, seed=2, wanted=wanted), strict=True):
        scope = puzzle.problem.puzzle.scope
        assert [name for name in was if scope[name].labels != was[name]] == list(one.clues_from)


def test_a_puzzle_shows_labels_that_nothing_draws(run: Run, tmp_path: Path) -> None:
    """Such as the numbers of Suguru, but no names of regions; a solution has its own marks in these cells."""
    made = next(generate_labels(excover.load("suguru"), seed=1))
    marks = [mark for line in made.drawing.split("\n\n")[0].splitlines() for mark in line.split()]
    shown = [each.text for canvas in made.canvases for each in canvas.decorations if each.look == "text"]
    numbers = sorted(mark for mark in made.drawing.split() if mark.isdigit())
    assert sorted(shown) == numbers != []
    assert len(marks) == 25
    assert not any(each.look == "text" for each in made.solution.canvases[0].decorations)


def test_a_puzzle_shows_what_its_description_gives() -> None:
    without, total = "board g 2x2\n  labels total above\n  | . .\n", "  | 3 3\n"
    rules = "fill g with 1..2, once per row, column\nrequire grid(1, c) + g(2, c) = total[c] for c in total\n"
    source = without.replace("  | . .\n", total) + rules.replace("grid(", "g(") + "given\n  |1.\n  |..\n"
    made = next(generate_labels(excover.parse(source), seed=1))
    ((given,),) = made.markings
    assert given.mark == "1"
    assert made.given == {(given.canvas, *given.cells)}


def test_what_is_only_for_givens_is_refused(run: Run) -> None:
    made = run("generate tents --symmetric")
    assert made.status == 2
    assert "the clues are labels: only --clues-from, --difficulty and --graded" in made.err


def test_which_descriptions_have_labels() -> None:
    assert [has_labels(excover.load(spec)) for spec in ("masyu", "sudoku", "kanoodle")] == [
        True,
        False,
        False,
    ]


AREAS = "require any(field(p) = 6 for p in area) for area in areas(name)"
COMPARED = "require field(p) = field(q) for p, q in field where name[q] = name[p]"
UNEQUAL = "require field(p) != field(q) for p in field, q in beside(p) where p < q and name[p] != name[q]"
ITSELF = "require field(p) = name[p] for p in name"


def are_regions(rows: Rows, rule: str) -> bool:
    drawn = "".join(f"  | {' '.join(row)}\n" for row in rows)
    problem = excover.parse(f"board field\n  labels name\n{drawn}fill field with 1..6\n{rule}\n")
    return "name" in region_labels(problem.puzzle)


@pytest.mark.parametrize(
    ("drawn", "rule", "expected"),
    [
        ("2 6 .\n2 6 6", ITSELF, False),  # numbers that happen to hang together
        ("2 6 .\n2 6 6", AREAS, True),
        ("2 6 .\n2 6 6", COMPARED.replace("in field", "in name"), True),
        ("a b b\na b b", ITSELF.replace("name[p] for", "1 for"), True),  # no gaps
        ("a b b\na b b", UNEQUAL, True),
        ("2 6 .\n2 . .", AREAS, False),
        ("a b a\na b b", AREAS, False),
        ("a b c\nd b e", AREAS, False),
    ],
)
def test_labels_are_regions_if_they_fill_the_board_or_are_compared(
    drawn: str, rule: str, expected: bool
) -> None:
    assert are_regions(rows(drawn), rule) is expected


def test_numbers_that_happen_to_hang_together_are_clues_and_drawn() -> None:
    text = f"board field\n  labels name\n  | 2 6 .\n  | 2 6 6\nfill field with 1..6\n{ITSELF}\n"
    problem = excover.parse(text + "require sum(field(p) for p in field) = 23\n")
    assert len(excover.clues(problem).given) == 5
    assert [each.text for each in problem.full.canvases[0].labels] == ["2", "6", "2", "6", "6"]


def test_changed_regions_stay_connected_and_as_large() -> None:
    regions, random = rows("a a b b\na c b b\nc c c d\nc d d d"), Random(1)
    seen = set()
    for _ in range(200):
        regions = _changed_regions(regions, random)
        assert are_regions(regions, "")
        assert all(3 <= size <= 5 for size in _sizes(regions).values())
        seen.add(str(regions))
    assert len(seen) > 10


BLANK = """
board field
  labels clue
  | . .
  | . .
fill field with 1..2, once per row, column
require field(p) = clue[p] for p in clue
"""


def test_a_blank_drawing_has_no_marks_to_choose_from(run: Run, tmp_path: Path) -> None:
    (tmp_path / "blank.xc").write_text(BLANK)
    made = run("generate blank.xc --seed 1")
    assert (made.status, "put sample marks into `clue`" in made.err) == (3, True)
    (tmp_path / "marks.xc").write_text(BLANK.replace("| . .", "| 1 2", 1))
    assert run("generate marks.xc --seed 1").status == 0
    assert "sample marks" in run("generate --help").out


@pytest.mark.slow
def test_a_graded_sheet_begins_with_the_easiest(run: Run) -> None:
    """Though the kind has no easy puzzles, and its levels are met as they come."""
    made = run("generate skyscrapers --seed 1 -n 2 --graded --json")
    levels = [json.loads(line)["rating"]["level"] for line in made.out.splitlines()]
    assert levels == sorted(levels, key=[level.value for level in excover.Level].index)
