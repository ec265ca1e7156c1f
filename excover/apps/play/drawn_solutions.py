"""Boards and solutions for the page: parts that are sent once, and solutions as the numbers of their parts.

>>> import excover
>>> queens = excover.load("queens", {"n": 4})
>>> drawn = DrawnSolutions(queens)
>>> [drawn.row(solution) for solution in queens.solutions()]
[[0, 1, 2, 3], [4, 5, 6, 7]]
>>> len(drawn.new_parts()), len(drawn.new_parts())
(8, 0)
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from xml.etree.ElementTree import tostring

from excover.apps.play.asked import Asked, Emit, PlayAnswer
from excover.base.words import plural
from excover.language.syntax.ast import UpTo
from excover.lattices import Cell
from excover.lattices.lattice import Point
from excover.matrix.compiled import Compiled, Marking, Place
from excover.problem.problem import Problem
from excover.render.geometry import STYLE
from excover.render.html import look_of, solid_cells, turns
from excover.render.part_drawings import PartDrawings
from excover.render.scene import Scene, given_scenes, scenes
from excover.render.svg import CELL, element, number
from excover.search.run import Budget, Run
from excover.solutions.decode import Solution
from excover.solutions.solutions import Unproved

MOST_CELLS = 2_000
"""The most cells of boards whose cells can be clicked."""

MOST_CLICKED = 100_000
"""The most options of a puzzle whose cells can be clicked."""


class DrawnSolutions:
    """Draws the parts of many solutions, each once. A solution without a drawing has its options as parts."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.kit: PartDrawings | None = None
        self._sent = 0
        self._labels: list[str] = []
        self._of_option: dict[int, tuple[int, list[int]]] = {}
        self._bits: dict[Place, int] = {}
        self._numbers: dict[str, int] = {}
        self._cells: dict[Cell, int] = {}
        """Of a solid that can be turned, by their numbers."""

    def row(self, solution: Solution) -> list[int]:
        """The numbers of the parts of a solution."""
        if self.kit is None and any(solution.markings):
            self.kit = PartDrawings(scenes_of(solution))
            if turns(solution.canvases):
                cells = self.kit.boards[0].layout.cells
                self._cells = {cell: at for at, cell in enumerate(cells[: MOST_CELLS + 1])}
        if self.kit is None:
            return [self._named(str(option)) for option in solution.options]
        if any(canvas.areas for canvas in solution.canvases):
            return self.kit.parts_of(scenes_of(solution))
        found, taken = [], 0
        for option in solution.numbers:
            bits, parts = self._of_option.get(option) or self._drawn(solution, option)
            if taken & bits:  # several marks share a place, and are drawn together
                return self.kit.parts_of(scenes_of(solution))
            taken |= bits
            found += parts
        return found

    def new_parts(self) -> list[PlayAnswer]:
        """The parts since the last call: a label, and SVG if something is drawn."""
        labels = self.kit.labels if self.kit else self._labels
        new = range(self._sent, len(labels))
        self._sent = len(labels)
        drawn = [tostring(each, "unicode") for each in self.kit.drawings[new.start :]] if self.kit else []
        return [
            {"label": labels[part], "svg": drawn[k] if drawn else "", **self._body(part)}
            for k, part in enumerate(new)
        ]

    def _body(self, part: int) -> PlayAnswer:
        """What is turned of a part of a solid; lines have no cells."""
        if not self.kit or not self._is_solid:
            return {}
        scene, cells = self.kit.boards[0].scene, self.kit.parts[part]
        word, fill = look_of(scene, cells)
        return {
            "cells": [] if scene.is_line(cells) else [self._cells[cell] for cell in cells],
            "fill": fill,
            "word": word,
        }

    @property
    def _is_solid(self) -> bool:
        return 0 < len(self._cells) <= MOST_CELLS

    def stage(self) -> PlayAnswer:
        """What all solutions share: the size of a picture, and the empty boards; of a solid its cells."""
        if not self.kit:
            return {}
        lattice = self.kit.boards[0].scene.canvas.lattice
        solid = {"solid": solid_cells(lattice, self._cells)} if self._is_solid else {}
        return {**stage_of(self.kit), **solid}

    def _named(self, name: str) -> int:
        if name not in self._numbers:
            self._numbers[name] = len(self._labels)
            self._labels.append(name)
        return self._numbers[name]

    def _drawn(self, solution: Solution, option: int) -> tuple[int, list[int]]:
        assert self.kit
        markings = solution.renderer.markings[option]
        places = [(marking.canvas, cell) for marking in markings for cell in marking.cells]
        bits = sum(1 << self._bits.setdefault(place, len(self._bits)) for place in dict.fromkeys(places))
        parts = self.kit.parts_of(scenes(solution.canvases, [markings]))
        self._of_option[option] = bits, parts
        return bits, parts


