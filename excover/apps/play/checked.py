"""What the page shows of a text while it is written: errors with their fixes, parameters, the boards.

>>> found = checked(Asked.of({"text": "param n = 2 in 1..9\\nitem a[1..n]\\noption x(i in a) covers aa[i]"}))
>>> [(each["code"], each["from"], each["fixes"][0]["insert"]) for each in found["diagnostics"]]
[('E101', 57, 'a')]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from excover.apps.editing.annotations import fix_title, hints
from excover.apps.editing.facts import drafted, facts_of_compiled, pieces_drawn
from excover.apps.play.asked import LIMITS, Asked, PlayAnswer
from excover.apps.play.clue_edits import drawn_marks, without_drawings
from excover.apps.play.drawn_solutions import board_of
from excover.base.diagnostics import Diagnostic, Edit, SpecError
from excover.base.names import show
from excover.base.source import is_yaml
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import UNIT
from excover.language.expressions.scope import Constant
from excover.language.syntax import ast
from excover.matrix.compiled import Marking
from excover.matrix.given import given_markings
from excover.problem.problem import Problem

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
