"""The nodes of the core form: names, loops over rows of values, drawings of boards and tables.

>>> from excover.language.syntax import phrases
>>> phrases.loop(loop_over(["r", "c"], [(1, 1), (1, 2)]))
'for r in {1}, c in 1..2'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby, product
from math import prod
from typing import NamedTuple, cast

from excover.base.diagnostics import SpecError
from excover.base.names import GIVEN, HIDDEN, ItemName, OrderedSet, Symbol, Value
from excover.base.source import Source, Span
from excover.language import messages
from excover.language.expressions.library import PLACES
from excover.language.expressions.reduce import NOWHERE, Unwritable, literal, number, set_of
from excover.language.expressions.scope import Constant, ItemFamily, Scope, TableValue, Times, UnitBounds
from excover.language.meaning.items import no_cell_of
from excover.language.meaning.objectives import EXTREMES
from excover.language.meaning.puzzle import Board, Bottleneck, Objective, Placing, Puzzle
from excover.language.syntax import ast
from excover.language.syntax.grammar import keywords
from excover.language.syntax.nodes import Node, nodes_within
from excover.lattices import Cell, DeclaredLattice, extent
from excover.lattices.lattice import plus
from excover.matrix.compiled import Compiled

Row = tuple[Value, ...]


@contextmanager
def naming(span: Span) -> Iterator[None]:
    """Raises SpecError with the place of a statement that cannot be written."""
    try:
        yield
    except Unwritable as wrong:
        raise SpecError(messages.NotWritable(span, str(wrong))) from None


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


def items_node(
    name: str, index: tuple[ast.Expr, ...], bounds: Times | UnitBounds, over: int | None = None
) -> ast.Items:
    price = None if over is None else number(over)
    return ast.Items(NOWHERE, (ast.Family(NOWHERE, name_node(name), index, demand_node(bounds), price),))


def goal_node(objectives: Iterable[Objective], parts: Mapping[str, Sequence[FamilyPart]]) -> ast.Goal:
    """Raises Unwritable for a goal of a solution."""

    def term(goal: Objective) -> ast.GoalTerm:
        refs = tuple(_part_of(item, parts) for item in goal.items)
        extreme = ast.Extreme(NOWHERE, name_node(EXTREMES[goal.direction]), refs, None)
        item = extreme if isinstance(goal.item, Bottleneck) else next(iter(refs), None)
        return ast.GoalTerm(NOWHERE, goal.direction, item)

    return ast.Goal(NOWHERE, tuple(map(term, objectives)))


def _part_of(item: ItemName, parts: Mapping[str, Sequence[FamilyPart]]) -> ast.Ref:
    """The same item under the name of its part."""
    if item.family not in parts:  # the changes of `Problem.near`
        raise Unwritable(f"the goal `{item.family}` is of a solution, not of the description")
    for part in parts[item.family]:
        if item.indices in part.keys:
            item = ItemName(part.name, item.indices if part.sets is not None else (item.indices,))
            break
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


class Added(NamedTuple):
    """Items that belong to no family of the description, and the options that cover each, by family."""

    name: str
    bounds: Times
    covered: list[dict[str, list[Row]]]


def hiding_holes(board: Board) -> ast.Draw:
    """That the options which leave cells empty are not drawn."""
    ref = ast.OptionRef(NOWHERE, name_node(no_cell_of(board.name)), (name_node("cell"),))
    return ast.Draw(NOWHERE, ref, ast.Set(NOWHERE, ()), None, None)


def note_on_symmetries(puzzle: Puzzle) -> str:
    """A comment for the head of the core form of a puzzle that may have symmetries; otherwise empty."""
    if not puzzle.boards and not puzzle.symmetries:
        return ""
    return (
        "# Symmetries of boards and of `symmetry` statements are not written here: "
        "count up to symmetry by the description.\n"
    )


def with_writable_names(spec: ast.Spec) -> ast.Spec:
    """Names that a model may have, and a text may not, since they are words of the language, end with `_`."""
    names = {node.id for node in nodes_within(spec) if isinstance(node, ast.Name)}
    new: dict[str, str] = {}
    for name in sorted(names & keywords()):
        new[name] = f"{name}_"
        while new[name] in names:
            new[name] += "_"
    return cast(ast.Spec, _renamed(spec, new)) if new else spec


def _renamed(part: object, new: Mapping[str, str]) -> object:
    match part:
        case ast.Name(id=name):
            return part.replaced(id=new.get(name, name))
        case Node():
            fields = zip(part.__match_args__, part.parts, strict=True)
            return part.replaced(**{field: _renamed(each, new) for field, each in fields})
        case tuple():
            return tuple(_renamed(each, new) for each in part)
        case _:
            return part


def names_used(statements: Iterable[ast.Statement]) -> set[str]:
    """What statements mention, but boards, which mention their own labels."""
    others = (each for each in statements if not isinstance(each, ast.BoardStatement))
    return {name for statement in others for name in statement.mentioned}


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


def values_used(scope: Scope, used: set[str]) -> Iterator[ast.Statement]:
    """The tables that are named, and the symbols that are named or in such a table."""
    symbols: list[str] = []
    tables = [table for name in scope if isinstance(table := scope[name], TableValue) and name in used]
    used |= {value.name for table in tables for value in fields_of(table) if isinstance(value, Symbol)}
    for definition in map(scope.__getitem__, scope):
        match definition:
            case Constant(name, _, Symbol(symbol)) if name == symbol:
                symbols.append(symbol)
            case Constant(name, _, OrderedSet() as value) if symbols and [*value] == [*map(Symbol, symbols)]:
                if not used.isdisjoint(symbols):
                    yield ast.Enum(NOWHERE, name_node(name), tuple(map(name_node, symbols)))
                symbols = []
            case TableValue() if definition in tables:
                yield ast.Table(NOWHERE, name_node(definition.name), drawing_of(table_lines(definition)))
            case _:
                pass


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


# Items of the matrix that belong to no family, by the options that cover them, for the core form.


def demands(compiled: Compiled) -> Iterator[list[int]]:
    """The options of each given of which one must be chosen.

    This includes a given optional option, which can no longer be skipped.
    """
    matrix = compiled.matrix
    for item, name in enumerate(matrix.items):
        if name.family in (GIVEN, HIDDEN) and matrix.lower[item]:
            options = matrix.columns[item].tolist()
            skipped = any(matrix.options[option].family == HIDDEN for option in options)
            if name.family == GIVEN or (options and not skipped):
                yield options


def crossings(compiled: Compiled) -> Iterator[list[int]]:
    """The options of each crossing that they exclude each other from."""
    matrix = compiled.matrix
    for item, name in enumerate(matrix.items):
        if name.family == HIDDEN and not matrix.lower[item]:
            yield matrix.columns[item].tolist()


# Families of items as the core form writes them: a family for each bound.


class FamilyPart(NamedTuple):
    """Items of a family with the same bounds, under a separate name.

    ``sets`` are those whose combinations are the ``keys``; None if a part of the family has no such sets:
    then the index of all parts is a tuple.
    """

    name: str
    bounds: Times | UnitBounds
    keys: list[Row]
    sets: list[list[Value]] | None
    over: int | None = None

    @property
    def domain(self) -> tuple[ast.Expr, ...]:
        return (literal(OrderedSet(self.keys)),) if self.sets is None else tuple(map(set_of, self.sets))

    def item(self, index: Sequence[ast.Expr], arity: int) -> ast.Ref:
        """An item of the family as one of this part."""
        as_tuple = self.sets is None and len(index) == arity
        exprs = (ast.Tuple(NOWHERE, tuple(index)),) if as_tuple else tuple(index)
        return ast.Ref(NOWHERE, name_node(self.name), exprs)


def whole(family: ItemFamily) -> FamilyPart:
    """A family whose items all have the same bounds."""
    keys = list(family.keys)
    bounds, over = next(iter(family.demands), (Times(1, 1), None))
    sets = product_sets(keys) if keys else [[]] * family.arity
    return FamilyPart(family.name, bounds, keys, sets, over)


def never_covered(part: FamilyPart) -> ast.CoveredItem:
    """An item of the part, under a condition that never holds."""
    key = part.keys[0]
    color = number(1) if isinstance(part.bounds, Times) and part.bounds.colored else None
    return ast.CoveredItem(NOWHERE, part.item([*map(literal, key)], len(key)), color, literal(False))


def is_family(board: Board, puzzle: Puzzle, compiled: Compiled) -> bool:
    """Whether an item family and its drawing stay the same."""
    plain = len(board.cells) == prod(board.extent) and not board.optional and not board.labels
    nodes = (each for each in (*puzzle.sources, *puzzle.additions) if isinstance(each, ast.Node))
    if puzzle.conditions or puzzle.global_constraints or any(PLACES.keys() & each.called for each in nodes):
        return False
    if len(puzzle.boards) > 1 or not plain or any(isinstance(draw, ast.DrawItem) for draw in puzzle.draws):
        return False
    drawing = {draw.option.name.id for draw in puzzle.draws if isinstance(draw, ast.Draw)}
    drawing |= {source.shapes.name for source in puzzle.sources if isinstance(source, Placing)}
    names = compiled.matrix.options
    if any(
        markings and name.family not in drawing
        for name, markings in zip(names, compiled.markings, strict=True)
    ):
        return False
    return is_filled(board, compiled)


def is_filled(board: Board, compiled: Compiled) -> bool:
    """Whether what options draw reaches from corner to corner, so that pictures are as large without it."""
    cells = {cell for markings in compiled.markings for marking in markings for cell in marking.cells}
    corners = [tuple(map(end, zip(*cells, strict=True))) for end in (min, max)] if cells else []
    return corners == [(0, 0, 0), tuple(length - 1 for length in board.extent)]


# A declared lattice as a statement again, for descriptions in which boards are only drawn.
#
# Cells, neighbors and polygons are those of the lattice; motions other than those of polygons are left out.


def lattice_node(lattice: DeclaredLattice) -> ast.LatticeStatement:
    made = lattice.defined
    layers, rows, columns = extent(made.kinds)
    kinds = frozenset(made.kinds)
    lines = (
        "|".join(
            "".join("*" if (layer, row, column) in kinds else "." for column in range(columns))
            for layer in range(layers)
        )
        for row in range(rows)
    )
    corners = angle = neighbors = None
    if made.tiling:
        angle = literal(made.tiling.angle)
        corners = _on_cells((_place(lattice, kind), polygon) for kind, polygon in made.tiling.polygons)
    else:
        neighbors = _on_cells(
            (_place(lattice, kind), OrderedSet(_place(lattice, plus(kind, way)) for way in ways))
            for kind, ways in zip(made.kinds, made.ways, strict=True)
            if ways
        )
    names = tuple(map(name_node, "lrc" if made.solid else "rc"))
    stays = ast.LatticeMotion(NOWHERE, names, ast.Tuple(NOWHERE, names))
    moves = () if made.tiling else (stays,)
    name, drawing = name_node(lattice.name), drawing_of(lines)
    return ast.LatticeStatement(NOWHERE, name, drawing, _periods(lattice), angle, corners, neighbors, moves)


def _periods(lattice: DeclaredLattice) -> tuple[ast.Period, ...]:
    made = lattice.defined
    if not made.steps:
        return ()
    first = 0 if made.solid else 1
    ways = made.tiling.steps if made.tiling else (None,) * 3
    return tuple(
        ast.Period(NOWHERE, literal(step[first:]), None if way is None else literal(way))
        for step, way in zip(made.periods.translations[first:], ways, strict=False)
    )


def _place(lattice: DeclaredLattice, cell: Cell) -> Value:
    place = tuple(number + 1 for number in cell)
    return place if lattice.solid else place[1:]


def _on_cells(stated: Iterable[tuple[Value, Value]]) -> ast.OnCells:
    entries = (ast.OnCell(NOWHERE, literal(cell), literal(value)) for cell, value in stated)
    return ast.OnCells(NOWHERE, tuple(entries), None)
