"""A description in the language, of items and options only."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from excover.base.errors import Unsuitable
from excover.formats.exports import Export, Exported
from excover.language.syntax.ast import Spec
from excover.language.syntax.format import format_spec
from excover.matrix.consumer import ITEMS, Feature
from excover.matrix.core_form import core
from excover.matrix.core_nodes import note_on_symmetries

CARRIED = ITEMS | {Feature.COSTS, Feature.SUMS}


def core_lines(problem: Exported, form: Callable[[Spec], str]) -> Iterator[str]:
    """The core form, and a comment before it. Raises Unsuitable."""
    if problem.description is None or (problem.matrix.items and not problem.description[0].families):
        raise Unsuitable("a description is needed, but this is a matrix; use `--to dlx`")
    puzzle, compiled = problem.description
    text = note_on_symmetries(puzzle) + form(core(puzzle, compiled, problem.limits))
    yield from text.removesuffix("\n").split("\n") if text else ()


def _lines(problem: Exported) -> Iterator[str]:
    return core_lines(problem, format_spec)


export = Export(
    "text",
    "the core of the language",
    CARRIED,
    help="a description in the language, of items and options only; not for a file that is a matrix",
    write=_lines,
)
