"""Warnings about statements that have no effect."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span
from excover.base.words import visible


class NoEffect(Diagnostic, code="W306"):
    pass


_EFFECTS = {
    "option": ("makes no option", "a set that it runs through is empty, or its condition never holds"),
    "also": ("adds nothing to any option", "no option meets its condition, or there is none"),
    "forbid": (
        "removes no option",
        "its loop has no values, or earlier `forbid` statements remove the same options",
    ),
    "given": ("gives nothing", "its loop has no values, or its drawing no marks"),
    "draw": ("draws nothing", "there is no option, mark or place that it draws"),
    "require": ("asks for nothing", "it is about no option, or about none that has something beside it"),
    "symmetry": ("moves no option", "it maps each option to itself, or there is none"),
}
STATEMENTS = frozenset(_EFFECTS)
"""The statements that can have no effect, by their keywords."""


class StatementWithoutEffect(NoEffect):
    """``keyword`` is one of `STATEMENTS`."""

    span: Span
    keyword: str

    def report(self) -> Report:
        effect, why = _EFFECTS[self.keyword]
        return (
            Report(f"this `{self.keyword}` {effect}")
            .at(self.span)
            .noted(why)
            .helped("correct it or remove it; ignore this if it is intended for some parameters")
        )


class CoverWithoutEffect(NoEffect):
    """A part of what options cover that none of them does."""

    span: Span

    def report(self) -> Report:
        return (
            Report("no option covers this")
            .at(self.span, "the condition never holds, or a set is empty")
            .helped("correct it or remove it; ignore this if it is intended for some parameters")
        )


class ItemsNotCovered(NoEffect):
    """Items that need not be covered, of which no option covers any."""

    span: Span
    family: str

    def report(self) -> Report:
        return (
            Report(f"no option covers any item of `{self.family}`")
            .at(self.span, "declared here")
            .noted("so the items have no effect")
            .helped("look at the conditions of the options, or remove the items")
        )


class NoSuchCells(NoEffect):
    """Places behind the condition of an `also` at which its options never are."""

    span: Span
    places: str
    board: str

    def report(self) -> Report:
        return (
            Report(f"`{self.board}` has no cell {self.places}")
            .at(self.span)
            .noted("no option is there, so this part never applies")
            .helped("count rows and columns from 1")
        )


class NotDrawn(NoEffect):
    """A character of a legend that is not in the drawing above it."""

    span: Span
    character: str

    def report(self) -> Report:
        return (
            Report(f"the drawing above has no `{visible(self.character)}`")
            .at(self.span)
            .helped("remove this line of the legend, or correct the character")
        )


class LabelsNotRead(NoEffect):
    """Labels of a board or of pieces that nothing compares."""

    span: Span
    name: str
    are_of_pieces: bool

    def report(self) -> Report:
        found = Report(f"nothing reads the labels of `{self.name}`").at(self.span)
        if self.are_of_pieces:
            return found.helped("label cells of the board, too, or remove these labels")
        return found.helped(
            f"read them, as `{self.name}[r, c]`, by `once per label` or by labels of pieces, or remove them"
        )


class ColumnNotRead(NoEffect):
    """A column of a table of the description, besides the first, which no statement mentions."""

    span: Span
    table: str
    column: str

    def report(self) -> Report:
        return (
            Report(f"nothing reads the column `{self.column}` of `{self.table}`")
            .at(self.span)
            .helped("remove the column, or write it as a comment")
        )
