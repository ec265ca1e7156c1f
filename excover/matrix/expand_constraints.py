"""`require` statements in the matrix: items that options cover besides, and global constraints on places."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain, combinations, product
from typing import TypeAlias, cast

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import OrderedSet, Value
from excover.base.source import Span
from excover.language import messages
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import UNIT
from excover.language.meaning.items import no_cell_of
from excover.language.meaning.puzzle import Board, Placing, Puzzle, Requirement
from excover.language.meaning.requirements import pairs, refuse_unfit
from excover.language.syntax import ast
from excover.lattices import Cell
from excover.matrix.compiled import Block
from excover.matrix.constraints import AT_EDGE, EDGE, Area, Areas, Connected, GlobalConstraint
from excover.matrix.line_constraints import NO_END, OneLoop, Paths
from excover.matrix.marked_places import AreaSize, MarkedPlaces, PlaceMark
from excover.matrix.matrix_room import MatrixRoom, NumberedItems


def global_constraints(
    puzzle: Puzzle,
    blocks: Sequence[Block],
    before: Sequence[Block],
    items: NumberedItems,
    evaluator: Evaluator,
    room: MatrixRoom,
    warnings: list[Diagnostic],
) -> list[GlobalConstraint]:
    """Those of all statements. Adds what may be meant otherwise to ``warnings``; ``before`` has the options
    that are forbidden, too.

    Raises SpecError if a place has no meaning.
    """
    options = sum(len(block.names) for block in blocks)
    found: list[GlobalConstraint] = []
    for statement in puzzle.global_constraints:
        places = MarkedPlaces(statement, puzzle.boards, items, evaluator, room)
        markings = places.markings(blocks)
        if isinstance(statement, ast.RequirePaths):
            found += _paths(statement, markings, options, evaluator, warnings)
        elif isinstance(statement, ast.RequireLoop):
            lines, own = _lines(markings)
            name = f"{statement.chosen} as one loop"
            found.append(OneLoop(name, statement.span, own, *lines.columns(options)))
        else:
            marked = list(markings)
            along = None if statement.along is None else _pairs(statement.along, evaluator)
            board = puzzle.boards[0] if puzzle.boards and along is None else None
            if statement.absent and (shared := _shared_place(marked)) is not None:
                family, place = statement.option.name.id, _position(board, shared)
                warnings.append(messages.AbsentMostly(statement.span, family, place))
            if isinstance(statement, ast.RequireAreas):
                begins = [] if statement.start is None else list(places.begins(statement))
                found += _areas(statement, marked, begins, options, puzzle.boards, along)
                decided = _decided(statement, puzzle.boards, before, items, evaluator)
                left = [_position(board, start) for start, _ in begins if start not in decided]
                if decided and statement.start is not None and left:
                    warnings.append(messages.StartUndecided(statement.start.span, statement.chosen, left))
                continue
            if statement.to_edge:
                marked += _edges(marked, blocks)
            found += _connected(statement, marked, options, puzzle.boards, along, room)
            place = None if statement.joining else statement.place
            if (
                place is not None
                and _are_edges(statement, marked, puzzle.boards, along)
                and not _exclude_each_other(marked, blocks, items)
            ):
                span = None if statement.along is None else statement.along.span
                family = statement.option.name.id
                warnings.append(messages.EdgesAtPlaces(statement.span, place.span, span, family))
    return found


def _shared_place(markings: Iterable[PlaceMark]) -> Value | None:
    """One that several options mark for the same value of `per`."""
    by: dict[tuple[int, Value, Value], int] = {}
    for board, option, of, places, _ in markings:
        for place in places:
            if by.setdefault((board, of, place), option) != option:
                return place
    return None


def _edges(markings: Iterable[PlaceMark], blocks: Iterable[Block]) -> Iterator[PlaceMark]:
    """That of each board, for all that must hang together there."""
    names = chain.from_iterable(block.names for block in blocks)
    option = next(number for number, name in enumerate(names) if name == AT_EDGE)
    for board, of in dict.fromkeys((marking.board, marking.of) for marking in markings):
        yield PlaceMark(board, option, of, [EDGE])


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


def _lines(markings: Iterable[PlaceMark]) -> tuple[_Class, list[Value]]:
    """The ends of lines, and their names: equal ones on different boards are different places."""
    lines, names = _Class(), dict[Value, Value]()
    for board, option, _, places, _ in markings:
        keys = [(board, place) for place in places]
        names.update(zip(keys, places, strict=True))
        lines.add(option, keys)
    return lines, list(names.values())


def _paths(
    statement: ast.RequirePaths,
    markings: Iterable[PlaceMark],
    options: int,
    evaluator: Evaluator,
    warnings: list[Diagnostic],
) -> Iterator[Paths]:
    """None if there is no place. Adds to ``warnings`` why there can be no such paths."""
    lines, places = _lines(markings)
    labels = _labels(statement.between, evaluator)
    apart = [place for place in labels if place not in {*places}]
    times = Counter(labels.values())
    alone = next((label for label, number in times.items() if number % 2), None)
    if apart or alone is not None:
        span, family = statement.between.span, statement.option.name.id
        warnings.append(messages.NoPathsBetween(span, family, apart, alone, times[alone]))
    places += apart
    if places:
        numbers = {label: number for number, label in enumerate(times)}
        ends = (numbers[labels[place]] if place in labels else NO_END for place in places)
        columns = lines.columns(options)
        between = f" between {statement.between.id}" if isinstance(statement.between, ast.Name) else ""
        name = f"{statement.chosen} as paths{between}"
        yield Paths(name, statement.span, places, *columns, array("I", ends))


def _labels(between: ast.Expr, evaluator: Evaluator) -> Mapping[Value, Value]:
    """The label of each place. Raises SpecError if these are no places with labels."""
    if isinstance(between, ast.Name) and (known := evaluator.labels(between.id)):
        return {place: label for place, label in known.items() if label != "."}
    listed = evaluator.column(between, UNIT)[0]
    if not isinstance(listed, OrderedSet):
        raise SpecError(messages.NotLabelledPlaces(between.span, listed))
    found: dict[Value, Value] = {}
    for each in listed:
        if not isinstance(each, tuple) or len(each) != 2 or each[0] in found:
            raise SpecError(messages.NotLabelledPlaces(between.span, each))
        found[each[0]] = each[1]
    return found


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
    for at, option, of, marked, _ in markings:
        line = [tuple(marked)] if statement.joining and marked else marked
        classes[at, of].add(option, line)
    name = f"{statement.chosen} connected{' to the edge' * statement.to_edge}"
    near_on = _neighborhoods(statement, boards, joined)
    for (number, _), members in classes.items():
        board = boards[number] if boards and joined is None and not statement.joining else None
        if statement.joining:
            near = _both_ways(_meeting(members.number, statement.span, room))
        else:
            near = near_on(number, members)
        places = [_position(board, place) for place in members.number]
        yield Connected(name, statement.span, places, *members.columns(options), members.near(near))


def _areas(
    statement: ast.RequireAreas,
    markings: Iterable[PlaceMark],
    begins: Iterable[tuple[Value, AreaSize]],
    options: int,
    boards: Sequence[Board],
    joined: list[tuple[Value, Value]] | None,
) -> Iterator[Areas]:
    """One for each board, and each value of ``per``, for which an area is asked. ``begins`` are the places of
    `from`.
    """
    classes: defaultdict[tuple[int, Value], _Class] = defaultdict(_Class)
    areas: defaultdict[tuple[int, Value], list[Area]] = defaultdict(list)
    for at, option, of, marked, size in markings:
        members = classes[at, of]
        members.add(option, marked)
        if size is not None:
            areas[at, of] += (Area(members.number[place], option, *size) for place in dict.fromkeys(marked))
    for start, size in begins:
        number = classes[0, True].number
        areas[0, True].append(Area(number.setdefault(start, len(number)), None, *size))
    name = f"{statement.chosen} as areas"
    near_on = _neighborhoods(statement, boards, joined)
    for (at, of), asked in areas.items():
        members = classes[at, of]
        board = boards[at] if boards and joined is None else None
        places = [_position(board, place) for place in members.number]
        columns, near = members.columns(options), members.near(near_on(at, members))
        yield Areas(name, statement.span, places, *columns, near, asked)


def _decided(
    statement: ast.RequireAreas,
    boards: Sequence[Board],
    blocks: Iterable[Block],
    items: NumberedItems,
    evaluator: Evaluator,
) -> set[Value]:
    """The places of all options of the family, also of those that the statement is not about. Empty if it has
    no `from`, or states the places of some options only.
    """
    if statement.start is None or (statement.where and not isinstance(statement.place, ast.Name | None)):
        return set()
    of_all = statement.replaced(where=None, absent=False, per=None)
    marked = MarkedPlaces(of_all, boards, items, evaluator, MatrixRoom(evaluator.limits)).markings(blocks)
    return {place for marking in marked if marking.board == 0 for place in marking.places}


def _neighborhoods(
    statement: ast.RequireConnected, boards: Sequence[Board], joined: list[tuple[Value, Value]] | None
) -> Callable[[int, _Class], Neighbors]:
    """The neighbors of places, on the board of that number if they have none by `along`, ``joined``."""
    known = None if joined is None else _both_ways(joined)

    @cache
    def on_board(number: int) -> Neighbors:
        return _both_ways(
            chain(_neighbors(statement, boards[number], ()), _at_edge(statement, boards[number]))
        )

    def near(number: int, members: _Class) -> Neighbors:
        if known is not None:
            return known
        return on_board(number) if boards else _both_ways(_neighbors(statement, None, members.number))

    return near


def _at_edge(statement: ast.RequireConnected, board: Board) -> Iterable[tuple[Value, Value]]:
    """The edge with each cell there, if the statement is about it. Raises SpecError if the board has none."""
    if not statement.to_edge:
        return []
    if not board.edge:
        needed = "a side that is not glued to another"
        what = "cells at its edge"
        raise SpecError(messages.RequirementOffBoard(statement.span, what, needed, board.name, board.span))
    return [(EDGE, cell) for cell in board.edge]


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
    return place if board is None or place is EDGE else board.positions[cast(Cell, place)]


def _pairs(along: ast.Expr, evaluator: Evaluator) -> list[tuple[Value, Value]]:
    joined = evaluator.column(along, UNIT)[0]
    if not isinstance(joined, OrderedSet):
        raise SpecError(messages.NotPairs(along.span, joined))
    found = []
    for each in joined:
        pair = tuple(each) if isinstance(each, tuple | OrderedSet) else ()
        if len(pair) != 2:
            raise SpecError(messages.NotPairs(along.span, each))
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
