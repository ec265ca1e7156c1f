"""Rows of 0 and 1, a simple matrix format: a column for each item, a row for each option.

>>> from excover.source import Source
>>> title, compiled = read_rows(Source("a.01", "1 0 1\\n0 1 0\\n\\n011\\n"))
>>> [str(option) for option in compiled.matrix.options]
['1 3', '2', '2 3']
>>> print(*row_lines(compiled.matrix), sep="\\n")
1 0 1
0 1 0
0 1 1

Blanks between the digits, empty lines and comments, which begin with ``//``, are ignored. The
names of items are the numbers of their columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from excover.cover.compiled import Compiled
from excover.cover.matrix import Matrix
from excover.cover.uncarried import refuse_uncarried
from excover.diagnostics import MOST_REPORTED, Diagnostic, SpecError
from excover.formats.draft import Draft
from excover.formats.lines import lines_of
from excover.limits import DEFAULT, Limits
from excover.messages.about_matrices import MatrixWithoutRows, NotABit, WrongRowLength
from excover.source import Source, Span

_OTHER = re.compile(r"[^01\s]+")


def read_rows(source: Source, limits: Limits = DEFAULT) -> tuple[str, Compiled]:
    """No title, and the matrix, all of whose items are covered once; raises SpecError for errors."""
    rows = [(line, _digits(line.text)) for line in lines_of(source, remarks=True)]
    if not rows:
        raise SpecError(MatrixWithoutRows(Span(source, 0, len(source.text))))
    if wrong := list(_wrong(rows)):
        raise SpecError(wrong)
    draft = Draft(source, limits, _covered)
    first, digits = rows[0]
    for number in range(1, len(digits) + 1):
        draft.add_item(str(number), first, 1, 1)
    for line, digits in rows:
        draft.add_option(line.start, line.end, [found.start() for found in re.finditer("1", digits)])
    return "", draft.compiled()


def _covered(row: str) -> str:
    """The names of the items that a row covers."""
    return " ".join(str(found.start() + 1) for found in re.finditer("1", _digits(row)))


def _digits(row: str) -> str:
    """Without blanks, and without a comment, which may follow the last digit directly."""
    return "".join(row.partition("//")[0].split())


def row_lines(matrix: Matrix) -> Iterator[str]:
    """The rows of a matrix, without line ends.

    Raises ValueError if the format cannot express the matrix: without options, or with an item that is not
    covered exactly once.
    """
    refuse_uncarried(matrix, "rows of 0 and 1")
    if not matrix.options:
        raise ValueError("rows of 0 and 1 cannot express a problem without options")
    for item, name in enumerate(matrix.items):
        if (matrix.lower[item], matrix.upper[item]) != (1, 1):
            raise ValueError(f"rows of 0 and 1 cannot say that `{name}` is not to be covered just once")
    yield from (_row(matrix, option) for option in range(len(matrix.options)))


def _row(matrix: Matrix, option: int) -> str:
    digits = ["0"] * len(matrix.items)
    for item in matrix.option_items(option):
        digits[item] = "1"
    return " ".join(digits)


def _wrong(rows: list[tuple[Span, str]]) -> Iterator[Diagnostic]:
    first, digits = rows[0]
    reported = 0
    for line, row in rows:
        if reported < MOST_REPORTED and (other := _OTHER.search(line.text.partition("//")[0])):
            yield NotABit(line.part(other.start(), len(other[0])))
            reported += 1
        elif reported < MOST_REPORTED and len(row) != len(digits):
            yield WrongRowLength(line, len(row), len(digits), first)
            reported += 1
