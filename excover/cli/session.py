"""What the commands of one process share: the wish to stop, and the form in which things are told."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from excover.cli.signals import Stop
from excover.cli.streams import tell
from excover.diagnostics import Diagnostic


@dataclass(slots=True)
class Session:
    stop: Stop
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

    def point_to_page(self) -> None:
        """Where errors were shown to a person, says how to learn more."""
        if self.code and not self.json and sys.stderr.isatty():
            tell(f"for more about an error: excover explain {self.code}")

    def tell_data(self, data: dict[str, Any]) -> None:
        tell(json.dumps(data))


def wants_color(stream: Any) -> bool:
    """See https://no-color.org."""
    return bool(stream.isatty()) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
