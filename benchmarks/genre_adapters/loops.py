"""Lines from cell to cell."""

from __future__ import annotations

import re

import excover

from .adapter import Adapter, Rows, Sections, grid, layers, lines, mapped, marks, pointing


def masyu(header: list[str], rows: Rows) -> Sections:
    """Some puzzles have 1 for white circles and 2 for black ones."""
    return {"circle": mapped(lambda mark: {"1": "w", "2": "b"}.get(mark, mark), rows)}


def circles(header: list[str], rows: Rows) -> Sections:
    """`w4` and `4w` are a white circle with a number."""

    def label(mark: str) -> str:
        return ",".join([*re.findall("[bw]", mark), *re.findall(r"\d+", mark)])

    return {"circle": mapped(label, rows)}


def double_back(header: list[str], rows: Rows) -> Sections:
    return {"region": mapped(lambda mark: mark.replace("#", "."), rows)}


def links(solution: excover.Solution, wanted: Rows) -> bool:
    """A recorded circle has the direction of its line, and all cells between have two."""
    shown = {}
    for option in solution.options:
        (a, b), way, (c, d) = option.arguments  # type: ignore[misc]
        shown |= {(a, b): "e" if way == (0, 1) else "s", (c, d): "w" if way == (0, 1) else "n"}
    return shown == {cell: mark for cell, mark in grid(wanted).items() if mark in list("nesw")}


ADAPTERS = {
    "CountryRoad": Adapter("country-road", "field", layers("clue", "region"), lines()),
    "BalanceLoop": Adapter("balance-loop", "field", circles, lines()),
    "Detour": Adapter("detour", "field", layers("clue", "region"), lines()),
    "DotchiLoop": Adapter("dotchi-loop", "field", layers("circle", "region"), lines()),
    "DoubleBack": Adapter("double-back", "field", double_back, lines()),
    "EntryExit": Adapter("entry-exit", "field", layers("", "region"), lines()),
    "Geradeweg": Adapter("geradeweg", "field", layers("clue"), lines()),
    "Koburin": Adapter("koburin", "field", layers("clue"), lines()),
    "Linesweeper": Adapter("linesweeper", "field", layers("clue"), lines()),
    "MoonSun": Adapter("moon-sun", "field", layers("sign", "region"), lines()),
    "RegionalYajilin": Adapter("regional-yajilin", "field", layers("clue", "region"), lines()),
    "Shingoki": Adapter("shingoki", "field", circles, lines()),
    "Shirokuro": Adapter("shirokuro", "field", layers("circle"), links),
    "Slitherlink": Adapter("slitherlink-cells", "field", layers("clue"), marks("inside", {1: "x"})),
    "Yajilin": Adapter("yajilin", "field", pointing("clue"), lines()),
    "Masyu": Adapter("masyu", "field", masyu, lines()),
    "SimpleLoop": Adapter("simple-loop", "field", layers("wall"), lines()),
}
