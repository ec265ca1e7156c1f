"""Warnings about statements that have no effect."""

from __future__ import annotations

from excover.base.diagnostics import Report
from excover.language.messages.message import Located


class NoEffect(Located, code="W306"):
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

    wording = "no option covers this"
    label = "the condition never holds, or a set is empty"
    advice = "correct it or remove it; ignore this if it is intended for some parameters"


class ItemsNotCovered(NoEffect):
    """Items that need not be covered, of which no option covers any."""

    family: str

    wording = "no option covers any item of `{family}`"
    label = "declared here"
    note = "so the items have no effect"
    advice = "look at the conditions of the options, or remove the items"


class NoSuchCells(NoEffect):
    """Places behind the condition of an `also` at which its options never are."""

    places: str
    board: str

    wording = "`{board}` has no cell {places}"
    note = "no option is there, so this part never applies"
    advice = "count rows and columns from 1"


class NotDrawn(NoEffect):
    """A character of a legend that is not in the drawing above it."""

    character: str

    wording = "the drawing above has no `{character:visible}`"
    advice = "remove this line of the legend, or correct the character"


class LabelsNotRead(NoEffect):
    """Labels of a board or of pieces that nothing compares."""

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

    table: str
    column: str

    wording = "nothing reads the column `{column}` of `{table}`"
    advice = "remove the column, or write it as a comment"
