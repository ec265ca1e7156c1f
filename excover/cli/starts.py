"""`excover starts`: which few pieces leave exactly one way to go on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from excover.cli.inputs import takes_json, takes_up_to_symmetry
from excover.cli.progress import Line
from excover.cli.session import Session
from excover.cli.status import Status
from excover.cli.streams import flush, printable, tell, write
from excover.cli.surveys import takes_survey, tell_none
from excover.puzzle.puzzle import Placing
from excover.words import plural

if TYPE_CHECKING:
    from excover.survey.solutions import Survey
    from excover.survey.starts import Start, Starts

SHOWN = 3


@click.command("starts")
@takes_survey
@click.option("--pieces", type=click.IntRange(min=1), required=True, metavar="K", help="So many pieces.")
@click.option("--all", "every", is_flag=True, help=f"Show all of them, not only {SHOWN}.")
@click.option(
    "--most", type=click.IntRange(min=0), default=1, metavar="N", help="Show N, not 1, of the others."
)
@takes_up_to_symmetry
@takes_json("A JSON object a line for each start, and one for their numbers on standard error.")
def command(
    session: Session, survey: Survey, pieces: int, every: bool, most: int, up_to_symmetry: bool
) -> int:
    """Find the starts of K pieces that have exactly one completion, and one with most completions.

    A start is a set of K options that belong to one solution: pieces where they lie, or digits in cells.
    All are counted. The exit status is 0 if any has exactly one completion, 1 if none has.
    """
    if not survey:
        return tell_none(session, survey.problem)

    def stop() -> bool:
        flush()
        line.show(f"{starts.done:.0%} of all starts")
        return session.stop()

    with session.stop.requested_only(), Line(session) as line:
        starts = survey.starts(
            pieces, up_to_symmetry=up_to_symmetry, keep=None if every else SHOWN, most=most, stop=stop
        )
        for start in starts:
            line.clear()
            _show(session, start)
    for start in starts.most:
        if start.completions > 1:  # the others were shown
            _show(session, start)
    _tell(session, starts, _noun(survey, pieces), up_to_symmetry)
    if not starts.exhausted:
        return session.stop.status
    return Status.SOLVED if starts.unique else Status.NO_SOLUTION


def _show(session: Session, start: Start) -> None:
    if session.json:
        write(json.dumps(start.as_data()))
        return
    words = ", ".join(map(str, start.placed.options))
    lines = [plural(start.completions, "completion"), start.placed.drawing, words]
    write(printable("\n".join(filter(None, lines))) + "\n")


def _noun(survey: Survey, pieces: int) -> str:
    placed = all(isinstance(source, Placing) for source in survey.problem.puzzle.sources)
    return plural(pieces, "piece" if placed else "option")


def _tell(session: Session, starts: Starts, pieces: str, up_to_symmetry: bool) -> None:
    if session.json:
        numbers = {"count": starts.count, "unique": starts.unique, "exhausted": starts.exhausted}
        session.tell_data({"starts": numbers})
        return
    alike = " up to symmetry" if up_to_symmetry else ""
    said = f"{starts.unique:,} of {plural(starts.count, 'start')} of {pieces}{alike}"
    if starts.exhausted:
        tell(f"{said} {'has' if starts.unique == 1 else 'have'} exactly one completion")
    else:
        tell(f"interrupted: of those seen so far, {said} have exactly one completion")
