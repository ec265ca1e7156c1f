"""The content of a canvas, independent of how it is drawn: pieces, marks, and givens; and their colors.

>>> canvas = Canvas("", (1, 1, 2), (1, 1, 1), frozenset(), marks=("A",), tiled=True)
>>> [scene] = scenes([canvas], [[Marking(0, "A", ((0, 0, 0), (0, 0, 1)))]])
>>> scene.pieces
[{(0, 0, 0): 'A', (0, 0, 1): 'A'}]

Colors of marks: those that a description chooses, and fills of a palette for the others; the same on all
canvases.

>>> canvas = Canvas("", (1, 1, 1), (1, 1, 1), frozenset(), marks=("A", "B", "C"), colors={"B": "#20d8a8"})
>>> found = fills([canvas])
>>> found["A"] == PALETTE[1], found["B"], found["C"] == PALETTE[2]
(True, '#20d8a8', True)

Chessmen, for canvases whose marks are their letters.

>>> man("Q", "#1a1a1a").width, man("X", "#1a1a1a")
(40, None)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import dist

from excover.lattices import Cell
from excover.matrix.compiled import Canvas, Marking, Place, joined, with_joined
from excover.render.svg import CELL, INK, PAPER, Picture, element

PALETTE = (
    "#1addae", "#b569c6", "#fde75e", "#5f8f54", "#c4a4fe", "#cff2fe", "#ed7088", "#3190e6",
    "#9795b0", "#b0ccf9", "#ddc276", "#8af9c0", "#75b9b4", "#e89b80", "#cd6418", "#b8a636",
)  # fmt: skip
"""Sixteen fills, the most different ones first.

