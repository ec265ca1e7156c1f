"""A description in the language, of items and options only."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from excover.base.errors import Unsuitable
from excover.formats.exports import Export, Exported
from excover.language.meaning.puzzle import Puzzle
from excover.language.syntax.ast import Spec
from excover.language.syntax.format import format_spec
from excover.matrix.capabilities import ITEMS, Feature
from excover.matrix.core_form import core
from excover.matrix.core_nodes import note_on_symmetries
from excover.matrix.matrix import Matrix

CARRIED = ITEMS | {Feature.COSTS, Feature.SUMS}


def core_lines(problem: Exported, form: Callable[[Spec], str]) -> Iterator[str]:
    """The core form, and a comment before it. Raises Unsuitable."""
    if problem.description is None or _is_matrix(problem.description[0], problem.matrix):
        raise Unsuitable("a description is needed, but this is a matrix; use `--to dlx`")
    puzzle, compiled = problem.description
    text = note_on_symmetries(puzzle) + form(core(puzzle, compiled, problem.limits))
    yield from text.removesuffix("\n").split("\n") if text else ()


def _is_matrix(puzzle: Puzzle, matrix: Matrix) -> bool:
    """Whether nothing states its items and options; rules alone make items, too."""
    return bool(matrix.items) and not puzzle.families and not puzzle.sources


def _lines(problem: Exported) -> Iterator[str]:
    return core_lines(problem, format_spec)


export = Export(
    "text",
    "the core of the language",
    CARRIED,
    help="a description in the language, of items and options only; not for a file that is a matrix",
    write=_lines,
)
