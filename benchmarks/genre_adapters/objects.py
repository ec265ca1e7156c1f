"""Things that are placed, and regions that are drawn."""

from __future__ import annotations

from .adapter import Adapter, Rows, Sections, joined, layers, mapped, marks


def magnets(header: list[str], rows: Rows) -> Sections:
    """The poles of columns, of rows, and the dominoes."""
    sections = {"plus_above": joined(rows[:1]), "minus_above": joined(rows[1:2])}
    return sections | {"plus_left": rows[2], "minus_left": rows[3], "domino": joined(rows[4:])}


def tents(header: list[str], rows: Rows) -> Sections:
    margins = {"down": joined(rows[:1]), "across": rows[1]}
    return margins | {"tree": mapped(lambda mark: "T" if mark == "x" else ".", rows[2:])}


ADAPTERS = {
    "Akari": Adapter("light-up", "field", layers("clue"), marks("lamp", {True: "o"})),
    "Buraitoraito": Adapter("bright-light", "field", layers("clue"), marks("star", {True: "*"})),
    "Magnetic": Adapter("magnets", "field", magnets, marks("pole", {"+": "+", "-": "-", "x": "x"})),
    "Minesweeper": Adapter(
        "minesweeper",
        "field",
        layers("clue"),
        marks("mine", {True: "x"}),
        lambda header: {"mines": int(header[2])},
    ),
    "Starbattle": Adapter(
        "star-battle",
        "field",
        layers("region"),
        marks("star", {True: "x"}),
        lambda header: {"stars": int(header[2])},
    ),
    "Tent": Adapter("tents", "field", tents, marks("pitch", {True: "o"})),
}
