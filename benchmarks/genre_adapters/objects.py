"""Things that are placed, and regions that are drawn."""

from __future__ import annotations

import excover
from excover.base.names import Value

from .adapter import (
    Adapter,
    Cell,
    Rows,
    Sections,
    beside,
    decided,
    drawn,
    grid,
    joined,
    layers,
    mapped,
    marks,
    pieces,
    relabeled,
    rimmed,
)


def magnets(header: list[str], rows: Rows) -> Sections:
    """The poles of columns, of rows, those that are known, if any, and the dominoes."""
    sections = {"plus_above": joined(rows[:1]), "minus_above": joined(rows[1:2])}
    high = int(header[0])
    known = {"given": ["".join(row) for row in rows[4:-high]]} if len(rows) > 4 + high else {}
    return sections | {"plus_left": rows[2], "minus_left": rows[3], "domino": joined(rows[-high:])} | known


def tents(header: list[str], rows: Rows) -> Sections:
    margins = {"down": joined(rows[:1]), "across": rows[1]}
    return margins | {"tree": mapped(lambda mark: "T" if mark == "x" else ".", rows[2:])}


def hashi(solution: excover.Solution, wanted: Rows) -> bool:
    """1 and 2 are bridges across, a and b those down."""
    shown = {}
    for a, b, c, d, v in decided(solution, "bridges"):
        for r in range(a, c + 1):  # type: ignore[arg-type]
            for k in range(b, d + 1):  # type: ignore[arg-type]
                if v and (r, k) not in {(a, b), (c, d)}:
                    shown[r, k] = ("12" if a == c else "ab")[int(v) - 1]  # type: ignore[call-overload]
    return shown == {cell: mark for cell, mark in grid(wanted).items() if mark != "-"}


def square_o(header: list[str], rows: Rows) -> Sections:
    """The board is of points; the numbers are between four of them."""
    return {"clue": joined(rimmed(rows))}


def corners(solution: excover.Solution, wanted: Rows) -> bool:
    """8, 1, 4 and 2 are the upper left, upper right, lower left and lower right corner."""
    on = set(decided(solution, "circle"))
    bits = {(0, 0): 8, (0, 1): 1, (1, 0): 4, (1, 1): 2}
    return all(
        int(mark) == sum(bit for (i, j), bit in bits.items() if (r + i, c + j) in on)
        for (r, c), mark in grid(wanted).items()
    )


def stitches(solution: excover.Solution, wanted: Rows) -> bool:
    ends = {cell for a, b, c, d in decided(solution, "stitch") for cell in ((a, b), (c, d))}
    return ends == {cell for cell, mark in grid(wanted).items() if mark != "-"}


def placed(solution: excover.Solution, wanted: Rows) -> bool:
    """The pieces are the recorded areas."""
    areas: dict[str, set[Cell]] = {}
    for cell, mark in grid(wanted).items():
        areas.setdefault(mark, set()).add(cell)
    shown = {
        frozenset(cells)
        for option in solution.options
        if option.family == "piece"
        for _, cells in [option.arguments]
    }
    return shown == {frozenset(area) for mark, area in areas.items() if mark != "-"}


def areas_of_burokku(header: list[str], rows: Rows) -> dict[str, Value]:
    """As many cells as there are letters, where each cell has one."""
    letters = {mark for row in rows for mark in row}
    return {"size": len(rows) if "-" in letters else len(letters)}


def in_pills(solution: excover.Solution, wanted: Rows) -> bool:
    cells = {(r + i * down, c + i * on) for r, c, down, on in decided(solution, "pill") for i in range(3)}
    return cells == {cell for cell, mark in grid(wanted).items() if mark != "0"}


def gappy(header: list[str], rows: Rows) -> Sections:
    return {"down": joined(rows[:1]), "across": rows[1]}


def fleet(header: list[str], rows: Rows) -> dict[str, Value]:
    counts = [int(count) for count in header[2:]]
    while not counts[-1]:
        counts.pop()
    return {"fleet": tuple(counts)}


def ships(solution: excover.Solution, wanted: Rows) -> bool:
    shown = {
        (r + i * down, c + i * right)  # type: ignore[operator]
        for k, r, c, down, right in decided(solution, "ship")
        for i in range(k)  # type: ignore[arg-type]
    }
    return shown == {cell for cell, mark in grid(wanted).items() if mark != "-"}


