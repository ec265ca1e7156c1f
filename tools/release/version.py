"""Writes the version of `excover/__init__.py` where else it stands: `python tools/release/version.py`.

That is the manual page, and the manifest of the extension for VS Code with its lock file. It runs in an
environment in which excover is installed.
"""

from __future__ import annotations

import re
from pathlib import Path

from excover import __version__
from excover.apps.cli.reference import man

ROOT = Path(__file__).parents[2]
MANIFESTS = {"package.json": 1, "package-lock.json": 2}
"""How often each has the version; what follows are those of other packages."""


def with_version(manifest: str, version: str, times: int) -> str:
    return re.sub(r'(?<="version": ")[^"]*', version, manifest, count=times)


def main() -> None:
    (ROOT / "docs" / "excover.1").write_text(man(), "utf-8")
    for name, times in MANIFESTS.items():
        path = ROOT / "editors" / "vscode" / name
        path.write_text(with_version(path.read_text("utf-8"), __version__, times), "utf-8")
    print(f"version {__version__}")


if __name__ == "__main__":
    main()
