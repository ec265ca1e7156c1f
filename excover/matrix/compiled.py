"""The result of compilation: the matrix, and the drawing of each option, also where several are on one place.

>>> canvas = Canvas("", (1, 2, 3), (0, 1, 1), frozenset())
>>> canvas.cell((2, 3)), canvas.position((0, 1, 2)), canvas.cell((3, 1))
((0, 1, 2), (2, 3), None)

Places with several marks: all are shown, joined by a sign that is in no mark.

>>> board = Canvas("", (1, 1, 2), (1, 1, 1), frozenset(), marks=("A", "B"))
>>> markings = [Marking(0, "A", ((0, 0, 0), (0, 0, 1))), Marking(0, "B", ((0, 0, 1),))]
>>> joined([board], markings)
[{(0, 0, 1): 'A+B'}]
>>> parts_of(board, "A+B"), parts_of(board, "A+C")
(['A', 'B'], ['A+C'])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, count
from typing import NamedTuple, TypeAlias, cast

from excover.base.diagnostics import Diagnostic
from excover.base.frozen import Changeable, Frozen, fresh
from excover.base.names import ItemName, OptionName, Value
from excover.base.source import Span
from excover.language.meaning.listing import Kept, kept
from excover.language.meaning.puzzle import Placing
from excover.language.syntax import ast
from excover.lattices import SQUARE, Cell, Lattice
from excover.lattices.gluing import Gluing
from excover.lattices.lattice import plus
from excover.matrix.matrix import Matrix
from excover.matrix.name_resolution import AS_THEY_ARE, Originals


class Decoration(NamedTuple):
    """What belongs to the puzzle and not to a solution: a ``look``, such as `thermometer` or `cage`, on cells
    of a canvas; the ``text`` and the ``color`` may be empty.
    """

    look: str
    cells: tuple[Cell, ...]
    text: str
    color: str


class RimText(NamedTuple):
    """A text of the puzzle beside a flat board: at a row and a column, counted from its first cell, one of
    which is not on it. At a corner of cells, those of the cell whose upper left corner it is.
    """

    row: int
    column: int
    text: str


class Way(NamedTuple):
    """How a mark that is a line leads from its cell to another one: a step, and how many lines join them."""

    step: Cell
    times: int = 1


class Canvas(Frozen):
    """A box of cells on which solutions are drawn: that of a board, or as large as the `draw` statements
    need.

    ``extent`` counts layers, rows and columns; ``origin`` is the position of its first cell; ``holes`` are
    the cells that a board leaves out, ``gaps`` those that its lattice does not have; ``gluing`` is how its
    sides are glued together; ``regions`` are parts of it in which values must
    differ, such as the blocks of a Sudoku; ``marks`` are all that any option draws on it. It is ``tiled`` if
    an option draws several cells, as pieces do. ``colors`` are the colors that a description chooses for
    marks, as ``#rrggbb``; all canvases of a puzzle have the same. ``tiles`` are the colors around each tile,
    by its mark, and ``rim`` states whether its sides or its corners have them. Without ``letters``, pictures
    show the colors of marks alone. ``lines`` are the marks that they show as lines, on a board of edges;
    ``ways`` those that are lines from the cell of the mark to another one.
    ``decorations`` lie below the letters of marks; the texts ``beside`` it are around it, those at
    ``corners`` above all else. ``labels`` are
    texts of cells that no statement draws: the puzzle shows them, a solution does not. ``copies`` are the
    texts in plain drawings of marks that are followed by a sign for each copy, with these marks and signs.
    ``areas`` are the marks whose cells hang together, each with what pictures of solutions write in them.
    """

    name: str
    extent: Cell
    origin: Cell
    holes: frozenset[Cell]
    gaps: frozenset[Cell] = frozenset()
    lattice: Lattice = SQUARE
    gluing: Gluing | None = None
    regions: Mapping[Cell, Value] = {}
    marks: Sequence[str] = ()
    tiled: bool = False
    colors: Mapping[str, str] = {}
    tiles: Mapping[str, Sequence[str]] = {}
    rim: str = ""
    letters: bool = True
    lines: frozenset[str] = frozenset()
    ways: Mapping[str, Way] = {}
    decorations: tuple[Decoration, ...] = ()
    beside: tuple[RimText, ...] = ()
    corners: tuple[RimText, ...] = ()
    labels: tuple[Decoration, ...] = ()
    copies: Mapping[str, tuple[str, str]] = {}
    areas: Mapping[str, str] = {}

    @cached_property
    def shading(self) -> set[str]:
        """The marks without letters: one or two, but numbers, that are seen by their colors; of pieces
        the only one.
        """
        if self.tiled and len(self.marks) > 1:
            return set()
        seen = self.told_by_color
        return seen if len(seen) in (1, 2) and not any(map(str.isdecimal, seen)) else set()

    @property
    def has_free_cells(self) -> bool:
        """Whether solutions have room for texts of the puzzle: their marks are shades and lines."""
        return bool(self.marks) and not self.tiled and self.shading.union(self.ways).issuperset(self.marks)

    @property
    def of_puzzle(self) -> Canvas:
        """As the puzzle shows it, with all labels, and without areas, which are to be found."""
        if not (self.labels or self.areas):
            return self
        return self.replaced(decorations=self.decorations + self.labels, areas={})

    @property
    def colored_marks(self) -> list[str]:
        """All that has a color in pictures: marks, and of tiles the colors around them."""
        return list(dict.fromkeys(part for mark in self.marks for part in self.tiles.get(mark, (mark,))))

    @cached_property
    def told_by_color(self) -> set[str]:
        """What is seen by its color alone: no other mark has that color, as `gray` and `grey` have."""
        times = Counter(self.colors.values())
        return {mark for mark, color in self.colors.items() if times[color] == 1}

    @cached_property
    def printed(self) -> dict[Cell, str]:
        """The labels that marks of a solution may repeat: clues, such as digits."""
        marks = set(self.marks)
        return {label.cells[0]: label.text for label in self.labels if label.text in marks}

    @property
    def width(self) -> int:
        """The width of the widest mark."""
        return max(map(len, self.marks), default=1)

    @property
    def in_words(self) -> bool:
        """Whether blanks separate the marks of a plain drawing."""
        return self.width > 1 or bool(self.copies)

    @property
    def texts(self) -> tuple[str, ...]:
        """The marks as plain drawings may show them."""
        return (*self.marks, *self.copies)

    @property
    def flat(self) -> bool:
        return self.extent[0] == 1

    def cell(self, position: Sequence[int]) -> Cell | None:
        """The place at a position with some coordinates; None if no mark can be there."""
        place: Cell | None
        if len(position) == 2 and self.flat:
            place = self.origin[0], position[0], position[1]
        elif (place := self.lattice.place(position)) is None:
            return None
        cell = plus(place, (-self.origin[0], -self.origin[1], -self.origin[2]))
        layers, rows, columns = self.extent
        if not (0 <= cell[0] < layers and 0 <= cell[1] < rows and 0 <= cell[2] < columns):
            return None
        return cell if self.has_room(cell) else None

    def cells(self, positions: Sequence[Sequence[int]]) -> list[Cell | None]:
        """The places at many positions, those of a flat box without gaps all at once.

        >>> Canvas("", (1, 2, 3), (0, 1, 1), frozenset()).cells([(2, 3), (1, 1)])
        [(0, 1, 2), (0, 0, 0)]
        >>> Canvas("", (1, 2, 3), (0, 1, 1), frozenset()).cells([(2, 3), (3, 1)])
        [(0, 1, 2), None]
        """
        _, rows, columns = self.extent
        _, row, column = self.origin
        if self.flat and not (self.holes or self.gaps) and set(map(len, positions)) == {2}:
            made = [(0, position[0] - row, position[1] - column) for position in positions]
            down, across = {cell[1] for cell in made}, {cell[2] for cell in made}
            if down <= {*range(rows)} and across <= {*range(columns)}:
                return cast(list[Cell | None], made)
        return list(map(self.cell, positions))

    def has_room(self, cell: Cell) -> bool:
        """Whether a mark can be there: on a cell, and on a board of edges between them or where they meet."""
        if cell in self.gaps:
            return bool(self.lattice.strokes) and self.lattice.kind(cell) not in self.lattice.strokes
        return cell not in self.holes

    def position(self, cell: Cell) -> tuple[int, ...]:
        """The coordinates of a cell in the description."""
        full = plus(cell, self.origin)
        return full[1:] if self.flat else self.lattice.coordinates(full)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Its numbers of rows and columns, with what is before them if it is not flat."""
        return self.extent[1:] if self.flat else self.lattice.sizes(self.extent)

    @property
    def blocks(self) -> list[range]:
        """Its layers, in blocks that are drawn apart."""
        return self.lattice.blocks(self.extent[0])


