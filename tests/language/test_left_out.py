"""W304: pieces without placements; what leaves them none is named, and what is meant is not told."""

from __future__ import annotations

import pytest

import excover

TRAY = "board tray 2x3\nshapes piece\n  |AA BBB CCCC\n"
NOWHERE = "piece `C` fits nowhere on `tray`"


def told(text: str) -> list[str]:
    return [each.message for each in excover.parse(text).warnings if each.code == "W304"]


@pytest.mark.parametrize(
    ("condition", "messages"),
    [
        ('piece != "A"', [NOWHERE]),
        ('piece in {"A", "B"}', []),
        ('piece != "B" and (1, 1) in cells', [NOWHERE]),
        ("(2, 9) in cells", ["`where` leaves no placement of `A` and `B` on `tray`", NOWHERE]),
        ('piece != "B" or (2, 9) in cells', ["`where` leaves no placement of `B` on `tray`", NOWHERE]),
    ],
)
def test_what_where_leaves_out(condition: str, messages: list[str]) -> None:
    assert told(f"{TRAY}place free piece on tray each at most once where {condition}") == messages


@pytest.mark.parametrize(
    ("condition", "messages"),
    [
        ("", ["`forbid` leaves no placement of `B` on `tray`"]),
        (" where (1, 1) in cells", ["`where` and `forbid` leave no placement of `B` on `tray`"]),
    ],
)
def test_what_forbid_leaves_out(condition: str, messages: list[str]) -> None:
    cells = "{(r, 1), (r, 2), (r, 3)}"
    text = TRAY.replace(" CCCC", "") + f"place free piece on tray each at most once{condition}\n"
    assert told(f'{text}forbid piece("B", {cells}) for r in 1..2') == messages


def test_what_conditions_exclude_is_left_to_the_search() -> None:
    """As the numbers of a puzzle do: the same description has other numbers, too."""
    text = TRAY.replace(" CCCC", "") + "place free piece on tray each at most once\n"
    text += "hidden option empty(p in tray) covers tray[p]\nrequire empty(1, 1) and empty(2, 2)\n"
    assert told(text) == []
    assert all("B" not in str(each) for each in excover.parse(text).solutions())


def test_every_board_must_leave_a_piece_out_by_its_letter() -> None:
    text = "board tray 2x3\nboard box 3x2\nshapes piece\n  |AA BBB\n"
    one = 'place free piece on tray each at most once where piece != "B"\n'
    both = one + 'place free piece on box each at most once where piece != "B"\n'
    assert told(text + both) == []
    assert (
        told(text + both.replace('box each at most once where piece != "B"', "box each at most once")) == []
    )
    mixed = one + "place free piece on box each at most once where len(cells) < 3\n"
    assert told(text + mixed) == ["`where` leaves no placement of `B` on `tray` and `box`"]


def test_a_condition_that_only_another_one_guards() -> None:
    """Alone it has no value; the one before it, about cells, keeps it from being asked."""
    where = '(1, 9) in cells and (1 div (0 if piece = "B" else 1)) > 0'
    assert told(f"{TRAY}place free piece on tray each at most once where {where}") == [
        "`where` leaves no placement of `A` and `B` on `tray`",
        NOWHERE,
    ]
