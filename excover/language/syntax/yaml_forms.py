"""Values of the YAML form: the nodes that are read, the data written, and a `Form` that does both and has the
schema.

A `KeyedForm` is a map with known keys, a `Key` each, which have the fields of a statement.

>>> class Page(Frozen):
...     width: str
...     is_wide: bool = False
>>> width, wide = Key("width", Phrase("size")), Key("wide", FLAG, "Wider.", fields="is_wide")
>>> page = KeyedForm(Page, "a page", "A page.", width, wide)
>>> page.schema["properties"]["wide"]
{'type': 'boolean', 'description': 'Wider.'}
>>> page.written(Page("5")), page.written(Page("5", True))
({'width': '5'}, {'width': '5', 'wide': 'true'})
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from excover.base.diagnostics import SpecError
from excover.base.frozen import Frozen
from excover.base.source import Source, Span
from excover.language import messages
from excover.language.syntax import phrases
from excover.language.syntax.actions import Passage
from excover.language.syntax.nodes import Drawing, Expr, Loop, Meaning, Name, Text

# YAML as nodes with their places; every scalar is the written text and has no other type.


class Scalar(Frozen):
    """``style`` is empty for a plain scalar, or the quote, ``|`` or ``>`` with which it begins."""

    span: Span
    passage: Passage
    style: str

    @property
    def text(self) -> str:
        return self.passage.text


class YamlSequence(Frozen):
    span: Span
    members: tuple[YamlNode, ...]


class YamlMapping(Frozen):
    span: Span
    entries: tuple[tuple[Scalar, YamlNode], ...]


YamlNode: TypeAlias = Scalar | YamlSequence | YamlMapping


Schema: TypeAlias = dict[str, Any]

T = TypeVar("T")


def ref(definition: str) -> Schema:
    """A schema that is defined once, in `excover.language.syntax.yaml`."""
    return {"$ref": f"#/$defs/{definition}"}


def one_or_more(member: Schema) -> Schema:
    """The schema of a member, or of a list of members."""
    return {"anyOf": [member, {"type": "array", "items": member}]}


# Nodes


def members(node: YamlNode) -> list[YamlNode]:
    """The members of a list; anything else is a list of itself."""
    return list(node.members) if isinstance(node, YamlSequence) else [node]


def mapping(node: YamlNode, keys: tuple[str, ...] = ()) -> YamlMapping:
    """``keys`` are the possible keys."""
    if isinstance(node, Scalar):
        not_empty(node)
    if not isinstance(node, YamlMapping):
        raise SpecError(messages.WrongYamlNode(first_line(node), _kind(node), "a map, `key: value`,", keys))
    return node


def scalar(node: YamlNode, what: str = "a text") -> Scalar:
    if not isinstance(node, Scalar):
        raise SpecError(messages.WrongYamlNode(first_line(node), _kind(node), what))
    return node


def not_empty(scalar: Scalar) -> Scalar:
    if not scalar.text and not scalar.style:
        raise SpecError(messages.EmptyYamlText(scalar.span))
    return scalar


def _kind(node: YamlNode) -> str:
    return (
        "a list" if isinstance(node, YamlSequence) else "a map" if isinstance(node, YamlMapping) else "a text"
    )


def first_line(node: YamlNode) -> Span:
    """Its first line."""
    return Span(node.span.source, node.span.start, node.span.start + len(node.span.text.split("\n")[0]))


# The data from which the YAML form is written.


class Raw(str):
    """A text of the user, not of the language: quoted if YAML would read it as a number."""

    __slots__ = ()


TRUE = Raw("true")
"""A scalar of YAML itself."""


class Drawn(list[str]):
    """The lines of a drawing."""


class Inline(dict[str, "Data"]):
    """A map that may be on one line; so may a tuple."""


Data: TypeAlias = "str | Mapping[str, Data] | Sequence[Data]"


def inline(texts: Iterable[str]) -> Data:
    """A list that may be on one line."""
    return tuple(texts)


def drawn(drawing: Drawing) -> Drawn:
    """Bars are written only if the reader would take the drawing's own bars for them."""
    lines = [line.text for line in drawing.lines]
    bar = "|" if all(line.startswith("|") for line in lines) else ""
    return Drawn(f"{bar}{line}" for line in lines)


def legend(meanings: Sequence[Meaning]) -> Data:
    """A map, or a list of maps if a character is repeated."""
    entries: list[tuple[str, Data]] = [(Raw(m.character.value), m.meaning.id) for m in meanings]
    distinct = len({key for key, _ in entries}) == len(entries)
    return Inline(entries) if distinct else tuple(Inline([entry]) for entry in entries)


# Values


class Reader:
    """Reads texts by rules of the grammar; ``parse`` applies a rule to a passage."""

    def __init__(self, parse: Callable[[Passage, str], Any]) -> None:
        self._parse = parse

    def part(self, node: YamlNode, rule: str) -> Any:
        """The result of a rule of the grammar for a text."""
        text = not_empty(scalar(node))
        if not text.text.strip():
            raise SpecError(messages.EmptyYamlText(text.span))
        return self._parse(text.passage, rule)


