"""The common parts of statements: node, grammar actions, layout as text, and YAML form.

A module of this folder contains a statement, or a few of a kind: the class of its node, or several classes if
one keyword begins them, and a `StatementForm`. Everything else about statements is derived from these.

Sections of the YAML form: how each is split into statements, joined from them, and described by a schema.

>>> from excover.language.syntax.yaml_forms import Raw
>>> goal = One("goal", "What is asked for.", lambda reader, node: None, {"enum": ["minimize", "maximize"]})
>>> goal.schema
{'description': 'What is asked for.', 'enum': ['minimize', 'maximize']}
>>> goal.joined([goal.entry("minimize")])
['minimize']
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar, cast

from excover.base.frozen import Frozen
from excover.base.source import Span
from excover.language.syntax.actions import Action
from excover.language.syntax.nodes import Drawing, Name, Node
from excover.language.syntax.yaml_forms import (
    NAME,
    Data,
    Inline,
    Key,
    KeyedForm,
    Phrase,
    Reader,
    Scalar,
    Schema,
    YamlNode,
    any_of,
    mapping,
    members,
    one_or_more,
    read_closest,
    ref,
)

AnySection = TypeVar("AnySection", bound="Section")


class Clause(Frozen):
    """Words, followed by a list that may be broken after its commas."""

    words: str
    members: Sequence[str] = ()

    def __str__(self) -> str:
        return " ".join(filter(None, [self.words, ", ".join(self.members)]))


class NameKind(Enum):
    """What a name stands for."""

    PARAM = "param"
    VALUE = "value"
    FUNCTION = "function"
    ENUM = "enum"
    SYMBOL = "symbol"
    TABLE = "table"
    ITEM = "item"
    OPTION = "option"
    BOARD = "board"
    LATTICE = "lattice"
    SHAPES = "shapes"
    LOCAL = "local"


class BaseStatement(Node):
    """``import`` takes every statement that ``is_definition`` from another description; ``declares`` is what
    its names stand for.
    """

    is_definition: ClassVar[bool] = False
    declares: ClassVar[NameKind | None] = None
    section: ClassVar[Section]
    keyed: ClassVar[tuple[KeyedForm, ...]] = ()
    """The maps of the YAML form, where it is one."""

    @abstractmethod
    def clauses(self) -> Iterator[Clause | Drawing]:
        """The text form, in parts that are on separate lines if one line is too short.

        An empty clause is left out.
        """

    def to_yaml(self) -> Entry:
        """The YAML form, from which the section reads the same statement."""
        form = next(each for each in self.keyed if each.fits(self))
        return self.section.entry(form.written(self), self.yaml_key)

    @property
    def yaml_key(self) -> str:
        """What it stands under in a section that is a map."""
        return ""

    def declared(self) -> tuple[Name, ...]:
        """The names that it declares, except options."""
        return ()

    def placed(self) -> tuple[Name, ...]:
        """The names of the shapes or boards whose name its options have."""
        return ()


class PhraseStatement(BaseStatement):
    """One whose YAML form is its text form without the keyword."""

    keyword: ClassVar[str]

    def to_yaml(self) -> Entry:
        words = " ".join(filter(None, map(str, self.clauses())))
        return self.section.entry(words.replace(f"{self.keyword} ", "", 1))

    @classmethod
    def section_of(cls, phrase: Phrase, description: str) -> Many:
        """Its section; the phrase has its fields."""

        def read(reader: Reader, node: YamlNode) -> PhraseStatement:
            return cls(node.span, *phrase.read(reader, node))

        cls.section = Many(cls.keyword, description, read, phrase.schema)
        return cls.section


class NamedStatement(BaseStatement):
    """One that gives its name a meaning."""

    is_definition = True

    name: Name

    def declared(self) -> tuple[Name, ...]:
        return (self.name,)

    @property
    def yaml_key(self) -> str:
        return self.name.id


NAMED: Key[Name] = Key("", NAME, fields="name")
"""A name as the key of a section."""


def maps(name: str, description: str, *forms: KeyedForm) -> Many:
    """The section of statements that are maps of these forms."""

    def read(reader: Reader, node: YamlNode) -> BaseStatement:
        return cast(BaseStatement, read_closest(forms, reader, node, node.span))

    return _of_kinds(Many(name, description, read, any_of(forms)), forms)


def named_maps(
    name: str, description: str, *forms: KeyedForm, head: Key[Any] = NAMED, brief: bool = False
) -> Named:
    """The section of statements that are maps of these forms, each under its name or another ``head``."""

    def read(reader: Reader, pair: Pair) -> BaseStatement:
        made = read_closest(forms, reader, pair.value, pair.span, head.read(reader, pair.key))
        return cast(BaseStatement, made)

    return _of_kinds(Named(name, description, read, head.schema, any_of(forms), brief=brief), forms)


def _of_kinds(section: AnySection, forms: Sequence[KeyedForm]) -> AnySection:
    """The section, which the kinds of statements with these forms have from now on."""
    for form in forms:
        form.kind.section = section
        form.kind.keyed = (*form.kind.keyed, form)
    return section


NameWanted: TypeAlias = Literal[
    "value", "shapes", "board", "lattice", "item", "option", "drawn", "param", "library", "meaning", "nothing"
]
"""What a name stands for where it is written; ``drawn`` is an option or an item, ``nothing`` a new name."""


class StatementForm(Frozen):
    """The ``actions`` of its rules in the grammar, and its ``section`` of the YAML form.

    Of what editors show, ``words`` has its keywords and what they mean in one line, ``names`` what a name
    behind the first of them stands for. ``takes_values``: the arguments of options that
    it names are values, not new names.
    """

    section: Section
    actions: Mapping[str, Action]
    words: Mapping[str, str]
    names: NameWanted = "value"
    takes_values: bool = False


# The sections of the YAML form.


class Pair(Frozen):
    """A key of a section, and its value if it has one."""

    key: Scalar
    value: YamlNode | None

    @property
    def span(self) -> Span:
        return self.key.span.to(self.value.span) if self.value else self.key.span

    @property
    def content(self) -> YamlNode:
        assert self.value is not None
        return self.value


def pairs(node: YamlNode) -> list[Pair]:
    """The entries of a map, or of a list of maps, in which keys may be repeated."""
    return [Pair(key, value) for member in members(node) for key, value in mapping(member).entries]


class Entry(Frozen):
    """One statement of a section: a value, under a key if the section is a map."""

    section: Section
    value: Data
    key: str = ""


class Section:
    """``read`` makes a statement of each part into which a section is ``split``.

    ``schema`` describes the whole section; it refers to ``definition`` by the name of the section.
    """

    definition: Schema | None = None

    def __init__(
        self, name: str, description: str, read: Callable[[Reader, Any], Node], schema: Schema
    ) -> None:
        self.name = name
        self.read = read
        self.schema: Schema = {"description": description, **schema}

    @abstractmethod
    def split(self, node: YamlNode) -> Sequence[Any]:
        """The parts of a section, one for each statement. Raises SpecError."""

    @abstractmethod
    def joined(self, entries: Sequence[Entry]) -> list[Data]:
        """The sections with these entries, in order: one if possible."""

    def entry(self, value: Data, key: str = "") -> Entry:
        return Entry(self, value, key)


class One(Section):
    """A section that is one statement."""

    def split(self, node: YamlNode) -> list[YamlNode]:
        return [node]

    def joined(self, entries: Sequence[Entry]) -> list[Data]:
        return [entry.value for entry in entries]


class Many(Section):
    """A list of statements, or one."""

    def __init__(
        self, name: str, description: str, read: Callable[[Reader, Any], Node], member: Schema
    ) -> None:
        super().__init__(name, description, read, one_or_more(ref(name)))
        self.definition = member

    def split(self, node: YamlNode) -> Sequence[Any]:
        return members(node)

    def joined(self, entries: Sequence[Entry]) -> list[Data]:
        return [[entry.value for entry in entries]]


class Named(Section):
    """A map with one statement per key, or a list of such maps. A ``brief`` one may be on one line."""

    def __init__(
        self,
        name: str,
        description: str,
        read: Callable[[Reader, Pair], Node],
        keys: Schema,
        values: Schema,
        *,
        brief: bool = False,
    ) -> None:
        super().__init__(name, description, read, one_or_more(ref(name)))
        self.definition = {"type": "object", "additionalProperties": values, "propertyNames": keys}
        self.brief = brief

    def split(self, node: YamlNode) -> list[Pair]:
        return pairs(node)

    def joined(self, entries: Sequence[Entry]) -> list[Data]:
        """A map, or a list of maps if a key is repeated."""
        values = {entry.key: entry.value for entry in entries}
        if len(values) < len(entries):
            return [[Inline({entry.key: entry.value}) for entry in entries]]
        return [Inline(values) if len(values) == 1 and self.brief else values]
