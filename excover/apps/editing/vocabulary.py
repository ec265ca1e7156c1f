"""The words of the language for editors: what they mean, a line each, and the colors of a text by patterns.

>>> meaning_of("covers"), meaning_of("tray")
('the items that an option covers', '')

The colors of a text by patterns, for programs that cannot parse: TextMate grammars and Pygments.

The words are those of the grammar. A word that is a keyword at some places and a name at others, such as
`row`, has a pattern of the words around it.

>>> [(word.text, word.kind) for word in highlighted("fill b with row, once per row")][3:]
[('row', 'name'), ('once', 'keyword'), ('per', 'keyword'), ('row', 'keyword')]

The build makes excover/grammars/excover.tmLanguage.json;
``python -m excover.apps.editing.vocabulary`` prints it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from excover.base.names import NAME
from excover.language.expressions.library import LIBRARY
from excover.language.syntax.grammar import keywords, statement_start, statement_words, tables
from excover.language.syntax.statements import FORMS
from excover.lattices import LATTICE_NAMES


def meaning_of(word: str) -> str:
    """Of a word within a statement, or of the statements that begin with it; empty if it has none."""
    if word in LATTICE_NAMES:
        return f"the lattice `{word}`"
    return _MEANINGS.get(word) or _WITHIN.get(word, "")


def meanings() -> Mapping[str, str]:
    """The words that begin statements, with their meanings."""
    return _MEANINGS


_MEANINGS = {word: meaning for form in FORMS for word, meaning in form.words.items()}

_WITHIN = {
    "above": "a flat board that is `open above`: upper layers of a piece may stick out there",
    "all": "every piece or tile of a kind; `all(c for x in S)`: whether a condition holds for every value",
    "along": "the pairs of places that are neighbors; in a lattice, where periods go on in the polygons",
    "and": "both conditions hold",
    "arrow": "a decoration: an arrow from a circle around its first cell",
    "angle": "the unit of the directions of a lattice's polygons, in degrees (90)",
    "apart": "pieces do not touch: no cells of two of them are neighbors",
    "as": "how something is shown or read: a mark, a prefix, one loop, paths",
    "at": "the place of a drawing; `at least`, `at most`: a bound; `at corners`: touching at a corner counts",
    "below": "a flat board that is `open below`: lower layers of a piece may stick out there",
    "between": "the places with labels at which paths end",
    "best": "the units of an item in the best solution, if the item is a goal",
    "block": "a block of the board: each value once in each of them",
    "border": "the color of the sides that lie on the border of the board",
    "box": "a decoration: a filled square in each of the cells",
    "by": "a size of two numbers, `n by n`; of an item in units, the amount that an option covers",
    "color": "the color in which a mark is shown",
    "colored": "covered any number of times, but always with the same color",
    "cage": "a decoration: a dashed line around cells, with a text in its corner",
    "circle": "a decoration: a filled circle in each of the cells",
    "column": "a column of the board: each value once in each of them",
    "connected": "the chosen options hang together",
    "areas": "what hangs together has so many places",
    "corners": "tiles are known by the colors at their corners; of labels, that they stand there",
    "cost": "what an option or an uncovered item costs; in `expect`, the total cost",
    "covering": "only placements with at least that many cells on the board",
    "covers": "the items that an option covers",
    "crossing": "sticks of pieces may cross each other",
    "crossroads": "points at which four pieces meet",
    "cylinder": "glues opposite sides of the board together, left to right",
    "detached": "a piece may have cells that do not hang together",
    "distinct": "of options that cover the same items, only the first",
    "div": "the quotient, rounded down",
    "dot": "a decoration: a small circle in the middle of some cells, such as two neighbors",
    "each": "how often each piece is used; `each of G`: a value once in each group of cells",
    "edge": "`connected to the edge`: the edge of the board is a place, too, beside all cells there",
    "else": "the value if a condition does not hold; of an item, what leaving it uncovered costs",
    "faults": "straight lines between rows or columns through the whole board that cut no piece",
    "fixed": "pieces are neither turned nor reflected",
    "for": "a loop: for each value of a set",
    "free": "pieces may be turned and reflected",
    "from": "the file that a table is read from",
    "empty": "`may stay empty`: a board of which any cells may stay empty",
    "hole": "a cell that may stay empty",
    "implies": "if the condition before it holds, so does the one behind it",
    "may": "`may stay empty`: a board of which any cells may stay empty",
    "stay": "`may stay empty`: a board of which any cells may stay empty",
    "holes": "cells that may stay empty; of pieces, empty cells that a piece encloses",
    "if": "a condition: the item or the value before it counts only if it holds",
    "in": "a name and the set of its values; in conditions, whether a value is in a set",
    "items": "the number of items",
    "joining": "the two places that each option joins, as a line from one to the other",
    "label": "the cells with the same label, in which each value stands once",
    "labels": "labels of the cells of the drawing above",
    "least": "a bound from below",
    "left": "labels that stand to the left of the board, for each row",
    "legend": "the meaning of characters in the drawing above",
    "line": "a decoration: a line through cells",
    "loop": "the chosen options form one closed line",
    "matching": "which labels of pieces may lie on which labels of cells",
    "mod": "the remainder of a division",
    "more": "`more at cost`: an upper bound that may be exceeded, and what that costs each time",
    "most": "a bound from above",
    "motions": "the motions of a lattice of your own",
    "neighbors": "the neighbors of cells in a lattice of your own",
    "not": "the condition does not hold",
    "of": "the pieces or the lattice from which these are taken",
    "on": "the board, or a lattice of your own",
    "once": "exactly one time; `once per row`: each value once in each row",
    "one": "one time, or one of something",
    "one-sided": "pieces may be turned, but not reflected",
    "open": "a side of a flat board where layers of a piece may stick out: `open below`, `open above`",
    "options": "the number of options",
    "or": "at least one of the conditions holds",
    "outline": "a decoration: a thick line around cells",
    "paths": "the chosen options form paths between places with equal labels",
    "per": "for each of these by itself",
    "periods": "translations that move the drawing of a lattice onto its next copies",
    "right": "labels that stand to the right of the board, for each row",
    "rotations": "solutions that a turn maps to each other count once",
    "row": "a row of the board: each value once in each of them",
    "shade": "a decoration: filled cells",
    "shifted": "`torus shifted by 2`: below a column of the last row is another one of the first",
    "sides": "tiles are known by the colors of their sides",
    "solutions": "the number of solutions",
    "text": "a decoration: a text in the middle of some cells, such as two neighbors",
    "the": "`connected to the edge`: what hangs together reaches the edge of the board",
    "then": "a further goal, which decides among the best by the goals before",
    "thermometer": "a decoration: a line through cells that begins with a bulb",
    "tiles": "tiles with colored sides or corners",
    "times": "how often an item is covered or a piece is used",
    "to": "`up to 3 times`: of an option; `up to symmetry`: solutions mapped to each other count once",
    "torus": "glues opposite sides of the board together, left to right and top to bottom",
    "units": "an item of which options cover amounts, `covers a by 7`, and the bound on their sum",
    "up": "`up to 3 times`: of an option; `up to symmetry`: solutions mapped to each other count once",
    "wall": "a decoration: a thick line on the sides that cells share",
    "when": "the values of parameters for which a test holds",
    "where": "a condition: only what meets it is made",
    "with": "the values, labels or sides that follow",
    "without": "what must not be there, or is left out",
}


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
    name, unit = NAME, f"{unit}|block"
    size = r"(?:\s+(\d+(?:x\d+)+))?"
    more = rf"(?:{size}\s*,\s*({unit})\b)?"
    operators = "|".join(OPERATORS)
    others = "|".join(sorted(keywords() - {*statement_words(), *OPERATORS}))
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
        HighlightPattern(rf"(?<=[\w\])] )(then)\b(?=\s+{name})", ("keyword",)),
        HighlightPattern(
            rf"\b(once)\s+(per)\s+({unit})\b{more * 4}", ("keyword",) * 3 + ("number", "keyword") * 4
        ),
        HighlightPattern(r"\b(?:(once)\s+(per)\s+)?(each)\s+(of)\b", ("keyword",) * 4),
        HighlightPattern(
            rf",\s*(?:(open)\s+({_alternatives('SIDE')})|(torus|cylinder|crossing)(?:\s+(shifted)\s+(by))?|(may)\s+(stay)\s+(empty))\b(?=\s*(?:$|[,|#a-z0-9(-]))",
            ("keyword",) * 8,
        ),
        *_of_requirements(name, operators),
        *_of_labels(name),
        HighlightPattern(r'\b(matching)\b(?=\s*")', ("keyword",)),
        *_of_drawings(operators),
        *_of_bounds(),
        HighlightPattern(r'(?:^[ \t]+|(?<=[\w)\]}"] ))(implies)\b(?=\s+[\w("{-])', ("operator",)),
        HighlightPattern(rf"\b({statement_start()})", ("statement",)),
        HighlightPattern(rf"\b({operators})\b", ("operator",)),
        HighlightPattern(rf"\b({others})\b", ("keyword",)),
        HighlightPattern(rf"\b({'|'.join(LIBRARY)})\b(?=\s*\()", ("function",)),
        HighlightPattern(rf"({name})", ("name",)),
        HighlightPattern(r"(\d+(?:x\d+)*)", ("number",)),
    )


def _of_requirements(name: str, operators: str) -> list[HighlightPattern]:
    """What pieces must not do together, and what options must."""
    near = r"(?:\s+(at)\s+(corners)\b)?(?:\s+(to)\s+(the)\s+(edge)\b)?(?:\s+(along|per)\b)?"
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
            rf"\b(require)\s+({name})\s+(connected)\b{near}", ("statement", "name", *("keyword",) * 7)
        ),
        HighlightPattern(
            rf'(?<=[\w)\]}}"] )(connected)\b(?=\s*(?:$|#)|\s+(?:at\s+corners|to\s+the|along|per)\b){near}',
            ("keyword",) * 7,
        ),
        HighlightPattern(r"\b(as)\s+(one)\s+(loop)\b", ("keyword",) * 3),
        HighlightPattern(r"\b(as)\s+(paths)\s+(between)\b", ("keyword",) * 3),
        HighlightPattern(r"\b(as)\s+(areas)\s+(of)\b", ("keyword",) * 3),
        HighlightPattern(rf"\b(lines)\s+({name})\s+(along)\b", ("statement", "name", "keyword")),
        HighlightPattern(
            rf"(?<=[\w)\]}}] )(?<!\bnot )(?<!\band )(?<!\bor )(per)\b(?=\s+[\w({{])(?!\s+(?:{operators})\b)",
            ("keyword",),
        ),
        HighlightPattern(r"(?<=[\w)] )(joining)\b(?=\s*[({\w])", ("keyword",)),
    ]


def _of_bounds() -> list[HighlightPattern]:
    """How often, and at what cost."""
    return [
        HighlightPattern(r"\b(more)\s+(at)\s+(cost)\b", ("keyword",) * 3),
        HighlightPattern(r"(?<=\) )(up)\s+(to)\b", ("keyword",) * 2),
        HighlightPattern(r"\b(cost)\s+(at)\s+(most|least)\b", ("statement", "keyword", "keyword")),
    ]


def _of_labels(name: str) -> list[HighlightPattern]:
    beside = _alternatives("MARGIN")
    return [
        HighlightPattern(r"\b(labels)\b(?=\s*\|)", ("keyword",)),
        HighlightPattern(
            rf"\b(labels)\s+({name})\*?(?:\s+({beside})\b)?(?=\s*(?:$|[|#]))", ("keyword", "name", "keyword")
        ),
    ]


def _of_drawings(operators: str) -> list[HighlightPattern]:
    """Decorations, and the colors of marks."""
    look = _alternatives("LOOK")
    return [
        HighlightPattern(rf"\b(draw)\s+({look})\b(?=\s+at\b|\s*$)", ("statement", "keyword")),
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