def scenes_of(solution: Solution) -> list[Scene]:
    return scenes(solution.canvases, solution.markings, solution.given)


def stage_of(kit: PartDrawings) -> PlayAnswer:
    under = element("g", *kit.unders(), **STYLE)
    return {
        "width": kit.width,
        "height": kit.height,
        "under": tostring(under, "unicode"),
        "style": {name.replace("_", "-"): value for name, value in STYLE.items()},
    }


def board_of(full: Compiled, given: Sequence[Marking]) -> PlayAnswer | None:
    """The boards with what is given, and their cells; None if nothing is drawn."""
    canvases = full.canvases
    if not canvases:
        return None
    shown = given_scenes(canvases, given)
    kit = PartDrawings(shown)
    parts = kit.parts_of(shown)
    svg = [tostring(drawn, "unicode") for drawn in kit.drawings]
    marks = {place: marking.mark for marking in given for place in places_of(marking)}
    return {**stage_of(kit), "parts": parts, "svg": svg, **_cells(full, kit, marks)}


def places_of(marking: Marking) -> list[Place]:
    return [(marking.canvas, cell) for cell in marking.cells]


def corners_of(kit: PartDrawings, place: Place) -> list[Point]:
    """The corners of a cell, in a picture of all boards."""
    at, cell = place
    layout, (left, top) = kit.boards[at].layout, kit.corners[at]
    return [(x * CELL + left, y * CELL + top) for x, y in map(layout.point, layout.corners[cell])]


def _cells(full: Compiled, kit: PartDrawings, given: dict[Place, str]) -> PlayAnswer:
    """The cells that can be clicked, with the marks that options draw there; none of large puzzles."""
    total = sum(len(board.layout.cells) for board in kit.boards)
    if total > MOST_CELLS or len(full.markings) > MOST_CLICKED:
        return {"marks": [], "cells": []}
    possible: dict[Place, dict[str, None]] = {}
    for option in full.markings:
        for marking in option:
            for place in places_of(marking):
                possible.setdefault(place, {})[marking.mark] = None
    marks = list(dict.fromkeys(mark for canvas in full.canvases for mark in canvas.marks))
    numbers = {mark: number for number, mark in enumerate(marks)}
    cells = []
    for at, board in enumerate(kit.boards):
        canvas = full.canvases[at]
        for cell in board.layout.cells:
            points = " ".join(f"{number(x)},{number(y)}" for x, y in corners_of(kit, (at, cell)))
            cells.append(
                {
                    "canvas": at,
                    "cell": list(cell),
                    "label": f"{canvas.name} {canvas.position(cell)}".strip(),
                    "points": points,
                    "marks": sorted(numbers[mark] for mark in possible.get((at, cell), ())),
                    "given": given.get((at, cell), ""),
                }
            )
    return {"marks": marks, "cells": cells}


# Solutions for the page: the first or best one, their number, and all of them as they are found.

MOST_LISTED = 100_000
"""The most solutions that a page shows."""

