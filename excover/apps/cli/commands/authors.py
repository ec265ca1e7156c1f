"""`excover unique`, `why`, `rate`, `clues`: what the author of a puzzle asks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, assert_never

import click

from excover.apps.cli.analysis import Deadline, note_end, takes_deadline, takes_unique_puzzle
from excover.apps.cli.files import SpecOptions
from excover.apps.cli.parameters import (
    option,
    takes_effort,
    takes_json,
    takes_problem,
    takes_spec,
    takes_stats,
    takes_strategy,
)
from excover.apps.cli.process import ExitStatus, note, print_data, print_text, printable
from excover.apps.cli.report import REASONS, Clock, statistics
from excover.apps.cli.session import Session, current_session
from excover.authors.clues import Clue, Clues, clues, clues_drawing, minimal_clues
from excover.authors.label_drawings import has_labels
from excover.authors.rate import MOST_GUESSES, Rating, Technique, Walk, rate
from excover.authors.steps import SolvingStep, steps
from excover.authors.unique import Uniqueness, Verdict, emptied, unique
from excover.authors.why import Why, why
from excover.base.words import blank_between, plural
from excover.problem.problem import Problem
from excover.search import outcome
from excover.search.outcome import Unfinished
from excover.search.run import Budget
from excover.search.strategy import Strategy

if TYPE_CHECKING:
    from excover.base.json.objects import SubsetData
    from excover.base.json.outputs import CluesData, UniqueData, WhyData

VERDICTS = {
    Verdict.UNIQUE: "exactly one solution",
    Verdict.NONE: "no solution",
    Verdict.SEVERAL: "at least two solutions: one, and the cells where another differs",
}


@click.command("unique")
@takes_problem
@takes_effort
@takes_strategy
@takes_stats
@takes_json("Write the verdict (unique, none, several, unknown) and solutions as one JSON object.")
def unique_command(
    session: Session, problem: Problem, budget: Budget, strategy: Strategy, stats: bool
) -> int:
    """Check whether there is exactly one solution, and draw it.

    If there are several, one is drawn, and of another one only the cells where it differs, with `-` where it
    is empty (another sign if a mark has that one). The exit status is 0 for exactly one solution, 1 for none
    or several.
    """
    clock = Clock(session.began)
    with session.stop.requested_only():
        found = unique(problem, session.run(budget, strategy))
    outcome = found.outcome
    if session.json:
        print_data(_as_data(found))
    else:
        if found.solutions:
            print_text(printable("\n\n".join(filter(None, [str(found.solutions[0]), found.difference]))))
        seconds = clock.elapsed(outcome)
        stopped = f"{REASONS[outcome.stopped_by]} after {seconds}"
        unknown = f"{stopped}, before it was known whether there is exactly one solution"
        claimed = f"; {outcome.claimed_by} reports so (not verified)" if outcome.claimed_by else ""
        empty = emptied(*found.solutions) if found.verdict is Verdict.SEVERAL else ""
        legend = f", `{empty}` where it is empty" if empty else ""
        known = f"{VERDICTS.get(found.verdict)}{legend}{claimed} ({seconds})"
        note(known if found.verdict in VERDICTS else unknown)
        if stats:
            note(statistics(outcome, full=True))
    verdict = found.verdict
    match verdict:
        case Verdict.UNIQUE:
            return ExitStatus.SOLVED
        case Verdict.UNKNOWN:
            return session.stop.status or ExitStatus.STOPPED
        case Verdict.SEVERAL | Verdict.NONE:
            return ExitStatus.NO_SOLUTION
        case _:
            assert_never(verdict)


def _as_data(found: Uniqueness) -> UniqueData:
    return {
        "verdict": found.verdict.value,
        "solutions": [solution.as_data() for solution in found.solutions],
        "difference": found.difference.splitlines(),
        "outcome": found.outcome.as_data(),
    }


# `excover why`: why there is no solution: the givens that conflict, drawn, and a reason in words.


@click.command("why")
@takes_spec
@takes_deadline
@takes_json("Write the conflicting givens and the reason as one JSON object.")
def why_command(described: SpecOptions, deadline: Deadline) -> int:
    """Explain why there is no solution.

    The command draws givens that conflict, as few as possible, and gives a reason: an item that no option
    covers, items that compete, areas, colorings, or items that cannot all be covered. The exit status is 1 if
    there is no solution, 0 if there is one.
    """
    session = current_session()
    problem = described.problem(with_given=False)
    session.show(problem.warnings)
    with deadline.working():
        found = why(problem, described.drawing(), deadline.run)
    if session.json:
        print_data(_reason_data(found))
    else:
        _show_reason(found, deadline)
    match found.status:
        case outcome.Status.SOLVED:
            return ExitStatus.SOLVED
        case outcome.Status.NONE:
            return session.stop.status or ExitStatus.NO_SOLUTION
        case _:
            return deadline.status


def _show_reason(found: Why, deadline: Deadline) -> None:
    if found.solution is not None:
        print_text(printable(str(found.solution)))
        note("there is a solution")
        return
    if found.extent is None:
        note(f"{deadline.reason} before it was known whether there is a solution")
        return
    if found.reason is None:
        note(f"{deadline.reason} before a reason was found")
    print_text(printable(str(found)))


def _reason_data(found: Why) -> WhyData:
    return {
        "status": found.status.value,
        "clues": list(map(str, found.clues)),
        "extent": found.extent and found.extent.value,
        "drawing": found.drawing.splitlines(),
        "reason": None if found.reason is None else found.reason.as_data(),
        "solution": None if found.solution is None else found.solution.as_data(),
    }


# `excover rate`: how hard a puzzle is.


@click.command("rate")
@takes_unique_puzzle
@option("--steps", "Also list the steps of a solution by reasoning.", name="has_steps")
@option("--given-lines FILE", "Rate a puzzle per line of clues; print a line for each.")
@takes_json("Write the level, the number, and the techniques used as one JSON object.")
def rate_command(
    session: Session, problem: Problem, deadline: Deadline, has_steps: bool, given_lines: str | None
) -> int:
    """Rate how hard a puzzle with exactly one solution is: easy, medium, hard or evil, and a number.

    The rating depends on the simplest technique that solves the puzzle: forced moves, locked options, pairs,
    triples, wings, chains, trial, guesses. The digits before the decimal point are the rank of the technique.
    Adding a correct clue never raises the rating. --steps lists one deduction after the other, the easiest
    that is left, with the name that people have for it, and its cells.
    """
    if given_lines is not None:
        from excover.apps.cli.given_lines import rate_lines

        return rate_lines(session, problem, given_lines, deadline)
    with deadline.working():
        found = rate(problem, deadline.run)
        if not session.json:
            print_text(str(found))
        listed = steps(problem, deadline.run) if has_steps else None
    if session.json:
        data = found.as_data()
        if listed is not None:
            data["steps"] = [each.as_data() for each in listed]
        print_data(data)
        return ExitStatus.SOLVED
    if listed is not None:
        _show_steps(listed)
    note(_details(found))
    return ExitStatus.SOLVED


def _show_steps(listed: Sequence[SolvingStep]) -> None:
    width = len(str(len(listed)))
    for number, step in enumerate(listed, 1):
        print_text(printable(f"{number:{width}}  {step}"))


def _details(found: Rating) -> str:
    """The techniques used, in the order of their rank."""
    climb, walk = found.climb, found.walk
    used = [(each, climb.rounds[each]) for each in Technique.deductions() if each in climb.rounds]
    parts = [f"{technique.value} in {plural(rounds, 'round')}" for technique, rounds in used]
    if not climb.is_solved:
        parts.append(_guesses(walk) if walk else f"more than {MOST_GUESSES:,} guesses")
    return "; ".join(parts) or "nothing is left to find"


def _guesses(walk: Walk) -> str:
    tried = plural(walk.guesses, "guess", "guesses")
    return f"{tried}, {plural(walk.dead_ends, 'dead end')}, depth {walk.depth:,}"


# `excover clues`: the needless givens, and a minimal subset that still leaves one solution.

DEFAULT_LIMIT = 100


@click.command("clues")
@takes_unique_puzzle
@option("--all", "Draw every minimal subset, as it is found.", name="every")
@option("--limit N", "With --all: draw at most N subsets (default: 100).", click.IntRange(min=1))
@takes_json("Write `needless`, `needed` and `enough` as one JSON object; with --all, an object per line.")
def clues_command(
    session: Session, problem: Problem, deadline: Deadline, every: bool, limit: int | None
) -> int:
    """Find the givens that a puzzle does not need, and draw a minimal subset of the givens. Where nothing is
    given, labels of the board are the clues.

    The puzzle must have exactly one solution. A minimal subset has the same one solution, and leaving out any
    given of the subset allows others. --all draws every minimal subset, up to --limit.
    """
    if limit is not None and not every:
        raise click.UsageError("--limit needs --all")
    with deadline.working():
        if every:
            return _show_every(session, problem, deadline, limit or DEFAULT_LIMIT)
        found = clues(problem, deadline.run)
    if session.json:
        print_data(_clues_data(problem, found))
    else:
        _show_needless(problem, found, deadline)
    return ExitStatus.SOLVED if found.finished else deadline.status


def _show_needless(problem: Problem, found: Clues, deadline: Deadline) -> None:
    print_text(printable(found.drawing) if found.drawing else _drawn(problem, found.enough))
    of_labels = has_labels(problem) and not problem.givens.states_something
    noun = "clue" if of_labels else "given"
    number = f"{len(found.needless):,} of {plural(len(found.given), noun)}"
    if not found.finished:
        note(f"{deadline.reason}: fewer may be enough")
    elif of_labels and not found.given:
        note("no label is a clue: without any of them, something else is to be decided")
        return
    elif not found.enough:
        note(f"there is only one solution even without {noun}s")
        return
    elif not found.needless:
        note(f"none of the {plural(len(found.given), noun)} is needless")
        return
    if found.needless:
        names = ", ".join(map(str, found.needless))
        note(printable(f"{number} can each be left out if the others stay: {names}"))
    enough = "and none of them can be left out" if found.finished else "but some of them may be needless"
    note(f"the {len(found.enough):,} {noun}s drawn are enough, {enough}")


def _show_every(session: Session, problem: Problem, deadline: Deadline, limit: int) -> int:
    number = 0
    try:
        for number, subset in enumerate(islice(minimal_clues(problem, deadline.run), limit), 1):
            deadline.line.clear()
            if session.json:
                print_data({"number": number, **_subset(problem, subset)})
            else:
                drawn = _drawn(problem, subset)
                print_text(blank_between(drawn) * (number > 1) + drawn)
    except Unfinished:
        note_end(session, f"{deadline.reason} after {plural(number, 'minimal subset')}")
        return deadline.status
    if not session.json:
        found = plural(number, "minimal subset")
        note(f"{found}: stopped by --limit {limit:,}" if number == limit else f"{found}, and no others")
    return ExitStatus.SOLVED


def _drawn(problem: Problem, subset: Iterable[Clue]) -> str:
    return printable(clues_drawing(subset, problem.full) or ", ".join(map(str, subset)) or "no given")


def _clues_data(problem: Problem, found: Clues) -> CluesData:
    return {
        "needed": list(map(str, found.needed)),
        "needless": list(map(str, found.needless)),
        "enough": {"clues": list(map(str, found.enough)), "drawing": found.drawing.splitlines()},
        "finished": found.finished,
        "solution": found.solution.as_data(),
    }


def _subset(problem: Problem, subset: Sequence[Clue]) -> SubsetData:
    return {"clues": list(map(str, subset)), "drawing": clues_drawing(subset, problem.full).splitlines()}
