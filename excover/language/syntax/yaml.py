"""From the YAML form to the syntax tree.

Keys correspond to the keywords of the text form; the same grammar reads what follows. Sections are read in
the order of the file. ``statements`` holds further sections, for orders that one map with distinct keys
cannot express.

>>> from excover.base.source import Source
>>> text = "{excover: 1, items: [a, b: at most once], options: {'x()': {covers: a}}}"
>>> spec = parse_yaml(Source("x.yaml", text))
>>> [type(statement).__name__ for statement in spec.statements]
['Items', 'Items', 'Option']
>>> spec.statements[2].covers[0].ref.span.text
'a'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar, cast

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.source import Source, Span
from excover.language.messages.about_yaml import NoYamlVersion, UnknownYamlKey, UnknownYamlVersion
from excover.language.syntax import ast
from excover.language.syntax.parse import PartialSpec, parse_part
from excover.language.syntax.statements import FORMS
from excover.language.syntax.yaml_forms import Reader, first_line, mapping, members, scalar
from excover.language.syntax.yaml_nodes import read_nodes
from excover.language.syntax.yaml_sections import Section
from excover.language.syntax.yaml_tree import YamlNode

VERSION = "1"

SECTIONS = {form.section.name: form.section for form in FORMS}

T = TypeVar("T")


def parse_yaml(source: Source, limits: Limits = DEFAULT) -> ast.Spec:
    """The syntax tree of a description in YAML. Raises SpecError with all errors of its form."""
    spec, errors = parse_yaml_partly(source, limits)
    if errors:
        raise SpecError(errors)
    return spec


def parse_yaml_partly(source: Source, limits: Limits = DEFAULT) -> PartialSpec:
    """The statements that can be read, for editors, and the errors of the others.

    >>> text = "excover: 1\\nitem: a\\nboards: {b: {size: 2x2}}\\n"
    >>> spec, errors = parse_yaml_partly(Source("x.yaml", text))
    >>> [type(statement).__name__ for statement in spec.statements], [error.code for error in errors]
    (['BoardStatement'], ['E025'])
    """
    try:
        root = read_nodes(source, limits)
    except SpecError as wrong:
        return PartialSpec(ast.Spec(Span(source, 0, 0), ()), wrong.diagnostics)
    document = _Document(limits)
    statements = document.collected(lambda: document.statements(root)) or []
    return PartialSpec(ast.Spec(root.span, tuple(statements)), tuple(document.wrong))


class _Document:
    """Reads statements; an error in one does not hide the errors of the next."""

    def __init__(self, limits: Limits) -> None:
        self.reader = Reader(lambda passage, rule: parse_part(passage, rule, limits))
        self.wrong: list[Diagnostic] = []

    def collected(self, read: Callable[[], T]) -> T | None:
        """The result, or nothing if it cannot be read."""
        try:
            return read()
        except SpecError as wrong:
            self.wrong += wrong.diagnostics
            return None

    def statements(self, root: YamlNode) -> list[ast.Statement]:
        versions = [value for key, value in mapping(root).entries if key.text == "excover"]
        if not versions:
            self.wrong.append(NoYamlVersion(first_line(root)))
        for version in versions:
            self.collected(lambda version=version: _check_version(version))  # type: ignore[misc]
        return list(self._chapter(root, [*SECTIONS, "statements", "excover"]))

    def _chapter(self, node: YamlNode, known: list[str]) -> Iterator[ast.Statement]:
        for key, value in mapping(node).entries:
            if key.text not in known:
                self.wrong.append(UnknownYamlKey(key.span, key.text, known, "a description"))
            elif key.text == "statements":
                for chapter in members(value):
                    yield from self._chapter(chapter, list(SECTIONS))
            elif key.text != "excover":
                yield from self._section(SECTIONS[key.text], value)

    def _section(self, section: Section, node: YamlNode) -> Iterator[ast.Statement]:
        for part in self.collected(lambda: section.split(node)) or []:
            statement = self.collected(lambda part=part: section.read(self.reader, part))  # type: ignore[misc]
            if statement:
                yield cast(ast.Statement, statement)


def _check_version(node: YamlNode) -> None:
    if scalar(node).text != VERSION:
        raise SpecError(UnknownYamlVersion(node.span, scalar(node).text))
