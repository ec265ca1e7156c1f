"""`require` statements in the matrix: items that options cover besides, and global constraints on places."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import accumulate, chain, combinations, product
from typing import NamedTuple, TypeAlias, cast

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import OrderedSet, Value
from excover.base.source import Span
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import UNIT, Column, Frame
from excover.language.meaning.items import no_cell_of
from excover.language.meaning.puzzle import Board, Placing, Puzzle, Requirement, argument_names
from excover.language.meaning.requirements import pairs, refuse_unfit
from excover.language.messages.about_constraints import EdgesAtPlaces, NoPlaces, NotPairs, NotTwoPlaces
from excover.language.messages.about_drawings import MixedPositions, NotAPosition, PositionOutsideBoard
from excover.language.messages.about_statements import OtherArguments
from excover.language.syntax import ast
from excover.lattices import Cell
from excover.lattices.lattice import DIMENSIONS
from excover.matrix.compiled import Block
from excover.matrix.constraints import Connected, GlobalConstraint, OneLoop
from excover.matrix.matrix_room import MatrixRoom, NumberedItems

# Where options are: the places that each of them marks for a `require` statement about all of them.


class PlaceMark(NamedTuple):
    """An option that marks places on the board of that number; ``of`` is the value of ``per``.

    Places on a board are its cells, or the ends of edges; of a loop, two for each line.
    """

    board: int
    option: int
    of: Value
    places: Sequence[Value]


class MarkedPlaces:
    def __init__(
        self,
        statement: ast.RequireConnected | ast.RequireLoop,
        boards: Sequence[Board],
        items: NumberedItems,
        evaluator: Evaluator,
        room: MatrixRoom,
    ) -> None:
        self._statement, self._boards, self._evaluator, self._room = statement, boards, evaluator, room
        self._ends = isinstance(statement, ast.RequireLoop) or statement.joining
        self._along = isinstance(statement, ast.RequireConnected) and statement.along is not None
        self._per = statement.per if isinstance(statement, ast.RequireConnected) else None
        self._cell_of = {
            item: (number, cell)
            for number, board in enumerate(boards)
            if board.name in items.numbers
            for item, cell in zip(items.numbers[board.name].values(), board.cells, strict=True)
        }

    def markings(self, blocks: Iterable[Block]) -> Iterator[PlaceMark]:
        """Those of all options that the statement names. Raises SpecError if one is nowhere."""
        first = 0
        for block in blocks:
            if block.names and block.names[0].family == self._statement.option.name.id:
                yield from self._of_block(first, block)
            first += len(block.names)

    def _of_block(self, first: int, block: Block) -> Iterator[PlaceMark]:
        frame, kept = self._frame(block)
        values: Column = [True] * frame.size
        if self._per is not None:
            found = self._evaluator.column(self._per, frame)
            values = [OrderedSet(value) if isinstance(value, range) else value for value in found]
        if self._statement.place is None:
            places = self._all_covered(block, kept)
        else:
            places = [{0: each} for each in self._stated(self._statement.place, frame)]
        self._room.note(self._statement.span, any(any(each.values()) for each in places))
        for option, value, each in zip(kept, values, places, strict=True):
            for board, marked in each.items():
                yield PlaceMark(board, first + option, value, marked)

    def _frame(self, block: Block) -> tuple[Frame, Sequence[int]]:
        """The arguments of those options of a block that the statement is about, and their numbers in it."""
        ref, where = self._statement.option, self._statement.where
        family, wanted = argument_names(block.source)
        names = [argument.id for argument in ref.arguments if isinstance(argument, ast.Name)]
        is_called = ref.span.end > ref.name.span.end  # `f()` is not `f`
        if is_called and len(names) != len(wanted):
            raise SpecError(OtherArguments(ref.span, family, wanted, block.span))
        if not names and isinstance(block.source, Placing):
            names = wanted
        columns: list[Column] = list(map(list, zip(*(name.arguments for name in block.names), strict=True)))
        frame = Frame(len(block.names), dict(zip(names, columns, strict=True)) if names else {})
        if where is None:
            return frame, range(frame.size)
        return frame.filtered(self._evaluator.of_kind(where, frame, "condition"))

    def _take(self, lengths: Iterable[int]) -> None:
        """Raises SpecError if there are too many places."""
        self._room.take(self._statement.span, entries=sum(lengths))

    # Cells that options cover

    def _all_covered(self, block: Block, kept: Iterable[int]) -> list[dict[int, list[Value]]]:
        if block.rows and not any(map(self._covered, block.rows)):
            self._refuse_nowhere()
        places = [self._covered(block.rows[option]) for option in kept]
        self._take(len(each) for found in places for each in found.values())
        return places

    def _covered(self, row: Iterable[int]) -> dict[int, list[Value]]:
        """The cells of each board that an option covers; for a loop, the ends of these edges."""
        found: dict[int, list[Value]] = {}
        for item in row:
            number, cell = self._cell_of.get(item, (0, None))
            if cell is not None and (not self._ends or self._boards[number].lattice.around):
                marked = _ends(self._boards[number], cell) if self._ends else [cell]
                found.setdefault(number, []).extend(marked)
        return found

    def _refuse_nowhere(self) -> None:
        statement = self._statement
        way_out = "they cover no cell of a board: write `at` and a place, or a set of places"
        if self._ends:
            way_out = (
                "they cover no edge of a board: write `joining` and the set of the two places that each joins"
            )
        raise SpecError(NoPlaces(statement.span, statement.option.name.id, way_out))

    # Places behind `at`

    def _stated(self, place: ast.Expr, frame: Frame) -> Iterator[list[Value]]:
        column = self._evaluator.column(place, frame)
        sets = list(map(_as_set, column))
        self._take(1 if members is None else len(members) for members in sets)
        for row, (value, members) in enumerate(zip(column, sets, strict=True)):
            each = [value] if members is None else list(members)
            if self._ends:
                if members is None or len(members) not in (0, 2):
                    raise SpecError(NotTwoPlaces(place.span, value, frame.binding(row)))
            elif not self._along:
                each = [self._position(place, position, frame, row) for position in each]
            yield each

    def _position(self, place: ast.Expr, position: Value, frame: Frame, row: int) -> Value:
        """A cell of the board; without a board, the position."""
        if self._boards and position in self._cell_at:
            return self._cell_at[position]
        if (
            not isinstance(position, tuple)
            or {*map(type, position)} != {int}
            or len(position) not in self._lengths
        ):
            raise SpecError(NotAPosition(place.span, position, frame.binding(row), max(self._lengths)))
        if self._boards:
            name = self._boards[0].name
            raise SpecError(PositionOutsideBoard(place.span, position, name, frame.binding(row)))
        if len(position) != self._coordinates.setdefault("of all", len(position)):
            raise SpecError(MixedPositions(place.span))
        return position

    @cached_property
    def _lengths(self) -> set[int]:
        return {2, DIMENSIONS, *(board.lattice.axes for board in self._boards)}

    @cached_property
    def _cell_at(self) -> Mapping[Value, Cell]:
        return {position: cell for cell, position in self._boards[0].positions.items()}

    @cached_property
    def _coordinates(self) -> dict[str, int]:
        return {}


def _as_set(value: Value) -> range | OrderedSet | None:
    """Of its exact type, which is found faster than whether it is an instance."""
    return value if type(value) is OrderedSet or type(value) is range else None


def _ends(board: Board, edge: Cell) -> list[Value]:
    """The joints at both ends of an edge: down, and to the right."""
    return [(down, across) for across, down in board.lattice.polygons.corners(*edge[1:])]


def global_constraints(
    puzzle: Puzzle,
    blocks: Sequence[Block],
    items: NumberedItems,
    evaluator: Evaluator,
    room: MatrixRoom,
    warnings: list[Diagnostic],
) -> list[GlobalConstraint]:
    """Those of all statements. Adds what may be meant otherwise to ``warnings``.

    Raises SpecError if a place has no meaning.
    """
    options = sum(len(block.names) for block in blocks)
    found: list[GlobalConstraint] = []
    for statement in puzzle.global_constraints:
        places = MarkedPlaces(statement, puzzle.boards, items, evaluator, room)
        markings = places.markings(blocks)
        if isinstance(statement, ast.RequireLoop):
            found.append(_one_loop(statement, markings, options))
        else:
            marked = list(markings)
            along = None if statement.along is None else _pairs(statement.along, evaluator)
            found += _connected(statement, marked, options, puzzle.boards, along, room)
            place = None if statement.joining else statement.place
            if (
                place is not None
                and _are_edges(statement, marked, puzzle.boards, along)
                and not _exclude_each_other(marked, blocks, items)
            ):
                span = None if statement.along is None else statement.along.span
                family = statement.option.name.id
                warnings.append(EdgesAtPlaces(statement.span, place.span, span, family))
    return found


Neighbors: TypeAlias = Mapping[Value, Collection[Value]]
"""The neighbors of each place."""


class _Class:
    """Places that must hang together, numbered as they occur, and the options that mark them."""

    def __init__(self) -> None:
        self.number: dict[Value, int] = {}
        self._rows: dict[int, list[int]] = {}

    def add(self, option: int, places: Iterable[Value]) -> None:
        numbers = [self.number.setdefault(place, len(self.number)) for place in places]
        self._rows[option] = [*self._rows[option], *numbers] if option in self._rows else numbers

    def columns(self, options: int) -> tuple[array[int], array[int]]:
        """The places of so many options: where those of each begin, and all of them."""
        rows = sorted(self._rows.items())
        lengths = array("I", bytes(4 * options))
        for option, row in rows:
            lengths[option] = len(row)
        marked = array("I", chain.from_iterable(row for _, row in rows))
        return array("I", accumulate(lengths, initial=0)), marked

    def near(self, neighbors: Neighbors) -> list[list[int]]:
        """The neighbors of each place, of those that belong to the class."""
        number = self.number
        return [
            sorted({number[other] for other in neighbors.get(place, ()) if other in number})
            for place in number
        ]


def _both_ways(pairs: Iterable[tuple[Value, Value]]) -> Neighbors:
    """The neighbors of each place by pairs of them; no place is its own."""
    found: defaultdict[Value, list[Value]] = defaultdict(list)
    for one, other in pairs:
        if one != other:
            found[one].append(other)
            found[other].append(one)
    return found


def _one_loop(statement: ast.RequireLoop, markings: Iterable[PlaceMark], options: int) -> OneLoop:
    """Places of different boards are different."""
    lines = _Class()
    names: dict[Value, Value] = {}
    for board, option, _, places in markings:
        keys = [(board, place) for place in places]
        names.update(zip(keys, places, strict=True))
        lines.add(option, keys)
    starts, marked = lines.columns(options)
    own = [names[key] for key in lines.number]
    return OneLoop(f"{statement.option.name.id} as one loop", statement.span, own, starts, marked)


def _connected(
    statement: ast.RequireConnected,
    markings: Iterable[PlaceMark],
    options: int,
    boards: Sequence[Board],
    joined: list[tuple[Value, Value]] | None,
    room: MatrixRoom,
) -> Iterator[Connected]:
    """One for each board, and each value of ``per``. ``joined`` are the neighbors that ``along`` states."""
    classes: defaultdict[tuple[int, Value], _Class] = defaultdict(_Class)
    for at, option, of, marked in markings:
        line = [tuple(marked)] if statement.joining and marked else marked
        classes[at, of].add(option, line)
    name = f"{statement.option.name.id} connected"
    known = None if joined is None else _both_ways(joined)

    @cache
    def on_board(number: int) -> Neighbors:
        return _both_ways(_neighbors(statement, boards[number], ()))

    for (number, _), members in classes.items():
        board = boards[number] if boards and joined is None and not statement.joining else None
        if statement.joining:
            near = _both_ways(_meeting(members.number, statement.span, room))
        elif known is None:
            near = on_board(number) if board else _both_ways(_neighbors(statement, None, members.number))
        else:
            near = known
        places = [_position(board, place) for place in members.number]
        yield Connected(name, statement.span, places, *members.columns(options), members.near(near))


def _meeting(lines: Iterable[Value], span: Span, room: MatrixRoom) -> Iterator[tuple[Value, Value]]:
    """Every two lines that have a place in common. Raises SpecError if there are too many."""
    at: dict[Value, list[Value]] = {}
    for line in lines:
        assert isinstance(line, tuple)
        for end in line:
            at.setdefault(end, []).append(line)
    room.take(span, entries=sum(len(there) * (len(there) - 1) for there in at.values()))
    for there in at.values():
        yield from combinations(there, 2)


def _are_edges(
    statement: ast.RequireConnected,
    markings: Sequence[PlaceMark],
    boards: Sequence[Board],
    along: Iterable[tuple[Value, Value]] | None,
) -> bool:
    """Whether each pair of neighbors is all places of an option, which may be an edge between them."""
    if any(len(marking.places) != 2 for marking in markings):
        return False
    covered = {frozenset(marking.places) for marking in markings}
    there = frozenset[Value]().union(*covered)
    if along is None:
        along = _neighbors(statement, boards[0] if boards else None, there)
    near = {frozenset(pair) for pair in along if there.issuperset(pair)}
    return bool(near) and near <= covered


def _exclude_each_other(markings: Iterable[PlaceMark], blocks: Iterable[Block], items: NumberedItems) -> bool:
    """Whether options that have a place in common do: as dominoes, not as edges that meet there."""
    rows = list(chain.from_iterable(block.rows for block in blocks))
    once: dict[Value, set[int]] = {}
    for marking in markings:
        covered = {item for item in rows[marking.option] if items.bounds[item].upper == 1}
        for place in marking.places:
            once[place] = once.get(place, covered) & covered
    return all(once.values())


def _neighbors(
    statement: ast.RequireConnected, board: Board | None, places: Iterable[Value]
) -> Iterable[tuple[Value, Value]]:
    if board is None:
        return _side_by_side(places, statement.corners)
    if statement.corners:
        refuse_unfit(statement.span, board, "corners")
    return pairs(board, statement.corners)


def _position(board: Board | None, place: Value) -> Value:
    """How a description names a place."""
    return place if board is None else board.positions[cast(Cell, place)]


def _pairs(along: ast.Expr, evaluator: Evaluator) -> list[tuple[Value, Value]]:
    joined = evaluator.column(along, UNIT)[0]
    if not isinstance(joined, OrderedSet):
        raise SpecError(NotPairs(along.span, joined))
    found = []
    for each in joined:
        pair = tuple(each) if isinstance(each, tuple | OrderedSet) else ()
        if len(pair) != 2:
            raise SpecError(NotPairs(along.span, each))
        found.append((pair[0], pair[1]))
    return found


def _side_by_side(positions: Iterable[Value], corners: bool) -> Iterator[tuple[Value, Value]]:
    """Positions on an endless board that differ by one in one coordinate; with ``corners``, in several."""
    for position in positions:
        assert isinstance(position, tuple)
        for step in product((0, 1, -1), repeat=len(position)):
            if any(step) and (corners or sum(map(abs, step)) == 1):
                yield position, tuple(a + b for a, b in zip(position, step, strict=True))


# The items that options cover for `require`: see `excover.language.meaning.requirements`.


def required_rows(requirement: Requirement, block: Block, items: NumberedItems) -> Iterator[tuple[int, ...]]:
    """What each option of a block covers besides; nothing if the requirement is about other options."""
    if _is_about(requirement, block):
        number = items.numbers[requirement.family]
        for letter, cells in _pieces(requirement, block, items):
            yield tuple(sorted(number[key,] for key in requirement.touched(letter, cells)))


def least_entries(requirement: Requirement, placing: Placing, room: MatrixRoom) -> int:
    """How many items its placements cover besides, at least, before any is made."""
    if placing.where is not None or not _is_of(requirement, placing):
        return 0
    cells = requirement.board.cells
    weights = list(map(requirement.weight, cells))
    concerned = [
        piece for piece in placing.shapes.pieces if any(weights) and requirement.concerns(piece.letter)
    ]
    return sum(
        room.ways(placing, piece).least_of(weights, lambda way: requirement.shared([cells[n] for n in way]))
        for piece in concerned
    )


def _is_of(requirement: Requirement, placing: Placing) -> bool:
    is_named = requirement.shapes in ("", placing.shapes.name)
    return is_named and placing.board.name == requirement.board.name


def _is_about(requirement: Requirement, block: Block) -> bool:
    if requirement.shapes:
        return isinstance(block.source, Placing) and _is_of(requirement, block.source)
    empty = no_cell_of(requirement.board.name) if requirement.board.has_holes else None
    return bool(block.names) and block.names[0].family != empty


def _pieces(
    requirement: Requirement, block: Block, items: NumberedItems
) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """The letter of each option, if it places a piece, and the cells of the board that it covers."""
    board = requirement.board
    if requirement.shapes:
        yield from ((marking.mark, marking.cells) for (marking,) in block.drawn)
        return
    cells = dict(zip(items.numbers[board.name].values(), board.cells, strict=True))
    for row in block.rows:
        yield "", tuple(cells[item] for item in row if item in cells)
