"""From syntax tree to puzzle: resolves names, evaluates sets and drawings.

Statements are resolved one by one; an error is reported and the names of its statement cause no further
errors, so that one run reports all errors.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any

from excover.base.diagnostics import MOST_REPORTED, Diagnostic, SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.names import Value, normal
from excover.base.source import Span
from excover.language import messages
from excover.language.expressions.evaluate import Evaluator
from excover.language.expressions.scope import Broken, LabelValues, Scope, TableValue
from excover.language.meaning import drawing, naming, objectives, options
from excover.language.meaning.probable_mistakes import (
    equal_members,
    texts_that_meet_nothing,
    words_of_the_next_line,
)
from excover.language.meaning.puzzle import COST, Board, OptionSource, Placing, Puzzle
from excover.language.meaning.state import NO_TABLES, Loader, State, TablesLike
from excover.language.syntax import ast
from excover.lattices import LATTICE_NAMES, Lattice

if TYPE_CHECKING:
    from excover.language.meaning.shaping import AnyShapes

# What has no effect, since no other statement reads it: columns of tables, labels, legends.


def unread(spec: ast.Spec, state: State) -> Iterator[Diagnostic]:
    """In the order of the description."""
    found = [
        *(each for statement in spec.statements for each in _not_drawn(statement)),
        *_unread(spec, state),
    ]
    yield from sorted(found, key=lambda warning: warning.labels[0].span.start)


def _unread(spec: ast.Spec, state: State) -> Iterator[Diagnostic]:
    """Of a description that is complete: definitions without options are for others that import them."""
    if not state.sources and not state.last_sources:
        return
    columns, labelled = set[str](), _labels_that_meet(state)
    for node in spec.nodes:
        match node:
            case ast.Field(_, _, column):
                columns.add(column)
            case (
                ast.Index(value=ast.Name(id=board))
                | ast.Call(function=ast.Name(id="areas"), arguments=(ast.Name(id=board),))
            ):
                labelled.add(board)
            case ast.Fill(board=ast.Name(id=board), units=units) if any(
                isinstance(u, ast.Unit) and u.kind == "label" for u in units
            ):
                labelled.add(board)
            case _:
                pass
    yield from _named_not_read(spec)
    for statement in spec.statements:
        match statement:
            case ast.Table(_, ast.Name(id=name), ast.Drawing(lines=lines)):
                yield from _not_read(state.scope.get(name), lines, columns)
            case (
                ast.BoardStatement(name=name, labels=ast.Drawing(span))
                | ast.ShapesStatement(name=name, labels=ast.Drawing(span))
            ) if name.id not in labelled:
                yield messages.LabelsNotRead(span, name.id, isinstance(statement, ast.ShapesStatement))
            case ast.BoardStatement(name=name, labels=None, drawing=ast.Drawing(span)) if (
                name.id not in labelled and _are_several(state.boards.get(name.id))
            ):
                yield messages.LettersNotRead(span, name.id)
            case _:
                pass


def _are_several(board: Board | None) -> bool:
    """Whether cells have different letters; a single one is a way to draw cells."""
    return board is not None and len({*board.labels.values()}) > 1


def _named_not_read(spec: ast.Spec) -> Iterator[Diagnostic]:
    others = [each for each in spec.statements if not isinstance(each, ast.BoardStatement)]
    named = frozenset[str]().union(*(each.mentioned for each in others))
    for board in spec.statements:
        if isinstance(board, ast.BoardStatement):
            heads = [each.head for each in board.named_labels if each.head.name.id not in named]
            yield from (messages.NamedLabelsNotRead(head.span, head.name.id) for head in heads)


def _labels_that_meet(state: State) -> set[str]:
    """The boards and pieces whose labels restrict where pieces lie."""
    found: set[str] = set()
    for placing in state.sources:
        if isinstance(placing, Placing) and placing.board.labels and placing.matching:
            found |= {placing.board.name, placing.shapes.name}
    return found


def _not_drawn(statement: ast.Statement) -> Iterator[Diagnostic]:
    if isinstance(statement, ast.BoardStatement | ast.ShapesStatement):
        lines = statement.drawing.lines if statement.drawing else ()
        for line in statement.legend:
            if not any(line.character.value in drawn.text for drawn in lines):
                yield messages.NotDrawn(line.character.span, line.character.value)


def _not_read(table: object, lines: Sequence[Span], columns: set[str]) -> Iterator[Diagnostic]:
    """Of a table whose records are drawn here. The first column identifies them."""
    if not isinstance(table, TableValue) or not table.lines or table.lines[0][0] not in lines:
        return
    header = next(line for line in lines if line.text.strip())
    for column in table.columns[1:]:
        if column not in columns:
            place = re.search(rf"(?<!\w){column}(?!\w)", header.text)
            span = header.part(place.start(), len(column)) if place else header
            yield messages.ColumnNotRead(span, table.name, column)


def resolve(
    spec: ast.Spec,
    load: Loader,
    settings: Mapping[str, Value] = {},
    limits: Limits = DEFAULT,
    tables: TablesLike = NO_TABLES,
) -> Puzzle:
    """The puzzle that a syntax tree describes, with the parameters of ``settings`` and the records of
    ``tables``.

    Raises SpecError with all errors.
    """
    state = new_state(load, settings, limits, tables)
    resolve_into(state, spec)
    if not spec.statements:
        state.found.append(messages.NothingDescribed(Span(spec.span.source, 0, 0)))
    if not any(diagnostic.is_error for diagnostic in state.found):
        state.found += [*texts_that_meet_nothing(spec, state.scope), *equal_members(spec)]
        state.found += words_of_the_next_line(spec)
        if _has_labels(state):
            from excover.language.meaning.label_uses import labels_without_meaning

            state.found += labels_without_meaning(spec, state.evaluator, state.compared)
        state.found += unread(spec, state)
    return puzzle_of(state)


def scope_of(spec: ast.Spec, load: Loader, limits: Limits = DEFAULT) -> Scope:
    """The names that have a meaning in a tree, though some of its statements are wrong or missing."""
    state = new_state(load, {}, limits)
    resolve_into(state, spec)
    return state.scope


def by_name(settings: Mapping[str, Value]) -> dict[str, Value]:
    """The values of parameters by their names as the language has them. ValueError for two of one name."""
    found = {normal(name): value for name, value in settings.items()}
    if len(found) < len(settings):
        ((twice, _),) = Counter(map(normal, settings)).most_common(1)
        raise ValueError(f"the parameter `{twice}` has two values: its letters are composed in two ways")
    return found


def new_state(
    load: Loader, settings: Mapping[str, Value], limits: Limits, tables: TablesLike = NO_TABLES
) -> State:
    """The state before the first statement."""
    scope = Scope()
    return State(load, by_name(settings), limits, scope, Evaluator(scope, limits), _meaning, tables)


def resolve_into(state: State, spec: ast.Spec) -> None:
    """Resolves statements one by one; what is wrong with them is in ``state.found``."""
    state.scope.upcoming.update(
        (name.id, name.span) for statement in spec.statements for name in statement.declared()
    )
    for statement in spec.statements:
        if len(state.found) < MOST_REPORTED:
            _resolve(state, statement)
    if _has_labels(state):
        from excover.language.meaning.label_uses import compared_in

        state.compared.update(compared_in(spec))


def _has_labels(state: State) -> bool:
    return any(isinstance(state.scope.get(name), LabelValues) for name in state.scope)


def _resolve(state: State, statement: ast.Statement) -> None:
    """Reports errors; uses of the names that the statement should have declared are not reported."""
    try:
        state.resolve(state, statement)
    except SpecError as wrong:
        state.found += wrong.diagnostics
        for name in statement.declared():
            if name.id not in state.scope:
                state.scope.declare(Broken(name.id, name.span))
        state.broken_places.update(name.id for name in statement.placed())
        if isinstance(statement, ast.Option | ast.Choose | ast.Lines):
            state.scope.broken_options.add(statement.name.id)
        if isinstance(statement, ast.Fill):
            state.scope.broken_options.add(statement.board.id)
        if isinstance(statement, ast.Import):
            state.scope.incomplete = True


def _meaning(state: State, statement: ast.Statement) -> None:  # noqa: C901, PLR0912
    """Resolves a statement into the state. Raises SpecError."""
    match statement:
        case ast.PuzzleStatement():
            naming.title(state, statement)
        case ast.Import():
            naming.import_(state, statement)
        case ast.Param():
            naming.param(state, statement)
        case ast.Let():
            naming.let(state, statement)
        case ast.Enum():
            naming.enum(state, statement)
        case ast.Table():
            naming.table(state, statement)
        case ast.Def():
            naming.def_(state, statement)
        case ast.Items():
            options.items(state, statement)
        case ast.Also():
            options.also(state, statement)
        case ast.Option():
            options.option(state, statement)
        case ast.Choose():
            options.choose(state, statement)
        case ast.Lines():
            options.lines(state, statement)
        case ast.RemovingStatement():
            options.removing(state, statement)
        case ast.SymmetryStatement():
            options.symmetry(state, statement)
        case ast.Goal():
            objectives.goal(state, statement)
        case ast.CostBound():
            objectives.cost_bound(state, statement)
            state.rules.append(statement)
        case ast.Draw() | ast.DrawItem() | ast.DrawMark() | ast.Decorate():
            drawing.draw(state, statement)
        case ast.GivenOptions() | ast.GivenDrawing() | ast.GivenColor():
            drawing.given(state, statement)
        case ast.Expect():
            drawing.expect(state, statement)
        case _:
            _on_boards(state, statement)


def _on_boards(
    state: State,
    statement: AnyShapes
    | ast.LatticeStatement
    | ast.BoardStatement
    | ast.PlaceStatement
    | ast.Fill
    | ast.RequireApart
    | ast.RequireWithout
    | ast.RequireConnected
    | ast.RequireLoop
    | ast.RequireThat,
) -> None:
    """Statements about boards and pieces: what they need is loaded when the first of them is met."""
    match statement:
        case ast.LatticeStatement():
            from excover.language.meaning.lattice_reading import lattice

            lattice(state, statement)
        case ast.BoardStatement():
            from excover.language.meaning.boards import board

            board(state, statement)
        case ast.PlaceStatement():
            from excover.language.meaning.placing import place

            place(state, statement)
        case ast.Fill():
            from excover.language.meaning.boards import fill

            fill(state, statement)
        case (
            ast.RequireApart()
            | ast.RequireWithout()
            | ast.RequireConnected()
            | ast.RequireLoop()
            | ast.RequireThat()
        ):
            from excover.language.meaning.requirements import require

            require(state, statement)
            state.rules.append(statement)
        case _:
            from excover.language.meaning.shaping import shapes

            shapes(state, statement)


def puzzle_of(state: State) -> Puzzle:
    """Checks all statements together. Raises SpecError with all errors found."""
    unknown = state.wanted.keys() - state.settings.keys()
    found = [*state.found, *(messages.UnknownParameter(name, state.settings) for name in sorted(unknown))]
    if not any(diagnostic.is_error for diagnostic in found):
        declared = [name for name in state.scope if isinstance(state.scope[name], TableValue)]
        declared += state.boards
        found += [messages.UnknownTable(name, declared) for name in sorted(state.tables.keys() - {*declared})]
    if not any(diagnostic.is_error for diagnostic in found):
        found += [*_uncovered(state), *_costs(state)]
    if any(diagnostic.is_error for diagnostic in found):
        raise SpecError(found)
    used = state.covered | _boards_begun(state)
    families = [state.family(name) for name in state.scope.families() if name in used]
    placed = Counter(shapes for shapes, _ in state.placings)
    common = set(Puzzle.__match_args__).intersection(State.__match_args__)
    parts: dict[str, Any] = {name: getattr(state, name) for name in common}
    parts.update(
        title=state.titles[0].title.value if state.titles else "",
        settings=dict(state.settings),
        families=[family for family in families if family.units is None],
        resources=[family for family in families if family.units is not None],
        sources=[_naming_board(source, placed) for source in (*state.sources, *state.last_sources)],
        boards=list(state.boards.values()),
        cost_limits=list(state.cost_bounds.values()),
        warnings=found,
    )
    return Puzzle(**parts)


def _uncovered(state: State) -> Iterator[Diagnostic]:
    begun = _boards_begun(state)
    for name in state.scope.families():
        if name in state.covered | state.imported | state.chosen_from:
            continue
        family = state.family(name)
        if name in state.boards and state.boards[name].optional.issuperset(state.boards[name].cells):
            continue  # a map
        if name in state.shapes:
            shapes = state.shapes[name]
            boards = [each for each in state.boards.values() if shapes.suits(each.lattice)]
            names, is_solid = [each.name for each in boards], any(not each.planar for each in boards)
            yield messages.PiecesNeverPlaced(
                family.span, name, names, _lattice_text(shapes.lattice), is_solid
            )
        elif name in begun:
            yield _stays_empty(state, state.boards[name])
        else:
            sources = [*state.sources, *state.last_sources]
            is_board, count = name in state.boards, len(family.keys)
            are_decisions = all(isinstance(each, ast.Option) and each.is_decision for each in sources)
            yield messages.ItemsNeverCovered(
                family.span, name, family.arity, is_board, bool(sources), count, are_decisions
            )


def _boards_begun(state: State) -> Set[str]:
    """The boards of a text without options: one begins with them, and wants to see them."""
    return frozenset() if state.sources or state.last_sources else state.boards.keys() - state.covered


def _stays_empty(state: State, board: Board) -> Diagnostic:
    size = max(board.extent[1:]) if board.flat and board.lattice.chequered else 0
    shapes = [each.name for each in state.shapes.values() if each.suits(board.lattice)]
    lattice = _lattice_text(board.lattice)
    return messages.BoardStaysEmpty(board.span, board.name, lattice, shapes, not board.planar, size)


def _lattice_text(lattice: Lattice | None) -> str:
    """The lattice of a board or pieces, as written, behind a blank; nothing if they need not."""
    if lattice is None or lattice.plain:
        return ""
    return f" {lattice.name}" if lattice.name in LATTICE_NAMES else f" on {lattice.name}"


def _costs(state: State) -> Iterator[Diagnostic]:
    priced = [*(option.cost for option in state.options.values()), *(each.price for each in state.conditions)]
    exceeded = [each for name in state.scope.families() if (each := state.family(name)).excess]
    costs = [cost.span for cost in priced if cost is not None] + [family.span for family in exceeded]
    wants_cost = any(objective.name == COST for objective in state.objectives)
    if state.goal and wants_cost and not costs:
        yield messages.GoalWithoutCost(state.goal.span)
    if not costs:
        yield from (messages.BoundWithoutCost(limit.span) for limit in state.cost_bounds.values())
    expected = [statement.span for statement in state.expectations if statement.subject == "cost"]
    if expected and not wants_cost:
        yield from map(messages.CostExpectedWithoutGoal, expected)
    elif costs and not wants_cost and not state.cost_bounds:
        yield messages.CostWithoutGoal(costs[0])


def _naming_board(source: OptionSource, placed: Mapping[str, int]) -> OptionSource:
    if isinstance(source, Placing):
        return source.replaced(names_board=placed[source.shapes.name] > 1)
    return source
