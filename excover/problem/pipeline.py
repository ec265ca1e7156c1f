"""From a text to a matrix: all stages in order, in one place.

>>> from excover.base.names import OptionName
>>> coin = compile_description(Source("coin.xc", "item a  option heads() covers a  option tails() covers a"))
>>> [str(option) for option in coin.compiled.matrix.options]
['heads()', 'tails()']
>>> [str(option) for option in coin.given([OptionName("tails", ())]).compiled.matrix.options]
['tails()']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from excover.base.diagnostics import MOST_REPORTED, Diagnostic, SpecError
from excover.base.errors import not_as_wanted
from excover.base.frozen import Frozen
from excover.base.limits import DEFAULT, Limits
from excover.base.names import Value
from excover.base.source import Source
from excover.base.threads import no_collection
from excover.formats.matrix_files import PIECE_FILES, as_text, form_of, read_matrix
from excover.language import messages
from excover.language.expressions.scope import TableValue
from excover.language.meaning.probable_mistakes import that_occur
from excover.language.meaning.puzzle import Puzzle
from excover.language.meaning.resolve import by_name, resolve
from excover.language.meaning.state import TablesLike
from excover.language.source_files import DescriptionLoader, check_limits, read
from excover.language.syntax import ast
from excover.matrix.compiled import Compiled
from excover.matrix.expand import expand
from excover.matrix.givens.given import GivenLike, Givens, apply_givens, givens_of_description, read_givens
from excover.matrix.name_resolution import Originals, each_name

Settings: TypeAlias = Mapping[str, Value]
"""Values for the parameters of a description."""


class Reading(NamedTuple):
    """A text that was read: its statements, what finds the files that it names, and its parameters."""

    spec: ast.Spec
    loader: DescriptionLoader
    settings: Settings


class Description(Frozen):
    """The result of the stages for a text. ``full`` is compiled without givens, ``compiled`` with them.

    ``reading`` is None if it was not made from statements; ``changes`` are those that were made to it since.
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    puzzle: Puzzle
    full: Compiled
    givens: Givens
    compiled: Compiled
    limits: Limits
    reading: Reading | None = None
    changes: tuple[Callable[[Description], Description], ...] = ()

    def given(self, given: GivenLike) -> Description:
        """The same with further givens. Raises SpecError if they cannot be met."""
        if given is None:
            return self
        if not isinstance(given, str | Source):
            given = each_name(given)
        givens = self.givens + read_givens(given, self.full)
        this = partial(Description.given, given=given)
        compiled = apply_givens(self.full, givens)
        return self.replaced(givens=givens, compiled=compiled, changes=(*self.changes, this))

    def seen_as(self, originals: Originals) -> Description:
        """The same with what a program has in place of texts and numbers of the matrix."""
        full, compiled = (each.replaced(originals=originals) for each in (self.full, self.compiled))
        return self.replaced(full=full, compiled=compiled)

    def changed(self, change: Callable[..., Compiled], *arguments: Any) -> Description:
        """With other options, bounds or costs, and the same givens. Raises SpecError if they cannot be met.

        ``change`` is a function of `excover.matrix.changes`.
        """
        full = change(self.full, *arguments)
        this = partial(_changed, change=change, arguments=arguments)
        compiled = apply_givens(full, self.givens)
        return self.replaced(full=full, compiled=compiled, changes=(*self.changes, this))

    def without_givens(self) -> Description:
        """The same without any givens, not even those of the description."""
        changes = (*self.changes, Description.without_givens)
        return self.replaced(givens=Givens(), compiled=self.full, changes=changes)

    def with_parameters(self, settings: Settings) -> Description:
        """The same statements and changes with other values of parameters; the others keep what was given.

        Neither texts nor tables are read again. Raises SpecError with all errors, ValueError if there are no
        statements.
        """
        if self.reading is None:
            raise ValueError("only a text in the language has parameters that can be changed")
        spec, loader, before = self.reading
        after = {**{name: self.puzzle.settings[name] for name in by_name(before)}, **by_name(settings)}
        scope = self.puzzle.scope
        tables: dict[str, object] = {
            name: scope[name] for name in scope if isinstance(scope[name], TableValue)
        }
        tables |= {board.name: board.origin for board in self.puzzle.boards if board.origin}
        with no_collection(), _deep(self.limits):
            description = _described(spec, loader, after, self.limits, tables)
        for change in self.changes:
            description = change(description)
        return description


