"""Messages about the characters in drawings of boards and pieces."""

from __future__ import annotations

from excover.base.diagnostics import Edit, Report
from excover.base.source import Span
from excover.base.words import listed
from excover.language.messages.edits import nearest, overdrawn
from excover.language.messages.message import Located


class UnknownBoardMark(Located, code="E213"):
    alike: tuple[Span, ...]
    """All characters of the drawing that are this one."""
    instead: str
    """What was probably meant by it; empty if that is not known."""

    def fix(self) -> Edit | None:
        return overdrawn(self.alike, self.instead)

    wording = "`{span.text}` has no meaning in the drawing of a board"
    advice = (
        "use `.` for a cell to cover, `?` for one that may stay empty, `#` or a blank for no cell, a "
        "letter or digit for a labelled cell; `legend` gives other characters a meaning"
    )


class TabInDrawing(Located, code="E214"):
    wording = "a tab in a drawing"
    advice = "use spaces: the width of a tab is not defined"


class UnknownPieceMark(Located, code="E215"):
    alike: tuple[Span, ...]
    """All characters of these pieces that are this one."""
    instead: str
    """What was probably meant by it; empty if that is not known."""

    def fix(self) -> Edit | None:
        return overdrawn(self.alike, self.instead)

    def report(self) -> Report:
        return (
            Report(f"`{self.span.text}` has no meaning in the drawing of pieces")
            .at(self.span)
            .helped(
                "use a letter or digit for a cell of the piece of that name, `.` or a blank for nothing",
                "put a comment on a line of its own" if self.span.text == "#" else "",
            )
        )


class InvalidLegendCharacter(Located, code="E233"):
    wording = "a legend explains single characters other than the bar"
    advice = 'write `legend "*" = cell, "x" = wall`'


class UnknownLegendMeaning(Located, code="E234"):
    name: str
    known: list[str]

    def report(self) -> Report:
        return (
            Report(f"`{self.name}` is not a meaning here")
            .at(self.span)
            .helped(f"choose one of {listed(self.known)}")
        )

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, self.known)


class CommentInDrawing(Located, code="E257"):
    wording = "a comment after a line of a drawing"
    label = "this is read as part of the drawing"
    advice = (
        "put a comment on a line of its own",
        "if this is part of the drawing, write blanks instead of `#`: both mean no cell",
    )

    def fix(self) -> Edit | None:
        source, start = self.span.source, self.span.start - self.span.column + 1
        line = source.text[start : self.span.start].rstrip()
        return Edit(Span(source, start, self.span.end), f"{self.span.text}\n{line}")
