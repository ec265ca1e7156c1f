"""Labels with a name, drawn or from outside: their values, sizes, margins, and the drawings they refuse."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

import excover
from excover.apps.cli import main
from excover.base.diagnostics import SpecError
from excover.base.source import Source
from excover.language.syntax.format import format_spec
from excover.language.syntax.parse import parse
from excover.language.syntax.yaml import yaml_of
from excover.problem.problem import compile_source
from tests.support.effort import examples

LABELLED = """board field, may stay empty
labels number
  |1  .  12
  |x  -3 .
labels across left
  |2
  |1
labels down* above
  |. 1 .
  |4 1 .
labels pairs*
  |1,2 .   3
  |.   a,b .
"""


def holds(condition: str, text: str = LABELLED, tables: Mapping[str, Any] = {}) -> bool:
    """Whether a condition on what is known is true."""
    described = f"{text}\nitem fact\noptional option always() where {condition} covers fact"
    return excover.parse(f"enum Color = red, blue\n{described}", tables=tables).count() == 1


@pytest.mark.parametrize(
    "condition",
    [
        "number[1, 1] = 1 and number[1, 3] = 12 and number[2, 2] = -3",
        'number[2, 1] = "x" and number[(2, 1)] = "x"',
        "number = {(1, 1), (1, 3), (2, 1), (2, 2)} and (1, 2) not in number",
        "across[1] = 2 and across[2] = 1 and across = {1, 2}",
        "len(down) = 3 and down[1][1] = 4 and down[2] = (1, 1) and len(down[3]) = 0",
        'pairs[1, 1] = (1, 2) and len(pairs[1, 3]) = 1 and pairs[2, 2][2] = "b"',
        "len(field) = 6 and (2, 3) in field and (3, 1) not in field",
    ],
)
def test_labels_of_places(condition: str) -> None:
    assert holds(condition)


@pytest.mark.parametrize(
    "board",
    [
        "board field\n  |...",
        "board field\n  |.a.",
        "board field 1x3\nlabels\n  |...",
        "board field hex\n  |. . .",
    ],
)
def test_a_drawn_board_has_labels_though_none_is_drawn(board: str) -> None:
    """So that a description also takes a drawing without clues."""
    cells = 'option clued(p in field) where field[p] != "." covers field[p]'
    text = f'{board}\n{cells}\noption other(p in field) where field[p] = "." covers field[p]'
    assert excover.parse(text).count() == 1


def test_a_drawing_without_blanks_has_a_character_for_each_cell() -> None:
    text = "board field, may stay empty\nlabels region\n  |aab\n  |a1.\n"
    assert holds('region[1, 2] = "a" and region[2, 2] = 1 and (2, 3) not in region', text)


def test_a_label_may_be_a_symbol() -> None:
    assert holds("paint[1, 1] = red and paint[1, 2] = blue", "board b, may stay empty labels paint |red blue")


def test_a_label_may_be_of_a_kind_that_this_drawing_lacks() -> None:
    assert holds('number[1, 1] != "x"', "board b, may stay empty labels number |1 2")


@pytest.mark.parametrize(
    "condition", ['number[1, 1] = "1"', "number[1, 1] = (1, 2)", "1 in number", "number[1, 1] in field"]
)
def test_what_no_label_can_be_is_refused(condition: str) -> None:
    with pytest.raises(SpecError) as wrong:
        holds(condition)
    assert wrong.value.diagnostics[0].code in ("E109", "E110")


def test_margins_alone_give_the_size() -> None:
    assert holds("len(b) = 6", "board b, may stay empty labels side left |1\n  |2\nlabels top above |1 2 3")


CORNERS = """board field, may stay empty
labels clue corners
  |1 . 0
  |. 2 .
