"""Givens, as they are read and as they change the matrix: fewer options and, rarely, an additional item.

Each given is a set of options of which one must be chosen. Two givens whose options all cover the same item
are one given, because that item is covered once: their sets are intersected. So the marks of one piece
combine, and contradictory givens are found before any search. The result bans options: those that draw
something else on a marked cell, and those that would cover an item that a given needs.

Reads givens from the statements of a description, from a drawing, or from a list of options.

>>> from excover.problem.problem import parse
>>> coin = parse("item a  option heads() covers a  option tails() covers a  given heads()")
>>> [str(name) for name, _ in givens_of_description(coin.puzzle, coin.full, coin.limits).options]
['heads()']
>>> [str(name) for name, _ in read_givens([OptionName("heads"), "tails()"], coin.full).options]
['heads()', 'tails()']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import chain, repeat
from typing import TYPE_CHECKING, TypeAlias, assert_never

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.frozen import Changeable, Frozen
from excover.base.limits import Limits
from excover.base.names import GIVEN, NAME, ItemName, OptionName, Value, normal
from excover.base.source import Source, Span
from excover.language import messages
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import UNIT
from excover.language.meaning.listing import without
from excover.language.meaning.puzzle import Puzzle
from excover.language.syntax import ast
from excover.matrix.compiled import Compiled, Marking, Place
from excover.matrix.matrix import Matrix
from excover.matrix.name_resolution import MeantNames, each_name, named, without_blanks
from excover.matrix.option_blocks import option_names

if TYPE_CHECKING:
    from excover.matrix.givens.given_drawing import GivenMark

Drawers: TypeAlias = dict[Place, dict[str, dict[str, set[int]]]]
"""The options that draw each mark at a place, for each of its copies."""


class Given(Changeable):
    """Options of which one must be chosen, and the places that state it; ``name`` is an option by its
    name, which its place need not show: it may be one of a loop.
    """

    options: set[int]
    spans: list[Span]
    name: str = ""

    @property
    def text(self) -> str:
        return f"`{self.name or self.spans[0].text}` is given here"


class Givens(Frozen):
    """All givens: marks on canvases, options by name, colors of items, and warnings, with their places."""

    marks: Sequence[GivenMark] = ()
    options: Sequence[tuple[OptionName, Span]] = ()
    colors: Sequence[tuple[ItemName, Value, Span]] = ()
    warnings: Sequence[Diagnostic] = ()

    @property
    def states_something(self) -> bool:
        """Whether anything is given, or a warning states what is wrong."""
        return bool(self.marks or self.options or self.colors or self.warnings)

    def __add__(self, more: Givens) -> Givens:
        return Givens(
            (*self.marks, *more.marks),
            (*self.options, *more.options),
            (*self.colors, *more.colors),
            (*self.warnings, *more.warnings),
        )


def apply_givens(compiled: Compiled, stated: Givens) -> Compiled:
    """The same puzzle with only the options that agree with every given, and the warnings of these.

    Raises SpecError if a given cannot be met by itself, or two contradict each other.
    """
    if stated == Givens():
        return compiled
    givens, banned = _merged(compiled, stated)
    places = _given_places(compiled, stated)
    kept = _restricted(compiled, banned, _demands(compiled.matrix, givens), places)
    return kept.replaced(warnings=(*compiled.warnings, *stated.warnings))


def given_names(compiled: Compiled, stated: Givens, drawers: Drawers | None = None) -> list[OptionName]:
    """The options that are given directly, by name or as the only one that agrees with a given mark.

    Options that only follow from the givens are not included. ``drawers`` are those of the marked places, if
    they are known. Raises the errors of `apply_givens`.
    """
    givens, banned = _merged(compiled, stated, drawers)
    left = [given.options - banned for given in givens]
    given = {option for options in left if len(options) == 1 for option in options}
    return [compiled.matrix.options[option] for option in sorted(given)]


def _merged(
    compiled: Compiled, stated: Givens, drawers: Drawers | None = None
) -> tuple[list[Given], set[int]]:
    """The givens after merging those of the same options, and the options that they ban."""
    marks, options = stated.marks, stated.options
    if drawers is None:
        drawers = drawers_of(compiled.markings, {(mark.canvas, mark.cell) for mark in marks})
    givens = [of_mark(mark, drawers) for mark in marks]
    givens += of_options(compiled, options)
    colored, miscolored = colors_of_items(compiled.matrix, stated.colors)
    givens += colored
    claims = _Claims(compiled, marks).of(givens)
    banned = miscolored | otherwise_drawn(marks, drawers) | _against_claims(compiled.matrix, claims)
    distinct = list(dict.fromkeys(claims.values())) + [
        g for g in givens if not compiled.matrix.shared_once(g.options)
    ]
    for given in distinct:
        if given.options <= banned:
            raise SpecError(messages.GivenExcluded(given.spans[0], given.text))
    return distinct, banned


def given_markings(compiled: Compiled, stated: Givens) -> list[Marking]:
    """What is given directly: marks, and named options."""
    marks = [Marking(mark.canvas, mark.text, (mark.cell,), mark.copy) for mark in stated.marks]
    numbers = compiled.matrix.option_numbers if stated.options else {}
    chosen = (numbers[compiled.aliases.get(name, name)] for name, _ in stated.options)
    return [*marks, *(marking for option in chosen for marking in compiled.markings[option])]


def _given_places(compiled: Compiled, stated: Givens) -> frozenset[Place]:
    """The places where the givens state the drawing."""
    return frozenset(
        (marking.canvas, cell) for marking in given_markings(compiled, stated) for cell in marking.cells
    )


def drawers_of(markings: Iterable[tuple[Marking, ...]], wanted: set[Place]) -> Drawers:
    """For the relevant places, the options that draw each mark there."""
    found: Drawers = {place: {} for place in wanted}
    if not wanted:
        return found
    for option, marking in ((option, marking) for option, each in enumerate(markings) for marking in each):
        for cell in marking.cells:
            if (marking.canvas, cell) in found:
                copies = found[marking.canvas, cell].setdefault(marking.mark, {})
                copies.setdefault(marking.copy, set()).add(option)
    return found


def of_mark(mark: GivenMark, drawers: Drawers) -> Given:
    able = drawers[mark.canvas, mark.cell]
    copies = able.get(mark.text, {})
    if not copies or (mark.copy and mark.copy not in copies):
        possible = [text + copy for text in able for copy in ("", *filter(None, able[text]))]
        raise SpecError(messages.ImpossibleMark(mark.span, mark.text + mark.copy, possible))
    return Given(set().union(*copies.values()) if not mark.copy else set(copies[mark.copy]), [mark.span])


def of_options(compiled: Compiled, options: Sequence[tuple[OptionName, Span]]) -> list[Given]:
    numbers = compiled.matrix.option_numbers if options else {}
    options = [(compiled.aliases.get(name, name), span) for name, span in options]
    unknown = [(name, span) for name, span in options if name not in numbers]
    if unknown:
        meant = MeantNames(chain(numbers, compiled.aliases))
        raise SpecError([messages.UnknownGivenOption(span, name, meant.hint(name)) for name, span in unknown])
    return [Given({numbers[name]}, [span], str(name)) for name, span in options]


def colors_of_items(
    matrix: Matrix, colors: Sequence[tuple[ItemName, Value, Span]]
) -> tuple[list[Given], set[int]]:
    """Givens by the color of an item, and the options that would give it another color."""
    numbers = matrix.item_numbers if colors else {}
    givens: list[Given] = []
    banned: set[int] = set()
    for name, color, span in colors:
        if name not in numbers:
            raise SpecError(messages.UnknownGivenItem(span, name, MeantNames(numbers).hint(name)))
        options = matrix.by_color(numbers[name]).items()
        by_color = {matrix.palette[number - 1]: set(some) for number, some in options if number}
        if color not in by_color:
            raise SpecError(messages.ImpossibleColor(span, name, color, list(by_color)))
        givens.append(Given(by_color.pop(color), [span]))
        banned.update(option for options in by_color.values() for option in options)
    return givens, banned


class _Claims:
    """Finds the given that certainly covers an item, for every such item."""

    def __init__(self, compiled: Compiled, marks: Sequence[GivenMark]) -> None:
        self.compiled = compiled
        self.marks = marks
        self.claims: dict[int, Given] = {}

    def of(self, givens: Iterable[Given]) -> dict[int, Given]:
        """Merges givens that certainly cover the same item. Raises SpecError if they contradict."""
        waiting = list(givens)[::-1]
        while waiting:
            given = waiting.pop()
            items = self.compiled.matrix.shared_once(given.options)
            rivals = {self.claims[item]: item for item in sorted(items, reverse=True) if item in self.claims}
            rivals.pop(given, None)
            for rival, item in rivals.items():
                if rival.options.isdisjoint(given.options):
                    raise SpecError(self._contradiction(rival, given, item))
                given.options &= rival.options
                given.spans = rival.spans + given.spans
            self.claims = {i: given if owner in rivals else owner for i, owner in self.claims.items()}
            self.claims.update(dict.fromkeys(items, given))
            if rivals:  # fewer options have more items in common
                waiting.append(given)
        return self.claims

    def _contradiction(self, one: Given, other: Given, item: int) -> Diagnostic:
        name = self.compiled.matrix.items[item]
        letter = other.spans[0].text
        if name.indices == (letter,):  # the item of a piece: its marks do not fit together
            return self._not_a_placement(letter)
        return messages.GivensContradict(one.spans[0], other.spans[0], name, (one.text, other.text))

    def _not_a_placement(self, letter: str) -> Diagnostic:
        marks = [mark for mark in self.marks if mark.text == letter]
        cells = {(mark.canvas, mark.cell) for mark in marks}
        sizes, owners = set(), set()
        for drawn in self.compiled.markings:
            covered = {(marking.canvas, cell) for marking in drawn for cell in marking.cells}
            texts = {marking.mark for marking in drawn}
            if letter in texts:
                sizes.add(len(covered))
            elif cells <= covered:
                owners |= texts
        spans = [mark.span for mark in marks]
        return messages.NotAPlacement(spans, letter, len(cells), sorted(sizes), sorted(owners))


def otherwise_drawn(marks: Iterable[GivenMark], drawers: Drawers) -> set[int]:
    """Options that draw something else on a given mark."""
    return {
        option
        for given in marks
        for mark, copies in drawers[given.canvas, given.cell].items()
        if mark not in given.beside
        for copy, options in copies.items()
        if mark != given.text or given.copy not in ("", copy)
        for option in options
    }


def _against_claims(matrix: Matrix, claims: dict[int, Given]) -> set[int]:
    """Options that would cover an item that only a given's options can cover."""
    return {
        option
        for item, given in claims.items()
        for option in matrix.columns[item]
        if option not in given.options
    }


