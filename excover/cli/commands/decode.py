"""`excover decode`: what another solver found, in the puzzle's own words, after it was checked here."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from excover.cli.options import standard_input, takes_json, takes_problem
from excover.cli.session import Session
from excover.cli.status import ExitStatus
from excover.cli.streams import printable, tell, write
from excover.diagnostics import SpecError
from excover.messages.about_answers import NotASolution
from excover.source import Source
from excover.words import plural

if TYPE_CHECKING:
    from excover.decode import Solution
    from excover.formats.answers import Answer
    from excover.limits import Ceiling
    from excover.problem import Problem


SAID = {
    "none": "the solver says that there is no solution; nothing here has checked that",
    "unknown": "the solver does not know whether there is a solution",
}
BEST = {
    None: "",
    True: ", the best there is",
    False: "; the solver says that it is the best there is, and nothing here has checked that",
}
"""By what is known of an answer that a solver calls the best."""
NODES = 100_000
"""Of the search tree, in which a better solution than the best of a solver is looked for."""
ENDS = {"solved": ExitStatus.SOLVED, "none": ExitStatus.NO_SOLUTION, "unknown": ExitStatus.STOPPED}


@click.command("decode")
@takes_problem
@click.option("--from-sat", "sat", metavar="FILE", help="The answer of a SAT solver to `expand --to cnf`.")
@click.option(
    "--from-opb", "opb", metavar="FILE", help="That of a pseudo-Boolean solver to `expand --to opb`."
)
@click.option("--from-dlx", "dlx", metavar="FILE", help="What Knuth's programs print for `expand --to dlx`.")
@takes_json("A JSON object a line for each solution, and for what is told on standard error.")
def command(session: Session, problem: Problem, sat: str | None, opb: str | None, dlx: str | None) -> int:
    """Draw the solutions that another solver found; FILE is what it printed, `-` for standard input.

    SPEC, parameters and clues must be those it was given with `excover expand`. Every solution is verified;
    one that is none is refused (exit status 2). That there is none is taken on trust (exit status 1).
    """
    named = {form: file for form, file in (("sat", sat), ("opb", opb), ("dlx", dlx)) if file is not None}
    if len(named) != 1:
        raise click.UsageError("name one answer: with --from-sat, --from-opb or --from-dlx")
    ((form, file),) = named.items()
    answer = _read(problem, form, file)
    solutions = _verified(problem, answer)
    is_best = _checked_claim(problem, solutions) if answer.claims_best and problem.puzzle.goal else None
    for number, solution in enumerate(solutions, 1):
        data = {"number": number, **solution.as_data()}
        write(json.dumps(data) if session.json else "\n" * (number > 1) + printable(str(solution)))
    count = len(answer.covers)
    status = "solved" if count else "none" if answer.status == "none" else "unknown"
    if session.json:
        claim = {} if is_best is None else {"best": "proven" if is_best else "claimed"}
        session.tell_data({"outcome": {"status": status, "count": count, **claim}})
    else:
        tell(SAID.get(status) or f"{plural(count, 'solution')}, verified{_costs(solutions)}{BEST[is_best]}")
    return ENDS[status]


def _costs(solutions: Sequence[Solution]) -> str:
    """Those of all solutions, in order; empty where nothing has a cost."""
    costs = [f"{solution.cost:,}" for solution in solutions if solution.cost is not None]
    return f": cost {', '.join(costs)}" if costs else ""


def _checked_claim(problem: Problem, solutions: Sequence[Solution]) -> bool:
    """Is the last solution known to be a best one? Raises ClickException where a better one is found."""
    from excover.solve.run import Run

    claimed = solutions[-1].cost
    assert claimed is not None
    sign = -1 if problem.puzzle.goal == "maximize" else 1
    improvements = problem.improvements(Run.within(nodes=NODES))
    for found in (*solutions, *improvements):
        assert found.cost is not None
        if sign * found.cost < sign * claimed:
            raise click.ClickException(
                f"the answer says OPTIMUM FOUND for cost {claimed:,},"
                f" and there is a solution of cost {found.cost:,}"
            )
    return improvements.outcome.exhausted


def _read(problem: Problem, form: str, file: str) -> Answer:
    from excover.formats.answers import dlx_answer, opb_answer, sat_answer

    ceiling = problem.limits.ceiling("matrix")
    source = standard_input(ceiling) if file == "-" else _text(file, ceiling)
    if form == "dlx":
        return dlx_answer(source, problem.matrix)
    read = sat_answer if form == "sat" else opb_answer
    return read(source, len(problem.matrix.options))


def _text(file: str, ceiling: Ceiling) -> Source:
    """Raises SpecError, and OSError where it cannot be read."""
    from excover import gallery
    from excover.messages.about_files import NotUtf8

    try:
        return gallery.read(Path(file), ceiling)
    except UnicodeDecodeError:
        raise SpecError(NotUtf8(file)) from None


def _verified(problem: Problem, answer: Answer) -> list[Solution]:
    """All of them, before any is shown. Raises SpecError where one is no solution."""
    from excover.decode import decode
    from excover.solve.verify import CoverError, verify

    for cover, span in zip(answer.covers, answer.spans, strict=True):
        try:
            verify(problem.matrix, cover)
        except CoverError as wrong:
            raise SpecError(NotASolution(span, str(wrong))) from None
    return [decode(problem.compiled, cover) for cover in answer.covers]
