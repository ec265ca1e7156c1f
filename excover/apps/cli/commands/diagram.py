"""`excover diagram`, `heatmap`, `starts`: from the diagram of all solutions."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

import click

from excover.apps.cli.analysis import Deadline, note_no_solution, solution_set_data, takes_solution_set
from excover.apps.cli.files import Sheet, takes_file, takes_sheet
from excover.apps.cli.parameters import option, takes_json, takes_up_to
from excover.apps.cli.process import ExitStatus, flush, note, print_data, print_text, printable, write
from excover.apps.cli.session import Session
from excover.base.json import line
from excover.base.new_file import NewFile
from excover.base.words import plural
from excover.language.meaning.puzzle import Placing
from excover.language.syntax.ast import UpTo
from excover.matrix.givens.given import Givens
from excover.problem.problem import Problem
from excover.search.run import Progress

if TYPE_CHECKING:
    from excover.problem.solution_set import SolutionSet
    from excover.problem.starts import Start, Starts

MOST_DRAWN = 500
"""The most nodes of a readable drawing of a diagram."""


@click.command("diagram")
@takes_solution_set
@option("--save FILE", "Save the diagram; `sample`, `heatmap` and `starts` read it with --load.", takes_file)
@option("--dot FILE", "Write a small diagram for Graphviz.", takes_file)
@takes_json("Write the sizes as a JSON object.")
def diagram_command(
    session: Session,
    problem: Problem,
    deadline: Deadline,
    build: Callable[[], SolutionSet],
    save: NewFile | None,
    dot: NewFile | None,
) -> int:
    """Build the diagram of all solutions and report its size.

    The diagram is a graph whose paths are the solutions. `sample`, `heatmap` and `starts` work on it.
    """
    if save and save.is_same(dot):
        raise click.UsageError("--save and --dot name the same file")
    solution_set = build()
    diagram = solution_set.diagram
    if session.json:
        known = solution_set_data(solution_set, deadline)
        print_data({**known, "nodes": diagram.nodes, "edges": diagram.edges})
    else:
        numbers = plural(diagram.nodes, "node"), plural(diagram.edges, "edge")
        print_text(f"{plural(diagram.count, 'solution')} in {' and '.join(numbers)}")
    if save:
        with deadline.working():
            save.write(diagram.encoded(deadline.run))
    if dot and diagram.nodes > MOST_DRAWN:
        raise click.UsageError(
            f"--dot: the diagram has {diagram.nodes:,} nodes; at most {MOST_DRAWN} can be drawn"
        )
    if dot:
        dot.write(diagram.to_dot(MOST_DRAWN).encode())
    return ExitStatus.SOLVED if solution_set else ExitStatus.NO_SOLUTION


# `excover heatmap`: where each piece lies, over all solutions.

WIDE = 80
"""The columns available to tables that are not shown on a terminal."""


@click.command("heatmap")
@takes_sheet("Draw a board for each piece.")
@takes_solution_set
@takes_json("Write the numbers of solutions as one JSON object.")
def heatmap_command(
    session: Session, problem: Problem, deadline: Deadline, build: Callable[[], SolutionSet], sheet: Sheet
) -> int:
    """Show, for each piece or mark, in how many percent of all solutions it lies on each cell.

    `.` means never, `<1` less than half a percent, `>99` nearly always, `100` always. A picture has a board
    for each piece, darker where the piece lies more often.
    """
    from excover.problem.heat import require_drawing

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


# `excover starts`: the sets of K placed pieces that have exactly one completion.

SHOWN = 3


@click.command("starts")
@takes_solution_set
@option("--pieces K", "Number of pieces in a start.", click.IntRange(min=1), required=True)
@option("--all", f"Show all starts with one completion, not only {SHOWN}.", name="every")
@option("--most N", "Show the N starts with most completions (default: 1).", click.IntRange(min=0), default=1)
@takes_up_to
@takes_json("Write a JSON object per line for each start, and per message on standard error.")
def starts_command(
    session: Session,
    problem: Problem,
    deadline: Deadline,
    build: Callable[[], SolutionSet],
    pieces: int,
    every: bool,
    most: int,
    up_to: UpTo | None,
) -> int:
    """Find the starts of K pieces that have exactly one completion, and one that has the most.

    A start is a set of K options of one solution, such as placed pieces or digits in cells. All starts are
    counted. Exit status: 0 if a start has exactly one completion, 1 if none has, 3 if a limit came first.
    """
    if up_to:
        with deadline.working():  # reports errors before the diagram is built
            problem.group(up_to, deadline.run)
    solution_set = build()
    if not solution_set:
        known = solution_set_data(solution_set, deadline)
        return note_no_solution(session, solution_set, {**known, "starts": 0, "unique": 0})

    def before_searching_on(progress: Progress) -> None:
        flush()
        deadline.line(progress)

    run, keep = deadline.run.replaced(progress=before_searching_on), None if every else SHOWN
    with deadline.working():
        starts = solution_set.starts(pieces, up_to=up_to, keep=keep, most=most, run=run)
        for start in starts:
            deadline.line.clear()
            _show(session, start)
    for start in starts.most:
        if start.completions > 1:  # the others have already been shown
            _show(session, start)
    _note(session, solution_set, deadline, starts, _noun(problem, pieces) + f" up to {up_to}" * bool(up_to))
    if not starts.exhausted:
        return deadline.status
    return ExitStatus.SOLVED if starts.unique else ExitStatus.NO_SOLUTION


def _show(session: Session, start: Start) -> None:
    if session.json:
        write(line(start.as_data()))
        return
    words = [", ".join(map(str, start.placed))] if start.placed.drawing else []
    write(printable("\n".join([plural(start.completions, "completion"), str(start), *words])) + "\n")


def _why_none(solution_set: SolutionSet) -> str:
    most = _noun(solution_set.problem, solution_set.longest_start)
    return f"; no solution has more than {most}" + " that are not given" * (
        solution_set.problem.givens != Givens()
    )


def _noun(problem: Problem, pieces: int) -> str:
    sources = problem.puzzle.sources
    placed = sources and all(isinstance(source, Placing) for source in sources)
    return plural(pieces, "piece" if placed else "option")


def _note(
    session: Session, solution_set: SolutionSet, deadline: Deadline, starts: Starts, pieces: str
) -> None:
    if session.json:
        outcome = solution_set_data(solution_set, deadline, starts.exhausted)
        session.note_data({"outcome": {**outcome, "starts": starts.count, "unique": starts.unique}})
    elif starts.exhausted:
        verb = "has" if starts.unique == 1 else "have"
        note(
            f"{starts.unique:,} of {plural(starts.count, 'start')} of {pieces} {verb} exactly one completion"
            + (_why_none(solution_set) if not starts.count else "")
        )
    else:
        until = f"{deadline.reason} after {deadline.seconds:.2f} s, about {starts.done:.0%} of the work"
        known = f"at least {starts.unique:,} of at least {plural(starts.count, 'start')} of {pieces}"
        note(f"{until}: {known} have exactly one completion")
