"""`excover disassemble`: which solutions of a solid puzzle come apart, and by which moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from excover.apps.cli.analysis import Deadline, note_end, takes_deadline
from excover.apps.cli.files import SpecFile
from excover.apps.cli.parameters import takes_file_and_problem, takes_json, takes_up_to
from excover.apps.cli.picture_files import Sheet, takes_sheet
from excover.apps.cli.process import ExitStatus, note, print_data, print_text, printable
from excover.apps.cli.session import Session
from excover.base.words import plural
from excover.search.outcome import StoppedBy, Unfinished

if TYPE_CHECKING:
    from excover.authors.disassembly import Disassembly, PieceMove
    from excover.base.json.objects import PieceMoveData
    from excover.base.json.outputs import DisassemblyData
    from excover.language.syntax.ast import UpTo
    from excover.problem.problem import Problem
    from excover.solutions.decode import Solution

# How a solution comes apart, in words and as JSON.

WAYS = {
    (-1, 0, 0): "up",
    (1, 0, 0): "down",
    (0, -1, 0): "back",
    (0, 1, 0): "forward",
    (0, 0, -1): "left",
    (0, 0, 1): "right",
}


def level(apart: Disassembly) -> str:
    """The numbers of moves of its separations."""
    if not apart.levels:
        return "stays together"
    return f"comes apart, level {'.'.join(map(str, apart.levels))}"


def in_words(apart: Disassembly, marks: Sequence[str]) -> Iterator[str]:
    """A line for each move; ``marks`` are those of the pieces."""
    width = len(str(len(apart.moves)))
    for number, move in enumerate(apart.moves, 1):
        yield f"{number:{width}}. {_move(move, marks)}"


def staying(apart: Disassembly, marks: Sequence[str]) -> Iterator[str]:
    """A line for each part of several pieces that is not taken apart."""
    for part in apart.together:
        yield f"{', '.join(marks[piece] for piece in part)} stay together"


def _move(move: PieceMove, marks: Sequence[str]) -> str:
    names = ", ".join(marks[piece] for piece in move.pieces)
    away = "away" if move.distance is None else str(move.distance)
    return f"{names} {WAYS[move.direction]} {away}"


def disassembly_data(
    number: int, solution: Solution, apart: Disassembly | None, marks: Sequence[str]
) -> DisassemblyData:
    moves: list[PieceMoveData] = [
        {
            "pieces": [marks[piece] for piece in move.pieces],
            "direction": WAYS[move.direction],
            "distance": move.distance,
        }
        for move in (apart.moves if apart else ())
    ]
    levels = list(apart.levels) if apart else None
    together = [[marks[piece] for piece in part] for part in (apart.together if apart else ())]
    return {"number": number, **solution.as_data(), "levels": levels, "moves": moves, "together": together}


@click.command("disassemble")
@takes_file_and_problem
@takes_up_to
@takes_deadline
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Look at the first N solutions only.")
@click.option(
    "--group",
    "letters",
    multiple=True,
    metavar="LETTERS",
    help="Pieces with these letters, such as `AB`, need not come apart from each other.",
)
@takes_sheet("Draw the moves that take the first solution apart that comes apart.")
@takes_json("Write a JSON object per line for each solution, with its levels and moves.")
def disassemble_command(
    session: Session,
    problem: Problem,
    file: SpecFile,
    up_to: UpTo | None,
    deadline: Deadline,
    limit: int | None,
    letters: Sequence[str],
    sheet: Sheet,
) -> int:
    """Find the solutions of a solid puzzle that come apart by straight moves, and the fewest moves.

    A move shifts some pieces along one axis. Levels are the numbers of moves until pieces come free: of all
    pieces at first, then of the parts. Exit status: 0 if a solution comes apart, 1 if none does.
    """
    from excover.authors.disassembly import NotSolid, disassemble, refuse_flat

    stated = [dict.fromkeys(group, len(problem.matrix.options)) for group in letters]
    found = _Found()
    with deadline.working():
        try:
            refuse_flat(problem)
            groups = stated or (file.assembler(problem).groups() if file.is_of_burrtools else ())
            solutions = problem.solutions(deadline.run.limited(solutions=limit), up_to=up_to)
            for solution in solutions:
                apart = disassemble(problem, solution, deadline.run, groups)
                found.add(solution, apart)
                _show(session, found.looked_at, solution, apart)
            complete = solutions.outcome.stopped_by in (None, StoppedBy.LIMIT)
        except NotSolid as wrong:
            raise click.UsageError(str(wrong)) from None
        except Unfinished:
            complete = False
    _draw(sheet, problem, found)
    some = f"{found.come_apart:,} {'comes' if found.come_apart == 1 else 'come'} apart"
    summary = f"{plural(found.looked_at, 'solution')} looked at, {some}"
    if not complete:
        note_end(session, f"{deadline.reason}: {summary}")
        return deadline.status
    if not session.json:
        note(summary)
        if found.stuck and not found.first and not stated:
            note(f"`--group {found.stuck}` shows which pieces come free of the others, if some do")
    return ExitStatus.SOLVED if found.first else ExitStatus.NO_SOLUTION


@dataclass(slots=True)
class _Found:
    """``first`` is the first solution that comes apart, ``stuck`` the letters of one that does not, in which
    some of its pieces may come free."""

    looked_at: int = 0
    come_apart: int = 0
    first: tuple[Solution, Disassembly] | None = None
    stuck: str = ""

    def add(self, solution: Solution, apart: Disassembly | None) -> None:
        self.looked_at += 1
        if apart:
            self.come_apart += 1
            self.first = self.first or (solution, apart)
        elif len(marks := _marks(solution)) > 1:
            self.stuck = "".join(dict.fromkeys(marks))


def _show(session: Session, number: int, solution: Solution, apart: Disassembly | None) -> None:
    if session.json:
        print_data(disassembly_data(number, solution, apart, _marks(solution)))
    elif apart:
        marks = _marks(solution)
        lines = [
            f"solution {number:,} {level(apart)}:",
            str(solution),
            *in_words(apart, marks),
            *staying(apart, marks),
        ]
        print_text(printable("\n".join(lines)) + "\n")


def _marks(solution: Solution) -> list[str]:
    from excover.authors.disassembly import pieces_of

    return [piece.mark for piece in pieces_of(solution)]


def _draw(sheet: Sheet, problem: Problem, found: _Found) -> None:
    if not sheet or not found.first:
        return
    from excover.authors.disassembly import pieces_of
    from excover.render.isometric import strip

    solution, apart = found.first
    moves = [(move.pieces, move.direction, move.distance) for move in apart.moves]
    captions = map(str.lstrip, in_words(apart, _marks(solution)))
    picture = strip(solution.canvases[0], pieces_of(solution), moves, captions)
    sheet.write(picture, problem.title, plural(len(moves), "move"), moves=len(moves))
