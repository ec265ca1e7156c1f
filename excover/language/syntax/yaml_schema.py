"""The JSON Schema of the YAML form, generated from the sections of the statements.

The build makes excover/grammars/excover.schema.json;
``python -m excover.language.syntax.yaml_schema`` prints it.

>>> sorted(schema()["$defs"]["sections"]["properties"])[:4]
['also', 'boards', 'cost', 'def']
"""

from __future__ import annotations

import json

from excover.language.syntax.statements import FORMS
from excover.language.syntax.yaml_forms import Schema, line_schema, one_or_more, ref
from excover.lattices import LATTICE_NAMES

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
