"""The core form of a description, with every shorthand written out.

It is again a description, with these statements:

- `puzzle`, and `minimize` or `maximize`;
- `item`, one family at a time, with explicit sets of indices;
- `option`, one family at a time, with an explicit set of arguments. Expressions in the arguments give the
  items that the options cover, their colors, and the costs;
- `draw`, and one `draw as` for the colors of all marks;
- `enum` and `table` if symbols or records are among the values, because nothing else makes such values;
- `optional`, because its addition to the matrix has no name in the language;
- `lattice`, for boards on one that is declared;
- `board`, as a drawing, if an item family cannot express the same: cells are missing, labelled or may stay
  empty, the lattice has gaps, there is another board, or options are drawn on it without a `draw`.

It does not contain `param`, `let`, `def`, `import`, `shapes`, `place`, `fill`, `where`, `distinct`, other
files, or `symmetry` and `expect`, which do not affect the matrix. So it has no symmetries but those of boards
that it writes: a comment notes it. Rules are written behind all else (`core_statements.py`), and so are
`forbid` and `given` of a description that has some.

    board strip 1x3                 item strip[{1}, 1..3]
    shapes bar                      item bar[{"I"}]
      |II                           option bar((p, cells) in {("I", {(1, 1), (1, 2)}),
    place free bar on strip             ("I", {(1, 2), (1, 3)})})
                                      covers bar[p], (strip[cell] for cell in cells)
                                    draw bar(p, cells) at cells as p

Reading it gives the same matrix, name by name, with four exceptions. A given that fewer options cannot
express becomes an item `clue[k]`. Where pieces of sticks may not cross is an item `crossing[k]`. A family
whose items have different bounds becomes a family for each, `ships`, `ships_2`; one whose keys are not all
combinations of some sets has a key as its only index, `gap[((1, 1), (1, 2))]`. Pieces on several boards are
drawn by the first letter of their family, because `draw` cannot name a board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import assert_never, cast

from excover.base.diagnostics import SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.names import HIDDEN, OrderedSet, Value
from excover.language import messages
from excover.language.expressions.library import PLACES
from excover.language.expressions.reduce import (
    NOWHERE,
    Meanings,
    Reducer,
    Unwritable,
    fresh,
    literal,
    number,
    set_of,
)
from excover.language.expressions.scope import ItemFamily, Times, UnitBounds
from excover.language.meaning.listing import Listing
from excover.language.meaning.puzzle import Placing, Puzzle, argument_names
from excover.language.syntax import ast
from excover.language.syntax.format import format_spec
from excover.lattices import DeclaredLattice
from excover.matrix.compiled import Compiled
from excover.matrix.core_nodes import (
    Added,
    FamilyPart,
    Row,
    binder_over,
    comes_to_something,
    crossings,
    demands,
    equal_to,
    goal_node,
    hiding_holes,
    is_family,
    is_filled,
    is_one_of,
    items_node,
    lattice_node,
    loop_over,
    name_node,
    names_used,
    naming,
    never_covered,
    note_on_symmetries,
    product_sets,
    values_used,
    whole,
    with_writable_names,
)
from excover.matrix.core_statements import (
    RuleWriter,
    board_node,
    decision_or_option,
    is_on_board,
    is_ruled,
    listed_option,
    several_times,
    with_labels,
)
from excover.matrix.expand import expand


def core(puzzle: Puzzle, compiled: Compiled, limits: Limits = DEFAULT) -> ast.Spec:
    """The core form of a puzzle, with only the options of ``compiled``.

    Raises SpecError if the language cannot express something.
    """
    first = next((source.span for source in puzzle.sources), NOWHERE)
    try:
        with naming(first):
            if compiled.is_extended:
                raise Unwritable("options were added to the problem, which no statement makes")
            return with_writable_names(ast.Spec(NOWHERE, tuple(_all(puzzle, compiled, limits))))
    except RecursionError:
        raise SpecError(messages.NotWritable(first, "the functions are nested too deeply")) from None


def _all(puzzle: Puzzle, compiled: Compiled, limits: Limits) -> Iterator[ast.Statement]:
    if not is_ruled(puzzle):
        return _Core(puzzle, compiled, limits).statements()
    bare = puzzle.replaced(conditions=(), global_constraints=(), removing=())
    made = _Core(puzzle, expand(bare, limits), limits)
    return made.statements([*RuleWriter(puzzle, made.reducer).statements(expand(puzzle, limits), compiled)])


def core_text(puzzle: Puzzle, compiled: Compiled, limits: Limits = DEFAULT) -> str:
    """The core form as a text of the language. Raises SpecError."""
    return note_on_symmetries(puzzle) + format_spec(core(puzzle, compiled, limits))


class _Core:
    def __init__(self, puzzle: Puzzle, compiled: Compiled, limits: Limits) -> None:
        self.puzzle = puzzle
        self.compiled = compiled
        self.reducer = Reducer(puzzle.scope, limits, frozenset(dict(map(argument_names, puzzle.sources))))
        self.taken = set(puzzle.scope)
        self.boards = [board for board in puzzle.boards if not is_family(board, puzzle, compiled)]
        self.parts = {family.name: self._parts(family) for family in (*puzzle.families, *puzzle.resources)}
        self.alone = {
            each.name: whole(each)
            for each in (*puzzle.families, *puzzle.resources)
            if each.arity > 1 and each.name not in {board.name for board in self.boards}
        }
        self.rows = self._rows()
        self.added = [
            self._added("clue", Times(1, None), demands(compiled)),
            self._added("crossing", Times(0, 1), crossings(compiled)),
        ]
        self.required = [*self._required()]
        self.also: list[ast.Also] = []

    def statements(self, last: Sequence[ast.Statement] = ()) -> Iterator[ast.Statement]:
        """``last`` are rules, which stand behind all others."""
        if self.puzzle.title:
            yield ast.PuzzleStatement(NOWHERE, cast(ast.Text, literal(self.puzzle.title)))
        families = list(self._families())
        options = self._with_uncovered([*self._options()])
        written = [*families, *map(self._decided, options), *self.also, *self._draws()]
        used = names_used([*written, *last])
        yield from values_used(self.puzzle.scope, used)
        drawn = {each.name.id for each in written if isinstance(each, ast.BoardStatement)}
        near = any(each.called & PLACES.keys() for each in (*written, *last)) or any(map(is_on_board, last))
        others = [each for each in self.boards if each.name not in drawn]
        others = [each for each in others if near or each.name in used or not is_filled(each, self.compiled)]
        yield from with_labels([*map(board_node, others), *written], used, self.puzzle.boards, self._fresh)
        if self.puzzle.objectives:
            yield goal_node(self.puzzle.objectives, self.parts)
        for limit in self.puzzle.cost_limits:
            yield ast.CostBound(NOWHERE, limit.side, literal(limit.number))
        yield from last

    def _fresh(self, name: str) -> str:
        found = fresh(name, self.taken)
        self.taken.add(found)
        return found

    # Items

    def _parts(self, family: ItemFamily) -> list[FamilyPart]:
        """The family divided by the bounds of its items; the first part keeps the name. Not for boards."""
        if family.name in {board.name for board in self.boards}:
            return []
        keys: dict[tuple[Times | UnitBounds, int | None], list[Row]] = {}
        for key, bounds in zip(family.keys, family.demands, strict=True):
            keys.setdefault(bounds, []).append(key)
        if len(keys) < 2:  # also of combinations with an empty set
            return []
        names = [family.name, *(self._fresh(f"{family.name}_{n}") for n in range(2, len(keys) + 1))]
        sets = [product_sets(each) for each in keys.values()]
        if None in sets:
            sets = [None] * len(keys)
        return [
            FamilyPart(name, bounds, rows, own, over)
            for name, ((bounds, over), rows), own in zip(names, keys.items(), sets, strict=True)
        ]

    def _families(self) -> Iterator[ast.Statement]:
        boards = {board.name: board for board in self.boards}
        declared = (board.lattice for board in self.boards if isinstance(board.lattice, DeclaredLattice))
        yield from map(lattice_node, {lattice.name: lattice for lattice in declared}.values())
        for family in (*self.puzzle.families, *self.puzzle.resources):
            if family.name in boards:
                yield board_node(boards[family.name])
                continue
            with naming(family.span):
                for part in self.parts[family.name] or [whole(family)]:
                    yield items_node(part.name, part.domain, part.bounds, part.over)
        for added in self.added:
            if added.covered:
                numbers = (set_of(range(1, len(added.covered) + 1)),)
                yield items_node(added.name, numbers, added.bounds)

    # Options

    def _decided(self, option: ast.Option) -> ast.Statement:
        name = option.name.id
        if name not in self.puzzle.lines:
            return decision_or_option(option)
        if option.covers:
            raise Unwritable("lines that cover items")
        return ast.Lines(NOWHERE, option.name, True, literal(OrderedSet(self.rows.get(name, []))))

    def _with_uncovered(self, options: list[ast.Option]) -> list[ast.Option]:
        """The options, of which the first also names the families that all conditions leave uncovered.

        Reading the text would otherwise report that nothing covers them.
        """
        mentioned = {name for option in options for name in option.mentioned}
        never = tuple(
            never_covered(part)
            for family in (*self.puzzle.families, *self.puzzle.resources)
            for part in self.parts[family.name] or [whole(family)]
            if part.keys and part.name not in mentioned
        )
        if options and never:
            options[0] = options[0].replaced(covers=(*options[0].covers, *never))
        return options

    def _rows(self) -> dict[str, list[Row]]:
        """The arguments of all existing options, by family."""
        return self._by_family(range(len(self.compiled.matrix.options)))

    def _by_family(self, options: Iterable[int]) -> dict[str, list[Row]]:
        found: dict[str, list[Row]] = {}
        for name in map(self.compiled.matrix.options.__getitem__, options):
            found.setdefault(name.family, []).append(name.arguments)
        return found

    def _added(self, name: str, bounds: Times, items: Iterable[list[int]]) -> Added:
        return Added(self._fresh(name), bounds, [self._by_family(options) for options in items])

    def _required(self) -> Iterator[tuple[ast.Ref, dict[str, list[Row]]]]:
        """The items of `require` statements, which have one index, and the options that cover each."""
        families = {requirement.family for requirement in self.puzzle.requirements}
        matrix = self.compiled.matrix
        for item, name in enumerate(matrix.items):
            if name.family in families:
                ref = ast.Ref(NOWHERE, name_node(name.family), tuple(map(literal, name.indices)))
                yield ref, self._by_family(matrix.columns[item].tolist())

    def _options(self) -> Iterator[ast.Option]:
        written: set[str] = set()
        for source in self.puzzle.sources:
            match source:
                case Placing():
                    if source.shapes.name not in written:  # on another board, it is written with the first
                        yield self._placed(source)
                    written.add(source.shapes.name)
                    continue
                case ast.Option():
                    statement = source
                case Listing():
                    statement = listed_option(source, self.puzzle.families, self.puzzle.resources, self.taken)
                case _:
                    assert_never(source)
            written.add(statement.name.id)
            with naming(source.span):
                yield self._bound(statement)

    def _bound(self, option: ast.Option) -> ast.Option:
        names = [name.id for name in option.loop.names]
        meanings = self.reducer.renamed(names, {})
        arguments = [cast(ast.Name, meanings[name]).id for name in names]
        covers = self._covers(option.covers, meanings)
        cost = None if option.cost is None else self.reducer.reduced(option.cost, meanings)
        if option.most is None:
            return self._option(option.name.id, arguments, covers, cost, option.optional)
        name = option.name.id
        if any(name in options for _, options in self.required):
            raise Unwritable("what it covers by a rule of pieces is not the same each time")
        self.also += (self._separately(each) for each in self.puzzle.additions if each.option.name.id == name)
        loop, most = several_times(arguments, self.rows.get(name, []))
        return ast.Option(NOWHERE, option.name, loop, covers, cost, option.optional, False, most)

    def _option(
        self,
        name: str,
        arguments: Sequence[str],
        covers: tuple[ast.Covered, ...],
        cost: ast.Expr | None = None,
        optional: bool = False,
    ) -> ast.Option:
        loop = loop_over(arguments, self.rows.get(name, []))
        for statement in self.puzzle.additions:
            if statement.option.name.id == name:
                covers += self._covers_also(statement, arguments)
        for added in self.added:
            items = ((number(item), options) for item, options in enumerate(added.covered, 1))
            refs = ((ast.Ref(NOWHERE, name_node(added.name), (item,)), options) for item, options in items)
            covers += tuple(self._covers_one_by_one(refs, name, arguments))
        covers += tuple(self._covers_one_by_one(self.required, name, arguments))
        return ast.Option(NOWHERE, name_node(name), loop, covers, cost, optional, False)

    def _separately(self, also: ast.Also) -> ast.Also:
        known = self._bound_names(also.option.arguments)
        where = None if also.where is None else self.reducer.reduced(also.where, known)
        return also.replaced(where=where, covers=self._covers(also.covers, known))

    def _covers_also(self, also: ast.Also, arguments: Sequence[str]) -> tuple[ast.Covered, ...]:
        """What an `also` statement adds; its condition becomes that of a loop over a single value."""
        bound = (name.id for name in also.option.arguments if isinstance(name, ast.Name))
        meanings = dict(zip(bound, map(name_node, arguments), strict=True))
        if also.where is None:
            return self._covers(also.covers, meanings)
        one = fresh("one", self.reducer.kept | {*arguments})
        condition = self.reducer.condition(also.where, meanings)
        loop = ast.Loop(NOWHERE, (binder_over([one], set_of([1])),), condition)
        return (ast.CoverEach(NOWHERE, self._covers(also.covers, meanings), loop),)

    def _covers_one_by_one(
        self, items: Iterable[tuple[ast.Ref, dict[str, list[Row]]]], name: str, arguments: Sequence[str]
    ) -> Iterator[ast.CoveredItem]:
        """Each item that options of a family cover, under a condition that lists these options."""
        for ref, by_family in items:
            rows = by_family.get(name, [])
            if rows:
                every = len(rows) == len(self.rows[name])
                yield ast.CoveredItem(NOWHERE, ref, None, None if every else is_one_of(arguments, rows))

    def _covers(self, covers: Iterable[ast.Covered], meanings: Meanings) -> tuple[ast.Covered, ...]:
        """Without those that never contribute, if others are left."""
        made: list[ast.Covered] = []
        for covered in covers:
            if isinstance(covered, ast.CoverEach):
                loop, known = self.reducer.loop(covered.loop, meanings)
                made.append(ast.CoverEach(NOWHERE, self._covers(covered.covers, known), loop))
            else:
                made += self._cover(covered, meanings)
        return tuple(filter(comes_to_something, made)) or tuple(made)

    def _cover(self, cover: ast.CoveredItem, meanings: Meanings) -> Iterator[ast.CoveredItem]:
        """One cover statement for each part of the family."""
        name, index = cover.ref.name.id, [self.reducer.reduced(expr, meanings) for expr in cover.ref.index]
        color = None if cover.color is None else self.reducer.reduced(cover.color, meanings)
        amount = None if cover.amount is None else self.reducer.reduced(cover.amount, meanings)
        if len(self.parts[name]) < 2:
            condition = cover.condition and self.reducer.condition(cover.condition, meanings)
            item = ast.Ref(NOWHERE, name_node(name), tuple(index))
            if (family := self.alone.get(name)) and family.keys:
                item = family.item(index, len(family.keys[0]))
            yield ast.CoveredItem(NOWHERE, item, color, condition, amount)
            return
        for part in self.parts[name]:
            conditions = [cover.condition] if cover.condition else []
            conditions += self._within(part, name, cover.ref.index)
            both = conditions[0] if len(conditions) == 1 else ast.Logical(NOWHERE, "and", tuple(conditions))
            condition = self.reducer.condition(both, meanings)
            yield ast.CoveredItem(NOWHERE, part.item(index, len(part.keys[0])), color, condition, amount)

    def _within(self, part: FamilyPart, family: str, index: Sequence[ast.Expr]) -> Iterator[ast.Expr]:
        """The condition that an index belongs to a part; only if the part is not everything."""
        arity = len(part.keys[0])
        if part.sets is None:
            (whole,) = part.item(index, arity).index
            yield ast.Comparison(NOWHERE, whole, (("in", literal(OrderedSet(part.keys))),))
            return
        parts = [ast.Index(NOWHERE, index[0], (number(k),)) for k in range(1, arity + 1)]
        exprs = parts if len(index) < arity else index
        for place, (expr, own) in enumerate(zip(exprs, part.sets, strict=True)):
            if any(other.sets is None or other.sets[place] != own for other in self.parts[family]):
                yield ast.Comparison(NOWHERE, expr, (("in", set_of(own)),))

    def _placed(self, first: Placing) -> ast.Option:
        """All placements of some pieces, on any board."""
        shapes = first.shapes.name
        placings = [s for s in self.puzzle.sources if isinstance(s, Placing) and s.shapes.name == shapes]
        piece, cells, board, cell = self._words()
        covers: list[ast.Covered] = [
            ast.CoveredItem(NOWHERE, ast.Ref(NOWHERE, name_node(shapes), (name_node(piece),)), None, None)
        ]
        for placing in placings:
            ref = ast.Ref(NOWHERE, name_node(placing.board.name), (name_node(cell),))
            on_it = equal_to(board, placing.board.name) if first.names_board else None
            loop = ast.Loop(NOWHERE, (binder_over([cell], name_node(cells)),), on_it)
            covers.append(ast.CoverEach(NOWHERE, (ast.CoveredItem(NOWHERE, ref, None, None),), loop))
        arguments = [piece, board, cells] if first.names_board else [piece, cells]
        skips = (name for name in self.compiled.matrix.options if name.family == HIDDEN)
        optional = any(name.arguments[0] == shapes for name in skips)
        return self._option(shapes, arguments, tuple(covers), optional=optional)

    def _words(self) -> list[str]:
        """Names for a piece, its cells, its board and one of the cells."""
        words = ("p", "cells", "b", "cell")
        return [fresh(word, self.reducer.kept) for word in words]

    def _draws(self) -> Iterator[ast.Statement]:
        for draw in self.puzzle.draws:
            yield self._drawn_item(draw) if isinstance(draw, ast.DrawItem) else self._drawn(draw)
        if len(self.puzzle.boards) == 1:
            piece, cells, *_ = self._words()
            for placing in (source for source in self.puzzle.sources if isinstance(source, Placing)):
                ref = ast.OptionRef(
                    NOWHERE, name_node(placing.shapes.name), (name_node(piece), name_node(cells))
                )
                yield ast.Draw(NOWHERE, ref, name_node(cells), name_node(piece), None)
            yield from map(hiding_holes, filter(attrgetter("has_holes"), self.boards))
        yield from self._mark_colors()

    def _mark_colors(self) -> Iterator[ast.DrawMark]:
        """Drawings of all drawn marks; on several boards, pieces are not drawn by their letters."""
        sources = self.puzzle.sources if len(self.puzzle.boards) > 1 else ()
        renamed = {source.shapes.name for source in sources if isinstance(source, Placing)}
        options = zip(self.compiled.matrix.options, self.compiled.markings, strict=True)
        drawn = {
            marking.mark for name, markings in options if name.family not in renamed for marking in markings
        }
        colors = self.compiled.canvases[0].colors if self.compiled.canvases else {}
        pairs: list[Value] = [pair for pair in colors.items() if pair[0] in drawn]
        if pairs:
            mark, color = (fresh(word, self.reducer.kept) for word in ("m", "c"))
            each = binder_over([mark, color], literal(OrderedSet(pairs)), is_tuple=True)
            yield ast.DrawMark(NOWHERE, name_node(mark), name_node(color), ast.Loop(NOWHERE, (each,), None))

    def _drawn(self, draw: ast.Draw) -> ast.Draw:
        meanings = self._bound_names(draw.option.arguments)
        arguments = tuple(self.reducer.reduced(argument, meanings) for argument in draw.option.arguments)
        position = self.reducer.reduced(draw.position, meanings)
        mark = None if draw.mark is None else self.reducer.reduced(draw.mark, meanings)
        option = ast.OptionRef(NOWHERE, draw.option.name, arguments)
        return ast.Draw(NOWHERE, option, position, mark, None, draw.joining)

    def _drawn_item(self, draw: ast.DrawItem) -> ast.DrawItem:
        meanings = self._bound_names(draw.item.index)
        index = tuple(self.reducer.reduced(expr, meanings) for expr in draw.item.index)
        position = self.reducer.reduced(draw.position, meanings)
        return ast.DrawItem(NOWHERE, ast.Ref(NOWHERE, draw.item.name, index), position)

    def _bound_names(self, exprs: Iterable[ast.Expr]) -> Meanings:
        return self.reducer.renamed([expr.id for expr in exprs if isinstance(expr, ast.Name)], {})
