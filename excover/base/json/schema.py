"""The JSON Schema of what excover writes, and the tables of docs/formats.md, made from the types.

The build makes excover/grammars/excover.output.schema.json; ``python -m excover.base.json.schema`` prints it.

>>> schema()["$defs"]["not_unique_output"]["properties"]
{'version': {'const': 1}, 'verdict': {'type': 'string', 'enum': ['none', 'several']}}
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NotRequired,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from excover.base.json import VERSION, objects, outputs
from excover.base.json.objects import OneOf
from excover.base.json.outputs import ANSWERS, NOTES

JsonSchema: TypeAlias = dict[str, Any]

_SIMPLE = {str: "string", bool: "boolean", int: "integer", float: "number", NoneType: "null"}


def schema() -> JsonSchema:
    """Of a single line. Each kind of line can be looked up in ``$defs`` under its own name."""
    lines = {f"{name(kind)}_output": _object(kind, {"version": {"const": VERSION}}) for kind in line_kinds()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "excover, JSON output",
        "description": "A line that excover writes with --json, on standard output or standard error.",
        "anyOf": [{"$ref": f"#/$defs/{line}"} for line in lines],
        "$defs": {**lines, **{name(kind): _object(kind, {}) for kind in part_kinds()}},
    }


def line_kinds() -> list[type]:
    """The types of lines: those of standard output, then those of standard error."""
    return list(dict.fromkeys([*ANSWERS.values(), *NOTES]))


def part_kinds() -> list[type]:
    """The types of objects in other objects, in the order in which they are defined."""
    found: set[type] = set()
    waiting = [part for kind in line_kinds() for part in _objects_in(kind)]
    while waiting:
        if (kind := waiting.pop()) not in found:
            found.add(kind)
            waiting += _objects_in(kind)
    defined = filter(is_typeddict, (*vars(objects).values(), *vars(outputs).values()))
    return [kind for kind in dict.fromkeys(defined) if kind in found]


def name(kind: type) -> str:
    """
    >>> name(objects.ItemFamilyData), name(outputs.DiagnosticNote)
    ('item_family', 'diagnostic')
    """
    words = re.findall("[A-Z][a-z]+", kind.__name__.removesuffix("Data").removesuffix("Note"))
    return "_".join(words).lower()


def keys(kind: type) -> dict[str, tuple[Any, bool]]:
    """The type of each key, and whether it is always there."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        key: (get_args(hint)[0], False) if get_origin(hint) is NotRequired else (hint, True)
        for key, hint in hints.items()
    }


def _objects_in(hint: Any) -> Iterator[type]:
    """The types of objects directly within a type."""
    inner = [kind for kind, _ in keys(hint).values()] if is_typeddict(hint) else get_args(hint)
    for kind in inner:
        if is_typeddict(kind):
            yield kind
        elif not isinstance(kind, str):
            yield from _objects_in(kind)


def _object(kind: type, before: JsonSchema) -> JsonSchema:
    own = keys(kind)
    return {
        **({"description": " ".join(kind.__doc__.split())} if kind.__doc__ else {}),
        "type": "object",
        "properties": {**before, **{key: _value(hint) for key, (hint, _) in own.items()}},
        "required": [*before, *(key for key, (_, is_required) in own.items() if is_required)],
        "additionalProperties": False,
    }


def _value(hint: Any) -> JsonSchema:
    if hint in _SIMPLE:
        return {"type": _SIMPLE[hint]}
    if is_typeddict(hint):
        return {"$ref": f"#/$defs/{name(hint)}"}
    parts = get_args(hint)
    match get_origin(hint):
        case origin if origin is Annotated:
            return _annotated(parts[0], parts[1:])
        case origin if origin in (Union, UnionType):
            return {"anyOf": [_value(part) for part in parts]}
        case origin if origin is list:
            return {"type": "array", "items": _value(parts[0])}
        case origin if origin is dict:
            return {"type": "object", "additionalProperties": _value(parts[1])}
        case None if hint is object:
            return {}
        case _:
            raise TypeError(f"no type of JSON: {hint}")


def _annotated(hint: Any, extras: tuple[object, ...]) -> JsonSchema:
    made = _value(hint)
    for extra in extras:
        made |= {"enum": list(extra)} if isinstance(extra, OneOf) else {"description": str(extra)}
    return made


def schema_text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def tables() -> str:
    """The tables of docs/formats.md: what is written, and what is in it."""
    answers = [(words, *_columns(kind)) for words, kind in ANSWERS.items()]
    notes = [(f"`{key}`", *columns) for kind in NOTES for key, columns in _note_columns(kind)]
    noted = {part for kind in NOTES for part in _objects_in(kind)}
    parts = [(name(kind).replace("_", " "), *_columns(kind)) for kind in part_kinds() if kind not in noted]
    heads = ("written by", "in these objects", "on standard error")
    return "\n".join(_table(head, rows) for head, rows in zip(heads, (answers, parts, notes), strict=True))


def _columns(kind: type) -> tuple[str, str]:
    """The keys, in parentheses those that are not always there, and what the object is."""
    written = [f"`{key}`" if always else f"(`{key}`)" for key, (_, always) in keys(kind).items()]
    return " ".join(written), " ".join((kind.__doc__ or "").split())


def _note_columns(note: type) -> Iterator[tuple[str, tuple[str, str]]]:
    for key, (hint, _) in keys(note).items():
        inner = list(_objects_in(note))
        yield from ((key, _columns(kind)) for kind in inner)
        if not inner:
            yield key, ("", _value(hint)["description"])


def _table(head: str, rows: list[tuple[str, str, str]]) -> str:
    lines = [f"| {head} | keys | |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
