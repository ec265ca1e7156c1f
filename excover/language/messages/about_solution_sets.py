"""Messages about diagrams of all solutions, certificates of their number, and counts on disk."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Report
from excover.base.names import OptionLine, OptionName
from excover.base.words import plural
from excover.language.messages.message import Worded

INSTEAD = "use `excover count` or `excover solve --all`, which need no diagram of all solutions"


def _size(memory: int) -> str:
    """In MB, if it is one at least."""
    return f"{memory / 10**6:,.0f} MB" if memory >= 10**6 else plural(memory, "byte")


class DiagramOverMemory(Diagnostic, code="E601"):
    memory: int

    def report(self) -> Report:
        return Report(f"the diagram of all solutions needs more than {_size(self.memory)}").helped(
            "raise the limit: `--memory 8GB`, or in Python"
            " `SolutionSet.of(problem, Run(strategy=Strategy(memory=8 * 10**9)))`",
            "or reduce the number of solutions: add givens with `--given`",
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

    wording = "the certificate of the count is too large: {reasons}"
    advice = (
        "raise the limits: `--proof-limit 8GB`, and `--memory 8GB` for waiting states",
        "or prove less: add givens with `--given`, or set parameters with `-p`",
        "or run `excover count` without `--proof`, which needs no certificate",
    )


AFRESH = (
    "to begin afresh, give another folder, or delete the files of this count: `checkpoint` and `*.states`"
)


class OtherCount(Diagnostic, code="E730"):
    folder: str
    differences: Sequence[str]

    def report(self) -> Report:
        report = Report(f"the folder `{self.folder}` has the states of another count")
        for difference in self.differences:
            report = report.noted(difference)
        return report.helped(AFRESH)


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
