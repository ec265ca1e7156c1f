"""The cell magic `%%excover`, which `%load_ext excover` adds to IPython and Jupyter.

    %%excover queens -p n=6
    param n = 8
    item row[1..n], column[1..n]
    ..

The cell is a description. It is compiled, shown, and assigned to the variable `queens`; `-p n=6` and
`--table lectures=frame` take values from Python expressions without blanks. Errors are shown under their
lines.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

from excover.apps.notebook.marked_text import MarkedText
from excover.apps.notebook.solution_sheet import SolutionSheet
from excover.base.diagnostics import SpecError
from excover.base.errors import imported
from excover.base.words import plural
from excover.problem.problem import Problem, parse
from excover.solutions.decode import Solution


class _CellError(SpecError):
    """Its messages are already shown in the cell; the exception ends the run of the notebook."""

    def _render_traceback_(self) -> list[str]:
        wrong = sum(each.is_error for each in self.diagnostics)
        return [f"SpecError: {plural(wrong, 'error')} in this description, shown above"]


class _Arguments(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise imported("IPython.core.error", "notebook", "%%excover").UsageError(message)


def _arguments() -> argparse.ArgumentParser:
    made = _Arguments(prog="%%excover", description="Compiles the cell as a description.", add_help=False)
    made.add_argument("name", nargs="?", help="the variable that gets the problem")
    made.add_argument("-p", dest="settings", action="append", default=[], metavar="NAME=EXPRESSION")
    made.add_argument("--table", dest="tables", action="append", default=[], metavar="NAME=EXPRESSION")
    made.add_argument("--folder", default=".", help="where files are that the description names")
    return made


def _valued(pairs: Iterable[str], names: Mapping[str, Any]) -> dict[str, Any]:
    """Values of Python expressions by name."""
    found = {}
    for pair in pairs:
        name, equals, expression = pair.partition("=")
        if not (name and equals and expression):
            _arguments().error(f"say NAME=EXPRESSION, without blanks, not {pair!r}")
        found[name] = eval(expression, dict(names))  # the user's own expression, in the user's own cell
    return found


def load_ipython_extension(shell: Any) -> None:
    """Adds `%%excover` to a shell of IPython; lists of solutions are shown as sheets from then on."""
    display = imported("IPython.display", "notebook", "%%excover").display

    def excover(line: str, cell: str) -> Problem:
        wanted = _arguments().parse_args(line.split())
        if wanted.name is not None and not wanted.name.isidentifier():
            _arguments().error(f"{wanted.name!r} is not the name of a variable")
        settings, tables = (_valued(pairs, shell.user_ns) for pairs in (wanted.settings, wanted.tables))
        try:
            problem = parse(cell, settings, tables=tables, folder=wanted.folder)
        except SpecError as wrong:
            display(MarkedText(cell, wrong.diagnostics))
            raise _CellError(wrong.diagnostics) from None
        if problem.warnings:
            display(MarkedText(cell, problem.warnings))
        if wanted.name:
            shell.user_ns[wanted.name] = problem
        return problem

    shell.register_magic_function(excover, magic_kind="cell", magic_name="excover")
    shell.display_formatter.formatters["text/html"].for_type(list, _sheet_html)


def _sheet_html(listed: list[Any]) -> str | None:
    """A list of solutions as a sheet; other lists as usual."""
    if not listed or not all(isinstance(each, Solution) for each in listed):
        return None
    return SolutionSheet(listed)._repr_html_()
