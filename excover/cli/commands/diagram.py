"""`excover diagram`: the diagram of all solutions itself, its size, and files of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from excover.cli.deadline import Deadline
from excover.cli.files import NewFile
from excover.cli.options import takes_json
from excover.cli.session import Session
from excover.cli.solution_sets import new_file, solution_set_data, takes_solution_set
from excover.cli.status import ExitStatus
from excover.cli.streams import say
from excover.words import plural

if TYPE_CHECKING:
    from excover.cli.solution_sets import Build
    from excover.problem import Problem

MOST_DRAWN = 500
"""Nodes of a diagram that a person may still read."""


@click.command("diagram")
@takes_solution_set
@click.option(
    "--save",
    callback=new_file,
    metavar="FILE",
    help="Keep it: `sample`, `heatmap` and `starts` take it with --load.",
)
@click.option("--dot", callback=new_file, metavar="FILE", help="Draw it for Graphviz, if it is small.")
@takes_json("The sizes as a JSON object.")
def command(
    session: Session,
    problem: Problem,
    deadline: Deadline,
    build: Build,
    save: NewFile | None,
    dot: NewFile | None,
) -> int:
    """Build the diagram of all solutions and tell its size.

    It is a graph whose paths are the solutions; what is asked of all of them is answered from it.
    """
    if save and save.is_same(dot):
        raise click.UsageError("--save and --dot have the same file")
    solution_set = build()
    diagram = solution_set.diagram
    if session.json:
        sizes = {"nodes": diagram.nodes, "edges": diagram.edges}
        say(json.dumps({**solution_set_data(solution_set, deadline), **sizes}))
    else:
        numbers = plural(diagram.nodes, "node"), plural(diagram.edges, "edge")
        say(f"{plural(diagram.count, 'solution')} in {' and '.join(numbers)}")
    if save:
        save.write(diagram.encoded())
    if dot and diagram.nodes > MOST_DRAWN:
        raise click.UsageError(f"--dot: {diagram.nodes:,} nodes; more than {MOST_DRAWN} show nothing")
    if dot:
        dot.write(diagram.to_dot(MOST_DRAWN).encode())
    return ExitStatus.SOLVED if solution_set else ExitStatus.NO_SOLUTION
