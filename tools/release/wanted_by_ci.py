"""What `.ci/run` installs, as a requirements file: the packages that pyproject.toml names, and some tools."""

from __future__ import annotations

import tomllib
from pathlib import Path

TOOLS = ["pip", "playwright", "setuptools", "uv", "wheel"]


def wanted(pyproject: Path) -> list[str]:
    content = tomllib.loads(pyproject.read_text("utf-8"))
    project = content["project"]
    lists = [content["build-system"]["requires"], project["dependencies"], TOOLS]
    extras = {name: needs for name, needs in project["optional-dependencies"].items() if name != "bench"}
    return sorted(
        {need for needs in [*lists, *extras.values()] for need in needs if not need.startswith("excover")}
    )


if __name__ == "__main__":
    print(*wanted(Path(__file__).parents[2] / "pyproject.toml"), sep="\n")
