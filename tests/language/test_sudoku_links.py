"""Links of f-puzzles: each of their rules against its plain meaning, on all Sudokus of four rows."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from itertools import permutations, product
from typing import Any

import pytest
from effort import examples

import excover
from excover.apps.cli import main
from excover.base.diagnostics import SpecError
from excover.base.source import Source
from excover.formats.link_writing import SUDOKU_PAGES, written_sudoku
from excover.language.links import link_codes
from excover.language.links.link_codes import Unwritten, decompressed
from excover.language.links.sudoku_links import described, find_sudoku
from excover.language.syntax.parse import parse

Grid = dict[tuple[int, int], int]
BASE = "https://f-puzzles.com/?load="


def all_grids() -> list[Grid]:
    found = []
    rows = list(permutations(range(1, 5)))
    for four in product(rows, repeat=2):
        for rest in product(rows, repeat=2):
            grid = {(r, c): row[c - 1] for r, row in enumerate((*four, *rest), 1) for c in range(1, 5)}
            if is_sudoku(grid):
                found.append(grid)
    return found


def is_sudoku(grid: Grid) -> bool:
    lines = [{grid[r, c] for c in range(1, 5)} for r in range(1, 5)]
    lines += [{grid[r, c] for r in range(1, 5)} for c in range(1, 5)]
    lines += [{grid[r + i, c + j] for i in (0, 1) for j in (0, 1)} for r in (1, 3) for c in (1, 3)]
    return all(len(line) == 4 for line in lines)


def beside(grid: Grid) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    steps = [((r, c), (r + i, c + j)) for r, c in grid for i, j in ((0, 1), (1, 0))]
    return [(p, q) for p, q in steps if q in grid]


def apart(grid: Grid, *steps: tuple[int, int]) -> bool:
    pairs = [((r, c), (r + i, c + j)) for r, c in grid for i, j in steps]
    return all(grid[p] != grid[q] for p, q in pairs if q in grid)


MARKED = [{"cells": ["R1C1", "R1C2"], "value": ""}]
RULES: list[tuple[dict[str, Any], Callable[[Grid], bool]]] = [
    ({"diagonal+": True}, lambda g: len({g[r, 5 - r] for r in range(1, 5)}) == 4),
    ({"diagonal-": True}, lambda g: len({g[r, r] for r in range(1, 5)}) == 4),
    ({"antiknight": True}, lambda g: apart(g, (1, 2), (2, 1), (1, -2), (2, -1))),
    ({"antiking": True}, lambda g: apart(g, (1, 1), (1, -1))),
    ({"nonconsecutive": True}, lambda g: all(abs(g[p] - g[q]) != 1 for p, q in beside(g))),
    (
        {"disjointgroups": True},
        lambda g: all(
            len({g[a + i, b + j] for i in (0, 2) for j in (0, 2)}) == 4 for a in (1, 2) for b in (1, 2)
        ),
    ),
    ({"negative": ["xv"]}, lambda g: all(g[p] + g[q] not in (5, 10) for p, q in beside(g))),
    (
        {"negative": ["xv"], "xv": [{"cells": ["R1C2", "R1C1"], "value": "V"}]},
        lambda g: all((g[p] + g[q] == 5) == ((p, q) == ((1, 1), (1, 2))) for p, q in beside(g)),
    ),
    (
        {"negative": ["ratio"], "ratio": MARKED},
        lambda g: all(
            (g[p] == 2 * g[q] or g[q] == 2 * g[p]) == ((p, q) == ((1, 1), (1, 2))) for p, q in beside(g)
        ),
    ),
    ({"ratio": [{"cells": ["R1C1", "R3C4"], "value": "4"}]}, lambda g: {g[1, 1], g[3, 4]} == {1, 4}),
    ({"difference": [{"cells": ["R1C1", "R1C2"]}]}, lambda g: abs(g[1, 1] - g[1, 2]) == 1),
    ({"difference": [{"cells": ["R1C1", "R1C2"], "value": 3}]}, lambda g: abs(g[1, 1] - g[1, 2]) == 3),
    (
        {"killercage": [{"cells": ["R1C1", "R2C3"], "value": "5"}]},
        lambda g: g[1, 1] != g[2, 3] and g[1, 1] + g[2, 3] == 5,
    ),
    ({"killercage": [{"cells": ["R1C1", "R2C3"]}]}, lambda g: g[1, 1] != g[2, 3]),
    ({"extraregion": [{"cells": ["R1C1", "R2C3", "R4C4"]}]}, lambda g: len({g[1, 1], g[2, 3], g[4, 4]}) == 3),
    (
        {"littlekillersum": [{"cell": "R0C2", "cells": ["R1C3", "R2C4"], "direction": "DR", "value": "4"}]},
        lambda g: g[1, 3] + g[2, 4] == 4,
    ),
    ({"even": [{"cell": "R1C1"}, {"cell": "R2C3"}]}, lambda g: g[1, 1] % 2 == g[2, 3] % 2 == 0),
    ({"odd": [{"cell": "R3C1"}]}, lambda g: g[3, 1] % 2 == 1),
    (
        {"minimum": [{"cell": "R2C2"}, {"cell": "R2C3"}]},
        lambda g: (
            all(g[2, 2] < g[p] for p in ((1, 2), (3, 2), (2, 1)))
            and all(g[2, 3] < g[p] for p in ((1, 3), (3, 3), (2, 4)))
        ),
    ),
    ({"maximum": [{"cell": "R1C1"}]}, lambda g: g[1, 1] > max(g[1, 2], g[2, 1])),
    (
        {"thermometer": [{"lines": [["R1C1", "R2C2", "R3C3"], ["R1C1", "R1C2"]]}]},
        lambda g: g[1, 1] < g[2, 2] < g[3, 3] and g[1, 1] < g[1, 2],
    ),
    (
        {"palindrome": [{"lines": [["R1C1", "R1C2", "R2C3", "R3C2"]]}]},
        lambda g: g[1, 1] == g[3, 2] and g[1, 2] == g[2, 3],
    ),
    (
        {"renban": [{"lines": [["R1C1", "R2C3", "R3C4"]]}]},
        lambda g: sorted(x := [g[1, 1], g[2, 3], g[3, 4]]) == list(range(min(x), min(x) + 3)),
    ),
    (
        {"betweenline": [{"lines": [["R1C1", "R2C3", "R1C4"]]}]},
        lambda g: min(g[1, 1], g[1, 4]) < g[2, 3] < max(g[1, 1], g[1, 4]),
    ),
    (
        {"arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R2C2", "R3C3"], ["R1C1", "R4C4"]]}]},
        lambda g: g[1, 1] == g[2, 2] + g[3, 3] == g[4, 4],
    ),
    (
        {"arrow": [{"cells": ["R2C1", "R1C1"], "lines": [["R2C1", "R3C1", "R4C1", "R3C2", "R4C2"]]}]},
        lambda g: 10 * g[1, 1] + g[2, 1] == g[3, 1] + g[4, 1] + g[3, 2] + g[4, 2],
    ),
    (
        {"sandwichsum": [{"cell": "R0C2", "value": "3"}, {"cell": "R3C5", "value": ""}]},
        lambda g: between([g[r, 2] for r in range(1, 5)]) == 3,
    ),
    ({"sandwichsum": [{"cell": "R3C0", "value": 5}]}, lambda g: between([g[3, c] for c in range(1, 5)]) == 5),
    (
        {"clone": [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R3C3", "R3C4"]}]},
        lambda g: (g[1, 1], g[1, 2]) == (g[3, 3], g[3, 4]),
    ),
    (
        {"quadruple": [{"cells": ["R2C2", "R2C3", "R3C2", "R3C3"], "values": [1, "1", 2]}]},
        lambda g: (x := [g[2, 2], g[2, 3], g[3, 2], g[3, 3]]).count(1) >= 2 and 2 in x,
    ),
    ({"whispers": [{"lines": [["R1C1", "R1C2"]]}]}, lambda g: abs(g[1, 1] - g[1, 2]) >= 5),
    ({"whispers": [{"lines": [["R1C1", "R1C2"]], "value": "2"}]}, lambda g: abs(g[1, 1] - g[1, 2]) >= 2),
]


def between(line: list[int]) -> int:
    low, high = sorted((line.index(1), line.index(4)))
    return sum(line[low + 1 : high])


def puzzle(**rules: Any) -> dict[str, Any]:
    return {"size": 4, "grid": [[{} for _ in range(4)] for _ in range(4)], **rules}


@pytest.fixture(scope="module")
def grids() -> list[Grid]:
    found = all_grids()
    assert len(found) == 288
    return found


@pytest.mark.outer
def test_each_rule_has_its_plain_meaning(grids: list[Grid]) -> None:
    for rules, holds in RULES:
        text = described(puzzle(**rules))
        assert (rules, excover.parse(text).count()) == (rules, sum(map(holds, grids)))


def test_regions_and_givens() -> None:
    regions = ["0011", "0011", "2233", "2233"]
    text = described(
        {
            "size": 4,
            "grid": [[{"region": int(x), "value": 1, "given": x == "3"} for x in row] for row in regions],
        }
    )
    assert "labels\n  |aabb\n  |aabb\n  |ccdd\n  |ccdd\n" in text
    assert text.endswith("given\n  |....\n  |....\n  |..11\n  |..11\n")


def test_ten_rows() -> None:
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(10)] for _ in range(10)]
    grid[2][3] = {"value": 10, "given": True, "region": None}
    problem = excover.parse(described({"size": 10, "grid": grid, "antiknight": True}))
    solution = problem.solve()
    assert solution
    assert ("grid", (3, 4, 10)) in {(option.family, option.arguments) for option in solution.options}


# What is no puzzle


def compressed(text: str) -> str:
    """lz-string with a dictionary of single characters only. Words of the reader's dictionary count."""
    bits: list[int] = []
    known: dict[str, int] = {}
    words = 3

    def put(value: int, length: int) -> None:
        bits.extend(value >> place & 1 for place in range(length))

    for k, letter in enumerate(text):
        width = words.bit_length()
        if letter in known:
            put(known[letter], width)
        else:
            put(0, width)
            put(ord(letter), 8)
            known[letter] = words
            words += 1
        words += k > 0  # the reader adds a word for each two that follow each other
    put(2, words.bit_length())
    bits.extend([0] * (-len(bits) % 6))
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    six = [bits[start : start + 6] for start in range(0, len(bits), 6)]
    return "".join(alphabet[sum(bit << place for place, bit in enumerate(reversed(each)))] for each in six)


