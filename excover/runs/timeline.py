"""A picture of a run: what each worker did when, a bar for each part.

>>> for bar in bars([(1, "1", 2.0, 12.0), (3, "1", 3.0, 16.0), (2, "2", 1.0, 11.5)]):
...     print(bar)
Bar(row=0, place=0, begin=0.0, end=2.0, part=1)
Bar(row=0, place=1, begin=3.0, end=6.0, part=3)
Bar(row=1, place=0, begin=0.5, end=1.5, part=2)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple
from xml.etree.ElementTree import Element

from excover.render.svg import FONT, INK, MUTED, Picture, element
from excover.runs.journal import Journal

WIDTH, ROW, LEFT, FOOT = 900.0, 22.0, 90.0, 30.0
"""Of the picture, of a worker's row, of the names before the rows, and of the axis below them; in units."""
COLORS = ("#4269d0", "#97bbf5")
"""Of neighbouring parts."""
MOST_BARS = 20_000
"""A picture with more shows nothing."""


class Bar(NamedTuple):
    """When a part was searched: seconds after the first part was begun. ``place``: in the row, from 0."""

    row: int
    place: int
    begin: float
    end: float
    part: int


def names_of(parts: Sequence[tuple[int, str, float, float]]) -> list[str]:
    """The workers, from the top: 9 before 10.

    >>> names_of([(1, "10", 1.0, 2.0), (2, "9", 1.0, 3.0), (3, "10", 1.0, 4.0)])
    ['9', '10']
    """
    return sorted({worker for _, worker, _, _ in parts}, key=lambda name: (len(name), name))


def bars(parts: Sequence[tuple[int, str, float, float]]) -> list[Bar]:
    """For parts given by their number, their worker, the seconds they took and when they ended, in the order
    of their ends.
    """
    if not parts:
        return []
    workers = {worker: (row, count()) for row, worker in enumerate(names_of(parts))}
    start = min(ended - seconds for _, _, seconds, ended in parts)
    return [
        Bar(row, next(places), ended - seconds - start, ended - start, part)
        for part, worker, seconds, ended in parts
        for row, places in [workers[worker]]
    ]


def timeline(journal: Journal) -> Picture:
    """A row for each worker. Where a run was stopped, its rows are empty. Raises ValueError if there are more
    than `MOST_BARS` parts.
    """
    rows = journal.rows("select id, worker, seconds, ended from part where state = 'done' order by ended, id")
    if len(rows) > MOST_BARS:
        raise ValueError(f"the run has {len(rows):,} parts; a picture shows at most {MOST_BARS:,}")
    parts = [
        (int(str(part)), str(worker), float(str(seconds)), float(str(ended)))
        for part, worker, seconds, ended in rows
    ]
    found = bars(parts)
    length = max((bar.end for bar in found), default=0.0) or 1.0
    names = names_of(parts)
    scale = (WIDTH - LEFT) / length
    body = [
        element(
            "rect",
            element("title", text=f"part {bar.part}: {bar.end - bar.begin:.2f} s"),
            x=LEFT + bar.begin * scale,
            y=bar.row * ROW + 2,
            width=max(0.3, (bar.end - bar.begin) * scale),
            height=ROW - 4,
            fill=COLORS[bar.place % 2],
        )
        for bar in found
    ]
    body += [_text(f"worker {name}", 4, row * ROW + 15, INK) for row, name in enumerate(names)]
    foot = len(names) * ROW + 18
    body += [_text("0 s", LEFT, foot, MUTED), _text(f"{length:,.1f} s", WIDTH - 60, foot, MUTED)]
    return Picture(WIDTH, len(names) * ROW + FOOT, body)


def _text(text: str, x: float, y: float, color: str) -> Element:
    return element("text", text=text, x=x, y=y, font_family=FONT, font_size=12, fill=color)