CENTERS = {"0": "o", "1": "r", "2": "b", "3": "x"}


def starry_sky(header: list[str], rows: Rows) -> Sections:
    return {"down": joined(rows[:1]), "across": rows[1], "arrow": joined(rows[2:])}


def planets(header: list[str], rows: Rows) -> Sections:
    """The sides that are lit: 8 above, 4 on the left, 2 below, 1 on the right."""
    bits = {"n": 8, "w": 4, "s": 2, "e": 1}

    def sides(mark: str) -> str:
        return mark if mark == "-" else "".join(k for k, bit in bits.items() if int(mark) & bit) or "o"

    return {"planet": mapped(sides, rows)}


def doors(solution: excover.Solution, wanted: Rows) -> bool:
    """8, 4, 2 and 1 are walls above, on the right, below and on the left."""
    walls = dict.fromkeys(grid(wanted), 15)
    for a, b, c, d in decided(solution, "open"):
        walls[a, b] -= 4 if a == c else 2  # type: ignore[index]
        walls[c, d] -= 1 if a == c else 8  # type: ignore[index]
    return walls == {cell: int(mark) for cell, mark in grid(wanted).items()}


ADAPTERS = {
    "Araf": Adapter("araf", "field", layers("clue"), pieces),
    "DigitalBattleship": Adapter(
        "digital-battleship", "field", beside("down", "across", "number"), ships, fleet
    ),
    "Shugaku": Adapter("shugaku", "field", relabeled("clue", {"5": "?"}), marks("aisle", {True: "x"})),
    "Burokku": Adapter("burokku", "field", layers("letter"), pieces, areas_of_burokku),
    "CocktailLamp": Adapter("cocktail-lamp", "field", layers("clue", "region"), marks("shade", {1: "x"})),
    "Doors": Adapter("doors", "field", layers("clue"), doors),
    "Foseruzu": Adapter("foseruzu", "field", layers("clue"), placed, untold=({"size": 5}, {"size": 4})),
    "Galaxies": Adapter("galaxies", "field", relabeled("center", CENTERS), pieces),
    "Munraito": Adapter("moonlight", "field", planets, marks("star", {True: "s"})),
    "Nawabari": Adapter("nawabari", "field", layers("clue"), pieces),
    "Pills": Adapter("pills", "field", beside("down", "across", "number"), in_pills),
    "Rekuto": Adapter("rekuto", "field", layers("number"), pieces),
    "Sternenhimmel": Adapter("starry-sky", "field", starry_sky, marks("star", {True: "*"})),
    "Tatamibari": Adapter("tatamibari", "field", layers("sign"), pieces),
    "Yonmasu": Adapter("yonmasu", "field", layers("mark"), placed),
    "Battleship": Adapter("battleship", "field", beside("down", "across", "known"), ships, fleet),
    "Dominos": Adapter("dominosa", "field", layers("number"), pieces),
    "Gappy": Adapter("gappy", "field", gappy, marks("shaded", {True: "x"})),
    "GokigenNaname": Adapter("slant", "field", layers("clue"), marks("slant", {"/": "/", "\\": "\\"})),
    "Hakoiri": Adapter("hakoiri", "field", layers("clue", "region"), drawn()),
    "Hashi": Adapter("bridges", "field", layers("island"), hashi),
    "LITS": Adapter("lits", "field", layers("region"), drawn()),
    "Shikaku": Adapter("shikaku", "field", layers("number"), pieces),
    "SquareO": Adapter("square-o", "field", square_o, corners),
    "Stitches": Adapter("stitches", "field", beside("down", "across", "region"), stitches),
    "Akari": Adapter("light-up", "field", layers("clue"), marks("lamp", {True: "o"})),
    "Buraitoraito": Adapter("bright-light", "field", layers("clue"), marks("star", {True: "*"})),
    "Magnetic": Adapter("magnets", "field", magnets, marks("pole", {"+": "+", "-": "-", "x": "x"})),
    "Minesweeper": Adapter(
        "minesweeper",
        "field",
        layers("clue"),
        marks("mine", {True: "x"}),
        lambda header, rows: {"mines": int(header[2])},
    ),
    "Starbattle": Adapter(
        "star-battle",
        "field",
        layers("region"),
        marks("star", {True: "x"}),
        lambda header, rows: {"stars": int(header[2])},
    ),
    "Tent": Adapter("tents", "field", tents, marks("pitch", {True: "o"})),
}
