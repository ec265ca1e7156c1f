"""The base class of all nodes of the syntax tree.

>>> from excover.base.source import Source
>>> from excover.language.syntax.parse import parse_expression
>>> sorted(parse_expression(Source("<text>", "sum(r*n for r in S)")).mentioned)
['S', 'n', 'r', 'sum']
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

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
    >>> from excover.language.syntax.expr import Name, Text
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
