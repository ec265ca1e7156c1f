r"""Solutions as text and CSV, in bulk: native code fills templates, without an object for each solution.

>>> from excover.problem.problem import parse
>>> coins = parse("item a, b  option heads(x in 1..2) covers a  option tails() covers b")
>>> texts, solutions = plain_texts(coins.compiled), coins.solutions()
>>> print(b"".join(texts.written(batch) for batch in solutions.batches()).decode(), end="")
heads(1), tails()
<BLANKLINE>
heads(2), tails()

A template writes exactly what is written solution by solution otherwise. That remains for solutions with
several marks on one place, which are joined, and for those whose drawing is empty, so that their options are
named. No template is made for descriptions with marks that a drawing would escape or strip, with costs whose
sum might not fit 64 bits, and with options from a file beside others.

Solutions as CSV, for spreadsheets and other programs: a row for each chosen option.

>>> queen = OptionName("queen", (1, "=A1"))
>>> table = SolutionTable([queen])
>>> print(*[table.head(), *table.rows(1, [0])], sep="\n")
solution,option,family,argument 1,argument 2
1,"queen(1, ""=A1"")",queen,1,'=A1
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import StringIO
from typing import TypeAlias

from excover.base.frozen import Changeable, fresh
from excover.base.json import VERSION, dumped
from excover.base.names import HIDDEN, OptionLine, OptionName, Value, show
from excover.base.words import blank_between, printable, visible
from excover.matrix.compiled import Compiled
from excover.matrix.goals import fit
from excover.render.text import TextRenderer
from excover.search.native import CoverBatch, Template
from excover.solutions.decode import Decoder, JsonLines, Solution, option_json

OneText: TypeAlias = Callable[[int, Solution], str]
"""A solution as text, by its number, without a line end."""


class TextForm(Changeable):
    """A template, and what options write into it: ``own_text`` in its list, and marks, ``escaped``, on its
    drawing.
    """

    template: Template
    compiled: Compiled
    own_text: Callable[[int], str] | None = None
    drawing: TextRenderer | None = None
    escaped: Callable[[str], str] = str
    marks: dict[tuple[int, str], int] = fresh(dict)

    def learn(self, covers: CoverBatch) -> None:
        """Defines the options of these covers."""
        for option in self.template.unknown(covers):
            if self.compiled.matrix.options[option].family == HIDDEN:
                self.template.hide(option)
            else:
                own_text = [self.own_text(option).encode()] if self.own_text else []
                self.template.define(option, own_text, list(self.strokes(option)))

    def strokes(self, option: int) -> Iterator[tuple[int, array[int]]]:
        """The numbers of marks in the template, each with its places."""
        for canvas, mark, text, places in self.drawing.strokes(option) if self.drawing else ():
            if (canvas, mark) not in self.marks:
                self.marks[canvas, mark] = self.template.add_mark(self.escaped(text).encode())
            yield self.marks[canvas, mark], places


class SolutionTexts:
    """Writes solutions with numbers from 1, each with a line end."""

    def __init__(
        self, compiled: Compiled, one: OneText, between: str = "", form: TextForm | None = None
    ) -> None:
        """``one`` writes a solution without the ``form``; ``between`` stands before all but the first."""
        self.one = one
        self._decode = Decoder(compiled)
        self._between, self._form = between, form
        self._number = 0

    def written(self, covers: CoverBatch) -> bytes:
        """The text of the next solutions, in UTF-8."""
        if self._form:
            self._form.learn(covers)
        return b"".join(self._parts(covers))

    def _parts(self, covers: CoverBatch) -> Iterator[bytes]:
        before, done = self._number, 0
        while done < len(covers):
            if self._form:
                text, done = self._form.template.write(covers, done, before + done + 1)
                yield text
            if done < len(covers):
                done += 1
                shown = self.one(before + done, self._decode(covers[done - 1]))
                between = self._between if before + done > 1 else ""
                yield f"{between}{shown}\n".encode(errors="backslashreplace")
            self._number = before + done


def plain_texts(compiled: Compiled) -> SolutionTexts:
    """Drawings that can be read back as givens, or options by their names where nothing is drawn."""

    def one(_number: int, solution: Solution) -> str:
        return printable(str(solution))

    drawing = TextRenderer(compiled.canvases, compiled.markings)
    between = blank_between(drawing.picture([]))
    names = compiled.matrix.options
    lines = set() if drawing.canvases else {isinstance(name, OptionLine) for name in names}
    if len(lines) > 1 or compiled.named or not _is_plain(drawing):
        return SolutionTexts(compiled, one, between)
    form = TextForm(Template(between.encode()), compiled)
    if drawing.canvases:
        form.drawing = drawing
        _add_drawing(form, "\n", quoted=False)
    else:
        form.own_text = lambda option: printable(str(names[option]))
        form.template.add_list(b"\n" if True in lines else b", ", False)
    form.template.add_text(b"\n")
    return SolutionTexts(compiled, one, between, form)


def json_texts(compiled: Compiled) -> SolutionTexts:
    """Objects of JSON, one a line."""
    lines, matrix = JsonLines(), compiled.matrix

    def one(number: int, solution: Solution) -> str:
        return lines.line(solution, number=number)

    drawing = TextRenderer(compiled.canvases, compiled.markings)
    if not _is_plain(drawing) or (matrix.costs is not None and not fit(matrix.costs)):
        return SolutionTexts(compiled, one)
    form = TextForm(
        Template(b""), compiled, lambda option: option_json(matrix.options[option]), drawing, _in_quotes
    )
    template = form.template
    template.add_text(f'{{"version": {VERSION}, "number": '.encode())
    template.add_number()
    template.add_text(b', "options": [')
    template.add_list(b", ", False)
    template.add_text(b"]")
    if matrix.costs is not None:
        template.add_text(b', "cost": ')
        template.add_sum(array("q", matrix.costs))
    _add_totals(form)
    template.add_text(b', "drawing": [')
    _add_drawing(form, ", ", quoted=True)
    template.add_text(b"]}\n")
    return SolutionTexts(compiled, one, form=form)


def csv_texts(compiled: Compiled) -> SolutionTexts:
    """The rows of a table without its head, one for each option."""
    table = SolutionTable(compiled.matrix.options)
    form = TextForm(Template(b""), compiled, table.end)
    form.template.add_list(b"\n", True)
    form.template.add_text(b"\n")

    def one(number: int, solution: Solution) -> str:
        return "\n".join(table.rows(number, solution.numbers))

    return SolutionTexts(compiled, one, form=form)


def _add_totals(form: TextForm) -> None:
    """The sums of items in units."""
    matrix, before = form.compiled.matrix, ', "totals": {'
    for each in matrix.totals:
        form.template.add_text(f"{before}{dumped(each.name)}: ".encode())
        form.template.add_sum(each.dense(len(matrix.options)))
        before = ", "
    if before == ", ":
        form.template.add_text(b"}")


def _add_drawing(form: TextForm, between: str, *, quoted: bool) -> None:
    lines = form.drawing.blank_lines if form.drawing and form.drawing.canvases else []
    texts = [[form.escaped(text).encode() for text in line] for line in lines]
    form.template.add_drawing(texts, between.encode(), quoted)


def _in_quotes(text: str) -> str:
    """A part of a text in JSON."""
    return dumped(text)[1:-1]


def _is_plain(drawing: TextRenderer) -> bool:
    """Whether all marks stand in a line as they are, even at its end."""
    marks = {mark for canvas in drawing.canvases for mark in canvas.texts}
    return all(visible(mark) == mark and mark.rstrip() == mark.rstrip(" ") for mark in marks)


_FORMULA = ("=", "+", "-", "@")
"""Characters with which a formula of a spreadsheet begins."""


class SolutionTable:
    """Rows are as long as the option with most arguments, among all ``options``."""

    def __init__(self, options: Sequence[OptionName]) -> None:
        self._options = options
        self._arguments = max((len(option.arguments) for option in options), default=0)
        self._ends: dict[int, str] = {}

    def head(self) -> str:
        return _line(
            ["solution", "option", "family", *(f"argument {k}" for k in range(1, self._arguments + 1))]
        )

    def rows(self, number: int, options: Iterable[int]) -> Iterator[str]:
        """Lines without line ends, for options by their numbers; each option is encoded once.

        Texts that look like a formula get a leading apostrophe.
        """
        for option in options:
            yield f"{number},{self._ends.get(option) or self.end(option)}"

    def end(self, number: int) -> str:
        """The columns after the number of the solution."""
        option = self._options[number]
        arguments = map(_cell, option.arguments)
        rest = [""] * (self._arguments - len(option.arguments))
        made = self._ends[number] = _line([_text(str(option)), _text(option.family), *arguments, *rest])
        return made


def _cell(value: Value) -> str:
    return _text(value) if isinstance(value, str) else visible(show(value))


def _text(text: str) -> str:
    return "'" + visible(text) if text.startswith(_FORMULA) and len(text) > 1 else visible(text)


def _line(cells: Sequence[str]) -> str:
    import csv

    written = StringIO()
    csv.writer(written, lineterminator="").writerow(cells)
    return written.getvalue()
