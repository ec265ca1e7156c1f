"""Descriptions that tests of the command line share, and its output without times."""

from __future__ import annotations

import re

QUEENS = """\
# N queens that do not attack each other.
puzzle "N queens"
param n = 6 in 1..32
item row[1..n], column[1..n]
item up[2..2*n] at most once, down[1-n..n-1] at most once
option queen(r, c in 1..n) covers row[r], column[c], up[r+c], down[r-c]
draw queen(r, c) at (r, c) as "Q"
"""
DOMINOES = """\
puzzle "Dominoes"
board box 2x3
shapes domino
  |AA BB CC
place free domino on box
"""


def timeless(text: str) -> str:
    return re.sub(r"\d+\.\d\d s(, of which \d+\.\d\d s searching)?", "0.00 s", text)
