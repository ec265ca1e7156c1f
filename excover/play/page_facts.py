"""What the page knows from the beginning: its first text, the gallery, and the words of the language."""

from __future__ import annotations

from collections.abc import Mapping

from excover import __version__, gallery
from excover.editing.highlighting import patterns
from excover.play.asked import PlayAnswer
from excover.play.tour import tour_facts
from excover.source import Source

WELCOME = """\
# Queens that do not attack each other. Change it, and press "Solve".
puzzle "Queens"
param n = 6 in 1..20
item row[1..n], column[1..n]
item up[2..2*n], down[1-n..n-1] at most once
option queen(r, c in 1..n) covers row[r], column[c], up[r+c], down[r-c]
draw queen(r, c) at (r, c) as "Q"
"""
"""The text of a page that was opened without one."""


def page_facts(source: Source | None = None, settings: Mapping[str, str] | None = None) -> PlayAnswer:
    """``highlighting`` has regular expressions that JavaScript understands, too."""
    return {
        "version": __version__,
        "text": source.text if source else WELCOME,
        "name": source.name if source else "",
        "settings": dict(settings or {}),
        "file": bool(source and source.path),
        "gallery": [_entry(name) for name in gallery.names()],
        "tour": tour_facts(),
        "highlighting": [{"regex": each.regex, "kinds": each.kinds} for each in patterns()],
    }


def _entry(name: str) -> PlayAnswer:
    source = gallery.puzzle(name)
    assert source
    return {"name": name, "text": source.text}
