r"""Writes a syntax tree as text, and formats texts with their comments.

>>> source = Source("x.xc", "item a , b # both\noption x( ) covers a,b")
>>> print(format_spec(parse(source)), end="")
item a, b
option x() covers a, b
>>> print(formatted(source), end="")
item a, b  # both
option x() covers a, b

Comments and empty lines between statements, by the statement that they belong to.

>>> source = Source("x.xc", "# one\nitem a # two\n\n\n# three\noption x() # four\n  covers a")
>>> for remarks in remarks_of(source, parse(source)):
...     print(remarks)
Remarks(before=['# one'], beside='# two')
Remarks(before=['', '# three', '# four'], beside='')
Remarks(before=[], beside='')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, pairwise

from excover.base.limits import DEFAULT, Limits
from excover.base.source import Source
from excover.language.syntax import ast
from excover.language.syntax.parse import parse
from excover.language.syntax.statements.base import Clause

_COMMENT = re.compile(r'"[^"\n]*"|\|[^\n]*|(#[^\n]*)')


@dataclass(frozen=True, slots=True)
class Remarks:
    """Lines ``before`` a statement, with one empty line for any number of them, and a comment ``beside`` its
    end.
    """

    before: list[str]
    beside: str


def remarks_of(source: Source, spec: ast.Spec) -> list[Remarks]:
    """The comments of every statement, and finally those at the end.

    Comments inside a statement are listed before it.
    """
    spans = [statement.span for statement in spec.statements]
    gaps = _gaps(source.text, [(span.start, span.end) for span in spans])
    besides = [gap[0] for gap in gaps[1:]] + [""]
    befores = [gaps[0], *(gap[1:] for gap in gaps[1:])]
    inside = [*(comments(span.text) for span in spans), []]
    found = [_collapsed(before) + more for before, more in zip(befores, inside, strict=True)]
    _strip(found, besides)
    return [Remarks(before, beside) for before, beside in zip(found, besides, strict=True)]


def _gaps(text: str, statements: Sequence[tuple[int, int]]) -> list[list[str]]:
    """The lines before, between and after the statements; text after the last line break is none."""
    bounds = [(0, 0), *statements, (len(text), len(text))]
    gaps = [text[before:after] for (_, before), (after, _) in pairwise(bounds)]
    return [[line.strip() for line in f"{gap}\n".split("\n")][:-1] for gap in gaps]


def comments(text: str) -> list[str]:
    return [found[1].rstrip() for found in _COMMENT.finditer(text) if found[1]]


def _collapsed(lines: Sequence[str]) -> list[str]:
    """Without the indentation of the next statement, and with one empty line in place of several."""
    return list(_once([*lines[:-1], *filter(None, lines[-1:])]))


def _once(lines: Sequence[str]) -> Iterator[str]:
    for before, line in pairwise(["|", *lines]):
        if line or before:
            yield line


def _strip(befores: list[list[str]], besides: list[str]) -> None:
    """A text neither begins nor ends with an empty line."""
    if befores[0][:1] == [""]:
        del befores[0][0]
    if befores[-1][-1:] == [""]:
        del befores[-1][-1]


WIDTH = 110
INDENT = "  "


def format_spec(spec: ast.Spec) -> str:
    """The text form of a tree; reading it gives the same tree."""
    return "".join(f"{format_statement(statement)}\n" for statement in spec.statements)


def formatted(source: Source, limits: Limits = DEFAULT) -> str:
    """A text in the layout of `format_spec`, with its comments and single empty lines.

    The tree is the same, and formatting twice changes nothing. Raises SpecError if the text has errors.
    """
    spec = parse(source, limits)
    *remarks, end = remarks_of(source, spec)
    statements = map(format_statement, spec.statements)
    blocks = [_remarked(text, about) for text, about in zip(statements, remarks, strict=True)]
    return "".join(f"{line}\n" for block in [*blocks, end.before] for line in block)


def _remarked(text: str, remarks: Remarks) -> list[str]:
    return [*remarks.before, f"{text}  {remarks.beside}" if remarks.beside else text]


def format_statement(statement: ast.Statement) -> str:
    """The text form of a statement, without the end of its last line.

    A drawing is on separate lines, and so is what follows it, and a later clause that it belongs to.
    """
    clauses = [clause for clause in statement.clauses() if isinstance(clause, ast.Drawing) or str(clause)]
    drawn = next((n for n, clause in enumerate(clauses) if isinstance(clause, ast.Drawing)), len(clauses))
    drawn = drawn - 1 if 1 < drawn < len(clauses) else drawn
    lines = [_laid_out([clause for clause in clauses[:drawn] if isinstance(clause, Clause)])]
    for clause in clauses[drawn:]:
        if isinstance(clause, ast.Drawing):
            lines[-1] = with_drawing_below(lines[-1], (line.text for line in clause.lines))
        else:
            lines += _filled(clause, INDENT)
    return "\n".join(lines)


def with_drawing_below(head: str, lines: Iterable[str]) -> str:
    """A statement whose drawing stands below its first words, without the end of its last line.

    >>> with_drawing_below("given", ["1.", ".2"])
    'given\\n  |1.\\n  |.2'
    """
    return "\n".join([head, *(f"{INDENT}|{line}" for line in lines)])


def _laid_out(clauses: Sequence[Clause]) -> str:
    """On one line if it fits, otherwise with every clause on separate lines."""
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


_RANKS = {"for": 0, "where": 0, ",": 1, "implies": 2, "if": 2, "else": 2, "or": 3, "and": 4}
"""What a line that is too long is broken at, after commas and before words, from the first that is tried."""
_TOKEN = re.compile(rf'"[^"]*"|[\[({{]|[\])}}]|(,) | (?=({"|".join(_RANKS)})\b)|[^"\[({{\])}}, ]+|,| ')


def _broken(line: str) -> Iterator[str]:
    r"""A line that is too long, broken within as few brackets as necessary, and at what binds the least.

    >>> long = 'def f(a, b) = "x" if a < b and all(c > a for c in 1..100) else ("y" if a = b else "z")'
    >>> print(*_broken(f"{long} if a > 1000 else f(b, a)"), sep="\n")
    def f(a, b) = "x" if a < b and all(c > a for c in 1..100) else ("y" if a = b else "z") if a > 1000
        else f(b, a)
    """
    if len(line) <= WIDTH:
        yield line
        return
    indent = " " * (len(line) - len(line.lstrip()) + 2 * len(INDENT))
    places = ((depth, rank) for depth in count() for rank in sorted({*_RANKS.values()}))
    parts = next(parts for place in places if (parts := _split(line, place, WIDTH - len(indent))))
    line = parts[0]
    for part in parts[1:]:
        if len(line) + 1 + len(part) > WIDTH:
            yield line
            line = f"{indent}{part}"
        else:
            line = f"{line} {part}"
    yield line


def _split(line: str, most: tuple[int, int], width: int) -> list[str]:
    """Breaks at the places of that depth in brackets and that rank, and at those before; empty if a breakable
    part is too wide.
    """
    parts, depth, last = [""], 0, (0, 0)
    for token in _TOKEN.finditer(line):
        if (at := token[1] or token[2]) and parts[-1].strip():
            last = max(last, (depth, _RANKS[at]))
            if (depth, _RANKS[at]) <= most:
                parts[-1] += token[0].rstrip()
                parts.append("")
                continue
        depth += (token[0] in "[({") - (token[0] in "])}")
        parts[-1] += token[0]
    return parts if most >= last or all(len(part) <= width for part in parts) else []
