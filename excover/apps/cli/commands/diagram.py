"""`excover diagram`: the diagram of all solutions, its size, and its files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from excover.apps.cli.deadline import Deadline
from excover.apps.cli.files import takes_file
from excover.apps.cli.parameters import takes_json
from excover.apps.cli.session import Session
from excover.apps.cli.solution_sets import solution_set_data, takes_solution_set
from excover.apps.cli.streams import ExitStatus, print_data, print_text
from excover.base.new_file import NewFile
from excover.base.words import plural

if TYPE_CHECKING:
    from excover.apps.cli.solution_sets import Build
    from excover.problem.problem import Problem

MOST_DRAWN = 500
"""The most nodes of a readable drawing of a diagram."""


@click.command("diagram")
@takes_solution_set
@click.option(
    "--save",
    callback=takes_file,
    metavar="FILE",
    help="Save the diagram; `sample`, `heatmap` and `starts` read it with --load.",
)
@click.option("--dot", callback=takes_file, metavar="FILE", help="Write a small diagram for Graphviz.")
@takes_json("Write the sizes as a JSON object.")
def command(
    session: Session,
    problem: Problem,
    deadline: Deadline,
    build: Build,
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
