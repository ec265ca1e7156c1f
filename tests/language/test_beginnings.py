"""Texts as one begins them: a board without anything on it, pieces without a board."""

from __future__ import annotations

import pytest

import excover
from excover.apps.editing.edited_text import pictures_of
from excover.apps.play.asked import Asked
from excover.apps.play.checked import checked
from excover.base.source import Source

WALLED = "board b\n  |..#\n  |...\n"


def said(text: str) -> list[tuple[str, tuple[str, ...]]]:
    try:
        return [(each.code, each.help) for each in excover.parse(text).warnings]
    except excover.SpecError as wrong:
        return [(each.code, each.help) for each in wrong.diagnostics]


def test_a_board_alone_is_a_board_without_solutions() -> None:
    problem = excover.parse(WALLED)
    assert problem.count() == 0
    assert [each.code for each in problem.warnings] == ["W771"]
    assert len(problem.matrix.items) == 5


def test_what_may_stay_empty_stays_empty() -> None:
    assert excover.parse("board b\n  |??\n").count() == 1


@pytest.mark.parametrize(
    ("text", "help_"),
    [
        (
            "board b 3x3\n",
            (
                "draw pieces below `shapes s`, and place them: `place free s on b`",
                "or write values into it: `fill b with 1..3, once per row, column`",
            ),
        ),
        (
            "board b 2x3\nshapes bar\n  |AA\n",
            (
                "place the pieces on it: `place free bar on b`",
                "or write values into it: `fill b with 1..3, once per row, column`",
            ),
        ),
        ("board b hex 2x3\n", ("draw pieces below `shapes s hex`, and place them: `place free s on b`",)),
        ("board b 2x2x3\n", ("draw pieces below `shapes s`, and place them: `place one-sided s on b`",)),
    ],
)
def test_the_help_names_the_next_statement(text: str, help_: tuple[str, ...]) -> None:
    assert said(text)[0] == ("W771", help_)
    shapes = "" if "shapes" in text else "shapes s\n  |A\n"
    for line in help_:
        statement = line.rpartition("`")[0].rpartition("`")[2]
        solid = shapes.replace("|A", "|A|.") if "one-sided" in statement else shapes
        below = solid.replace("shapes s", "shapes s hex") if "hex" in text else solid
        told = [code for code, _ in said(f"{text}{below}{statement}\n")]
        assert not [code for code in told if code.startswith("E") or code == "W771"], (statement, told)


def test_boards_and_pieces_of_different_lattices_are_not_proposed_to_each_other() -> None:
    text = "board b 2x2\nboard c hex 2x3\nshapes s hex\n  |A A\nshapes t triangle\n  |A\n"
    told = dict(zip("bcst", [help_[0] for _, help_ in said(text)], strict=True))
    assert told["b"].startswith("draw pieces below `shapes s`")
    assert told["c"] == "place the pieces on it: `place free s on c`"
    assert told["s"] == "write `place free s on c`"
    assert told["t"] == "write `place free t on tray`, and `board tray triangle 6x10` above it, for instance"


def test_a_board_beside_options_is_still_to_be_covered() -> None:
    others = "board b 2x2\nitem a\noption x() covers a\n"
    assert [code for code, _ in said(others)] == ["E229"]
    assert [code for code, _ in said("item a\nboard b 2x2\n")] == ["E229", "W771"]


@pytest.mark.parametrize("items", ["a", "a[1..3]", "a[1..3, 1..2]", "r[1..3, 1..2]"])
def test_the_option_that_is_proposed_covers_the_items(items: str) -> None:
    ((code, (help_,)),) = said(f"item {items}\n")
    assert code == "E229"
    assert not said(f"item {items}\n{help_.split('`')[1]}\n")


def test_unplaced_pieces_are_told_their_board() -> None:
    assert said("board tray 1x2\nshapes s\n  |AA\nfill tray with 1..2\n") == [
        ("W203", ("write `place free s on tray`",))
    ]
    ((_, help_),) = said("shapes s\n  |AA\n")
    assert help_ == ("write `place free s on tray`, and `board tray 6x10` above it, for instance",)


def test_the_page_draws_a_board_alone() -> None:
    found = checked(Asked.of({"text": WALLED}))
    assert [each["severity"] for each in found["diagnostics"]] == ["warning"]
    assert len(found["board"]["cells"]) == 5


