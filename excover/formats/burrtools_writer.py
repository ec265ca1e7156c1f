r"""Translates a puzzle of pieces on one board into the content of a file of BurrTools.

>>> from excover.problem.problem import parse
>>> problem = parse("board tray 2x2 shapes bar\n  |AA\nplace free bar on tray each 2 times")
>>> tray = as_burrtools(problem.puzzle)
>>> [(shape.name, sorted(shape.cells)) for shape in tray.puzzle.shapes]
[('A', [(0, 0, 0), (1, 0, 0)]), ('tray', [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0)])]
>>> [(part.shape, part.least, part.most) for part in tray.problem.parts]
[(0, 2, 2)]

Labels become colors.

Writes a file of BurrTools, for its version 0.6 and newer, which `excover.formats.burrtools` reads back.

>>> from excover.formats.burrtools import read_burrtools
>>> from excover.base.source import Source
>>> text = '''<puzzle version="2"><shapes>
... <voxel x="2" y="1" z="1" hx="1" type="0">##1</voxel></shapes><problems>
... <problem state="2"><shapes><shape id="0" min="0" max="2"/></shapes><solutions>
... <solution><assembly>1 0 0 16 x</assembly></solution></solutions></problem></problems></puzzle>
... '''
>>> puzzle = read_burrtools(Source("bars.xmpuzzle", text))
>>> written = list(file_lines(puzzle))
>>> print(*written[4:8], *written[9:], sep="\n")
<shapes>
<voxel x="2" y="1" z="1" hx="1" type="0">##1</voxel>
</shapes>
<problems>
<shapes>
<shape id="0" min="0" max="2"/>
</shapes>
<bitmap/>
<solutions>
<solution>
<assembly>1 0 0 16 x</assembly>
</solution>
</solutions>
</problem>
</problems>
</puzzle>
>>> read_burrtools(Source("again.xmpuzzle", "\n".join(written))) == puzzle
True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from xml.sax.saxutils import escape, quoteattr

from excover.base.source import Span
from excover.formats.burrtools_assemblies import Assembler
from excover.formats.burrtools_model import (
    GRIDS,
    NOTHING,
    BurrProblem,
    BurrPuzzle,
    Part,
    Saved,
    Shape,
    Voxel,
    VoxelGrid,
)
from excover.language.expressions.scope import Times
from excover.language.meaning.items import holes_of, no_cell_of
from excover.language.meaning.puzzle import Board, OptionSource, Piece, Placing, Puzzle
from excover.language.syntax import ast
from excover.lattices import Cell

_RED, _GREEN, _BLUE = 37, 73, 151
"""Steps between the parts of colors, so that they differ to the eye."""


def as_burrtools(puzzle: Puzzle) -> Assembler:
    """The content of a file about a puzzle, and how its solutions are written into it.

    Raises ValueError for what BurrTools cannot express.
    """
    placings = _placings(puzzle)
    board, bounds = placings[0].board, _bounds(puzzle)
    grid = next((grid for grid in GRIDS if board.lattice in (grid.lattice, grid.flat)), None)
    if grid is None:
        raise ValueError(f"BurrTools has no grid for the lattice {board.lattice.name}")
    parts = [(placing, piece) for placing in placings for piece in placing.shapes.pieces]
    used = sorted({label for _, piece in parts for label in piece.labels.values()})
    colors = {label: n for n, label in enumerate(sorted({*used, *board.labels.values()}), 1)} if used else {}
    voxels = dict(zip(_voxels(grid, board.cells), board.cells, strict=True))
    holes = _holes(puzzle, board)
    variable = board.cells if board.has_holes else board.optional
    states = {voxel: "+" if cell in variable else "#" for voxel, cell in voxels.items()}
    result = _shape(
        board.name, board.span, states, {v: board.labels.get(c, "") for v, c in voxels.items()}, colors
    )
    problem = BurrProblem(board.span, puzzle.title, holes, result=len(parts))
    for number, (placing, piece) in enumerate(parts):
        least, most = _count(bounds[placing.shapes.name, piece.letter], piece, board)
        problem.parts.append(Part(piece.span, number, least, most))
        for label, each in placing.matching.items():
            problem.allowed |= {(colors[label], colors[on]) for on in each if on in colors}
    shapes = [*(_piece(grid, piece, colors) for _, piece in parts), result]
    written = BurrPuzzle(board.span, grid, [*map(_color, colors.values())], shapes, [problem])
    return Assembler(written, problem, [piece.letter for _, piece in parts], voxels)


# What BurrTools can express


def _placings(puzzle: Puzzle) -> Sequence[Placing]:
    placings = [source for source in puzzle.sources if isinstance(source, Placing)]
    boards = {placing.board.name for placing in placings}
    empty = {no_cell_of(board.name) for board in puzzle.boards if board.has_holes}

    def is_expressed(source: OptionSource) -> bool:
        return isinstance(source, Placing) or (isinstance(source, ast.Option) and source.name.id in empty)

    further = [
        *(["options that are no placements"] if not all(map(is_expressed, puzzle.sources)) else []),
        *(["rules of `also`"] if puzzle.additions else []),
        *(
            ["rules of `require`"]
            if puzzle.requirements or puzzle.global_constraints or puzzle.conditions
            else []
        ),
        *(["clues"] if puzzle.givens else []),
        *(["forbidden options"] if puzzle.removing else []),
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


def _holes(puzzle: Puzzle, board: Board) -> int | None:
    """How many cells may stay empty, if the board limits that."""
    if not board.has_holes:
        return None
    if board.optional:
        raise ValueError("BurrTools cannot express cells that may stay empty besides holes: it counts all")
    [family] = (family for family in puzzle.families if family.name == holes_of(board.name))
    return family.bounds[0].upper


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


# Shapes


def _color(number: int) -> tuple[int, int, int]:
    red, green, blue = (number * step % 256 for step in (_RED, _GREEN, _BLUE))
    return red, green, blue


def _count(times: Times, piece: Piece, board: Board) -> tuple[int, int]:
    """No more pieces than the board has room for."""
    most = len(board.cells) // len(piece.cells)
    upper = max(times.lower, most if times.upper is None else min(times.upper, max(most, 1)))
    return times.lower, upper


def _piece(grid: VoxelGrid, piece: Piece, colors: Mapping[str, int]) -> Shape:
    voxels = dict(zip(_voxels(grid, piece.cells), piece.cells, strict=True))
    labels = {voxel: piece.labels.get(cell, "") for voxel, cell in voxels.items()}
    return _shape(piece.letter, piece.span, dict.fromkeys(voxels, "#"), labels, colors)


def _shape(
    name: str, span: Span, states: dict[Voxel, str], labels: Mapping[Voxel, str], colors: Mapping[str, int]
) -> Shape:
    wide, deep, high = (max(voxel[axis] for voxel in states) + 1 for axis in range(3))
    colored = {voxel: colors[label] for voxel, label in labels.items() if label in colors}
    return Shape(span, name, (wide, deep, high), cells=states, colors=colored)


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


def file_lines(puzzle: BurrPuzzle) -> Iterator[str]:
    """The lines of the file, without line ends."""
    yield from ('<?xml version="1.0"?>', '<puzzle version="2">')
    yield f'<gridType type="{next(n for n, grid in enumerate(GRIDS) if grid is puzzle.grid)}"/>'
    colors = (f'<color red="{red}" green="{green}" blue="{blue}"/>' for red, green, blue in puzzle.colors)
    yield from _element("colors", [*colors])
    yield from _element("shapes", [*map(_voxel, puzzle.shapes)])
    yield from _element("problems", [line for problem in puzzle.problems for line in _problem(problem)])
    if puzzle.comment:
        popup = ' popup=""' if puzzle.pops_up else ""
        yield f"<comment{popup}>{escape(puzzle.comment)}</comment>"
    yield "</puzzle>"


def _element(name: str, inside: Sequence[str]) -> Iterator[str]:
    yield from (f"<{name}>", *inside, f"</{name}>") if inside else (f"<{name}/>",)


def _voxel(shape: Shape) -> str:
    wide, deep, high = shape.size
    known = {"name": shape.name, **dict(zip(("hx", "hy", "hz"), shape.hotspot, strict=True))}
    if shape.weight != 1:
        known["weight"] = shape.weight
    further = "".join(f" {name}={quoteattr(str(value))}" for name, value in known.items() if value)
    cells = {cell: f"{state}{shape.colors.get(cell, '')}" for cell, state in shape.cells.items()}
    places = product(range(high), range(deep), range(wide))
    text = "".join(cells.get((x, y, z), "_") for z, y, x in places)
    return f'<voxel x="{wide}" y="{deep}" z="{high}"{further} type="0">{text}</voxel>'


def _problem(problem: BurrProblem) -> Iterator[str]:
    name = {"name": problem.name} if problem.name else {}
    holes = {} if problem.holes is None else {"maxHoles": str(problem.holes)}
    known = {**name, "state": "0", **problem.state, **holes}
    yield f"<problem{''.join(f' {key}={quoteattr(value)}' for key, value in known.items())}>"
    yield from _element("shapes", [*map(_part, problem.parts)])
    if problem.result != NOTHING:
        yield f'<result id="{problem.result}"/>'
    allowed = (f'<pair piece="{piece - 1}" result="{on - 1}"/>' for piece, on in sorted(problem.allowed))
    yield from _element("bitmap", [*allowed])
    yield from filter(None, (problem.search,))
    if problem.saved:
        yield from _element("solutions", [line for saved in problem.saved for line in _solution(saved)])
    yield "</problem>"


def _part(part: Part) -> str:
    same = part.least == part.most
    times = f'count="{part.most}"' if same else f'min="{part.least}" max="{part.most}"'
    groups = "".join(f'<group group="{group}" count="{count}"/>' for group, count in part.groups.items())
    return f'<shape id="{part.shape}" {times}{f">{groups}</shape>" if groups else "/>"}'


def _solution(saved: Saved) -> Iterator[str]:
    yield f"<solution{''.join(f' {name}={quoteattr(number)}' for name, number in saved.numbers.items())}>"
    yield f"<assembly>{escape(saved.assembly)}</assembly>"
    yield from filter(None, (saved.rest,))
    yield "</solution>"
