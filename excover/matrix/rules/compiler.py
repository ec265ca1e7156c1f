"""Conditions of `require` as items, colors and linear constraints: the smallest form that fits.

==========================================  ==========================================================
condition                                   becomes
==========================================  ==========================================================
options counted, compared with a number     an item that these options cover, with bounds
`not (a and b)` for many pairs              items at most once, for cliques of such pairs
`or` of anything                            an item at least once: what is not an option is a decision
                                            with the condition as its meaning (Tseitin 1968)
two decisions                               a colored item where values fall into classes that must be
                                            equal; else items at most once for bicliques of excluded values
`different`                                 an item at most once for each value
a product that is a number                  a sum of exponents for each of some coprime divisors
other products                              a hidden decision for each factor, with the product so far
beginnings (`leading`) in a sum             a hidden decision for each: how many hold
other sums                                  a linear constraint
three and more decisions otherwise          an option for each combination of values, tied by colors
==========================================  ==========================================================

Each hidden option is determined by the options of the description, so solutions are neither lost nor
repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from itertools import combinations, product
from math import comb, prod
from typing import Any, cast

from excover.base.diagnostics import SpecError
from excover.base.names import Value
from excover.base.source import Span
from excover.language import messages
from excover.language.expressions.decided import (
    Chosen,
    Compares,
    Computed,
    Condition,
    Decided,
    Different,
    Every,
    Leading,
    Linear,
    Never,
    Some,
    ValueOf,
    every,
    in_covers,
    is_number,
    opposite,
    some,
    weighted,
)
from excover.language.expressions.frame import comparison
from excover.language.expressions.scope import AT_MOST_ONCE, ONCE, Times
from excover.matrix.rules.additions import AT_LEAST_ONCE, Additions, Relation
from excover.matrix.rules.choices import MOST_COMBINATIONS, Choices, holding, in_choices, options_by_value
from excover.matrix.rules.excess import Bounded, Terms, freed, normal
from excover.matrix.rules.rewriting import Products, Relations, Runs, compared, multiplied, taken_apart

MOST_CLAUSES = 60
"""A number of options that must be so only under a condition becomes at most so many items at least once."""


class RuleCompiler:
    """Makes additions from conditions, which need not hold if one of the options ``unless`` is chosen."""

    def __init__(self, choices: Choices, made: Additions) -> None:
        self._choices, self._made = choices, made
        self._reified: dict[Condition, int] = {}
        self._products, self._runs = Products(made), Runs(made)
        self._relations = Relations()
        self._span: Span
        self._binding: Callable[[], str] = str

    def begin(self, span: Span, binding: Callable[[], str]) -> None:
        """What follows belongs to a statement, with the values of its loop in words."""
        self._span, self._binding = span, binding

    def hold(self, condition: Condition | bool, unless: Sequence[int] = ()) -> None:  # noqa: C901, PLR0912
        match condition:
            case Compares():
                self._compares(condition, unless)
            case Some():
                self._some(condition, unless)
            case bool():
                if not condition:
                    self._at_least_one([], unless)
            case Leading() if unless:
                self._at_least_one([self._reify(condition)], unless)
            case Every(parts):
                for part in parts:
                    self.hold(part, unless)
            case Chosen(option) if not unless and self._choices.decision(option) is not None:
                self._exclude(self._made.others(option), ())
            case Chosen(option):
                self._at_least_one([option], unless)
            case Never(Chosen(option)):
                self._exclude([option], unless)
            case Different(operands):
                self._different(operands, unless)
            case Never(Different(operands)):
                pairs = combinations(operands, 2)
                self.hold(some(compared(one, "=", other) for one, other in pairs), unless)
            case Never(Leading(parts)):
                self.hold(some(map(opposite, parts)), unless)
            case _:
                raise AssertionError(condition)

    def cost(self, condition: Condition | bool, cost: int) -> None:
        """A condition that costs something where it does not hold."""
        if isinstance(condition, Condition):
            self._made.priced(self._reify(condition), cost)
        elif not condition:
            self._made.option([self._made.item(ONCE)], cost=cost)

    def _some(self, whole: Some, unless: Sequence[int]) -> None:
        refused = [each.condition for each in whole.conditions if isinstance(each, Never)]
        are_options = all(isinstance(each, Chosen) for each in refused)
        if are_options and len(refused) == len(whole.conditions) and not unless:
            options = [*dict.fromkeys([each.option for each in refused if isinstance(each, Chosen)])]
            if self._choices.are_independent(options):
                self._made.covered(options, Times(0, len(options) - 1))
            else:
                self._linear(Bounded(dict.fromkeys(options, 1), None, len(options) - 1), whole, ())
        elif unless or len(self._choices.decisions(whole, 2)) > 2:
            self._alternatives(whole, unless)
        elif apart := self._refused_together(whole.conditions):
            self._made.covered(apart, AT_MOST_ONCE)
        elif few := self._choices.few(whole, 2):
            self._relation(whole, few, unless)
        else:
            self._alternatives(whole, unless)

    def _refused_together(self, conditions: Sequence[Condition]) -> list[int]:
        """The options with which one of two conditions fails, each on its own decision: one biclique. An
        option with which both fail is there twice.
        """
        found = [self._choices.few(each, 1) for each in conditions] if len(conditions) == 2 else [None]
        if None in found:
            return []
        members = [self._made.members(each)[0] for each in found if each]
        kept = [holding(each, options) for each, options in zip(conditions, members, strict=True)]
        apart = [{*options}.difference(held) for options, held in zip(members, kept, strict=True)]
        return sorted([*apart[0], *apart[1]]) if members[0] != members[1] and all(kept) and all(apart) else []

    def _alternatives(self, whole: Some, unless: Sequence[int]) -> None:
        """The last of those that are not options holds where none of the others does: it needs no option."""
        meanings = [self._direct_meaning(each) for each in whole.conditions]
        composed = [each for each, meant in zip(whole.conditions, meanings, strict=True) if meant is None]
        options = [*unless, *(option for meant in meanings for option in meant or ())]
        if composed and unless and (few := self._choices.few(whole, 2)):
            self._relation(whole, few, unless)
        elif composed:
            options += [self._reify(each) for each in composed[:-1]]
            self.hold(composed[-1], options)
        else:
            self._at_least_one(options, ())

    def _different(self, operands: Sequence[Any], unless: Sequence[int]) -> None:
        if unless or any(isinstance(each, Decided) and not isinstance(each, ValueOf) for each in operands):
            pairs = combinations(operands, 2)
            self.hold(every(compared(one, "!=", other) for one, other in pairs), unless)
            return
        having = options_by_value([each for each in operands if isinstance(each, ValueOf)])
        known: list[Value] = [each for each in operands if not isinstance(each, Decided)]
        if len(set(known)) < len(known):
            self.hold(False)
        for value in known:
            self._exclude(having.pop(value, []), ())
        bounds = ONCE if len(having) == len(operands) - len(known) else AT_MOST_ONCE
        for options in having.values():
            self._made.covered(options, bounds)

    def _exclude(self, options: Iterable[int], unless: Sequence[int]) -> None:
        if not unless:
            self._made.excluded.update(options)
        for option in options if unless else ():
            self._at_least_one(self._made.others(option), unless)

    def _at_least_one(self, options: Iterable[int], unless: Sequence[int]) -> None:
        self._made.covered([*dict.fromkeys([*options, *unless])], AT_LEAST_ONCE)

    # Comparisons

    def _compares(self, condition: Compares, unless: Sequence[int]) -> None:
        few = self._choices.few(condition, 2)
        if few and len(few) == 1:
            self._relation(condition, few, unless)
        elif not unless and (self._means(condition) or self._related_before(condition, few)):
            pass
        elif (difference := self._difference(condition)) is not None:
            self._bounded(difference, condition, unless)
        elif few:
            self._relation(condition, few, unless)
        elif (apart := self._taken_apart(condition, unless)) is not None:
            self.hold(apart, unless)
        else:
            self._by_combinations(condition, unless)

    def _means(self, condition: Compares) -> bool:
        """Whether an option is given a condition as its meaning, which then needs no decision of its own."""
        option, meant = condition.left, condition.right
        if type(option) is not Chosen:
            option, meant = meant, option
        if type(option) is not Chosen or condition.sign != "=" or not isinstance(meant, Condition):
            return False
        if self._direct_meaning(meant) is not None or len(others := self._made.others(option.option)) > 1:
            return False
        self._define(meant, option.option, others)
        return True

    def _taken_apart(self, condition: Compares, unless: Sequence[int]) -> Condition | bool | None:
        if not unless and self._choices.are_few_triples(condition):
            return taken_apart(condition)
        found = multiplied(condition, self._as_value)
        found = taken_apart(condition) if found is None else found
        return self._products.stepwise(condition, self._as_value) if found is None else found

    def _as_value(self, operand: Decided) -> ValueOf | None:
        """What depends on one decision, as its value; None if it depends on several."""
        options = self._made.only_members(operand)
        return ValueOf(tuple(zip(options, in_choices(operand, options), strict=True))) if options else None

    def _difference(self, condition: Compares) -> Terms | None:
        """Left minus right; None if it is no sum of options."""
        left, sign, right = condition.left, condition.sign, condition.right
        if sign in ("in", "not in") or (sign == "!=" and isinstance(left, Condition)):
            return None
        if isinstance(left, Linear) and type(right) is int:  # nearly all of them
            return (total := self.terms(left)) and (total[0] - right, total[1])
        sides = left, right
        if not (all(map(is_number, sides)) or all(isinstance(each, bool | Condition) for each in sides)):
            return None
        return self.terms(weighted([(left, 1), (right, -1)]))

    def terms(self, operand: int | Linear) -> Terms | None:
        """A sum as weights of options; None if it is no sum of options."""
        if isinstance(operand, int):
            return operand, {}
        if operand.weights is None:
            operand = self._runs.as_decisions(operand, self._direct_meaning)
        if operand.weights is not None:  # nearly all of them
            return operand.constant, operand.weights
        constant, found = operand.constant, dict[int, int]()
        for term, weight in operand.terms:
            if isinstance(term, int):
                found[term] = found.get(term, 0) + weight
                continue
            inner = self._term(term)
            if inner is None:
                return None
            constant += weight * inner[0]
            for option, times in inner[1].items():
                found[option] = found.get(option, 0) + weight * times
        return constant, {option: weight for option, weight in found.items() if weight}

    def _term(self, term: Decided) -> Terms | None:
        """A summand; None if it is a computed number that depends on several decisions."""
        match term:
            case Condition():
                return 0, dict.fromkeys(self._meaning(term), 1)
            case Computed("if", (Condition() as holds, int() as then, int() as other)):
                return other, dict.fromkeys(self._meaning(holds), then - other)
            case Computed("if", (Condition() as holds, ValueOf() as value, 0)):
                return self.terms(
                    weighted(
                        (every([holds, Chosen(each)]), cast(int, number)) for each, number in value.cases
                    )
                )
            case _ if (options := self._made.only_members(term)) is not None:
                values = zip(options, in_choices(term, options), strict=True)
                return 0, {option: value for option, value in values if value}
            case _:
                return None

    def _bounded(self, difference: Terms, condition: Compares, unless: Sequence[int]) -> None:
        constant, weights = difference
        if not weights:  # all decisions cancel out
            self.hold(comparison(condition.sign)(constant, 0), unless)
            return
        value = -constant
        match condition.sign:
            case "=":
                self._linear(Bounded(weights, value, value), condition, unless)
            case "<=" | "<" as sign:
                self._linear(Bounded(weights, None, value - (sign == "<")), condition, unless)
            case ">=" | ">" as sign:
                self._linear(Bounded(weights, value + (sign == ">"), None), condition, unless)
            case _ if few := self._choices.few(condition, 2):
                self._relation(condition, few, unless)
            case _:
                total = Linear(0, tuple(weights.items()))
                sides = Compares(total, "<=", value - 1), Compares(total, ">=", value + 1)
                self._at_least_one([self._reify(each) for each in sides], unless)

    def _linear(self, found: Bounded, condition: Condition, unless: Sequence[int]) -> None:
        """A sum within bounds, which the condition states."""
        made = normal(found, self._choices, self._made.decision)
        if isinstance(made, bool):
            self.hold(made, unless)
        elif made.upper is not None and not unless and max(made.weights.values()) > made.upper:
            large = {option for option, weight in made.weights.items() if weight > made.upper}
            self._made.excluded |= large
            left = {option: weight for option, weight in made.weights.items() if option not in large}
            self._linear(made._replace(weights=left), condition, ())
        elif made.is_count and not unless:
            self._made.covered(list(made.weights), Times(made.lower or 0, made.upper))
        elif made.is_count and self._freed_count(made, unless):
            pass
        elif few := self._choices.few(condition, 2):
            self._relation(condition, few, unless)
        elif not unless and self._choices.are_few_triples(condition):
            self._by_combinations(condition, unless)
        else:
            for row in freed(made, tuple(unless), self._choices):
                self._made.row(*row)

    def _freed_count(self, found: Bounded, unless: Sequence[int]) -> bool:
        """A number of options that must be so unless others are chosen, as items at least once, if few do."""
        options = list(found.weights)
        least = 0 if found.lower is None else len(options) - found.lower + 1
        most = 0 if found.upper is None else found.upper + 1
        if sum(comb(len(options), size) for size in (least, most) if size) > MOST_CLAUSES:
            return False
        for among in combinations(options, least) if least else ():
            self._at_least_one(among, unless)
        others = cache(self._made.others)
        for among in combinations(options, most) if most else ():
            self._at_least_one([other for option in among for other in others(option)], unless)
        return True

    # Decisions

    def _direct_meaning(self, condition: Condition) -> list[int] | None:
        """Options of one decision, one of which is chosen just where it holds; None if there are none yet."""
        match condition:
            case Chosen(option):
                return [option]
            case Never(Chosen(option)):
                return self._made.others(option)
            case _ if self._reified and (known := self._reified.get(condition)) is not None:
                return [known]
            case _ if (options := self._made.only_members(condition)) is not None:
                return holding(condition, options)
            case _:
                return None

    def _meaning(self, condition: Condition) -> list[int]:
        """The same, which are made where there are none."""
        found = self._direct_meaning(condition)
        return [self._reify(condition)] if found is None else found

    def _reify(self, condition: Condition) -> int:
        """An option that is chosen just where the condition holds."""
        if isinstance(condition, Chosen):
            return condition.option
        holds = self._reified.get(condition)
        if holds is None:
            holds, broken = self._made.truth()
            self._define(condition, holds, [broken])
        return holds

    def _define(self, condition: Condition, holds: int, broken: Sequence[int]) -> None:
        """Makes an option, which else is ``broken``, the meaning of a condition."""
        self._reified[condition] = holds
        refuted = cast(Condition, opposite(condition))
        whole = Every(condition.conditions) if isinstance(condition, Leading) else condition
        if parts := self._two_parts(whole):
            all_met, some_unmet = [holds], [*broken]
            if isinstance(whole, Some):  # it is broken where both opposites hold
                all_met, some_unmet = some_unmet, all_met
                parts = [(unmet, met) for met, unmet in parts]
            for met, _ in parts:
                self._at_least_one(met, some_unmet)
            self._at_least_one([option for _, unmet in parts for option in unmet], all_met)
        elif (few := self._choices.few(whole, 2)) and len(few) == 2:
            one, other = self._made.members(few)
            table = self._relations.of(whole, one, other)
            self._made.unrelated(table, one, other, broken)
            self._made.unrelated(table.opposite, one, other, [holds])
        else:
            self.hold(whole, broken)
            self.hold(refuted, [holds])
        if len(broken) == 1:
            self._reified[refuted] = broken[0]

    def _two_parts(self, condition: Condition) -> list[tuple[list[int], list[int]]]:
        """The options with which each of two parts holds, and with which it does not; nothing if there are
        others, or something has to be made first.
        """
        parts = condition.conditions if isinstance(condition, Every | Some) else ()
        found: list[tuple[list[int], list[int]]] = []
        for part in parts if len(parts) == 2 else ():
            met, unmet = self._direct_meaning(part), self._direct_meaning(cast(Condition, opposite(part)))
            if met is None or unmet is None:
                return []
            found.append((met, unmet))
        return found

    # Relations

    def _relation(self, condition: Condition, few: Collection[int], unless: Sequence[int]) -> None:
        """A condition on one or two decisions."""
        one, *others = self._made.members(few)
        if not others:
            kept = holding(condition, one)
            if unless:
                self._at_least_one(kept, unless)
            else:
                self._made.excluded.update({*one} - {*kept})
        elif unless:
            self._made.unrelated(self._relations.of(condition, one, others[0]), one, others[0], unless)
        else:
            self._related(self._relations.of(condition, one, others[0], tell=True), one, others[0])

    def _related_before(self, condition: Compares, few: Collection[int] | None) -> bool:
        """Makes a relation of a comparison, if one of the same form has become one: no sum fits better."""
        if few is None or len(few) != 2 or min(few) < 0:
            return False
        one, other = self._made.members(few)
        if (table := self._relations.told(condition, one, other)) is None:
            return False
        self._related(table, one, other)
        return True

    def _related(self, table: Relation, one: Sequence[int], other: Sequence[int]) -> None:
        if not self._made.related(table, one, other):
            self.hold(False)

    def _by_combinations(self, condition: Condition, unless: Sequence[int]) -> None:
        """A hidden option for each combination of values with which the condition holds."""
        decisions = self._choices.decisions(condition)
        sizes = self._choices.sizes(decisions)
        if prod(sizes) > MOST_COMBINATIONS:
            raise SpecError(messages.RuleTooLarge(self._span, sizes, MOST_COMBINATIONS, self._binding()))
        members = self._made.members(decisions)
        tried = [*product(*members)]
        every_one = [*zip(tried, in_covers(condition, tried), strict=True)]
        if unless:
            holds, broken = self._made.truth()
            self._at_least_one([holds], unless)
            both = [((holds if is_met else broken), *each) for each, is_met in every_one]
            self._made.tuples(both, [[holds, broken], *members])
        elif allowed := [each for each, is_met in every_one if is_met]:
            self._made.tuples(allowed, members)
        else:
            self.hold(False)
