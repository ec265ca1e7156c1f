"""Solutions for the page: the first or best one, their number, and all of them as they are found."""

from __future__ import annotations

from time import perf_counter

from excover.apps.play.asked import Asked, PlayAnswer, Say
from excover.apps.play.drawn_solutions import DrawnSolutions
from excover.base.words import plural
from excover.language.syntax.ast import UpTo
from excover.problem.problem import Problem
from excover.search.run import Budget, Run
from excover.solutions.solutions import Unproved

MOST_LISTED = 100_000
"""The most solutions that a page shows."""

SAID_EVERY = 0.1
"""Seconds between two parts of a listing."""

THUMBNAIL_SECONDS = 5.0


def first(asked: Asked, say: Say) -> PlayAnswer:
    """A solution; of a description with a goal, a best one."""
    problem, run = asked.problem(), asked.run(say)
    said = ""
    if problem.puzzle.goal:
        try:
            solution = problem.best(run)
            said = "a best solution"
        except Unproved as unproved:
            solution, said = (
                unproved.solution,
                "the best solution so far; it is not proved that none is better",
            )
    else:
        solution = problem.solve(run)
        said = "a solution"
    if solution is None:
        return {"text": "no solution", "rows": [], "exists": False}
    drawn = DrawnSolutions(problem)
    row = drawn.row(solution)
    if not problem.matrix.items:
        said = "nothing has to be covered, so nothing is chosen"
    values = [f"{aim.name} {solution.value(aim.name):,}" for aim in problem.puzzle.aims]
    cost = "".join(f", {value}" for value in values)
    return {
        "text": said + cost,
        "exists": True,
        "rows": [row],
        "stage": drawn.stage(),
        "parts": drawn.new_parts(),
    }


def counted(asked: Asked, say: Say) -> PlayAnswer:
    """The number of solutions, as text, since it can have any number of digits."""
    problem, run = asked.problem(), asked.run(say)
    outcome = problem.tally(run, up_to=_up_to(asked))
    found = plural(outcome.count, "solution")
    return {
        "text": (found if outcome.exhausted else f"at least {found}")
        + _symmetry(asked, problem, run, "counted once"),
        "count": str(outcome.count),
        "exhausted": outcome.exhausted,
        "exists": outcome.count > 0,
    }


def listed(asked: Asked, say: Say) -> PlayAnswer:
    """Says solutions as they are found, up to ``most``."""
    most = asked.number("most", 1, MOST_LISTED, MOST_LISTED)
    problem = asked.problem()
    run = asked.run(say)
    solutions = problem.solutions(run.limited(most), up_to=_up_to(asked))
    drawn = DrawnSolutions(problem)
    rows: list[list[int]] = []
    said = 0.0
    for solution in solutions:
        rows.append(drawn.row(solution))
        if perf_counter() - said > SAID_EVERY:
            say({"rows": rows, "stage": drawn.stage(), "parts": drawn.new_parts()})
            rows, said = [], perf_counter()
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


def thumbnail(asked: Asked, _say: Say) -> PlayAnswer:
    """A small picture: of a solution, or if finding one takes long, of the boards."""
    problem = asked.problem()
    return {
        "svg": _solved_svg(problem) or problem.svg(),
        "title": problem.title,
    }


def _solved_svg(problem: Problem) -> str:
    found = next(problem.solutions(Run(Budget(solutions=1, seconds=THUMBNAIL_SECONDS))), None)
    return found.svg() if found else ""
