"""Colors of the pieces: the same mark always has the same one.

>>> from excover.cover.compiled import Canvas
>>> fills = colors(Canvas("", (1, 1, 1), (1, 1, 1), frozenset(), marks=("A", "B")))
>>> fills["A"] == PALETTE[0], fills["B"] == PALETTE[1]
(True, True)
"""

from __future__ import annotations

from excover.cover.compiled import Canvas

PALETTE = (
    "#469f30", "#d3fcca", "#eb63c5", "#feb9b8", "#82c509", "#60ceef", "#a39674", "#9172fe",
    "#53a3f2", "#4afbf2", "#c0c386", "#f95845", "#d599b5", "#c17299", "#a8e363", "#eff011",
)  # fmt: skip
"""Sixteen fills, the first ones furthest apart.

Chosen from a grid in OKLCH (B. Ottosson, 2020) so that the least distance of two of them in OKLab is large,
for eyes of all colors and for those that lack one kind of cone, as G. Machado, M. Oliveira and L. Fernandes
simulate them (2009); all are light enough for a dark letter.
"""


def colors(canvas: Canvas) -> dict[str, str]:
    """The fill of every mark; where there are more marks than fills, fills come again."""
    return {mark: PALETTE[number % len(PALETTE)] for number, mark in enumerate(canvas.marks)}
