r"""Reads texts from bytes: UTF-8, decompressed if compressed by gzip, as BurrTools writes its files.

>>> from io import BytesIO
>>> import gzip
>>> ceiling = Ceiling("source", 9)
>>> read_text(BytesIO(b"item a\r\n"), "a.xc", ceiling)
'item a\n'
>>> read_text(BytesIO(gzip.compress(b"<puzzle/>")), "a.xmpuzzle", ceiling)
'<puzzle/>'
>>> list(lines_in(BytesIO(b"a,b\r\n1,2"), "c.csv", ceiling))
['a,b', '1,2']

A text longer than its limit is refused: no function here returns a part of a text.

A text as lines and words with their places.

>>> [[word.column for word in words_in(line)] for line in lines_of(Source("a", " a bc\n\n  d \n"))]
[[2, 4], [3]]
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from errno import EIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from excover.base.diagnostics import SpecError
from excover.base.limits import Ceiling
from excover.base.source import Source, Span
from excover.base.words import near
from excover.language import messages

if TYPE_CHECKING:
    from gzip import GzipFile

_PACKED = b"\x1f\x8b"
_BURRTOOLS = ".xmpuzzle"

_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
    (b"PK\x03\x04", "ZIP"),
)
"""How files begin that show what they are."""

_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def read_text(stream: BinaryIO, name: str, ceiling: Ceiling, newline: str | None = None) -> str:
    """The whole text, with line ends normalized unless ``newline`` is given, as for `open`.

    In a compressed text, and in a file of BurrTools, invalid UTF-8 becomes a replacement character: names in
    it may have the encoding of a system. Raises SpecError if the text has more characters than ``ceiling``,
    after reading one more, or is not in UTF-8; and OSError, also for truncated compressed texts.
    """
    with _reader(stream, name, newline) as reader:
        text = reader.read(ceiling.most + 1)
    if len(text) > ceiling.most:
        raise SpecError(messages.TextTooLong(name, ceiling))
    return text


def lines_in(stream: BinaryIO, name: str, ceiling: Ceiling) -> Iterator[str]:
    """The lines of a text without their ends, read one at a time; raises the errors of `read_text`, after all
    lines before.
    """
    left = ceiling.most
    with _reader(stream, name) as reader:
        while line := reader.readline(left + 1):
            left -= len(line)
            if left < 0:
                raise SpecError(messages.TextTooLong(name, ceiling))
            yield line.removesuffix("\n")


@contextmanager
def _reader(stream: BinaryIO, name: str, newline: str | None = None) -> Iterator[io.TextIOWrapper]:
    """Characters of a stream, which stays open. It reads and decompresses no more than is requested."""
    read = BytesRead()
    with ExitStack() as detaching, _naming(name, read):  # otherwise they would close the stream
        buffered: io.BufferedReader = io.BufferedReader(stream)  # type: ignore[arg-type]
        detaching.callback(buffered.detach)
        packed = buffered.peek(2)[:2] == _PACKED
        content, damaged = _unpacked(buffered) if packed else (buffered, ())
        is_lenient = packed or name.endswith(_BURRTOOLS)
        passed: Any = _Passed(content, read)
        reader = io.TextIOWrapper(passed, "utf-8-sig", "replace" if is_lenient else "strict", newline)
        detaching.callback(reader.detach)
        try:
            yield reader
        except damaged:
            raise OSError(EIO, "it is packed by gzip, and not whole") from None


@contextmanager
def _naming(name: str, read: BytesRead) -> Iterator[None]:
    """A context in which all errors name the input; an OSError of reading does not by itself."""
    try:
        yield
    except UnicodeDecodeError as wrong:
        raise SpecError(read.refused(wrong, name)) from None
    except OSError as wrong:
        raise OSError(wrong.errno, wrong.strerror, name) from None


_MOST_FILES = 1000
"""The most files of a folder whose names are compared."""


def near_file(path: Path) -> Path | None:
    """A file in the same folder whose name is similar."""
    try:
        files = sorted(each for each in islice(path.parent.iterdir(), _MOST_FILES) if each.is_file())
    except (OSError, ValueError):
        return None
    alike = {each.stem: each for each in files if not path.suffix or each.suffix == path.suffix}
    close = near(path.stem, alike)
    return alike[close] if close else next((each for each in files if each.stem == path.stem), None)


class BytesRead:
    """What is known of bytes that were decoded in chunks: all of the last one, and of those before, the lines
    and the line that is not complete.

    >>> read = BytesRead()
    >>> read.add(b"name\\r\\nM"), read.add(b"\\xfcller\\n")
    (None, None)
    >>> try: b"\\xfcller\\n".decode()
    ... except UnicodeDecodeError as wrong: print(read.refused(wrong, "a.csv").plain())
    error[E013]: `a.csv` is not a text in UTF-8
     --> a.csv:2:2
      |
    2 | M\u00fcller
      |  ^ the byte FC, which is `\u00fc` in WINDOWS-1252
      help: save the file in UTF-8; `iconv -f WINDOWS-1252 -t UTF-8` converts it, if that is its encoding
    """

    def __init__(self) -> None:
        self._first = b""
        self._lines = 0
        self._line = bytearray()
        self._last = b""

    def add(self, chunk: bytes) -> None:
        """The next bytes, which will be decoded now."""
        last = self._last
        self._line += last
        cut = max(last.rfind(b"\n"), last.rfind(b"\r", 0, -1)) + 1  # not within \r\n
        if cut:
            cut += len(self._line) - len(last)
            self._lines += len(self._line[:cut].splitlines())
            del self._line[:cut]
        self._first = self._first or chunk[:4]
        self._last = chunk

    def refused(self, wrong: UnicodeDecodeError, name: str) -> messages.NotUtf8:
        """The message about a byte, which is in the last chunk or just before it."""
        known = bytes(self._line) + self._last
        at = len(known) - (len(wrong.object) - wrong.start)
        *lines, before = (known[:at] + b".").splitlines()
        number = self._lines + len(lines) + 1
        start = len(before[:-1].decode("utf-8-sig"))
        found = _encoding(self._first, known, at)
        if found not in ("UTF-8", "WINDOWS-1252"):
            return messages.NotUtf8(name, known[at], number, start + 1, found)
        (rest, *_) = known[at:].splitlines()
        text = before[:-1].decode("utf-8-sig") + rest.decode(found, "replace")
        place = Span(Source(name, text, first_line=number), start, start + 1)
        return messages.NotUtf8(name, known[at], number, start + 1, found, place)


class _Passed(io.BufferedIOBase):
    """A stream that notes what is read of it."""

    def __init__(self, content: io.BufferedIOBase, noted: BytesRead) -> None:
        self._content = content
        self._noted = noted

    def readable(self) -> bool:
        return True

    def read1(self, size: int = -1) -> bytes:
        chunk = self._content.read1(size)
        self._noted.add(chunk)
        return chunk


def _encoding(first: bytes, known: bytes, at: int) -> str:
    """What a file is that begins with ``first``, and has a byte at ``at`` that is not UTF-8; empty if that is
    not known.
    """
    for mark, name in _MARKS:
        if first.startswith(mark):
            return name
    if _NO_TEXT.search(known):
        return ""
    if not known[:at].isascii():
        return "UTF-8"
    try:
        known[at:].decode("cp1252")
    except UnicodeDecodeError:
        return ""
    return "WINDOWS-1252"


def _unpacked(stream: io.BufferedReader) -> tuple[GzipFile, tuple[type[Exception], ...]]:
    """The content of a packed stream, and what it raises if that is damaged."""
    import gzip
    import zlib

    return gzip.GzipFile(fileobj=stream), (gzip.BadGzipFile, EOFError, zlib.error)


_REMARK = r"(?<!\S)//"


def lines_of(source: Source, *, empty: bool = False, remarks: bool = False) -> Iterator[Span]:
    """The lines of a text without surrounding blanks, with or without empty ones.

    With ``remarks``, a word that begins with ``//`` begins a comment, to the end of its line.
    """
    return (Span(source, begin, end) for begin, end in line_ends(source.text, empty=empty, remarks=remarks))


def line_ends(text: str, *, empty: bool = False, remarks: bool = False) -> Iterator[tuple[int, int]]:
    """Where these lines begin and end."""
    start = 0
    for line in text.split("\n"):
        if remarks and "//" in line and (remark := re.search(_REMARK, line)):
            inner = line[: remark.start()].strip()
        else:
            inner = line.strip()
        if inner or empty:
            first = start if len(inner) == len(line) else start + len(line) - len(line.lstrip())
            yield first, first + len(inner)
        start += len(line) + 1


def words_in(line: Span, between: str = "") -> list[Span]:
    """The words of a line, with blanks or any of these characters between them."""
    words = re.finditer(rf"[^\s{re.escape(between)}]+", line.text)
    return [line.part(found.start(), len(found[0])) for found in words]
