"""Messages about arguments of a model in Python: names, sets of indices, bounds, covered items, cells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Report
from excover.base.names import normal
from excover.base.words import did_you_mean, listed, plural
from excover.language.messages.about_models import ColumnsOfOtherLengths, at_row


class NotAModelName(Diagnostic, code="E281"):
    """A name in a model is no name of the language.

    Families of items, options and their arguments have names that `model.to_xc()` can write: letters,
    digits and `_`, no digit first. What people read, such as `work day`, may be an index or an
    argument, which are any texts.
    """

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


class NotASetOfIndices(Diagnostic, code="E282"):
    """A family of items of a model has no set of indices.

    `model.items(name, set, ..)` declares an item for each combination of members of the sets: ranges, lists,
    sets, generators, columns of data frames. `model.item(name)` declares a single item.
    """

    family: str
    got: str

    def report(self) -> Report:
        return Report(f"`{self.family}` needs a set of indices, not {self.got}").helped(
            f'give a range, a list or a column: `model.items("{self.family}", range(1, 9))`',
            f'`model.item("{self.family}")` is one item without an index',
        )


class WrongBounds(Diagnostic, code="E283"):
    """It is not clear how often an item is covered.

    An item is covered once if nothing is said; otherwise `times=..`, or `at_least=..` and `at_most=..`, or
    `colored=True`. Bounds are whole numbers, or columns with one for each item. Items in units, `units=True`,
    have bounds of their sum. `else_cost` is for items that are otherwise covered once.
    """

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


class NotItemsToCover(Diagnostic, code="E284"):
    """What options of a model cover is no item of the model.

    `covers=` takes items by their family: `row[1]` for all options, `row[column]` with an item for each,
    `row` for the whole family, or a list of such. `model["row"]` is the family of that name.
    """

    got: str

    def report(self) -> Report:
        return Report(f"options cover items, not {self.got}").helped(
            "name items by their family, as in `covers=[row[1], column[numbers]]`",
            '`model["row"]` is the family of that name',
        )


class ItemsOfAnotherModel(NotItemsToCover):
    def report(self) -> Report:
        return Report(f"the items `{self.got}` belong to another model").helped(
            "cover what this model has returned from `item`, `items`, `board` or `shapes`"
        )


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
    """A model has nothing of this name.

    `model["row"]` is a family of items, a board or pieces that were declared before; `model.place` and
    `model.fill` need a board, `model.also` options of `model.option` or `model.options`.
    """

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
    """An argument of a model is none of the words that it may be.

    These are the names of lattices; the sides of boards: `torus`, `cylinder`, `open below`, `open above`,
    `crossing`; how pieces are turned: `free`, `one-sided`, `fixed`; and where the values of `model.fill`
    differ: `row`, `column`, `label`, or blocks such as `block 3x3`.
    """

    what: str
    got: str
    text: str
    known: Sequence[str]

    def report(self) -> Report:
        return Report(f"there is no {self.what} {self.got}").helped(
            did_you_mean(self.text, self.known), f"use {listed(self.known, most=20)}"
        )


class NotADrawing(Diagnostic, code="E287"):
    """A board or a piece of a model is neither a drawing nor cells nor sizes.

    `model.board` takes sizes, `(6, 10)`, a drawing as a text or a list of lines, or cells: `(row, column)` or
    `(layer, row, column)`, counted from 1. `model.shapes` takes a drawing, or for each letter a drawing or
    the cells of a piece.
    """

    wrong: str
    way_out: str

    def report(self) -> Report:
        return Report(self.wrong).helped(self.way_out)


class NotAColumn(Diagnostic, code="E288"):
    """Data from Python are no column.

    A column has a value for each option, item or record: a list, a generator, an array of numpy with one
    dimension, a column of pandas or Polars, an array of Arrow. Of a data frame, select one,
    `frame["name"]`; its rows are `list(frame.itertuples(index=False, name=None))`, of Polars `frame.rows()`.
    `family.rows(matrix)` takes a matrix.
    """

    what: str
    got: str
    way_out: str

    def report(self) -> Report:
        return Report(f"{self.what} is {self.got}").helped(self.way_out)


class WrongArgument(Diagnostic, code="E289"):
    """An argument of a model has another type than it needs.

    For example, a title is a text in one line, and bounds of the sum of the costs are whole numbers.
    """

    call: str
    takes: str
    got: str
    way_out: str = ""

    def report(self) -> Report:
        return Report(f"`{self.call}` takes {self.takes}, not {self.got}").helped(self.way_out)
