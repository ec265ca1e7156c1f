"""From syntax tree to puzzle: names get their meaning, sets and drawings are evaluated.

Statements are taken one by one; a wrong one is told and its names stay silent, so that one run tells all
that is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import factorial, prod
from typing import Any, Protocol, TypeVar

from excover.diagnostics import Diagnostic, SpecError
from excover.expressions.check import Silent, check, check_loop, weight
from excover.expressions.evaluate import Evaluator
from excover.expressions.faults import declared_later, declared_twice, kind, too_heavy
from excover.expressions.frame import UNIT
from excover.expressions.functions import LIBRARY
from excover.expressions.scope import (
    AT_MOST_ONCE,
    COLORED,
    ONCE,
    Bounds,
    Broken,
    Constant,
    Definition,
    Function,
    ItemFamily,
    Scope,
)
from excover.limits import DEFAULT, Limits
from excover.names import OrderedSet, Symbol, Value, show
from excover.puzzle import faults
from excover.puzzle.filling import filling
from excover.puzzle.pieces import drawn_board, drawn_shapes, sized_board
from excover.puzzle.prefix import prefixed
from excover.puzzle.puzzle import Board, Piece, Placing, Puzzle, Shapes
from excover.puzzle.tables import csv_lines, drawn_lines, read_table
from excover.source import Source, Span
from excover.syntax import ast


class Loader(Protocol):
    """What a description may take from outside itself. Both raise SpecError where there is no such thing."""

    def spec(self, library: ast.Name | ast.Text) -> ast.Spec:
        """The syntax tree of a shipped description, or of a file beside this one."""

    def table(self, path: ast.Text) -> Source:
        """The text of a file beside this description."""


MOST_TIMES = 1_000_000
MOST_OPERATIONS = 10_000
"""What one call of a `def` may come to; calls within calls multiply."""


def resolve(
    spec: ast.Spec, load: Loader, settings: Mapping[str, Value] = {}, limits: Limits = DEFAULT
) -> Puzzle:
    """The puzzle that a syntax tree describes, with parameters set as ``settings`` says.

    Raises SpecError with everything that is wrong.
    """
    resolver = _Resolver(load, dict(settings), limits)
    resolver.all(spec)
    return resolver.puzzle()


class _Resolver:
    """The state of one pass over the statements; every method adds what one kind of statement says."""

    def __init__(self, load: Loader, settings: dict[str, Value], limits: Limits) -> None:
        self.load = load
        self.wanted = settings
        self.limits = limits
        self.scope = Scope()
        self.evaluator = Evaluator(self.scope, limits)
        self.found: list[Diagnostic] = []
        self.titles: list[ast.Puzzle] = []
        self.settings: dict[str, Value] = {}
        self.boards: dict[str, Board] = {}
        self.shapes: dict[str, Shapes] = {}
        self.importing: list[str] = []
        self.imported: set[str] = set()
        self.covered: set[str] = set()
        self.options: dict[str, ast.Option] = {}
        self.placings: dict[tuple[str, str], Placing] = {}
        self.sources: list[ast.Option | Placing] = []
        self.piece_bounds: dict[str, tuple[Bounds, Span]] = {}
        self.goal: ast.Goal | None = None
        self.draws: list[ast.Draw | ast.DrawItem] = []
        self.givens: list[ast.GivenOptions | ast.GivenDrawing | ast.GivenColor] = []
        self.forbidden: list[ast.Forbid] = []
        self.symmetries: list[ast.Symmetry] = []
        self.expectations: list[ast.Expect] = []

    def all(self, spec: ast.Spec) -> None:
        self.scope.upcoming.update((n.id, n.span) for s in spec.statements for n in _declared(s))
        for statement in spec.statements:
            try:
                _RESOLVE[type(statement)](self, statement)
            except SpecError as wrong:
                self.found += wrong.diagnostics
                for name in _declared(statement):
                    if name.id not in self.scope:
                        self.scope.declare(Broken(name.id, name.span))

    def puzzle(self) -> Puzzle:
        """What all statements together say. Raises SpecError with all that was found wrong."""
        unknown = self.wanted.keys() - self.settings.keys()
        self.found += [faults.unknown_parameter(name, self.settings) for name in sorted(unknown)]
        if not any(diagnostic.is_error for diagnostic in self.found):
            self.found += [*self._uncovered(), *self._costs()]
        if any(diagnostic.is_error for diagnostic in self.found):
            raise SpecError(self.found)
        placed = Counter(shapes for shapes, _ in self.placings)
        families = [self._family(name) for name in self.scope.families()]
        return Puzzle(
            title=self.titles[0].title.value if self.titles else "",
            scope=self.scope,
            settings=self.settings,
            families=[family for family in families if family.name in self.covered],
            sources=[_naming_board(source, placed) for source in self.sources],
            boards=list(self.boards.values()),
            draws=self.draws,
            givens=self.givens,
            forbidden=self.forbidden,
            symmetries=self.symmetries,
            goal=self.goal.direction if self.goal else "",
            expectations=self.expectations,
            warnings=self.found,
        )

    def _uncovered(self) -> Iterator[Diagnostic]:
        for name in self.scope.families():
            if name in self.covered or name in self.imported:
                continue
            span = self._family(name).span
            yield faults.never_placed(span, name) if name in self.shapes else faults.never_covered(span, name)

    def _costs(self) -> Iterator[Diagnostic]:
        costs = [option.cost for option in self.options.values() if option.cost is not None]
        if costs and not self.goal:
            yield faults.cost_without_goal(costs[0].span)
        if self.goal and not costs:
            yield faults.goal_without_cost(self.goal.span)

    def _family(self, name: str) -> ItemFamily:
        family = self.scope[name]
        assert isinstance(family, ItemFamily)
        return family

    def _constant(self, expr: ast.Expr) -> Any:
        check(expr, self.scope)
        return self.evaluator.constant(expr)

    # Names

    def title(self, puzzle: ast.Puzzle) -> None:
        if self.titles:
            raise SpecError(faults.said_twice(puzzle.span, "the title", self.titles[0].span))
        self.titles.append(puzzle)

    def import_(self, statement: ast.Import) -> None:
        """Takes the definitions of another description: its values, functions, tables and pieces."""
        library = statement.library
        name = library.id if isinstance(library, ast.Name) else library.value
        if name in self.importing:
            raise SpecError(faults.import_cycle(library.span, name))
        spec = self.load.spec(library)
        if statement.prefix:
            spec = prefixed(spec, statement.prefix.id + "_")
        self.importing.append(name)
        for definition in spec.statements:
            match definition:
                case ast.Param(span, param, value):
                    self.let(ast.Let(span, param, value))
                case ast.Import() | ast.Let() | ast.Def() | ast.Shapes() | ast.Enum() | ast.Table():
                    _RESOLVE[type(definition)](self, definition)
            self.imported.update(name.id for name in _declared(definition))
        self.importing.pop()

    def param(self, param: ast.Param) -> None:
        name, default = param.name.id, self._constant(param.value)
        value = self.wanted.get(name, default)
        self.settings[name] = value  # even if it is wrong: nobody is to be told that it is missing
        if param.domain is not None:
            domain = self.evaluator.of_kind(param.domain, UNIT, "set")[0]
            if value not in domain:
                raise SpecError(faults.parameter_value(param.name.span, name, value, domain))
        elif kind(value) != kind(default):
            raise SpecError(faults.parameter_kind(param.name.span, name, value, default))
        self._declare(Constant(name, param.name.span, value))

    def let(self, let: ast.Let) -> None:
        self._declare(Constant(let.name.id, let.name.span, self._constant(let.value)))

    def enum(self, enum: ast.Enum) -> None:
        symbols = OrderedSet(Symbol(name.id) for name in enum.symbols)
        for name in enum.symbols:
            self._declare(Constant(name.id, name.span, Symbol(name.id)))
        self._declare(Constant(enum.name.id, enum.name.span, symbols))

    def table(self, table: ast.Table) -> None:
        if isinstance(table.origin, ast.Drawing):
            lines = drawn_lines(table.origin.lines)
        else:
            lines = csv_lines(self.load.table(table.origin))
        self._declare(read_table(table.name, lines, self._symbols()))

    def _symbols(self) -> dict[str, Symbol]:
        """The symbols that a field of a table may name."""
        known = ((name, self.scope[name]) for name in self.scope)
        return {
            name: definition.value
            for name, definition in known
            if isinstance(definition, Constant) and isinstance(definition.value, Symbol)
        }

    def def_(self, definition: ast.Def) -> None:
        name, span = definition.name.id, definition.name.span
        parameters = [parameter.id for parameter in definition.parameters]
        for i, parameter in enumerate(definition.parameters):
            if parameter.id in parameters[:i]:
                earlier = definition.parameters[parameters.index(parameter.id)].span
                raise SpecError(declared_twice(parameter.id, parameter.span, earlier))
        check(definition.body, self.scope, parameters)
        operations = weight(definition.body, self.scope)
        if operations > MOST_OPERATIONS:
            raise SpecError(too_heavy(span, name, MOST_OPERATIONS))
        self._declare(Function(name, span, tuple(parameters), definition.body, operations))

    def _declare(self, definition: Definition) -> None:
        if definition.name in LIBRARY:
            raise SpecError(faults.library_name(definition.span, definition.name))
        self.scope.declare(definition)

    # Items

    def items(self, items: ast.Items) -> None:
        bounds = self._bounds(items.multiplicity)
        for family in items.families:
            self._declare(self._item_family(family, bounds))

    def _bounds(self, said: ast.Multiplicity | None) -> Bounds:
        match said:
            case None:
                return ONCE
            case ast.AtMostOnce():
                return AT_MOST_ONCE
            case ast.Colored():
                return COLORED
            case ast.Bounds(span, lower, upper):
                low = self._times(lower)
                high = None if upper is None else self._times(upper)
                if high is not None and high < max(low, 1):
                    raise SpecError(faults.empty_bounds(span, low, high))
                return Bounds(low, high)

    def _times(self, expr: ast.Expr) -> int:
        value = self._constant(expr)
        if type(value) is not int or not 0 <= value < MOST_TIMES:
            raise SpecError(faults.bounds_value(expr.span, value))
        return value

    def _item_family(self, family: ast.Family, bounds: Bounds) -> ItemFamily:
        sets: list[Any] = []
        for expr in family.index:
            members = self._constant(expr)
            if not isinstance(members, range | OrderedSet):
                raise SpecError(faults.not_an_index_set(expr.span, members))
            if not members:
                self.found.append(faults.empty_family(expr.span, family.name.id))
            sets.append(members)
        count = prod(map(len, sets))
        if count > self.limits.items:
            raise SpecError(faults.too_many_items(family.span, list(map(len, sets)), self.limits.items))
        shape = ", ".join(map(show, sets))
        keys = tuple(product(*sets))
        return ItemFamily(family.name.id, family.name.span, len(sets), keys, [bounds] * count, shape)

    def board(self, statement: ast.Board) -> None:
        name = statement.name
        if statement.drawing and statement.sizes:
            raise SpecError(faults.board_has_both(statement.sizes[0].span, name.id))
        if statement.drawing:
            board = drawn_board(statement, statement.drawing)
        elif statement.sizes:
            board = sized_board(statement, self._sizes(statement))
        else:
            raise SpecError(faults.board_needs_size(name.span, name.id))
        self._declare(_cells(board))
        self.boards[name.id] = board

    def _sizes(self, statement: ast.Board) -> list[int]:
        if len(statement.sizes) not in (2, 3):
            raise SpecError(faults.board_dimensions(statement.span, len(statement.sizes)))
        sizes = []
        for expr in statement.sizes:
            size = self._constant(expr)
            if not isinstance(size, int) or size < 1:
                raise SpecError(faults.board_size(expr.span, size))
            sizes.append(size)
        if prod(sizes) > self.limits.cells:
            raise SpecError(faults.board_too_large(statement.span, sizes, self.limits.cells))
        return sizes

    def shapes_(self, statement: ast.Shapes) -> None:
        shapes, warnings = drawn_shapes(statement)
        self.found += warnings
        keys = tuple((piece.letter,) for piece in shapes.pieces)
        shape = show(tuple(piece.letter for piece in shapes.pieces))
        self._declare(ItemFamily(shapes.name, shapes.span, 1, keys, [ONCE] * len(keys), shape))
        self.shapes[shapes.name] = shapes

    # Options

    def place(self, statement: ast.Place) -> None:
        shapes = self._named(statement.shapes, self.shapes, "drawing of pieces")
        board = self._named(statement.board, self.boards, "board")
        earlier = self.placings.get((shapes.name, board.name))
        if earlier:
            raise SpecError(faults.placed_twice(statement.span, shapes.name, board.name, earlier.span))
        at_least = 1
        if statement.at_least is not None:
            at_least = self._constant(statement.at_least)
            if not isinstance(at_least, int) or at_least < 1:
                raise SpecError(faults.at_least_value(statement.at_least.span, at_least))
        if statement.where:
            check(statement.where, self.scope, ("piece", "cells"))
        placing = Placing(
            shapes, board, str(statement.group), at_least, statement.where, statement.span, names_board=False
        )
        self._look_at(placing)
        self._use_each(statement)
        self.placings[shapes.name, board.name] = placing
        self.sources.append(placing)
        self.covered |= {shapes.name, board.name}

    def _use_each(self, statement: ast.Place) -> None:
        """How often each piece is used; the same has to be said wherever the pieces are placed."""
        name, bounds = statement.shapes.id, self._bounds(statement.each)
        if bounds.colored:
            raise SpecError(faults.colors_pieces(statement.span))
        said, span = self.piece_bounds.setdefault(name, (bounds, statement.span))
        if said != bounds:
            raise SpecError(faults.each_differs(statement.span, name, span))
        family = self._family(name)
        self.scope.redeclare(replace(family, bounds=[bounds] * len(family.keys)))

    def fill(self, statement: ast.Fill) -> None:
        """Is sugar for items, an option for each cell and value, and its drawing: see `filling`."""
        board = self._named(statement.board, self.boards, "board")
        if board.lattice.name != "square":
            raise SpecError(faults.fill_not_flat(statement.span, board.name))
        values = self._constant(statement.values)
        if not isinstance(values, range | OrderedSet):
            raise SpecError(faults.not_an_index_set(statement.values.span, values))
        families, option, draw = filling(statement, board, values)
        for family in families:
            self._declare(family)
        self.option(option)
        self.draw(draw)

    def _named(self, name: ast.Name, known: Mapping[str, Named], wanted: str) -> Named:
        if name.id in known:
            return known[name.id]
        if isinstance(self.scope.get(name.id), Broken):
            raise Silent
        raise SpecError(faults.not_a(name.span, name.id, wanted, known))

    def _look_at(self, placing: Placing) -> None:
        """Warns of what is legal but rarely meant, and refuses pieces that can never lie on the board."""
        board, pieces, lattice = placing.board, placing.shapes.pieces, placing.shapes.lattice
        if (lattice or board.lattice).name != board.lattice.name or (not lattice and board.lattice.parted):
            drawn = lattice.name if lattice else "square"
            wrong = faults.lattices_differ(
                placing.span, placing.shapes.name, drawn, board.name, board.lattice.name
            )
            raise SpecError(wrong)
        if board.planar:
            for piece in pieces:
                if any(cell[0] for cell in piece.cells):
                    raise SpecError(faults.too_deep_piece(piece.span, piece.letter, board.name, board.span))
        elif placing.group == "free":
            self.found.append(faults.mirrored_in_space(placing.span))
        same: dict[object, list[Piece]] = {}
        for piece in pieces:
            shape = min(board.lattice.orientations(piece.cells, placing.group))
            same.setdefault(shape, []).append(piece)
        for twins in same.values():
            if len(twins) > 1:
                letters, first = [piece.letter for piece in twins], twins[0].span
                self.found.append(faults.congruent(placing.span, letters, factorial(len(twins)), first))

    def option(self, option: ast.Option) -> None:
        earlier = self.options.get(option.name.id)
        if earlier:
            raise SpecError(faults.declared_option_twice(option.name.span, option.name.id, earlier.name.span))
        self.options[option.name.id] = option  # even if it is wrong: nobody is to be told that it is missing
        self.covered.update(cover.ref.name.id for cover in _refs(option.covers))
        names = check_loop(option.loop, self.scope)
        self._check_covers(option.covers, names)
        if option.cost is not None:
            check(option.cost, self.scope, names)
        self.sources.append(option)

    def _check_covers(self, covers: Iterable[ast.Covered], local: frozenset[str]) -> None:
        for covered in covers:
            if isinstance(covered, ast.CoverEach):
                self._check_covers(covered.covers, check_loop(covered.loop, self.scope, local))
                continue
            if covered.condition is not None:
                check(covered.condition, self.scope, local)
            family = self._check_ref(covered.ref, local)
            self._check_color(covered, family, local)

    def _check_color(self, cover: ast.Cover, family: ItemFamily, local: frozenset[str]) -> None:
        colored = any(bounds.colored for bounds in family.bounds)
        if cover.color is None and colored:
            raise SpecError(faults.color_missing(cover.span, family.name, family.span))
        if cover.color is not None and not colored:
            raise SpecError(faults.color_unexpected(cover.color.span, family.name, family.span))
        if cover.color is not None:
            check(cover.color, self.scope, local)

    def _check_ref(self, ref: ast.Ref, local: Collection[str]) -> ItemFamily:
        for expr in ref.index:
            check(expr, self.scope, local)
        match self.scope.get(ref.name.id):
            case ItemFamily() as family:
                as_tuple = len(ref.index) == 1 < family.arity
                if len(ref.index) != family.arity and not as_tuple:
                    wrong = faults.wrong_arity(
                        ref.span, family.name, family.arity, len(ref.index), family.span
                    )
                    raise SpecError(wrong)
                return family
            case Broken():
                raise Silent
            case None if ref.name.id in self.scope.upcoming:
                later = self.scope.upcoming[ref.name.id]
                raise SpecError(declared_later(ref.name.span, ref.name.id, later))
            case _:
                raise SpecError(faults.unknown_family(ref.name.span, ref.name.id, self.scope.families()))

    # Drawing, givens, tests

    def draw(self, draw: ast.Draw) -> None:
        local = self._argument_names(draw.option, faults.draw_argument)
        self._one_board(draw.span)
        check(draw.position, self.scope, local)
        if draw.mark:
            check(draw.mark, self.scope, local)
        self.draws.append(draw)

    def draw_item(self, draw: ast.DrawItem) -> None:
        local = set()
        for index in draw.item.index:
            if not isinstance(index, ast.Name):
                raise SpecError(faults.draw_argument(index.span))
            local.add(index.id)
        self._check_colored(draw.item, local)
        self._one_board(draw.span)
        check(draw.position, self.scope, local)
        self.draws.append(draw)

    def _one_board(self, span: Span) -> None:
        if len(self.boards) > 1:
            raise SpecError(faults.several_boards(span, self.boards))

    def _check_colored(self, ref: ast.Ref, local: Collection[str]) -> None:
        if not any(bounds.colored for bounds in self._check_ref(ref, local).bounds):
            raise SpecError(faults.not_colored_item(ref.span, ref.name.id))

    def _argument_names(self, ref: ast.OptionRef, fault: Callable[[Span], Diagnostic]) -> set[str]:
        """The names that stand for the arguments of an option; ``fault`` says that they are not names."""
        option = self._option(ref.name)
        if isinstance(option, Shapes):
            raise SpecError(faults.draw_placing(ref.span, ref.name.id))
        wanted = [argument.id for argument in option.loop.names]
        if len(ref.arguments) != len(wanted):
            raise SpecError(faults.option_arguments(ref.span, ref.name.id, wanted, option.name.span))
        for argument in ref.arguments:
            if not isinstance(argument, ast.Name):
                raise SpecError(fault(argument.span))
        return {argument.id for argument in ref.arguments if isinstance(argument, ast.Name)}

    def _option(self, name: ast.Name) -> ast.Option | Shapes:
        placed = {shapes: self.shapes[shapes] for shapes, _ in self.placings}
        options: dict[str, ast.Option | Shapes] = {**self.options, **placed}
        if name.id not in options:
            raise SpecError(faults.unknown_option(name.span, name.id, options))
        return options[name.id]

    def given_options(self, given: ast.GivenOptions) -> None:
        for ref in given.options:
            self._option(ref.name)
            for argument in ref.arguments:
                check(argument, self.scope)
        self.givens.append(given)

    def given_color(self, given: ast.GivenColor) -> None:
        local = check_loop(given.loop, self.scope) if given.loop else frozenset()
        self._check_colored(given.item, local)
        check(given.color, self.scope, local)
        self.givens.append(given)

    def forbid(self, forbid: ast.Forbid) -> None:
        self._option(forbid.option.name)
        local = check_loop(forbid.loop, self.scope) if forbid.loop else frozenset()
        for argument in forbid.option.arguments:
            check(argument, self.scope, local)
        self.forbidden.append(forbid)

    def symmetry(self, symmetry: ast.Symmetry) -> None:
        for motion in symmetry.motions:
            local = self._argument_names(motion.source, faults.motion_arguments)
            self._option(motion.image.name)
            for argument in motion.image.arguments:
                check(argument, self.scope, local)
        self.symmetries.append(symmetry)

    def set_goal(self, goal: ast.Goal) -> None:
        if self.goal:
            raise SpecError(faults.said_twice(goal.span, "the goal", self.goal.span))
        self.goal = goal

    def given_drawing(self, given: ast.GivenDrawing) -> None:
        self.givens.append(given)

    def expect(self, expect: ast.Expect) -> None:
        for setting in expect.settings:
            if setting.name.id not in self.settings:
                unknown = faults.unknown_parameter(setting.name.id, self.settings)
                raise SpecError(unknown.at(setting.name.span))
            check(setting.value, self.scope)
        check(expect.value, self.scope)
        self.expectations.append(expect)


Named = TypeVar("Named")

_RESOLVE: dict[type, Callable[[_Resolver, Any], None]] = {
    ast.Puzzle: _Resolver.title,
    ast.Import: _Resolver.import_,
    ast.Param: _Resolver.param,
    ast.Let: _Resolver.let,
    ast.Enum: _Resolver.enum,
    ast.Table: _Resolver.table,
    ast.Def: _Resolver.def_,
    ast.Items: _Resolver.items,
    ast.Board: _Resolver.board,
    ast.Shapes: _Resolver.shapes_,
    ast.Place: _Resolver.place,
    ast.Option: _Resolver.option,
    ast.Fill: _Resolver.fill,
    ast.Forbid: _Resolver.forbid,
    ast.Symmetry: _Resolver.symmetry,
    ast.Goal: _Resolver.set_goal,
    ast.Draw: _Resolver.draw,
    ast.DrawItem: _Resolver.draw_item,
    ast.GivenColor: _Resolver.given_color,
    ast.GivenOptions: _Resolver.given_options,
    ast.GivenDrawing: _Resolver.given_drawing,
    ast.Expect: _Resolver.expect,
}


def _declared(statement: ast.Statement) -> list[ast.Name]:
    """The names that a statement gives a meaning to, options apart."""
    match statement:
        case ast.Items(_, families):
            return [family.name for family in families]
        case ast.Enum(_, name, symbols):
            return [name, *symbols]
        case ast.Param() | ast.Let() | ast.Table() | ast.Def() | ast.Board() | ast.Shapes():
            return [statement.name]
        case _:
            return []


def _cells(board: Board) -> ItemFamily:
    """A board's cells as items, those that may stay empty as secondary ones."""
    bounds = [AT_MOST_ONCE if cell in board.optional else ONCE for cell in board.cells]
    shape = "x".join(map(str, board.extent[board.flat :]))
    keys = tuple(map(board.position, board.cells))
    labels: dict[tuple[Value, ...], str] = {}
    if board.labels:
        labels = {board.position(cell): board.labels.get(cell, ".") for cell in board.cells}
    return ItemFamily(board.name, board.span, len(keys[0]), keys, bounds, shape, labels)


def _refs(covers: Iterable[ast.Covered]) -> Iterator[ast.Cover]:
    for covered in covers:
        if isinstance(covered, ast.CoverEach):
            yield from _refs(covered.covers)
        else:
            yield covered


def _naming_board(source: ast.Option | Placing, placed: Mapping[str, int]) -> ast.Option | Placing:
    if isinstance(source, Placing):
        return replace(source, names_board=placed[source.shapes.name] > 1)
    return source
