"""Writes the files of a wheel that are made from the code: `python tools/made_files.py FOLDER CORE`.

They are the manual page, the JSON Schemas of descriptions in YAML and of the output, the TextMate grammar,
and the pictures of the gallery, for which CORE is the folder of the compiled core. The build runs this, so it
needs no package but those that pyproject.toml lists for the build.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]
ABSENT = "yaml"
"""What the imports below import and do not use."""
CORE = "excover.search._core"


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
    from excover.apps.play.page_facts import PICTURES, pictures_text
    from excover.base.json import schema
    from excover.language.syntax import yaml

    return {
        "excover.1": man(),
        "excover.schema.json": yaml.schema_text(),
        "excover.output.schema.json": schema.schema_text(),
        "excover.tmLanguage.json": textmate(),
        PICTURES: pictures_text(),
    }


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in made_files().items():
        (folder / name).write_text(text, "utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.path.insert(1, sys.argv[2])
    sys.modules[ABSENT] = StandIn(ABSENT)
    sys.modules[CORE] = import_module("_core")
    main(Path(sys.argv[1]))
