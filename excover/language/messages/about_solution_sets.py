"""Messages about diagrams of all solutions, and certificates of their number."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Report
from excover.base.names import OptionLine, OptionName
from excover.base.words import plural

INSTEAD = "use `excover count` or `excover solve --all`, which need no diagram of all solutions"


def _size(memory: int) -> str:
    """In MB, if it is one at least."""
    return f"{memory / 10**6:,.0f} MB" if memory >= 10**6 else plural(memory, "byte")


class DiagramOverMemory(Diagnostic, code="E601"):
    """The diagram of all solutions is too large.

    `sample`, `heatmap`, `starts` and `diagram` use a diagram of all solutions. Its size depends on how
    often the states of a search coincide, not on the number of solutions: it is small for a puzzle on a
    long narrow board, and too large for any memory for an empty Sudoku. `--memory` raises the limit, which
    is a quarter of free memory by default, and givens make the diagram smaller. `excover count` and
    `excover solve` need no diagram.
    """

    memory: int

    def report(self) -> Report:
        return Report(f"the diagram of all solutions needs more than {_size(self.memory)}").helped(
            "raise the limit: `--memory 8GB`, or in Python"
            " `SolutionSet.of(problem, Run(strategy=Strategy(memory=8 * 10**9)))`",
            "or reduce the number of solutions: add givens with `--given`",
        )


class NoDiagram(Diagnostic, code="E603"):
    """A diagram that cannot be built.

    On its way through the items, the diagram has to remember which of those already met are covered, and
    with which colors. At any moment that has to fit into a few hundred bits; on large boards with many
    items `at most once`, such as the diagonals of a large chessboard, it does not. `excover count` and
    `excover solve` need no diagram.
    """

    reason: str

    def report(self) -> Report:
        return Report(f"no diagram of all solutions can be built: {self.reason}").helped(INSTEAD)


class NoCellsForMarks(Diagnostic, code="E604"):
    """A heat map without a drawing.

    A heat map shows on which cells each mark stands. Pieces that are placed on a board are drawn on it;
    other options need a `draw` statement that says where they stand:

    ```
    item row[1..8], column[1..8]
    option rook(r, c in 1..8) covers row[r], column[c]
    draw rook(r, c) at (r, c) as "R"
    ```
    """

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


class OtherDiagram(Diagnostic, code="E605"):
    """Not the diagram of this description.

    The file was not written by `excover diagram --save`, is damaged, or belongs to another description: a
    diagram is valid only for the same options and items, so for the same parameters and givens. Write it
    again with the same SPEC, `-p` and `--given`.

    Every solution in a file is verified when it is loaded. Whether a file leaves solutions out can be told
    only by counting them again: `--recount` does so, and refuses such a file. One that has no solution is
    refused in any case if there is one.
    """

    fault: str

    def report(self) -> Report:
        return Report(self.fault).helped(
            "write the diagram of a description with `excover diagram SPEC --save FILE`"
        )


class CertificateTooLarge(Diagnostic, code="E606"):
    """The certificate of a count is too large.

    `excover count --proof FILE` writes every state of a search. Two searches are tried in turns: one meets
    equal states again, as the diagram of all solutions does, and needs memory for those that are waiting;
    one follows a tree. The message says why each was given up: it takes more memory than `--memory` allows,
    its certificate more bytes than `--proof-limit` (1 GB by default), or random walks show a tree that is
    far too large to be written. Raise the limits, or prove less: fewer solutions, by givens, have smaller
    certificates.
    """

    reasons: str

    def report(self) -> Report:
        return Report(f"the certificate of the count is too large: {self.reasons}").helped(
            "raise the limits: `--proof-limit 8GB`, and `--memory 8GB` for waiting states",
            "or prove less: add givens with `--given`, or set parameters with `-p`",
            "or run `excover count` without `--proof`, which needs no certificate",
        )