def _demands(matrix: Matrix, givens: Iterable[Given]) -> list[tuple[ItemName, Span, set[int]]]:
    """An additional item for each given that no primary item enforces by itself."""
    open_ = [g for g in givens if not any(matrix.lower[item] for item in matrix.shared_once(g.options))]
    return [(ItemName(GIVEN, (n,)), g.spans[0], g.options) for n, g in enumerate(open_, 1)]


def _restricted(
    compiled: Compiled,
    banned: set[int],
    demands: list[tuple[ItemName, Span, set[int]]],
    given: frozenset[Place],
) -> Compiled:
    return compiled.kept(without(banned, len(compiled.matrix.options)), demands, given)


GivenLike: TypeAlias = str | Source | Iterable[OptionName | str] | None
"""A drawing, or options that a solution must contain: names, or names as text such as `queen(1, 2)`."""


def givens_of_description(puzzle: Puzzle, full: Compiled, limits: Limits) -> Givens:
    """The givens of the `given` statements of a description. Raises SpecError with all errors."""
    evaluator = Evaluator(puzzle.scope, limits)
    givens = Givens()
    wrong: list[Diagnostic] = []
    for statement in puzzle.givens:
        try:
            given = _given_by(statement, full, evaluator, puzzle.lines)
            givens += given if given.states_something else _nothing(statement.span)
        except SpecError as fault:
            wrong += fault.diagnostics
    if wrong:
        raise SpecError(wrong)
    return givens


