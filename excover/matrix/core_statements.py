"""Statements of the core form: rules, forbidden options and clues, and options that a program listed.

Rules speak of all options, also of those that others exclude. So a description with rules is written with all
of its options, and what excludes some of them is written behind: `forbid`, `require`, and what clues leave
out and demand.

Options that a program listed become one `option` statement: the items are looked up by the arguments.

option fly((x1, x2) in {("A", 1), ("A", 2), ("B", 2)})
  covers crew[x2], (leg[i1] for (a1, i1) in {("A", 10), ("A", 11), ("B", 10)} where a1 = x1)
  cost min(k for (a1, a2, k) in {("A", 1, 40), ("A", 2, 50), ("B", 2, 60)} where a1 = x1 and a2 = x2)

As every option tries all rows, these have only one of the arguments if that is enough, and numbers of parts
of an argument instead of colors if these are such parts, as those of tiles are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple, cast

from excover.base.names import GIVEN, HIDDEN, OptionName, OrderedSet, Value
from excover.language.expressions.reduce import NOWHERE, Meanings, Reducer, fresh, literal, number
from excover.language.expressions.scope import ItemFamily
from excover.language.meaning.listing import FlatRows, Listing
from excover.language.meaning.puzzle import Board, Placing, Puzzle, argument_names
from excover.language.syntax import ast
from excover.language.syntax.statements.board import MAY_STAY_EMPTY
from excover.lattices import Cell, default_lattice
from excover.lattices.gluing import Gluing
from excover.matrix.compiled import Compiled
from excover.matrix.core_nodes import Row, binder_over, drawing_of, loop_over, name_node, naming


def is_ruled(puzzle: Puzzle) -> bool:
    """Whether its options are not all of its meaning."""
    families = (*puzzle.families, *puzzle.resources)
    statements = (each.statement if isinstance(each, Listing) else each for each in puzzle.sources)
    return (
        bool(puzzle.conditions or puzzle.global_constraints)
        or any(family.excess for family in families)
        or any(isinstance(each, ast.Option) and each.most for each in statements)
    )


def decision_or_option(option: ast.Option) -> ast.Statement:
    """An option that covers nothing is a decision for yes or no."""
    return option if option.covers else ast.Choose(NOWHERE, option.name, option.loop, None)


def several_times(arguments: Sequence[str], rows: Iterable[Row]) -> tuple[ast.Loop, ast.Expr]:
    """The loop of an option that may be chosen several times, and how often. The last value of each row is
    that.
    """
    most: dict[Row, int] = {}
    for *row, times in rows:
        most[tuple(row)] = max(cast(int, times), most.get(tuple(row), 0))
    loop = loop_over(arguments, list(most))
    if len(set(most.values())) < 2:
        return loop, number(max(most.values(), default=1))
    bound = [fresh(f"a{place}", arguments) for place in range(1, len(arguments) + 1)]
    times = fresh("k", arguments)
    table = literal(OrderedSet((*row, often) for row, often in most.items()))
    equal = [
        ast.Comparison(NOWHERE, name_node(own), (("=", name_node(name)),))
        for own, name in zip(bound, arguments, strict=True)
    ]
    where = equal[0] if len(equal) == 1 else ast.Logical(NOWHERE, "and", tuple(equal))
    looked_up = ast.Loop(NOWHERE, (binder_over([*bound, times], table, is_tuple=True),), where)
    return loop, ast.Aggregate(NOWHERE, name_node("max"), name_node(times), looked_up)


class RuleWriter:
    """Writes what excludes options. ``reducer`` substitutes all that is known."""

    def __init__(self, puzzle: Puzzle, reducer: Reducer) -> None:
        self._puzzle, self._reducer = puzzle, reducer
        self._arguments = dict(map(argument_names, puzzle.sources))
        self._pieces = {each.shapes.name for each in puzzle.sources if isinstance(each, Placing)}

    def statements(self, full: Compiled, compiled: Compiled) -> Iterator[ast.Statement]:
        """``full`` is the description without its clues."""
        for statement in self._puzzle.removing:
            with naming(statement.span):
                yield self._removing(statement)
        for rule in (*self._puzzle.global_constraints, *self._puzzle.conditions):
            with naming(rule.span):
                yield self._condition(rule) if isinstance(rule, ast.RequireThat) else self._whole(rule)
        yield from self._excluded(full, compiled)
        yield from self._demanded(full, compiled)

    def _loop(self, loop: ast.Loop | None) -> tuple[ast.Loop | None, Meanings]:
        return (None, {}) if loop is None else self._reducer.loop(loop, {})

    def _removing(self, statement: ast.Removing) -> ast.Removing:
        loop, known = self._loop(statement.loop)
        arguments = tuple(self._reducer.reduced(each, known) for each in statement.option.arguments)
        option = ast.OptionRef(NOWHERE, statement.option.name, arguments)
        return statement.replaced(option=option, loop=loop)

    def _condition(self, rule: ast.RequireThat) -> ast.RequireThat:
        loop, known = self._loop(rule.loop)
        price = None if rule.price is None else self._reducer.reduced(rule.price, known)
        return ast.RequireThat(NOWHERE, self._reducer.reduced(rule.condition, known), loop, price, rule.each)

    def _whole(self, rule: ast.RequireConnected | ast.RequireLoop) -> ast.Statement:
        """A rule about all options of a family; those of pieces have names for their arguments, too."""
        name = rule.option.name
        names = [each.id for each in rule.option.arguments if isinstance(each, ast.Name)]
        per = rule.per if isinstance(rule, ast.RequireConnected) else None
        if per is not None and name.id in self._pieces:
            names = self._arguments[name.id]
        meanings = self._reducer.renamed(names, {})

        def reduced(expr: ast.Expr | None) -> ast.Expr | None:
            return None if expr is None else self._reducer.reduced(expr, meanings)

        made = rule.replaced(
            option=ast.OptionRef(NOWHERE, name, tuple(meanings[each] for each in names)),
            where=reduced(rule.where),
            place=reduced(rule.place),
        )
        if isinstance(made, ast.RequireAreas):
            loop, known = self._loop(made.loop)
            ends = meanings if made.start is None else known
            start = None if made.start is None else self._reducer.reduced(made.start, ends)
            made = made.replaced(how_many=self._reducer.reduced(made.how_many, ends), start=start, loop=loop)
        if isinstance(made, ast.RequirePaths) and not (
            isinstance(made.between, ast.Name) and made.between.id in self._reducer.kept
        ):
            made = made.replaced(between=self._reducer.reduced(made.between, {}))
        if isinstance(made, ast.RequireConnected):
            along = None if made.along is None else self._reducer.reduced(made.along, {})
            return made.replaced(along=along, per=reduced(per))
        return made

    def _excluded(self, full: Compiled, compiled: Compiled) -> Iterator[ast.RequireThat]:
        """What clues leave out, a rule for each family: what is forbidden could not be named by others."""
        left = set(compiled.matrix.options)
        lost: dict[str, list[Row]] = {}
        for name in full.matrix.options:
            if name not in left and name.family != HIDDEN:
                lost.setdefault(name.family, []).append(name.arguments)
        for family, rows in lost.items():
            names = [f"a{place}" for place in range(1, len(rows[0]) + 1)]
            chosen = ast.Call(NOWHERE, name_node(family), tuple(map(name_node, names)))
            loop = loop_over(names, rows) if names else None
            yield ast.RequireThat(NOWHERE, ast.Not(NOWHERE, chosen), loop, None)

    def _demanded(self, full: Compiled, compiled: Compiled) -> Iterator[ast.Statement]:
        """What clues demand: one of some options. Each is demanded once."""
        names, told = compiled.matrix.options, set[tuple[OptionName, ...]]()
        for item, columns in enumerate(compiled.matrix.columns):
            options = tuple(names[option] for option in columns)
            is_given = compiled.matrix.items[item].family == GIVEN
            if not is_given and (item >= len(full.matrix.items) or not _is_left(full, item, options)):
                continue
            if options and compiled.matrix.lower[item] and options not in told:
                told.add(options)
                yield _one_of(options)


def _is_left(full: Compiled, item: int, options: tuple[OptionName, ...]) -> bool:
    """Whether clues exclude all hidden options of an item, which cannot be named."""
    were = [full.matrix.options[option].family == HIDDEN for option in full.matrix.columns[item]]
    return any(were) and not any(name.family == HIDDEN for name in options)


def _one_of(options: tuple[OptionName, ...]) -> ast.Statement:
    calls = [
        ast.Call(NOWHERE, name_node(name.family), tuple(map(literal, name.arguments))) for name in options
    ]
    if len(calls) == 1:
        return ast.GivenOptions(
            NOWHERE, (ast.OptionRef(NOWHERE, calls[0].function, calls[0].arguments),), None
        )
    return ast.RequireThat(NOWHERE, ast.Logical(NOWHERE, "or", tuple(calls)), None, None)


Arguments = tuple[Value, ...]


class _Entry(NamedTuple):
    """An item that an option covers: the option's arguments, the item's index, and its color or amount."""

    arguments: Arguments
    key: Arguments
    value: Value | None


def listed_option(
    listing: Listing, families: Sequence[ItemFamily], resources: Sequence[ItemFamily], taken: Collection[str]
) -> ast.Option:
    """A statement with the same options in the same order, each with its items in the same order.

    ``resources`` are the items in units; names in ``taken`` have a meaning.
    """
    options = [name.arguments for name in listing.names]
    writer = _Writer([name.id for name in listing.statement.loop.names], options, taken)
    items = _runs(listing.names, listing.rows, listing.colors, listing.first, families)
    sums: _Runs = {}
    if listing.sums:
        sums = _runs(listing.names, listing.sums.rows, listing.sums.amounts, listing.sums.first, resources)
    covers = tuple(writer.covered(*run) for run in (*items.values(), *sums.values()))
    return listing.statement.replaced(covers=covers, cost=writer.cost(listing))


_Runs = dict[tuple[int, str], tuple[ItemFamily, list[_Entry]]]


def _runs(
    names: Iterable[OptionName],
    rows: FlatRows,
    values: Sequence[Value | None] | None,
    first: Mapping[str, int],
    families: Sequence[ItemFamily],
) -> _Runs:
    """The entries by family, and by how many other families an option changed between before.

    So a statement that covers one run after the other gives each option its items in their order.
    """
    ordered = sorted(
        ((first[family.name], family) for family in families if family.name in first and family.keys),
        key=itemgetter(0),
    )
    begins = [begin for begin, _ in ordered]
    found: _Runs = {}
    each: Iterator[Value | None] = iter(values or [None] * len(rows.entries))
    for name, row in zip(names, rows, strict=True):
        items = [(ordered[bisect_right(begins, item) - 1], item) for item in row]
        for run, (family, group) in enumerate(groupby(items, key=lambda pair: pair[0][1])):
            _, entries = found.setdefault((run, family.name), (family, []))
            for (begin, _), item in group:
                entries.append(_Entry(name.arguments, family.keys[item - begin], next(each)))
    return dict(sorted(found.items(), key=lambda pair: pair[0][0]))


class _Writer:
    """Expressions over the arguments of options. Other names that it binds hide none that has a meaning."""

    def __init__(self, names: Sequence[str], options: Sequence[Arguments], taken: Collection[str]) -> None:
        self.names = names
        self.options = options
        self._taken = {*taken, *names}

    def covered(self, family: ItemFamily, entries: Sequence[_Entry]) -> ast.Covered:
        is_colored = family.is_colored
        has_value = is_colored or family.units is not None
        columns = [[entry.key[place] for entry in entries] for place in range(family.arity)]
        columns += [[entry.value for entry in entries]] if has_value else []
        every = len(self.options)
        once = len(entries) == every and len({entry.arguments for entry in entries}) == every
        direct = [self._direct(entries, column) for column in columns] if once and not is_colored else [None]
        if None not in direct:
            return _item(family, [expr for expr in direct if expr is not None])
        wanted = [self._fresh(f"i{place}") for place in range(1, family.arity + 1)]
        exprs: list[ast.Expr] = list(map(name_node, wanted))
        if has_value:
            wanted.append(self._fresh("k"))
            argument, entries = self._as_parts(entries) if is_colored else (None, entries)
            value = name_node(wanted[-1])
            exprs.append(value if argument is None else ast.Index(NOWHERE, name_node(argument), (value,)))
        rows = [(each.arguments, (*each.key, *([each.value] if has_value else []))) for each in entries]
        return ast.CoverEach(NOWHERE, (_item(family, exprs),), self._looked_up(wanted, rows))

    def _as_parts(self, entries: Sequence[_Entry]) -> tuple[str | None, Sequence[_Entry]]:
        """An argument of whose parts the colors are, with the number of the part as the value of each entry;
        None, and the same entries, if there is no such argument. The numbers depend on the item and the other
        arguments only.
        """
        for place, name in enumerate(self.names):
            others = [(*each.arguments[:place], *each.arguments[place + 1 :], each.key) for each in entries]
            numbers: dict[Arguments, set[int]] = {}
            for other, each in zip(others, entries, strict=True):
                equal = _parts_equal(each.arguments[place], each.value)
                numbers[other] = numbers[other] & equal if other in numbers else equal
            if entries and all(numbers.values()):
                least = {other: min(each) for other, each in numbers.items()}
                return name, [
                    each._replace(value=least[other]) for other, each in zip(others, entries, strict=True)
                ]
        return None, entries

    def _direct(self, entries: Sequence[_Entry], column: Sequence[Value | None]) -> ast.Expr | None:
        """The argument, or the value, that a column always is; None if it must be looked up."""
        for argument, name in enumerate(self.names):
            if all(value == entry.arguments[argument] for value, entry in zip(column, entries, strict=True)):
                return name_node(name)
        values = {*column}
        return literal(values.pop()) if len(values) == 1 else None

    def cost(self, listing: Listing) -> ast.Expr | None:
        if listing.costs is None:
            return None
        if len(set(listing.costs)) < 2:
            return number(max(listing.costs, default=0))
        rows = [(arguments, (cost,)) for arguments, cost in zip(self.options, listing.costs, strict=True)]
        price = self._fresh("k")
        return ast.Aggregate(NOWHERE, name_node("min"), name_node(price), self._looked_up([price], rows))

    def _looked_up(self, wanted: Sequence[str], rows: Sequence[tuple[Arguments, Arguments]]) -> ast.Loop:
        """A loop that binds ``wanted`` to what the rows have for the arguments of an option."""
        places = self._deciding(rows)
        arguments = [self._fresh(f"a{place + 1}") for place in places]
        bound = [*arguments, *wanted]
        several = len(bound) > 1
        joined = ((*map(given.__getitem__, places), *found) for given, found in rows)
        members = OrderedSet(joined if several else (row[0] for row in joined))
        equal = [
            ast.Comparison(NOWHERE, name_node(bound), (("=", name_node(self.names[place])),))
            for bound, place in zip(arguments, places, strict=True)
        ]
        where = ast.Logical(NOWHERE, "and", tuple(equal)) if len(equal) > 1 else equal[0] if equal else None
        return ast.Loop(NOWHERE, (binder_over(bound, literal(members), is_tuple=several),), where)

    def _deciding(self, rows: Sequence[tuple[Arguments, Arguments]]) -> Sequence[int]:
        """The place of an argument that decides what an option finds in the rows; else those of all."""
        found: dict[Arguments, list[Arguments]] = {arguments: [] for arguments in self.options}
        for arguments, values in rows:
            found[arguments].append(values)
        every = range(len(self.names))
        for place in every:
            known: dict[Value, list[Arguments]] = {}
            if all(known.setdefault(each[place], values) == values for each, values in found.items()):
                return (place,)
        return every

    def _fresh(self, name: str) -> str:
        return fresh(name, self._taken)


def _parts_equal(value: Value, part: Value | None) -> set[int]:
    """The numbers of the parts of a tuple that have a value, counted from 1."""
    parts = value if isinstance(value, tuple) else ()
    return {number for number, each in enumerate(parts, 1) if each == part}


def _item(family: ItemFamily, exprs: Sequence[ast.Expr]) -> ast.CoveredItem:
    """An item with its index, and behind that its color or its amount."""
    ref = ast.Ref(NOWHERE, name_node(family.name), tuple(exprs[: family.arity]))
    value = exprs[family.arity] if len(exprs) > family.arity else None
    if family.units is None:
        return ast.CoveredItem(NOWHERE, ref, value, None)
    return ast.CoveredItem(NOWHERE, ref, None, None, value)


# Boards as statements again, with their labels.


def is_on_board(statement: ast.Statement) -> bool:
    """Whether it is about cells that hang together, if there is a board."""
    return isinstance(statement, ast.RequireConnected) and not statement.joining and statement.along is None


def board_node(board: Board) -> ast.BoardStatement:
    """The board as a drawing; with glued sides, by its size. Open sides only matter for placing pieces."""
    if board.gluing:
        return _glued(board, board.gluing)
    wall = "#" if board.lattice.plain else " "
    marks = dict.fromkeys(board.cells, ".") | dict.fromkeys(board.optional, "?")
    apart = not board.optional.isdisjoint(board.labels)
    lines = _lines_of(board, marks if apart else marks | dict(board.labels), wall)
    labels = drawing_of(_lines_of(board, board.labels, ".")) if apart else None
    usual = board.lattice is default_lattice(not board.flat)
    lattice = None if usual else name_node(board.lattice.name)
    name = name_node(board.name)
    return ast.BoardStatement(NOWHERE, name, lattice, (), (), None, drawing_of(lines), (), labels)


def _glued(board: Board, gluing: Gluing) -> ast.BoardStatement:
    _, columns = gluing.counts
    rows = len(board.cells) // len(list(board.lattice.box(1, 1, columns)))
    sizes = (ast.Number(NOWHERE, rows), ast.Number(NOWHERE, columns))
    flags = (*sorted(board.flags), *[MAY_STAY_EMPTY] * bool(board.optional))
    labels = drawing_of(_lines_of(board, board.labels, ".")) if board.labels else None
    shift = ast.Number(NOWHERE, gluing.turn) if gluing.turn else None
    lattice = None if board.lattice is default_lattice(False) else name_node(board.lattice.name)
    stated = (name_node(board.name), lattice, sizes, flags, None, None, (), labels)
    return ast.BoardStatement(NOWHERE, *stated, shift=shift)


def with_labels(
    statements: Sequence[ast.Statement], used: Set[str], boards: Iterable[Board], fresh: Callable[[str], str]
) -> Iterator[ast.Statement]:
    """The statements, with the labels that are used; those of a board that became a family of items stand on
    a map of its size.
    """
    drawn = {each.name.id for each in statements if isinstance(each, ast.BoardStatement)}
    for board in boards:
        if (labels := _named_labels(board, used)) and board.name not in drawn:
            sizes = tuple(ast.Number(NOWHERE, size) for size in board.sizes)
            name, flags = name_node(fresh(board.name)), (MAY_STAY_EMPTY,)
            yield ast.BoardStatement(NOWHERE, name, None, sizes, flags, None, None, (), None, labels)
    by_name = {board.name: _named_labels(board, used) for board in boards}
    for each in statements:
        if isinstance(each, ast.BoardStatement):
            each = each.replaced(named_labels=by_name[each.name.id])
        yield each


def _named_labels(board: Board, used: Set[str]) -> tuple[ast.NamedLabels, ...]:
    stated = board.origin.named_labels if board.origin else ()
    return tuple(labels for labels in stated if labels.head.name.id in used)


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
