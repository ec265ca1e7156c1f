r"""Pictures in which some cells are marked: where two solutions differ, and what a reason is about.

>>> import excover
>>> from excover.apps.play.drawn_solutions import scenes_of
>>> queens = excover.load("queens", {"n": 4})
>>> one, other = queens.solutions()
>>> marked = changed_places(one, other)
>>> len(marked), differing_picture(scenes_of(other), marked).svg().count("<polygon")
(8, 0)

Why there is no solution, for the page: in words of the puzzle, and marked on its boards.

>>> triomino = "board b 2x2\nshapes t\n  |AAA\nplace free t on b\n"
>>> found = reasoned(Asked.of({"text": triomino}), lambda news: None)
>>> found["text"], found["reason"], found["svg"].count("<polygon")
('there is no solution', 'no placement is left that covers cell (1, 1)', 1)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias
from xml.etree.ElementTree import Element

from excover.apps.play.asked import Asked, Emit, PlayAnswer
from excover.apps.play.checked import drawn_marks, marks_drawing, without_drawings
from excover.apps.play.drawn_solutions import corners_of, places_of
from excover.authors.infeasibility import Reason, places_of_items
from excover.authors.why import Why, conflict_in_words, why
from excover.base.names import ItemName
from excover.lattices.lattice import Point
from excover.matrix.compiled import Compiled, Place
from excover.matrix.givens.given import Givens
from excover.render.geometry import STYLE, stroked
from excover.render.part_drawings import PartDrawings
from excover.render.scene import Scene, given_scenes
from excover.render.svg import CELL, PAPER, Picture, element, number, path
from excover.solutions.decode import Solution

Tint: TypeAlias = tuple[Place, Mapping[str, str], str]
"""A place, how it is tinted, and its text."""

COLOR = "#c2185b"
"""Of what is marked."""

BLANK = "W"
"""The text of cells that are framed, but not tinted: the white ones of a coloring."""


def marked_picture(shown: Sequence[Scene], marked: Mapping[Place, str]) -> Picture:
    """The boards with what lies on them, and a frame around cells, which are tinted with their texts."""
    tints = [each for place, text in marked.items() for each in _tinted(place, text)]
    return _picture(shown, tints, marked)


def differing_picture(shown: Sequence[Scene], marked: Mapping[Place, str]) -> Picture:
    """The same for cells without texts, where the others are pale."""
    others = [
        (at, cell) for at, scene in enumerate(shown) for cell in scene.marks if (at, cell) not in marked
    ]
    pale = [(place, {"fill": PAPER, "fill_opacity": "0.6"}, "") for place in others]
    return _picture(shown, pale if marked else [], marked)


def _picture(shown: Sequence[Scene], tints: Sequence[Tint], framed: Iterable[Place]) -> Picture:
    kit = PartDrawings(shown)
    drawn = [kit.drawings[part] for part in kit.parts_of(shown)]
    over = [each for tint in tints for each in _drawn(kit, *tint)]
    body = element("g", *kit.unders(), *drawn, *over, *_frame(kit, framed), **STYLE)
    return Picture(kit.width, kit.height, [body])


def _tinted(place: Place, text: str) -> list[Tint]:
    return [(place, {"fill": COLOR, "fill_opacity": "0" if text == BLANK else "0.2"}, text)]


def _drawn(kit: PartDrawings, place: Place, look: Mapping[str, str], text: str) -> list[Element]:
    corners = corners_of(kit, place)
    area = element("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in corners), **look)
    if not text:
        return [area]
    x, y = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    size = 0.45 * CELL
    return [area, element("text", text=text, x=x, y=y + 0.35 * size, font_size=size, fill=COLOR)]


def _frame(kit: PartDrawings, places: Iterable[Place]) -> list[Element]:
    """A line around the places, without the sides that two of them share."""
    sides: Counter[frozenset[Point]] = Counter()
    for place in places:
        corners = [(round(x, 2), round(y, 2)) for x, y in corners_of(kit, place)]
        sides.update(map(frozenset, zip(corners, [*corners[1:], corners[0]], strict=True)))
    ways = [sorted(side) for side, times in sides.items() if times == 1]
    return [element("path", d=path(ways, closed=False), **stroked(0.09, COLOR))] if ways else []


def changed_places(one: Solution, other: Solution) -> dict[Place, str]:
    """The cells of what only one of two solutions has, without texts."""
    changed = set(map(tuple, one.markings)) ^ set(map(tuple, other.markings))
    return {place: "" for markings in changed for marking in markings for place in places_of(marking)}


def reasoned(asked: Asked, emit: Emit) -> PlayAnswer:
    """Givens that conflict, and a reason."""
    problem = without_drawings(asked).problem()
    given = marks_drawing(problem.full, drawn_marks(asked, problem.full))
    found = why(problem, given or None, asked.run(emit))
    if found.solution is not None:
        return {"text": "there is a solution, so nothing needs a reason", "exists": True}
    if found.extent is None:
        return {"stopped": "stopped before it was known whether there is a solution"}
    has_givens = bool(given) or problem.givens != Givens()
    places = places_of_items(problem.full, found.reason.items) if found.reason else {}
    svg = _picture_of_reason(problem.full, found, places)
    return {
        "text": conflict_in_words(found.clues, found.extent) or _no_solution(has_givens),
        "exists": False,
        "svg": svg,
        "reason": reason_in_words(found.reason, problem.full, places) if found.reason else "",
        "lines": found.reason.drawing if found.reason and not svg else "",
    }


def _no_solution(has_givens: bool) -> str:
    return "there is no solution, even without givens" if has_givens else "there is no solution"


def _picture_of_reason(full: Compiled, found: Why, places: dict[ItemName, Place]) -> str:
    """The boards with the givens that conflict, and marks on the cells of the reason; empty without any."""
    given = [marking for clue in found.clues for marking in clue.markings]
    letters = found.reason.marks if found.reason else {}
    marked = {place: letters.get(item, "") for item, place in places.items() if letters.get(item, "*")}
    if not full.canvases or not (given or marked):
        return ""
    return marked_picture(given_scenes(full.canvases, given), marked).svg("why there is no solution")


def reason_in_words(reason: Reason, full: Compiled, places: dict[ItemName, Place]) -> str:
    """The reason, where items that are cells are called so, and options of puzzles with pieces placements."""
    text = reason.text
    is_alone = len(full.canvases) == 1
    for item, (board, cell) in places.items():
        canvas = full.canvases[board]
        position = f"({', '.join(map(str, canvas.position(cell)))})"
        name = f"cell {position}" if is_alone else f"cell {position} of `{canvas.name}`"
        text = text.replace(f"`{item.in_words}`", name)
    for family in dict.fromkeys(item.family for item in places):
        of = "" if is_alone else f" of `{family}`"
        text = text.replace(f"`{family}` items", f"cells{of}").replace(f"`{family}` item", f"cell{of}")
    if len(places) == len(reason.items):
        text = re.sub(r"^([\d,]+) item(?=s? cannot)", r"\1 cell", text)
    return _of_placements(text) if _has_only_placements(full) else text


def _has_only_placements(full: Compiled) -> bool:
    """Whether every option is a piece on a board; also if no piece has a place at all."""
    return bool(full.canvases) and (
        not full.markings or (all(full.markings) and all(canvas.tiled for canvas in full.canvases))
    )


def _of_placements(text: str) -> str:
    """Names, which stand in backticks, stay as they are.

    >>> _of_placements('no option is left that covers `a["an option"]`')
    'no placement is left that covers `a["an option"]`'
    """
    parts = text.split("`")
    parts[::2] = [re.sub(r"\boption(s?)\b", r"placement\1", part) for part in parts[::2]]
    return "`".join(parts)
