"""A text from bytes: UTF-8, and unpacked where it was packed by gzip, as BurrTools writes its files.

>>> from io import BytesIO
>>> text_of(BytesIO(b"item a\\r\\n"), 100), text_of(BytesIO(gzip.compress(b"<puzzle/>")), 3)
('item a\\n', '<pu')
"""

from __future__ import annotations

import gzip
import io
import zlib
from errno import EIO
from typing import BinaryIO

_PACKED = b"\x1f\x8b"


def text_of(stream: BinaryIO, most: int) -> str:
    """Its first ``most`` characters, line ends made alike; no more is read, or unpacked, than they need.

    In a packed text, what is not UTF-8 becomes a replacement character: BurrTools may write names in the
    encoding of its system. Raises OSError, of packed texts that are not whole too, and UnicodeDecodeError for
    other bytes.
    """
    buffered = io.BufferedReader(stream)  # type: ignore[type-var]
    packed = buffered.peek(2)[:2] == _PACKED
    content = gzip.GzipFile(fileobj=buffered) if packed else buffered
    reader = io.TextIOWrapper(content, "utf-8-sig", "replace" if packed else "strict")
    try:
        return reader.read(most)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise OSError(EIO, "it is packed by gzip, and not whole", _name(stream)) from None
    finally:  # or they would close the stream
        reader.detach()
        buffered.detach()


def _name(stream: BinaryIO) -> str | None:
    """Of its file, where it has one."""
    name = getattr(stream, "name", None)
    return name if isinstance(name, str) else None
