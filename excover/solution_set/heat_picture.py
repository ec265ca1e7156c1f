"""A heat map as a picture: a board for each mark, each cell the darker the more often it holds it.

>>> from excover.problem import parse
>>> from excover.solution_set.solution_set import SolutionSet
>>> box = parse("board box 2x3 shapes d\\n  |AA BBB\\n  |.. B..\\nplace free d on box")
>>> heat = SolutionSet.of(box).heat()
>>> fill(0), fill(1), heat.svg()[:4]
('#ffffd9', '#081d58', '<svg')
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from xml.etree.ElementTree import Element

from excover.render.geometry import Layout, outline
from excover.render.palette import ink_on
from excover.render.pen import THICK, Pen
from excover.render.svg import CELL, FONT, INK, MUTED, PAPER, Picture, captioned, element, grid, stack
from excover.solution_set.heat import HeatMap, Plate, percent
from excover.words import plural

STOPS = ("#ffffd9", "#edf8b1", "#c7e9b4", "#7fcdbb", "#41b6c4", "#1d91c0", "#225ea8", "#253494", "#081d58")
"""From seldom to often: the sequential scheme YlGnBu, which the color-blind can read (C. Brewer, 2002)."""
WIDE = 1.5
"""A sheet is so many times as wide as high, as near as can be."""
GAP = 0.75 * CELL


def heat_picture(heat: HeatMap) -> Picture:
    """A sheet of all plates with a legend. Colors go from never to the share of the cell held most often."""
    most = max((count for plate in heat.plates for count in plate.held.values()), default=0)
    plates = [captioned(_plate(plate, heat.solutions, most), heat.name(plate)) for plate in heat.plates]
    title = f"{heat.title or 'Heat map'}: percent of {plural(heat.solutions, 'solution')}"
    legend = captioned(_legend(most, heat.solutions), title)
    return stack([grid(plates, _columns(plates), GAP), legend] if plates else [legend], GAP).framed(GAP)


def fill(share: float) -> str:
    """The color of a share of the greatest, from 0 to 1."""
    at = min(int(share * (len(STOPS) - 1)), len(STOPS) - 2)
    low, high = map(_channels, STOPS[at : at + 2])
    part = share * (len(STOPS) - 1) - at
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(low, high, strict=True))


def _channels(color: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(color[1:]))


def _plate(plate: Plate, total: int, most: int) -> Picture:
    pen = Pen(Layout.of(plate.canvas))
    return pen.picture(_elements(plate, pen, total, most))


def _elements(plate: Plate, pen: Pen, total: int, most: int) -> Iterator[Element]:
    cells = pen.layout.cells
    yield pen.area(cells, PAPER)
    colors = {cell: fill(count / most) for cell, count in plate.held.items()}
    yield from (pen.area([cell], color) for cell, color in colors.items())
    yield pen.inner(cells)
    yield pen.line(outline(pen.layout.sides(cells)), THICK, INK)
    for cell, count in plate.held.items():
        yield pen.text(cell, percent(count, total), 3, fill=ink_on(colors[cell]))


def _columns(plates: list[Picture]) -> int:
    width, height = plates[0].width + GAP, plates[0].height + GAP
    return min(len(plates), max(1, round(sqrt(WIDE * len(plates) * height / width))))


def _legend(most: int, total: int) -> Picture:
    """A bar of the colors, with the percent that both ends stand for."""
    parts, width, height = 64, 6 * CELL, CELL / 3
    bar = [_stripe(width * k / parts, width, height, fill(k / (parts - 1))) for k in range(parts)]
    frame = element("rect", x=0, y=0, width=width, height=height, fill="none", stroke=MUTED, stroke_width=1)
    low = _label("0", 0, height, "start")
    high = _label(percent(most, total), width, height, "end")
    return Picture(width + 1, height + 22, [*bar, frame, low, high])


def _stripe(x: float, width: float, height: float, color: str) -> Element:
    """Up to the right end, which the next one covers, so that nothing shines through between them."""
    return element("rect", x=x, y=0, width=width - x, height=height, fill=color)


def _label(text: str, x: float, y: float, anchor: str) -> Element:
    return element(
        "text", text=text, x=x, y=y + 18, font_family=FONT, font_size=14, fill=INK, text_anchor=anchor
    )
