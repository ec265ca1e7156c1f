"""Solutions as people look at them: on the terminal, and in files of pictures.

The files are opened before the search, so that one that cannot be written is told at once, and written when
it has ended, for whatever reason, with what was found.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Set
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from excover.cli.options import Function, current_session
from excover.cli.picture_files import Sheet, takes_sheet, tell_written
from excover.cli.streams import printable, tell
from excover.solve.outcome import Outcome
from excover.words import plural

if TYPE_CHECKING:
    from excover.decode import Solution
    from excover.problem import Problem
    from excover.render.chart import Depth
    from excover.render.html import Facts
    from excover.render.views import View

SHEET = 1_000
"""Solutions on a sheet at most."""
PAGES = 20_000
"""Solutions in a page of HTML at most."""
WIDE_TEXT = 200
"""Columns of boards that are not shown on a terminal."""
VIEWS = ("layers", "isometric", "lifted")
WHEN = ("auto", "always", "never")


def takes_pictures(function: Function) -> Function:
    """Adds --svg, --png, --pdf and --html with --columns and --view; the function gets the ``album``.

    It must follow `takes_problem`. What is in the album when the function returns is written.
    """

    @takes_sheet(
        "Draw the solutions: a picture, or a sheet of many.",
        page="A page to look through thousands of solutions.",
    )
    @click.option(
        "--columns", type=click.IntRange(1, 1000), metavar="N", help="Solutions in a row of a sheet."
    )
    @click.option("--plain", is_flag=True, help="Draw on a terminal, too, what reads back as a given.")
    @click.option("--color", type=click.Choice(WHEN), default="auto", help="Whether boards are colored.")
    @click.option("--view", type=click.Choice(VIEWS), default="layers", help="How solid boards are seen.")
    @wraps(function)
    def command(
        sheet: Sheet,
        columns: int | None,
        view: View,
        plain: bool,
        color: str,
        problem: Problem,
        **rest: Any,
    ) -> int:
        _refuse_misfits(problem, sheet.files.keys(), columns, view)
        album = Album(problem, sheet, columns, view, None if plain else terminal(color))
        status = function(album=album, problem=problem, **rest)
        album.write()
        return status

    return command


def _refuse_misfits(problem: Problem, kinds: Set[str], columns: int | None, view: View) -> None:
    """Raises UsageError where what is asked for cannot be drawn."""
    if not kinds:
        if columns or view != "layers":
            raise click.UsageError("--columns and --view are for pictures: say `--svg FILE`, for example")
        return
    if kinds - {"html"} and not any(problem.full.inks):
        raise click.UsageError(
            "nothing to draw: the description needs a board, or a `draw` statement; --html lists options"
        )
    if view != "layers":
        _refuse_view(problem, kinds, view)


def _refuse_view(problem: Problem, kinds: Set[str], view: View) -> None:
    if "html" in kinds:
        raise click.UsageError(f"--view {view} is for --svg, --png and --pdf; the page shows layers")
    if not all(canvas.lattice.cubes for canvas in problem.full.canvases):
        raise click.UsageError(f"--view {view} is for boards of squares or cubes")


@dataclass(frozen=True, slots=True)
class Screen:
    """What boards are drawn on: so many columns, and colors (None for none)."""

    columns: int
    depth: Depth | None

    def charts(self, solution: Solution) -> list[str]:
        """The boards; none where one of them has no room."""
        from excover.render.chart import chart
        from excover.render.scene import scenes

        shown = scenes(solution.canvases, solution.inks, solution.given)
        drawn = [chart(scene, self.columns, self.depth) for scene in shown]
        return [text for text in drawn if text] if all(drawn) else []


def terminal(color: str) -> Screen | None:
    """That of standard output, None where text is to be plain: in a pipe, or where there are no lines.

    See https://no-color.org.
    """
    capable = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    if not (capable or color == "always") or not _can_write("│╱·"):
        return None
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE_TEXT
    colored = color == "always" or (color == "auto" and not os.environ.get("NO_COLOR"))
    return Screen(columns, _depth() if colored else None)


def _can_write(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _depth() -> Depth:
    """As many colors as the terminal has; 256 where that is not known."""
    from rich.console import Console

    match Console(force_terminal=True).color_system:
        case "truecolor":
            return "truecolor"
        case "standard":
            return "standard"
        case _:
            return "256"


@dataclass(slots=True)
class Album:
    """Collects solutions for the files that were asked for; ``outcome`` is that of the search that ended."""

    problem: Problem
    sheet: Sheet
    columns: int | None
    view: View
    terminal: Screen | None = None
    outcome: Outcome | None = None
    solutions: list[Solution] = field(default_factory=list)
    seen: int = 0

    def add(self, solution: Solution) -> None:
        self.seen += 1
        if self.seen <= self.room:
            self.solutions.append(solution)

    def text(self, solution: Solution) -> str:
        """As the terminal shows it, or plain."""
        charts = self.terminal.charts(solution) if self.terminal else []
        return "\n\n".join(charts) or printable(str(solution))

    def refuse(self, option: str) -> None:
        """Raises UsageError where files are asked for beside an option that shows no solution."""
        if self.sheet:
            raise click.UsageError(f"{option} has no pictures: leave out --{next(iter(self.sheet.files))}")

    @property
    def room(self) -> int:
        """So many solutions are kept."""
        return PAGES if "html" in self.sheet.files else SHEET if self.sheet else 0

    def write(self) -> None:
        """Writes the files, if there is a solution, and says so."""
        if self.sheet and not self.solutions:
            tell_none_written()
        elif self.sheet:
            self.write_pictures()
            self.write_page()

    def write_pictures(self) -> None:
        from excover.render.views import drawn, page

        files = {kind: file for kind, file in self.sheet.files.items() if kind != "html"}
        if files:
            made = page([drawn(solution, self.view) for solution in self.solutions[:SHEET]], self.columns)
            Sheet(files).write(made, self.problem.title, self.told(SHEET), solutions=min(self.seen, SHEET))

    def write_page(self) -> None:
        if file := self.sheet.files.get("html"):
            file.write(self.as_html())
            tell_written(file, self.told(PAGES), solutions=min(self.seen, PAGES))

    def told(self, most: int) -> str:
        first = f"the first {most:,} of " if self.seen > most else ""
        return first + plural(self.seen, "solution")

    def as_html(self) -> bytes:
        from excover.render.html import gallery

        return gallery(self.solutions, _facts(self.problem, self.seen, self.outcome)).encode()


def tell_none_written() -> None:
    session = current_session()
    if session.json:
        session.tell_data({"picture": {"file": None, "solutions": 0}})
    else:
        tell("no picture is written, as there is no solution to draw")


def _facts(problem: Problem, seen: int, outcome: Outcome | None) -> Facts:
    """What a page tells beside the solutions."""
    from excover.cli.report import statistics
    from excover.names import show
    from excover.render.html import Facts

    matrix = problem.matrix
    told = [(name, show(value)) for name, value in problem.puzzle.settings.items()]
    told += [("items", f"{len(matrix.own_items()):,}"), ("options", f"{len(matrix.own_options()):,}")]
    told += [("search", statistics(outcome, full=False))] if outcome else []
    found = plural(seen, "solution")
    first = f"the first {found}" if seen > 1 else "the first solution"
    text = found if outcome and outcome.exhausted else f"{first}; there may be more"
    here = f"; the first {PAGES:,} of them are here" if seen > PAGES else ""
    sources = [source.span.source.text for source in problem.puzzle.sources]
    return Facts(problem.title or "untitled", text + here, told, sources[0] if sources else "")
