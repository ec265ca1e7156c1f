"""A heat map as a picture: a board for each mark, whose cells are darker the more often they hold it.

>>> from excover.problem.problem import parse
>>> from excover.problem.solution_set.solution_set import SolutionSet
>>> box = parse("board box 2x3 shapes d\\n  |AA BBB\\n  |.. B..\\nplace free d on box")
>>> heat = SolutionSet.of(box).heat()
>>> heat_color(0), heat_color(1), heat.svg()[:4]
('#ffffd9', '#081d58', '<svg')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from xml.etree.ElementTree import Element

from excover.base.words import plural
from excover.problem.solution_set.mark_map import MarkMap, percent
from excover.render.geometry import Layout, outline
from excover.render.palette import ink_on
from excover.render.pen import THICK, Pen
from excover.render.svg import CELL, FONT, INK, MUTED, PAPER, Picture, captioned, element, grid, stack

STOPS = ("#ffffd9", "#edf8b1", "#c7e9b4", "#7fcdbb", "#41b6c4", "#1d91c0", "#225ea8", "#253494", "#081d58")
"""From rare to frequent: the sequential scheme YlGnBu, which color-blind people can distinguish (C. Brewer,
2002).
"""
WIDE = 1.5
"""The ratio of width to height of a sheet, approximately."""
GAP = 0.75 * CELL


def heat_picture(title: str, solutions: int, maps: Sequence[tuple[str, MarkMap]]) -> Picture:
    """A sheet of all maps, each with its title, and a legend.

    Colors range from never to the share of the cell that is held most often.
    """
    most = max((count for _, mark_map in maps for count in mark_map.held.values()), default=0)
    pictures = [captioned(_drawn(mark_map, solutions, most), name) for name, mark_map in maps]
    what = f"{title or 'Heat map'}: percent of {plural(solutions, 'solution')}"
    legend = captioned(_legend(most, solutions), what)
    return stack([grid(pictures, _columns(pictures), GAP), legend] if pictures else [legend], GAP).framed(GAP)


def heat_color(share: float) -> str:
    """The color of a share relative to the greatest, from 0 to 1."""
    at = min(int(share * (len(STOPS) - 1)), len(STOPS) - 2)
    low, high = map(_channels, STOPS[at : at + 2])
    part = share * (len(STOPS) - 1) - at
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in zip(low, high, strict=True))


def _channels(color: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(color[1:]))


def _drawn(mark_map: MarkMap, total: int, most: int) -> Picture:
    pen = Pen(Layout.of(mark_map.canvas))
    return pen.picture(_elements(mark_map, pen, total, most))


def _elements(mark_map: MarkMap, pen: Pen, total: int, most: int) -> Iterator[Element]:
    cells = pen.layout.cells
    yield pen.area(cells, PAPER)
    colors = {cell: heat_color(count / most) for cell, count in mark_map.held.items()}
    yield from (pen.area([cell], color) for cell, color in colors.items())
    yield pen.inner(cells)
    yield pen.line(outline(pen.layout.sides(cells)), THICK, INK)
    for cell, count in mark_map.held.items():
        yield pen.text(cell, percent(count, total), 3, fill=ink_on(colors[cell]))


def _columns(pictures: list[Picture]) -> int:
    width, height = pictures[0].width + GAP, pictures[0].height + GAP
    return min(len(pictures), max(1, round(sqrt(WIDE * len(pictures) * height / width))))


def _legend(most: int, total: int) -> Picture:
    """A bar of the colors, with the percentages at both ends."""
    parts, width, height = 64, 6 * CELL, CELL / 3
    bar = [_stripe(width * k / parts, width, height, heat_color(k / (parts - 1))) for k in range(parts)]
    frame = element("rect", x=0, y=0, width=width, height=height, fill="none", stroke=MUTED, stroke_width=1)
    low = _label("0", 0, height, "start")
    high = _label(percent(most, total), width, height, "end")
    return Picture(width + 1, height + 22, [*bar, frame, low, high])


def _stripe(x: float, width: float, height: float, color: str) -> Element:
    """It extends to the right end, which the next one covers, so that no gap shows between them."""
    return element("rect", x=x, y=0, width=width - x, height=height, fill=color)


def _label(text: str, x: float, y: float, anchor: str) -> Element:
    return element(
        "text", text=text, x=x, y=y + 18, font_family=FONT, font_size=14, fill=INK, text_anchor=anchor
    )
