"""A description in YAML, of items and options only."""

from __future__ import annotations

from collections.abc import Iterator

from excover.formats.exports import Export, Exported
from excover.formats.exports.as_text import CARRIED, core_lines
from excover.language.syntax.yaml import yaml_of


def _lines(problem: Exported) -> Iterator[str]:
    return core_lines(problem, yaml_of)


export = Export("yaml", "the same in YAML", CARRIED, help="the same as `text` in YAML", write=_lines)
