"""A text from bytes: UTF-8, and unpacked where it was packed by gzip, as BurrTools writes its files.

>>> from io import BytesIO
>>> ceiling = Ceiling("source", 9)
>>> text_of(BytesIO(b"item a\\r\\n"), "a.xc", ceiling)
'item a\\n'
>>> text_of(BytesIO(gzip.compress(b"<puzzle/>")), "a.xmpuzzle", ceiling)
'<puzzle/>'
>>> list(lines_in(BytesIO(b"a,b\\r\\n1,2"), "c.csv", ceiling))
['a,b', '1,2']

A text that is longer than its ceiling is refused: no function here returns a part of one.
"""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EIO
from typing import BinaryIO

from excover.diagnostics import SpecError
from excover.limits import Ceiling
from excover.messages.about_syntax import TextTooLong

_PACKED = b"\x1f\x8b"


def text_of(stream: BinaryIO, name: str, ceiling: Ceiling, newline: str | None = None) -> str:
    """All of it, line ends made alike unless ``newline`` says otherwise, as for `open`.

    In a packed text, what is not UTF-8 becomes a replacement character: BurrTools may write names in the
    encoding of its system. Raises SpecError where it has more characters than ``ceiling``, once one more is
    read; OSError, of packed texts that are not whole too; and UnicodeDecodeError for other bytes.
    """
    with _reader(stream, newline) as reader:
        text = reader.read(ceiling.most + 1)
    if len(text) > ceiling.most:
        raise SpecError(TextTooLong(name, ceiling))
    return text


def lines_in(stream: BinaryIO, name: str, ceiling: Ceiling) -> Iterator[str]:
    """Its lines without their ends, read one at a time; raises as `text_of`, once all before it are given."""
    left = ceiling.most
    with _reader(stream) as reader:
        while line := reader.readline(left + 1):
            left -= len(line)
            if left < 0:
                raise SpecError(TextTooLong(name, ceiling))
            yield line.removesuffix("\n")


@contextmanager
def _reader(stream: BinaryIO, newline: str | None = None) -> Iterator[io.TextIOWrapper]:
    """Characters of a stream, which stays open. No more is read, or unpacked, than is asked for."""
    buffered = io.BufferedReader(stream)  # type: ignore[type-var]
    packed = buffered.peek(2)[:2] == _PACKED
    content = gzip.GzipFile(fileobj=buffered) if packed else buffered
    reader = io.TextIOWrapper(content, "utf-8-sig", "replace" if packed else "strict", newline)
    try:
        yield reader
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise OSError(EIO, "it is packed by gzip, and not whole", _name(stream)) from None
    finally:  # or they would close the stream
        reader.detach()
        buffered.detach()


def _name(stream: BinaryIO) -> str | None:
    """Of its file, where it has one."""
    name = getattr(stream, "name", None)
    return name if isinstance(name, str) else None
