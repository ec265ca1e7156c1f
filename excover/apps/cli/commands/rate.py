"""`excover rate`: how hard a puzzle is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from excover.apps.cli.analysis import takes_unique_puzzle
from excover.apps.cli.deadline import Deadline
from excover.apps.cli.parameters import takes_json
from excover.apps.cli.session import Session
from excover.apps.cli.streams import ExitStatus, note, print_data, print_text
from excover.authors.difficulty_levels import Technique
from excover.authors.rate import MOST_GUESSES, Rating, Walk, rate
from excover.base.words import plural

if TYPE_CHECKING:
    from excover.problem.problem import Problem


@click.command("rate")
@takes_unique_puzzle
@takes_json("Write the level, the number, and the techniques used as one JSON object.")
def command(session: Session, problem: Problem, deadline: Deadline) -> int:
    """Rate how hard a puzzle with exactly one solution is: easy, medium, hard or evil, and a number.

    The rating depends on the simplest technique that solves the puzzle: forced moves, locked options, pairs,
    triples, wings, chains, trial, guesses. The digits before the decimal point are the rank of the technique.
    Adding a correct clue never raises the rating.
    """
    with deadline.working():
        found = rate(problem, deadline.run)
    if session.json:
        print_data(found.as_data())
    else:
        print_text(str(found))
        note(_details(found))
    return ExitStatus.SOLVED


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
