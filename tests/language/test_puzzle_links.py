"""Links of the puzz.link family: what is read, what is written, and one from the other."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path

import pytest
from commands import Run
from effort import examples

import excover
from excover.base.diagnostics import SpecError
from excover.base.source import Source
from excover.formats.link_writing import written_link
from excover.language.links import link_codes
from excover.language.links.link_codes import (
    NONE,
    Code,
    LinkBody,
    Unwritten,
    hexadecimal,
    packed,
    up_to_four,
    up_to_nine,
)
from excover.language.links.link_parts import LinkSetting, RoomNumbers, Rooms
from excover.language.links.puzzle_links import ALIASES, GENRES, SudokuGrid, find_puzzle, link_of

NORINORI = "https://puzz.link/p?norinori/2/2/00"
SUDOKU = {"corner": ["1,2 . . .", *[". . . ."] * 3], "clue": ["1 . . .", ". . 2 .", ". 3 . .", ". . . 4"]}
"""The shipped combined Sudoku has two grids."""


def problem_of(genre: str) -> excover.Problem:
    tables = {"field": SUDOKU} if genre == "sudoku" else None
    return excover.load(GENRES[genre].spec, dict(GENRES[genre].settings), tables=tables)


def written(problem: excover.Problem) -> str:
    assert problem.description.reading
    return written_link(problem.description.reading.spec, problem.puzzle)


def link_of_gallery(genre: str) -> str:
    return written(problem_of(genre)).replace("fivecells", genre)


@pytest.mark.parametrize("genre", GENRES)
def test_the_puzzle_of_the_gallery_comes_back(genre: str) -> None:
    link = link_of_gallery(genre)
    assert f"?{genre}/" in link
    found, shipped = excover.load(link), problem_of(genre)
    assert [str(each) for each in found.solutions()] == [str(each) for each in shipped.solutions()]
    assert written(found).replace("fivecells", genre) == link


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


def test_an_unknown_number_says_only_what_its_cell_is() -> None:
    found = excover.load("https://puzz.link/p?mines/2/1/1.")
    assert (found.count(), excover.load("https://puzz.link/p?mines/2/1/.g").count()) == (0, 2)


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


@pytest.mark.outer
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


CODES = {name: code for name, code in vars(link_codes).items() if isinstance(code, Code)} | {
    "hexadecimal": hexadecimal("?"),
    "letters": hexadecimal("?", words="abcd"),
    "up_to_four": up_to_four("x"),
    "up_to_nine": up_to_nine(),
}


@pytest.mark.parametrize("name", CODES)
def test_what_is_written_is_read(name: str) -> None:
    """Each sign of a code alone and between others, numbers at both ends of what its digits say."""
    code, generator = CODES[name], random.Random(2)
    marks = {mark for sign in code.signs.values() for mark in sign.marks if not sign.digits}
    for marks_of_sign, digits, more in code.signs.values():
        for value in (0, code.base**digits - 1):
            marks |= {marks_of_sign[0].replace("#", str(value + more))} if digits else set()
    known = sorted(marks)
    assert len(known) > 1
    for number in range(examples(200)):
        drawn = generator.choices([known[number % len(known)], NONE, *known], [3, 9, *[1] * len(known)], k=40)
        row = [mark if mark in marks else known[0] for mark in drawn]
        link = code.written(row)
        body = LinkBody(Source("link", link), 0, len(link))
        assert code.read(body, len(row)) == row
        assert body.is_at_end


# By hand, too: parts that single genres have.


def test_cells_without_a_room_divide_rooms() -> None:
    # No borders (0, 0), and a hole (01000) between the two other cells.
    assert drawing("https://puzz.link/p?doubleback/3/1/08", "region") == ["1 . 2"]


def test_points_on_cells_and_their_sides() -> None:
    # Of the points of two cells, o r o, the second one, behind a place without one (g), and five behind it.
    assert drawing("https://puzz.link/p?midloop/2/1/gf", "dot") == ["r ."]
    # Four places before the corner that all cells have, and four behind it.
    assert drawing("https://puzz.link/p?tentaisho/2/2/j8", "center") == ["x .", ". ."]


def test_circles_with_numbers() -> None:
    assert drawing("https://puzz.link/p?balance/3/2/0145g-11", "circle") == ["w b w,2", "b,2 . b,8"]


def test_walls_are_gray_white_or_black() -> None:
    assert drawing("https://puzz.link/p?castle/4/1/012112a20.", "clue") == ["g,2,n w,2,n . b"]


def test_black_cells_and_numbers_of_one_code() -> None:
    link = "https://puzz.link/p?bosanowa/3/1/83g2"
    assert drawing(link, "clue") == ["3 x 2"]
    link = "https://puzz.link/p?makaro/3/1/o0ag"
    assert (drawing(link, "clue"), drawing(link, "black")) == (["1 . ."], [". x ."])


def test_letters_before_the_size_may_say_how_a_puzzle_looks_but_not_what_it_is() -> None:
    assert drawing("https://puzz.link/p?koburin/b/2/1/1a", "clue")
    with pytest.raises(SpecError, match="variants of the genre are not read"):
        find_puzzle("https://puzz.link/p?koburin/m/2/1/1a")


# Writing


def test_the_link_of_a_puzzle_of_ones_own(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(". 2\n. .\n")
    result = run("convert light-up --board field=mine.txt --to puzz.link")
    assert result.out == "https://puzz.link/p?akari/2/2/gc\n"
    assert drawing(result.out.strip(), "clue") == [". 2", ". ."]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        (lambda text: text.replace("2 . x", "7 . x"), "no link can have `7` in `clue`"),
        (lambda text: f"{text}forbid lamp((1, 1))\n", "no link can have other rules"),
        (lambda text: text.replace('"Light Up"', '"Mine"').replace("color", "color"), ""),
        (lambda text: text.replace('draw as "o" color "gold"\n', ""), ""),
    ],
)
def test_only_the_rules_and_the_marks_of_a_genre_are_written(changed: Callable[[str], str], why: str) -> None:
    problem = excover.parse(changed(excover.load("light-up").description.reading.spec.span.source.text))  # type: ignore[union-attr]
    with pytest.raises(Unwritten, match=why) if why else nullcontext():
        assert written(problem) == link_of_gallery("akari")


def test_what_regions_of_links_cannot_be() -> None:
    def described(region: list[str], clue: list[str]) -> excover.Problem:
        return excover.load("country-road", tables={"field": {"region": region, "clue": clue}})

    with pytest.raises(Unwritten, match="or these regions"):
        written(described(["a b", "b a"], [". .", ". ."]))
    with pytest.raises(Unwritten, match="`1` in row 1, column 2 of `clue`"):
        written(described(["a a", "b b"], ["1 1", ". ."]))
    with pytest.raises(Unwritten, match="or a cell without one, in `region`"):
        link_of("starbattle", {"region": [[".", "a"], ["b", "b"]]}, {"stars": 1})
    assert written(described(["a a", "a b"], [". .", "1 ."])) == "https://puzz.link/p?country/2/2/881g"


NO_SUMS = [". . .", ". . .", ". . ."]


@pytest.mark.parametrize(
    ("genre", "board", "why"),
    [
        ("simple-loop", {"wall": [". . .", ". # ."]}, "`#` in row 2, column 2 of `wall`"),
        ("galaxies", {"center": ["o z"]}, "`z` in row 1, column 2 of `center`"),
        ("yin-yang", {"clue": ["wb .", ". ."]}, "`wb` in row 1, column 1 of `clue`"),
        (
            "kakuro",
            {"shaded": ["x x x", "x . .", "x . ."], "down": NO_SUMS, "across": [*NO_SUMS[:2], ". 5 ."]},
            "`5` in row 3, column 2 of `across`",
        ),
    ],
)
def test_marks_that_a_link_would_drop(genre: str, board: dict[str, list[str]], why: str) -> None:
    with pytest.raises(Unwritten, match=why):
        written(excover.load(genre, tables={"field": board}))


def test_a_link_means_one_value_of_a_parameter() -> None:
    with pytest.raises(Unwritten, match="`lots = 1`; a link of `skyscrapers` means 0"):
        written(excover.load("skyscrapers", {"lots": 1}))


@pytest.mark.parametrize("genre", GENRES)
def test_each_parameter_has_a_value_in_links(genre: str) -> None:
    assert problem_of(genre).puzzle.settings.keys() == find_settings(genre)


def find_settings(genre: str) -> set[str]:
    parts = GENRES[genre].parts
    in_parts = {part.name for part in parts if isinstance(part, LinkSetting)}
    return (
        in_parts | {part.block for part in parts if isinstance(part, SudokuGrid)} | {*GENRES[genre].settings}
    )


@pytest.mark.outer
def test_a_changed_drawing_comes_back_or_is_refused() -> None:
    """Also marks that no link has, and cells without a region."""
    generator = random.Random(5)
    puzzles = {}
    for genre in GENRES:
        text = text_of(link_of_gallery(genre))
        names = re.findall(r"^  labels (\w+)", text, re.MULTILINE)
        parameters = re.findall(r"^param (\w+) = (\d+)", text, re.MULTILINE)
        puzzles[genre] = (
            {name: rows_of(text, name) for name in names},
            {name: int(value) for name, value in parameters},
        )
    came_back = 0
    for _ in range(examples(500)):
        genre = generator.choice([*GENRES])
        drawings, settings = puzzles[genre]
        changed = {name: [[*row] for row in rows] for name, rows in drawings.items()}
        row = generator.choice(changed[generator.choice([*changed])])
        known = sorted({mark for rows in drawings.values() for row in rows for mark in row})
        row[generator.randrange(len(row))] = generator.choice([NONE, "#", "wb", "99999", "x", *known])
        with suppress(Unwritten):
            text = text_of(link_of(genre, changed, settings))
            found = {name: rows_of(text, name) for name in changed}
            assert meaning(genre, found) == meaning(genre, changed)
            came_back += meaning(genre, changed) != meaning(genre, drawings)
    assert came_back


def rows_of(text: str, name: str) -> list[list[str]]:
    found = re.search(rf"^  labels {name}\b[^\n]*\n((?:  \|[^\n]*\n)+)", text, re.MULTILINE)
    assert found
    return [line.strip(" |").split() for line in found[1].splitlines()]


def meaning(genre: str, drawings: dict[str, list[list[str]]]) -> dict[str, object]:
    """The cells of each region, whatever its name, and its numbers, wherever they are."""
    cells = {
        name: {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
        for name, rows in drawings.items()
    }
    found: dict[str, object] = {**cells}
    for part in GENRES[genre].parts:
        if isinstance(part, Rooms):
            inside = [
                each for each in cells[part.name] if not part.without or cells[part.without][each] == NONE
            ]
            found[part.name] = {
                frozenset(p for p in inside if cells[part.name][p] == cells[part.name][q])
                for q in inside
                if cells[part.name][q] != NONE
            }
        elif isinstance(part, RoomNumbers):
            rooms = cells[part.room]
            numbers = [
                (min(q for q in rooms if rooms[q] == rooms[p]), mark)
                for p, mark in cells[part.name].items()
                if mark != NONE
            ]
            found[part.name] = sorted(numbers)
    return found


def test_the_genres_of_the_documents() -> None:
    text = (Path(__file__).parents[2] / "docs" / "genres.md").read_text()
    known = re.search(r"These genres of links are known[^:]*:(.*?)\n\n", text, re.DOTALL)
    assert known
    assert set(re.findall(r"`([\w-]+)`", known[1])) == {*GENRES, *ALIASES}


@pytest.mark.parametrize(
    "link", ["puzz.link/p?akari/3/3/i.h", "https://puzz.link/p?akari", "www.f-puzzles.com/?load=N4Ig"]
)
def test_a_part_of_a_link_is_told_what_a_link_looks_like(link: str) -> None:
    with pytest.raises(SpecError, match=r"E011[\s\S]*whole and in quotes, such as `https://puzz\.link/p"):
        excover.load(link)


def test_a_link_of_the_playground_is_its_description_with_its_values() -> None:
    text = 'param n = 8\nparam name = "a"\nboard b n by n\nfill b with 1..n, once per row, column\n'
    link = "https://example.org/play/?token=x#" + packed(text, {"n": "3", "m": "4"})
    assert excover.load(link).count() == 12
    assert excover.load(link).puzzle.settings == {"n": 3, "name": "a"}
    with pytest.raises(SpecError, match=r"E016[\s\S]*a description of the playground"):
        excover.load(link[:-9])
    with pytest.raises(SpecError, match="this description is not in a file"):
        excover.load("https://example.org/#" + packed('table t from "/etc/passwd"\nboard b 2x2\n', {}))
