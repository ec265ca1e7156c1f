"""Threads where memory is limited, as by `ulimit -v`, and how often Python looks for garbage.

>>> thread = threading.Thread(target=print, args=["began"])
>>> start_thread(thread); thread.join()
began
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_USUAL_STACK = 8 * 2**20
_FIRST_FRAMES = 2 * 2**20
"""Python takes memory for objects a mebibyte at a time."""


def start_thread(thread: threading.Thread, stack: int = 0) -> None:
    """Starts it, with so many bytes of stack, or as many as usual. Raises MemoryError if there is no room.

    `Thread.start` waits for the thread to begin: for ever, if its memory ends before it has begun
    (https://github.com/python/cpython/issues/140746).
    """
    from mmap import mmap

    try:
        mmap(-1, (stack or _usual_stack()) + _FIRST_FRAMES).close()
    except OSError:
        raise MemoryError("out of memory: no room for a thread") from None
    before = threading.stack_size(stack)
    try:
        thread.start()
    finally:
        threading.stack_size(before)


def _usual_stack() -> int:
    """Linux takes the limit of the main thread's stack, if it has one."""
    with suppress(ImportError):
        from resource import RLIM_INFINITY, RLIMIT_STACK, getrlimit

        limit, _ = getrlimit(RLIMIT_STACK)
        if limit != RLIM_INFINITY:
            return limit
    return _USUAL_STACK


# How often Python looks for garbage in the processes of this package.


_begins = False
"""Whether a process of this package alone has made little but modules so far."""


def collect_rarely() -> None:
    """For a process that does nothing else: what it compiles is large and lives long, and little garbage."""
    global _begins
    gc.set_threshold(100_000, 20, 20)
    _begins = True


@contextmanager
def no_collection() -> Iterator[None]:
    """Within it, Python does not look for garbage, which is worth while if all that is made lives on, or is
    soon given up together. Afterwards, what was made is taken for old, as if it had been looked at.

    >>> with no_collection():
    ...     gc.isenabled()
    False
    """
    global _begins
    if not gc.isenabled():
        yield
        return
    if not _begins:
        gc.collect(1)  # what others have made is looked at by then, or it would be taken for old, too
    _begins = False
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():  # or what a program has frozen would thaw
            gc.freeze()
            gc.unfreeze()
        gc.enable()
