"""What statements do to the problem: the images of options under `symmetry`, and warnings where there is no
effect.

What a statement does is noted where it is done (`MatrixRoom.note`); here are those that did nothing.

>>> from excover.problem.problem import parse
>>> text = "board b 2x2  fill b with 1..2, once per row  forbid b(r, r, 1) for r in 3..2"
>>> [warning.message for warning in parse(text).warnings]
['this `forbid` removes no option']

Warnings about cells that conditions of an `also` mention, and that its board does not have.

>>> text = "board b 2x2 fill b with 1..2, once per row, column item one at most once "
>>> text += "also b(r, c, v) where (r, c) in {(1, 1), (1, 5)} and v = 1 covers one"
>>> [warning.message for warning in parse(text).warnings]
['`b` has no cell `(1, 5)`']

The images of hidden options under a symmetry of the others, from which they follow.

Rules make items and options of their own, which no statement names. An item whose options have images has the
item of these as its image; a hidden option whose items have images, the option of these. What several fit is
chosen, since they are alike; whether all that is a symmetry is for others to check.

>>> text = "choose f(i in 1..3) from 1..2 require f(i) < f(i mod 3 + 1) for i in 1..3 else cost 1 minimize "
>>> problem = parse(text + "symmetry f(i, v) -> f(i mod 3 + 1, v)")
>>> problem.count(), problem.count(up_to="symmetry")
(8, 4)
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, islice
from typing import TypeAlias

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import HIDDEN, ItemName, OptionName, OrderedSet, Value, brief
from excover.base.source import Span
from excover.base.words import listed
from excover.language import messages
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import Frame
from excover.language.meaning.drawing import ChosenDrawing, draws_nothing
from excover.language.meaning.items import may_be_empty
from excover.language.meaning.puzzle import Board, Placing, Puzzle
from excover.language.syntax import ast
from excover.language.syntax.nodes import Node, nodes_within, same
from excover.matrix.compiled import Block, Compiled
from excover.matrix.matrix import Matrix
from excover.matrix.matrix_room import MatrixRoom

_Binders: TypeAlias = tuple[ast.Binder, ...]


def cells_off_board(puzzle: Puzzle, evaluator: Evaluator) -> Iterator[Diagnostic]:
    """Of each comparison of the cell that an option covers with others, those that are not on the board."""
    boards = {board.name: board for board in puzzle.boards}
    sources = {each.name.id: each for each in puzzle.sources if isinstance(each, ast.Option)}
    for also in puzzle.additions:
        if not (source := sources.get(also.option.name.id)):
            continue
        for covered in source.covers:
            if isinstance(covered, ast.CoveredItem) and (board := boards.get(covered.ref.name.id)):
                cell = _renamed(covered.ref.index, source.arguments, also.option.arguments)
                if cell is not None:
                    yield from _Looking(board, cell, also, evaluator).found()


def _renamed(
    index: Sequence[ast.Expr], names: Sequence[ast.Name], arguments: Sequence[ast.Expr]
) -> ast.Expr | None:
    """The index of a cell in the names that `also` has for the arguments; None if it is not made of these."""
    known = {name.id: argument for name, argument in zip(names, arguments, strict=True)}
    parts = [known.get(each.id) if isinstance(each, ast.Name) else None for each in index]
    if None in parts:
        return None
    one, *others = [part for part in parts if part is not None]
    return ast.Tuple(one.span, (one, *others)) if others else one


class _Looking:
    """Looks for comparisons of a cell in the conditions of an `also`."""

    def __init__(self, board: Board, cell: ast.Expr, also: ast.Also, evaluator: Evaluator) -> None:
        self._board, self._cell, self._also, self._evaluator = board, cell, also, evaluator
        self._places = set(board.positions.values())
        self._arguments = {each.id for each in also.option.arguments if isinstance(each, ast.Name)}

    def found(self) -> Iterator[Diagnostic]:
        yield from self._in_condition(self._also.where, ())
        yield from self._in_covers(self._also.covers, ())

    def _in_covers(self, covers: Sequence[ast.Covered], binders: _Binders) -> Iterator[Diagnostic]:
        for covered in covers:
            if isinstance(covered, ast.CoveredItem):
                yield from self._in_condition(covered.condition, binders)
            else:
                inner = (*binders, *covered.loop.binders)
                yield from self._in_condition(covered.loop.where, inner)
                yield from self._in_covers(covered.covers, inner)

    def _in_condition(self, condition: ast.Expr | None, binders: _Binders) -> Iterator[Diagnostic]:
        match condition:
            case ast.Logical(operands=operands):
                for operand in operands:
                    yield from self._in_condition(operand, binders)
            case ast.Comparison(_, left, ((sign, right),)) if sign in ("in", "="):
                if sign == "=" and same(right, self._cell):
                    left, right = right, left
                if same(left, self._cell):
                    yield from self._off(right, sign, binders)
            case _:
                pass

    def _off(self, others: ast.Expr, sign: str, binders: _Binders) -> Iterator[Diagnostic]:
        """What is computed from the names of a loop may lie beyond the rim for some of them, as in
        `(r, c) in {(i - 1, j), (i + 1, j)}`; so these are left out, other than a name alone.
        """
        bound = {name.id: (each, part) for each in binders for part in each.patterns for name in part.names}
        needed: tuple[ast.Binder, ...] = ()
        mentioned = others.mentioned
        if isinstance(others, ast.Name) and others.id in bound:
            binder, pattern = bound[others.id]
            needed = (ast.Binder(binder.span, (pattern,), binder.domain),)
            mentioned = binder.domain.mentioned
        if not (self._arguments | bound.keys()).isdisjoint(mentioned):
            return
        try:
            frame, _ = self._evaluator.expand(ast.Loop(others.span, needed, None))
            values = self._evaluator.column(others, frame)
        except SpecError:
            return  # conditions that are left out here may prevent it
        cells: list[Value] = []
        for value in values:
            cells += value if sign == "in" and isinstance(value, OrderedSet) else [value]
        wrong = [
            each for each in dict.fromkeys(cells) if isinstance(each, tuple) and each not in self._places
        ]
        if wrong:
            yield messages.NoSuchCells(
                others.span, listed(list(map(brief, wrong)), "or", 4), self._board.name
            )


_FEW = 1_000
"""So many options are mapped first, one of which a symmetry nearly always moves."""


def without_effect(
    puzzle: Puzzle, blocks: Sequence[Block], matrix: Matrix, evaluator: Evaluator, room: MatrixRoom
) -> Iterator[Diagnostic]:
    """In the order of the description. What another warning points into is not reported again."""
    found = _found(puzzle, blocks, matrix, evaluator, room)
    yield from sorted(found, key=lambda warning: warning.labels[0].span.start)


def _found(
    puzzle: Puzzle, blocks: Sequence[Block], matrix: Matrix, evaluator: Evaluator, room: MatrixRoom
) -> Iterator[Diagnostic]:
    off_board = list(cells_off_board(puzzle, evaluator))
    yield from off_board
    warnings = (*puzzle.warnings, *off_board)
    reported = [label.span for warning in warnings for label in warning.labels if label.primary]
    empty = {family.name for family in (*puzzle.families, *puzzle.resources) if not family.keys}
    idle = set(empty)
    for symmetry in puzzle.symmetries:
        room.note(symmetry.span, _moves(symmetry, blocks, evaluator))
    can_be_empty = {name for name in puzzle.scope if may_be_empty(puzzle.scope[name])}
    for statement, keyword in _stated(puzzle):
        covers = statement.covers if isinstance(statement, ast.Option | ast.Also) else ()
        if statement.span in room.effective:
            for part in _parts_without_effect(covers, room.effective):
                idle |= _families([part])
                on_others = not can_be_empty.isdisjoint(part.mentioned)  # on another board of this kind
                if not (on_others or _is_switched_off(part, puzzle.settings)):
                    yield messages.CoverWithoutEffect(part.span)
        else:
            names = _families(covers)
            idle |= names
            if not can_be_empty.isdisjoint(statement.mentioned) or _is_switched_off(
                statement, puzzle.settings
            ):
                continue  # it may have an effect on another board of this kind, or with another setting
            if names.isdisjoint(empty) and not any(_within(each, statement.span) for each in reported):
                yield messages.StatementWithoutEffect(statement.span, keyword)
    yield from _not_covered(puzzle, matrix, idle)


def _is_switched_off(part: Node, settings: Mapping[str, Value]) -> bool:
    """Whether a loop in it has a condition about parameters alone, as `where diagonals = 1`."""
    conditions = (node.where for node in nodes_within(part) if isinstance(node, ast.Loop) and node.where)
    return any(each.mentioned and each.mentioned <= settings.keys() for each in conditions)


def _stated(puzzle: Puzzle) -> Iterator[tuple[ast.Statement, str]]:
    """The statements that should have an effect, with their keywords; `option_warnings` has `place`."""
    yield from ((source, "option") for source in puzzle.sources if isinstance(source, ast.Option))
    yield from ((each, "also") for each in puzzle.additions)
    yield from ((each, each.keyword) for each in puzzle.removing)
    yield from ((each, "require") for each in puzzle.rules if not isinstance(each, ast.CostBound))
    yield from ((each, "symmetry") for each in puzzle.symmetries)
    drawn = (each for each in puzzle.draws if not isinstance(each, ChosenDrawing) and not draws_nothing(each))
    yield from ((each, "draw") for each in chain(drawn, puzzle.mark_colors, puzzle.decorations))


def _within(place: Span, span: Span) -> bool:
    return place.source is span.source and span.start <= place.start and place.end <= span.end


def _parts_without_effect(covers: Sequence[ast.Covered], effective: Set[Span]) -> Iterator[ast.Covered]:
    for covered in covers:
        if covered.span not in effective:
            yield covered
        elif isinstance(covered, ast.CoverEach):
            yield from _parts_without_effect(covered.covers, effective)


def _families(covers: Sequence[ast.Covered]) -> set[str]:
    """The families of the items that are covered."""
    return {
        name
        for each in covers
        for name in (_families(each.covers) if isinstance(each, ast.CoverEach) else {each.ref.name.id})
    }


def _not_covered(puzzle: Puzzle, matrix: Matrix, idle: Set[str]) -> Iterator[Diagnostic]:
    """Items that may stay uncovered, as they do: all of a family, or some with a single index, since not all
    combinations of several indices need occur. Those of boards and pieces are no `item`s.

    Of those that are ``idle``, the reason has been reported.
    """
    entries = set(matrix.entries)
    sums = {each.name for each in matrix.sums if each.options}
    others = {each.name for each in puzzle.boards} | {each.family for each in puzzle.requirements}
    others |= {each.shapes.name for each in puzzle.sources if isinstance(each, Placing)}
    others |= {each.shapes for each in puzzle.tiled}
    end = 0  # items of families have the first numbers
    for family in (*puzzle.families, *puzzle.resources):
        end += len(family.keys) if family.units is None else 0
        may_stay = family.units is not None or not any(bounds.lower for bounds in family.bounds)
        if not family.keys or not may_stay or family.name in others | idle:
            continue
        names = [ItemName(family.name, key) for key in family.keys]
        if family.units is None:
            left = [
                name
                for name, number in zip(names, range(end - len(names), end), strict=True)
                if number not in entries
            ]
        else:
            left = [name for name in names if str(name) not in sums]
        if len(left) == len(names):
            yield messages.ItemsNotCovered(family.span, f"any item of `{family.name}`")
        elif left and family.arity == 1 and not puzzle.conditions:  # which remove options
            yield messages.ItemsNotCovered(family.span, listed(list(map(str, left)), "or", 4))


def _moves(symmetry: ast.SymmetryStatement, blocks: Sequence[Block], evaluator: Evaluator) -> bool:
    """Whether an option is not its own image, or there is a single one.

    What is wrong with a symmetry is reported when it is first needed.
    """
    for motion in symmetry.motions:
        family = motion.source.name.id
        names = [block.names for block in blocks if block.names and block.names[0].family == family]
        options = chain.from_iterable(names)
        while some := list(islice(options, _FEW)):
            try:
                if sum(map(len, names)) == 1 or images_of(motion, some, evaluator) != some:
                    return True
            except SpecError:
                return True
    return False


# The maps of `symmetry` statements: the image of every option.


_PIECE = 10_000
"""So many options are mapped between two looks."""


def stated_images(
    statement: ast.SymmetryStatement, compiled: Compiled, evaluator: Evaluator, look: Callable[[], object]
) -> array[int]:
    """The image of every option under a `symmetry` statement. SpecError if that is not an option.

    What ``look`` raises, which is called now and then, ends the work.
    """
    matrix = compiled.matrix
    numbers = matrix.option_numbers
    images = array("I", range(len(matrix.options)))
    mapped = {option for option, name in enumerate(matrix.options) if name.family != HIDDEN}
    for motion in statement.motions:
        family = motion.source.name.id
        sources = (name for name in matrix.options if name.family == family)
        while some := list(islice(sources, _PIECE)):
            look()
            for source, named in zip(some, images_of(motion, some, evaluator), strict=True):
                target = compiled.aliases.get(named, named)
                if target not in numbers:
                    raise SpecError(messages.ImageMissing(motion.span, source, target))
                images[numbers[source]] = numbers[target]
                if _skip(source) in numbers and _skip(target) in numbers:
                    images[numbers[_skip(source)]] = numbers[_skip(target)]
                    mapped.add(numbers[_skip(source)])
    complete(matrix, images, mapped, look)
    return images


def _skip(option: OptionName) -> OptionName:
    """The alternative to an optional option moves together with it."""
    return OptionName(HIDDEN, (option.family, *option.arguments))


def images_of(motion: ast.Motion, sources: list[OptionName], evaluator: Evaluator) -> list[OptionName]:
    """The images of options of its family, which need not exist."""
    columns = zip(*(source.arguments for source in sources), strict=True)
    names = [argument.id for argument in motion.source.arguments if isinstance(argument, ast.Name)]
    bound = {name: list(column) for name, column in zip(names, columns, strict=False)}
    frame = Frame(len(sources), bound)
    arguments = [evaluator.key(argument, frame) for argument in motion.image.arguments]
    rows: Iterable[tuple[Value, ...]] = zip(*arguments, strict=True) if arguments else [()] * len(sources)
    return [OptionName(motion.image.name.id, row) for row in rows]


def clash(matrix: Matrix, images: Sequence[int]) -> tuple[OptionName, OptionName] | None:
    """Two options of the description with the same image, if that is the error."""
    first: dict[int, int] = {}
    for option, image in enumerate(images):
        if matrix.options[option].family != HIDDEN and first.setdefault(image, option) != option:
            return matrix.options[first[image]], matrix.options[option]
    return None


_Point: TypeAlias = tuple[int, int]
"""An item and a color."""


def complete(matrix: Matrix, images: array[int], mapped: Collection[int], look: Callable[[], object]) -> None:
    """Sets the images of the hidden options that are not ``mapped``, if there are some that fit.

    Options and items that have the same options and items around them are alike; those of both sides that
    only one is like are each other's images (color refinement). Where several stay alike, any two are chosen.
    """
    hidden = [
        option for option, name in enumerate(matrix.options) if name.family == HIDDEN and option not in mapped
    ]
    if not hidden or not mapped:
        return
    known = {option: images[option] for option in range(len(images))}
    for option in hidden:
        del known[option]
    sides = (
        _SideOfImages(matrix, known, hidden),
        _SideOfImages(matrix, {image: image for image in known.values()}, hidden),
    )
    kinds = 0
    while kinds < len(hidden):
        look()
        numbers: dict[object, int] = {}
        (ones, others) = (side.refined(numbers) for side in sides)
        if {kind: len(each) for kind, each in ones.items()} != {k: len(each) for k, each in others.items()}:
            return
        if len(ones) == kinds:
            kind = next(kind for kind, each in ones.items() if len(each) > 1)
            for side, each in zip(sides, (ones, others), strict=True):
                side.kinds[each[kind][0]] = -1
        kinds = len(ones)
    for kind, (one,) in ones.items():
        images[one] = others[kind][0]


class _SideOfImages:
    """The hidden options of one side, and what is around them. ``known`` has the numbers of the others,
    ``kinds`` those of the hidden ones.
    """

    def __init__(self, matrix: Matrix, known: Mapping[int, int], hidden: Iterable[int]) -> None:
        self.kinds = dict.fromkeys(hidden, 0)
        self._costs = matrix.prices()
        self._points = {option: list(_points(matrix, option)) for option in self.kinds}
        self._of_item: dict[int, dict[int, tuple[list[int], list[int]]]] = {}
        for points in self._points.values():
            for item, _ in points:
                self._of_item.setdefault(item, {})
        self._bounds = {item: (matrix.lower[item], matrix.upper[item]) for item in self._of_item}
        for option in range(len(matrix.options)):
            for item, color in self._points.get(option) or _points(matrix, option):
                if item in self._of_item and (option in known or option in self.kinds):
                    others, own = self._of_item[item].setdefault(color, ([], []))
                    (own if option in self.kinds else others).append(known.get(option, option))
        for colors in self._of_item.values():
            for others, _ in colors.values():
                others.sort()

    def refined(self, numbers: dict[object, int]) -> dict[int, list[int]]:
        """The options by kinds, which are distinguished further by what is around them."""
        points: dict[_Point, int] = {}
        items: dict[int, int] = {}
        for item, colors in self._of_item.items():
            for color, (others, own) in colors.items():
                around = tuple(others), tuple(sorted(self.kinds[option] for option in own))
                points[item, color] = numbers.setdefault(around, len(numbers))
            whole = self._bounds[item], tuple(sorted(points[item, color] for color in colors))
            items[item] = numbers.setdefault(whole, len(numbers))
        found: dict[int, list[int]] = {}
        for option, before in self.kinds.items():
            there = tuple(sorted((items[point[0]], points[point]) for point in self._points[option]))
            kind = numbers.setdefault((before, self._costs[option], there), len(numbers))
            self.kinds[option] = kind
            found.setdefault(kind, []).append(option)
        return found


def _points(matrix: Matrix, option: int) -> Iterable[_Point]:
    entries = slice(matrix.starts[option], matrix.starts[option + 1])
    return zip(matrix.entries[entries], matrix.colors[entries], strict=True)
