"""Counts that nobody has published, made again from the rules of the puzzle and nothing of excover."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, permutations, product
from typing import cast

import clingo
import pytest
from drawn_specs import drawings, labels

import excover
from excover.language import gallery
from excover.language.expressions.scope import LabelValues
from excover.problem.problem import Problem

Cell = tuple[int, int]
Cells = frozenset[Cell]


# By trying everything


def test_map_of_australia() -> None:
    neighbours = "WA-NT WA-SA NT-SA NT-Q SA-Q SA-NSW SA-V Q-NSW NSW-V"
    borders = [border.split("-") for border in neighbours.split()]
    regions = ["WA", "NT", "SA", "Q", "NSW", "V", "T"]
    maps = (dict(zip(regions, colors, strict=True)) for colors in product("rgb", repeat=7))
    assert sum(all(m[a] != m[b] for a, b in borders) for m in maps) == excover.load("australia").count() == 18


def test_a_free_choice_has_six_solutions() -> None:
    rows = ("010", "001", "100", "110", "011", "111")
    sums = [
        [sum(int(row[column]) for row in chosen) for column in range(3)]
        for size in range(7)
        for chosen in combinations(rows, size)
    ]
    found = sum(spare <= 1 and left == right == 1 for spare, left, right in sums)
    assert found == excover.load("secondary").count() == 6


def test_jigsaw_latin_square() -> None:
    regions = "".join(*map("".join, drawings("jigsaw-latin")))
    lines = list(permutations(range(4)))
    found = 0
    for rows in product(lines, repeat=4):
        if all(len(set(column)) == 4 for column in zip(*rows, strict=True)):
            seen = {(region, value) for region, value in zip(regions, sum(rows, ()), strict=True)}
            found += len(seen) == 16
    assert found == excover.load("jigsaw-latin").count() == 72


def test_crew_pairing() -> None:
    lines = [[field.strip() for field in line.split("|")] for line in drawings("crew")[0]][1:]
    tours = [(set(flights.split()), int(price)) for _, flights, price in lines]
    prices = [
        sum(price for _, price in chosen)
        for size in range(len(tours) + 1)
        for chosen in combinations(tours, size)
        if sorted(flight for flights, _ in chosen for flight in flights) == list("123456")
    ]
    assert len(prices) == excover.load("crew").count() == 2
    assert min(prices) == 16


def test_timetable() -> None:
    lines = [[field.strip() for field in line.split("|")] for line in drawings("timetable")[0]][1:]
    people = [set(who.split()) for _, who in lines]
    found = 0
    for places in permutations(product(range(3), range(2))):
        pairs = combinations(zip(places, people, strict=True), 2)
        found += all(one[0] != other[0] or a.isdisjoint(b) for (one, a), (other, b) in pairs)
    assert found == excover.load("timetable").count() == 48


def test_double_word_square() -> None:
    folder = gallery.folder()
    words = [row["word"] for row in csv.DictReader((folder / "words.csv").read_text().splitlines())]
    beginnings = {word[:length] for word in words for length in range(5)}

    def squares(rows: list[str]) -> int:
        columns = ["".join(letters) for letters in zip(*rows, strict=True)]
        if any(column not in beginnings for column in columns):
            return 0
        if len(rows) == 4:
            return int(len({*rows, *columns}) == 8)
        return sum(squares([*rows, word]) for word in words)

    assert squares([]) == excover.load("word-square").count() == 48


@pytest.mark.slow
def test_instant_insanity() -> None:
    """With real cubes: six faces, and the 24 turns made of two quarter turns."""
    faces = ["RRRBGW", "RGRWBW", "RBGWBW", "RGBBGW"]  # front back, left right, top bottom
    cubes = [set(turns(cube)) for cube in faces]
    found = {
        tuple(cube[:4] for cube in tower)
        for tower in product(*cubes)
        if all(len(set(side)) == 4 for side in list(zip(*tower, strict=True))[:4])
    }
    assert len(found) == excover.load("instant-insanity").count() == 8


def turns(cube: str) -> Iterator[str]:
    waiting, seen = [cube], set()
    while waiting:
        cube = waiting.pop()
        if cube not in seen:
            seen.add(cube)
            yield cube
            front, back, left, right, top, bottom = tuple(cube)
            waiting.append("".join((left, right, back, front, top, bottom)))
            waiting.append("".join((top, bottom, left, right, back, front)))


# Tiles


def shapes_of(cells: Iterable[Cell]) -> set[Cells]:
    """A piece turned by quarters and turned over."""
    found: set[Cells] = set()
    moved = list(cells)
    for _ in range(2):
        for _ in range(4):
            moved = [(column, -row) for row, column in moved]
            found.add(at_origin(moved))
        moved = [(row, -column) for row, column in moved]
    return found


def at_origin(cells: list[Cell]) -> Cells:
    rows, columns = zip(*cells, strict=True)
    return frozenset((row - min(rows), column - min(columns)) for row, column in cells)


def placements(piece: Iterable[Cell], rows: int, columns: int, around: bool) -> set[Cells]:
    found = set()
    for shape in shapes_of(piece):
        for down, right in product(range(rows), range(columns)):
            cells = frozenset((row + down, column + right) for row, column in shape)
            if around:
                cells = frozenset((row, column % columns) for row, column in cells)
            if len(cells) == len(shape) and all(row < rows and column < columns for row, column in cells):
                found.add(cells)
    return found


CORNER, DOMINO = [(0, 0), (1, 0), (1, 1)], [(0, 0), (0, 1)]


@pytest.mark.parametrize(("copies", "count"), [(1, 0), (2, 16), (3, 80), (4, 1112)])
def test_tiles_of_two_kinds(copies: int, count: int) -> None:
    corners, dominoes = (placements(piece, copies, 5, False) for piece in (CORNER, DOMINO))

    @cache
    def ways(left: Cells, corners_left: int, dominoes_left: int) -> int:
        if not left:
            return 1
        first = min(left)
        found = 0
        if corners_left:
            found += sum(
                ways(left - c, corners_left - 1, dominoes_left) for c in corners if first in c and c <= left
            )
        if dominoes_left:
            found += sum(
                ways(left - d, corners_left, dominoes_left - 1) for d in dominoes if first in d and d <= left
            )
        return found

    floor = frozenset(product(range(copies), range(5)))
    assert ways(floor, copies, copies) == excover.load("copies", {"copies": copies}).count() == count


TETROMINOES = {
    "I": [(0, 0), (0, 1), (0, 2), (0, 3)],
    "L": [(0, 0), (1, 0), (2, 0), (2, 1)],
    "O": [(0, 0), (0, 1), (1, 0), (1, 1)],
    "S": [(0, 1), (0, 2), (1, 0), (1, 1)],
    "T": [(0, 0), (0, 1), (0, 2), (1, 1)],
}


def tetromino_tilings(around: bool) -> set[frozenset[Cells]]:
    """All ways to place the five, one after the other."""
    pieces = [placements(cells, 4, 5, around) for cells in TETROMINOES.values()]
    found: list[tuple[Cells, ...]] = [()]
    for piece in pieces:
        found = [(*rest, new) for rest in found for new in piece if all(new.isdisjoint(old) for old in rest)]
    return {frozenset(tiling) for tiling in found}


@pytest.mark.slow
def test_tetrominoes_around_a_tin() -> None:
    tilings = tetromino_tilings(around=True)
    assert len(tilings) == excover.load("cylinder").count() == 140
    orbits = {frozenset(images(tiling)) for tiling in tilings}
    assert len(orbits) == excover.load("cylinder").count(up_to_symmetry=True) == 7
    assert not tetromino_tilings(around=False)


def images(tiling: frozenset[Cells]) -> Iterator[frozenset[Cells]]:
    """What the turns and reflections of the tin make of a tiling."""
    for turn, mirrored, upside_down in product(range(5), (False, True), (False, True)):

        def moved(cell: Cell, turn: int = turn, m: bool = mirrored, u: bool = upside_down) -> Cell:
            row, column = cell
            return 3 - row if u else row, ((-column if m else column) + turn) % 5

        yield frozenset(frozenset(map(moved, cells)) for cells in tiling)


# By another solver


def answers(rules: str) -> list[dict[Cell, str]]:
    """At most two answer sets, as the marks of their cells: `put(row, column, mark)`."""
    control = clingo.Control(["2"])
    control.add("base", [], rules)
    control.ground([("base", [])])
    found = []
    with control.solve(yield_=True) as models:
        for model in models:
            atoms = [atom.arguments for atom in model.symbols(atoms=True) if atom.name == "put"]
            found.append({(row.number, column.number): str(mark) for row, column, mark in atoms})
    return found


def facts(name: str, drawing: list[str]) -> str:
    rows = enumerate(drawing, 1)
    marks = ((r, c, mark) for r, row in rows for c, mark in enumerate(row, 1) if mark != ".")
    return " ".join(
        f'{name}({r}, {c}, "{mark}").' if mark.isalpha() else f"{name}({r}, {c}, {mark})."
        for r, c, mark in marks
    )


SQUARE = """
    1 { put(R, C, 1..n) } 1 :- R = 1..n, C = 1..n.
    :- put(R, C, V), put(R, D, V), C < D.
    :- put(R, C, V), put(S, C, V), R < S.
