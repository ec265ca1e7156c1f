"""The nodes of the syntax tree that statements share: their base class, expressions, loops, drawings,
references.

>>> from excover.base.source import Source
>>> from excover.language.syntax.parse import parse_expression
>>> sorted(parse_expression(Source("<text>", "sum(r*n for r in S)")).mentioned)
['S', 'n', 'r', 'sum']

The nodes of expressions and of the loops around them.

>>> parse_expression(Source("<text>", "1..n")).high.id
'n'

The nodes of what several statements contain: drawings, references and multiplicities.

>>> here = Span(Source("x.xc", "row[r]"), 0, 6)
>>> Ref(here, Name(here.part(0, 3), "row"), (Name(here.part(4), "r"),)).name.id
'row'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import TypeAlias

from excover.base.frozen import Frozen
from excover.base.source import Span


class Node(Frozen):
    """A node of the tree. A ``transparent`` one is not an expression itself, but contains expressions."""

    transparent = False

    span: Span

    def expressions(self) -> Iterator[Node]:
        """The expressions directly within this node, looking through transparent nodes."""
        return _expressions(self.parts)

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """Every name that is used as an expression in this node, bound within it or not.

        Stored in the node itself, so that it lives exactly as long as the node: a table by `id` would return
        it for any later node at the same address.
        """
        return frozenset().union(*[part.mentioned for part in self.expressions()])

    @cached_property
    def called(self) -> frozenset[str]:
        """The functions and options that are called in this node."""
        return frozenset().union(*[part.called for part in self.expressions()])

    @cached_property
    def within(self) -> tuple[Node, ...]:
        """This node and all nodes within it."""
        return tuple(nodes_within(self))

    @cached_property
    def size(self) -> int:
        """The number of nodes: this one and all within it."""
        return 1 + sum([part.size for part in self.expressions()])


def _expressions(value: object) -> Iterator[Node]:
    match value:
        case Node(transparent=True):
            yield from value.expressions()
        case Node():
            yield value
        case tuple():
            for member in value:
                yield from _expressions(member)
        case _:  # a word or a number, which contains no expression
            pass


def nodes_within(part: object) -> Iterator[Node]:
    """All nodes of a tree, or of several; chains such as `1 + 1 + ..` are deep, so this is not recursive."""
    waiting = [part]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Node):
            yield each
            waiting += each.parts
        elif isinstance(each, tuple):
            waiting += each


def same(one: object, other: object) -> bool:
    """Whether two trees are equal apart from their positions in the source.

    >>> from excover.base.source import Source
    >>> here, there = (Span(Source(name, "n"), 0, 1) for name in ("here.xc", "there.xc"))
    >>> same(Name(here, "n"), Name(there, "n")), same(Name(here, "n"), Text(there, "n"))
    (True, False)
    """
    pairs = [(one, other)]
    while pairs:  # chains such as `1 + 1 + ..` are deep, so this is not recursive
        left, right = pairs.pop()
        if type(left) is not type(right):
            return False
        if isinstance(left, tuple) and isinstance(right, tuple):
            if len(left) != len(right):
                return False
            pairs += zip(left, right, strict=True)
        elif isinstance(left, Node) and isinstance(right, Node):
            pairs += zip(left.parts[1:], right.parts[1:], strict=True)
        elif isinstance(left, Span) and isinstance(right, Span):  # a line of a drawing
            pairs.append((left.text, right.text))
        elif left != right:
            return False
    return True


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


class Ref(Node):
    """``row[r]`` where an option covers it."""

    name: Name
    index: tuple[Expr, ...]


class OptionRef(Node):
    """``queen(1, 5)`` where an existing option is referred to."""

    name: Name
    arguments: tuple[Expr, ...]


class Drawing(Node):
    """The lines of a drawing, each from after its first bar to the end of the line."""

    lines: tuple[Span, ...]


class Meaning(Node):
    """An entry of a legend: the meaning of a character of a drawing."""

    character: Text
    meaning: Name


class LabelMatch(Node):
    """A label of a piece's cell, and one of the board on which that cell may lie."""

    piece: Text
    board: Text


class Bounds(Node):
    """How often an item is covered; without ``upper``, any number of times."""

    lower: Expr
    upper: Expr | None


class AtMostOnce(Node):
    """A secondary item."""


class Colored(Node):
    """A secondary item that any number of options may share if they agree on its color."""


class Units(Node):
    """Bounds on the sum of what options add to an item, each by an amount; None is no bound."""

    lower: Expr | None
    upper: Expr | None


Multiplicity: TypeAlias = Bounds | AtMostOnce | Colored | Units
