"""From text to syntax tree.

>>> from excover.source import Source
>>> spec = parse(Source("x.xc", 'puzzle "Tiny" item a, b option x() covers a, b'))
>>> [type(statement).__name__ for statement in spec.statements]
['PuzzleStatement', 'Items', 'Option']
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple, cast

from excover.diagnostics import Diagnostic, SpecError
from excover.limits import DEFAULT, Limits
from excover.messages.about_syntax import (
    BracketsTooDeep,
    ChainTooLong,
    KeywordAsName,
    TextTooLong,
    TooManyWords,
)
from excover.source import Source, Span
from excover.syntax import ast
from excover.syntax.actions import Action, Builder
from excover.syntax.automaton import Unexpected, run
from excover.syntax.build import MAKERS
from excover.syntax.diagnosis import TERMINALS, unexpected_character, unexpected_word
from excover.syntax.grammar import END, tables
from excover.syntax.misspelling import misspelt_keyword
from excover.syntax.passage import Passage
from excover.syntax.statements.base import BaseStatement
from excover.syntax.vocabulary import statement_start


class PartialSpec(NamedTuple):
    """A text as far as it can be read: the statements without syntax errors, and the errors of the others."""

    spec: ast.Spec
    errors: tuple[Diagnostic, ...]


def parse(source: Source, limits: Limits = DEFAULT) -> ast.Spec:
    """The syntax tree of a description in the text form.

    Raises SpecError if the text is not a description, or exceeds ``limits``; with the errors of several
    statements, as long as each begins a line.
    """
    spec, errors = parse_partly(source, limits)
    if errors:
        raise SpecError(errors)
    return spec


def parse_partly(source: Source, limits: Limits = DEFAULT) -> PartialSpec:
    """The statements that can be read, for editors: their texts are mostly half-written.

    After an error, reading continues with the next statement that begins a line. A text that exceeds
    ``limits`` has no statements and one error.

    >>> spec, errors = parse_partly(Source("x.xc", "item a\\noption x(\\nitem b[1..3]\\n"))
    >>> [statement.span.text for statement in spec.statements], len(errors)
    (['item a', 'item b[1..3]'], 1)
    """
    passage = Passage.whole(source)
    try:
        _refuse_bombs(passage, limits)
        try:
            read = PartialSpec(cast(ast.Spec, _made(passage, "spec", limits)), ())
        except SpecError:
            read = _recovered(passage, limits)
        _refuse_depth(read.spec, limits)
    except SpecError as wrong:
        return PartialSpec(ast.Spec(Span(source, 0, 0), ()), wrong.diagnostics)
    return read


def parse_expression(source: Source, limits: Limits = DEFAULT) -> ast.Expr:
    """A single expression, such as the value of a parameter. Raises SpecError."""
    return cast(ast.Expr, parse_part(Passage.whole(source), "expression", limits))


def parse_part(passage: Passage, rule: str, limits: Limits = DEFAULT) -> Any:
    """The result of a rule of the grammar for a passage: a node, or a tuple of them. Raises SpecError."""
    _refuse_bombs(passage, limits)
    made = _made(passage, rule, limits)
    _refuse_depth(made, limits)
    return made


def _made(passage: Passage, rule: str, limits: Limits, at: int = 0) -> Any:
    try:
        return run(tables(), passage.text, rule, MAKERS, Builder(passage, limits), at)
    except Unexpected as unexpected:
        raise SpecError(_unexpected(passage, rule, unexpected)) from None


MOST_WRONG = 5
"""The most syntax errors reported at once."""

MOST_RESUMED = 20
"""How often reading continues after an error: each takes time to explain."""


def _recovered(passage: Passage, limits: Limits) -> PartialSpec:
    """Of a text with errors."""
    statements: list[ast.Statement] = []
    errors: list[Diagnostic] = []
    misused: set[str] = set()
    statement = statement_start()
    indent = re.search(rf"^[ \t]*(?={statement})", passage.text, re.MULTILINE)
    line = re.compile(rf"^{indent[0] if indent else ''}{statement}", re.MULTILINE)
    at: int | None = 0
    for _ in range(MOST_RESUMED):
        wrong = None if at is None else _read_on(passage, limits, at, statements)
        if at is None or wrong is None:
            break
        if not (isinstance(wrong, KeywordAsName) and wrong.word in misused):
            errors.append(wrong)
        misused |= _misused(wrong)
        at = _next_statement(passage.text, wrong.labels[0].span.start, at, line)
    spec = ast.Spec(passage.span(0, len(passage.text)), tuple(statements))
    return PartialSpec(spec, tuple(errors[:MOST_WRONG]))


def _next_statement(text: str, wrong: int, after: int, line: re.Pattern[str]) -> int | None:
    """Where the next statement begins: on the line of the error only if nothing is before the error."""
    begin = text.rfind("\n", 0, wrong) + 1
    following = line.search(text, max(after + 1, wrong if text[begin:wrong].strip() else begin))
    return following.start() if following else None


def _read_on(passage: Passage, limits: Limits, at: int, found: list[ast.Statement]) -> Diagnostic | None:
    """Adds the statements from ``at`` on to ``found``, up to the first error, which it returns."""
    makers = {rule: _noting(action, found) for rule, action in MAKERS.items()}
    builder = Builder(passage, limits)
    try:
        run(tables(), passage.text, "spec", makers, builder, at)
    except SpecError as wrong:
        return wrong.diagnostics[0]
    except Unexpected as unexpected:
        if END in unexpected.expected:  # the words before it are a whole statement
            text = passage.text[: unexpected.start]
            with suppress(SpecError):
                run(
                    tables(),
                    text,
                    "spec",
                    makers,
                    builder,
                    max([at, *(each.span.end for each in found[-1:])]),
                )
        return _unexpected(passage, "spec", unexpected)
    return None


def _noting(action: Action, found: list[ast.Statement]) -> Action:
    """The same action, which adds the statements that it makes to ``found``."""

    def noting(builder: Builder, start: int, end: int, children: list[Any]) -> Any:
        made = action(builder, start, end, children)
        if isinstance(made, BaseStatement):
            if found and found[-1].span.start >= start:  # the part of a `given`, which is a node of its own
                found.pop()
            found.append(cast(ast.Statement, made))
        return made

    return noting


def possible_after(text: str) -> Sequence[str]:
    """The kinds of words that can follow the beginning of a text, as the grammar names them.

    Empty if the text is wrong before its end.

    >>> sorted(possible_after("place free p"))
    ['_ON']
    """
    try:
        run(tables(), f"{text}\n\0", "spec", {}, None)
    except Unexpected as unexpected:
        return unexpected.expected if unexpected.start > len(text) else ()
    return ()


def _misused(wrong: Diagnostic) -> set[str]:
    """A keyword used as a name; it is used again wherever that name is."""
    return {wrong.word} if isinstance(wrong, KeywordAsName) else set()


_WORD = re.compile(r'[|#][^\n]*|"[^"\n]*"|\w+|[^\s\w]')


def _refuse_bombs(passage: Passage, limits: Limits) -> None:
    """Size and depth are measured on the text itself, before any node is made."""
    text = passage.text
    if len(text) > limits.source:
        raise SpecError(TextTooLong(passage.source.name, limits.ceiling("source")))
    depth = words = 0
    for token in _WORD.finditer(text):
        sign = text[token.start()]
        words += sign != "#"
        depth = max(0, depth + (sign in "[({") - (sign in "])}"))
        if depth > limits.nesting:
            raise SpecError(BracketsTooDeep(passage.span(*token.span()), limits.nesting))
        if words > limits.words:
            raise SpecError(TooManyWords(passage.span(*token.span()), limits.words))


def _refuse_depth(tree: Any, limits: Limits) -> None:
    """Long chains of operations are deep trees, which would overflow the stack of later stages."""
    most = 2 * limits.nesting
    layer, depth = [tree], 0
    while layer:
        nodes = [part for part in _members(layer) if isinstance(part, ast.Node)]
        if nodes and depth > most:
            raise SpecError(ChainTooLong(nodes[0].span, most))
        layer = [part for node in nodes for part in node.parts]
        depth += 1


def _members(parts: list[object]) -> list[object]:
    """The parts, and the content of tuples."""
    found = []
    while parts:
        found += [part for part in parts if not isinstance(part, tuple)]
        parts = [member for part in parts if isinstance(part, tuple) for member in part]
    return found


def _unexpected(passage: Passage, rule: str, found: Unexpected) -> Diagnostic:
    if found.end is None:
        return unexpected_character(passage.span(found.start, found.start + 1))
    span = passage.span(found.start, found.end) if found.start < found.end else _end(passage)
    written = {terminal.name: terminal.written.removesuffix(r"\b") for terminal in tables().terminals}
    words = (TERMINALS.get(name, written.get(name)) for name in found.expected)
    slip = misspelt_keyword(passage.text, rule, found)
    meant = slip and (passage.span(slip.start, slip.end), slip.keyword)
    return unexpected_word(span, sorted(filter(None, words)), meant)


def _end(passage: Passage) -> Span:
    """The empty place after the last word."""
    length = len(passage.text.rstrip())
    last = passage.span(max(0, length - 1), length)
    return Span(last.source, last.end, last.end)
