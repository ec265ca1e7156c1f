"""Marks on a board of edges that pictures show as lines: of a loop, or the only ones on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from excover.language.syntax import ast
from excover.matrix.compiled import Block, Canvas, Marking


def with_lines(
    canvases: Sequence[Canvas],
    rules: Iterable[ast.RequireConnected | ast.RequireLoop],
    markings: Sequence[Sequence[Marking]],
    blocks: Sequence[Block],
) -> list[Canvas]:
    """The canvases that know these marks."""
    loops = {rule.option.name.id for rule in rules if isinstance(rule, ast.RequireLoop)}
    found = list(canvases)
    for number, canvas in enumerate(canvases):
        if canvas.lattice.strokes and not canvas.tiled:
            lines = _lines(canvas, _drawers(number, canvas, markings, blocks), loops)
            found[number] = canvas.replaced(lines=lines)
    return found


def _lines(canvas: Canvas, drawers: dict[str, set[str]], loops: Iterable[str]) -> frozenset[str]:
    """A mark that tells nothing but that it is there; of several, those told by their colors."""
    if len(drawers) == 1:
        return frozenset(drawers)
    marks_of = ([mark for mark, families in drawers.items() if families == {loop}] for loop in loops)
    alone = {marks[0] for marks in marks_of if len(marks) == 1}
    return frozenset(alone if len(alone) == 1 else alone & canvas.told_by_color)


def _drawers(
    number: int, canvas: Canvas, markings: Sequence[Sequence[Marking]], blocks: Sequence[Block]
) -> dict[str, set[str]]:
    """The families whose options draw each mark on edges."""
    found: dict[str, set[str]] = {}
    firsts = accumulate((len(block.names) for block in blocks), initial=0)
    for first, block in zip(firsts, blocks, strict=False):
        for option, name in enumerate(block.names, first):
            for marking in markings[option]:
                if marking.canvas == number and not canvas.gaps.issuperset(marking.cells):
                    found.setdefault(marking.mark, set()).add(name.family)
    return found
