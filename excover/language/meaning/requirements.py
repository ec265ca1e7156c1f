"""What `require` asks of several pieces together, as items that pieces cover besides.

`require tray without crossroads` is an item for each point at which four or more cells of the board meet,

    item tray_crossroads[its distance down, and to the right] at most 3 times

which each piece with one of these cells covers. `require tray without faults` is an item for each line
between two rows or columns,

    item tray_faults["row", the row before it] at least 1 times

which each piece with cells on both sides covers. `require piece apart` is an item for every two neighbours,

    item piece_apart[the one, the other] at most once

which each piece covers that has one of them, but not the other: two pieces that touch there would cover it
twice. Further such rules for these pieces have families of their own, `piece_apart_2` and so on. None of
these depends on how the rest of the board is covered.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, count, islice
from typing import assert_never

from excover.base.diagnostics import SpecError
from excover.base.names import Value
from excover.base.source import Span
from excover.language import messages
from excover.language.expressions.frame import Frame
from excover.language.expressions.scope import AT_MOST_ONCE, ItemFamily, Silent, Times, check, check_loop
from excover.language.meaning.puzzle import Board, ItemKey, Requirement, Shapes
from excover.language.meaning.state import (
    State,
    cell_named,
    check_labels,
    named,
    names_among,
    one_board,
    option_called,
    option_named,
    with_loop_of_options,
)
from excover.language.syntax import ast
from excover.lattices import Cell, DeclaredLattice, Lattice, Vector
from excover.lattices.gluing import glued_by
from excover.lattices.lattice import ORIGIN, plus

MOST_AT_A_POINT = 3
"""Four are a crossroads."""

AXES = ("layer", "row", "column")


def apart_of(shapes: str) -> str:
    """The family of items for the first `require .. apart` of a set of pieces."""
    return f"{shapes}_apart"


class CountedRequirement(Requirement):
    """A requirement with the items that it declares."""

    bounds: Times

    @abstractmethod
    def item_keys(self) -> Iterable[ItemKey]:
        """Those of all items."""


class Crossroads(CountedRequirement):
    """At no point do four pieces meet."""

    bounds = Times(0, MOST_AT_A_POINT)

    def __init__(self, family: str, board: Board) -> None:
        super().__init__(family, board)
        self._at: dict[Cell, list[ItemKey]] = {}
        self._points = points(board)
        for point, cells in self._points.items():
            for cell in cells if len(cells) > MOST_AT_A_POINT else ():
                self._at.setdefault(cell, []).append(point)

    def item_keys(self) -> Iterable[ItemKey]:
        return sorted({key for keys in self._at.values() for key in keys})

    def touched(self, letter: str, cells: Collection[Cell]) -> Iterable[ItemKey]:
        return dict.fromkeys(key for cell in cells for key in self._at.get(cell, ()))

    def weight(self, cell: Cell) -> int:
        return len(self._at.get(cell, ()))

    def shared(self, cells: Collection[Cell]) -> int:
        there = set(cells)
        return sum(max(0, len(there & around) - 1) for around in self._points.values())


class Faults(CountedRequirement):
    """No straight line between rows or columns goes from side to side outside of all pieces."""

    bounds = Times(1, None)

    def item_keys(self) -> Iterable[ItemKey]:
        return list(self._between(self.board.cells))

    def touched(self, letter: str, cells: Collection[Cell]) -> Iterable[ItemKey]:
        return self._between(cells)

    def _between(self, cells: Collection[Cell]) -> Iterator[ItemKey]:
        """The lines with some cells on both sides."""
        if cells:
            for axis, numbers in zip(AXES, zip(*cells, strict=True), strict=True):
                yield from ((axis, number + 1) for number in range(min(numbers), max(numbers)))


class Apart(CountedRequirement):
    """No two pieces share a side, or if ``corners``, a corner.

    ``classes`` has for each piece of which another must be apart the end of the keys, which are equal for
    the pieces that must be apart from each other; ``start`` is the begin of all keys. ``rule`` is equal for
    those that mean the same.
    """

    bounds = AT_MOST_ONCE

    def __init__(
        self,
        family: str,
        board: Board,
        shapes: str,
        corners: bool,
        classes: Mapping[str, ItemKey],
        start: ItemKey,
    ) -> None:
        super().__init__(family, board, shapes)
        self._classes = classes
        groups: dict[ItemKey, list[str]] = {}
        for letter, end in classes.items():
            groups.setdefault(end, []).append(letter)
        self.rule = corners, frozenset(map(frozenset, groups.values()))
        self._near: dict[Cell, list[tuple[Cell, ItemKey]]] = {}
        later: dict[Cell, list[Cell]] = {}
        for one, other in pairs(board, corners):
            later.setdefault(one, []).append(other)
        position = {cell: board.position(cell) for cell in board.cells}
        for one in sorted(later):
            for other in sorted(later[one]):
                key = (*start, position[one], position[other])
                self._near.setdefault(one, []).append((other, key))
                self._near.setdefault(other, []).append((one, key))

    def item_keys(self) -> Iterable[ItemKey]:
        pairs_of = dict.fromkeys(key for near in self._near.values() for _, key in near)
        return ((*key, *end) for end in dict.fromkeys(self._classes.values()) for key in pairs_of)

    def touched(self, letter: str, cells: Collection[Cell]) -> Iterator[ItemKey]:
        if (end := self._classes.get(letter)) is None:
            return
        there = set(cells)
        for cell in cells:
            yield from ((*key, *end) for other, key in self._near.get(cell, ()) if other not in there)

    def concerns(self, letter: str) -> bool:
        return letter in self._classes

    def weight(self, cell: Cell) -> int:
        return len(self._near.get(cell, ()))

    def shared(self, cells: Collection[Cell]) -> int:
        there = set(cells)
        return sum(other in there for cell in cells for other, _ in self._near.get(cell, ()))


def pairs(board: Board, corners: bool) -> Iterable[tuple[Cell, Cell]]:
    """Every two cells of a board that share a side, or if ``corners``, a corner; once, the lesser first."""
    cells = set(board.cells)
    may_have_gaps = isinstance(board.lattice, DeclaredLattice)  # cells around a corner need not share sides
    if not board.gluing and len(board.lattice.steps) == 1 and not (corners and may_have_gaps):
        steps = board.lattice.steps_around if corners else board.lattice.steps[ORIGIN]
        return (
            (cell, step)
            for layers, rows, columns in steps
            if (layers, rows, columns) > ORIGIN
            for cell in board.cells
            if (step := (cell[0] + layers, cell[1] + rows, cell[2] + columns)) in cells
        )
    if corners:
        return {pair for group in points(board).values() for pair in combinations(sorted(group), 2)}
    near = ((cell, step) for cell in board.cells for step in board.lattice.neighbours(cell))
    if not board.gluing:  # each pair is met from both sides
        return ((cell, step) for cell, step in near if cell < step and step in cells)
    near = ((cell, board.wrapped(step)) for cell, step in near)
    return {(min(a, b), max(a, b)) for a, b in near if b in cells and a != b}


def points(board: Board) -> dict[tuple[int, int], set[Cell]]:
    """The cells around each corner of the polygons of a flat board, by its place: down, to the right."""
    around: dict[tuple[int, int], set[Cell]] = {}
    corners = board.lattice.polygons.corners
    turns = board.gluing and glued_by(tuple(corner_steps(board.lattice, board.cells[0], board.gluing.wraps)))
    for cell in board.cells:
        for across, down in corners(*cell[1:]):
            _, *point = turns.reduced((0, down, across)) if turns else (0, down, across)
            around.setdefault((point[0], point[1]), set()).add(cell)
    return around


def corner_steps(lattice: Lattice, cell: Cell, ways: Iterable[Vector]) -> Iterator[Vector]:
    """How far translations of a cell move its corners, down and to the right."""
    (across, down), *_ = lattice.polygons.corners(*cell[1:])
    for way in ways:
        (x, y), *_ = lattice.polygons.corners(*plus(cell, way)[1:])
        yield 0, y - down, x - across


# What `require` asks of all chosen options together: checks the names of the statement.


def require_whole(state: State, statement: ast.RequireConnected | ast.RequireLoop) -> None:
    """Raises SpecError."""
    local = _arguments(state, statement.option)
    parts = [statement.where, statement.place]
    if isinstance(statement, ast.RequireLoop):
        if statement.place is not None and not statement.joining:
            raise SpecError(messages.LoopAtPlaces(statement.place.span))
        if isinstance(statement, ast.RequirePaths):
            check_labels(state, statement.between)
    else:
        _refuse_unfit_near(state, statement)
        parts.append(_groups(statement.per, local))
        if isinstance(statement, ast.RequireAreas):
            _check_areas(state, statement, local)
        if statement.along is not None:
            check(statement.along, state.scope)
            if statement.place is None:
                raise SpecError(messages.AlongWithoutPlaces(statement.along.span))
        elif statement.place is not None and not statement.joining:
            one_board(state, statement.span)
    for expr in parts:
        if expr is not None:
            check(expr, state.scope, local)
    state.global_constraints.append(statement)


def _refuse_unfit_near(state: State, statement: ast.RequireConnected) -> None:
    """Refuses neighbors that are none of its places. Raises SpecError."""
    if statement.joining and (statement.along is not None or statement.corners or statement.to_edge):
        raise SpecError(
            messages.NearJoined(statement.span, statement.along.span if statement.along else None)
        )
    if statement.to_edge and not state.boards:
        raise SpecError(messages.NoEdge(statement.span, statement.option.name.id))


def _groups(per: ast.Expr | None, local: set[str]) -> ast.Expr | None:
    """What differs from group to group. Raises SpecError if it is the same for all options."""
    if per is not None and local.isdisjoint(per.mentioned):
        raise SpecError(messages.OneGroup(per.span, (*sorted(local),)))
    return per


def _placed(
    state: State, statement: ast.RequireConnected | ast.RequireLoop
) -> ast.RequireConnected | ast.RequireLoop:
    """The same, with the places of decisions that are known where they are stated."""
    name = statement.option.name.id
    if statement.place is not None:
        return statement
    if name in state.lines:
        return _joining(statement)
    is_loop = isinstance(statement, ast.RequireLoop)
    if (size := state.on_cells.get(name)) and len(state.boards) == 1 and not is_loop:
        return _at_cells(statement, state.options[name], size)
    return statement


def _at_cells(
    statement: ast.RequireConnected | ast.RequireLoop, option: ast.Option, size: int
) -> ast.RequireConnected | ast.RequireLoop:
    """The same, with the cell that each decision is about."""
    ref = statement.option
    names = ref.arguments or tuple(option.arguments)
    made = ast.OptionRef(ref.span, ref.name, names)
    return statement.replaced(option=made, place=cell_named(ref.span, names[:size]))


def _joining(statement: ast.RequireConnected | ast.RequireLoop) -> ast.RequireConnected | ast.RequireLoop:
    """The same, with the two places that a line joins: those of the statement `lines`."""
    ref = statement.option
    names = ref.arguments or (ast.Name(ref.span, "p"), ast.Name(ref.span, "q"))
    option = ast.OptionRef(ref.span, ref.name, names)
    return statement.replaced(option=option, place=ast.Set(ref.span, names), joining=True)


def _check_areas(state: State, statement: ast.RequireAreas, local: set[str]) -> None:
    if statement.joining:
        raise SpecError(messages.AreasOfLines(statement.span))
    if statement.start is None:
        check(statement.how_many, state.scope, local)
        return
    bound = check_loop(statement.loop, state.scope) if statement.loop else frozenset()
    check(statement.how_many, state.scope, bound)
    check(statement.start, state.scope, bound)
    if statement.along is None:
        one_board(state, statement.span)


def _arguments(state: State, ref: ast.OptionRef) -> set[str]:
    """The names that represent the arguments of the options; of all pieces, `piece` is the letter."""
    if not ref.arguments:
        return {"piece"} if isinstance(option_named(state, ref.name), Shapes) else set()
    option_called(state, ref)
    return names_among(state, ref, lambda *told: messages.RequiredArgumentNotName(*told))


# The statement `require`: checks it, and declares the items that pieces cover for it.


def require(
    state: State,
    statement: ast.Requiring,
) -> None:
    """Raises SpecError."""
    match statement:
        case ast.RequireApart():
            _require_apart(state, statement)
        case ast.RequireWithout():
            _require_without(state, statement)
        case ast.RequireConnected() | ast.RequireLoop():
            require_whole(state, _placed(state, statement))
        case ast.RequireThat():
            _require_that(state, statement)
        case _:
            assert_never(statement)


def _require_that(state: State, statement: ast.RequireThat) -> None:
    """The condition may call options as functions."""
    scope = state.scope.of_rules(state.options)
    try:
        local = check_loop(statement.loop, scope) if statement.loop else frozenset()
        check(statement.condition, scope, local)
    except SpecError as wrong:
        found = [with_loop_of_options(state, statement, each) for each in wrong.diagnostics]
        raise type(wrong)(found) from None
    if statement.price is not None:
        check(statement.price, state.scope, local)
    if statement.each and not statement.is_measured:
        raise SpecError(messages.NotMeasured(statement.condition.span))
    state.conditions.append(statement)


def _require_without(state: State, statement: ast.RequireWithout) -> None:
    board = named(state, statement.board, state.boards, "board")
    families = {what: f"{board.name}_{what}" for what in statement.without}
    missing = [what for what, family in families.items() if family not in state.required]
    for what in statement.without:
        refuse_unfit(statement.span, board, what)
        made = Crossroads if what == "crossroads" else Faults
        family, rule = families[what], f"`{board.name} without {what}`"
        if earlier := state.required.get(family):
            rest = f"require {board.name} without {', '.join(missing)}" if missing else ""
            way_out = f"write `{rest}`" if rest else "remove one of the two"
            raise SpecError(messages.SpecifiedTwice(statement.span, rule, earlier, way_out, rest))
        _declare(state, statement.span, rule, [made(family, board)])


def _require_apart(state: State, statement: ast.RequireApart) -> None:
    shapes = named(state, statement.shapes, state.shapes, "drawing of pieces")
    if shapes.rim:
        raise SpecError(messages.NotForTiles(statement.span, "apart", shapes.name))
    boards = [state.boards[board] for name, board in state.placings if name == shapes.name]
    if not boards and shapes.name in state.broken_places:
        raise Silent
    if not boards:
        raise SpecError(messages.RequirementTooEarly(statement.span, shapes.name))
    for board in boards if statement.corners else ():
        refuse_unfit(statement.span, board, "corners")
    classes = _classes(state, statement, shapes)
    if not classes:
        state.found.append(messages.NothingApart(statement.span, shapes.name))
        return
    family = _unused(state, apart_of(shapes.name))
    made = [
        Apart(
            family, board, shapes.name, statement.corners, classes, (board.name,) if len(boards) > 1 else ()
        )
        for board in boards
    ]
    rule = f"`{statement.rule}`"
    for each in state.requirements:
        if isinstance(each, Apart) and each.shapes == shapes.name and each.rule == made[0].rule:
            way_out = "both keep the same pieces apart: remove one of them"
            earlier = state.required[each.family]
            raise SpecError(messages.SpecifiedTwice(statement.span, rule, earlier, way_out))
    _declare(state, statement.span, rule, made)


def _unused(state: State, name: str) -> str:
    """The name, or if a rule has it, with a number behind it."""
    names = (f"{name}_{number}" if number > 1 else name for number in count(1))
    return next(each for each in names if each not in state.required)


def _classes(state: State, statement: ast.RequireApart, shapes: Shapes) -> dict[str, ItemKey]:
    """The class of each piece, as the end of keys; without the classes that only one piece can have."""
    letters = [piece.letter for piece in shapes.pieces]
    classes: dict[str, ItemKey] = dict.fromkeys(letters, ())
    if statement.per is not None:
        check(statement.per, state.scope, ("piece",))
        frame = Frame(len(letters), {"piece": list[Value](letters)})
        values = state.evaluator.column(statement.per, frame)
        if any(isinstance(value, bool) for value in values):
            raise SpecError(messages.ConditionAsMember(statement.per.span))
        classes = {letter: (value,) for letter, value in zip(letters, values, strict=True)}
    most = state.piece_bounds[shapes.name][0].upper
    members = Counter(classes.values())
    return {letter: end for letter, end in classes.items() if most != 1 or members[end] > 1}


def refuse_unfit(span: Span, board: Board, what: str) -> None:
    """Refuses what has no meaning on a board. Raises SpecError."""
    lattice = board.lattice
    if what == "faults":
        fits = lattice.plain and board.gluing is None
        needed = "a board of squares or cubes without glued sides"
    else:
        drawn = not isinstance(lattice, DeclaredLattice) or lattice.defined.tiling is not None
        fits = board.planar and not lattice.around and drawn
        needed = "a flat board of polygons"
    if not fits:
        raise SpecError(messages.RequirementOffBoard(span, what, needed, board.name, board.span))


def _declare(state: State, span: Span, rule: str, made: Sequence[CountedRequirement]) -> None:
    """Declares the items of requirements of one family. Raises SpecError."""
    first = made[0]
    state.required[first.family] = span
    every = ((key,) for requirement in made for key in requirement.item_keys())
    keys = list(islice(every, state.limits.items + 1))  # one more than are allowed is refused
    if not keys:
        return
    state.take_room(span, len(keys))
    bounds = [first.bounds] * len(keys)
    state.declare(ItemFamily(first.family, span, 1, tuple(keys), bounds, f"what {rule} needs"))
    state.requirements += made
    state.covered.add(first.family)
