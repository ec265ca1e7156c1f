"""The face of a `SolutionWalker` in a notebook; `walker.js` draws it in the browser.

The browser sends where to go, as `{"go": "next"}`, and shows the traits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files

import anywidget
import traitlets


class WalkerWidget(anywidget.AnyWidget):  # type: ignore[misc]
    """The traits are what the walker shows: its picture, the options in words, where it is, and its state."""

    _esm = (files("excover.apps.notebook") / "walker.js").read_text("utf-8")
    picture = traitlets.Unicode().tag(sync=True)
    words = traitlets.Unicode().tag(sync=True)
    position = traitlets.Int().tag(sync=True)
    found = traitlets.Int().tag(sync=True)
    ended = traitlets.Bool().tag(sync=True)
    state = traitlets.Unicode().tag(sync=True)

    def __init__(self, state: Callable[[], Mapping[str, object]], go: Callable[[object], None]) -> None:
        """``state`` has the values of the traits; ``go`` takes the messages of the browser."""
        super().__init__()
        self._state, self._go = state, go
        self.on_msg(self.take)
        self._show()

    def _show(self) -> None:
        with self.hold_sync():
            for name, value in self._state().items():
                setattr(self, name, value)

    def take(self, _widget: object, content: object, _buffers: object) -> None:
        """A message of the browser."""
        self._go(content)
        self._show()
