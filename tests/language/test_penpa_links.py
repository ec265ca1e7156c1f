"""Links of Penpa+: boards of our own, packed as the page packs them."""

from __future__ import annotations

import json
import random
import zlib
from base64 import b64encode
from contextlib import suppress
from typing import Any
from urllib.parse import quote

import pytest
from effort import examples

import excover
from excover.base.diagnostics import SpecError
from excover.language.links.penpa_links import LONGEST, find_drawn

Cell = tuple[int, int]


class Drawing:
    """A board of a size, with a margin at its top."""

    def __init__(
        self, rows: int, columns: int, title: str = "", tags: list[str] | None = None, top: int = 1
    ) -> None:
        self.rows, self.columns, self.top = rows, columns, top
        self.title, self.tags = title, tags or []
        self.wide, self.high = columns + 4, rows + top + 4
        self.marks: dict[str, Any] = {"zR": {"z_": []}, "zS": {}, "zN": {}, "zY": {}, "zE": {}, "zL": {}}

    def place(self, r: int, c: int) -> str:
        return str((r + self.top + 2) * self.wide + c + 2)

    def number(self, r: int, c: int, text: str, form: str = "1") -> Drawing:
        self.marks["zN"][self.place(r, c)] = [text, 1, form]
        return self

    def border(self, one: Cell, other: Cell) -> Drawing:
        """Between two points, upper left corners of cells."""
        ends = [self.wide * self.high + (r + self.top + 1) * self.wide + c + 1 for r, c in (one, other)]
        self.marks["zE"][",".join(map(str, ends))] = 2
        return self

    def link(self, genre: str = "") -> str:
        head = f"square,{self.columns},{self.rows + self.top},38,0,1,1,1,1,1,1,Title: {self.title},Author: x"
        text = json.dumps(self.marks)
        for name in (*self.marks, "z_"):
            text = text.replace(f'"{name}"', name)
        lines = [
            head,
            json.dumps([self.top, 0, 0, 0]),
            "{}",
            text,
            "{}",
            json.dumps([1] * self.rows * self.columns),
        ]
        lines += [""] * 11 + [json.dumps(self.tags)]
        return packed("\n".join(lines)) + (f"&as={genre}" if genre else "")


def packed(text: str) -> str:
    packer = zlib.compressobj(wbits=-15)
    data = b64encode(packer.compress(text.encode()) + packer.flush()).decode()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={quote(data, safe='')}"


def drawing(link: str, name: str) -> list[str]:
    found = find_drawn(link)
    assert found
    lines = found.text.partition(f"  labels {name}")[2].splitlines()[1:]
    return [line.strip(" |") for line in lines[: next(k for k, line in enumerate(lines) if "|" not in line)]]


def refused(link: str, why: str) -> None:
    with pytest.raises(SpecError, match=why):
        find_drawn(link)


AKARI = Drawing(2, 3).number(0, 1, "2").number(1, 2, "?")
AKARI.marks["zS"] = {AKARI.place(0, 0): 4, AKARI.place(0, 1): 4}


def test_numbers_and_shaded_cells() -> None:
    assert drawing(AKARI.link("akari"), "clue") == ["x 2 .", ". . x"]
    assert excover.load(AKARI.link("lightup")).count() == 1


@pytest.mark.parametrize(
    ("title", "tags", "genre"),
    [("Light Up", [], ""), ("for you", ["akari"], ""), ("", [], "light-up"), ("Masyu", [], "akari")],
)
def test_what_says_the_genre(title: str, tags: list[str], genre: str) -> None:
    found = Drawing(1, 2, title, tags).number(0, 0, "1")
    assert drawing(found.link(genre), "clue") == ["1 ."]


def test_no_genre_and_one_that_is_none() -> None:
    refused(Drawing(1, 2, "My own").link(), "links of the genre `My own` are not read")
    refused(Drawing(1, 2).link(), "the link has no genre")
    refused(Drawing(1, 2).link("akary"), "did you mean `akari`")


def test_the_genre_among_other_arguments() -> None:
    link = Drawing(1, 2).number(0, 0, "1").link()
    for each in (f"{link}&solve=0&as=akari", f"{link}&as=akari&solve=0", link.replace("#", "#as=akari&")):
        assert drawing(each, "clue") == ["1 ."]


