"""Threads begin, or are refused: `ulimit -v` may leave room for a stack, but not for the first frames."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest
from effort import HANGS

from excover.base.threads import start_thread

LITTLE_ROOM = """
import mmap, os, resource, threading
from pathlib import Path
from excover.base.threads import start_thread

STACK = 256 * 1024
page = resource.getpagesize()
ended = []
for more in range(0, 16 * STACK, 4 * page):
    used = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * page
    thread = threading.Thread(target=ended.append, args=[True])
    resource.setrlimit(resource.RLIMIT_AS, (used + more, resource.RLIM_INFINITY))
    try:
        start_thread(thread, STACK)
    except MemoryError:
        ended.append(False)
    else:
        thread.join()
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(sorted(set(ended)))
"""


@pytest.mark.skipif(
    sys.platform != "linux",
    reason="needs Linux, to limit the address space",
)
def test_a_thread_without_room_is_refused() -> None:
    """With 20 KB more than the stack, `Thread.start` would wait for ever."""
    command = [sys.executable, "-c", LITTLE_ROOM]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=HANGS, check=False)
    assert (ran.stdout, ran.stderr) == ("[False, True]\n", "")


def test_the_stacks_of_other_threads_stay_as_large() -> None:
    before = threading.stack_size(1 << 20)
    try:
        thread = threading.Thread(target=threading.get_ident)
        start_thread(thread, 1 << 18)
        thread.join()
        assert threading.stack_size(before) == 1 << 20
    finally:
        threading.stack_size(before)
