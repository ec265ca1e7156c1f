"""The syntax tree: what a description says, before anything is known about its names.

Every node knows the text it was read from. The text form and every other form give the same tree.

>>> from excover.source import Source, Span
>>> here = Span(Source("x.xc", "row[r]"), 0, 6)
>>> Ref(here, Name(here.part(0, 3), "row"), (Name(here.part(4), "r"),)).name.id
'row'
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TypeAlias

from excover.source import Span
from excover.syntax.node import Node as Node

# Expressions


class Number(Node):
    value: int


class Text(Node):
    value: str


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
    """``and`` or ``or`` of two and more conditions, evaluated from the left only as far as needed."""

    operator: str
    operands: tuple[Expr, ...]


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


class Aggregate(Node):
    """``function(value for x in S where condition)``"""

    function: Name
    value: Expr
    loop: Loop


Expr: TypeAlias = (
    Number
    | Text
    | Name
    | Tuple
    | Set
    | Each
    | Interval
    | Negation
    | Binary
    | Comparison
    | Not
    | Logical
    | Conditional
    | Index
    | Field
    | Call
    | Aggregate
)


class Pattern(Node):
    """A name, or several that take a tuple apart."""

    transparent = True

    names: tuple[Name, ...]
    is_tuple: bool

    def expressions(self) -> Iterator[Node]:
        """None: its names are bound here, not used."""
        return iter(())


class Binder(Node):
    """``r, c in 1..n``: every pattern runs through the domain by itself."""

    transparent = True

    patterns: tuple[Pattern, ...]
    domain: Expr


class Loop(Node):
    transparent = True

    binders: tuple[Binder, ...]
    where: Expr | None

    @property
    def names(self) -> list[Name]:
        """The names it binds, in order; for an option they are its arguments."""
        return [name for binder in self.binders for pattern in binder.patterns for name in pattern.names]


# Statements


class Puzzle(Node):
    title: Text


class Import(Node):
    """Of a shipped description by its name, or of a file by its path; ``prefix`` goes before its names."""

    library: Name | Text
    prefix: Name | None


class Param(Node):
    name: Name
    value: Expr
    domain: Expr | None


class Let(Node):
    name: Name
    value: Expr


class Enum(Node):
    name: Name
    symbols: tuple[Name, ...]


class Table(Node):
    """Records from a drawing whose first line names the columns, or from a CSV file."""

    name: Name
    origin: Drawing | Text


class Def(Node):
    name: Name
    parameters: tuple[Name, ...]
    body: Expr


class Family(Node):
    """``row[S, T]``: one item for every combination of the members of its index sets."""

    name: Name
    index: tuple[Expr, ...]


class Bounds(Node):
    """How often an item is covered; without ``upper`` any number of times."""

    lower: Expr
    upper: Expr | None


class AtMostOnce(Node):
    """A secondary item."""


class Colored(Node):
    """A secondary item that any number of options may share as long as they agree on its color."""


Multiplicity: TypeAlias = Bounds | AtMostOnce | Colored


class Items(Node):
    """Without ``multiplicity`` exactly once."""

    families: tuple[Family, ...]
    multiplicity: Multiplicity | None


class Ref(Node):
    """``row[r]`` where an option covers it."""

    name: Name
    index: tuple[Expr, ...]


class Cover(Node):
    """``ref = color if condition``"""

    ref: Ref
    color: Expr | None
    condition: Expr | None


class CoverEach(Node):
    """``(row[r], column[c] for r, c in S where ..)``"""

    covers: tuple[Covered, ...]
    loop: Loop


Covered: TypeAlias = Cover | CoverEach


class Option(Node):
    """``optional``: chosen or not where nothing demands it; ``distinct``: merged where it covers the same."""

    name: Name
    loop: Loop
    covers: tuple[Covered, ...]
    cost: Expr | None
    optional: bool
    distinct: bool


class Drawing(Node):
    """The lines of a drawing, each from behind its first bar to the end of the line."""

    lines: tuple[Span, ...]


class Meaning(Node):
    """A line of a legend: what a character of a drawing means."""

    character: Text
    meaning: Name


class Board(Node):
    """Drawn, or given by its sizes: rows and columns, or layers, rows and columns.

    ``lattice`` is empty where nothing is said. Flags are ``below``, ``above`` (open sides), ``torus`` and
    ``cylinder``.
    """

    name: Name
    lattice: str
    sizes: tuple[Expr, ...]
    flags: tuple[str, ...]
    drawing: Drawing | None
    legend: tuple[Meaning, ...]


class Shapes(Node):
    name: Name
    lattice: str
    drawing: Drawing
    legend: tuple[Meaning, ...]


class Place(Node):
    group: str
    shapes: Name
    board: Name
    each: Multiplicity | None
    at_least: Expr | None
    where: Expr | None


class Unit(Node):
    """What a value stands in once: ``row``, ``column``, ``label`` or ``block`` (with rows and columns)."""

    kind: str
    sizes: tuple[int, ...]


class Fill(Node):
    board: Name
    values: Expr
    units: tuple[Unit, ...]


class OptionRef(Node):
    """``queen(1, 5)`` where an option is meant, not made."""

    name: Name
    arguments: tuple[Expr, ...]


class GivenOptions(Node):
    options: tuple[OptionRef, ...]


class GivenDrawing(Node):
    drawing: Drawing


class GivenColor(Node):
    """``given letter[1, 1] = c``, for every binding of the loop."""

    item: Ref
    color: Expr
    loop: Loop | None


class Forbid(Node):
    option: OptionRef
    loop: Loop | None


class Motion(Node):
    """``queen(r, c) -> queen(c, r)``: the names on the left are bound to an option's arguments."""

    source: OptionRef
    image: OptionRef


class Symmetry(Node):
    """A generator of the symmetry group; options that no motion names stay where they are."""

    motions: tuple[Motion, ...]


class Draw(Node):
    """``color``: the one in which its marks are seen, which has nothing to do with the colors of items."""

    option: OptionRef
    position: Expr
    mark: Expr | None
    color: Expr | None


class DrawItem(Node):
    """Draws the color of an item."""

    item: Ref
    position: Expr


class DrawMark(Node):
    """``draw as p color hue(p) for p in piece``: the color in which marks are seen, whatever draws them."""

    mark: Expr
    color: Expr
    loop: Loop | None


class Goal(Node):
    """``minimize`` or ``maximize`` the total cost."""

    direction: str


class Setting(Node):
    name: Name
    value: Expr


class Expect(Node):
    """``expect solutions = 92 when n = 8``; the subject is solutions, options, items or cost."""

    subject: str
    up_to_symmetry: bool
    operator: str
    value: Expr
    settings: tuple[Setting, ...]


Statement: TypeAlias = (
    Puzzle
    | Import
    | Param
    | Let
    | Enum
    | Table
    | Def
    | Items
    | Option
    | Board
    | Shapes
    | Place
    | Fill
    | GivenOptions
    | GivenDrawing
    | GivenColor
    | Forbid
    | Symmetry
    | Draw
    | DrawItem
    | DrawMark
    | Goal
    | Expect
)


class Spec(Node):
    statements: tuple[Statement, ...]


def same(one: object, other: object) -> bool:
    """Are two trees equal but for where they were read from?

    >>> from excover.source import Source
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
