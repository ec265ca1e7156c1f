"""A whole solution as clues: one for each drawn option, be it a piece or a digit.

>>> from excover.problem.problem import load
>>> queens = load("queens", {"n": 4})
>>> found = candidates(queens.compiled, [1, 7, 8, 14])
>>> [str(clue) for candidate in found for clue in candidate]
['`Q` at (1, 2)', '`Q` at (2, 4)', '`Q` at (3, 1)', '`Q` at (4, 3)']
>>> together = orbits(queens.compiled, found, Symmetry.HALF_TURN)
>>> [[found.index(each) for each in orbit] for orbit in together]
[[0, 3], [1, 2]]

Patterns of clues: of cells that a symmetry maps to each other, all have a clue or none has.

>>> Symmetry.HALF_TURN.orbit((0, 0, 1), 3, 3), Symmetry.DIAGONAL.orbit((0, 0, 1), 3, 3)
([(0, 0, 1), (0, 2, 1)], [(0, 0, 1), (0, 1, 0)])
>>> len(Symmetry.FULL.orbit((0, 0, 1), 4, 4))
8

Random solutions, the same for a seed on every machine.

>>> queens = load("queens", {"n": 6})
>>> source = RandomSolutions(queens.matrix)
>>> source.is_uniform, source.draw(Random(7)) == source.draw(Random(7))
(True, True)

Exactly uniform if there is a diagram of all solutions, and it is small. Otherwise the first solution found
with the options in random order, which favours some solutions over others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from random import Random
from typing import TypeAlias

from excover.authors.clues import Clue, ClueReader
from excover.base.diagnostics import SpecError
from excover.base.source import Source, Span
from excover.language import messages
from excover.lattices import Cell
from excover.matrix.compiled import Compiled, Place
from excover.matrix.givens.given import Givens
from excover.matrix.givens.given_drawing import GivenMark
from excover.matrix.matrix import Matrix
from excover.search.diagram import Diagram, TooLarge
from excover.search.run import UNLIMITED, Run
from excover.search.search import Cover, first_cover
from excover.search.strategy import Strategy
from excover.search.tuning import tuning

CellMotion = Callable[[int, int, int, int], tuple[int, int]]
"""Maps a row and a column, and the numbers of rows and columns, to the image of the cell."""


class Symmetry(Enum):
    """Symmetries of a drawing, layer by layer."""

    HALF_TURN = "half-turn"
    QUARTER_TURN = "quarter-turn"
    LEFT_RIGHT = "left-right"
    UP_DOWN = "up-down"
    DIAGONAL = "diagonal"
    """From the upper left to the lower right."""
    ANTIDIAGONAL = "antidiagonal"
    FULL = "full"
    """All of them."""

    @property
    def needs_square(self) -> bool:
        """Whether it exchanges rows and columns."""
        return self not in (Symmetry.HALF_TURN, Symmetry.LEFT_RIGHT, Symmetry.UP_DOWN)

    def orbit(self, cell: Cell, rows: int, columns: int) -> list[Cell]:
        """The orbit of a cell under the symmetry, the cell itself first."""
        layer, row, column = cell
        reached = [(row, column)]
        for at in reached:
            for motion in MOTIONS[self]:
                image = motion(*at, rows, columns)
                if image not in reached:
                    reached.append(image)
        return [(layer, *at) for at in reached]


def _half_turn(row: int, column: int, rows: int, columns: int) -> tuple[int, int]:
    return rows - 1 - row, columns - 1 - column


def _quarter_turn(row: int, column: int, rows: int, _columns: int) -> tuple[int, int]:
    return column, rows - 1 - row


def _left_right(row: int, column: int, _rows: int, columns: int) -> tuple[int, int]:
    return row, columns - 1 - column


def _up_down(row: int, column: int, rows: int, _columns: int) -> tuple[int, int]:
    return rows - 1 - row, column


def _diagonal(row: int, column: int, _rows: int, _columns: int) -> tuple[int, int]:
    return column, row


def _antidiagonal(row: int, column: int, rows: int, columns: int) -> tuple[int, int]:
    return columns - 1 - column, rows - 1 - row


MOTIONS: dict[Symmetry, tuple[CellMotion, ...]] = {
    Symmetry.HALF_TURN: (_half_turn,),
    Symmetry.QUARTER_TURN: (_quarter_turn,),
    Symmetry.LEFT_RIGHT: (_left_right,),
    Symmetry.UP_DOWN: (_up_down,),
    Symmetry.DIAGONAL: (_diagonal,),
    Symmetry.ANTIDIAGONAL: (_antidiagonal,),
    Symmetry.FULL: (_quarter_turn, _left_right),
}


Candidate: TypeAlias = tuple[Clue, ...]
"""Everything that one option draws; several clues if it draws different marks."""


def candidates(compiled: Compiled, cover: Iterable[int], reader: ClueReader | None = None) -> list[Candidate]:
    """Those of the options of a cover; two with the same drawing are one.

    Raises SpecError if nothing is drawn.
    """
    reader = reader or ClueReader(compiled)
    drawn = dict.fromkeys(compiled.markings[option] for option in cover if compiled.markings[option])
    if not drawn:
        raise SpecError(_nothing_drawn(compiled.matrix))
    found = []
    for markings in drawn:
        marks = [
            GivenMark(marking.canvas, cell, marking.mark, _span(marking.text), copy=marking.copy)
            for marking in markings
            for cell in marking.cells
        ]
        found.append(reader.read(Givens(marks)))
    return found


def _nothing_drawn(matrix: Matrix) -> messages.NoClues:
    own = matrix.own_options()
    return (
        messages.NoClues(matrix.options[own[0]], _place(matrix, own[0]))
        if own
        else messages.NoClues(None, None)
    )


def _place(matrix: Matrix, option: int) -> Span | None:
    """Where an option is declared, if its matrix knows."""
    return matrix.option_spans[option] if matrix.option_spans else None


def _span(mark: str) -> Span:
    return Span(Source("<made>", mark), 0, len(mark))


def orbits(compiled: Compiled, found: Sequence[Candidate], symmetry: Symmetry) -> list[list[Candidate]]:
    """Candidates together with their images under the symmetry; those of which an image is none are left out.

    Raises SpecError if a candidate covers more than one cell, or a board does not have the symmetry.
    """
    together: dict[frozenset[Place], list[Candidate]] = defaultdict(list)
    drawn = set(compiled.given)
    for candidate in found:
        places = [
            (marking.canvas, cell)
            for clue in candidate
            for marking in clue.markings
            for cell in marking.cells
        ]
        option = min(candidate[0].options)
        if len(places) != 1:
            matrix = compiled.matrix
            raise SpecError(messages.CluesNotCells(matrix.options[option], _place(matrix, option)))
        ((number, cell),) = places
        canvas = compiled.canvases[number]
        _, rows, columns = canvas.extent
        if symmetry.needs_square and (rows != columns or not canvas.lattice.plain):
            span = _place(compiled.matrix, option)
            raise SpecError(
                messages.DrawingNotSquare(
                    span, canvas.name, symmetry.value, rows, columns, canvas.lattice.name
                )
            )
        drawn.add((number, cell))
        together[frozenset((number, each) for each in symmetry.orbit(cell, rows, columns))].append(candidate)
    return [candidates for orbit, candidates in together.items() if orbit <= drawn]


class RandomSolutions:
    """Random solutions of a matrix, one after the other. Raises Unfinished."""

    def __init__(self, matrix: Matrix, run: Run = UNLIMITED) -> None:
        self._matrix = matrix
        self._run = run
        self._diagram = _diagram(matrix, run)

    @property
    def is_uniform(self) -> bool:
        return self._diagram is not None

    def draw(self, random: Random) -> Cover | None:
        """None if there is no solution. Raises Unfinished."""
        if self._diagram is None:
            return self._searched(random)
        return self._diagram[random.randrange(self._diagram.count)] if self._diagram else None

    def _searched(self, random: Random) -> Cover | None:
        order = random.sample(range(len(self._matrix.options)), len(self._matrix.options))
        cover = first_cover(self._matrix.restricted(order), self._run.aside())
        return None if cover is None else tuple(sorted(order[option] for option in cover))


def _diagram(matrix: Matrix, run: Run) -> Diagram | None:
    if matrix.rules:  # it would be made of a list
        return None
    room = tuning.random_room if _has_pieces(matrix) else tuning.random_small_room
    try:
        return Diagram(matrix, run.aside(strategy=Strategy(memory=room)))
    except (TooLarge, ValueError, MemoryError):
        return None


def _has_pieces(matrix: Matrix) -> bool:
    """Whether some option covers several items of a family."""
    for option in range(len(matrix.options)):
        families = [matrix.items[item].family for item in matrix.option_items(option)]
        if len(set(families)) < len(families):
            return True
    return False
