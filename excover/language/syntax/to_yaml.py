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
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from excover.language.syntax import ast
from excover.language.syntax.yaml import VERSION
from excover.language.syntax.yaml_data import Data
from excover.language.syntax.yaml_text import written


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