Place = tuple[int, Cell]
"""The number of a canvas, and a cell of it."""


class Marking(NamedTuple):
    """The mark that an option draws on some cells of a canvas (given by its number).

    In plain drawings, ``copy`` follows the mark where it would not distinguish options (`copies.py`).
    """

    canvas: int
    mark: str
    cells: tuple[Cell, ...]
    copy: str = ""

    @property
    def text(self) -> str:
        """The mark in plain drawings."""
        return self.mark + self.copy

    @property
    def written(self) -> Marking:
        """As it is in plain drawings."""
        return Marking(self.canvas, self.text, self.cells) if self.copy else self


Amounts: TypeAlias = tuple[tuple[int, int], ...]
"""The numbers of sums, ascending, each with what an option adds to it."""


def added_up(amounts: Amounts) -> Amounts:
    """An option that names an item in units several times adds all of these amounts to it.

    >>> added_up(((1, 5), (0, 2), (1, 1)))
    ((0, 2), (1, 6))
    """
    if len(amounts) < 2:
        return amounts
    found: dict[int, int] = {}
    for number, amount in amounts:
        found[number] = found.get(number, 0) + amount
    return tuple(sorted(found.items()))


class Block(Changeable):
    """The options of one statement: names, and rows of item numbers, of colors (0 for none), and costs;
    ``amounts`` are the numbers of sums, each with what the option adds to it.

    ``aliases`` maps the options that `distinct` dropped to those that represent them; ``drawn`` has the
    drawing of each option of a `place` statement. Where each option stands for another one that is
    not chosen, ``absent`` has the rows of those.
    """

    source: ast.Option | Placing
    span: Span
    names: Sequence[OptionName] = fresh(list)
    rows: Sequence[tuple[int, ...]] = fresh(list)
    colors: Sequence[tuple[int, ...]] = fresh(list)
    costs: Sequence[int] = fresh(list)
    amounts: Sequence[Amounts] = fresh(list)
    drawn: Sequence[tuple[Marking, ...]] = fresh(list)
    aliases: dict[OptionName, OptionName] = fresh(dict)
    absent: Sequence[tuple[int, ...]] = fresh(list)

    def contents(self) -> Iterator[object]:
        """The content of each option without its name: its items with their colors, and its cost."""
        rows: Iterator[object] = map(tuple, map(sorted, self.rows))
        if self.colors:
            pairs = zip(self.rows, self.colors, strict=True)
            rows = (tuple(sorted(zip(row, colors, strict=True))) for row, colors in pairs)
        for numbers in filter(None, (self.amounts, self.costs)):
            rows = zip(rows, numbers, strict=True)
        return rows

    def hashes(self) -> Iterator[int]:
        """Of the contents: equal ones have the same. Nothing is sorted for them."""
        rows: Iterator[object] = map(
            frozenset, map(zip, self.rows, self.colors) if self.colors else self.rows
        )
        for numbers in filter(None, (self.amounts, self.costs)):
            rows = zip(rows, numbers, strict=True)
        return map(hash, rows)

    def extend(
        self,
        options: Sequence[int],
        rows: Sequence[tuple[int, ...]],
        colors: Sequence[tuple[int, ...]],
        amounts: Sequence[Amounts],
    ) -> None:
        """Adds items, with their colors and amounts, to the options of these numbers."""
        if amounts:
            together = list(self.amounts) or [()] * len(self.rows)
            for option, more in zip(options, amounts, strict=True):
                together[option] = added_up(together[option] + more)
            self.amounts = together
        longer = list(self.rows)
        if colors or self.colors:
            self.colors = list(self.colors) or [(0,) * len(row) for row in longer]
            for option, added in zip(options, colors or [(0,) * len(row) for row in rows], strict=True):
                self.colors[option] += added
        for option, row in zip(options, rows, strict=True):
            longer[option] += row
        self.rows = longer

    def kept(self, keep: Sequence[int]) -> Block:
        """Only the options numbered in ``keep``; what they have besides rows exists for all or for none."""
        return self.replaced(
            names=kept(self.names, keep),
            rows=kept(self.rows, keep),
            colors=[self.colors[option] for option in keep if self.colors],
            costs=[self.costs[option] for option in keep if self.costs],
            amounts=[self.amounts[option] for option in keep if self.amounts],
            drawn=kept(self.drawn, keep) if self.drawn else [],
            absent=kept(self.absent, keep) if self.absent else [],
        )


