"""Options and items that a program names, by names or as texts.

>>> known = [OptionName("queen", (1, 2)), OptionName("queen", (2, 4))]
>>> [name for name, _ in named(["queen(2, 4)", "queen(2, 2)"], known)]
[OptionName(family='queen', arguments=(2, 4)), None]

What may be meant by the name of an option or an item that does not exist.

>>> known = [OptionName("queen", (r, c)) for r in (1, 2) for c in (1, 2)] + [OptionName("cell", ((6, 6),))]
>>> meant = MeantNames(known)
>>> meant.hint("quen(1, 2)"), meant.hint(OptionName("queen", (1, "2")))
('did you mean `queen(1, 2)`?', 'did you mean `queen(1, 2)`?')
>>> meant.hint(OptionName("queen", (1, 3)))
'argument 2 of `queen` is 1 or 2, not 3'
>>> meant.hint(OptionName("queen", (1,)))
'`queen` has 2 arguments, as in `queen(1, 1)`'
>>> meant.hint(OptionName("cell", (6, 6)))
'`cell` has 1 argument, a tuple: in Python, a tuple of one has a comma: `OptionName("cell", ((6, 6),))`'

What a program has in place of what a matrix has: dates for texts, and fractions for whole numbers.

>>> from decimal import Decimal
>>> Scale(100, Decimal).own(150), Scale(4, float).own(6), Scale().own(6)
(Decimal('1.50'), 1.5, 6)
"""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from math import lcm
from typing import Any, Protocol, TypeVar

from excover.base.diagnostics import SpecError
from excover.base.frozen import Frozen
from excover.base.names import HIDDEN, ItemName, OptionName, OrderedSet, Value, brief, normal, written
from excover.base.stand_ins import restored, with_stand_ins
from excover.base.words import as_seen, did_you_mean, near, plural
from excover.language import messages
from excover.language.meaning.listing import OnDemand

NameT = TypeVar("NameT", ItemName, OptionName)


class NamesItems(Protocol):
    """A family of items of a model, or some of its items."""

    def item_names(self) -> Iterator[ItemName]: ...


def each_name(names: Any) -> list[Any]:
    """A list of names, also of a single one, and of items of a model for each of them.

    Raises SpecError for a data frame or another table, for what is no name, and for names without end.
    """
    if isinstance(names, str | ItemName | OptionName) or hasattr(names, "item_names"):
        return _of_one(names)
    if names is None or isinstance(names, int | float):
        instead = "give names; limits are `run=excover.Run.within(seconds=60)`"
        raise SpecError(
            messages.NotAColumn("the list of names", f"{as_seen(names)}, which has no names", instead)
        )
    from excover.language.python_values import listed_values  # a command names no options

    return [name for each in listed_values(names, "the list of names") for name in _of_one(each)]


_OWN = {int, str}
"""Of these, no value of Python is made."""


def _of_one(each: Any) -> list[Any]:
    """A name, or those of the items of a model; `isinstance` of a protocol would take as long as the rest."""
    if isinstance(each, str | ItemName | OptionName) or not hasattr(each, "item_names"):
        return [_checked(each)]
    return list(each.item_names())


def _checked(name: Any) -> Any:
    """A text, or a name of a text and a tuple of values, which Python does not check."""
    if isinstance(name, str):
        return name
    if not (
        isinstance(name, ItemName | OptionName) and isinstance(name[0], str) and isinstance(name[1], tuple)
    ):
        raise SpecError(messages.NotAName(name))
    if not name[0].isascii():
        name = type(name)(normal(name[0]), name[1])
    if not _OWN.issuperset(map(type, name[1])):
        name = type(name)(name[0], with_stand_ins(name[1]))
    try:
        hash(name)
    except TypeError:  # a set of Python, or what is no value
        from excover.language.python_values import value_of

        return type(name)(name[0], value_of(name[1], f"a name of `{name[0]}`"))
    return name


def named(wanted: Iterable[NameT | str], known: Iterable[NameT]) -> list[tuple[NameT | None, NameT | str]]:
    """Names, or names as text, each with what is wanted; None for the text of no name."""
    every = list(wanted)
    by_text: dict[str, NameT] = {}
    by_words: dict[str, NameT] = {}
    alike: dict[str, tuple[Value, ...]] = {}
    if any(isinstance(each, str) or _has_tuple(each) for each in every):
        for name in known:
            by_text.update(dict.fromkeys(written(name), name))
            alike[name.family] = name[1]
    if any(isinstance(each, str) and each not in by_text for each in every):
        by_words = {without_blanks(text): name for text, name in by_text.items()}
    return [
        (by_text.get(each) or by_words.get(without_blanks(each)), each)
        if isinstance(each, str)
        else (_with_sets(each, alike), each)
        for each in every
    ]


_WORDS = r'("(?:[^"\\]|\\.)*")|\s+'


def without_blanks(text: str) -> str:
    """Blanks between the words of a name mean nothing, nor how a letter is composed.

    >>> without_blanks('works( "Dan",  "at the door" )')
    'works("Dan","at the door")'
    """
    return re.sub(_WORDS, r"\1", normal(text))