def _nothing(span: Span) -> Givens:
    return Givens(warnings=[messages.StatementWithoutEffect(span, "given")])


def _given_by(
    statement: ast.GivenOptions | ast.GivenDrawing | ast.GivenColor,
    full: Compiled,
    evaluator: Evaluator,
    lines: Set[str],
) -> Givens:
    match statement:
        case ast.GivenDrawing(_, drawing):
            return _drawn(drawing.lines, full)
        case ast.GivenOptions(_, refs, loop):
            known = full.matrix.option_numbers if lines else {}
            each = ((ref.span, option_names(ref, loop, evaluator, lines, known)) for ref in refs)
            return Givens(options=[(name, span) for span, names in each for name in names])
        case ast.GivenColor():
            return Givens(colors=_colors_of(statement, evaluator))
        case _:
            assert_never(statement)


def _drawn(lines: Sequence[Span], full: Compiled) -> Givens:
    from excover.matrix.givens.given_drawing import read_drawing, unshown

    names = _named_below(lines, full) if full.named else []
    drawn = lines[:-1] if names else lines
    marks = read_drawing(drawn, full.canvases, full.markings)
    return Givens(marks, options=names, warnings=unshown(drawn, full.canvases))


def _colors_of(given: ast.GivenColor, evaluator: Evaluator) -> list[tuple[ItemName, Value, Span]]:
    """The items that a statement gives a color, for every binding of its loop."""
    frame = evaluator.expand(given.loop)[0] if given.loop else UNIT
    columns = [evaluator.key(index, frame) for index in given.item.index]
    keys = zip(*columns, strict=True) if columns else repeat((), frame.size)
    colors = evaluator.column(given.color, frame)
    name = given.item.name.id
    return [(ItemName(name, key), color, given.span) for key, color in zip(keys, colors, strict=True)]


