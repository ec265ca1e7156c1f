"""Messages about YAML as such."""

from __future__ import annotations

from excover.base.diagnostics import Report
from excover.language.messages.message import Located

_YAML_REASONS = {
    "mapping values": "a second `:` in this line does not begin a value",
    "cannot start any token": "nothing can begin with this character",
    "found unexpected end of stream": "a quote is not closed",
    "could not find expected ':'": "a `:` is missing before this",
    "but found": "this does not fit what precedes it",
    "but got": "this does not fit what precedes it",
}


class NotYaml(Located, code="E020"):
    problem: str

    def report(self) -> Report:
        reason = next(
            (reason for words, reason in _YAML_REASONS.items() if words in self.problem), self.problem
        )
        found = Report("this is not YAML").at(self.span, reason)
        if self.span.text == "\t":
            return found.helped("indent lines with spaces, not with tabs")
        return found.helped("quote texts that contain brackets, commas, colons or quotes: `'row[r]'`")


class CharacterNotInYaml(Located, code="E020"):
    character: str

    wording = "YAML does not allow the character `{character:visible}`"
    advice = "write it in double quotes as an escape such as `\\x07`"


class YamlTooDeep(Located, code="E021"):
    limit: int

    def report(self) -> Report:
        return Report(f"more than {self.limit} nested maps and lists").at(
            self.span.part(0), "nested too deeply"
        )


class TooManyYamlNodes(Located, code="E021"):
    limit: int

    wording = "more than {limit:,} texts, maps and lists"
    label = "the first one too many"
    advice = "use sets such as `1..9`, or the text form, which has no such limit"


class YamlAlias(Located, code="E022"):
    wording = "YAML aliases are not supported"
    advice = "name what you need twice: `let: {{D: 1..9}}`"


class AnchorOrTag(Located, code="E022"):
    tag: bool

    def report(self) -> Report:
        found = Report(f"{'tags' if self.tag else 'anchors'} are not supported").at(self.span)
        return found.helped("remove it; quote a text that begins with `!` or `&`")


class EmptyDocument(Located, code="E023"):
    wording = "this file is empty"
    advice = "begin it with `excover: 1`"


class SecondDocument(Located, code="E023"):
    wording = "a second document in one file"
    label = "it begins here"
    advice = "remove the `---`: a file holds one description"
