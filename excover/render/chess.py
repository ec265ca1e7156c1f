"""Chessmen, for canvases whose marks are their letters.

>>> man("Q", "#1a1a1a").width, man("X", "#1a1a1a")
(40, None)
"""

from __future__ import annotations

from excover.render.svg import CELL, Picture, element

_BASE = "M11 34h18v-3h-18z"
_MEN = {
    "K": "M18.8 5h2.4v2.6h2.6v2.4h-2.6v5h-2.4v-5h-2.6v-2.4h2.6zM13 29c-5-6-4-13 1-13c3 0 5 2 6 4"
    "c1-2 3-4 6-4c5 0 6 7 1 13z",
    "Q": "M12.5 29l-4-14a2 2 0 1 1 1.6-.9l5.4 6.4l.6-9.6a2 2 0 1 1 2 0l1.9 8.6l1.9-8.6a2 2 0 1 1 2 0l.6 9.6"
    "l5.4-6.4a2 2 0 1 1 1.6.9l-4 14z",
    "R": "M14 29l1-12h10l1 12zM12 15v-7h3.6v2.5h2.6v-2.5h3.6v2.5h2.6v-2.5h3.6v7z",
    "B": "M14.5 29c-3-5-2.5-11 4-16.5a2.4 2.4 0 1 1 3 0c6.5 5.5 7 11.5 4 16.5z",
    "N": "M14 29c.5-4.5 4-6 5-9.5c-2 0-3 .5-4.5 1.5c-1.5 1.5-3 1.2-4-.8c.5-4 3.5-7 5.5-10"
    "l1.5-3.2l1.5 2.8c8.5 2 9.5 10 8.5 19.2z",
}


def man(mark: str, ink: str) -> Picture | None:
    """The chessman with this letter, in the size of a cell; None for any other mark."""
    if mark not in _MEN:
        return None
    return Picture(CELL, CELL, [element("path", d=_BASE + _MEN[mark], fill=ink)])
