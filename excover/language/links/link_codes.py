"""The codes of links of the puzz.link family: signs that stand for marks of cells, to read and to write; and
of those that hold a text.

>>> HEXADECIMAL = hexadecimal("?")
>>> marks = HEXADECIMAL.read(LinkBody(Source("link", "2g.h-1f"), 0, 7), 6)
>>> marks, HEXADECIMAL.written(marks)
(['2', '.', '?', '.', '.', '31'], '2g.h-1f')

They are those of pzpr.js (https://github.com/robx/pzprjs, src/variety-common/Encode.js). What is read raises
SpecError where it is wrong, what is written raises Unwritten.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from excover.base.diagnostics import SpecError
from excover.base.errors import ExcoverError, Unsuitable
from excover.base.source import Source, Span
from excover.language import messages

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
NONE = "."
"""The mark of a place without a label."""


class Unwritten(Unsuitable):
    """A link cannot express this."""

    def __init__(self, what: str) -> None:
        super().__init__(what)

    def __str__(self) -> str:
        return f"no link can have {self.args[0]}"


class LinkBody:
    """What follows the name of the genre, read from the left. Every method raises SpecError."""

    def __init__(self, source: Source, start: int, end: int) -> None:
        self.source, self.at, self.last = source, start, end

    def span(self, start: int) -> Span:
        return Span(self.source, start, max(start, min(self.at, self.last)))

    def wrong(self, start: int, wanted: str) -> SpecError:
        self.at = max(self.at, start + 1)
        return SpecError(messages.WrongLink(self.span(start), wanted))

    @property
    def is_at_end(self) -> bool:
        return self.at >= self.last

    def take(self, wanted: str, length: int = 1) -> str:
        start = self.at
        if start + length > self.last:
            raise self.wrong(min(start, self.last), wanted)
        self.at += length
        return self.source.text[start : self.at]

    def digits(self, wanted: str, base: int, length: int = 1) -> int:
        start, text = self.at, self.take(wanted, length)
        if not re.fullmatch("[0-9a-z]+", text) or max(int(each, 36) for each in text) >= base:
            raise self.wrong(start, wanted)
        return int(text, base)

    def number(self, wanted: str) -> int:
        """A number up to the next ``/``."""
        start, found = self.at, re.compile(r"[1-9]\d{0,4}(?=/)", re.ASCII).match(self.source.text, self.at)
        if found is None:
            raise self.wrong(start, wanted)
        self.at = found.end() + 1
        return int(found[0])

    def skip_flags(self, known: str) -> None:
        """Letters and a ``/`` before the size, which are nothing but these."""
        start, found = self.at, re.compile("([a-z]+)/", re.ASCII).match(self.source.text, self.at)
        if found:
            self.at = found.end()
            if not {*found[1]} <= {*known}:
                raise self.wrong(start, "the number of columns: variants of the genre are not read")

    def end(self) -> None:
        if not self.is_at_end:
            start, self.at = self.at, self.last
            raise self.wrong(start, "nothing: all cells are known")


# Signs


class Sign(NamedTuple):
    """What a sign stands for: marks of cells one after the other. A `#` in the mark is a number: so many
    digits that follow, and ``more`` is added to them.
    """

    marks: Sequence[str]
    digits: int = 0
    more: int = 0


@dataclass(frozen=True)
class Code:
    """``refused``: for some other signs, what is wanted instead of them. ``beyond``: so many places without a
    mark may a sign mean beyond the last one.
    """

    wanted: str
    signs: Mapping[str, Sign]
    base: int = 16
    refused: Mapping[str, str] = field(default_factory=dict)
    beyond: int = 0

    def read(self, body: LinkBody, count: int) -> list[str]:
        marks: list[str] = []
        while len(marks) < count:
            start = body.at
            group = self._group(body)
            marks += group
            if len(marks) > count + (0 if group[0] == NONE else self.beyond):
                raise body.wrong(start, f"numbers of {count:,} places, and no more")
        return marks[:count]

    def _group(self, body: LinkBody) -> list[str]:
        start = body.at
        for length in range(1, self._longest + 1):
            body.at = start
            text = body.take(self.wanted, length)
            if text in self.signs:
                marks, digits, more = self.signs[text]
                if not digits:
                    return list(marks)
                number = body.digits(f"{digits} digits of base {self.base}", self.base, digits) + more
                return [marks[0].replace("#", str(number))]
            if text in self.refused:
                raise body.wrong(start, self.refused[text])
        body.at = start + 1
        raise body.wrong(start, self.wanted)

    def written(self, marks: Sequence[str], name: str = "") -> str:
        """``name``: that of the labels, for errors."""
        text, at, count = "", 0, len(marks)
        padded = [*marks, *[NONE] * self.beyond]
        while at < count:
            for length in range(min(self._most, len(padded) - at), 0, -1):
                group = tuple(padded[at : at + length])
                if group in self._of_marks and (at + length <= count or group[0] != NONE):
                    text += self._of_marks[group]
                    break
            else:
                length, text = 1, text + self._number(marks[at], name)
            at += length
        return text

    def _number(self, mark: str, name: str) -> str:
        found = re.search(r"\d{1,9}", mark)
        value, template = (int(found[0]), mark.replace(found[0], "#", 1)) if found else (0, mark)
        for sign, (marks, digits, more) in self.signs.items():
            if digits and marks[0] == template and more <= value < more + self.base**digits:
                return sign + _in_base(value - more, self.base).rjust(digits, "0")
        raise Unwritten(f"`{mark}`" + (f" in `{name}`" if name else ""))

    @cached_property
    def _longest(self) -> int:
        return max(map(len, [*self.signs, *self.refused]))

    @cached_property
    def _most(self) -> int:
        return max(len(sign.marks) for sign in self.signs.values())

    @cached_property
    def _of_marks(self) -> Mapping[tuple[str, ...], str]:
        return {tuple(sign.marks): text for text, sign in reversed([*self.signs.items()]) if not sign.digits}


def _in_base(value: int, base: int) -> str:
    text = ""
    while value or not text:
        value, digit = divmod(value, base)
        text = DIGITS[digit] + text
    return text


def one_by_one(marks: str | Iterable[str], start: str = "0") -> dict[str, Sign]:
    """Digits from the first one stand for a mark each, but no blank."""
    return {DIGITS[at]: Sign([mark]) for at, mark in enumerate(marks, DIGITS.index(start)) if mark != " "}


def _blanks(start: str, most: int, least: int = 1) -> dict[str, Sign]:
    """The next digits stand for so many places without a mark."""
    first = DIGITS.index(start) - least
    return {DIGITS[first + count]: Sign([NONE] * count) for count in range(least, most + 1)}


def _numbers(*lengths: tuple[str, int, int]) -> dict[str, Sign]:
    return {sign: Sign(["#"], digits, more) for sign, digits, more in lengths}


_LONGER = _numbers(
    ("-", 2, 0), ("+", 3, 0), ("=", 3, 4096), ("@", 3, 8192), ("%", 3, 8192), ("*", 4, 12240), ("$", 5, 77776)
)


def hexadecimal(unknown: str = NONE, *, words: str = "") -> Code:
    """`0` to `f` are numbers, `g` to `z` one to twenty places without one, `.` is an unknown number, which is
    refused if its mark is empty. With ``words``, their letters stand for 1, 2, ..
    """
    signs = one_by_one(map(str, range(16))) | one_by_one(words, "1") | _LONGER | _blanks("g", 20)
    return Code("a number, or places without one", signs | ({".": Sign([unknown])} if unknown else {}))


def up_to_four(unknown: str = NONE) -> Code:
    """`0` to `4` alone, `5` to `9` before a place without a number, `a` to `e` before two, `g` to `z` only
    places without one.
    """
    signs = {DIGITS[n + 5 * k]: Sign([str(n), *[NONE] * k]) for k in range(3) for n in range(5)}
    signs |= _blanks("g", 20) | {".": Sign([unknown])}
    return Code("a number up to 4, or places without one", signs, beyond=2)


def up_to_nine(marks: str = "0123456789", unknown: str = NONE) -> Code:
    """A digit, or `a` to `z` for one to 26 places without one."""
    signs = one_by_one(marks) | _blanks("a", 26) | ({".": Sign([unknown])} if unknown else {})
    return Code("a digit, or places without one", signs)


SIDES = Code(
    "a digit, or places without one",
    one_by_one("0123456 89") | _blanks("a", 26) | {".": Sign([NONE])},
    refused={"7": "no hole: the board is a rectangle"},
)
"""`7` is a place outside of the board, which none of the descriptions has."""
_WAYS = tuple(enumerate("nswe", 1))
ARROWS = Code(
    "an arrow with a number, or places without one",
    {str(sign): Sign([f"#,{way}"], 1) for sign, way in _WAYS}
    | {str(sign + 5): Sign([f"#,{way}"], 2) for sign, way in _WAYS}
    | {f"-{sign}": Sign([f"#,{way}"], 3) for sign, way in _WAYS}
    | _blanks("a", 26),
    refused={
        "0": "an arrow: clues without one are not read",
        "5": "an arrow: clues without one are not read",
    },
)
"""`1` to `4` are an arrow up, down, to the left or to the right before a digit, `6` to `9` before two, `-`
before such a sign and three digits, `a` to `z` one to 26 places without one.
"""
WALLS = Code(
    "a color, an arrow and a number, or places without one",
    {
        f"{color}{prefix}": Sign([f"{'gwb'[color]},#,{way}"], digits)
        for color in range(3)
        for sign, way in _WAYS
        for prefix, digits in ((sign, 1), (sign + 5, 2), (f"-{sign}", 3))
    }
    | {f"{color}0.": Sign(["gwb"[color]]) for color in range(3)}
    | _blanks("a", 26),
)
"""An arrow as in ``ARROWS`` behind `0` if it is gray, `1` if it is white, `2` if it is black."""
TREES = Code(
    "trees",
    {DIGITS[count]: Sign(["T", *[NONE] * count]) for count in range(18)} | _blanks("i", 18),
)
"""`0` to `h` are a tree before as many other cells, `i` to `z` one to eighteen other cells."""
BALANCES = Code(
    "a circle, or places without one",
    {
        (DIGITS[value] if value < 16 else f"-{value:02x}"): Sign(
            ["wb"[value % 2] + (f",{value // 2}" if value > 1 else "")]
        )
        for value in range(256)
    }
    | _blanks("g", 20),
)
"""White circles with half of an even number, black ones with half of an odd one, without any if that is 0."""
SHADED_SUMS = Code(
    "a sum, or places without one",
    one_by_one(map(str, range(1, 20)), "1")
    | {chr(ord("A") + k): Sign([str(20 + k)]) for k in range(26)}
    | {".": Sign([NONE])}
    | _blanks("k", 17, least=2),
)
"""`1` to `j` are 1 to 19, `A` to `Z` 20 to 45, `.` is a place without a sum, `k` to `z` two to 17 of them."""
EVERY_NUMBER = Code(
    "a number", one_by_one(map(str, range(36))) | {"-": Sign(["#"], 2)}, base=36, refused={".": "a number"}
)
"""`0` to `z` are numbers, `-` is before two digits of one."""
WEIGHTS = Code("a number", one_by_one(map(str, range(32))) | {"-": Sign(["#"], 2)}, base=32)
PILLOWS = Code("a number up to 4, or places without one", one_by_one("01234?") | _blanks("6", 30))
MATS = Code("a sign, or places without one", one_by_one("vhs", "1") | _blanks("g", 20))
"""`1` to `3` are higher than wide, wider than high, square."""
PIPES = Code(
    "a known part of the loop, or places without one",
    one_by_one(["nesw", "ns", "ew", "ne", "nw", "sw", "es"], "a") | _blanks("h", 19),
    refused=dict.fromkeys("0123456789", "no ice"),
)
DOTS = Code(
    "a dot, or places without one",
    {DIGITS[2 * k + color]: Sign(["wb"[color], *[NONE] * k]) for k in range(8) for color in (0, 1)}
    | _blanks("g", 20),
    beyond=7,
)
"""`0`, `2`, .. `e` are a white dot before none to seven places without one, `1`, `3`, .. a black one."""
ORDERS = Code(
    "a number, an arrow, or places without one",
    one_by_one(map(str, range(1, 11)))
    | {"-": Sign(["#"], 2, 1)}
    | one_by_one("xnswe", "a")
    | _blanks("g", 20),
    base=10,
)
"""`0` to `9` are one less than a number, `-` is before two digits, `a` is black, `b` to `e` are arrows."""


# lz-string (https://github.com/pieroxy/lz-string)

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="
LONGEST = 1_000_000
"""As many characters may the JSON of a link have."""


def decompressed(data: str) -> str:
    """What `LZString.decompressFromBase64` gives. ValueError if that is too long, or there is none."""
    bits = _bits(data.rstrip("="))
    words = ["", "", ""]  # 0 and 1 announce a new character of 8 or 16 bits, 2 is the end
    made: list[str] = []
    length, last = 0, ""
    while True:
        code = _number(bits, len(words).bit_length())
        if code == 2:
            return "".join(made)
        if code < 2:
            words.append(chr(_number(bits, 8 * (code + 1))))
            code = len(words) - 1
            if not last:
                made, last = [words[code]], words[code]
                continue
        entry = words[code] if code < len(words) else last + last[0]
        made.append(entry)
        length += len(entry)
        if length > LONGEST:
            raise ValueError("too long")
        words.append(last + entry[0])
        last = entry


def _number(bits: Iterator[int], length: int) -> int:
    value = 0
    for place in range(length):
        bit = next(bits, None)
        if bit is None:
            raise ValueError("it ends early")
        value |= bit << place
    return value


def _bits(data: str) -> Iterator[int]:
    for sign in data:
        value = _ALPHABET.index(sign)
        yield from (value >> place & 1 for place in (5, 4, 3, 2, 1, 0))


def compressed(text: str) -> str:
    """What `LZString.compressToBase64` may give: `decompressed` gives the text again.

    >>> decompressed(compressed("banana banana"))
    'banana banana'
    """
    bits: list[int] = []
    words: dict[str, int] = {}
    size, last, at = 3, "", 0  # as many words as the reader has: 0 and 1 announce a character, 2 is the end

    def put(value: int, length: int) -> None:
        bits.extend(value >> place & 1 for place in range(length))

    while at < len(text):
        word = text[at]
        while at + len(word) < len(text) and word + text[at + len(word)] in words:
            word += text[at + len(word)]
        width = size.bit_length()
        if word not in words:
            is_wide = ord(word) > 255
            put(int(is_wide), width)
            put(ord(word), 16 if is_wide else 8)
            words[word] = size
            size += 1
        else:
            put(words[word], width)
        if last:
            words.setdefault(last + word[0], size)
            size += 1
        last, at = word, at + len(word)
    put(2, size.bit_length())
    bits += [0] * (-len(bits) % 6)
    sixes = (bits[start : start + 6] for start in range(0, len(bits), 6))
    data = "".join(_ALPHABET[sum(bit << 5 - place for place, bit in enumerate(six))] for six in sixes)
    return data + "=" * (-len(data) % 4)


# Links of the playground (playground/src/share.js)

MOST_UNPACKED = 1_200_000
"""The most bytes that a link may unpack to."""


class BadLink(ExcoverError):
    """A link, or a picture, that holds no description."""


def packed(text: str, settings: Mapping[str, str]) -> str:
    """The fragment of a link that holds a description, and values of its parameters.

    >>> unpacked("http://127.0.0.1:1/?token=x#" + packed("item a", {"n": "3"}))
    ('item a', {'n': '3'})
    """
    data = json.dumps({"text": text, "settings": settings}, ensure_ascii=False).encode()
    small = zlib.compressobj(9, wbits=-15)
    return "p=" + urlsafe_b64encode(small.compress(data) + small.flush()).decode().rstrip("=")


def unpacked(link: str) -> tuple[str, dict[str, str]] | None:
    """The text of a link, and the values of its parameters; None if this is no link. Raises BadLink."""
    found = re.fullmatch(r"(?:https?://[^#]*)?#p=([\w-]+)", link.strip())
    if not found:
        return None
    try:
        small = urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4))
        data = json.loads(zlib.decompressobj(-15).decompress(small, MOST_UNPACKED))
        text, settings = data["text"], data.get("settings", {})
        if isinstance(text, str) and isinstance(settings, dict):
            return text, {str(name): value for name, value in settings.items() if isinstance(value, str)}
    except (ValueError, zlib.error, KeyError, TypeError, AttributeError, RecursionError):
        pass
    raise BadLink("this link holds no description, or was cut off")
