"""The wording of what can be wrong with a text before its names are looked at.

Codes E001 to E019 are about the language, E020 to E039 about its YAML form.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from excover.diagnostics import Diagnostic, error
from excover.source import Span
from excover.words import clipped, did_you_mean, listed, near, plural, raised, visible

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
    "LATTICE": "`square`, `hex`, `triangle` or `cube`",
    "COMPARE": "<",
    "IN": "in",
    "NOT_IN": "not in",
    "MULTIPLY": "*",
}

_FOREIGN = {
    "==": "equality is written `=`",
    "//": "comments begin with `#`",
    "/": "whole division is written `div`",
    "%": "the remainder is written `mod`",
    "'": "texts are written in double quotes",
    "\u201c": 'texts are written in straight double quotes: `"`',
    "\u201d": 'texts are written in straight double quotes: `"`',
    ";": "statements need no separator: just leave it out",
    ":": "nothing needs a colon here: just leave it out",
    "&&": "write `and`",
    "||": "write `or`",
    "&": "write `and`",
    "!": "write `not`",
}


_SLIPS = (
    (r"=\0=", _FOREIGN["=="]),
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


def too_many_words(span: Span, limit: int) -> Diagnostic:
    return (
        error("E001", f"the text has more than {limit:,} words, signs and lines of drawings")
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


def number_too_large(span: Span, digits: str) -> Diagnostic:
    return (
        error("E004", f"a number of {plural(len(digits), 'digit')} does not fit 64 bits")
        .at(span.part(0, min(20, len(span.text))))
        .helped(f"numbers lie between -{2**63} and {2**63 - 1}")
    )


def unexpected_character(span: Span) -> Diagnostic:
    character = visible(span.text)
    if span.text == '"':
        return (
            error("E005", "a text without its closing quote")
            .at(span, "it begins here")
            .helped("texts end on the line they begin on")
        )
    found = error("E006", f"`{character}` means nothing here").at(span)
    if glued := re.compile(r"(\d+)([A-Za-z_]\w*)").match(span.source.text, span.start):
        product = f"a product is written `{clipped(glued[1])}*{clipped(glued[2])}`"
        return found.helped(product, "names begin with a letter or an underscore")
    foreign = next((sign for sign in _FOREIGN if span.source.text.startswith(sign, span.start)), "")
    return found.helped(_FOREIGN.get(foreign, ""), _forgotten_bar(span))


def unexpected_token(span: Span, accepted: Sequence[str]) -> Diagnostic:
    """``accepted`` are the words and kinds of words that could have stood at ``span``."""
    if found := _misspelt_statement(span) or _times_forgotten(span, accepted) or _bare_value(span, accepted):
        return found
    if not span.text:
        found = error("E007", f"the text ends where {_one_of(accepted)} is expected").at(span, "here")
    else:
        found = error("E008", f"`{_short(span.text)}` where {_one_of(accepted)} is expected").at(span)
    return found.helped(_hint(span, accepted))


def _misspelt_statement(span: Span) -> Diagnostic | None:
    """Does the line of ``span`` begin almost as a statement does? ``span`` may be a later word of it."""
    begin = span.start - span.column + 1
    line = re.match(r"[ \t]*([A-Za-z][a-z]+)(?=[ \t]+[\"A-Za-z_]|[ \t]*$)", span.source.line_text(span.line))
    if not line or begin + line.start(1) > span.start:
        return None
    meant = near(line[1], STATEMENTS, cutoff=0.7)
    if not meant or line[1] in STATEMENTS:
        return None
    word = Span(span.source, begin + line.start(1), begin + line.end(1))
    return (
        error("E008", f"`{word.text}` where a statement is expected")
        .at(word)
        .helped(f"did you mean `{meant}`?")
    )


def _bare_value(span: Span, accepted: Sequence[str]) -> Diagnostic | None:
    """A name with `=` behind it, where a statement begins."""
    line = span.source.line_text(span.line)
    if "let" not in accepted or not re.match(r"[A-Za-z_]\w*\s*=(?!=)", line[span.column - 1 :]):
        return None
    name = _short(span.text)
    return (
        error("E008", f"`{name}` where a statement is expected")
        .at(span)
        .helped(f"write `let {name} = ..`, or `param {name} = ..` for a value that can be set from outside")
    )


_TIMES_FORGOTTEN = re.compile(r"\bat\s+(most|least)\s+(\w+)(?=(?:\s|#[^\n]*(?:\n|$))*$)")


def _times_forgotten(span: Span, accepted: Sequence[str]) -> Diagnostic | None:
    """A bound of an item ends where a number does: at what stands before ``span``."""
    if "times" not in accepted:
        return None
    bound = _TIMES_FORGOTTEN.search(span.source.text, 0, span.start)
    if not bound:
        return None
    once = "write `at most once`, or " if bound[1] == "most" and bound[2] == "1" else "write "
    return (
        error("E008", f"`{_short(bound[0])}` without `times`")
        .at(Span(span.source, *bound.span()))
        .helped(f"{once}`at {bound[1]} {_short(bound[2])} times`")
    )


def _hint(span: Span, accepted: Sequence[str]) -> str:
    text = span.text
    if text in ("[", "(") and "(" not in accepted and (word := _keyword_before(span)):
        return _no_name(word)
    if slip := _forgotten_bar(span, "a line of a drawing" in accepted) or _slip(span):
        return slip
    if text.isidentifier() and "a name" in accepted and "puzzle" not in accepted:
        return _no_name(text)
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


def _no_name(word: str) -> str:
    return f"`{word}` is a word of the language: choose another name"


def is_misuse(diagnostic: Diagnostic) -> bool:
    """Does a word of the language stand for a name? It does so again wherever that name is used."""
    return any("is a word of the language" in line for line in diagnostic.help)


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


# The YAML form

_YAML_REASONS = {
    "mapping values": "a second `:` in this line begins no value",
    "cannot start any token": "nothing can begin with this character",
    "found unexpected end of stream": "a quote is never closed",
    "could not find expected ':'": "a `:` is missing before this",
    "but found": "this does not belong to what is before it",
    "but got": "this does not belong to what is before it",
}


def not_yaml(span: Span, problem: str) -> Diagnostic:
    reason = next((said for words, said in _YAML_REASONS.items() if words in problem), problem)
    found = error("E020", "this is not YAML").at(span, reason)
    if span.text == "\t":
        return found.helped("lines are indented with blanks, never with tabs")
    return found.helped(
        "texts with brackets, commas, colons or quotes in them are put into quotes: `'row[r]'`"
    )


def not_in_yaml(span: Span, character: str) -> Diagnostic:
    return (
        error("E020", f"YAML has no character `{visible(character)}`")
        .at(span)
        .helped("in double quotes it can be written as an escape such as `\\x07`")
    )


def yaml_too_deep(span: Span, limit: int) -> Diagnostic:
    return error("E021", f"more than {limit} maps and lists stand within each other").at(
        span.part(0), "this one is too deep"
    )


def too_many_nodes(span: Span, limit: int) -> Diagnostic:
    return (
        error("E021", f"more than {limit:,} texts, maps and lists")
        .at(span, "this is the first too many")
        .helped("the text form has no such limit, and sets such as `1..9` make one text of many")
    )


def alias(span: Span) -> Diagnostic:
    return (
        error("E022", "references to other parts of a YAML file are not followed")
        .at(span)
        .helped("name what is used twice: `let: {D: 1..9}`")
    )


def anchor_or_tag(span: Span, tag: bool) -> Diagnostic:
    found = error("E022", f"{'tags' if tag else 'anchors'} mean nothing here").at(span)
    return found.helped("leave it out; a text that begins with `!` or `&` is put into quotes")


def empty_document(span: Span) -> Diagnostic:
    return error("E023", "there is nothing in this file").at(span).helped("it begins with `excover: 1`")


def second_document(span: Span) -> Diagnostic:
    return (
        error("E023", "a second document in one file")
        .at(span, "it begins here")
        .helped("one file holds one description: leave out the `---`")
    )


def duplicate_key(span: Span, first: Span, key: str) -> Diagnostic:
    return (
        error("E024", f"`{_short(key)}` stands here twice")
        .at(span)
        .beside(first, "it is here before")
        .helped(_cut_off(key) or "join the two, or make a list of maps")
    )


def key_not_text(span: Span) -> Diagnostic:
    return (
        error("E027", "a map or a list as a key")
        .at(span.part(0))
        .helped("texts that begin with a bracket or a brace are put into quotes")
    )


def unknown_key(span: Span, key: str, known: Sequence[str], owner: str) -> Diagnostic:
    found = error("E025", f"{owner} has no `{_short(key)}`").at(span)
    return found.helped(
        _cut_off(key) or did_you_mean(key, known) or f"it may have {listed(known, 'and', most=30)}"
    )


def _cut_off(key: str) -> str:
    """Is this the end of a text that YAML took apart at a comma?"""
    if re.search(r"[\])}]$", key) and not re.search(r"[\[({]", key):
        return "texts with commas inside `{ }` or `[ ]` are put into quotes: `'queen(r, c)'`"
    return ""


def missing_key(span: Span, key: str, owner: str) -> Diagnostic:
    return error("E026", f"{owner} without `{key}`").at(span.part(0)).helped(f"add `{key}: ..`")


def wrong_node(span: Span, found: str, expected: str, keys: Sequence[str] = ()) -> Diagnostic:
    """``keys`` are those that a map may have here."""
    return (
        error("E027", f"{found} where {expected} is expected")
        .at(span)
        .helped(
            f"its keys are {listed(list(keys), 'and', most=30)}" if keys else "",
            "a text that begins with a bracket or a brace is put into quotes"
            if "text" in expected and span.text[:1] in {"[", "{"}
            else "",
        )
    )


def nothing_written(span: Span) -> Diagnostic:
    return error("E028", "nothing is written here").at(span)


def not_version_one(span: Span, found: str) -> Diagnostic:
    return (
        error("E029", f"`{_short(found)}` is no version of the YAML form")
        .at(span)
        .helped("write `excover: 1`")
    )


def no_version(span: Span) -> Diagnostic:
    return (
        error("E029", "this file does not say that it is a description")
        .at(span.part(0))
        .helped("begin it with `excover: 1`")
    )


def not_a_flag(span: Span, found: str) -> Diagnostic:
    return error("E030", f"`{_short(found)}` where `true` or `false` is expected").at(span)


def not_one_line(span: Span, what: str) -> Diagnostic:
    return (
        error("E031", f"{what} with a line break or a double quote in it")
        .at(span)
        .helped("no text of the language can hold these; single quotes are fine")
    )


def drawing_in_one_line(span: Span) -> Diagnostic:
    return (
        error("E032", "the lines of this drawing become one")
        .at(span)
        .helped("keep them apart: write `art: |` and the drawing below it, indented")
    )


def no_such_word(span: Span, found: str, words: Sequence[str]) -> Diagnostic:
    return (
        error("E033", f"`{_short(found)}` where {listed(words)} is expected")
        .at(span)
        .helped(did_you_mean(found, words))
    )