def test_arrows() -> None:
    found = Drawing(2, 2).number(0, 0, "1_2", "2").number(1, 1, "12_0", "2")
    assert drawing(found.link("yajilin"), "clue") == ["1,e .", ". 12,n"]
    refused(Drawing(1, 1).number(0, 0, "1").link("yajilin"), "a number without an arrow")


def test_circles() -> None:
    found = Drawing(1, 3)
    found.marks["zY"] = {found.place(0, 0): [1, "circle_L", 1], found.place(0, 2): [2, "circle_M", 1]}
    assert drawing(found.link("masyu"), "circle") == ["w . b"]
    refused(found.link("akari"), "known rule: the symbol `circle_L`")


def test_borders_make_regions_and_a_number_counts_in_its_own() -> None:
    found = (
        Drawing(2, 2).border((0, 1), (1, 1)).border((1, 1), (2, 1)).number(1, 0, "2").border((0, 0), (0, 1))
    )
    assert drawing(found.link("country"), "region") == ["1 2", "1 2"]
    assert drawing(found.link("country"), "clue") == ["2 .", ". ."]
    refused(found.link("akari"), "known rule: borders")


@pytest.mark.parametrize("style", [0, 1, 3, 5, 12, 13, 80, "2", None])
def test_edges_that_may_be_no_borders_are_refused(style: object) -> None:
    found = Drawing(2, 2).border((0, 1), (1, 1))
    found.marks["zE"] = dict.fromkeys(found.marks["zE"], style)
    refused(found.link("country"), "an edge of the style")


def test_a_sudoku_of_square_blocks_alone() -> None:
    found = Drawing(4, 4).number(0, 0, "1").border((2, 0), (2, 1))
    assert excover.load(found.link("sudoku")).count() == 72
    refused(Drawing(4, 4).border((1, 0), (1, 1)).link("sudoku"), "a Sudoku without square blocks")


def test_small_numbers_at_corners_of_cells() -> None:
    found = Drawing(1, 2)
    found.marks["z1"] = {str(4 * (int(found.place(0, 1)) + found.wide * found.high)): ["3", 1]}
    assert drawing(found.link("country"), "clue") == ["3 ."]
    refused(found.number(0, 1, "2").link("country"), "two marks in one cell")


def test_a_shaded_cell_with_a_number_is_read_where_the_number_says_so() -> None:
    found = Drawing(1, 2).number(0, 0, "1_2", "2")
    found.marks["zS"] = {found.place(0, 0): 3}
    assert drawing(found.link("yajilin"), "clue") == ["1,e ."]
    found = Drawing(1, 2).number(0, 0, "1")
    found.marks["zS"] = {found.place(0, 0): 1}
    refused(found.link("slither"), "shaded cells with a number")
    refused(found.link("heyawake"), "shaded cells with a number")


@pytest.mark.parametrize(
    ("kind", "value"), [("zT", [[1, 2]]), ("zL", {"1,2": 3}), ("zC", {"1,2": 10}), ("z3", [[1]])]
)
def test_marks_that_may_mean_anything_are_refused(kind: str, value: object) -> None:
    found = Drawing(1, 2)
    found.marks[kind] = value
    refused(found.link("akari"), "has a part that is no known rule")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hex,3,3",
        "square,3,3\n[Infinity,0,0,0]\n\n{}",
        "square,3,3\n[0,0,0,0]\n\n[]",
        "square,9999999,9999999,1\n[0,0,0,0]\n\n{}",
        "[" * 9_000,
    ],
)
def test_other_texts(text: str) -> None:
    refused(packed(text) + "&as=akari", "E01[68]")


def test_a_link_that_unpacks_to_very_much() -> None:
    refused(packed("0" * (50 * LONGEST)) + "&as=akari", "a puzzle of Penpa")


def test_any_change_is_another_puzzle_or_an_error() -> None:
    generator, link = random.Random(1), AKARI.link("akari")
    start = link.index("p=") + 2
    for _ in range(examples(500)):
        at = generator.randrange(start, len(link))
        with suppress(SpecError):
            find_drawn(link[:at] + generator.choice("aZ09%+/=&é") + link[at + generator.randrange(2) :])
