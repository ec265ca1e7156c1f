"""Reads the answers of other solvers to exported problems: the options that they chose.

>>> sat_answer(Source("model.txt", "s SATISFIABLE\\nv 1 -2 3 0\\n"), 3).covers
[(0, 2)]
>>> opb_answer(Source("model.txt", "s OPTIMUM FOUND\\nv -x1 x2\\n"), 2).covers
[(1,)]
>>> sat_answer(Source("model.txt", "s UNSATISFIABLE\\n"), 3)
Answer(status='none', covers=[], spans=[], claims_best=False)

Nothing here trusts the solver: the caller must verify the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal

from excover.base.diagnostics import SpecError
from excover.base.errors import Unsuitable
from excover.base.source import Source, Span
from excover.formats.exports.as_dlx import option_words
from excover.formats.exports.as_knuth import shortened
from excover.language import messages
from excover.language.texts import lines_of, words_in
from excover.matrix.matrix import Matrix

AnswerStatus = Literal["solved", "none", "unknown"]
SAT_FORM = (
    "the answer of a SAT solver: lines `s SATISFIABLE` and `v 1 -2 3 0`, or as minisat writes it, `SAT`"
)
OPB_FORM = "the answer of a pseudo-Boolean solver: lines `s SATISFIABLE` or `s OPTIMUM FOUND`, and `v x1 -x2`"
DLX_FORM = "what Knuth's programs print: a line for each chosen option, with its items"

_STATUSES: dict[str, AnswerStatus] = {
    "SATISFIABLE": "solved",
    "OPTIMUM FOUND": "solved",  # see `CLAIM`
    "SAT": "solved",
    "UNSATISFIABLE": "none",
    "UNSAT": "none",
    "UNKNOWN": "unknown",
    "INDET": "unknown",
    "INDETERMINATE": "unknown",
    "UNSUPPORTED": "unknown",
}
CLAIM = "OPTIMUM FOUND"
"""The line with which a solver claims that an answer is optimal."""
_LITERAL = re.compile(r"-?\d{1,12}", re.ASCII)
_VARIABLE = re.compile(r"[-~]?x\d{1,12}", re.ASCII)
_HEAD = re.compile(r"\d+:")
_PLACE = re.compile(r"(?: \((?:\d+ of \d+|\?)\)(?: \$\d+ \[\d+\])?)?$")
"""The text after the items of an option: its place among the options tried, and its costs."""


@dataclass(frozen=True, slots=True)
class Answer:
    """``covers`` has the option numbers of each solution, ascending, ``spans`` their places.

    ``none`` and ``claims_best`` (no solution is better than the last) are claims of the solver, not checked
    here.
    """

    status: AnswerStatus
    covers: list[tuple[int, ...]] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    claims_best: bool = False


def sat_answer(source: Source, options: int) -> Answer:
    """The models of a formula of `exports.as_cnf`. Raises SpecError if it is not an answer."""
    return _Model(source, options, _LITERAL, int, SAT_FORM).answer()


def opb_answer(source: Source, options: int) -> Answer:
    """The same for `excover.formats.exports.as_opb`."""
    return _Model(source, options, _VARIABLE, _signed, OPB_FORM).answer()


def _signed(word: str) -> int:
    return int(word.lstrip("-~x")) * (1 if word.startswith("x") else -1)


class _Model:
    """Solvers may spread the literals over several lines, and give several models one after the other."""

    def __init__(
        self,
        source: Source,
        options: int,
        literal: re.Pattern[str],
        number: Callable[[str], int],
        form: str,
    ) -> None:
        self.source = source
        self.options = options
        self.literal = literal
        self.number = number
        self.form = form
        self.status: AnswerStatus | None = None
        self.claims_best = False
        self.model: dict[int, Span] = {}
        self.models: list[dict[int, Span]] = []

    def answer(self) -> Answer:
        for line in lines_of(self.source):
            self._read(line)
        self._end_model()
        whole = Span(self.source, 0, len(self.source.text))
        if self.status in ("none", "unknown"):
            return Answer(self.status)
        if not self.models:
            if self.status is None or self.options:  # which ones are chosen?
                raise SpecError(messages.EmptyAnswer(whole, self.form))
            return Answer("solved", [()], [whole], self.claims_best)
        covers = list(map(self._cover, self.models))
        return Answer("solved", covers, [_extent(model) for model in self.models], self.claims_best)

    def _read(self, line: Span) -> None:
        head, *rest = line.text.split()
        if head in ("c", "o", "d") or head.startswith("*"):
            return
        words = " ".join(rest if head == "s" else [head, *rest])
        if status := _STATUSES.get(words):
            self.status, self.claims_best = status, words == CLAIM
        else:
            spans = words_in(line)
            for word in spans[1:] if head == "v" else spans:
                self._take(word)

    def _take(self, word: Span) -> None:
        if not self.literal.fullmatch(word.text):
            raise SpecError(messages.UnreadableAnswer(word, self.form))
        number = self.number(word.text)
        if number == 0 or self._begins_anew(number):
            self._end_model()
        if -number in self.model:
            raise SpecError(messages.ContradictoryAnswer(word, self.model[-number]))
        if number:
            self.model[number] = word

    def _begins_anew(self, number: int) -> bool:
        """OPB does not mark the end of a model, but each begins with the same variable."""
        return self.form == OPB_FORM and abs(number) == abs(next(iter(self.model), 0))

    def _end_model(self) -> None:
        if self.model:
            self.models.append(self.model)
        self.model = {}

    def _cover(self, model: dict[int, Span]) -> tuple[int, ...]:
        """Further variables, after those of the options, are ignored."""
        return tuple(sorted(number - 1 for number in model if 0 < number <= self.options))


def _extent(model: dict[int, Span]) -> Span:
    spans = list(model.values())
    return spans[0].to(spans[-1])


def dlx_answer(source: Source, matrix: Matrix) -> Answer:
    """The solutions that one of Knuth's programs, or excover, printed for a file of
    `excover.formats.exports.as_dlx` or of `as_knuth` beside it.

    A line is an option with its items in any order, optionally followed by ``(2 of 5)`` and costs. A number
    with a colon, or an empty line, begins a solution. Raises SpecError if a line is none of these.
    """
    reader = _Lines(matrix)
    for line in lines_of(source, empty=True):
        reader.read(line)
    reader.end()
    if not reader.covers:
        raise SpecError(messages.EmptyAnswer(Span(source, 0, len(source.text)), DLX_FORM))
    return Answer("solved", reader.covers, reader.spans)


class _Lines:
    def __init__(self, matrix: Matrix) -> None:
        self._numbers: dict[tuple[str, ...], list[int]] = {}
        forms = [matrix]
        with suppress(Unsuitable):
            forms.append(shortened(matrix))
        for option, written in enumerate(zip(*map(option_words, forms), strict=True)):
            for words in {tuple(sorted(each)) for each in written}:
                self._numbers.setdefault(words, []).append(option)
        self._chosen: dict[int, Span] = {}
        self.covers: list[tuple[int, ...]] = []
        self.spans: list[Span] = []

    def read(self, line: Span) -> None:
        if not line.text or _HEAD.fullmatch(line.text):
            self.end()
            return
        words = line.text[: _PLACE.search(line.text).start()].split()  # type: ignore[union-attr]
        equal = self._numbers.get(tuple(sorted(words)), [])
        if not equal and words[:1] == ["null"] and len(words) == 2:  # an item that needs no more options
            return
        option = next((option for option in equal if option not in self._chosen), None)
        if option is None:
            raise SpecError(messages.NoMatchingOption(line))
        self._chosen[option] = line

    def end(self) -> None:
        if self._chosen:
            self.covers.append(tuple(sorted(self._chosen)))
            self.spans.append(_extent(self._chosen))
        self._chosen = {}
