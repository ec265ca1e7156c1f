"""`excover pieces`: the pieces of a puzzle, to view, or to print and cut out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from excover.apps.cli.files import new_file
from excover.apps.cli.parameters import takes_problem
from excover.apps.cli.picture_files import Sheet, note_written, takes_sheet
from excover.apps.cli.session import Session
from excover.apps.cli.streams import ExitStatus, print_text
from excover.base.words import plural

if TYPE_CHECKING:
    from excover.problem.problem import Problem
    from excover.render.scene import Scene

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
def command(session: Session, problem: Problem, sheet: Sheet, cell: float, stl: str | None) -> int:
    """Draw the pieces, each as often as it may be placed.

    Print the sheet in its own size, not scaled to the page: --cell gives the width of a cell.
    """
    from excover.render.geometry import Layout
    from excover.render.piece_sheet import cutouts, drawings, pieces_of
    from excover.render.svg import CELL

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
