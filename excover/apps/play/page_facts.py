"""What the page knows from the beginning: its first text, the gallery, and the words of the language."""

from __future__ import annotations

from collections.abc import Mapping

from excover import __version__
from excover.apps.editing.highlighting import patterns
from excover.apps.play.asked import PlayAnswer
from excover.apps.play.help_facts import PIECES, help_facts
from excover.apps.play.tour import tour_facts
from excover.base.source import Source
from excover.language import gallery


def page_facts(source: Source | None = None, settings: Mapping[str, str] | None = None) -> PlayAnswer:
    """``highlighting`` has regular expressions that JavaScript understands, too.

    ``documents``: where the documents are from the page, if they are beside it.
    """
    return {
        "version": __version__,
        "text": source.text if source else PIECES,
        "name": source.name if source else "",
        "settings": dict(settings or {}),
        "file": bool(source and source.path),
        "gallery": [_entry(name) for name in gallery.names()],
        "tour": tour_facts(),
        "help": help_facts(),
        "documents": "",
        "highlighting": [{"regex": each.regex, "kinds": each.kinds} for each in patterns()],
    }


def _entry(name: str) -> PlayAnswer:
    source = gallery.puzzle(name)
    assert source
    return {"name": name, "text": source.text}
