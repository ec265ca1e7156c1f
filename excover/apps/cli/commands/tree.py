"""`excover tree`: the search tree as a drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from excover.apps.cli.analysis import note_end
from excover.apps.cli.deadline import Deadline, takes_deadline
from excover.apps.cli.parameters import takes_json, takes_problem
from excover.apps.cli.picture_files import Sheet, takes_sheet
from excover.apps.cli.session import Session
from excover.apps.cli.streams import ExitStatus, note, print_data, printable, write
from excover.base.words import plural

if TYPE_CHECKING:
    from excover.problem.problem import Problem

NODES, DRAWN = 500, 150
"""The default number of nodes of a tree as text, and in a picture."""


@click.command("tree")
@takes_problem
@click.option(
    "--nodes",
    type=click.IntRange(1, 100_000),
    metavar="N",
    help=f"Grow at most N nodes (default: {NODES}, or {DRAWN} for a picture).",
)
@takes_deadline
@takes_sheet("Draw the tree as a picture.")
@takes_json("Write the tree as a JSON object of nested nodes.")
def command(session: Session, problem: Problem, nodes: int | None, deadline: Deadline, sheet: Sheet) -> int:
    """Draw the search tree of Algorithm X: its choices, forced moves, dead ends and solutions.

    `--engine sparse` and `--engine lanes` walk this tree to list all solutions. Exit status: 0 if the drawn
    part has a solution, 1 if there is no solution, 3 if the drawn part has none or a limit came first.
    """
    from excover.render.tree_picture import picture, text_lines, tree_data, tree_summary

    most = nodes or (DRAWN if sheet else NODES)
    with deadline.working():
        grown = problem.tree(deadline.run.limited(nodes=most))
    tree, words = grown.tree, grown.words
    if sheet:
        drawn = picture(tree, words)
        sheet.write(drawn, problem.title, tree_summary(tree), drawn.width, nodes=tree.nodes)
    if session.json:
        print_data(tree_data(tree, words))
    elif not sheet:
        for line in text_lines(tree, words):
            write(printable(line))
        note(tree_summary(tree))
    if tree.nodes < most and deadline.run.stopped_by:
        note_end(session, f"{deadline.reason} after {plural(tree.nodes, 'node')}")
        return deadline.status
    if tree.solutions:
        return ExitStatus.SOLVED
    return ExitStatus.NO_SOLUTION if tree.exhausted else ExitStatus.STOPPED
