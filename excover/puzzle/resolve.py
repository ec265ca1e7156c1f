"""From syntax tree to puzzle: names get their meaning, sets and drawings are evaluated.

Statements are taken one by one; a wrong one is told and its names stay silent, so that one run tells all
that is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import factorial, prod
from typing import Any, TypeVar

from excover.diagnostics import Diagnostic, SpecError
from excover.expressions.check import Silent, check, check_loop, weight
from excover.expressions.evaluate import Evaluator
from excover.expressions.faults import declared_later, declared_twice, kind, too_heavy
from excover.expressions.frame import UNIT
from excover.expressions.functions import LIBRARY
from excover.expressions.scope import Broken, Constant, Definition, Function, ItemFamily, Scope
from excover.limits import DEFAULT, Limits
from excover.names import OrderedSet, Value, show
from excover.puzzle import faults
from excover.puzzle.lattice import Cell, isometries, normalized
from excover.puzzle.pieces import drawn_board, drawn_shapes, sized_board
from excover.puzzle.puzzle import Board, Piece, Placing, Puzzle, Shapes
from excover.syntax import ast

Loader = Callable[[ast.Name], ast.Spec]
"""Gives the syntax tree of a shipped description; raises SpecError where there is none of that name."""

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
        self.draws: list[ast.Draw] = []
        self.givens: list[ast.GivenOptions | ast.GivenDrawing] = []
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
            self.found += self._uncovered()
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
            expectations=self.expectations,
            warnings=self.found,
        )

    def _uncovered(self) -> Iterator[Diagnostic]:
        for name in self.scope.families():
            if name in self.covered or name in self.imported:
                continue
            span = self._family(name).span
            yield faults.never_placed(span, name) if name in self.shapes else faults.never_covered(span, name)

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
        """Takes the definitions of a shipped description: its sets, functions and pieces."""
        library = statement.library
        if library.id in self.importing:
            raise SpecError(faults.import_cycle(library.span, library.id))
        self.importing.append(library.id)
        for definition in self.load(library).statements:
            match definition:
                case ast.Param(span, name, value):
                    self.let(ast.Let(span, name, value))
                case ast.Import() | ast.Let() | ast.Def() | ast.Shapes():
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
        for family in items.families:
            self._declare(self._item_family(family, items.secondary))

    def _item_family(self, family: ast.Family, secondary: bool) -> ItemFamily:
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
        flags = bytes([secondary]) * count
        return ItemFamily(family.name.id, family.name.span, len(sets), keys, flags, shape)

    def board(self, statement: ast.Board) -> None:
        name, openings = statement.name, frozenset(statement.openings)
        empty: frozenset[Cell] = frozenset()
        if statement.drawing and statement.sizes:
            raise SpecError(faults.board_has_both(statement.sizes[0].span, name.id))
        if statement.drawing:
            board, empty = drawn_board(name, statement.drawing, openings)
        elif statement.sizes:
            board = sized_board(name, self._sizes(statement), openings)
        else:
            raise SpecError(faults.board_needs_size(name.span, name.id))
        secondary = bytes(cell in empty for cell in board.cells)
        shape = "x".join(map(str, board.extent[board.flat :]))
        keys = tuple(map(board.position, board.cells))
        self._declare(ItemFamily(name.id, name.span, len(keys[0]), keys, secondary, shape))
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
        shapes, warnings = drawn_shapes(statement.name, statement.drawing)
        self.found += warnings
        keys = tuple((piece.letter,) for piece in shapes.pieces)
        shape = show(tuple(piece.letter for piece in shapes.pieces))
        self._declare(ItemFamily(shapes.name, shapes.span, 1, keys, bytes(len(keys)), shape))
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
        placing = Placing(shapes, board, statement.group, at_least, statement.span, names_board=False)
        self._look_at(placing)
        self.placings[shapes.name, board.name] = placing
        self.sources.append(placing)
        self.covered |= {shapes.name, board.name}

    def _named(self, name: ast.Name, known: Mapping[str, Named], wanted: str) -> Named:
        if name.id in known:
            return known[name.id]
        if isinstance(self.scope.get(name.id), Broken):
            raise Silent
        raise SpecError(faults.not_a(name.span, name.id, wanted, known))

    def _look_at(self, placing: Placing) -> None:
        """Warns of what is legal but rarely meant, and refuses pieces that can never lie on the board."""
        board, pieces = placing.board, placing.shapes.pieces
        if board.planar:
            for piece in pieces:
                if any(cell[0] for cell in piece.cells):
                    raise SpecError(faults.too_deep_piece(piece.span, piece.letter, board.name, board.span))
        elif placing.group == "free":
            self.found.append(faults.mirrored_in_space(placing.span))
        motions = isometries(placing.group, flat=board.planar)
        same: dict[object, list[Piece]] = {}
        for piece in pieces:
            shape = min(normalized(map(motion, piece.cells)) for motion in motions)
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
        self._check_covers(option.covers, check_loop(option.loop, self.scope))
        self.sources.append(option)

    def _check_covers(self, covers: Iterable[ast.Covered], local: frozenset[str]) -> None:
        for covered in covers:
            if isinstance(covered, ast.CoverEach):
                self._check_covers(covered.covers, check_loop(covered.loop, self.scope, local))
                continue
            if covered.condition is not None:
                check(covered.condition, self.scope, local)
            self._check_ref(covered.ref, local)

    def _check_ref(self, ref: ast.Ref, local: frozenset[str]) -> None:
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
            case Broken():
                raise Silent
            case None if ref.name.id in self.scope.upcoming:
                later = self.scope.upcoming[ref.name.id]
                raise SpecError(declared_later(ref.name.span, ref.name.id, later))
            case _:
                raise SpecError(faults.unknown_family(ref.name.span, ref.name.id, self.scope.families()))

    # Drawing, givens, tests

    def draw(self, draw: ast.Draw) -> None:
        name, arguments = draw.option.name, draw.option.arguments
        option = self._option(name)
        if isinstance(option, Shapes):
            raise SpecError(faults.draw_placing(draw.span, name.id))
        wanted = [argument.id for argument in option.loop.names]
        if len(arguments) != len(wanted):
            raise SpecError(faults.option_arguments(draw.option.span, name.id, wanted, option.name.span))
        local = set()
        for argument in arguments:
            if not isinstance(argument, ast.Name):
                raise SpecError(faults.draw_argument(argument.span))
            local.add(argument.id)
        if len(self.boards) > 1:
            raise SpecError(faults.several_boards(draw.span, self.boards))
        check(draw.position, self.scope, local)
        if draw.mark:
            check(draw.mark, self.scope, local)
        self.draws.append(draw)

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
    ast.Def: _Resolver.def_,
    ast.Items: _Resolver.items,
    ast.Board: _Resolver.board,
    ast.Shapes: _Resolver.shapes_,
    ast.Place: _Resolver.place,
    ast.Option: _Resolver.option,
    ast.Draw: _Resolver.draw,
    ast.GivenOptions: _Resolver.given_options,
    ast.GivenDrawing: _Resolver.given_drawing,
    ast.Expect: _Resolver.expect,
}


def _declared(statement: ast.Statement) -> list[ast.Name]:
    """The names that a statement gives a meaning to, options apart."""
    match statement:
        case ast.Items(_, families):
            return [family.name for family in families]
        case ast.Param() | ast.Let() | ast.Def() | ast.Board() | ast.Shapes():
            return [statement.name]
        case _:
            return []


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
