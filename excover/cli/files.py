"""Files that commands write: refused before the work if they cannot be written, and whole or not at all.

>>> import tempfile
>>> path = Path(tempfile.mkdtemp()) / "out.txt"
>>> with NewFile(str(path)) as file:
...     file.write(b"done")
>>> path.read_bytes(), [each.name for each in path.parent.iterdir()]
(b'done', ['out.txt'])
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import click

from excover.errors import ExcoverError


class CannotWrite(ExcoverError, click.ClickException):
    """Why a file cannot be written."""

    @classmethod
    def because(cls, path: str, reason: OSError) -> CannotWrite:
        return cls(f"cannot write `{path}`: {reason.strerror}")


class NewFile:
    """A file beside the wanted one, which takes its place when it is written, and is gone otherwise.

    What is no regular file, such as a device, is written where it is. Raises CannotWrite, and UsageError for
    ``-``, which is no name of a file elsewhere either.
    """

    def __init__(self, path: str) -> None:
        if path in ("", "-"):
            raise click.UsageError(f"cannot write `{path}`: it names no file; `./-` and `/dev/stdout` do")
        self.path = path
        self._target = Path(path).resolve()  # a link stays a link
        self._beside = ""
        try:
            self._mode = self._permissions()
            if self._mode is not None:
                number, self._beside = tempfile.mkstemp(
                    prefix=f".{self._target.name}.", dir=self._target.parent
                )
                os.close(number)
        except OSError as wrong:
            raise CannotWrite.because(path, wrong) from None

    def is_same(self, other: NewFile | None) -> bool:
        """Whether one would take the place of the other."""
        return other is not None and self._target == other._target

    def _permissions(self) -> int | None:
        """Those of the file that is there, or that a new one gets; None for a device."""
        if not self._target.exists():
            mask = os.umask(0)
            os.umask(mask)
            return 0o666 & ~mask
        with self._target.open("ab"):  # may it be written?
            mode = self._target.stat().st_mode
        return stat.S_IMODE(mode) if stat.S_ISREG(mode) else None

    def __enter__(self) -> NewFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._beside:
            Path(self._beside).unlink(missing_ok=True)

    @property
    def folder(self) -> Path:
        """Where it is."""
        return self._target.parent

    def write(self, content: bytes) -> None:
        with self.opened() as stream:
            stream.write(content)

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """To write piece by piece; what is written until an exception comes is lost."""
        try:
            with open(self._beside or self._target, "wb") as stream:
                yield stream
                stream.flush()
                if self._mode is not None:
                    os.fchmod(stream.fileno(), self._mode)
                    os.fsync(stream.fileno())
            if self._mode is not None:
                os.replace(self._beside, self._target)
        except OSError as wrong:
            raise CannotWrite.because(self.path, wrong) from None
