"""The examples of docs/errors.md, whose tests have no other copy of them."""

from __future__ import annotations

import re

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.source import Source, is_yaml
from excover.language.messages.message import codes, message_page
from excover.language.source_files import read
from excover.problem.problem import compile_source


def example(code: str, head: str) -> Source | None:
    """The ``Wrong`` or the ``Fixed`` example of a page."""
    found = re.search(
        rf"^{head}:\n\n```(\w*)\n(.*?)\n```$", message_page(code) or "", re.MULTILINE | re.DOTALL
    )
    return found and Source(f"{code}.{found[1] or 'xc'}", found[2])


def wrong_examples() -> dict[str, Source]:
    """By their codes."""
    return {code: source for code in codes() if (source := example(code, "Wrong"))}


def told(source: Source) -> list[Diagnostic]:
    """The messages of an example, also those that its symmetries give."""
    try:
        if is_yaml(source) and read(source):  # what the statements mean is the same in both forms
            return []
        problem = compile_source(source)
        assert problem.symmetries
        return list(problem.warnings)
    except SpecError as wrong:
        return list(wrong.diagnostics)
