r"""What the page shows of a text while it is written: errors with their fixes, parameters, the boards, and
clues.

>>> found = checked(Asked.of({"text": "param n = 2 in 1..9\nitem a[1..n]\noption x(i in a) covers aa[i]"}))
>>> [(each["code"], each["from"], each["fixes"][0]["insert"]) for each in found["diagnostics"]]
[('E101', 57, 'a')]

Clues that are set by clicks, as edits of the text, so that its undo and its link have them, too.

>>> asked = Asked.of({"text": "board grid 2x2\nfill grid with 1..2, once per row, column\n"})
>>> print(with_clues(asked, 0, [(0, 1, 0)], "2").applied())
board grid 2x2
fill grid with 1..2, once per row, column
given
  |..
  |2.
<BLANKLINE>

Pictures in which some cells are marked: where two solutions differ, and what a reason is about.

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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias
from xml.etree.ElementTree import Element

from excover.apps.editing.edited_text import drafted, facts_of_compiled, pieces_drawn
from excover.apps.editing.hints import fix_title, hints
from excover.apps.play.asked import LIMITS, Asked, BadQuestion, Emit, PlayAnswer
from excover.apps.play.drawn_solutions import board_of, corners_of, places_of
from excover.authors.infeasibility import Reason, places_of_items
from excover.authors.why import Why, conflict_in_words, why
from excover.base.diagnostics import Diagnostic, Edit, SpecError
from excover.base.names import ItemName, show
from excover.base.source import Span, is_yaml
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import UNIT
from excover.language.expressions.scope import Constant
from excover.language.syntax import ast
from excover.language.syntax.format import with_drawing_below
from excover.lattices import Cell
from excover.lattices.lattice import Point
from excover.matrix.compiled import Canvas, Compiled, Marking, Place, joint
from excover.matrix.givens.given import Givens, drawers_of, given_markings, given_names, read_givens
from excover.matrix.givens.given_drawing import read_drawing
from excover.problem.problem import Problem
from excover.render.geometry import STYLE, stroked
from excover.render.part_drawings import PartDrawings
from excover.render.scene import Scene, given_scenes
from excover.render.svg import CELL, PAPER, Picture, element, number, path
from excover.render.text import drawing_text
from excover.solutions.decode import Solution


def with_clues(asked: Asked, canvas: int, cells: Sequence[Cell], mark: str) -> Edit:
    """The edit that gives a mark on each of the cells; an empty mark takes their clues away.

    Raises SpecError if the text or one of its clues is wrong; BadQuestion if there is no such cell.
    """
    full = _full_with(asked, canvas, cells)
    marks = drawn_marks(asked, full)
    for cell in cells:
        marks.pop((canvas, cell), None)
        if mark:
            marks[canvas, cell] = mark
    return with_drawing(asked, marks_drawing(full, marks))


def fitting_marks(asked: Asked, canvas: int, cells: Sequence[Cell], marks: Sequence[str]) -> list[str]:
    """Those of the marks that can be given on all of the cells together: a piece, only as it can lie there.

    Other clues do not matter. Raises as `with_clues`.

    >>> text = "board b 2x3\\nshapes p\\n  |LL III\\n  |L. ...\\nplace free p on b\\n"
    >>> asked = Asked.of({"text": text})
    >>> fitting_marks(asked, 0, [(0, 0, 0), (0, 0, 1), (0, 1, 0)], ["L", "I"])
    ['L']
    """
    full = _full_with(asked, canvas, cells)
    markings = list(full.markings)  # drawn once for all marks
    drawers = drawers_of(markings, {(canvas, cell) for cell in cells})
    shown = {(each.canvas, each.mark) for option in markings for each in option}
    brief = full.replaced(markings=[(Marking(at, mark, ()),) for at, mark in shown])  # all that a mark needs

    def fits(mark: str) -> bool:
        try:
            drawing = marks_drawing(full, {(canvas, cell): mark for cell in cells})
            given_names(brief, read_givens(drawing, brief), drawers)
        except SpecError:
            return False
        return True

    return list(filter(fits, marks))


def _full_with(asked: Asked, canvas: int, cells: Sequence[Cell]) -> Compiled:
    """The puzzle without its drawings of givens. Raises BadQuestion if it has not all of the cells."""
    full = without_drawings(asked).problem().full
    if not 0 <= canvas < len(full.canvases) or not all(_has_cell(full.canvases[canvas], at) for at in cells):
        raise BadQuestion("there is no such cell")
    return full


def marks_drawing(full: Compiled, marks: Mapping[Place, str]) -> str:
    """A drawing that can be read back; empty without marks."""
    drawn = [Marking(canvas, mark, (cell,)) for (canvas, cell), mark in marks.items()]
    return drawing_text(full.canvases, drawn) if drawn else ""


def without_drawings(asked: Asked) -> Asked:
    """The same text without its drawings of givens, which may contradict each other."""
    return asked.edited(with_drawing(asked, "")) if _statements(asked) else asked


def with_drawing(asked: Asked, drawing: str) -> Edit:
    """The edit that makes a drawing the only one of the givens; without lines, there is none."""
    refuse_yaml(asked)
    statement = with_drawing_below("given", drawing.split("\n")) if drawing else ""
    old = _statements(asked)
    text = asked.source.text
    if not old:
        gap = "" if text.endswith("\n") or not text else "\n"
        return Edit(Span(asked.source, len(text), len(text)), f"{gap}{statement}\n" if statement else "")
    start, end = old[0].span.start, old[-1].span.end
    kept = [text[before.span.end : after.span.start] for before, after in pairwise(old)]
    if not statement and text[end : end + 1] == "\n":
        end += 1
    return Edit(Span(asked.source, start, end), statement + "".join(kept).rstrip())


def refuse_yaml(asked: Asked) -> None:
    """Raises BadQuestion for a description in YAML."""
    if is_yaml(asked.source):
        raise BadQuestion(
            "clues can be drawn into a description in the text form only: see `excover convert`"
        )


def _statements(asked: Asked) -> list[ast.GivenDrawing]:
    """The drawings of givens in the text itself."""
    return [each for each in asked.draft.spec.statements if isinstance(each, ast.GivenDrawing)]


def drawn_marks(asked: Asked, full: Compiled) -> dict[Place, str]:
    """What the drawings of the text give at each place. Raises SpecError if a mark is impossible."""
    marks: dict[Place, str] = {}
    for statement in _statements(asked):
        for given in read_drawing(statement.drawing.lines, full.canvases, full.markings):
            place = given.canvas, given.cell
            before = marks.get(place)
            text = given.text + given.copy
            marks[place] = f"{before}{joint(full.canvases[given.canvas])}{text}" if before else text
    return marks


def _has_cell(canvas: Canvas, cell: Cell) -> bool:
    inside = all(0 <= at < size for at, size in zip(cell, canvas.extent, strict=True))
    return inside and cell not in canvas.holes and cell not in canvas.gaps


MOST_CHOICES = 200
"""The most values of a parameter that are listed to choose from."""


def checked(asked: Asked) -> PlayAnswer:
    """Never raises for what stands in the text."""
    draft = asked.draft
    if draft.errors:
        return {"diagnostics": diagnostics(asked, draft.errors), "draft": _draft(asked)}
    try:
        problem = asked.problem()
    except SpecError as wrong:
        shown = _with_wrong_clues(asked) or {"draft": _draft(asked)}
        return {"diagnostics": diagnostics(asked, wrong.diagnostics), **shown}
    facts = facts_of_compiled(problem.description)
    written = draft.replaced(facts=facts)
    return {
        "diagnostics": diagnostics(asked, facts.diagnostics),
        "title": problem.title,
        "goal": problem.puzzle.goal or "",
        "size": facts.size,
        "hints": [{"at": asked.place(each.offset), "text": each.text} for each in hints(written)],
        "params": list(_params(asked, problem)),
        "clues": not is_yaml(asked.source),
        "pieces": any(len(each.cells) > 1 for marking in problem.full.markings for each in marking),
        "board": board_of(problem.full, given_markings(problem.full, problem.givens)),
    }


def _draft(asked: Asked) -> PlayAnswer:
    """The boards and pieces of a text with errors, as far as they can be read."""
    state, description = drafted(asked.source, LIMITS)
    board = board_of(description.full, ()) if description else None
    pieces = pieces_drawn(state, description) if description else {}
    return {"board": board, "pieces": [{"name": name, "svg": svg} for name, svg in pieces.items()]}


def _with_wrong_clues(asked: Asked) -> PlayAnswer:
    """If only the drawings of givens are wrong, the board with them, so that a click can take one away."""
    if is_yaml(asked.source) or (bare := without_drawings(asked)) is asked:
        return {}
    try:
        problem = bare.problem()
        marks = drawn_marks(asked, problem.full)
    except SpecError:
        return {}
    given = [Marking(canvas, mark, (cell,)) for (canvas, cell), mark in marks.items()]
    return {
        "clues": True,
        "params": list(_params(asked, problem)),
        "board": board_of(problem.full, [*given_markings(problem.full, problem.givens), *given]),
    }


def diagnostics(asked: Asked, found: Iterable[Diagnostic]) -> list[PlayAnswer]:
    """Errors and warnings at places of the text; those of imported texts, where they are imported."""
    return [_diagnostic(asked, each) for each in found]


_LIMIT = "this is a limit of the page: `excover` on the command line and in Python takes more"


def _diagnostic(asked: Asked, diagnostic: Diagnostic) -> PlayAnswer:
    span = asked.draft.place_of(diagnostic)
    label = asked.draft.label_of(diagnostic)
    others = [each for each in diagnostic.labels if each is not label and each.text]
    return {
        "severity": diagnostic.severity.value,
        "code": diagnostic.code,
        "message": diagnostic.message,
        "label": label.text if label else "",
        "beside": [f"line {each.span.line}: {each.text}" for each in others],
        "notes": list(diagnostic.notes),
        "help": [_LIMIT if line.startswith("`--allow ") else line for line in diagnostic.help],
        "from": asked.place(span.start),
        "to": asked.place(span.end),
        "line": span.line,
        "fixes": list(_fixes(asked, diagnostic)),
    }


def _fixes(asked: Asked, diagnostic: Diagnostic) -> Iterator[PlayAnswer]:
    """All edits of the text that may be meant, the most likely first."""
    for edit in diagnostic.fixes():
        if asked.draft.is_own(edit.span.source):
            yield {**edit_data(asked, edit), "title": fix_title(diagnostic, edit)}


def edit_data(asked: Asked, edit: Edit) -> PlayAnswer:
    """An edit of the text, for the page."""
    return {
        "from": asked.place(edit.span.start),
        "to": asked.place(edit.span.end),
        "insert": edit.replacement,
    }


def _params(asked: Asked, problem: Problem) -> Iterable[PlayAnswer]:
    """The parameters of the text: their values, and those that they can have, if these are few."""
    evaluator = Evaluator(problem.puzzle.scope, LIMITS)
    for statement in asked.draft.spec.statements:
        if not isinstance(statement, ast.Param):
            continue
        name = statement.name.id
        constant = problem.puzzle.scope[name]
        if not isinstance(constant, Constant) or not isinstance(constant.value, int | str):
            continue
        found: PlayAnswer = {"name": name, "value": str(constant.value), "default": statement.value.span.text}
        domain = evaluator.of_kind(statement.domain, UNIT, "set")[0] if statement.domain else None
        if isinstance(constant.value, int):
            yield {**found, "kind": "number", **_bounds(list(domain) if domain else [])}
        elif domain and len(domain) <= MOST_CHOICES and all(isinstance(each, str) for each in domain):
            yield {**found, "kind": "choice", "choices": [str(each) for each in domain]}
        else:
            yield {**found, "kind": "text"}


def _bounds(domain: list[object]) -> PlayAnswer:
    """The ends of a range of numbers; of a set with gaps, its members."""
    numbers = [each for each in domain if isinstance(each, int)]
    if not numbers:
        return {}
    low, high = min(numbers), max(numbers)
    if len(numbers) == high - low + 1:
        return {"low": low, "high": high}
    return {"choices": [show(each) for each in sorted(numbers)[:MOST_CHOICES]]}


# Pictures in which some cells are marked: where two solutions differ, and what a reason is about.


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
