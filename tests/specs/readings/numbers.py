"""Numbers in cells: Latin squares, regions, sums."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, permutations, product
from math import prod
from typing import Any

from tiny_boards import WAYS, Cell, Filling, Options, TinyBoard, chosen, filled, genre

from .shading import Found, areas, totals, white_runs

Numbers = dict[Cell, int]


def shown(values: Numbers) -> dict[Cell, list[int]]:
    return {p: [value] for p, value in values.items()}


def lines_of(board: TinyBoard, cells: Iterable[Cell]) -> list[list[Cell]]:
    return [[p for p in line if p in set(cells)] for line in board.lines()]


def differ(values: Numbers, cells: Iterable[Cell]) -> bool:
    found = [values[p] for p in cells]
    return len(set(found)) == len(found)


def latin(board: TinyBoard) -> Iterator[Numbers]:
    """Every number once in each row and column."""
    orders = list(permutations(range(1, board.wide + 1)))
    squares: list[list[tuple[int, ...]]] = [[]]
    for _ in range(board.high):
        squares = [
            [*rows, new]
            for rows in squares
            for new in orders
            if not any(a == b for row in rows for a, b in zip(row, new, strict=True))
        ]
    for rows in squares:
        yield {(r, c): value for r, row in enumerate(rows, 1) for c, value in enumerate(row, 1)}


def with_blanks(board: TinyBoard, values: int) -> Iterator[Numbers]:
    """Every value once in each row and column, and 0 in the other cells."""
    orders = sorted(set(permutations([*range(1, values + 1), *[0] * (board.wide - values)])))
    for rows in product(orders, repeat=board.high):
        if all(sorted(column) == sorted(orders[0]) for column in zip(*rows, strict=True)):
            yield {(r, c): v for r, row in enumerate(rows, 1) for c, v in enumerate(row, 1)}


def in_regions(board: TinyBoard, region: dict[Cell, str]) -> Iterator[Numbers]:
    """The numbers from 1 to the size of each region in it."""
    found: list[Numbers] = [{}]
    for area in areas(region):
        orders = list(permutations(range(1, len(area) + 1)))
        found = [{**old, **dict(zip(sorted(area), order, strict=True))} for old in found for order in orders]
    yield from found


def small_regions(board: TinyBoard, most: int) -> dict[Cell, str]:
    """Regions of at most so many cells."""
    for _ in range(50):
        region = board.regions()
        if max(map(len, areas(region))) <= most:
            return region
    region = {p: "abcdefghijkl"[n] for n, p in enumerate(board.cells)}
    board.table("region", region)
    return region


SQUARES = ((1, 1), (2, 2), (3, 3), (4, 4))
SIDES = {"top": "above", "bottom": "above", "west": "left", "east": "left"}


def from_sides(
    board: TinyBoard, values: dict[Cell, Any], label: Callable[[list[Any]], Any]
) -> dict[str, dict[int, list[Any]]]:
    """What is seen of each line from each of its ends; where there is no value, that is None."""
    lines = [[values.get(p) for p in line] for line in board.lines()]
    rows, columns = lines[: board.high], lines[board.high :]
    looks = {
        "top": columns,
        "bottom": [c[::-1] for c in columns],
        "west": rows,
        "east": [r[::-1] for r in rows],
    }
    return {name: {n: [label(line)] for n, line in enumerate(each, 1)} for name, each in looks.items()}


@genre(
    "abc-end-view",
    lambda options: frozenset(a for a in chosen("letter")(options) if a[2] != "-"),
    clue="cells",
    **SIDES,
    sizes=((1, 1), (2, 2), (3, 3)),
)
def abc_end_view(board: TinyBoard) -> Found:
    letters = board.settings["letters"] = board.rng.randint(1, board.high)
    for numbers in with_blanks(board, letters):
        names = {p: "abc"[n - 1] for p, n in numbers.items() if n}
        ends = from_sides(board, names, lambda line: next(filter(None, line)))
        yield filled(names), {"clue": {p: [name] for p, name in names.items()}, **ends}


@genre("binairo", chosen("grid"), board="grid", clue="cells", sizes=((2, 2), (2, 4), (4, 2)))
def binairo(board: TinyBoard) -> Found:
    for ones in board.subsets():
        if all(2 * len(ones.intersection(line)) == len(line) for line in board.lines()):
            threes = [*board.windows(1, 3), *board.windows(3, 1)]
            if all(0 < len(ones.intersection(three)) < 3 for three in threes):
                values = {p: 1 if p in ones else 2 for p in board.cells}
                yield filled(values), {"clue": shown(values)}


@genre("trinairo", chosen("grid"), board="grid", clue="cells", sizes=((3, 3),))
def trinairo(board: TinyBoard) -> Found:
    gray = board.some(0.15)
    board.table("gray", dict.fromkeys(gray, "x"))
    for values in board.fillings(1, 2, 3):
        if all(sorted(values[p] for p in line) == [1, 2, 3] for line in board.lines()):
            if not any(values[p] == values[q] for p in gray for q in board.beside(p)):
                yield filled(values), {"clue": shown(values)}


@genre("bosanowa", chosen("number"), clue="cells", sizes=((1, 2), (1, 4), (2, 2), (2, 3)))
def bosanowa(board: TinyBoard) -> Found:
    most = board.settings["most"] = 5
    black = board.some(0.2)
    board.must["clue"] = dict.fromkeys(black, "x")
    white = [p for p in board.cells if p not in black]
    for values in board.fillings(*range(1, most + 1), cells=white):
        if all(
            sum(abs(values[p] - values[q]) for q in board.beside(p) if q in values) == values[p]
            for p in white
        ):
            yield filled(values), {"clue": shown(values) | {p: ["x"] for p in black}}


@genre("bricks", chosen("grid"), board="grid", clue="cells", sizes=((2, 2), (4, 4)))
def bricks(board: TinyBoard) -> Found:
    n = board.wide
    walls = [((r, c), (r, c % n + 1)) for r, c in board.cells if (r + c) % 2 == 0]
    for values in latin(board):
        if all((values[p] + values[q]) % 2 for p, q in walls):
            yield filled(values), {"clue": shown(values)}


def results(values: list[int]) -> list[str]:
    """What a cage may say of its numbers."""
    labels = {f"{sum(values)},+", f"{prod(values)},*", str(sum(values)), str(prod(values))}
    if len(values) == 2:
        low, high = sorted(values)
        labels |= {f"{high - low},-", str(high - low)}
        labels |= {f"{high // low},/", str(high // low)} if high % low == 0 else set()
    return sorted(labels)


@genre("calcudoku", chosen("grid"), board="grid", result="cells", sizes=SQUARES[1:])
def calcudoku(board: TinyBoard) -> Found:
    cage = board.regions("cage")
    for values in latin(board):
        yield (
            filled(values),
            {"result": {min(area): results([values[p] for p in area]) for area in areas(cage)}},
        )


@genre("factors", chosen("grid"), board="grid", product="cells", sizes=SQUARES)
def factors(board: TinyBoard) -> Found:
    cage = board.regions("cage")
    for values in latin(board):
        yield (
            filled(values),
            {"product": {min(area): [prod(values[p] for p in area)] for area in areas(cage)}},
        )


@genre("cojun", chosen("digit"), clue="cells", sizes=((1, 4), (2, 2), (2, 3), (3, 2)))
def cojun(board: TinyBoard) -> Found:
    region = small_regions(board, 4)
    for values in in_regions(board, region):
        if not any(values[p] == values[q] for p, q in board.pairs()) and all(
            values[p] > values[q] for p, q in board.pairs() if p[1] == q[1] and region[p] == region[q]
        ):
            yield filled(values), {"clue": shown(values)}


@genre("consecutive-latin", chosen("grid"), board="grid", clue="cells", sizes=SQUARES)
def consecutive_latin(board: TinyBoard) -> Found:
    """Dots are those of one square, as all pairs without a dot are not consecutive."""
    squares = list(latin(board))
    dots = board.rng.choice([dotted(board, values) for values in squares])
    for name, way in (("right", (0, 1)), ("below", (1, 0))):
        board.table(name, {p: "o" for p, q in dots if board.plus(p, way) == q})
    for values in squares:
        if dotted(board, values) == dots:
            yield filled(values), {"clue": shown(values)}


def dotted(board: TinyBoard, values: Numbers) -> set[tuple[Cell, Cell]]:
    return {(p, q) for p, q in board.pairs() if abs(values[p] - values[q]) == 1}


@genre("doppelblock", chosen("number"), across="left", down="above", sizes=((2, 2), (3, 3), (4, 4)))
def doppelblock(board: TinyBoard) -> Found:
    orders = sorted(set(permutations([0, 0, *range(1, board.wide - 1)])))
    for rows in product(orders, repeat=board.high):
        columns = list(zip(*rows, strict=True))
        if all(sorted(column) == sorted(orders[0]) for column in columns):
            values = {(r, c): v for r, row in enumerate(rows, 1) for c, v in enumerate(row, 1)}
            sums = [dict(enumerate(([between(line)] for line in lines), 1)) for lines in (rows, columns)]
            yield filled(values), {"across": sums[0], "down": sums[1]}


def between(line: tuple[int, ...]) -> int:
    first = line.index(0)
    return sum(line[first : line.index(0, first + 1)])


@genre(
    "euler-square", chosen("put"), board="grid", first="cells", second="cells", sizes=((1, 1), (2, 2), (3, 3))
)
def euler_square(board: TinyBoard) -> Found:
    squares = list(latin(board))
    for one in squares:
        for other in squares:
            if len({(one[p], other[p]) for p in board.cells}) == len(board.cells):
                yield (
                    frozenset((*p, one[p], other[p]) for p in board.cells),
                    {"first": shown(one), "second": shown(other)},
                )


@genre("fuzuli", chosen("number"), clue="cells", sizes=((1, 1), (2, 2), (3, 3)))
def fuzuli(board: TinyBoard) -> Found:
    numbers = board.settings["numbers"] = board.rng.randint(1, board.high)
    for values in with_blanks(board, numbers):
        if all(0 in [values[p] for p in window] for window in board.windows(2, 2)):
            yield filled(values), {"clue": {p: [v] for p, v in values.items() if v}}


@genre("number-ball", chosen("number"), clue="cells", sizes=((1, 1), (2, 2), (3, 3)))
def number_ball(board: TinyBoard) -> Found:
    numbers = board.settings["numbers"] = board.rng.randint(1, board.high)
    for values in with_blanks(board, numbers):
        yield filled(values), {"clue": {p: [v, "o"] if v else ["x"] for p, v in values.items()}}


@genre("hidoku", chosen("put"), clue="cells", sizes=((1, 2), (1, 4), (2, 2), (2, 3), (3, 3)))
def hidoku(board: TinyBoard) -> Found:
    ways = [[p] for p in board.cells]
    for _ in board.cells[1:]:
        ways = [[*way, q] for way in ways for q in board.around(way[-1]) if q not in way]
    for way in ways:
        values = {p: n for n, p in enumerate(way, 1)}
        yield filled(values), {"clue": shown(values)}


@genre("kakkuru", chosen("digit"), clue="cells", sizes=((1, 3), (2, 2), (2, 3), (3, 3)))
def kakkuru(board: TinyBoard) -> Found:
    clues = board.some(0.3)
    board.must["clue"] = dict.fromkeys(clues, 1)
    white = [p for p in board.cells if p not in clues]
    lines = lines_of(board, white)
    for values in board.fillings(1, 2, 3, cells=white):
        if all(values[p] <= len(line) for line in lines for p in line) and all(
            differ(values, line) for line in lines
        ):
            yield (
                filled(values),
                {"clue": {p: [sum(values[q] for q in board.around(p) if q in values)] for p in clues}},
            )


@genre("kakuro", chosen("digit"), across="cells", down="cells", sizes=((2, 2), (2, 3), (3, 3)))
def kakuro(board: TinyBoard) -> Found:
    """Few white cells, as nine digits may stand in each; numbers are in shaded cells."""
    white = [p for p in board.rng.sample(board.cells, min(4, len(board.cells) - 1)) if p != (1, 1)][:3]
    shaded = frozenset(board.cells) - set(white)
    board.table("shaded", dict.fromkeys(shaded, "x"))
    runs = [run for line in board.lines() for run in white_runs(line, shaded)]
    for values in board.fillings(*range(1, 10), cells=white):
        if all(differ(values, run) for run in runs):
            labels = {
                name: {p: [sum(values[q] for q in white_runs(board.ray(p, way), shaded)[0])] for p in shaded}
                for name, way in (("across", WAYS["e"]), ("down", WAYS["s"]))
            }
            yield filled(values), labels


@genre("killer-sudoku", chosen("grid"), board="grid", total="cells", sizes=((1, 1), (2, 2), (4, 4)))
def killer_sudoku(board: TinyBoard) -> Found:
    cage = board.regions("cage")
    for values in latin(board):
        if all(differ(values, block) for block in blocks(board)) and all(
            differ(values, area) for area in areas(cage)
        ):
            yield (
                filled(values),
                {"total": {min(area): [sum(values[p] for p in area)] for area in areas(cage)}},
            )


def blocks(board: TinyBoard) -> list[list[Cell]]:
    """The blocks of four in a grid of 4 by 4; in smaller ones, rows."""
    if board.high < 4:
        return board.rows()
    return [window for window in board.windows(2, 2) if window[0][0] % 2 and window[0][1] % 2]


def sudokus(board: TinyBoard, beside: Callable[[list[int]], int]) -> Found:
    """With what is beside each line, from its values as they are seen from there."""
    for values in latin(board):
        if all(differ(values, block) for block in blocks(board)):
            yield filled(values), {"clue": shown(values), **from_sides(board, values, beside)}


@genre("frame-sudoku", chosen("grid"), board="grid", clue="cells", **SIDES, sizes=((4, 4),))
def frame_sudoku(board: TinyBoard) -> Found:
    yield from sudokus(board, lambda line: sum(line[:2]))


def towers(heights: Iterable[int]) -> int:
    best = count = 0
    for height in heights:
        if height > best:
            best, count = height, count + 1
    return count


@genre("skyscraper-sudoku", chosen("grid"), board="grid", clue="cells", **SIDES, sizes=((4, 4),))
def skyscraper_sudoku(board: TinyBoard) -> Found:
    yield from sudokus(board, towers)


@genre("skyscrapers", chosen("grid"), board="grid", clue="cells", **SIDES, sizes=SQUARES)
def skyscrapers(board: TinyBoard) -> Found:
    lots = board.settings["lots"] = board.rng.randint(0, 1)
    for square in latin(board):
        values = {p: n - lots for p, n in square.items()}
        yield (
            filled(values),
            {"clue": shown(values), **from_sides(board, values, towers)},
        )


@genre("combined-sudoku", chosen("digit"), clue="cells", sizes=((4, 4),))
def combined_sudoku(board: TinyBoard) -> Found:
    board.table("corner", {(1, 1): "1,2"})
    for values in latin(board):
        if all(differ(values, block) for block in blocks(board)):
            yield filled(values), {"clue": shown(values)}


@genre("sudoku-jigsaw", chosen("grid"), board="grid", clue="cells", sizes=((1, 1), (2, 2), (3, 3), (4, 4)))
def sudoku_jigsaw(board: TinyBoard) -> Found:
    region = equal_regions(board, board.high)
    for values in latin(board):
        if all(differ(values, area) for area in areas(region)):
            yield filled(values), {"clue": shown(values)}


def equal_regions(board: TinyBoard, size: int) -> dict[Cell, str]:
    """Regions of so many cells, whose divisions are tried in random order."""
    left, names = list(board.cells), iter("abcdefghijkl")
    region: dict[Cell, str] = {}
    while left:
        choices = sorted(
            (area for area in board.areas(left[0], frozenset(left), size) if len(area) == size), key=sorted
        )
        if not choices:
            return equal_regions(board, size)
        area = board.rng.choice(choices)
        region |= dict.fromkeys(area, next(names))
        left = [p for p in left if p not in area]
    board.table("region", region)
    return region


@genre("renban", chosen("grid"), board="grid", clue="cells", sizes=SQUARES)
def renban(board: TinyBoard) -> Found:
    region = small_regions(board, board.high)
    for values in latin(board):
        if all(
            sorted(values[p] for p in area) == consecutive(values[p] for p in area) for area in areas(region)
        ):
            yield filled(values), {"clue": shown(values)}


def consecutive(values: Iterable[int]) -> list[int]:
    found = list(values)
    return list(range(min(found), min(found) + len(found))) if found else []


@genre("mathrax", chosen("grid"), board="grid", clue="cells", circle="points", sizes=SQUARES)
def mathrax(board: TinyBoard) -> Found:
    for values in latin(board):
        circles = {}
        for a, b, c, d in board.windows(2, 2):
            one, other = (sorted((values[p], values[q])) for p, q in ((a, d), (b, c)))
            both = [
                {f"{x + y},+", f"{x * y},*", f"{y - x},-", *([f"{y // x},/"] * (y % x == 0))}
                for x, y in (one, other)
            ]
            odd = {v % 2 for v in (*one, *other)}
            circles[d] = [*(both[0] & both[1]), *(["E"] if odd == {0} else ["O"] if odd == {1} else [])]
        yield filled(values), {"clue": shown(values), "circle": circles}


@genre("makaro", chosen("number"), clue="cells", black="cells", sizes=((2, 2), (2, 3), (3, 3)))
def makaro(board: TinyBoard) -> Found:
    region = small_regions(board, 3)
    black = board.some(0.2)
    board.must["black"] = dict.fromkeys(black, "x")
    region = {p: k for p, k in region.items() if p not in black}
    board.table("region", region)
    for values in in_regions(board, region):
        if not any(values[p] == values[q] for p, q in board.pairs() if p in values and q in values):
            arrows = {}
            for p in black:
                near = {q: values[q] for q in board.beside(p) if q in values}
                best = [
                    q
                    for q in near
                    if list(near.values()).count(near[q]) == 1 and near[q] == max(near.values())
                ]
                arrows[p] = ["x", *(name for name, way in WAYS.items() if board.plus(p, way) in best)]
            yield filled(values), {"clue": shown(values), "black": arrows}


@genre("nanro", chosen("number"), clue="cells", sizes=((1, 3), (2, 2), (2, 3), (3, 2)))
def nanro(board: TinyBoard) -> Found:
    region = board.regions()
    for values in board.fillings(*range(max(map(len, areas(region))) + 1)):
        put = {p for p in values if values[p]}
        if not board.is_whole(put) or any(put.issuperset(window) for window in board.windows(2, 2)):
            continue
        if (
            all(values[p] == len(put & area) for area in areas(region) for p in put & area)
            and all(put & area for area in areas(region))
            and not any(values[p] == values[q] != 0 and region[p] != region[q] for p, q in board.pairs())
        ):
            yield filled(values), {"clue": shown({p: v for p, v in values.items() if v})}


@genre("sukoro", chosen("number"), clue="cells", sizes=((1, 3), (2, 2), (2, 3), (3, 2)))
def sukoro(board: TinyBoard) -> Found:
    for values in board.fillings(*range(5)):
        put = {p for p in values if values[p]}
        if board.is_whole(put) and all(values[p] == len(put.intersection(board.beside(p))) for p in put):
            if not any(values[p] == values[q] != 0 for p, q in board.pairs()):
                yield filled(values), {"clue": shown({p: v for p, v in values.items() if v})}


@genre(
    "one-to-x",
    chosen("number"),
    clue="cells",
    across="left",
    down="above",
    sizes=((1, 4), (2, 2), (2, 3), (3, 3)),
)
def one_to_x(board: TinyBoard) -> Found:
    region = small_regions(board, 4)
    for values in in_regions(board, region):
        if not any(values[p] == values[q] for p, q in board.pairs()):
            yield filled(values), {"clue": shown(values), **totals(board, values)}


@genre("suguru", chosen("digit"), clue="cells", sizes=((1, 4), (2, 2), (2, 3), (3, 3)))
def suguru(board: TinyBoard) -> Found:
    region = small_regions(board, 5)
    for values in in_regions(board, region):
        if not any(values[p] == values[q] for p in values for q in board.around(p)):
            yield filled(values), {"clue": shown(values)}


@genre("ripple-effect", chosen("digit"), clue="cells", sizes=((1, 4), (2, 2), (2, 3), (3, 3)))
def ripple_effect(board: TinyBoard) -> Found:
    region = small_regions(board, 4)
    for values in in_regions(board, region):
        twice = [(i, j, line) for line in board.lines() for i, j in combinations(range(len(line)), 2)]
        if all(values[line[i]] != values[line[j]] or j - i > values[line[i]] for i, j, line in twice):
            yield filled(values), {"clue": shown(values)}


@genre("str8ts", chosen("digit"), clue="cells", sizes=((2, 2), (3, 3)))
def str8ts(board: TinyBoard) -> Found:
    """A black cell with a clue has a digit, that of its line, too."""
    black = frozenset(board.some())
    digits = [p for p in black if board.rng.random() < 0.4]
    board.table("black", dict.fromkeys(black, "x"))
    board.must["clue"] = dict.fromkeys(digits, 1)
    places = [p for p in board.cells if p not in black or p in digits]
    for values in board.fillings(*range(1, board.high + 1), cells=places):
        if all(differ(values, line) for line in lines_of(board, places)):
            runs = [[values[p] for p in run] for line in board.lines() for run in white_runs(line, black)]
            if all(sorted(run) == consecutive(run) for run in runs):
                yield filled(values), {"clue": shown(values)}


@genre("tenner-grid", chosen("grid"), board="grid", clue="cells", total="above", sizes=((1, 10), (2, 10)))
def tenner_grid(board: TinyBoard) -> Found:
    """Some digits are given, so that few are left to try."""
    rows = [board.rng.sample(range(10), 10) for _ in range(board.high)]
    kept = {(r, c): row[c - 1] for r, row in enumerate(rows, 1) for c in range(1, 11) if c > 4}
    board.must["clue"] = dict(kept)
    choices: list[Numbers] = [{}]
    for r, row in enumerate(rows, 1):
        choices = [
            {**old, **{(r, c): v for c, v in enumerate(order, 1)}}
            for old in choices
            for order in permutations(row[:4])
        ]
    for each in choices:
        values = {**each, **kept}
        if not any(values[p] == values[q] for p in values for q in board.around(p)):
            yield filled(values), {"clue": shown(values), "total": totals(board, values)["down"]}


@genre("tripletts", chosen("symbol"), clue="cells", sizes=((1, 3), (2, 3), (3, 2), (3, 3)))
def tripletts(board: TinyBoard) -> Found:
    region = equal_regions(board, 3)
    for values in board.fillings("c", "s", "t"):
        if all(len({values[p] for p in area}) != 2 for area in areas(region)):
            if not any(values[p] == values[q] and region[p] != region[q] for p, q in board.pairs()):
                yield filled(values), {"clue": shown(values)}


@genre("patchwork", chosen("grid"), board="grid", clue="cells", sizes=((2, 2), (3, 3), (4, 4)))
def patchwork(board: TinyBoard) -> Found:
    region = equal_regions(board, board.high)
    for values in latin(board):
        if all(differ(values, area) for area in areas(region)):
            yield filled(values), {"clue": shown(values)}


def named_arrows(options: Options) -> Filling:
    return frozenset((*cell, way.key) for name, (cell, way) in options if name == "arrow")


ARROWS = {**WAYS, "ne": (-1, 1), "se": (1, 1), "sw": (1, -1), "nw": (-1, -1)}


@genre("arrow-numbers", named_arrows, clue="cells", sizes=((3, 3), (3, 4)))
def arrow_numbers(board: TinyBoard) -> Found:
    inner = [(r, c) for r, c in board.cells if 1 < r < board.high and 1 < c < board.wide]
    border = [(r, c) for r, c in board.cells if (r in (1, board.high)) != (c in (1, board.wide))]
    choices: list[dict[Cell, str]] = [{}]
    for p in border:
        ways = [name for name, way in ARROWS.items() if board.plus(p, way) in inner]
        choices = [{**old, p: name} for old in choices for name in ways]
    for arrow in choices:
        counts = {q: [sum(q in board.ray(p, ARROWS[name]) for p, name in arrow.items())] for q in inner}
        yield filled(arrow), {"clue": counts}


@genre("even-odd-sudoku", chosen("grid"), board="grid", clue="cells", sizes=((9, 9),))
def even_odd_sudoku(board: TinyBoard) -> Found:
    """A full grid, in two of whose columns some digits are not given."""
    base = {(r, c): (3 * (r - 1) + (r - 1) // 3 + c - 1) % 9 + 1 for r, c in board.cells}
    digits = dict(zip(range(1, 10), board.rng.sample(range(1, 10), 9), strict=True))
    solution = {p: digits[v] for p, v in base.items()}
    open_ = [p for p in board.cells if p[1] < 3 and board.rng.random() < 0.6][:8]
    board.must["clue"] = {p: v for p, v in solution.items() if p not in open_}
    for values in completions(board, {p: v for p, v in solution.items() if p not in open_}, open_):
        labels: dict[Cell, list[Any]] = {
            p: [v, "O" if v % 2 else "E"] for p, v in values.items() if p in open_
        }
        yield filled(values), {"clue": labels | {p: [v] for p, v in solution.items() if p not in open_}}


def completions(board: TinyBoard, values: Numbers, left: list[Cell]) -> Iterator[Numbers]:
    if not left:
        yield values
        return
    p = left[0]
    near = [
        q
        for q in values
        if q[0] == p[0]
        or q[1] == p[1]
        or ((q[0] - 1) // 3, (q[1] - 1) // 3) == ((p[0] - 1) // 3, (p[1] - 1) // 3)
    ]
    for value in range(1, 10):
        if all(values[q] != value for q in near):
            yield from completions(board, {**values, p: value}, left[1:])
