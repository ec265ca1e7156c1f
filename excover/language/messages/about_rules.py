"""Messages about what `require` states of the chosen options."""

from __future__ import annotations

import re
from collections.abc import Sequence

from excover.base.diagnostics import Edit, Report
from excover.base.names import ItemName, Value, brief
from excover.base.source import Span
from excover.base.words import clipped, listed, plural
from excover.language.messages.message import Located


class NoSuchOption(Located, code="E350"):
    """``is_counted``: whether options have as many arguments. ``place``: what these are, as one value, and
    ``like`` those of another option; if only the former is off a ``board``, ``instead`` tests that.
    ``is_value``: whether the value of the last argument was asked for.
    """

    name: str
    hint: str
    is_counted: bool
    binding: str
    place: Value
    like: Value
    is_value: bool
    board: str = ""
    instead: str = ""

    wording = "there is no option `{name:clipped}`"
    label = "{binding:reached}"
    advice = ("{_reason}", "{_left_out}")

    @property
    def _reason(self) -> str:
        return f"{brief(self.place)} is not on the board `{self.board}`" if self.board else self.hint

    @property
    def _left_out(self) -> str:
        if self.board and not self.is_value:
            return f"a condition behind `where` leaves it out, or `{clipped(self.instead, 60)}`"
        return "a condition behind `where` leaves out what does not exist" if self.is_counted else ""


class NeverTheValue(Located, code="E365"):
    family: str
    value: Value
    meant: str
    binding: str

    wording = "no option of `{family:clipped}` has {value:kind} at its end, so none ever equals {value:brief}"
    label = "{binding:reached}"
    advice = ("{meant}",)


class NoSingleValue(Located, code="E351"):
    name: str
    example: str
    binding: str

    wording = "`{name:clipped}` has no single value"
    label = "{binding:reached}"
    note = (
        "an option without its last argument stands for the value of that argument where all such options "
        "cover one common item exactly once that no other option covers"
    )
    advice = "write all arguments, such as `{example:clipped}`, for whether an option is chosen"


class MustBeKnown(Located, code="E352"):
    binding: str

    wording = "this must be known before the search, but it depends on the chosen options"
    label = "{binding:reached}"
    advice = (
        "sets and ranges, indices and fields cannot depend on chosen options; the members of a tuple can: "
        "`sum((a, b))`"
    )


class RuleTooLarge(Located, code="E353"):
    sizes: Sequence[int]
    most: int
    binding: str

    wording = "this condition depends on too many values at once"
    label = "{binding:reached}"
    note = "it would be tried for {combinations}; {most:,} are allowed"

    @property
    def combinations(self) -> str:
        if len(self.sizes) <= _FEW:
            return f"{' x '.join(f'{size:,}' for size in self.sizes)} combinations of values"
        return f"all combinations of the values of {len(self.sizes):,} decisions"

    advice = (
        "let a decision stand for a part of it: `choose total() from 0..99` and `require total() = sum(..)`, "
        "and write `total()` for that part"
    )


_FEW = 6
"""So many factors are written out."""


class WrongDecided(Located, code="E354"):
    wanted: str
    found: str
    binding: str

    wording = "{wanted} is needed here, but this is {found}"
    label = "{binding:reached}"
    advice = "{way_out}"

    @property
    def way_out(self) -> str:
        if self.wanted.startswith("a divisor"):
            return "divide by a number that cannot be 0, or leave 0 out of the values of the divisor"
        if negated := self._negated:
            return f"write `{clipped(negated)}`: an option is a condition, not a number"
        match self.wanted, self.found:
            case "a condition", "a number that the solution decides" | "a value that the solution decides":
                return f"compare it with a value, as in `{clipped(self.span.text)} = ..`"
            case "a condition", found if found.startswith("the number"):
                return "state the condition by itself, or behind `not`; in `sum`, it counts as 1 or 0"
            case "a number", "a value that the solution decides" | "a text":
                return "only numbers are added and ordered; compare other values by `=`, `!=` or `in`"
            case "a number", "a condition":
                return "conditions are combined by `and`, `or`, `implies`, `=` and `!=`, and counted by sums"
            case _:
                return "a rule compares, adds and combines options and their values as it does known values"

    @property
    def _negated(self) -> str:
        """Without the number 0 or 1 that a condition is compared with."""
        compared = re.fullmatch(r"([^=!<>]+?) *(!?=) *([01])", self.span.text)
        if not compared or self.wanted != "a condition" or self.found != f"the number {compared[3]}":
            return ""
        return ("not " if (compared[2] == "=") == (compared[3] == "0") else "") + compared[1]

    def fix(self) -> Edit | None:
        return Edit(self.span, self._negated, is_certain=True) if self._negated else None


