"""Messages about limits of work and size, and about diagrams, certificates and counts on disk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from excover.base.diagnostics import Diagnostic, Report
from excover.base.names import OptionLine, OptionName
from excover.base.words import clipped, plural, raised
from excover.language.messages.message import Located, Worded


class TooManyBindings(Located, code="E501"):
    # ``binders`` are the texts of the binders and how many values each has, at most.
    binders: list[tuple[str, int]]
    limit: int

    def report(self) -> Report:
        widest = clipped(max(self.binders, key=lambda binder: binder[1])[0])
        factors = " × ".join(f"{count:,} for `{clipped(text)}`" for text, count in self.binders[-8:])
        return self.located(f"more than {self.limit:,} bindings to try", factors).helped(
            f"narrow `{widest}`, or put first the `where` condition that needs only the first names: "
            "it is applied as soon as its names are bound",
            raised("bindings"),
        )


class CallTakesTooLong(Located, code="E502"):
    name: str
    limit: int

    wording = "one call of `{name}` would take more than {limit:,} operations"
    advice = "name a value that you use several times with `let`, or pass it as an argument"


class CallNestsTooDeeply(Located, code="E502"):
    name: str
    limit: int

    wording = "one call of `{name}` would nest more than {limit} operations"
    label = "including the operations of the functions that it calls"
    advice = "reduce the depth of calls"


class TooManyItems(Located, code="E503"):
    factors: list[int]
    limit: int

    wording = "{factors:product} items; the limit is {limit:,}"
    advice = raised("items")


class TooManyItemsTogether(Located, code="E503"):
    count: int
    limit: int

    wording = "{count:,} items up to here; the limit is {limit:,}"
    advice = raised("items")


class BoardTooLarge(Located, code="E504"):
    factors: Iterable[int]
    limit: int

    wording = "a board of {factors:product} cells; the limit is {limit:,}"
    advice = raised("cells")


class BoardBoxTooLarge(Located, code="E504"):
    box: Iterable[int]
    limit: int

    wording = "with its shifted rows, the board takes a box of {box:product} cells; the limit is {limit:,}"
    advice = raised("cells")


class TooManyVoxels(Located, code="E504"):
    count: int
    limit: int

    wording = "{count:,} voxels up to here; the limit is {limit:,}"
    advice = raised("cells")


class TooManyShapes(Located, code="E509"):
    limit: int
    way: str

    wording = "more than {limit:,} pieces"
    advice = ("{way}", raised("pieces"))


class TooManyMatrixEntries(Located, code="E505"):
    what: str
    count: int
    limit: int

    wording = "{count:,} {what} up to here; the limit is {limit:,}"
    advice = "{what:raised}"


class TooManyOptions(Located, code="E505"):
    what: str
    count: int
    limit: int

    wording = "{count:,} {what} up to here; the limit is {limit:,}"
    advice = ("narrow the set of a loop, or add a condition with `where`", "{what:raised}")


class DrawingTooLarge(Located, code="E506"):
    cells: int
    limit: int
    drawn: int
    """How many of them have something to draw."""

    def report(self) -> Report:
        is_sparse = self.cells > 2 * self.drawn
        return self.located(
            f"a drawing of {self.cells:,} cells; the limit is {self.limit:,}",
            "of all `draw` statements together",
        ).helped(
            "use small coordinates close to each other"
            if is_sparse
            else "draw fewer cells, or nothing: a problem needs no `draw`",
            raised("cells"),
        )


class SymmetryGroupTooLarge(Located, code="E507"):
    options: int
    most: int

    wording = "the symmetry group of {options:,} options takes more than {most:,} numbers"
    label = "these symmetries and their combinations"
    advice = (
        "declare fewer symmetries, or count without `up to symmetry`",
        raised("symmetries"),
    )


class ValuesTooLarge(Located, code="E508"):
    limit: int
    way: str

    wording = "tuples and sets of more than {limit:,} parts, nested parts included"
    label = "up to here"
    advice = ("{way}", raised("bindings"))


class ValueTooDeep(Located, code="E508"):
    limit: int

    wording = "more than {limit} nested tuples and sets"
    label = "one more level here"
    advice = "store numbers or symbols in tuples and sets, and look up other values with a `def`"


# Messages about diagrams of all solutions, certificates of their number, and counts on disk.

INSTEAD = "use `excover count` or `excover solve --all`, which need no diagram of all solutions"


def _size(memory: int) -> str:
    """In MB, if it is one at least."""
    return f"{memory / 10**6:,.0f} MB" if memory >= 10**6 else plural(memory, "byte")


class DiagramOverMemory(Diagnostic, code="E601"):
    memory: int
    of_states: bool = False

    def report(self) -> Report:
        what, instead = (
            "the diagram of all solutions needs",
            "reduce the number of solutions: add givens with `--given`",
        )
        if self.of_states:
            what, instead = "the states of the engine `graph` need", "leave out `--engine graph`"
        return Report(f"{what} more than {_size(self.memory)}").helped(
            "raise the limit: `--memory 8GB`, or in Python"
            " `SolutionSet.of(problem, Run(strategy=Strategy(memory=8 * 10**9)))`",
            f"or {instead}",
        )


class NoDiagram(Worded, code="E603"):
    reason: str

    wording = "no diagram of all solutions can be built: {reason}"
    advice = INSTEAD


class NoCellsForMarks(Diagnostic, code="E604"):
    option: OptionName | None

    def report(self) -> Report:
        """``option`` is the first of the description."""
        report = Report("this description draws nothing, so there are no cells to show marks on")
        if self.option is None:
            return report
        if isinstance(self.option, OptionLine):
            return report.helped(
                "in Python, call `SolutionSet.of(problem).uses()`: "
                "the number of solutions that choose each option"
            )
        names = ", ".join("abcdefgh"[: len(self.option.arguments)])
        return report.helped(f'draw options: `draw {self.option.family}({names}) at (.., ..) as ".."`')


class OtherDiagram(Worded, code="E605"):
    fault: str

    wording = "{fault}"
    advice = "write the diagram of a description with `excover diagram SPEC --save FILE`"


class CertificateTooLarge(Worded, code="E606"):
    reasons: str
    is_of_clauses: bool = False

    wording = "the certificate of the count is too large: {reasons}"
    advice = (
        "raise the limits: `--proof-limit 8GB`, and `--memory 8GB` for {held}",
        "or prove less: add givens with `--given`, or set parameters with `-p`",
        "or run `excover count` without `--proof`, which needs no certificate",
    )

    @property
    def held(self) -> str:
        """What takes memory."""
        return "clauses" if self.is_of_clauses else "waiting states"

    def _help(self) -> list[str]:
        limits, *others = super()._help()
        other_kind = "or prove it by clauses, where there are few solutions: `--engine learning`"
        return [limits, *[other_kind] * (not self.is_of_clauses), *others]


AFRESH = (
    "to begin afresh, give another folder, or delete the files of this count: `checkpoint` and `*.states`"
)


class OtherCount(Diagnostic, code="E730"):
    folder: str
    differences: Sequence[str]

    def report(self) -> Report:
        found = f"the folder `{self.folder}` has the states of another count"
        return Report(found).noted(*self.differences).helped(AFRESH)


class NoCheckpoint(Worded, code="E449"):
    folder: str

    wording = "`checkpoint` in the folder `{folder}` is not a file of a count"
    note = "nothing in the folder was read further, or changed"
    advice = "give another folder, such as a new one: `--disk DIR` makes it"


class DamagedCount(Worded, code="E731"):
    folder: str
    file: str
    reason: str

    wording = "the count in `{folder}` is damaged: `{file}`: {reason}"
    advice = AFRESH


class DiskFull(Diagnostic, code="E732"):
    folder: str
    reason: str
    limit: int | None

    def report(self) -> Report:
        """``limit`` of bytes, if that is what was reached."""
        if self.limit is None:
            return Report(f"the count in `{self.folder}` cannot go on: {self.reason}").helped(
                "make room; the same command then goes on from the last checkpoint"
            )
        return Report(
            f"the count in `{self.folder}` needs more than {self.limit / 10**6:,.0f} MB on disk"
        ).helped(
            "raise the limit: the same command with a larger `--disk-limit` goes on from the last checkpoint"
        )


class FolderInUse(Worded, code="E733"):
    folder: str

    wording = "another process is counting in `{folder}`"


class NoFolder(Worded, code="E734"):
    folder: str
    reason: str

    wording = "cannot count in the folder `{folder}`: {reason}"


class TooManyGroups(Worded, code="E513"):
    most: int

    wording = "the solutions differ in more than {most:,} ways by what they are counted by"
    advice = "count by a smaller family: one that `also` covers where only some options matter"
