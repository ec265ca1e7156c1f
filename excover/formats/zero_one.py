"""Rows of 0 and 1, a simple matrix format: a column for each item, a row for each option.

>>> from excover.base.source import Source
>>> title, compiled = read_rows(Source("a.01", "1 0 1\\n0 1 0\\n\\n011\\n"))
>>> [str(option) for option in compiled.matrix.options]
['1 3', '2', '2 3']

The names of items are the numbers of their columns. Blanks, commas and semicolons between the digits mean
nothing, nor do empty lines and comments, which begin with ``//``. The rows may be those of other programs:
with ``1.0`` or ``True`` for 1, in square brackets, or behind a line with their number and that of columns.

>>> [_digits(row) for row in ("1,0;1", "1.0  0. 1.0", "true False True // so")]
['101', '101', '101']
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.source import Source, Span
from excover.formats.draft import Draft
from excover.formats.lines import lines_of
from excover.language.messages.about_matrices import MatrixWithoutRows, NotABit, OpenBracket, WrongRowLength
from excover.matrix.compiled import Compiled

_PLAIN = frozenset("01 \t")
_WORD = re.compile(
    r"\s++ | [,;](?!\s*[,;]) | ([01]++)(?![\w.]) | ([01])\.0*+(?![\w.]) | (?:(true)|false)\b | (.[\w.]*+)",
    re.X | re.I,
)
"""Digits, a digit with a point, a truth value, and anything else."""
_BRACKETS = re.compile(r"\[([^][]*)\] | [^][\s,;]+", re.X)
_SIZES = re.compile(r"(\d{1,18})[\s,;]+(\d{1,18})")


def read_rows(source: Source, limits: Limits = DEFAULT) -> tuple[str, Compiled]:
    """No title, and the matrix, all of whose items are covered once; raises SpecError for errors."""
    rows = _without_sizes(_rows(source))
    width = len(_digits(rows[0].text)) if rows else 0
    if wrong := next(_wrong(rows, width), None):
        raise SpecError(wrong)
    if not width:
        raise SpecError(MatrixWithoutRows(Span(source, 0, len(source.text))))
    draft = Draft(source, limits, _covered)
    for number in range(1, width + 1):
        draft.add_item(str(number), rows[0], 1, 1)
    for row in rows:
        draft.add_option(row.start, row.end, [found.start() for found in re.finditer("1", _digits(row.text))])
    return "", draft.compiled()


def _rows(source: Source) -> list[Span]:
    """Lines, or what is in the innermost square brackets, if there are any; what stands elsewhere is a row as
    well, a wrong one.
    """
    lines = list(lines_of(source, remarks=True))
    if not any("[" in line.text.partition("//")[0] for line in lines):
        return lines
    if source.text.count("[") != source.text.count("]"):
        raise SpecError(OpenBracket(Span(source, at := source.text.index("["), at + 1)))
    found = _BRACKETS.finditer(source.text)
    return [Span(source, *each.span(1 if each[1] is not None else 0)) for each in found]


def _without_sizes(rows: list[Span]) -> list[Span]:
    """Without a first line that has the number of rows and of columns, as some programs write it."""
    sizes = _SIZES.fullmatch(rows[0].text) if len(rows) > 1 else None
    found = (len(rows) - 1, len(_digits(rows[1].text))) if sizes else ()
    return rows[1:] if sizes and found == (int(sizes[1]), int(sizes[2])) else rows


def _covered(row: str) -> str:
    """The names of the items that a row covers."""
    return " ".join(str(found.start() + 1) for found in re.finditer("1", _digits(row)))


def _digits(row: str) -> str:
    """A digit for each column; without a comment, which may follow the last digit directly."""
    text = row.partition("//")[0]
    if _PLAIN.issuperset(text):
        return "".join(text.split())
    words = (each for each in _WORD.finditer(text) if each.lastindex or each[0][0] in "fF")
    return "".join(each[1] or each[2] or ("1" if each[3] else "0") for each in words)


def _wrong(rows: list[Span], width: int) -> Iterator[Diagnostic]:
    """What is wrong, from the first row on; mostly, the rest is wrong for the same reason."""
    for row in rows:
        other = next((each for each in _WORD.finditer(row.text.partition("//")[0]) if each[4]), None)
        if other:
            yield NotABit(row.part(other.start(), len(other[0])))
        if (got := len(_digits(row.text))) != width:
            yield WrongRowLength(row, got, width, rows[0])
