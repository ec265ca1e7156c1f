"""The display of puzzles in notebooks.

>>> puzzle_html("<Problem 'a & b': 1 item, 1 option>", "")
"<div><p>&lt;Problem 'a &amp; b': 1 item, 1 option&gt;</p></div>"
"""

from __future__ import annotations

from xml.etree.ElementTree import tostring

from excover.render.svg import element


def puzzle_html(text: str, svg: str) -> str:
    """A line about a puzzle, and its picture (empty for none).

    The picture is inserted as written: parsed and written again, its elements would be named `ns0:svg`, which
    HTML does not know.
    """
    line = tostring(element("p", text=text.strip()), "unicode", method="html")
    return f"<div>{line}{svg}</div>"