def _changed(
    description: Description, change: Callable[..., Compiled], arguments: tuple[Any, ...]
) -> Description:
    return description.changed(change, *arguments)


def compile_description(
    source: Source,
    settings: Settings | None = None,
    given: GivenLike = None,
    limits: Limits = DEFAULT,
    tables: TablesLike | None = None,
    loader: DescriptionLoader | None = None,
    spec: ast.Spec | None = None,
) -> Description:
    """All stages in order: read, resolve, expand; then givens exclude options.

    A text in a format of other solvers is already a matrix; a text of BurrTools or polycube is first
    translated into the language. Raises SpecError with all errors. ``loader`` finds the files that the
    description names, by default in its folder; ``spec`` is what was read from the text before, if it was.
    """
    settings = checked_settings(settings)
    check_limits(limits)
    if tables is None or (isinstance(tables, dict) and not tables):
        tables = {}
    else:
        from excover.language.meaning.given_tables import check_tables  # few give tables

        check_tables(tables)
    if tables and form_of(source):
        raise SpecError([messages.UnknownTable(name, []) for name in tables])
    warnings: list[Diagnostic] = []
    if form_of(source) in PIECE_FILES:
        source, warnings = as_text(source, settings, limits)
        settings = {}
    elif form_of(source):
        puzzle, full = read_matrix(source, settings, limits)
        return Description(puzzle, full, Givens(), full, limits).given(given)
    with no_collection(), _deep(limits):
        spec = spec or read(source, limits)
        loader = loader or DescriptionLoader(limits)
        found = _described(spec, loader, settings, limits, tables, warnings)
        try:
            return found.given(given)
        except SpecError as wrong:
            raise _after_warnings(wrong, found.full.warnings, found.puzzle) from None


def checked_settings(settings: Settings | None) -> Settings:
    """What `with_parameters` and others are given, without None. Raises TypeError for anything else."""
    if settings is None:
        return {}
    if not isinstance(settings, Mapping):
        raise not_as_wanted("`settings` are values by the names of parameters", settings, 'write `{"n": 6}`')
    for name in settings:
        if not isinstance(name, str):
            raise not_as_wanted("the name of a parameter is a text", name, 'as in `{"n": 6}`')
    return settings


@contextmanager
def _deep(limits: Limits) -> Iterator[None]:
    """A context that reports a full stack as a SpecError, if the limits allow what may fill it."""
    try:
        yield
    except RecursionError:
        if limits.nesting <= DEFAULT.nesting:  # whatever is read fits: the caller has filled the stack
            raise
        raise SpecError(messages.EvaluationTooDeep(limits.nesting)) from None


def _described(
    spec: ast.Spec,
    loader: DescriptionLoader,
    settings: Settings,
    limits: Limits,
    tables: TablesLike,
    warnings: Sequence[Diagnostic] = (),
) -> Description:
    puzzle = resolve(spec, loader, settings, limits, tables)
    puzzle = puzzle.replaced(warnings=(*warnings, *puzzle.warnings))
    return compile_puzzle(puzzle, limits).replaced(reading=Reading(spec, loader, settings))


def compile_puzzle(puzzle: Puzzle, limits: Limits = DEFAULT) -> Description:
    """The stages after names are resolved. Raises SpecError with all errors, after the warnings."""
    found = puzzle.warnings
    try:
        full = expand(puzzle, limits)
        found = tuple(full.warnings)
        givens = givens_of_description(puzzle, full, limits)
        full = full.replaced(warnings=[*that_occur(full.warnings, puzzle.scope)])
        return Description(puzzle, full, givens, apply_givens(full, givens), limits)
    except SpecError as wrong:
        raise _after_warnings(wrong, found, puzzle) from None


def _after_warnings(wrong: SpecError, warnings: Iterable[Diagnostic], puzzle: Puzzle) -> SpecError:
    """Errors behind the warnings, of which one may be the reason, such as a column of decimals; without those
    about what has no effect, for which an error may be the reason.
    """
    possible = (each for each in warnings if not isinstance(each, messages.NoEffect))
    shown = islice(that_occur(possible, puzzle.scope), MOST_REPORTED // 2)
    return SpecError([*shown, *wrong.diagnostics])
