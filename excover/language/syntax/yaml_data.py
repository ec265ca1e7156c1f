"""The data from which the YAML form is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from excover.language.syntax.parts import Drawing, Meaning


class Raw(str):
    """A text of the user, not of the language: quoted if YAML would read it as a number."""

    __slots__ = ()


TRUE = Raw("true")
"""A scalar of YAML itself."""


class Drawn(list[str]):
    """The lines of a drawing."""


class Inline(dict[str, "Data"]):
    """A map that may be on one line; so may a tuple."""


Data: TypeAlias = "str | Mapping[str, Data] | Sequence[Data]"


def inline(texts: Iterable[str]) -> Data:
    """A list that may be on one line."""
    return tuple(texts)


def drawn(drawing: Drawing) -> Drawn:
    """Bars are written only if the reader would take the drawing's own bars for them."""
    lines = [line.text for line in drawing.lines]
    bar = "|" if all(line.startswith("|") for line in lines) else ""
    return Drawn(f"{bar}{line}" for line in lines)


def legend(meanings: Sequence[Meaning]) -> Data:
    """A map, or a list of maps if a character is repeated."""
    entries: list[tuple[str, Data]] = [(Raw(m.character.value), m.meaning.id) for m in meanings]
    distinct = len({key for key, _ in entries}) == len(entries)
    return Inline(entries) if distinct else tuple(Inline([entry]) for entry in entries)
