"""From puzzle to matrix: numbers every item and option, with its name and place."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, repeat
from typing import assert_never

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.names import HIDDEN, ItemName, OptionName
from excover.base.source import Span
from excover.language import messages
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.frame import Column, Frame
from excover.language.meaning.items import exceeded
from excover.language.meaning.listing import Listing, flattened, joined, kept
from excover.language.meaning.puzzle import OptionSource, Placing, Puzzle, argument_names
from excover.language.syntax import ast
from excover.matrix.canvas import draw_options
from excover.matrix.compiled import Block, Compiled
from excover.matrix.constraints import AT_EDGE, EDGE, GlobalConstraint, WeightedSum
from excover.matrix.copies import named_families, with_copies
from excover.matrix.covered_items import CoveredRows, sums_of, unlike_colors
from excover.matrix.effects import without_effect
from excover.matrix.goals import most_cost
from excover.matrix.matrix import UNBOUNDED, Matrix
from excover.matrix.matrix_room import MatrixRoom, NumberedItems
from excover.matrix.option_blocks import chosen_often, listed, placed, without_removed
from excover.matrix.option_warnings import areas, equal_options, without_options


def expand(puzzle: Puzzle, limits: Limits = DEFAULT) -> Compiled:
    """All items and options of a puzzle, without givens.

    Raises SpecError if an option has an error or a limit is reached.
    """
    room = MatrixRoom(limits)
    items = NumberedItems(puzzle.families, room, puzzle.resources)
    evaluator = Evaluator(puzzle.scope, limits)
    blocks = _blocks(puzzle, items, evaluator, room)
    _meet_requirements(puzzle, blocks, items, room)
    absent = {each.option.name.id for each in puzzle.global_constraints if each.absent}
    skips = [_skips(block, items, room) for block in blocks if _family(block) in absent]
    named_all = blocks
    blocks = without_removed(blocks, puzzle.removing, evaluator, room, puzzle.lines)
    skips += [_free_skips(block, items, room) for block in blocks if _family(block) not in absent]
    blocks += [skipped for skipped in skips if skipped]
    if spans := [each.span for each in puzzle.global_constraints if each.to_edge]:
        blocks.append(_edge(spans[0], items, room))
    meant: list[Diagnostic] = []
    unruled = blocks
    blocks, linear = _with_rules(puzzle, blocks, named_all, items, room, meant)
    _refuse_large_costs(blocks)
    constraints = _constraints(puzzle, blocks, named_all, items, evaluator, room, meant)
    canvases, markings = draw_options(puzzle, blocks, items.numbers, list(items.palette), evaluator, room)
    matrix = _matrix(items, puzzle, blocks)
    sums = sums_of(items, blocks, matrix.prices() if puzzle.cost_limits else [], puzzle.cost_limits)
    sums = [*sums, *linear]
    matrix = matrix.replaced(sums=sums) if sums else matrix
    matrix = matrix.replaced(constraints=constraints) if constraints else matrix
    warnings = [
        *meant,
        *equal_options(blocks),
        *without_options(puzzle, matrix, room, evaluator, unruled),
        *areas(puzzle),
    ]
    warnings += [*unlike_colors(matrix), *without_effect(puzzle, blocks, matrix, evaluator, room)]
    named = named_families(puzzle, blocks, canvases, markings)
    canvases, markings = with_copies(puzzle, blocks, matrix, canvases, markings)
    aliases = {name: kept for block in blocks for name, kept in block.aliases.items()}
    arguments = dict(map(argument_names, puzzle.sources))
    found = [*puzzle.warnings, *warnings]
    return Compiled(matrix, canvases, markings, aliases, found, arguments=arguments, named=named)


def _with_rules(
    puzzle: Puzzle,
    blocks: list[Block],
    before: Sequence[Block],
    items: NumberedItems,
    room: MatrixRoom,
    meant: list[Diagnostic],
) -> tuple[list[Block], list[WeightedSum]]:
    """With what the conditions of `require` add; ``before`` has the options that are forbidden, too."""
    if not puzzle.conditions and not any(exceeded(puzzle)):
        return blocks, []
    from excover.matrix.rules.applied import with_rules

    left = {name for block in blocks for name in block.names} if puzzle.removing else set()
    lost = (name for block in before for name in block.names if name not in left)
    return with_rules(puzzle, blocks, items, lost if puzzle.removing else (), room, meant)


def _constraints(
    puzzle: Puzzle,
    blocks: Sequence[Block],
    before: Sequence[Block],
    items: NumberedItems,
    evaluator: Evaluator,
    room: MatrixRoom,
    meant: list[Diagnostic],
) -> list[GlobalConstraint]:
    """Those of `require` statements; ``before`` and ``meant`` are as in `global_constraints`."""
    if not puzzle.global_constraints:
        return []
    from excover.matrix.expand_constraints import global_constraints

    return global_constraints(puzzle, blocks, before, items, evaluator, room, meant)


def _refuse_large_costs(blocks: Sequence[Block]) -> None:
    """Raises SpecError for the largest cost of each statement in which one is too large."""
    most = most_cost(sum(len(block.rows) for block in blocks))
    wrong = [
        messages.CostTooLarge(block.source.cost.span, cost, most)
        for block in blocks
        if isinstance(block.source, ast.Option) and block.source.cost is not None
        for cost in [max(block.costs, key=abs, default=0)]
        if abs(cost) > most
    ]
    if wrong:
        raise SpecError(wrong)


def _blocks(puzzle: Puzzle, items: NumberedItems, evaluator: Evaluator, room: MatrixRoom) -> list[Block]:
    """The options of every statement. Raises SpecError with the errors of all of them."""
    _refuse_many(puzzle, items, room)
    blocks: list[Block] = []
    wrong: list[Diagnostic] = []
    for source in puzzle.sources:
        try:
            blocks += _with_times(source, puzzle, items, evaluator, room)
        except SpecError as fault:
            wrong += fault.diagnostics
            if room.is_full:
                break
    if wrong:
        raise SpecError(wrong)
    return blocks


def _with_times(
    source: OptionSource, puzzle: Puzzle, items: NumberedItems, evaluator: Evaluator, room: MatrixRoom
) -> list[Block]:
    """The options of a statement; where they may be chosen several times, also the hidden ones of these."""
    statement = source.statement if isinstance(source, Listing) else source
    if isinstance(statement, Placing) or statement.most is None:
        return [_block(source, puzzle, items, evaluator, room)]

    place: Callable[[int], Span]
    if isinstance(source, Listing):
        room.take(source.span, len(source.names), len(source.rows.entries))
        block, most, place = listed(source, items), list(source.most), source.place
    else:
        block, frame = _bound(statement, items, evaluator, room)
        most, place = evaluator.of_kind(statement.most, frame, "number"), _always(block.span)
        if min(most, default=0) < 0:
            row = next(row for row, times in enumerate(most) if times < 0)
            raise SpecError(messages.ChosenLessThanNever(statement.most.span, most[row], frame.binding(row)))
    _refuse_twice_covered(block, items, place)
    often = dict(zip(block.names, most, strict=True))
    if statement.distinct:
        block = _distinct(block)
    block, hidden = chosen_often(block, list(map(often.__getitem__, block.names)), items, room)
    return [_extended(block, puzzle.additions, items, evaluator, room), hidden]


def _block(
    source: OptionSource, puzzle: Puzzle, items: NumberedItems, evaluator: Evaluator, room: MatrixRoom
) -> Block:
    additions = puzzle.additions
    match source:
        case Placing():
            block = placed(source, puzzle.board_numbers[source.board.name], items, evaluator, room)
            return _extended(block, additions, items, evaluator, room)
        case Listing():
            room.take(source.span, len(source.names), len(source.rows.entries))
            block = listed(source, items)
            _refuse_twice_covered(block, items, source.place)
            block = _extended(block, additions, items, evaluator, room)
            _refuse_odd_rows(block, items, source.place, source.optional)
            return block
        case ast.Option():
            block, _ = _bound(source, items, evaluator, room)
            _refuse_twice_covered(block, items, _always(block.span))
            block = _extended(block, additions, items, evaluator, room)
            _refuse_odd_rows(block, items, _always(block.span))
            return _distinct(block) if source.distinct else block
        case _:
            assert_never(source)


def _refuse_many(puzzle: Puzzle, items: NumberedItems, room: MatrixRoom) -> None:
    """Raises SpecError if pieces have too many placements, or these touch too much, before any is made."""
    needed = MatrixRoom(room.limits)
    placings = [source for source in puzzle.sources if isinstance(source, Placing)]
    for placing in placings:
        for piece in placing.shapes.pieces:
            ways = room.ways(placing, piece)
            needed.take(placing.span, ways.least, ways.entries + ways.least)
    if not puzzle.requirements:
        return
    from excover.matrix.expand_constraints import least_entries

    for requirement in puzzle.requirements:
        span = items.families[requirement.family].span
        for placing in placings:
            needed.take(span, entries=least_entries(requirement, placing, room))


# Options by statement


def _bound(
    option: ast.Option, items: NumberedItems, evaluator: Evaluator, room: MatrixRoom
) -> tuple[Block, Frame]:
    """One option for every combination of values in the binders of an option statement, and these."""
    frame = evaluator.named(option.loop)
    room.take(option.span, frame.size, frame.size * len(option.covers))
    arguments = [frame.columns[name.id] for name in option.loop.names]
    names = list(map(OptionName, repeat(option.name.id), zip(*arguments, strict=True) if arguments else [()]))
    room.note(option.span, frame.size)
    rows, colors, amounts = CoveredRows(items, evaluator, room, option.covers).rows(frame)
    costs = evaluator.of_kind(option.cost, frame, "number") if option.cost is not None else []
    return Block(option, option.name.span, names[: frame.size], rows, colors, costs, amounts), frame


def _extended(
    block: Block,
    additions: Iterable[ast.Also],
    items: NumberedItems,
    evaluator: Evaluator,
    room: MatrixRoom,
) -> Block:
    """The options of a block with what `also` statements add to them."""
    family, wanted = argument_names(block.source)
    for statement in additions:
        if statement.option.name.id != family:
            continue
        names = [argument.id for argument in statement.option.arguments if isinstance(argument, ast.Name)]
        if len(names) != len(wanted):
            raise SpecError(messages.OtherArguments(statement.option.span, family, wanted, block.span))
        room.take(statement.span, entries=len(block.names) * len(statement.covers))
        columns: list[Column] = list(map(list, zip(*(name.arguments for name in block.names), strict=True)))
        frame = Frame(len(block.names), dict(zip(names, columns or [[] for _ in names], strict=True)))
        kept: Sequence[int] = range(frame.size)
        if statement.where:
            frame, kept = frame.filtered(evaluator.of_kind(statement.where, frame, "condition"))
        rows, colors, amounts = CoveredRows(items, evaluator, room, statement.covers).rows(frame)
        room.note(statement.span, any(rows) or any(amounts))
        block.extend(kept, rows, colors, amounts)
        _refuse_twice_covered(block, items, _always(statement.span))
    return block


def _meet_requirements(
    puzzle: Puzzle, blocks: Iterable[Block], items: NumberedItems, room: MatrixRoom
) -> None:
    """Adds the items of `require` statements to the options that cover them."""
    if not puzzle.requirements:
        return
    from excover.matrix.expand_constraints import required_rows

    for requirement in puzzle.requirements:
        span = items.families[requirement.family].span
        for block in blocks:
            if block.names and block.names[0].family == HIDDEN:
                continue
            rows: list[tuple[int, ...]] = []
            for row in required_rows(requirement, block, items):
                room.take(span, entries=len(row))  # as soon as it is made: all together may be far too many
                rows.append(row)
            if any(rows):
                room.note(span, rows)
                block.extend(range(len(rows)), rows, [], [])


def _distinct(block: Block) -> Block:
    """Keeps the first of options that differ only in their names."""
    first: dict[object, int] = {}
    for option, content in enumerate(block.contents()):
        kept = first.setdefault(content, option)
        if kept != option:
            block.aliases[block.names[option]] = block.names[kept]
    return block.kept(list(first.values()))


def _family(block: Block) -> str:
    """That of all its options; of none, nothing."""
    return block.names[0].family if block.names else ""


def _free_skips(block: Block, items: NumberedItems, room: MatrixRoom) -> Block | None:
    """Makes an optional option without a primary item a choice.

    Otherwise a search that branches on items would never choose it (Knuth), although the definition of a
    solution allows it. The same applies to a piece that need not be used on cells that may stay empty.
    """
    if isinstance(block.source, ast.Option) and not block.source.optional:
        return None
    return _skips(block, items, room, _without_primary(block.rows, items))


def _skips(
    block: Block, items: NumberedItems, room: MatrixRoom, of: Sequence[int] | None = None
) -> Block | None:
    """Makes these options, or all, choices: each or its skip covers an additional item."""
    options = range(len(block.names)) if of is None else of
    if not options:
        return None
    room.take(block.span, len(options), 2 * len(options))
    rows, colors = list(block.rows), list(block.colors)
    choices = []
    for option in options:
        choice = items.add(ItemName(HIDDEN, (str(block.names[option]),)), block.span)
        choices.append((choice,))
        rows[option] = (*rows[option], choice)
        if colors:
            colors[option] = (*colors[option], 0)
    block.rows, block.colors = rows, colors
    names = [OptionName(HIDDEN, (name.family, *name.arguments)) for name in kept(block.names, options)]
    return Block(block.source, block.span, names, choices, absent=kept(rows, options))


def _edge(span: Span, items: NumberedItems, room: MatrixRoom) -> Block:
    """The hidden option that every solution has: it is at the edge of each board."""
    room.take(span, options=1, entries=1)
    item = items.add(ItemName(HIDDEN, (EDGE.name,)), span)
    source = ast.Option(span, ast.Name(span, HIDDEN), ast.Loop(span, (), None), (), None, False, False)
    return Block(source, span, [AT_EDGE], [(item,)])


def _always(span: Span) -> Callable[[int], Span]:
    """The place of all options of one statement."""
    return lambda _option: span


def _refuse_twice_covered(block: Block, items: NumberedItems, place: Callable[[int], Span]) -> None:
    """Refuses options that cover an item twice. ``place`` is where an option is described."""
    rows = block.rows
    if sum(map(len, map(set, rows))) < sum(map(len, rows)):
        wrong = [option for option, row in enumerate(rows) if len(set(row)) < len(row)]
        name, row = block.names[wrong[0]], rows[wrong[0]]
        twice = next(number for number in row if row.count(number) > 1)
        raise SpecError(messages.OptionCoversTwice(place(wrong[0]), name, items.names[twice], len(wrong)))


def _refuse_odd_rows(
    block: Block, items: NumberedItems, place: Callable[[int], Span], optional: bytes = b""
) -> None:
    """Refuses options that cover nothing, or no item that must be covered, and are not ``optional``, which
    has a byte for each option of calls.
    """
    rows = block.rows
    is_decision = not optional and isinstance(block.source, ast.Option) and block.source.is_decision
    if not all(rows) and not block.amounts and not is_decision:
        empty = next(option for option, row in enumerate(rows) if not row)
        raise SpecError(messages.OptionCoversNothing(place(empty), block.names[empty]))
    if isinstance(block.source, ast.Option) and block.source.optional and all(optional):
        return
    free = [option for option in _without_primary(rows, items) if not (optional and optional[option])]
    if free:
        families = {items.names[item].family for item in block.rows[free[0]]}
        declared = [(name, family.span) for name, family in items.families.items() if name in families]
        first = block.names[free[0]]
        in_units = bool(block.amounts) and bool(block.amounts[free[0]])
        raise SpecError(messages.OnlySecondaryItems(place(free[0]), first, len(free), declared, in_units))


def _without_primary(rows: Iterable[tuple[int, ...]], items: NumberedItems) -> list[int]:
    """The options that cover only secondary items."""
    return [option for option, free in enumerate(map(items.secondary.issuperset, rows)) if free]


def _matrix(items: NumberedItems, puzzle: Puzzle, blocks: Sequence[Block]) -> Matrix:
    """Has costs if a statement gives one, even if no option has one in the end."""
    rows = flattened([block.rows for block in blocks])
    is_soft = any(exceeded(puzzle)) or any(each.price is not None for each in puzzle.conditions)
    has_costs = is_soft or any(map(_has_cost, puzzle.sources))
    costs = (block.costs or repeat(0, len(block.rows)) for block in blocks)
    return Matrix(
        items=items.all_names,
        lower=array("I", (bounds.lower for bounds in items.bounds)),
        upper=array("I", (UNBOUNDED if bounds.upper is None else bounds.upper for bounds in items.bounds)),
        colored=array("B", (bounds.colored for bounds in items.bounds)),
        options=joined([block.names for block in blocks]),
        starts=rows.starts,
        entries=rows.entries,
        colors=_colors(blocks, len(rows.entries)),
        palette=list(items.palette),
        costs=array("q", chain.from_iterable(costs)) if has_costs else None,
        item_spans=items.spans,
        option_spans=[span for block in blocks for span in repeat(block.span, len(block.rows))],
    )


def _colors(blocks: Sequence[Block], entries: int) -> array[int]:
    """The color of every entry, 0 for none."""
    if not any(block.colors for block in blocks):
        return array("I", bytes(4 * entries))
    of_blocks = (block.colors or (repeat(0, len(row)) for row in block.rows) for block in blocks)
    return array("I", chain.from_iterable(map(chain.from_iterable, of_blocks)))


def _has_cost(source: OptionSource) -> bool:
    match source:
        case Placing():
            return False
        case Listing():
            return source.costs is not None
        case ast.Option():
            return source.cost is not None
        case _:
            assert_never(source)
