"""`excover decode`: the solutions of another solver, verified and drawn as the puzzle draws them.

`excover disassemble`: which solutions of a solid puzzle come apart, and by which moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from excover.apps.cli.analysis import Deadline, note_end, takes_deadline
from excover.apps.cli.files import Sheet, SpecFile, standard_input, takes_sheet
from excover.apps.cli.parameters import option, takes_file_and_problem, takes_json, takes_up_to
from excover.apps.cli.process import ExitStatus, note, print_data, print_text, printable, write
from excover.apps.cli.session import Session
from excover.base.diagnostics import SpecError
from excover.base.json import line
from excover.base.words import blank_between, listed, plural
from excover.language import messages
from excover.language.gallery import read_file
from excover.language.meaning.puzzle import Objective
from excover.language.syntax.ast import UpTo
from excover.lattices import Vector
from excover.matrix.verify import CoverError, verify
from excover.problem.problem import Problem
from excover.search.outcome import Outcome, StoppedBy, Unfinished
from excover.search.run import Run
from excover.solutions.decode import Solution, decode

if TYPE_CHECKING:
    from excover.authors.disassembly import Disassembly, PieceMove
    from excover.base.json.objects import PieceMoveData
    from excover.base.json.outputs import DecodedData, DisassemblyData, FoundSolutionData
    from excover.formats.answers import Answer
    from excover.formats.burrtools_assemblies import Assembler

WORDING = {
    "none": "the solver reports no solution (not verified)",
    "unknown": "the solver does not know whether there is a solution",
}
BEST = {
    None: "",
    True: ", the best there is",
    False: "; the solver reports that this is the best there is (not verified)",
}
"""What is known of an answer that a solver claims to be optimal: no claim, proven, or only claimed."""
NODES = 100_000
"""The nodes of the search tree in which a better solution than that of a solver is searched."""
ENDS = {"solved": ExitStatus.SOLVED, "none": ExitStatus.NO_SOLUTION, "unknown": ExitStatus.STOPPED}


@click.command("decode")
@takes_file_and_problem
@takes_deadline
@option("--from-sat FILE", "Read a SAT solver's answer to `expand --to cnf`.", name="sat")
@option("--from-opb FILE", "Read a pseudo-Boolean solver's answer to `expand --to opb`.", name="opb")
@option("--from-dlx FILE", "Read the output of Knuth's programs for `expand --to dlx`.", name="dlx")
@option("--saved", "Read the solutions that a BurrTools file SPEC has saved.")
@takes_json("Write a JSON object per line for each solution, and per message on standard error.")
def decode_command(
    session: Session,
    problem: Problem,
    file: SpecFile,
    deadline: Deadline,
    sat: str | None,
    opb: str | None,
    dlx: str | None,
    saved: bool,
) -> int:
    """Verify and draw the solutions of another solver. FILE is its output, or `-` for standard input.

    SPEC, parameters and clues must be those of `excover expand`. Every solution is verified; a wrong one is
    refused (exit status 2). The claim that there is no solution is not checked (exit status 1).
    """
    named = {form: file for form, file in (("sat", sat), ("opb", opb), ("dlx", dlx)) if file is not None}
    if len(named) + saved != 1:
        raise click.UsageError("name one answer with --from-sat, --from-opb, --from-dlx or --saved")
    burr = _saved(problem, file) if saved else None
    answer = burr.answer(problem.compiled) if burr else _read(problem, *next(iter(named.items())))
    claims = answer.claims_best and problem.puzzle.goal
    try:
        with deadline.working():
            solutions = _verified(problem, answer, deadline.run)
            is_best = _checked_claim(problem, solutions, deadline.run) if claims else None
            apart = _disassemblies(burr, deadline.run) if burr else None
        session.stop.raise_if_requested()
    except Unfinished as unfinished:
        return _note_unverified(session, deadline, unfinished.outcome)
    if burr and apart is not None:
        _show_apart(session, solutions, apart, burr.entries)
    else:
        _show(session, solutions)
    count = len(answer.covers)
    status = "solved" if count else "none" if answer.status == "none" else "unknown"
    if session.json:
        outcome: DecodedData = {"status": status, "count": count}
        if is_best is not None:
            outcome["best"] = "proven" if is_best else "claimed"
        session.note_data({"outcome": outcome})
    else:
        known = f"{plural(count, 'solution')}, verified{_costs(solutions)}{BEST[is_best]}"
        note(WORDING.get(status) or known + (_apart_count(burr, apart) if burr and apart else ""))
    return ENDS[status]


def _show(session: Session, solutions: Sequence[Solution]) -> None:
    for number, solution in enumerate(solutions, 1):
        data: FoundSolutionData = {"number": number, **solution.as_data()}
        text = printable(str(solution))
        write(line(data) if session.json else blank_between(text) * (number > 1) + text)


def _show_apart(
    session: Session,
    solutions: Sequence[Solution],
    found: Sequence[Disassembly | None],
    marks: Sequence[str],
) -> None:
    """Solutions of a file of BurrTools, and how they come apart."""
    for number, (solution, apart) in enumerate(zip(solutions, found, strict=True), 1):
        if session.json:
            write(line(disassembly_data(number, solution, apart, marks)))
            continue
        how = [f"{level(apart)}:", *in_words(apart, marks), *staying(apart, marks)] if apart else ()
        text = printable("\n".join([str(solution), *how]))
        write(blank_between(text) * (number > 1) + text)


def _apart_count(burr: Assembler, found: Sequence[Disassembly | None]) -> str:
    """The separations of its solutions in a file."""
    played = sum(map(bool, found))
    silent = sum(bool(saved.rest) for saved in burr.problem.saved) - played
    ways = ((played, "as saved"), (silent, "by moves that are not shown"))
    return "".join(f"; {n:,} {'comes' if n == 1 else 'come'} apart {how}" for n, how in ways if n)


def _note_unverified(session: Session, deadline: Deadline, outcome: Outcome) -> int:
    """No solution is shown before all were verified."""
    if session.json:
        session.note_data({"outcome": outcome.as_data()})
    else:
        note(f"{deadline.reason} after {deadline.seconds:.2f} s, before all solutions were verified")
    return deadline.status


def _costs(solutions: Sequence[Solution]) -> str:
    """The costs of all solutions, in order; empty if nothing has a cost."""
    costs = [f"{solution.cost:,}" for solution in solutions if solution.cost is not None]
    return f": cost {', '.join(costs)}" if costs else ""


def _checked_claim(problem: Problem, solutions: Sequence[Solution], run: Run) -> bool:
    """Whether the last solution is known to be optimal. Raises ClickException if a better one is found.

    The search for a better one ends after NODES, and with the run.
    """
    objectives, claimed = problem.puzzle.objectives, solutions[-1]
    improvements = problem.improvements(run.limited(nodes=NODES))
    for found in (*solutions, *improvements):
        if _rank(objectives, found) < _rank(objectives, claimed):
            raise click.ClickException(
                f"the answer says OPTIMUM FOUND for {_values(objectives, claimed)},"
                f" and there is a solution of {_values(objectives, found)}"
            )
    return improvements.outcome.exhausted


def _rank(objectives: Sequence[Objective], solution: Solution) -> list[int]:
    """What is to be minimized, the most important first."""
    signs = (-1 if objective.direction == "maximize" else 1 for objective in objectives)
    return [sign * objective.value(solution.value) for sign, objective in zip(signs, objectives, strict=True)]


def _values(objectives: Sequence[Objective], solution: Solution) -> str:
    return ", ".join(f"{objective.name} {objective.value(solution.value):,}" for objective in objectives)


def _read(problem: Problem, form: str, file: str) -> Answer:
    from excover.formats.answers import dlx_answer, opb_answer, sat_answer

    ceiling = problem.limits.ceiling("matrix")
    source = standard_input(ceiling) if file == "-" else read_file(Path(file), ceiling)
    if form == "dlx":
        return dlx_answer(source, problem.matrix)
    read = sat_answer if form == "sat" else opb_answer
    return read(source, len(problem.matrix.options))


def _saved(problem: Problem, file: SpecFile) -> Assembler:
    if not file.is_of_burrtools:
        raise click.UsageError("--saved reads the solutions in a BurrTools file, and SPEC is none")
    assembler = file.assembler(problem)
    if not assembler.problem.saved:
        raise click.UsageError("no solutions are saved for this problem")
    return assembler


def _disassemblies(burr: Assembler, run: Run) -> list[Disassembly | None]:
    """How each saved solution comes apart, repeated move by move; None where that is not given, or of
    a lattice without `slides`. Raises SpecError if the moves cannot be made, and Unfinished."""
    from excover.authors.disassembly import Disassembly, PieceMove

    found: list[Disassembly | None] = []
    for saved in burr.problem.saved:
        run.check()
        replay = burr.separations(saved) if burr.puzzle.grid.lattice.slides else None
        if replay is None:
            found.append(None)
            continue
        moves = (
            PieceMove(tuple(shift.pieces), burr.puzzle.grid.place(shift.direction), shift.distance)
            for shifts in replay.separations
            for shift in shifts
        )
        found.append(Disassembly(tuple(map(len, replay.separations)), tuple(moves), tuple(replay.together)))
    return found


def _verified(problem: Problem, answer: Answer, run: Run) -> list[Solution]:
    """Verifies all solutions before any is shown. Raises SpecError if one is wrong, and Unfinished."""
    for cover, span in zip(answer.covers, answer.spans, strict=True):
        run.check()
        try:
            verify(problem.matrix, cover)
        except CoverError as wrong:
            raise SpecError(messages.NotASolution(span, str(wrong))) from None
    return [decode(problem.compiled, cover) for cover in answer.covers]


# How a solution comes apart, in words and as JSON.

WAYS = (("up", "down"), ("back", "forward"), ("left", "right"))


def way(direction: Vector) -> str:
    """
    >>> way((0, 1, -1))
    'forward left'
    """
    return " ".join(words[step > 0] for words, step in zip(WAYS, direction, strict=True) if step)


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
    return f"{names} {way(move.direction)} {away}"


def disassembly_data(
    number: int, solution: Solution, apart: Disassembly | None, marks: Sequence[str]
) -> DisassemblyData:
    moves: list[PieceMoveData] = [
        {
            "pieces": [marks[piece] for piece in move.pieces],
            "direction": way(move.direction),
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
@option("--limit N", "Look at the first N solutions only.", click.IntRange(min=1))
@option(
    "--group LETTERS",
    "Pieces with these letters, such as `AB`, need not come apart from each other.",
    name="letters",
    multiple=True,
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

    A move shifts some pieces along one axis, prisms also along their sides. Levels are the numbers of moves
    until pieces come free: of all pieces at first, then of the parts. Exit status: 0 if a solution comes
    apart, 1 if none does.
    """
    from excover.authors.disassembly import NotSolid, disassemble, refuse_flat

    found = _Found()
    with deadline.working():
        try:
            refuse_flat(problem)
            stated = _stated_groups(problem, letters)
            groups = stated or (file.assembler(problem).groups() if file.is_of_burrtools else ())
            solutions = problem.solutions(deadline.run.limited(solutions=limit), up_to=up_to)
            for solution in solutions:
                apart = disassemble(problem, solution, deadline.run, groups)
                found.add(solution, apart)
                _show_moves(session, found.looked_at, solution, apart)
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
        marks = _marks(found.stuck) if found.stuck and not found.first and not stated else []
        if len(marks) > 1:
            letters_of_all = "".join(dict.fromkeys(marks))
            note(f"`--group {letters_of_all}` shows which pieces come free of the others, if some do")
    return ExitStatus.SOLVED if found.first else ExitStatus.NO_SOLUTION


