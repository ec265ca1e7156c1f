"""What notebooks show of puzzles.

>>> puzzle_html("<Problem 'a & b': 1 item, 1 option>", "")
"<div><p>&lt;Problem 'a &amp; b': 1 item, 1 option&gt;</p></div>"
"""

from __future__ import annotations

from xml.etree.ElementTree import tostring

from excover.render.svg import element


def puzzle_html(told: str, svg: str) -> str:
    """A line about a puzzle, and its picture (empty for none).

    The picture stays as it was written: read and written once more, its elements would be named `ns0:svg`,
    which HTML does not know.
    """
    line = tostring(element("p", text=told.strip()), "unicode", method="html")
    return f"<div>{line}{svg}</div>"
