"""The syntax tree of a description in either form: YAML if its name ends in ``.yaml`` or ``.yml``.

A text without a file is YAML if it begins with the key ``excover``.

>>> from excover.source import Source
>>> text = read(Source("tiny.xc", 'puzzle "Tiny"'))
>>> ast.same(text, read(Source("tiny.yaml", "{excover: 1, puzzle: Tiny}")))
True
"""

from __future__ import annotations

import re

from excover.limits import DEFAULT, Limits
from excover.source import Source
from excover.syntax import ast
from excover.syntax.parse import parse

_FIRST_KEY = re.compile(r"(?:\s|#[^\n]*\n|---|\{)*+[\"']?excover[\"']?\s*:")


def is_yaml(source: Source) -> bool:
    """Whether it is read as YAML."""
    if source.form:
        return source.form == "yaml"
    if not source.name.startswith("<"):
        return source.name.lower().endswith((".yaml", ".yml"))
    return begins_as_yaml(source)


def begins_as_yaml(source: Source) -> bool:
    """Whether its first key is ``excover``, which distinguishes a description from other files in YAML."""
    return bool(_FIRST_KEY.match(source.text))


def read(source: Source, limits: Limits = DEFAULT) -> ast.Spec:
    """Raises SpecError with all errors of the form; the meaning of names is not yet checked."""
    if not is_yaml(source):
        return parse(source, limits)
    from excover.syntax.yaml import parse_yaml  # YAML takes 20 ms to import, and is rarely needed

    return parse_yaml(source, limits)