"""
BLOCKS = """
    block(R, C, (R - 1) / h * 9 + (C - 1) / w) :- R = 1..n, C = 1..n.
    :- put(R, C, V), put(S, D, V), block(R, C, B), block(S, D, B), (R, C) < (S, D).
"""
GIVENS = ":- given(R, C, V), not put(R, C, V)."


def sudoku_x() -> str:
    diagonals = ":- put(R, R, V), put(S, S, V), R < S. :- put(R, n+1-R, V), put(S, n+1-S, V), R < S."
    (given,) = drawings("sudoku-x")
    return (
        "#const n = 9. #const h = 3. #const w = 3."
        + SQUARE
        + BLOCKS
        + diagonals
        + facts("given", given)
        + GIVENS
    )


def sudoku_jigsaw() -> str:
    given, regions = labels("sudoku-jigsaw")
    same = ":- put(R, C, V), put(S, D, V), region(R, C, G), region(S, D, G), (R, C) < (S, D)."
    return "#const n = 9." + SQUARE + same + facts("region", regions) + facts("given", given) + GIVENS


def killer() -> str:
    cages, sums = drawings("killer")
    total = " ".join('total("{}", {}).'.format(*line.strip("| ").split()) for line in sums[1:])
    rules = """
        :- put(R, C, V), put(S, D, V), cage(R, C, G), cage(S, D, G), (R, C) < (S, D).
        :- total(G, T), not T = #sum { V, R, C : put(R, C, V), cage(R, C, G) }.
    """
    return (
        "#const n = 6. #const h = 2. #const w = 3." + SQUARE + BLOCKS + rules + facts("cage", cages) + total
    )


VARIANTS = {
    "sudoku-x": sudoku_x,
    "sudoku-jigsaw": sudoku_jigsaw,
    "killer": killer,
}


@pytest.mark.parametrize(("name", "rules"), VARIANTS.items())
def test_clingo_finds_the_same_solution_and_no_other(name: str, rules: Callable[[], str]) -> None:
    (solution,) = excover.load(name).solutions()
    assert answers(rules()) == [marks(str(solution))]


def marks(drawing: str) -> Mapping[Cell, str]:
    rows = enumerate(drawing.splitlines(), 1)
    return {(r, c): mark for r, row in rows for c, mark in enumerate(row, 1)}


def test_nonogram() -> None:
    """Every row has few pictures; of all their products, one has the right columns."""
    problem = excover.load("nonogram")
    wanted_rows, wanted_columns = (runs_of(problem, name) for name in ("across", "down"))
    width = len(wanted_columns)
    by_runs: dict[tuple[int, ...], list[str]] = {}
    for line in map("".join, product("X-", repeat=width)):
        by_runs.setdefault(runs(line), []).append(line)
    pictures = [
        rows
        for rows in product(*(by_runs[wanted] for wanted in wanted_rows))
        if [runs("".join(column)) for column in zip(*rows, strict=True)] == wanted_columns
    ]
    (solution,) = problem.solutions()
    assert pictures == [tuple(str(solution).splitlines())]


def runs(line: str) -> tuple[int, ...]:
    return tuple(map(len, line.replace("-", " ").split()))


def runs_of(problem: Problem, name: str) -> list[tuple[int, ...]]:
    beside = problem.puzzle.scope[name]
    assert isinstance(beside, LabelValues)
    return [cast(tuple[int, ...], beside.labels[place]) for place in sorted(beside.labels)]
