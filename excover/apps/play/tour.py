"""The tour: the steps of docs/tour.md, and whether the task of a step is done.

>>> step = steps()[1]
>>> step.title, step.task, step.expect
('2. Conditions', 'Ada does not shop either: `expect solutions = 1`', 'expect solutions = 1')
>>> judged(step, Asked.of({"text": step.example}), UNLIMITED)["text"]
'Not yet: your description has at least 2 solutions, and the task asks for 1'
>>> judged(step, Asked.of({"text": step.answer}), UNLIMITED)["text"]
'Done: 1 solution, as the task asks'

That the number is right proves little: a text about something else has it, too. So the options have to be
those of the answer, whatever they are called: the same items, in the same colors. Where the reader chooses
the names of the items, which the document states by a comment, the options are only counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from excover.apps.play.asked import LIMITS, Asked, Emit, PlayAnswer
from excover.authors.unique import Expectation, ExpectationResult
from excover.base.diagnostics import SpecError
from excover.base.names import ItemName, Value
from excover.base.source import Source
from excover.base.words import plural
from excover.language.source_files import read
from excover.language.syntax import ast
from excover.matrix.matrix import Matrix
from excover.problem.pipeline import compile_description
from excover.search.run import UNLIMITED, Run

__all__ = ["UNLIMITED", "Step", "judged", "steps", "task_tried", "tour_facts"]

OWN_NAMES = "<!-- The items have other names in other answers. -->"
"""In a step whose options are only counted."""

_STEP = re.compile(
    r"## (?P<title>[^\n]+)\n\n(?P<words>.+?)\n\n```excover\n(?P<example>.*?)```\n\n"
    r"\*\*Task\.\*\* (?P<task>.+?)\n\n.*?```excover\n(?P<answer>.*?)```\n",
    re.DOTALL,
)
_INLINE = re.compile(r"`(?P<code>[^`]+)`|\*(?P<term>[^*]+)\*|\[(?P<text>[^\]]+)\]\([^)]*\)")


class Step(NamedTuple):
    """``words`` and ``task`` are Markdown; ``expect`` is the line of the task."""

    title: str
    words: str
    example: str
    task: str
    expect: str
    answer: str
    has_own_names: bool


@cache
def steps() -> tuple[Step, ...]:
    """In their order."""
    return tuple(_steps(document()))


def document() -> str:
    """The text of docs/tour.md: inside the installed package, or in a checkout."""
    installed = Path(__file__).with_name("tour.md")
    path = installed if installed.is_file() else Path(__file__).parents[3] / "docs" / "tour.md"
    return path.read_text("utf-8")


def _steps(text: str) -> Iterator[Step]:
    for section in re.split(r"^(?=## )", text, flags=re.MULTILINE)[1:]:
        found = _STEP.match(section)
        assert found, section
        lines = re.findall(r"`(expect [^`]+)`", found["task"])
        yield Step(
            found["title"],
            found["words"],
            found["example"],
            found["task"],
            lines[-1],
            found["answer"],
            OWN_NAMES in section,
        )


def tour_facts() -> list[PlayAnswer]:
    """The steps as the page shows them: paragraphs are lists of pieces, each with its kind."""
    return [
        {
            "title": each.title,
            "words": [_pieces(paragraph) for paragraph in each.words.split("\n\n")],
            "example": each.example,
            "task": _pieces(each.task),
            "answer": each.answer,
        }
        for each in steps()
    ]


def _pieces(markdown: str) -> list[tuple[str, str]]:
    """Texts, code, and terms that are introduced.

    >>> _pieces("An *item* is `a`, see [b](b.md)")
    [('text', 'An '), ('term', 'item'), ('text', ' is '), ('code', 'a'), ('text', ', see '), ('text', 'b')]
    """
    line, pieces, end = " ".join(markdown.split("\n")), list[tuple[str, str]](), 0
    for found in _INLINE.finditer(line):
        assert found.lastgroup
        pieces += [("text", line[end : found.start()]), (found.lastgroup, found[found.lastgroup])]
        end = found.end()
    return [piece for piece in (*pieces, ("text", line[end:])) if piece[1]]


def task_tried(asked: Asked, emit: Emit) -> PlayAnswer:
    """Whether the task of the ``step`` is done, in words."""
    step = steps()[asked.number("step", 1, len(steps()), 0) - 1]
    return judged(step, asked, asked.run(emit))


def judged(step: Step, asked: Asked, run: Run) -> PlayAnswer:
    """Parameters have the values of the text, as for `excover check`."""
    problem = Asked(asked.source.text, {}, asked.source.path, asked.data, asked.memory).problem()
    (expect,) = read(Source("task", step.expect + "\n")).statements
    assert isinstance(expect, ast.Expect)
    try:
        result = Expectation(asked.source, problem, expect).trial(run).result()
    except (ValueError, SpecError) as wrong:  # such as the cost of a text without one
        return _open(f"`{step.expect}` cannot be asked of your description: {wrong}")
    found = _found(expect, result)
    if result.holds is None:
        return {"stopped": f"stopped, with {found}"}
    if not result.holds:
        return _open(f"your description has {found}, and the task asks for {result.wanted}")
    answer = compile_description(Source("answer", step.answer), {}, limits=LIMITS).full.matrix
    if other := _difference(problem.full.matrix, answer, step.has_own_names):
        return _open(f"{found}, as the task asks, but {other}")
    return {"text": f"Done: {found}, as the task asks", "done": True, "exists": True}


def _open(why: str) -> PlayAnswer:
    return {"text": f"Not yet: {why}", "done": False, "exists": False}


def _found(expect: ast.Expect, result: ExpectationResult) -> str:
    if expect.subject != "solutions":
        return f"the {expect.subject} {result.found}"
    number = result.found.replace(",", "")
    many = plural(int(number), "solution") if number.isdigit() else f"{result.found} solutions"
    return f"{many} up to {expect.up_to}" if expect.up_to else many


def _difference(own: Matrix, answer: Matrix, has_own_names: bool) -> str:
    """How the options of two matrices differ, in words; empty if they do not."""
    have, want = len(own.own_options()), len(answer.own_options())
    if have != want:
        return f"it has {plural(have, 'option')}, and what the task describes has {want:,}"
    if has_own_names:
        return ""
    wanted = {covered for _, covered in _covers(answer)}
    other = next((option for option, covered in _covers(own) if covered not in wanted), None)
    return "" if other is None else f"`{own.options[other]}` is no option of what the task describes"


def _covers(matrix: Matrix) -> Iterator[tuple[int, frozenset[tuple[ItemName, Value | None]]]]:
    """Each option, and what it covers in which color."""
    for option in matrix.own_options():
        entries = matrix.option_entries(option)
        yield (
            option,
            frozenset(
                (matrix.items[item], matrix.palette[color - 1] if color else None) for item, color in entries
            ),
        )
