"""Cells that are shaded or not."""

from __future__ import annotations

from .adapter import Adapter, Rows, Sections, beside, joined, layers, marks


def thermometers(header: list[str], rows: Rows) -> Sections:
    """`2.1` is the first cell of the second thermometer."""
    parts = [[mark.split(".") for mark in row] for row in rows[2:]]
    layers = {
        name: joined([[each[n] for each in row] for row in parts]) for n, name in enumerate(("tube", "step"))
    }
    return layers | {"down": joined(rows[:1]), "across": rows[1]}


SHADED = {True: "x"}
ADAPTERS = {
    "Aqre": Adapter("aqre", "field", layers("clue", "room"), marks("shade", {1: "x"})),
    "Chocona": Adapter("chocona", "field", layers("clue", "region"), marks("shaded", SHADED)),
    "Creek": Adapter("creek", "point", layers("clue"), marks("shade", {1: "x"})),
    "Heyawake": Adapter("heyawake", "field", layers("clue", "room"), marks("shade", {1: "x"})),
    "Kakurasu": Adapter("kakurasu", "field", beside("down", "across"), marks("shaded", SHADED)),
    "Kuromasu": Adapter("kuromasu", "field", layers("clue"), marks("shade", {1: "x"})),
    "Mosaic": Adapter("mosaic", "field", layers("clue"), marks("shaded", SHADED)),
    "Norinori": Adapter("norinori", "field", layers("", "region"), marks("shaded", SHADED)),
    "Thermometer": Adapter("thermometers", "field", thermometers, marks("filled", SHADED)),
    "YinYang": Adapter("yin-yang", "field", layers("clue"), marks("color", {"b": "b", "w": "w"})),
}
