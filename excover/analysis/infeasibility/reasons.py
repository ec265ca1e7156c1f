"""Why a matrix has no solution: a short proof in words if there is one, else items that conflict.

>>> from excover.problem import parse
>>> crowded = parse("item a, b item x[1..1] at most once option p() covers a, x[1] option q() covers b, x[1]")
>>> print(short_reason(crowded.compiled).text)
`a` and `b` each need an option that covers `x[1]`, and that may be covered once
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from excover.analysis.conflicts.search import Conflicts, bits
from excover.analysis.infeasibility.colorings import refuting_coloring
from excover.analysis.infeasibility.hall import Competition, hall_sets
from excover.analysis.infeasibility.parity import odd_set
from excover.analysis.infeasibility.weighing import Weighing
from excover.cover.compiled import Compiled, Ink
from excover.cover.matrix import Matrix
from excover.lattices import Cell
from excover.names import ItemName
from excover.render.text import picture
from excover.solve.outcome import Unfinished
from excover.solve.run import UNLIMITED, Run
from excover.solve.search import Search
from excover.words import listed, plural


class Kind(Enum):
    BLOCKED = "blocked"
    """An item has no option."""
    CROWDED = "crowded"
    """Items compete for fewer others."""
    AREA = "area"
    COLORING = "coloring"
    PARITY = "parity"
    ITEMS = "items"
    """No short proof was found: these items cannot all be covered, though all but any one of them can."""


@dataclass(frozen=True, slots=True)
class Reason:
    """``proof`` is there for all kinds but ITEMS; ``drawing`` shows colors or marked cells, if any."""

    kind: Kind
    text: str
    items: tuple[ItemName, ...]
    drawing: str = ""
    proof: Weighing | None = None


def is_refuted(matrix: Matrix, run: Run = UNLIMITED) -> bool:
    """Is there a proof that takes no search? Raises Unfinished."""
    return bool(_competition(matrix, run) or refuting_coloring(matrix, run) or odd_set(matrix, run))


def short_reason(compiled: Compiled, run: Run = UNLIMITED) -> Reason | None:
    """A proof that takes no search; None where none of the usual ones applies. Raises Unfinished."""
    return _competition(compiled.matrix, run) or _coloring(compiled, run) or _parity(compiled, run)


def _competition(matrix: Matrix, run: Run) -> Reason | None:
    found = hall_sets(matrix, run)
    if found is None:
        return None
    proof = Weighing(dict.fromkeys(found.needing, 1) | dict.fromkeys(found.needed, -1))
    if not proof.refutes(matrix):
        return None
    items = tuple(matrix.items[item] for item in (*found.needing, *found.needed))
    kind = Kind.CROWDED if found.needed else Kind.BLOCKED
    return Reason(kind, _told(matrix, found), items, proof=proof)


def _told(matrix: Matrix, found: Competition) -> str:
    needing, needed = ([matrix.items[item].in_words for item in part] for part in found)
    if not needed:
        return f"no option is left that covers {listed(needing)}"
    if len(needed) == 1:
        each = f"{listed(needing, 'and')} each need an option that covers {listed(needed)}"
        return f"{each}, and that may be covered once"
    these = f"{listed(needing, 'and')} are {len(needing):,} items"
    return f"{these}; each needs one of {listed(needed)}, and these are only {len(needed):,}"


def _coloring(compiled: Compiled, run: Run) -> Reason | None:
    matrix = compiled.matrix
    found = refuting_coloring(matrix, run)
    if found is None:
        return None
    marks = {-1: "W", 0: "", 1: "B" if -1 in found.colors.values() else "*"}
    drawing = drawn(compiled, {matrix.items[item]: marks[color] for item, color in found.colors.items()})
    items = tuple(matrix.items[item] for item in found.colors)
    if found.is_area:
        return Reason(Kind.AREA, found.told, items, proof=found.proof)
    return Reason(Kind.COLORING, found.told, items, drawing, found.proof)


def _parity(compiled: Compiled, run: Run) -> Reason | None:
    matrix = compiled.matrix
    found = odd_set(matrix, run)
    if found is None:
        return None
    proof = Weighing(dict.fromkeys(found, 1), 2)
    assert proof.refutes(matrix)
    items = tuple(matrix.items[item] for item in found)
    drawing = drawn(compiled, dict.fromkeys(items, "*"))
    times = sum(matrix.lower[item] for item in found)
    these = listed([item.in_words for item in items], "and")
    text = f"every option covers an even number of {these}, which are to be covered {times:,} times in all"
    return Reason(Kind.PARITY, text, items, drawing, proof)


def drawn(compiled: Compiled, marks: Mapping[ItemName, str]) -> str:
    """Marks in the cells that items stand for; empty where none of them is a cell."""
    cells = {family: _canvas_of(compiled, family) for family in dict.fromkeys(item.family for item in marks)}
    inks = []
    for item, mark in marks.items():
        number = cells[item.family]
        if mark and number is not None:
            cell = compiled.canvases[number].cell(item.indices)  # type: ignore[arg-type]
            inks += [Ink(number, mark, (cell,))] if cell else []
    return picture(compiled.canvases, inks) if inks else ""


def _canvas_of(compiled: Compiled, family: str) -> int | None:
    """The number of the canvas whose cells the items of a family are: whatever covers one is drawn there."""
    for number, canvas in enumerate(compiled.canvases):
        if canvas.name == family:
            return number
    if not compiled.canvases:
        return None
    matrix = compiled.matrix
    for option, inks in enumerate(compiled.inks):
        inked: set[Cell | None] = {cell for ink in inks for cell in ink.cells}
        for item in map(matrix.items.__getitem__, matrix.option_items(option)):
            positions = len(item.indices) in (2, 3) and set(map(type, item.indices)) == {int}
            at = item.indices if positions else (0, 0)
            if item.family == family and compiled.canvases[0].cell(at) not in inked:  # type: ignore[arg-type]
                return None
    return 0


# By search


def conflicting_items(compiled: Compiled, run: Run) -> Reason:
    """Items that cannot all be covered, if others need not; irreducible. Raises Unfinished."""
    matrix = compiled.matrix
    items = [item for item in range(len(matrix.items)) if matrix.lower[item]]
    conflicts = Conflicts(len(items), _Relaxed(matrix, items, run))
    assert not conflicts.can_be_met(conflicts.all)
    found = [items[k] for k in bits(conflicts.irreducible(conflicts.all))]
    names = tuple(matrix.items[item] for item in found)
    told = f"{plural(len(names), 'item')} cannot all be covered, though all but any one of them can"
    text = f"{told}: {listed(list(map(str, names)), 'and')}"
    return Reason(Kind.ITEMS, text, names, drawn(compiled, dict.fromkeys(names, "*")))


class _Relaxed:
    """The oracle: items that are not wanted may be covered less often than they must."""

    def __init__(self, matrix: Matrix, items: list[int], run: Run) -> None:
        self.matrix, self.items, self.run = matrix, items, run
        self.asked = 0

    def __call__(self, wanted: int) -> int | None:
        self.run.report("items", self.asked)
        self.asked += 1
        matrix = self.matrix
        lower = array("I", bytes(matrix.lower.itemsize * len(matrix.lower)))
        for k in bits(wanted):
            lower[self.items[k]] = matrix.lower[self.items[k]]
        relaxed = replace(matrix, lower=lower)
        keep = [o for o in range(len(matrix.options)) if any(map(relaxed.is_primary, matrix.option_items(o)))]
        search = Search(relaxed.restricted(keep), self.run.aside(solutions=1))
        cover = next(search, None)
        if cover is None:
            if not search.outcome.exhausted:
                raise Unfinished(search.outcome)
            return None
        times = Counter(item for option in cover for item in matrix.option_items(keep[option]))
        return sum(1 << k for k, item in enumerate(self.items) if times[item] >= matrix.lower[item])
