"""How often Python looks for garbage in the processes of this package."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


def collect_rarely() -> None:
    """For a process that does nothing else: what it compiles is large and lives long, and little garbage."""
    gc.set_threshold(100_000, 20, 20)


@contextmanager
def no_collection() -> Iterator[None]:
    """Within it, Python does not look for garbage, which is worth while if all that is made is soon given up.

    >>> with no_collection():
    ...     gc.isenabled()
    False
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
