"""What running a command gives; the fixture `run` (conftest.py) runs one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def solutions(self) -> list[str]:
        return self.out.rstrip("\n").split("\n\n")


Run = Callable[..., Ran]