def _stated_groups(problem: Problem, letters: Sequence[str]) -> list[dict[str, int]]:
    """The pieces of each --group. Raises UsageError for a letter that no piece has."""
    known = dict.fromkeys(drawn[0].mark for drawn in problem.full.markings if drawn)
    for group in letters:
        if unknown := [letter for letter in dict.fromkeys(group) if letter not in known]:
            pieces = listed(sorted(known), "and", 30)
            raise click.UsageError(f"--group {group}: there is no piece {listed(unknown)}, but {pieces}")
    return [dict.fromkeys(group, len(problem.matrix.options)) for group in letters]


@dataclass(slots=True)
class _Found:
    """``first`` is the first solution that comes apart, ``stuck`` the last one that does not."""

    looked_at: int = 0
    come_apart: int = 0
    first: tuple[Solution, Disassembly] | None = None
    stuck: Solution | None = None

    def add(self, solution: Solution, apart: Disassembly | None) -> None:
        self.looked_at += 1
        if apart:
            self.come_apart += 1
            self.first = self.first or (solution, apart)
        else:
            self.stuck = solution


def _show_moves(session: Session, number: int, solution: Solution, apart: Disassembly | None) -> None:
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
    from excover.render.views import standing

    solution, apart = found.first
    moves = [(move.pieces, move.direction, move.distance) for move in apart.moves]
    captions = map(str.lstrip, in_words(apart, _marks(solution)))
    picture = strip(solution.canvases[0], pieces_of(solution), moves, captions, standing)
    sheet.write(picture, problem.title, plural(len(moves), "move"), moves=len(moves))
