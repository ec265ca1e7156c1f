"""The symmetry group of a puzzle, as permutations of its options.

Candidates are the motions of boards and the `symmetry` statements. Every candidate counts only if it permutes
the options and the items with their bounds, colors and costs, and all rules; so no error in a description,
or in this code, can lead to a wrong count.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeAlias

from excover.base.diagnostics import SpecError
from excover.base.limits import Limits
from excover.base.names import HIDDEN, ItemName, OptionName, Value
from excover.base.source import Span
from excover.language import messages
from excover.language.expressions.evaluate import Evaluator
from excover.language.meaning.placing import Seats
from excover.language.meaning.puzzle import Board, Puzzle, TilesOnBoard
from excover.language.syntax import ast
from excover.language.syntax.ast import UpTo
from excover.lattices import Cell, Isometry
from excover.matrix.compiled import Compiled
from excover.matrix.effects import clash, stated_images
from excover.matrix.matrix import Matrix
from excover.matrix.motions import Invariance, Moved, Moves, moves, watched
from excover.search._core import Completion, Problem, is_automorphism
from excover.search.engine_table import SYMMETRIES
from excover.search.native import native_problem
from excover.search.outcome import Unfinished
from excover.search.permutation_group import Group, Look, Permutation, TooManyNumbers, go_on
from excover.search.run import Run
from excover.search.tuning import tuning

UNKNOWN = 2**32 - 1
"""The image of an item that follows from those of others."""


class OutOfPatience(Exception):
    """Finding symmetries takes longer than a search could save."""


class Patience:
    """A `Look` that ends the work with its run, or where it takes more steps than a search could save."""

    def __init__(self, run: Run) -> None:
        self._run, self._looks = run, 0

    def __call__(self) -> None:
        self._run.check()
        self._looks += 1
        if self._looks > tuning.orbit_looks:
            raise OutOfPatience


def soon_found(find: Callable[[Look], Group], run: Run) -> Group | None:
    """None if symmetries are not found soon, the run ends first, or a statement of one is wrong."""
    try:
        return find(Patience(run))
    except (OutOfPatience, SpecError, Unfinished):
        return None


def symmetry_group(
    puzzle: Puzzle,
    compiled: Compiled,
    restricted: Matrix,
    limits: Limits,
    up_to: UpTo = "symmetry",
    look: Look = go_on,
) -> Group:
    """The group of the puzzle, restricted to what preserves its givens.

    ``compiled`` is without givens, ``restricted`` is the matrix that is searched; ``look`` is called every
    few hundredths of a second. Raises SpecError if a `symmetry` statement is not a symmetry, or the group
    needs more memory than ``limits`` allow.
    """
    full = compiled.matrix
    generators = _generators(puzzle, compiled, limits, up_to, look)
    try:
        group = Group(len(full.options), generators, look, limits.symmetries)
    except TooManyNumbers:
        declared = _declared(puzzle)
        assert declared is not None, "symmetries come from somewhere"
        raise SpecError(
            messages.SymmetryGroupTooLarge(declared, len(full.options), limits.symmetries)
        ) from None
    if restricted is full:
        return group
    numbers = [full.option_numbers[name] for name in restricted.options]
    return group.acting_on(numbers, restricted, look)


def automorphisms(matrix: Matrix, look: Look = go_on) -> Group:
    """The permutations of the options that keep items, bounds and costs, and which options agree on a color.

    The matrix has no rules. Options that cover the same are not exchanged.
    """
    options, problem, prices = len(matrix.options), native_problem(matrix, SYMMETRIES), matrix.prices()
    labels = array("I", bytes(4 * options))
    if any(matrix.colored):
        problem = _with_colors_as_items(matrix, look)
        labels.extend([1] * matrix.colored.count(1))
        prices = prices + array("q", bytes(8 * matrix.colored.count(1)))
    found = Completion(problem, prices, labels, look).generators(look)
    return Group(options, (array("I", each)[:options] for each in found), look)


def _with_colors_as_items(matrix: Matrix, look: Look) -> Problem:
    """Each color of an item is another item, and a further option for each colored item has all of its own.

    So its automorphisms are those of the matrix that may rename the colors of each item.
    """
    starts, entries, numbers = matrix.starts[:], matrix.entries[:], dict[tuple[int, int], int]()
    for at, (item, color) in enumerate(watched(zip(matrix.entries, matrix.colors, strict=True), look)):
        if matrix.colored[item]:
            entries[at] = numbers.setdefault((item, color), len(matrix.items) + len(numbers))
    of_items: dict[int, list[int]] = {item: [item] for item, colored in enumerate(matrix.colored) if colored}
    for (item, _), number in numbers.items():
        of_items[item].append(number)
    for each in of_items.values():
        entries.extend(each)
        starts.append(len(entries))
    none, once = [0] * len(numbers), [1] * len(numbers)
    lower, upper = matrix.lower + array("I", none), matrix.effective_upper + array("I", once)
    colored, colors = array("B", bytes(len(lower))), array("I", bytes(4 * len(entries)))
    return Problem(lower, upper, colored, starts, entries, colors)


def _declared(puzzle: Puzzle) -> Span | None:
    """The first place that declares symmetries."""
    spans = [statement.span for statement in puzzle.symmetries] + [board.span for board in puzzle.boards]
    return spans[0] if spans else None


def _generators(
    puzzle: Puzzle, compiled: Compiled, limits: Limits, up_to: UpTo, look: Look
) -> Iterator[Permutation]:
    evaluator = Evaluator(puzzle.scope, limits)
    for statement in puzzle.symmetries:
        yield _stated(statement, compiled, evaluator, bool(puzzle.conditions), look)
    motions = _Motions(puzzle, compiled.matrix, look)
    if motions.boards:
        yield from moves(motions.boards, up_to, motions.of_options)


def _stated(
    statement: ast.SymmetryStatement, compiled: Compiled, evaluator: Evaluator, has_rules: bool, look: Look
) -> Permutation:
    matrix = compiled.matrix
    images = stated_images(statement, compiled, evaluator, look)
    problem = native_problem(matrix, SYMMETRIES)
    if not is_automorphism(problem, matrix.prices(), images, look):
        is_ruled = has_rules or bool(matrix.sums) or any(name.family == HIDDEN for name in matrix.options)
        raise SpecError(messages.NotASymmetry(statement.span, clash(matrix, images), is_ruled))
    if not Invariance(matrix.rules, look).under(images, look):
        names = [
            *(each.name for each in matrix.bounds),
            *(f"require {each.name}" for each in matrix.constraints),
        ]
        raise SpecError(messages.ConstraintNotPreserved(statement.span, list(dict.fromkeys(names))))
    return images


def _first_item(board: Board, matrix: Matrix) -> int | None:
    """The number of a board's first cell; the others follow in order. None if the board is not used."""
    name = ItemName(board.name, board.position(board.cells[0]))
    return matrix.items.index(name) if name in matrix.items else None


