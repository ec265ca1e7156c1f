"""`excover tree`, `pieces`: drawings of something else than solutions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from excover.apps.cli.analysis import Deadline, note_end, takes_deadline
from excover.apps.cli.files import new_file
from excover.apps.cli.parameters import takes_json, takes_problem
from excover.apps.cli.picture_files import Sheet, note_written, takes_sheet
from excover.apps.cli.process import ExitStatus, note, print_data, print_text, printable, write
from excover.apps.cli.session import Session
from excover.base.words import plural

if TYPE_CHECKING:
    from excover.problem.problem import Problem
    from excover.render.scene import Scene

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
def tree_command(
    session: Session, problem: Problem, nodes: int | None, deadline: Deadline, sheet: Sheet
) -> int:
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


# `excover pieces`: the pieces of a puzzle, to view, or to print and cut out.

PAGE = 185
"""The largest width of a row of pieces in millimetres; it fits A4 and letter paper."""


def _millimetres(_context: click.Context, _option: click.Parameter, value: float) -> float:
    """Refuses nan, which a range of click accepts."""
    if math.isnan(value):
        raise click.BadParameter("nan is not a number of millimetres")
    return value


@click.command("pieces")
@takes_problem
@takes_sheet("Draw a sheet to print and cut out.")
@click.option(
    "--cell",
    type=click.FloatRange(2, 100),
    callback=_millimetres,
    default=15.0,
    metavar="MM",
    help="Width of a printed cell in millimetres (default: 15).",
)
@click.option("--stl", metavar="FILE", help="Write the pieces as solids for a 3D printer.")
def pieces_command(session: Session, problem: Problem, sheet: Sheet, cell: float, stl: str | None) -> int:
    """Draw the pieces, each as often as it may be placed.

    Print the sheet in its own size, not scaled to the page: --cell gives the width of a cell.
    """
    from excover.render.geometry import Layout
    from excover.render.svg import CELL
    from excover.render.views import cutouts, drawings, pieces_of

    pieces = pieces_of(problem.puzzle, problem.full.canvases)
    if not pieces:
        raise click.UsageError("there are no pieces: the description places no shapes on a board")
    if stl is not None:
        _write_solids(stl, pieces, cell)
    if not sheet and stl is None:
        print_text("\n\n".join(drawings(pieces)))
    if not sheet:
        return ExitStatus.SOLVED
    unit = cell / Layout.of(pieces[0].canvas).polygons.width
    drawn = cutouts(pieces, PAGE / unit)
    what = f"{plural(len(pieces), 'piece')}, cells {cell:g} mm wide"
    width = unit * drawn.width / CELL
    sheet.write(drawn, f"{problem.title}: the pieces", what, width, "mm", pieces=len(pieces))
    return ExitStatus.SOLVED


def _write_solids(path: str, pieces: Sequence[Scene], cell: float) -> None:
    from excover.lattices import LATTICES
    from excover.render.stl import is_printable, stl_lines

    lattice = pieces[0].canvas.lattice
    if not is_printable(lattice):
        cells = lattice.cell_names[1] if lattice.name in LATTICES else f"lattice `{lattice.name}`"
        raise click.UsageError(f"--stl writes pieces of solid cells or polygons, not of {cells}")
    with new_file(path) as file:
        file.write("".join(f"{line}\n" for line in stl_lines(pieces, cell, PAGE)).encode())
        note_written(file, f"{plural(len(pieces), 'piece')}, cells {cell:g} mm wide", pieces=len(pieces))
