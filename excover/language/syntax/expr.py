"""The nodes of expressions and of the loops around them.

>>> from excover.base.source import Source
>>> from excover.language.syntax.parse import parse_expression
>>> parse_expression(Source("<text>", "1..n")).high.id
'n'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import TypeAlias

from excover.language.syntax.node import Node


class Number(Node):
    value: int


class Text(Node):
    """``value`` `is_quotable`."""

    value: str


def is_quotable(value: str) -> bool:
    r"""Whether a text can be written in quotes in a file.

    >>> is_quotable("a\tb"), is_quotable("a\rb"), is_quotable('5"'), is_quotable("\ud800")
    (True, False, False, False)
    """
    return not re.search('["\n\r\ud800-\udfff]', value)


class Name(Node):
    id: str

    @cached_property
    def mentioned(self) -> frozenset[str]:
        return frozenset({self.id})


class Tuple(Node):
    members: tuple[Expr, ...]


class Set(Node):
    """``{1, 2, 5}``"""

    members: tuple[Expr, ...]


class Each(Node):
    """``{value for x in S where condition}``"""

    value: Expr
    loop: Loop


class Interval(Node):
    """``low..high``, both ends included."""

    low: Expr
    high: Expr


class Negation(Node):
    operand: Expr


class Binary(Node):
    """``+ - * div mod``"""

    left: Expr
    operator: str
    right: Expr


class Comparison(Node):
    """A chain ``a < b <= c``; operators are ``= != < <= > >= in`` and ``not in``."""

    first: Expr
    rest: tuple[tuple[str, Expr], ...]


class Not(Node):
    operand: Expr


class Logical(Node):
    """``and`` or ``or`` of two or more conditions, evaluated from the left only as far as needed."""

    operator: str
    operands: tuple[Expr, ...]


class Implication(Node):
    """``condition implies consequence``"""

    condition: Expr
    consequence: Expr


class Conditional(Node):
    """``then if condition else otherwise``"""

    then: Expr
    condition: Expr
    otherwise: Expr


class Index(Node):
    """``value[i]``: the i-th member of a tuple, counted from 1."""

    value: Expr
    indices: tuple[Expr, ...]


class Field(Node):
    """``record.column`` of a table."""

    record: Expr
    column: str


class Call(Node):
    function: Name
    arguments: tuple[Expr, ...]

    @cached_property
    def called(self) -> frozenset[str]:
        return super().called | {self.function.id}


class Aggregate(Node):
    """``function(value for x in S where condition)``"""

    function: Name
    value: Expr
    loop: Loop


Structural: TypeAlias = (
    Number
    | Text
    | Tuple
    | Set
    | Interval
    | Negation
    | Binary
    | Comparison
    | Not
    | Logical
    | Implication
    | Conditional
    | Index
    | Field
)
"""Nodes that bind no name and call nothing: operations on them apply to the expressions in them."""

Expr: TypeAlias = Structural | Name | Each | Call | Aggregate


class Pattern(Node):
    """A name, or several that unpack a tuple."""

    transparent = True

    names: tuple[Name, ...]
    is_tuple: bool

    def expressions(self) -> Iterator[Node]:
        """None: its names are bound here, not used."""
        return iter(())


class Binder(Node):
    """``r, c in 1..n``: every pattern runs through the domain independently."""

    transparent = True

    patterns: tuple[Pattern, ...]
    domain: Expr


class Loop(Node):
    transparent = True

    binders: tuple[Binder, ...]
    where: Expr | None

    @property
    def names(self) -> list[Name]:
        """The names that it binds, in order; for an option they are its arguments."""
        return [name for binder in self.binders for pattern in binder.patterns for name in pattern.names]