CellOrEnds: TypeAlias = tuple[Cell, ...]
"""One cell, or both ends of a line in order."""


def _items_of_places(board: Board, puzzle: Puzzle, matrix: Matrix) -> Iterator[Mapping[CellOrEnds, int]]:
    """The numbers of the items of a board, by cell, and those of each family of decisions about cells, and
    about lines between cells of the only board.
    """
    if (first := _first_item(board, matrix)) is not None:
        yield {(cell,): first + at for at, cell in enumerate(board.cells)}
    keys: dict[str, dict[CellOrEnds, tuple[Value, ...]]] = {
        family: {(cell,): (at,) if size == 1 else at for cell, at in board.positions.items()}
        for family, size in puzzle.on_cells.items()
    }
    if len(puzzle.boards) == 1:
        keys |= _ends_of_lines(board, puzzle.lines, matrix)
    for family, named in keys.items():
        items = ((places, _decision(OptionName(family, key), matrix)) for places, key in named.items())
        if found := {places: item for places, item in items if item is not None}:
            yield found


def _decision(name: OptionName, matrix: Matrix) -> int | None:
    """The item of a decision with several values, or of one whether an option is chosen."""
    item = matrix.item_numbers.get(ItemName(name.family, name.arguments))
    return matrix.item_numbers.get(ItemName(HIDDEN, (str(name),))) if item is None else item