class Form(Generic[T]):
    """``schema`` accepts every text that ``read`` accepts, and ``write`` writes what is read again.

    ``absent`` is the value of a key that is not there.
    """

    def __init__(
        self,
        read: Callable[[Reader, YamlNode], T],
        schema: Schema,
        write: Callable[[T], Data],
        absent: T | None = None,
    ) -> None:
        self.read = read
        self.schema = schema
        self.write = write
        self.absent = absent


class Phrase(Form[Any]):
    """A text that a rule of the grammar reads. ``rules`` has the rules of all existing phrases."""

    rules: ClassVar[set[str]] = set()

    def __init__(
        self,
        rule: str,
        schema: Schema | None = None,
        write: Callable[[Any], str] = str,
        absent: object = None,
    ) -> None:
        super().__init__(lambda reader, node: reader.part(node, rule), schema or ref("phrase"), write, absent)
        self.rules.add(rule)


class Verbatim(Form[Text]):
    """A literal text, without quotes of the language."""

    def __init__(self, what: str) -> None:
        super().__init__(lambda _, node: _line(node, what), ref("text"), lambda text: Raw(text.value))


class Word(Form[str]):
    """One of a few words."""

    def __init__(self, words: tuple[str, ...]) -> None:
        super().__init__(lambda _, node: _word(node, words), {"enum": list(words)}, str)


def _line(node: YamlNode, what: str) -> Text:
    text = not_empty(scalar(node, what))
    if re.search(r'["\n]', text.text):
        raise SpecError(messages.TextNotOneLine(first_line(text), what))
    return Text(text.span, text.text)


def _word(node: YamlNode, words: tuple[str, ...]) -> str:
    word = scalar(node)
    if word.text not in words:
        raise SpecError(messages.UnknownYamlWord(word.span, word.text, words))
    return word.text


def _flag(_reader: Reader, node: YamlNode) -> bool:
    flag = scalar(node)
    if flag.text not in {"true", "false"}:
        raise SpecError(messages.NotAFlag(flag.span, flag.text))
    return flag.text == "true"


def _drawing(_reader: Reader, node: YamlNode) -> Drawing:
    """A drawing has no bars here; if each line begins with one, they are those of the text form."""
    art = not_empty(scalar(node, "a drawing"))
    if art.style != "|" and (art.style == ">" or "\n" in art.span.text):
        raise SpecError(messages.DrawingInOneLine(first_line(art)))
    if not art.text:
        raise SpecError(messages.EmptyYamlText(art.span))
    lines = art.text.removesuffix("\n").split("\n")
    bar = int(all(line.startswith("|") for line in lines))
    found, start = [], 0
    for line in lines:
        found.append(_drawn_line(art, start + bar, start + len(line)))
        start += len(line) + 1
    return Drawing(art.span, tuple(found))


def _drawn_line(art: Scalar, start: int, end: int) -> Span:
    """A line of a drawing; one that is written with escapes becomes a separate source."""
    span, text = art.passage.span(start, end), art.text[start:end]
    return span if span.text == text else Span(Source(span.source.name, text), 0, len(text))


def _legend(reader: Reader, node: YamlNode) -> tuple[Meaning, ...]:
    return tuple(
        Meaning(key.span.to(value.span), _line(key, "a character"), NAME.read(reader, value))
        for member in members(node)
        for key, value in mapping(member).entries
    )


def several(write: Callable[[Any], str]) -> Callable[[Iterable[Any]], str]:
    """Writes parts of a kind, separated by commas."""
    return lambda parts: ", ".join(map(write, parts))


def _with_loop(looped: tuple[Expr, Loop | None]) -> str:
    value, loop = looped
    return phrases.expression(value) + phrases.optional_loop(loop)


EXPRESSION: Form[Expr] = Phrase("expression", ref("expression"), phrases.expression)
LOOPED: Form[tuple[Expr, Loop | None]] = Phrase("seen_in", ref("expression"), _with_loop)
NAME: Form[Name] = Phrase("name", ref("name"), lambda name: name.id)
PATH = Verbatim("a path")
FLAG = Form(_flag, {"type": "boolean"}, lambda _: TRUE, absent=False)
DRAWING = Form(_drawing, ref("art"), drawn)
LEGEND: Form[Sequence[Meaning]] = Form(_legend, ref("legend"), legend, absent=())
LATTICE: Form[Name] = Phrase("name", ref("lattice"), lambda name: name.id)

_ONE_LINE = '^[^"\\n]*$'


def line_schema(description: str) -> Schema:
    return {"description": description, "type": "string", "pattern": _ONE_LINE}


# Maps with known keys


