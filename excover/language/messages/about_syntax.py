"""Messages about a text or its YAML form, whose names are not looked at yet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.limits import Ceiling
from excover.base.source import Span
from excover.base.words import NUMBER_WORDS, did_you_mean, listed, plural, raised, short, visible
from excover.language.messages.message import Hint, Located, Unknown, inserted, nearest, times_written


class TextTooLong(Diagnostic, code="E001"):
    """Of a text of any kind; nothing of it is used."""

    name: str
    ceiling: Ceiling
    span: Span | None = None

    def at(self, span: Span) -> TextTooLong:
        """The same of a file that is named at ``span``."""
        return TextTooLong(self.name, self.ceiling, span)

    def report(self) -> Report:
        found = Report(f"`{visible(self.name)}` has more than {self.ceiling.most:,} characters").at(self.span)
        return found.helped("check that this is the right file", raised(self.ceiling.limit))


class TooManyWords(Located, code="E001"):
    limit: int

    wording = "the text has more than {limit:,} words, signs and lines of drawings"
    label = "one too many"
    advice = (
        "declare many options at once with `option name(x in ..)`, or read records from a file with `table`",
        raised("words"),
    )


class BracketsTooDeep(Located, code="E002"):
    limit: int

    wording = "more than {limit} nested brackets"
    label = "nested too deeply"
    advice = "name a part of the expression with `let` or `def`"


class _AtBeginning(Located):
    """One that points to the ``first`` characters of its place, at most."""

    first: ClassVar[int] = 20

    @property
    def pointed(self) -> Span:
        return self.span.part(0, min(self.first, self.span.end - self.span.start))


class ChainTooLong(_AtBeginning, code="E002"):
    limit: int

    wording = "more than {limit} nested operations"
    label = "in this expression"
    advice = "name a part of the expression with `let`, or use `sum(.. for ..)`, `all(.. for ..)`"


class NameTooLong(_AtBeginning, code="E003"):
    limit: int

    def report(self) -> Report:
        found = self.located(f"name of {len(self.span.text):,} characters; the limit is {self.limit}")
        return found.helped(raised("name"))


class NumberTooLarge(_AtBeginning, code="E004"):
    digits: str

    def report(self) -> Report:
        found = self.located(f"a number of {plural(len(self.digits), 'digit')} does not fit in 64 bits")
        return found.helped(f"use numbers between -{2**63} and {2**63 - 1}")


class UnclosedText(Located, code="E005"):
    wording = "a text without a closing quote"
    label = "it begins here"
    advice = "close the text with a double quote on the line where it begins"

    def fix(self) -> Edit | None:
        """Closed at the end of its line, if there is no comment."""
        text, end = self.span.source.text, self.span.source.text.find("\n", self.span.start)
        line = text[self.span.start : len(text) if end < 0 else end].rstrip()
        at = self.span.start + len(line)
        return None if "#" in line or len(line) < 2 else Edit(Span(self.span.source, at, at), '"')


class UnknownCharacter(Located, code="E006"):
    hint: Hint

    def report(self) -> Report:
        found = self.located(f"`{visible(self.span.text)}` has no meaning here")
        return found.helped(*self.hint.help.splitlines())

    def fix(self) -> Edit | None:
        return self.hint.edit


class UnexpectedEnd(Located, code="E007"):
    expected: str
    hint: Hint

    wording = "the text ends where {expected} is expected"
    label = "here"
    advice = "{hint.help}"

    def fix(self) -> Edit | None:
        return self.hint.edit


class UnexpectedWord(Located, code="E008"):
    """``hint`` is what was probably meant."""

    expected: str
    hint: Hint

    wording = "`{span.text:short}` where {expected} is expected"
    advice = "{hint.help}"

    def fix(self) -> Edit | None:
        return self.hint.edit


class KeywordAsName(Located, code="E008"):
    """``word`` is a word of the language that stands for a name at ``span``, or before it."""

    expected: str
    word: str

    wording = "`{span.text:short}` where {expected} is expected"
    advice = "`{word}` is a keyword: choose another name"


class MisspeltKeyword(Located, code="E008"):
    """Almost a keyword, with which the text could be read; with the ``comma``, it is a name."""

    expected: str
    meant: str
    comma: Edit | None = None

    wording = "`{span.text:short}` where {expected} is expected"
    advice = "did you mean `{meant}`?"

    def fix(self) -> Edit | None:
        is_certain = (
            self.comma is None and times_written(self.span.text, self.span) < 2
        )  # else it may be a name
        return Edit(self.span, self.meant, is_certain=is_certain)

    def other_fixes(self) -> Sequence[Edit | None]:
        return [self.comma]


class BareValue(Located, code="E008"):
    """A name with `=` behind it, where a statement begins."""

    wording = "`{span.text:short}` where a statement is expected"
    advice = (
        "write `let {span.text:short} = ..`, or `param {span.text:short} = ..` for a value that can be "
        "set with `-p`"
    )

    def fix(self) -> Edit | None:
        return inserted(self.span, "let ")

    def other_fixes(self) -> Sequence[Edit]:
        return [inserted(self.span, "param ")]


class MissingTimes(Located, code="E008"):
    """A bound such as `at most 2` or `2`: ``side`` is `most`, `least` or empty."""

    side: str
    bound: str

    wording = "`{span.text:short}` without `times`"

    def _help(self) -> list[str]:
        return [f"write {'`at most once`, or ' if self._is_once else ''}`{short(self._bound)}`"]

    def fix(self) -> Edit | None:
        return Edit(self.span, "at most once" if self._is_once else self._bound, is_certain=True)

    @property
    def _is_once(self) -> bool:
        return self.side == "most" and self.bound in ("1", "one")

    @property
    def _bound(self) -> str:
        at = f"at {self.side} " if self.side else ""
        return f"{at}{NUMBER_WORDS.get(self.bound, self.bound)} times"


# Messages about YAML, and the keys and values of the YAML form.

_YAML_REASONS = {
    "mapping values": "a second `:` in this line does not begin a value",
    "cannot start any token": "nothing can begin with this character",
    "found unexpected end of stream": "a quote is not closed",
    "could not find expected ':'": "a `:` is missing before this",
    "but found": "this does not fit what precedes it",
    "but got": "this does not fit what precedes it",
}


class NotYaml(Located, code="E020"):
    problem: str

    def report(self) -> Report:
        reason = next(
            (reason for words, reason in _YAML_REASONS.items() if words in self.problem), self.problem
        )
        found = self.located("this is not YAML", reason)
        if self.span.text == "\t":
            return found.helped("indent lines with spaces, not with tabs")
        return found.helped("quote texts that contain brackets, commas, colons or quotes: `'row[r]'`")


class CharacterNotInYaml(Located, code="E020"):
    character: str

    wording = "YAML does not allow the character `{character:visible}`"
    advice = "write it in double quotes as an escape such as `\\x07`"


class YamlTooDeep(_AtBeginning, code="E021"):
    limit: int
    first = 1

    wording = "more than {limit} nested maps and lists"
    label = "nested too deeply"


class TooManyYamlNodes(Located, code="E021"):
    limit: int

    wording = "more than {limit:,} texts, maps and lists"
    label = "the first one too many"
    advice = "use sets such as `1..9`, or the text form, which has no such limit"


class YamlAlias(Located, code="E022"):
    wording = "YAML aliases are not supported"
    advice = "name what you need twice: `let: {{D: 1..9}}`"


class AnchorOrTag(Located, code="E022"):
    tag: bool

    def report(self) -> Report:
        found = self.located(f"{'tags' if self.tag else 'anchors'} are not supported")
        return found.helped("remove it; quote a text that begins with `!` or `&`")


class EmptyDocument(Located, code="E023"):
    wording = "this file is empty"
    advice = "begin it with `excover: 1`"


class SecondDocument(Located, code="E023"):
    wording = "a second document in one file"
    label = "it begins here"
    advice = "remove the `---`: a file holds one description"


def _cut_off(key: str) -> str:
    """Is this the end of a text that YAML took apart at a comma?"""
    if re.search(r"[\])}]$", key) and not re.search(r"[\[({]", key):
        return "quote texts with commas inside `{ }` or `[ ]`: `'queen(r, c)'`"
    return ""


class DuplicateYamlKey(Located, code="E024"):
    first: Span
    key: str

    wording = "`{key:short}` is a duplicate key"
    related = ("first", "first used here")

    def _help(self) -> list[str]:
        return [_cut_off(self.key) or "merge the two, or write a list of maps"]


class UnknownYamlKey(Located, code="E025"):
    key: str
    known: Sequence[str]
    owner: str

    def report(self) -> Report:
        found = self.located(f"{self.owner} has no `{short(self.key)}`")
        return found.helped(
            _cut_off(self.key)
            or did_you_mean(self.key, self.known)
            or f"use one of {listed(self.known, 'and', most=30)}"
        )

    def fix(self) -> Edit | None:
        return nearest(self.span, self.key, self.known)


class MissingYamlKey(_AtBeginning, code="E026"):
    key: str
    owner: str
    first = 1

    wording = "{owner} without `{key}`"
    advice = "add `{key}: ..`"


class YamlKeyNotText(_AtBeginning, code="E027"):
    first = 1

    wording = "a map or a list as a key"
    advice = "quote texts that begin with a bracket or a brace"


class WrongYamlNode(Located, code="E027"):
    """``keys`` are those that a map may have here."""

    found: str
    expected: str
    keys: Sequence[str] = ()

    wording = "{found} where {expected} is expected"

    def _help(self) -> list[str]:
        return [
            f"write a map with the keys {listed(list(self.keys), 'and', most=30)}" if self.keys else "",
            "quote a text that begins with a bracket or a brace"
            if "text" in self.expected and self.span.text[:1] in {"[", "{"}
            else "",
        ]


class EmptyYamlText(Located, code="E028"):
    wording = "a value is missing here"


class UnknownYamlVersion(Located, code="E029"):
    found: str

    wording = "`{found:short}` is not a version of the YAML form"
    advice = "write `excover: 1`"

    def fix(self) -> Edit | None:
        return Edit(self.span, "1")


class NoYamlVersion(_AtBeginning, code="E029"):
    first = 1

    wording = "this file is not marked as a description"
    advice = "begin it with `excover: 1`"

    def fix(self) -> Edit | None:
        return Edit(Span(self.span.source, 0, 0), "excover: 1\n", is_certain=True)


class NotAFlag(Located, code="E030"):
    found: str

    wording = "`{found:short}` where `true` or `false` is expected"

    def fix(self) -> Edit | None:
        meant = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(self.found.lower())
        return Edit(self.span, meant, is_certain=True) if meant and self.span.text == self.found else None


class TextNotOneLine(Located, code="E031"):
    what: str

    wording = "{what} with a line break or a double quote"
    advice = "remove them; use single quotes instead"


class DrawingInOneLine(Located, code="E032"):
    wording = "YAML joins the lines of this drawing"
    advice = "write `art: |` and the drawing below it, indented"


class UnknownYamlWord(Unknown, code="E033"):
    wording = "`{name:short}` where {words} is expected"

    @property
    def words(self) -> str:
        return listed(list(self.known))