def test_compressed_texts_come_back() -> None:
    generator = random.Random(1)
    for _ in range(examples(300)):
        text = "".join(generator.choices('abc{"}:1', k=generator.randint(1, 60)))
        assert decompressed(compressed(text)) == text


def test_a_link_is_its_puzzle() -> None:
    link = BASE + compressed(json.dumps(puzzle(antiknight=True)))
    assert find_sudoku("kanoodle") is None
    for each in (link, link.replace("f-puzzles.com/?load=", "sudokupad.app/fpuzzles")):
        assert find_sudoku(each)
    assert excover.load(link).count() == 24


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"line": [{"lines": [["R1C1", "R1C2"]]}]}, "E018"),
        ({"negative": ["difference"]}, "E018"),
        ({"size": 17}, "E018"),
        ({"thermometer": [{"lines": [["R1C1", "R1C5"]]}]}, "E016"),
        ({"killercage": 3}, "E016"),
        ({"killercage": [{"cells": ["R1C1"], "value": float("inf")}]}, "E016"),
        ({"killercage": [{"cells": ["R1C1"], "inverted": True}]}, "E018"),
        ({"thermometer": [{"lines": [["R1C1"]]}]}, "E016"),
        ({"thermometer": [{"lines": [["R1C1", "R1C2"]], "value": "slow"}]}, "E018"),
        ({"grid": [[{"value": 5, "given": True}, {}, {}, {}], *[[{}] * 4] * 3]}, "E016"),
        ({"grid": [[{"givenPencilMarks": [1]}, {}, {}, {}], *[[{}] * 4] * 3]}, "E018"),
        ({"quadruple": [{"cells": ["R1C1"] * 9, "values": [1]}]}, "E016"),
        ({"killercage": [{"cells": ["R1C1", "R1C2"], "value": 5}] * 20_000}, "E018"),
        ({"grid": []}, "E016"),
        ({"xv": [{"cells": ["R1C1"], "value": "X"}]}, "E016"),
    ],
)
def test_what_cannot_be_read_is_refused(rules: dict[str, Any], code: str) -> None:
    link = BASE + compressed(json.dumps(puzzle(**rules) | rules))
    with pytest.raises(SpecError, match=code):
        find_sudoku(link)


