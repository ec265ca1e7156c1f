"""Digits in cells: Latin squares, regions, sums."""

from __future__ import annotations

import re

import excover
from excover.base.names import Record, Value

from .adapter import (
    Adapter,
    Rows,
    Sections,
    around,
    beside,
    drawn,
    grid,
    joined,
    layers,
    mapped,
    marks,
    places,
    rimmed,
    values,
)


def tenner(header: list[str], rows: Rows) -> Sections:
    return {"clue": joined(rows[:-1]), "total": joined(rows[-1:])}


def calcudoku(header: list[str], rows: Rows) -> Sections:
    """`24*` is a result and its sign."""
    high = len(rows) // 2
    return {"result": mapped(with_sign, rows[:high]), "cage": joined(rows[high:])}


def kakuro(header: list[str], rows: Rows) -> Sections:
    """`14,23` has 14 below it and 23 on its right; 0 is a white cell, and - a shaded one."""

    def half(which: int) -> list[str]:
        return mapped(lambda mark: mark.split(",")[which] if "," in mark else ".", rows)

    return {
        "shaded": mapped(lambda mark: "." if mark == "0" else "x", rows),
        "across": half(1),
        "down": half(0),
    }


def str8ts(header: list[str], rows: Rows) -> Sections:
    """`4x` is a black cell with a digit."""
    clues = mapped(lambda mark: mark.rstrip("x"), rows)
    return {"clue": clues, "black": mapped(lambda mark: "x" if "x" in mark else ".", rows)}


def with_sign(mark: str) -> str:
    """`24*` is a number and a sign."""
    return re.sub(r"(\d)(\D)", r"\1,\2", mark).upper()


def mathrax(header: list[str], rows: Rows) -> Sections:
    """The circles are at the corners within."""
    high = int(header[0])
    return {"clue": joined(rows[:high]), "circle": mapped(with_sign, rimmed(rows[high:]))}


def trinairo(header: list[str], rows: Rows) -> Sections:
    """`3x` is a gray cell with a 3."""
    gray = mapped(lambda mark: "x" if "x" in mark else ".", rows)
    return {"clue": mapped(lambda mark: mark.rstrip("x"), rows), "gray": gray}


def makaro(header: list[str], rows: Rows) -> Sections:
    high = len(rows) // 2
    return {
        "clue": mapped(lambda mark: mark if mark.isdigit() else ".", rows[:high]),
        "black": mapped(lambda mark: mark if mark.isalpha() else ".", rows[:high]),
        "region": joined(rows[high:]),
    }


def euler_square(header: list[str], rows: Rows) -> Sections:
    """`30` has a 3 in the first square, and none is known in the second."""
    names = ("first", "second")
    return {n: mapped(lambda mark, k=k: mark[k].replace("0", "."), rows) for k, n in enumerate(names)}  # type: ignore[misc]


def arrows(solution: excover.Solution, wanted: Rows) -> bool:
    """The arrows of the border, records that are named by their directions."""
    found = [option.arguments for option in solution.options if option.family == "arrow"]
    shown = {cell: way.key for cell, way in found if isinstance(way, Record)}
    return shown == {cell: mark for cell, mark in grid(wanted).items() if mark.isalpha()}


def filled(header: list[str], rows: Rows) -> dict[str, Value]:
    return {"numbers": int(header[2])}


def number_ball(header: list[str], rows: Rows) -> Sections:
    return {"clue": mapped(lambda mark: mark.replace("0", "o"), rows)}


def tripletts(header: list[str], rows: Rows) -> Sections:
    """Some puzzles have 1, 2 and 3 for circles, squares and triangles."""
    high = len(rows) // 2
    symbols = {"1": "c", "2": "s", "3": "t"}
    return {
        "clue": mapped(lambda mark: symbols.get(mark, mark), rows[:high]),
        "region": joined(rows[high:]),
    }


def bosanowa(header: list[str], rows: Rows) -> Sections:
    return {"clue": mapped(lambda mark: {".": "x", "-": "."}.get(mark, mark), rows)}


ADAPTERS = {
    "Bosanowa": Adapter("bosanowa", "field", bosanowa, values("number"), untold=({"most": 30}, {"most": 60})),
    "Fillomino": Adapter(
        "fillomino", "field", layers("clue"), values("number"), untold=({"larger": 5}, {"larger": 25})
    ),
    "Factors": Adapter("factors", "grid", layers("product", "cage"), values("grid")),
    "Tripletts": Adapter("tripletts", "field", tripletts, values("symbol")),
    "ABCEndView": Adapter(
        "abc-end-view",
        "field",
        around,
        marks("letter", {letter: letter for letter in "abcdefgh"}),
        lambda header, rows: {"letters": ord(header[2]) - ord("a") + 1},
    ),
    "Bricks": Adapter("bricks", "grid", layers("clue"), values("grid"), untold=({"shift": 0}, {"shift": 1})),
    "DiffNeighbors": Adapter("different-neighbors", "field", layers("clue", "region"), drawn(partly=True)),
    "DoppelBlock": Adapter("doppelblock", "field", beside("down", "across"), drawn()),
    "Eulero": Adapter("euler-square", "grid", euler_square, drawn()),
    "Fuzuli": Adapter("fuzuli", "field", layers("clue"), drawn(), filled),
    "Hanare": Adapter("hanare", "field", layers("clue", "region"), places("here")),
    "Hidoku": Adapter("hidoku", "field", layers("clue"), values("put")),
    "Kakkuru": Adapter("kakkuru", "field", layers("clue"), values("digit")),
    "Makaro": Adapter("makaro", "field", makaro, values("number")),
    "Mathrax": Adapter("mathrax", "grid", mathrax, values("grid")),
    "Nanbaboru": Adapter("number-ball", "field", number_ball, drawn(), filled),
    "Nanro": Adapter("nanro", "field", layers("clue", "region"), drawn()),
    "OneToX": Adapter("one-to-x", "field", beside("down", "across", "clue", "region"), values("number")),
    "Patchwork": Adapter("patchwork", "grid", layers("clue", "region"), values("grid")),
    "Pfeilzahlen": Adapter("arrow-numbers", "field", layers("clue"), arrows),
    "Putteria": Adapter("putteria", "field", layers("clue", "region"), places("here")),
    "Sukoro": Adapter("sukoro", "field", layers("clue"), drawn()),
    "TerraX": Adapter("terra-x", "field", layers("clue", "region"), drawn()),
    "Trinairo": Adapter("trinairo", "grid", trinairo, values("grid")),
    "Binairo": Adapter("binairo", "grid", layers("clue"), values("grid")),
    "Cojun": Adapter("cojun", "field", layers("clue", "region"), values("digit")),
    "Hakyuu": Adapter("ripple-effect", "field", layers("clue", "region"), values("digit")),
    "Kakuro": Adapter("kakuro", "field", kakuro, values("digit")),
    "KenKen": Adapter("calcudoku", "grid", calcudoku, values("grid")),
    "Renban": Adapter("renban", "grid", layers("clue", "region"), values("grid")),
    "Skyscraper": Adapter(
        "skyscrapers",
        "grid",
        around,
        values("grid"),
        lambda header, rows: {"lots": int(header[0]) - int(header[2]), "diagonals": int("D" in header)},
    ),
    "Str8t": Adapter("str8ts", "field", str8ts, values("digit")),
    "Suguru": Adapter("suguru", "field", layers("clue", "region"), values("digit")),
    "TennerGrid": Adapter("tenner-grid", "grid", tenner, values("grid")),
}
