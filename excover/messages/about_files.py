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

    The name is neither a file nor a shipped puzzle. `excover gallery` lists the shipped puzzles.
    """

    name: str
    shipped: Sequence[str]

    def report(self) -> Report:
        return (
            Report(f"there is no file and no shipped puzzle `{visible(self.name)}`")
            .helped(did_you_mean(self.name, self.shipped), "run `excover gallery` to list them all")
        )  # fmt: skip


class UnknownGivens(Diagnostic, code="E012"):
    """There is no such file of givens.

    The argument of `--given` is neither a file nor the name of shipped givens.
    """

    name: str
    shipped: Sequence[str]

    def report(self) -> Report:
        return (
            Report(f"there is no file of givens `{visible(self.name)}`")
            .helped(did_you_mean(self.name, self.shipped), f"choose one of {listed(self.shipped, 'and')}")
        )  # fmt: skip


class NotUtf8(Diagnostic, code="E013"):
    """The file is not a text.

    Descriptions and givens must be encoded in UTF-8. Save the file in that encoding.
    """

    name: str

    def report(self) -> Report:
        return Report(f"`{visible(self.name)}` is not a text in UTF-8")


class EvaluationTooDeep(Diagnostic, code="E014"):
    """Nested too deeply to be evaluated.

    Brackets, operations and function calls that are nested as deeply as the default limit permits fit into
    Python's stack. A higher limit, set by `--allow nesting=N`, may not. Compute an intermediate result with
    `let`, or merge functions.
    """

    limit: int

    def report(self) -> Report:
        return Report(f"a nesting limit of {self.limit:,} is too high for Python's stack here").helped(
            "compute an intermediate result with `let`, or merge functions", "set a lower limit `nesting`"
        )


class UnknownParameter(Diagnostic, code="E202"):
    """There is no such parameter.

    Only parameters declared with `param` can be set, by `-p name=value` or after `when`.

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
            f"choose one of {listed(names, 'and')}"
            if names
            else "remove it: this description has no parameters",
        )

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, self.known) if self.span else None


class ParameterOutOfRange(Diagnostic, code="E203"):
    """A parameter is out of its range.

    The set after `in` restricts the values of a parameter, including its default.

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
            .at(self.span, f"must be one of {brief(self.domain)}")
            .helped("choose one of these values, or extend the set after `in`")
        )


class ParameterOfOtherKind(Diagnostic, code="E204"):
    """A parameter has the wrong type.

    A parameter without a set after `in` accepts values of the type of its default: a number if the default
    is a number. Quote texts: `-p 'name="red"'`.
    """

    span: Span
    name: str
    value: Value
    default: Value

    def report(self) -> Report:
        of_members = isinstance(self.value, tuple) and kind(self.default) == "a set"
        members = (
            "a tuple is one value: write a set in braces; in Python, give a set or a list of its members"
        )
        return (
            Report(f"parameter `{self.name}` cannot be {brief(self.value)}")
            .at(self.span, f"declared as {kind(self.default)}")
            .helped(members if of_members else "give a value of the same type as the default")
        )


class UnknownLibrary(Diagnostic, code="E205"):
    """There is no such shipped description.

    `import name` imports the pieces, values and functions of a shipped description. Quote the name of your
    own file: `import "pieces.xc"`.

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
            .helped(did_you_mean(self.name, names) or f"choose one of {listed(names, 'and', 30)}")
        )

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, self.known)


class ImportCycle(Diagnostic, code="E206"):
    """A description imports itself.

    The imports form a cycle. Move what several files need to a file that imports none of them.
    """

    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"`{visible(self.name)}` imports itself")
            .at(self.span)
            .helped("remove this import, or move what both need to a third file")
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
    without_folder: bool = False

    def report(self) -> Report:
        return (
            Report(f"`{visible(self.name)}` cannot be read: {self.why}")
            .at(self.span)
            .helped(
                "save the description as a file in that folder; in Python, name the folder: "
                '`excover.parse(text, folder="..")`'
                if self.without_folder
                else "use a path relative to the folder of this description"
            )
        )


class OutsideFolder(Diagnostic, code="E248"):
    """A file outside the folder.

    A description can read only files in its own folder, so that running a description from elsewhere is
    safe. Copy the file there.
    """

    span: Span
    name: str

    def report(self) -> Report:
        return (
            Report(f"`{visible(self.name)}` is outside the folder of this description")
            .at(self.span)
            .helped("copy the file into that folder, and use a relative path")
        )


class ImportsTooDeep(Diagnostic, code="E260"):
    """A long chain of imports.

    Imports can be nested up to 50 deep. Import what you need directly; everything that an imported file
    imports is included. `--allow nesting=100` raises the limit.
    """

    span: Span
    limit: int

    def report(self) -> Report:
        return (
            Report(f"more than {self.limit} nested imports")
            .at(self.span)
            .helped("import directly what you need here", raised("nesting"))
        )
