"""Where options are: the places that each of them marks for a `require` statement about all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from excover.base.diagnostics import SpecError
from excover.base.names import OptionName, OrderedSet, Value
from excover.language import messages
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import UNIT, Column, Frame
from excover.language.meaning.puzzle import Board, Placing, argument_names
from excover.language.syntax import ast
from excover.lattices import Cell
from excover.lattices.lattice import DIMENSIONS
from excover.matrix.compiled import Block
from excover.matrix.matrix_room import MatrixRoom, NumberedItems

AreaSize: TypeAlias = "tuple[int, int]"
"""Of an area: at least, at most."""


class PlaceMark(NamedTuple):
    """An option that marks places on the board of that number; ``of`` is the value of ``per``, ``size`` that
    of its areas.

    Places on a board are its cells, or the ends of edges; of a loop, two for each line.
    """

    board: int
    option: int
    of: Value
    places: Sequence[Value]
    size: AreaSize | None = None


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
        first, is_absent = 0, self._statement.absent
        for block in blocks:
            shown = _of_those(block) if is_absent and block.absent else block
            is_meant = bool(block.absent) == is_absent
            if is_meant and shown.names and shown.names[0].family == self._statement.option.name.id:
                yield from self._of_block(first, shown)
            first += len(block.names)

    def _of_block(self, first: int, block: Block) -> Iterator[PlaceMark]:
        frame, kept = self._frame(block)
        values: Column = [True] * frame.size
        if self._per is not None:
            found = self._evaluator.column(self._per, frame)
            values = [OrderedSet(value) if isinstance(value, range) else value for value in found]
        sizes: Sequence[AreaSize | None] = [None] * frame.size
        if isinstance(self._statement, ast.RequireAreas) and self._statement.start is None:
            sizes = self._sizes(self._statement.how_many, frame)
        if self._statement.place is None:
            places = self._all_covered(block, kept)
        else:
            places = [{0: each} for each in self._stated(self._statement.place, frame)]
        self._room.note(self._statement.span, any(any(each.values()) for each in places))
        for option, value, each, size in zip(kept, values, places, sizes, strict=True):
            for board, marked in each.items():
                yield PlaceMark(board, first + option, value, marked, size)

    def _sizes(self, size: ast.Expr, frame: Frame) -> list[AreaSize]:
        column = self._evaluator.column(size, frame)
        found = list(map(_size_of, column))
        if None in found:
            row = found.index(None)
            raise SpecError(messages.NotASize(size.span, column[row], frame.binding(row)))
        return [each for each in found if each is not None]

    def begins(self, statement: ast.RequireAreas) -> Iterator[tuple[Value, AreaSize]]:
        """The places of `from`, and the sizes of their areas."""
        frame = UNIT if statement.loop is None else self._evaluator.expand(statement.loop, UNIT)[0]
        assert statement.start is not None
        starts = self._evaluator.column(statement.start, frame)
        for row, (start, size) in enumerate(zip(starts, self._sizes(statement.how_many, frame), strict=True)):
            yield start if self._along else self._position(statement.start, start, frame, row), size

    def _frame(self, block: Block) -> tuple[Frame, Sequence[int]]:
        """The arguments of those options of a block that the statement is about, and their numbers in it."""
        ref, where = self._statement.option, self._statement.where
        family, wanted = argument_names(block.source)
        names = [argument.id for argument in ref.arguments if isinstance(argument, ast.Name)]
        is_called = ref.span.end > ref.name.span.end  # `f()` is not `f`
        if is_called and len(names) != len(wanted):
            raise SpecError(messages.OtherArguments(ref.span, family, wanted, block.span))
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
            self._refuse_nowhere(block)
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

    def _refuse_nowhere(self, block: Block) -> None:
        ref, (family, names) = self._statement.option, argument_names(block.source)
        names = [each.id for each in ref.arguments if isinstance(each, ast.Name)] or names
        columns = [*zip(*(name.arguments for name in block.names), strict=True)]
        raise SpecError(
            messages.NoPlaces(
                self._statement.span,
                family,
                ref.span,
                names,
                self._named_places(names, columns),
                self._ends,
                self._statement.where is None,
                self._board_of_edges(columns) if self._ends else "",
            )
        )

    def _board_of_edges(self, columns: Sequence[Sequence[Value]]) -> str:
        """The board whose edges are the only arguments; empty if there is none."""
        edges = columns[0] if len(columns) == 1 else ()
        boards = (board for board in self._boards if edges and board.lattice.around)
        return next((each.name for each in boards if {*each.positions.values()}.issuperset(edges)), "")

    def _named_places(self, names: Sequence[str], columns: Sequence[Sequence[Value]]) -> list[str]:
        """The arguments that are places, or two of them together, as written; none if it is unclear which."""
        pairs = {
            at for at, two in enumerate(pairwise(columns)) if self._are_places([*zip(*two, strict=True)])
        }
        found, at = [], 0
        while at < len(columns):
            if self._are_places(columns[at]):
                found.append(names[at])
            elif at in pairs and at + 1 in pairs and at + 2 not in pairs:
                return []
            elif at in pairs:
                found.append(f"({names[at]}, {names[at + 1]})")
                at += 1
            at += 1
        return found

    @cached_property
    def _positions(self) -> set[Value]:
        """Of the cells of all boards."""
        return {position for board in self._boards for position in board.positions.values()}

    def _are_places(self, values: Sequence[Value]) -> bool:
        if self._boards:
            return self._positions.issuperset(values)
        return all(isinstance(each, tuple) and [*map(type, each)] == [int, int] for each in values)

    # Places behind `at`

    def _stated(self, place: ast.Expr, frame: Frame) -> Iterator[list[Value]]:
        column = self._evaluator.column(place, frame)
        sets = list(map(_as_set, column))
        self._take(1 if members is None else len(members) for members in sets)
        for row, (value, members) in enumerate(zip(column, sets, strict=True)):
            each = [value] if members is None else list(members)
            if self._ends:
                if members is None or len(members) not in (0, 2):
                    raise SpecError(messages.NotTwoPlaces(place.span, value, frame.binding(row)))
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
            raise SpecError(
                messages.NotAPosition(place.span, position, frame.binding(row), max(self._lengths))
            )
        if self._boards:
            name = self._boards[0].name
            raise SpecError(messages.PositionOutsideBoard(place.span, position, name, frame.binding(row)))
        if len(position) != self._coordinates.setdefault("of all", len(position)):
            raise SpecError(messages.MixedPositions(place.span))
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


def _of_those(block: Block) -> Block:
    """The options for which those of a block stand, which are not chosen."""
    names = [OptionName(family, tuple(arguments)) for _, (family, *arguments) in block.names]
    return block.replaced(names=names, rows=block.absent)


def _size_of(value: Value) -> AreaSize | None:
    """A number, or a range that is not empty; None of anything else, and of what begins below 0."""
    match value:
        case bool():
            return None
        case int():
            least, most = value, value
        case range() if value and value.step == 1:
            least, most = value[0], value[-1]
        case OrderedSet():
            members = [each for each in value if type(each) is int]
            if not members or len(members) < len(value) or max(members) - min(members) >= len(members):
                return None
            least, most = min(members), max(members)
        case _:
            return None
    return (least, most) if least >= 0 else None


def _as_set(value: Value) -> range | OrderedSet | None:
    """Of its exact type, which is found faster than whether it is an instance."""
    return value if type(value) is OrderedSet or type(value) is range else None


def _ends(board: Board, edge: Cell) -> list[Value]:
    """The joints at both ends of an edge: down, and to the right."""
    return [(down, across) for across, down in board.lattice.polygons.corners(*edge[1:])]
