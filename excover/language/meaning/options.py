"""What can be chosen: `option`, and what other statements require of options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import Value
from excover.language import messages
from excover.language.expressions.frame import UNIT, kind_numbers
from excover.language.expressions.scope import ONCE, ItemFamily, check, check_loop
from excover.language.meaning.drawing import ChosenDrawing
from excover.language.meaning.items import bounds_of_pieces, declare_items, no_cover
from excover.language.meaning.puzzle import Piece, Shapes
from excover.language.meaning.state import (
    State,
    argument_names,
    cell_named,
    check_chosen,
    check_ref,
    names_among,
    option_called,
    unlike,
)
from excover.language.syntax import ast

# Pieces, or tiles, that look the same: they may be meant as copies of one.


def look_for_twins(
    state: State, statement: ast.PlaceStatement, shapes: Shapes, look_of: Callable[[Piece], object]
) -> None:
    """Warns of pieces that look the same, if they are used and no condition may distinguish them."""
    each = bounds_of_pieces(state, statement.each)
    if each.exact == 0 or (statement.where is not None and "piece" in statement.where.mentioned):
        return
    same: dict[object, list[Piece]] = {}
    for piece in shapes.pieces:
        same.setdefault(look_of(piece), []).append(piece)
    for twins in same.values():
        if len(twins) > 1:
            letters, first = [piece.letter for piece in twins], twins[0].span
            is_every = len(twins) == len(shapes.pieces)
            state.found.append(messages.CongruentPieces(statement.span, letters, each.exact, first, is_every))


def tell_apart(state: State, statement: ast.Removing) -> None:
    """Without the warnings of pieces that a statement distinguishes from those that look the same."""
    shapes = state.shapes.get(statement.option.name.id)
    if shapes is None or _is_about_all(statement):
        return
    (first, *_) = statement.option.arguments
    named = {first.value} if isinstance(first, ast.Text) else {piece.letter for piece in shapes.pieces}
    places = {piece.letter: piece.span for piece in shapes.pieces}
    kept: list[Diagnostic] = []
    for warning in state.found:
        if isinstance(warning, messages.CongruentPieces) and warning.first in places.values():
            letters = [letter for letter in warning.letters if letter not in named]
            if len(letters) > 1:
                is_every = warning.is_every and len(letters) == len(warning.letters)
                first_left = places[letters[0]]
                kept.append(warning.replaced(letters=tuple(letters), first=first_left, is_every=is_every))
        else:
            kept.append(warning)
    state.found[:] = kept


def _is_about_all(statement: ast.Removing) -> bool:
    """Whether it names the same placements of all pieces: its first argument runs through them, and nothing
    else depends on it.
    """
    (piece, *others), loop = statement.option.arguments, statement.loop
    if not isinstance(piece, ast.Name) or loop is None:
        return False
    parts = [*others, *([loop.where] if loop.where else []), *(each.domain for each in loop.binders)]
    binders = [
        each for each in loop.binders if piece.id in {name.id for p in each.patterns for name in p.names}
    ]
    domain = binders[0].domain if len(binders) == 1 else None
    runs = isinstance(domain, ast.Name) and domain.id == statement.option.name.id
    return runs and not any(piece.id in part.mentioned for part in parts)


def option(state: State, option: ast.Option) -> None:
    declare_option(state, option)
    state.covered.update(cover.ref.name.id for cover in _refs(option.covers))
    names = check_loop(option.loop, state.scope)
    _check_covers(state, option.covers, names, option.loop)
    for expr in (option.cost, option.most):
        if expr is not None:
            check(expr, state.scope, names)
    state.sources.append(option)
    if option.hidden:
        ref = ast.OptionRef(option.span, option.name, tuple(option.arguments))
        state.draws.append(ast.Draw(option.span, ref, ast.Set(option.span, ()), None, None))


def choose(state: State, statement: ast.Choose) -> None:
    """A shorthand for an item for each decision, and an option for each of its values."""
    span, name = statement.span, statement.name
    loop, covers = statement.loop, tuple[ast.CoveredItem, ...]()
    if statement.values is not None:
        check(statement.values, state.scope, check_loop(loop, state.scope))
        names, keys = tuple(loop.names), _keys_of(state, loop)
        state.take_room(span, len(keys))
        state.declare(ItemFamily(name.id, name.span, len(names), keys, [ONCE] * len(keys), span.text))
        value = ast.Name(span, unlike("value", {*statement.mentioned, *(each.id for each in names)}))
        chosen = ast.Binder(span, (ast.Pattern(span, (value,), is_tuple=False),), statement.values)
        loop = ast.Loop(loop.span, (*loop.binders, chosen), loop.where)
        covers = (ast.CoveredItem(span, ast.Ref(span, name, names), None, None),)
    option(state, ast.Option(span, name, loop, covers, None, not covers, False, None, statement.hidden))
    if size := _size_of_cell(state, statement):
        state.on_cells[name.id] = size
        if not statement.hidden and next(iter(state.boards.values())).flat:
            state.draws.append(_drawing_on_board(statement, loop, size))


def lines(state: State, statement: ast.Lines) -> None:
    """A shorthand for a decision for each two neighbors, the lesser first; drawn if these are cells."""
    span, name, where = statement.span, statement.name, statement.places
    p, q = (ast.Name(span, unlike(letter, statement.mentioned)) for letter in "pq")
    one, other = ast.Pattern(span, (p,), is_tuple=False), ast.Pattern(span, (q,), is_tuple=False)
    both, ends = ast.Pattern(span, (p, q), is_tuple=True), ast.Tuple(span, (p, q))
    rising: ast.Expr = ast.Comparison(span, p, (("<", q),))
    if statement.is_along:
        has_order = _check_ends(state, where)
        ends_in_order = ast.Conditional(span, ends, rising, ast.Tuple(span, (q, p))) if has_order else ends
        loop = ast.Loop(span, (ast.Binder(span, (both,), where),), None)
        pairs = ast.Each(span, ends_in_order, loop)
    else:
        board = (where,) if isinstance(where, ast.Name) and where.id in state.boards else ()
        beside = ast.Call(span, ast.Name(span, "beside"), (p, *board))
        among = ast.Comparison(span, q, (("in", where),))
        both_ends = ast.Logical(span, "and", (rising, among))
        binders = ast.Binder(span, (one,), where), ast.Binder(span, (other,), beside)
        pairs = ast.Each(span, ends, ast.Loop(span, binders, both_ends))
    loop = ast.Loop(span, (ast.Binder(span, (both,), pairs),), None)
    choose(state, ast.Choose(span, name, loop, None, statement.hidden))
    state.lines.add(name.id)
    if not statement.is_along and not statement.hidden:
        ref, joined = ast.OptionRef(span, name, (p, q)), ast.Set(span, (p, q))
        state.draws.append(ChosenDrawing(span, ref, joined, None, None, True))


def _check_ends(state: State, pairs: ast.Expr) -> bool:
    """Whether the places that lines may join have an order. Raises SpecError unless each member of the set is
    a pair of different places of one kind, and is there once if they have none.
    """
    check(pairs, state.scope)
    (found,) = state.evaluator.of_kind(pairs, UNIT, "set")
    for pair in found:
        if (
            not isinstance(pair, tuple)
            or len(pair) != 2
            or pair[0] == pair[1]
            or len({*kind_numbers(pair)}) > 1
        ):
            raise SpecError(messages.NotTwoEnds(pairs.span, pair))
    if has_order := not any(_has_no_order(place) for pair in found for place in pair):
        return has_order
    for one, other in found:
        if (other, one) in found:
            raise SpecError(messages.NotTwoEnds(pairs.span, (one, other), is_twice=True))
    return False


def _has_no_order(place: Value) -> bool:
    return any(map(_has_no_order, place)) if isinstance(place, tuple) else type(place) not in (int, str)


def _keys_of(state: State, loop: ast.Loop) -> tuple[tuple[Value, ...], ...]:
    """The values of the names of a loop, for each of its bindings."""
    frame, names = state.evaluator.named(loop), loop.names
    return tuple(zip(*(frame.columns[each.id] for each in names), strict=True)) if names else ((),)


def _size_of_cell(state: State, statement: ast.Choose) -> int:
    """How many arguments are the cell of the only board that each decision is about; 0 if they are not."""
    patterns = [pattern for binder in statement.loop.binders for pattern in binder.patterns]
    if len(state.boards) != 1 or len(patterns) != 1:
        return 0
    is_family = statement.values is not None
    keys = state.family(statement.name.id).keys if is_family else _keys_of(state, statement.loop)
    places = keys if patterns[0].is_tuple else [place for (place,) in keys]
    (board,) = state.boards
    return len(patterns[0].names) if state.family(board).places.issuperset(places) else 0


def _drawing_on_board(statement: ast.Choose, loop: ast.Loop, size: int) -> ChosenDrawing:
    """Decisions about cells are drawn there: the value, or the letter of the name."""
    span, name, arguments = statement.span, statement.name, tuple(loop.names)
    mark = arguments[-1] if statement.values is not None else ast.Text(span, name.id[0])
    at = cell_named(span, arguments[:size])
    return ChosenDrawing(span, ast.OptionRef(span, name, arguments), at, mark, None)


def items(state: State, statement: ast.Items) -> None:
    """Declares items, and an option for each that may stay uncovered at a price. Only what must be covered
    once may.
    """
    declare_items(state, statement)
    for family in statement.families:
        if family.price is None:
            continue
        if bound := family.multiplicity or family.over:
            raise SpecError(messages.PriceWithBounds(family.price.span, bound.span))
        uncovered = no_cover(state, family, family.price)
        local = check_loop(uncovered.loop, state.scope)
        check(family.price, state.scope, local)
        if family.price.mentioned.isdisjoint(local):
            state.evaluator.of_kind(family.price, UNIT, "number")
        declare_option(state, uncovered)
        state.last_sources.append(uncovered)


def also(state: State, statement: ast.Also) -> None:
    option_called(state, statement.option)
    names = names_among(state, statement.option, lambda *told: messages.ExtendedArgumentNotName(*told))
    if statement.where:
        check(statement.where, state.scope, names)
    state.covered.update(cover.ref.name.id for cover in _refs(statement.covers))
    _check_covers(state, statement.covers, frozenset(names))
    state.additions.append(statement)


def declare_option(state: State, option: ast.Option) -> None:
    earlier = state.options.get(option.name.id)
    if earlier:
        raise SpecError(messages.OptionDeclaredTwice(option.name.span, option.name.id, earlier.name.span))
    state.options[option.name.id] = option  # even with an error, so that it is not reported as missing


def _check_covers(
    state: State, covers: Iterable[ast.Covered], local: frozenset[str], loop: ast.Loop | None = None
) -> None:
    for covered in covers:
        if isinstance(covered, ast.CoverEach):
            _check_covers(state, covered.covers, check_loop(covered.loop, state.scope, local), loop)
            continue
        if covered.condition is not None:
            check(covered.condition, state.scope, local)
        family = check_ref(state, covered.ref, local, loop=loop)
        if family.name in state.required:
            raise SpecError(
                messages.CoversRequired(covered.ref.span, family.name, state.required[family.name])
            )
        _check_amount(state, covered, family, local)
        _check_color(state, covered, family, local)


def _check_amount(state: State, cover: ast.CoveredItem, family: ItemFamily, local: frozenset[str]) -> None:
    if cover.amount is None:
        return
    if family.units is None:
        raise SpecError(messages.AmountUnexpected(cover.amount.span, family.name, family.span))
    check(cover.amount, state.scope, local)


def _check_color(state: State, cover: ast.CoveredItem, family: ItemFamily, local: frozenset[str]) -> None:
    colored = family.is_colored
    if cover.color is None and colored:
        raise SpecError(messages.ColorMissing(cover.span, family.name, family.span))
    if cover.color is not None and not colored:
        raise SpecError(
            messages.ColorUnexpected(cover.color.span, family.name, family.span, family.units is not None)
        )
    if cover.color is not None:
        check(cover.color, state.scope, local)


def removing(state: State, statement: ast.Removing) -> None:
    local = check_loop(statement.loop, state.scope) if statement.loop else frozenset()
    check_chosen(state, statement.option, statement.loop, local)
    state.removing.append(statement)
    tell_apart(state, statement)


def symmetry(state: State, symmetry: ast.SymmetryStatement) -> None:
    for motion in symmetry.motions:
        local = argument_names(
            state,
            motion.source,
            lambda *told: messages.MotionArgumentNotName(*told),
            lambda *told: messages.SymmetryOfPieces(*told),
        )
        option_called(state, motion.image)
        for argument in motion.image.arguments:
            check(argument, state.scope, local)
    state.symmetries.append(symmetry)


def _refs(covers: Iterable[ast.Covered]) -> Iterator[ast.CoveredItem]:
    for covered in covers:
        if isinstance(covered, ast.CoverEach):
            yield from _refs(covered.covers)
        else:
            yield covered
