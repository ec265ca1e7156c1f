"""The content of a canvas, independent of how it is drawn: pieces, marks, and givens.

>>> from excover.matrix.compiled import Canvas
>>> canvas = Canvas("", (1, 1, 2), (1, 1, 1), frozenset(), marks=("A",), tiled=True)
>>> [scene] = scenes([canvas], [[Marking(0, "A", ((0, 0, 0), (0, 0, 1)))]])
>>> scene.pieces
[{(0, 0, 0): 'A', (0, 0, 1): 'A'}]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain

from excover.lattices import Cell
from excover.matrix.compiled import Canvas, Marking, Place
from excover.matrix.overlay import joined, with_joined
from excover.render.palette import fills

CHESSMEN = frozenset("KQRBN")
MarkedCells = dict[Cell, str]
"""The mark of each cell of a piece."""


@dataclass(frozen=True, slots=True)
class Scene:
    """``marks`` is the mark of each cell that is not empty, as one text if several marks are drawn.

    ``pieces`` are the parts that tile it, none if it does not show pieces (``has_pieces``): if it is not
    tiled, or they share cells. ``given`` are the cells with given marks. ``fills`` has a color for every mark
    of the puzzle.
    """

    canvas: Canvas
    marks: MarkedCells
    pieces: list[MarkedCells]
    has_pieces: bool
    given: frozenset[Cell]
    fills: Mapping[str, str]

    def grounds(self, part: MarkedCells) -> dict[Cell, str | None]:
        """The ground of each mark of a part: the fill of a piece with one mark, otherwise a chosen color."""
        alike = self.has_pieces and len(set(part.values())) == 1
        colors = self.fills if alike else self.canvas.colors
        return {cell: colors.get(mark) for cell, mark in part.items()}

    @property
    def parts(self) -> list[MarkedCells]:
        """The pieces; if there are none, each mark separately."""
        return self.pieces or [{cell: mark} for cell, mark in self.marks.items()]

    @property
    def is_chessboard(self) -> bool:
        """Whether chessmen are on it: by their letters, or few marks of one or two kinds."""
        canvas = self.canvas
        few = 1 <= len(canvas.marks) <= 2 and 3 * len(self.marks) <= canvas.extent[1] * canvas.extent[2]
        return self._is_for_chess and (few or self._are_chessmen)

    @property
    def has_one_look(self) -> bool:
        """Whether it is a chessboard or not however many marks are on it."""
        return not self._is_for_chess or self._are_chessmen or len(self.canvas.marks) not in (1, 2)

    @property
    def _is_for_chess(self) -> bool:
        canvas = self.canvas
        return not canvas.tiled and not canvas.regions and canvas.lattice.chequered

    @property
    def _are_chessmen(self) -> bool:
        return bool(self.canvas.marks) and CHESSMEN.issuperset(self.canvas.marks)


def scenes(
    canvases: Sequence[Canvas], markings: Iterable[Iterable[Marking]], given: AbstractSet[Place] = frozenset()
) -> list[Scene]:
    """The scene of each canvas. ``markings`` are those of all options, one after the other."""
    each = [list(option) for option in markings]
    shared = joined(canvases, chain.from_iterable(each))
    pieces: list[list[MarkedCells]] = [[] for _ in canvases]
    for option in each:
        drawn: list[MarkedCells] = [{} for _ in canvases]
        for canvas, mark, cells, _ in option:
            drawn[canvas].update((cell, shared[canvas].get(cell, mark)) for cell in cells)
        for those, piece in zip(pieces, drawn, strict=True):
            those += [piece] if piece else []
    found = fills(canvases)
    return [
        _scene(
            with_joined(canvas, shared[number]),
            pieces[number],
            frozenset(cell for on, cell in given if on == number),
            found,
        )
        for number, canvas in enumerate(canvases)
    ]


def given_scenes(canvases: Sequence[Canvas], given: Sequence[Marking]) -> list[Scene]:
    """The scenes of the givens alone. Cells of the same mark are one piece."""
    together: dict[tuple[int, str], list[Cell]] = {}
    for marking in given:
        together.setdefault((marking.canvas, marking.mark), []).extend(marking.cells)
    markings = [[Marking(canvas, mark, tuple(cells))] for (canvas, mark), cells in together.items()]
    places = frozenset((marking.canvas, cell) for marking in given for cell in marking.cells)
    return scenes(canvases, markings, places)


def _scene(
    canvas: Canvas, pieces: list[MarkedCells], given: frozenset[Cell], fills: Mapping[str, str]
) -> Scene:
    marks = {cell: mark for piece in pieces for cell, mark in piece.items()}
    apart = canvas.tiled and len(marks) == sum(map(len, pieces))
    return Scene(canvas, marks, pieces if apart else [], apart, given, fills)
