"""From text to syntax tree.

>>> from excover.source import Source
>>> spec = parse(Source("x.xc", 'puzzle "Tiny" item a, b option x() covers a, b'))
>>> [type(statement).__name__ for statement in spec.statements]
['PuzzleStatement', 'Items', 'Option']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

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
from excover.syntax.actions import Builder
from excover.syntax.automaton import Unexpected, run
from excover.syntax.build import MAKERS
from excover.syntax.diagnosis import TERMINALS, unexpected_character, unexpected_word
from excover.syntax.grammar import tables
from excover.syntax.misspelling import misspelt_keyword
from excover.syntax.passage import Passage
from excover.syntax.vocabulary import statement_words


def parse(source: Source, limits: Limits = DEFAULT) -> ast.Spec:
    """The syntax tree of a description in the text form.

    Raises SpecError if the text is not a description, or exceeds ``limits``; with the errors of several
    statements, as long as each begins a line.
    """
    passage = Passage.whole(source)
    _refuse_bombs(passage, limits)
    try:
        made = _made(passage, "spec", limits)
    except SpecError as wrong:
        raise SpecError(list(_all_wrong(passage, limits, wrong.diagnostics[0]))) from None
    _refuse_depth(made, limits)
    return cast(ast.Spec, made)


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


def _all_wrong(passage: Passage, limits: Limits, wrong: Diagnostic) -> Iterator[Diagnostic]:
    """The first error, and those of later statements that begin a line as the first one does."""
    yield wrong
    misused = _misused(wrong)
    statement = rf"(?:{'|'.join(statement_words())})\b"
    indent = re.search(rf"^[ \t]*(?={statement})", passage.text, re.MULTILINE)
    line = re.compile(rf"^{indent[0] if indent else ''}{statement}", re.MULTILINE)
    for _ in range(MOST_WRONG - 1):
        at = wrong.labels[0].span.start
        begin = passage.text.rfind("\n", 0, at) + 1
        following = line.search(passage.text, at if passage.text[begin:at].strip() else begin)
        if not following:
            return
        try:
            _made(passage, "spec", limits, following.start())
            return
        except SpecError as found:
            wrong = found.diagnostics[0]
            if not (isinstance(wrong, KeywordAsName) and wrong.word in misused):
                yield wrong
            misused |= _misused(wrong)


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
