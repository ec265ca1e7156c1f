"""Digits in cells: Latin squares, regions, sums."""

from __future__ import annotations

import re

from .adapter import Adapter, Rows, Sections, around, joined, layers, mapped, values


def tenner(header: list[str], rows: Rows) -> Sections:
    return {"clue": joined(rows[:-1]), "total": joined(rows[-1:])}


def calcudoku(header: list[str], rows: Rows) -> Sections:
    """`24*` is a result and its sign."""
    high = len(rows) // 2
    results = mapped(lambda mark: re.sub(r"(\d)(\D)", r"\1,\2", mark), rows[:high])
    return {"result": results, "cage": joined(rows[high:])}


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


ADAPTERS = {
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
        lambda header: {"lots": int(header[0]) - int(header[2])},
    ),
    "Str8t": Adapter("str8ts", "field", str8ts, values("digit")),
    "Suguru": Adapter("suguru", "field", layers("clue", "region"), values("digit")),
    "TennerGrid": Adapter("tenner-grid", "grid", tenner, values("grid")),
}
