r"""Warnings about options: equal ones, items without any, pieces that fit nowhere or cannot fill their board.

>>> from excover.problem.problem import parse
>>> [warning.code for warning in parse("board b 1x3 shapes s\n  |AA\nplace free s on b").warnings]
['W303']

Why pieces have no placement: what is certain of their size, else what may be in the way.

>>> print(parse("board b 2x3 shapes s\n  |AAAA B\nplace free s on b").warnings[0].notes[0])
`A` is too long for `b`, however it is turned or reflected: it is 1x4, `b` is 2x3
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from itertools import chain

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import HIDDEN, ItemName, RuleItem, Value
from excover.base.source import Span
from excover.base.words import plural
from excover.language import messages
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import Frame
from excover.language.expressions.scope import ONCE, Times
from excover.language.meaning.items import holes_of, no_cell_of, rule_names
from excover.language.meaning.listing import FlatRows
from excover.language.meaning.puzzle import Board, Piece, Placing, Puzzle
from excover.language.syntax import ast
from excover.lattices.lattice import DIMENSIONS
from excover.matrix.compiled import Block
from excover.matrix.matrix import Matrix
from excover.matrix.matrix_room import MatrixRoom

_TURNED = {
    "free": ", however it is turned or reflected",
    "one-sided": ", however it is turned",
    "fixed": ", as it is drawn",
}


def misfits(
    placings: Sequence[Placing], letters: Sequence[str], room: MatrixRoom, *, removing: Sequence[str]
) -> list[messages.Misfit]:
    """A reason for each piece, and for each board on which it is placed."""
    return [
        _ruled_out(piece, placing, removing)
        if _rules(placing, removing) and room.ways(placing, piece).least
        else _misfit(piece, placing)
        for placing in placings
        for piece in placing.shapes.pieces
        if piece.letter in letters
    ]


def blocked_cells(
    placings: Sequence[Placing], room: MatrixRoom, *, removing: Sequence[str]
) -> dict[tuple[Value, ...], list[str]]:
    """The cells of a board that a piece could cover, and the rules that may leave out all such placements.

    Pieces are tried up to the limit of options.
    """
    found: dict[tuple[Value, ...], dict[str, None]] = {}
    for placing in placings:
        rules = _rules(placing, removing)
        for piece in placing.shapes.pieces if rules else ():
            for cell in set(chain.from_iterable(room.ways(placing, piece).made(room.limits.options))):
                key = placing.board.position(placing.board.cells[cell])
                found.setdefault(key, {}).update(dict.fromkeys(rules))
    return {key: [*rules] for key, rules in found.items()}


def ruled_out(
    placings: Sequence[Placing], letters: Sequence[str], room: MatrixRoom, *, removing: Sequence[str]
) -> dict[tuple[str, ...], list[str]]:
    """Pieces without placements, by the statements that leave them none; by `()` those that have no room.

    Without those that only conditions exclude, as clues do.
    """
    fitting: dict[str, set[str]] = {}
    for placing in placings:
        for piece in placing.shapes.pieces:
            if piece.letter in letters and room.ways(placing, piece).least:
                fitting.setdefault(piece.letter, set()).update(_rules(placing, removing))
    found: dict[tuple[str, ...], list[str]] = {}
    for letter in letters:
        rules = fitting.get(letter)
        if rules is None or rules:
            found.setdefault(tuple(sorted(rules or (), reverse=True)), []).append(letter)
    return found


def _rules(placing: Placing, removing: Sequence[str]) -> list[str]:
    """The statements that may leave out placements."""
    return ["where"] * (placing.where is not None) + [*removing]


def left_out(placings: Sequence[Placing], letters: Sequence[str], evaluator: Evaluator) -> set[str]:
    """The pieces that every `where` leaves out by their letters alone."""
    return {letter for letter in letters if all(_names_out(each, letter, evaluator) for each in placings)}


def _names_out(placing: Placing, letter: str, evaluator: Evaluator) -> bool:
    """Whether a condition, or one of several joined by `and`, is about the piece alone, and excludes it."""
    where = placing.where
    if where is None:
        return False
    about = [part for part in _joined(where) if "cells" not in part.mentioned]
    frame = Frame(1, {"piece": [letter]})
    with suppress(SpecError):  # where another condition, about its cells, comes first
        return any(not evaluator.of_kind(part, frame, "condition")[0] for part in about)
    return False


def _joined(condition: ast.Expr) -> Sequence[ast.Expr]:
    """The conditions that `and` joins."""
    if isinstance(condition, ast.Logical) and condition.operator == "and":
        return condition.operands
    return (condition,)


def _ruled_out(piece: Piece, placing: Placing, removing: Sequence[str]) -> messages.Misfit:
    """Of a piece that has room."""
    rules = " or ".join(f"`{rule}`" for rule in _rules(placing, removing))
    return messages.Misfit(piece.letter, placing.board.name, "ruled out", rules)


def _misfit(piece: Piece, placing: Placing) -> messages.Misfit:
    board = placing.board
    here, there = len(piece.cells), len(board.cells)
    if here > there and not board.openings:
        return messages.Misfit(piece.letter, board.name, "cells", plural(here, "cell"), plural(there, "cell"))
    if _is_too_long(piece, placing):
        lattice = board.lattice
        sizes = _dimensions(lattice.spans(piece.cells)), _dimensions(lattice.sizes(board.extent))
        return messages.Misfit(piece.letter, board.name, "extent", *sizes, _TURNED[placing.group])
    *others, last = _blocking(placing)
    return messages.Misfit(
        piece.letter, board.name, "blocked", " or ".join(filter(None, [", ".join(others), last]))
    )


def _blocking(placing: Placing) -> Iterator[str]:
    """What may rule out all places of a piece that is not known to be too large for its board."""
    board = placing.board
    if board.gluing is None or not board.gluing.height:
        yield "it leaves the board"
    if board.gluing:
        yield "it covers a cell twice"
    else:
        yield "it covers what is no cell of it"
    if placing.matching or any(piece.labels for piece in placing.shapes.pieces):
        yield "it lies on other labels than its own"


def _is_too_long(piece: Piece, placing: Placing) -> bool:
    """Whether it certainly is, in every orientation; it is not known without straight lines."""
    board, lattice = placing.board, placing.board.lattice
    is_straight = lattice.chequered or (lattice.cubes and lattice.solid) or lattice.axes > DIMENSIONS
    if not is_straight or board.flags:
        return False
    room = lattice.sizes(board.extent)
    lengths = map(lattice.spans, lattice.orientations(piece.cells, placing.group))
    return not any(all(a <= b for a, b in zip(each, room, strict=True)) for each in lengths)


def _dimensions(sizes: Sequence[int]) -> str:
    """As a description writes them: what comes before rows and columns only if it is not 1."""
    before = 0
    while before < len(sizes) - 2 and sizes[before] == 1:
        before += 1
    return "x".join(map(str, sizes[before:]))


def equal_options(blocks: Sequence[Block]) -> Iterator[Diagnostic]:
    """Contents are compared by their hashes first, and kept only where these repeat: options are many.

    Placements of one statement differ in their pieces or their cells.
    """
    blocks = [each for each in blocks if any(len(row) > 1 for row in each.rows) and not _decides(each)]
    if len(blocks) == 1 and isinstance(blocks[0].source, Placing) and isinstance(blocks[0].rows, FlatRows):
        return
    hashes = array("q", chain.from_iterable(block.hashes() for block in blocks))
    if len(set(hashes)) == len(hashes):
        return
    again = {number for number, times in Counter(hashes).items() if times > 1}
    first: dict[object, tuple[Block, int]] = {}
    repeated: list[tuple[Block, int, Block, int]] = []
    own = iter(hashes)
    for block in blocks:
        for option, content in enumerate(block.contents()):
            if next(own) not in again or len(block.rows[option]) == 1:
                continue  # options of one item are plainly alternatives
            earlier = first.setdefault(content, (block, option))
            if earlier[0] is not block or earlier[1] != option:
                repeated.append((block, option, *earlier))
    if repeated:
        block, option, earlier_block, other = repeated[0]
        names = earlier_block.names[other], block.names[option]
        yield messages.EqualOptions(block.span, *names, len(repeated), earlier_block.span)


def _decides(block: Block) -> bool:
    return isinstance(block.source, ast.Option) and block.source.is_decision


def without_options(
    puzzle: Puzzle, matrix: Matrix, room: MatrixRoom, evaluator: Evaluator, before: Sequence[Block]
) -> Iterator[Diagnostic]:
    """Boards of a description that has no options at all have been reported. ``before`` are the options
    before the conditions.
    """
    covered = set(matrix.entries)
    if puzzle.sources:
        yield from _uncoverable(puzzle, matrix, covered, room, before)
    yield from _fitting(puzzle, matrix, covered, room, evaluator)


def _uncoverable(
    puzzle: Puzzle, matrix: Matrix, covered: Set[int], room: MatrixRoom, before: Sequence[Block]
) -> Iterator[Diagnostic]:
    """Items that must be covered, but are not among those that options cover."""
    missing: dict[Span, list[ItemName]] = {}
    for item, span in enumerate(matrix.item_spans):
        if item not in covered and matrix.lower[item]:
            missing.setdefault(span, []).append(matrix.items[item])
    conditions = {name: statement for statement, name in rule_names(puzzle)}
    for span, every in missing.items():
        names = every
        if condition := conditions.get(names[0].family):
            binding = names[0].binding() if isinstance(names[0], RuleItem) else ""
            yield messages.ConditionNeverHolds(condition.span, len(names), binding)
            continue
        if puzzle.conditions and names[0].family == HIDDEN:
            yield messages.NeitherChosenNorNot(span, [str(name.indices[0]) for name in names])
            continue
        if excluded := _excluded(puzzle, names, matrix, before, room.excluded):
            yield excluded
            names = [name for name in names if name not in excluded.items]
            if not names:
                continue
        placings = _placings(puzzle, names[0].family)
        if not placings:
            yield from _without_options(puzzle, span, names, room)
            continue
        letters = [str(name.indices[0]) for name in names]
        boards = [placing.board.name for placing in placings]
        reasons = misfits(placings, letters, room, removing=puzzle.removing_keywords)
        are_drawn = all(
            piece.is_drawn
            for placing in placings
            for piece in placing.shapes.pieces
            if piece.letter in letters
        )
        yield messages.PiecesWithoutRoom(span, letters, boards, reasons, are_drawn)


def _excluded(
    puzzle: Puzzle,
    names: Sequence[ItemName],
    matrix: Matrix,
    before: Sequence[Block],
    excluded: Mapping[int, Span],
) -> messages.ItemsExcluded | None:
    """That the conditions leave no option for items which options ``before`` them cover; ``excluded`` has
    the condition that leaves out an option, by its number.
    """
    stated = [each for each in puzzle.conditions if each.price is None]
    numbers = {matrix.item_numbers[name] for name in names} if stated else set()
    found, families, spans = set[int](), set[str](), set[Span | None]()
    options = ((name, row) for block in before for name, row in zip(block.names, block.rows, strict=True))
    for option, (name, row) in enumerate(options if numbers else ()):
        if here := numbers.intersection(row):
            found |= here
            families.add(name.family)
            spans.add(excluded.get(option))
    about = [each.span for each in stated if each.span in spans]
    about = about or [each.span for each in stated if not families.isdisjoint(each.mentioned)]
    without = [name for name in names if matrix.item_numbers[name] in found]
    return messages.ItemsExcluded(about[0], without, about[1:4]) if about else None


def _without_options(
    puzzle: Puzzle, span: Span, names: Sequence[ItemName], room: MatrixRoom
) -> Iterator[Diagnostic]:
    """Those that a piece could cover, by the statements that leave no such placement; and all others."""
    placings = [source for source in puzzle.sources if isinstance(source, Placing)]
    here = [placing for placing in placings if placing.board.name == names[0].family]
    blocked = blocked_cells(here, room, removing=puzzle.removing_keywords)
    alike: dict[tuple[str, ...], list[ItemName]] = {}
    for name in names:
        alike.setdefault(tuple(blocked.get(name.indices, ())), []).append(name)
    for rules, those in alike.items():
        yield messages.ItemsWithoutOptions(span, those, rules)


def _placings(puzzle: Puzzle, shapes: str) -> list[Placing]:
    """Those of pieces; none for other items."""
    placings = (source for source in puzzle.sources if isinstance(source, Placing))
    return [placing for placing in placings if placing.shapes.name == shapes]


def _fitting(
    puzzle: Puzzle, matrix: Matrix, covered: Set[int], room: MatrixRoom, evaluator: Evaluator
) -> Iterator[Diagnostic]:
    """Among pieces that need not be used, those without any placement, unless they are meant to have none."""
    if not any(isinstance(source, Placing) for source in puzzle.sources):
        return
    letters: dict[str, list[str]] = {}
    for item, name in enumerate(matrix.items):
        if item not in covered and not matrix.lower[item]:
            letters.setdefault(name.family, []).append(str(name.indices[0]) if name.indices else "")
    for shapes, own in letters.items():
        if placed := _placings(puzzle, shapes):
            boards = [placing.board.name for placing in placed]
            meant = left_out(placed, own, evaluator)
            found = ruled_out(placed, own, room, removing=puzzle.removing_keywords)
            for rules, alike in found.items():
                if unplaced := [letter for letter in alike if letter not in meant]:
                    yield messages.PieceFitsNowhere(placed[0].span, unplaced, boards, rules)


def areas(puzzle: Puzzle) -> Iterator[Diagnostic]:
    """If pieces alone cover some boards, and lie only on these, their areas must be equal."""
    empty = {no_cell_of(board.name) for board in puzzle.boards if board.has_holes}
    sources = [
        each for each in puzzle.sources if not (isinstance(each, ast.Option) and each.name.id in empty)
    ]
    placings = [source for source in sources if isinstance(source, Placing)]
    if len(placings) < len(sources):
        return
    bounds = {family.name: family.bounds for family in puzzle.families}
    for together in _connected(placings):
        boards = list({placing.board.name: placing.board for placing in together}.values())
        if not any(board.openings for board in boards):
            yield from _unequal_areas(together, boards, bounds)


def _connected(placings: Sequence[Placing]) -> list[list[Placing]]:
    """Those with common boards or pieces."""
    found: list[list[Placing]] = []
    for placing in placings:
        names = {placing.board.name, placing.shapes.name}
        near = [each for each in found if any(names & {p.board.name, p.shapes.name} for p in each)]
        found = [*(each for each in found if each not in near), [*chain(*near), placing]]
    return found


def _unequal_areas(
    placings: Sequence[Placing], boards: Sequence[Board], bounds: Mapping[str, Sequence[Times]]
) -> Iterator[Diagnostic]:
    shapes = {placing.shapes.name: placing.shapes for placing in placings}
    sizes = [len(piece.cells) for each in shapes.values() for piece in each.pieces]
    often = [each for name in shapes for each in bounds[name]]
    least = sum(size * each.lower for size, each in zip(sizes, often, strict=True))
    uppers = [each.upper for each in often]
    most = sum(size * each for size, each in zip(sizes, uppers, strict=True) if each is not None)
    needed = sum(not each.is_secondary for board in boards for each in bounds[board.name])
    needed -= sum(bounds[holes_of(board.name)][0].upper or 0 for board in boards if board.has_holes)
    is_small = most < needed and None not in uppers
    room = sum(len(board.cells) for board in boards)
    if is_small or least > room:
        span, area, cells = placings[0].span, most if is_small else least, needed if is_small else room
        names, walls = [board.name for board in boards], sum(board.walls for board in boards)
        yield messages.AreasDisagree(span, list(shapes), area, names, cells, walls, set(often) == {ONCE})
