"""`excover count`: the number of solutions, which is all that standard output contains."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from excover.apps.cli.files import plot_format_of, takes_file
from excover.apps.cli.parameters import (
    bytes_of,
    option,
    refuse_others,
    takes_budget,
    takes_json,
    takes_problem,
    takes_stats,
    takes_strategy,
    takes_up_to,
)
from excover.apps.cli.process import ExitStatus, note, print_data, print_text
from excover.apps.cli.report import (
    Clock,
    ProgressBar,
    ProgressLine,
    claim,
    exit_status,
    statistics,
    summary,
)
from excover.apps.cli.session import Session
from excover.base.frozen import Changeable
from excover.base.words import plural
from excover.language.syntax.ast import UpTo
from excover.search.outcome import Outcome, Unfinished
from excover.search.run import Budget, Run
from excover.search.strategy import Strategy

if TYPE_CHECKING:
    from excover.base.json.objects import CertificateData, GroupData
    from excover.base.new_file import NewFile
    from excover.problem.problem import Problem
    from excover.search.disk_count import Disk, DiskForecast

# `excover count --disk DIR`: a count whose states go to a folder, and that goes on there.


def _disk(
    folder: str | None,
    limit: int | None,
    certificate: Certificate | None,
    budget: Budget,
    strategy: Strategy,
    up_to: UpTo | None,
) -> Disk | None:
    """Raises UsageError for options that ask for another number or another way to count."""
    if folder is None:
        if limit is not None:
            raise click.UsageError("--disk-limit needs --disk")
        return None
    others = {
        "--proof": certificate is not None,
        "--limit": budget.solutions is not None,
        "--node-limit": budget.nodes is not None,
        f"--up-to {up_to}": up_to is not None,
        f"--engine {strategy.engine}": strategy.engine not in ("auto", "graph"),
    }
    refuse_others("--disk", others, "the frontier search counts all solutions at once")
    from excover.search.disk_count import Disk

    return Disk(folder, limit)


def foretold(
    disk: Disk, problem: Problem, run: Run, display: ProgressLine | ProgressBar
) -> DiskForecast | None:
    """What a count that is begun will take, which standard error has before the count."""
    if disk.is_begun:
        return None
    from excover.search.disk_count import forecast_on_disk, ready

    ready(disk)  # what is wrong with the folder is reported before samples are taken
    forecast = forecast_on_disk(problem.matrix, run)
    display.clear()
    if forecast:
        limit = "" if disk.limit is None else f"; --disk-limit allows {disk.limit / 10**6:,.0f} MB"
        note(f"forecast: {forecast}{limit}")
    return forecast


def _limit(_ctx: click.Context, _option: click.Parameter, value: str | None) -> int | None:
    return None if value is None else bytes_of(value)


# `excover count --proof FILE`: the number of solutions with a certificate of it.

LEAST = 1000
"""The smallest limit in bytes; the smallest certificate has 126."""


class Certificate(Changeable):
    """The file of a certificate, and its size once it is written."""

    file: NewFile
    limit: int | None
    written: CertificateData | None = None
    """Its size; None until then."""
    may_be_of_states: bool = False

    @property
    def summary(self) -> str:
        if not self.written:
            other_kind = "; where there are few solutions, try `--engine learning`"
            return f"no certificate was written{other_kind * self.may_be_of_states}"
        states, clauses = self.written["states"], self.written["clauses"]
        of = plural(clauses, "clause") if clauses else plural(states, "state")
        return f"certificate of {of} and {plural(self.written['bytes'], 'byte')} in `{self.file.path}`"

    def count(self, problem: Problem, run: Run) -> Outcome:
        """Counts, and writes the file if the number becomes known. Raises ProofTooLarge."""
        from excover.problem.solution_set import MOST_BYTES, prove_count

        limit = MOST_BYTES if self.limit is None else self.limit
        self.may_be_of_states = not problem.matrix.rules and run.strategy.engine != "learning"
        try:
            with self.file.opened() as into:
                proof = prove_count(problem, into, run, limit=limit, folder=self.file.folder)
        except Unfinished as unfinished:
            return unfinished.outcome
        self.written = {"states": proof.states, "clauses": proof.clauses, "bytes": proof.size}
        return proof.outcome


def _certificate(
    file: NewFile | None, limit: int | None, budget: Budget, strategy: Strategy, up_to: UpTo | None
) -> Certificate | None:
    """Raises UsageError for options that lead to another number, or that certificates do not support."""
    if file is None:
        if limit is not None:
            raise click.UsageError("--proof-limit needs --proof")
        return None
    others = {
        "--limit": budget.solutions is not None,
        f"--up-to {up_to}": up_to is not None,
        f"--engine {strategy.engine}": strategy.engine not in ("auto", "learning"),
    }
    refuse_others("--proof", others, "a certificate counts all solutions, with its own search")
    return Certificate(file, limit)


def _proof_limit(_ctx: click.Context, _option: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    if (found := bytes_of(value)) < LEAST:
        raise click.BadParameter(f"`{value}` is too little: the minimum is 1KB")
    return found


# `excover count --by FAMILY`: the number of solutions for each set of options or items of a family.


def _count_by(
    session: Session, problem: Problem, run: Run, family: str, plot: NewFile | None, display: ProgressBar
) -> int:
    form = plot_format_of(plot.path) if plot else ""
    try:
        groups = problem.count_by(family, run)
    except Unfinished as unfinished:
        display.clear()
        note(f"{unfinished}: no group is known to be complete")
        return exit_status(unfinished.outcome, session.stop, enough=False)
    display.clear()
    total = sum(groups.values())
    if plot and groups:
        from excover.render.chart import counts_of_groups

        named = {" ".join(names) or "none": number for names, number in groups.items()}
        plot.write(counts_of_groups(named, f"{problem.title or 'Solutions'}, by {family}", form))
    if session.json:
        listed: list[GroupData] = [{"names": [*names], "count": number} for names, number in groups.items()]
        print_data({"count": total, "groups": listed})
        return ExitStatus.SOLVED if groups else ExitStatus.NO_SOLUTION
    width = len(str(max(groups.values(), default=0)))
    for names, number in groups.items():
        print_text(f"{number:>{width}}  {' '.join(names) or 'none'}")
    note(f"{plural(len(groups), 'group')} of {plural(total, 'solution')}")
    if len(groups) == total > 1 and any(item.family == family for item in problem.matrix.items):
        note(f'by options, each has one solution; `--by "{family}[..]"` counts by the items that are covered')
    return ExitStatus.SOLVED if groups else ExitStatus.NO_SOLUTION


def _refuse_beside_by(
    certificate: Certificate | None, disk: Disk | None, budget: Budget, up_to: UpTo | None, stats: bool
) -> None:
    others = {
        "--proof": certificate is not None,
        "--disk": disk is not None,
        "--limit": budget.solutions is not None,
        f"--up-to {up_to}": up_to is not None,
        "--stats": stats,
    }
    refuse_others("--by", others, "it counts each group of all solutions")


@click.command("count")
@takes_problem
@option(
    "--by FAMILY",
    "Count the solutions for each set of chosen options, or of covered items, of a family: `keep`, or "
    "`piece[..]` where options and items have the same name.",
    name="family",
)
@option(
    "--plot FILE", "With --by: plot the number of solutions of each group; needs excover[plot].", takes_file
)
@takes_budget
@takes_strategy
@takes_up_to
@option(
    "--proof FILE",
    "Write a certificate of the number, for tools/check_proof.py; where there are sums or rules, or "
    "with `--engine learning`, for tools/check_clauses.py.",
    takes_file,
)
@option("--proof-limit SIZE", "Largest certificate: 50MB, 2GB, or bytes (default: 1GB).", _proof_limit)
@option(
    "--disk DIR",
    "Keep states and checkpoints in a folder when memory is full: the same command goes on there.",
    name="folder",
)
@option(
    "--disk-limit SIZE",
    "Most that files in the folder take: 500MB, 60GB, or bytes (default: what is free).",
    _limit,
)
@takes_stats
@takes_json("Write the outcome as a JSON object; `exhausted` is true if `count` is complete.")
def count_command(
    session: Session,
    problem: Problem,
    family: str | None,
    plot: NewFile | None,
    budget: Budget,
    up_to: UpTo | None,
    proof: NewFile | None,
    proof_limit: int | None,
    folder: str | None,
    disk_limit: int | None,
    strategy: Strategy,
    stats: bool,
) -> int:
    """Count the solutions.

    Standard output contains only the number, or with --by a line for each group. If a limit stops the
    count, standard output stays empty, standard error reports a lower bound, and the exit status is 3.
    """
    certificate = _certificate(proof, proof_limit, budget, strategy, up_to)
    disk = _disk(folder, disk_limit, certificate, budget, strategy, up_to)
    if family is not None:
        _refuse_beside_by(certificate, disk, budget, up_to, stats)
        bar = ProgressBar(session)
        with session.stop.requested_only(), bar:
            return _count_by(session, problem, session.run(budget, strategy, bar), family, plot, bar)
    if plot:
        raise click.UsageError("--plot needs --by")
    clock = Clock(session.began)
    display = ProgressLine(session) if certificate or disk else ProgressBar(session)
    with session.stop.requested_only(), display:
        run = session.run(budget, strategy, display)
        forecast = foretold(disk, problem, run, display) if disk else None
        if certificate:
            outcome = certificate.count(problem, run)
        else:
            outcome = problem.tally(run, up_to=up_to, disk=disk)
    if session.json:
        written = certificate.written if certificate else None
        shown = forecast.as_data() if forecast else None
        print_data({**outcome.as_data(), "certificate": written, "forecast": shown})
    else:
        _show(problem, outcome, clock, up_to, disk)
        note(statistics(outcome, stats, clock))
        if certificate:
            note(certificate.summary)
    return exit_status(outcome, session.stop, enough=False)


def _show(problem: Problem, outcome: Outcome, clock: Clock, up_to: UpTo | None, disk: Disk | None) -> None:
    """The number, or what is known of it."""
    if not outcome.exhausted:
        note(summary(outcome, clock))
        if disk:
            note(f"what is known so far is in `{disk.folder}`: the same command goes on from there")
        return
    print_text(str(outcome.count))
    if outcome.claimed_by:
        note(claim(outcome))
    if up_to:
        group = "rotation group" if up_to == "rotations" else "symmetry group"
        note(f"up to a {group} of order {problem.group(up_to).order:,}")