"""


@pytest.mark.parametrize(
    "condition",
    [
        "len(field) = 2 and (1, 2) in field and (2, 1) not in field",
        "clue = {(1, 1), (1, 3), (2, 2)} and clue[1, 3] = 0 and clue[2, 2] = 2",
    ],
)
def test_labels_at_corners(condition: str) -> None:
    """A row and a column more than cells; a corner has the indices of the cell on its lower right."""
    assert holds(condition, CORNERS)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("board b 2x2, may stay empty\nlabels n corners\n  |1 .\n  |. .", "2 rows, so 3 rows of corners"),
        (
            "board b, may stay empty\n  |..  ..\nlabels n corners\n  |. . . 1 . . .\n  |. . . . . . .",
            "is in no cell",
        ),
        ("board b 1x1, may stay empty\nlabels n corners\n  |1 .\n  |. . .", "1 column, so 2 columns"),
    ],
)
def test_labels_at_other_corners_are_refused(text: str, why: str) -> None:
    with pytest.raises(SpecError, match=why):
        excover.parse(f"{text}\nchoose f(p in b)")


def test_only_one_row_of_corners_is_no_board() -> None:
    with pytest.raises(SpecError):
        excover.parse("board b, may stay empty\nlabels n corners\n  |1 .\nchoose f(p in b)")


BOARD = """board field, may stay empty
labels number
  |1 .
labels across left
  |3
