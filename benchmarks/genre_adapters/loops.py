"""Lines from cell to cell."""

from __future__ import annotations

import re

import excover

from .adapter import (
    Adapter,
    Cell,
    Rows,
    Sections,
    beside,
    decided,
    grid,
    joined,
    layers,
    lines,
    mapped,
    marks,
    pointing,
    relabeled,
)


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


def way_of_lines(solution: excover.Solution, wanted: Rows) -> bool:
    """The lines between neighbors are the recorded ones; the line that closes the loop is none of them."""
    ways: dict[Cell, str] = {}
    for a, b, c, d in decided(solution, "line"):
        if abs(a - c) + abs(b - d) == 1:  # type: ignore[operator]
            for cell, way in (((a, b), "e" if a == c else "s"), ((c, d), "w" if a == c else "n")):
                ways[cell] = "".join(sorted(ways.get(cell, "") + way))
    return ways == {cell: "".join(sorted(mark)) for cell, mark in grid(wanted).items() if mark != "-"}


def castle_wall(header: list[str], rows: Rows) -> Sections:
    """`4sx` is a 4 with an arrow down in a cell outside, o inside."""
    sides = {"x": "b", "o": "w"}

    def label(mark: str) -> str:
        number, way, side = re.fullmatch(r"(\d*)([nesw]?)([xo]?)", mark.replace("-", "")).groups()  # type: ignore[union-attr]
        return ",".join(part for part in (sides.get(side, "g" if number else ""), number, way) if part)

    return {"clue": mapped(label, rows)}


def points(rows: Rows) -> dict[Cell, str]:
    """The lines at points by the bits of their cells: 8 above, 4 on the left, 2 below, 1 on the right."""
    found: dict[Cell, set[str]] = {}
    for (r, c), mark in grid(rows).items():
        bits = int(mark) if mark.isdigit() else 0
        for bit, place, way in (
            (8, (r, c), "r"),
            (4, (r, c), "d"),
            (2, (r + 1, c), "r"),
            (1, (r, c + 1), "d"),
        ):
            if bits & bit:
                found.setdefault(place, set()).add(way)
    return {place: "".join(sorted(ways, reverse=True)) for place, ways in found.items()}


def grand_tour(header: list[str], rows: Rows) -> Sections:
    known = points(rows)
    return {
        "known": [
            " ".join(known.get((r, c), ".") for c in range(1, len(rows[0]) + 2))
            for r in range(1, len(rows) + 2)
        ]
    }


def around_cells(solution: excover.Solution, wanted: Rows) -> bool:
    """A loop between points goes around the recorded cells."""
    inside = {cell for cell, mark in grid(wanted).items() if mark == "x"}
    border = set()
    for r, c in grid(wanted):
        for edge, other in (
            ((r, c, r, c + 1), (r - 1, c)),
            ((r, c, r + 1, c), (r, c - 1)),
            ((r + 1, c, r + 1, c + 1), (r + 1, c)),
            ((r, c + 1, r + 1, c + 1), (r, c + 1)),
        ):
            if (r, c) in inside and other not in inside:
                border.add(edge)
    return border == set(decided(solution, "line"))


def mejilink(header: list[str], rows: Rows) -> Sections:
    """The regions, from walls by bits: 8 above, 4 on the left, 2 below, 1 on the right."""
    walls = {cell: int(mark) for cell, mark in grid(rows).items()}
    names: dict[Cell, str] = {}
    for first in walls:
        waiting = [first] if first not in names else []
        while waiting:
            r, c = waiting.pop()
            names[r, c] = str(first[0] * 100 + first[1])
            sides = ((8, (r - 1, c)), (4, (r, c - 1)), (2, (r + 1, c)), (1, (r, c + 1)))
            waiting += [q for bit, q in sides if not walls[r, c] & bit and q in walls and q not in names]
    return {"region": joined([[names[r, c] for c, _ in enumerate(row, 1)] for r, row in enumerate(rows, 1)])}


