r"""Everything that the page can ask: functions from what it sends to what it shows, both JSON.

>>> news = []
>>> text = "board b 2x2\nshapes d\n  |AA\nplace free d on b each 2 times\n"
>>> answer("count", {"text": text}, "", news.append)  # doctest: +ELLIPSIS
{'text': '2 solutions', 'count': '2', 'exhausted': True, 'exists': True, 'seconds': ...}
>>> answer("solve", {"text": "board b 2"}, "", news.append)["diagnostics"][0]["line"]
1

An answer with ``error`` has no other; one with ``stopped`` states how far the search came. With
``spent``, there was not enough memory, and the process may not go on.

A page without a server asks in its Web Workers (playground/src/worker.js):

>>> answer_json("count", '{"text": "item a  option x() covers a"}', str)  # doctest: +ELLIPSIS
'{"text": "1 solution", "count": "1", "exhausted": true, "exists": true, "seconds": ...}'
"""

from __future__ import annotations

import json
import sys
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from secrets import randbelow
from typing import Any

from excover.apps.editing.proposals import ProposalKind, completions
from excover.apps.play.asked import MEMORY, Asked, BadQuestion, Emit, PlayAnswer
from excover.apps.play.checked import (
    changed_places,
    checked,
    diagnostics,
    differing_picture,
    edit_data,
    fitting_marks,
    marked_picture,
    reasoned,
    refuse_yaml,
    with_clues,
    with_drawing,
)
from excover.apps.play.drawn_solutions import counted, first, listed, scenes_of
from excover.apps.play.page_facts import gallery_picture, shipped_pictures
from excover.apps.play.tour import task_tried
from excover.authors.clues import NotUnique, clues_of
from excover.authors.generate import GaveUp, Wanted, generate
from excover.authors.label_drawings import has_labels, written_boards
from excover.authors.label_puzzles import generate_labels
from excover.authors.rate import Level, Technique, rate
from excover.authors.steps import steps
from excover.authors.unique import Expectation, Verdict, unique
from excover.base.diagnostics import SpecError
from excover.base.errors import ExcoverError
from excover.base.source import Span
from excover.base.words import plural
from excover.language import gallery
from excover.language.links.link_codes import unpacked
from excover.language.source_files import of_link
from excover.language.syntax.format import formatted
from excover.language.syntax.statements.base import NameKind
from excover.lattices import Cell
from excover.matrix.compiled import Place
from excover.problem.heat import require_drawing
from excover.problem.solution_set import SolutionSet
from excover.render.scene import given_scenes
from excover.render.svg import pdf
from excover.render.tree_picture import Words, picture, text_lines, tree_summary
from excover.search.outcome import Unfinished
from excover.search.search_tree import grow
from excover.solutions.decode import Solution

# What the page shows about all solutions at once, and for authors of puzzles.

MOST_NODES = 150
"""The most nodes of a search tree that is drawn."""

MOST_STARTS = 60

VERDICTS = {
    Verdict.UNIQUE: "exactly one solution",
    Verdict.NONE: "no solution",
    Verdict.SEVERAL: "several solutions: here are two",
    Verdict.UNKNOWN: "stopped before it was known whether there is exactly one solution",
}

NOT_UNIQUE = {
    Verdict.NONE: 'There is no solution, so there is no {}: "Why none?" explains why',
    Verdict.SEVERAL: "There are several solutions, and only of a puzzle with exactly one is there a {}: more"
    ' clues leave fewer solutions, and "Generate" sets enough of them',
}
TECHNIQUES = {
    Technique.FORCED: "each step is forced, since something has only one place left",
    Technique.LOCKED: "it takes looking at what every choice for something would rule out",
    Technique.PAIRS: "it takes pairs, of which two things share two places",
    Technique.TRIPLES: "it takes triples, of which three things share three places",
    Technique.WINGS: "it takes trying a choice and seeing one step later that it fails",
    Technique.CHAINS: "it takes trying a choice and following a few steps until it fails",
    Technique.TRIAL: "it takes trying a choice and following it until it fails, however far",
    Technique.GUESSES: "it takes guesses within guesses",
}


def heated(asked: Asked, emit: Emit) -> PlayAnswer:
    """How often each mark lies on each cell."""
    problem, run = asked.problem(), asked.run(emit)
    require_drawing(problem.compiled)
    solutions = SolutionSet.of(problem, run)
    if not solutions:
        return {"text": "no solution", "exists": False}
    return {"text": f"percent of {plural(solutions.count, 'solution')}", "svg": solutions.heat(run).svg()}