def test_texts_of_a_link_stay_texts() -> None:
    text = described(puzzle(title='A "b"\nitem x', ruleset='"'))
    assert text.startswith('puzzle "A bitem x"\nboard')


def test_damaged_links_are_puzzles_or_errors() -> None:
    generator = random.Random(3)
    whole = compressed(
        json.dumps(puzzle(antiknight=True, killercage=[{"cells": ["R1C1", "R1C2"], "value": 5}]))
    )
    for _ in range(examples(1_000)):
        at = generator.randrange(len(whole))
        text = whole[:at] + generator.choice("ABZaz09+/") + whole[at + generator.randint(0, 3) :]
        with suppress(SpecError):
            find_sudoku(BASE + text)


# Written back


@pytest.mark.parametrize("rules", [each for each, _ in RULES], ids=lambda rules: "-".join(rules))
def test_what_is_written_is_read_as_the_same(rules: dict[str, Any]) -> None:
    """As a description that a setter may have changed: blanks and comments do not count."""
    text = described(puzzle(**rules)).replace(", ", ",  # a comment\n  ", 1)
    for page in SUDOKU_PAGES:
        again = find_sudoku(written_sudoku(parse(Source("mine.xc", text)), page))
        assert again
        assert excover.parse(again.text).count() == excover.parse(text).count()


