"""Messages about givens: single ones, drawings, tables from outside, and the clues of new puzzles."""

from __future__ import annotations

import re
from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Report
from excover.base.names import ItemName, OptionName, Value, brief
from excover.base.source import Span
from excover.base.words import as_seen, clipped, did_you_mean, listed, near, plural, together, visible
from excover.language.messages.about_files import UnreadableFile, at_row
from excover.language.messages.message import Located, Worded


class ImpossibleMark(Located, code="E324"):
    mark: str
    possible: Sequence[str]

    def report(self) -> Report:
        found = self.located(f"no option draws `{self.mark}` here")
        return found.helped(
            f"choose one of {listed(self.possible)}"
            if self.possible
            else "remove it, or look for what leaves no option that draws anything here"
        )


class UnknownGivenOption(Located, code="E326"):
    option: OptionName | str
    """Its name, or what is not the text of any."""
    hint: str
    """What may be meant; empty if nothing is near."""
    example: str = "queen(1, 2)"

    def report(self) -> Report:
        help_line = "check its arguments: they are outside the sets of its loop, or `where` excludes them"
        if isinstance(self.option, str):
            example = clipped(self.example)
            help_line = f"write it as a solution does, such as `{example}`; a drawing is one text, not a list"
        return self.located(f"there is no option `{self.option}`").helped(self.hint or help_line)


class StartUnknown(Worded, code="E326"):
    example: object

    wording = "the problem has no option of this start"
    advice = "a start is a solution of such a problem, or names of options, such as `{example}`"


class NoSolutionInJson(Located, code="E326"):
    wording = "this line is no solution in JSON"
    advice = (
        'write it as `solve --json` does: `{{"options": [{{"name": "queen(1, 2)"}}]}}`',
        "a start can also be names of options, or a drawing",
    )


class ChangesCostNothing(Worded, code="E267"):
    wording = "changes have a cost, but the cost is no goal"
    advice = (
        "minimize or maximize the cost, also as a later goal",
        "leave out `cost=`: then as few changes as possible come first",
    )


class UnknownFamily(Diagnostic, code="E330"):
    """``name`` may be that of a single option or item."""

    name: str
    known: Sequence[str]

    def report(self) -> Report:
        found = Report(f"there is no family `{self.name}` of options or items to count by")
        bare = {each[:-4]: each for each in self.known}
        name = re.split(r"[(\[]", self.name, maxsplit=1)[0]
        close = near(self.name, self.known) or bare.get(name) or bare.get(near(name, bare) or "")
        is_member = name != self.name and not self.name.endswith(("(..)", "[..]"))
        return found.helped(
            f"did you mean `{close}`?" if close else "",
            f"choose one of {listed(self.known)}",
            "for single members, let `also` cover items of a new family" if is_member else "",
        )


class NotAName(Diagnostic, code="E780"):
    got: object

    def report(self) -> Report:
        match self.got:
            case OptionName() | ItemName() as name:
                call = f"`{type(name).__name__}({as_seen(name[0])}, {as_seen(name[1])})`"
                if isinstance(name[0], str):
                    found = f"{call} has no tuple"
                    way_out = f"a tuple of one has a comma: `({as_seen(name[1])},)`"
                else:
                    found = f"{call} has no family"
                    way_out = "its first part is a text, such as `queen`"
            case tuple() | list() as parts if parts and isinstance(parts[0], str):
                family, *arguments = parts
                found = f"{as_seen(self.got)} is no name of an option or an item"
                only = arguments[0] if len(arguments) == 1 and isinstance(arguments[0], tuple) else arguments
                way_out = f"write `excover.OptionName({as_seen(family)}, {as_seen(tuple(only))})`"
            case _:
                found = f"{as_seen(self.got)} is no name of an option or an item"
                way_out = "give texts, such as `queen(1, 2)` or `row[3]`, or `OptionName` and `ItemName`"
        return Report(found).helped(way_out)


class GivensContradict(Diagnostic, code="E327"):
    first: Span
    second: Span
    item: ItemName
    givens: tuple[str, str]

    def report(self) -> Report:
        return (
            Report(f"givens contradict each other: both need `{self.item.in_words}`")
            .at(self.second, self.givens[1])
            .beside(self.first, self.givens[0])
            .helped("remove one of them")
        )


class NotAPlacement(Diagnostic, code="E328"):
    # ``cells`` is the number of marked cells, ``sizes`` those of the placements of the letter; ``owners`` are
    # other pieces of which a placement covers all the marks.
    spans: Sequence[Span]
    letter: str
    cells: int
    sizes: Sequence[int]
    owners: Sequence[str]

    def report(self) -> Report:
        found = Report(f"no placement of `{self.letter}` covers all {self.cells} cells with its mark")
        for span in self.spans:
            found = found.at(span)
        if not self.sizes:
            return found.helped("remove these marks, or look for what leaves no placement of this piece")
        covers = f"it covers {together([str(size) for size in self.sizes], 'or')} cells"
        if self.cells > self.sizes[-1]:
            way_out = "use the letter of another piece for the others"
        else:
            way_out = "mark only cells of one of its placements on this board; some of them are enough"
        change = f", or change all marks to {listed(self.owners)}" if self.owners else ""
        return found.helped(f"{covers}: {way_out}{change}")


