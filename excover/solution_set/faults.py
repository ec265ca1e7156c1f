"""The wording of what cannot be asked of all solutions (codes E601 to E609)."""

from __future__ import annotations

from excover.cover.matrix import Matrix
from excover.diagnostics import Diagnostic, error
from excover.names import OptionLine
from excover.words import plural

INSTEAD = "`excover count` and `excover solve --all` do without a diagram of all solutions"


def too_large(memory: int) -> Diagnostic:
    return error("E601", f"the diagram of all solutions takes more than {_size(memory)}").helped(
        "allow more: `--memory 8GB`, or from Python"
        " `SolutionSet.of(problem, strategy=Strategy(memory=8 * 10**9))`",
        "or ask about fewer solutions: add givens with `--given`",
    )


def _size(memory: int) -> str:
    """In MB, if it is one at least."""
    return f"{memory / 10**6:,.0f} MB" if memory >= 10**6 else plural(memory, "byte")


def no_diagram(matrix: Matrix, obstacle: str) -> Diagnostic:
    """What keeps a matrix from having one; ``obstacle`` is the reason in the words of the core."""
    for option in range(len(matrix.options)):
        if not any(_is_exact(matrix, item) for item in matrix.option_items(option)):
            return _nothing_exact(matrix, option)
    reason = obstacle.rpartition(": ")[2]
    return error("E603", f"no diagram of all solutions can be built: {reason}").helped(INSTEAD)


def _is_exact(matrix: Matrix, item: int) -> bool:
    return matrix.lower[item] == matrix.upper[item] == 1 and not matrix.colored[item]


def _nothing_exact(matrix: Matrix, option: int) -> Diagnostic:
    name = matrix.options[option]
    told = error("E602", f"option `{name}` covers nothing that must be covered exactly once")
    if matrix.option_spans:
        told = told.at(matrix.option_spans[option])
    return told.noted("the diagram of all solutions decides one such item after the other").helped(INSTEAD)


def nothing_drawn(matrix: Matrix) -> Diagnostic:
    told = error("E604", "this description draws nothing, so that there are no cells to show marks on")
    if not matrix.own_options():
        return told
    name = matrix.options[matrix.own_options()[0]]
    if isinstance(name, OptionLine):
        return told.helped(
            "from Python, `SolutionSet.of(problem).uses()` tells how many solutions choose each option"
        )
    names = ", ".join("abcdefgh"[: len(name.arguments)])
    return told.helped(f'say where an option stands: `draw {name.family}({names}) at (.., ..) as ".."`')


def not_its_diagram(fault: str) -> Diagnostic:
    return error("E605", fault).helped("`excover diagram SPEC --save FILE` writes the one of a description")