@pytest.mark.parametrize(
    "rest",
    [
        "",
        "place free s on\n",
        "place free s on c\n",
        "place free s on b\n",
        "item a\n",
        "option x() covers nothing\n",
        "given\n  |Z\n",
        "fill b with\n",
    ],
)
def test_boards_and_pieces_have_pictures_while_the_rest_is_written(rest: str) -> None:
    found = pictures_of(Source("x.xc", f"{WALLED}shapes s\n  |AA B\n{rest}"))
    assert set(found) == {"b", "s"}
    assert all(picture.startswith("<svg") for picture in found.values())


def test_pieces_without_a_board_have_a_picture() -> None:
    text = "shapes flat\n  |AA\nshapes deep\n  |A|A\nshapes hexes hex\n  |A A\nboard c\n"
    assert set(pictures_of(Source("x.xc", text))) == {"flat", "deep", "hexes"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("board b 1x3\nshapes s\n  |AAAA\nplace free s on b\n", "too large for `b`: it has 4 cells"),
        ("board b 3x3\nshapes s\n  |AAAA\nplace free s on b\n", "too long for `b`, however it is turned"),
        ("board b 3x2\nshapes s\n  |AAA\nplace fixed s on b\n", "as it is drawn: it is 1x3, `b` is 3x2"),
        ("board b\n  |.#\n  |#.\nshapes s\n  |AA\nplace free s on b\n", "or it covers what is no cell of it"),
        (
            "board b 2x2\nshapes s\n  |AA\nplace free s on b where (9, 9) in cells\n",
            "there is room for `A` on `b`, but `where` leaves it no place",
        ),
        (
            'board b 1x2\nshapes s\n  |AA\nplace free s on b\nforbid s("A", {(1, 1), (1, 2)})\n',
            "there is room for `A` on `b`, but `forbid` leaves it no place",
        ),
        ("board b 2x2x2\nshapes s\n  |AAA\nplace one-sided s on b\n", "it is 1x3, `b` is 2x2x2"),
        ("board b 3x3, torus\nshapes s\n  |AAAA\nplace free s on b\n", "put on `b`, it covers a cell twice"),
        (
            "board b 2x4, cylinder\nshapes s\n  |A\n  |A\n  |A\nplace fixed s on b\n",
            "put on `b`, it leaves the board or it covers a cell twice",
        ),
        (
            "board b hex 2x3\nshapes s hex\n  |A A A A\nplace free s on b\n",
            "wherever `A` is put on `b`, it leaves the board or it covers what is no cell of it",
        ),
        (
            "board b hypercube 2x2x2x2\nshapes s hypercube\n  |A||A||A\nplace fixed s on b\n",
            "too long for `b`, as it is drawn: it is 3x1x1x1, `b` is 2x2x2x2",
        ),
        (
            "board b hypercube\n  |.#||#.\n  |#.||.#\nshapes s hypercube\n  |A||A\nplace free s on b\n",
            "wherever `A` is put on `b`, it leaves the board or it covers what is no cell of it",
        ),
    ],
)
def test_a_piece_is_told_why_it_fits_nowhere(text: str, reason: str) -> None:
    told = [each for each in excover.parse(text).warnings if each.code == "W302"]
    (piece,) = [each for each in told if each.message.startswith("piece")]
    assert piece.message == "piece `A` fits nowhere on `b`"
    assert reason in piece.notes[0]
    assert "each at most once" in piece.help[-1]


def test_a_condition_on_another_board_rules_out_no_cell() -> None:
    text = "board b\n  |..#.\nboard c 1x4\nshapes s\n  |AA\nplace free s on b each 0..9 times\n"
    told = excover.parse(text + "place free s on c each 0..9 times where (1, 4) not in cells\n").warnings
    about = {each.message: "`where`" in " ".join(each.notes) for each in told}
    assert about == {"no option covers `b[1, 4]`": False, "no option covers `c[1, 4]`": True}


def test_a_piece_that_fits_turned_is_not_too_long() -> None:
    assert not excover.parse("board b 3x1\nshapes s\n  |AAA\nplace free s on b\n").warnings


def test_what_every_board_says_of_a_piece() -> None:
    text = "board b 2x2\nboard c 1x2\nshapes s\n  |AAA B\n"
    text += "".join(f"place free s on {name} each 1..2 times\n" for name in "bc")
    (warning,) = [each for each in excover.parse(text).warnings if each.code == "W302"]
    assert warning.message == "piece `A` fits nowhere on `b` and `c`"
    assert [note.split(":")[0] for note in warning.notes] == [
        "`A` is too long for `b`, however it is turned or reflected",
        "`A` is too large for `c`",
        "so there is no solution",
    ]
