"""Drawings of solutions, on the terminal and in picture files.

The files are opened before the search, so that one that cannot be written is an error at once. They are
written when the search has ended, for whatever reason, with the solutions found.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Set
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, Unpack

import click

from excover.apps.cli.files import CommandFunction, Sheet, note_written, read_given, table_files, takes_sheet
from excover.apps.cli.parameters import option
from excover.apps.cli.process import note, printable
from excover.apps.cli.session import current_session
from excover.base.frozen import Changeable, Frozen, fresh
from excover.base.names import show
from excover.base.source import is_yaml
from excover.base.words import clipped_to, plural, text_width
from excover.search.outcome import Outcome

if TYPE_CHECKING:
    from excover.base.json.objects import ShownData
    from excover.problem.problem import Problem
    from excover.render.chart import Depth
    from excover.render.html import Facts
    from excover.render.views import View
    from excover.search.native import CoverBatch
    from excover.solutions.decode import Decoder, Solution
    from excover.solutions.solution_texts import SolutionTexts

SHEET = 1_000
"""The most solutions on a sheet."""
PAGES = 100_000
"""The most solutions in a page of HTML."""
PRINTED = 15
"""The width of a cell of printed solids in millimetres."""
WIDE_TEXT = 200
"""The columns available to boards that are not shown on a terminal."""
VIEWS = ("layers", "balls", "isometric", "lifted", "exploded", "cut")
WHEN = ("auto", "always", "never")


def takes_pictures(function: CommandFunction) -> CommandFunction:
    """Adds --svg, --png, --pdf and --html with --columns and --view; the function gets the ``album``.

    It must follow `takes_problem`. What is in the album when the function returns is written.
    """

    @takes_sheet(
        "Draw the solutions as a picture or a sheet.",
        page="Write a web page to browse thousands of solutions.",
        solid=f"Write the first solution, its pieces apart, for a 3D printer, in cells of {PRINTED} mm.",
    )
    @option("--columns N", "Number of solutions in a row of a sheet.", click.IntRange(1, 1000))
    @option("--plain", "Draw plain text that --given reads, even on a terminal.")
    @option("--color", "When to color boards (default: auto).", click.Choice(WHEN), default="auto")
    @option(
        "--view",
        "How pictures show boards (default: layers, side by side; solids: isometric).",
        click.Choice(VIEWS),
    )
    @wraps(function)
    def command(
        sheet: Sheet,
        columns: int | None,
        view: View | None,
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


def _refuse_misfits(problem: Problem, kinds: Set[str], columns: int | None, view: View | None) -> None:
    """Raises UsageError if the options ask for something that cannot be drawn."""
    if not kinds:
        if columns or view:
            raise click.UsageError("--columns and --view need a picture, such as `--svg FILE`")
        return
    if view and view != "layers":
        _refuse_view(problem, kinds, view)
    if "stl" in kinds:
        if not any(problem.full.markings):
            raise click.UsageError("nothing to print: no option covers a cell of a board")
        _refuse_print(problem)


def _refuse_print(problem: Problem) -> None:
    from excover.render.stl import is_printable

    canvases = problem.full.canvases
    if len(canvases) != 1 or not canvases[0].lattice.solid or not is_printable(canvases[0].lattice):
        raise click.UsageError("--stl is for one board of cubes, balls, prisms or divided cubes")


def _refuse_view(problem: Problem, kinds: Set[str], view: View) -> None:
    if kinds <= {"html", "stl"}:
        if "html" in kinds:
            raise click.UsageError(f"--view {view} is for --svg, --png and --pdf; the page shows layers")
        raise click.UsageError(f"--view {view} is for --svg, --png and --pdf; --stl writes the pieces apart")
    from excover.render.views import suits

    if not any(problem.full.markings):
        raise click.UsageError(f"--view {view} is for boards, and this description draws nothing on one")
    if not all(suits(view, canvas) for canvas in problem.full.canvases):
        boards = "squares, or of shipped lattices with layers in space"
        if view == "balls":
            boards = "squares, cubes or balls, not of tiles"
        raise click.UsageError(f"--view {view} is for boards of {boards}")
    if view in ("exploded", "cut") and not any(canvas.lattice.solid for canvas in problem.full.canvases):
        raise click.UsageError(
            f"--view {view} is for solids, and this board is flat: `--view isometric` shows it in space"
        )


class Screen(Frozen):
    """The columns of a terminal and the depth of its colors, None without colors."""

    columns: int
    depth: Depth | None

    def charts(self, solution: Solution) -> list[str]:
        """The boards; empty if one of them does not fit."""
        from excover.render.chart import chart
        from excover.render.scene import scenes

        shown = scenes(solution.canvases, solution.markings, solution.given)
        drawn = [chart(scene, self.columns, self.depth) for scene in shown]
        return [text for text in drawn if text] if all(drawn) else []

    def text(self, solution: Solution) -> str:
        """The boards, or plain text where they do not fit; without a board, tables of options."""
        if solution.has_tables:
            from excover.render.views import tables

            return "\n\n".join(printable("\n".join(each.lines())) for each in tables(solution.options))
        text = "\n\n".join(self.charts(solution)) or printable(str(solution))
        return fitted(text) if solution.canvases else text


def fitted(text: str) -> str:
    """The text on a terminal, where a line that is too wide ends with …, and a last line states it; elsewhere
    all of it.
    """
    if not sys.stdout.isatty():
        return text
    columns = _columns()
    lines = text.split("\n")
    widths = list(map(text_width, lines))
    if max(widths) <= columns:
        return text
    cut = plural(sum(width > columns for width in widths), "line")
    shown = (clipped_to(line, columns) for line in lines)
    return "\n".join([*shown, f"({cut} cut: all of it is {max(widths):,} columns wide, or in a pipe)"])


def _columns() -> int:
    from shutil import get_terminal_size  # with what compresses archives

    return get_terminal_size().columns


def terminal(color: str) -> Screen | None:
    """The screen of standard output; None for plain text: in a pipe, or without box-drawing characters.

    See https://no-color.org.
    """
    capable = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    if not (capable or color == "always") or not _can_write("│╱·"):
        return None
    columns = _columns() if sys.stdout.isatty() else WIDE_TEXT
    colored = color == "always" or (color == "auto" and not os.environ.get("NO_COLOR"))
    return Screen(columns, _depth() if colored else None)


def _can_write(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _depth() -> Depth:
    """The colors of the terminal; 256 if unknown."""
    from rich.console import Console

    match Console(force_terminal=True).color_system:
        case "truecolor":
            return "truecolor"
        case "standard":
            return "standard"
        case _:
            return "256"


class Album(Changeable):
    """Collects solutions for picture files; ``outcome`` is that of the search once it has ended."""

    problem: Problem
    sheet: Sheet
    columns: int | None
    view: View | None
    terminal: Screen | None = None
    outcome: Outcome | None = None
    solutions: list[Solution] = fresh(list)
    seen: int = 0

    @cached_property
    def _decode(self) -> Decoder:
        from excover.solutions.decode import Decoder

        return Decoder(self.problem.compiled)

    def add(self, solution: Solution) -> None:
        self.seen += 1
        if self.seen <= self.room:
            self.solutions.append(solution)

    def add_covers(self, covers: CoverBatch) -> None:
        """The same for covers of the problem."""
        wanted = min(len(covers), max(0, self.room - self.seen))
        self.solutions += [self._decode(covers[k]) for k in range(wanted)]
        self.seen += len(covers)

    def texts(self) -> SolutionTexts:
        """How solutions are shown: drawn for the terminal, or as plain text."""
        from excover.solutions.solution_texts import SolutionTexts, plain_texts

        compiled, screen = self.problem.compiled, self.terminal
        if screen is None:
            return plain_texts(compiled)
        between = "\n\n" if len(compiled.canvases) > 1 else "\n"
        return SolutionTexts(compiled, lambda _number, solution: screen.text(solution), between)

    def refuse(self, option: str) -> None:
        """Raises UsageError if picture files are combined with an option that shows no solutions."""
        if self.sheet:
            raise click.UsageError(f"{option} draws no pictures: remove --{next(iter(self.sheet.files))}")

    @property
    def room(self) -> int:
        """The number of solutions to keep."""
        return PAGES if "html" in self.sheet.files else SHEET if self.sheet else 0

    def write(self) -> None:
        """Writes the files and reports them; without a solution, it only reports."""
        if self.sheet and not self.solutions:
            note_no_picture("there is no solution to draw", solutions=0)
        elif self.sheet:
            self.write_pictures()
            self.write_page()
            self.write_solids()

    def write_solids(self) -> None:
        if file := self.sheet.files.get("stl"):
            from excover.render.scene import scenes
            from excover.render.stl import exploded_lines

            [scene] = scenes(self.solutions[0].canvases, self.solutions[0].markings)
            if not scene.marks:
                note_no_picture("no piece lies on the board", pieces=0)
                return
            file.write("".join(f"{line}\n" for line in exploded_lines(scene, PRINTED)).encode())
            note_written(
                file,
                f"{plural(len(scene.bodies), 'piece')}, cells {PRINTED} mm wide",
                pieces=len(scene.bodies),
            )

    def write_pictures(self) -> None:
        from excover.render.views import page

        files = {kind: file for kind, file in self.sheet.files.items() if kind not in ("html", "stl")}
        if files:
            made = page([solution.picture(self.view) for solution in self.solutions[:SHEET]], self.columns)
            Sheet(files).write(
                made,
                self.problem.title,
                self.caption(SHEET),
                link=_link(self.problem),
                solutions=min(self.seen, SHEET),
            )

    def write_page(self) -> None:
        if file := self.sheet.files.get("html"):
            file.write(self.as_html())
            note_written(file, self.caption(PAGES), solutions=min(self.seen, PAGES))

    def caption(self, most: int) -> str:
        first = f"the first {most:,} of " if self.seen > most else ""
        return first + plural(self.seen, "solution")

    def as_html(self) -> bytes:
        from excover.render.html import gallery

        return gallery(self.solutions, _facts(self.problem, self.seen, self.outcome)).encode()


def note_no_picture(why: str, **counted: Unpack[ShownData]) -> None:
    session = current_session()
    if session.json:
        session.note_data({"picture": {"file": None, **counted}})
    else:
        note(f"no picture written: {why}")


def _link(problem: Problem) -> str:
    """What opens the puzzle in the playground; empty if that takes more than a text and parameters."""
    from excover.language.links.link_codes import packed

    asked = click.get_current_context().params
    text = _text_with(problem, table_files(asked["tables"]), asked["given"])
    pairs = (each.partition("=") for each in asked["settings"])
    return packed(text, {name.strip(): value.strip() for name, _, value in pairs}) if text else ""


def _text_with(problem: Problem, tables: Mapping[str, str], given: str | None) -> str:
    """The description with the drawings of boards and the givens that came from outside; empty if it needs
    other files, too.
    """
    from excover.authors.label_drawings import text_with_boards, written_boards
    from excover.language.syntax.format import with_drawing_below
    from excover.matrix.givens.given_drawing import drawing_lines

    reading = problem.description.reading
    if reading is None or reading.loader.files or given == "-":
        return ""
    if not (tables or given):
        return _text(problem)
    if is_yaml(reading.spec.span.source) or len(written_boards(problem)) < len(tables):
        return ""
    text = text_with_boards(problem)
    if drawing := read_given(given):
        lines = drawing_lines(drawing, problem.full.canvases)
        statement = with_drawing_below("given", (line.text for line in lines))
        text = "\n".join([text.rstrip("\n"), statement, ""])
    return text


def _text(problem: Problem) -> str:
    """The description; empty if the problem was not made from one."""
    reading = problem.description.reading
    return reading.spec.span.source.text if reading else ""


def _facts(problem: Problem, seen: int, outcome: Outcome | None) -> Facts:
    """What a page shows beside the solutions."""
    from excover.apps.cli.report import statistics
    from excover.render.html import Facts

    matrix = problem.matrix
    facts = [(name, show(value)) for name, value in problem.puzzle.settings.items()]
    facts += [("items", f"{len(matrix.own_items()):,}"), ("options", f"{len(matrix.own_options()):,}")]
    facts += [("search", statistics(outcome, full=False))] if outcome else []
    found = plural(seen, "solution")
    first = f"the first {found}" if seen > 1 else "the first solution"
    text = found if outcome and outcome.exhausted else f"{first}; there may be more"
    here = f"; the first {PAGES:,} of them are here" if seen > PAGES else ""
    return Facts(problem.title or "untitled", text + here, facts, _text(problem))
