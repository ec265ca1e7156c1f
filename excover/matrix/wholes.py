"""Global constraints from `require` statements: which places each option marks, and which are neighbors."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, combinations, product
from typing import cast

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import OrderedSet, Value
from excover.base.source import Span
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import UNIT
from excover.language.meaning.puzzle import Board, Puzzle
from excover.language.meaning.requirements import pairs
from excover.language.meaning.requiring import refuse_unfit
from excover.language.messages.about_constraints import NotPairs, PairsOfOptions
from excover.language.syntax import ast
from excover.lattices import Cell
from excover.matrix.compiled import Block
from excover.matrix.global_constraints import Connected, GlobalConstraint, OneLoop
from excover.matrix.marked_places import MarkedPlaces, PlaceMark
from excover.matrix.matrix_room import MatrixRoom, NumberedItems


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
    for statement in puzzle.wholes:
        places = MarkedPlaces(statement, puzzle.boards, items, evaluator, room)
        markings = places.markings(blocks)
        if isinstance(statement, ast.RequireLoop):
            found.append(_one_loop(statement, markings, options))
        else:
            marked = list(markings)
            along = None if statement.along is None else _pairs(statement.along, evaluator)
            found += _connected(statement, marked, options, puzzle.boards, along, room)
            if along is not None and statement.place is not None:
                warnings += _edges_at_places(statement, statement.place, marked, along)
    return found


class _Class:
    """Places that must hang together, numbered as they occur, and the options that mark them."""

    def __init__(self) -> None:
        self.number: dict[Value, int] = {}
        self._rows: dict[int, list[int]] = {}

    def add(self, marking: PlaceMark) -> None:
        numbers = (self.number.setdefault(place, len(self.number)) for place in marking.places)
        self._rows.setdefault(marking.option, []).extend(numbers)

    def columns(self, options: int) -> tuple[array[int], array[int]]:
        """The places of so many options: where those of each begin, and all of them."""
        lengths = (len(self._rows.get(option, ())) for option in range(options))
        marked = array("I", (place for option in sorted(self._rows) for place in self._rows[option]))
        return array("I", accumulate(lengths, initial=0)), marked

    def near(self, neighbors: Iterable[tuple[Value, Value]]) -> list[list[int]]:
        """The neighbors of each place."""
        found: list[set[int]] = [set() for _ in self.number]
        for one, other in neighbors:
            if one in self.number and other in self.number and one != other:
                found[self.number[one]].add(self.number[other])
                found[self.number[other]].add(self.number[one])
        return list(map(sorted, found))


def _one_loop(statement: ast.RequireLoop, markings: Iterable[PlaceMark], options: int) -> OneLoop:
    """Places of different boards are different."""
    lines = _Class()
    names: dict[Value, Value] = {}
    for board, option, _, places in markings:
        keys = [(board, place) for place in places]
        names.update(zip(keys, places, strict=True))
        lines.add(PlaceMark(board, option, True, keys))
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
    classes: dict[tuple[int, Value], _Class] = {}
    for marking in markings:
        line = [tuple(marking.places)] if statement.joining and marking.places else marking.places
        classes.setdefault((marking.board, marking.of), _Class()).add(marking._replace(places=line))
    name = f"{statement.option.name.id} connected"
    for (number, _), members in classes.items():
        board = boards[number] if boards and joined is None and not statement.joining else None
        if statement.joining:
            near = members.near(_meeting(members.number, statement.span, room))
        else:
            near = members.near(_neighbors(statement, board, members.number) if joined is None else joined)
        places = [_position(board, place) for place in members.number]
        yield Connected(name, statement.span, places, *members.columns(options), near)


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


def _edges_at_places(
    statement: ast.RequireConnected,
    place: ast.Expr,
    markings: Iterable[PlaceMark],
    along: Iterable[tuple[Value, Value]],
) -> Iterator[Diagnostic]:
    """A warning if each pair of neighbors is all that an option covers: it may be an edge between them."""
    covered = {frozenset(marking.places) for marking in markings}
    pairs = [frozenset(pair) for pair in along]
    if statement.along and pairs and all(len(pair) == 2 and pair in covered for pair in pairs):
        yield PairsOfOptions(statement.span, place.span, statement.along.span, statement.option.name.id)


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
    return place if board is None else board.position(cast(Cell, place))


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
