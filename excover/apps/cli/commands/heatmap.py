"""`excover heatmap`: where each piece lies, over all solutions."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

import click

from excover.apps.cli.deadline import Deadline
from excover.apps.cli.parameters import takes_json
from excover.apps.cli.picture_files import Sheet, takes_sheet
from excover.apps.cli.session import Session
from excover.apps.cli.solution_sets import note_no_solution, solution_set_data, takes_solution_set
from excover.apps.cli.streams import ExitStatus, note, print_data, print_text
from excover.base.words import plural

if TYPE_CHECKING:
    from excover.apps.cli.solution_sets import Build
    from excover.problem.problem import Problem

WIDE = 80
"""The columns available to tables that are not shown on a terminal."""


@click.command("heatmap")
@takes_sheet("Draw a board for each piece.")
@takes_solution_set
@takes_json("Write the numbers of solutions as one JSON object.")
def command(session: Session, problem: Problem, deadline: Deadline, build: Build, sheet: Sheet) -> int:
    """Show, for each piece or mark, in how many percent of all solutions it lies on each cell.

    `.` means never, `<1` less than half a percent, `>99` nearly always, `100` always. A picture has a board
    for each piece, darker where the piece lies more often.
    """
    from excover.problem.solution_set.heat import require_drawing

    require_drawing(problem.compiled)
    solution_set = build()
    if not solution_set and not session.json:
        return note_no_solution(session, solution_set)
    with deadline.working():
        heat = solution_set.heat(deadline.run)
    if sheet and solution_set:
        what = f"percent of {plural(solution_set.count, 'solution')}"
        sheet.write(heat.picture(), heat.title, what, solutions=solution_set.count)
    if session.json:
        print_data({**solution_set_data(solution_set, deadline), **heat.as_data()})
    else:
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE
        print_text("\n\n".join(_beside(heat.tables(), width)))
        note(f"percent of {plural(solution_set.count, 'solution')}")
    return ExitStatus.SOLVED if solution_set else ExitStatus.NO_SOLUTION


def _beside(blocks: Sequence[str], width: int) -> list[str]:
    """Arranges blocks of lines in rows, as many beside each other as fit."""
    lines = [block.split("\n") for block in blocks]
    widest = max(len(line) for block in lines for line in block) + 3
    across = max(1, (width + 3) // widest)
    rows = (lines[k : k + across] for k in range(0, len(lines), across))
    return ["\n".join(_joined(each, widest) for each in zip_longest(*row, fillvalue="")) for row in rows]


def _joined(parts: Sequence[str], widest: int) -> str:
    return "".join(part.ljust(widest) for part in parts).rstrip()