def _has_tuple(name: ItemName | OptionName) -> bool:
    return any(isinstance(value, tuple) for value in name[1])


def _with_sets(name: NameT, alike: Mapping[str, tuple[Value, ...]]) -> NameT:
    """The same with sets for tuples, as data frames have them, where names of the family have sets."""
    known = alike.get(name.family, ())
    if len(known) != len(name[1]):
        return name
    values = (
        OrderedSet(value) if isinstance(value, tuple) and isinstance(like, OrderedSet) else value
        for value, like in zip(name[1], known, strict=True)
    )
    return type(name)(name.family, tuple(values))


MOST = 100_000
"""The most names that are looked at."""
MOST_HINTS = 20
"""Of very many wrong names, only the first get a hint: looking for similar texts is slow."""
_SIGNS = r"[\s\"'()\[\]]+"
_TEXT = r"(?s)\s*(\w*)\s*[(\[](.*)[)\]]\s*"


class MeantNames:
    """Looks for what is near to wrong names, among those that exist."""

    def __init__(self, known: Iterable[OptionName | ItemName]) -> None:
        self._names = known
        self._hints = 0
        self._is_cut = False

    @cached_property
    def _known(self) -> list[OptionName | ItemName]:
        found = list(islice(self._names, MOST + 1))
        self._is_cut = len(found) > MOST
        return [name for name in found[:MOST] if name.family != HIDDEN]

    @cached_property
    def _by_signs(self) -> dict[str, OptionName | ItemName]:
        """The names without quotes, blanks and parentheses; the first of those that then are the same."""
        names: dict[str, OptionName | ItemName] = {}
        for name in self._known:
            names.setdefault(_without_signs(str(name)), name)
        return names

    @cached_property
    def _families(self) -> dict[str, list[tuple[Value, ...]]]:
        families: dict[str, list[tuple[Value, ...]]] = {}
        for name in self._known:
            families.setdefault(name.family, []).append(name[1])
        return families

    @property
    def example(self) -> str:
        """The first name that exists, or another one if there is none."""
        return str(self._known[0]) if self._known else "queen(1, 2)"

    def hint(self, wanted: OptionName | ItemName | str) -> str:
        """A help line; empty if nothing is near."""
        self._hints += 1
        if self._hints > MOST_HINTS:
            return ""
        text = str(wanted)
        if same := self._by_signs.get(_without_signs(text)):
            return _tuple_of_one(wanted, same) or f"did you mean `{same}`?"
        family, arguments = _parts(wanted)
        if family not in self._families:
            return self._of_other_family(text, family)
        alike = self._families[family]
        if arguments is None and text != family:
            return did_you_mean(text, (str(name) for name in self._known if name.family == family))
        return self._of_arguments(type(self._known[0]), family, arguments or (), alike)

    def _of_other_family(self, text: str, family: str) -> str:
        """The same arguments in a family of a similar name, or that family."""
        close = near(family, self._families)
        if not close:
            return ""
        same = self._by_signs.get(_without_signs(text.replace(family, close, 1)))
        return f"did you mean `{same or close}`?"

    def _of_arguments(
        self,
        kind: type[OptionName] | type[ItemName],
        family: str,
        arguments: Sequence[Value],
        alike: Sequence[tuple[Value, ...]],
    ) -> str:
        what = "argument" if kind is OptionName else "index"
        if all(len(each) != len(arguments) for each in alike):
            many = plural(len(alike[0]), what, "indices" if what == "index" else "")
            return f"`{family}` has {many}, as in `{kind(family, alike[0])}`"
        if _have_no_direction(alike) and (turned := tuple(arguments[::-1])) in alike:
            return f"did you mean `{kind(family, turned)}`?"
        if self._is_cut:
            return ""  # names that were not looked at may have these arguments
        for place, argument in enumerate(arguments):
            values = list(dict.fromkeys(each[place] for each in alike if len(each) > place))
            if argument not in values:
                texts = [value for value in values if isinstance(value, str)]
                near = did_you_mean(argument, texts) if isinstance(argument, str) else ""
                return near or f"{what} {place + 1} of `{family}` is {_some(values)}, not {brief(argument)}"
        return f"`{family}` has each of these, but no option has them together"


def _have_no_direction(pairs: Collection[tuple[Value, ...]]) -> bool:
    """Whether of each pair there is one order only, as of lines, whose ends may be exchanged in a name."""
    known = {each for each in pairs if len({*each}) > 1}
    return all(len(each) == 2 for each in pairs) and known.isdisjoint(each[::-1] for each in known)


def _without_signs(text: str) -> str:
    return re.sub(_SIGNS, "", text)


def _parts(wanted: OptionName | ItemName | str) -> tuple[str, tuple[Value, ...] | None]:
    """The family and the arguments of a name, None if they cannot be read."""
    if not isinstance(wanted, str):
        return wanted.family, wanted[1]
    found = re.fullmatch(_TEXT, wanted)
    if not found:
        return wanted, None
    try:
        return found[1], literal_eval(f"({found[2]},)")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return found[1], None


