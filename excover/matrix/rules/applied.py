"""The conditions of a description, applied to its options."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import HIDDEN, ItemName, OptionName
from excover.language import messages
from excover.language.expressions.decided import Compares, Condition, Decided
from excover.language.expressions.frame import Frame
from excover.language.meaning.items import exceeded, rule_names
from excover.language.meaning.puzzle import Puzzle, argument_names
from excover.language.syntax import ast
from excover.matrix.compiled import Block
from excover.matrix.constraints import WeightedSum
from excover.matrix.matrix_room import FIRST_SUM, MatrixRoom, NumberedItems
from excover.matrix.rules.additions import Additions, LinearRule
from excover.matrix.rules.choices import Choices
from excover.matrix.rules.compiler import RuleCompiler
from excover.matrix.rules.evaluator import RuleEvaluator
from excover.matrix.rules.excess import price_difference, price_excess


def with_rules(
    puzzle: Puzzle,
    blocks: Sequence[Block],
    items: NumberedItems,
    lost: Iterable[OptionName],
    room: MatrixRoom,
    warnings: list[Diagnostic],
) -> tuple[list[Block], list[WeightedSum]]:
    """The blocks with what the conditions add, and linear constraints. ``lost`` are forbidden options.

    Raises SpecError.
    """
    families = (argument_names(source)[0] for source in puzzle.sources)
    choices = Choices(blocks, items, lost, families, puzzle.lines)
    made = Additions(choices, items, room)
    compiler = RuleCompiler(choices, made)
    evaluator = RuleEvaluator(puzzle.scope, room.limits, choices)
    wrong: list[Diagnostic] = []
    for statement, name in rule_names(puzzle):
        before = made.size
        try:
            conditions = _apply(statement, name, evaluator, compiler, choices, made)
            are_known = bool(conditions) and all(isinstance(each, bool) for each in conditions)
            room.note(statement.span, are_known or made.size != before)
            if len(made.excluded) > len(room.excluded):
                room.excluded |= dict.fromkeys(made.excluded - room.excluded.keys(), statement.span)
            if are_known:
                called = statement.condition.called
                names = (name for block in blocks for name in block.names if name.family in called)
                warnings.append(messages.RuleWithoutOptions(statement.span, str(next(names, ""))))
        except SpecError as fault:
            wrong += [each for each in fault.diagnostics if each not in wrong]  # in a function, once
            if room.is_full:
                break
    if wrong:
        raise SpecError(wrong)
    _price_families(puzzle, blocks, items, choices, made)
    return _extended(blocks, made)


def _price_families(
    puzzle: Puzzle, blocks: Sequence[Block], items: NumberedItems, choices: Choices, made: Additions
) -> None:
    """What it costs that items are covered more often than they should be, or sums are larger."""
    families = list(exceeded(puzzle))
    covering = _weights(blocks) if families else {}
    for family, name in families:
        for key, (most, cost) in zip(family.keys, family.excess, strict=True):
            made.begin(name, family.span, f"{ItemName(family.name, key)}, more at cost {cost}")
            price_excess(choices, made, covering.get(items.numbers[family.name][key], {}), most, cost)


def _weights(blocks: Sequence[Block]) -> dict[int, dict[int, int]]:
    """What each option that covers an item, or adds to a sum, counts there."""
    found: dict[int, dict[int, int]] = {}
    first = 0
    for block in blocks:
        for option, row in enumerate(block.rows, first):
            for item in row:
                found.setdefault(item, {})[option] = 1
        for option, amounts in enumerate(block.amounts, first):
            for number, amount in amounts:
                found.setdefault(FIRST_SUM + number, {})[option] = amount
        first += len(block.names)
    return found


def _apply(
    statement: ast.RequireThat,
    name: str,
    evaluator: RuleEvaluator,
    compiler: RuleCompiler,
    choices: Choices,
    made: Additions,
) -> Sequence[Condition | bool]:
    """The conditions of a statement, one for each binding of its loop."""
    if statement.each:
        return _apply_each(statement, name, evaluator, compiler, choices, made)
    frame, conditions = evaluator.instances(statement)
    costs = None if statement.price is None else evaluator.of_kind(statement.price, frame, "number")
    for row, _ in _bindings(statement, name, frame, compiler, made):
        if costs is None:
            compiler.hold(conditions[row])
        else:
            compiler.cost(conditions[row], costs[row])
    return conditions


def _apply_each(
    statement: ast.RequireThat,
    name: str,
    evaluator: RuleEvaluator,
    compiler: RuleCompiler,
    choices: Choices,
    made: Additions,
) -> Sequence[Condition | bool]:
    """The same for comparisons of which each unit that they are off costs something."""
    assert statement.price is not None
    frame, sign, differences = evaluator.differences(statement)
    costs = evaluator.of_kind(statement.price, frame, "number")
    for row, binding in _bindings(statement, name, frame, compiler, made):
        if (terms := compiler.terms(differences[row])) is None:
            raise SpecError(messages.NotASumOfUnits(statement.condition.span))
        price_difference(choices, made, terms, sign, costs[row], binding())
    return [Compares(each, sign, 0) if isinstance(each, Decided) else True for each in differences]


def _bindings(
    statement: ast.RequireThat, name: str, frame: Frame, compiler: RuleCompiler, made: Additions
) -> Iterator[tuple[int, Callable[[], str]]]:
    """The number of each binding of a statement's loop, and the binding in words; what is made meanwhile
    belongs to it.
    """
    for row in range(frame.size):
        binding = partial(frame.binding, row)
        made.begin(name, statement.span, statement.words, binding)
        compiler.begin(statement.span, binding)
        yield row, binding
    made.begin(name, statement.span, statement.words)
    made.end()


def _extended(blocks: Sequence[Block], made: Additions) -> tuple[list[Block], list[WeightedSum]]:
    """The blocks with further items, without excluded options, and with the hidden options at the end."""
    first, place, number = 0, 0, dict[int, int]()
    found: list[Block] = []
    for block in [*blocks, *_hidden(made)]:
        _add(block, first, made)
        keep = [at for at in range(len(block.names)) if first + at not in made.excluded]
        number.update((first + at, place + new) for new, at in enumerate(keep))
        first, place = first + len(block.names), place + len(keep)
        found.append(block if len(keep) == len(block.names) else block.kept(keep))
    return found, [_sum(row, number) for row in made.rows]


def _hidden(made: Additions) -> Iterator[Block]:
    """The hidden options of each statement."""
    for span, members in groupby(made.hidden, attrgetter("span")):
        names, _, rows, colors, costs = map(list, zip(*members, strict=True))
        source = ast.Option(span, ast.Name(span, HIDDEN), ast.Loop(span, (), None), (), None, False, False)
        yield Block(source, span, names, rows, colors if any(map(any, colors)) else [], costs)


def _add(block: Block, first: int, made: Additions) -> None:
    """Adds items with their colors to the options of a block, of which the first has this number."""
    entries, hues = made.entries, made.hues
    numbers = [number for number in range(first, first + len(block.names)) if number in entries]
    rows = [tuple(entries[number]) for number in numbers]
    colors = [
        tuple([hues[number].get(item, 0) for item in row]) if number in hues else (0,) * len(row)
        for number, row in zip(numbers if hues else (), rows, strict=False)
    ]
    if numbers:
        options = [number - first for number in numbers]
        block.extend(options, rows, colors if any(map(any, colors)) else [], [])


def _sum(row: LinearRule, number: dict[int, int]) -> WeightedSum:
    """With the numbers of the options that are left."""
    pairs = sorted((number[option], weight) for option, weight in row.weights.items() if option in number)
    options, weights = array("I", (option for option, _ in pairs)), array("q", (each for _, each in pairs))
    return WeightedSum(row.words, options, weights, row.lower, row.upper, row.span, is_rule=True)
