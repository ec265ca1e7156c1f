"""Drawings without bars, and their lines that are comments since they begin with `#`."""

from __future__ import annotations

import pytest

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.source import Source
from excover.problem.problem import compile_source


def found(text: str, name: str = "x.xc") -> list[Diagnostic]:
    try:
        return list(compile_source(Source(name, text)).warnings)
    except SpecError as wrong:
        return list(wrong.diagnostics)


def fixed(text: str) -> str:
    """With the edit of the first message."""
    edit = found(text)[0].fix()
    assert edit
    return edit.applied()


@pytest.mark.parametrize(
    ("drawn", "barred"),
    [
        ("  ####\n  #..#\n", "  |####\n  |#..#\n"),
        ("\n#..\n##.\n", "\n|#..\n|##.\n"),
        ("  #..\n  ..#\n  .?.\n", "  |#..\n  |..#\n  |.?.\n"),
        ("  ...\n  #.#\n    .\n", "  |...\n  |#.#\n  |  .\n"),
        ("  #\n  #.\n", "  |#\n  |#.\n"),
        ("  #AB\n  ABB\n", "  |#AB\n  |ABB\n"),
    ],
)
def test_every_line_of_a_board_gets_its_bar(drawn: str, barred: str) -> None:
    rest = "fill b with 1..2\n"
    assert fixed(f"board b\n{drawn}{rest}") == f"board b\n{barred}{rest}"
    assert not any(each.is_error for each in found(f"board b\n{barred}{rest}"))


def test_pieces_are_drawn_with_letters() -> None:
    rest = "board b 2x2\nplace free s on b each at most once\n"
    assert fixed(f"shapes s\n  #\n  ##\n{rest}") == f"shapes s\n  |A\n  |AA\n{rest}"
    assert not found(f"shapes s\n  |A\n  |AA\n{rest.replace('2x2', '2x2, at most 1 hole')}")


@pytest.mark.parametrize(
    "comments",
    [
        "# the tray\n",
        "  # 2\n",
        "#\n#\n",
        "#--\n",
        "#todo\n",
        "# A board of 3 rows.\n#\n# It has 9 cells.\n",
        "# | a bar\n",
    ],
)
def test_other_comments_are_no_drawings(comments: str) -> None:
    (missing,) = found(f"board b\n{comments}fill b with 1..2\n")[:1]
    assert missing.code == "E208"
    assert missing.fix() is None
    assert "6x10" in missing.help[0]
    for size in (" 3x3", "\n  |...\n  |..."):
        assert not found(f"board b{size}\n{comments}fill b with 1..2\n")
        assert not found(f"# one\n{comments}board b{size}\nfill b with 1..2\n")


@pytest.mark.parametrize(
    "comment",
    [
        "  ###\n",  # a line below
        "\n  #..\n",  # after an empty line
        "  #....\n",  # of another width
        "  #|..\n",
        "  # .\n",  # with a blank behind the sign
        "# ?\n",
    ],
)
def test_comments_near_a_drawing_are_left_alone(comment: str) -> None:
    assert not found(f"board b\n  |...\n{comment}fill b with 1..2\n")
    if comment.lstrip().startswith("# "):
        assert not found(f"board b\n{comment}  |...\nfill b with 1..2\n")
    assert not found(f"board b 1x3\n{comment}fill b with 1..2\n")


def test_a_row_that_is_a_comment_is_told_and_given_its_bar() -> None:
    text = "board b\n  |...\n  #.#\n  |...\nfill b with 1..2\n"
    (warning,) = found(text)
    assert (warning.code, warning.labels[0].span.line) == ("W770", 3)
    assert fixed(text) == text.replace("  #.#", "  |#.#")
    assert not found(fixed(text))


def test_comments_in_yaml_are_none_of_a_drawing() -> None:
    board = "excover: 1\nboards:\n  b:\n    art: |\n      ..\n    # #.\n  # ..\n"
    assert not [each for each in found(f"{board}fill: {{board: b, with: 1..2}}\n", "x.yaml") if each.fix()]


@pytest.mark.parametrize("line", ["item", "plc free s on b", "put s on b", "fil b", "solve with s"])
def test_a_statement_is_no_line_of_a_drawing(line: str) -> None:
    for head in ("shapes s", "board b", "board b\n  |..", "given"):
        said = [text for each in found(f"{head}\n{line}\n") for text in each.help]
        assert not any("with a bar: `|" in text for text in said), said


@pytest.mark.parametrize(("size", "meant"), [("nxn", "n by n"), ("nx4", "n by 4"), ("kxk", "k by k")])
def test_a_size_with_a_name_in_it(size: str, meant: str) -> None:
    text = "param n = 4\nboard b {}\nshapes s\n  |AA\nplace free s on b"
    assert fixed(text.format(size)) == text.format(meant)


@pytest.mark.parametrize("word", ["extra", "xn", "nx", "mxn"])
def test_other_words_are_no_size(word: str) -> None:
    (error,) = found(f"param n = 4\nboard b {word}\nshapes s\n  |AA\nplace free s on b")
    assert (error.code, error.help) == ("E008", ())


def test_place_names_its_board() -> None:
    rest = "shapes s\n  |AA\nplace free s"
    assert fixed(f"board b 1x2\n{rest}\n") == f"board b 1x2\n{rest} on b\n"
    assert found(f"board b 1x2\n{rest}\n")[0].help == ("name the board: `place free s on b`",)
    two = found(f"board b 1x2\nboard c 1x2\n{rest}\n")[0]
    assert two.fix() is None
    assert two.help == ("name the board: `place free s on b`",)
    (none, *_) = found(f"{rest}\n")
    assert none.help == ("declare a board above, such as `board b 6x10`, and write `place free s on b`",)
    beside = 'puzzle "board x" shapes s\n  |AA\nparam n = 2 board b 1 by n  # not board c\nplace free s'
    assert fixed(f"{beside}\n") == f"{beside} on b\n"
    behind = f"board b 1x2\n{rest}\nexpect solutions = 1\n"
    assert fixed(behind) == behind.replace("free s\n", "free s on b\n")


def test_the_group_is_inserted() -> None:
    text = "board b 1x2\nshapes corner\n  |AA\nplace corner on b\n"
    assert fixed(text) == text.replace("corner on", "free corner on")
    assert fixed("shapes s = all 4 of square\n") == "shapes s = all free 4 of square\n"


def test_a_missing_board_or_shapes_are_declared_in_an_example() -> None:
    (board,) = found("shapes s\n  |AA\nplace free s on b\n")
    assert board.help == ("no board is declared above: write `board b 6x10`, for instance",)
    (shapes,) = found("board b 1x2\nplace free s on b\n")[:1]
    assert "`shapes s`" in shapes.help[0]
