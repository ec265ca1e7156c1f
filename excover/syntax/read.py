"""The syntax tree of a description in either form: YAML where its name ends in ``.yaml`` or ``.yml``.

>>> from excover.source import Source
>>> text = read(Source("tiny.xc", 'puzzle "Tiny"'))
>>> ast.same(text, read(Source("tiny.yaml", "{excover: 1, puzzle: Tiny}")))
True
"""

from __future__ import annotations

from excover.limits import DEFAULT, Limits
from excover.source import Source
from excover.syntax import ast
from excover.syntax.parse import parse


def is_yaml(name: str) -> bool:
    """Is a file of this name read as YAML?"""
    return name.lower().endswith((".yaml", ".yml"))


def read(source: Source, limits: Limits = DEFAULT) -> ast.Spec:
    """Raises SpecError with all that is wrong with the form; what the names mean is not looked at yet."""
    if not is_yaml(source.name):
        return parse(source, limits)
    from excover.syntax.yaml import parse_yaml  # YAML costs 20 ms to import, and few need it

    return parse_yaml(source, limits)
