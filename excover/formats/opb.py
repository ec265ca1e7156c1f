"""An exact cover problem for pseudo-Boolean and integer solvers, in the OPB format.

>>> from excover.names import ItemName, OptionName
>>> matrix = Matrix.build([(ItemName("a"), 1, 2)], [(OptionName("x"), [0]), (OptionName("y"), [0])])
>>> print(*(line for line in opb_lines(matrix) if "exact cover" not in line), sep="\\n")
* #variable= 2 #constraint= 1
* x1 x()
* x2 y()
+1 x1 +1 x2 >= 1 ;

O. Roussel and V. Manquinho, "Input/output format and solver requirements for the competitions of
pseudo-Boolean solvers": constraints with = and >=, and a sum to minimize. Variable k is option k; further
variables, for colors, are functions of these. `excover.formats.answers` reads the answers.
"""

from __future__ import annotations

from collections.abc import Iterator

from excover.cover.cardinality import cardinality_constraints
from excover.cover.matrix import Matrix
from excover.words import visible

HEADER = "An exact cover problem: variable xk is 1 where option k is chosen; its name follows the variable."


def opb_lines(matrix: Matrix, title: str = "", goal: str = "minimize") -> Iterator[str]:
    """The lines of the file, without line ends.

    With costs, the objective is a least cost, or, if the goal is to ``maximize``, a greatest.
    """
    system = _Inequalities(matrix)
    variables = system.variables or min(1, len(system.lines))  # see `_sum`
    yield f"* #variable= {variables} #constraint= {len(system.lines)}"
    comments = [title] if title else []
    comments += [HEADER, *(f"x{k} {option}" for k, option in enumerate(matrix.options, 1))]
    yield from (f"* {visible(comment)}" for comment in comments)
    if any(matrix.prices()):
        sign = -1 if goal == "maximize" else 1
        terms = (f"{sign * cost:+} x{k}" for k, cost in enumerate(matrix.prices(), 1) if cost)
        yield f"min: {' '.join(terms)} ;"
    yield from system.lines


class _Inequalities:
    """Their ``lines``, and the number of ``variables``."""

    def __init__(self, matrix: Matrix) -> None:
        self.variables = len(matrix.options)
        self.lines: list[str] = []
        for groups, lower, upper in cardinality_constraints(matrix):
            self._bound([self._any_of([option + 1 for option in group]) for group in groups], lower, upper)

    def _any_of(self, variables: list[int]) -> int:
        """A variable that is 1 if one of some variables is, otherwise 0; the variable itself if it is the
        only one.
        """
        if len(variables) == 1:
            return variables[0]
        self.variables += 1
        self.lines.append(f"+{len(variables)} x{self.variables} {_sum(-1, variables)} >= 0 ;")
        self.lines.append(f"-1 x{self.variables} {_sum(1, variables)} >= 0 ;")
        return self.variables

    def _bound(self, variables: list[int], lower: int, upper: int) -> None:
        if lower == upper and (lower or variables):
            self.lines.append(f"{_sum(1, variables)} = {lower} ;")
            return
        if lower > 0:
            self.lines.append(f"{_sum(1, variables)} >= {lower} ;")
        if upper < len(variables):
            self.lines.append(f"{_sum(-1, variables)} >= -{upper} ;")


def _sum(factor: int, variables: list[int]) -> str:
    """An empty sum, which is never enough, is written as a variable times zero; OPB has no empty sums."""
    return " ".join(f"{factor:+} x{variable}" for variable in variables) or "+0 x1"
