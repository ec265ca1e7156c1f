"""`excover info`, `tree`, `pieces`: what a puzzle has, as tables, data or pictures."""

from __future__ import annotations

import math
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from excover.apps.cli.analysis import Deadline, note_end, takes_deadline
from excover.apps.cli.files import Sheet, new_file, note_written, takes_sheet
from excover.apps.cli.parameters import option, takes_json, takes_problem
from excover.apps.cli.pictures import fitted
from excover.apps.cli.process import ExitStatus, note, print_data, print_text, printable, write
from excover.apps.cli.session import Session, table, wants_color
from excover.base.names import show
from excover.base.words import plural
from excover.language.expressions.scope import ItemFamily, Times, UnitBounds
from excover.language.meaning.items import exceeded, holes_text, rule_names, statement_text
from excover.language.meaning.listing import families, stems
from excover.language.meaning.puzzle import Board, Placing, Puzzle
from excover.language.syntax.statements.board import flag_text
from excover.lattices import LATTICES
from excover.matrix.matrix import UNBOUNDED, Matrix
from excover.problem.problem import Problem
from excover.search.outcome import Unfinished

if TYPE_CHECKING:
    from excover.base.json.objects import BoardData, ItemFamilyData, PieceData, SizeData
    from excover.base.json.outputs import InfoData
    from excover.render.scene import Scene

WIDE = 200
"""The columns available to a table that is not shown on a terminal."""


@click.command("info")
@takes_problem
@option("--symmetries", "Also report the order of the symmetry group.")
@takes_deadline
@takes_json("Write everything as one JSON object.")
def info_command(session: Session, problem: Problem, symmetries: bool, deadline: Deadline) -> int:
    """Report the size of a puzzle: items and options, boards, and the placements of each piece.

    The time limit is for `--symmetries`: the rest is there at once.
    """
    facts, status = facts_of(problem), int(ExitStatus.SOLVED)
    if symmetries:
        try:
            with deadline.working():
                facts["symmetries"] = problem.group(run=deadline.run).order
        except Unfinished:
            status = deadline.status
    if session.json:
        print_data(facts)
    else:
        print_text("\n\n".join(_tables(facts)))
    if status != ExitStatus.SOLVED:
        note_end(session, f"{deadline.reason} before the symmetries were known")
    return status


def facts_of(problem: Problem) -> InfoData:
    """Tables are lists of rows with the same keys. Only ``with_givens`` takes the givens into account."""
    puzzle, full = problem.puzzle, problem.full.matrix
    return {
        "title": problem.title,
        "parameters": [{"parameter": name, "value": show(value)} for name, value in puzzle.settings.items()],
        "size": _size(full),
        "with_givens": _size(problem.matrix) if problem.compiled is not problem.full else None,
        "goal": puzzle.goal_in_words or None,
        "items": [
            *map(_family, puzzle.families),
            *map(_resource, puzzle.resources),
            *_of_conditions(puzzle, full),
        ],
        "options": [
            {"option": name, "number": number} for name, number in Counter(families(full.options)).items()
        ],
        "boards": [
            _board(board, sum(bounds.is_secondary for bounds in family.bounds))
            for board, family in _used_boards(problem)
        ],
        "pieces": [row for source in puzzle.sources for row in _pieces(source, full)],
        "rules": [{"rule": rule} for rule in _rules(problem.puzzle)],
    }


def _rules(puzzle: Puzzle) -> Iterator[str]:
    """What holds for all of a solution: holes of boards, bounds on sums, and what `require` demands."""
    for board in puzzle.boards:
        if board.has_holes:
            yield holes_text(puzzle, board)
    for family in (*puzzle.families, *puzzle.resources):
        for demand in dict.fromkeys(_demands(family) if family.units or family.excess else ()):
            if demand != "in units":
                yield f"{'each ' * (len(family.keys) > 1)}item {family.name} {demand}"
    yield from map(statement_text, puzzle.rules)


def _covered(bounds: Iterable[Times]) -> str:
    """How often items are covered, as in the language; if that differs, with the numbers of items.

    >>> _covered([Times(1, 1), Times(1, 1), Times(0, 1)]), _covered([Times(2, None)])
    ('once: 2, at most once: 1', 'at least 2 times')
    """
    return _counted(map(_times, bounds))


def _counted(stated: Iterable[str]) -> str:
    numbers = Counter(stated)
    if len(numbers) == 1:
        return next(iter(numbers))
    return ", ".join(f"{times}: {number:,}" for times, number in numbers.items())


def _times(bounds: Times) -> str:
    match bounds:
        case Times(colored=True):
            return "colored"
        case Times(1, 1):
            return "once"
        case Times(0, 1):
            return "at most once"
        case Times(low, None):
            return f"at least {low:,} times"
        case Times(low, high):
            return f"{low:,} times" if low == high else f"{low:,}..{high:,} times"


def _size(matrix: Matrix) -> SizeData:
    primary = sum(map(matrix.is_primary, range(len(matrix.items))))
    return {
        "items": len(matrix.items),
        "primary": primary,
        "secondary": len(matrix.items) - primary,
        "options": len(matrix.options),
        "entries": len(matrix.entries),
    }


