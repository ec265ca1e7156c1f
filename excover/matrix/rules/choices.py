"""Options by name, and the items of which exactly one option is chosen.

Rules need both: an option is a condition, and options that share such an item are the values of one decision.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, compress, count, islice, product
from math import prod
from sys import maxsize
from typing import Any, TypeAlias, cast

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.names import HIDDEN, OptionName, OrderedSet, Symbol, Value
from excover.base.source import Source, Span
from excover.base.words import did_you_mean
from excover.language import messages
from excover.language.expressions.decided import (
    Chosen,
    Compares,
    Computed,
    Condition,
    Decided,
    Every,
    Linear,
    Never,
    Operand,
    Some,
    Tupled,
    ValueOf,
    in_covers,
    is_number,
    options_of,
    weighted,
)
from excover.language.expressions.frame import EQUALITY, MEMBERSHIP, Column, Frame, compared, comparison
from excover.language.expressions.scope import ONCE
from excover.language.syntax import ast
from excover.matrix.compiled import Block
from excover.matrix.matrix_room import NumberedItems
from excover.matrix.name_resolution import MeantNames
from excover.matrix.option_blocks import NOT_CHOSEN, is_often

_ANYWHERE = Span(Source("<rule>", ""), 0, 0)
"""The place of a message until it gets that of a call."""

_WRITTEN = frozenset({int, str, Symbol})

OptionArguments = tuple[Value, ...]

MOST_COMBINATIONS = 20_000
"""For how many combinations of values a condition is tried."""
MOST_TRIPLES = 1000
"""A sum of three decisions with at most so many combinations is no linear constraint: 9 x 9 x 9 are 729."""
MOST_COMPARED = 1000
"""Of how many options the arguments are compared with those of a wrong name."""

FoundOption: TypeAlias = (
    "Chosen | bool | int | Linear | ValueOf | messages.NoSuchOption | messages.NoSingleValue"
)


class _LinesOf:
    """Lines by their ends, in any order. A place alone stands for the number of lines that meet there; where
    none can be, there is none.
    """

    def __init__(self, numbers: Mapping[OptionArguments, int]) -> None:
        self._numbers = numbers
        self._at: dict[Value, list[int]] = {}
        for ends, option in numbers.items():
            for end in ends:
                self._at.setdefault(end, []).append(option)
        self._kinds = set(map(_kind, self._at))

    def find(self, arguments: OptionArguments) -> Chosen | bool | int | Linear | None:
        """None of what is neither two places nor one."""
        (only,) = arguments if len(arguments) == 1 else (arguments,)
        if not isinstance(only, tuple) or _kind(only) in self._kinds:
            if _kind(only) not in self._kinds:
                return None
            return weighted((Chosen(option), 1) for option in self._at.get(only, ()))
        if len(only) != 2 or not {*map(_kind, only)} <= self._kinds:
            return None
        number = self._numbers.get(only, self._numbers.get(only[::-1]))
        return False if number is None else Chosen(number)


def _forms(arguments: OptionArguments) -> Iterator[OptionArguments]:
    """What a call may mean: the members of a tuple stand for arguments, and arguments for those of one."""
    yield arguments
    yield tuple(part for each in arguments for part in (each if isinstance(each, tuple) else (each,)))
    yield (arguments,)


def _kind(value: object) -> object:
    """Equal for values of the same kind."""
    if isinstance(value, Symbol):
        return Symbol, value.enum
    return tuple(map(_kind, value)) if isinstance(value, tuple) else type(value)


class Choices:
    """``lost`` are the names of options that are forbidden, ``families`` those of all options, which are
    numbered through all blocks. ``exact_items`` has those of each option that are covered exactly once.
    """

    def __init__(
        self,
        blocks: Sequence[Block],
        items: NumberedItems,
        lost: Iterable[OptionName],
        families: Iterable[str],
        lines: Set[str] = frozenset(),
    ) -> None:
        self.size = 0
        self._numbers: dict[str, dict[OptionArguments, int]] = {}
        self._lost = set(lost)
        self._spans: dict[str, Span] = {}
        exact = list(map(ONCE.__eq__, items.bounds))
        self.exact_items: list[list[int]] = []
        self._members: dict[int, list[int]] = {item: [] for item in compress(count(), exact)}
        self._values: dict[tuple[str, OptionArguments], ValueOf | messages.NoSingleValue] = {}
        self._found: dict[str, dict[OptionArguments, FoundOption]] = {}
        self._prefixes: dict[str, dict[OptionArguments, list[tuple[int, Value]]]] = {}
        self._decision: dict[int, int] = {}
        for block in blocks:
            self._number(block)
            rows = [[item for item in row if exact[item]] for row in block.rows]
            for option, own in enumerate(rows, self.size):
                for item in own:
                    self._members[item].append(option)
            self.exact_items += rows
            self.size += len(rows)
            for name, kept in block.aliases.items():
                if kept.arguments in self._numbers.get(kept.family, {}):
                    number = self._numbers[kept.family][kept.arguments]
                    self._numbers.setdefault(name.family, {})[name.arguments] = number
        self.families = frozenset(families)
        self._kinds: dict[str, tuple[set[object], list[str]]] = {}
        self._lines = {family: _LinesOf(self._numbers.get(family, {})) for family in lines}

    def _number(self, block: Block) -> None:
        """Notes the numbers of the options of a block, which are all of one family."""
        family = block.names[0].family if block.names else HIDDEN
        self._spans.setdefault(family, block.span)
        arguments = [name.arguments for name in block.names]
        self._numbers.setdefault(family, {}).update(zip(arguments, count(self.size)))
        if family == HIDDEN and is_often(block):
            for option, (often, *others, last) in enumerate(arguments, self.size):
                if last == NOT_CHOSEN:
                    self._numbers.setdefault(often, {})[*others, 0] = option

    def find(self, family: str, calls: Sequence[OptionArguments]) -> list[FoundOption | None]:
        """For each call an option with all its arguments, or the value of the last one; the members of a
        tuple stand for arguments, too. None for what comes after something wrong.
        """
        known = self._found.setdefault(family, {})
        for arguments in dict.fromkeys(calls):
            if arguments not in known:
                known[arguments] = self._look_for(family, arguments)
                if isinstance(known[arguments], Diagnostic):
                    break
        return list(map(known.get, calls))

    def _look_for(self, family: str, arguments: OptionArguments) -> FoundOption:
        if family in self._lines and (line := self._lines[family].find(arguments)) is not None:
            return line
        known = self._numbers.get(family, {})
        for found in _forms(arguments):  # nearly always the first
            if found in known:
                return Chosen(known[found])
            if self._lost and OptionName(family, found) in self._lost:
                return False
        for found in _forms(arguments):
            if found in self._by_prefix(family):
                return self._value(family, found)
        return self._missing(family, arguments)

    def refuse_strange(
        self, expr: ast.Comparison, columns: Sequence[Column], has_labels: bool, frame: Frame
    ) -> None:
        """Raises SpecError if an option is compared with what it never is: `c(p) = "gren"`."""
        for call, own, others in zip((expr.first, expr.rest[0][1]), columns, columns[::-1], strict=True):
            family = call.function.id if isinstance(call, ast.Call) else ""
            if family not in self.families or _WRITTEN.isdisjoint(map(type, others)):
                continue
            for row, (value, other) in enumerate(zip(own, others, strict=True)):
                if (
                    isinstance(value, ValueOf)
                    and (meant := self._meant(family, other, has_labels)) is not None
                ):
                    raise SpecError(
                        messages.NeverTheValue(expr.span, family, other, meant, frame.binding(row))
                    )

    def _meant(self, family: str, value: object, may_differ: bool) -> str | None:
        """Why no option of a family has a value of this kind as its last argument: a value that may be meant,
        or nothing; None if there may be one. Where labels ``may_differ``, only a misspelt symbol is wrong.
        """
        if type(value) not in _WRITTEN:
            return None
        if family not in self._kinds:
            values = dict.fromkeys(each[-1] for each in self._numbers.get(family, {}) if each)
            self._kinds[family] = (
                {*map(_kind, values)},
                [each.name if isinstance(each, Symbol) else str(each) for each in values],
            )
        kinds, values_in_words = self._kinds[family]
        if not kinds or _kind(value) in kinds:
            return None
        meant = did_you_mean(str(value), values_in_words)
        are_symbols = all(isinstance(each, tuple) and each[0] is Symbol for each in kinds)
        return meant if not may_differ or (meant and are_symbols) else None

    def _missing(self, family: str, arguments: OptionArguments) -> messages.NoSuchOption:
        known, prefixes = self._numbers.get(family, {}), self._by_prefix(family)
        asks_for_value = any(len(each) == len(arguments) for each in prefixes)
        keys: Collection[OptionArguments] = prefixes if asks_for_value else known
        meant = arguments
        for form, (rows, is_value) in product(_forms(arguments), ((known, False), (prefixes, True))):
            if _kind(form) in map(_kind, islice(rows, MOST_COMPARED)):
                keys, meant, asks_for_value = rows, form, is_value
                break
        hint = MeantNames([OptionName(family, each) for each in keys]).hint(OptionName(family, meant))
        is_counted = any(len(each) == len(meant) for each in keys)
        like = next(iter(keys), ())
        place, other = (each[0] if len(each) == 1 else each for each in (meant, like))
        return messages.NoSuchOption(
            self._spans.get(family, _ANYWHERE),
            str(OptionName(family, arguments)),
            hint,
            is_counted,
            "",
            place,
            other,
            asks_for_value,
        )

    def _by_prefix(self, family: str) -> Mapping[OptionArguments, list[tuple[int, Value]]]:
        if family not in self._prefixes:
            found = self._prefixes.setdefault(family, {})
            for arguments, option in self._numbers.get(family, {}).items():
                if arguments:
                    found.setdefault(arguments[:-1], []).append((option, arguments[-1]))
        return self._prefixes[family]

    def _value(self, family: str, first: OptionArguments) -> ValueOf | messages.NoSingleValue:
        if (family, first) not in self._values:
            cases = self._by_prefix(family)[first]
            options = {option for option, _ in cases}
            items = self.exact_items[cases[0][0]]
            deciding = min((item for item in items if options == {*self._members[item]}), default=None)
            if deciding is None:
                example = f"{family}({', '.join(map(str, (*first, cases[0][1])))})"
                self._values[family, first] = messages.NoSingleValue(
                    self._spans[family], str(OptionName(family, first)), example, ""
                )
            else:
                self._decision.update(dict.fromkeys(options, deciding))
                self._values[family, first] = ValueOf(tuple(cases))
        return self._values[family, first]

    # Decisions: items of which exactly one option is chosen

    def decision(self, option: int) -> int | None:
        """The item that stands for the decision to which an option belongs: that of its value if a rule asks
        for it, else the one with the fewest options. None if there is no such item.
        """
        found = self._decision.get(option)
        if found is None and (items := self.exact_items[option]):
            found = min(items, key=lambda item: (len(self._members[item]), item)) if items[1:] else items[0]
            self._decision[option] = found
        return found

    def decisions_of(self, options: Collection[int]) -> list[int | None]:
        """That of each option."""
        found = list(map(self._decision.get, options))
        return list(map(self.decision, options)) if None in found else found

    def are_independent(self, options: Sequence[int]) -> bool:
        """Whether each belongs to a decision of its own, or to none, and may be chosen or not."""
        decisions = [found for each in options if (found := self.decision(each)) is not None]
        return len({*decisions}) == len(decisions) and all(len(self._members[each]) > 1 for each in decisions)

    def sizes(self, decisions: Iterable[int]) -> list[int]:
        """How many options each has."""
        return [len(self._members[each]) if each >= 0 else 2 for each in decisions]

    def decisions(self, operand: Decided, most: int = maxsize) -> dict[int, None]:
        """Those on which it depends, or ``~option`` where there is none; of more than ``most``, some."""
        found: dict[int, None] = {}
        known = self._decision.get
        for options in options_of(operand):
            if len(options) > most:  # a few of many are often enough
                found |= cast("dict[int, None]", dict.fromkeys(map(known, options[: most + 1])))
                if len(found) > most and None not in found:
                    break
                found.pop(None, None)  # type: ignore[call-overload]
            decisions = dict.fromkeys(map(known, options))
            if None not in decisions:
                found |= cast("dict[int, None]", decisions)
                if len(found) > most:
                    break
                continue
            for option in options:  # some have none, or were not asked for before
                decision = self.decision(option)
                found[~option if decision is None else decision] = None
                if len(found) > most:
                    return found
        return found

    def few(self, operand: Decided, most: int) -> Collection[int] | None:
        """The same; None if these are more than ``most``, or combine in many ways."""
        found = self.decisions(operand, most)
        return None if len(found) > most or prod(self.sizes(found)) > MOST_COMBINATIONS else found

    def are_few_triples(self, condition: Condition) -> bool:
        """Three decisions, such as the cells of a cage: options for what adds up, which any engine takes."""
        found = self.decisions(condition, 3)
        return len(found) == 3 and prod(self.sizes(found)) <= MOST_TRIPLES

    def members(self, item: int) -> list[int]:
        """The options of a decision."""
        return self._members[item]

    def add(self, items: list[int]) -> int:
        """A further option, with the items of decisions to which it belongs."""
        self.exact_items.append(items)
        for item in items:
            self._members.setdefault(item, []).append(self.size)
        self.size += 1
        return self.size - 1

    def join(self, option: int, item: int) -> None:
        """Makes an option without one a part of a decision."""
        self.exact_items[option].append(item)
        self._members.setdefault(item, []).insert(0, option)
        self._decision[option] = item


# The values of what depends on one decision


def in_choices(operand: Operand, options: Sequence[int]) -> list[Any]:
    """The values of what depends on one decision, for each of its options."""
    return in_covers(operand, [(option,) for option in options])


def holding(condition: Condition | bool, options: Sequence[int]) -> list[int]:
    """The options of a decision with which a condition on it holds."""
    met = _met(condition, options)
    return [option for option in options if option in met]


def _met(condition: Condition | bool, options: Sequence[int]) -> Collection[int]:
    """Among others perhaps, those of these options with which it holds."""
    match condition:
        case Chosen(option):
            return (option,)
        case Compares(ValueOf() as left, sign, right) if not isinstance(right, Decided):
            values = list(map(left.value_of.get, options))
            return {*compress(options, compared(sign, values, [right] * len(options)))}
        case Compares(Linear(weights=dict() as of) as total, sign, int() as right):
            compare, needed = comparison(sign), right - total.constant
            return {option for option in options if compare(of.get(option, 0), needed)}
        case Never(part):
            return {*options}.difference(_met(part, options))
        case Every(parts):
            return {*options}.intersection(*[_met(each, options) for each in parts])
        case Some(parts):
            return set[int]().union(*[_met(each, options) for each in parts])
        case _:
            found = in_choices(condition, options)
            return {option for option, holds in zip(options, found, strict=True) if holds}


def options_by_value(operands: Sequence[ValueOf]) -> dict[Value, list[int]]:
    """Which options of any of them have which value."""
    kinds = {each.kinds for each in operands}
    values = [value for _, value in kinds.pop()] if kinds else []
    if not kinds and len({*values}) == len(values):  # nearly always
        alike = zip(*(each.options for each in operands), strict=True)
        return dict(zip(values, map(list, alike), strict=True))
    found: dict[Value, list[int]] = {}
    for each in operands:
        for option, value in each.cases:
            found.setdefault(value, []).append(option)
    return found


def described(value: Operand) -> str:
    """What a value is, for messages."""
    match value:
        case Condition() | bool():
            return "a condition"
        case Tupled():
            return "a tuple"
        case Decided() if is_number(value):
            return "a number that the solution decides"
        case Decided():
            return "a value that the solution decides"
        case int():
            return f"the number {value}"
        case str():
            return "a text"
        case range() | OrderedSet():
            return "a set"
        case _:
            return "another value"


def all_fit(sign: str, left: Column, right: Column) -> bool:
    """Whether each row compares two conditions, or a number or value with one that is decided, as nearly all
    do.
    """
    kinds, others = set(map(type, left)), set(map(type, right))
    if sign in EQUALITY and all(issubclass(each, Condition) for each in kinds | others):
        return True
    if sign in MEMBERSHIP or not (kinds <= _VALUES or others <= _VALUES):
        return False
    if sign in EQUALITY:
        return not any(issubclass(each, bool | Condition) for each in kinds | others)
    return kinds <= _NUMBERS and others <= _NUMBERS and all(map(is_number, chain(left, right)))


_VALUES = {ValueOf, Linear, Computed}
_NUMBERS = {int, *_VALUES}


def unfit(sign: str, left: Operand, right: Operand) -> tuple[str, str] | None:
    """What is needed in place of what; None if the two can be compared."""
    if sign in MEMBERSHIP:
        if isinstance(right, Decided) or not isinstance(right, range | OrderedSet):
            return "a known set", described(right)
        return ("a value", "a condition") if isinstance(left, Condition) else None
    conditions = [isinstance(each, bool | Condition) for each in (left, right)]
    if any(conditions):
        if not all(conditions):
            return "a condition", described((left, right)[conditions.index(False)])
        return None if sign in ("=", "!=") else ("a number", "a condition")
    if sign in ("=", "!="):
        return None
    for each in (left, right):
        if not is_number(each):
            return "a number", described(each)
    return None
