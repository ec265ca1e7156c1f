"""The letters of `shapes .. = all ..`: those by which the pieces are known, as the libraries draw them."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.source import Span
from excover.language.meaning.pieces import drawn_shapes
from excover.language.meaning.state import State
from excover.language.syntax import ast
from excover.lattices import Lattice
from excover.lattices.polyforms import Polyform

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def names_of(state: State, span: Span, lattice: Lattice, group: str, forms: Sequence[Polyform]) -> list[str]:
    """The usual letters of forms of one size; if there are none, letters and digits in order, or numbers."""
    sizes = {len(form) for form in forms}
    library = lattice.libraries.get((len(forms[0]), group)) if len(sizes) == 1 else None
    if library:
        usual = _letters(state, ast.Name(span, library), lattice, group)
        return [usual[form] for form in forms]
    return in_order(len(forms))


def in_order(number: int) -> list[str]:
    """So many names: letters and digits, or numbers if these do not suffice."""
    if number <= len(_LETTERS):
        return list(_LETTERS[:number])
    return list(map(str, range(1, number + 1)))


def _letters(state: State, library: ast.Name, lattice: Lattice, group: str) -> dict[Polyform, str]:
    """The letters that a library draws, by the form as `polyforms` lists it."""
    (drawing,) = state.load.spec(library).statements
    assert isinstance(drawing, ast.ShapesStatement)
    shapes, _ = drawn_shapes(drawing, lattice)
    return {min(lattice.orientations(piece.cells, group)): piece.letter for piece in shapes.pieces}
