"""Messages about names: declared, called, used, probably misspelled; and about indices and what they range
over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.names import ItemName
from excover.base.source import Span, TableField
from excover.base.words import NUMBER_WORDS, clipped, did_you_mean, listed, plural, reached, short, visible
from excover.language.messages.message import Located, nearest


class UnknownName(Located, code="E101"):
    """``way``: what helps at this place of a statement; ``is_text``: items, such as pieces, have this text as
    their index.
    """

    name: str
    known: Iterable[str]
    way: str = ""
    is_text: bool = False
    meant: Edit | None = None

    wording = "`{name}` is not declared"
    advice = "{_way_out}"

    @property
    def _way_out(self) -> str:
        quoted = f'`"{self.name}"`'
        if self.is_text:
            return f"quote the text: {quoted}"
        if meant := did_you_mean(self.name, self.known):
            return meant
        if self.way:
            return self.way
        if truth := self._truth:
            return f"write `{truth}`"
        if self.name in NUMBER_WORDS:
            return f"write numbers in digits: `{NUMBER_WORDS[self.name]}`"
        return f"declare it above, such as `let {self.name} = ..`; a text has quotes: {quoted}"

    @property
    def _truth(self) -> str:
        return self.name.lower() if self.name in ("True", "False", "TRUE", "FALSE") else ""

    def fix(self) -> Edit | None:
        if self._truth:
            return Edit(self.span, self._truth, is_certain=True)
        if self.is_text:
            return Edit(self.span, f'"{self.name}"', is_certain=True)
        if close := nearest(self.span, self.name, self.known):
            return close
        if self.meant:
            return self.meant
        return Edit(self.span, str(NUMBER_WORDS[self.name])) if self.name in NUMBER_WORDS else None


class WhichBoard(Located, code="E356"):
    """``span`` is a call without a board, or what stands in its place."""

    boards: Sequence[str]

    wording = "it is not clear which board is meant"
    advice = "{_way_out}"

    @property
    def _way_out(self) -> str:
        if not self.boards:
            return "declare a board above"
        text = self.span.text
        call = f"{text[:-1]}, {self.boards[0]})" if text.endswith(")") else self.boards[0]
        return f"name the board: `{call}`; there is {listed(self.boards, 'and')}"


class NameDeclaredTwice(Diagnostic, code="E103"):
    name: str
    span: Span
    earlier: Span

    def report(self) -> Report:
        """A statement can declare items that are not named in it, such as `b_holes` of a board `b`."""
        again, before = self.name in self.span.text, self.name in self.earlier.text
        found = Report(f"`{self.name}` is declared twice").at(
            self.span, "" if again else "this declares it, too"
        )
        found = found.beside(self.earlier, "first declared here" if before else "this declares it")
        if not again and not before:
            return found.helped("state it once")
        return found.helped("choose another name" + ("" if again and before else f" than `{self.name}`"))


class DeclaredLater(Located, code="E104"):
    name: str
    later: Span

    wording = "`{name}` is used before it is declared"
    label = "used here"
    related = ("later", "declared here")
    advice = "move the declaration above this line"


class NotAValue(Located, code="E105"):
    name: str
    what: str
    declared: Span | None

    def report(self) -> Report:
        found = self.located(f"`{self.name}` is {self.what}, not a value")
        is_decided = self.what == "decided"
        return found.beside(self.declared, "declared here").helped(
            f"write `p in .. where {self.name}(p)`" if is_decided else f"write `{self.name}(...)`"
        )


_FOREIGN_FUNCTIONS = {
    **dict.fromkeys(("size", "length", "card", "cardinality"), "len"),
    **{"total": "sum", "forall": "all", "every": "all", "exists": "any", "some": "any", "absolute": "abs"},
}
"""Those of other languages, as they are called here."""
_FOREIGN_SETS = {
    "range": "write a set of numbers as `1..8`",
    **dict.fromkeys(
        ("neighbors", "neighbours", "neighbor", "adjacent", "adj"),
        "the cells that share a side with a cell are `beside(p)`, and with those at its corners `around(p)`",
    ),
    "row": "the cells of a row are `{(1, c) for c in 1..9}`",
    "column": "the cells of a column are `{(r, 1) for r in 1..9}`",
}


class UnknownFunction(Located, code="E106"):
    name: str
    known: Iterable[str]

    def report(self) -> Report:
        found = self.located(f"there is no function `{self.name}`")
        if way_out := _FOREIGN_SETS.get(self.name):
            return found.helped(way_out)
        if meant := _FOREIGN_FUNCTIONS.get(self.name):
            return found.helped(f"write `{meant}`")
        known = f"choose one of {listed(sorted(self.known), 'and', 30)}, or declare it with `def`"
        return found.helped(did_you_mean(self.name, self.known) or known)

    def fix(self) -> Edit | None:
        if meant := _FOREIGN_FUNCTIONS.get(self.name):
            return Edit(self.span, meant, is_certain=True)
        return nearest(self.span, self.name, self.known)


class WrongArgumentCount(Located, code="E107"):
    # ``call`` is how it would be right.
    name: str
    wanted: str
    got: int
    call: str = ""

    wording = "`{name}` takes {wanted}, not {got}"

    def _help(self) -> list[str]:
        return [self.call and f"write `{self.call}`"]


class NameOfFunction(Located, code="E230"):
    name: str

    wording = "`{name}` is a built-in function"
    advice = "choose another name"


class TextAmongSymbols(Located, code="W813"):
    column: str
    text: str
    enum: str
    symbols: Iterable[str]
    others: int
    """How many more such fields the column has."""

    def report(self) -> Report:
        more = f"so are {plural(self.others, 'more field')} of it" if self.others else ""
        return (
            self.located(
                f"`{visible(self.text)}` is no symbol of `{self.enum}`; other fields of `{self.column}` are",
                "so it is a text, and equals none of them",
            )
            .noted(more)
            .helped(
                did_you_mean(self.text, list(self.symbols))
                or f"add it to `enum {self.enum}`, or correct the field"
            )
        )

    def fix(self) -> Edit | None:
        return nearest(self.span, self.text, self.symbols)


class TextMeetsNothing(Located, code="W814"):
    column: str
    text: str
    near: str
    comparison: Span

    def report(self) -> Report:
        where = f" in the column `{self.column}`" if self.column else ""
        found = self.located(f"`{visible(self.text)}`{where} equals nothing that it is compared with")
        place = self.comparison if self.column else None
        return found.beside(place, "compared here").helped(f"did you mean `{visible(self.near)}`?")

    def fix(self) -> Edit | None:
        return nearest(self.span, self.text, [self.near])


class EqualMembersOnce(Located, code="W815"):
    """``binding`` are values with which two members are equal."""

    name: str
    call: Span
    function: Span
    added: str
    binding: str = ""

    def report(self) -> Report:
        done = "summed" if self.name == "sum" else "counted"
        found = self.located(
            f"equal values are {done} once: a set has each member once", reached(self.binding)
        )
        if self.name == "sum":
            written = f"write `{clipped(self.added)}`" if self.added else "write a sum with `+`"
            return found.helped(f"{written} to add values that may be equal")
        return found.helped("write `len(..)` for the number of different values")

    def fix(self) -> Edit | None:
        if not self.added:
            return None
        return Edit(self.call, self.added) if self.name == "sum" else Edit(self.function, "len")


# Messages about indices of items, and names that range over sets.


class UnknownGivenItem(Located, code="E102"):
    """``hint`` proposes what may be meant; it is empty if nothing is near."""

    item: ItemName
    hint: str

    def report(self) -> Report:
        way_out = self.hint or "name an item within its declared index sets"
        return self.located(f"`{self.item}` does not exist").helped(way_out)


class FamilyInsteadOfItems(Located, code="E102"):
    """Items are named one by one; ``item`` is one of the family."""

    family: str
    item: str

    wording = "`{family}` is a family of items, not an item"
    advice = (
        "name its items, such as `{item}`",
        '`model["{family}"].all()` are all of them, where a model made the problem',
    )


class ItemOutsideFamily(Located, code="E102"):
    """``declared`` is where its family is, for ``shape``; ``field`` writes that of a record that is meant,
    or the record, ``ordered`` are the indices in another order, in which all of the items exist.
    ``text`` is an index that no item has, from ``cell``, where ``known`` are those of items.
    """

    item: ItemName
    declared: Span
    shape: str
    binding: str
    count: int
    total: int
    field: Edit | None = None
    ordered: str = ""
    text: str = ""
    known: Sequence[str] = ()
    cell: TableField | None = None

    def report(self) -> Report:
        found = self.located(f"`{self.item}` does not exist", reached(self.binding))
        found = found.beside(self.declared, f"`{self.item.family}` is declared here for {self.shape}")
        if self.cell:
            found = found.beside(self.cell.span, f"it comes from the column `{self.cell.column}`")
        if not self.total:
            meant = did_you_mean(self.text, self.known)
            return found.helped(meant or "name an item within its declared index sets")
        verb = "is" if self.count == 1 else "are"
        found = found.noted(f"{self.count:,} of {plural(self.total, 'option')} {verb} outside")
        if self.ordered:
            return found.helped(f"they exist in another order: `{self.item.family}[{self.ordered}]`")
        if self.field:
            is_whole = len(self.field.replacement) < len(self.field.span.text)
            why = "its indices are whole records: write" if is_whole else "use the field of the record:"
            return found.helped(f"{why} `{self.field.replacement}`")
        return found.helped(
            did_you_mean(self.text, self.known)
            or "narrow the set of the loop, add a condition with `where`, or add `if` after the item"
        )

    def fix(self) -> Edit | None:
        """The indices in another order, or the field of a record, or a condition."""
        head, bracket, inside = self.span.text.partition("[")
        if self.ordered:
            return Edit(self.span, f"{head}[{self.ordered}]")
        if self.field:
            return self.field
        if self.text and (
            close := nearest(self.cell.span if self.cell else self.span, self.text, self.known)
        ):
            return close
        if not bracket or self.count == self.total or not self._is_last:
            return None
        index = inside.removesuffix("]")
        index = f"({index})" if len(self.item.indices) > 1 else index
        return Edit(Span(self.span.source, self.span.end, self.span.end), f" if {index} in {head}")

    @property
    def _is_last(self) -> bool:
        """Whether nothing of what it covers follows, such as a color."""
        behind = self.span.source.text[self.span.end :].lstrip(" \t")
        return not behind or behind[0] in ",\n#"


class WrongIndexCount(Located, code="E228"):
    # ``is_tuple``: the one index that is wanted is a tuple of as many members.
    name: str
    wanted: int
    got: int
    is_tuple: bool
    declared: Span
    unused: Sequence[str] = ()
    """The local names that are not among the indices."""
    surplus: int | None = None
    """Which index is one too many, as far as known: without it, the others run through the declared sets."""

    def report(self) -> Report:
        indices = plural(self.wanted, "index", "indices") if self.wanted else "no index"
        found = self.located(f"`{self.name}` has {indices}, not {self.got}").beside(
            self.declared, "declared here"
        )
        if self.is_tuple:
            inside = self.span.text.partition("[")[2].rpartition("]")[0]
            return found.helped(f"write the tuple in parentheses: `{self.name}[({clipped(inside)})]`")
        if self.got == self.wanted + 1 and (edit := self.fix()):
            return found.helped(f"write `{clipped(edit.replacement)}`")
        return found.helped(
            f"write `{self.name}[{', '.join('rcvxyz'[: self.wanted])}]`"
            if 0 < self.wanted < 7
            else f"write `{self.name}`"
        )

    def fix(self) -> Edit | None:
        inside = self.span.text.partition("[")[2].rpartition("]")[0]
        if self.is_tuple:
            return Edit(self.span, f"{self.name}[({inside})]", is_certain=True)
        if not self.wanted:
            return Edit(self.span, self.name, is_certain=True)
        if self.got == self.wanted - 1:
            return self._one_added(inside)
        return self._one_less(inside, self._most_likely)

    @property
    def _most_likely(self) -> int:
        return self.got - 1 if self.surplus is None else self.surplus

    def _one_added(self, inside: str) -> Edit | None:
        """With the only local name that is not used yet."""
        return Edit(self.span, f"{self.name}[{inside}, {self.unused[0]}]") if len(self.unused) == 1 else None

    def _one_less(self, inside: str, at: int) -> Edit | None:
        """Without one of the indices, if that is one too many; of indices that are names or numbers."""
        indices = [each.strip() for each in inside.split(",")]
        if len(indices) != self.got or self.got != self.wanted + 1 or re.search(r"[(\[{\n#]", inside):
            return None
        return Edit(self.span, f"{self.name}[{', '.join(indices[:at] + indices[at + 1 :])}]")

    def other_fixes(self) -> Sequence[Edit | None]:
        if self.is_tuple or self.wanted < 1 or self.got > _MOST_INDICES:
            return []
        inside = self.span.text.partition("[")[2].rpartition("]")[0]
        others = (at for at in range(self.got) if at != self._most_likely)
        return [self._one_less(inside, at) for at in others]


_MOST_INDICES = 4
"""Of more indices than these, it is not proposed to leave out any but the last."""


class BinderWithoutDomain(Located, code="E009"):
    name: str

    def report(self) -> Report:
        found = self.located(f"`{short(self.name)}` has no set to range over")
        if behind := self._set_behind():
            return found.helped(
                f"write the set within the parentheses: `({self.name} in {short(behind[1])})`"
            )
        if self._is_joined:
            return found.helped("write a comma instead of `and` between names with their sets")
        return found.helped(f"write `{self.name if self.name.isidentifier() else 'name'} in 1..8`")

    def fix(self) -> Edit | None:
        if self._is_joined:
            return Edit(self.span, re.sub(r" and (?=\w+ in )", ", ", self.name), is_certain=True)
        behind = self._set_behind()
        if behind is None:
            return None
        place = Span(self.span.source, self.span.start, self.span.end + behind.end())
        return Edit(place, f"{self.name} in {behind[1]})", is_certain=True)

    @property
    def _is_joined(self) -> bool:
        return bool(re.fullmatch(r"\w+ in [^()]* and \w+ in \w+(?:\([^()]*\)|[^()]*)", self.name))

    def _set_behind(self) -> re.Match[str] | None:
        """What stands behind the closing parenthesis, with the set."""
        text = self.span.source.text[self.span.end : self.span.end + 200]
        found = re.match(r"[ \t]*\)[ \t]+(?:for[ \t]+\w+[ \t]+)?in[ \t]+([^\s()]+)", text)
        return found if self.name.isidentifier() else None


class NotAPattern(Located, code="E010"):
    wording = "only a name, or names in parentheses, can range over a set"
    advice = "write `x in S`, or `(x, y) in S` for a set of pairs; put conditions after `where`"
