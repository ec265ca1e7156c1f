"""Cells that are shaded or not."""

from __future__ import annotations

from .adapter import Adapter, Rows, Sections, beside, drawn, joined, layers, marks, pointing, relabeled


def thermometers(header: list[str], rows: Rows) -> Sections:
    """`2.1` is the first cell of the second thermometer."""
    parts = [[mark.split(".") for mark in row] for row in rows[2:]]
    layers = {
        name: joined([[each[n] for each in row] for row in parts]) for n, name in enumerate(("tube", "step"))
    }
    return layers | {"down": joined(rows[:1]), "across": rows[1]}


def nonogram(header: list[str], rows: Rows) -> Sections:
    """A line for each column, then one for each row; a line without runs has a 0."""
    wide = int(header[1])
    lines = [[mark for mark in row if mark != "0"] for row in rows]
    high = max(map(len, lines[:wide]))
    columns = [["."] * (high - len(line)) + line for line in lines[:wide]]
    return {
        "down": joined(zip(*columns, strict=True)),
        "across": [" ".join(row) or "." for row in lines[wide:]],
    }


SHADED = {True: "x"}
SHADE = marks("shade", {1: "x"})
ADAPTERS = {
    "CurvingRoad": Adapter("curving-road", "field", layers("circle"), SHADE),
    "Kurotto": Adapter("kurotto", "field", layers("clue"), marks("shade", SHADED)),
    "Shakashaka": Adapter(
        "shakashaka",
        "field",
        relabeled("black", {"5": "x"}),
        marks("half", {k: k for k in ("nw", "ne", "se", "sw")}),
    ),
    "Aqre": Adapter("aqre", "field", layers("clue", "room"), SHADE),
    "Chocona": Adapter("chocona", "field", layers("clue", "region"), marks("shaded", SHADED)),
    "Creek": Adapter("creek", "field", layers("clue"), SHADE),
    "Heyawake": Adapter("heyawake", "field", layers("clue", "room"), SHADE),
    "Kakurasu": Adapter("kakurasu", "field", beside("down", "across"), marks("shaded", SHADED)),
    "Kuromasu": Adapter("kuromasu", "field", layers("clue"), SHADE),
    "Mosaic": Adapter("mosaic", "field", layers("clue"), marks("shaded", SHADED)),
    "Nonogram": Adapter("paint-by-numbers", "field", nonogram, marks("shaded", SHADED)),
    "Norinori": Adapter("norinori", "field", layers("", "region"), marks("shaded", SHADED)),
    "Thermometer": Adapter("thermometers", "field", thermometers, marks("filled", SHADED)),
    "CanalView": Adapter("canal-view", "field", layers("clue"), SHADE),
    "Cave": Adapter("cave", "field", layers("clue"), marks("rock", {True: "-"})),
    "Fobidoshi": Adapter("fobidoshi", "field", layers("clue"), marks("circle", {1: "o"})),
    "Hitori": Adapter("hitori", "field", layers("number"), marks("shade", SHADED)),
    "Juosan": Adapter("juosan", "field", layers("clue", "region"), marks("bar", {"h": "h", "v": "v"})),
    "Kuroshuto": Adapter("kuroshuto", "field", layers("clue"), SHADE),
    "Nondango": Adapter("nondango", "field", layers("circle", "region"), marks("black", SHADED)),
    "NumberCross": Adapter(
        "number-cross", "field", beside("down", "across", "number"), marks("shaded", SHADED)
    ),
    "Nurikabe": Adapter("nurikabe", "field", layers("clue"), marks("island", {"sea": "x"})),
    "Nurimisaki": Adapter("nurimisaki", "field", layers("circle"), SHADE),
    "PaintArea": Adapter("paint-area", "field", layers("clue", "region"), drawn()),
    "Shimaguni": Adapter("shimaguni", "field", layers("clue", "region"), SHADE),
    "Snake": Adapter("snake", "field", beside("down", "across", "end"), marks("snake", {1: "x"})),
    "TilePaint": Adapter("tilepaint", "field", beside("down", "across", "region"), drawn()),
    "Usoone": Adapter("usoone", "field", layers("clue", "region"), SHADE),
    "Yajikabe": Adapter("yajikabe", "field", pointing("clue"), SHADE),
    "YinYang": Adapter("yin-yang", "field", layers("clue"), marks("color", {"b": "b", "w": "w"})),
}
