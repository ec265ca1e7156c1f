"""`excover rate`: how hard a puzzle is."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from excover.analysis.clues import NotUnique
from excover.analysis.ladder import Technique
from excover.analysis.rate import MOST_GUESSES, Rating, rate
from excover.analysis.walk import Walk
from excover.cli.analysis import tell_end, tell_not_unique
from excover.cli.deadline import Deadline, takes_deadline
from excover.cli.options import takes_json, takes_problem
from excover.cli.session import Session
from excover.cli.status import ExitStatus
from excover.cli.streams import say, tell
from excover.solve.outcome import Unfinished
from excover.words import plural

if TYPE_CHECKING:
    from excover.problem import Problem


UP_TO_TRIAL = [technique for technique in Technique if technique is not Technique.GUESSES]


@click.command("rate")
@takes_problem
@takes_deadline
@takes_json("The level, the number, and what they come from, as one JSON object.")
def command(session: Session, problem: Problem, deadline: Deadline) -> int:
    """Report how hard a puzzle with exactly one solution is: easy, medium, hard or evil, and a number.

    The puzzle is solved with the least technique that is enough: forced moves, locked options, pairs,
    triples, wings, chains, trial, guesses. The number has its rank before the point. Adding a right clue
    never raises it.
    """
    try:
        with deadline.working():
            found = rate(problem, deadline.run)
    except NotUnique as wrong:
        return tell_not_unique(session, wrong)
    except Unfinished:
        tell_end(session, f"{deadline.told} before anything was known")
        return deadline.status
    if session.json:
        say(json.dumps(rating_data(found)))
    else:
        say(str(found))
        tell(_details(found))
    return ExitStatus.SOLVED


def rating_data(found: Rating) -> dict[str, Any]:
    climb = found.climb
    return {
        "level": found.level.value,
        "number": round(found.number, 2),
        "technique": found.technique.value,
        "rounds": {technique.value: climb.rounds.get(technique, 0) for technique in UP_TO_TRIAL},
        "walk": asdict(found.walk) if found.walk else None,
    }


def _details(found: Rating) -> str:
    """What was used, in the order of the rungs."""
    climb, walk = found.climb, found.walk
    used = [(each, climb.rounds[each]) for each in UP_TO_TRIAL if each in climb.rounds]
    told = [f"{technique.value} in {plural(rounds, 'round')}" for technique, rounds in used]
    if not climb.is_solved:
        told.append(_guesses(walk) if walk else f"more than {MOST_GUESSES:,} guesses")
    return "; ".join(told) or "nothing is left to find"


def _guesses(walk: Walk) -> str:
    tried = plural(walk.guesses, "guess", "guesses")
    return f"{tried}, {plural(walk.dead_ends, 'dead end')}, depth {walk.depth:,}"
