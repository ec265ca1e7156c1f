"""What the commands for authors share."""

from __future__ import annotations

import json

from excover.analysis.clues import NotUnique
from excover.analysis.unique import Verdict
from excover.cli.session import Session
from excover.cli.status import ExitStatus
from excover.cli.streams import say, tell

NOT_UNIQUE = {
    Verdict.SEVERAL: "at least two solutions; `excover unique` shows where they differ",
    Verdict.NONE: "no solution; `excover why` tells why",
}


def tell_not_unique(session: Session, wrong: NotUnique) -> int:
    """A puzzle with exactly one solution was needed."""
    verdict = wrong.found.verdict
    if session.json:
        say(json.dumps({"verdict": verdict.value}))
    else:
        tell(NOT_UNIQUE[verdict])
    return ExitStatus.NO_SOLUTION


def tell_end(session: Session, text: str) -> None:
    """Why there is no answer, or no further one."""
    if session.json:
        session.tell_data({"end": text})
    else:
        tell(text)
