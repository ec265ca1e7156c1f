"""Comments and empty lines between statements, by the statement that they belong to.

>>> from excover.base.source import Source
>>> from excover.language.syntax.parse import parse
>>> source = Source("x.xc", "# one\\nitem a # two\\n\\n\\n# three\\noption x() # four\\n  covers a")
>>> for remarks in remarks_of(source, parse(source)):
...     print(remarks)
Remarks(before=['# one'], beside='# two')
Remarks(before=['', '# three', '# four'], beside='')
Remarks(before=[], beside='')
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from excover.base.source import Source
from excover.language.syntax import ast

_COMMENT = re.compile(r'"[^"\n]*"|\|[^\n]*|(#[^\n]*)')


@dataclass(frozen=True, slots=True)
class Remarks:
    """Lines ``before`` a statement, with one empty line for any number of them, and a comment ``beside`` its
    end.
    """

    before: list[str]
    beside: str


def remarks_of(source: Source, spec: ast.Spec) -> list[Remarks]:
    """The comments of every statement, and finally those at the end.

    Comments inside a statement are listed before it.
    """
    spans = [statement.span for statement in spec.statements]
    gaps = _gaps(source.text, [(span.start, span.end) for span in spans])
    besides = [gap[0] for gap in gaps[1:]] + [""]
    befores = [gaps[0], *(gap[1:] for gap in gaps[1:])]
    inside = [*(comments(span.text) for span in spans), []]
    found = [_collapsed(before) + more for before, more in zip(befores, inside, strict=True)]
    _strip(found, besides)
    return [Remarks(before, beside) for before, beside in zip(found, besides, strict=True)]


def _gaps(text: str, statements: Sequence[tuple[int, int]]) -> list[list[str]]:
    """The lines before, between and after the statements; text after the last line break is none."""
    bounds = [(0, 0), *statements, (len(text), len(text))]
    gaps = [text[before:after] for (_, before), (after, _) in pairwise(bounds)]
    return [[line.strip() for line in f"{gap}\n".split("\n")][:-1] for gap in gaps]


def comments(text: str) -> list[str]:
    return [found[1].rstrip() for found in _COMMENT.finditer(text) if found[1]]


def _collapsed(lines: Sequence[str]) -> list[str]:
    """Without the indentation of the next statement, and with one empty line in place of several."""
    return list(_once([*lines[:-1], *filter(None, lines[-1:])]))


def _once(lines: Sequence[str]) -> Iterator[str]:
    for before, line in pairwise(["|", *lines]):
        if line or before:
            yield line


def _strip(befores: list[list[str]], besides: list[str]) -> None:
    """A text neither begins nor ends with an empty line."""
    if befores[0][:1] == [""]:
        del befores[0][0]
    if befores[-1][-1:] == [""]:
        del befores[-1][-1]
