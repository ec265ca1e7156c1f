"""What the commands of one process share: the wish to stop, and the form in which things are told."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from excover.cli.signals import Stop
from excover.cli.streams import tell
from excover.diagnostics import Diagnostic
from excover.limits import DEFAULT, Limits
from excover.solve.run import Progress

MOST_ALIKE = 2
"""Warnings of one code that are shown before a command does its work."""


@dataclass(slots=True)
class Session:
    stop: Stop
    limits: Limits = DEFAULT
    quiet: bool = False
    """Progress is not reported."""
    progress: Progress | None = None
    """The last report of the work."""
    json: bool = False
    """Everything that is told is JSON, an object a line."""
    code: str = ""
    """That of the first error that was shown."""

    def show(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Errors and warnings, on standard error."""
        from excover.render.json import diagnostic_data
        from excover.render.terminal import diagnostic_text

        for diagnostic in diagnostics:
            if diagnostic.is_error:
                self.code = self.code or diagnostic.code
            if self.json:
                self.tell_data({"diagnostic": diagnostic_data(diagnostic)})
            else:
                tell(diagnostic_text(diagnostic, colored=wants_color(sys.stderr)) + "\n")

    def show_warnings(self, warnings: Sequence[Diagnostic]) -> None:
        """Of each code the first few, for a person; `excover check` shows them all."""
        if self.json:
            self.show(warnings)
            return
        for code in dict.fromkeys(warning.code for warning in warnings):
            alike = [warning for warning in warnings if warning.code == code]
            self.show(alike[:MOST_ALIKE])
            if more := alike[MOST_ALIKE:]:
                tell(f"{len(more):,} more of {code}: `excover check` shows all warnings\n")

    def point_to_page(self) -> None:
        """Where errors were shown to a person, says how to learn more."""
        if self.code and not self.json and sys.stderr.isatty():
            tell(f"for more about an error: excover explain {self.code}")

    def tell_data(self, data: dict[str, Any]) -> None:
        tell(json.dumps(data))


def wants_color(stream: Any) -> bool:
    """See https://no-color.org."""
    return bool(stream.isatty()) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
