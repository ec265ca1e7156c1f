"""What is wrong where the grammar refuses a text: which message says it, and what was probably meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from excover.diagnostics import Diagnostic
from excover.lattices import LATTICE_NAMES
from excover.messages.about_syntax import (
    FOREIGN,
    BareValue,
    KeywordAsName,
    MissingTimes,
    MisspeltStatement,
    UnclosedText,
    UnexpectedEnd,
    UnexpectedWord,
    UnknownCharacter,
)
from excover.source import Span
from excover.words import clipped, did_you_mean, listed, near

STATEMENTS = (
    *("puzzle", "import", "param", "let", "enum", "table", "def", "item", "option", "optional", "board"),
    *("shapes", "place", "fill", "given", "forbid", "symmetry", "draw", "minimize", "maximize", "expect"),
)
KEYWORDS = frozenset(
    {
        *STATEMENTS,
        *(
            "and",
            "as",
            "at",
            "by",
            "colored",
            "cost",
            "covering",
            "covers",
            "distinct",
            "div",
            "each",
            "else",
            "for",
        ),
        *("from", "if", "in", "legend", "mod", "not", "on", "once", "or", "times", "when", "where", "with"),
    }
)
"""The words that are no names."""
OPERATORS = (
    *("and", "or", "if", "else", "in", "not in", "=", "<"),
    *("..", "+", "-", "*", "div", "mod", ".", "[", ","),
)

EXPRESSION_STARTS = {"a name", "a number", "a text in double quotes", "(", "{", "-", "not", "+"}

TERMINALS = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "a text in double quotes",
    "ART": "a line of a drawing",
    "DIMENSIONS": "a size such as `5x11`",
    "GROUP": "`free`, `one-sided` or `fixed`",
    "SIDE": "`below` or `above`",
    "SUBJECT": "`solutions`, `options`, `items` or `cost`",
    "UNIT": "`row`, `column`, `block` or `label`",
    "FIELD": "the name of a column",
    "LATTICE": listed(LATTICE_NAMES, most=len(LATTICE_NAMES)),
    "COMPARE": "<",
    "IN": "in",
    "NOT_IN": "not in",
    "MULTIPLY": "*",
}

_SLIPS = (
    (r"=\0=", FOREIGN["=="]),
    (r"<\0>", "that two values differ is written `a != b`"),
    (r"\.\.\0\.", "a range has two dots: `1..3`"),
    (r"\d \0x ", "a size is written without blanks, `3x4`, or with a word, `3 by 4`"),
    (
        r"^\s*place \0\w",
        "say how the pieces may lie: `free`, turned and reflected; `one-sided`, turned; `fixed`",
    ),
    (r"^\s*item \w+ +\d+\.\.\d*\0", "items are numbered in square brackets: `item a[1..3]`"),
    (
        r"^\s*place\b.*\b(where|covering)\b.*\0(each|covering)\b",
        "the parts of `place` have an order: `each ..`, `covering ..`, `where ..`",
    ),
    (
        r"^\s*(draw (?!as\b).*)?\0(color\b|\".*\bcolor\b)",
        'the color of a mark is said by itself: `draw as "A" color "orange"`',
    ),
    (
        r"^\s*draw\b.*\bcolor\b.*\0(at|as)\b",
        "the parts of `draw` have an order: `at ..`, `as ..`, `color ..`",
    ),
    (r"^\s*draw\b.*\0colour\b", "the word is `color`"),
    (r"\bcovers\b.*\w\0\(", "the indices of an item stand in square brackets: `a[1]`"),
    (r"^\s*(minimize|maximize) \0cost", "`minimize` and `maximize` stand alone: what options cost, they say"),
    (r"\bonce per\b.*\0and\b", "units are listed with commas: `once per row, column`"),
    (r"\bcovers\b.*\0and\b", "what an option covers is listed with commas: `covers a[1], b[2]`"),
)
"""What is often written by mistake: the line, with a zero where it goes wrong."""


def unexpected_character(span: Span) -> Diagnostic:
    """Of a character that begins no word of the language."""
    return UnclosedText(span) if span.text == '"' else UnknownCharacter(span, _forgotten_bar(span))


def unexpected_word(span: Span, accepted: Sequence[str]) -> Diagnostic:
    """``accepted`` are the words and kinds of words that could have stood at ``span``."""
    if found := _misspelt_statement(span) or _times_forgotten(span, accepted) or _bare_value(span, accepted):
        return found
    expected = _one_of(accepted)
    if not span.text:
        return UnexpectedEnd(span, expected, _hint(span, accepted))
    if word := _keyword_as_name(span, accepted):
        return KeywordAsName(span, expected, word)
    return UnexpectedWord(span, expected, _hint(span, accepted))


def _misspelt_statement(span: Span) -> Diagnostic | None:
    """Does the line of ``span`` begin almost as a statement does? ``span`` may be a later word of it."""
    begin = span.start - span.column + 1
    line = re.match(r"[ \t]*([A-Za-z][a-z]+)(?=[ \t]+[\"A-Za-z_]|[ \t]*$)", span.source.line_text(span.line))
    if not line or begin + line.start(1) > span.start:
        return None
    meant = near(line[1], STATEMENTS, cutoff=0.7)
    if not meant or line[1] in STATEMENTS:
        return None
    return MisspeltStatement(Span(span.source, begin + line.start(1), begin + line.end(1)), meant)


def _bare_value(span: Span, accepted: Sequence[str]) -> Diagnostic | None:
    """Is this a name with `=` behind it, where a statement begins?"""
    line = span.source.line_text(span.line)
    is_bare = "let" in accepted and re.match(r"[A-Za-z_]\w*\s*=(?!=)", line[span.column - 1 :])
    return BareValue(span) if is_bare else None


_TIMES_FORGOTTEN = re.compile(r"\bat\s+(most|least)\s+(\w+)(?=(?:\s|#[^\n]*(?:\n|$))*$)")


def _times_forgotten(span: Span, accepted: Sequence[str]) -> Diagnostic | None:
    """A bound of an item ends where a number does: at what stands before ``span``."""
    bound = _TIMES_FORGOTTEN.search(span.source.text, 0, span.start) if "times" in accepted else None
    return MissingTimes(Span(span.source, *bound.span()), bound[1], bound[2]) if bound else None


def _keyword_as_name(span: Span, accepted: Sequence[str]) -> str:
    """The word of the language that stands for a name here, or empty."""
    text = span.text
    if text in ("[", "(") and "(" not in accepted and (word := _keyword_before(span)):
        return word
    if _forgotten_bar(span, "a line of a drawing" in accepted) or _slip(span):
        return ""
    return text if text.isidentifier() and "a name" in accepted and "puzzle" not in accepted else ""


def _hint(span: Span, accepted: Sequence[str]) -> str:
    text = span.text
    if slip := _forgotten_bar(span, "a line of a drawing" in accepted) or _slip(span):
        return slip
    if "puzzle" in accepted or "covers" in accepted:
        slip = did_you_mean(text, [word for word in (*STATEMENTS, "covers", "where") if word in accepted])
        if slip:
            return slip
    if text == "where" and ")" in accepted:
        return "the condition stands behind the bracket: `option name(x in 1..3) where x > 1 covers ..`"
    if (slip := did_you_mean(text, _quoted(accepted))) != "":
        return slip
    if "covers" in accepted:
        return "an option says what it covers: `option name(x in 1..3) covers item[x]`"
    if text.startswith("|"):
        return "drawings follow `board`, `shapes`, `table` and `given`"
    return ""


def _keyword_before(span: Span) -> str:
    """A word of the language that is written like a name, with indices or arguments behind it."""
    before = re.search(r"\b([a-z]+)\Z", span.source.text[max(0, span.start - 20) : span.start])
    return before[1] if before and before[1] in KEYWORDS else ""


def _slip(span: Span) -> str:
    """What the line looks like, if it looks like something that is often written by mistake."""
    line = span.source.line_text(span.line)
    marked = f"{line[: span.column - 1]}\0{line[span.column - 1 :]}"
    return next((help for pattern, help in _SLIPS if re.search(pattern, marked)), "")


def _quoted(accepted: Sequence[str]) -> list[str]:
    """The words in descriptions such as "`free` or `fixed`"."""
    return [word for phrase in accepted for word in re.findall("`([a-z-]+)`", phrase)]


def _forgotten_bar(span: Span, expected: bool = False) -> str:
    """Is this line a line of a drawing without its bar? It need not look like one where one is expected."""
    line = span.source.line_text(span.line).strip()
    drawn = re.fullmatch(r"[A-Za-z0-9.?#_ ]*", line) and (expected or re.search(r"[.?#_]", line))
    if not drawn or not (expected or ".." in f"{line}."):
        return ""
    above = span.source.text[: span.start].rsplit("\n", 1)[0].rstrip()
    last_line = above.rsplit("\n", 1)[-1].strip()
    if last_line.startswith("|") or re.match(r"(board|shapes|table|given)\b", last_line):
        return f"every line of a drawing begins with a bar: `|{clipped(line)}`"
    return ""


def _one_of(accepted: Sequence[str]) -> str:
    """Says what was expected, shortened to what helps: not every operator, not every statement."""
    words = list(accepted) or ["the end of this text"]
    if "puzzle" in words:
        words = [word for word in words if word not in {*STATEMENTS, *OPERATORS, *EXPRESSION_STARTS}]
        words.append("a statement")
    elif any(word.startswith(("a name", "a number")) for word in words) and "(" in words:
        words = [word for word in words if word not in EXPRESSION_STARTS]
        words.append("an expression")
    else:
        words = [word for word in words if word not in OPERATORS] or words
    quoted = [word if re.match("(a|an|the) ", word) or "`" in word else f"`{word}`" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
