"""The wording of what keeps puzzles from being made (codes E621 and on)."""

from __future__ import annotations

from excover.analysis.clue_symmetry import Symmetry
from excover.cover.compiled import Canvas
from excover.cover.matrix import Matrix
from excover.diagnostics import Diagnostic, error
from excover.words import plural


def nothing_to_give(matrix: Matrix) -> Diagnostic:
    """No option is drawn, so that no clue can be either."""
    found = error("E621", "this description draws nothing, so that there is nothing to give as a clue")
    own = matrix.own_options()
    if not own:
        return found.helped("give it options, and say how they are drawn")
    option = matrix.options[own[0]]
    if matrix.option_spans:
        found = found.at(matrix.option_spans[own[0]])
    said = f"`draw {option.family}(..) at (row, column) as mark`, in the names that it binds"
    return found.noted(f"the first option is `{option}`").helped(f"say where options are drawn: {said}")


def not_cells(matrix: Matrix, option: int) -> Diagnostic:
    """Clues of several cells each have no symmetric pattern."""
    found = error("E622", "clues can be symmetric only where each stands in one cell")
    if matrix.option_spans:
        found = found.at(matrix.option_spans[option])
    name = matrix.options[option]
    return found.noted(f"`{name}` is drawn in several cells").helped("ask for puzzles without the symmetry")


def not_square(matrix: Matrix, option: int, canvas: Canvas, symmetry: Symmetry) -> Diagnostic:
    """The symmetry would exchange the rows and columns of something else than a square."""
    _, rows, columns = canvas.extent
    name = f"`{canvas.name}`" if canvas.name else "the drawing"
    found = error("E623", f"{name} has no symmetry `{symmetry.value}`: that needs a square of square cells")
    if matrix.option_spans:
        found = found.at(matrix.option_spans[option])
    there = f"it has {plural(rows, 'row')} and {plural(columns, 'column')} of lattice `{canvas.lattice.name}`"
    return found.noted(there).helped("ask for `half-turn`, `left-right` or `up-down`")