def _named_below(lines: Sequence[Span], full: Compiled) -> list[tuple[OptionName, Span]]:
    """The options that the last line of a drawing names, if it is such a line (`Solution.undrawn`).

    Raises SpecError with the names of no option.
    """
    whole = lines[-1].text if lines else ""
    text, start = whole.strip(), 0
    if not any(normal(text).startswith(f"{family}(") for family in full.named):
        return []
    line = lines[-1].part(whole.index(text), len(text))
    known = {without_blanks(str(name)): name for name in full.matrix.options if name.family in full.named}
    found: list[tuple[OptionName, Span]] = []
    for end in (match.end() for match in re.finditer(r"\)(?: \d+ times)?(?=, |$)", text)):
        if name := known.get(without_blanks(text[start:end])):
            found.append((name, line.part(start, end - start)))
            start = end + len(", ")
    if start <= len(text):
        raise SpecError(_unknown_names(line, known))
    return found


def _unknown_names(line: Span, known: Mapping[str, OptionName]) -> list[Diagnostic]:
    """Those of a line that are the names of no option."""
    meant, found, start = MeantNames(known.values()), list[Diagnostic](), 0
    for end in (match.start() for match in re.finditer(rf", (?={NAME}[^\s(]*\()|$", line.text)):
        span = line.part(start, end - start)
        if without_blanks(span.text) not in known:
            found.append(messages.UnknownGivenOption(span, span.text, meant.hint(span.text)))
        start = end + len(", ")
    return found


def read_givens(given: GivenLike, full: Compiled) -> Givens:
    """The givens of a drawing, or of a list of options. Raises SpecError with what is impossible."""
    if given is None:
        return Givens()
    if isinstance(given, str):
        given = Source.of_text("<given>", given)
        if given.text.strip() and not full.canvases:
            raise SpecError(messages.TextIsNoDrawing(Span(given, 0, len(given.text))))
        family = re.fullmatch(rf"\s*({NAME})\(.*\)\s*", given.text)
        if family and family[1] in full.arguments and family[1] not in full.named:
            raise SpecError(messages.NameIsNoDrawing(Span(given, 0, len(given.text))))
    if isinstance(given, Source):
        from excover.matrix.givens.given_drawing import drawing_lines

        return _drawn(drawing_lines(given, full.canvases), full)
    options, unknown = [], []
    meant = MeantNames(chain(full.matrix.options, full.aliases))
    for name, wanted in named(each_name(given), chain(full.matrix.options, full.aliases)):
        source = Source("<given>", str(wanted))
        span = Span(source, 0, len(source.text))
        if name is None:
            unknown.append(messages.UnknownGivenOption(span, wanted, meant.hint(wanted), meant.example))
        else:
            options.append((name, span))
    if unknown:
        raise SpecError(unknown)
    return Givens(options=options)
