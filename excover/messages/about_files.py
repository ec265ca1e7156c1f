"""Messages about files, parameters and imports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from excover.diagnostics import Diagnostic, Edit, Report
from excover.messages.edits import nearest
from excover.names import Value, brief, kind
from excover.source import Span
from excover.words import did_you_mean, listed, raised, visible


class UnknownDescription(Diagnostic, code="E011"):
    """There is no such description.

    The command was given a name that is neither a file nor a shipped puzzle. `excover gallery` lists the
    shipped ones.
    """

    name: str
    shipped: Sequence[str]

    def report(self) -> Report:
        return (
            Report(f"there is no file and no shipped puzzle `{visible(self.name)}`")
            .helped(did_you_mean(self.name, self.shipped), "`excover gallery` lists the shipped puzzles")
        )  # fmt: skip


class UnknownGivens(Diagnostic, code="E012"):
    """There is no such file with givens.

    The file behind `--given` does not exist, and no shipped file of clues has that name.
    """

    name: str
    shipped: Sequence[str]

    def report(self) -> Report:
        return (
            Report(f"there is no file `{visible(self.name)}` with givens")
            .helped(did_you_mean(self.name, self.shipped), f"shipped ones are {listed(self.shipped, 'and')}")
        )  # fmt: skip


class NotUtf8(Diagnostic, code="E013"):
    """The file is not a text.

    Descriptions and givens are texts in UTF-8. Save the file in that encoding.
    """

    name: str

    def report(self) -> Report:
        return Report(f"`{visible(self.name)}` is not a text in UTF-8")


class EvaluationTooDeep(Diagnostic, code="E014"):
    """Functions are nested too deeply.

    Every `def` may call earlier ones, but not some hundred deep: evaluating such a chain takes more of
    Python's stack than there is. Write the result of a part with `let`, or let one function do more.
    """

    def report(self) -> Report:
        return Report("functions call each other too deeply to be evaluated").helped(
            "let a `def` use fewer others: some hundred calls within calls are too many"
        )


class UnknownParameter(Diagnostic, code="E202"):
    """There is no such parameter.

    Only parameters that `param` declares can be set, with `-p name=value` or behind `when`.

    Wrong:

    ```
    param n = 1
    item a[1..n]
    option x(r in 1..n) covers a[r]
    expect options = 2 when size = 2
    ```

    Fixed:

    ```
    param n = 1
    item a[1..n]
    option x(r in 1..n) covers a[r]
    expect options = 2 when n = 2
    ```
    """

    name: str
    known: Iterable[str]
    span: Span | None = None

    def report(self) -> Report:
        names = list(self.known)
        found = Report(f"there is no parameter `{self.name}`")
        found = found.at(self.span) if self.span else found
        return found.helped(
            did_you_mean(self.name, names),
            f"the parameters are {listed(names, 'and')}" if names else "this description has none",
        )

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, self.known) if self.span else None


class ParameterOutOfRange(Diagnostic, code="E203"):
    """A parameter is out of its range.

    The set behind `in` says which values a parameter can have, the declared one included.

    Wrong:

    ```
    param n = 8 in 1..4
    ```

    Fixed:

    ```
    param n = 8 in 1..8
    ```
    """

    span: Span
    name: str
    value: Value
    domain: Value

    def report(self) -> Report:
        return (
            Report(f"parameter `{self.name}` cannot be {brief(self.value)}")
            .at(self.span, f"it is one of {brief(self.domain)}")
            .helped("choose such a value, or widen the set behind `in`")
        )


class ParameterOfOtherKind(Diagnostic, code="E204"):
    """A parameter is of another kind.

    A parameter without a set behind `in` can be set to values of the kind that it is declared with: a
    number where it is declared as a number. Texts are given in quotes: `-p 'name="red"'`.
    """

    span: Span
    name: str
    value: Value
    default: Value

    def report(self) -> Report:
        return (
            Report(f"parameter `{self.name}` cannot be {brief(self.value)}")
            .at(self.span, f"it is {kind(self.default)}")
            .helped("give a value of the same kind as the one that is declared")
        )


class UnknownLibrary(Diagnostic, code="E205"):
    """There is no such shipped description.

    `import name` takes the pieces, values and functions of a shipped description. A file of one's own is
    named in quotes: `import "pieces.xc"`.

    Wrong:

    ```
    import pentominos
    ```

    Fixed:

    ```
    import pentominoes
    ```
    """

    span: Span
    name: str
    known: Iterable[str]

    def report(self) -> Report:
        names = list(self.known)
        return (
            Report(f"there is no shipped description `{self.name}`")
            .at(self.span)
            .helped(did_you_mean(self.name, names) or f"shipped are {listed(names, 'and', 30)}")
        )

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, self.known)


class ImportCycle(Diagnostic, code="E206"):
    """A description imports itself.

    Imports go round in a circle. Move what several files need to one that imports none of them.
    """

    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"`{visible(self.name)}` imports itself")
            .at(self.span)
            .helped("leave this import out, or move what both need to a third file")
        )


class UnreadableFile(Diagnostic, code="E247"):
    """A file cannot be read.

    `import "file.xc"` and `table T from "file.csv"` read files in the folder of the description, or in
    folders inside it.

    Wrong:

    ```
    import "pieces.xc"
    ```
    """

    span: Span
    name: str
    why: str

    def report(self) -> Report:
        return (
            Report(f"`{visible(self.name)}` cannot be read: {self.why}")
            .at(self.span)
            .helped("files are found by relative paths inside the folder of this description")
        )


class OutsideFolder(Diagnostic, code="E248"):
    """A file outside the folder.

    A description can read files in its own folder only, so that it can be trusted with what it is given.
    Put a copy there.
    """

    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"`{visible(self.name)}` is outside the folder of this description")
            .at(self.span)
            .helped("files are found by relative paths inside that folder only")
        )


class ImportsTooDeep(Diagnostic, code="E260"):
    """A long chain of imports.

    A description may import one that imports another, up to 50 times. Import what is needed directly:
    imports of imports come along, so a chain is rarely needed. `--allow nesting=100` raises the limit.
    """

    span: Span
    limit: int

    def report(self) -> Report:
        return (
            Report(f"more than {self.limit} descriptions import each other in a chain")
            .at(self.span)
            .helped("import what is needed here directly", raised("nesting"))
        )
