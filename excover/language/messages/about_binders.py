"""Messages about names that range over sets."""

from __future__ import annotations

import re

from excover.base.diagnostics import Edit, Report
from excover.base.source import Span
from excover.base.words import short
from excover.language.messages.message import Located


class BinderWithoutDomain(Located, code="E009"):
    name: str

    def report(self) -> Report:
        found = Report(f"`{short(self.name)}` has no set to range over").at(self.span)
        if behind := self._set_behind():
            return found.helped(
                f"write the set within the parentheses: `({self.name} in {short(behind[1])})`"
            )
        if self._is_joined:
            return found.helped("write a comma instead of `and` between names with their sets")
        return found.helped(f"write `{self.name if self.name.isidentifier() else 'name'} in 1..8`")

    def fix(self) -> Edit | None:
        if self._is_joined:
            return Edit(self.span, re.sub(r" and (?=\w+ in )", ", ", self.name), is_certain=True)
        behind = self._set_behind()
        if behind is None:
            return None
        place = Span(self.span.source, self.span.start, self.span.end + behind.end())
        return Edit(place, f"{self.name} in {behind[1]})", is_certain=True)

    @property
    def _is_joined(self) -> bool:
        return bool(re.fullmatch(r"\w+ in [^()]* and \w+ in [^()]*", self.name))

    def _set_behind(self) -> re.Match[str] | None:
        """What stands behind the closing parenthesis, with the set."""
        text = self.span.source.text[self.span.end : self.span.end + 200]
        found = re.match(r"[ \t]*\)[ \t]+(?:for[ \t]+\w+[ \t]+)?in[ \t]+([^\s()]+)", text)
        return found if self.name.isidentifier() else None


class NotAPattern(Located, code="E010"):
    wording = "only a name, or names in parentheses, can range over a set"
    advice = "write `x in S`, or `(x, y) in S` for a set of pairs; put conditions after `where`"
