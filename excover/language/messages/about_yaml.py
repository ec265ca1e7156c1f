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


class InvalidYaml(Diagnostic, code="E020"):
    """This is not YAML.

    The file is not valid YAML. Quote texts that contain brackets, commas, colons or quotes.

    Wrong:

    ```yaml
    excover: 1
    puzzle: "Tiny
    ```

    Fixed:

    ```yaml
    excover: 1
    items: [a]
    options:
      x(): {covers: a}
    ```
    """


class NotYaml(InvalidYaml):
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


class CharacterNotInYaml(InvalidYaml):
    span: Span
    character: str

    def report(self) -> Report:
        return (
            Report(f"YAML does not allow the character `{visible(self.character)}`")
            .at(self.span)
            .helped("write it in double quotes as an escape such as `\\x07`")
        )


class YamlTooLarge(Diagnostic, code="E021"):
    """Nested too deeply, or too many nodes.

    The nesting of maps and lists and their number are limited. Expressions are texts: `1..9` is one text
    for nine numbers.

    Wrong:

    ```yaml
    excover: 1
    items: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
      ]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
    ```

    Fixed:

    ```yaml
    excover: 1
    items: [a]
    options:
      x(): {covers: a}
    ```
    """


class YamlTooDeep(YamlTooLarge):
    span: Span
    limit: int

    def report(self) -> Report:
        return Report(f"more than {self.limit} nested maps and lists").at(
            self.span.part(0), "nested too deeply"
        )


class TooManyYamlNodes(YamlTooLarge):
    span: Span
    limit: int

    def report(self) -> Report:
        return (
            Report(f"more than {self.limit:,} texts, maps and lists")
            .at(self.span, "the first one too many")
            .helped("use sets such as `1..9`, or the text form, which has no such limit")
        )


class ReferenceOrTag(Diagnostic, code="E022"):
    """References and tags.

    Anchors (`&`), aliases (`*`) and tags (`!`) are not part of the YAML form, since they let a small file
    expand into a large one. Use `let` to name what you need twice.

    Wrong:

    ```yaml
    excover: 1
    puzzle: !tag Tiny
    ```

    Fixed:

    ```yaml
    excover: 1
    puzzle: Tiny
    ```
    """


class YamlAlias(ReferenceOrTag):
    span: Span

    def report(self) -> Report:
        return (
            Report("YAML aliases are not supported")
            .at(self.span)
            .helped("name what you need twice: `let: {D: 1..9}`")
        )


class AnchorOrTag(ReferenceOrTag):
    span: Span
    tag: bool

    def report(self) -> Report:
        found = Report(f"{'tags' if self.tag else 'anchors'} are not supported").at(self.span)
        return found.helped("remove it; quote a text that begins with `!` or `&`")


class NotOneDocument(Diagnostic, code="E023"):
    """A file holds one description.

    The file is empty, or contains a second document.

    Wrong:

    ```yaml
    excover: 1
    ---
    excover: 1
    ```

    Fixed:

    ```yaml
    excover: 1
    ```
    """


class EmptyDocument(NotOneDocument):
    span: Span

    def report(self) -> Report:
        return Report("this file is empty").at(self.span).helped("begin it with `excover: 1`")


class SecondDocument(NotOneDocument):
    span: Span

    def report(self) -> Report:
        return (
            Report("a second document in one file")
            .at(self.span, "it begins here")
            .helped("remove the `---`: a file holds one description")
        )
