"""Messages about statements that do not fit each other, or have no effect, and about symmetries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from excover.base.diagnostics import Edit, Report
from excover.base.names import OptionName
from excover.base.source import Span
from excover.base.words import clipped, did_you_mean, listed, plural, visible
from excover.language.messages.message import Located, nearest, removed


class SpecifiedTwice(Located, code="E201"):
    what: str
    earlier: Span
    way_out: str = ""
    instead: str = ""

    wording = "{what} is specified twice"
    related = ("earlier", "first specified here")
    advice = "{way_out}"

    def fix(self) -> Edit | None:
        """Without the second, or with what else it says."""
        is_whole = self.span.text.startswith(_WHOLE_STATEMENTS)
        return Edit(self.span, self.instead) if self.instead and is_whole else _without(self.span)

    def other_fixes(self) -> Sequence[Edit | None]:
        is_alone = self.fix() and not self.instead and self.earlier.source is self.span.source
        return [_without(self.earlier) if is_alone else None]


def _without(part: Span) -> Edit | None:
    """Without a statement, or a part of one behind a comma."""
    if part.text.startswith(_WHOLE_STATEMENTS):
        return removed(part)
    before = part.source.text[: part.start].rstrip()
    return Edit(Span(part.source, len(before) - 1, part.end), "") if before.endswith(",") else None


_WHOLE_STATEMENTS = ("puzzle ", "minimize", "maximize", "cost at ", "require ")


class SeveralBoards(Located, code="E223"):
    boards: Iterable[str]

    def report(self) -> Report:
        way_out = {
            "draw": "remove `draw`",
            "require": "leave out `at`: options are on the cells that they cover",
        }.get(self.span.text.split()[0], "write an `option` instead of `fill`")
        return self.located(f"the board is ambiguous: {listed(list(self.boards))}").helped(
            f"{way_out}: with several boards, options are shown on the boards they cover"
        )


class UnknownOption(Located, code="E224"):
    name: str
    known: Iterable[str]
    is_board: bool

    def report(self) -> Report:
        names = list(self.known)
        if self.is_board and names:
            return self.located(f"there is no option `{self.name}`, but a board").helped(
                f"name what covers its cells: {listed(names[::-1], 'or')}"
            )
        others = f"there is {listed(names, 'and', 6)}" if names else ""
        return self.located(f"there is no option `{self.name}`").helped(
            did_you_mean(self.name, names)
            or others
            or "declare options before the statements that mention them"
        )

    def fix(self) -> Edit | None:
        return nearest(self.span, self.name, self.known)


class OtherArguments(Located, code="E225"):
    name: str
    wanted: Sequence[str]
    declared: Span
    taken_apart: str = ""
    """The set whose members are one argument here, and several there."""
    values: Sequence[str] = ()
    """What stands here, as the option takes it apart or together; empty where names are needed."""

    def report(self) -> Report:
        call = f"{self.name}({', '.join(self.wanted)})"
        of = clipped(self.taken_apart)
        return (
            self.located(f"option `{self.name}` has other arguments")
            .beside(self.declared, f"declared here as `{call}`")
            .noted(
                f"`p in {of}` declares one argument, `(r, c) in {of}` one for each part of a member"
                if of
                else ""
            )
            .helped(f"write `{self.name}({', '.join(self.values)})`" if self.values else f"write `{call}`")
        )


class SymbolAsArgument(Located, code="E226"):
    """A symbol where a new name is meant: it would stand for every value."""

    name: str
    declared: Span

    wording = "`{name}` is a symbol, and here a new name is needed, which stands for every value"
    related = ("declared", "declared here")
    advice = (
        "write a name that nothing else has, such as `x`; `also` and `require` take a condition, "
        "`where x = {name}`"
    )


class DrawnArgumentNotName(Located, code="E226"):
    call: str
    name: str

    wording = "each argument of a drawn option must be a different name"
    advice = "write `draw {call:clipped} at ..`"


class ExtendedArgumentNotName(Located, code="E226"):
    call: str
    name: str

    wording = "each argument of an extended option must be a different name"
    advice = (
        "write `also {call:clipped} where {name} = {span.text:clipped} covers ..` to extend some of "
        "the options only"
    )


class MotionArgumentNotName(Located, code="E226"):
    call: str
    name: str

    wording = "each argument on the left of a symmetry must be a different name"
    advice = "write `symmetry {call:clipped} -> ..`"


class DrawOfPieces(Located, code="E227"):
    name: str

    wording = "the pieces of `{name}` are drawn by their letters"
    advice = "remove this `draw`"

    def fix(self) -> Edit | None:
        return removed(self.span)


class SymmetryOfPieces(Located, code="E227"):
    name: str

    wording = "the pieces of `{name}` have the symmetries of their board"
    advice = "remove this `symmetry`: the symmetries of boards are found automatically"

    def fix(self) -> Edit | None:
        return removed(self.span)


class NothingDescribed(Located, code="W207"):
    wording = "nothing is described"
    label = "no statement follows"
    advice = (
        "begin with what is to be covered: `item task[1..3]`, or `board tray 3x4`",
        "then write what covers it: `option do(t in task) covers task[t]`, `place` or `fill`",
    )


class WordOfTheNextLine(Located, code="W213"):
    """``name``: what the statement below declares; ``before`` is the one at whose end the word stands."""

    name: str
    before: Span

    def report(self) -> Report:
        found = self.located(f"`{self.span.text}` is about the next statement, which declares `{self.name}`")
        if self.fix():
            found = found.helped(
                f"if it is meant for what stands before it, begin that with `{self.span.text}`"
            )
        return found.helped("else write it on the next line")

    def fix(self) -> Edit | None:
        """Where the statement before can begin with the word, if that is meant."""
        word, begun = self.span.text, self.before.text
        begins = ("option", "choose", "lines") if word == "hidden" else ("option",)
        if not begun.startswith(tuple(f"{each} " for each in begins)):
            return None
        return Edit(self.before.to(self.span), f"{word} {begun}")


class NoEffect(Located, code="W306"):
    pass


_EFFECTS = {
    "option": ("makes no option", "a set that it runs through is empty, or its condition never holds"),
    "choose": ("has nothing to choose from", "the set behind `from`, or one of its loop, is empty"),
    "also": ("adds nothing to any option", "no option meets its condition, or there is none"),
    "forbid": (
        "removes no option",
        "its loop has no values, or earlier `forbid` statements remove the same options",
    ),
    "retain": ("removes no option", "it names all options of that name, or others are removed already"),
    "given": ("gives nothing", "its loop has no values, or its drawing no marks"),
    "draw": ("draws nothing", "there is no option, mark or place that it draws"),
    "require": ("asks for nothing", "it is about no option, always holds, or repeats an earlier rule"),
    "symmetry": ("moves no option", "it maps each option to itself, or there is none"),
}


class StatementWithoutEffect(NoEffect):
    keyword: str

    def report(self) -> Report:
        keyword = "choose" if self.span.text.startswith("choose ") else self.keyword
        effect, why = _EFFECTS[keyword]
        return (
            self.located(f"this `{keyword}` {effect}")
            .noted(why)
            .helped("correct it or remove it; ignore this if it is intended for some parameters")
        )


class CoverWithoutEffect(NoEffect):
    """A part of what options cover that none of them does."""

    wording = "no option covers this"
    label = "the condition never holds, or a set is empty"
    advice = "correct it or remove it; ignore this if it is intended for some parameters"


class ItemsNotCovered(NoEffect):
    """Items that need not be covered, and that no option covers."""

    items: str

    wording = "no option covers {items}"
    label = "declared here"
    note = "so it has no effect"
    advice = "look at the conditions of the options, or at the index set"


class NoSuchCells(NoEffect):
    """Places behind the condition of an `also` at which its options never are."""

    places: str
    board: str

    wording = "`{board}` has no cell {places}"
    note = "no option is there, so this part never applies"
    advice = "count rows and columns from 1"


class NotDrawn(NoEffect):
    """A character of a legend that is not in the drawing above it."""

    character: str

    wording = "the drawing above has no `{character:visible}`"
    advice = "remove this line of the legend, or correct the character"


class LabelsNotRead(NoEffect):
    """Labels of a board or of pieces that nothing compares."""

    name: str
    are_of_pieces: bool

    def report(self) -> Report:
        found = self.located(f"nothing reads the labels of `{self.name}`")
        if self.are_of_pieces:
            return found.helped("label cells of the board, too, or remove these labels")
        return found.helped(
            f"read them, as `{self.name}[r, c]`, by `once per label` or by labels of pieces, or remove them"
        )


class LettersNotRead(NoEffect):
    """Different letters of the drawing of a board that nothing compares."""

    name: str

    wording = "nothing reads the letters of `{name}`"
    advice = "read them, as `{name}[r, c]`, by `once per label` or by labels of pieces, or draw cells as `.`"


class InOnePart(NoEffect):
    """Pieces that are declared as `detached`, and are not."""

    which: str

    wording = "{which} in one part"
    label = "`detached` has no effect"
    advice = "leave it out, or correct the drawing"


class NamedLabelsNotRead(NoEffect):
    name: str

    wording = "nothing reads the labels `{name}`"
    advice = "read them, as `{name}[..]` or `for p in {name}`, or remove them"


class ColumnNotRead(NoEffect):
    """A column of a table of the description, besides the first, which no statement mentions."""

    table: str
    column: str

    wording = "nothing reads the column `{column}` of `{table}`"
    advice = "remove the column, or write it as a comment"


class ImageMissing(Located, code="E332"):
    source: OptionName
    target: OptionName

    wording = "this is not a symmetry: it maps `{source}` to `{target}`, which is not an option"
    advice = "map every option to an option: the mirror image of `c in 1..n` is `n + 1 - c`"


class NotASymmetry(Located, code="E333"):
    clash: tuple[OptionName, OptionName] | None
    is_ruled: bool = False

    def report(self) -> Report:
        if self.clash:
            found = self.located(
                f"this is not a symmetry: it maps `{self.clash[0]}` and `{self.clash[1]}` to the same option"
            )
        elif self.is_ruled:
            found = self.located("excover cannot verify that this is a symmetry")
            found = found.noted(
                "it does not map to itself what becomes of rules, which `excover expand` shows"
            )
            found = found.noted("a rule may be compiled to another form than its image")
        else:
            found = self.located("this is not a symmetry: it does not map items to items")
        return found.helped(
            "name all families that move, as in `a(x) -> .., b(x) -> ..`: the others are mapped to themselves"
        )


class LabelWithoutMeaning(Located, code="W214"):
    """``compared`` is what labels of the ``family`` are compared with, ``near`` what may be meant."""

    family: str
    text: str
    others: int
    compared: Sequence[str]
    near: str

    @property
    def where(self) -> str:
        return f", here and in {plural(self.others, 'other place')}" if self.others else ""

    @property
    def known(self) -> str:
        return f"`{self.family}` is compared with {listed(self.compared, 'and', 6)}" if self.compared else ""

    @property
    def way_out(self) -> str:
        return (
            f"did you mean `{visible(self.near)}`?" if self.near else "write one of these, or a rule for it"
        )

    @property
    def found(self) -> str:
        if self.near and self.near not in self.compared:
            return "is a text among numbers"
        return "is none that a statement is about"

    wording = "the label `{text:visible}` of `{family}` {found}{where}"
    note = "{known}"
    advice = "{way_out}"

    def fix(self) -> Edit | None:
        is_word = self.near and self.span.text == self.text
        return Edit(self.span, self.near, is_certain=not self.others) if is_word else None