NO_NAMES: Mapping[str, Sequence[str]] = {}


class Compiled(Frozen):
    """``markings`` has the drawing of each option of the matrix; ``aliases`` are other names of options;
    ``given`` are the places with given marks; ``arguments`` the names of the arguments of each family of
    options. Options of the families ``named`` that draw nothing are named below drawings. ``originals`` are
    what a program has in place of texts and numbers of the matrix. It ``is_extended`` if it has options
    that no statement made.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    matrix: Matrix
    canvases: Sequence[Canvas]
    markings: Sequence[tuple[Marking, ...]]
    aliases: Mapping[OptionName, OptionName]
    warnings: Sequence[Diagnostic]
    given: frozenset[Place] = frozenset()
    arguments: Mapping[str, Sequence[str]] = NO_NAMES
    named: frozenset[str] = frozenset()
    originals: Originals = AS_THEY_ARE
    is_extended: bool = False

    def kept(
        self,
        keep: Sequence[int],
        demands: Iterable[tuple[ItemName, Span, Iterable[int]]] = (),
        given: frozenset[Place] | None = None,
    ) -> Compiled:
        """Only the options numbered in ``keep``, with the demands of `Matrix.restricted`."""
        places = self.given if given is None else given
        matrix = self.matrix.restricted(keep, demands)
        return self.replaced(matrix=matrix, markings=Kept(self.markings, keep), given=places)


def joint(canvas: Canvas) -> str:
    """The sign between marks of the same place."""
    return unused_sign([canvas], "+&/")


def unused_sign(canvases: Sequence[Canvas], preferred: str) -> str:
    """A sign that is in no mark, if possible one of those that are preferred."""
    signs = chain(preferred, map(chr, count(0x2190)))  # arrows and other symbols start there
    return next(sign for sign in signs if not any(sign in text for each in canvases for text in each.texts))


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
