"""The lock of a journal: only one process at a time works on it.

>>> import tempfile
>>> path = Path(tempfile.mkdtemp(), "a.journal")
>>> first, second = FileLock(path), FileLock(path)
>>> first.take()
>>> second.take()  # doctest: +ELLIPSIS
Traceback (most recent call last):
  ...
excover.runs.run_description.JournalError: another process is working on `...a.journal`
>>> first.release()
>>> list(path.parent.iterdir())
[]

The lock is on a file of its own, `FILE-lock`: to close any descriptor of a database that SQLite has open in
the same process would drop SQLite's locks on it (https://www.sqlite.org/howtocorrupt.html, section 2.2). The
kernel releases it when its process ends, however it ends; the file that may then be left means nothing.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from excover.base.new_file import CannotWrite
from excover.runs.run_description import JournalError


class FileLock:
    """Not taken at first."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._beside = Path(f"{path.resolve()}-lock")  # the same for all links to the file
        self._descriptor = -1

    def take(self) -> None:
        """Raises JournalError if another one has it, CannotWrite if there can be no such file."""
        while self._descriptor < 0:
            try:
                descriptor = os.open(self._beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            except OSError as wrong:
                raise CannotWrite(wrong.errno, wrong.strerror, str(self._beside)) from None
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(descriptor)
                raise JournalError(f"another process is working on `{self._path}`") from None
            if self._is_there(descriptor):
                self._descriptor = descriptor
            else:  # the one who had it has just deleted the file
                os.close(descriptor)

    def _is_there(self, descriptor: int) -> bool:
        try:
            return os.path.samestat(os.fstat(descriptor), os.stat(self._beside))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Gives it back, if it was taken, and deletes the file."""
        if self._descriptor >= 0:
            with suppress(OSError):
                self._beside.unlink()
            os.close(self._descriptor)
            self._descriptor = -1
