"""What can be read of a text with errors, and their messages.

>>> from excover.base.source import Source
>>> spec, errors = recovered(Passage.whole(Source("x.xc", "item a\\noption x(\\nitem b[1..3]\\n")), Limits())
>>> [statement.span.text for statement in spec.statements], [error.code for error in errors]
(['item a', 'item b[1..3]'], ['E008'])
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any, cast

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.limits import Limits
from excover.base.source import Span
from excover.language import messages
from excover.language.syntax import ast
from excover.language.syntax.actions import Action, Builder, Passage
from excover.language.syntax.build import MAKERS
from excover.language.syntax.diagnosis import TERMINALS, unexpected_character, unexpected_word
from excover.language.syntax.grammar import END, Unexpected, run, statement_start, tables
from excover.language.syntax.repair import StatementTrial
from excover.language.syntax.statements.base import BaseStatement

MOST_WRONG = 5
"""The most syntax errors reported at once."""

MOST_RESUMED = 20
"""How often reading continues after an error: each takes time to explain."""


def recovered(passage: Passage, limits: Limits) -> tuple[ast.Spec, tuple[Diagnostic, ...]]:
    """What can be read of a text with errors: its statements without one, and the errors of the others.

    After an error, reading continues with the next statement that begins a line.
    """
    statements: list[ast.Statement] = []
    errors: list[Diagnostic] = []
    misused: set[str] = set()
    statement = statement_start()
    indent = re.search(rf"^[ \t]*(?={statement})", passage.text, re.MULTILINE)
    line = re.compile(rf"^{indent[0] if indent else ''}{statement}", re.MULTILINE)
    at: int | None = 0
    for _ in range(MOST_RESUMED):
        is_shown = len(errors) < MOST_WRONG
        wrong = None if at is None else _read_on(passage, limits, at, statements, is_shown)
        if at is None or wrong is None:
            break
        if not (isinstance(wrong, messages.KeywordAsName) and wrong.word in misused):
            errors.append(wrong)
        misused |= _misused(wrong)
        at = _next_statement(passage.text, wrong.labels[0].span.start, at, line)
    spec = ast.Spec(passage.span(0, len(passage.text)), tuple(statements))
    return spec, tuple(errors[:MOST_WRONG])


def _next_statement(text: str, wrong: int, after: int, line: re.Pattern[str]) -> int | None:
    """Where the next statement begins: on the line of the error only if nothing is before the error."""
    begin = text.rfind("\n", 0, wrong) + 1
    following = line.search(text, max(after + 1, wrong if text[begin:wrong].strip() else begin))
    return following.start() if following else None


def _read_on(
    passage: Passage, limits: Limits, at: int, found: list[ast.Statement], is_shown: bool
) -> Diagnostic | None:
    """Adds the statements from ``at`` on to ``found``, up to the first error, which it returns; for one that
    is not shown, no repair is tried.
    """
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
        return refusal(passage, "spec", unexpected, is_shown)
    return None


def _noting(action: Action, found: list[ast.Statement]) -> Action:
    """The same action, which adds the statements that it makes to ``found``."""

    def noting(builder: Builder, start: int, end: int, children: list[Any]) -> Any:
        made = action(builder, start, end, children)
        statements = made if isinstance(made, tuple) else (made,)
        if statements and isinstance(statements[0], BaseStatement):
            if found and found[-1].span.start >= start:  # the part of a `given`, which is a node of its own
                found.pop()
            found.extend(cast(tuple[ast.Statement, ...], statements))
        return made

    return noting


def _misused(wrong: Diagnostic) -> set[str]:
    """A keyword used as a name; it is used again wherever that name is."""
    return {wrong.word} if isinstance(wrong, messages.KeywordAsName) else set()


def refusal(passage: Passage, rule: str, found: Unexpected, tries: bool = True) -> Diagnostic:
    """Why a passage does not match a rule of the grammar; ``tries`` edits of statements."""
    search = StatementTrial(passage, found, rule)
    trial = search if rule == "spec" and tries else None
    if found.end is None:
        return unexpected_character(passage.span(found.start, found.start + 1), trial)
    span = passage.span(found.start, found.end) if found.start < found.end else _end(passage)
    written = {terminal.name: terminal.written.removesuffix(r"\b") for terminal in tables().terminals}
    words = (TERMINALS.get(name, written.get(name)) for name in found.expected)
    misspelt = search.misspelt()
    meant = (passage.span(misspelt.span.start, misspelt.span.end), misspelt.replacement) if misspelt else None
    return unexpected_word(span, sorted(filter(None, words)), meant, trial)


def _end(passage: Passage) -> Span:
    """The empty place after the last word."""
    length = len(passage.text.rstrip())
    last = passage.span(max(0, length - 1), length)
    return Span(last.source, last.end, last.end)
