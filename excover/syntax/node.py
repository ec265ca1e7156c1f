"""What all nodes of the syntax tree have in common.

>>> from excover.source import Source
>>> from excover.syntax.parse import parse_expression
>>> sorted(parse_expression(Source("<text>", "sum(r*n for r in S)")).mentioned)
['S', 'n', 'r', 'sum']
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, dataclass_transform

from excover.source import Span

_set = object.__setattr__


@dataclass_transform(frozen_default=True)
class Frozen:
    """A frozen dataclass in all but the making: the usual decorator would take 30 ms of every start.

    The fields of a class are its annotations, those of its parents before. Two are equal if all fields are.
    """

    __match_args__: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = vars(cls).get("__annotations__", {})
        cls.__match_args__ = (*cls.__match_args__, *own)  # type: ignore[misc]

    def __init__(self, *values: object, **named: object) -> None:
        if named or len(values) != len(self.__match_args__):
            values = self._in_order(values, named)
        for name, value in zip(self.__match_args__, values, strict=True):
            _set(self, name, value)

    def _in_order(self, values: tuple[object, ...], named: dict[str, object]) -> tuple[object, ...]:
        rest = self.__match_args__[len(values) :]
        if set(rest) != set(named):
            raise TypeError(f"{type(self).__name__} takes {', '.join(self.__match_args__)}")
        return (*values, *(named[name] for name in rest))

    @property
    def parts(self) -> tuple[object, ...]:
        """What it holds, in the order of its fields."""
        return tuple([getattr(self, name) for name in self.__match_args__])

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cannot assign to field {name!r}")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Frozen) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash((type(self), self.parts))

    def __repr__(self) -> str:
        fields = zip(self.__match_args__, self.parts, strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in fields)})"


class Node(Frozen):
    """A node of the tree. A ``transparent`` one is no expression itself, only what is in it."""

    transparent = False

    span: Span

    def expressions(self) -> Iterator[Node]:
        """The expressions directly within this node, transparent nodes taken apart."""
        return _expressions(self.parts)

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """Every name that occurs as an expression in this node, bound within it or not.

        Kept in the node itself, so that it lives exactly as long as the node: a table by `id` would answer
        for any node that is made at the same address later.
        """
        return frozenset().union(*[part.mentioned for part in self.expressions()])

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


def same(one: object, other: object) -> bool:
    """Whether two trees are equal apart from their positions in the source.

    >>> from excover.source import Source
    >>> from excover.syntax.expr import Name, Text
    >>> here, there = (Span(Source(name, "n"), 0, 1) for name in ("here.xc", "there.xc"))
    >>> same(Name(here, "n"), Name(there, "n")), same(Name(here, "n"), Text(there, "n"))
    (True, False)
    """
    pairs = [(one, other)]
    while pairs:  # chains such as `1 + 1 + ..` are deep, so there is no recursion
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
