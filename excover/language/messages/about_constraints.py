"""Messages about global constraints, costs, goals, and bounds on sums."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import ClassVar

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import OptionName, OrderedSet, Value, brief, kind
from excover.base.source import Span
from excover.base.words import clipped, listed, plural, reached
from excover.language.messages.message import Located, Worded, added


class RequiredArgumentNotName(Located, code="E226"):
    call: str
    name: str

    def report(self) -> Report:
        chosen = f"{clipped(self.call)} where {self.name} = {clipped(self.span.text)}"
        return self.located("each argument of an option in `require` must be a different name").helped(
            f"write `require {chosen} connected` if the rule is about some options only"
        )


class NotTwoPlaces(Located, code="E826"):
    value: Value
    binding: str

    wording = "a line goes from one place to another, but this is {value:brief}"
    label = "{binding:reached}"
    advice = "write a set of two places, such as `{{(r, c), (r, c + 1)}}`"


class LoopAtPlaces(Located, code="E831"):
    wording = "a loop, or paths, need the places that each option joins"
    advice = "write `joining` instead of `at`"

    def fix(self) -> Edit | None:
        return joining_for_at(self.span)


class NearJoined(Located, code="E832"):
    along: Span | None

    def report(self) -> Report:
        found = Report("options that join places hang together at these, not by neighbors")
        return found.at(self.along or self.span).helped("leave out what follows `connected`")


class AreasOfLines(Located, code="E837"):
    wording = "areas consist of places, not of lines"
    advice = "write `at` and a place instead of `joining`"


class NotASize(Located, code="E838"):
    value: Value
    binding: str

    wording = "the size of an area is a number of places, or a range, but this is {value:brief}"
    label = "{binding:reached}"
    advice = "write `4`, or `2..5` for any size from 2 to 5"


class StartUndecided(Located, code="W839"):
    """``span``: what follows `from`; ``chosen`` is what the areas consist of, in words."""

    chosen: str
    places: Sequence[Value]

    def report(self) -> Report:
        family = self.chosen.removeprefix("not ")
        others = f" and {plural(len(self.places) - 1, 'other place')}" if self.places[1:] else ""
        counts, other = ("chosen", "not chosen") if family == self.chosen else ("not chosen", "chosen")
        found = f"nothing is decided about `{family}` at {brief(self.places[0])}{others}"
        return self.located(f"{found}, which the size therefore does not count").helped(
            f"decide it there, too, and require that it is {counts} if the place counts, else {other}"
        )


class AbsentMostly(Located, code="W840"):
    """Of ``place``, several options can be not chosen, for each of which the place counts."""

    family: str
    place: Value

    def report(self) -> Report:
        found = f"{brief(self.place)} counts as soon as one of several `{self.family}` there is not chosen"
        return (
            self.located(f"{found}, so that this holds nearly always")
            .helped("decide for each cell, by yes or no, whether it counts: `choose free(p in BOARD)`")
            .helped("or cover the rest, if no cell may stay empty: `option free(p in BOARD) covers BOARD[p]`")
        )


class EdgesAtPlaces(Located, code="W833"):
    """``along`` is what states the neighbors; None if these are those of a board, or of coordinates."""

    place: Span
    along: Span | None
    family: str

    def report(self) -> Report:
        pairs = "all of these pairs are" if self.along else "every pair of neighbors is"
        return (
            Report(f"{pairs} the places of an option, so the options may be what joins them")
            .at(self.along or self.place)
            .noted(f"`at`: `{self.family}` covers both places, which may be neighbors without it")
            .helped(f"if `{self.family}` joins two places, write `joining {self.place.text} connected`")
        )

    def fix(self) -> Edit | None:
        edit = joining_for_at(self.place)
        if edit is None or self.along is None:
            return edit and Edit(edit.span, edit.replacement)
        begun, replaced = edit.span.to(self.along), f"joining {self.place.text} connected"
        return Edit(begun, replaced)


def joining_for_at(place: Span) -> Edit | None:
    """The word before a place; None where it is not found, such as in YAML."""
    before = place.source.text[: place.start]
    word = re.search(r"\bat\s*\Z", before)
    return Edit(Span(place.source, word.start(), word.start() + 2), "joining", True) if word else None


class NotPairs(Located, code="E828"):
    value: Value

    wording = "neighbors are given as a set of pairs, but this is {value:brief}"
    advice = "write `{{(1, 2), (2, 3)}}`"


class AlongWithoutPlaces(Located, code="E829"):
    wording = "`along` needs places"
    advice = "write `at` and a place before `connected`"


class ConstraintNotPreserved(Located, code="E830"):
    names: Sequence[str]

    def report(self) -> Report:
        names = listed(self.names, "or")
        return self.located(f"this is not a symmetry: it does not preserve {names}").helped(
            "it must map neighbors to neighbors, and options to such that weigh the same"
        )


class RequirementOffBoard(Located, code="E767"):
    what: str
    needed: str
    board: str
    declared: Span

    wording = "the board `{board}` can have no {what}"
    related = ("declared", "`{board}` is declared here")
    advice = "{what} need {needed}"


class NoWindows(Located, code="E369"):
    board: str

    wording = "`{board}` has no windows: the next column of a row is not beside a cell"
    advice = "windows are of squares and cubes; write sets of cells by `beside` or `within`"


class RequirementTooEarly(Located, code="E768"):
    shapes: str

    wording = "`{shapes}` is placed on no board above, or on another one below"
    advice = "move it below `place .. {shapes} on ..`"


class CoversRequired(Located, code="E770"):
    family: str
    required: Span

    wording = "`{family}` is covered by `require` alone"
    related = ("required", "its items are declared here")
    advice = "declare an item of your own"


class NothingApart(Located, code="W769"):
    shapes: str

    wording = "no two pieces of `{shapes}` must be apart"
    note = "each is used at most once, and no other has the same value"
    advice = "to keep all pieces apart, leave out `per`"


# Messages about costs, goals, and items in units, which bound sums of amounts.


class GoalWithoutCost(Located, code="E254"):
    def report(self) -> Report:
        in_model = self.span.source.name.startswith("<model")
        return self.located("no option has a cost").helped(
            "give options a cost: `model.options(.., cost=prices)`"
            if in_model
            else "write `cost 3` at the end of an option"
        )


class NoGoal(Worded, code="E267"):
    wording = "there is no goal, so no solution is better than another"
    advice = (
        "add `minimize` or `maximize` to the description; in a `Model`, write `model.minimize()`",
        "`problem.solve()` finds any solution",
    )


class _NotAGoal(Located):
    """A sum that a goal could ask for: the ``goal`` follows `minimize` or `maximize`."""

    goal: ClassVar[str] = ""

    def fix(self) -> Edit | None:
        return self._first_goal("minimize")

    def other_fixes(self) -> Sequence[Edit | None]:
        return [self._first_goal("maximize")]

    def _first_goal(self, word: str) -> Edit | None:
        """Adds a goal, if there is none yet."""
        has_goal = re.search(r"^\s*(minimize|maximize)\b", self.span.source.text, re.MULTILINE)
        return None if has_goal else added(self.span, f"{word} {self._in_words(self.goal)}".rstrip())


class CostExpectedWithoutGoal(_NotAGoal, code="E256"):
    wording = "a cost is expected, but the cost is no goal"
    advice = "add `minimize` or `maximize`, or `then cost` behind the other goals"


class CostTooLarge(Located, code="E312"):
    cost: int
    most: int

    wording = "a cost of {cost:,} is too large"
    note = "sums of costs must fit in 64 bits: here each may be between -{most:,} and {most:,}"
    advice = "express costs in a larger unit"


class NotAGroup(Located, code="E360"):
    value: Value
    board: str
    groups: Iterable[Value]

    wording = "a group is a set of cells of `{board}`, but this is {value:kind}: {value:brief}"

    @property
    def _is_one(self) -> bool:
        """Whether a group was written where a set of groups belongs."""
        return all(isinstance(each, tuple) for each in self.groups)

    def _help(self) -> list[str]:
        if self._is_one:
            return ["write braces around this one, for a set of groups"]
        return [f"leave out places that are no cells: `{{p for p in .. where p in {self.board}}}`"]

    def fix(self) -> Edit | None:
        return Edit(self.span, f"{{{self.span.text}}}") if self._is_one else None


class PriceWithBounds(Located, code="E259"):
    bounds: Span

    wording = "only an item to be covered exactly once can have a price"
    related = ("bounds", "this states how often it is covered")
    advice = (
        "to exceed an upper bound at a cost, write `at most 2 times, more at cost 5`; "
        "otherwise write an option with that cost, which covers the item"
    )


class NothingToExceed(Located, code="E298"):
    family: str

    wording = "`{family}` has no upper bound that could be exceeded"
    advice = "write one, such as `at most 2 times, more at cost 5`; colors are never counted"


class BoundWithoutCost(Located, code="E265"):
    wording = "no option has a cost"
    advice = "write `cost 3` at the end of an option"


class InvalidCostBound(Located, code="E264"):
    value: Value

    wording = "a bound on the cost is a number, not {value:kind}"


class CostWithoutGoal(_NotAGoal, code="W206"):
    wording = "options have costs, but the cost is no goal"
    advice = "add `minimize` or `maximize`, or `then cost` behind the other goals"


class InvalidUnits(Located, code="E272"):
    value: Value
    binding: str

    def report(self) -> Report:
        if type(self.value) is int:
            found = self.located(f"a bound of {self.value:,} units is too large", reached(self.binding))
            return found.helped("use a larger unit: bounds are at most 2^62")
        found = self.located(f"a bound in units is a number, not {kind(self.value)}", reached(self.binding))
        if not isinstance(self.value, (OrderedSet, tuple)):
            return found
        return found.helped("give each member its own: `item load[d in days] at most limit[d] units`")


class EmptyUnits(Located, code="E273"):
    lower: int
    upper: int
    binding: str

    label = "{binding:reached}"
    wording = "no sum is at least {lower:,} and at most {upper:,}"


class AmountUnexpected(Located, code="E274"):
    name: str
    declared: Span

    wording = "`{name}` has no units: an option covers it once, or not at all"
    related = ("declared", "declared here without units")
    advice = "declare it with a bound in units: `item {name} at most 40 units`, or `in units`"


class NotInUnits(Located, code="E275"):
    name: str
    declared: Span

    wording = "`{name}` has no units, so there is no sum"
    related = ("declared", "declared here without units")
    advice = "declare it as a sum, `item {name} in units`, or name `cost`"


class WrongExtreme(Located, code="E268"):
    word: str
    direction: str
    right: str

    wording = "`{direction} {word}(..)` is no goal"
    advice = "`minimize max(a)` makes the greatest of several sums small, `maximize min(a)` the least great"

    def _help(self) -> list[str]:
        if self.word in ("min", "max"):
            return super()._help()
        goal = "a goal is `cost`, or an item with units: write what is added up behind the options, "
        return [f"{goal}`covers .. cost x`, and `{self.direction}` alone", *super()._help()]

    def fix(self) -> Edit | None:
        """The other word, where it is one."""
        if self.word not in ("min", "max"):
            return None
        return Edit(self.span.part(0, len(self.word)), self.right)


class CostHasNoMembers(Located, code="E269"):
    word: str

    wording = "the cost is one sum: there is no `{word}` of it"
    advice = "declare `item a[S] in units`, and let options cover `a[i] by ..` what they cost: `{word}(a)`"


class NothingAmong(Located, code="E279"):
    wording = "this loop names no sum"


class GoalIsNoSum(Worded, code="E299"):
    name: str

    wording = "the goal `{name}` is not one sum, as a cost is"
    advice = "bound each of the sums instead, `at most .. units`, and leave out this goal"


class UnitsExpectedWithoutGoal(_NotAGoal, code="E276"):
    name: str

    goal = "{name}"

    wording = "`{name}` is expected, but it is no goal"
    advice = "add `minimize {name}`, or `then {name}` behind the other goals"


class AmountTooLarge(Located, code="E277"):
    name: str
    option: OptionName
    amount: int

    wording = "the amounts of `{name}` are too large"
    note = "`{option}` adds {amount:,}; all together must be less than 2^62"
    advice = "express amounts in a larger unit"


class GoalsTooLarge(Diagnostic, code="E278"):
    goals: Sequence[str]

    def report(self) -> Report:
        return Report(f"{listed(self.goals, 'and')} do not fit into one cost of 64 bits").helped(
            "use larger units, or a single goal"
        )
