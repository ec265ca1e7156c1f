"""Messages about the calls of a model in Python: they speak of arguments, rows and columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from excover.base.diagnostics import Diagnostic, Report
from excover.base.names import is_name, normal
from excover.base.source import Span
from excover.base.words import clipped, did_you_mean, listed, plural
from excover.language.messages.about_boards import PiecesNeverPlaced
from excover.language.messages.about_constraints import AmountUnexpected, CostWithoutGoal, NotInUnits
from excover.language.messages.about_files import ColumnsOfOtherLengths, at_row
from excover.language.messages.about_items import (
    ColorMissing,
    ColorUnexpected,
    ItemsNeverCovered,
    OnlySecondaryItems,
    OptionCoversNothing,
    OptionCoversTwice,
    OptionDeclaredTwice,
    UnknownItemFamily,
)
from excover.language.messages.about_limits import TooManyOptions
from excover.language.messages.about_names import WrongIndexCount
from excover.language.messages.about_rules import NoSuchOption
from excover.language.messages.message import Located, Worded


class NotAModelName(Diagnostic, code="E281"):
    got: str
    text: str = ""

    def report(self) -> Report:
        if self.text and self.text != (composed := normal(self.text)):
            found = Report(f"{self.got} has letters that are composed of several characters")
            return found.helped(f'write the composed form, `unicodedata.normalize("NFC", "{composed}")`')
        letters = "".join(letter if is_name(f"_{letter}") else " " for letter in self.text)
        plain = "_".join(letters.split()).strip("_")
        proposed = plain if is_name(plain) else plain and f"_{plain}"
        return Report(f"{self.got} is not a name: a name has letters, digits and `_`, no digit first").helped(
            f'call it "{proposed}"' if proposed else 'give a text, such as "row"'
        )


class NotASetOfIndices(Worded, code="E282"):
    family: str
    got: str

    wording = "`{family}` needs a set of indices, not {got}"
    advice = (
        'give a range, a list or a column: `model.items("{family}", range(1, 9))`',
        '`model.item("{family}")` is one item without an index',
    )


class WrongBounds(Diagnostic, code="E283"):
    wrong: str
    way_out: str
    row: int | None = None

    def report(self) -> Report:
        return Report(self.wrong).noted(at_row(self.row)).helped(self.way_out)


class BoundsOfOtherLength(ColumnsOfOtherLengths):
    """A column of bounds, which has one for each item; ``repeated`` is an index that is listed twice."""

    repeated: str = ""

    def report(self) -> Report:
        (_, bounds), (_, items) = self.lengths
        return (
            Report(f"the column `{self.name}` has {plural(bounds, 'bound')} for {items:,} items")
            .noted(self.repeated and f"the index {self.repeated} is listed more than once: it is one item")
            .helped("give a bound for each item, in the order of the items, or a single one for all")
        )


class RowsOfOtherLengths(ColumnsOfOtherLengths):
    """Columns of the same covered items: indices, colors, amounts, conditions."""

    def report(self) -> Report:
        return self._differing(
            f"`{self.name}`", "give each a value for every option, or a single value for all"
        )


class NoColumnOfOptions(ColumnsOfOtherLengths):
    def report(self) -> Report:
        return Report(f"no column shows how many options `{self.name}` there are").helped(
            "give a column of arguments, items or costs", "`model.option` adds a single option"
        )


class NotItemsToCover(Worded, code="E284"):
    got: str

    wording = "options cover items, not {got}"
    advice = (
        "name items by their family, as in `covers=[row[1], column[numbers]]`",
        '`model["row"]` is the family of that name',
    )


class ItemsOfAnotherModel(Worded, code="E284"):
    got: str

    wording = "the items `{got}` belong to another model"
    advice = "cover what this model has returned from `item`, `items`, `board` or `shapes`"


class OtherNumberOfIndices(NotItemsToCover):
    indices: int
    given: int

    def report(self) -> Report:
        return Report(f"`{self.got}` has {self.indices} indices, not {self.given}").helped(
            f"name its items as `{self.got}[{', '.join(['..'] * self.indices)}]`"
            if self.indices
            else f"name it as `{self.got}`, without brackets"
        )


class NotInTheModel(Diagnostic, code="E285"):
    what: str
    got: str
    text: str
    known: Sequence[str]
    declared_by: str

    def report(self) -> Report:
        return (
            Report(f"the model has no {self.what} {self.got}")
            .noted(f"it has {listed(self.known, 'and')}" if self.known else "")
            .helped(
                did_you_mean(self.text, self.known) or f"{self.what} are declared by `{self.declared_by}`"
            )
        )


class NotOneOfTheWords(Worded, code="E286"):
    what: str
    got: str
    text: str
    known: Sequence[str]

    wording = "there is no {what} {got}"

    def _help(self) -> list[str]:
        return [did_you_mean(self.text, self.known), f"use {listed(self.known, most=20)}"]


class NotADrawing(Worded, code="E287"):
    wrong: str
    way_out: str

    wording = "{wrong}"
    advice = "{way_out}"


class NotAColumn(Worded, code="E288"):
    what: str
    got: str
    way_out: str

    wording = "{what} is {got}"
    advice = "{way_out}"


class WrongArgument(Worded, code="E289"):
    call: str
    takes: str
    got: str
    way_out: str = ""

    wording = "`{call}` takes {takes}, not {got}"
    advice = "{way_out}"


class NotAWholeNumber(Diagnostic, code="E790"):
    what: str
    value: object
    row: int | None

    def report(self) -> Report:
        return (
            Report(f"{self.what} must be a number, not {clipped(repr(self.value))}")
            .noted(at_row(self.row))
            .helped(
                "`int(..)` makes numbers of the texts of a file" if isinstance(self.value, str) else "",
                "give a number, or a column with one for each row",
            )
        )


class SameText(Diagnostic, code="E702"):
    text: str
    one: object
    other: object

    def report(self) -> Report:
        kinds = " and ".join(f"`{type(each).__name__}`" for each in (self.one, self.other))
        return (
            Report(f"different values, of the types {kinds}, have the same text: {clipped(self.text)}")
            .noted("in a problem, a text stands for each; solutions could not show which value it was")
            .helped("use one of the values throughout; classes of an `Enum` need names of their own")
        )


class TooFine(Diagnostic, code="E790"):
    """``per_unit``: the most parts of 1 that are kept exactly, or those of a problem ``as_compiled``."""

    what: str
    value: object
    per_unit: int
    as_compiled: bool = False

    def report(self) -> Report:
        value, step = clipped(str(self.value)), f"1/{self.per_unit:,}" if self.per_unit > 1 else "1"
        if self.as_compiled:
            return (
                Report(f"{self.what} is {value}, no multiple of {step}")
                .noted(f"in this problem, such numbers are multiples of {step}")
                .helped("round it, or let the model have a number as fine")
            )
        return (
            Report(f"{self.what} cannot be kept exactly: {value}")
            .noted(f"numbers are multiples of {step} at the finest, and less than 2^63 of these")
            .helped("round it, such as to cents: `round(cost, 2)`, of a column `column.round(2)`")
        )


class CallDoesNotFit(Diagnostic, code="E290"):
    call: str
    wrong: str
    ways_out: Sequence[str]

    def report(self) -> Report:
        return Report(f"`{self.call}` {self.wrong}").helped(*self.ways_out)


class ArgumentLikeKeyword(Located, code="W211"):
    options: str
    argument: str

    wording = "`{argument}` is an argument of the options `{options}`, which have no cost"
    advice = "did you mean `cost=`?"


class NotACostForEach(Diagnostic, code="E799"):
    value: object

    def report(self) -> Report:
        return Report(f"costs of options must be a mapping, not {clipped(repr(self.value))}").helped(
            'give each option that changes and its cost: `with_costs({"queen(1, 2)": 7})`'
        )


class ReservedModelName(Worded, code="E791"):
    name: str

    wording = "`{name}` is a word of the language, so it cannot be a name in a statement of it"
    advice = "choose another name, such as `{name}_`"


class ArgumentsDiffer(Diagnostic, code="E792"):
    name: str
    wanted: tuple[str, ...]
    got: tuple[str, ...]

    def report(self) -> Report:
        shown = [", ".join(names) or "none" for names in (self.wanted, self.got)]
        return (
            Report(f"other options `{self.name}` have other arguments")
            .noted(f"they have: {shown[0]}", f"here are: {shown[1]}")
            .helped("give the same arguments, or choose another name for these options")
        )


class NotARowForEachOption(Worded, code="E793"):
    name: str
    options: int
    rows: int

    wording = "the columns have {rows:plural row} for {options:plural option} `{name}`"
    advice = "give a row for each option, or an item that all of them cover"


class NotColoredInModel(ColorUnexpected):
    def report(self) -> Report:
        return (
            Report(f"`{self.item}` is not colored")
            .at(self.declared, "declared here")
            .helped(
                f"an amount is added by `{self.item}[..].by(amount)`"
                if self.in_units
                else "declare it with `colored=True`, or leave out `.colored(..)`"
            )
        )


class ColorMissingInModel(ColorMissing):
    def report(self) -> Report:
        found = Report(f"`{self.item}` is colored, and an option covers it without a color")
        way_out = f"give a color, or a column of colors: `{self.item}[..].colored(column)`"
        return found.at(self.declared, "declared here").helped(way_out)


class NotInUnitsInModel(AmountUnexpected):
    def report(self) -> Report:
        found = Report(f"`{self.name}` has no units: an option covers it once, or not at all")
        way_out = "declare it with `units=True`, or leave out `.by(..)`"
        return found.at(self.declared, "declared here").helped(way_out)


class GoalNotInUnits(NotInUnits):
    related = ("declared", "declared here")
    advice = 'declare it with `units=True`, or name the sum of the costs, "cost"'


class GoalNotInTheModel(UnknownItemFamily):
    wording = "the model has no item `{name}`"
    advice = 'declare it before, `{name} = model.item("{name}", units=True)`; "cost" is the sum of the costs'


class GoalWithoutIndex(WrongIndexCount):
    def report(self) -> Report:
        way_out = f'give the items themselves: `model["{self.name}"]` for all of them, or one with its index'
        return super().report().replaced(help=(way_out,))


class ListedCoversTwice(OptionCoversTwice):
    def report(self) -> Report:
        ways_out = (
            "cover it once: leave one of the two out with `.where(condition)`, or leave out the row",
            f"or declare it in units, `units=True`: then `{self.item}.by(2)` adds up",
        )
        return super().report().replaced(help=ways_out)


class ListedCoversNothing(OptionCoversNothing):
    advice = "leave out its row, or let it cover an item"


class ListedCoversOnlySecondary(OnlySecondaryItems):
    def report(self) -> Report:
        way_out = "let it cover an item that must be covered, or write `optional=True` to try both"
        return super().report().replaced(help=(way_out,))


class TooManyOptionsInModel(TooManyOptions):
    advice = (
        "leave out what no solution has before it is listed, as by a mask: `frame[frame.distance < 50]`",
        "{what:raised}",
    )

    def _help(self) -> list[str]:
        way_out, limit = super()._help()
        return [way_out, limit] if self.span.text.startswith("model.option") else [limit]


class ItemsNeverCoveredInModel(ItemsNeverCovered):
    def report(self) -> Report:
        name = self.name
        covered = f"{name}[{', '.join(['..'] * self.indices)}]" if self.indices else name
        way_out = f"name it in `covers=` of an option, as in `covers=[{covered}, ..]`, or do not declare it"
        if self.is_board:
            way_out = f'write `model.fill("{name}", values)`, or `model.place(shapes, on="{name}")`'
        return super().report().replaced(help=(way_out,))


class PiecesNeverPlacedInModel(PiecesNeverPlaced):
    def report(self) -> Report:
        return super().report().replaced(help=(f'write `model.place("{self.name}", on=..)`',))


class CostWithoutGoalInModel(CostWithoutGoal):
    def _help(self) -> list[str]:
        ways_out = "write `model.minimize()` or `model.maximize()`, or bound it: `model.cost(at_most=..)`"
        return [ways_out, 'behind other goals: `model.minimize(.., "cost")`']


class NoSuchOptionInModel(NoSuchOption):
    advice = ("{_reason}", "leave it out of the rule, as by `if` in a comprehension")


class OptionsOfCallAndText(OptionDeclaredTwice):
    advice = "state all options of one name in one way, in the text or by calls; or choose another name"


class RuleIsNotKnown(Worded, code="E772"):
    rule: str

    wording = "{rule} is not known before there is a solution"
    advice = (
        "write `&` for and, `|` for or, `~` for not, and `model.all(..)` or `model.any(..)` of many",
        "instead of `a < b < c` write `(a < b) & (b < c)`; `model.min(..)` and `model.max(..)` compare many",
    )


class RuleTooDeep(Worded, code="E014"):
    wording = "a rule is nested too deeply"
    advice = "join many by `model.sum(..)`, `model.all(..)` and such, or state several rules"


_OF_CALLS: dict[type[Diagnostic], type[Diagnostic]] = {
    AmountUnexpected: NotInUnitsInModel,
    CostWithoutGoal: CostWithoutGoalInModel,
    ItemsNeverCovered: ItemsNeverCoveredInModel,
    NoSuchOption: NoSuchOptionInModel,
    NotInUnits: GoalNotInUnits,
    OnlySecondaryItems: ListedCoversOnlySecondary,
    OptionCoversNothing: ListedCoversNothing,
    OptionCoversTwice: ListedCoversTwice,
    OptionDeclaredTwice: OptionsOfCallAndText,
    PiecesNeverPlaced: PiecesNeverPlacedInModel,
    TooManyOptions: TooManyOptionsInModel,
    UnknownItemFamily: GoalNotInTheModel,
    WrongIndexCount: GoalWithoutIndex,
}
CALL = "<model call>"
"""The name of a text that shows a call of a model, in place of a statement."""


def of_calls(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The same messages; those about calls of a model speak of these."""
    return [_of_call(each) if _is_about_call(each) else each for each in found]


def _is_about_call(message: Diagnostic) -> bool:
    spans = (getattr(message, "span", None), getattr(message, "earlier", None))
    begins = (CALL, "<row ", "<option ")
    return any(isinstance(span, Span) and span.source.name.startswith(begins) for span in spans)


def _of_call(message: Diagnostic) -> Diagnostic:
    meant = _OF_CALLS.get(type(message))
    return meant(*message.parts) if meant else message