def started(asked: Asked, emit: Emit) -> PlayAnswer:
    """Sets of ``pieces`` options that leave exactly one solution."""
    pieces = asked.number("pieces", 1, 100, 2)
    problem, run = asked.problem(), asked.run(emit)
    solutions = SolutionSet.of(problem, run)
    if not solutions:
        return {"text": "no solution", "exists": False}
    starts = solutions.starts(pieces, keep=MOST_STARTS, run=run)
    found = [
        {"text": str(start), "svg": start.placed.svg(), "label": f"#{number}"}
        for number, start in enumerate(starts, 1)
    ]
    part = "" if starts.exhausted else "at least "
    every = f"{part}{starts.unique:,} of {part}{plural(starts.count, 'start')}"
    shown = f"; the first {len(found)}" if len(found) < starts.unique else ""
    return {"text": f"{every} of {pieces} have exactly one completion{shown}", "pictures": found}


def tree_drawn(asked: Asked, emit: Emit) -> PlayAnswer:
    """The search tree of Algorithm X, or its beginning."""
    problem = asked.problem()
    tree = grow(problem.matrix, asked.run(emit).limited(nodes=MOST_NODES))
    words = Words(problem.matrix, frozenset(board.name for board in problem.puzzle.boards))
    svg = picture(tree, words).svg(problem.title)
    return {"text": tree_summary(tree), "svg": svg, "lines": "\n".join(text_lines(tree, words))}


def unique_or_not(asked: Asked, emit: Emit) -> PlayAnswer:
    """Whether there is exactly one solution; two of several, with what differs marked."""
    found = unique(asked.problem(), asked.run(emit))
    solutions = found.solutions
    several = len(solutions) == 2
    marked = changed_places(*solutions) if several else {}
    labels = ("one solution", "another one") if several else ("",)
    shown = [
        _card(each, other, marked, label)
        for each, other, label in zip(solutions, reversed(solutions), labels, strict=False)
    ]
    text = VERDICTS[found.verdict] + ", and what differs is marked" * several
    return {"text": text, "exists": found.verdict is not Verdict.NONE, "pictures": shown}


def _card(solution: Solution, other: Solution, marked: Mapping[Place, str], label: str) -> PlayAnswer:
    """A picture, or the options: each with whether the other solution is without it."""
    is_drawn = any(solution.markings)
    svg = differing_picture(scenes_of(solution), marked).svg(label) if is_drawn else ""
    common = set(other.options)
    options = [(str(option), option not in common) for option in solution]
    return {"options": options, "svg": svg, "label": label}


def rated(asked: Asked, emit: Emit) -> PlayAnswer:
    """How hard a puzzle with one solution is."""
    try:
        found = rate(asked.problem(), asked.run(emit))
    except NotUnique as wrong:
        return {"text": NOT_UNIQUE[wrong.found.verdict].format("rating"), "exists": False}
    level, number = str(found).split(", ")
    how = TECHNIQUES[found.technique] if found.number else "nothing is left to find"
    return {"text": f"{level.capitalize()}: {how}; rating {number}"}


MOST_HINTS = 300
"""The most hints that the page gets at a time."""


def hinted(asked: Asked, emit: Emit) -> PlayAnswer:
    """The steps of a solution by reasoning, each with a picture of what is known before it."""
    problem = asked.problem()
    try:
        found = steps(problem, asked.run(emit))
    except NotUnique as wrong:
        return {"text": NOT_UNIQUE[wrong.found.verdict].format("hint"), "exists": False}
    if not found:
        return {"text": "nothing is left to find"}
    known = [marking for clue in clues_of(problem.full, problem.givens) for marking in clue.markings]
    hints = []
    for step in found[:MOST_HINTS]:
        svg = ""
        if step.cells:
            mark = step.marks[0].mark if len(step.marks) == 1 else ""
            svg = marked_picture(
                given_scenes(problem.full.canvases, known), dict.fromkeys(step.cells, mark)
            ).svg()
        hints.append({"text": step.text, "name": step.name, "svg": svg})
        known += step.marks
    guesses = sum(step.technique is Technique.GUESSES for step in found)
    among = f", of which {plural(guesses, 'guess', 'guesses')}" if guesses else ""
    return {"text": f"{plural(len(found), 'step')}{among}", "hints": hints}


