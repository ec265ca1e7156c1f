"""Messages about the YAML form as YAML."""

from __future__ import annotations

from excover.diagnostics import Diagnostic, Report
from excover.source import Span
from excover.words import visible

_YAML_REASONS = {
    "mapping values": "a second `:` in this line begins no value",
    "cannot start any token": "nothing can begin with this character",
    "found unexpected end of stream": "a quote is never closed",
    "could not find expected ':'": "a `:` is missing before this",
    "but found": "this does not belong to what is before it",
    "but got": "this does not belong to what is before it",
}


class InvalidYaml(Diagnostic, code="E020"):
    """This is not YAML.

    The file cannot be read as YAML at all. Texts with brackets, commas, colons or quotes in them are put
    into quotes.

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
        reason = next((said for words, said in _YAML_REASONS.items() if words in self.problem), self.problem)
        found = Report("this is not YAML").at(self.span, reason)
        if self.span.text == "\t":
            return found.helped("lines are indented with blanks, never with tabs")
        return found.helped(
            "texts with brackets, commas, colons or quotes in them are put into quotes: `'row[r]'`"
        )


class CharacterNotInYaml(InvalidYaml):
    span: Span
    character: str

    def report(self) -> Report:
        return (
            Report(f"YAML has no character `{visible(self.character)}`")
            .at(self.span)
            .helped("in double quotes it can be written as an escape such as `\\x07`")
        )


class YamlTooLarge(Diagnostic, code="E021"):
    """Too much within each other, or too much in all.

    Maps and lists within each other, and their number, are limited. Expressions are texts: `1..9` is one
    text for nine numbers.

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
        return Report(f"more than {self.limit} maps and lists stand within each other").at(
            self.span.part(0), "this one is too deep"
        )


class TooManyYamlNodes(YamlTooLarge):
    span: Span
    limit: int

    def report(self) -> Report:
        return (
            Report(f"more than {self.limit:,} texts, maps and lists")
            .at(self.span, "this is the first too many")
            .helped("the text form has no such limit, and sets such as `1..9` make one text of many")
        )


class ReferenceOrTag(Diagnostic, code="E022"):
    """References and tags.

    Anchors (`&`), aliases (`*`) and tags (`!`) are not part of the YAML form, for with them a small file
    can become a large one. Name what is used twice with `let`.

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
            Report("references to other parts of a YAML file are not followed")
            .at(self.span)
            .helped("name what is used twice: `let: {D: 1..9}`")
        )


class AnchorOrTag(ReferenceOrTag):
    span: Span
    tag: bool

    def report(self) -> Report:
        found = Report(f"{'tags' if self.tag else 'anchors'} mean nothing here").at(self.span)
        return found.helped("leave it out; a text that begins with `!` or `&` is put into quotes")


class NotOneDocument(Diagnostic, code="E023"):
    """A file holds one description.

    The file is empty, or a second document begins in it.

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
        return Report("there is nothing in this file").at(self.span).helped("it begins with `excover: 1`")


class SecondDocument(NotOneDocument):
    span: Span

    def report(self) -> Report:
        return (
            Report("a second document in one file")
            .at(self.span, "it begins here")
            .helped("one file holds one description: leave out the `---`")
        )
