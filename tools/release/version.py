"""Writes the version of `excover/__init__.py` where else it stands: `python tools/release/version.py`.

That is CITATION.cff, the manifest of the extension for VS Code, its lock file, and the recipe for conda. It
runs in an environment in which excover is installed.
"""

from __future__ import annotations

import re
from pathlib import Path

from excover import __version__

ROOT = Path(__file__).parents[2]
MANIFESTS = {
    "CITATION.cff": 1,
    "editors/vscode/package.json": 1,
    "editors/vscode/package-lock.json": 2,
    "tools/release/conda/recipe.yaml": 1,
}
"""How often each has the version; what follows are those of other packages."""


def with_version(manifest: str, version: str, times: int) -> str:
    return re.sub(r'(\bversion"?: ")[^"]*', rf"\g<1>{version}", manifest, count=times)


def main() -> None:
    for name, times in MANIFESTS.items():
        path = ROOT / name
        path.write_text(with_version(path.read_text("utf-8"), __version__, times), "utf-8")
    print(f"version {__version__}")


if __name__ == "__main__":
    main()
