"""The playground without a browser: what its page can ask, and the processes that answer."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from effort import HANGS
from playground_client import children

import excover
from excover.apps.editing.editor_process import EditorProcess, ProcessEnded
from excover.apps.play import drawn_solutions
from excover.apps.play import jobs as jobs_module
from excover.apps.play.asked import Asked
from excover.apps.play.jobs import Busy, Job, Jobs, bounded_answer
from excover.apps.play.page_facts import PICTURES, page_facts, page_file
from excover.apps.play.questions import QUESTIONS, answer
from excover.base.source import Source
from excover.language import gallery
from excover.language.links.link_codes import packed
from excover.language.syntax.format import formatted
from excover.language.syntax.parse import parse
from excover.language.syntax.yaml import yaml_of
from excover.render.scene import PALETTE, READABLE, contrast, ink_on

pytestmark = pytest.mark.outer

ROOT = Path(__file__).parents[2]
DOMINOES = "board b 2x3\nshapes d\n  |AA\nplace free d on b each 3 times\n"
CHOICE = "item a\noption x() covers a\noption y() covers a\n"
SUDOKU = "board grid 4x4\nfill grid with 1..4, once per row, column, block 2x2\n"
ENDLESS = (ROOT / "specs" / "queens.xc").read_text().replace("param n = 8", "param n = 21")


def ask(question: str, text: str = "", **data: Any) -> dict[str, Any]:
    """An answer, and under ``said`` what was said before it. All of it can be written as JSON."""
    said: list[dict[str, Any]] = []
    found = answer(question, {"text": text, **data}, "", said.append)
    json.dumps([found, said], allow_nan=False)
    return {**found, "said": said}


# What the page can ask


def test_errors_with_their_fixes() -> None:
    (wrong,) = ask("check", DOMINOES.replace("on b", "on bb"))["diagnostics"]
    assert (wrong["code"], wrong["line"], wrong["severity"]) == ("E218", 4, "error")
    assert wrong["fixes"] == [{"from": 43, "to": 45, "insert": "b", "title": "replace `bb` by `b`"}]


def test_places_count_units_of_utf_16() -> None:
    """As JavaScript does: this emoji is two."""
    (wrong,) = ask("check", "# 😋\nitem a option x() covers aa\n")["diagnostics"]
    assert (wrong["from"], wrong["to"]) == (30, 32)


def test_the_boards_and_parameters_of_a_text() -> None:
    found = ask("check", "param n = 3 in 1..9\n" + DOMINOES.replace("2x3", "2 by n"), settings={"n": "5"})
    assert found["params"] == [
        {"name": "n", "value": "5", "default": "3", "kind": "number", "low": 1, "high": 9}
    ]
    board = found["board"]
    assert len(board["cells"]) == 10
    assert board["cells"][9]["label"] == "b (2, 5)"
    assert [board["marks"][mark] for mark in board["cells"][0]["marks"]] == ["A"]
    assert found["hints"][0]["text"] == "10 cells"


def test_a_link_of_another_page_opens_as_its_puzzle() -> None:
    link = "https://puzz.link/p?norinori/2/2/0"
    assert 'puzzle "Norinori"' in ask("check", f"{link}0\n")["opens"]
    link_of_page = "http://127.0.0.1:1/#" + packed(CHOICE, {"n": "3"})
    found = ask("check", f" {link_of_page}\n")
    assert (found["opens"], found["settings"]) == (CHOICE, {"n": "3"})
    assert "was cut off" in ask("check", link_of_page[:-9])["error"]
    assert "opens" not in ask("check", link_of_page.partition("/#")[2])  # a comment
    (wrong,) = ask("check", f"\n  {link}!0")["diagnostics"]
    assert (wrong["code"], wrong["from"], wrong["to"]) == ("E016", 3 + len(link), 4 + len(link))


def test_a_setting_of_a_parameter_that_is_gone_is_left_out() -> None:
    assert ask("count", DOMINOES, settings={"n": "5"})["count"] == "3"


@pytest.mark.parametrize("name", ["queens", "sums", "tetrasticks", "kanoodle-pyramid", "word-square", "crew"])
def test_what_is_drawn_of_the_gallery(name: str) -> None:
    """Every cell has as many corners as its lattice says, and solutions have parts that were sent."""
    source = gallery.puzzle(name)
    assert source
    assert "diagnostics" in ask("check", source.text)
    solved = ask("solve", source.text)
    (row,) = solved["rows"]
    assert row
    assert max(row) < len(solved["parts"])


def test_clues_are_edits_of_the_text() -> None:
    text = SUDOKU
    for cell, mark in (([0, 0, 0], "1"), ([0, 1, 2], "2"), ([0, 0, 0], "3"), ([0, 1, 2], "")):
        edit = ask("clue", text, canvas=0, cells=[cell], mark=mark)["edit"]
        text = text[: edit["from"]] + edit["insert"] + text[edit["to"] :]
    assert text == SUDOKU + "given\n  |3...\n  |....\n  |....\n  |....\n"
    edit = ask("clue", text, canvas=0, cells=[[0, 0, 0]], mark="")["edit"]
    assert text[: edit["from"]] + edit["insert"] + text[edit["to"] :] == SUDOKU


def test_a_piece_is_one_edit() -> None:
    cells = [[0, 0, 0], [0, 0, 1], [0, 1, 1]]
    edit = ask("clue", SUDOKU, canvas=0, cells=cells, mark="2")["edit"]
    assert edit["insert"] == "given\n  |22..\n  |.2..\n  |....\n  |....\n"
    assert "error" in ask("clue", SUDOKU, canvas=0, cells=[*cells, [0, 9, 9]], mark="2")
    assert "error" in ask("clue", SUDOKU, canvas=0, cells=cells[0], mark="2")


@pytest.mark.parametrize(
    "cell", [[0, 9, 0], [0, -1, 0], [5, 0, 0], [0, 0], "a1", None, [0, 0, 0.5], [0, 0, True]]
)
def test_a_clue_on_no_cell(cell: object) -> None:
    assert "error" in ask("clue", SUDOKU, canvas=0, cells=[cell], mark="1")


def test_pieces_fit_by_any_motion_and_values_alone() -> None:
    pieces = "board b 3x4\nshapes p\n  |AAA BB CCC\n  |A.. BB C.C\nplace free p on b\n"
    bent, square = [[0, 0, 0], [0, 1, 0], [0, 2, 0], [0, 2, 1]], [[0, 0, 0], [0, 0, 1], [0, 1, 1]]
    asked = {"canvas": 0, "marks": ["A", "B", "C"]}
    assert ask("fitting", pieces, cells=bent, **asked)["marks"] == ["A", "C"]
    assert ask("fitting", pieces, cells=square, **asked)["marks"] == ["A", "B", "C"]
    assert ask("fitting", pieces, cells=[*square, [0, 1, 0]], **asked)["marks"] == ["B"]
    beside = [[0, 0, 0], [0, 0, 1]]
    assert ask("fitting", SUDOKU, canvas=0, cells=beside, marks=["1"])["marks"] == []
    assert ask("fitting", SUDOKU, canvas=0, cells=[[0, 0, 0], [0, 1, 2]], marks=["1"])["marks"] == ["1"]
    assert "error" in ask("fitting", SUDOKU, canvas=0, cells=beside, marks="1")
    zeros = "board b 1x2\nfill b with 0..1, once per row\n"  # where 0 is a mark
    for cells in ([[0, 0, 0]], [[0, 0, 1]]):
        assert ask("fitting", zeros, canvas=0, cells=cells, marks=["0", "1", "2"])["marks"] == ["0", "1"]
    assert ask("fitting", zeros, canvas=0, cells=[[0, 0, 0], [0, 0, 1]], marks=["0", "1"])["marks"] == []
    assert "error" in ask("fitting", SUDOKU, canvas=9, cells=beside, marks=["1"])


def test_all_solutions_are_said() -> None:
    found = ask("list", (ROOT / "specs" / "queens.xc").read_text())
    rows = [row for part in [*found["said"], found] for row in part.get("rows", [])]
    parts = [part for said in [*found["said"], found] for part in said.get("parts", [])]
    assert found["text"] == "all 92 solutions"
    assert len({tuple(sorted(parts[k]["label"] for k in row)) for row in rows}) == 92


def test_pictures_have_the_style_of_other_pictures() -> None:
    """By the names that SVG has for it: without `text-anchor`, marks would not be in the middle of cells."""
    shared = excover.parse(SUDOKU).svg()
    for found in (ask("check", SUDOKU)["board"], ask("solve", SUDOKU)["stage"]):
        for name, value in found["style"].items():
            assert f'{name}="{value}"' in shared


def test_marks_that_share_a_place_are_drawn_together() -> None:
    """The parts of such a solution are those of the whole drawing."""
    text = "item a, b\noption x() covers a\noption y() covers b\n"
    text += 'draw x() at (1, 1) as "A"\ndraw y() at (1, 1) as "B"\n'
    found = ask("solve", text)
    assert [found["parts"][k]["label"] for k in found["rows"][0]] == ["A+B at (1,1)"]


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("count", DOMINOES, "3 solutions"),
        ("solve", SUDOKU, "a solution"),
        ("unique", SUDOKU, "several solutions: here are two, and what differs is marked"),
        ("unique", CHOICE, "several solutions: here are two"),
        ("heat", DOMINOES, "percent of 3 solutions"),
        ("starts", DOMINOES, "9 of 9 starts of 2 have exactly one completion"),
        ("tree", DOMINOES, ""),
        (
            "why",
            SUDOKU + "given\n  |11..\n  |....\n  |....\n  |....\n",
            "no solution: these 2 givens conflict",
        ),
        (
            "rate",
            SUDOKU + "given\n  |1...\n  |..2.\n  |.3..\n  |...4\n",
            "Easy: each step is forced, since something",
        ),
        (
            "rate",
            SUDOKU,
            "There are several solutions, and only of a puzzle with exactly one",
        ),
        (
            "hints",
            SUDOKU,
            "There are several solutions, and only of a puzzle with exactly one",
        ),
        ("rate", DOMINOES.replace("2x3", "3x3"), "There is no solution, so there is no rating"),
        ("expect", SUDOKU, "There is no `expect` line to check: one is `expect solutions = 1`"),
        ("why", DOMINOES.replace("2x3", "3x3"), "there is no solution"),
        ("generate", SUDOKU, "a puzzle with 4 clues and exactly one solution"),
    ],
)
def test_studies(question: str, text: str, expected: str) -> None:
    found = ask(question, text)
    assert found.get("text", "").startswith(expected) or question == "generate", found
    assert "error" not in found


def test_a_solid_comes_with_what_is_turned() -> None:
    """The cells of the board once, and of each part its own; of a flat board neither."""
    found = ask("solve", "import soma\nboard cube 3x3x3\nplace one-sided soma on cube\n")
    assert len(found["stage"]["solid"]["cells"]) == 27
    assert sorted(cell for part in found["parts"] for cell in part["cells"]) == list(range(27))
    assert {part["word"] for part in found["parts"]} == {*"VLTZABP"}
    flat = ask("solve", DOMINOES)
    assert "solid" not in flat["stage"]
    assert "cells" not in flat["parts"][0]


def test_hints_say_how_many_are_guesses() -> None:
    found = ask("hints", SUDOKU + "given\n  |1...\n  |..2.\n  |.3..\n  |...4\n")
    assert found["text"] == "12 steps"
    assert [each["name"] for each in found["hints"]] == ["hidden single"] * 12
    assert found["hints"][0]["svg"].count("<polygon") == 1
    text = f"{Path('specs/sudoku.xc').read_text()}given\n"
    drawn = Path("specs/sudoku-hard.txt").read_text().split()
    found = ask("hints", text + "".join(f"  |{row}\n" for row in drawn))
    assert found["text"] == "93 steps, of which 1 guess"


def test_two_solutions_are_drawn_and_what_differs_is_marked() -> None:
    """Also where the marks are the same, and only the pieces lie elsewhere."""
    for text, alike in ((SUDOKU, 12), (DOMINOES, 0)):
        pictures = ask("unique", text)["pictures"]
        assert [each["label"] for each in pictures] == ["one solution", "another one"]
        one, other = (each["svg"].count("<polygon") for each in pictures)
        assert one == other
        assert one == alike, "those that are the same are pale"
        assert all("#c2185b" in each["svg"] for each in pictures)
    (only,) = ask("unique", "board b 1x2\nshapes d\n  |AA\nplace free d on b\n")["pictures"]
    assert "#c2185b" not in only["svg"]


def test_two_solutions_that_are_not_drawn() -> None:
    found = ask("unique", CHOICE)
    assert found["text"] == "several solutions: here are two, and what differs is marked"
    assert [each["options"] for each in found["pictures"]] == [[("x()", True)], [("y()", True)]]
    found = ask("unique", CHOICE + "item b\noption z() covers b\n")
    assert [("z()", False) in each["options"] for each in found["pictures"]] == [True, True]


def test_a_reason_speaks_of_cells_and_is_drawn() -> None:
    found = ask("why", DOMINOES.replace("2x3", "3x3").replace("3 times", "4 times"))
    assert found["reason"] == "there are 9 cells to cover, and what may be chosen covers at most 8 of them"
    assert (found["text"], found["svg"].count("<polygon")) == ("there is no solution", 9)
    colored = ask("why", "board b\n  |.#.\n  |...\n  |...\nshapes d\n  |AA\nplace free d on b each 4 times\n")
    assert [colored["svg"].count(letter) for letter in (">B<", ">W<")] == [5, 3]
    given = ask("why", DOMINOES.replace("2x3", "3x3") + "given\n  |AA.\n  |...\n  |...\n")
    assert given["text"] == "there is no solution, even without givens"
    boards = "board left 1x3\nboard right 1x2\nshapes rod\n  |AA BB\n"
    reason = ask("why", boards + "place fixed rod on left\nplace fixed rod on right\n")["reason"]
    assert "cells of `left`" in reason
    assert "the `rod` items" in reason


def test_a_reason_calls_only_pieces_on_boards_placements() -> None:
    text = DOMINOES + "item x[1..2]\noption y(i in 1..2) covers x[i]\nforbid y(1)\n"
    assert ask("why", text)["reason"] == "no option is left that covers `x[1]`"


def test_solutions_up_to_symmetry() -> None:
    alike = "those that a rotation, reflection or stated `symmetry` maps to each other are"
    for question, said in (("count", "2 solutions"), ("list", "all 2 solutions")):
        found = ask(question, DOMINOES, symmetric=True)
        assert found["text"] == f"{said}; {alike} {'counted' if question == 'count' else 'shown'} once"
        for alone in ("item a\noption x() covers a\n", "board b 1x1\nshapes p\n  |A\nplace free p on b\n"):
            none = ask(question, alone, symmetric=True)
            why = "no rotation, reflection or stated `symmetry` maps one to another, so none is left out"
            assert none["text"] == f"1 solution; {why}"
        assert ask(question, DOMINOES, symmetric=False)["text"].endswith("3 solutions")


def test_a_part_of_all_solutions_is_not_said_to_have_more() -> None:
    """When a limit ends the list, it is not known whether another one exists."""
    found = ask("list", DOMINOES, most=2)
    assert (found["text"], found["exhausted"]) == ("at least 2 solutions", False)
    found = ask("list", DOMINOES, most=1, symmetric=True)
    assert found["text"] == (
        "at least 1 solution; those that a rotation, reflection or stated `symmetry` maps to each other"
        " are shown once"
    )


def test_the_help_has_examples_with_solutions() -> None:
    """The first one is also the text of a page that was opened without one."""
    found = page_facts()
    counts = [ask("count", each["text"])["count"] for each in found["help"]["examples"]]
    assert counts == ["12", "1", "4"]
    assert found["text"] == found["help"]["examples"][0]["text"]
    assert found["documents"] == ""


def test_a_search_tells_its_own_time() -> None:
    """Not that of compiling, or of starting Python."""
    assert ask("count", DOMINOES)["seconds"] >= 0
    assert "seconds" not in ask("check", DOMINOES)


def test_completions() -> None:
    text = "board 😋 2x3\n".replace("😋", "tray") + "# 😋\nshapes d\n  |AA\nplace free d on t"
    found = ask("complete", text, at=len(text) + 1)  # the emoji is two units
    assert (found["from"], found["options"]) == (
        len(text),
        [{"label": "tray", "type": "board", "detail": "board"}],
    )


def test_what_cannot_be_generated_is_no_success() -> None:
    found = ask("generate", DOMINOES.replace("2x3", "3x3"))
    assert (found["text"], found["exists"]) == ("there is no solution, so there is no puzzle", False)


@pytest.mark.parametrize(
    ("text", "cells", "pieces"),
    [
        ("board b 2x3\nshapes p\n  |AA BB\n  |A. B.\nplace fre p on b\n", 6, ["p"]),
        ("board b 2x3\nshapes p\n  |AA BB\n  |A. B.\nplace free p on c\n", 6, ["p"]),
        ("board b 2x\nshapes p\n  |AA\n", 0, ["p"]),
        ("board b 2x3\nshapes p\n  |A$ BB\n", 6, []),
        ("board b 1000x1000\nitem\n", 0, []),
        ("excover: 1\nboards: {b: {size: 2x3}}\nplaces: x\n", 6, []),
        ("item", 0, []),
    ],
)
def test_what_is_good_of_a_text_with_errors_is_drawn(text: str, cells: int, pieces: list[str]) -> None:
    found = ask("check", text)
    assert found["diagnostics"]
    assert "board" not in found
    assert len((found["draft"]["board"] or {"cells": []})["cells"]) == cells
    assert [each["name"] for each in found["draft"]["pieces"]] == pieces
    assert all(each["svg"].startswith("<svg") for each in found["draft"]["pieces"])


def test_the_help_says_what_characters_of_drawings_mean() -> None:
    """Each character in a board, among pieces and in givens does what the table says, or is refused."""
    rows = page_facts()["help"]["drawings"]["rows"]
    assert [row[0] for row in rows] == ["`.`", "`?`", "`#`", "a blank", "a letter or digit"]
    boards = [0, 0, 0, 0, 0]
    for number, character in enumerate(".?# A"):
        text = f"board b\n  |.{character}.\nshapes d\n  |A\nplace free d on b each at least 0 times\n"
        problem = excover.parse(text)
        boards[number] = len(problem.full.markings)
        pieces = f"board b 1x4\nshapes d\n  |BB{character}\nplace free d on b each 2 times\n"
        is_refused = any(each["severity"] == "error" for each in ask("check", pieces)["diagnostics"])
        assert is_refused == (rows[number][2] == "(not used)"), character
        given = f"board b 1x2\nshapes d\n  |A\nplace free d on b each 2 times\ngiven\n  |{character}.\n"
        has_given = bool(excover.parse(given).givens.marks)
        assert has_given == (rows[number][3] != "nothing is given"), character
    assert [row[1] for row in rows] == [
        {3: "a cell", 2: "no cell"}[most] + extra
        for most, extra in zip(boards, ["", " that may stay empty", "", "", " with that label"], strict=True)
    ]


def test_letters_of_pieces_are_readable_in_the_dark() -> None:
    """What the page makes darker keeps a contrast of 4.5, for all colors that pieces get by themselves."""
    found = {*re.findall(r"filter: contrast\((.+?)\) brightness\((.+?)\)", page_file("play.css").decode())}
    ((sharper, darker),) = found

    def seen(color: str) -> str:
        values = (int(color[at : at + 2], 16) for at in (1, 3, 5))
        sharp = (min(255, max(0, (value - 127.5) * float(sharper) + 127.5)) for value in values)
        return "#" + "".join(f"{round(value * float(darker)):02x}" for value in sharp)

    for fill in PALETTE:
        assert contrast(seen(fill), seen(ink_on(fill))) >= READABLE, fill
    assert contrast(seen("#ffffff"), "#ffffff") > 1.2  # it is darker


def test_an_empty_text_is_not_said_to_be_solved() -> None:
    assert ask("solve", "")["text"] == "nothing has to be covered, so nothing is chosen"


def test_a_generated_puzzle_has_one_solution() -> None:
    edit = ask("generate", SUDOKU)["edit"]
    text = SUDOKU[: edit["from"]] + edit["insert"] + SUDOKU[edit["to"] :]
    assert excover.unique(excover.parse(text)).verdict.value == "unique"


@pytest.mark.parametrize("name", ["tents", "suguru", "kakurasu"])
def test_a_generated_puzzle_of_labels_has_one_solution(name: str) -> None:
    """Where the clues are labels, these are changed, in the text of the board itself."""
    text = gallery.puzzle(name).text
    found = ask("generate", text)
    assert found["text"].startswith("a puzzle with new labels and exactly one solution")
    edit = found["edit"]
    after = text[: edit["from"]] + edit["insert"] + text[edit["to"] :]
    assert after != text
    assert after.split("labels")[0] == text.split("labels")[0]
    assert formatted(Source("a.xc", after)) == after
    assert excover.unique(excover.parse(after)).verdict.value == "unique"


def test_labels_in_yaml_are_not_generated() -> None:
    text = yaml_of(parse(gallery.puzzle("skyscrapers")))
    assert "text form only" in ask("generate", text)["error"]


def test_the_lines_of_expectations() -> None:
    found = ask("expect", DOMINOES + "expect solutions = 3\nexpect solutions > 5\n")["expectations"]
    assert [(each["holds"], each["found"]) for each in found] == [(True, "3"), (False, "3")]


def test_pictures_of_the_gallery_are_made_or_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["soma", "langford"]
    made = [part["pictures"] for part in ask("pictures", names=names)["said"]]
    assert [*map(list, made)] == [[name] for name in names]
    assert all(picture.startswith("<svg ") for each in made for picture in each.values())
    shipped = json.dumps({"soma": "<svg/>", "queens": "<svg/>"}).encode()
    monkeypatch.setattr("excover.apps.play.page_facts.page_file", lambda name: {PICTURES: shipped}[name])
    found = ask("pictures", names=names)
    assert (found["pictures"], found["said"]) == ({"soma": "<svg/>", "langford": ""}, [])


@pytest.mark.parametrize("names", [None, "soma", ["no-such"], [["soma"]]])
def test_pictures_are_of_the_gallery(names: Any) -> None:
    assert "names" in ask("pictures", names=names)["error"]


@pytest.mark.parametrize("question", sorted(QUESTIONS))
@pytest.mark.parametrize(
    "text", ["", "item", "item a\x00", "excover: 1\nitems: [a", "c\n\n  1 2", "#" * 10**5 + "x"]
)
def test_no_text_is_a_fault(question: str, text: str) -> None:
    found = ask(question, text)
    assert (
        found.get("error")
        or found.get("diagnostics") is not None
        or found.get("options") is not None
        or found
    )


@pytest.mark.parametrize("data", [{"text": 3}, {"settings": []}, {"settings": {"n": 3}}, {"text": None}])
def test_no_question_of_another_form_is_a_fault(data: dict[str, Any]) -> None:
    for question in QUESTIONS:
        assert "error" in answer(question, data, "", lambda part: None)


def test_the_limits_of_texts_hold() -> None:
    found = ask("check", "board b 1000x1000\n")
    assert found["diagnostics"][0]["code"].startswith("E")


def test_a_text_from_a_link_reads_no_file_beside_it(tmp_path: Path) -> None:
    """Only the text of the file that the page was opened with imports its neighbours."""
    (tmp_path / "other.xc").write_text("let n = 3\n")
    file, text = str(tmp_path / "mine.xc"), 'import "other.xc"\nitem a[1..n] option x(i in a) covers a[i]\n'
    assert answer("count", {"text": text}, file, print).get("error")
    assert answer("count", {"text": text, "file": True}, file, lambda part: None)["count"] == "1"


def test_texts_in_yaml(tmp_path: Path) -> None:
    text = "excover: 1\nitems: a\noptions:\n  x(): {covers: a}\n"
    assert ask("count", text)["count"] == "1"
    assert ask("check", text)["clues"] is False
    file = str(tmp_path / "mine.yaml")
    (wrong,) = answer("check", {"text": text[11:], "file": True}, file, lambda part: None)["diagnostics"]
    assert [each["insert"] for each in wrong["fixes"]] == ["excover: 1\n"]


# Processes


@pytest.fixture(scope="module")
def jobs() -> Iterator[Jobs]:
    made = Jobs()
    yield made
    made.close()


def test_a_stopped_search_ends_and_the_next_one_runs(jobs: Jobs) -> None:
    endless = jobs.start("tab", "count", {"text": ENDLESS}, "")
    while not jobs.news(endless)["said"]:
        time.sleep(0.01)
    jobs.stop(endless)
    assert jobs.wait(endless, HANGS)["answer"] == {"stopped": "stopped"}
    assert jobs.wait(jobs.start("tab", "count", {"text": DOMINOES}, ""), HANGS)["answer"]["count"] == "3"


def test_a_killed_process_is_replaced(jobs: Jobs) -> None:
    endless = jobs.start("tab", "count", {"text": ENDLESS}, "")
    while not jobs.news(endless)["said"]:
        time.sleep(0.01)
    for child in children(os.getpid()):
        os.kill(child, signal.SIGKILL)
    assert "stopped" in jobs.wait(endless, HANGS)["answer"]
    assert jobs.wait(jobs.start("tab", "count", {"text": DOMINOES}, ""), HANGS)["answer"]["count"] == "3"


def test_a_job_that_is_stopped_before_its_process_begins() -> None:
    job = Job("tab", "check")
    job.stop()
    with pytest.raises(ProcessEnded):
        job.take(EditorProcess())


def test_a_job_that_is_stopped_after_its_end_leaves_the_process_to_the_next_one() -> None:
    job = Job("tab", "check")
    with EditorProcess() as worker:
        job.take(worker)
        job.release()
        job.stop()
        assert worker.ask(abs, -3, seconds=HANGS) == 3


def test_a_process_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object, **_more: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(EditorProcess, "_started", fail)
    jobs = Jobs()
    answer = jobs.wait(jobs.start("tab", "count", {"text": DOMINOES}, ""), HANGS)["answer"]
    assert answer["error"].endswith("Resource temporarily unavailable")
    jobs.close()


def test_a_count_of_any_number_of_digits(jobs: Jobs) -> None:
    text = "item a[1..4400]\noption x(i in 1..4400, k in 1..10) covers a[i]\n"
    answer = jobs.wait(jobs.start("tab", "count", {"text": text}, ""), HANGS)["answer"]
    assert answer["count"] == "1" + 4400 * "0"


def test_a_new_search_of_a_tab_ends_the_one_before(jobs: Jobs) -> None:
    first = jobs.start("tab", "count", {"text": ENDLESS}, "")
    other = jobs.start("other", "count", {"text": ENDLESS}, "")
    second = jobs.start("tab", "list", {"text": DOMINOES}, "")
    assert jobs.wait(first, HANGS)["answer"] == {"stopped": "stopped"}
    assert jobs.wait(second, HANGS)["answer"]["exhausted"] is True
    assert jobs.news(other)["answer"] is None


@pytest.mark.slow
def test_ten_tabs(jobs: Jobs) -> None:
    found = [jobs.start(f"tab {k}", "count", {"text": DOMINOES}, "") for k in range(10)]
    assert [jobs.wait(each, HANGS)["answer"]["count"] for each in found] == ["3"] * 10


def test_too_many_searches_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs_module, "MOST_JOBS", 1)
    jobs = Jobs()
    jobs.start("tab", "count", {"text": ENDLESS}, "")
    with pytest.raises(Busy):
        jobs.start("other", "count", {"text": DOMINOES}, "")
    jobs.close()


def test_a_search_whose_page_is_gone_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs_module, "PATIENCE", -1.0)
    jobs = Jobs()
    forgotten = jobs.start("tab", "count", {"text": ENDLESS}, "")
    jobs.end_forgotten()
    assert jobs.news(forgotten)["answer"] == {"stopped": "stopped"}
    jobs.close()


@pytest.mark.slow
def test_the_memory_of_a_process_is_bounded() -> None:
    """Before it reads the first text."""
    with EditorProcess() as worker:
        worker.ask(
            bounded_answer, "count", {"text": DOMINOES}, "", 10**8, seconds=HANGS, heard=lambda part: None
        )
        soft, _ = worker.ask(resource.getrlimit, resource.RLIMIT_AS, seconds=HANGS)
    assert 0 < soft <= jobs_module.PROCESS_MEMORY


def test_searches_share_the_memory_that_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve at once have less together than the machine; one alone has what it may have at most."""
    monkeypatch.setattr(jobs_module, "free_memory", lambda: 4_000_000_000)
    monkeypatch.setattr(Jobs, "_work", lambda *_: None)
    jobs = Jobs()
    for tab in range(12):
        jobs.start(f"tab {tab}", "count", {"text": DOMINOES}, "")
    given = [job.memory for job in jobs._jobs.values()]
    assert given[0] == 1_000_000_000
    assert sum(given) < 4_000_000_000
    assert min(given) >= jobs_module.LEAST_MEMORY


def test_a_search_has_the_memory_that_its_job_got() -> None:
    run = Asked.of({"text": DOMINOES}, "", 123_456_789).run(lambda part: None)
    assert run.strategy.room == 123_456_789


def test_a_list_that_ends_before_all_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn_solutions, "MOST_LISTED", 2)
    assert ask("list", DOMINOES)["text"] == "at least 2 solutions; no more are listed"
    monkeypatch.setattr(drawn_solutions, "MOST_LISTED", 4)
    assert ask("list", DOMINOES)["text"] == "all 3 solutions"


@pytest.mark.slow
def test_a_limit_of_the_page_is_told_as_one() -> None:
    queens = (gallery.folder() / "queens.xc").read_text()
    (wrong,) = ask("check", queens, settings={"n": "400"})["diagnostics"]
    assert "160,000 cells; the limit is 50,000" in wrong["message"]
    assert wrong["help"] == [
        "draw fewer cells, or nothing: a problem needs no `draw`",
        "this is a limit of the page: `excover` on the command line and in Python takes more",
    ]
