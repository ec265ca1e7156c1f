"""Small faults, made on purpose: every one that a module of the package can have, numbered.

>>> [str(mutant) for mutant in mutants("def f(a, b):\\n    return a < b + 1\\n")]
['2 f: a < b + 1 -> a <= b + 1', '2 f: b + 1 -> b - 1', '2 f: 1 -> 2']
>>> ast.unparse(mutated("def f(a, b):\\n    return a < b + 1\\n", 1))
'def f(a, b):\\n    return a < b - 1'
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

_OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
_FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
_LEFT_OUT = {"annotation", "returns", "decorator_list", "type_comment"}
"""Fields of nodes that do nothing when the program runs."""


@dataclass(frozen=True)
class Mutant:
    """One fault: its number in the module, the function or method it is in, and what becomes of what.

    ``time`` counts the faults of equal text in one function, from 1.
    """

    number: int
    line: int
    function: str
    before: str
    after: str
    time: int = 1

    @property
    def name(self) -> str:
        """Different for every fault of a module, and the same after changes elsewhere."""
        again = f" ({self.time})" if self.time > 1 else ""
        return f"{self.function}: {self.before} -> {self.after}{again}"

    def __str__(self) -> str:
        return f"{self.line} {self.name}"


def mutants(source: str) -> list[Mutant]:
    """All of a module, in the order of its text."""
    found: list[Mutant] = []
    times: Counter[str] = Counter()
    for number, (function, (_, _, _, old, new)) in enumerate(_places(ast.parse(source))):
        first = Mutant(number, getattr(old, "lineno", 0), function, _first_line(old), _first_line(new))
        times[first.name] += 1
        found.append(replace(first, time=times[first.name]))
    return found


def mutated(source: str, number: int) -> ast.Module:
    """The module with that fault. Raises IndexError where it has no such number."""
    tree = ast.parse(source)
    for at, (_, (parent, field, index, old, new)) in enumerate(_places(tree)):
        if at == number:
            if index is None:
                setattr(parent, field, ast.copy_location(new, old))
            else:
                getattr(parent, field)[index] = ast.copy_location(new, old)
            return ast.fix_missing_locations(tree)
    raise IndexError(number)


_Place = tuple[ast.AST, str, int | None, ast.AST, ast.AST]
"""A node, the field and the place in it of a part, that part, and what may stand there instead."""


def _places(tree: ast.Module) -> Iterator[tuple[str, _Place]]:
    """Within functions, each with the function's name: elsewhere, there are types and tables."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.Module):
            of_class = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
            for part in node.body:
                if isinstance(part, ast.FunctionDef):
                    yield from ((of_class + part.name, place) for place in _within(part))


def _within(node: ast.AST) -> Iterator[_Place]:
    for field, value in ast.iter_fields(node):
        if field in _LEFT_OUT:
            continue
        parts: list[tuple[int | None, Any]] = (
            list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        )
        for index, part in parts:
            if isinstance(part, ast.AST) and not _only_checks_or_tells(part):
                for other in _instead(part):
                    yield node, field, index, part, other
                yield from _within(part)


def _only_checks_or_tells(node: ast.AST) -> bool:
    """Assertions, also those of `zip`, and texts."""
    is_strict = isinstance(node, ast.keyword) and node.arg == "strict"
    return is_strict or isinstance(node, ast.Assert | ast.JoinedStr)


def _instead(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of a node."""
    if isinstance(node, ast.expr):
        yield from _instead_of_expression(node)
        return
    match node:
        case ast.AugAssign(op=op) if type(op) in _OPERATORS:
            yield _changed(node, "op", _OPERATORS[type(op)]())
        case ast.If(test=test):
            yield _changed(node, "test", ast.UnaryOp(ast.Not(), test))
        case ast.comprehension(ifs=[_, *_]):
            yield _changed(node, "ifs", [])
        case ast.Expr(value=ast.Call()) | ast.Raise():
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()


def _instead_of_expression(node: ast.expr) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                yield _changed(node, "ops", [*ops[:at], _OPERATORS[type(op)](), *ops[at + 1 :]])
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in _OPERATORS:
            yield _changed(node, "op", _OPERATORS[type(op)]())
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.IfExp(test=test):
            yield _changed(node, "test", ast.UnaryOp(ast.Not(), test))
        case ast.Call(func=ast.Name(id=name)) if name in _FUNCTIONS:
            yield _changed(node, "func", ast.Name(_FUNCTIONS[name], ast.Load()))


def _changed(node: ast.AST, field: str, value: object) -> ast.AST:
    other = deepcopy(node)
    setattr(other, field, value)
    return other


def _first_line(node: ast.AST) -> str:
    if isinstance(node, ast.comprehension):
        return ast.unparse(node).strip()
    text = ast.unparse(ast.fix_missing_locations(deepcopy(node)))
    return text.splitlines()[0]
