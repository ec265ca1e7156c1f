"""Writes a puzzle of pieces on one board as a file of BurrTools.

>>> from excover.problem import parse
>>> tray = parse("board tray 2x2 shapes bar\\n  |AA\\nplace free bar on tray each 2 times")
>>> print(*xmpuzzle_lines(tray.puzzle), sep="\\n")
<?xml version="1.0"?>
<puzzle version="2">
<gridType type="0"/>
<colors/>
<shapes>
<voxel x="2" y="1" z="1" name="A" type="0">##</voxel>
<voxel x="2" y="2" z="1" name="tray" type="0">####</voxel>
</shapes>
<problems>
<problem state="0">
<shapes>
<shape id="0" count="2"/>
</shapes>
<result id="1"/>
<bitmap/>
</problem>
</problems>
</puzzle>

`excover.formats.burrtools` documents the format, and reads it back. Labels become colors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from xml.sax.saxutils import escape, quoteattr

from excover.expressions.scope import Times
from excover.formats.burrtools_grids import GRIDS, Voxel, VoxelGrid
from excover.lattices import Cell
from excover.puzzle.puzzle import Board, Piece, Placing, Puzzle

_RED, _GREEN, _BLUE = 37, 73, 151
"""Steps between the parts of colors, so that they differ to the eye."""


def xmpuzzle_lines(puzzle: Puzzle) -> Iterator[str]:
    """The lines of the file, without line ends; it is for version 0.6 of BurrTools and newer.

    Raises ValueError, before the first line, for what BurrTools cannot express.
    """
    placings = _placings(puzzle)
    board, bounds = placings[0].board, _bounds(puzzle)
    number = next((n for n, grid in enumerate(GRIDS) if board.lattice in (grid.lattice, grid.flat)), None)
    if number is None:
        raise ValueError(f"BurrTools has no grid for the lattice {board.lattice.name}")
    parts = [(placing, piece) for placing in placings for piece in placing.shapes.pieces]
    used = sorted({label for _, piece in parts for label in piece.labels.values()})
    colors = {label: n for n, label in enumerate(sorted({*used, *board.labels.values()}), 1)} if used else {}
    shapes = [
        *(_piece(GRIDS[number], piece, colors) for _, piece in parts),
        _board(GRIDS[number], board, colors),
    ]
    yield from ('<?xml version="1.0"?>', '<puzzle version="2">', f'<gridType type="{number}"/>')
    yield from _element("colors", [_color(color) for color in colors.values()])
    yield from _element("shapes", shapes)
    name = f" name={quoteattr(puzzle.title)}" if puzzle.title else ""
    yield from ("<problems>", f'<problem{name} state="0">')
    counts = (_count(bounds[placing.shapes.name, piece.letter], piece, board) for placing, piece in parts)
    yield from _element("shapes", [f'<shape id="{n}" {count}/>' for n, count in enumerate(counts)])
    yield f'<result id="{len(parts)}"/>'
    allowed = {(piece, on) for placing in placings for piece, each in placing.matching.items() for on in each}
    pairs = sorted((colors[piece] - 1, colors[on] - 1) for piece, on in allowed if on in colors)
    yield from _element("bitmap", [f'<pair piece="{piece}" result="{on}"/>' for piece, on in pairs])
    yield from ("</problem>", "</problems>", "</puzzle>")


# What BurrTools can express


def _placings(puzzle: Puzzle) -> Sequence[Placing]:
    placings = [source for source in puzzle.sources if isinstance(source, Placing)]
    boards = {placing.board.name for placing in placings}
    further = [
        *(["options that are no placements"] if len(placings) < len(puzzle.sources) else []),
        *(["rules of `also`"] if puzzle.additions else []),
        *(["rules of `require`"] if puzzle.requirements else []),
        *(["clues"] if puzzle.givens else []),
        *(["forbidden options"] if puzzle.forbidden else []),
        *(["pieces on several boards"] if len(boards) > 1 else []),
        *(found for placing in placings for found in _beyond(placing)),
    ]
    if further or not placings:
        raise ValueError(f"BurrTools cannot express {further[0] if further else 'a puzzle without pieces'}")
    labels = [placing.matching for placing in placings]
    if any(
        one[label] != other[label]
        for one, other in product(labels, labels)
        for label in one.keys() & other.keys()
    ):
        raise ValueError("BurrTools cannot express labels that match differently for some pieces")
    return placings


def _beyond(placing: Placing) -> Iterator[str]:
    """What goes beyond placing pieces that can be turned in space."""
    board = placing.board
    if placing.where is not None:
        yield "`where`"
    if placing.at_least > 1:
        yield "`covering`"
    if board.flags:
        yield f"a board that is {' and '.join(sorted(board.flags))}"
    if placing.group != ("one-sided" if board.lattice.solid else "free"):
        yield f"that pieces are {placing.group}: they are turned in space, and never reflected"


def _bounds(puzzle: Puzzle) -> Mapping[tuple[str, str], Times]:
    families = {family.name: family for family in puzzle.families}
    names = {placing.shapes.name for placing in puzzle.sources if isinstance(placing, Placing)}
    return {
        (name, str(key[0])): times
        for name in names
        for key, times in zip(families[name].keys, families[name].bounds, strict=True)
    }


# Elements


def _element(name: str, inside: Sequence[str]) -> Iterator[str]:
    yield from (f"<{name}>", *inside, f"</{name}>") if inside else (f"<{name}/>",)


def _color(number: int) -> str:
    red, green, blue = (number * step % 256 for step in (_RED, _GREEN, _BLUE))
    return f'<color red="{red}" green="{green}" blue="{blue}"/>'


def _count(times: Times, piece: Piece, board: Board) -> str:
    """No more pieces than the board has room for."""
    most = len(board.cells) // len(piece.cells)
    upper = max(times.lower, most if times.upper is None else min(times.upper, max(most, 1)))
    return f'count="{upper}"' if times.lower == upper else f'min="{times.lower}" max="{upper}"'


def _piece(grid: VoxelGrid, piece: Piece, colors: Mapping[str, int]) -> str:
    marks = {cell: f"#{colors.get(piece.labels.get(cell, ''), '')}" for cell in piece.cells}
    return _voxel(grid, piece.letter, marks)


def _board(grid: VoxelGrid, board: Board, colors: Mapping[str, int]) -> str:
    marks = {
        cell: f"{'+' if cell in board.optional else '#'}{colors.get(board.labels.get(cell, ''), '')}"
        for cell in board.cells
    }
    return _voxel(grid, board.name, marks)


def _voxel(grid: VoxelGrid, name: str, marks: Mapping[Cell, str]) -> str:
    shown = dict(zip(_voxels(grid, list(marks)), marks.values(), strict=True))
    wide, deep, high = (max(voxel[axis] for voxel in shown) + 1 for axis in range(3))
    places = product(range(high), range(deep), range(wide))
    text = "".join(shown.get((x, y, z), "_") for z, y, x in places)
    return f'<voxel x="{wide}" y="{deep}" z="{high}" name={quoteattr(name)} type="0">{escape(text)}</voxel>'


def _voxels(grid: VoxelGrid, cells: Sequence[Cell]) -> list[Voxel]:
    """Moved as near to the corner of the grid as it has cells there, and not turned."""
    found = [grid.voxel(cell) for cell in cells]
    low = [min(voxel[axis] for voxel in found) for axis in range(3)]
    shape = sorted(grid.lattice.normalized(cells))
    for by in sorted(product(range(grid.period), repeat=3), key=sum):
        moved = [(x - low[0] + by[0], y - low[1] + by[1], z - low[2] + by[2]) for x, y, z in found]
        if all(map(grid.has, moved)) and sorted(grid.lattice.normalized(map(grid.place, moved))) == shape:
            return moved
    raise AssertionError("a grid is moved onto itself within its period")
