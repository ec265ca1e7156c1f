"""A matrix in a format of other solvers is a description, too: which texts are such, and what they say.

>>> from excover.source import Source
>>> form_of(Source("a.dlx", "")), form_of(Source("a.txt", "0 1\\n1 0\\n")), form_of(Source("a.xc", "item a"))
('dlx', 'matrix', '')
>>> puzzle, compiled = read_matrix(Source("a.txt", "0 1\\n1 0\\n1 1\\n"), {})
>>> [str(option) for option in compiled.matrix.options]
['2', '1', '1 2']
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from excover.cover.compiled import Compiled
from excover.diagnostics import SpecError
from excover.expressions.scope import Scope
from excover.formats import faults
from excover.formats.dlx_reader import read_dlx
from excover.formats.zero_one import read_rows
from excover.limits import DEFAULT, Limits
from excover.names import Value
from excover.puzzle.puzzle import Puzzle
from excover.source import Source

_SUFFIXES = {".dlx": "dlx", ".01": "matrix", ".xc": "", ".yaml": "", ".yml": ""}
_BITS = re.compile(r"\s*[01][01\s]*")


def form_of(source: Source) -> str:
    """``dlx``, ``matrix``, or nothing for a description in the language.

    By the name of the file, ``.dlx`` or ``.01``; of other texts, one that begins with a comment of DLX, a
    ``|``, and one of nothing but 0 and 1, are such: no description in the language looks like that.
    """
    if source.form:
        return source.form if source.form in ("dlx", "matrix") else ""
    name = source.name.lower()
    suffix = next((suffix for suffix in _SUFFIXES if name.endswith(suffix)), None)
    if suffix is not None:
        return _SUFFIXES[suffix]
    if source.text.lstrip().startswith("|"):
        return "dlx"
    return "matrix" if _BITS.fullmatch(source.text) else ""


def read_matrix(
    source: Source, settings: Mapping[str, Value], limits: Limits = DEFAULT
) -> tuple[Puzzle, Compiled]:
    """The matrix of a text, and a puzzle that knows nothing more of it than its title.

    Raises SpecError with what is wrong, and where there are settings, for a matrix has no parameters.
    """
    if settings:
        raise SpecError(faults.no_parameters(next(iter(settings))))
    if len(source.text) > limits.matrix:
        raise SpecError(faults.text_too_long(limits.matrix))
    read = read_dlx if form_of(source) == "dlx" else read_rows
    title, compiled = read(source, limits)
    goal = "minimize" if compiled.matrix.costs else ""
    nothing: tuple[()] = ()
    puzzle = Puzzle(
        title=title,
        scope=Scope(),
        settings={},
        families=nothing,
        sources=nothing,
        boards=nothing,
        draws=nothing,
        givens=nothing,
        forbidden=nothing,
        symmetries=nothing,
        goal=goal,
        expectations=nothing,
        warnings=nothing,
    )
    return puzzle, compiled