def around_regions(solution: excover.Solution, wanted: Rows) -> bool:
    """The sides of each cell that the loop passes, by the same bits."""
    shown = {cell: mark == "x" for cell, mark in grid(str(solution).splitlines()).items()}
    sides = ((8, -1, 0), (4, 0, -1), (2, 1, 0), (1, 0, 1))
    bits = {
        (r, c): str(sum(bit for bit, i, j in sides if shown.get((r + i, c + j), False) != inside))
        for (r, c), inside in shown.items()
    }
    return bits == grid(wanted)


def mid_loop(header: list[str], rows: Rows) -> Sections:
    dots = {"1": "o", "2": "b", "3": "r", "5": "rb"}
    return {"dot": mapped(lambda mark: dots.get(mark, ""), rows)}


def pipes(header: list[str], rows: Rows) -> Sections:
    """The pipes of some puzzles are written by bits; 15 is a crossing."""
    return {"known": mapped(lambda mark: mark.replace("15", "nsew"), rows)}


def pipe_link(solution: excover.Solution, wanted: Rows) -> bool:
    """Each cell has the directions of its lines, on both of its levels."""
    shown: dict[Cell, str] = {}
    for a, b, k, c, d, m in decided(solution, "line"):
        if k == m:
            for cell, way in (((a, b), "e" if a == c else "s"), ((c, d), "w" if a == c else "n")):
                shown[cell] = "".join(sorted(shown.get(cell, "") + way))
    return shown == {cell: "".join(sorted(mark)) for cell, mark in grid(wanted).items()}


LINES = lines()
ADAPTERS = {
    "CastleWall": Adapter("castle-wall", "field", castle_wall, LINES),
    "GrandTour": Adapter("grand-tour", "point", grand_tour, around_cells),
    "Mejilink": Adapter("mejilink", "field", mejilink, around_regions),
    "MidLoop": Adapter("mid-loop", "field", mid_loop, LINES),
    "NumberLink": Adapter("number-link", "field", layers("number"), LINES),
    "NumberSnake": Adapter("number-snake", "field", layers("number"), way_of_lines),
    "Pipeline": Adapter("pipeline", "field", beside("down", "across", "known"), way_of_lines),
    "Pipelink": Adapter("pipelink", "field", pipes, pipe_link),
    "CountryRoad": Adapter("country-road", "field", layers("clue", "region"), lines()),
    "BalanceLoop": Adapter("balance-loop", "field", circles, lines()),
    "Detour": Adapter("detour", "field", layers("clue", "region"), lines()),
    "DotchiLoop": Adapter("dotchi-loop", "field", layers("circle", "region"), lines()),
    "DoubleBack": Adapter("double-back", "field", double_back, lines()),
    "EntryExit": Adapter("entry-exit", "field", layers("", "region"), lines()),
    "Geradeweg": Adapter("geradeweg", "field", relabeled("clue", {"0": "?"}), lines()),
    "Koburin": Adapter("koburin", "field", layers("clue"), lines()),
    "Linesweeper": Adapter("linesweeper", "field", layers("clue"), lines()),
    "MoonSun": Adapter("moon-sun", "field", layers("sign", "region"), lines()),
    "RegionalYajilin": Adapter("regional-yajilin", "field", layers("clue", "region"), lines()),
    "Shingoki": Adapter("shingoki", "field", circles, lines()),
    "Shirokuro": Adapter("shirokuro", "field", layers("circle"), links),
    "Slitherlink": Adapter("slitherlink-cells", "field", layers("clue"), marks("inside", {True: "x"})),
    "Yajilin": Adapter("yajilin", "field", pointing("clue"), lines()),
    "Masyu": Adapter("masyu", "field", masyu, lines()),
    "SimpleLoop": Adapter("simple-loop", "field", layers("wall"), lines()),
}
