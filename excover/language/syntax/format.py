"""Writes a syntax tree as text, and formats texts with their comments.

>>> from excover.base.source import Source
>>> from excover.language.syntax.parse import parse
>>> source = Source("x.xc", "item a , b # both\\noption x( ) covers a,b")
>>> print(format_spec(parse(source)), end="")
item a, b
option x() covers a, b
>>> print(formatted(source), end="")
item a, b  # both
option x() covers a, b
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count

from excover.base.limits import DEFAULT, Limits
from excover.base.source import Source
from excover.language.syntax import ast
from excover.language.syntax.comments import Remarks, remarks_of
from excover.language.syntax.parse import parse
from excover.language.syntax.statements.base import Clause

WIDTH = 110
INDENT = "  "


def format_spec(spec: ast.Spec) -> str:
    """The text form of a tree; reading it gives the same tree."""
    return "".join(f"{_statement(statement)}\n" for statement in spec.statements)


def formatted(source: Source, limits: Limits = DEFAULT) -> str:
    """A text in the layout of `format_spec`, with its comments and single empty lines.

    The tree is the same, and formatting twice changes nothing. Raises SpecError if the text has errors.
    """
    spec = parse(source, limits)
    *remarks, end = remarks_of(source, spec)
    statements = map(_statement, spec.statements)
    blocks = [_remarked(text, about) for text, about in zip(statements, remarks, strict=True)]
    return "".join(f"{line}\n" for block in [*blocks, end.before] for line in block)


def _remarked(text: str, remarks: Remarks) -> list[str]:
    return [*remarks.before, f"{text}  {remarks.beside}" if remarks.beside else text]


def _statement(statement: ast.Statement) -> str:
    """A drawing is on separate lines, and so is what follows it."""
    clauses = list(statement.clauses())
    drawn = next((n for n, clause in enumerate(clauses) if isinstance(clause, ast.Drawing)), len(clauses))
    lines = [_laid_out([clause for clause in clauses[:drawn] if isinstance(clause, Clause)])]
    for clause in clauses[drawn:]:
        if isinstance(clause, ast.Drawing):
            lines += [f"{INDENT}|{line.text}" for line in clause.lines]
        elif str(clause):
            lines += _filled(clause, INDENT)
    return "\n".join(lines)


def _laid_out(clauses: Sequence[Clause]) -> str:
    """On one line if it fits, otherwise with every clause on separate lines."""
    clauses = [clause for clause in clauses if str(clause)]
    line = " ".join(map(str, clauses))
    if len(line) <= WIDTH:
        return line
    first, *others = clauses
    lines = list(_filled(first, ""))
    for clause in others:
        lines += _filled(clause, INDENT)
    return "\n".join(lines)


def _filled(clause: Clause, indent: str) -> Iterator[str]:
    """As many parts per line as fit."""
    line = f"{indent}{clause.words}"
    for number, part in enumerate(clause.members, 1):
        ended = part if number == len(clause.members) else f"{part},"
        if len(line) + 1 + len(ended) > WIDTH and number > 1:
            yield from _broken(line)
            line = f"{indent}{INDENT}{ended}"
        else:
            line = f"{line} {ended}"
    yield from _broken(line)


_TOKEN = re.compile(r'"[^"]*"|[\[({]|[\])}]|, |[^"\[({\])},]+|,')


def _broken(line: str) -> Iterator[str]:
    """A line that is too long, broken after commas within as few brackets as necessary."""
    if len(line) <= WIDTH:
        yield line
        return
    indent = " " * (len(line) - len(line.lstrip()) + 2 * len(INDENT))
    parts = next(parts for depth in count(1) if (parts := _split(line, depth, WIDTH - len(indent))))
    line = parts[0]
    for part in parts[1:]:
        if len(line) + 1 + len(part) > WIDTH:
            yield line
            line = f"{indent}{part}"
        else:
            line = f"{line} {part}"
    yield line


def _split(line: str, most: int, width: int) -> list[str]:
    """Breaks after the commas in ``most`` brackets or fewer; empty if a breakable part is too wide."""
    parts, depth, deepest = [""], 0, 0
    for token in _TOKEN.findall(line):
        if token == ", ":
            deepest = max(deepest, depth)
            if depth <= most:
                parts[-1] += ","
                parts.append("")
                continue
        depth += (token in "[({") - (token in "])}")
        parts[-1] += token
    return parts if most >= deepest or all(len(part) <= width for part in parts) else []
