"""Messages about making puzzles, and their clues."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Report
from excover.base.names import OptionName
from excover.base.source import Span
from excover.base.words import plural


class NoClues(Diagnostic, code="E621"):
    option: OptionName | None
    span: Span | None

    def report(self) -> Report:
        found = Report("this description draws nothing, so there are no clues")
        if self.option is None:
            return found.helped("add options, and draw them")
        if self.span:
            found = found.at(self.span)
        example = f"`draw {self.option.family}(..) at (row, column) as mark`, in the names that it binds"
        return found.noted(f"the first option is `{self.option}`").helped(f"draw options: {example}")


class TooManyClues(Diagnostic, code="E510"):
    fewest: int
    kept: int
    drawn: int
    open: int

    def report(self) -> Report:
        most = self.kept + self.drawn - self.open
        way_out = f"ask for {plural(most, 'clue')} or fewer: `--clues ..{most}`"
        if most <= self.kept:
            way_out = "describe a larger puzzle: here, clues would leave nothing to find"
        return (
            Report(f"no puzzle has {plural(self.fewest, 'clue')} or more")
            .noted(
                f"a solution draws at most {plural(self.drawn, 'option')}, "
                f"and at least {self.open:,} of them {'is' if self.open == 1 else 'are'} left to find",
                f"{plural(self.kept, 'clue')} given already" if self.kept else "",
            )
            .helped(way_out)
        )


class TooFewClues(Diagnostic, code="E511"):
    most: int
    kept: int
    needs_more: bool = False

    def report(self) -> Report:
        given = f"{plural(self.kept, 'clue')} {'is' if self.kept == 1 else 'are'} given already"
        if self.needs_more:
            given = f"with the {plural(self.kept, 'clue')} given, there are several solutions"
        if self.needs_more and not self.kept:
            given = "without clues, there are several solutions"
        least = self.kept + self.needs_more
        return Report(f"no puzzle has {plural(self.most, 'clue')} or fewer: {given}").helped(
            f"ask for {plural(least, 'clue')} or more" + (", or give less" if self.kept else "")
        )


class NothingToChoose(Diagnostic, code="E512"):
    kept: int

    def report(self) -> Report:
        given = f"with the {plural(self.kept, 'clue')} given" if self.kept else "without clues"
        return Report(f"{given}, there is exactly one solution: nothing is left to choose").helped(
            "describe a puzzle with several solutions" + (", or give less" if self.kept else ""),
            f"`--clues {self.kept + 1}..` adds clues that are not needed",
        )


class CluesNotCells(Diagnostic, code="E622"):
    option: OptionName
    span: Span | None

    def report(self) -> Report:
        found = Report("clues can be symmetric only if each is in one cell")
        if self.span:
            found = found.at(self.span)
        return found.noted(f"`{self.option}` is drawn in several cells").helped("omit the symmetry")


class DrawingNotSquare(Diagnostic, code="E623"):
    span: Span | None
    name: str
    symmetry: str
    rows: int
    columns: int
    lattice: str

    def report(self) -> Report:
        name = f"`{self.name}`" if self.name else "the drawing"
        found = Report(f"{name} has no symmetry `{self.symmetry}`, which needs a square of square cells")
        if self.span:
            found = found.at(self.span)
        size = f"{plural(self.rows, 'row')} and {plural(self.columns, 'column')}"
        return found.noted(f"it has {size} of lattice `{self.lattice}`").helped(
            "use `half-turn`, `left-right` or `up-down`"
        )
