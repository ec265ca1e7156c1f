"""`excover decode`: the solutions of another solver, verified and drawn as the puzzle draws them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from excover.apps.cli.analysis import Deadline, takes_deadline
from excover.apps.cli.files import SpecFile, standard_input
from excover.apps.cli.parameters import takes_file_and_problem, takes_json
from excover.apps.cli.process import ExitStatus, note, printable, write
from excover.apps.cli.session import Session
from excover.base.diagnostics import SpecError
from excover.base.json import line
from excover.base.words import blank_between, plural
from excover.language.messages.about_formats import NotASolution

if TYPE_CHECKING:
    from excover.authors.disassembly import Disassembly
    from excover.base.json.outputs import DecodedData, FoundSolutionData
    from excover.formats.answers import Answer
    from excover.formats.burrtools_assemblies import Assembler
    from excover.language.meaning.puzzle import Objective
    from excover.problem.problem import Problem
    from excover.search.outcome import Outcome
    from excover.search.run import Run
    from excover.solutions.decode import Solution


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
@click.option("--from-sat", "sat", metavar="FILE", help="Read a SAT solver's answer to `expand --to cnf`.")
@click.option(
    "--from-opb", "opb", metavar="FILE", help="Read a pseudo-Boolean solver's answer to `expand --to opb`."
)
@click.option(
    "--from-dlx", "dlx", metavar="FILE", help="Read the output of Knuth's programs for `expand --to dlx`."
)
@click.option("--saved", is_flag=True, help="Read the solutions that a BurrTools file SPEC has saved.")
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
    from excover.search.outcome import Unfinished

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
    from excover.apps.cli.commands.disassemble import disassembly_data, in_words, level, staying

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
    from excover.language.gallery import read_file

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
    """How each saved solution comes apart, repeated move by move; None where that is not given, or not of
    cubes. Raises SpecError if the moves cannot be made, and Unfinished."""
    from excover.authors.disassembly import Disassembly, PieceMove

    found: list[Disassembly | None] = []
    for saved in burr.problem.saved:
        run.check()
        replay = burr.separations(saved) if burr.puzzle.grid.lattice.cubes else None
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
    from excover.matrix.verify import CoverError, verify
    from excover.solutions.decode import decode

    for cover, span in zip(answer.covers, answer.spans, strict=True):
        run.check()
        try:
            verify(problem.matrix, cover)
        except CoverError as wrong:
            raise SpecError(NotASolution(span, str(wrong))) from None
    return [decode(problem.compiled, cover) for cover in answer.covers]
