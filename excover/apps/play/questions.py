"""Everything that the page can ask: functions from what it sends to what it shows, both JSON.

>>> said = []
>>> text = "board b 2x2\\nshapes d\\n  |AA\\nplace free d on b each 2 times\\n"
>>> answer("count", {"text": text}, "", said.append)  # doctest: +ELLIPSIS
{'text': '2 solutions', 'count': '2', 'exhausted': True, 'exists': True, 'seconds': ...}
>>> answer("solve", {"text": "board b 2"}, "", said.append)["diagnostics"][0]["line"]
1

An answer with ``error`` has no other; one with ``stopped`` tells how far the search came. With
``spent``, there was not enough memory, and the process may not go on.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from excover.apps.editing.name_table import NameKind
from excover.apps.editing.proposals import ProposalKind, completions
from excover.apps.play.asked import MEMORY, Asked, BadQuestion, PlayAnswer, Say
from excover.apps.play.checked import checked, diagnostics, edit_data
from excover.apps.play.clue_edits import fitting_marks, with_clues
from excover.apps.play.drawn_reasons import reasoned
from excover.apps.play.listings import counted, first, listed, thumbnail
from excover.apps.play.studies import generated, heated, rated, started, told_unique, tree_drawn
from excover.apps.play.tour import task_tried
from excover.authors.expectation import Expectation
from excover.base.diagnostics import SpecError
from excover.base.errors import ExcoverError
from excover.base.words import plural
from excover.language.syntax.format import formatted
from excover.lattices import Cell
from excover.render.export import pdf
from excover.search.outcome import Unfinished

LONGEST_SVG = 4_000_000
"""Characters of a picture that is made a PDF."""

PlayQuestion = Callable[[Asked, Say], PlayAnswer]


def _check(asked: Asked, _say: Say) -> PlayAnswer:
    return checked(asked)


def _clue(asked: Asked, _say: Say) -> PlayAnswer:
    """The edit of a click, or of a piece that is drawn: ``canvas``, ``cells`` and ``mark`` say on what."""
    mark = asked.data.get("mark")
    if not isinstance(mark, str):
        raise BadQuestion("`mark` is to be a text")
    return {"edit": edit_data(asked, with_clues(asked, *_places(asked), mark))}


def _fitting(asked: Asked, _say: Say) -> PlayAnswer:
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


def _complete(asked: Asked, _say: Say) -> PlayAnswer:
    """What can stand at a place, ``at``."""
    place = asked.offset(asked.number("at", 0, 10**9, 0))
    found = completions(asked.draft, place)
    start = min((each.start for each in found), default=place)
    options = [{"label": each.text, "type": _kind(each.kind), "detail": each.detail} for each in found]
    return {"from": asked.place(start), "options": options}


def _kind(kind: ProposalKind) -> str:
    return kind.value if isinstance(kind, NameKind) else kind


def _format(asked: Asked, _say: Say) -> PlayAnswer:
    return {"text": formatted(asked.source)}


def _expect(asked: Asked, say: Say) -> PlayAnswer:
    """Tries all `expect` lines of the text, one by one."""
    problem, run = asked.problem(), asked.run(say)
    lines: list[PlayAnswer] = []
    for number, expect in enumerate(problem.puzzle.expectations):
        say({"progress": {"stage": "expect lines", "count": str(number), "done": None, "note": ""}})
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


def _pdf(asked: Asked, _say: Say) -> PlayAnswer:
    """A picture that the page has, as PDF in base64. It reads no other file, whatever the picture names."""
    svg = asked.data.get("svg")
    if not isinstance(svg, str) or len(svg) > LONGEST_SVG:
        raise BadQuestion("`svg` is to be a picture")
    return {"pdf": b64encode(pdf(svg)).decode()}


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
    "thumbnail": thumbnail,
    "heat": heated,
    "starts": started,
    "tree": tree_drawn,
    "unique": told_unique,
    "why": reasoned,
    "rate": rated,
    "generate": generated,
    "task": task_tried,
}


def answer(question: str, data: Mapping[str, Any], file: str, say: Say, memory: int = MEMORY) -> PlayAnswer:
    """Answers a question in JSON. What is wrong with the text or with the question is an answer, too."""
    asked: Asked | None = None
    try:
        asked = Asked.of(data, file, memory)
        return asked.timed(QUESTIONS[question](asked, say))
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