class NotASumOfUnits(Located, code="E361"):
    wording = "only sums are off by a number of units, and this is computed otherwise from several decisions"
    advice = (
        "let `choose most() from 0..100` decide a value, require that it is equal, and compare it instead"
    )


class NotMeasured(Located, code="E361"):
    wording = "only a comparison of two numbers is off by a number of units"
    advice = "compare them by `=`, `<`, `<=`, `>` or `>=`, or leave out `each`, which is a cost for each unit"


class NotTwoEnds(Located, code="E366"):
    """``pair`` is a member of a set of pairs of places; if ``is_twice``, the set has it in the other order,
    too, and places like these have none.
    """

    pair: Value
    is_twice: bool = False

    wording = "{fault}: {pair:brief}"
    advice = "{way_out}"

    @property
    def fault(self) -> str:
        match self.pair:
            case (one, other) if self.is_twice:
                return "a line between two places is there in both directions"
            case (one, other) if one == other:
                return "a line joins two different places, and here is one place twice"
            case (_, _):
                return "the two places of a line are of one kind, and these are not"
            case _:
                return "a line joins two places, and this is no pair"

    @property
    def way_out(self) -> str:
        if self.is_twice:
            return "write each pair once, in any order"
        return (
            'write pairs such as `((1, 1), (1, 2))` or `("Oslo", "Rome")`, or leave the others out by `where`'
        )


class OneGroup(Located, code="E368"):
    """``names`` are those of the arguments by which groups could differ."""

    names: tuple[str, ...]

    wording = "this is the same for all, so that there is one group"
    advice = "{way_out}"

    @property
    def way_out(self) -> str:
        if not self.names:
            return "name the arguments of the options, as in `f(p, v) at p connected per v`"
        return f"write what differs by {listed(self.names)}, or leave out `per` where all are one group"


class WhichLabels(Located, code="E367"):
    """``known`` are the names of labels, and of boards with letters."""

    known: Sequence[str]

    wording = "`areas` needs labels of a board: the cells with equal labels are an area"
    advice = "{way_out}"

    @property
    def way_out(self) -> str:
        if self.known:
            return f"write the name of labels, such as `areas({self.known[0]})`"
        return "declare labels above, such as `labels region` and a drawing behind a board"


class DependsOnOptions(Located, code="E362"):
    name: str

    wording = "`{name}` depends on which options are chosen"
    advice = "only `require` can call it, and functions that only `require` calls"


class RuleWithoutOptions(Located, code="W355"):
    """``example``: an option of a family that it calls with arguments of no option."""

    example: str

    @property
    def _instead(self) -> str:
        return f"no option has the arguments that stand here; one is `{self.example}`" if self.example else ""

    wording = "this condition depends on no option"
    note = "{_instead}"
    advice = "name options, such as `queen(r, c)`, or leave it out"


class ConditionNeverHolds(Located, code="W302"):
    """``cases``: how many values of its loop no option can make it hold for; ``binding`` is the first."""

    cases: int
    binding: str

    @property
    def where(self) -> str:
        return f", for {plural(self.cases, 'value')} of its loop" if self.cases > 1 else ""

    wording = "no option lets this condition hold{where}"
    label = "{binding:reached}"
    note = "so there is no solution"
    advice = "compare the numbers, texts and labels that it reads with what the options can be"


class ItemsExcluded(Located, code="W302"):
    """No option that covers ``items`` is left by the conditions here and at ``others``."""

    items: Sequence[ItemName]
    others: Sequence[Span]

    def report(self) -> Report:
        names = listed([item.in_words for item in self.items], "and", 6)
        who = "these conditions leave" if self.others else "this condition leaves"
        found = self.located(f"{who} no option that covers {names}")
        for other in self.others:
            found = found.beside(other, "or together with this one")
        return found.noted("so there is no solution").helped(
            "compare the numbers, texts and labels that it reads with what the options can be"
        )


