"""Reads texts from bytes: UTF-8, decompressed if compressed by gzip, as BurrTools writes its files.

>>> from io import BytesIO
>>> import gzip
>>> ceiling = Ceiling("source", 9)
>>> read_text(BytesIO(b"item a\\r\\n"), "a.xc", ceiling)
'item a\\n'
>>> read_text(BytesIO(gzip.compress(b"<puzzle/>")), "a.xmpuzzle", ceiling)
'<puzzle/>'
>>> list(lines_in(BytesIO(b"a,b\\r\\n1,2"), "c.csv", ceiling))
['a,b', '1,2']

A text longer than its limit is refused: no function here returns a part of a text.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from errno import EIO
from typing import TYPE_CHECKING, BinaryIO

from excover.diagnostics import SpecError
from excover.limits import Ceiling
from excover.messages.about_files import NotUtf8
from excover.messages.about_syntax import TextTooLong

if TYPE_CHECKING:
    from gzip import GzipFile

_PACKED = b"\x1f\x8b"
_BURRTOOLS = ".xmpuzzle"


def read_text(stream: BinaryIO, name: str, ceiling: Ceiling, newline: str | None = None) -> str:
    """The whole text, with line ends normalized unless ``newline`` is given, as for `open`.

    In a compressed text, and in a file of BurrTools, invalid UTF-8 becomes a replacement character: names in
    it may have the encoding of a system. Raises SpecError if the text has more characters than ``ceiling``,
    after reading one more, or is not in UTF-8; and OSError, also for truncated compressed texts.
    """
    with _reader(stream, name, newline) as reader:
        text = reader.read(ceiling.most + 1)
    if len(text) > ceiling.most:
        raise SpecError(TextTooLong(name, ceiling))
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
                raise SpecError(TextTooLong(name, ceiling))
            yield line.removesuffix("\n")


@contextmanager
def _reader(stream: BinaryIO, name: str, newline: str | None = None) -> Iterator[io.TextIOWrapper]:
    """Characters of a stream, which stays open. It reads and decompresses no more than is requested."""
    with ExitStack() as detaching, _naming(name):  # otherwise they would close the stream
        buffered: io.BufferedReader = io.BufferedReader(stream)  # type: ignore[arg-type]
        detaching.callback(buffered.detach)
        packed = buffered.peek(2)[:2] == _PACKED
        content, damaged = _unpacked(buffered) if packed else (buffered, ())
        is_lenient = packed or name.endswith(_BURRTOOLS)
        reader = io.TextIOWrapper(content, "utf-8-sig", "replace" if is_lenient else "strict", newline)
        detaching.callback(reader.detach)
        try:
            yield reader
        except damaged:
            raise OSError(EIO, "it is packed by gzip, and not whole") from None


@contextmanager
def _naming(name: str) -> Iterator[None]:
    """A context in which all errors name the input; an OSError of reading does not by itself."""
    try:
        yield
    except UnicodeDecodeError:
        raise SpecError(NotUtf8(name)) from None
    except OSError as wrong:
        raise OSError(wrong.errno, wrong.strerror, name) from None


def _unpacked(stream: io.BufferedReader) -> tuple[GzipFile, tuple[type[Exception], ...]]:
    """The content of a packed stream, and what it raises if that is damaged."""
    import gzip
    import zlib

    return gzip.GzipFile(fileobj=stream), (gzip.BadGzipFile, EOFError, zlib.error)
