"""Edits of a wrong statement, tried by reading it again: which of them mend it.

>>> source = Source("x.xc", "enum Day = Mon Tue")
>>> trial = StatementTrial(Passage.whole(source), Unexpected(15, 18, []))
>>> trial.repair([",", "let"]).applied()
'enum Day = Mon, Tue'
>>> trial.reads_on(Edit(Span(source, 15, 15), "= "))
False

Whether anything else may be meant by a wrong statement than what mends it, to judge by its words.

>>> is_comma_doubtful("let m = {(1, 2)", "(1, 3)}", ["+"])  # tuples are not added
False
>>> is_comma_doubtful("let a = r", "c", ["+"]), is_comma_doubtful("enum Day = Mon", "Tue", [])
(True, False)
>>> is_comma_doubtful("let a = r", "", [])
True
>>> is_replaced_in_doubt("place free soma", "at", "on"), is_replaced_in_doubt("let a = b mod", "+", "-")
(False, True)

A keyword may be misspelt, here or just before.

>>> source = Source("x.xc", "item a att most 3 times")
>>> StatementTrial(Passage.whole(source), Unexpected(11, 15, [])).misspelt().applied()
'item a at most 3 times'
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from excover.base.diagnostics import Edit, SpecError
from excover.base.limits import DEFAULT
from excover.base.source import Source, Span
from excover.base.words import clipped, nearest_of
from excover.language.messages.message import Hint
from excover.language.syntax.actions import Builder, Passage
from excover.language.syntax.build import MAKERS
from excover.language.syntax.grammar import (
    Unexpected,
    keywords,
    run,
    statement_start,
    statement_words,
    tables,
    words_of_the_grammar,
)

_OPENING = dict(zip(")]}", "([{", strict=True))

_TOKEN = re.compile(r'"[^"\n]*"|\w+|\.\.|[^\w\s"]')

OPERATORS = ("=", "<", "+", "in")
"""One of each kind that may be missing instead of a comma."""

_NUMBERS = re.compile(r"[(\[{]\s*\d+(?:\s*,\s*\d+)+\Z")


def word_ends(text: str) -> list[int]:
    """Where the words of a text end."""
    return [found.end() for found in _TOKEN.finditer(text)]


def last_open(text: str) -> int | None:
    """Where the last bracket is that is not closed."""
    depth = 0
    for found in reversed(list(_TOKEN.finditer(text))):
        depth += (found[0] in _OPENING) - (found[0] in _OPENING.values())
        if depth < 0:
            return found.start()
    return None


def is_comma_doubtful(before: str, behind: str, signs: Collection[str]) -> bool:
    """Whether something else than a comma may be missing, where these signs can be read, too."""
    left, right = _TOKEN.findall(before)[-1:], _TOKEN.findall(behind)[:1]
    if not left or not right or left == right:  # one of them may be too many
        return True
    if left[0].isdecimal() and right[0].isdecimal() and _NUMBERS.search(before):
        return False
    is_item = left[0] == "]" and re.match(r"\s*\w+\[", behind)  # behind another one, which has a color rarely
    if {"="}.issuperset(signs) if is_item else not signs:
        return False
    if left[0][0] == right[0][0] == '"':
        return False
    return not (left[0] in _OPENING and right[0] == _OPENING[left[0]] and _is_list(before))


def _is_list(before: str) -> bool:
    """Whether the brackets that close at the end of a text have a comma between them."""
    opened = last_open(before[:-1])
    return opened is not None and "," in before[opened:]


def is_replaced_in_doubt(before: str, word: str, new: str) -> bool:
    """Whether a word that is exchanged for another may be right, and a value be missing in front of it."""
    last = _TOKEN.findall(before)[-1:]
    if not last or (word[:1].isalpha() and not new[:1].isalpha()) or (new in "([{" and word not in "([{"):
        return True
    if word[:1] in "([{":  # a sign may be missing in front of it
        return not (last[0][0].isalpha() or last[0] in "([{,=")
    is_value = last[0][0].isalnum() or last[0][0] == '"' or last[0] in _OPENING
    return not is_value or last[0] in ("div", "mod", "and", "or", "not", "in", "for")


_WORD = re.compile(r"[A-Za-z]+(?:-[a-z]+)*")
_WORD_BEFORE = re.compile(r"(?<![A-Za-z-])([A-Za-z]{2,}(?:-[a-z]+)*)\s*\Z")
"""Not from within a word, so that a long run of letters is scanned once."""
_DRAWN = re.compile(r"\s*draw\s+([A-Za-z]+)")
_TWO_WORDS = re.compile(r"([A-Za-z]\w*(?:-[a-z]+)*)([ \t]+)([A-Za-z]\w*(?:-[a-z]+)*)")


def next_word(text: str, end: int) -> int:
    """What must be read behind a word: the next one of its line, if there is one."""
    behind = re.compile(r"[ \t]*(?=([^\s#])?)").match(text, end)
    assert behind
    return behind.end() + 1 if behind[1] else end


def statement_around(text: str, at: int) -> tuple[int, int]:
    """Start and end of the statement around a place, as far as lines begin with statements."""
    line = re.compile(rf"^[ \t]*{statement_start()}", re.MULTILINE)
    begin = max((found.start() for found in line.finditer(text, 0, at)), default=0)
    following = line.search(text, at + 1)
    return begin, following.start() if following else len(text)


MOST_READ = 10_000
"""The most characters that are read to find out with which words a statement is repaired: all of it with
each."""

_BEHIND = frozenset(",)]}")
"""Signs that stand right behind the word before."""

_BRACKETS = {"(": ")", "[": "]", "{": "}"}

_NOT_INSTEAD = frozenset(
    (("with", "without"), ("where", "cost"), ("in", "where"), ("in", "along"), ("for", "else"))
)
"""Words that mean something else than the word that they could replace."""

_CLOSING = frozenset(_BRACKETS.values())

_ALSO_LEFT_OVER = frozenset((",", ".."))
"""Signs that are rarely wrong themselves: more often, something before them is missing."""


class StatementTrial:
    """The statement around a place that cannot be read, in a description in the text form; or all of a text
    that another rule reads, whose places are those of its words alone.
    """

    def __init__(self, passage: Passage, wrong: Unexpected, goal: str = "spec") -> None:
        text = passage.text
        self.source, self.goal = Source("", text) if goal != "spec" else passage.source, goal
        self.wrong = wrong.start
        self.end = wrong.end if wrong.end is not None else wrong.start + 1
        self.begin, self.stop = statement_around(text, wrong.start) if goal == "spec" else (0, len(text))

    def misspelt(self) -> Edit | None:
        """This word, or the one before, as a similar keyword with which reading continues: of several, that
        with which it gets furthest, and of those the most similar.
        """
        best, least = None, len(self.source.text) - self.wrong
        for place in self._no_keywords():
            for keyword in nearest_of(place.text, words_of_the_grammar()):
                left = self._left(edit := Edit(place, keyword))
                if left < least and (place.start < self.wrong or left <= self._behind_next(edit)):
                    best, least = edit, left
        return best

    def _no_keywords(self) -> Iterator[Span]:
        """The two words, and the decoration that is drawn, unless they are keywords."""
        here = _WORD.match(self.source.text, self.wrong)
        before = _WORD_BEFORE.search(self.source.text, self.begin, self.wrong)
        drawn = _DRAWN.match(self.source.text, self.begin, self.wrong)  # was read as an item, without a loop
        for found, group in ((here, 0), (before, 1), (drawn, 1)):
            if found and found[group] not in words_of_the_grammar():
                yield Span(self.source, *found.span(group))

    def reads_on(self, edit: Edit) -> bool:
        """Whether the text with an edit can be read further than the place of the error, at least one word of
        its line.
        """
        return self._left(edit) <= self._behind_next(edit)

    def begins(self, edit: Edit) -> bool:
        """Whether a statement begins with what an edit writes, and goes on with the next word of its line."""
        text, start = edit.applied(), edit.span.start
        stop = self.stop + len(text) - len(self.source.text)
        return start + _reached(text[start:stop]) >= next_word(text, start + len(edit.replacement))

    def furthest(self, edits: Sequence[Edit | None]) -> int | None:
        """The number of the edit with which the statement can be read furthest, if it reads on."""
        able = [n for n, edit in enumerate(edits) if edit and self.reads_on(edit)]
        return min(able, key=lambda n: self._left(edits[n]), default=None)  # type: ignore[arg-type]

    def repair(self, accepted: Sequence[str]) -> Edit | None:
        """The only edit by one of the words that are possible here with which the statement can be read, if
        there is one; a comma rather than others.
        """
        words = [word for word in accepted if word in tables().spelled and word not in statement_words()]
        length, read = self.stop - self.begin, 0
        changed = [
            self._first(words),
            self._exchanged(),
            self._inserted([word for word in words if not (word == "for" and self._word() == "where")]),
            self._without(),
            self._instead(words),
            self._without_strange(),
            self._instead_of_strange(words),
        ]
        if self._word().isidentifier():
            changed[2:4] = reversed(changed[2:4])  # a comma between two equal names does not help
        for tried in changed:
            edits = list(tried)
            read += len(edits) * length
            if read > MOST_READ:
                return None
            able = [edit for edit in edits if self.mends(edit)]
            commas = [edit for edit in able if edit.replacement.strip() == ","]
            if len(commas or able) == 1:
                (edit,) = commas or able
                return edit.replaced(is_certain=not self._is_doubtful(edit))
            if able and not any(self._strange()):  # else a sign behind such a word may be read
                return None
        return None

    def _is_doubtful(self, edit: Edit) -> bool:
        """Whether something else may be meant as well."""
        word = self._word()
        if word in _ALSO_LEFT_OVER or any(edit.span.start == place.start for place in self._strange()):
            return True
        new = edit.replacement.strip()
        before = self.source.text[self.begin : edit.span.start].rstrip()
        if not new:
            return word in _CLOSING  # or one that opens is missing
        if edit.span.text:
            return is_replaced_in_doubt(before, word, new) or self._opens_wrong(before, word)
        if new == ",":
            signs = {each for each in OPERATORS if self.mends(edit.replaced(replacement=f" {each} "))}
            return is_comma_doubtful(before, self.source.text[edit.span.start : self.stop], signs)
        return new in _BRACKETS or (new in _CLOSING and self._is_elsewhere(edit, new))

    def _opens_wrong(self, before: str, closing: str) -> bool:
        """Whether a bracket may be right that closes one of another kind."""
        opened = last_open(before)
        if closing not in _CLOSING or opened is None:
            return False
        place = Span(self.source, self.begin + opened, self.begin + opened + 1)
        return any(self.mends(Edit(place, each)) for each, last in _BRACKETS.items() if last == closing)

    def _is_elsewhere(self, edit: Edit, closing: str) -> bool:
        """Whether a bracket may be closed in another place, or be too many."""
        text, place = self.source.text, edit.span.start
        opened = last_open(text[self.begin : place])
        if opened is None:
            return False
        opened += self.begin
        places = [opened + at for at in word_ends(text[opened:place])[1:-1]]
        if (len(places) + 1) * (self.stop - self.begin) > MOST_READ:
            return True
        others = [Edit(Span(self.source, at, at), closing) for at in places]
        return any(map(self.mends, [*others, Edit(Span(self.source, opened, opened + 1), "")]))

    def mends(self, edit: Edit) -> bool:
        """Whether the statement can be read with an edit, and the next word behind it."""
        return self._left(edit) <= min(self._behind_next(edit), len(self.source.text) - self.stop - 1)

    def _behind_next(self, edit: Edit) -> int:
        """How much of the edited text is behind the place of the error and the next word of its line."""
        text = edit.applied()
        after = edit.span.start + len(edit.replacement) + max(0, self.end - edit.span.end)
        return len(text) - next_word(text, after)

    def _left(self, edit: Edit) -> int:
        """How much of the text is behind what can be read with an edit; less than nothing of the statement
        if all of it can be read.
        """
        text = edit.applied()
        stop = max(self.stop, edit.span.end) + len(text) - len(self.source.text)
        begin = min(self.begin, edit.span.start)
        return len(text) - begin - _reached(text[begin:stop], self.goal)

    # Edits to try

    def _word(self) -> str:
        return self.source.text[self.wrong : self.end]

    def _first(self, words: Sequence[str]) -> Iterator[Edit]:
        """Brackets of another kind; behind a closing one, a comma may be missing instead."""
        before = self.source.text[self.begin : self.wrong].rstrip()
        if "," in words and before.endswith(tuple(_BRACKETS.values())):
            yield from self._inserted([","])
        yield from self._swapped()

    def _swapped(self) -> Iterator[Edit]:
        """Brackets of another kind, with the one that closes them."""
        word, text = self._word(), self.source.text
        if word not in _BRACKETS:
            return
        depth = 0
        for at in range(self.wrong, self.stop):
            depth += (text[at] == word) - (text[at] == _BRACKETS[word])
            if not depth:
                inner = text[self.wrong + 1 : at]
                for opening, closing in _BRACKETS.items():
                    if opening != word:
                        yield Edit(Span(self.source, self.wrong, at + 1), f"{opening}{inner}{closing}")
                return

    def _inserted(self, words: Sequence[str]) -> Iterator[Edit]:
        before = self.source.text[self.begin : self.wrong]
        behind = self.begin + len(before.rstrip())
        is_split = "\n" in self.source.text[behind : self.wrong] or self.wrong == self.end
        if is_split and "#" in before[before.rstrip().rfind("\n") + 1 :]:
            return  # a comment is between
        for word in words:
            if word in _BEHIND:
                yield Edit(Span(self.source, behind, behind), word)
            elif is_split:
                yield Edit(Span(self.source, behind, behind), f" {word}")
            else:
                yield Edit(Span(self.source, self.wrong, self.wrong), f"{word} ")

    def _without(self) -> Iterator[Edit]:
        """Without a word that stands there twice."""
        word, before = self._word(), self.source.text[self.begin : self.wrong]
        behind_letter = word[:1].isidentifier() and re.search(rf"\w{re.escape(word)}\s*\Z", before)
        if word and before.rstrip().endswith(word) and not word.isdecimal() and not behind_letter:
            yield Edit(Span(self.source, self.begin + len(before.rstrip()), self.end), "")
        elif word == ",":
            yield Edit(Span(self.source, self.wrong, self.end), "")

    def _without_strange(self) -> Iterator[Edit]:
        """Without a word that is nowhere else in the text, or with another in its place."""
        for place in self._strange():
            behind = re.compile(r"[ \t]*").match(self.source.text, place.end)
            assert behind
            yield Edit(Span(self.source, place.start, behind.end()), "")

    def _instead_of_strange(self, words: Sequence[str]) -> Iterator[Edit]:
        if any(place.start == self.wrong for place in self._strange()):
            meant = (each for each in words if each.isalpha() or (each == "=" and len(self._word()) > 1))
            yield from (Edit(Span(self.source, self.wrong, self.end), each) for each in meant)

    @cached_property
    def _code(self) -> list[str]:
        """The words of the text, without those of comments."""
        return re.findall(r"\w+", re.sub(r"(?m)^([^|#\n]*)#.*", r"\1", self.source.text))

    def _strange(self) -> Iterator[Span]:
        """This word of a rule and the one before, if they are no keywords, and nowhere else in the text."""
        if not re.match(r"\s*(require|fill|place)\b", self.source.text[self.begin :]):
            return
        before = _WORD_BEFORE.search(self.source.text, self.begin, self.wrong)
        places = [(self.wrong, self.end), *([before.span(1)] if before else [])]
        for place in (Span(self.source, *each) for each in places):
            word = place.text
            if word.isalpha() and word not in keywords() and self._code.count(word) == 1:
                yield place

    def _exchanged(self) -> Iterator[Edit]:
        """This word and the one before, or the next, in the other order."""
        first = _WORD_BEFORE.search(self.source.text, self.begin, self.wrong)
        for start in (first.start() if first else None, self.wrong):
            pair = None if start is None else _TWO_WORDS.match(self.source.text, start, self.stop)
            if pair and self.wrong in (pair.start(1), pair.start(3)):
                yield Edit(Span(self.source, *pair.span()), f"{pair[3]}{pair[2]}{pair[1]}")

    def _instead(self, words: Sequence[str]) -> Iterator[Edit]:
        """Other words instead of a keyword or a sign, which cannot be a name or begin a statement."""
        word = self._word()
        is_first = not self.source.text[: self.wrong].rpartition("\n")[2].strip()
        if is_first and word in statement_words():
            return
        if word in keywords() or (word and not word[0].isalnum() and word[0] not in '_"|'):
            meant = (each for each in words if (word, each) not in _NOT_INSTEAD)
            yield from (Edit(Span(self.source, self.wrong, self.end), each) for each in meant)


def _reached(text: str, goal: str = "spec") -> int:
    """Up to where a text can be read: one more than its length if it has no fault."""
    source = Source("", text)
    try:
        run(tables(), text, goal, MAKERS, Builder(Passage.whole(source), DEFAULT))
    except Unexpected as unexpected:
        return unexpected.start
    except SpecError as wrong:
        return wrong.diagnostics[0].labels[0].span.start
    return len(text) + 1


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


_FARTHEST = 300
"""How far the brackets of a list are looked for."""
_MEMBERS = re.compile(r"(?:\w+|\"[^\"\n]*\")(?:\s+(?:\w+|\"[^\"\n]*\"))+")


def uncommaed(span: Span) -> Hint:
    """Members of a set, or values in other brackets, with blanks between them; ``span`` is the second."""
    text, limit = span.source.text, span.start + _FARTHEST
    first = max(text.rfind(bracket, max(0, span.start - _FARTHEST), span.start) for bracket in "([{") + 1
    last = min((at for bracket in ")]}" if (at := text.find(bracket, span.start, limit)) >= 0), default=0)
    inside = text[first:last].strip()
    words = re.findall(r"\"[^\"\n]*\"|\w+", inside)
    if not first or len(words) < 3 or not _MEMBERS.fullmatch(inside) or not keywords().isdisjoint(words):
        return Hint()
    place = Span(span.source, first, last)
    written = ", ".join(words)
    return Hint(f"separate them with commas: `{clipped(written)}`", Edit(place, written, True), True)
