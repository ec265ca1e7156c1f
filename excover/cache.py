"""A folder for what is costly to compute and the same every time: the parse tables (0.3 s to build).

What is in them is believed, so the folder has to be the user's own, writable by nobody else.
"""

from __future__ import annotations

import os
from pathlib import Path


def cache_file(name: str) -> str | None:
    """The path of a cache file; None where there is no safe place for it."""
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(base) / "excover"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
    except (OSError, RuntimeError):  # no home, or a read-only one
        return None
    private = status.st_uid == os.getuid() and not status.st_mode & 0o022
    return str(folder / name) if private and os.access(folder, os.W_OK) else None
