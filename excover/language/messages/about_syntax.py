"""Messages about a text whose names are not looked at yet."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.limits import Ceiling
from excover.base.source import Span
from excover.base.words import NUMBER_WORDS, plural, raised, short, visible
from excover.language.messages.edits import Hint, inserted, times_written
from excover.language.messages.message import Located


class TextTooLong(Diagnostic, code="E001"):
    """Of a text of any kind; nothing of it is used."""

    name: str
    ceiling: Ceiling
    span: Span | None = None

    def at(self, span: Span) -> TextTooLong:
        """The same of a file that is named at ``span``."""
        return TextTooLong(self.name, self.ceiling, span)

    def report(self) -> Report:
        found = Report(f"`{visible(self.name)}` has more than {self.ceiling.most:,} characters")
        found = found.at(self.span) if self.span else found
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


class ChainTooLong(Located, code="E002"):
    limit: int

    def report(self) -> Report:
        return (
            Report(f"more than {self.limit} nested operations")
            .at(self.span.part(0, min(20, self.span.end - self.span.start)), "in this expression")
            .helped("name a part of the expression with `let`, or use `sum(.. for ..)`, `all(.. for ..)`")
        )


class NameTooLong(Located, code="E003"):
    limit: int

    def report(self) -> Report:
        return (
            Report(f"name of {len(self.span.text):,} characters; the limit is {self.limit}")
            .at(self.span.part(0, 20))
            .helped(raised("name"))
        )


class NumberTooLarge(Located, code="E004"):
    digits: str

    def report(self) -> Report:
        return (
            Report(f"a number of {plural(len(self.digits), 'digit')} does not fit in 64 bits")
            .at(self.span.part(0, min(20, len(self.span.text))))
            .helped(f"use numbers between -{2**63} and {2**63 - 1}")
        )


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
        found = Report(f"`{visible(self.span.text)}` has no meaning here").at(self.span)
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

    def other_fixes(self) -> Sequence[Edit]:
        return [self.comma] if self.comma else []


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

    def report(self) -> Report:
        return (
            Report(f"`{short(self.span.text)}` without `times`")
            .at(self.span)
            .helped(f"write {'`at most once`, or ' if self._is_once else ''}`{short(self._bound)}`")
        )

    def fix(self) -> Edit | None:
        return Edit(self.span, "at most once" if self._is_once else self._bound, is_certain=True)

    @property
    def _is_once(self) -> bool:
        return self.side == "most" and self.bound in ("1", "one")

    @property
    def _bound(self) -> str:
        at = f"at {self.side} " if self.side else ""
        return f"{at}{NUMBER_WORDS.get(self.bound, self.bound)} times"
