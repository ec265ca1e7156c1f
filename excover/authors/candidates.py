"""A whole solution as clues: one for each drawn option, be it a piece or a digit.

>>> from excover.problem.problem import load
>>> queens = load("queens", {"n": 4})
>>> found = candidates(queens.compiled, [1, 7, 8, 14])
>>> [str(clue) for candidate in found for clue in candidate]
['`Q` at (1, 2)', '`Q` at (2, 4)', '`Q` at (3, 1)', '`Q` at (4, 3)']
>>> together = orbits(queens.compiled, found, Symmetry.HALF_TURN)
>>> [[found.index(each) for each in orbit] for orbit in together]
[[0, 3], [1, 2]]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from excover.authors.clue import Clue, ClueReader
from excover.authors.clue_symmetry import Symmetry
from excover.base.diagnostics import SpecError
from excover.base.source import Source, Span
from excover.language.messages.about_givens import CluesNotCells, DrawingNotSquare, NoClues
from excover.matrix.compiled import Compiled, Place
from excover.matrix.given import Givens
from excover.matrix.given_drawing import GivenMark
from excover.matrix.matrix import Matrix

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


def _nothing_drawn(matrix: Matrix) -> NoClues:
    own = matrix.own_options()
    return NoClues(matrix.options[own[0]], _place(matrix, own[0])) if own else NoClues(None, None)


def _place(matrix: Matrix, option: int) -> Span | None:
    """Where an option is declared, if its matrix knows."""
    return matrix.option_spans[option] if matrix.option_spans else None


def _span(mark: str) -> Span:
    return Span(Source("<made>", mark), 0, len(mark))


def orbits(compiled: Compiled, found: Sequence[Candidate], symmetry: Symmetry) -> list[list[Candidate]]:
    """Candidates together with their images under the symmetry.

    Raises SpecError if a candidate covers more than one cell, or a board does not have the symmetry.
    """
    together: dict[Place, list[Candidate]] = {}
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
            raise SpecError(CluesNotCells(matrix.options[option], _place(matrix, option)))
        ((number, cell),) = places
        canvas = compiled.canvases[number]
        _, rows, columns = canvas.extent
        if symmetry.needs_square and (rows != columns or not canvas.lattice.plain):
            span = _place(compiled.matrix, option)
            raise SpecError(
                DrawingNotSquare(span, canvas.name, symmetry.value, rows, columns, canvas.lattice.name)
            )
        together.setdefault((number, min(symmetry.orbit(cell, rows, columns))), []).append(candidate)
    return list(together.values())
