"""Areas, rectangles, pieces and other things that are put on a board."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from typing import Any

from tiny_boards import (
    WAYS,
    Cell,
    Filling,
    Options,
    TinyBoard,
    chosen,
    divided,
    filled,
    genre,
    subsets,
    tiled,
)

from .shading import Found, others, sums, totals

AREA_SIZES = ((1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4))


@genre("fillomino", chosen("number"), clue="cells", sizes=AREA_SIZES)
def fillomino(board: TinyBoard) -> Found:
    """No number is by more than ``larger`` above the largest one of a clue, which one cell has at least."""
    most, larger = board.rng.randint(1, 4), board.rng.randint(0, 2)
    board.settings["larger"] = larger
    corner = board.rng.choice(board.cells)
    board.must["clue"] = {corner: most}
    for division in board.divisions(most=most + larger):
        size = {p: len(area) for area in division for p in area}
        if size[corner] == most and not any(
            size[p] == size[q] and not any({p, q} <= area for area in division) for p, q in board.pairs()
        ):
            yield filled(size), {"clue": {p: [n] for p, n in size.items()}}


@genre("araf", divided("area"), sizes=((1, 3), (2, 2), (2, 3), (3, 3), (2, 4)))
def araf(board: TinyBoard) -> Found:
    """The numbers are between two of each area of one division, or next to these."""
    divisions = [each for each in board.divisions() if min(map(len, each)) > 1]
    clue = {}
    for area in board.rng.choice(divisions):
        low, high = board.rng.sample(sorted(area), 2)
        clue[low] = max(1, len(area) - board.rng.randint(1, 2))
        clue[high] = len(area) + board.rng.choice([1, 1, 2, 3])
    board.table("clue", clue)
    for division in divisions:
        ends = [sorted(clue[p] for p in area if p in clue) for area in division]
        if all(
            len(two) == 2 and two[0] < len(area) < two[1] for two, area in zip(ends, division, strict=True)
        ):
            yield frozenset(division), {}


@genre("galaxies", divided("galaxy"), sizes=AREA_SIZES)
def galaxies(board: TinyBoard) -> Found:
    """The centers are those of one division, with a random change now and then."""
    found = []
    for division in board.divisions():
        ends = [
            {
                (p[0] + q[0], p[1] + q[1])
                for p, q in zip(sorted(area), sorted(area, reverse=True), strict=True)
            }
            for area in division
        ]
        if all(len(each) == 1 for each in ends):
            found.append((frozenset(division), {center for each in ends for center in each}))
    centers = board.rng.choice(found)[1]
    marks = {(0, 0): "o", (0, 1): "r", (1, 0): "b", (1, 1): "x"}
    drawn = {(r // 2, c // 2): marks[r % 2, c % 2] for r, c in centers}
    board.table("center", drawn)
    shown = {(2 * p[0] + (m in "bx"), 2 * p[1] + (m in "rx")) for p, m in drawn.items()}
    for division, has in found:
        if has == shown:
            yield division, {}


@genre("tents", chosen("pitch"), across="left", down="above")
def tents(board: TinyBoard) -> Found:
    trees = board.some(0.3)
    board.table("tree", dict.fromkeys(trees, "T"))
    found: list[dict[Cell, Cell]] = [{}]
    for tree in trees:
        found = [
            {**pitched, tree: p}
            for pitched in found
            for p in board.beside(tree)
            if p not in trees and not any(q == p or q in board.around(p) for q in pitched.values())
        ]
    for pitched in found:
        yield frozenset((*t, *p) for t, p in pitched.items()), sums(board, frozenset(pitched.values()))


def labeled_boxes(board: TinyBoard, name: str, label: Callable[[Cell, Filling], list[Any]]) -> Found:
    """Every division into rectangles with one label each; ``label`` says what a cell may have."""
    places = board.some(0.35)
    board.must[name] = dict.fromkeys(
        places, board.rng.choice(sorted(label(board.cells[0], frozenset(board.cells[:1])), key=str))
    )
    for division in tiled(frozenset(board.cells), board.boxes()):
        if all(len(box.intersection(places)) == 1 for box in division):
            yield (
                frozenset(division),
                {name: {p: label(p, box) for box in division for p in box.intersection(places)}},
            )


def extent(box: Filling) -> tuple[int, int]:
    return max(r for r, _ in box) - min(r for r, _ in box) + 1, max(c for _, c in box) - min(
        c for _, c in box
    ) + 1


BOX_SIZES = ((1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (2, 5))


def boxed(family: str) -> Callable[[Options], Filling]:
    """The rectangles of options: the cell of a label, the first and the last row, and so the columns."""

    def key(options: Options) -> Filling:
        found = chosen(family)(options)
        return frozenset(frozenset(product(range(r, s + 1), range(c, d + 1))) for _, _, r, s, c, d in found)

    return key


@genre("tatamibari", boxed("mat"), sign="cells", sizes=BOX_SIZES)
def tatamibari(board: TinyBoard) -> Found:
    def sign(_p: Cell, box: Filling) -> list[str]:
        high, wide = extent(box)
        return ["s" if high == wide else "h" if high < wide else "v"]

    for division, labels in labeled_boxes(board, "sign", sign):
        if all(
            len({box for box in division if box.intersection(window)}) < 4 for window in board.windows(2, 2)
        ):
            yield division, labels


@genre("nawabari", boxed("rectangle"), clue="cells", sizes=BOX_SIZES)
def nawabari(board: TinyBoard) -> Found:
    def sides(p: Cell, box: Filling) -> list[int]:
        return [sum(board.plus(p, way) not in box for way in WAYS.values())]

    yield from labeled_boxes(board, "clue", sides)


@genre("shikaku", chosen("box"), number="cells", sizes=BOX_SIZES)
def shikaku(board: TinyBoard) -> Found:
    for division, labels in labeled_boxes(board, "number", lambda _p, box: [len(box)]):
        places = {p: box for p in board.must["number"] for box in division if p in box}
        yield frozenset((*p, extent(box)[0], *min(box)) for p, box in places.items()), labels


@genre("rekuto", chosen("rectangle"), number="cells", sizes=BOX_SIZES)
def rekuto(board: TinyBoard) -> Found:
    for division, labels in labeled_boxes(board, "number", lambda _p, box: [sum(extent(box))]):
        places = {p: box for p in board.must["number"] for box in division if p in box}
        yield frozenset((*p, extent(box)[0], *min(box)) for p, box in places.items()), labels


def pieces(options: Options) -> Filling:
    return frozenset(frozenset(arguments[1]) for name, arguments in options if name == "piece")


@genre("foseruzu", pieces, clue="cells", sizes=((1, 4), (2, 2), (2, 4), (3, 4), (4, 3), (2, 6)))
def foseruzu(board: TinyBoard) -> Found:
    size = board.settings["size"] = board.rng.choice([2, 3, 4, 4, 4])
    whole = frozenset(board.cells)
    alike = {area for p in board.cells for area in board.areas(p, whole, size) if len(area) == size}
    for division in tiled(whole, alike):
        yield (
            frozenset(division),
            {
                "clue": {
                    p: [sum(board.plus(p, way) not in area for way in WAYS.values())]
                    for area in division
                    for p in area
                }
            },
        )


@genre("yonmasu", pieces, sizes=((1, 4), (2, 2), (2, 4), (3, 4), (3, 3), (2, 5)))
def yonmasu(board: TinyBoard) -> Found:
    """A circle for each piece of one division, if there is any."""
    shaded = board.rng.sample(board.cells, len(board.cells) % 4)
    white = others(board, frozenset(shaded))
    fours = {area for p in white for area in board.areas(p, white, 4) if len(area) == 4}
    divisions = list(tiled(white, fours))
    circles = [board.rng.choice(sorted(area)) for area in board.rng.choice(divisions)] if divisions else []
    board.table("mark", dict.fromkeys(circles, "o") | dict.fromkeys(shaded, "x"))
    for division in divisions:
        if all(len(area.intersection(circles)) == 1 for area in division):
            yield frozenset(division), {}


@genre("burokku", divided("block"), sizes=((1, 4), (2, 2), (2, 3), (3, 3), (2, 4), (3, 4)))
def burokku(board: TinyBoard) -> Found:
    size = board.settings["size"] = board.rng.randint(1, 3)
    letter = {p: board.rng.choice("ABC") for p in board.some(board.rng.choice([0.5, 1]))}
    board.table("letter", letter)
    blocks = set()
    for p in board.cells:
        for area in board.areas(p, frozenset(board.cells), size):
            letters = [letter[q] for q in area if q in letter]
            if len(area) == size and len(letters) == len(set(letters)):
                blocks.add(area)
    for division in tiled(frozenset(board.cells), blocks):
        yield frozenset(division), {}


def fleets(board: TinyBoard, fleet: tuple[int, ...]) -> list[list[Filling]]:
    """Every way to place so many ships of one cell, of two, .. that do not touch."""
    straight = [box for box in board.boxes() if 1 in extent(box) and len(box) <= len(fleet)]
    found = []
    for ships in combinations(straight, sum(fleet)):
        if [sum(len(ship) == k for ship in ships) for k in range(1, len(fleet) + 1)] == list(fleet):
            if not any(
                q in other
                for one, other in combinations(ships, 2)
                for p in one
                for q in [p, *board.around(p)]
            ):
                found.append(list(ships))
    return found


FLEETS = ((1,), (2,), (0, 1), (1, 1), (0, 0, 1), (1, 0, 1), (2, 1))


def ships(options: Options) -> Filling:
    return frozenset(
        frozenset((p[0] + i * d[0], p[1] + i * d[1]) for i in range(k))
        for name, arguments in options
        if name == "ship"
        for k, p, d in [arguments]
    )


@genre("battleship", ships, known="cells", across="left", down="above")
def battleship(board: TinyBoard) -> Found:
    fleet = board.settings["fleet"] = board.rng.choice(FLEETS)
    for found in fleets(board, fleet):
        cells = frozenset(p for ship in found for p in ship)
        known = {p: ["x"] for p in others(board, cells)}
        for ship in found:
            for p in ship:
                first, last = min(ship), max(ship)
                across = extent(ship)[0] == 1
                known[p] = [
                    "o"
                    if first == last
                    else ("w" if across else "n")
                    if p == first
                    else ("e" if across else "s")
                    if p == last
                    else "m"
                ]
        yield frozenset(found), {"known": known, **sums(board, cells)}


@genre("digital-battleship", ships, across="left", down="above")
def digital_battleship(board: TinyBoard) -> Found:
    fleet = board.settings["fleet"] = board.rng.choice(FLEETS)
    number = board.numbers("number", range(5))
    for found in fleets(board, fleet):
        yield frozenset(found), totals(board, {p: number[p] for ship in found for p in ship})


@genre(
    "dominosa",
    lambda options: frozenset(frozenset([a[:2], a[2:]]) for a in chosen("domino")(options)),
    sizes=((1, 2), (2, 3), (3, 2), (3, 4), (4, 3)),
)
def dominosa(board: TinyBoard) -> Found:
    most = {2: 0, 6: 1, 12: 2}[len(board.cells)]
    wanted = sorted((a, b) for a in range(most + 1) for b in range(a, most + 1))
    dominoes = [frozenset(pair) for pair in board.pairs()]
    tiling = board.rng.choice(list(tiled(frozenset(board.cells), dominoes)))
    pairs = board.rng.sample(wanted, len(wanted))
    number = {
        p: n
        for domino, pair in zip(tiling, pairs, strict=True)
        for p, n in zip(sorted(domino), pair, strict=True)
    }
    board.table("number", number)
    for division in tiled(frozenset(board.cells), dominoes):
        if sorted(tuple(sorted(number[p] for p in domino)) for domino in division) == wanted:
            yield frozenset(division), {}


@genre(
    "pills",
    lambda options: frozenset(
        frozenset((p[0] + i * d[0], p[1] + i * d[1]) for i in range(3))
        for f, a in options
        if f == "pill"
        for p, d in [a]
    ),
    across="left",
    down="above",
    sizes=((1, 3), (2, 3), (3, 3), (3, 4), (4, 3)),
)
def pills(board: TinyBoard) -> Found:
    number = board.numbers("number", (0, 0, 1, 1, 2))
    for found in subsets([box for box in board.boxes() if len(box) == 3]):
        cells = [p for pill in found for p in pill]
        sums_ = sorted(sum(number[p] for p in pill) for pill in found)
        if len(set(cells)) == len(cells) and sums_ == list(range(1, len(sums_) + 1)):
            yield frozenset(found), totals(board, {p: number[p] for p in cells})


@genre(
    "magnets",
    chosen("pole"),
    plus_left="left",
    minus_left="left",
    plus_above="above",
    minus_above="above",
    sizes=((1, 2), (1, 4), (2, 2), (2, 3), (2, 4)),
)
def magnets(board: TinyBoard) -> Found:
    dominoes = [frozenset(pair) for pair in board.pairs()]
    tiling = board.rng.choice(list(tiled(frozenset(board.cells), dominoes)))
    board.table("domino", {p: n for n, domino in enumerate(tiling, 1) for p in domino})
    for poles in board.fillings("+", "-", "x"):
        if all({poles[p] for p in domino} in ({"x"}, {"+", "-"}) for domino in tiling):
            if not any(poles[p] == poles[q] != "x" for p, q in board.pairs()):
                plus, minus = (frozenset(p for p in poles if poles[p] == sign) for sign in "+-")
                p, m = sums(board, plus), sums(board, minus)
                yield (
                    filled(poles),
                    {
                        "plus_left": p["across"],
                        "minus_left": m["across"],
                        "plus_above": p["down"],
                        "minus_above": m["down"],
                    },
                )


@genre("terra-x", chosen("digit"), clue="cells", sizes=((1, 3), (2, 2), (2, 3), (3, 3)))
def terra_x(board: TinyBoard) -> Found:
    region = board.regions()
    for _ in range(20):
        if len(set(region.values())) <= 4:
            break
        region = board.regions()
    names = sorted(set(region.values()))
    if len(names) > 4:
        return
    for digits in board.fillings(*range(10), cells=names):
        digit = {p: digits[k] for p, k in region.items()}
        if not any(digit[p] == digit[q] and region[p] != region[q] for p, q in board.pairs()) and all(
            sum(digit[p] for p in w) == 10 for w in board.windows(2, 2) if len({region[p] for p in w}) == 4
        ):
            yield frozenset(digits.items()), {"clue": {p: [n] for p, n in digit.items()}}


@genre("different-neighbors", chosen("number"), clue="cells", sizes=((1, 4), (2, 2), (2, 3), (3, 3)))
def different_neighbors(board: TinyBoard) -> Found:
    region = board.regions()
    names = sorted(set(region.values()))
    if len(names) > 6:
        region = dict.fromkeys(board.cells, "a")
        board.table("region", region)
        names = ["a"]
    for numbers in board.fillings(1, 2, 3, 4, cells=names):
        number = {p: numbers[k] for p, k in region.items()}
        if not any(
            number[p] == number[q] and region[p] != region[q] for p in board.cells for q in board.around(p)
        ):
            yield frozenset(numbers.items()), {"clue": {p: [n] for p, n in number.items()}}


@genre(
    "shugaku",
    lambda options: frozenset((f, *a) for f in ("aisle", "futon") for a in chosen(f)(options)),
    clue="cells",
    sizes=((1, 3), (2, 3), (3, 3), (3, 4), (2, 5)),
)
def shugaku(board: TinyBoard) -> Found:
    """A futon is a pair of its cell without a pillow and the one with it, which is not the upper one."""
    clues = board.some(0.15)
    board.must["clue"] = dict.fromkeys(clues, "?")
    free = [p for p in board.cells if p not in clues]
    for aisle in subsets(free):
        rest = frozenset(free) - set(aisle)
        if not board.is_whole(aisle) or any(set(aisle).issuperset(w) for w in board.windows(2, 2)):
            continue
        for tiling in tiled(rest, [frozenset(pair) for pair in board.pairs()]):
            if all(any(z in aisle for p in futon for z in board.beside(p)) for futon in tiling):
                ways = [[(p, q) for p in futon for q in futon if p != q and p[0] <= q[0]] for futon in tiling]
                for laid in product(*ways):
                    pillows = [q for _, q in laid]
                    labels = {n: ["?", sum(q in pillows for q in board.beside(n))] for n in clues}
                    yield (
                        frozenset([("aisle", *p) for p in aisle] + [("futon", *p, *q) for p, q in laid]),
                        {"clue": labels},
                    )