def _tuple_of_one(wanted: OptionName | ItemName | str, same: OptionName | ItemName) -> str:
    """That Python has taken the parentheses around a tuple, if that is the only difference."""
    if isinstance(wanted, str) or same[1] != (wanted[1],):
        return ""
    what, kind = ("argument", "OptionName") if isinstance(same, OptionName) else ("index", "ItemName")
    return (
        f"`{same.family}` has 1 {what}, a tuple: in Python, a tuple of one has a comma: "
        f'`{kind}("{same.family}", ({brief(same[1][0])},))`'
    )


def _some(values: Sequence[Value]) -> str:
    """Numbers by their range, others by the first of them."""
    if all(type(value) is int for value in values) and len(values) > 2:
        least, most = min(values), max(values)  # type: ignore[type-var]
        whole = most - least + 1 == len(values)  # type: ignore[operator]
        return f"{least}..{most}" if whole else f"from {least} to {most}"
    shown = [brief(value) for value in values[:3]]
    return f"{', '.join(shown)} .." if len(values) > 3 else " or ".join(shown)


FINEST = 10**9
"""The most parts of which one is kept exactly."""


class Scale(Frozen):
    """A matrix has whole numbers of parts, so many ``per_unit``; the program's own numbers are of a ``kind``:
    float, Decimal or Fraction.
    """

    per_unit: int = 1
    kind: type = int

    def own(self, number: int) -> Any:
        """The number of the program."""
        if self.per_unit == 1:
            return number
        if self.kind is float:
            return number / self.per_unit
        from decimal import Decimal  # few have fractions
        from fractions import Fraction

        found = Fraction(number, self.per_unit)
        if self.kind is Fraction:
            return found
        digits = next((d for d in range(10) if 10**d % self.per_unit == 0), None)
        if digits is None:
            return Decimal(number) / self.per_unit
        return Decimal(number * 10**digits // self.per_unit).scaleb(-digits)

    def joined(self, others: Iterable[Scale]) -> Scale:
        """The largest step that divides the own one and all others."""
        steps = [self, *others]
        kinds = {step.kind.__name__: step.kind for step in steps}
        kind = kinds.get("Fraction") or kinds.get("Decimal") or kinds.get("float") or int
        return Scale(lcm(*(step.per_unit for step in steps)), kind)

    def whole(self, number: Any, what: str) -> int:
        """That of the matrix. Raises SpecError for what is finer, and for what is no number."""
        from excover.language.python_values import exact, without_numpy  # few problems have fractions

        found = exact(without_numpy(number))
        if found is None:
            raise SpecError(messages.NotAWholeNumber(what, number, None))
        found *= self.per_unit
        if found.denominator != 1:
            raise SpecError(messages.TooFine(what, number, self.per_unit, as_compiled=True))
        return int(found)

    def of(self, values: Iterable[Any], what: str) -> Scale:
        """The largest step that divides the own one and all values. Raises SpecError if it is too small."""
        fractions = {value for value in values if type(value) is not int}
        if not fractions:
            return self
        finest = max(fractions, key=_denominator)
        step = self.joined(
            Scale(_denominator(value), float if isinstance(value, float) else type(value))
            for value in fractions
        )
        if step.per_unit > FINEST:
            raise SpecError(messages.TooFine(what, finest, FINEST))
        return step


def _denominator(value: Any) -> int:
    from excover.language.python_values import exact

    found = exact(value)
    return found.denominator if found is not None else 1


class Originals(Frozen):
    """``values`` by the texts that stand for them, the ``cost`` and the ``sums`` by their names."""

    values: Mapping[str, Any] = {}
    cost: Scale = Scale()
    sums: Mapping[str, Scale] = {}

    def option(self, name: OptionName) -> OptionName:
        """A name with the program's own arguments."""
        return type(name)(name.family, tuple([restored(each, self.values) for each in name.arguments]))

    def options(self, names: Sequence[OptionName]) -> Sequence[OptionName]:
        """Names with the program's own arguments."""
        return _Own(names, self) if self.values else names

    def total(self, name: str, number: int) -> Any:
        """The value of a sum of this name, or of the cost."""
        step = self.cost if name == "cost" else self.sums.get(name)
        return number if step is None else step.own(number)

    def totals(self, sums: Iterable[tuple[str, int]]) -> dict[str, Any]:
        """The values of sums."""
        return {name: self.total(name, number) for name, number in sums}


class _Own(OnDemand[OptionName]):
    def __init__(self, names: Sequence[OptionName], originals: Originals) -> None:
        self._names, self._originals = names, originals

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[OptionName]:
        return map(self._originals.option, self._names)

    def _made(self, number: int) -> OptionName:
        return self._originals.option(self._names[number])


AS_THEY_ARE = Originals()
"""Nothing is different in the matrix."""
