"""The boards and pieces of a text that is being written, as pictures.

>>> from excover.base.source import Source
>>> sorted(pictures_of(Source("x.xc", "board b 2x2\\nshapes s\\n  |AA\\nplace free s on")))
['b', 's']
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from excover.apps.editing.facts import partial_tree
from excover.base.diagnostics import SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.source import Source
from excover.language.meaning.puzzle import Placing
from excover.language.meaning.resolve import new_state, puzzle_of, resolve_into
from excover.language.meaning.state import State
from excover.language.source_files import DescriptionLoader
from excover.language.syntax import ast
from excover.problem.pipeline import Description, compile_description, compile_puzzle
from excover.render.piece_sheet import cutouts, pieces_of, unplaced
from excover.render.views import page, puzzle_drawn

_DECLARING = (
    *(ast.Import, ast.Param, ast.Let, ast.Enum, ast.Table, ast.Def, ast.LatticeStatement),
    *(ast.BoardStatement, ast.ShapesStatement, ast.AllShapes, ast.ChosenShapes, ast.ListedShapes),
)
"""What boards and pieces may need."""


def pictures_of(source: Source, limits: Limits = DEFAULT) -> Mapping[str, str]:
    """The boards and pieces of a text as SVG, by name; of a text with errors, those that can be read."""
    state, description = drafted(source, limits)
    with suppress(SpecError):
        description = compile_description(source, limits=limits)
    return {**pieces_drawn(state, description), **_of_placed(description)} if description else {}


def drafted(source: Source, limits: Limits = DEFAULT) -> tuple[State, Description | None]:
    """What is `declared` in a text, alone; None if its boards and pieces are refused."""
    state = declared(source, limits)
    try:
        return state, compile_puzzle(puzzle_of(state), limits)
    except SpecError:
        return state, None


def declared(source: Source, limits: Limits = DEFAULT) -> State:
    """The boards and pieces of a text, as far as they have a meaning, and nothing else."""
    spec, _ = partial_tree(source, limits)
    kept = tuple(each for each in spec.statements if isinstance(each, _DECLARING))
    state = new_state(DescriptionLoader(limits), {}, limits)
    resolve_into(state, spec.replaced(statements=kept))
    state.found.clear()
    return state


def _of_placed(description: Description) -> Mapping[str, str]:
    canvases = [canvas for canvas in description.full.canvases if canvas.name]
    drawn = {canvas.name: puzzle_drawn([canvas], ()) for canvas in canvases}
    found = {name: page([picture]).svg(name) for name, picture in drawn.items() if picture}
    for placing in description.puzzle.sources:
        if isinstance(placing, Placing) and placing.shapes.name not in found:
            alone = description.puzzle.replaced(sources=(placing,), tiled=())
            pieces = pieces_of(alone, description.full.canvases)
            found[placing.shapes.name] = cutouts(pieces, 24).svg(placing.shapes.name)
    return found


def pieces_drawn(state: State, description: Description) -> Mapping[str, str]:
    """Pieces as SVG, by name, also of those that are not placed; tiles are drawn where they lie."""
    return {
        name: cutouts(unplaced(shapes, description.full.canvases), 24).svg(name)
        for name, shapes in state.shapes.items()
        if not shapes.rim
    }
