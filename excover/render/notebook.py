"""What notebooks show of puzzles.

>>> puzzle_html("<Problem 'a & b': 1 item, 1 option>", "")
"<div><p>&lt;Problem 'a &amp; b': 1 item, 1 option&gt;</p></div>"
"""

from __future__ import annotations

from xml.etree.ElementTree import fromstring, tostring

from excover.render.svg import element


def puzzle_html(told: str, svg: str) -> str:
    """A line about a puzzle, and its picture (empty for none)."""
    made = element("div", element("p", text=told.strip()))
    if svg:
        made.append(fromstring(svg))
    return tostring(made, "unicode", method="xml")
