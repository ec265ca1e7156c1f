"""Files that are written whole or not at all: written under a temporary name, then renamed.

>>> import tempfile
>>> path = Path(tempfile.mkdtemp()) / "out.txt"
>>> with NewFile(path) as file:
...     file.write(b"done")
>>> path.read_bytes(), [each.name for each in path.parent.iterdir()]
(b'done', ['out.txt'])
"""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from excover.base.errors import CannotWrite

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class NewFile:
    """A context with a temporary file, which gets its final name once all is written, and is deleted
    otherwise.

    The file is created at once, so that an error is reported before the work. The file that it replaces keeps
    its permissions, and a link stays a link. Anything but a regular file, such as a device, is written
    directly. Raises CannotWrite (an OSError).

    A signal whose handler raises an exception leaves nothing behind either; one that ends the process at once
    leaves the temporary file, whose name begins with ``.excover-``.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = os.fspath(path)
        self._target = Path(path).absolute()
        self._beside: Path | None = None
        self._discard: Callable[[], object] = lambda: None
        self._mode: int | None = None
        with _naming(self.path):
            there = _status(path)
            self._standard = there and _standard_stream(there)
            if there and stat.S_ISDIR(there.st_mode):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            if there and (self._standard or not stat.S_ISREG(there.st_mode)):
                if not os.access(path, os.W_OK):
                    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
                return
            self._target = self._target.resolve()
            if there:
                self._target.open("ab").close()  # is it writable?
                self._mode = stat.S_IMODE(there.st_mode)
            self._make()

    def _make(self) -> None:
        """The temporary file, with a unique name and the permissions of new files.

        It is deleted with this object, because the exception of a signal may come before any `with` is
        entered.
        """
        self._beside = beside = self._target.with_name(f".excover-{os.urandom(8).hex()}")
        self._discard = weakref.finalize(self, beside.unlink, missing_ok=True)
        beside.touch(exist_ok=False)

    def __enter__(self) -> NewFile:
        return self

    def __exit__(self, *_exception: object) -> None:
        self._discard()

    def is_same(self, other: NewFile | None) -> bool:
        """Whether both have the same target."""
        return other is not None and self._target == other._target

    @property
    def replaced(self) -> Path | None:
        """The target, where there is a file that it replaces, as links lead to it."""
        return None if self._mode is None else self._target

    @property
    def folder(self) -> Path:
        """The folder of the target."""
        return self._target.parent

    def write(self, content: bytes) -> None:
        """Writes the whole content."""
        with self.opened() as stream:
            stream.write(content)

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """A stream to write to piece by piece; after an exception, nothing is kept.

        Raises CannotWrite if it cannot be opened, written, or renamed. Other exceptions of the block stay as
        they are.
        """
        with io.BufferedWriter(_RawFile(self._opened_at(), "wb", self.path)) as stream:
            yield stream
            if self._beside:
                with _naming(self.path):
                    self._keep(stream)
        if self._beside:
            with _naming(self.path):
                self._beside.replace(self._target)

    def _opened_at(self) -> Path | int:
        """Where to write: of a standard stream a copy, so that closing it leaves the stream open.

        The copy shares the position in the file; to open the file again would write over what was printed.
        """
        if self._standard is None:
            return self._beside or self._target
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        return os.dup(self._standard)

    def _keep(self, stream: BinaryIO) -> None:
        """Flushed to the disk before it is renamed, so that a crash does not leave an empty file."""
        stream.flush()
        if self._mode is not None:
            os.fchmod(stream.fileno(), self._mode)
        os.fsync(stream.fileno())


def scratch_file(folder: str | PathLike[str] | None = None) -> BinaryIO:
    """A file without a name, to write and to read, deleted when it is closed.

    It is in the folder, by default that of temporary files. Raises CannotWrite, which names the folder.
    """
    import tempfile  # only certificates need one

    where = tempfile.gettempdir() if folder is None else os.fspath(folder)
    with _naming(where), tempfile.TemporaryFile(dir=where, buffering=0) as file:
        return io.BufferedRandom(_RawFile(os.dup(file.fileno()), "r+b", where))


class _RawFile(io.FileIO):
    """Raises its own errors as CannotWrite: those of whoever writes to it are not errors of the file."""

    def __init__(self, file: Path | int, mode: str, name: str) -> None:
        self._shown = name
        with _naming(name):
            super().__init__(file, mode)

    def write(self, data: ReadableBuffer) -> int:
        with _naming(self._shown):
            return super().write(data)

    def close(self) -> None:
        with _naming(self._shown):
            super().close()


@contextmanager
def _naming(name: str) -> Iterator[None]:
    """A context that raises an OSError as a CannotWrite of the file of this name."""
    try:
        yield
    except CannotWrite:
        raise
    except OSError as wrong:
        raise CannotWrite(wrong.errno, wrong.strerror, name) from None


def _status(path: str | PathLike[str]) -> os.stat_result | None:
    """Of the file that links lead to; None if there is none."""
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _standard_stream(status: os.stat_result) -> int | None:
    """The number of the standard output or error if that is this file, as `/dev/stdout` is."""
    for number in (1, 2):
        with suppress(OSError):  # it is closed
            if os.path.samestat(status, os.fstat(number)):
                return number
    return None
