"""Messages about a text whose names are not looked at yet."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Edit, Report
from excover.base.limits import Ceiling
from excover.base.source import Span
from excover.base.words import NUMBER_WORDS, plural, raised, short, visible
from excover.language.messages.edits import Hint, inserted, times_written


class TooLong(Diagnostic, code="E001"):
    """The text is too long.

    A text that exceeds its limit of characters is refused as a whole. The limits are `source` for
    descriptions and drawings of clues, `matrix` for files in the formats of other programs and their
    answers, and `table` for tables in files; of a Parquet file, its bytes and its fields count. `words`
    limits the words, signs and lines of drawings of a description, not counting comments. A long
    description usually repeats itself: use a binder (`option put(r, c in 1..9) covers ..`) or the records
    of a `table` instead. If you already have a matrix, solve it through the Python API: `excover.Model`.
    Every limit can be raised: on the command line with `--allow source=5M`, in Python with
    `excover.Limits(source=5_000_000)`.
    """


class TextTooLong(TooLong):
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


class TooManyWords(TooLong):
    span: Span
    limit: int

    def report(self) -> Report:
        return (
            Report(f"the text has more than {self.limit:,} words, signs and lines of drawings")
            .at(self.span, "one too many")
            .helped(
                "declare many options at once with `option name(x in ..)`, "
                "or read records from a file with `table`",
                raised("words"),
            )
        )


class TooDeep(Diagnostic, code="E002"):
    """Nested too deeply.

    The nesting of brackets and operations is limited, so that no description can exhaust the call stack.
    Name a part of the expression with `let` or `def`, and write a long sum as `sum(.. for ..)`.

    Wrong:

    ```
    let a =
    (((((((((((((((((((((((((((((((((((((((((((((((((((1)))))))))))))))))))))))))))))))))))))))))))))))))))
    ```

    Fixed:

    ```
    let a = 1
    ```
    """


class BracketsTooDeep(TooDeep):
    span: Span
    limit: int

    def report(self) -> Report:
        return (
            Report(f"more than {self.limit} nested brackets")
            .at(self.span, "nested too deeply")
            .helped("name a part of the expression with `let` or `def`")
        )


class ChainTooLong(TooDeep):
    span: Span
    limit: int

    def report(self) -> Report:
        return (
            Report(f"more than {self.limit} nested operations")
            .at(self.span.part(0, min(20, self.span.end - self.span.start)), "in this expression")
            .helped("name a part of the expression with `let`, or use `sum(.. for ..)`, `all(.. for ..)`")
        )


class NameTooLong(Diagnostic, code="E003"):
    """A name is too long.

    A name has at most 100 characters.

    Wrong:

    ```
    let
    long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_long_l
    = 1
    ```

    Fixed:

    ```
    let long = 1
    ```
    """

    span: Span
    limit: int

    def report(self) -> Report:
        return (
            Report(f"name of {len(self.span.text):,} characters; the limit is {self.limit}")
            .at(self.span.part(0, 20))
            .helped(raised("name"))
        )


class NumberTooLarge(Diagnostic, code="E004"):
    """A number is too large.

    Numbers are 64-bit integers between -9223372036854775808 and 9223372036854775807.

    Wrong:

    ```
    let a = 1000000000000000000000
    ```

    Fixed:

    ```
    let a = 1000000000000000000
    ```
    """

    span: Span
    digits: str

    def report(self) -> Report:
        return (
            Report(f"a number of {plural(len(self.digits), 'digit')} does not fit in 64 bits")
            .at(self.span.part(0, min(20, len(self.span.text))))
            .helped(f"use numbers between -{2**63} and {2**63 - 1}")
        )


class UnclosedText(Diagnostic, code="E005"):
    """A text is not closed.

    A text begins and ends with a double quote on the same line.

    Wrong:

    ```
    puzzle "Queens
    ```

    Fixed:

    ```
    puzzle "Queens"
    ```
    """

    span: Span

    def report(self) -> Report:
        return (
            Report("a text without a closing quote")
            .at(self.span, "it begins here")
            .helped("close the text with a double quote on the line where it begins")
        )

    def fix(self) -> Edit | None:
        """Closed at the end of its line, if there is no comment."""
        text, end = self.span.source.text, self.span.source.text.find("\n", self.span.start)
        line = text[self.span.start : len(text) if end < 0 else end].rstrip()
        at = self.span.start + len(line)
        return None if "#" in line or len(line) < 2 else Edit(Span(self.span.source, at, at), '"')


class UnknownCharacter(Diagnostic, code="E006"):
    """A character has no meaning here.

    The language does not use this character here. Integer division is `div`, the remainder is `mod`;
    conditions are joined with `and`, `or` and `not`; texts are in double quotes; names begin with a letter.

    Wrong:

    ```
    let a = 1 / 2
    ```

    Fixed:

    ```
    let a = 1 div 2
    ```
    """

    span: Span
    hint: Hint

    def report(self) -> Report:
        found = Report(f"`{visible(self.span.text)}` has no meaning here").at(self.span)
        return found.helped(*self.hint.help.splitlines())

    def fix(self) -> Edit | None:
        return self.hint.edit


class UnexpectedEnd(Diagnostic, code="E007"):
    """The text ends too early.

    A construct is not complete; most often a closing bracket is missing.

    Wrong:

    ```
    item row[1..8
    ```

    Fixed:

    ```
    item row[1..8]
    option put(r in 1..8) covers row[r]
    ```
    """

    span: Span
    expected: str
    hint: Hint

    def report(self) -> Report:
        found = Report(f"the text ends where {self.expected} is expected").at(self.span, "here")
        return found.helped(self.hint.help)

    def fix(self) -> Edit | None:
        return self.hint.edit


class UnexpectedInput(Diagnostic, code="E008"):
    """Something else is expected here.

    Only certain words can follow here, and the message lists them. A keyword cannot be a name; equality is
    written with one `=`; every line of a drawing begins with a bar; an option states what it `covers`.

    Wrong:

    ```
    let option = 3
    ```

    Fixed:

    ```
    let choice = 3
    ```
    """


class UnexpectedWord(UnexpectedInput):
    """``hint`` is what was probably meant."""

    span: Span
    expected: str
    hint: Hint

    def report(self) -> Report:
        found = Report(f"`{short(self.span.text)}` where {self.expected} is expected").at(self.span)
        return found.helped(self.hint.help)

    def fix(self) -> Edit | None:
        return self.hint.edit


class KeywordAsName(UnexpectedInput):
    """``word`` is a word of the language that stands for a name at ``span``, or before it."""

    span: Span
    expected: str
    word: str

    def report(self) -> Report:
        found = Report(f"`{short(self.span.text)}` where {self.expected} is expected").at(self.span)
        return found.helped(f"`{self.word}` is a keyword: choose another name")


class MisspeltKeyword(UnexpectedInput):
    """Almost a keyword, with which the text could be read; with the ``comma``, it is a name."""

    span: Span
    expected: str
    meant: str
    comma: Edit | None = None

    def report(self) -> Report:
        found = Report(f"`{short(self.span.text)}` where {self.expected} is expected").at(self.span)
        return found.helped(f"did you mean `{self.meant}`?")

    def fix(self) -> Edit | None:
        is_certain = (
            self.comma is None and times_written(self.span.text, self.span) < 2
        )  # else it may be a name
        return Edit(self.span, self.meant, is_certain=is_certain)

    def other_fixes(self) -> Sequence[Edit]:
        return [self.comma] if self.comma else []


class BareValue(UnexpectedInput):
    """A name with `=` behind it, where a statement begins."""

    span: Span

    def report(self) -> Report:
        name = short(self.span.text)
        return (
            Report(f"`{name}` where a statement is expected")
            .at(self.span)
            .helped(f"write `let {name} = ..`, or `param {name} = ..` for a value that can be set with `-p`")
        )

    def fix(self) -> Edit | None:
        return inserted(self.span, "let ")

    def other_fixes(self) -> Sequence[Edit]:
        return [inserted(self.span, "param ")]


class MissingTimes(UnexpectedInput):
    """A bound such as `at most 2` or `2`: ``side`` is `most`, `least` or empty."""

    span: Span
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
