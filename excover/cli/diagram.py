"""`excover diagram`: the diagram of all solutions itself, its size, and files of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from excover.cli.files import NewFile
from excover.cli.inputs import takes_json
from excover.cli.patience import Patience
from excover.cli.session import Session
from excover.cli.status import Status
from excover.cli.streams import say
from excover.cli.surveys import new_file, survey_data, takes_survey
from excover.words import plural

if TYPE_CHECKING:
    from excover.cli.surveys import Build
    from excover.problem import Problem

MOST_DRAWN = 500
"""Nodes of a diagram that a person may still read."""


@click.command("diagram")
@takes_survey
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
    patience: Patience,
    build: Build,
    save: NewFile | None,
    dot: NewFile | None,
) -> int:
    """Build the diagram of all solutions and tell its size.

    It is a graph whose paths are the solutions; what is asked of all of them is answered from it.
    """
    if save and save.is_same(dot):
        raise click.UsageError("--save and --dot have the same file")
    survey = build()
    diagram = survey.diagram
    if session.json:
        sizes = {"nodes": diagram.nodes, "edges": diagram.edges}
        say(json.dumps({**survey_data(survey, patience), **sizes}))
    else:
        numbers = plural(diagram.nodes, "node"), plural(diagram.edges, "edge")
        say(f"{plural(diagram.count, 'solution')} in {' and '.join(numbers)}")
    if save:
        save.write(diagram.encoded())
    if dot and diagram.nodes > MOST_DRAWN:
        raise click.UsageError(f"--dot: {diagram.nodes:,} nodes; more than {MOST_DRAWN} show nothing")
    if dot:
        dot.write(diagram.to_dot(MOST_DRAWN).encode())
    return Status.SOLVED if survey else Status.NO_SOLUTION
