"""Links of the puzz.link family, against what `link_writer.py` makes of the gallery."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from pathlib import Path

import pytest
from effort import examples
from link_writer import hexadecimal, link_of, packed, up_to_four

import excover
from excover.base.diagnostics import SpecError
from excover.language import gallery
from excover.language.puzzle_links import GENRES, find_puzzle

NORINORI = "https://puzz.link/p?norinori/2/2/00"


def link_of_gallery(genre: str) -> str:
    description = gallery.puzzle(GENRES[genre].spec)
    assert description
    return link_of({"lightup": "akari", "mashu": "masyu"}.get(genre, genre), description.text)


@pytest.mark.parametrize("genre", GENRES)
def test_the_puzzle_of_the_gallery_comes_back(genre: str) -> None:
    found, shipped = excover.load(link_of_gallery(genre)), excover.load(GENRES[genre].spec)
    assert [str(each) for each in found.solutions()] == [str(each) for each in shipped.solutions()]


def text_of(link: str) -> str:
    found = find_puzzle(link)
    assert found
    return found.text


def drawing(link: str, name: str) -> list[str]:
    """The rows of the labels of that name."""
    lines = text_of(link).partition(f"  labels {name}")[2].splitlines()[1:]
    return [line.strip(" |") for line in lines[: next(k for k, line in enumerate(lines) if "|" not in line)]]


# By hand, from the definition of the encodings: sizes, then cells in reading order.


def test_numbers_and_places_without_one() -> None:
    assert drawing("https://puzz.link/p?kurodoko/3/3/1g.h-1f+100h", "clue") == ["1 . ?", ". . 31", "256 . ."]


def test_numbers_up_to_four_with_places_behind_them() -> None:
    assert drawing("https://puzz.link/p?akari/3/3/46c.h", "clue") == ["4 1 .", "2 . .", "x . ."]


def test_arrows_with_numbers() -> None:
    assert drawing("https://puzz.link/p?yajilin/3/2/12a72eb4f", "clue") == ["2,n . 46,s", ". . 15,e"]
    assert drawing("https://puzz.link/p?yajilin/b/2/1/-310aa", "clue") == ["266,w ."]


def test_points_are_one_more_than_cells() -> None:
    assert drawing("https://puzz.link/p?creek/2/1/1k", "clue") == ["1 . .", ". . ."]


def test_borders_make_rooms_in_reading_order() -> None:
    # A border between the cells of the second row, 01000, and one below the first cell, 10000.
    assert drawing("https://puzz.link/p?norinori/2/2/8g", "region") == ["1 1", "2 1"]
    assert drawing(NORINORI, "region") == ["1 1", "1 1"]


def test_three_marks_of_three_cells_in_a_character() -> None:
    assert drawing("https://puzz.link/p?yinyang/3/1/5", "clue") == [". w b"]  # 0 * 9 + 1 * 3 + 2


def test_sums_below_and_to_the_right() -> None:
    """`n` are four white cells, `A` is 20, `-` no sum: those of the first row, then of the first column."""
    link = "https://puzz.link/p?kakuro/2/2/n34A-"
    assert drawing(link, "down") == [". 3 4", ". . .", ". . ."]
    assert drawing(link, "across") == [". . .", "20 . .", ". . ."]


def test_digits_of_a_run_without_a_sum_differ_too() -> None:
    assert excover.load("https://puzz.link/p?kakuro/2/1/l---").count() == 72


@pytest.mark.parametrize(
    "link", ["easyasabc/4/3/2/t", "doppelblock/4/5/o", "yajilin/2/1/0n", "yajilin/2/1/2."]
)
def test_puzzles_that_their_descriptions_do_not_have(link: str) -> None:
    with pytest.raises(SpecError, match="E016"):
        find_puzzle(f"https://puzz.link/p?{link}")


def test_as_many_stars_as_the_link_has() -> None:
    assert "param stars = 2 in 1..9" in text_of("https://puzz.link/p?starbattle/2/2/2/00")


@pytest.mark.parametrize(
    ("link", "is_one"),
    [
        (NORINORI, True),
        (NORINORI.replace("https", "http"), True),
        (NORINORI.replace("puzz.link/p", "pzprxs.vercel.app/p.html"), True),
        (NORINORI.replace("norinori", "norinori_edit"), True),
        (f"{NORINORI}/", True),
        (NORINORI.replace("puzz.link", "example.org"), False),
        ("norinori", False),
    ],
)
def test_what_is_a_link(link: str, is_one: bool) -> None:
    assert (find_puzzle(link) is not None) == is_one
    assert not is_one or drawing(link, "region") == ["1 1", "1 1"]


def test_any_change_is_another_puzzle_or_an_error() -> None:
    generator = random.Random(1)
    links = [link_of_gallery(genre) for genre in GENRES]
    for _ in range(examples(2_000)):
        link = generator.choice(links)
        at = generator.randrange(len("https://puzz.link/p?"), len(link))
        changed = generator.choice(["", *'0123456789abcghkpvzA-+=%*$./?é \n|"\\', link[at] * 2])
        text = link[:at] + changed + link[at + 1 :]
        with suppress(SpecError):
            find_puzzle(text)


def test_what_is_written_is_read() -> None:
    generator = random.Random(2)
    for _ in range(examples(500)):
        high, wide = generator.randint(1, 6), generator.randint(1, 6)
        marks = generator.choices(
            [".", "?", "0", "3", "15", "16", "255", "256", "4095"], [40, *[2] * 8], k=high * wide
        )
        link = f"https://puzz.link/p?kurodoko/{wide}/{high}/{hexadecimal(marks)}"
        assert " ".join(drawing(link, "clue")).split() == marks
        marks = generator.choices([".", "x", "0", "1", "4"], [8, 1, 1, 1, 1], k=high * wide)
        link = f"https://puzz.link/p?akari/{wide}/{high}/{up_to_four(marks)}"
        assert " ".join(drawing(link, "clue")).split() == marks
        values = generator.choices(range(3), k=high * wide)
        link = f"https://puzz.link/p?yinyang/{wide}/{high}/{packed(values, 3, 3)}"
        assert " ".join(drawing(link, "clue")).split() == [".wb"[value] for value in values]


def test_the_genres_of_the_documents() -> None:
    text = (Path(__file__).parents[2] / "docs" / "genres.md").read_text()
    known = re.search(r"These genres of links are known[^:]*:(.*?)\n\n", text, re.DOTALL)
    assert known
    assert set(re.findall(r"`(\w+)`", known[1])) == set(GENRES)


@pytest.mark.parametrize(
    "link", ["puzz.link/p?akari/3/3/i.h", "https://puzz.link/p?akari", "www.f-puzzles.com/?load=N4Ig"]
)
def test_a_part_of_a_link_is_told_what_a_link_looks_like(link: str) -> None:
    with pytest.raises(SpecError, match=r"E011[\s\S]*whole and in quotes, such as `https://puzz\.link/p"):
        excover.load(link)
