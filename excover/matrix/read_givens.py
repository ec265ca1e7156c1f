"""Reads givens from the statements of a description, from a drawing, or from a list of options.

>>> from excover.problem.problem import parse
>>> coin = parse("item a  option heads() covers a  option tails() covers a  given heads()")
>>> [str(name) for name, _ in givens_of_description(coin.puzzle, coin.full, coin.limits).options]
['heads()']
>>> [str(name) for name, _ in read_givens([OptionName("heads"), "tails()"], coin.full).options]
['heads()', 'tails()']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, repeat
from typing import TypeAlias, assert_never

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.limits import Limits
from excover.base.names import NAME, ItemName, OptionName, Value, normal
from excover.base.source import Source, Span
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import UNIT
from excover.language.meaning.puzzle import Puzzle
from excover.language.messages.about_givens import TextIsNoDrawing, UnknownGivenOption
from excover.language.messages.about_statements import StatementWithoutEffect
from excover.language.syntax import ast
from excover.matrix.compiled import Block, Compiled
from excover.matrix.given import Givens
from excover.matrix.given_drawing import drawing_lines, read_drawing, rows_without_cells, unshown
from excover.matrix.matrix_room import MatrixRoom
from excover.matrix.name_resolution import MeantNames, each_name, named, without_blanks

# Options that `forbid` statements remove.


def option_names(ref: ast.OptionRef, loop: ast.Loop | None, evaluator: Evaluator) -> list[OptionName]:
    """The options that a reference names, for every binding of its loop."""
    frame = evaluator.expand(loop)[0] if loop else UNIT
    columns = [evaluator.key(argument, frame) for argument in ref.arguments]
    if not columns:
        return [OptionName(ref.name.id)] * frame.size
    return [OptionName(ref.name.id, arguments) for arguments in zip(*columns, strict=True)]


def without_forbidden(
    blocks: list[Block], statements: Sequence[ast.Forbid], evaluator: Evaluator, room: MatrixRoom
) -> list[Block]:
    """The blocks without those options. Raises SpecError if a statement forbids no existing option."""
    if not statements:
        return blocks
    known = {name for block in blocks for name in block.names}
    aliases = {name: kept for block in blocks for name, kept in block.aliases.items()}
    forbidden: set[OptionName] = set()
    for statement in statements:
        named = option_names(statement.option, statement.loop, evaluator)
        names = [aliases.get(name, name) for name in named]
        if names and known.isdisjoint(names):
            meant = MeantNames(name for block in blocks for name in block.names)
            raise SpecError(UnknownGivenOption(statement.option.span, names[0], meant.hint(names[0])))
        room.note(statement.span, set(names) - forbidden)
        forbidden.update(names)
    return [
        block.kept([option for option, name in enumerate(block.names) if name not in forbidden])
        for block in blocks
    ]


GivenLike: TypeAlias = str | Source | Iterable[OptionName | str] | None
"""A drawing, or options that a solution must contain: names, or names as text such as `queen(1, 2)`."""


def givens_of_description(puzzle: Puzzle, full: Compiled, limits: Limits) -> Givens:
    """The givens of the `given` statements of a description. Raises SpecError with all errors."""
    evaluator = Evaluator(puzzle.scope, limits)
    givens = Givens()
    wrong: list[Diagnostic] = []
    for statement in puzzle.givens:
        try:
            given = _given_by(statement, full, evaluator)
            givens += given if given.states_something else _nothing(statement.span)
        except SpecError as fault:
            wrong += fault.diagnostics
    if wrong:
        raise SpecError(wrong)
    return givens


def _nothing(span: Span) -> Givens:
    return Givens(warnings=[StatementWithoutEffect(span, "given")])


def _given_by(
    statement: ast.GivenOptions | ast.GivenDrawing | ast.GivenColor, full: Compiled, evaluator: Evaluator
) -> Givens:
    match statement:
        case ast.GivenDrawing(_, drawing):
            return _drawn(drawing.lines, full)
        case ast.GivenOptions(_, refs, loop):
            names = ((name, ref.span) for ref in refs for name in option_names(ref, loop, evaluator))
            return Givens(options=list(names))
        case ast.GivenColor():
            return Givens(colors=_colors_of(statement, evaluator))
        case _:
            assert_never(statement)


def _drawn(lines: Sequence[Span], full: Compiled) -> Givens:
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
    for end in (match.end() for match in re.finditer(r"\)(?=, |$)", text)):
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
            found.append(UnknownGivenOption(span, span.text, meant.hint(span.text)))
        start = end + len(", ")
    return found


def read_givens(given: GivenLike, full: Compiled) -> Givens:
    """The givens of a drawing, or of a list of options. Raises SpecError with what is impossible."""
    if given is None:
        return Givens()
    if isinstance(given, str):
        given = Source.of_text("<given>", given)
        if given.text.strip() and not full.canvases:
            raise SpecError(TextIsNoDrawing(Span(given, 0, len(given.text))))
    if isinstance(given, Source):
        blank = rows_without_cells(full.canvases[0]) if full.canvases else 0
        return _drawn(drawing_lines(given, blank), full)
    options, unknown = [], []
    meant = MeantNames(chain(full.matrix.options, full.aliases))
    for name, wanted in named(each_name(given), chain(full.matrix.options, full.aliases)):
        source = Source("<given>", str(wanted))
        span = Span(source, 0, len(source.text))
        if name is None:
            unknown.append(UnknownGivenOption(span, wanted, meant.hint(wanted)))
        else:
            options.append((name, span))
    if unknown:
        raise SpecError(unknown)
    return Givens(options=options)
