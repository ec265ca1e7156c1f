"""Rows of 0 and 1: a column for each item, a row for each option (see `excover.formats.matrix_reader`).

>>> from excover.matrix.matrix import Matrix
>>> from excover.base.names import ItemName, OptionName
>>> items = [(ItemName(name), 1, 1) for name in "abc"]
>>> print(*export(Matrix.build(items, [(OptionName("x"), [0, 2]), (OptionName("y"), [1])])), sep="\\n")
1 0 1
0 1 0
"""

from __future__ import annotations

from collections.abc import Iterator

from excover.formats.exports import Export, Exported
from excover.matrix.capabilities import Feature


def _lines(problem: Exported) -> Iterator[str]:
    for option in range(len(problem.matrix.options)):
        digits = ["0"] * len(problem.matrix.items)
        for item in problem.matrix.option_items(option):
            digits[item] = "1"
        yield " ".join(digits)


export = Export(
    "matrix",
    "rows of 0 and 1",
    frozenset({Feature.WIDE}),
    help="rows of 0 and 1, if every item must be covered exactly once",
    write=_lines,
)
