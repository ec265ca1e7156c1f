"""The nodes of the core form: names, loops over rows of values, drawings of boards and tables.

>>> from excover.language.syntax import phrases
>>> phrases.loop(loop_over(["r", "c"], [(1, 1), (1, 2)]))
'for r in {1}, c in 1..2'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, product
from math import prod

from excover.base.names import ItemName, OrderedSet, Symbol, Value
from excover.base.source import Source, Span
from excover.language.expressions.reduce import (
    NOWHERE,
    Unwritable,
    literal,
    number,
    set_of,
)
from excover.language.expressions.scope import TableValue, Times, UnitBounds
from excover.language.meaning.puzzle import Aim, Board
from excover.language.syntax import ast
from excover.lattices import Cell, default_lattice

Row = tuple[Value, ...]


def name_node(name: str) -> ast.Name:
    return ast.Name(NOWHERE, name)


def product_sets(keys: Sequence[Row]) -> list[list[Value]] | None:
    """The sets whose combinations are the keys, in order; None if there are no such sets."""
    sets = [list(dict.fromkeys(column)) for column in zip(*keys, strict=True)]
    is_product = len(keys) == prod(map(len, sets)) and list(product(*sets)) == list(keys)
    return sets if is_product else None


def demand_node(bounds: Times | UnitBounds) -> ast.Multiplicity | ast.Units | None:
    match bounds:
        case UnitBounds(low, high):
            least, most = (None if bound is None else number(bound) for bound in (low, high))
            return ast.Units(NOWHERE, least, most)
        case Times(colored=True):
            return ast.Colored(NOWHERE)
        case Times(1, 1):
            return None
        case Times(0, 1):
            return ast.AtMostOnce(NOWHERE)
        case Times(low, high):
            return ast.Bounds(NOWHERE, number(low), None if high is None else number(high))


def goal_node(aims: Iterable[Aim]) -> ast.Goal:
    return ast.Goal(NOWHERE, tuple(ast.Objective(NOWHERE, aim.direction, _ref(aim.item)) for aim in aims))


def _ref(item: ItemName | None) -> ast.Ref | None:
    if item is None:
        return None
    return ast.Ref(NOWHERE, name_node(item.family), tuple(map(literal, item.indices)))


def loop_over(names: Sequence[str], rows: Sequence[Row]) -> ast.Loop:
    """A loop through the rows; through combinations of sets if the rows are that."""
    if not names:
        return ast.Loop(NOWHERE, (), None if rows else literal(False))
    sets = [list(dict.fromkeys(column)) for column in zip(*rows, strict=True)] or [[] for _ in names]
    if len(rows) != prod(map(len, sets)) or list(product(*sets)) != list(rows):
        return ast.Loop(NOWHERE, (binder_over(names, literal(OrderedSet(rows)), is_tuple=True),), None)
    pairs = groupby(zip(names, sets, strict=True), key=lambda pair: pair[1])
    binders = (binder_over([name for name, _ in group], set_of(members)) for members, group in pairs)
    return ast.Loop(NOWHERE, tuple(binders), None)


def binder_over(names: Sequence[str], domain: ast.Expr, is_tuple: bool = False) -> ast.Binder:
    groups = [names] if is_tuple else [[name] for name in names]
    patterns = tuple(ast.Pattern(NOWHERE, tuple(map(name_node, group)), is_tuple) for group in groups)
    return ast.Binder(NOWHERE, patterns, domain)


def is_one_of(names: Sequence[str], rows: Sequence[Row]) -> ast.Expr:
    """The condition that one or more names form one of the rows."""
    if len(names) == 1:
        return ast.Comparison(NOWHERE, name_node(names[0]), (("in", set_of(value for (value,) in rows)),))
    values = ast.Tuple(NOWHERE, tuple(map(name_node, names)))
    return ast.Comparison(NOWHERE, values, (("in", literal(OrderedSet(rows))),))


def comes_to_something(covered: ast.Covered) -> bool:
    condition = covered.loop.where if isinstance(covered, ast.CoverEach) else covered.condition
    return condition is None or not ast.same(condition, literal(False))


def equal_to(name: str, value: Value) -> ast.Expr:
    return ast.Comparison(NOWHERE, name_node(name), (("=", literal(value)),))


def drawing_of(lines: Iterable[str]) -> ast.Drawing:
    sources = (Source("<made>", line) for line in lines)
    return ast.Drawing(NOWHERE, tuple(Span(source, 0, len(source.text)) for source in sources))


def board_node(board: Board) -> ast.BoardStatement:
    """The board as a drawing. Open and glued sides only matter for placing pieces."""
    wall = "#" if board.lattice.plain else " "
    marks = dict.fromkeys(board.cells, ".") | dict.fromkeys(board.optional, "?")
    apart = not board.optional.isdisjoint(board.labels)
    lines = _lines_of(board, marks if apart else marks | dict(board.labels), wall)
    labels = drawing_of(_lines_of(board, board.labels, ".")) if apart else None
    usual = board.lattice is default_lattice(not board.flat)
    lattice = None if usual else name_node(board.lattice.name)
    name = name_node(board.name)
    return ast.BoardStatement(NOWHERE, name, lattice, (), (), None, drawing_of(lines), (), labels)


def _lines_of(board: Board, marks: Mapping[Cell, str], nothing: str) -> Iterator[str]:
    layers, rows, columns = board.extent
    for row in range(rows):
        yield "||".join(
            "|".join(
                "".join(marks.get((layer, row, column), nothing) for column in range(columns))
                for layer in block
            )
            for block in board.lattice.blocks(layers)
        )


def table_lines(table: TableValue) -> list[str]:
    """The columns and the records, with bars between fields. Raises Unwritable."""
    columns = [[record.fields[column] for record in table.records.values()] for column in table.columns]
    starred = [bool(column) and all(isinstance(value, OrderedSet) for value in column) for column in columns]
    heads = [name + "*" * star for name, star in zip(table.columns, starred, strict=True)]
    shown = [[head, *map(_field, column)] for head, column in zip(heads, columns, strict=True)]
    widths = [max(map(len, column)) for column in shown]
    if len(shown) == 1:
        if any(not field or " " in field for field in shown[0]):
            raise Unwritable(f"the table `{table.name}` cannot be drawn: it has one column, with blanks")
        return shown[0]
    rows = zip(*shown, strict=True)
    return [" | ".join(map(str.ljust, row, widths)).rstrip() + ("" if row[-1] else " |") for row in rows]


def fields_of(table: TableValue) -> Iterator[Value]:
    for record in table.records.values():
        for value in record.fields.values():
            yield from value if isinstance(value, OrderedSet) else (value,)


def _field(value: Value) -> str:
    if isinstance(value, OrderedSet):
        return ",".join(map(_field, value))
    text = value.name if isinstance(value, Symbol) else str(value)
    if set(text) & set("|\n\r"):
        raise Unwritable(f"the field {text!r} of a table cannot be drawn: it has a bar or a line break")
    return text
