"""`excover tree`: the tree that a search walks, for people to look at."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from excover.cli.analysis import tell_end
from excover.cli.deadline import Deadline, takes_deadline
from excover.cli.options import takes_json, takes_problem
from excover.cli.picture_files import Sheet, takes_sheet
from excover.cli.session import Session
from excover.cli.status import ExitStatus
from excover.cli.streams import printable, say, tell, write
from excover.words import plural

if TYPE_CHECKING:
    from excover.problem import Problem

NODES, DRAWN = 500, 150
"""Grown if nothing is said: as text, and in a picture."""


@click.command("tree")
@takes_problem
@click.option(
    "--nodes",
    type=click.IntRange(1, 100_000),
    metavar="N",
    help=f"Grow N at most; {NODES}, or {DRAWN} for a picture.",
)
@takes_deadline
@takes_sheet("Draw it as a picture.")
@takes_json("The tree as a JSON object, nodes within nodes.")
def command(session: Session, problem: Problem, nodes: int | None, deadline: Deadline, sheet: Sheet) -> int:
    """Draw the tree that Algorithm X walks: its choices, forced moves, dead ends and solutions.

    It is the tree that `--engine sparse` and `--engine lanes` walk to list all solutions. Exit status: 0, or
    1 if there is no solution, or 3 if none is among the nodes that were grown, or it was stopped.
    """
    from excover.render.search_tree import Words, picture, summary, text_lines, tree_data
    from excover.solve.search_tree import grow

    most = nodes or (DRAWN if sheet else NODES)
    with deadline.working():
        tree = grow(problem.matrix, deadline.run.limited(nodes=most))
    words = Words(problem.matrix, frozenset(board.name for board in problem.puzzle.boards))
    if sheet:
        drawn = picture(tree, words)
        sheet.write(drawn, problem.title, summary(tree), drawn.width, nodes=tree.nodes)
    if session.json:
        say(json.dumps(tree_data(tree, words)))
    elif not sheet:
        for line in text_lines(tree, words):
            write(printable(line))
        tell(summary(tree))
    if tree.nodes < most and deadline.run.stopped_by:
        tell_end(session, f"{deadline.told} after {plural(tree.nodes, 'node')}")
        return deadline.status
    if tree.solutions:
        return ExitStatus.SOLVED
    return ExitStatus.NO_SOLUTION if tree.exhausted else ExitStatus.STOPPED