Chosen from a grid in OKLCH (B. Ottosson, 2020) to maximize the least distance of any two in OKLab, both for
normal vision and for eyes that lack one kind of cone, as simulated by G. Machado, M. Oliveira and L.
Fernandes (2009); all are light enough for a dark letter.
"""
NEAR = 0.1
"""The least distance of two distinguishable fills in OKLab."""
READABLE = 4.5
"""The least contrast of text on its fill (WCAG 2.2, criterion 1.4.3)."""


def fills(canvases: Iterable[Canvas]) -> Mapping[str, str]:
    """The fill of every mark on the canvases of a puzzle.

    A mark without a chosen color gets a fill of the palette that is not close to any chosen color. If there
    are more marks than fills, fills repeat.
    """
    canvases = list(canvases)
    chosen = {mark: color for canvas in canvases for mark, color in canvas.colors.items()}
    marks = dict.fromkeys(
        mark for canvas in canvases for mark in canvas.colored_marks if mark not in canvas.ways
    )
    return _fills(tuple(marks), tuple(chosen.items()))


@lru_cache(maxsize=16)
def _fills(marks: tuple[str, ...], chosen: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    taken = [oklab(color) for _, color in chosen]
    free = [fill for fill in PALETTE if all(dist(oklab(fill), other) >= NEAR for other in taken)] or PALETTE
    found = dict(chosen)
    others = [mark for mark in marks if mark not in found]
    return found | {mark: free[number % len(free)] for number, mark in enumerate(others)}


@lru_cache
def ink_on(fill: str) -> str:
    """The color of text on a fill: dark if that is readable, otherwise white, or else black.

    >>> ink_on("#ffff00"), ink_on("#000080"), ink_on("#808080")
    ('#1a1a1a', '#ffffff', '#000000')
    """
    return next((ink for ink in (INK, PAPER) if contrast(ink, fill) >= READABLE), "#000000")


def contrast(one: str, other: str) -> float:
    """The contrast, from 1, the same, to 21 (WCAG 2.2).

    >>> round(contrast("#000000", "#ffffff"), 1)
    21.0
    """
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    red, green, blue = _linear(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def oklab(color: str) -> tuple[float, float, float]:
    """The place of a color in a perceptual space: distances correspond to visible differences (B.

    Ottosson, 2020).

    >>> [round(value, 3) for value in oklab("#ff0000")]
    [0.628, 0.225, 0.126]
    """
    red, green, blue = _linear(color)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def _linear(color: str) -> list[float]:
    """The linear light of each channel of sRGB."""
    channels = (channel / 255 for channel in bytes.fromhex(color[1:]))
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def shaded(color: str, light: float) -> str:
    """A color of six digits, darkened to this share of its light.

    >>> shaded("#ff8000", 0.5)
    '#804000'
    """
    red, green, blue = (round(int(color[at : at + 2], 16) * light) for at in (1, 3, 5))
    return f"#{red:02x}{green:02x}{blue:02x}"


_BASE = "M11 34h18v-3h-18z"
_MEN = {
    "K": "M18.8 5h2.4v2.6h2.6v2.4h-2.6v5h-2.4v-5h-2.6v-2.4h2.6zM13 29c-5-6-4-13 1-13c3 0 5 2 6 4"
    "c1-2 3-4 6-4c5 0 6 7 1 13z",
    "Q": "M12.5 29l-4-14a2 2 0 1 1 1.6-.9l5.4 6.4l.6-9.6a2 2 0 1 1 2 0l1.9 8.6l1.9-8.6a2 2 0 1 1 2 0l.6 9.6"
    "l5.4-6.4a2 2 0 1 1 1.6.9l-4 14z",
    "R": "M14 29l1-12h10l1 12zM12 15v-7h3.6v2.5h2.6v-2.5h3.6v2.5h2.6v-2.5h3.6v7z",
    "B": "M14.5 29c-3-5-2.5-11 4-16.5a2.4 2.4 0 1 1 3 0c6.5 5.5 7 11.5 4 16.5z",
    "N": "M14 29c.5-4.5 4-6 5-9.5c-2 0-3 .5-4.5 1.5c-1.5 1.5-3 1.2-4-.8c.5-4 3.5-7 5.5-10"
    "l1.5-3.2l1.5 2.8c8.5 2 9.5 10 8.5 19.2z",
}


SIGNS = {
    "*": "M20 4l4.7 10.4l11.3 1.2l-8.4 7.7l2.3 11.2l-9.9-5.7l-9.9 5.7l2.3-11.2l-8.4-7.7l11.3-1.2z",
    "/": "M36.5 1.5l2 2l-35 35l-2-2z",
    "\\": "M3.5 1.5l35 35l-2 2l-35-35z",
    "o": "M20 8a12 12 0 1 0 0 24a12 12 0 1 0 0-24zM20 11a9 9 0 1 1 0 18a9 9 0 1 1 0-18z",
    "x": "M11 8.5l9 9l9-9l2.5 2.5l-9 9l9 9l-2.5 2.5l-9-9l-9 9l-2.5-2.5l9-9l-9-9z",
}
"""Marks that are drawn as what they stand for: stars and diagonals of cells; circles and crosses, where there
are no others, which would make them letters.
"""


def man(mark: str, ink: str) -> Picture | None:
    """The chessman with this letter, in the size of a cell; None for any other mark."""
    if mark not in _MEN:
        return None
    return Picture(CELL, CELL, [element("path", d=_BASE + _MEN[mark], fill=ink)])


CHESSMEN = frozenset("KQRBN")
HALVES = ({"<", ">"}, {"A", "V"})
MarkedCells = dict[Cell, str]
"""The mark of each cell of a piece."""


@dataclass(frozen=True, slots=True)
class Scene:
    """``marks`` is the mark of each cell that is not empty, as one text if several marks are drawn.

    ``pieces`` are the parts that tile it, none if it does not show pieces (``has_pieces``): if it is not
    tiled, or they share cells. ``given`` are the cells with given marks. ``fills`` has a color for every mark
    of the puzzle. ``lines`` are the marks that are lines, each on one cell unless they are given.
    """

    canvas: Canvas
    marks: MarkedCells
    pieces: list[MarkedCells]
    has_pieces: bool
    given: frozenset[Cell]
    fills: Mapping[str, str]
    lines: Sequence[MarkedCells] = ()

    def grounds(self, part: MarkedCells) -> dict[Cell, str | None]:
        """The ground of each mark of a part: the fill of a piece with one mark, otherwise a chosen color."""
        if self.is_domino(part):
            return dict.fromkeys(part, self.fills.get(min(part.values())))
        alike = self.has_pieces and len(set(part.values())) == 1
        colors = self.fills if alike else self.canvas.colors
        return {cell: colors.get(mark) for cell, mark in part.items()}

    def is_domino(self, part: MarkedCells) -> bool:
        """Whether it is a piece whose halves have the marks of ends: `<>`, and `AV` upright."""
        return self.has_pieces and {*part.values()} in HALVES

    @property
    def bodies(self) -> list[MarkedCells]:
        """The pieces; if there are none, each mark separately: what solids show, which have no lines."""
        return [*(self.pieces or ({cell: mark} for cell, mark in self.marks.items()))]

    @property
    def parts(self) -> list[MarkedCells]:
        """The bodies, then lines."""
        return [*self.bodies, *self.lines]

    def is_line(self, part: MarkedCells) -> bool:
        """Whether a part is lines."""
        return bool(self.canvas.ways) and self.canvas.ways.keys() >= {*part.values()}

    def is_stated(self, cell: Cell, mark: str) -> bool:
        """Whether the puzzle shows this mark there, as a given or as a label."""
        return cell in self.given or self.canvas.printed.get(cell) == mark

    @property
    def is_chessboard(self) -> bool:
        """Whether all that lies on it are chessmen, which have the letters of chess."""
        canvas = self.canvas
        plain = not (canvas.tiled or canvas.regions or canvas.decorations or canvas.beside)
        return plain and canvas.lattice.chequered and bool(canvas.marks) and CHESSMEN.issuperset(canvas.marks)


def scenes(
    canvases: Sequence[Canvas], markings: Iterable[Iterable[Marking]], given: AbstractSet[Place] = frozenset()
) -> list[Scene]:
    """The scene of each canvas. ``markings`` are those of all options, one after the other."""
    each: list[list[Marking]] = []
    lines: list[list[MarkedCells]] = [[] for _ in canvases]
    for option in markings:
        each.append([])
        for marking in option:
            if marking.mark in canvases[marking.canvas].ways:
                lines[marking.canvas].append(dict.fromkeys(marking.cells, marking.mark))
            else:
                each[-1].append(marking)
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
            lines[number],
        )
        for number, canvas in enumerate(canvases)
    ]


def given_scenes(canvases: Sequence[Canvas], given: Sequence[Marking]) -> list[Scene]:
    """The scenes of the givens alone, with all labels. Cells of the same mark are one piece."""
    together: dict[tuple[int, str], list[Cell]] = {}
    for marking in given:
        together.setdefault((marking.canvas, marking.mark), []).extend(marking.cells)
    markings = [[Marking(canvas, mark, tuple(cells))] for (canvas, mark), cells in together.items()]
    places = frozenset((marking.canvas, cell) for marking in given for cell in marking.cells)
    return scenes([canvas.of_puzzle for canvas in canvases], markings, places)


def _scene(
    canvas: Canvas,
    pieces: list[MarkedCells],
    given: frozenset[Cell],
    fills: Mapping[str, str],
    lines: Sequence[MarkedCells],
) -> Scene:
    marks = {cell: mark for piece in pieces for cell, mark in piece.items()}
    has_areas = bool(marks) and canvas.areas.keys() >= {*marks.values()}
    apart = (canvas.tiled or has_areas) and len(marks) == sum(map(len, pieces))
    if has_areas and apart:
        pieces = _areas(marks)
    return Scene(canvas, marks, pieces if apart else [], apart, given, fills, lines)


def _areas(marks: MarkedCells) -> list[MarkedCells]:
    """The cells of each mark."""
    found: dict[str, MarkedCells] = {}
    for cell, mark in sorted(marks.items()):
        found.setdefault(mark, {})[cell] = mark
    return list(found.values())
