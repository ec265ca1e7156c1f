"""Messages about YAML as such."""

from __future__ import annotations

from excover.base.diagnostics import Diagnostic, Report
from excover.base.source import Span
from excover.base.words import visible

_YAML_REASONS = {
    "mapping values": "a second `:` in this line does not begin a value",
    "cannot start any token": "nothing can begin with this character",
    "found unexpected end of stream": "a quote is not closed",
    "could not find expected ':'": "a `:` is missing before this",
    "but found": "this does not fit what precedes it",
    "but got": "this does not fit what precedes it",
}


class NotYaml(Diagnostic, code="E020"):
    span: Span
    problem: str

    def report(self) -> Report:
        reason = next(
            (reason for words, reason in _YAML_REASONS.items() if words in self.problem), self.problem
        )
        found = Report("this is not YAML").at(self.span, reason)
        if self.span.text == "\t":
            return found.helped("indent lines with spaces, not with tabs")
        return found.helped("quote texts that contain brackets, commas, colons or quotes: `'row[r]'`")


class CharacterNotInYaml(Diagnostic, code="E020"):
    span: Span
    character: str

    def report(self) -> Report:
        return (
            Report(f"YAML does not allow the character `{visible(self.character)}`")
            .at(self.span)
            .helped("write it in double quotes as an escape such as `\\x07`")
        )


class YamlTooDeep(Diagnostic, code="E021"):
    span: Span
    limit: int

    def report(self) -> Report:
        return Report(f"more than {self.limit} nested maps and lists").at(
            self.span.part(0), "nested too deeply"
        )


class TooManyYamlNodes(Diagnostic, code="E021"):
    span: Span
    limit: int

    def report(self) -> Report:
        return (
            Report(f"more than {self.limit:,} texts, maps and lists")
            .at(self.span, "the first one too many")
            .helped("use sets such as `1..9`, or the text form, which has no such limit")
        )


class YamlAlias(Diagnostic, code="E022"):
    span: Span

    def report(self) -> Report:
        return (
            Report("YAML aliases are not supported")
            .at(self.span)
            .helped("name what you need twice: `let: {D: 1..9}`")
        )


class AnchorOrTag(Diagnostic, code="E022"):
    span: Span
    tag: bool

    def report(self) -> Report:
        found = Report(f"{'tags' if self.tag else 'anchors'} are not supported").at(self.span)
        return found.helped("remove it; quote a text that begins with `!` or `&`")


class EmptyDocument(Diagnostic, code="E023"):
    span: Span

    def report(self) -> Report:
        return Report("this file is empty").at(self.span).helped("begin it with `excover: 1`")


class SecondDocument(Diagnostic, code="E023"):
    span: Span

    def report(self) -> Report:
        return (
            Report("a second document in one file")
            .at(self.span, "it begins here")
            .helped("remove the `---`: a file holds one description")
        )
