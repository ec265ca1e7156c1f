"""Messages about diagrams of all solutions, and certificates of their number."""

from __future__ import annotations

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
