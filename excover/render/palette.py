"""Colors of the pieces: the same mark always has the same one.

>>> from excover.cover.compiled import Canvas
>>> fills = colors(Canvas("", (1, 1, 1), (1, 1, 1), frozenset(), marks=("A", "B")))
>>> fills["A"] == PALETTE[0], fills["B"] == PALETTE[1]
(True, True)
"""

from __future__ import annotations

from excover.cover.compiled import Canvas

PALETTE = (
    "#1addae", "#b569c6", "#fde75e", "#5f8f54", "#c4a4fe", "#cff2fe", "#ed7088", "#3190e6",
    "#9795b0", "#b0ccf9", "#ddc276", "#8af9c0", "#75b9b4", "#e89b80", "#cd6418", "#b8a636",
)  # fmt: skip
"""Sixteen fills, the first ones furthest apart.

Chosen from a grid in OKLCH (B. Ottosson, 2020) so that the least distance of two of them in OKLab is large,
for eyes of all colors and for those that lack one kind of cone, as G. Machado, M. Oliveira and L. Fernandes
simulate them (2009); all are light enough for a dark letter.
"""


def colors(canvas: Canvas) -> dict[str, str]:
    """The fill of every mark; where there are more marks than fills, fills come again."""
    return {mark: PALETTE[number % len(PALETTE)] for number, mark in enumerate(canvas.marks)}


def shaded(color: str, light: float) -> str:
    """A color of six digits with only so much of its light.

    >>> shaded("#ff8000", 0.5)
    '#804000'
    """
    red, green, blue = (round(int(color[at : at + 2], 16) * light) for at in (1, 3, 5))
    return f"#{red:02x}{green:02x}{blue:02x}"
