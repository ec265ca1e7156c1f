"""Lines as they are often written by mistake, and what is meant.

>>> from excover.base.source import Source
>>> hint = in_line(Span(Source("queens.xc", "expect solutions 92"), 17, 19), ["="])
>>> hint.help, hint.edit.applied()
('write `expect solutions = ..`', 'expect solutions = 92')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import NamedTuple

from excover.base.diagnostics import Edit
from excover.base.source import Span
from excover.base.words import clipped
from excover.language.messages.message import NO_POWERS, Hint
from excover.language.syntax.statements import FORMS
from excover.language.syntax.statements.draw import LOOKS

CONDITION_BEFORE = "write `where ..` before `covers`; behind an item, `if ..` is about that item alone"


class Mistake(NamedTuple):
    r"""A text as it is often written by mistake, with a zero where it goes wrong.

    The group `old` is what another text replaces: in this text and in the help, `\g<1>` is another group.
    It is one only where what it ``needs`` is possible, and ``unless`` the text has that anywhere. If it is
    not ``is_alone``, something else may be meant, and other edits are tried.
    """

    pattern: str
    help: str
    written: str | None = None
    is_certain: bool = True
    needs: str = ""
    unless: str = ""
    is_alone: bool = True


_IN_LINE = (
    Mistake(
        r"^\s*item\b.*\b(?P<old>exactly \0)once\b",
        "write `once`, or nothing behind the last family",
        "",
    ),
    Mistake(r"^\s*enum \w+ = *\0\{", "write symbols without braces: `enum Day = Mon, Tue`"),
    Mistake(
        r"^\s*optional \0item\b",
        "write `at most once` behind an item that may stay uncovered: `item a at most once`",
    ),
    Mistake(
        r"^\s*(?P<old>(option|choose|lines) hidden) ?\0[\w ]",
        "write `hidden` first: `hidden \\2`",
        r"hidden \2",
    ),
    Mistake(r"^\s*hidden \0(?!hidden\b)", "only options can be hidden, by `option`, `choose` or `lines`"),
    Mistake(r"^\0\w[\w ]* \| ", "read a file of Knuth's programs by `--from dlx`, or name it `NAME.dlx`"),
    Mistake(r"^\s*expect \0\d", "write what is counted first: `expect solutions = 4`"),
    Mistake(r"^\s*board \0\d", "give the board a name: `board grid 3x4`"),
    Mistake(r"^\s*board \w+ \d+(?P<old>\0,)\d", "write a size as `3x4`", "x"),
    Mistake(r"^\s*require\b.*(?P<old>\0(at corner|diagonally))\b", "write `at corners`", "at corners"),
    Mistake(
        r"^\s*require\b.*\bas areas of\b.*\b(per\b.*\0from|from\b.*\0per)\b",
        "write the size by its place, without `from`: `as areas of clue[p] if p in clue else 1..99 per v`",
    ),
    Mistake(r"^\s*draw\b[^\"]*\) *(?P<old>\0)\(", "write `at` before the cell", "at "),
    Mistake(r"^\s*draw\b.*\bat \w+\0,", "write a cell in parentheses: `at (r, c)`"),
    Mistake(r"\b(where|if)\b.*\w (?P<old>\0is)\b", "write equality as `=`", "="),
    Mistake(r"^\s*where\b.*(?P<old>\0,)", "write `and` between conditions", " and", is_certain=False),
    Mistake(r"\.\.(?P<old>\0\.)", "write a range with two dots: `1..3`", ""),
    Mistake(r"^\s*board\b.*[\w)\]] (?P<old>\0[xX*]) +[\w(]", "write a size as `3x4`, or as `n by n`", "by"),
    Mistake(r"\d(?P<old> \0[xX] )\d", "write a size without blanks: `3x4`", "x"),
    Mistake(
        r"^\s*place (?P<old>\0)\w",
        "add how the pieces may lie: `free` (rotated and reflected), `one-sided` (rotated) or `fixed`",
        "free ",
        is_certain=False,
    ),
    Mistake(
        r"^\s*shapes\b.*= *all (?P<old>\0)\d",
        "add which pieces are the same: `free` (rotated and reflected), `one-sided` (rotated) or `fixed`",
        "free ",
        is_certain=False,
    ),
    Mistake(
        r"^\s*shapes\b.*= *all\b.* of \w+ (\0with\b|\0where\b|without \d+ \0holes?\b)",
        "only `without holes` and letters, `without A, B`, leave some of these pieces out: "
        "`excover pieces` shows their letters",
    ),
    Mistake(
        r"^\s*place\b.*\b(where|covering)\b.*\0(each|covering)\b",
        "write the parts of `place` in this order: `each ..`, `covering ..`, `where ..`",
    ),
    Mistake(
        r"^\s*(draw (?!as\b).*)?\0(color\b|\".*\bcolor\b)",
        'set the color of a mark in a statement of its own: `draw as "A" color "orange"`',
    ),
    Mistake(
        r"^\s*draw\b.*\bcolor\b.*\0(at|as)\b",
        "write the parts of `draw` in this order: `at ..`, `as ..`, `color ..`",
    ),
    Mistake(r"\bcovers\b.*[\w\]]\s*\0([*]|\d)", "write amounts with `by`, as in `covers load[m] by 7`"),
    Mistake(r"\bcovers\b.*\w\0\(", "write the indices of an item in square brackets: `a[1]`"),
    Mistake(
        r"^\s*(minimize|maximize)\b.*[\w\]]\s*\0(,|and\b|minimize\b|maximize\b)",
        "write several goals with `then`, the most important first: `minimize a then b`",
    ),
    Mistake(
        r"\d\.\0\d",
        "numbers are whole: use a smaller unit for all of them, such as cents instead of euros",
    ),
    Mistake(r"^\s*\0cost\s*[<=>]", "write a bound on the costs as `cost at most 100` or `cost at least 10`"),
    Mistake(
        r"\bonce per\b.*(?P<old> \0(?:and )?)(?:row|column|label|block)\b",
        "separate units with commas: `once per row, column`",
        ", ",
    ),
    Mistake(r"\bonce per\b.*\b(?:row|column|label) \0\d+x\d+", "only a block has a size"),
    Mistake(r"\bcovers\b.*(?P<old> \0and)\b", "separate the items with commas: `covers a[1], b[2]`", ","),
    Mistake(r"\S.*(?P<old>\0\|\|)", "write `or`", " or "),
    Mistake(r"^\s*(param|let) \w+ \0[^\W\d]\w* *=", "a value has one name, without blanks: `param n = 8`"),
    Mistake(
        r"^\s*require (?P<old>\0?(?:for|forall|foreach|each|every)(?: \0?(?:all|each|every))? "
        r"\0?(\w[^#:]*? in [^#:]*?)(?: *: *\0?)([^#]*[^#\s]))",
        "write the loop behind the condition: `require \\3 for \\2`",
        r"\3 for \2",
    ),
    Mistake(
        r"^\s*require (?P<old>\0if ([^#]+?),? then ([^#]*?[^#\s]))(?=(?: for \w[^#]*)? *(?:#|$))",
        "write `a implies b`: `\\2 implies \\3`",
        r"\2 implies \3",
    ),
    Mistake(
        r"^\s*require (?P<old>([^#]*\S) if ([^#]*?\S)) \0for\b",
        "write `a implies b`: `\\3 implies \\2`",
        r"\3 implies \2",
    ),
    *(
        Mistake(
            rf"^\s*require (?P<old>\0?{words} \0?(\w+) (?:of )?\0?([^#]*[^#\s]))",
            f"write how many are counted: `count(\\3) {sign} \\2`",
            rf"count(\3) {sign} \2",
            False,
        )
        for words, sign in (("at most", "<="), ("at least", ">="), ("exactly", "="))
    ),
    Mistake(
        r"(?P<old>\b(abs|all|any|count|different|len|max|min|number|product|sum) \0([\w({\"][^#]*?))"
        r"(?= *(?:#|$|[<>!=]+ *\w+ *(?:#|$)))",
        "write the arguments of a function in parentheses, right behind its name: `max(a, b)`",
        r"\2(\3)",
        False,
    ),
    Mistake(r"^\s*(?:let|def|require)\b.*?(?P<old>\0\|([^|#]+)\|)", "write `abs(\\2)`", r"abs(\2)"),
    Mistake(r"(?<![<>!=])(?P<old>= *\0not )", "write `!=` between conditions of which one holds", "!= "),
    Mistake(
        r"\bin [^#]*?(?P<old>\bif) [^#]*?\0\)", "write `where` before the condition of a loop", "where", False
    ),
    Mistake(
        r"^\s*(?:hidden )?choose (\w+)(?P<old> \0(\w[^#]*?))(?= from\b| where\b| *(?:#|$))",
        "write parentheses behind the name: `\\1(\\3)`",
        r"(\3)",
    ),
    Mistake(
        r"^\s*draw (\w+)\((\w+)\) (?P<old>\0)as\b", "write where it is drawn: `at \\2`", r"at \2 ", False
    ),
    Mistake(
        r"^\s*item\b.*\bin units \0(at|\d)",
        "a bound takes the place of `in`: `item load at least 3 units`",
    ),
)
"""In a line; something else may be meant as well."""

_NO_LOOPS = (
    "statements are not repeated: let the names of an option range over sets, `option f(x in 1..3) covers ..`"
)
_NO_COMMANDS = "leave it out: a description states what a solution is, and `excover solve` searches for it"
_GOALS = (
    "a goal is `cost`, or an item with units: write what is added up behind the options, `covers .. cost x`, "
    r"and `\g<goal>` alone"
)

_VALUE = r"(?!once\b)[\w\"]+"

_ALONE = (
    Mistake(
        r"^\s*(?P<goal>minimize|maximize)\b(?:.*\b(?:sum|max|min|count|abs) *\0\(|.*\0(?:[+*-]|\d|\())",
        _GOALS,
    ),
    Mistake(r"^\s*\0for\b", _NO_LOOPS),
    Mistake(
        r"^\s*(?P<old>\0)(?!b?o?a?r?d? )(\w+) +(\d+) *[xX] *(\d+)",
        "declare a board with a name and a size: `board \\2 \\3x\\4`",
        "board ",
        is_certain=False,
    ),
    Mistake(
        r"^\s*given\b.*(?P<old>\b(\w+)\(([^()]*)\) *\0= *(\w+))",
        "write the value as the last argument: `\\2(\\3, \\4)`",
        r"\2(\3, \4)",
    ),
    Mistake(r"^\s*\0(?:solve|print|show|run|output|end|done|exit|return)\b", _NO_COMMANDS),
    Mistake(
        r"^\s*\0(?P<old>(?:var|const|int|val|local|my|auto|number|constant) )\w+ *=",
        "write `let` before the name of a value",
        "let ",
    ),
    Mistake(
        r"^\s*\0(?!(?:expect|param|let|fill|board|shapes)\b)[^\W\d]\w* [^\W\d]\w* *=",
        "a statement begins with a keyword: write `param n = 8` for a value that can be set, or `let n = 8`",
    ),
    Mistake(
        r"^\s*\0(?P<old>(?:function|func|fun|fn) )\w+ *\(",
        "write `def` before the name of a function",
        "def ",
    ),
    Mistake(
        r"^\s*(?P<old>\0(?:put|lay) )(?:free|fixed|one-sided)\b",
        "write `place` before how pieces may lie",
        "place ",
    ),
    Mistake(r"^\s*import (?P<old>(\w+)\0\.(\w+))", 'quote the name of a file: `"\\2.\\3"`', r'"\2.\3"'),
    Mistake(
        r"\bonce per\b.*(?P<old>\0box(?:es)?)\b", "write `block` with its size, as in `block 2x3`", "block"
    ),
    Mistake(
        r"\bonce per\b.*(?P<old>\0(?:regions?|areas?|cages?|letters?|jigsaw)\b)",
        "regions are cells with the same letter in the drawing of the board: write `label`",
        "label",
    ),
    Mistake(
        r"\bonce (?P<old>\0(?:in each|in every|in|for each|for every|for) )",
        "write `per` before what values differ in: `once per row, column`",
        "per ",
    ),
    Mistake(
        r"^\s*place\b.* on \w+ \0up to\b",
        "how pieces may lie stands before them, as in `place one-sided p on b`; "
        "solutions are counted up to symmetry by `expect solutions up to rotations = 1`",
    ),
    Mistake(
        r"^\s*place\b.*(?P<old> \0(?:exactly )?once)\b",
        "leave it out: each piece is used once unless something else is stated",
        "",
    ),
    Mistake(
        rf"^\s*fill \w+ with (?P<old>{_VALUE}(?:, *{_VALUE})*, *\0{_VALUE}(?:, *{_VALUE})*)",
        r"write the values as a set: `{\g<old>}`",
        r"{\g<old>}",
    ),
    Mistake(
        r"^\s*draw\b.* as (?P<old>\0([^\w\s\"({#|-]+))", 'write texts in double quotes: `"\\2"`', r'"\2"'
    ),
    Mistake(r"(?<=\w)(?P<old> \0to )(?=\w)", "write a range with two dots: `1..3`", "..", needs=".."),
    Mistake(r"^\s*require \w+ (?P<old>(as )?\0(\w+ ){0,2}loop\b)", "write `as one loop`", "as one loop"),
    Mistake(
        r"\bas (one loop|areas\b.*)(?P<old> \0to the edge)", "leave it out: only `connected` takes it", ""
    ),
    Mistake(
        r"^\s*item \w+(?P<old> in \0([\w]+\.\.\w+))",
        "write the indices of items in square brackets: `[\\2]`",
        r"[\2]",
    ),
    Mistake(r"\*\0\*", NO_POWERS),
    Mistake(r"^\s*def\b.*=\s*(?P<old>return )\0", "leave `return` out: a function is its expression", ""),
    Mistake(
        r"(?P<old>\0if (.+?) then (.+?) else ([^#]*[^#\s]))",
        "write the condition between the two values: `\\3 if \\2 else \\4`",
        r"\3 if \2 else \4",
    ),
    Mistake(r"[=(,]\s*\0if\b", "write the condition between the two values: `a if x > 1 else b`"),
    Mistake(r"\{[^}]*(?P<old>\0\|)", "write `for` instead of the bar: `{x for x in S}`", "for"),
    Mistake(
        r"^\s*(?:optional )?option\b.*(?P<old>\0cost (.+?) covers ([^#]*[^#\s]))",
        "write the cost behind what is covered: `covers \\3 cost \\2`",
        r"covers \3 cost \2",
    ),
    Mistake(r"(?P<old>\0such that)\b", "write `where` before a condition", "where"),
    Mistake(
        r"\bcovers\b[^(]* \0for(?:all|each)?\b",
        "write several items in parentheses: `covers (a[x] for x in 1..3)`",
    ),
    Mistake(
        r"^\s*expect (?P<old>(solutions|options|items|cost) \0)\d+\s*(?:when\b|#|$)",
        "write `expect \\2 = ..`",
        r"\2 = ",
    ),
    Mistake(
        r"^\s*expect (?P<old>\0(?:no|none|unsolvable)\b(?: solutions?)?)",
        "write `expect solutions = 0`",
        "solutions = 0",
    ),
    Mistake(r"^\s*expect (?P<old>\0unique\b(?: solution)?)", "write `expect solutions = 1`", "solutions = 1"),
    Mistake(r"^\s*board \w+ \w+(?P<old> *\0\* *)\w", "write a size as `3x4`, or as `n by n`", " by "),
    Mistake(
        r"^\s*board \w+(?P<old> ?\0\[(\w+), *(\w+)\])",
        "write a size as `3x4`, or as `n by n`",
        r" \2 by \3",
    ),
    Mistake(r"(?P<old>, *\0)[)\]}]", "leave out the comma at the end", "", False),
    Mistake(r"^\s*item\b.*(?P<old>\0<= *1)\b(?! *\w)", "write `at most once`", "at most once"),
    Mistake(r"^\s*item\b.*(?P<old>\0<= *(\w+))", "write `at most \\2 times`", r"at most \2 times"),
    Mistake(r"^\s*item\b.*(?P<old>\0>= *(\w+))", "write `at least \\2 times`", r"at least \2 times"),
    Mistake(
        r"^\s*item\b.*\0= *(?:sum|total|min|max|count)\b",
        "a sum is that of an item in units, `item load[1..3] 12 units`, to which options add: "
        "`covers load[i] by 5`",
    ),
    Mistake(
        r"^\s*item\b.*[\w\]](?P<old> *\0= *1)\b",
        "leave it out: an item is covered exactly once unless something else is stated",
        "",
    ),
    Mistake(r"^\s*item\b.*(?P<old>(?:\0= *|exactly \0)(\w+)(?: times)?)", "write `\\2 times`", r"\2 times"),
    Mistake(
        r"^\s*(?:optional\s+)?option \w+(?P<old>) \0(?:covers|where|distinct)\b",
        "write parentheses behind the name of an option, even without names in them: `option f() covers a`",
        "()",
    ),
    Mistake(r"\boption \w+\((?P<old>(\w+) \0for \2 in)\b", "write `\\2 in ..`", r"\2 in"),
    Mistake(
        r"^(?!.*\bwhere\b.*\bcovers\b).*(?P<old>\bcovers\b(.*\S)\s*\0(where\b(?:(?!\bcost\b)[^#])*(?!\bcost\b)[^#\s]))",
        CONDITION_BEFORE,
        r"\3 covers\2",
        is_certain=False,
    ),
    Mistake(
        r"^\s*draw\b.*\) *(?P<old>\0where (.+?) +at +(\S.*?))(?= +as\b| +color\b| *(?:#|$))",
        "draw the others nowhere: `at \\3 if \\2 else {}`",
        r"at \3 if \2 else {}",
    ),
    Mistake(r"\bcost (?P<old>\0= *)", "leave it out: `cost 3`", ""),
    Mistake(
        r"^\s*(?:item|option|board|let|param|enum|shapes) (?P<old>(\w+)\0[.-](\w+))",
        "a name has letters, digits and underscores: `\\2_\\3`",
        r"\2_\3",
    ),
    Mistake(r"^\s*option\b.*\) *\0\{", "write no braces: `option name(x in 1..3) covers a[x]`"),
)
"""In a line; these name all that may be meant."""

_NAMING = "|".join(word for form in FORMS if form.takes_values for word in form.words)

GAP = r"(?:\s|#[^\n\0]*(?=[\n\0]))*\0"
"""Blanks and comments up to the place."""

_BEHIND = (
    Mistake(rf"^[ \t]*(?P<old>--)[^\n]*{GAP}", "write a comment with `#`", "#"),
    Mistake(
        rf"\bitem +(?P<old>(\w+)-(\w+)){GAP}",
        r"a name has letters, digits and underscores: `\2_\3`",
        r"\2_\3",
    ),
    Mistake(rf"\bboard\s+\w+\s+(?P<old>(\d+)){GAP}", r"write rows and columns: `\2x\2`", r"\2x\2", False),
    Mistake(
        rf"\bboard\s+\w+\s+(?P<old>\((\w+), *(\w+)\)){GAP}",
        "write a size as `3x4`, or as `n by n`",
        r"\2 by \3",
    ),
    Mistake(
        rf"\bitem\b[^\n]*[\w\]] +(?P<old>(?:optional|secondary)){GAP}",
        "write `at most once` behind an item that may stay uncovered",
        "at most once",
    ),
    Mistake(
        rf"\bdraw\s+(?P<old>({'|'.join(LOOKS)})[ \t]*(\((?:[^\n()]|\([^\n()]*\))*\))){GAP}",
        r"write `at` before the cells: `draw \2 at \3`",
        r"\2 at \3",
        needs="at",
        unless=r"\boption\s+\2\b",
    ),
    Mistake(rf"(?P<old>(option\b(?:(?!option)[^\0])*\S) +hidden){GAP}", "begin with `hidden`", r"hidden \2"),
    Mistake(r"^\s*given\b.*\0at\b", "draw clues below `given`, or write options: `given f(1, 2)`"),
    Mistake(r"\bgiven\s+\0[({]", "leave out the brackets: `given f(x), g(x) for x in S`", is_alone=False),
    Mistake(
        r"\bgiven\s+\0for\b",
        "write the loop behind the options: `given f(x), g(x) for x in S`",
        is_alone=False,
    ),
    Mistake(
        r"\bgiven\s+\0not\b",
        "`given` states what a solution has; write `forbid f(x)` for what it has not",
        is_alone=False,
    ),
    Mistake(
        rf"\b({_NAMING})\s(?:(?!\bfor\b)[^\n\"#])*\)\s*\0(?:where|if)\b",
        r"write the loop before the condition: `\1 f(x) for x in S where x > 1`",
        is_alone=False,
    ),
    Mistake(
        r"\bforbid\s(?:(?!\bfor\b)[^\n\"#])*\)\s*\0(?:and\b|or\b|,)",
        "`forbid` takes one option, which is never chosen: write one `forbid` for each;\n"
        "of two that may not be chosen together, let both cover an item that is declared `at most once`",
        is_alone=False,
    ),
)
"""Before the place, also in the lines above."""

_LONGEST_LINE, _FARTHEST = 1000, 300
"""The most characters of a line that is looked at, as matching is quadratic; and so many before a place."""

_EACH_LINE = (*(each._replace(is_alone=False) for each in _IN_LINE), *_ALONE)


def in_line(span: Span, accepted: Collection[str]) -> Hint:
    """What in the line of ``span`` is often written by mistake, where words are possible that it needs."""
    line = span.source.line_text(span.line)
    if len(line) > _LONGEST_LINE:
        return Hint()
    begin = span.start - span.column + 1
    able = (each for each in _EACH_LINE if not each.needs or each.needs in accepted)
    return next((hint for each in able if (hint := _found(each, span, begin)).help), Hint())


def behind(span: Span, accepted: Collection[str]) -> Hint:
    """The same of what is before ``span``, where these words are possible."""
    return next((hint for each in _BEHIND if (hint := found_behind(each, span, accepted)).help), Hint())


def found_behind(mistake: Mistake, span: Span, accepted: Collection[str]) -> Hint:
    if mistake.needs and mistake.needs not in accepted:
        return Hint()
    return _found(mistake, span, max(0, span.start - _FARTHEST))


_GROUP = re.compile(r"\\(?:g<(\w+)>|(\d))")


def _found(mistake: Mistake, span: Span, begin: int) -> Hint:
    """In the text from a place on up to the end of the line of ``span``."""
    text = span.source.text
    end = text.find("\n", span.start)
    marked = f"{text[begin : span.start]}\0{text[span.start : end if end >= 0 else len(text)]}"
    found = re.search(mistake.pattern, marked, re.MULTILINE)
    if not found:
        return Hint()

    def filled(template: str, shown: Callable[[str], str]) -> str:
        return _GROUP.sub(lambda group: shown(found[group[1] or int(group[2])].replace("\0", "")), template)

    if mistake.unless and re.search(filled(mistake.unless, re.escape), text):
        return Hint()
    help_ = filled(mistake.help, clipped)
    if mistake.written is None:
        return Hint(help_, is_whole=mistake.is_alone)
    old = Span(span.source, *(begin + at - (at > span.start - begin) for at in found.span("old")))
    edit = Edit(old, filled(mistake.written, str), mistake.is_certain)
    return Hint(help_, edit, is_whole=mistake.is_alone)