def generated(asked: Asked, emit: Emit) -> PlayAnswer:
    """A new puzzle with one solution, as an edit of the givens, or of the labels if these are the clues; of a
    ``level``, if one is asked for.
    """
    level = asked.data.get("level") or None
    if level is not None and level not in [each.value for each in Level]:
        raise BadQuestion("there is no such level")
    problem = asked.problem()
    is_of_labels = has_labels(problem)
    if is_of_labels:
        refuse_yaml(asked)
    wanted = Wanted(level=Level(level) if level else None, rated=True)
    try:
        make = generate_labels if is_of_labels else generate
        made = next(make(problem, randbelow(10**9), wanted=wanted, run=asked.run(emit)))
    except GaveUp as gave_up:
        text = f"{gave_up}" if gave_up.attempts else "there is no solution, so there is no puzzle"
        return {"text": text, "exists": False}
    rating = f", {made.rating}" if made.rating else ""
    clues = "new labels" if is_of_labels else plural(len(made.clues), "clue")
    # Labels are drawn anew on the one board that has any.
    [edit] = written_boards(made.problem) if is_of_labels else [with_drawing(asked, made.drawing)]
    text = f"a puzzle with {clues} and exactly one solution{rating}"
    return {"text": text, "edit": edit_data(asked, edit)}


LONGEST_SVG = 4_000_000
"""Characters of a picture that is made a PDF."""

PlayQuestion = Callable[[Asked, Emit], PlayAnswer]


def _check(asked: Asked, _emit: Emit) -> PlayAnswer:
    """What is shown of a text; if it is a link of this page or another, ``opens`` is its description."""
    text = asked.source.text
    start = len(text) - len(text.lstrip())
    if text[start:].startswith("http") and (packed := unpacked(text)):
        return {"opens": packed[0], "settings": packed[1]}
    try:
        linked = of_link(text.strip())
    except SpecError as wrong:
        spans = [each.labels[0].span for each in wrong.diagnostics]
        placed = [
            each.replaced(span=Span(asked.source, start + span.start, start + span.end))
            for each, span in zip(wrong.diagnostics, spans, strict=True)
        ]
        return {"diagnostics": diagnostics(asked, placed)}
    return {"opens": linked.text, "settings": {}} if linked else checked(asked)


def _clue(asked: Asked, _emit: Emit) -> PlayAnswer:
    """The edit of a click, or of a piece that is drawn: ``canvas``, ``cells`` and ``mark`` are its place."""
    mark = asked.data.get("mark")
    if not isinstance(mark, str):
        raise BadQuestion("`mark` is to be a text")
    return {"edit": edit_data(asked, with_clues(asked, *_places(asked), mark))}


def _fitting(asked: Asked, _emit: Emit) -> PlayAnswer:
    """Which of the ``marks`` can be given on all of the ``cells`` of a ``canvas`` together."""
    marks = asked.data.get("marks")
    if not isinstance(marks, list) or not all(isinstance(each, str) for each in marks):
        raise BadQuestion("`marks` are to be texts")
    return {"marks": fitting_marks(asked, *_places(asked), marks)}


def _places(asked: Asked) -> tuple[int, list[Cell]]:
    cells = asked.data.get("cells")
    if not isinstance(cells, list) or not all(map(_is_cell, cells)):
        raise BadQuestion("each of the `cells` is to be three numbers")
    return asked.number("canvas", 0, 10**6, 0), [(layer, row, column) for layer, row, column in cells]


def _is_cell(cell: object) -> bool:
    return isinstance(cell, list) and list(map(type, cell)) == [int] * 3


def _complete(asked: Asked, _emit: Emit) -> PlayAnswer:
    """What can stand at a place, ``at``."""
    place = asked.offset(asked.number("at", 0, 10**9, 0))
    found = completions(asked.draft, place)
    start = min((each.start for each in found), default=place)
    options = [{"label": each.text, "type": _kind(each.kind), "detail": each.detail} for each in found]
    return {"from": asked.place(start), "options": options}


def _kind(kind: ProposalKind) -> str:
    return kind.value if isinstance(kind, NameKind) else kind


def _format(asked: Asked, _emit: Emit) -> PlayAnswer:
    return {"text": formatted(asked.source)}


