"""From a text to a matrix: all stages in order, in one place.

>>> from excover.names import OptionName
>>> coin = compile_description(Source("coin.xc", "item a  option heads() covers a  option tails() covers a"))
>>> [str(option) for option in coin.compiled.matrix.options]
['heads()', 'tails()']
>>> [str(option) for option in coin.given([OptionName("tails", ())]).compiled.matrix.options]
['tails()']
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from excover.cover.compiled import Compiled
from excover.cover.expand import expand
from excover.cover.given import Givens, apply_givens
from excover.cover.read_givens import GivenLike, givens_of_description, read_givens
from excover.diagnostics import Diagnostic, SpecError
from excover.formats.matrix_files import as_text, form_of, read_matrix
from excover.frozen import Frozen
from excover.limits import DEFAULT, Limits
from excover.messages.about_files import EvaluationTooDeep
from excover.messages.about_tables import UnknownTable
from excover.names import Value
from excover.puzzle.puzzle import Puzzle
from excover.puzzle.resolve import resolve
from excover.puzzle.state import TablesLike
from excover.source import Source
from excover.source_files import DescriptionLoader
from excover.syntax.read import read

Settings: TypeAlias = Mapping[str, Value]
"""Values for the parameters of a description."""


class Description(Frozen):
    """The result of the stages for a text. ``full`` is compiled without givens, ``compiled`` with them."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    puzzle: Puzzle
    full: Compiled
    givens: Givens
    compiled: Compiled
    limits: Limits

    def given(self, given: GivenLike) -> Description:
        """The same with further givens. Raises SpecError if they cannot be met."""
        if given is None:
            return self
        givens = self.givens + read_givens(given, self.full)
        return self.replaced(givens=givens, compiled=apply_givens(self.full, givens))

    def changed(self, full: Compiled) -> Description:
        """The same givens of another compilation. Raises SpecError if they cannot be met."""
        return self.replaced(full=full, compiled=apply_givens(full, self.givens))

    def without_givens(self) -> Description:
        """The same without any givens, not even those of the description."""
        return self.replaced(givens=Givens(), compiled=self.full)


def compile_description(
    source: Source,
    settings: Settings | None = None,
    given: GivenLike = None,
    limits: Limits = DEFAULT,
    tables: TablesLike | None = None,
    loader: DescriptionLoader | None = None,
) -> Description:
    """All stages in order: read, resolve, expand; then givens exclude options.

    A text in a format of other solvers is already a matrix; a text of BurrTools is first translated into the
    language. Raises SpecError with all errors. ``loader`` finds the files that the description names, by
    default in its folder.
    """
    settings, tables = settings or {}, tables or {}
    if tables and form_of(source):
        raise SpecError([UnknownTable(name, []) for name in tables])
    warnings: list[Diagnostic] = []
    if form_of(source) == "burrtools":
        source, warnings = as_text(source, settings, limits)
        settings = {}
    elif form_of(source):
        puzzle, full = read_matrix(source, settings, limits)
        return Description(puzzle, full, Givens(), full, limits).given(given)
    try:
        spec = read(source, limits)
        puzzle = resolve(spec, loader or DescriptionLoader(limits), settings, limits, tables)
        puzzle = puzzle.replaced(warnings=(*warnings, *puzzle.warnings))
        return compile_puzzle(puzzle, limits).given(given)
    except RecursionError:
        if limits.nesting <= DEFAULT.nesting:  # whatever is read fits: the caller has filled the stack
            raise
        raise SpecError(EvaluationTooDeep(limits.nesting)) from None


def compile_puzzle(puzzle: Puzzle, limits: Limits = DEFAULT) -> Description:
    """The stages after names are resolved. Raises SpecError with all errors."""
    full = expand(puzzle, limits)
    givens = givens_of_description(puzzle, full, limits)
    return Description(puzzle, full, givens, apply_givens(full, givens), limits)
