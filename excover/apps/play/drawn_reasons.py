"""Why there is no solution, for the page: in words of the puzzle, and marked on its boards.

>>> triomino = "board b 2x2\\nshapes t\\n  |AAA\\nplace free t on b\\n"
>>> found = reasoned(Asked.of({"text": triomino}), lambda said: None)
>>> found["text"], found["reason"], found["svg"].count("<polygon")
('there is no solution', 'no placement is left that covers cell (1, 1)', 1)
"""

from __future__ import annotations

import re

from excover.apps.play.asked import Asked, PlayAnswer, Say
from excover.apps.play.clue_edits import drawn_marks, marks_drawing, without_drawings
from excover.apps.play.marked_pictures import marked_picture
from excover.authors.infeasibility.reasons import Reason, places_of_items
from excover.authors.why import Why, conflict_in_words, why
from excover.base.names import ItemName
from excover.matrix.compiled import Compiled, Place
from excover.matrix.given import Givens
from excover.render.scene import given_scenes


def reasoned(asked: Asked, say: Say) -> PlayAnswer:
    """Givens that conflict, and a reason."""
    problem = without_drawings(asked).problem()
    given = marks_drawing(problem.full, drawn_marks(asked, problem.full))
    found = why(problem, given or None, asked.run(say))
    if found.solution is not None:
        return {"text": "there is a solution, so nothing needs a reason", "exists": True}
    if found.extent is None:
        return {"stopped": "stopped before it was known whether there is a solution"}
    has_givens = bool(given) or problem.givens != Givens()
    places = places_of_items(problem.full, found.reason.items) if found.reason else {}
    svg = _picture(problem.full, found, places)
    return {
        "text": conflict_in_words(found.clues, found.extent) or _no_solution(has_givens),
        "exists": False,
        "svg": svg,
        "reason": reason_in_words(found.reason, problem.full, places) if found.reason else "",
        "lines": found.reason.drawing if found.reason and not svg else "",
    }


def _no_solution(has_givens: bool) -> str:
    return "there is no solution, even without givens" if has_givens else "there is no solution"


def _picture(full: Compiled, found: Why, places: dict[ItemName, Place]) -> str:
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
    for item, (number, cell) in places.items():
        canvas = full.canvases[number]
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
