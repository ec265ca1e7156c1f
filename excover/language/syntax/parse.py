"""From text to syntax tree.

>>> spec = parse(Source("x.xc", 'puzzle "Tiny" item a, b option x() covers a, b'))
>>> [type(statement).__name__ for statement in spec.statements]
['PuzzleStatement', 'Items', 'Option']
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.source import Source, Span
from excover.language import messages
from excover.language.syntax import ast
from excover.language.syntax.actions import Builder, Passage
from excover.language.syntax.build import MAKERS
from excover.language.syntax.grammar import Unexpected, run, tables


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
            spec = run(tables(), passage.text, "spec", MAKERS, Builder(passage, limits))
            read = PartialSpec(cast(ast.Spec, spec), ())
        except (SpecError, Unexpected):
            from excover.language.syntax.recovery import recovered  # most texts are right

            read = PartialSpec(*recovered(passage, limits))
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


def _made(passage: Passage, rule: str, limits: Limits) -> Any:
    try:
        return run(tables(), passage.text, rule, MAKERS, Builder(passage, limits))
    except Unexpected as unexpected:
        from excover.language.syntax.recovery import refusal

        raise SpecError(refusal(passage, rule, unexpected)) from None


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


_WORD = r'[|#][^\n]*|"[^"\n]*"|\w+|[^\s\w]'


def _refuse_bombs(passage: Passage, limits: Limits) -> None:
    """Size and depth are measured on the text itself, before any node is made."""
    text = passage.text
    if len(text) > limits.source:
        raise SpecError(messages.TextTooLong(passage.source.name, limits.ceiling("source")))
    depth = words = 0
    for token in re.finditer(_WORD, text):
        sign = text[token.start()]
        words += sign != "#"
        depth = max(0, depth + (sign in "[({") - (sign in "])}"))
        if depth > limits.nesting:
            raise SpecError(messages.BracketsTooDeep(passage.span(*token.span()), limits.nesting))
        if words > limits.words:
            raise SpecError(messages.TooManyWords(passage.span(*token.span()), limits.words))


def _refuse_depth(tree: Any, limits: Limits) -> None:
    """Long chains of operations are deep trees, which would overflow the stack of later stages."""
    most = 2 * limits.nesting
    layer, depth = [tree], 0
    while layer:
        nodes = [part for part in _members(layer) if isinstance(part, ast.Node)]
        if nodes and depth > most:
            raise SpecError(messages.ChainTooLong(nodes[0].span, most))
        layer = [part for node in nodes for part in node.parts]
        depth += 1


def _members(parts: list[object]) -> list[object]:
    """The parts, and the content of tuples."""
    found = []
    while parts:
        found += [part for part in parts if not isinstance(part, tuple)]
        parts = [member for part in parts if isinstance(part, tuple) for member in part]
    return found