class NeitherChosenNorNot(Located, code="W302"):
    """``options`` may be chosen or left out, and the conditions forbid both."""

    options: Sequence[str]

    @property
    def names(self) -> str:
        return listed(list(self.options), "and", 6)

    wording = "the conditions let {names} be neither chosen nor left out"
    note = "so there is no solution"
    advice = "look at the conditions that mention it"


class NotLabelledPlaces(Located, code="E841"):
    value: Value

    wording = "paths are between places with labels, but this is {value:brief}"
    advice = "write the name of labels, or each place once, with its label: `{{((1, 1), 1), ((2, 3), 1)}}`"


class OptionsAsLabels(Located, code="E841"):
    name: str

    wording = "paths are between places with labels, and `{name}` are options"
    advice = "write what the paths lead to: the name of labels of the board, as in `labels clue`"


class NoPathsBetween(Located, code="W842"):
    """``apart`` are places at which no option can end; or, if there are none, ``alone`` is a label of an odd
    number of places.
    """

    family: str
    apart: Sequence[Value]
    alone: Value
    places: int

    def report(self) -> Report:
        others = f" and {plural(len(self.apart) - 1, 'other place')}" if self.apart[1:] else ""
        if self.apart:
            found = f"no `{self.family}` can end at {brief(self.apart[0])}{others}"
        else:
            is_alone = f"{plural(self.places, 'place')} {'has' if self.places == 1 else 'have'}"
            found = f"{is_alone} the label {brief(self.alone)}, but each path joins two of them"
        return self.located(f"{found}, so that there is no solution").helped(
            "each place with a label is the end of one path, whose other end has the same label"
        )


class NoPlaces(Located, code="E827"):
    """``places`` are those arguments that are places, as written; ``are_ends`` if two are needed for each.

    ``board`` is that whose edges the arguments are, if they are edges.
    """

    family: str
    ref: Span
    names: Sequence[str]
    places: Sequence[str]
    are_ends: bool
    is_called_as_written: bool
    """Whether the places can follow the name."""
    board: str

    wording = "it is not known where the options of `{family}` are"
    advice = "{way_out}"

    @property
    def way_out(self) -> str:
        if self._placed:
            return f"name its arguments, and state its places: `{self._placed}`"
        if self.board and self.names:
            (name,) = self.names
            option = f"optional option {self.family}({name} in {self.board}) covers {self.board}[{name}]"
            return f"they cover no edge of the board: write `{option}`"
        if self.are_ends:
            return (
                "they cover no edge of a board: write `joining` and the set of the two places that each joins"
            )
        return "they cover no cell of a board: write `at` and a place, or a set of places"

    @property
    def _placed(self) -> str:
        called = f"{self.family}({', '.join(self.names)})"
        match self.places:
            case (one, other):
                return f"{called} joining {{{one}, {other}}}"
            case (one,) if not self.are_ends:
                return f"{called} at {one}"
            case _:
                return ""

    def fix(self) -> Edit | None:
        return Edit(self.ref, self._placed) if self._placed and self.is_called_as_written else None


class NoEdge(Located, code="E827"):
    wording = "there is no board whose edge the options of `{family}` could reach"
    advice = "declare a board with these places as cells, or leave out `to the edge`"
    family: str


class DecidedIndexed(Located, code="E105"):
    """``span`` is the name of a decision with indices in brackets behind it."""

    name: str

    wording = "`{name}` is decided, and has no indices"
    advice = "write `{name}({indices:clipped})`"

    @property
    def indices(self) -> str:
        return indices_behind(self.span) or ""

    def fix(self) -> Edit | None:
        whole = Span(self.span.source, self.span.start, self.span.end + len(self.indices) + 2)
        return Edit(whole, f"{self.name}({self.indices})", is_certain=True)


def indices_behind(name: Span) -> str | None:
    """What stands in brackets right behind a name."""
    found = re.compile(r"\[([^\[\]\n]*)\]").match(name.source.text, name.end)
    return found and found[1]