SENT_EVERY = 0.1
"""Seconds between two parts of a listing."""

THUMBNAIL_SECONDS = 5.0


def first(asked: Asked, emit: Emit) -> PlayAnswer:
    """A solution; of a description with a goal, a best one."""
    problem, run = asked.problem(), asked.run(emit)
    text = ""
    if problem.puzzle.goal:
        try:
            solution = problem.best(run)
            text = "a best solution"
        except Unproved as unproved:
            solution, text = (
                unproved.solution,
                "the best solution so far; it is not proved that none is better",
            )
    else:
        solution = problem.solve(run)
        text = "a solution"
    if solution is None:
        return {"text": "no solution", "rows": [], "exists": False}
    drawn = DrawnSolutions(problem)
    row = drawn.row(solution)
    if not problem.matrix.items:
        text = "nothing has to be covered, so nothing is chosen"
    values = [
        f"{objective.name} {objective.value(solution.value):,}" for objective in problem.puzzle.objectives
    ]
    cost = "".join(f", {value}" for value in values)
    return {
        "text": text + cost,
        "exists": True,
        "rows": [row],
        "stage": drawn.stage(),
        "parts": drawn.new_parts(),
    }


def counted(asked: Asked, emit: Emit) -> PlayAnswer:
    """The number of solutions, as text, since it can have any number of digits."""
    problem, run = asked.problem(), asked.run(emit)
    outcome = problem.tally(run, up_to=_up_to(asked))
    found = plural(outcome.count, "solution")
    return {
        "text": (found if outcome.exhausted else f"at least {found}")
        + _symmetry(asked, problem, run, "counted once"),
        "count": str(outcome.count),
        "exhausted": outcome.exhausted,
        "exists": outcome.count > 0,
    }


def listed(asked: Asked, emit: Emit) -> PlayAnswer:
    """Emits solutions as they are found, up to ``most``."""
    most = asked.number("most", 1, MOST_LISTED, MOST_LISTED)
    problem = asked.problem()
    run = asked.run(emit)
    solutions = problem.solutions(run.limited(most), up_to=_up_to(asked))
    drawn = DrawnSolutions(problem)
    rows: list[list[int]] = []
    sent = 0.0
    for solution in solutions:
        rows.append(drawn.row(solution))
        if perf_counter() - sent > SENT_EVERY:
            emit({"rows": rows, "stage": drawn.stage(), "parts": drawn.new_parts()})
            rows, sent = [], perf_counter()
    outcome = solutions.outcome
    found = plural(outcome.count, "solution")
    every = f"all {found}" if outcome.count > 1 else found
    return {
        "text": (every if outcome.exhausted else f"at least {found}")
        + "; no more are listed" * (outcome.count == MOST_LISTED and not outcome.exhausted)
        + _symmetry(asked, problem, run, "shown once"),
        "exists": outcome.count > 0,
        "exhausted": outcome.exhausted,
        "rows": rows,
        "stage": drawn.stage(),
        "parts": drawn.new_parts(),
    }


def _up_to(asked: Asked) -> UpTo | None:
    return "symmetry" if asked.data.get("symmetric") is True else None


def _symmetry(asked: Asked, problem: Problem, run: Run, once: str) -> str:
    """What it means that symmetric solutions are one: nothing, for a puzzle without a symmetry."""
    if _up_to(asked) is None:
        return ""
    alike = "rotation, reflection or stated `symmetry` maps"
    if problem.group(run=run).order == 1:
        return f"; no {alike} one to another, so none is left out"
    return f"; those that a {alike} to each other are {once}"


def thumbnail(text: str) -> str:
    """A small picture: of a solution, or if finding one takes long, of the boards, which may draw nothing."""
    problem = Asked.of({"text": text}).problem()
    found = next(problem.solutions(Run(Budget(solutions=1, seconds=THUMBNAIL_SECONDS))), None)
    return (found.svg() if found else "") or problem.svg()