"""


@pytest.mark.parametrize(
    "outside",
    [
        {"number": [". 1 5", ". . 2"], "across": ["7", "."]},
        {"number": [[None, 1, 5], [None, None, 2]], "across": [[7], [None]]},
        {"number": [[None, 1, 5], [None, None, 2]], "across": [7, None]},
    ],
    ids=["texts", "rows", "values"],
)
def test_drawings_from_a_program(outside: Mapping[str, Any]) -> None:
    condition = "number[1, 3] = 5 and len(field) = 6 and across = {1} and across[1] = 7"
    assert holds(condition, BOARD, {"field": outside})


def test_drawings_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.txt"
    file.write_text(". 1 5\n. . 2\n\n\n7\n.\n")
    assert holds("number[1, 3] = 5 and across = {1} and across[1] = 7", BOARD, {"field": file})


def test_a_drawn_board_from_outside(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.txt"
    file.write_text("|.#\n|..\n")
    problem = excover.parse(
        "board b\n  |..\nshapes s\n  |AA\nplace free s on b each 0..2 times", tables={"b": file}
    )
    assert len(problem.matrix.options) == 2


def test_cells_of_a_board_that_labels_draw(tmp_path: Path) -> None:
    labels = {"the board": ["..#", ".."], "number": [[None, 1, None], [2, None, None]], "across": ["7", "."]}
    condition = "len(field) = 4 and number[1, 2] = 1 and across[1] = 7 and beside((1, 2)) = {(1, 1), (2, 2)}"
    assert holds(condition, BOARD, {"field": labels})
    file = tmp_path / "puzzle.txt"
    file.write_text("..#\n..\n\n. 1 .\n2 . .\n\n7\n.\n")
    assert holds(condition, BOARD, {"field": file})


def test_cells_are_drawn_once(tmp_path: Path) -> None:
    file = tmp_path / "cells.txt"
    file.write_text("..\n\n...\n...\n")
    with pytest.raises(SpecError, match="2 drawings for the board `field`, which needs `the board`"):
        excover.parse("board field\n  |..\nchoose shaded(p in field)", tables={"field": file})


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("1 2\n", "1 drawing for the board `field`, which needs `number` and `across`"),
        ("1 2\n\n1\n\n2\n", "3 drawings for the board"),
        ("...\n\n1.2\n\n7\n", "3 drawings for the board"),
        ("1 2\n3\n\n1\n2\n", r"puzzle.txt:2:1"),
        ("1 2\n\n1\n2\n", "`across` has 2 lines, and the board `field` has 1 row"),
    ],
    ids=["too-few", "too-many", "divided-labels", "a-short-line", "a-long-margin"],
)
def test_drawings_that_do_not_fit(
    content: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "puzzle.txt").write_text(content)
    spec = tmp_path / "spec.xc"
    spec.write_text(f"{BOARD}choose shaded(p in field)\nrequire shaded(p) for p in number\n")
    assert main(["count", str(spec), "--board", f"field={tmp_path / 'puzzle.txt'}"]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    "outside", [5, "none.txt", {"number": ["1"]}, {"number": 3, "across": ["1"]}, [["1"]]], ids=str
)
def test_what_is_no_drawing_is_refused(outside: object) -> None:
    with pytest.raises(SpecError):
        excover.parse(f"{BOARD}choose shaded(p in field)", tables={"field": outside})


def test_no_board_of_that_name() -> None:
    with pytest.raises(SpecError, match="did you mean `field`"):
        excover.parse(f"{BOARD}choose shaded(p in field)", tables={"feld": ["1"]})


def test_another_parameter_keeps_the_drawings() -> None:
    text = f"param n = 1\n{BOARD}choose shaded(p in field)\nrequire count(shaded(p) for p in field) = n"
    problem = excover.parse(text, tables={"field": {"number": ["1 2 3"], "across": ["1"]}})
    assert problem.with_parameters(n=2).count() == 3


def random_board(random: Random) -> str:
    """A board with two kinds of labels, a margin, and corners."""
    rows, columns = random.randint(1, 3), random.randint(2, 4)
    words = [".", "-", "0", "17", "x", "-4", "red"]
    lines = [" ".join(random.choice(words) for _ in range(columns)) for _ in range(rows)]
    letters = ["".join(random.choice("ab.") for _ in range(columns)) for _ in range(rows)]
    beside = [" ".join(random.choice(["1", "2 2", ".", "0"]) for _ in range(1)) for _ in range(rows)]
    drawn = [*(f"  |{line}" for line in lines), "labels letter", *(f"  |{line}" for line in letters)]
    drawn += ["labels across* right", *(f"  |{line}" for line in beside)]
    points = [" ".join(random.choice("1.") for _ in range(columns + 1)) for _ in range(rows + 1)]
    drawn += ["labels point corners", *(f"  |{line}" for line in points)]
    return f"board field {rows}x{columns}, may stay empty\nlabels word\n" + "\n".join(drawn)


@pytest.mark.parametrize("seed", range(examples(20)))
def test_text_and_yaml_are_one_description(seed: int) -> None:
    text = (
        f"{random_board(Random(seed))}\nchoose f(p in field)\n"
        'require f(p) for p in letter where letter[p] = "a" and (p not in word or word[p] != 17)\n'
        "require count(f(p) for p in field where p[1] = r) >= len(across[r]) for r in across\n"
        "require f(r, c) for (r, c) in point where (r, c) in field and (r, c) not in word\n"
    )
    spec = parse(Source("spec.xc", text))
    forms = [text, format_spec(spec), yaml_of(spec)]
    names = ["spec.xc", "spec.xc", "spec.yaml"]
    counts = {compile_source(Source(name, form)).count() for name, form in zip(names, forms, strict=True)}
    assert len(counts) == 1


def test_decisions_about_cells_are_drawn_there() -> None:
    text = (
        "board field 2x2, may stay empty choose lamp(p in field) from 1..2 require lamp(p) = 2 for p in field"
    )
    problem = excover.parse(text)
    (solution,) = problem.solutions()
    assert solution.drawing == "22\n22"


def test_a_drawing_of_ones_own_replaces_it() -> None:
    text = "board field 1x2, may stay empty choose lamp((r, c) in field) require lamp(1, c) for c in 1..2\n"
    problem = excover.parse(f'{text}draw lamp(r, c) at (r, c) as "X"')
    (solution,) = problem.solutions()
    assert solution.drawing == "XX"


def test_what_has_no_effect_on_this_board_may_have_one_on_another() -> None:
    text = "board b, may stay empty labels number |. .\nchoose f(p in b) require f(p) for p in number"
    assert not excover.parse(text).warnings
    assert [each.code for each in excover.parse(text.replace("in number", "in {}")).warnings] == [
        "W306",
        "W306",
    ]


def test_items_that_labels_count_may_have_none_on_this_board() -> None:
    text = (
        "board b, may stay empty labels number |. .\nchoose f(p in b) item n[p in number] number[p] times "
        "also f(p) covers n[p] if p in number"
    )
    assert not excover.parse(text).warnings
    known = excover.parse(text.replace("|. .", "|. 1"))
    assert (known.warnings, known.count(), excover.parse(text).count()) == ((), 2, 4)
    never = excover.parse(text.replace("|. .", "|. 1") + ", n[(1, 2)] if 1 > 2")
    assert [each.code for each in never.warnings] == ["W306"]
    empty = excover.parse("item a, e[1..0] option x() covers a option y(i in 1..0) covers e[i]")
    assert [each.code for each in empty.warnings] == ["W201"]


def test_labels_that_nothing_reads_are_reported() -> None:
    problem = excover.parse(
        "board b, may stay empty labels number |1\nlabels side left |1\nchoose f(p in number)"
    )
    assert [each.plain().split("\n")[0] for each in problem.warnings] == [
        "warning[W306]: nothing reads the labels `side`"
    ]


@pytest.mark.parametrize(
    ("labels", "rows", "condition"),
    [
        ("n", [[12], [34]], "len(b) = 2 and n[1, 1] = 12 and n[2, 1] = 34"),
        ("n*", [[(1, 2)], [None]], "len(b) = 2 and n[1, 1] = (1, 2)"),
    ],
    ids=["one-column", "several"],
)
def test_rows_of_values(labels: str, rows: Any, condition: str) -> None:
    assert holds(condition, f"board b, may stay empty\nlabels {labels}\n", {"b": rows})


def test_an_array_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    text = "board b, may stay empty\nlabels n\n"
    assert holds("n[2, 2] = 40 and len(b) = 4", text, {"b": numpy.array([[1, 2], [3, 40]])})
    with pytest.raises(SpecError, match="is no label of the board"):
        excover.parse(f"{text}choose f(p in n)", tables={"b": numpy.array([[1.5]])})


def test_a_file_may_have_the_bars_of_a_description(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text("  | 1 2\n  | 3 4\n")
    assert holds(
        "len(b) = 4 and n[2, 2] = 4", "board b, may stay empty\nlabels n\n", {"b": tmp_path / "b.txt"}
    )


@pytest.mark.parametrize("rows", [[], [""], [[]], [["a b"]], [[""]], [[True]], [[1.5]], [[b"x"]]], ids=repr)
def test_rows_that_are_no_drawing(rows: Any) -> None:
    with pytest.raises(SpecError) as wrong:
        excover.parse("board b, may stay empty\nlabels n\nchoose f(p in b)", tables={"b": rows})
    assert {each.code for each in wrong.value.diagnostics} <= {"E208", "E266", "E291"}


@pytest.mark.parametrize("board", ["board b hex 2x2", "board b 2x2x2", "board b on hex"])
def test_only_flat_boards_of_squares_have_labels_with_a_name(board: str) -> None:
    with pytest.raises(SpecError) as wrong:
        excover.parse(f"{board}, may stay empty\nlabels n\n  |1 2\n  |3 4\nchoose f(p in n)")
    assert wrong.value.diagnostics[0].code in ("E297", "E218", "E008")


def test_a_stated_size_stays() -> None:
    with pytest.raises(SpecError, match="has 3 lines, and the board `b` has 2 rows"):
        excover.parse(
            "board b 2x2, may stay empty\nlabels n\n  |1 2\n  |3 4\nchoose f(p in n)",
            tables={"b": ["1 2", "3 4", "5 6"]},
        )


@pytest.mark.parametrize("values", ['{"dark red", "x"}', '{"."}', "{(1, 2), (2, 1)}"])
def test_a_drawing_by_itself_refuses_nothing(values: str) -> None:
    assert not excover.parse(f"board b 1x2, may stay empty choose f(p in b) from {values}").warnings


@pytest.mark.parametrize("covered", ["q[p]", "field[p]"])
def test_a_core_form_has_the_labels_that_it_names(
    covered: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = """board field
