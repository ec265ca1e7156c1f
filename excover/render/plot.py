"""A running estimate as a picture: what the mean of random walks was after so many of them.

>>> drawn = running_estimate([(1, 80.0), (10, 100.0)], (90, 110), exact=92)
>>> [each.text for each in drawn.root().iter("text")][4:]
['0', '20', '40', '60', '80', '100', '1', '10', 'random walks']
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from excover.render.svg import FONT, INK, MUTED, Picture, captioned, element, path, stack

WIDTH, HEIGHT = 640, 320
SIZE = 12.0
MEAN, EXACT, GRID = "#0072b2", "#d55e00", "#e2e2e2"
BAND = "#d9eaf4"
"""MEAN, so light that lines are seen on it."""
DASHES = "7 4"
HIGHEST = 2.5
"""Times what is told at the end: where the first walks were far above, the line leaves the picture."""

Trace = Sequence[tuple[int, float]]


def running_estimate(trace: Trace, interval: tuple[float, float], exact: int | None) -> Picture:
    """The estimate after so many walks, the interval at the end, and the exact number if it is known.

    ``trace`` has at least one point; the end of the interval may be infinite.
    """
    axes = _Axes.of(trace, interval, exact)
    parts = [*axes.band(*interval), *axes.across(), *axes.up(), *axes.line(trace)]
    told = [("estimate", MEAN, "none"), ("95 % at the end", BAND, "none")]
    if exact is not None:
        parts.append(_straight(0, axes.y(exact), WIDTH, axes.y(exact), EXACT, 1.5, DASHES))
        told.append((f"exact: {exact:,}", EXACT, DASHES))
    parts.append(element("rect", x=0, y=0, width=WIDTH, height=HEIGHT, fill="none", stroke=MUTED))
    plot = element("g", *parts, transform=f"translate({axes.left} 0)")
    drawn = Picture(axes.left + WIDTH + 2 * SIZE, HEIGHT + 4 * SIZE, [plot])
    return stack([_legend(told), captioned(drawn, "solutions", SIZE)], SIZE).framed(SIZE)


@dataclass(frozen=True, slots=True)
class _Axes:
    """Numbers of walks, as logarithms, from ``first`` to ``last``; and solutions, from 0 to ``top``."""

    first: int
    last: int
    top: float

    @classmethod
    def of(cls, trace: Trace, interval: tuple[float, float], exact: int | None) -> _Axes:
        told = [value for value in (trace[-1][1], *interval, exact or 0) if math.isfinite(value)]
        means = [value for _, value in trace if math.isfinite(value)]
        top = min(1.05 * max(means + told), HIGHEST * max(told), 1e308) or 1.0
        return cls(trace[0][0], max(trace[-1][0], trace[0][0] + 1), top)

    @property
    def left(self) -> float:
        """Room for the numbers at the side."""
        return 8 + 0.6 * SIZE * max(len(_number(tick)) for tick in self.ticks())

    def x(self, walks: int) -> float:
        return WIDTH * math.log(walks / self.first) / math.log(self.last / self.first)

    def y(self, solutions: float) -> float:
        return HEIGHT * (1 - min(solutions, 2 * self.top) / self.top)

    def ticks(self) -> Iterator[float]:
        """Round numbers, five at least."""
        power = 10.0 ** math.floor(math.log10(self.top))
        step = next(power * part for part in (0.5, 0.2, 0.1) if self.top >= power * part * 4)
        return (step * k for k in range(int(self.top / step + 1e-9) + 1))

    def across(self) -> Iterator[Element]:
        """Lines at round numbers of solutions, with the numbers."""
        for tick in self.ticks():
            y = self.y(tick)
            yield _straight(0, y, WIDTH, y, GRID, 1)
            yield _text(_number(tick), -6, y + 0.36 * SIZE, "end")

    def up(self) -> Iterator[Element]:
        """Lines at powers of ten of walks."""
        for power in range(math.ceil(math.log10(self.first)), int(math.log10(self.last)) + 1):
            x = self.x(10**power)
            yield _straight(x, 0, x, HEIGHT, GRID, 1)
            yield _text(f"{10**power:,}", x, HEIGHT + 1.5 * SIZE, "middle")
        yield _text("random walks", WIDTH / 2, HEIGHT + 3 * SIZE, "middle")

    def band(self, low: float, high: float) -> Iterator[Element]:
        above, below = (max(0.0, self.y(end)) for end in (high, low))
        yield element("rect", x=0, y=above, width=WIDTH, height=below - above, fill=BAND)

    def line(self, trace: Trace) -> Iterator[Element]:
        """The part of it that is not above the picture."""
        yield element("clipPath", element("rect", x=0, y=0, width=WIDTH, height=HEIGHT), id="inside")
        way = [(self.x(walks), self.y(mean)) for walks, mean in trace if math.isfinite(mean)]
        line = element("path", d=path([way], closed=False), fill="none", stroke=MEAN, stroke_width=2)
        yield element("g", line, clip_path="url(#inside)")


def _legend(told: Sequence[tuple[str, str, str]]) -> Picture:
    """Texts, each with a stroke of its color and dashes before it."""
    parts, x = [], 0.0
    for text, color, dashes in told:
        width = 4 if color != BAND else SIZE
        parts.append(_straight(x, SIZE / 2, x + 28, SIZE / 2, color, width / 2, dashes))
        parts.append(_text(text, x + 34, 0.86 * SIZE, "start"))
        x += 34 + 0.56 * SIZE * len(text) + 24
    return Picture(x, SIZE, parts)


def _number(value: float) -> str:
    return f"{value:,.12g}" if value < 1e12 else f"{value:.3g}"


def _straight(
    x1: float, y1: float, x2: float, y2: float, color: str, width: float, dashes: str = "none"
) -> Element:
    return element(
        "line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=color, stroke_width=width, stroke_dasharray=dashes
    )


def _text(text: str, x: float, y: float, anchor: str) -> Element:
    return element(
        "text", text=text, x=x, y=y, text_anchor=anchor, font_family=FONT, font_size=SIZE, fill=INK
    )