def _used_boards(problem: Problem) -> Iterator[tuple[Board, Any]]:
    families = {family.name: family for family in problem.puzzle.families}
    return ((board, families[board.name]) for board in problem.puzzle.boards if board.name in families)


def _board(board: Board, empty: int) -> BoardData:
    return {
        "board": board.name,
        "size": "x".join(map(str, board.sizes)),
        "cells": len(board.cells),
        "may_stay_empty": empty,
        "lattice": board.lattice.name,
        "flags": ", ".join(map(flag_text, sorted(board.flags))),
    }


def _pieces(source: object, matrix: Matrix) -> Iterator[PieceData]:
    if not isinstance(source, Placing):
        return
    shapes, board = source.shapes, source.board
    heads = 1 + source.names_board
    placements = Counter(
        stem.arguments[:heads] for stem in stems(matrix.options) if stem.family == shapes.name
    )
    for piece in shapes.pieces:
        head = (piece.letter, board.name)[:heads]
        yield {
            "piece": piece.letter,
            "of": shapes.name,
            "board": board.name,
            "cells": len(piece.cells),
            "orientations": board.lattice.count_orientations(piece.cells, source.group),
            "placements": placements[head],
        }


def _family(family: ItemFamily) -> ItemFamilyData:
    secondary = sum(bounds.is_secondary for bounds in family.bounds)
    return {
        "item": family.name,
        "number": len(family.keys),
        "covered": _counted(_demands(family)),
        "secondary": secondary,
    }


def _demands(family: ItemFamily) -> Iterator[str]:
    """How often each item is covered, or its sum, and what it costs to exceed that."""
    for bounds, cost in family.demands:
        demand = bounds.in_words if isinstance(bounds, UnitBounds) else _times(bounds)
        yield demand if cost is None else f"{demand}, more at cost {cost:,}"


def _of_conditions(puzzle: Puzzle, matrix: Matrix) -> Iterator[ItemFamilyData]:
    """The items into which conditions of `require` are compiled."""
    made: dict[str, list[Times]] = {name: [] for _, name in (*rule_names(puzzle), *exceeded(puzzle))}
    for item, name in enumerate(matrix.items if made else ()):
        if name.family in made:
            upper = None if matrix.upper[item] == UNBOUNDED else matrix.upper[item]
            made[name.family].append(Times(matrix.lower[item], upper, bool(matrix.colored[item])))
    for family, bounds in made.items():
        if bounds:
            secondary = sum(each.is_secondary for each in bounds)
            yield {
                "item": family,
                "number": len(bounds),
                "covered": _covered(bounds),
                "secondary": secondary,
            }


def _resource(family: ItemFamily) -> ItemFamilyData:
    covered = _counted(_demands(family))
    return {"item": family.name, "number": len(family.keys), "covered": covered, "secondary": 0}


def _tables(facts: InfoData) -> Iterator[str]:
    colored = wants_color(sys.stdout)
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE
    sizes = {"": facts["size"], "with the givens": facts["with_givens"]}
    tables: dict[str, Sequence[Mapping[str, object]]] = {
        "size": [{"": of, **size} for of, size in sizes.items() if size],
        "parameters": facts["parameters"],
        "items": facts["items"],
        "options": facts["options"],
        "boards": facts["boards"],
        "pieces": facts["pieces"],
        "rules": facts["rules"],
    }
    for name, rows in tables.items():
        if rows:
            heads = [head.replace("_", " ") for head in rows[0]]
            title = facts["title"] or "untitled" if name == "size" else name
            yield table(title, heads, [list(row.values()) for row in rows], width=width, colored=colored)
    if facts["goal"]:
        is_cost = facts["goal"] in ("minimize", "maximize")
        yield f"to {facts['goal']}{': the sum of the costs of the options' if is_cost else ''}"
    if "symmetries" in facts:
        yield f"symmetry group of order {facts['symmetries']:,}"


NODES, DRAWN = 500, 150
"""The default number of nodes of a tree as text, and in a picture."""


@click.command("tree")
@takes_problem
@option(
    "--nodes N",
    f"Grow at most N nodes (default: {NODES}, or {DRAWN} for a picture).",
    click.IntRange(1, 100_000),
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
        write(fitted("\n".join(map(printable, text_lines(tree, words)))))
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
@option("--stl FILE", "Write the pieces as solids for a 3D printer.")
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
    from excover.render.stl import is_printable, stl_lines

    lattice = pieces[0].canvas.lattice
    if not is_printable(lattice):
        cells = lattice.cell_names[1] if lattice.name in LATTICES else f"lattice `{lattice.name}`"
        raise click.UsageError(f"--stl writes pieces of solid cells or polygons, not of {cells}")
    with new_file(path) as file:
        file.write("".join(f"{line}\n" for line in stl_lines(pieces, cell, PAGE)).encode())
        note_written(file, f"{plural(len(pieces), 'piece')}, cells {cell:g} mm wide", pieces=len(pieces))
