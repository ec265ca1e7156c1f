"""What templates write is what is written solution by solution, byte for byte."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from slow_values import PUZZLES

import excover
from excover.base.words import blank_between, printable
from excover.matrix.compiled import Compiled
from excover.problem.problem import Problem
from excover.render.views import page, solution_picture
from excover.search.outcome import Unfinished
from excover.search.run import Run
from excover.search.search import Cover, CoverBatch, Search
from excover.solutions.decode import Decoder, JsonLines, Solution
from excover.solutions.solution_texts import SolutionTable, SolutionTexts, csv_texts, json_texts, plain_texts

MOST = 40


def plainly(_compiled: Compiled, solutions: list[Solution]) -> Iterator[str]:
    for number, solution in enumerate(solutions, 1):
        drawn = printable(str(solution))
        yield blank_between(drawn) * (number > 1) + drawn + "\n"


def as_json(_compiled: Compiled, solutions: list[Solution]) -> Iterator[str]:
    lines = JsonLines()
    return (lines.line(solution, number=k) + "\n" for k, solution in enumerate(solutions, 1))


def as_csv(compiled: Compiled, solutions: list[Solution]) -> Iterator[str]:
    table = SolutionTable(compiled.matrix.options)
    return ("\n".join(table.rows(k, each.numbers)) + "\n" for k, each in enumerate(solutions, 1))


FORMS: list[tuple[Callable[[Compiled], SolutionTexts], Callable[..., Iterator[str]]]] = [
    (plain_texts, plainly),
    (json_texts, as_json),
    (csv_texts, as_csv),
]


def covers_of(problem: Problem) -> list[Cover]:
    """A few solutions: in the order of the listing, or only the first one."""
    few = Run.within(solutions=MOST, nodes=20_000)
    return list(Search(problem.matrix, few)) or list(
        Search(problem.matrix, Run.within(solutions=1, seconds=5))
    )


def batches(covers: list[Cover]) -> Iterator[CoverBatch]:
    start, size = 0, 1
    while start < len(covers):
        batch = CoverBatch()
        batch.extend(covers[start : start + size])
        yield batch
        start, size = start + size, 2 * size


def compare(problem: Problem) -> int:
    """Compares all forms; the number of solutions."""
    compiled, covers = problem.compiled, covers_of(problem)
    solutions = list(map(Decoder(compiled), covers))
    for made, expected in FORMS:
        texts = made(compiled)
        written = b"".join(map(texts.written, batches(covers))).decode()
        assert written == "".join(expected(compiled, solutions)), made.__name__
    for solution in solutions:
        if any(solution.markings):
            assert page([solution.picture("layers")]).svg() == page([solution_picture(solution)]).svg()
    return len(covers)


@pytest.mark.parametrize("name", PUZZLES)
def test_gallery(name: str) -> None:
    try:
        compare(excover.load(name))
    except Unfinished:
        pytest.skip("no solution soon")


TEXTS = {
    "names": "item a, b  option x(k in 1..2, t in {'é', 'a\\b'}) covers a  option y() covers b".replace(
        "'", '"'
    ),
    "hidden": "item a  item b at most once  option x() covers a  optional option y(k in 1..2) covers b",
    "costs": """
        item a, b
        option x(k in 1..3) covers a cost k - 2
        option y(k in 1..3) covers b cost 10 * k
    """,
    "units": """
        item a, b
        item weight at most 9 units
        item tons in units
        option x(k in 1..3) covers a, weight by 2 * k, tons by k
        option y(k in 1..3) covers b, weight by k
    """,
    "shared places": """
        item a, b
        option x(k in 1..2) covers a
        option y(k in 1..3) covers b
        draw x(k) at (1, k) as "A"
        draw y(k) at (1, k) as "B"
    """,
    "same mark twice": """
        item a, b
        option x(k in 1..2) covers a
        option y(k in 1..3) covers b
        draw x(k) at (1, k) as "A"
        draw y(k) at (1, k) as "A"
    """,
    "wide marks": """
        item a, b, c
        option x(t in {"日本", "é", "q\\", "<&>"}) covers a
        option y(t in {"日本", "1"}) covers b
        option z() covers c
        draw x(t) at (1, 2) as t
        draw y(t) at (2, 3) as t
        draw z() at (3, 1) as "long"
    """,
    "spaces of other scripts": """
        item a
        option x(t in {"\u2028", "\u3000", "\u00ad"}) covers a
        draw x(t) at (1, 1) as t
    """,
    "nothing drawn": """
        item a
        option x() covers a
        option y() covers a
        draw x() at (2, 2)
    """,
    "holes": """
        board b
          |#..##
          |###..
        shapes s
          |II JJ
        place free s on b
    """,
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_descriptions(text: str) -> None:
    assert compare(excover.parse(text))


TWO_BOARDS = """
board a 1x2, may stay empty
board b 2x2
shapes x
  |A
shapes y
  |BB CC
place free x on a
place free y on b
"""


@pytest.mark.parametrize(("ask", "number"), [("solve two.xc --all", 8), ("sample two.xc -n 3 --seed 1", 3)])
def test_solutions_with_several_drawings_can_be_taken_apart(ask: str, number: int, run: Any) -> None:
    """Two empty lines stand between them, and each is read back as givens that leave it alone."""
    problem = excover.parse(TWO_BOARDS)
    drawn = run(ask, two=TWO_BOARDS).out.rstrip("\n").split("\n\n\n")
    assert len(drawn) == number
    assert all(problem.given(each).count() == 1 for each in drawn)


def test_empty_solution() -> None:
    assert compare(excover.parse("item a at most once  optional option x() covers a")) == 2
