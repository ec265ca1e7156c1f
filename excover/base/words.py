"""Helpers for texts: plurals, lists, similar names, and escaping of control characters.

>>> plural(1, "option"), plural(2056, "option"), plural(2, "entry", "entries")
('1 option', '2,056 options', '2 entries')
>>> listed(["row", "column", "up"], "and"), near("colum", ["row", "column"])
('`row`, `column` and `up`', 'column')
>>> visible("a\\x1b[31mred")
'a\\\\x1b[31mred'
"""

from __future__ import annotations

import math
import reprlib
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import accumulate, islice
from typing import Any

_HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Unicode categories that move the cursor, reorder text or cannot be encoded."""


NUMBER_WORDS = {
    **{"once": 1, "twice": 2, "thrice": 3, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5},
    **{"six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10},
}


def plural(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def together(names: Sequence[str], word: str = "and") -> str:
    """
    >>> together(["a", "b", "c"]), together(["a", "b"], "or"), together([])
    ('a, b and c', 'a or b', '')
    """
    return f" {word} ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def thousands(number: Any) -> str:
    """A number of any kind, a fraction as `1/3`.

    >>> from fractions import Fraction
    >>> thousands(2056), thousands(0.5), thousands(Fraction(6004, 3)), thousands(Fraction(2056))
    ('2,056', '0.5', '6,004/3', '2,056')
    """
    below = getattr(number, "denominator", None)  # floats and decimals have none
    if below is None:
        return f"{number:,}"
    return f"{number.numerator:,}" if below == 1 else f"{number.numerator:,}/{below:,}"


def a_or_an(noun: str) -> str:
    """
    >>> a_or_an("int"), a_or_an("list")
    ('an int', 'a list')
    """
    return f"{'an' if noun[:1].lower() in {*'aeiou'} else 'a'} {noun}"


def listed(names: Sequence[str], joiner: str = "or", most: int = 8) -> str:
    """`a`, `b` or `c`; a long list is cut and ends with the number of omitted names."""
    quoted = [f"`{name}`" for name in names[:most]]
    if len(names) > most:
        return f"{', '.join(quoted)} and {len(names) - most:,} more"
    return f" {joiner} ".join(filter(None, [", ".join(quoted[:-1]), quoted[-1]])) if quoted else "nothing"


def blank_between(drawing: str) -> str:
    """What separates drawings of this kind: an empty line, or two where a drawing has empty lines itself.

    >>> blank_between("12"), blank_between("12\\n\\n21")
    ('\\n', '\\n\\n')
    """
    return "\n\n" if "\n\n" in drawing else "\n"


def clipped(text: str, most: int = 40) -> str:
    """The beginning of a text of any length."""
    return text if len(text) <= most else text[: most - 3] + "..."


def short(text: str) -> str:
    """The beginning of any text, as quoted in a message."""
    return visible(clipped(text, 30))


def as_seen(value: object) -> str:
    """Any value of Python in a message: short, and without addresses.

    >>> as_seen("work day"), as_seen([1, 2]), as_seen(object())
    ("'work day'", '[1, 2]', 'a value of the type `object`')
    """
    plain = isinstance(
        value, bool | int | float | str | bytes | tuple | list | range | dict | set | frozenset
    )
    if value is None or (plain and type(value).__module__ == "builtins"):
        return clipped(reprlib.repr(value))
    return f"a value of the type `{type(value).__name__}`"


def near(name: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The known name that ``name`` is most likely a misspelling of; among very many names, only the first are
    tried.

    ``cutoff`` is the required similarity, from 0 to 1.
    """
    from difflib import get_close_matches  # only errors need it, and its import takes 2 ms

    candidates = list(islice(known, 1000))
    by_case = [other for other in candidates if other.lower() == name.lower() and other != name]
    return next(iter(by_case or get_close_matches(name, candidates, n=1, cutoff=cutoff)), None)


def nearest_of(name: str, known: Iterable[str]) -> list[str]:
    """Up to three known names that ``name`` may be a misspelling of, the nearest first."""
    from difflib import get_close_matches

    return get_close_matches(name.lower(), sorted(known), n=3, cutoff=0.6)


def raised(limit: str) -> str:
    """A help line: how to raise a limit."""
    value = f"`limits=excover.Limits({limit}=N)`"
    return f"`--allow {limit}=N` {_ALSO_IN_PYTHON} {value} of `load`, `parse` or `Model`"


_ALSO_IN_PYTHON = "raises the limit; in Python,"


def in_python(help_line: str) -> str:
    """A help line for those who call excover: what a command has instead is left out.

    >>> in_python(raised("items"))
    'raise the limit: `limits=excover.Limits(items=N)` of `load`, `parse` or `Model`'
    """
    _, _, in_code = help_line.partition(_ALSO_IN_PYTHON)
    return f"raise the limit:{in_code}" if in_code else help_line


def reached(binding: str) -> str:
    """A label: the values that names have at the place of an error."""
    return f"reached with {binding}" if binding else ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A help line, empty if no name is similar."""
    close = near(name, known)
    return f"did you mean `{close}`?" if close else ""


def visible(text: str) -> str:
    """``text`` with control, bidirectional and unencodable characters written as escapes."""
    if text.isprintable():
        return text
    return "".join(_escaped(c) if unicodedata.category(c) in _HIDDEN else c for c in text)


def printable(text: str) -> str:
    """Text of a description with control characters escaped, except line breaks."""
    return "\n".join(map(visible, text.split("\n")))


def width(character: str) -> int:
    """The columns that a character takes on a terminal: two if it is wide, none for an accent."""
    if character.isascii():
        return 1
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def text_width(text: str) -> int:
    """The columns that a text takes on a terminal.

    >>> text_width("ab"), text_width("日本")
    (2, 4)
    """
    return sum(map(width, text))


def clipped_to(text: str, columns: int) -> str:
    """The beginning of a text that takes more columns on a terminal, with … at its end.

    >>> clipped_to("abcd", 4), clipped_to("abcde", 4), clipped_to("日本語", 4)
    ('abcd', 'abc…', '日…')
    """
    if text_width(text) <= columns:
        return text
    ends = accumulate(map(width, text))
    return text[: sum(end < columns for end in ends)] + "…"


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def duration(seconds: float) -> str:
    """In the two greatest units.

    >>> duration(0.4), duration(59.6), duration(3_725), duration(200_000), duration(float("inf"))
    ('0 s', '1 min 0 s', '1 h 2 min', '2 d 7 h', 'unknown')
    """
    if not math.isfinite(seconds):
        return "unknown"
    whole = round(seconds)
    for great, small, greater, smaller in (
        (86400, 3600, "d", "h"),
        (3600, 60, "h", "min"),
        (60, 1, "min", "s"),
    ):
        if whole >= great:
            return f"{whole // great:,} {greater} {whole % great // small} {smaller}"
    return f"{whole} s"


def rounded(number: float) -> str:
    """A number with three digits; more digits of an estimate would be meaningless.

    >>> rounded(371020.0), rounded(2.345), rounded(0.0123), rounded(0.0), rounded(1e40), rounded(float('inf'))
    ('371,000', '2.35', '0.0123', '0', '1.00e+40', 'unknown')
    """
    if not math.isfinite(number):
        return "unknown"
    if number == 0 or number >= 1e15:
        return f"{number:.2e}" if number else "0"
    digits = 2 - math.floor(math.log10(number))
    return f"{round(number, digits):,.{max(0, digits)}f}"
