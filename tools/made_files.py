"""Writes the files of a wheel that are made from the code: `python tools/made_files.py FOLDER`.

They are the manual page, the JSON Schemas of descriptions in YAML and of the output, and the TextMate
grammar. The build runs this, so it works before the core is compiled, and needs no package but those that
pyproject.toml lists for the build.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]
ABSENT = ("excover.search._core", "yaml")
"""What the imports below import and do not use."""


class StandIn(ModuleType):
    """A module whose names can be imported and inherited from, but that does nothing."""

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


def made_files() -> dict[str, str]:
    """The texts of the files, by their names."""
    from excover.apps.cli.reference import man
    from excover.apps.editing.vocabulary import textmate
    from excover.base.json import schema
    from excover.language.syntax import yaml

    return {
        "excover.1": man(),
        "excover.schema.json": yaml.schema_text(),
        "excover.output.schema.json": schema.schema_text(),
        "excover.tmLanguage.json": textmate(),
    }


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in made_files().items():
        (folder / name).write_text(text, "utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.modules.update({name: StandIn(name) for name in ABSENT})
    main(Path(sys.argv[1]))