def _ends_of_lines(
    board: Board, lines: Collection[str], matrix: Matrix
) -> dict[str, dict[CellOrEnds, tuple[Value, ...]]]:
    """The arguments of lines by their ends, for each family with lines between cells of the board alone."""
    cells: dict[Value, Cell] = {position: cell for cell, position in board.positions.items()}
    named = [option for option in matrix.options if option.family in lines] if lines else []
    off = {option.family for option in named if not cells.keys() >= {*option.arguments}}
    found: dict[str, dict[CellOrEnds, tuple[Value, ...]]] = {}
    for option in named:
        if option.family not in off:
            ends = tuple(sorted(map(cells.__getitem__, option.arguments)))
            found.setdefault(option.family, {})[ends] = option.arguments
    return found


class _SeatItems:
    """The items of the sides, or corners, of tiles on a board."""

    def __init__(self, tiled: TilesOnBoard, matrix: Matrix) -> None:
        self.board = tiled.board.name
        self._seats = Seats(tiled)
        keys = self._seats.keys
        first = matrix.items.index(ItemName(self._seats.family, keys[0])) if keys else 0
        self._numbers = {key: first + at for at, key in enumerate(keys)}

    @property
    def numbers(self) -> Collection[int]:
        return self._numbers.values()

    def images(self, moved: Moved, motion: Isometry) -> Iterator[tuple[int, int]]:
        """The image of each item."""
        turned: dict[Cell, list[int]] = {}
        for cell, image in moved.items():
            kind = self._seats.rim.kind(cell)
            if kind not in turned:
                turned[kind] = self._seats.rim.turned(cell, motion)
            there = self._seats.of(image)
            for key, seat in zip(self._seats.of(cell), turned[kind], strict=True):
                if key:
                    yield self._numbers[key], self._numbers[there[seat]]


class _Motions:
    """The action of motions of boards on options.

    The cells determine the rest: a piece is mapped to one whose placements are the images of its own, in any
    `shapes` statement, if it is used equally often; a value in a cell to the same value in another cell.
    Only sides and corners of tiles are mapped by the motion itself, as it may leave all cells in place.
    """

    def __init__(self, puzzle: Puzzle, matrix: Matrix, look: Look) -> None:
        self._look = look
        self._numbers = {board.name: [*_items_of_places(board, puzzle, matrix)] for board in puzzle.boards}
        self.boards = [board for board in puzzle.boards if self._numbers[board.name]]
        if not self.boards:
            return
        self._problem = native_problem(matrix, SYMMETRIES)
        self._invariance = Invariance(matrix.rules, look)
        sizes = {**dict.fromkeys(puzzle.lines, 2), **puzzle.on_cells}
        values = _values(self.boards, sizes, matrix, look)
        self._completion = Completion(self._problem, matrix.prices(), values, look)
        self._images = array("I", [UNKNOWN]) * len(matrix.items)
        for numbers in chain.from_iterable(self._numbers.values()):
            for number in numbers.values():
                self._images[number] = number
        self._seats = [_SeatItems(each, matrix) for each in puzzle.tiled]
        for each in self._seats:
            for number in each.numbers:
                self._images[number] = number

    def of_options(self, moved: Moves, motion: Isometry) -> Permutation | None:
        """None if a motion does not permute the options, or does not preserve the rules."""
        images = self._images[:]
        for numbers, cells in ((each, moved[name]) for name in moved for each in self._numbers[name]):
            for places, number in watched(numbers.items(), self._look):
                image = numbers.get(tuple(sorted(map(cells.__getitem__, places))))
                if image is None:
                    return None
                images[number] = image
        for each in self._seats:
            for number, at in each.images(moved.get(each.board, {}), motion):
                images[number] = at
        found = self._completion.complete(images, self._look)
        permutation = None if found is None else array("I", found)
        return permutation if permutation and self._invariance.under(permutation, self._look) else None


def _values(boards: Sequence[Board], decided: Mapping[str, int], matrix: Matrix, look: Look) -> array[int]:
    """For options that write a value into a cell of a board, or decide something there, a number of what they
    write or decide; 0 for others. Those of families in ``decided`` have the place in so many arguments.
    """
    sizes = {**dict.fromkeys((board.name for board in boards), 2), **decided}
    numbers: dict[object, int] = {}
    return array(
        "I",
        [
            numbers.setdefault((option.family, option.arguments[size:]), len(numbers) + 1)
            if (size := sizes.get(option.family)) and len(option.arguments) <= size + 1
            else 0
            for option in watched(matrix.options, look)
        ],
    )
