"""Reads YAML as the nodes of `excover.language.syntax.yaml_forms`.

Only the plain core of YAML is read: maps with distinct keys, lists and scalars. Anchors, aliases and tags,
which can make a short text huge or run code elsewhere, are refused. This is the only module that uses PyYAML.

>>> (key, value), = read_nodes(Source("x.yaml", "flag: on")).entries
>>> key.text, value.text
('flag', 'on')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

import yaml

from excover.base.diagnostics import SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.source import Source, Span
from excover.language import messages
from excover.language.syntax.actions import Passage
from excover.language.syntax.yaml_forms import Scalar, YamlMapping, YamlNode, YamlSequence

DEPTH = 64
"""Nested maps and lists: PyYAML's time is quadratic in their depth."""

NODES = 20_000
"""Scalars, maps and lists: PyYAML reads about 30,000 per second."""


def read_nodes(source: Source, limits: Limits = DEFAULT) -> YamlNode:
    """The one document of a source. Raises SpecError."""
    if len(source.text) > limits.source:
        raise SpecError(messages.TextTooLong(source.name, limits.ceiling("source")))
    try:
        return _Composer(source).document()
    except yaml.reader.ReaderError as wrong:  # before anything is read
        at = Span(source, wrong.position, wrong.position + 1)
        raise SpecError(messages.CharacterNotInYaml(at, at.text)) from None
    except yaml.MarkedYAMLError as wrong:
        mark = wrong.problem_mark or wrong.context_mark
        start = min(mark.index if mark else 0, len(source.text))
        raise SpecError(messages.NotYaml(Span(source, start, start + 1), wrong.problem or "")) from None


class _Loader(yaml.SafeLoader):
    def scan_yaml_directive_number(self, start_mark: Any) -> Any:
        """A number of `%YAML 1.2`: PyYAML takes any number of digits, and `int` is quadratic in them."""
        if self.prefix(5).isdecimal():
            problem = "the number of a version has four digits at most"
            raise yaml.scanner.ScannerError("", start_mark, problem, self.get_mark())
        return super().scan_yaml_directive_number(start_mark)


def _events(source: Source) -> Iterator[Any]:
    loader: Any = _Loader(source.text)
    try:
        while loader.check_event():
            yield loader.get_event()
    except (ValueError, OverflowError):  # of an escape beyond Unicode
        at = loader.get_mark().index
        raise SpecError(messages.NotYaml(Span(source, at, at + 1), "a number that is too large")) from None


