"""The wording of what can be wrong with a text before its names are looked at (codes E001 to E019)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from excover.diagnostics import Diagnostic, error
from excover.source import Source, Span
from excover.words import clipped, did_you_mean, plural, raised, visible

STATEMENTS = (
    *("puzzle", "import", "param", "let", "enum", "table", "def", "item", "option", "optional", "board"),
    *("shapes", "place", "fill", "given", "forbid", "symmetry", "draw", "minimize", "maximize", "expect"),
)
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
    "LATTICE": "`square`, `hex`, `triangle` or `cube`",
    "COMPARE": "<",
    "IN": "in",
    "NOT_IN": "not in",
    "MULTIPLY": "*",
}

_FOREIGN = {
    "==": "equality is written `=`",
    "/": "whole division is written `div`",
    "%": "the remainder is written `mod`",
    "'": "texts are written in double quotes",
    ";": "statements need no separator: just leave it out",
    "&&": "write `and`",
    "||": "write `or`",
    "&": "write `and`",
    "!": "write `not`",
}


def too_long(source: Source, limit: int) -> Diagnostic:
    return error("E001", f"the text has {len(source.text):,} characters, the limit is {limit:,}").helped(
        "a large matrix is better solved through the Python API, `excover.Matrix.build`", raised("source")
    )


def too_many_words(span: Span, limit: int) -> Diagnostic:
    return (
        error("E001", f"the text has more than {limit:,} words and signs")
        .at(span, "this is one too many")
        .helped(
            "say `option name(x in ..)` once for many options, or read records from a file with `table`",
            raised("words"),
        )
    )


def too_deep(span: Span, limit: int) -> Diagnostic:
    return (
        error("E002", f"more than {limit} brackets stand within each other")
        .at(span, "this one is too deep")
        .helped("name a part of the expression with `let` or `def`")
    )


def too_long_a_chain(span: Span, limit: int) -> Diagnostic:
    return (
        error("E002", f"more than {limit} operations stand within each other")
        .at(span.part(0, min(20, span.end - span.start)), "from here on")
        .helped("name a part of the expression with `let`, or use `sum(.. for ..)`, `all(.. for ..)`")
    )


def name_too_long(span: Span, limit: int) -> Diagnostic:
    return (
        error("E003", f"a name of {len(span.text):,} characters, the limit is {limit}")
        .at(span.part(0, 20))
        .helped(raised("name"))
    )


def number_too_large(span: Span) -> Diagnostic:
    return (
        error("E004", f"a number of {plural(len(span.text), 'digit')}")
        .at(span.part(0, min(20, len(span.text))))
        .helped("numbers stay below 10^18")
    )


def unexpected_character(source: Source, offset: int) -> Diagnostic:
    span = Span(source, offset, offset + 1)
    character = visible(span.text)
    if span.text == '"':
        return (
            error("E005", "a text without its closing quote")
            .at(span, "it begins here")
            .helped("texts end on the line they begin on")
        )
    found = error("E006", f"`{character}` means nothing here").at(span)
    if re.match(r"\d", span.text):
        return found.helped("names begin with a letter or an underscore")
    foreign = next((sign for sign in _FOREIGN if source.text.startswith(sign, offset)), "")
    return found.helped(_FOREIGN.get(foreign, ""), _forgotten_bar(span))


def unexpected_token(span: Span, accepted: Sequence[str]) -> Diagnostic:
    """``accepted`` are the words and kinds of words that could have stood at ``span``."""
    if not span.text:
        found = error("E007", f"the text ends where {_one_of(accepted)} is expected").at(span, "here")
    else:
        found = error("E008", f"`{_short(span.text)}` where {_one_of(accepted)} is expected").at(span)
    return found.helped(_hint(span, accepted))


def _hint(span: Span, accepted: Sequence[str]) -> str:
    text = span.text
    before = span.source.text[: span.start].rstrip()
    if text == "=" and before.endswith("="):
        return _FOREIGN["=="]
    bar = _forgotten_bar(span)
    if bar:
        return bar
    if text.isidentifier() and "a name" in accepted and "puzzle" not in accepted:
        return f"`{text}` is a word of the language: choose another name"
    if "puzzle" in accepted or "covers" in accepted:
        slip = did_you_mean(text, [word for word in (*STATEMENTS, "covers", "where") if word in accepted])
        if slip:
            return slip
    if "covers" in accepted:
        return "an option says what it covers: `option name(x in 1..3) covers item[x]`"
    if text.startswith("|"):
        return "drawings follow `board`, `shapes`, `table` and `given`"
    return ""


def _forgotten_bar(span: Span) -> str:
    """Is this line a line of a drawing without its bar?"""
    line = span.source.line_text(span.line).strip()
    drawn = re.fullmatch(r"[A-Za-z0-9.?#_ ]*", line) and re.search(r"[.?#_]", line)
    if not drawn or ".." not in f"{line}.":
        return ""
    above = span.source.text[: span.start].rsplit("\n", 1)[0].rstrip()
    last_line = above.rsplit("\n", 1)[-1].strip()
    if last_line.startswith("|") or re.match(r"(board|shapes|table|given)\b", last_line):
        return f"every line of a drawing begins with a bar: `|{clipped(line)}`"
    return ""


def _one_of(accepted: Sequence[str]) -> str:
    """Says what was expected, shortened to what helps: not every operator, not every statement."""
    words = list(accepted)
    if "puzzle" in words:
        words = [word for word in words if word not in {*STATEMENTS, *OPERATORS, *EXPRESSION_STARTS}]
        words.append("a statement")
    elif any(word.startswith(("a name", "a number")) for word in words) and "(" in words:
        words = [word for word in words if word not in EXPRESSION_STARTS]
        words.append("an expression")
    else:
        words = [word for word in words if word not in OPERATORS] or words
    quoted = [
        word if (word.startswith("a") and " " in word) or "`" in word else f"`{word}`" for word in words
    ]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def _short(text: str) -> str:
    return visible(clipped(text, 30))


def binder_without_domain(span: Span, name: str) -> Diagnostic:
    return (
        error("E009", f"`{_short(name)}` is given no set to run through")
        .at(span)
        .helped(f"write `{name} in 1..8`" if name.isidentifier() else "write `name in set`")
    )


def not_a_pattern(span: Span) -> Diagnostic:
    return (
        error("E010", "only a name, or names in parentheses, can run through a set")
        .at(span)
        .helped("write `x in S`, or `(x, y) in S` for a set of pairs; conditions belong after `where`")
    )
