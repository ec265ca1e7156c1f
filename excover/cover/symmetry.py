"""The symmetry group of a puzzle, as permutations of its options.

Candidates are the motions of each board and what `symmetry` statements say. Whatever its origin, a candidate
counts only if it is checked to permute the options and the items with their bounds, colors and costs; so no
mistake of a description, and none here, can make a wrong count.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from excover.cover import faults
from excover.cover.compiled import Compiled
from excover.cover.matrix import Matrix
from excover.diagnostics import SpecError
from excover.expressions.evaluate import Evaluator
from excover.expressions.frame import Frame
from excover.limits import Limits
from excover.names import HIDDEN, OptionName, OrderedSet, Value
from excover.puzzle.lattice import TRIANGLE, Cell, Lattice, Motion, translated
from excover.puzzle.puzzle import Board, Piece, Placing, Puzzle
from excover.source import Span
from excover.syntax import ast

Permutation: TypeAlias = "array[int]"
"""``permutation[o]`` is the image of option ``o``."""


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """A group of permutations of options that take solutions to solutions; the first is the identity."""

    elements: Sequence[Permutation]

    @property
    def order(self) -> int:
        return len(self.elements)

    def is_canonical(self, cover: Sequence[int]) -> bool:
        """Whether an ascending cover is the first, in the order of option numbers, of all its images.

        Exactly one solution of every orbit is: a test that needs no memory of earlier solutions.
        """
        own = list(cover)
        return all(own <= sorted(map(element.__getitem__, own)) for element in self.elements)

    def orbit(self, cover: Sequence[int]) -> set[tuple[int, ...]]:
        """All images of a cover, ascending; their number divides the order of the group."""
        return {tuple(sorted(map(element.__getitem__, cover))) for element in self.elements}


def symmetry_group(puzzle: Puzzle, compiled: Compiled, restricted: Matrix, limits: Limits) -> Group:
    """The group of the puzzle, of which only what preserves its givens is left.

    ``compiled`` is without givens, ``restricted`` the matrix that is searched. Raises SpecError where a
    `symmetry` statement is not one, or where the group is larger than ``limits`` allow.
    """
    full = compiled.matrix
    candidates = (c for board in puzzle.boards for c in _of_board(puzzle, board, full))
    generators = [candidate for candidate in candidates if is_symmetry(full, candidate)]
    evaluator = Evaluator(puzzle.scope, limits)
    for statement in puzzle.symmetries:
        generators.append(_stated(statement, compiled, evaluator))
    elements = _closure(len(full.options), generators, limits, _said(puzzle))
    if restricted is full:
        return Group(elements)
    return Group([kept for element in elements if (kept := _restricted(element, full, restricted))])


def is_symmetry(matrix: Matrix, permutation: Permutation) -> bool:
    """Does a permutation of options come with one of the items that keeps bounds, colors and costs?"""
    options = len(matrix.options)
    if sorted(permutation) != list(range(options)):
        return False
    costs = matrix.prices()
    if any(costs[option] != costs[permutation[option]] for option in range(options)):
        return False
    here = _items_by_options(matrix, range(options))
    return here == _items_by_options(matrix, permutation)


def _items_by_options(matrix: Matrix, image: Sequence[int]) -> Counter[object]:
    """What tells items apart: their bounds, and the images of their options, those of one color together."""
    members: list[dict[int, list[int]]] = [{} for _ in matrix.items]
    for option in range(len(matrix.options)):
        for entry in range(matrix.starts[option], matrix.starts[option + 1]):
            colors = members[matrix.entries[entry]]
            colors.setdefault(matrix.colors[entry], []).append(image[option])
    return Counter(
        (matrix.lower[i], matrix.upper[i], matrix.colored[i], frozenset(map(frozenset, colors.values())))
        for i, colors in enumerate(members)
    )


def _said(puzzle: Puzzle) -> Span | None:
    """The first place that symmetries come from."""
    spans = [statement.span for statement in puzzle.symmetries] + [board.span for board in puzzle.boards]
    return spans[0] if spans else None


def _closure(
    options: int, generators: Iterable[Permutation], limits: Limits, said: Span | None
) -> list[Permutation]:
    """All products of the generators, in an order that depends on theirs alone."""
    identity = array("I", range(options))
    known = {identity.tobytes()}
    elements = [identity]
    useful = [generator for generator in generators if generator != identity]
    for element in elements:
        for generator in useful:
            image = array("I", map(generator.__getitem__, element))
            if image.tobytes() not in known:
                known.add(image.tobytes())
                elements.append(image)
                if len(elements) * options > limits.symmetries:
                    assert said is not None, "symmetries come from somewhere"
                    raise SpecError(faults.group_too_large(said, len(elements), options))
    return elements


def _restricted(element: Permutation, full: Matrix, restricted: Matrix) -> Permutation | None:
    """The same motion on the options that givens have left; None where it does not preserve them."""
    number_of = {name: number for number, name in enumerate(restricted.options)}
    numbers = {name: number for number, name in enumerate(full.options)}
    images = [number_of.get(full.options[element[numbers[name]]], -1) for name in restricted.options]
    if -1 in images:
        return None
    permutation = array("I", images)
    return permutation if is_symmetry(restricted, permutation) else None


# Symmetries that are said


def _stated(statement: ast.Symmetry, compiled: Compiled, evaluator: Evaluator) -> Permutation:
    matrix = compiled.matrix
    numbers = {name: number for number, name in enumerate(matrix.options)}
    images = array("I", range(len(matrix.options)))
    for motion in statement.motions:
        family = motion.source.name.id
        sources = [name for name in matrix.options if name.family == family]
        targets = _images(motion, sources, evaluator)
        for source, named in zip(sources, targets, strict=True):
            target = compiled.aliases.get(named, named)
            if target not in numbers:
                raise SpecError(faults.image_missing(motion.span, source, target))
            images[numbers[source]] = numbers[target]
            if _skip(source) in numbers and _skip(target) in numbers:
                images[numbers[_skip(source)]] = numbers[_skip(target)]
    if not is_symmetry(matrix, images):
        raise SpecError(faults.not_a_symmetry(statement.span, _witness(matrix, images)))
    return images


def _skip(option: OptionName) -> OptionName:
    """What is chosen where an optional option is not: it moves along with it."""
    return OptionName(HIDDEN, (option.family, *option.arguments))


def _images(motion: ast.Motion, sources: list[OptionName], evaluator: Evaluator) -> list[OptionName]:
    columns = zip(*(source.arguments for source in sources), strict=True)
    names = [argument.id for argument in motion.source.arguments if isinstance(argument, ast.Name)]
    bound = {name: list(column) for name, column in zip(names, columns, strict=False)}
    frame = Frame(len(sources), bound)
    arguments = [evaluator.key(argument, frame) for argument in motion.image.arguments]
    rows: Iterable[tuple[Value, ...]] = zip(*arguments, strict=True) if arguments else [()] * len(sources)
    return [OptionName(motion.image.name.id, row) for row in rows]


def _witness(matrix: Matrix, images: Sequence[int]) -> tuple[OptionName, OptionName] | None:
    """Two options with the same image, where that is what is wrong."""
    first: dict[int, int] = {}
    for option, image in enumerate(images):
        if first.setdefault(image, option) != option:
            return matrix.options[first[image]], matrix.options[option]
    return None


# Symmetries of boards


def _of_board(puzzle: Puzzle, board: Board, matrix: Matrix) -> Iterator[Permutation]:
    """What every motion that takes the board onto itself does to the options, as far as that is clear."""
    for motion, moved in _board_motions(board):
        images = _option_images(puzzle, board, motion, moved, matrix)
        if images is not None:
            yield images


def _board_motions(board: Board) -> Iterator[tuple[Motion, dict[Cell, Cell]]]:
    """Motions with the permutation of the cells that each comes to, the kinds of cells and labels kept."""
    for motion in board.lattice.motions("free"):
        image = board.lattice.moved(motion, board.cells)
        here, there = (tuple(map(min, zip(*cells, strict=True))) for cells in (board.cells, image))
        by = here[0] - there[0], here[1] - there[1], here[2] - there[2]
        if board.lattice is TRIANGLE and sum(by) % 2:
            continue  # no translation of triangles; of hexagons, `moved` may have shifted all by a column
        straightened = translated(image, by)
        for row, column in _turns(board):
            glued = (_glued(cell, row, column, board) for cell in straightened)
            moved = dict(zip(board.cells, glued, strict=True))
            if _keeps(board, moved):
                yield motion, moved


def _turns(board: Board) -> Iterable[tuple[int, int]]:
    """The translations of a board whose rim is glued."""
    rows = range(board.extent[1] if "torus" in board.flags else 1)
    columns = range(board.extent[2] if board.flags & {"torus", "cylinder"} else 1)
    return product(rows, columns)


def _glued(cell: Cell, row: int, column: int, board: Board) -> Cell:
    if not (row or column):
        return cell
    return cell[0], (cell[1] + row) % board.extent[1], (cell[2] + column) % board.extent[2]


def _keeps(board: Board, moved: Mapping[Cell, Cell]) -> bool:
    cells = set(board.cells)
    return all(
        image in cells
        and board.labels.get(cell) == board.labels.get(image)
        and (cell in board.optional) == (image in board.optional)
        for cell, image in moved.items()
    )


def _option_images(
    puzzle: Puzzle, board: Board, motion: Motion, moved: Mapping[Cell, Cell], matrix: Matrix
) -> Permutation | None:
    """The image of every option; None where it is not clear, or not an option."""
    positions = {board.position(cell): board.position(image) for cell, image in moved.items()}
    placed = [source for source in puzzle.sources if isinstance(source, Placing)]
    placings = {placing.shapes.name: placing for placing in placed if placing.board is board}
    letters = {name: _letters(placing, motion) for name, placing in placings.items()}
    numbers = {_content(name): number for number, name in enumerate(matrix.options)}
    by_items = _by_items(matrix)
    images = array("I")
    for option, name in enumerate(matrix.options):
        if name.family == HIDDEN:
            of = OptionName(str(name.arguments[0]), name.arguments[1:])
            number = numbers.get(_content(_skip(matrix.options[images[numbers[_content(of)]]])))
            if number is None:
                return None
            images.append(number)
            continue
        if name.family in placings and (len(name.arguments) == 2 or name.arguments[1] == board.name):
            image = _moved_piece(name, letters[name.family], positions)
        elif name.family == board.name:
            image = _moved_value(name, positions)
        elif any(name.family == placing.shapes.name for placing in placed):
            image = name  # on another board
        else:
            number = _moved_items(matrix, option, board, positions, by_items)
            image = None if number is None else matrix.options[number]
        number = None if image is None else numbers.get(_content(image))
        if number is None:
            return None
        images.append(number)
    return images


def _content(name: OptionName) -> object:
    """The identity of an option, a set of cells in whatever order."""
    return name.family, tuple(frozenset(a) if isinstance(a, OrderedSet) else a for a in name.arguments)


def _letters(placing: Placing, motion: Motion) -> dict[Value, Value]:
    """Which piece each piece becomes: itself, or of a chiral pair the other one."""
    lattice, waiting = placing.board.lattice, list(placing.shapes.pieces)
    found: dict[Value, Value] = {}
    for piece in placing.shapes.pieces:
        image = set(lattice.orientations(lattice.moved(motion, piece.cells), placing.group))
        twin = next(
            (other for other in _itself_first(piece, waiting) if _shapes(other, placing) == image), None
        )
        if twin is not None:
            waiting.remove(twin)
            found[piece.letter] = twin.letter
    return found


def _itself_first(piece: Piece, others: Sequence[Piece]) -> list[Piece]:
    return sorted(others, key=lambda other: other is not piece)


def _shapes(piece: Piece, placing: Placing) -> set[tuple[Cell, ...]]:
    lattice: Lattice = placing.board.lattice
    return set(lattice.orientations(piece.cells, placing.group))


def _moved_piece(
    name: OptionName, letters: Mapping[Value, Value], positions: Mapping[tuple[int, ...], tuple[int, ...]]
) -> OptionName | None:
    letter, *between, cells = name.arguments
    if letter not in letters or not isinstance(cells, OrderedSet):
        return None
    image = OrderedSet(positions[cell] for cell in cells)  # type: ignore[index]
    return OptionName(name.family, (letters[letter], *between, image))


def _moved_value(name: OptionName, positions: Mapping[tuple[int, ...], tuple[int, ...]]) -> OptionName | None:
    """Of a filled board: the same value in another cell."""
    row, column, value = name.arguments if len(name.arguments) == 3 else (0, 0, 0)
    image = positions.get((row, column))  # type: ignore[arg-type]
    return None if image is None else OptionName(name.family, (*image, value))


def _by_items(matrix: Matrix) -> dict[frozenset[int], int]:
    return {frozenset(_own(matrix, option)): option for option in matrix.own_options()}


def _own(matrix: Matrix, option: int) -> list[int]:
    """The items of an option but those that compilation added."""
    return [item for item in matrix.option_items(option) if matrix.items[item].family != HIDDEN]


def _moved_items(
    matrix: Matrix,
    option: int,
    board: Board,
    positions: Mapping[tuple[int, ...], tuple[int, ...]],
    by_items: Mapping[frozenset[int], int],
) -> int | None:
    """Of an option that covers nothing but cells of the board: the option on the cells' images."""
    names = [matrix.items[item] for item in _own(matrix, option)]
    if any(name.family != board.name for name in names):
        return None
    start = next(i for i, name in enumerate(matrix.items) if name.family == board.name)
    numbers = {board.position(cell): start + at for at, cell in enumerate(board.cells)}
    return by_items.get(frozenset(numbers[positions[name.indices]] for name in names))  # type: ignore[index]
