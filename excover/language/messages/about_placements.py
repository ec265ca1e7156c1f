"""Messages about placing pieces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from excover.base.diagnostics import Edit, Report
from excover.base.names import Value
from excover.base.source import Span
from excover.base.words import did_you_mean, listed
from excover.language.messages.edits import added, nearest, removed
from excover.language.messages.message import Located


class NotOfKind(Located, code="E218"):
    name: str
    wanted: str
    known: Iterable[str]
    is_library: bool = False
    """Whether a library that could be imported has this name."""
    may_be_imported: bool = False
    """Whether an imported description may declare it; then it has to be named behind `on`."""

    def report(self) -> Report:
        names = list(self.known)
        if self.is_library:
            return (
                Report(f"`{self.name}` is not imported")
                .at(self.span)
                .helped(f"write `import {self.name}` above")
            )
        there = f"there is {listed(names, 'and', 20)}" if names else self._none_there
        another = f"another one can be declared: `lattice {self.name}`" if self.wanted == "lattice" else ""
        return (
            Report(f"`{self.name}` is not a {self.wanted}")
            .at(self.span)
            .helped(
                did_you_mean(self.name, names) or there,
                f"if an imported `lattice` is meant: `on {self.name}`" if self.may_be_imported else another,
            )
        )

    @property
    def _none_there(self) -> str:
        """That none is declared, and how a board or pieces would be."""
        none = f"no {self.wanted} is declared above"
        if self.wanted == "board":
            return f"{none}: write `board {self.name} 6x10`, for instance"
        if self.wanted == "drawing of pieces":
            return f"{none}: write `shapes {self.name}`, and draw the pieces below it: `|AA`"
        return none

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, self.known)


class PieceTooDeepForBoard(Located, code="E219"):
    letter: str
    board: str
    declared: Span

    wording = "piece `{letter}` has several layers and cannot lie on `{board}`"
    related = ("declared", "this board is one layer deep and closed")
    advice = "add `, open below` or `, open above` to let pieces stick out"


class CoveringAtLeastNothing(Located, code="E220"):
    value: Value

    wording = "`covering at least {value:brief}` has no effect"
    advice = "use a number from 1"

    def fix(self) -> Edit | None:
        """Without the condition, if it stands in this statement as usual."""
        before = re.search(r"\s+covering\s+at\s+least\s+\Z", self.span.source.text[: self.span.start])
        return Edit(Span(self.span.source, before.start(), self.span.end), "") if before else None


class PlacedTwice(Located, code="E221"):
    shapes: str
    board: str
    earlier: Span

    wording = "`{shapes}` is placed on `{board}` twice"
    related = ("earlier", "first specified here")
    advice = "remove one of them: `free` includes the placements of `one-sided` and `fixed`"

    def fix(self) -> Edit | None:
        return removed(self.span)

    def other_fixes(self) -> Sequence[Edit]:
        earlier = removed(self.earlier) if self.earlier.source is self.span.source else None
        return [earlier] if earlier else []


class DifferentPieceCounts(Located, code="E239"):
    shapes: str
    earlier: Span

    wording = "the pieces of `{shapes}` have different numbers of uses"
    related = ("earlier", "the other number is here")
    advice = "write the same `each .. times` wherever they are placed"


class PiecesNeverPlaced(Located, code="W203"):
    name: str
    boards: Sequence[str]
    """Those on which they may lie."""
    lattice: str
    """The lattice of such a board, as written."""
    is_solid: bool = False

    @property
    def _way(self) -> str:
        return "one-sided" if self.is_solid else "free"

    def report(self) -> Report:
        board = self.boards[0] if self.boards else "tray"
        condition = "" if self.boards else f", and `board tray{self.lattice} 6x10` above it, for instance"
        return (
            Report(f"the pieces of `{self.name}` are never placed")
            .at(self.span)
            .helped(f"write `place {self._way} {self.name} on {board}`{condition}")
        )

    def fix(self) -> Edit | None:
        return next(iter(self._placed()), None)

    def other_fixes(self) -> Sequence[Edit]:
        return self._placed()[1:]

    def _placed(self) -> list[Edit]:
        """On each of the first boards."""
        statements = (f"place {self._way} {self.name} on {board}" for board in self.boards[:4])
        return [edit for each in statements if (edit := added(self.span, each))]


class MirroredInSpace(Located, code="W204"):
    wording = "`free` also places mirror images, which a solid piece cannot be rotated into"
    advice = "write `one-sided` to allow rotations only"

    def fix(self) -> Edit | None:
        free = re.match(r"place\s+(free)\b", self.span.text)
        return Edit(self.span.part(free.start(1), 4), "one-sided", is_certain=True) if free else None


class PieceFitsNowhere(Located, code="W304"):
    # Pieces that need not be used, and never can be.
    letters: Sequence[str]
    boards: Sequence[str]
    rules: Sequence[str] = ()
    """The words for what rules out all their placements, unless they would have none anyway."""

    def report(self) -> Report:
        several = len(self.letters) > 1
        which = listed(self.letters, "and", 12)
        unused = "no solution uses them" if several else "no solution uses it"
        boards = listed(self.boards, "and")
        if self.rules:
            leave = "leave" if len(self.rules) > 1 else "leaves"
            nowhere = f"{listed(self.rules, 'and')} {leave} no placement of {which} on {boards}"
            return Report(nowhere).at(self.span).noted(unused)
        return (
            Report(f"{f'pieces {which} fit' if several else f'piece {which} fits'} nowhere on {boards}")
            .at(self.span)
            .noted(unused)
            .helped("if it is drawn, check the alignment: marks of one letter, band and layer are one piece")
        )
