"""`excover heatmap`: where each piece lies, over all solutions."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

import click

from excover.cli.deadline import Deadline
from excover.cli.options import takes_json
from excover.cli.picture_files import Sheet, takes_sheet
from excover.cli.session import Session
from excover.cli.solution_sets import solution_set_data, takes_solution_set, tell_none
from excover.cli.status import ExitStatus
from excover.cli.streams import say, tell
from excover.words import plural

if TYPE_CHECKING:
    from excover.cli.solution_sets import Build
    from excover.problem import Problem

WIDE = 80
"""Columns of tables that are not shown on a terminal."""


@click.command("heatmap")
@takes_sheet("Draw a board for each piece.")
@takes_solution_set
@takes_json("Everything as one JSON object, in numbers of solutions.")
def command(session: Session, problem: Problem, deadline: Deadline, build: Build, sheet: Sheet) -> int:
    """Tell for each piece, or mark, where it lies over all solutions: in how many percent, cell by cell.

    `.` is never, `<1` less than half a percent, `>99` nearly always, `100` always. A sheet has a board for
    each piece, darker where it lies more often.
    """
    from excover.solution_set.heat import require_drawing
    from excover.solution_set.heat_picture import heat_picture

    require_drawing(problem.compiled)
    solution_set = build()
    if not solution_set and not session.json:
        return tell_none(session, solution_set, deadline)
    heat = solution_set.heat()
    if sheet and solution_set:
        what = f"percent of {plural(solution_set.count, 'solution')}"
        sheet.write(heat_picture(heat), heat.title, what, solutions=solution_set.count)
    if session.json:
        say(json.dumps({**solution_set_data(solution_set, deadline), **heat.as_data()}))
    else:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE
        say("\n\n".join(_beside(heat.tables(), width)))
        tell(f"percent of {plural(solution_set.count, 'solution')}")
    return ExitStatus.SOLVED if solution_set else ExitStatus.NO_SOLUTION


def _beside(blocks: Sequence[str], width: int) -> list[str]:
    """Blocks of lines in rows, as many beside each other as fit."""
    lines = [block.split("\n") for block in blocks]
    widest = max(len(line) for block in lines for line in block) + 3
    across = max(1, (width + 3) // widest)
    rows = (lines[k : k + across] for k in range(0, len(lines), across))
    return ["\n".join(_joined(each, widest) for each in zip_longest(*row, fillvalue="")) for row in rows]


def _joined(parts: Sequence[str], widest: int) -> str:
    return "".join(part.ljust(widest) for part in parts).rstrip()
