"""`excover run`: counts or lists solutions, with a journal from which the run can be continued."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from excover.apps.cli.inputs import SpecOptions
from excover.apps.cli.journals import JSON_HELP, Workers, begin, takes_cluster
from excover.apps.cli.parameters import takes_json, takes_spec, takes_time_limit

if TYPE_CHECKING:
    from excover.runs.shard_forms import FormName
    from excover.search.strategy import EngineName


@click.command("run")
@takes_spec
@click.option("--count", "counts", is_flag=True, help="Count the solutions.")
@click.option("--all", "every", is_flag=True, help="Write all solutions, into files of the folder -o DIR.")
@click.option("--best", is_flag=True, help="Find a solution of least cost (or greatest, to maximize).")
@click.option("-o", "folder", metavar="DIR", help="The folder for --all and --proof, made if necessary.")
@click.option(
    "--parquet", is_flag=True, help="With --all: files in Parquet (see `solve --parquet`), not JSON lines."
)
@click.option(
    "--proof", is_flag=True, help="With --count: write certificates into -o DIR (see `verify --proof`)."
)
@click.option(
    "--journal", "path", required=True, metavar="FILE", help="The journal, a new file; see `excover resume`."
)
@click.option(
    "--part",
    "share",
    default="1/1",
    metavar="K/N",
    help="Only the share K of N, for machines that never meet; see `excover merge`.",
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "sparse", "lanes"]),
    default="auto",
    help="Search engine (default: auto).",
)
@takes_cluster
@takes_time_limit
@takes_json(JSON_HELP)
def command(
    described: SpecOptions,
    counts: bool,
    every: bool,
    best: bool,
    folder: str | None,
    parquet: bool,
    proof: bool,
    path: str,
    share: str,
    engine: EngineName,
    workers: Workers,
    time_limit: float | None,
) -> int:
    """Count the solutions, write all of them into files, or find the best one, with worker processes and a
    journal.

    Whatever happens to the process or the machine, `excover resume FILE` continues the run, and the final
    count is exact. Standard output contains only the number of solutions, or the best one.
    """
    if counts + every + best != 1:
        raise click.UsageError("say either --count, or --all with -o DIR, or --best")
    if proof and not counts:
        raise click.UsageError("--proof is for --count")
    if (every or proof) != (folder is not None):
        raise click.UsageError(
            "-o DIR belongs to --all or --proof: it is the folder of the solutions or certificates"
        )
    if parquet and not every:
        raise click.UsageError("--parquet is the form of the files of --all")
    form: FormName = "proof" if proof else "parquet" if parquet else "jsonl"
    return begin(described, path, folder, workers, time_limit, engine, share, best, form=form)
