"""Writes a file of BurrTools, for its version 0.6 and newer, which `excover.formats.burrtools` reads back.

>>> from excover.formats.burrtools import read_burrtools
>>> from excover.base.source import Source
>>> text = '''<puzzle version="2"><shapes>
... <voxel x="2" y="1" z="1" hx="1" type="0">##1</voxel></shapes><problems>
... <problem state="2"><shapes><shape id="0" min="0" max="2"/></shapes><solutions>
... <solution><assembly>1 0 0 16 x</assembly></solution></solutions></problem></problems></puzzle>
... '''
>>> puzzle = read_burrtools(Source("bars.xmpuzzle", text))
>>> written = list(file_lines(puzzle))
>>> print(*written[4:8], *written[9:], sep="\\n")
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
>>> read_burrtools(Source("again.xmpuzzle", "\\n".join(written))) == puzzle
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from xml.sax.saxutils import escape, quoteattr

from excover.formats.burrtools_grids import GRIDS
from excover.formats.burrtools_model import NOTHING, BurrProblem, BurrPuzzle, Part, Saved, Shape


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
