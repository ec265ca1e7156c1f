"""Lines as they are often written by mistake, and what is meant.

>>> from excover.base.source import Source
>>> slip(Span(Source("queens.xc", "item row[1..8]"), 8, 9))
Hint(help='', edit=None, is_whole=False)
>>> hint = slip(Span(Source("queens.xc", "expect solutions 92"), 17, 19))
>>> hint.help, hint.edit.applied()
('write `expect solutions = ..`', 'expect solutions = 92')
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from excover.base.diagnostics import Edit
from excover.base.source import Span
from excover.base.words import clipped
from excover.language.messages.edits import NO_POWERS, Hint

CONDITION_BEFORE = "write `where ..` before `covers`; behind an item, `if ..` is about that item alone"
CONDITION_BEHIND = Hint(
    "write the condition after the parenthesis: `option name(x in 1..3) where x > 1 covers ..`"
)
COVERS = Hint("state what the option covers: `option name(x in 1..3) covers a[x]`")
DRAW_PIECES = Hint("draw the pieces below, each with a letter, and a bar before each line: `|AA`")
STRAY_DRAWING = Hint("put a drawing after `board`, `shapes`, `table` or `given`")

_SLIPS: tuple[tuple[str, str, tuple[int, int, str] | None], ...] = (
    (
        r"^\s*item\b.*\bexactly \0once\b",
        "write `once`, or nothing behind the last family",
        (-8, 0, ""),
    ),
    (r"^\s*enum \w+ = *\0\{", "write symbols without braces: `enum Day = Mon, Tue`", None),
    (
        r"^\s*optional \0item\b",
        "write `at most once` behind an item that may stay uncovered: `item a at most once`",
        None,
    ),
    (r"^\s*expect \0\d", "write what is counted first: `expect solutions = 4`", None),
    (r"^\s*board \0\d", "give the board a name: `board grid 3x4`", None),
    (r"^\s*board \w+ \d+\0,\d", "write a size as `3x4`", (0, 1, "x")),
    (r"^\s*require\b.*\0at corner\b", "write `at corners`", (0, 9, "at corners")),
    (r"^\s*draw\b.*\bat \w+\0,", "write a cell in parentheses: `at (r, c)`", None),
    (r"\b(where|if)\b.*\w \0is\b", "write equality as `=`", (0, 2, "=")),
    (r"^\s*where\b.*\0,", "write `and` between conditions", (0, 1, " and")),
    (r"\.\.\0\.", "write a range with two dots: `1..3`", (0, 1, "")),
    (r"^\s*board\b.*[\w)\]] \0[xX*] +[\w(]", "write a size as `3x4`, or as `n by n`", (0, 1, "by")),
    (r"\d \0[xX] \d", "write a size without blanks: `3x4`", (-1, 2, "x")),
    (
        r"^\s*place \0\w",
        "add how the pieces may lie: `free` (rotated and reflected), `one-sided` (rotated) or `fixed`",
        (0, 0, "free "),
    ),
    (
        r"^\s*shapes\b.*= *all \0\d",
        "add which pieces are the same: `free` (rotated and reflected), `one-sided` (rotated) or `fixed`",
        (0, 0, "free "),
    ),
    (
        r"^\s*shapes\b.*= *all\b(?:(?! of ).)*\d \0\w",
        "write `of` before the lattice: `all free 4 of square`",
        (0, 0, "of "),
    ),
    (
        r"^\s*shapes\b.*= *all\b.* of \w+ (\0with\b|\0where\b|without \d+ \0holes?\b)",
        "only `without holes` and letters, `without A, B`, leave some of these pieces out: "
        "`excover pieces` shows their letters",
        None,
    ),
    (r"^\s*item \w+ +\d+\.\.\d*\0", "write the indices of items in square brackets: `item a[1..3]`", None),
    (
        r"^\s*place\b.*\b(where|covering)\b.*\0(each|covering)\b",
        "write the parts of `place` in this order: `each ..`, `covering ..`, `where ..`",
        None,
    ),
    (
        r"^\s*(draw (?!as\b).*)?\0(color\b|\".*\bcolor\b)",
        'set the color of a mark in a statement of its own: `draw as "A" color "orange"`',
        None,
    ),
    (
        r"^\s*draw\b.*\bcolor\b.*\0(at|as)\b",
        "write the parts of `draw` in this order: `at ..`, `as ..`, `color ..`",
        None,
    ),
    (
        r"\bcovers\b.*[\w\]]\s*\0([*]|\d)",
        "write amounts with `by`, as in `covers load[m] by 7`",
        None,
    ),
    (r"\bcovers\b.*\w\0\(", "write the indices of an item in square brackets: `a[1]`", None),
    (
        r"^\s*(minimize|maximize)\b.*[\w\]]\s*\0(,|and\b|minimize\b|maximize\b)",
        "write several goals with `then`, the most important first: `minimize a then b`",
        None,
    ),
    (
        r"\d\.\0\d",
        "numbers are whole: use a smaller unit for all of them, such as cents instead of euros",
        None,
    ),
    (r"^\s*item\b.*\belse \0[\w(]", "write `else cost 5`", (0, 0, "cost ")),
    (r"^\s*\0cost\s*[<=>]", "write a bound on the costs as `cost at most 100` or `cost at least 10`", None),
    (r"\bonce per\b.* \0and\b", "separate units with commas: `once per row, column`", (-1, 3, ",")),
    (
        r"\bcovers\b.* \0and\b",
        "separate the items with commas: `covers a[1], b[2]`",
        (-1, 3, ","),
    ),
    (
        r"\bcovers\b[^(]* \0for\b",
        "write several items in parentheses: `covers (a[x] for x in 1..3)`",
        None,
    ),
    (
        r"\b(abs|all|any|count|different|len|max|min|number|product|sum) \0[\w({\"]",
        "write the arguments of a function in parentheses, right behind its name: `max(a, b)`",
        None,
    ),
    (
        r"^\s*item\b.*\bin units \0(at|\d)",
        "a bound takes the place of `in`: `item load at least 3 units`",
        None,
    ),
    (
        r"^\s*(param|let) \w+ \0[^\W\d]\w* *=",
        "a value has one name, without blanks: `param n = 8`",
        None,
    ),
    (r"\S.*\0\|\|", "write `or`", (0, 2, " or ")),
)
"""Lines as they are often written by mistake, with a zero where they go wrong; and the first and the last
character from there on that another text replaces."""

_LONGEST_LINE = 1000
"""The most characters of a line that is compared with slips: matching them is quadratic."""


class _Slip(NamedTuple):
    r"""A line as it is often written by mistake: with a zero where it goes wrong, or up to there.

    The group `old` is what another text replaces: in this text and in the help, `\g<1>` is another group.
    """

    pattern: str
    help: str
    written: str | None = None
    is_certain: bool = True


_NO_LOOPS = (
    "statements are not repeated: let the names of an option range over sets, `option f(x in 1..3) covers ..`"
)
_NO_COMMANDS = "leave it out: a description says what a solution is, and `excover solve` searches for it"
_GOALS = (
    "a goal is `cost`, or an item with units: write what is added up behind the options, `covers .. cost x`, "
    r"and `\g<goal>` alone"
)

_VALUE = r"(?!once\b)[\w\"]+"

_NAMED_SLIPS = (
    _Slip(
        r"^\s*(?P<goal>minimize|maximize)\b(?:.*\b(?:sum|max|min|count|abs) *\0\(|.*\0(?:[+*-]|\d|\())",
        _GOALS,
    ),
    _Slip(r"^\s*\0for\b", _NO_LOOPS),
    _Slip(
        r"^\s*(?P<old>\0)(?!b?o?a?r?d? )(\w+) +(\d+) *[xX] *(\d+)",
        "declare a board with a name and a size: `board \\2 \\3x\\4`",
        "board ",
        is_certain=False,
    ),
    _Slip(
        r"^\s*given\b.*(?P<old>\b(\w+)\(([^()]*)\) *\0= *(\w+))",
        "write the value as the last argument: `\\2(\\3, \\4)`",
        r"\2(\3, \4)",
    ),
    _Slip(r"^\s*\0(?:solve|print|show|run|output|end|done|exit|return)\b", _NO_COMMANDS),
    _Slip(
        r"^\s*\0(?P<old>(?:var|const|int|val|local|my|auto|number|constant) )\w+ *=",
        "write `let` before the name of a value",
        "let ",
    ),
    _Slip(
        r"^\s*\0(?!(?:expect|param|let|fill|board|shapes)\b)[^\W\d]\w* [^\W\d]\w* *=",
        "a statement begins with a keyword: write `param n = 8` for a value that can be set, or `let n = 8`",
    ),
    _Slip(
        r"^\s*\0(?P<old>(?:function|func|fun|fn) )\w+ *\(",
        "write `def` before the name of a function",
        "def ",
    ),
    _Slip(
        r"^\s*(?P<old>\0(?:put|lay) )(?:free|fixed|one-sided)\b",
        "write `place` before how pieces may lie",
        "place ",
    ),
    _Slip(r"^\s*import (?P<old>(\w+)\0\.(\w+))", 'quote the name of a file: `"\\2.\\3"`', r'"\2.\3"'),
    _Slip(
        r"\bonce per\b.*(?P<old>\0box(?:es)?)\b", "write `block` with its size, as in `block 2x3`", "block"
    ),
    _Slip(
        r"\bonce per\b.*(?P<old>\0(?:regions?|areas?|cages?|letters?|jigsaw)\b)",
        "regions are cells with the same letter in the drawing of the board: write `label`",
        "label",
    ),
    _Slip(
        r"\bonce (?P<old>\0(?:in each|in every|in|for each|for every|for) )",
        "write `per` before what values differ in: `once per row, column`",
        "per ",
    ),
    _Slip(
        r"^\s*place\b.* on \w+ \0up to\b",
        "how pieces may lie stands before them, as in `place one-sided p on b`; "
        "solutions are counted up to symmetry by `expect solutions up to rotations = 1`",
    ),
    _Slip(
        r"^\s*place\b.*(?P<old> \0(?:exactly )?once)\b",
        "leave it out: each piece is used once unless something else is stated",
        "",
    ),
    _Slip(
        rf"^\s*fill \w+ with (?P<old>{_VALUE}(?:, *{_VALUE})*, *\0{_VALUE}(?:, *{_VALUE})*)",
        r"write the values as a set: `{\g<old>}`",
        r"{\g<old>}",
    ),
    _Slip(r"^\s*draw\b.* as (?P<old>\0([^\w\s\"({#|-]+))", 'write texts in double quotes: `"\\2"`', r'"\2"'),
    _Slip(r"(?<=\w)(?<!up)(?<!to)(?P<old> \0to )(?=\w)", "write a range with two dots: `1..3`", ".."),
    _Slip(
        r"^\s*item \w+(?P<old> in \0([\w]+\.\.\w+))",
        "write the indices of items in square brackets: `[\\2]`",
        r"[\2]",
    ),
    _Slip(r"\*\0\*", NO_POWERS),
    _Slip(r"^\s*def\b.*=\s*(?P<old>return )\0", "leave `return` out: a function is its expression", ""),
    _Slip(
        r"(?P<old>\0if (.+?) then (.+?) else ([^#]*[^#\s]))",
        "write the condition between the two values: `\\3 if \\2 else \\4`",
        r"\3 if \2 else \4",
    ),
    _Slip(r"[=(,]\s*\0if\b", "write the condition between the two values: `a if x > 1 else b`"),
    _Slip(r"\{[^}]*(?P<old>\0\|)", "write `for` instead of the bar: `{x for x in S}`", "for"),
    _Slip(
        r"^\s*(?:optional )?option\b.*(?P<old>\0cost (.+?) covers ([^#]*[^#\s]))",
        "write the cost behind what is covered: `covers \\3 cost \\2`",
        r"covers \3 cost \2",
    ),
    _Slip(r"(?P<old>\0such that)\b", "write `where` before a condition", "where"),
    _Slip(
        r"\bcovers\b[^(]* \0(?:forall|foreach)\b",
        "write several items in parentheses: `covers (a[x] for x in 1..3)`",
    ),
    _Slip(
        r"^\s*expect (?P<old>(solutions|options|items|cost) \0)\d+\s*(?:when\b|#|$)",
        "write `expect \\2 = ..`",
        r"\2 = ",
    ),
    _Slip(
        r"^\s*expect (?P<old>\0(?:no|none|unsolvable)\b(?: solutions?)?)",
        "write `expect solutions = 0`",
        "solutions = 0",
    ),
    _Slip(r"^\s*expect (?P<old>\0unique\b(?: solution)?)", "write `expect solutions = 1`", "solutions = 1"),
    _Slip(r"^\s*board \w+ \w+(?P<old> *\0\* *)\w", "write a size as `3x4`, or as `n by n`", " by "),
    _Slip(
        r"^\s*board \w+ (?P<old>\0\[(\w+), *(\w+)\])",
        "write a size as `3x4`, or as `n by n`",
        r"\2 by \3",
    ),
    _Slip(r"(?P<old>, *\0)[)\]}]", "leave out the comma at the end", "", False),
    _Slip(r"^\s*item\b.*(?P<old>\0<= *1)\b(?! *\w)", "write `at most once`", "at most once"),
    _Slip(r"^\s*item\b.*(?P<old>\0<= *(\w+))", "write `at most \\2 times`", r"at most \2 times"),
    _Slip(r"^\s*item\b.*(?P<old>\0>= *(\w+))", "write `at least \\2 times`", r"at least \2 times"),
    _Slip(
        r"^\s*item\b.*\0= *(?:sum|total|min|max|count)\b",
        "a sum is that of an item in units, `item load[1..3] 12 units`, to which options add: "
        "`covers load[i] by 5`",
    ),
    _Slip(
        r"^\s*item\b.*[\w\]](?P<old> *\0= *1)\b",
        "leave it out: an item is covered exactly once unless something else is stated",
        "",
    ),
    _Slip(r"^\s*item\b.*(?P<old>\0= *(\w+))", "write `\\2 times`", r"\2 times"),
    _Slip(r"^\s*item\b.*(?P<old>exactly \0(\w+)(?: times)?)", "write `\\2 times`", r"\2 times"),
    _Slip(
        r"^\s*(?:optional\s+)?option \w+(?P<old>) \0(?:covers|where|distinct)\b",
        "write parentheses behind the name of an option, even without names in them: `option f() covers a`",
        "()",
    ),
    _Slip(r"\boption \w+\((?P<old>(\w+) \0for \2 in)\b", "write `\\2 in ..`", r"\2 in"),
    _Slip(
        r"^(?!.*\bwhere\b.*\bcovers\b).*(?P<old>\bcovers\b(.*\S)\s*\0(where\b(?:(?!\bcost\b)[^#])*[^#\s]))",
        CONDITION_BEFORE,
        r"\3 covers\2",
        is_certain=False,
    ),
    _Slip(r"\bcovers\b.*\0where\b", CONDITION_BEFORE),
    _Slip(
        r"^\s*draw\b.*\) *(?P<old>\0where (.+?) +at +(\S.*?))(?= +as\b| +color\b| *(?:#|$))",
        "draw the others nowhere: `at \\3 if \\2 else {}`",
        r"at \3 if \2 else {}",
    ),
    _Slip(r"\bcost (?P<old>\0= *)", "leave it out: `cost 3`", ""),
    _Slip(
        r"^\s*(?:item|option|board|let|param|enum|shapes) (?P<old>(\w+)\0[.-](\w+))",
        "a name has letters, digits and underscores: `\\2_\\3`",
        r"\2_\3",
    ),
    _Slip(r"^\s*option\b.*\) *\0\{", "write no braces: `option name(x in 1..3) covers a[x]`"),
)
"""These name all that may be meant."""

_BEHIND = (
    _Slip(r"(?:^|\n)[ \t]*(?P<old>--)[^\n]*", "write a comment with `#`", "#"),
    _Slip(
        r"\bitem +(?P<old>(\w+)-(\w+))",
        r"a name has letters, digits and underscores: `\2_\3`",
        r"\2_\3",
    ),
    _Slip(r"\bboard\s+\w+\s+(?P<old>(\d+))", "write rows and columns: `\\2x\\2`", r"\2x\2", False),
    _Slip(
        r"\bboard\s+\w+\s+(?P<old>\((\w+), *(\w+)\))", "write a size as `3x4`, or as `n by n`", r"\2 by \3"
    ),
    _Slip(
        r"\bitem\b[^\n]*[\w\]] +(?P<old>(?:optional|secondary))",
        "write `at most once` behind an item that may stay uncovered",
        "at most once",
    ),
)
"""What stands before a place where something else is expected."""

_FARTHEST = 300
"""How many characters before such a place are looked at."""


def behind(span: Span) -> Hint:
    """What is before ``span``, if that looks like something that is often written by mistake."""
    first = max(0, span.start - _FARTHEST)
    before = span.source.text[first : span.start]
    for each in _BEHIND:
        if found := re.search(rf"{each.pattern}(?=(?:\s|#[^\n]*(?:\n|$))*$)", before):
            old = Span(span.source, first + found.start("old"), first + found.end("old"))
            return _said(each, found, old)
    return Hint()


_GROUP = re.compile(r"\\(?:g<(\w+)>|(\d))")


def _said(slip: _Slip, found: re.Match[str], old: Span) -> Hint:
    parts = (group[1] or int(group[2]) for group in _GROUP.finditer(slip.help))
    shown = (clipped(found[part].replace("\0", "")) for part in parts)
    help_ = _GROUP.sub(lambda _: next(shown), slip.help)
    if slip.written is None:
        return Hint(help_, is_whole=True)
    written = found.expand(slip.written).replace("\0", "")
    return Hint(help_, Edit(old, written, slip.is_certain), is_whole=True)


def unquoted(span: Span) -> Hint:
    """A text without its quotes, from ``span`` on: a title as long as its line, others up to a blank."""
    line = span.source.line_text(span.line)
    before, text = line[: span.column - 1], line[span.column - 1 :]
    pattern = r"[^\"#\n]*[^\"#\s]" if re.match(r"\s*puzzle\b", line) else r"[^\"#\s]+"
    found = re.match(pattern, text) if before.strip() and '"' not in text else None
    if not found:
        return Hint()
    place = Span(span.source, span.start, span.start + found.end())
    return Hint(
        f'write texts in double quotes: `"{clipped(found[0])}"`', Edit(place, f'"{found[0]}"', True), True
    )


_MEMBERS = re.compile(r"(?:\w+|\"[^\"\n]*\")(?:\s+(?:\w+|\"[^\"\n]*\"))+")


def uncommaed(span: Span, keywords: Collection[str]) -> Hint:
    """Members of a set, or values in other brackets, with blanks between them; ``span`` is the second."""
    text, limit = span.source.text, span.start + _FARTHEST
    first = max(text.rfind(bracket, max(0, span.start - _FARTHEST), span.start) for bracket in "([{") + 1
    last = min((at for bracket in ")]}" if (at := text.find(bracket, span.start, limit)) >= 0), default=0)
    inside = text[first:last].strip()
    words = re.findall(r"\"[^\"\n]*\"|\w+", inside)
    if not first or len(words) < 3 or not _MEMBERS.fullmatch(inside) or not set(keywords).isdisjoint(words):
        return Hint()
    place = Span(span.source, first, last)
    written = ", ".join(words)
    return Hint(f"separate them with commas: `{clipped(written)}`", Edit(place, written, True), True)


def slip(span: Span) -> Hint:
    """What the line of ``span`` looks like, if it looks like something that is often written by mistake."""
    line = span.source.line_text(span.line)
    if len(line) > _LONGEST_LINE:
        return Hint()
    marked = f"{line[: span.column - 1]}\0{line[span.column - 1 :]}"
    for pattern, help_, replaced in _SLIPS:
        if re.search(pattern, marked):
            return Hint(help_, _replaced(span, *replaced) if replaced else None)
    for each in _NAMED_SLIPS:
        if named := re.search(each.pattern, marked):
            begin, zero = span.start - span.column + 1, span.column - 1
            ends = (at - (at > zero) for at in named.span("old")) if each.written is not None else (0, 0)
            return _said(each, named, Span(span.source, *(begin + at for at in ends)))
    return Hint()


def _replaced(span: Span, first: int, last: int, text: str) -> Edit:
    one_of_several = text in ("free ", " and")
    return Edit(Span(span.source, span.start + first, span.start + last), text, not one_of_several)