labels clue
  |1 2
labels other
  |x y
item q[{p for p in field}]
option o(p in q) where other[p] != "z" covers q[p], field[p]
draw o(p) at p as clue[p]
"""
    if covered == "q[p]":
        text = text.replace("board field", "board field, may stay empty").replace(", field[p]\n", "\n")
    spec, again = tmp_path / "spec.xc", tmp_path / "again.xc"
    spec.write_text(text)
    assert main(["expand", "--to", "text", str(spec)]) == 0
    again.write_text(capsys.readouterr().out)
    assert main(["solve", str(again)]) == 0
    shown = capsys.readouterr()
    assert shown.out == "12\n"
    assert "W306" not in shown.err


def test_what_depends_on_a_wrong_board_is_not_reported() -> None:
    with pytest.raises(SpecError) as wrong:
        excover.parse(
            "board b, may stay empty\nlabels n\n  |1 2\n  |3\nchoose f(p in b)\n"
            "require f(p) for p in n\nrequire count(f(q) for q in beside(p)) = 1 for p in b"
        )
    assert [each.code for each in wrong.value.diagnostics] == ["E292"]


@pytest.mark.parametrize(
    ("board", "place", "why"),
    [
        ("1 .\n. .\n. . .\n", "puzzle.txt:3:1", "this line of `clue` has 3 words"),
        ("a a\n\n1 .\n\n2\n2\n", "puzzle.txt:6:1", "`west` has 2 lines, and the board `field` has 1 row"),
        ("1 .\n. .\n", "puzzle.txt:1:1", "1 drawing for the board `field`"),
        ("1 .\n. .\n\n1 1\n\n1\n", "puzzle.txt:6:1", "`west` has 1 line"),
        ("1 .\n. .\n\n1 1\n\n1\n1\n\n3 3\n", "puzzle.txt:9:1", "4 drawings for the board `field`"),
    ],
)
def test_what_is_wrong_in_a_file_is_shown_in_the_file(
    tmp_path: Path, board: str, place: str, why: str
) -> None:
    """At the line that differs from the others."""
    file = tmp_path / "puzzle.txt"
    file.write_text(board)
    text = "board field, may stay empty\nlabels clue\n |1 .\n |. .\n"
    text += "labels top above\n |1 1\nlabels west left\n |1\n |1\n"
    if why.startswith("this line"):
        text = text.partition("labels top")[0]
    with pytest.raises(SpecError, match=why) as wrong:
        excover.parse(f"{text}choose f(p in field)", tables={"field": str(file)})
    assert place in str(wrong.value)


BLACK_AND_WHITE = (
    'require lamp(p) for p in clue where clue[p] = "w" require not lamp(p) for p in clue where clue[p] = "b"'
)


@pytest.mark.parametrize(
    ("labels", "rule"),
    [
        # All that is not black is white.
        ("| b w w b | w . w .", 'require lamp(p) = (clue[p] = "b") for p in clue'),
        # Two kinds among others that are frequent.
        ("| b x w x | x . x .", 'require lamp(p) = (clue[p] in {"b", "w"}) for p in clue'),
        # Digits of base twelve.
        (
            "| 1 2 3 4 5 | 6 7 8 9 A | B . . . .",
            "require lamp(p) for p in clue where clue[p] in {clue[q] for q in beside(p) where q in clue}",
        ),
        # A rule about all of them, or about all but one kind.
        ("| b w x w | b . w .", f"{BLACK_AND_WHITE} require lamp(p) for p in field where p not in clue"),
        (
            "| b w x w | b . w .",
            f'{BLACK_AND_WHITE} require lamp(p) for p in clue where clue[p] not in {{"b"}}',
        ),
        (
            "| b w x w | b . w .",
            'require not lamp(p) if clue[p] = "b" else true if clue[p] = "w" else lamp(p) for p in clue',
        ),
        # Regions.
        ("| 0 0 0 0 | 1 1 1 O", "require count(lamp(p) for p in a) = 1 for a in areas(clue)"),
    ],
)
def test_labels_that_may_stand_for_all_others(labels: str, rule: str) -> None:
    rows = "\n".join(f"|{row}" for row in labels.split("|")[1:])
    text = f"board field, may stay empty\nlabels clue\n{rows}\nchoose lamp(p in field)\n"
    assert not excover.parse(text + rule).warnings
