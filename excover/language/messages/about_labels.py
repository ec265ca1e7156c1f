"""Messages about the labels of cells, of boards and of pieces."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span
from excover.base.words import visible


class LabelWithoutCell(Diagnostic, code="E280"):
    span: Span

    def report(self) -> Report:
        return (
            Report(f"there is no cell for the label `{visible(self.span.text)}`")
            .at(self.span)
            .helped("draw each label at the place of its cell, in the same line and column as above")
        )


class InvalidLabel(Diagnostic, code="E280"):
    span: Span

    def report(self) -> Report:
        return (
            Report(f"`{visible(self.span.text)}` is not a label")
            .at(self.span)
            .helped("use letters and digits, and `.` for a cell without a label")
        )


class LabelledTwice(Diagnostic, code="E280"):
    span: Span
    earlier: Span

    def report(self) -> Report:
        return (
            Report("this cell has two labels")
            .at(self.span)
            .beside(self.earlier, "the other one")
            .helped("draw `.` or `?` in the first drawing")
        )


class UnknownLabel(Diagnostic, code="E280"):
    span: Span
    label: str
    owner: str
    known: Sequence[str]

    def report(self) -> Report:
        there = [f'"{label}"' for label in self.known]
        return (
            Report(f'no cell of `{self.owner}` has the label "{visible(self.label)}"')
            .at(self.span)
            .helped(
                f"`{self.owner}` has the labels {', '.join(there)}"
                if there
                else f"`{self.owner}` has no labels",
                'write `"1" on "a"` for cells of pieces labelled 1 on cells of the board labelled a',
            )
        )
