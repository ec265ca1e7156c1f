"""Messages about arguments of a model in Python: names, sets of indices, bounds, covered items, cells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Report
from excover.base.names import normal
from excover.base.words import did_you_mean, listed, plural
from excover.language.messages.about_models import ColumnsOfOtherLengths, at_row
from excover.language.messages.message import Worded


class NotAModelName(Diagnostic, code="E281"):
    got: str
    text: str = ""

    def report(self) -> Report:
        if self.text and self.text != (composed := normal(self.text)):
            found = Report(f"{self.got} has letters that are composed of several characters")
            return found.helped(f'write the composed form, `unicodedata.normalize("NFC", "{composed}")`')
        plain = re.sub(r"\W+", "_", self.text).strip("_")
        proposed = plain if re.match(r"[^\W\d]", plain) else plain and f"_{plain}"
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
        lengths = ", ".join(f"{what} {length:,}" for what, length in self.lengths)
        return (
            Report(f"the columns of `{self.name}` have different lengths")
            .noted(lengths)
            .helped("give each a value for every option, or a single value for all")
        )


class NoColumnOfOptions(ColumnsOfOtherLengths):
    def report(self) -> Report:
        return Report(f"no column says how many options `{self.name}` there are").helped(
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


class NotOneOfTheWords(Diagnostic, code="E286"):
    what: str
    got: str
    text: str
    known: Sequence[str]

    def report(self) -> Report:
        return Report(f"there is no {self.what} {self.got}").helped(
            did_you_mean(self.text, self.known), f"use {listed(self.known, most=20)}"
        )


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
