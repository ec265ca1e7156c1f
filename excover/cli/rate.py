"""`excover rate`: how hard a puzzle is."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from excover.authors.clues import NotUnique
from excover.authors.progress import Stopped
from excover.authors.rate import MOST_GUESSES, Rating, rate
from excover.cli.authors import tell_end, tell_not_unique
from excover.cli.inputs import takes_json, takes_problem
from excover.cli.patience import Patience, takes_patience
from excover.cli.session import Session
from excover.cli.status import Status
from excover.cli.streams import say, tell
from excover.words import plural

if TYPE_CHECKING:
    from excover.problem import Problem


@click.command("rate")
@takes_problem
@takes_patience
@takes_json("The level, the number, and what they come from, as one JSON object.")
def command(session: Session, problem: Problem, patience: Patience) -> int:
    """Tell how hard a puzzle with exactly one solution is: easy, medium, hard or evil, and a number.

    A puzzle is solved by forced moves, and by trying where nothing is forced. Easy and medium ones need
    forced moves only, easy ones have five or more of them at a time; hard ones need up to three guesses, evil
    ones more.
    """
    try:
        with patience.exercised():
            found = rate(problem, patience, patience.hear)
    except NotUnique as wrong:
        return tell_not_unique(session, wrong)
    except Stopped:
        tell_end(session, f"{patience.told} before anything was known")
        return patience.status
    if session.json:
        say(json.dumps(rating_data(found)))
    else:
        say(str(found))
        tell(_details(found))
    return Status.SOLVED


def rating_data(found: Rating) -> dict[str, Any]:
    walk = asdict(found.walk) if found.walk else None
    return {"level": found.level.value, "number": round(found.number, 2), "walk": walk}


def _details(found: Rating) -> str:
    walk = found.walk
    if walk is None:
        return f"more than {MOST_GUESSES:,} guesses"
    forced = f"{plural(walk.moves, 'forced move')} in {plural(walk.rounds, 'round')}"
    if not walk.guesses:
        return f"{forced}, no guess"
    branchings = plural(walk.branchings, "branching")
    tried = f"{branchings} with {plural(walk.guesses, 'guess', 'guesses')}"
    return f"{forced}; {tried}, {plural(walk.dead_ends, 'dead end')}, depth {walk.depth:,}"
