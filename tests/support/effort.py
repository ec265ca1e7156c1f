"""How much work something is, and how to wait for it: never by a clock, which other programs share.

>>> steps(lambda: [abs(n) for n in range(100)]) >= 100
True
>>> with_more_time(lambda seconds: seconds, lambda found: found > 5)
10.0
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from cProfile import Profile
from pathlib import Path
from subprocess import Popen
from typing import Any, TypeVar

HANGS = 3600
"""Seconds after which what others wait for is given up: only what would never end takes as long, however busy
the machine is."""

T = TypeVar("T")


def examples(number: int) -> int:
    """How many something is tried on: a tenth, at least one, without ``THOROUGH`` (`.ci/run thorough`)."""
    return number if os.environ.get("THOROUGH") else max(1, number // 10)


def steps(run: Callable[[], object]) -> int:
    """The calls of functions, in Python and in C, that it makes: about the same on every machine."""
    profile = Profile()
    with profile:
        run()
    return sum(each.callcount for each in profile.getstats())


def with_more_time(run: Callable[[float], T], is_enough: Callable[[T], bool], seconds: float = 0.1) -> T:
    """The result of a run that had time for something: each attempt has ten times as much as the last."""
    while not is_enough(found := run(seconds)):
        assert seconds < HANGS, f"not in {seconds} seconds"
        seconds *= 10
    return found


def wait_for_handlers(process: Popen[Any]) -> None:
    """Return once a started command handles SIGTERM itself; Python alone does not."""
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():  # not on Linux
        time.sleep(3)
        return
    ends = time.monotonic() + HANGS
    while time.monotonic() < ends:
        caught = next(line for line in status.read_text().splitlines() if line.startswith("SigCgt"))
        if int(caught.split()[1], 16) >> (signal.SIGTERM - 1) & 1:
            return
        time.sleep(0.01)
    raise AssertionError("the command does not handle signals")
