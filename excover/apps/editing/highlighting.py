"""The colors of a text by patterns, for programs that cannot parse: TextMate grammars and Pygments.

The words are those of the grammar. A word that is a keyword at some places and a name at others, such as
`row`, has a pattern of the words around it.

>>> [(word.text, word.kind) for word in highlighted("fill b with row, once per row")][3:]
[('row', 'name'), ('once', 'keyword'), ('per', 'keyword'), ('row', 'keyword')]

The build makes excover/grammars/excover.tmLanguage.json;
``python -m excover.apps.editing.highlighting`` prints it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from excover.base.names import NAME
from excover.language.expressions.scope import LIBRARY
from excover.language.syntax.grammar import keywords, statement_words, tables

HighlightKind: TypeAlias = Literal[
    "comment", "drawing", "text", "number", "statement", "keyword", "operator", "function", "name"
]

OPERATORS = ("and", "or", "not", "in", "div", "mod", "if", "else", "for", "where")
"""The keywords of expressions and loops."""

SCOPES: Mapping[HighlightKind, str] = {
    "comment": "comment.line.number-sign.excover",
    "drawing": "string.unquoted.drawing.excover",
    "text": "string.quoted.double.excover",
    "number": "constant.numeric.excover",
    "statement": "keyword.control.excover",
    "keyword": "keyword.other.excover",
    "operator": "keyword.operator.word.excover",
    "function": "support.function.excover",
    "name": "variable.other.excover",
}
"""The conventional names of TextMate, for which every theme has colors."""


class HighlightPattern(NamedTuple):
    """A regular expression for Python and for Oniguruma, and the kinds of its groups."""

    regex: str
    kinds: tuple[HighlightKind, ...]


def _of_declared_lattices(name: str) -> Iterator[HighlightPattern]:
    """The parts of their declaration stand at the begins of lines."""
    yield HighlightPattern(rf"\b(board|shapes)\s+({name})\s+(on)\b", ("statement", "name", "keyword"))
    yield HighlightPattern(r'^\s*(periods|angle|corners|neighbors|motions)\b(?=\s+["\w(])', ("keyword",))
    yield HighlightPattern(r"(?<=\) )(along)\b(?=\s*\()", ("keyword",))


@lru_cache(maxsize=1)
def patterns() -> tuple[HighlightPattern, ...]:
    """In the order in which they are tried."""
    group, lattice, unit, subject = map(_alternatives, ("GROUP", "LATTICE", "UNIT", "SUBJECT"))
    name = NAME
    size = r"(?:\s+(\d+(?:x\d+)+))?"
    more = rf"(?:{size}\s*,\s*({unit})\b)?"
    operators = "|".join(OPERATORS)
    always = [word for word in statement_words() if word != "cost"]  # which options have, too
    statements = "|".join(always)
    others = "|".join(sorted(keywords() - {*always, *OPERATORS}))
    return (
        HighlightPattern(r"(#[^\n]*)", ("comment",)),
        HighlightPattern(r"(\|[^\n]*)", ("drawing",)),
        HighlightPattern(r'("[^"\n]*"?)', ("text",)),
        HighlightPattern(rf"(?<!\.)\.\s*({name})", ("name",)),
        HighlightPattern(rf"\b(place)\s+({group})\b", ("statement", "keyword")),
        *_of_pieces(name, lattice),
        HighlightPattern(rf"\b(board|shapes)\s+({name})\s+({lattice})\b", ("statement", "name", "keyword")),
        *_of_declared_lattices(name),
        HighlightPattern(
            rf"\b(all)\s+({group})\b(?:\s+(tiles)\b(?=\s+of\b))?", ("keyword", "keyword", "keyword")
        ),
        *_of_tiles(operators),
        HighlightPattern(
            rf"\b(expect)\s+(solutions|{subject})\b(?:\s+(up)\s+(to)\s+({_alternatives('UP_TO')})\b)?",
            ("statement", *("keyword",) * 4),
        ),
        HighlightPattern(rf"\b(expect)\s+(best)\b(?=\s+{name})", ("statement", "keyword")),
        HighlightPattern(r"\b(at)\s+(most|least)\b", ("keyword", "keyword")),
        HighlightPattern(r"(?<!\bin )(?<!\bof )(?<=[\w)\]] )(holes?)\b(?=\s*(?:$|[,|#]))", ("keyword",)),
        HighlightPattern(r"(?<=[\w)\]] )(units)\b(?!\s*[=\[(])", ("keyword",)),
        HighlightPattern(rf"(?<=[\w\]] )(then)\b(?=\s+{name})", ("keyword",)),
        HighlightPattern(
            rf"\b(once)\s+(per)\s+({unit})\b{more * 4}", ("keyword",) * 3 + ("number", "keyword") * 4
        ),
        HighlightPattern(
            rf",\s*(?:(open)\s+({_alternatives('SIDE')})|(torus|cylinder|crossing)|(may)\s+(stay)\s+(empty))\b(?=\s*(?:$|[,|#a-z]))",
            ("keyword",) * 6,
        ),
        *_of_requirements(name),
        HighlightPattern(r"\b(labels)\b(?=\s*\|)", ("keyword",)),
        HighlightPattern(r'\b(matching)\b(?=\s*")', ("keyword",)),
        *_of_drawings(operators),
        HighlightPattern(r"\b(cost)\s+(at)\s+(most|least)\b", ("statement", "keyword", "keyword")),
        HighlightPattern(r'(?<=[\w)\]}"] )(implies)\b(?=\s+[\w("{-])', ("operator",)),
        HighlightPattern(rf"\b({statements})\b", ("statement",)),
        HighlightPattern(rf"\b({operators})\b", ("operator",)),
        HighlightPattern(rf"\b({others})\b", ("keyword",)),
        HighlightPattern(rf"\b({'|'.join(LIBRARY)})\b(?=\s*\()", ("function",)),
        HighlightPattern(rf"({name})", ("name",)),
        HighlightPattern(r"(\d+(?:x\d+)*)", ("number",)),
    )


def _of_requirements(name: str) -> list[HighlightPattern]:
    """What pieces must not do together, and what options must."""
    near = r"(?:\s+(at)\s+(corners)\b)?(?:\s+(along|per)\b)?"
    fault = _alternatives("FAULT")
    return [
        HighlightPattern(
            rf"\b(require)\s+({name})\s+(apart)\b(?:\s+(at)\s+(corners)\b)?(?:\s+(per)\b)?",
            ("statement", "name", *("keyword",) * 4),
        ),
        HighlightPattern(
            rf"\b(require)\s+({name})\s+(without)\s+({fault})\b(?:\s*,\s*({fault})\b)?",
            ("statement", "name", *("keyword",) * 3),
        ),
        HighlightPattern(
            rf"\b(require)\s+({name})\s+(connected)\b{near}", ("statement", "name", *("keyword",) * 4)
        ),
        HighlightPattern(
            rf"(?<=[\w)\]}}] )(connected)\b(?=\s*(?:$|#)|\s+(?:at\s+corners|along|per)\b){near}",
            ("keyword",) * 4,
        ),
        HighlightPattern(r"\b(as)\s+(one)\s+(loop)\b", ("keyword",) * 3),
        HighlightPattern(r"(?<=[\w)] )(joining)\b(?=\s*[({\w])", ("keyword",)),
    ]


def _of_drawings(operators: str) -> list[HighlightPattern]:
    """Decorations, and the colors of marks."""
    look = _alternatives("LOOK")
    return [
        HighlightPattern(rf"\b(draw)\s+({look})\b(?=\s+at\b)", ("statement", "keyword")),
        HighlightPattern(rf'\b(color)\b(?=\s+["A-Za-z({{])(?!\s+(?:{operators})\b)', ("keyword",)),
    ]


def _of_tiles(operators: str) -> list[HighlightPattern]:
    """The colors of tiles, and of the border."""
    return [
        HighlightPattern(rf"\b(with)\s+({_alternatives('RIM')})\b(?=[ \t]+[^\s,=])", ("keyword", "keyword")),
        HighlightPattern(
            rf'(?<=[\w)\]] )(border)\b(?=\s+["\w(-])(?!\s+(?:{operators}|where)\b)',
            ("keyword",),
        ),
    ]


def _of_pieces(name: str, lattice: str) -> list[HighlightPattern]:
    """The words of pieces without a drawing, and `detached`."""
    return [
        HighlightPattern(
            rf"\b(shapes)\s+({name})(?:\s+({lattice}))?\s+(detached)\b",
            ("statement", "name", "keyword", "keyword"),
        ),
        HighlightPattern(
            rf"\b(shapes)\s+({name})\s*=\s*({name})\s+(without)\b",
            ("statement", "name", "name", "keyword"),
        ),
        HighlightPattern(
            rf"\b(of)\s+({lattice})\b(?:\s+(?:(without)\b(?:\s+(holes)\b)?|(detached)\b))?", ("keyword",) * 5
        ),
        HighlightPattern(rf"(?:(?<=[\w)}}] )|^\s*)(of)\b(?!\s+(?:{lattice})\b)(?=\s+{name})", ("keyword",)),
        HighlightPattern(r"(?<=[)}\]] )(detached)\b(?!\s*[=(\[])", ("keyword",)),
    ]


def _alternatives(terminal: str) -> str:
    """The words of a kind, as the grammar lists them."""
    (found,) = (each.pattern for each in tables().terminals if each.name == terminal)
    inner = re.match(r"\(([a-z_|-]+)\)", found)
    assert inner
    return inner[1]


class HighlightedWord(NamedTuple):
    kind: HighlightKind
    text: str
    start: int


def highlighted(text: str) -> Iterator[HighlightedWord]:
    """The words of a text with their kinds, in order; signs and blanks are left out."""
    compiled = [(re.compile(pattern.regex, re.MULTILINE), pattern.kinds) for pattern in patterns()]
    at = 0
    while at < len(text):
        for regex, kinds in compiled:
            found = regex.match(text, at)
            if found:
                for group, kind in enumerate(kinds, 1):
                    if found[group]:
                        yield HighlightedWord(kind, found[group], found.start(group))
                at = found.end()
                break
        else:
            at += 1


def textmate() -> str:
    """The TextMate grammar, as JSON."""
    written = [
        {
            "match": pattern.regex,
            "captures": {str(group): {"name": SCOPES[kind]} for group, kind in enumerate(pattern.kinds, 1)},
        }
        for pattern in patterns()
    ]
    grammar = {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "excover",
        "scopeName": "source.excover",
        "fileTypes": ["xc"],
        "patterns": written,
    }
    return json.dumps(grammar, indent=2) + "\n"


if __name__ == "__main__":
    print(textmate(), end="")