def _expect(asked: Asked, emit: Emit) -> PlayAnswer:
    """Tries all `expect` lines of the text, one by one."""
    problem, run = asked.problem(), asked.run(emit)
    lines: list[PlayAnswer] = []
    for number, expect in enumerate(problem.puzzle.expectations):
        emit({"progress": {"stage": "expect lines", "count": str(number), "done": None, "note": ""}})
        expectation = Expectation(asked.source, problem, expect)
        result = expectation.trial(run).result()
        lines.append(
            {"text": expectation.text, "holds": result.holds, "found": result.found, "line": expect.span.line}
        )
    return {**_verdict([each["holds"] for each in lines]), "expectations": lines}


def _verdict(holds: Sequence[bool | None]) -> PlayAnswer:
    """Of all lines together, in a sentence.

    >>> for holds in ([], [True], [True, True], [True, False], [None, False, False], [True, None]):
    ...     print(_verdict(holds)["text"])
    There is no `expect` line to check: one is `expect solutions = 1`, for a puzzle with exactly one solution
    The `expect` line is met
    All 2 `expect` lines are met
    1 of 2 `expect` lines is not met
    2 of 3 `expect` lines are not met
    1 of 2 `expect` lines could not be decided
    """
    total = len(holds)
    wrong, open_lines = holds.count(False), holds.count(None)
    if not total:
        example = "`expect solutions = 1`, for a puzzle with exactly one solution"
        return {"text": f"There is no `expect` line to check: one is {example}"}
    these = f"of {plural(total, '`expect` line')}"
    if wrong:
        return {"text": f"{wrong} {these} {'is' if wrong == 1 else 'are'} not met", "exists": False}
    if open_lines:
        return {"text": f"{open_lines} {these} could not be decided", "exists": False}
    return {"text": "The `expect` line is met" if total == 1 else f"All {total} `expect` lines are met"}


def _pdf(asked: Asked, _emit: Emit) -> PlayAnswer:
    """A picture that the page has, as PDF in base64. It reads no other file, whatever the picture names."""
    svg = asked.data.get("svg")
    if not isinstance(svg, str) or len(svg) > LONGEST_SVG:
        raise BadQuestion("`svg` is to be a picture")
    return {"pdf": b64encode(pdf(svg)).decode()}


def _pictures(asked: Asked, emit: Emit) -> PlayAnswer:
    """Those of the gallery with these ``names``: all at once if they were made when the package was, or one
    after the other.
    """
    names = asked.data.get("names")
    known = gallery.names()
    if not isinstance(names, list) or not all(each in known for each in names):
        raise BadQuestion("`names` are to be those of the gallery")
    if shipped := shipped_pictures():
        return {"pictures": {name: shipped.get(name, "") for name in names}}
    for name in names:
        emit({"pictures": {name: gallery_picture(name)}})
    return {"pictures": {}}


QUESTIONS: Mapping[str, PlayQuestion] = {
    "check": _check,
    "clue": _clue,
    "fitting": _fitting,
    "complete": _complete,
    "format": _format,
    "pdf": _pdf,
    "expect": _expect,
    "solve": first,
    "count": counted,
    "list": listed,
    "pictures": _pictures,
    "heat": heated,
    "starts": started,
    "tree": tree_drawn,
    "unique": unique_or_not,
    "why": reasoned,
    "rate": rated,
    "hints": hinted,
    "generate": generated,
    "task": task_tried,
}


def answer(question: str, data: Mapping[str, Any], file: str, emit: Emit, memory: int = MEMORY) -> PlayAnswer:
    """Answers a question in JSON. What is wrong with the text or with the question is an answer, too."""
    asked: Asked | None = None
    try:
        asked = Asked.of(data, file, memory)
        return asked.timed(QUESTIONS[question](asked, emit))
    except SpecError as wrong:
        assert asked
        return {"error": wrong.diagnostics[0].message, "diagnostics": diagnostics(asked, wrong.diagnostics)}
    except Unfinished as unfinished:
        return {"stopped": str(unfinished)}
    except (ExcoverError, ValueError) as wrong:
        return {"error": str(wrong)}
    except MemoryError:
        return {
            "error": "out of memory: this needs more than a search in the playground may use",
            "spent": True,
        }
    except RecursionError:
        return {"error": "this text is nested too deeply"}


def answer_json(question: str, data: str, emit: Callable[[str], object]) -> str:
    """An answer, and the news before it, as texts, which cross between languages as they are."""
    sys.set_int_max_str_digits(0)
    return json.dumps(answer(question, json.loads(data), "", lambda part: emit(json.dumps(part))))
