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
class _Frozen:
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
        return type(self) is type(other) and isinstance(other, _Frozen) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash((type(self), self.parts))

    def __repr__(self) -> str:
        fields = zip(self.__match_args__, self.parts, strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in fields)})"


class Node(_Frozen):
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
