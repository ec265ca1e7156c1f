"""What the page sends with each question: a text, values of its parameters, and a limit of time.

>>> text = "param n = 2\\nitem a[1..n]\\noption x(i in a) covers a[i]"
>>> asked = Asked.of({"text": text, "settings": {"n": "3"}})
>>> asked.problem().matrix.items[-1]
ItemName(family='a', indices=(3,))
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias

from excover.apps.editing.edited_text import EditedText, LineColumns
from excover.base.diagnostics import Edit, SpecError
from excover.base.errors import ExcoverError
from excover.base.limits import Limits
from excover.base.names import Value
from excover.base.source import Source
from excover.language import gallery
from excover.language.syntax import ast
from excover.problem.pipeline import compile_description
from excover.problem.problem import Problem
from excover.search.run import Budget, Progress, Run
from excover.search.strategy import Strategy

LIMITS = Limits(options=300_000, entries=5_000_000, cells=50_000, bindings=2_000_000)
"""Those of texts in the page, which compiles while one types."""

MEMORY = 1_000_000_000
"""Bytes that the tables of a search may use, on a machine that has them."""

RUN_SECONDS = 600.0

PlayAnswer: TypeAlias = dict[str, Any]
"""An object of JSON."""

Emit: TypeAlias = Callable[[PlayAnswer], object]
"""Sends a part of an answer, or progress, at once."""


class BadQuestion(ExcoverError):
    """What was asked does not have the form that the page gives it."""


class Asked:
    """A question of the page. ``data`` is what it sent, of which some questions use more."""

    def __init__(
        self,
        text: str,
        settings: Mapping[str, str],
        path: str,
        data: Mapping[str, Any],
        memory: int = MEMORY,
    ) -> None:
        name = (
            Path(path).name if data.get("file") else "<text>"
        )  # of this one, the text shows whether it is YAML
        self.source = Source(name, Source.of_text("", text).text, path)
        self.settings = settings
        self.data = data
        self.memory = memory
        self._began: float | None = None

    @staticmethod
    def of(data: Mapping[str, Any], file: str = "", memory: int = MEMORY) -> Asked:
        """The tables of a search may use ``memory`` bytes.

        ``file`` is the one whose text the page was opened with, so that it can import its neighbours. Other
        texts come from anywhere, and import only what is shipped. Raises BadQuestion.
        """
        text, settings = data.get("text", ""), data.get("settings", {})
        if not isinstance(text, str):
            raise BadQuestion("`text` is to be a text")
        if not isinstance(settings, dict) or not all(isinstance(each, str) for each in settings.values()):
            raise BadQuestion("`settings` are to be texts by name")
        path = file if data.get("file") is True and file else str(Path(gallery.folder(), "playground.xc"))
        return Asked(text, settings, path, data, memory)

    def edited(self, edit: Edit) -> Asked:
        """The same question about the text with an edit."""
        return Asked(edit.applied(), self.settings, self.source.path, self.data, self.memory)

    def number(self, name: str, low: int, high: int, default: int) -> int:
        """A number of the question. Raises BadQuestion."""
        value = self.data.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise BadQuestion(f"`{name}` is to be a number from {low} to {high:,}")
        return value

    @cached_property
    def draft(self) -> EditedText:
        return EditedText.of(self.source, limits=LIMITS)

    def problem(self) -> Problem:
        """Raises SpecError."""
        if self.draft.errors:
            raise SpecError(self.draft.errors)
        spec = self.draft.spec
        return Problem(compile_description(self.source, self.values(), limits=LIMITS, spec=spec))

    def values(self) -> dict[str, Value]:
        """The values of parameters that the text has."""
        known = {each.name.id for each in self.draft.spec.statements if isinstance(each, ast.Param)}
        return {name: value_of_setting(text) for name, text in self.settings.items() if name in known}

    @cached_property
    def columns(self) -> LineColumns:
        return LineColumns(self.source.text)

    def place(self, offset: int) -> int:
        """The place of a character as JavaScript counts: in units of UTF-16 from the start of the text."""
        return self.columns.units(self.source.text[:offset])

    def offset(self, place: int) -> int:
        """The inverse of `place`; within a surrogate pair, the character before it."""
        return self.columns.characters(self.source.text, place)

    def run(self, emit: Emit) -> Run:
        """The run of a search: its progress is emitted."""
        self._began = perf_counter()
        return Run(
            Budget(seconds=RUN_SECONDS), Strategy(memory=self.memory), progress=ProgressSpeaker(emit)
        ).started()

    def timed(self, answer: PlayAnswer) -> PlayAnswer:
        """The answer; that of a search, with its seconds."""
        return answer if self._began is None else {**answer, "seconds": perf_counter() - self._began}


class ProgressSpeaker:
    """Emits the progress of a run."""

    def __init__(self, emit: Emit) -> None:
        self.emit = emit

    def __call__(self, progress: Progress) -> None:
        self.emit(
            {
                "progress": {
                    "stage": progress.stage,
                    "count": str(progress.count),
                    "done": progress.done,
                    "note": progress.note,
                }
            }
        )


def value_of_setting(text: str) -> Value:
    """A number, or a text.

    >>> value_of_setting("-12"), value_of_setting("Ada")
    (-12, 'Ada')
    """
    return int(text) if re.fullmatch(r"-?[0-9]{1,15}", text) else text