class _Composer:
    """Makes nodes of PyYAML's events."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.events = _events(source)
        self.last: Any = None
        self.nodes = 0

    def document(self) -> YamlNode:
        next(self.events)  # the stream begins
        start = next(self.events)
        if not isinstance(start, yaml.DocumentStartEvent):
            raise SpecError(messages.EmptyDocument(Span(self.source, 0, 0)))
        root = self._node(next(self.events), 0)
        next(self.events)  # the document ends
        after = next(self.events)
        if isinstance(after, yaml.DocumentStartEvent):
            raise SpecError(messages.SecondDocument(self._span(after)))
        return root

    def _span(self, event: Any) -> Span:
        return Span(self.source, event.start_mark.index, event.end_mark.index)

    def _node(self, event: Any, depth: int) -> YamlNode:
        self._refuse(event, depth)
        match event:
            case yaml.ScalarEvent():
                return self._scalar(event)
            case yaml.SequenceStartEvent():
                members = tuple(self._node(e, depth + 1) for e in self._until(yaml.SequenceEndEvent))
                return YamlSequence(self._around(event, members[-1:]), members)
            case _:
                entries = tuple(self._entries(depth + 1))
                return YamlMapping(self._around(event, [value for _, value in entries[-1:]]), entries)

    def _refuse(self, event: Any, depth: int) -> None:
        span = self._span(event)
        self.nodes += 1
        if isinstance(event, yaml.AliasEvent):
            raise SpecError(messages.YamlAlias(span))
        if event.anchor is not None or event.tag is not None:
            raise SpecError(messages.AnchorOrTag(span.part(0), event.tag is not None))
        if depth > DEPTH:
            raise SpecError(messages.YamlTooDeep(span, DEPTH))
        if self.nodes > NODES:
            raise SpecError(messages.TooManyYamlNodes(span.part(0), NODES))

    def _until(self, end: type[Any]) -> Iterator[Any]:
        for event in self.events:
            self.last = event
            if isinstance(event, end):
                return
            yield event

    def _entries(self, depth: int) -> Iterator[tuple[Scalar, YamlNode]]:
        seen: dict[str, Scalar] = {}
        for event in self._until(yaml.MappingEndEvent):
            key = self._node(event, depth)
            if not isinstance(key, Scalar):
                raise SpecError(messages.YamlKeyNotText(key.span))
            if key.text in seen:
                raise SpecError(messages.DuplicateYamlKey(key.span, seen[key.text].span, key.text))
            seen[key.text] = key
            yield key, self._node(next(self.events), depth)

    def _around(self, start: Any, last: Any) -> Span:
        """The end of a block is detected only where the next one begins, so its last member determines it."""
        end = self.last.end_mark.index if start.flow_style or not last else last[0].span.end
        return Span(self.source, start.start_mark.index, end)

    def _scalar(self, event: Any) -> Scalar:
        span = self._span(event)
        style = event.style or ""
        pieces = list(_pieces(span.text, event.value, style))
        starts = tuple(start for start, _ in pieces) or (0,)
        places = tuple(span.start + place for _, place in pieces) or (span.start,)
        passage = Passage(self.source, event.value, starts, places)
        if style in {"|", ">"}:
            length = len(event.value.rstrip())
            span = Span(self.source, span.start, passage.span(0, length).end)
        return Scalar(span, passage, style)


# The places of the characters of a scalar in its written form

_LINE = re.compile(r"([^\n\r\x85\u2028\u2029]*)(?:\r\n|[\n\r\x85\u2028\u2029]|\Z)")
_BREAK = re.compile(r"[\n\u2028\u2029]")
_TOKENS = {
    "": re.compile(r"\S+"),
    ">": re.compile(r"\S+"),
    "'": re.compile(r"''|[^\s']+"),
    '"': re.compile(r"\\(?:x.{2}|u.{4}|U.{8}|[\s\S])|[^\s\\]+"),
}


def _pieces(written: str, value: str, style: str) -> Iterator[tuple[int, int]]:
    """Pairs of offsets in ``value`` and ``written`` between which the characters are the same."""
    if style == "|":
        return _block(written, value)
    head, tail = _marks(written, style)
    if value == written[head:tail]:
        return iter([(0, head)])
    shown = {"'": _undoubled, '"': _unescaped}.get(style, str)
    return _aligned(value, _TOKENS[style].finditer(written, head, tail), shown)


def _marks(written: str, style: str) -> tuple[int, int]:
    """The start and end of what is between the quotes, or below the head of a block."""
    if style == ">":
        return cast(re.Match[str], _LINE.match(written)).end(), len(written)
    return (1, len(written) - 1) if style else (0, len(written))


def _block(written: str, value: str) -> Iterator[tuple[int, int]]:
    """The lines of a block are the lines after its head without their indentation."""
    lines = iter(_LINE.finditer(written))
    next(lines)
    start = 0
    for line, kept in zip(lines, _BREAK.split(value), strict=False):
        yield start, line.end(1) - len(kept)
        start += len(kept) + 1


def _aligned(
    value: str, tokens: Iterable[re.Match[str]], shown: Callable[[str], str]
) -> Iterator[tuple[int, int]]:
    """Folding changes only white space, so words and escapes are found again one by one."""
    at = 0
    for token in tokens:
        character = shown(token[0])
        found = value.find(character, at)
        if found < 0:
            return
        at = found + len(character)
        yield found, token.start()
        yield at, token.end()


def _undoubled(token: str) -> str:
    return "'" if token == "''" else token


def _unescaped(token: str) -> str:
    if not token.startswith("\\"):
        return token
    if token[1] in "xuU":
        return chr(int(token[2:], 16))
    return yaml.SafeLoader.ESCAPE_REPLACEMENTS.get(token[1], "")
