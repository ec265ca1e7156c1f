"""Sections of the YAML form: how each is split into statements, joined from them, and described by a schema.

>>> from excover.language.syntax.yaml_forms import Raw
>>> goal = One("goal", "What is asked for.", lambda reader, node: None, {"enum": ["minimize", "maximize"]})
>>> goal.schema
{'description': 'What is asked for.', 'enum': ['minimize', 'maximize']}
>>> goal.joined([goal.entry("minimize")])
['minimize']
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from excover.base.frozen import Frozen
from excover.base.source import Span
from excover.language.syntax.nodes import Node
from excover.language.syntax.yaml_forms import (
    Data,
    Inline,
    Reader,
    Scalar,
    Schema,
    YamlNode,
    mapping,
    members,
    one_or_more,
    ref,
)


class Pair(Frozen):
    """A key of a section, and its value if it has one."""

    key: Scalar
    value: YamlNode | None

    @property
    def span(self) -> Span:
        return self.key.span.to(self.value.span) if self.value else self.key.span

    @property
    def content(self) -> YamlNode:
        assert self.value is not None
        return self.value


def pairs(node: YamlNode) -> list[Pair]:
    """The entries of a map, or of a list of maps, in which keys may be repeated."""
    return [Pair(key, value) for member in members(node) for key, value in mapping(member).entries]


class Entry(Frozen):
    """One statement of a section: a value, under a key if the section is a map."""

    section: Section
    value: Data
    key: str = ""


class Section:
    """``read`` makes a statement of each part into which a section is ``split``.

    ``schema`` describes the whole section; it refers to ``definition`` by the name of the section.
    """

    definition: Schema | None = None

    def __init__(
        self, name: str, description: str, read: Callable[[Reader, Any], Node], schema: Schema
    ) -> None:
        self.name = name
        self.read = read
        self.schema: Schema = {"description": description, **schema}

    @abstractmethod
    def split(self, node: YamlNode) -> Sequence[Any]:
        """The parts of a section, one for each statement. Raises SpecError."""

    @abstractmethod
    def joined(self, entries: Sequence[Entry]) -> list[Data]:
        """The sections with these entries, in order: one if possible."""

    def entry(self, value: Data, key: str = "") -> Entry:
        return Entry(self, value, key)


class One(Section):
    """A section that is one statement."""

    def split(self, node: YamlNode) -> list[YamlNode]:
        return [node]

    def joined(self, entries: Sequence[Entry]) -> list[Data]:
        return [entry.value for entry in entries]


class Many(Section):
    """A list of statements, or one."""

    def __init__(
        self, name: str, description: str, read: Callable[[Reader, Any], Node], member: Schema
    ) -> None:
        super().__init__(name, description, read, one_or_more(ref(name)))
        self.definition = member

    def split(self, node: YamlNode) -> Sequence[Any]:
        return members(node)

    def joined(self, entries: Sequence[Entry]) -> list[Data]:
        return [[entry.value for entry in entries]]


class Named(Section):
    """A map with one statement per key, or a list of such maps. A ``brief`` one may be on one line."""

    def __init__(
        self,
        name: str,
        description: str,
        read: Callable[[Reader, Pair], Node],
        keys: Schema,
        values: Schema,
        *,
        brief: bool = False,
    ) -> None:
        super().__init__(name, description, read, one_or_more(ref(name)))
        self.definition = {"type": "object", "additionalProperties": values, "propertyNames": keys}
        self.brief = brief

    def split(self, node: YamlNode) -> list[Pair]:
        return pairs(node)

    def joined(self, entries: Sequence[Entry]) -> list[Data]:
        """A map, or a list of maps if a key is repeated."""
        values = {entry.key: entry.value for entry in entries}
        if len(values) < len(entries):
            return [[Inline({entry.key: entry.value}) for entry in entries]]
        return [Inline(values) if len(values) == 1 and self.brief else values]
