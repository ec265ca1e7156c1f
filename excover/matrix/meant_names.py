"""What may be meant by the name of an option or an item that does not exist.

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
"""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import islice

from excover.base.names import HIDDEN, ItemName, OptionName, Value, brief
from excover.base.words import did_you_mean, near, plural

MOST = 100_000
"""The most names that are looked at."""
MOST_HINTS = 20
"""Of very many wrong names, only the first get a hint: looking for similar texts is slow."""
_SIGNS = re.compile(r"[\s\"'()\[\]]+")
_TEXT = re.compile(r"\s*(\w*)\s*[(\[](.*)[)\]]\s*", re.DOTALL)


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
        if self._is_cut:
            return ""  # names that were not looked at may have these arguments
        for place, argument in enumerate(arguments):
            values = list(dict.fromkeys(each[place] for each in alike if len(each) > place))
            if argument not in values:
                texts = [value for value in values if isinstance(value, str)]
                near = did_you_mean(argument, texts) if isinstance(argument, str) else ""
                return near or f"{what} {place + 1} of `{family}` is {_some(values)}, not {brief(argument)}"
        return f"`{family}` has each of these, but not together: a condition excludes that"


def _without_signs(text: str) -> str:
    return _SIGNS.sub("", text)


def _parts(wanted: OptionName | ItemName | str) -> tuple[str, tuple[Value, ...] | None]:
    """The family and the arguments of a name, None if they cannot be read."""
    if not isinstance(wanted, str):
        return wanted.family, wanted[1]
    found = _TEXT.fullmatch(wanted)
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
