"""Rules, forbidden options and clues as statements of the core form.

Rules speak of all options, also of those that others exclude. So a description with rules is written with all
of its options, and what excludes some of them is written behind: `forbid`, `require`, and what clues leave
out and demand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from excover.base.names import GIVEN, HIDDEN, OptionName, OrderedSet
from excover.language.expressions.reduce import NOWHERE, Meanings, Reducer, fresh, literal, number
from excover.language.meaning.listing import Listing
from excover.language.meaning.puzzle import Placing, Puzzle, argument_names
from excover.language.syntax import ast
from excover.matrix.compiled import Compiled
from excover.matrix.core_nodes import Row, binder_over, loop_over, name_node, naming


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
