"""YAML as nodes with their places; every scalar is the written text and has no other type."""

from __future__ import annotations

from typing import TypeAlias

from excover.base.frozen import Frozen
from excover.base.source import Span
from excover.language.syntax.actions import Passage


class Scalar(Frozen):
    """``style`` is empty for a plain scalar, or the quote, ``|`` or ``>`` with which it begins."""

    span: Span
    passage: Passage
    style: str

    @property
    def text(self) -> str:
        return self.passage.text


class Sequence(Frozen):
    span: Span
    members: tuple[YamlNode, ...]


class Mapping(Frozen):
    span: Span
    entries: tuple[tuple[Scalar, YamlNode], ...]


YamlNode: TypeAlias = Scalar | Sequence | Mapping
