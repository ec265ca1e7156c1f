"""Writes a syntax tree in the YAML form.

>>> from excover.base.source import Source
>>> from excover.language.syntax.parse import parse
>>> spec = parse(Source("x.xc", 'item a, b at most once  option x(n in 1..2) covers a, b if n = 1'))
>>> print(yaml_of(spec), end="")
excover: 1
items:
  - a, b: at most once
options:
  x(n in 1..2):
    covers: [a, b if n = 1]

Lays out data as YAML: short maps and lists on one line if allowed, drawings as blocks.

>>> at = Inline({"x": "(r, c)", "y": "n"})
>>> print(written({"given": [{"art": Drawn([" .A", "AA"])}], "at": at}), end="")
given:
  - art: |2
       .A
      AA
at: {x: "(r, c)", y: n}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import assert_never

from excover.language.syntax import ast
from excover.language.syntax.yaml import VERSION
from excover.language.syntax.yaml_data import TRUE, Data, Drawn, Inline, Raw

WIDTH = 100
INDENT = "  "
LONGEST_KEY = 1000
"""YAML searches no further for the colon after a key."""


def written(document: Mapping[str, Data]) -> str:
    """The text of a document."""
    return "".join(f"{line}\n" for line in _block(document))


# On separate lines, not indented


def _block(value: Data) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, member in value.items():
            yield from _entry(_scalar(key, in_line=False), member)
    else:
        for member in value:
            yield from _member(member)


def _entry(key: str, value: Data) -> Iterator[str]:
    if len(key) > LONGEST_KEY:
        yield f"? {key}"
        key = ""
    line = _line(value, len(key) + 2)
    if line is not None:
        yield f"{key}: {line}"
    elif isinstance(value, Drawn):
        yield f"{key}: {_header(value)}"
        yield from _indented(value)
    else:
        yield f"{key}:"
        yield from _indented(_block(value))


def _member(value: Data) -> Iterator[str]:
    line = _line(value, 2)
    if line is not None:
        yield f"- {line}"
        return
    first, *others = _block(value)
    yield f"- {first}"
    yield from _indented(others)


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"{INDENT}{line}" if line else "" for line in lines)


def _header(lines: Drawn) -> str:
    """Indicators of a block: its indentation if its first line does not show it, and `+` for empty lines."""
    indent = len(INDENT) if not lines[0] or lines[0][0].isspace() else ""
    return f"|{indent}{'' if lines[-1] else '+'}"


# On one line


def _line(value: Data, before: int) -> str | None:
    """On one line, after a number of characters; None if that is impossible or undesirable."""
    if isinstance(value, str):
        return _scalar(value, in_line=False)
    if isinstance(value, Drawn):
        return None if all(map(_is_printable, value)) else _quoted("".join(f"{line}\n" for line in value))
    line = _inline(value)
    return line if line is not None and before + len(line) <= WIDTH else None


def _inline(value: Data) -> str | None:
    match value:
        case str():
            return _scalar(value, in_line=True)
        case Inline():
            parts = [(f"{_scalar(key, in_line=True)}: ", _inline(member)) for key, member in value.items()]
            return _joined("{}", parts)
        case tuple():
            return _joined("[]", [("", _inline(member)) for member in value])
        case Mapping() | Sequence():
            return None
        case _:
            assert_never(value)


def _joined(brackets: str, parts: list[tuple[str, str | None]]) -> str | None:
    if any(line is None for _, line in parts):
        return None
    return f"{brackets[0]}{', '.join(f'{key}{line}' for key, line in parts)}{brackets[1]}"


# Scalars

_PLAIN = re.compile(r"-?[\w(](?:.*[^\s:])?")
_BREAKS_PLAIN = re.compile(r": | #")
_BREAKS_INLINE = re.compile(r"[\[\]{},?]")
_NUMBER = re.compile(r"[-+.]?\d.*")
_WORDS = {"true", "false", "yes", "no", "on", "off", "null"}
"""What YAML reads as something else than a text."""


def _scalar(text: str, in_line: bool) -> str:
    if text is TRUE or (_is_plain(text) and not (in_line and _BREAKS_INLINE.search(text))):
        return text
    if text.isprintable() and '"' in text and "'" not in text:
        return f"'{text}'"
    return _quoted(text)


def _is_plain(text: str) -> bool:
    if not text.isprintable() or not _PLAIN.fullmatch(text) or _BREAKS_PLAIN.search(text):
        return False
    return text.lower() not in _WORDS and not (isinstance(text, Raw) and _NUMBER.fullmatch(text))


def _is_printable(line: str) -> bool:
    return line.replace("\t", "").isprintable()


def _quoted(text: str) -> str:
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if character.isprintable():
        return character
    code = ord(character)
    return "\\n" if code == 10 else f"\\x{code:02x}" if code < 0x100 else _wide(code)


def _wide(code: int) -> str:
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def yaml_of(spec: ast.Spec) -> str:
    """The YAML form of a tree; reading it gives the same tree. A tree has no comments."""
    first, *others = _chapters(spec.statements) or [{}]
    document: dict[str, Data] = {"excover": VERSION, **first}
    if others:
        document["statements"] = others
    return written(document)


def _chapters(statements: Iterable[ast.Statement]) -> list[dict[str, Data]]:
    """Maps of sections in the order of the statements; a new one whenever a section would be repeated."""
    chapters: list[dict[str, Data]] = []
    entries = (statement.to_yaml() for statement in statements)
    for section, group in groupby(entries, key=lambda entry: entry.section):
        for joined in section.joined(list(group)):
            if not chapters or section.name in chapters[-1]:
                chapters.append({})
            chapters[-1][section.name] = joined
    return chapters
