r"""A text at one moment of its writing, with what is known of it.

>>> draft = EditedText.of(Source("x.xc", "item row[1..3]\noption x(r in row) covers row[r], \n"))
>>> [each.name for each in draft.names.declarations], len(draft.errors)
(['row'], 1)

The words of a text, right or wrong: names, keywords, signs, comments, lines of drawings.

>>> [(word.kind, word.text) for word in words_of("board b 2x3  # two\n  |..#")]
[('keyword', 'board'), ('word', 'b'), ('number', '2x3'), ('comment', '# two'), ('drawing', '|..#')]

Lines and columns as editors count them: from 0, columns in code units of UTF-8, UTF-16 or UTF-32.

>>> positions = LineColumns('let a = "😋"\nlet b = a\n')
>>> positions.of(11), positions.offset(0, 12), positions.of(len(positions.text))
((0, 12), 11, (2, 0))
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from excover.apps.editing.facts import NameFact, TextFacts, partial_tree
from excover.apps.editing.name_table import Declaration, NameTable, name_table
from excover.base.diagnostics import Diagnostic, Label
from excover.base.frozen import Frozen
from excover.base.limits import DEFAULT, Limits
from excover.base.source import Source, Span, is_yaml
from excover.language.source_files import DescriptionLoader
from excover.language.syntax import ast
from excover.language.syntax.grammar import keywords, statement_words

WordKind: TypeAlias = Literal["keyword", "word", "number", "text", "comment", "drawing", "sign"]

_WORD = re.compile(
    r"""(?P<comment>\#[^\n]*)
      | (?P<drawing>\|[^\n]*)
      | (?P<text>"[^"\n]*"?)
      | (?P<number>\d+(?:x\d+)*)
      | (?P<word>one-sided\b|[^\W\d]\w*)
      | (?P<sign>\.\.|->|[<>!]=|\S)""",
    re.VERBOSE,
)


_AT = re.compile(r"(?:\s|#[^\n]*\n)+at\b")
"""What follows `cost` where it begins a statement."""


class TextWord(NamedTuple):
    """A ``keyword`` cannot be a name; other words with a meaning, such as ``row``, are of kind ``word``."""

    kind: WordKind
    text: str
    start: int
    begins_statement: bool = False

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def words_of(text: str) -> Iterator[TextWord]:
    """All words in order; a text without its closing quote ends with its line."""
    reserved = keywords()
    before = ""
    for found in _WORD.finditer(text):
        kind = found.lastgroup
        assert kind
        if kind == "word" and found[0] in reserved:
            kind = "keyword"
        begins = kind == "keyword" and found[0] in statement_words()
        if before in ("optional", "to") or (found[0] == "cost" and not _AT.match(text, found.end())):
            begins = False  # `optional option`, `up to symmetry`, and the cost of an option
        yield TextWord(kind, found[0], found.start(), begins)  # type: ignore[arg-type]
        before = before if kind == "comment" else found[0]


_NOTHING = TextFacts((), {})


class EditedText(Frozen):
    """``errors`` are those of syntax; ``facts`` may be those of an earlier text, and are empty at first."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    source: Source
    spec: ast.Spec
    errors: tuple[Diagnostic, ...]
    names: NameTable
    words: tuple[TextWord, ...]
    facts: TextFacts = _NOTHING

    @staticmethod
    def of(source: Source, facts: TextFacts = _NOTHING, limits: Limits = DEFAULT) -> EditedText:
        """The words of a text in YAML are not those of the language, and are left out."""
        spec, errors = partial_tree(source, limits)
        words = () if is_yaml(source) else tuple(words_of(source.text))
        names = name_table(spec, DescriptionLoader(limits).spec)
        return EditedText(source, spec, errors, names, words, facts)

    def fact(self, declaration: Declaration) -> NameFact | None:
        return self.facts.names.get(declaration.name)

    def statement_at(self, offset: int) -> ast.Statement | None:
        """The statement around a place."""
        around = (each for each in self.spec.statements if each.span.start <= offset <= each.span.end)
        return next(around, None)

    def is_own(self, source: Source) -> bool:
        """Whether a source is this text, or its copy from another process."""
        own = self.source
        return source is own or (source.name, source.path, source.text) == (own.name, own.path, own.text)

    def label_of(self, diagnostic: Diagnostic) -> Label | None:
        """The first label within this text, primary ones before others."""
        labels = sorted(diagnostic.labels, key=lambda label: not label.primary)
        return next((label for label in labels if self.is_own(label.span.source)), None)

    def place_of(self, diagnostic: Diagnostic) -> Span:
        """Where it is shown in this text; an error in an imported text, where that is imported."""
        label = self.label_of(diagnostic)
        if label:
            return label.span
        imports = [s for s in self.spec.statements if isinstance(s, ast.Import | ast.Table)]
        files = {_stem(each.span.source.path or each.span.source.name) for each in diagnostic.labels}
        for statement in imports:
            name = statement.library if isinstance(statement, ast.Import) else statement.origin
            if _stem(name.span.text.strip('"')) in files:
                return statement.span
        return imports[0].span if imports and diagnostic.labels else Span(self.source, 0, 0)

    def words_before(self, offset: int) -> list[TextWord]:
        """The words of the statement that is being written at a place, up to there."""
        before = [word for word in self.words if word.end <= offset and word.kind != "comment"]
        begin = 0
        for number, word in enumerate(before):
            if word.begins_statement:
                begin = number
        return before[begin:]


def _stem(path: str) -> str:
    """The name of a file or a library, in which hyphens and underscores are the same."""
    return Path(path).stem.replace("_", "-")


Encoding: TypeAlias = Literal["utf-8", "utf-16", "utf-32"]

_BYTES = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class LineColumns:
    """The places in a text whose lines end with ``\\n``, as ``Source.of_text`` makes them."""

    def __init__(self, text: str, encoding: Encoding = "utf-16") -> None:
        self.text = text
        self.codec, self.bytes = _BYTES[encoding]
        self.starts = [0, *(i + 1 for i, c in enumerate(text) if c == "\n")]

    def of(self, offset: int) -> tuple[int, int]:
        """Line and column of a character by its number."""
        line = bisect_right(self.starts, offset) - 1
        return line, self.units(self.text[self.starts[line] : offset])

    def offset(self, line: int, column: int) -> int:
        """The number of the character at a place; of the nearest one if the text has no such place."""
        if line >= len(self.starts):
            return len(self.text)
        start = self.starts[line]
        stop = self.starts[line + 1] - 1 if line + 1 < len(self.starts) else len(self.text)
        return start + self.characters(self.text[start:stop], column)

    def characters(self, text: str, units: int) -> int:
        """How many characters of a text that many code units are; all if it has fewer."""
        if text.isascii():
            return min(units, len(text))
        return len(self._encoded(text)[: units * self.bytes].decode(self.codec, "ignore"))

    def units(self, text: str) -> int:
        """The number of code units of a text."""
        return len(text) if text.isascii() else len(self._encoded(text)) // self.bytes

    def _encoded(self, text: str) -> bytes:
        return text.encode(self.codec, "surrogatepass")
