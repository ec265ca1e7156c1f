"""The syntax tree of a description in either form: YAML if its name ends in ``.yaml`` or ``.yml``.

A text without a file is YAML if it begins with the key ``excover``.

>>> from excover.base.source import Source, is_yaml
>>> text = read(Source("tiny.xc", 'puzzle "Tiny"'))
>>> ast.same(text, read(Source("tiny.yaml", "{excover: 1, puzzle: Tiny}")))
True
"""

from __future__ import annotations

from excover.base.limits import DEFAULT, Limits
from excover.base.source import Source, is_yaml
from excover.language.syntax import ast
from excover.language.syntax.parse import parse


def read(source: Source, limits: Limits = DEFAULT) -> ast.Spec:
    """Raises SpecError with all errors of the form; the meaning of names is not yet checked."""
    if not is_yaml(source):
        return parse(source, limits)
    from excover.language.syntax.yaml import parse_yaml  # YAML takes 20 ms to import, and is rarely needed

    return parse_yaml(source, limits)
