"""Places with several marks: all are shown, joined by a sign that is in no mark.

>>> board = Canvas("", (1, 1, 2), (1, 1, 1), frozenset(), marks=("A", "B"))
>>> markings = [Marking(0, "A", ((0, 0, 0), (0, 0, 1))), Marking(0, "B", ((0, 0, 1),))]
>>> joined([board], markings)
[{(0, 0, 1): 'A+B'}]
>>> parts_of(board, "A+B"), parts_of(board, "A+C")
(['A', 'B'], ['A+C'])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count

from excover.lattices import Cell
from excover.matrix.compiled import Canvas, Compiled, Marking, Place
from excover.matrix.matrix import Matrix


def joint(canvas: Canvas) -> str:
    """The sign between marks of the same place."""
    signs = chain("+&/", map(chr, count(0x2190)))  # arrows and other symbols start there
    return next(sign for sign in signs if not any(sign in text for text in canvas.texts))


def joined(canvases: Sequence[Canvas], markings: Iterable[Marking]) -> list[dict[Cell, str]]:
    """For each canvas, the cells on which different marks are drawn, with those marks joined."""
    found: dict[Place, set[str]] = {}
    for canvas, mark, cells, _ in markings:
        for cell in cells:
            found.setdefault((canvas, cell), set()).add(mark)
    shared: list[dict[Cell, str]] = [{} for _ in canvases]
    for (number, cell), marks in found.items():
        if len(marks) > 1:
            shared[number][cell] = _together(canvases[number], marks)
    return shared


def _together(canvas: Canvas, marks: set[str]) -> str:
    """In the order of the canvas, so that the same marks always give the same text."""
    order = {mark: number for number, mark in enumerate(canvas.marks)}
    return joint(canvas).join(sorted(marks, key=lambda mark: (order.get(mark, len(order)), mark)))


def with_joined(canvas: Canvas, shared: Mapping[Cell, str]) -> Canvas:
    """The canvas with the width for joined marks."""
    return canvas.replaced(marks=(*canvas.marks, *dict.fromkeys(shared.values()))) if shared else canvas


def parts_of(canvas: Canvas, text: str) -> list[str]:
    """The marks that a text of a drawing joins; the text itself if it joins none."""
    parts = text.split(joint(canvas))
    return parts if len(parts) > 1 and set(parts).issubset(canvas.texts) else [text]


def may_share_places(compiled: Compiled) -> bool:
    """Whether different marks could be on one place of a solution. False is certain, true is not."""
    drawers: dict[Place, dict[str, set[int]]] = {}
    for option, each in enumerate(compiled.markings):
        for canvas, mark, cells, _ in each:
            for cell in cells:
                drawers.setdefault((canvas, cell), {}).setdefault(mark, set()).add(option)
    return any(
        len(by_mark) > 1 and not _exclude_each_other(compiled.matrix, list(by_mark.values()))
        for by_mark in drawers.values()
    )


def _exclude_each_other(matrix: Matrix, drawers: Sequence[set[int]]) -> bool:
    """Whether the options of different marks share an item that is covered at most once."""
    options = set().union(*drawers)
    return len(options) == sum(map(len, drawers)) and bool(matrix.shared_once(options))
