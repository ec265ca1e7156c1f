"""The nodes of what several statements contain: drawings, references and multiplicities.

>>> from excover.base.source import Source, Span
>>> from excover.language.syntax.expr import Name
>>> here = Span(Source("x.xc", "row[r]"), 0, 6)
>>> Ref(here, Name(here.part(0, 3), "row"), (Name(here.part(4), "r"),)).name.id
'row'
"""

from __future__ import annotations

from typing import TypeAlias

from excover.base.source import Span
from excover.language.syntax.expr import Expr, Name, Text
from excover.language.syntax.node import Node


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
