"""Why the grammar refuses a text: chooses the message, and what was probably meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Edit
from excover.base.names import NAME
from excover.base.source import Span
from excover.base.words import NUMBER_WORDS, near
from excover.language import messages
from excover.language.messages.message import Hint, comparison, foreign, glued, in_words, inserted
from excover.language.syntax.grammar import keywords, statement_start, statement_words
from excover.language.syntax.mistakes import (
    CONDITION_BEFORE,
    GAP,
    Mistake,
    behind,
    found_behind,
    in_line,
)
from excover.language.syntax.repair import StatementTrial, uncommaed, unquoted
from excover.language.syntax.unbarred import drawn_above, is_drawn, missing_bar
from excover.lattices import LATTICE_NAMES

OPERATORS = (
    *("and", "or", "if", "else", "in", "not in", "=", "<"),
    *("..", "+", "-", "*", "div", "mod", ".", "[", ","),
)

EXPRESSION_STARTS = {"a name", "a number", "a text in double quotes", "(", "{", "-", "not", "+"}

COMMA_BETWEEN_ITEMS = Mistake(
    rf"^[ \t]*item\b[^\n]*[\w\]](?P<old>)(?=[ \t]+({NAME})(?:\[[^\]\n]*\])?{GAP})",
    r"write a comma before `\2`; if it is how often, `\2 times`",
    ",",
    is_certain=False,
    needs="times",
    unless=r"\b(?:param|let|def)\s+\2\b",
    is_alone=False,
)
"""A name behind an item was read as a bound, unless it is declared as a number."""

QUOTED = "a text in double quotes"

TERMINALS = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": QUOTED,
    "ART": "a line of a drawing",
    "DIMENSIONS": "a size such as `5x11`",
    "GROUP": "`free`, `one-sided` or `fixed`",
    "SIDE": "`below` or `above`",
    "MARGIN": "`above`, `below`, `left`, `right` or `corners`",
    "SOLUTIONS": "`solutions`",
    "SUBJECT": "`options`, `items` or `cost`",
    "UP_TO": "`symmetry` or `rotations`",
    "UNIT": "`row`, `column` or `label`",
    "FAULT": "`crossroads` or `faults`",
    "AT_CORNERS": "at corners",
    "EMPTY": "may stay empty",
    "_MORE_AT_COST": "more at cost",
    "RIM": "`sides` or `corners`",
    "LOOK": "a decoration such as `line`",
    "FIELD": "the name of a column",
    "LATTICE": "a lattice such as `hex`",
    "COMPARE": "<",
    "IN": "in",
    "NOT_IN": "not in",
    "_COST_AT": "",  # as part of a statement
    "_IMPLIES": "",  # behind any condition
    "MULTIPLY": "*",
}


def unexpected_character(span: Span, trial: StatementTrial | None = None) -> Diagnostic:
    """Of a character that begins no word of the language."""
    if span.text == '"':
        return messages.UnclosedText(span)
    likely = [
        hint for hint in (comparison(span), *glued(span), *foreign(span), _forgotten_bar(span)) if hint.help
    ]
    if not likely:
        return messages.UnknownCharacter(span, Hint())
    best = trial.furthest([hint.edit for hint in likely]) if trial else 0
    return messages.UnknownCharacter(span, Hint(likely[0].help) if best is None else likely[best])


def unexpected_word(
    span: Span,
    accepted: Sequence[str],
    misspelt: tuple[Span, str] | None = None,
    trial: StatementTrial | None = None,
) -> Diagnostic:
    """``accepted`` are the words and kinds of words that are possible at ``span``.

    ``misspelt`` is the place of a word, this one or the one before, that should be another word. With a
    ``trial``, an edit is offered only if the text can be read further with it.
    """
    expected = _one_of(accepted)
    found = _misspelt_statement(span)
    if found and (trial is None or ((edit := found.fix()) and trial.begins(edit))):
        return found
    behind_drawing = [word for word in ("labels", "legend") if word in accepted]
    if behind_drawing and (close := near(span.text, behind_drawing)):
        return messages.MisspeltKeyword(span, expected, close)
    if span.text in _WORDS:
        return messages.UnexpectedWord(span, expected, _tried(_foreign_word(span), accepted, trial))
    if misspelt and misspelt[1] in LATTICE_NAMES and (found := _no_lattice(span, accepted)):
        return found
    if misspelt and (edit := _mended_otherwise(*misspelt, accepted, trial)):
        return messages.UnexpectedWord(span, expected, Hint(in_words(edit), edit))
    if misspelt:
        return _misspelt(span, *misspelt, expected, accepted)
    if (
        found := _times_forgotten(span, accepted)
        or _bare_value(span, accepted)
        or _no_lattice(span, accepted)
    ):
        return found
    likely = _likely(span, accepted)
    if not likely.help and (found := _rule(span, accepted, expected, trial)):
        return found
    hint = _tried(likely if likely.help else _advice(span, accepted), accepted, trial)
    return (messages.UnexpectedWord if span.text else messages.UnexpectedEnd)(span, expected, hint)


def _rule(
    span: Span, accepted: Sequence[str], expected: str, trial: StatementTrial | None
) -> Diagnostic | None:
    """A keyword that is used as a name, or a line that is a rule without its first word, or with another."""
    if word := _keyword_as_name(span, accepted):
        return messages.KeywordAsName(span, expected, word)
    line = span.source.line_text(span.line)
    if trial is None or "puzzle" not in accepted or line[: span.column - 1].strip() or "(" not in line:
        return None
    edits = [inserted(span, "require "), Edit(span, "require")] if span.text.isidentifier() else []
    edit = next((each for each in edits if trial.mends(each)), None)
    hint = Hint("a rule begins with `require`", edit)
    return messages.UnexpectedWord(span, expected, hint) if edit else None


def _mended_otherwise(
    place: Span, keyword: str, accepted: Sequence[str], trial: StatementTrial | None
) -> Edit | None:
    """An edit that mends a statement which it does not if a word is taken for a misspelt keyword."""
    if trial is None or trial.mends(Edit(place, keyword)):
        return None
    return trial.repair(accepted)


def _misspelt(
    span: Span, place: Span, keyword: str, expected: str, accepted: Sequence[str]
) -> messages.MisspeltKeyword | messages.UnexpectedWord:
    """Of a word that may be a keyword, or an item behind a forgotten comma, which is named elsewhere, too."""
    comma = found_behind(COMMA_BETWEEN_ITEMS, span, accepted)
    if comma.edit and len(re.findall(rf"\b{place.text}\b", span.source.text)) > 1:
        return messages.UnexpectedWord(span, expected, comma)
    words = expected if place.start == span.start else f"`{keyword}`"
    return messages.MisspeltKeyword(place, words, keyword, comma.edit)


CONDITION_BEHIND = Hint(
    "write the condition after the parenthesis: `option name(x in 1..3) where x > 1 covers ..`"
)
CONDITION_OF_LOOP = Hint(
    "write a loop before the condition: `count(x for x in S where x > 1)`", is_whole=True
)
COVERS = Hint("state what the option covers: `option name(x in 1..3) covers a[x]`")
DRAW_PIECES = Hint("draw the pieces below, each with a letter, and a bar before each line: `|AA`")
LABELS_BEHIND_BOARD = Hint(
    "labels stand right behind their board, or its drawing: no other statement is between"
)
STRAY_DRAWING = Hint("put a drawing after `board`, `shapes`, `table` or `given`")


_WORDS = {
    "xor": ("write `!=` between conditions of which one holds", "!="),
    "equals": ("write equality as `=`", "="),
    "adjacent": ("the cells that share a side with a cell are `beside(p)`", ""),
    "union": ("write the union of sets as `{x for S in {A, B}, x in S}`", ""),
    "intersect": ("write the intersection of sets as `{x for x in A where x in B}`", ""),
}
"""Words of other languages: how they are written here, and what replaces them."""


def _foreign_word(span: Span) -> Hint:
    help_, written = _WORDS.get(span.text, ("", ""))
    return Hint(help_, Edit(span, written, is_certain=True) if written else None, is_whole=not written)


def _tried(hint: Hint, accepted: Sequence[str], trial: StatementTrial | None) -> Hint:
    """The same with an edit that helps, if there is one."""
    if trial is None or (hint.edit and trial.reads_on(hint.edit)):
        return hint
    if hint.is_whole:
        return hint._replace(edit=None)
    edit = trial.repair(accepted)
    is_other = hint.edit or (hint is COVERS and edit and edit.replacement.strip() != "covers")
    return Hint(hint.help if not edit or (hint.help and not is_other) else in_words(edit), edit)


def _misspelt_statement(span: Span) -> Diagnostic | None:
    """Whether the line of ``span`` begins almost like a statement. ``span`` may be a later word of it."""
    begin = span.start - span.column + 1
    line = re.match(
        r"[ \t]*([A-Za-z][a-z]+)(?=[ \t]+(?:\"|[^\W\d])|[ \t]*$)", span.source.line_text(span.line)
    )
    if not line or begin + line.start(1) > span.start:
        return None
    close = near(line[1], statement_words(), cutoff=0.7)
    if not close or line[1] in statement_words():
        return None
    place = Span(span.source, begin + line.start(1), begin + line.end(1))
    return messages.MisspeltKeyword(place, "a statement", close)


def _bare_value(span: Span, accepted: Sequence[str]) -> Diagnostic | None:
    """Whether this is a name with `=` after it, where a statement begins."""
    line = span.source.line_text(span.line)
    is_bare = "let" in accepted and re.match(rf"{NAME}\s*=(?!=)", line[span.column - 1 :])
    return messages.BareValue(span) if is_bare else None


_COMPUTED = r"\w+(?: ?[-+*] ?\w+)+"
_TIMES_FORGOTTEN = re.compile(
    rf"(?:\bat\s+(most|least)\s+({_COMPUTED}|\w+)|(?:(?<=\] )|(?<=\beach ))({_COMPUTED})"
    rf"|\b(\d+|{'|'.join(NUMBER_WORDS)}))(?=(?:\s|#[^\n]*(?:\n|$))*$)"
)


def _times_forgotten(span: Span, accepted: Sequence[str]) -> Diagnostic | None:
    """A bound of an item or a piece without `times`: a number just before ``span``."""
    is_bound = "times" in accepted and span.text != "to"  # `1 to 3` is a range
    bound = _TIMES_FORGOTTEN.search(span.source.text, 0, span.start) if is_bound else None
    if bound is None:
        return None
    return messages.MissingTimes(
        Span(span.source, *bound.span()), bound[1] or "", bound[2] or bound[3] or bound[4]
    )


def _keyword_as_name(span: Span, accepted: Sequence[str]) -> str:
    """The keyword that is used as a name here, or empty."""
    text = span.text
    if text in ("[", "(") and "(" not in accepted:
        return _keyword_before(span)
    is_last = "(" not in accepted or not re.match(r"[ \t]+\w", span.source.text[span.end : span.end + 9])
    is_name = "a name" in accepted and "puzzle" not in accepted and is_last
    return text if text.isidentifier() and is_name else ""


def _last_comma(span: Span) -> Edit | None:
    """Without the comma before a statement."""
    before = span.source.text[: span.start]
    at = len(before.rstrip()) - 1
    is_first = not before.rpartition("\n")[2].strip()
    if not is_first or before[at : at + 1] != "," or span.text not in statement_words():
        return None
    return Edit(Span(span.source, at, at + 1), "", is_certain=True)


def _likely(span: Span, accepted: Sequence[str]) -> Hint:
    """What was probably meant."""
    if comma := _last_comma(span):
        return Hint(f"leave out the comma at the end of line {comma.span.line}", comma, True)
    before = span.source.text[max(0, span.start - 20) : span.start]
    if span.text == "labels" or ("times" in accepted and re.search(r"\blabels\s+\Z", before)):
        return LABELS_BEHIND_BOARD
    takes_drawing = _takes_drawing(accepted)
    found = (
        _forgotten_bar(span, takes_drawing),
        drawn_above(span) if takes_drawing else Hint(),
        comparison(span),
        in_line(span, accepted),
        unquoted(span) if QUOTED in accepted and "(" not in accepted else Hint(),
        uncommaed(span),
        behind(span, accepted),
        _times_as_by(span, accepted),
        Hint("write a set as `{1, 2}`, a tuple as `(1, 2)`" if span.text == "[" and "{" in accepted else ""),
        _board_missing(span, accepted),
        found_behind(COMMA_BETWEEN_ITEMS, span, accepted),
        _on_missing(_declared_lattice(span)),
    )
    return next((hint for hint in found if hint.help), Hint())


def _advice(span: Span, accepted: Sequence[str]) -> Hint:
    """What else may help, where these words are possible."""
    text = span.text
    if _takes_drawing(accepted) and "puzzle" not in accepted and "detached" in accepted:
        return DRAW_PIECES
    if text == "where" and ")" in accepted:
        is_head = re.match(r"\s*(hidden |optional )*(option|choose)\b", span.source.line_text(span.line))
        return CONDITION_BEHIND if is_head else CONDITION_OF_LOOP
    if text == "where" and "if" in accepted:
        return Hint(CONDITION_BEFORE, is_whole=True)
    if "covers" in accepted:
        return COVERS
    return STRAY_DRAWING if text.startswith("|") else Hint()


_LATTICE_OF_BOARD = re.compile(rf"\bboard\s+{NAME}\s+({NAME})(?:\s|#[^\n]*\n)*\Z")
_LATTICE_OF_SHAPES = re.compile(rf"\bshapes[ \t]+{NAME}[ \t]+({NAME})\Z")


def _no_lattice(span: Span, accepted: Sequence[str]) -> Diagnostic | None:
    """A name where a lattice stands: of shapes, it is ``span``; of a board, it was read as the first word of
    a size, and ``span`` is the drawing or the size behind it."""
    text, first = span.source.text, max(0, span.start - 300)
    if _declared_lattice(span):
        return None
    if "by" in accepted and re.match(r"\||\d+(x\d+)+\Z", span.text):
        found = _LATTICE_OF_BOARD.search(text[first : span.start])
    elif "detached" in accepted and span.text not in keywords():
        found = _LATTICE_OF_SHAPES.search(text[first : span.end])
    else:
        return None
    if found is None:
        return None
    name = Span(span.source, first + found.start(1), first + found.end(1))
    may_be_imported = re.search(r"^[ \t]*import\b", text, re.MULTILINE) is not None
    return messages.NotOfKind(name, name.text, "lattice", LATTICE_NAMES, may_be_imported=may_be_imported)


def _takes_drawing(accepted: Sequence[str]) -> bool:
    """Whether a drawing can follow, or its first line was read as the first word of a size."""
    return "a line of a drawing" in accepted or "by" in accepted


_SIZE_WITH_X = re.compile(r"\b(\w*?)x(\w+)\s*\Z")


def _times_as_by(span: Span, accepted: Sequence[str]) -> Hint:
    """That a size with a name in it is written with `by`, not as `nxn`."""
    if "by" not in accepted:
        return Hint()
    first = max(0, span.start - 300)
    found = _SIZE_WITH_X.search(span.source.text[first : span.start])
    if not found or not all(_is_size(span, part, {found[1], found[2]}) for part in found.groups()):
        return Hint()
    meant = f"{found[1]} by {found[2]}"
    place = Span(span.source, first + found.start(1), first + found.end(2))
    return Hint(f"a size with a name in it is written with `by`: `{meant}`", Edit(place, meant))


def _is_size(span: Span, part: str, both: set[str]) -> bool:
    """Whether a part of `nxm` is a number, a declared name, or the same as the other part."""
    declared = rf"\b(?:param|let)\s+{part}\b"
    return bool(part) and (
        part.isdecimal() or len(both) == 1 or re.search(declared, span.source.text) is not None
    )


_MEANT_AS_LATTICE = re.compile(rf"\b(?:board|shapes)\s+{NAME}\s+({NAME})\s*\Z")


def _declared_lattice(span: Span) -> Span | None:
    """The name of a declared lattice that a board or shapes have without `on`: before ``span``, or there."""
    text = span.source.text
    first = max(0, span.start - 300)
    for stop in (span.start, span.end):
        found = _MEANT_AS_LATTICE.search(text[first:stop])
        if found and re.search(rf"\blattice\s+{found[1]}\b", text):
            return Span(span.source, first + found.start(1), first + found.end(1))
    return None


def _on_missing(lattice: Span | None) -> Hint:
    if lattice is None:
        return Hint()
    help_line = f"`{lattice.text}` is declared by `lattice`: write `on {lattice.text}`"
    return Hint(help_line, inserted(lattice, "on "))


def _keyword_before(span: Span) -> str:
    """A keyword that is used like a name, with indices or arguments after it."""
    before = re.search(r"\b([a-z]+)\Z", span.source.text[max(0, span.start - 20) : span.start])
    return before[1] if before and before[1] in keywords() else ""


def _forgotten_bar(span: Span, expected: bool = False) -> Hint:
    """Whether this is a line of a drawing without its bar, or a row of a table.

    If a drawing is expected, it may look like anything but a statement; so may the row of a table.
    """
    line = span.source.line_text(span.line).strip()
    above = span.source.text[: span.start].split("\n")[:-1]
    while above and (not above[-1].strip() or is_drawn(above[-1])):
        above.pop()
    if not above or not re.match(r"\s*(\||(board|shapes|table|given|labels)\b)", above[-1]):
        return Hint()
    if is_drawn(line) and (expected or ".." in f"{line}."):
        return missing_bar(span)
    return missing_bar(span) if expected and _is_row(line, above) else Hint()


def _is_row(line: str, above: Sequence[str]) -> bool:
    """Whether a line may be a row of the table that the lines above end with."""
    head = next((each for each in reversed(above) if not each.lstrip().startswith("|")), "")
    begins_otherwise = re.match(rf"[|\"#]|{statement_start()}", line)
    return head.lstrip().startswith("table") and " from " not in head and not begins_otherwise


_NO_STATEMENT = re.compile(r'"[^"\n]*"|#[^\n]*|^[ \t]*\|[^\n]*', re.MULTILINE)
"""Texts, comments and lines of drawings."""
_PLACED = re.compile(rf"\b(place\s+(?:free|one-sided|fixed)\s+{NAME})(?=(?:\s|#[^\n]*(?:\n|$))*$)")


def _board_missing(span: Span, accepted: Sequence[str]) -> Hint:
    """That `place` does not name its board: which it may be, and an edit if there is one only."""
    first = max(0, span.start - 300)
    before = span.source.text[first : span.start]
    instead = span.text == "board" and re.search(r"\bon[ \t]+\Z", before)  # of its name
    placed = _PLACED.search(before[: instead.start()] if instead else before)
    if not placed or not (instead or "on" in accepted):
        return Hint()
    start = first + placed.start()
    boards = re.findall(rf"\bboard\s+({NAME})", _NO_STATEMENT.sub(" ", span.source.text[:start]))
    words = " ".join(placed[1].split())
    if not boards:
        return Hint(f"declare a board above, such as `board b 6x10`, and write `{words} on b`")
    end = start + len(placed[1])
    place = Span(span.source, end, span.end if instead else end)
    written = Edit(place, f" on {boards[0]}", is_certain=bool(instead))
    return Hint(f"name the board: `{words} on {boards[0]}`", written if len(boards) == 1 else None)


def _one_of(accepted: Sequence[str]) -> str:
    """The expectation in words, shortened to what helps: not every operator, not every statement."""
    words = list(accepted) or ["the end of this text"]
    if "puzzle" in words:
        words = [word for word in words if word not in {*statement_words(), *OPERATORS, *EXPRESSION_STARTS}]
        words.append("a statement")
    elif any(word.startswith(("a name", "a number")) for word in words) and "(" in words:
        words = [word for word in words if word not in EXPRESSION_STARTS]
        words.append("an expression")
    else:
        words = [word for word in words if word not in OPERATORS] or words
    choices = (re.findall("`([^`]+)`", word) if word.startswith("`") else [word] for word in words)
    words = [choice for each in choices for choice in each]
    quoted = [word if re.match("(a|an|the) ", word) or "`" in word else f"`{word}`" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
