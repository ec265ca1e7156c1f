"""The YAML form: read, written, and its JSON Schema.

Keys correspond to the keywords of the text form; the same grammar reads what follows. Sections are read in
the order of the file. ``statements`` holds further sections, for orders that one map with distinct keys
cannot express.

>>> text = "{excover: 1, items: [a, b: at most once], options: {'x()': {covers: a}}}"
>>> spec = parse_yaml(Source("x.yaml", text))
>>> [type(statement).__name__ for statement in spec.statements]
['Items', 'Items', 'Option']
>>> spec.statements[2].covers[0].ref.span.text
'a'

Writes a syntax tree in the YAML form.

>>> from excover.language.syntax.parse import parse
>>> spec = parse(Source("x.xc", 'item a colored, b at most once  option x(n in 1..2) covers a, b if n = 1'))
>>> print(yaml_of(spec), end="")
excover: 1
items:
  - a: colored
    b: at most once
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

The JSON Schema of the YAML form, generated from the sections of the statements.

The build makes excover/grammars/excover.schema.json;
``python -m excover.language.syntax.yaml`` prints it.

>>> sorted(schema()["$defs"]["sections"]["properties"])[:4]
['also', 'boards', 'choose', 'cost']
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypeVar, assert_never, cast

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.source import Source, Span
from excover.language import messages
from excover.language.syntax import ast
from excover.language.syntax.parse import PartialSpec, parse_part
from excover.language.syntax.statements import FORMS
from excover.language.syntax.statements.base import Section
from excover.language.syntax.yaml_forms import (
    TRUE,
    Data,
    Drawn,
    Inline,
    Raw,
    Reader,
    Schema,
    YamlNode,
    first_line,
    line_schema,
    mapping,
    members,
    one_or_more,
    ref,
    scalar,
)
from excover.language.syntax.yaml_nodes import read_nodes
from excover.lattices import LATTICE_NAMES

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
            self.wrong.append(messages.NoYamlVersion(first_line(root)))
        for version in versions:
            self.collected(lambda version=version: _check_version(version))  # type: ignore[misc]
        return list(self._chapter(root, [*SECTIONS, "statements", "excover"]))

    def _chapter(self, node: YamlNode, known: list[str]) -> Iterator[ast.Statement]:
        for key, value in mapping(node).entries:
            if key.text not in known:
                self.wrong.append(messages.UnknownYamlKey(key.span, key.text, known, "a description"))
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
        raise SpecError(messages.UnknownYamlVersion(node.span, scalar(node).text))


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


_SIGNS = r"\s!-/:-@\[-^`{-~"
_NAME = rf"[^\d{_SIGNS}][^{_SIGNS}]*"
"""A name, for engines of regular expressions that do not know letters of other scripts."""


def schema() -> Schema:
    sections = [form.section for form in FORMS]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "excover, the YAML form",
        "description": "A description of an exact cover puzzle. Sections are read in the order in which they "
        "are written, and a name is declared before it is used. Every text is read as it is in the text form "
        "of the language.",
        "type": "object",
        "properties": {
            "excover": {"description": "The version of this form.", "const": 1},
            **{section.name: ref(f"sections/properties/{section.name}") for section in sections},
            "statements": {
                "description": "Further sections, for orders that one map with distinct keys cannot have.",
                **one_or_more(ref("sections")),
            },
        },
        "required": ["excover"],
        "additionalProperties": False,
        "$defs": {
            "sections": {
                "description": "Sections of a description.",
                "type": "object",
                "properties": {section.name: section.schema for section in sections},
                "additionalProperties": False,
            },
            **{section.name: section.definition for section in sections if section.definition},
            **_definitions(),
        },
    }


def _definitions() -> dict[str, Schema]:
    """The schemas to which others refer."""
    legend = {"type": "object", "additionalProperties": ref("name")}
    return {
        "expression": {
            "description": 'An expression: a number, a "text", a name, `1..9`, `{1, 2}`, `2*n + 1`, '
            "`x if c else y`.",
            "type": ["string", "integer", "boolean"],
            "minLength": 1,
        },
        "phrase": {
            "description": "As in the text form; YAML may read it as a number: `without: 7`.",
            "type": ["string", "integer"],
            "minLength": 1,
        },
        "name": {
            "description": "A name: letters of any script, digits and underscores.",
            "type": "string",
            "pattern": f"^{_NAME}$",
            "maxLength": 100,
        },
        "head": {
            "description": "A name with arguments in parentheses.",
            "type": "string",
            "pattern": rf"^\s*{_NAME}\s*\([\s\S]*\)\s*$",
        },
        "text": line_schema("A text as it stands there."),
        "art": {
            "description": "A drawing, below `art: |` and indented. A bar separates layers, an empty line "
            "bands.",
            "type": "string",
            "minLength": 1,
        },
        "lattice": {
            "description": "What cells are neighbours: a lattice that comes with excover, or a declared one.",
            "anyOf": [{"enum": list(LATTICE_NAMES)}, ref("name")],
        },
        "legend": {
            "description": 'What characters of the drawing mean: `{"*": cell, ".": wall}`.',
            **one_or_more(legend),
        },
    }


def schema_text() -> str:
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