class GivenExcluded(Located, code="E329"):
    text: str

    wording = "the other givens exclude this one"
    label = "{text}"
    advice = "remove it, or one of the others"


class ImpossibleColor(Located, code="E331"):
    item: ItemName
    color: Value
    known: Sequence[Value]

    wording = "no option assigns `{item}` the color {color:brief}"

    def _help(self) -> list[str]:
        return [f"choose one of {listed([brief(value) for value in self.known])}"]


CONTRADICTIONS = (GivensContradict, NotAPlacement, GivenExcluded)
"""Of givens that are well formed and exclude each other."""


class NoDrawingToFill(Located, code="E320"):
    wording = "this description draws nothing, so a drawing cannot be given"
    advice = "draw options, as with `draw put(r, c, v) at (r, c) as v`, or give options by name"


class TextIsNoDrawing(NoDrawingToFill):
    """In Python, where one text is a drawing, and a list has options."""

    wording = "one text is a drawing, and this description draws nothing"
    advice = "name options in a list, `given([..])`, also a single one"


class NameIsNoDrawing(TextIsNoDrawing):
    """The name of an option where a description draws something."""

    wording = "one text is a drawing, and this is the name of an option"


class TooManyBands(Located, code="E321"):
    boards: Sequence[str]

    def report(self) -> Report:
        return self.located(
            f"expected one drawing for each of {listed(self.boards, 'and')}, separated by blank lines",
            "one too many",
        ).helped("remove it, or the blank line above it")


class MarkOutsideDrawing(Located, code="E322"):
    mark: str
    where: str
    size: str
    row: int | None = None
    """The number of its row, which is too long."""
    length: int = 0
    """How many columns that row has."""

    def report(self) -> Report:
        found = self.located(f"`{self.mark}` is outside {self.where}", f"{self.where} has {self.size}")
        if self.row is not None:
            found = found.noted(f"row {self.row:,} of the drawing has {plural(self.length, 'column')}")
        return found.helped("check whether the drawing is shifted: it begins at the first row and column")


class IncompleteDrawing(Located, code="W448"):
    # ``missing`` are the rows, columns or boards; ``shown`` states where the drawing ends.
    missing: str
    shown: str = ""

    wording = "the drawing does not show {missing}"
    label = "{shown}"
    advice = "write `.` for each cell that is not given"


class MarkOnHole(Located, code="E323"):
    mark: str
    where: str

    wording = "`{mark}` is where {where} has no cell"
    advice = "check whether the drawing is shifted; `.`, `#` and blanks give nothing"


class WrongLineLength(Located, code="E325"):
    got: int
    wanted: int
    where: str = ""
    columns: int = 0
    """Those of a row of a board, which the line may be, too."""

    def report(self) -> Report:
        expected = f"but {self.wanted:,} are expected"
        if self.columns and self.columns < self.wanted:
            expected = f"but a row of {self.where} has {self.columns:,}, and all rows have {self.wanted:,}"
        is_row = self.columns == self.wanted
        rows = "write all rows one after the other, or each row on its own line"
        return self.located(f"a line of {plural(self.got, 'mark')}, {expected}").helped(
            "write `.` for each cell that is not given" if is_row else rows
        )


class NotATable(Diagnostic, code="E266"):
    span: Span | None
    wrong: str
    ways_out: Sequence[str]
    row: int | None = None
    path: str = ""

    def report(self) -> Report:
        read_from = f"it was read from `{visible(self.path)}`" if self.path else ""
        return Report(self.wrong).at(self.span).noted(at_row(self.row), read_from).helped(*self.ways_out)


class UnreadableTable(UnreadableFile):
    near: str | None = None
    """The path of a file whose name is similar."""

    def report(self) -> Report:
        return (
            Report(f"`{visible(self.name)}` cannot be read: {self.why}")
            .at(self.span, "given for this")
            .helped(
                f"did you mean `{visible(self.near)}`?" if self.near else "",
                "a text that is given for a table or a board is the path of a file, from the current folder",
            )
        )


class NoClues(Diagnostic, code="E621"):
    option: OptionName | None
    span: Span | None

    def report(self) -> Report:
        found = Report("this description draws nothing, so there are no clues").at(self.span)
        if self.option is None:
            return found.helped("add options, and draw them")
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


class NoCluesFrom(Diagnostic, code="E514"):
    """``drawn`` are the families of options that are, or the names of labels."""

    name: str
    drawn: Sequence[str]
    are_labels: bool = False

    def report(self) -> Report:
        if self.are_labels:
            found, known = f"no labels are named `{self.name}`", f"labels are {listed(self.drawn, 'and')}"
        else:
            found = f"no options named `{self.name}` are drawn"
            known = f"what is drawn is {listed(self.drawn)}" if self.drawn else "write a `draw` statement"
        return Report(f"{found}, so they cannot be clues").helped(
            did_you_mean(self.name, self.drawn) or known
        )


class CluesNotCells(Diagnostic, code="E622"):
    option: OptionName
    span: Span | None

    def report(self) -> Report:
        found = Report("clues can be symmetric only if each is in one cell").at(self.span)
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
        size = f"{plural(self.rows, 'row')} and {plural(self.columns, 'column')}"
        return (
            found.at(self.span)
            .noted(f"it has {size} of lattice `{self.lattice}`")
            .helped("use `half-turn`, `left-right` or `up-down`")
        )