def test_regions_and_givens_are_written() -> None:
    regions = ["0111", "0012", "0322", "3332"]
    grid = [[{"region": int(x)} for x in row] for row in regions]
    grid[1][2] |= {"value": 3, "given": True}
    for given in (grid, puzzle(grid=[[{"value": 2, "given": True}, {}, {}, {}], *[[{}] * 4] * 3])["grid"]):
        text = described(puzzle(grid=given, antiknight=True))
        again = find_sudoku(written_sudoku(parse(Source("mine.xc", text)), "f-puzzles"))
        assert again
        assert again.text.splitlines()[1:] == text.splitlines()[1:]


def test_ten_rows_are_written() -> None:
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(10)] for _ in range(10)]
    grid[2][3] = {"value": 10, "given": True}
    text = described({"size": 10, "grid": grid, "thermometer": [{"lines": [["R1C1", "R10C10"]]}]})
    again = find_sudoku(written_sudoku(parse(Source("mine.xc", text)), "f-puzzles"))
    assert again
    assert again.text == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("board grid 4x4", "board grid 4x5"),
        ("board grid 4x4", "board grid 17x17"),
        ("1..4", "0..3"),
        ("row, column", "row"),
        ("require", "require grid(1, 1) + grid(2, 1) + grid(4, 4) = 7\nrequire"),
        ("require", "require grid(1, 1) in {1, 2}\nrequire"),
        ("require", "let a = 3\nrequire"),
        ("require", "require max(grid(1, 1), grid(1, 2)) - min(grid(1, 1), grid(1, 2)) = 1\nrequire"),
        ("given\n  |1...", "given\n  |1..?"),
    ],
)
def test_what_no_link_has_is_refused(before: str, after: str) -> None:
    grid = [[{"value": 1, "given": True}, {}, {}, {}], *[[{}] * 4] * 3]
    text = described(puzzle(grid=grid, antiknight=True))
    written_sudoku(parse(Source("mine.xc", text)), "f-puzzles")
    assert before in text
    with pytest.raises(Unwritten, match="no link can have"):
        written_sudoku(parse(Source("mine.xc", text.replace(before, after, 1))), "f-puzzles")


@pytest.mark.parametrize("spec", ["nonconsecutive-sudoku", "king-sudoku", "knight-sudoku"])
def test_a_link_by_the_command(capsys: pytest.CaptureFixture[str], spec: str) -> None:
    assert main(["convert", spec, "--to", "sudokupad"]) == 0
    link = capsys.readouterr().out.strip()
    assert main(["solve", link]) == 0
    solution = capsys.readouterr().out
    assert main(["solve", spec]) == 0
    assert capsys.readouterr().out == solution
    assert main(["convert", "mosaic", "--to", "f-puzzles"]) == 2
    assert "no link can have" in capsys.readouterr().err


def test_compressed_texts_come_back_by_any_words() -> None:
    generator = random.Random(2)
    for _ in range(examples(300)):
        text = "".join(generator.choices("ab\u00e9\u2192" * 2 + "a", k=generator.randint(0, 200)))
        assert decompressed(link_codes.compressed(text)) == text