class Key(Generic[T]):
    """A key of a map, with the form of its value. It has the field of its name, or others, ``fields``."""

    def __init__(
        self,
        name: str,
        form: Form[T],
        description: str = "",
        *,
        needed: bool = False,
        fields: str = "",
    ) -> None:
        self.name = name
        self.form = form
        self.needed = needed
        self.fields = (fields or name).split()
        self.schema = form.schema | ({"description": description} if description else {})

    def read(self, reader: Reader, node: YamlNode | None) -> Iterator[tuple[str, object]]:
        """The fields, each with its value."""
        value: Any = self.form.absent if node is None else self.form.read(reader, node)
        yield from zip(self.fields, (value,) if len(self.fields) == 1 else value, strict=True)

    def written(self, node: object) -> Iterator[tuple[str, Data]]:
        """What is written, unless the value is that of a key that is not there."""
        values = tuple(getattr(node, field) for field in self.fields)
        value: Any = values[0] if len(values) == 1 else values
        if self.needed or value != self.form.absent:
            yield self.name, self.form.write(value)


class KeyedForm:
    """A map with known keys, which is a node of a ``kind``; messages call it ``owner``.

    ``fixed`` are fields that have the same values in all of these maps; with the ``layout`` of any `dict`,
    none is written on one line. A kind whose keys are not its fields
    has a function `of_keys` that makes one.
    """

    def __init__(
        self,
        kind: type[Any],
        owner: str,
        description: str,
        *keys: Key[Any],
        layout: type[dict[str, Data]] = Inline,
        **fixed: object,
    ) -> None:
        self.kind = kind
        self.layout = layout
        self.make: Callable[..., Any] = getattr(kind, "of_keys", kind)
        self.owner = owner
        self.keys = keys
        self.fixed = fixed
        self.known = tuple(key.name for key in keys)
        self.needed = tuple(key.name for key in keys if key.needed)
        required = {"required": list(self.needed)} if self.needed else {}
        self.schema: Schema = {
            "description": description,
            "type": "object",
            "properties": {key.name: key.schema for key in keys},
            **required,
            "additionalProperties": False,
        }

    def misfit(self, keys: Collection[str]) -> tuple[int, int]:
        """How many of the keys of a map are unknown, and how many are missing."""
        return len(set(keys).difference(self.known)), len(set(self.needed).difference(keys))

    def read(
        self, reader: Reader, node: YamlNode | None, span: Span, head: Iterable[tuple[str, object]] = ()
    ) -> Any:
        """The node, which has the fields of its ``head`` besides. Raises SpecError, above all if keys are
        missing or unknown.
        """
        assert node is not None
        entries = mapping(node, self.known).entries
        values = {key.text: value for key, value in entries}
        unknown = [
            messages.UnknownYamlKey(key.span, key.text, self.known, self.owner)
            for key, _ in entries
            if key.text not in self.known
        ]
        missing = [
            messages.MissingYamlKey(first_line(node), key, self.owner)
            for key in self.needed
            if key not in values
        ]
        if unknown or missing:
            raise SpecError(unknown or missing)
        fields = dict(head)
        for key in self.keys:
            fields.update(key.read(reader, values.get(key.name)))
        return self.make(span=span, **fields, **self.fixed)

    def fits(self, node: object) -> bool:
        return all(getattr(node, field) == value for field, value in self.fixed.items())

    def written(self, node: object) -> Data:
        """The map of a node that it fits."""
        return self.layout(entry for key in self.keys for entry in key.written(node))


class ValueForm(KeyedForm):
    """The value of a single ``key``, which needs no map; of several forms, that of what is a text."""

    def __init__(self, kind: type[Any], key: Key[Any], **fixed: Any) -> None:
        super().__init__(kind, "", "", key, **fixed)
        self.schema = key.schema

    def read(
        self, reader: Reader, node: YamlNode | None, span: Span, head: Iterable[tuple[str, object]] = ()
    ) -> Any:
        fields = [*head, *self.keys[0].read(reader, node)]
        return self.make(span=span, **dict(fields), **self.fixed)

    def written(self, node: object) -> Data:
        return next(data for _, data in self.keys[0].written(node))


def read_closest(
    forms: Sequence[KeyedForm],
    reader: Reader,
    node: YamlNode | None,
    span: Span,
    head: Iterable[tuple[str, object]] = (),
) -> Any:
    """By that of several forms whose keys are those of a map. Raises SpecError with regard to the nearest."""
    keys = [key.text for key, _ in node.entries] if isinstance(node, YamlMapping) else []
    forms = [each for each in forms if isinstance(each, ValueForm) == isinstance(node, Scalar)] or forms
    form = min(forms, key=lambda form: form.misfit(keys))
    alike = [each for each in forms if each.owner == form.owner and each.misfit(keys) == form.misfit(keys)]
    if node and len(alike) > 1 and form.misfit(keys) == (0, 1):
        missing = [next(key for key in each.needed if key not in keys) for each in alike]
        raise SpecError(messages.MissingYamlKey(first_line(node), "` or `".join(missing), form.owner))
    return form.read(reader, node, span, head)


def any_of(forms: Sequence[KeyedForm]) -> Schema:
    return forms[0].schema if len(forms) == 1 else {"anyOf": [form.schema for form in forms]}
