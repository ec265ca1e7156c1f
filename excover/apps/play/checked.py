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
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from excover.apps.editing.edited_text import drafted, facts_of_compiled, pieces_drawn
from excover.apps.editing.hints import fix_title, hints
from excover.apps.play.asked import LIMITS, Asked, BadQuestion, PlayAnswer
from excover.apps.play.drawn_solutions import board_of
from excover.base.diagnostics import Diagnostic, Edit, SpecError
from excover.base.names import show
from excover.base.source import Span, is_yaml
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import UNIT
from excover.language.expressions.scope import Constant
from excover.language.syntax import ast
from excover.language.syntax.format import with_drawing_below
from excover.lattices import Cell
from excover.matrix.compiled import Canvas, Compiled, Marking, Place, joint
from excover.matrix.givens.given import drawers_of, given_markings, given_names, read_givens
from excover.matrix.givens.given_drawing import read_drawing
from excover.problem.problem import Problem
from excover.render.text import drawing_text


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
