"""Messages about labels with a name, and about the drawings of a board that come from outside."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Report
from excover.base.names import Value
from excover.base.words import listed, plural
from excover.language.messages.message import Located


class LabelsNotDrawn(Located, code="E291"):
    name: str
    board: str

    wording = "the labels `{name}` have no drawing"
    advice = (
        "draw them below",
        'or give them from outside: `--board {board}=FILE`, `tables={{"{board}": ..}}` in Python',
    )


class LabelsOfOtherSize(Located, code="E292"):
    """``wanted`` and ``found``: rows and columns; no columns if only rows count."""

    name: str
    board: str
    wanted: tuple[int, int]
    found: tuple[int, int]

    def report(self) -> Report:
        rows, columns = self.wanted
        if self.found[0] != rows:
            size = f"`{self.name}` has {plural(self.found[0], 'line')}"
            needed = f"the board `{self.board}` has {plural(rows, 'row')}"
        else:
            size = f"this line of `{self.name}` has {plural(self.found[1], 'word')}"
            needed = f"the board `{self.board}` has {plural(columns, 'column')}"
        return Report(f"{size}, and {needed}").at(self.span).helped("write `.` for a place without a label")


class LabelOffBoard(Located, code="E293"):
    board: str

    wording = "this label is in no cell of `{board}`"
    advice = "write `.` where the board has no cell"


class LabelsNotFlat(Located, code="E297"):
    board: str

    wording = "labels with a name need a flat board of squares, and `{board}` is none"
    advice = "label its cells by `labels` without a name, one character for each"


class SeveralLabels(Located, code="E294"):
    name: str
    margin: str

    wording = "this is a second label of `{name}` in one line"
    advice = "write `labels {name}* {margin}`: then `{name}[i]` is a tuple of all of them"


class DrawingsOfBoard(Located, code="E295"):
    """``given``: how many drawings come from outside, or their names, of which some are ``wrong``."""

    name: str
    needed: tuple[str, ...]
    given: int | tuple[str, ...]
    wrong: Sequence[str] = ()

    def report(self) -> Report:
        needs = listed(list(self.needed), "and")
        if isinstance(self.given, int):
            found = Report(
                f"{plural(self.given, 'drawing')} for the board `{self.name}`, which needs {needs}"
            )
            return found.at(self.span).helped("separate the drawings by an empty line, in this order")
        found = Report(f"the board `{self.name}` needs {needs}, not {listed(list(self.given), 'and')}")
        return found.at(self.span).helped(f"look at {listed(list(self.wrong), 'and')}")


class NoLabel(Located, code="E296"):
    name: str
    place: Value
    binding: str

    wording = "`{name}` has no label at {place:brief}"
    label = "{binding:reached}"
    advice = "ask first whether there is one: `.. where p in {name}`"
