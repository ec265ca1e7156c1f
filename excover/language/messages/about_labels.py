"""Messages about the labels of cells, of boards and of pieces."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Report
from excover.base.source import Span
from excover.base.words import visible
from excover.language.messages.message import Located


class LabelWithoutCell(Located, code="E280"):
    wording = "there is no cell for the label `{span.text:visible}`"
    advice = "draw each label at the place of its cell, in the same line and column as above"


class InvalidLabel(Located, code="E280"):
    wording = "`{span.text:visible}` is not a label"
    advice = "use letters and digits, and `.` for a cell without a label"


class LabelledTwice(Located, code="E280"):
    earlier: Span

    wording = "this cell has two labels"
    related = ("earlier", "the other one")
    advice = "draw `.` or `?` in the first drawing"


class UnknownLabel(Located, code="E280"):
    name: str
    owner: str
    known: Sequence[str]

    def report(self) -> Report:
        there = [f'"{label}"' for label in self.known]
        return (
            Report(f'no cell of `{self.owner}` has the label "{visible(self.name)}"')
            .at(self.span)
            .helped(
                f"`{self.owner}` has the labels {', '.join(there)}"
                if there
                else f"`{self.owner}` has no labels",
                'write `"1" on "a"` for cells of pieces labelled 1 on cells of the board labelled a',
            )
        )
