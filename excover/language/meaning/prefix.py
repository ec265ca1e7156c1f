"""Renames everything that a description declares, for `import "pieces.xc" as p`: its names become `p_...`."""

from __future__ import annotations

from typing import Any

from excover.language.syntax import ast


def prefixed(spec: ast.Spec, prefix: str) -> ast.Spec:
    """The same description with ``prefix`` before each name that its statements declare."""
    declared = {
        name.id
        for statement in spec.statements
        for name in (getattr(statement, "name", None), *getattr(statement, "symbols", ()))
        if isinstance(name, ast.Name)
    }
    renamed: ast.Spec = _renamed(spec, declared, prefix)
    return renamed


def _renamed(value: Any, declared: set[str], prefix: str) -> Any:
    match value:
        case ast.Name(span, name):
            return ast.Name(span, prefix + name) if name in declared else value
        case ast.Meaning():
            return value
        case ast.Node():
            return type(value)(*(_renamed(part, declared, prefix) for part in value.parts))
        case tuple():
            return tuple(_renamed(member, declared, prefix) for member in value)
        case _:
            return value
