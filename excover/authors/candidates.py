"""A whole solution as clues: one for each option that is drawn, a piece as much as a digit.

>>> from excover.problem import load
>>> queens = load("queens", {"n": 4})
>>> found = candidates(queens.compiled, [1, 7, 8, 14])
>>> [str(clue) for candidate in found for clue in candidate]
['`Q` at (1, 2)', '`Q` at (2, 4)', '`Q` at (3, 1)', '`Q` at (4, 3)']
>>> [[found.index(each) for each in orbit] for orbit in rotated(queens.compiled, found)]
[[0, 3], [1, 2]]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from excover.authors import faults
from excover.authors.clue import Clue, ClueReader
from excover.cover.compiled import Canvas, Compiled, Place
from excover.cover.given import Givens
from excover.cover.reading import GivenMark
from excover.diagnostics import SpecError
from excover.puzzle.lattice import Cell
from excover.source import Source, Span

Candidate: TypeAlias = tuple[Clue, ...]
"""All that one option draws; more than one clue where it draws different marks."""


def candidates(compiled: Compiled, cover: Iterable[int], reader: ClueReader | None = None) -> list[Candidate]:
    """Of the options of a cover; two that are drawn alike are one. Raises SpecError where none is drawn."""
    reader = reader or ClueReader(compiled)
    drawn = dict.fromkeys(compiled.inks[option] for option in cover if compiled.inks[option])
    if not drawn:
        raise SpecError(faults.nothing_to_give(compiled.matrix))
    found = []
    for inks in drawn:
        marks = [GivenMark(ink.canvas, cell, ink.mark, _span(ink.mark)) for ink in inks for cell in ink.cells]
        found.append(reader.read(Givens(marks)))
    return found


def _span(mark: str) -> Span:
    return Span(Source("<made>", mark), 0, len(mark))


def rotated(compiled: Compiled, found: Sequence[Candidate]) -> list[list[Candidate]]:
    """Candidates together with those that half a turn takes them to.

    Raises SpecError where one stands in more than one cell.
    """
    at: dict[Place, Candidate] = {}
    for candidate in found:
        places = [(ink.canvas, cell) for clue in candidate for ink in clue.inks for cell in ink.cells]
        if len(places) != 1:
            raise SpecError(faults.not_cells(compiled.matrix, min(candidate[0].options)))
        at[places[0]] = candidate
    orbits: dict[Place, list[Candidate]] = {}
    for (number, cell), candidate in at.items():
        image = number, _half_turn(compiled.canvases[number], cell)
        orbits.setdefault(min((number, cell), image), []).append(candidate)
    return list(orbits.values())


def _half_turn(canvas: Canvas, cell: Cell) -> Cell:
    _, rows, columns = canvas.extent
    layer, row, column = cell
    return layer, rows - 1 - row, columns - 1 - column
