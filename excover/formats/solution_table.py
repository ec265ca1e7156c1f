"""Solutions as CSV, for spreadsheets and other programs: a row for each chosen option.

>>> queen = OptionName("queen", (1, "=A1"))
>>> table = SolutionTable([queen])
>>> print(*[table.head(), *table.rows(1, [0])], sep="\\n")
solution,option,family,argument 1,argument 2
1,"queen(1, ""=A1"")",queen,1,'=A1
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from excover.base.names import OptionName, Value, show
from excover.base.words import visible

_FORMULA = ("=", "+", "-", "@")
"""Characters with which a formula of a spreadsheet begins."""


class SolutionTable:
    """Rows are as long as the option with most arguments, among all ``options``."""

    def __init__(self, options: Sequence[OptionName]) -> None:
        self._options = options
        self._arguments = max((len(option.arguments) for option in options), default=0)
        self._ends: dict[int, str] = {}

    def head(self) -> str:
        return _line(
            ["solution", "option", "family", *(f"argument {k}" for k in range(1, self._arguments + 1))]
        )

    def rows(self, number: int, options: Iterable[int]) -> Iterator[str]:
        """Lines without line ends, for options by their numbers; each option is encoded once.

        Texts that look like a formula get a leading apostrophe.
        """
        for option in options:
            yield f"{number},{self._ends.get(option) or self.end(option)}"

    def end(self, number: int) -> str:
        """The columns after the number of the solution."""
        option = self._options[number]
        arguments = map(_cell, option.arguments)
        rest = [""] * (self._arguments - len(option.arguments))
        made = self._ends[number] = _line([_text(str(option)), _text(option.family), *arguments, *rest])
        return made


def _cell(value: Value) -> str:
    return _text(value) if isinstance(value, str) else visible(show(value))


def _text(text: str) -> str:
    return "'" + visible(text) if text.startswith(_FORMULA) and len(text) > 1 else visible(text)


def _line(cells: Sequence[str]) -> str:
    written = StringIO()
    csv.writer(written, lineterminator="").writerow(cells)
    return written.getvalue()
