"""The values of the language, and the names of items and options throughout the pipeline.

>>> str(OptionName("queen", (1, 5))), str(ItemName("row", (1,))), str(ItemName("piece", ("F",)))
('queen(1, 5)', 'row[1]', 'piece["F"]')
>>> show(OrderedSet([3, 1, 3])), show(range(1, 4)), show(((1, 2), "a"))
('{3, 1}', '1..3', '((1, 2), "a")')
>>> show((1, 2)), show((1, True)), show((1,)), str(OptionName("x"))
('(1, 2)', '(1, true)', '(1)', 'x()')
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import chain, takewhile
from typing import Any, NamedTuple, TypeAlias, TypeGuard, cast

from excover.base.frozen import Frozen
from excover.base.stand_ins import text_of
from excover.base.words import clipped, visible

NAME = r"[^\W\d]\w*"
"""What names look like, for regular expressions in texts that are wrong; `name_at` is exact."""
_NAME = re.compile(r"[^\W\d]\w*+(?:[^\x00-\u02ff\s]\w*+)*+")


def name_at(text: str, start: int) -> int:
    """Where a name ends that begins at ``start``; there, if none does.

    >>> name_at("größe[1]", 0), name_at("a≤b", 0), name_at("²", 0), name_at("दिन + 1", 0)
    (5, 1, 0, 3)
    """
    found = _NAME.match(text, start)
    if found is None or found[0].isascii() or found[0].isidentifier():
        return found.end() if found else start
    able = sum(1 for _ in takewhile(lambda letter: f"_{letter}".isidentifier(), found[0]))
    return start + (able if found[0][:able].isidentifier() else 0)


def is_name(text: str) -> bool:
    """Whether it is spelled like a name: letters of any script, digits and underscores, no digit first."""
    return bool(text) and name_at(text, 0) == len(text)


_AS_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,18}", re.ASCII)


def is_number(text: str) -> bool:
    """Whether it is spelled like a number of 64 bits, as the language writes it: no plus, no zeros first."""
    return bool(_AS_NUMBER.fullmatch(text)) and -(2**63) <= int(text) < 2**63


def normal(name: str) -> str:
    """The same letters in the same bytes: `ö` is one character or two in different keyboards and files."""
    return name if name.isascii() else unicodedata.normalize("NFC", name)


Value: TypeAlias = object
"""An integer, a string, a truth value, a symbol, a record, a tuple of values, or a set: a ``range`` or an
``OrderedSet``."""


class OrderedSet(AbstractSet[Value]):
    """Distinct values in the order in which they were first named, so that nothing ever depends on hashing.

    Two sets are equal if they have the same members, in any order; ``members`` are those in theirs.
    """

    __slots__ = ("_hashed", "members")

    def __init__(self, values: Iterable[Value] = ()) -> None:
        self.members = tuple(dict.fromkeys(values))
        self._hashed: frozenset[Value] | None = None

    @classmethod
    def of_distinct(cls, values: tuple[Value, ...]) -> OrderedSet:
        """The same for values that are known to be distinct, in a quarter of the memory: there are many
        placements.
        """
        made = cls.__new__(cls)
        made.members, made._hashed = values, None
        return made

    @property
    def hashed(self) -> frozenset[Value]:
        """The members without their order, made on first use: cells of most placements are never needed."""
        if self._hashed is None:
            self._hashed = frozenset(self.members)
        return self._hashed

    def __contains__(self, value: object) -> bool:
        return value in (self._hashed or self.hashed)

    def __iter__(self) -> Iterator[Value]:
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.members)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, OrderedSet):
            return self.members == other.members or self.hashed == other.hashed
        return super().__eq__(other)

    def __hash__(self) -> int:
        return hash(self.hashed)

    def __reduce__(self) -> tuple[object, ...]:
        return OrderedSet.of_distinct, (self.members,)

    def __repr__(self) -> str:
        return f"OrderedSet({list(self)!r})"


class Symbol(Frozen):
    """A symbol of an `enum` statement, equal only to itself; ``enum`` is the name of its set."""

    name: str
    enum: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Symbol) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"Symbol(name={self.name!r})"


class Record(Frozen):
    """A row of a table, identified by the table and its key: its first field, or otherwise its number."""

    table: str
    key: Value
    fields: Mapping[str, Value]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.table == other.table and self.key == other.key

    def __hash__(self) -> int:
        return hash((self.table, self.key))


def _nests(value: object) -> TypeGuard[Collection[object]]:
    """Whether it is a tuple or a set; `isinstance` asks an abstract class of whatever is neither."""
    kind = type(value)
    return kind is tuple or kind is OrderedSet or isinstance(value, tuple)


def measured(value: Value, most: int) -> tuple[int, int]:
    """The number of parts of a tuple or set, counted up to ``most``, and its depth of nesting."""
    level: list[Collection[Value]] = [value] if _nests(value) else []
    count = depth = 0
    while level and count <= most:
        depth, count = depth + 1, count + sum(map(len, level))
        level = [part for each in level for part in each if _nests(part)]
    return count, depth


def measured_all(values: Sequence[Collection[Value]], most: int) -> tuple[int, int]:
    """The sum of the numbers of parts of tuples and sets, and the greatest depth of nesting; of parts that
    many of them share, each is measured once, and none any more as soon as there are more than ``most``.

    >>> cell = (1, 2)
    >>> measured_all([(cell, 3), (cell, (cell, 4))], 100)
    (12, 3)
    """
    parts = list(chain.from_iterable(values))
    inner = _nesting(parts)
    least = len(parts) + sum(map(len, inner))
    if least > most:
        return least, 2
    found = list(map(id, inner))
    different = dict(zip(found, inner, strict=True))
    if not _nesting(list(chain.from_iterable(different.values()))):  # nearly all: cells, and tuples of them
        return least, 1 + bool(inner)
    sizes: dict[int, tuple[int, int]] = {}
    total = 0
    for key, part in different.items():
        if total <= most:
            sizes[key] = measured(part, most)
            total += sizes[key][0]
    size = sum(sizes[key][0] for key in found if key in sizes)
    return len(parts) + size, 1 + max((depth for _, depth in sizes.values()), default=0)


def _nesting(parts: list[Value]) -> list[Collection[Value]]:
    """Those that are tuples and sets."""
    kinds = set(map(type, parts))
    nesting = {kind for kind in kinds if issubclass(kind, tuple | OrderedSet)}
    found = parts if nesting == kinds else [part for part in parts if type(part) in nesting]
    return cast("list[Collection[Value]]", found)


def brief(value: Value) -> str:
    """The same as ``show``, shortened if the value is long; a set is cut between members.

    >>> brief(OrderedSet(["sweep the floor", "wash the dishes", "cook"]))
    '{"sweep the floor", ...}'
    """
    shown = show(value)
    if shown == clipped(shown) or not isinstance(value, OrderedSet):
        return clipped(shown)
    listed = "{"
    for member in value:
        longer = f"{listed}{show(member)}, "
        if f"{longer}...}}" != clipped(f"{longer}...}}"):
            break
        listed = longer
    return clipped(shown) if listed == "{" else f"{listed}...}}"


def show(value: Value) -> str:
    """A value in the notation of the language."""
    if type(value) is int:  # nearly all of them
        return str(value)
    match value:
        case tuple():
            return _show_tuple(value)
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{_escaped(text_of(value) or value)}"'
        case Symbol():
            return value.name
        case Record():
            return f"{value.table}[{show(value.key)}]"
        case range():
            return f"{value.start}..{value.stop - 1}"
        case OrderedSet():
            return "{" + ", ".join(map(show, value)) + "}"
        case _:
            text = text_of(value)
            return str(value) if text is None else show(text)


_ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r"})


def _escaped(text: str) -> str:
    r"""Different texts are shown differently in every list of them.

    >>> print(show(("a", 'b", "c')), show(("a", "b", "c")), show(r"C:\n"), show(chr(10)))
    ("a", "b\", \"c") ("a", "b", "c") "C:\\n" "\n"
    """
    if text.isprintable() and '"' not in text and "\\" not in text:
        return text
    return visible(text.translate(_ESCAPES))


def _show_tuple(values: tuple[Value, ...]) -> str:
    if len(values) > 1 and _NUMBER.issuperset(map(type, values)):
        return repr(values)  # the same text, sooner
    return "(" + ", ".join(map(show, values)) + ")"


_NUMBER = frozenset({int})


def kind(value: Value) -> str:
    """The kind of a value, with its article."""
    match value:
        case bool():
            return "a condition"
        case int():
            return "a number"
        case str():
            return "a text"
        case range() | OrderedSet():
            return "a set"
        case Symbol():
            return "a symbol"
        case Record():
            return "a record"
        case _:
            return "a tuple"


GIVEN = "given"
"""The family of the items that givens add. It is a reserved word, so no description has it."""

HIDDEN = "optional"
"""The family of items and options that compilation adds. It is a reserved word, so no description has it."""


class ItemName(NamedTuple):
    """A member of an item family; ``indices`` is empty for an item declared without brackets. They are of
    any type for type checkers: who knows the description knows their kinds.
    """

    family: str
    indices: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return f"{self.family}[{', '.join(map(show, self.indices))}]" if self.indices else self.family

    @property
    def in_words(self) -> str:
        """The name of the item in messages."""
        is_choice = self.family == HIDDEN and len(self.indices) == 1 and isinstance(self.indices[0], str)
        return f"{self.indices[0]} or not" if is_choice else str(self)


class UnitItem(ItemName):
    """An item that `fill` adds: a value in a row, column, block, label or group of a board.

    >>> UnitItem("grid_row", (2, 5)).in_words
    '5 in row 2 of grid'
    """

    __slots__ = ()

    @property
    def in_words(self) -> str:
        board, _, unit = self.family.rpartition("_")
        unit_index, value = self.indices
        which = unit_index if isinstance(unit_index, int | str) else brief(unit_index)
        return f"{show(value)} in {unit} {which} of {board}"


class RuleItem(ItemName):
    """An item that a rule adds; in words it is the rule, with the values of its loop.

    >>> RuleItem.of("rule_1", 2, "require a(i) < b(i)", lambda: "i = 3").in_words
    'require a(i) < b(i) with i = 3'
    """

    words: str
    binding: Callable[[], str]

    @classmethod
    def of(cls, family: str, number: int, words: str, binding: Callable[[], str] = str) -> RuleItem:
        """``binding`` is asked only when somebody wants to know."""
        item = tuple.__new__(cls, (family, (number,)))  # as `cls(..)`, without a call of Python
        item.words, item.binding = words, binding
        return item

    @property
    def in_words(self) -> str:
        binding = self.binding()
        return f"{self.words} with {binding}" if binding else self.words

    def __reduce__(self) -> tuple[Any, ...]:
        return RuleItem.of, (*self[:1], *self.indices, self.words, partial(str, self.binding()))


class OptionName(NamedTuple):
    """A member of an option family; it identifies the option. Arguments are typed as indices of items are."""

    family: str
    arguments: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return self.family + _show_tuple(self.arguments)


class OptionTimes(OptionName):
    """An option that may be chosen several times; its last argument is how often.

    >>> str(OptionTimes("cut", ("oak", 1))), str(OptionTimes("cut", ("oak", 3)))
    ('cut("oak")', 'cut("oak") 3 times')
    """

    __slots__ = ()

    def __str__(self) -> str:
        times = self.arguments[-1]
        once = str(OptionName(self.family, self.arguments[:-1]))
        return once if times == 1 else f"{once} {times} times"


def written(name: ItemName | OptionName) -> tuple[str, ...]:
    """The texts that stand for a name: of an option chosen several times, also that of statements.

    >>> written(OptionTimes("cut", ("oak", 3))), written(OptionName("cut", ("oak",)))
    (('cut("oak") 3 times', 'cut("oak", 3)'), ('cut("oak")',))
    """
    if isinstance(name, OptionTimes):
        return str(name), str(OptionName(name.family, name.arguments))
    return (str(name),)


class OptionLine(OptionName):
    """An option identified by its line in a file: its last argument, and the text that shows it."""

    __slots__ = ()

    def __str__(self) -> str:
        return str(self.arguments[-1])


# As people name them.


def plain(name: ItemName) -> str:
    """An item that is no cell: `the piece I`, `row 3`, or as the description names it.

    >>> plain(ItemName("piece", ("I",))), plain(ItemName("row", (3,))), plain(ItemName("fed", ((1, 2),)))
    ('the piece I', 'row 3', '`fed` at (1, 2)')
    """
    index = name.indices[0] if len(name.indices) == 1 and name.family != HIDDEN else None
    if isinstance(index, str):
        return f"the {name.family} {index}"
    if isinstance(index, tuple):
        return f"`{name.family}` at {show(index)}"
    return f"{name.family} {index}" if isinstance(index, int) else f"`{name.in_words}`"


def plain_name(name: OptionName, items: Iterable[ItemName]) -> str:
    """An option that is not drawn and has these items: which value is chosen, or as the description names it.

    >>> size, queen = OptionName("size", ("a", 3)), OptionName("queen", (1, 2))
    >>> plain_name(size, [ItemName("size", ("a",))]), plain_name(queen, [ItemName("row", (1,))])
    ('the size a = 3', '`queen(1, 2)`')
    """
    own = ItemName(name.family, name.arguments[:-1])
    return (
        f"{plain(own)} = {show(name.arguments[-1])}" if name.arguments[1:] and own in items else f"`{name}`"
    )


def bare(value: object) -> str:
    """A word without quotation marks."""
    return value if isinstance(value, str) else brief(value)
