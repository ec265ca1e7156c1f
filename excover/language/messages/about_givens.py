"""Messages about givens."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Report
from excover.base.names import ItemName, OptionName, Value, brief
from excover.base.source import Span
from excover.base.words import as_seen, listed
from excover.language.messages.message import Located


class ImpossibleMark(Located, code="E324"):
    mark: str
    possible: Sequence[str]

    def report(self) -> Report:
        found = Report(f"no option draws `{self.mark}` here").at(self.span)
        return found.helped(
            f"choose one of {listed(self.possible)}"
            if self.possible
            else "remove it: no option draws anything here"
        )


class UnknownGivenOption(Located, code="E326"):
    option: OptionName | str
    """Its name, or what is not the text of any."""
    hint: str
    """What may be meant; empty if nothing is near."""

    def report(self) -> Report:
        help_line = "check its arguments: they are outside the binders, or `where` excludes them"
        if isinstance(self.option, str):
            help_line = (
                "write it as a solution does, such as `queen(1, 2)`; a drawing is one text, not a list"
            )
        return Report(f"there is no option `{self.option}`").at(self.span).helped(self.hint or help_line)


class NotAName(Diagnostic, code="E780"):
    got: object

    def report(self) -> Report:
        match self.got:
            case OptionName() | ItemName() as name:
                call = f"`{type(name).__name__}({as_seen(name[0])}, {as_seen(name[1])})`"
                if isinstance(name[0], str):
                    found = f"{call} has no tuple"
                    way_out = f"a tuple of one has a comma: `({as_seen(name[1])},)`"
                else:
                    found = f"{call} has no family"
                    way_out = "its first part is a text, such as `queen`"
            case tuple() | list() as parts if parts and isinstance(parts[0], str):
                family, *arguments = parts
                found = f"{as_seen(self.got)} is no name of an option or an item"
                only = arguments[0] if len(arguments) == 1 and isinstance(arguments[0], tuple) else arguments
                way_out = f"write `excover.OptionName({as_seen(family)}, {as_seen(tuple(only))})`"
            case _:
                found = f"{as_seen(self.got)} is no name of an option or an item"
                way_out = "give texts, such as `queen(1, 2)` or `row[3]`, or `OptionName` and `ItemName`"
        return Report(found).helped(way_out)


class GivensContradict(Diagnostic, code="E327"):
    first: Span
    second: Span
    item: ItemName
    givens: tuple[str, str]

    def report(self) -> Report:
        return (
            Report(f"givens contradict each other: both need `{self.item.in_words}`")
            .at(self.second, self.givens[1])
            .beside(self.first, self.givens[0])
            .helped("remove one of them")
        )


class NotAPlacement(Diagnostic, code="E328"):
    # ``owners`` are the pieces that could lie on just these cells.
    spans: Sequence[Span]
    letter: str
    owners: Sequence[str]

    def report(self) -> Report:
        found = Report(f"these marks are not a placement of `{self.letter}`")
        for span in self.spans:
            found = found.at(span)
        return found.helped(
            f"change them to {listed(self.owners)}" if self.owners else "use one letter for one piece"
        )


class GivenExcluded(Located, code="E329"):
    text: str

    wording = "the other givens exclude this one"
    label = "{text}"
    advice = "remove it, or one of the others"


class ImpossibleColor(Located, code="E331"):
    item: ItemName
    color: Value
    known: Sequence[Value]

    def report(self) -> Report:
        return (
            Report(f"no option assigns `{self.item}` the color {brief(self.color)}")
            .at(self.span)
            .helped(f"choose one of {listed([brief(value) for value in self.known])}")
        )


CONTRADICTIONS = (GivensContradict, NotAPlacement, GivenExcluded)
"""Of givens that are well formed and exclude each other."""
