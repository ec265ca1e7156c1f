"""Files of other programs as descriptions: how they are detected, and their content.

>>> form_of(Source("a.dlx", "")), form_of(Source("a.txt", "0 1\\n1 0\\n")), form_of(Source("a.xc", "item a"))
('dlx', 'matrix', '')
>>> puzzle, compiled = read_matrix(Source("a.txt", "0 1\\n1 0\\n1 1\\n"), {})
>>> [str(option) for option in compiled.matrix.options]
['2', '1', '1 2']
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from excover.base.diagnostics import Diagnostic, SpecError
from excover.base.limits import DEFAULT, Limits
from excover.base.names import Value
from excover.base.source import Source
from excover.language import messages
from excover.language.expressions.scope import Scope
from excover.language.meaning.puzzle import Objective, Puzzle
from excover.matrix.compiled import Compiled

if TYPE_CHECKING:
    from excover.formats.burrtools_model import BurrPuzzle

_SUFFIXES = {
    ".dlx": "dlx",
    ".ec": "dlx",
    ".01": "matrix",
    ".csv": "matrix",
    ".tsv": "matrix",
    ".xmpuzzle": "burrtools",
    ".polycube": "polycube",
    ".xc": "",
    ".yaml": "",
    ".yml": "",
}
_ROWS = re.compile(r"(?:\s|//[^\n]*+)*+(?:\[|\"[01]\"|true\b|false\b|(?=\d)(?![^\n]*\.\.))", re.IGNORECASE)
_XML = r"\s*<(\?xml|puzzle)\b"
_POLYCUBE = r"(?:\s|#[^\n]*+)*+D\s*:\s*(?:[xyz]Dim|oneSide)\b"
PIECE_FILES = ("burrtools", "polycube")
"""Forms of files that are translated into the language."""
PROBLEM = "problem"
"""The one parameter of such a file: the number of the problem."""


def form_of(source: Source) -> str:
    """``dlx``, ``matrix``, ``burrtools``, ``polycube``, or nothing for a description in the language.

    By the name of the file, such as ``.dlx``, ``.ec``, ``.01``, ``.csv`` or ``.xmpuzzle``; otherwise a text
    that begins with a comment of DLX, a ``|``, or with ``D : xDim=3``, with a number, also in quotation
    marks, or with a square bracket, and XML: no description in the language looks like that.
    """
    if source.form:
        return source.form if source.form in _SUFFIXES.values() else ""
    name = source.name.lower()
    suffix = next((suffix for suffix in _SUFFIXES if name.endswith(suffix)), None)
    if suffix is not None:
        return _SUFFIXES[suffix]
    text = source.text
    if text.lstrip().startswith("|"):
        return "dlx"
    if ("<?xml" in text or "<puzzle" in text) and re.match(_XML, text):
        return "burrtools"
    if ("Dim" in text or "oneSide" in text) and re.match(_POLYCUBE, text):
        return "polycube"
    return "matrix" if _ROWS.match(text) else ""


def as_text(
    source: Source, settings: Mapping[str, Value], limits: Limits = DEFAULT
) -> tuple[Source, list[Diagnostic]]:
    """A file of BurrTools or polycube translated into the language, and warnings.

    ``settings`` may choose one of its problems by number. Raises SpecError.
    """
    from excover.formats.burrtools_text import description  # rarely needed, and so is a parser of XML

    puzzle = read_pieces(source, limits)
    text, warnings = description(puzzle, chosen_problem(puzzle, settings))
    return Source(f"{source.name}, converted", text, form="text"), warnings


def read_pieces(source: Source, limits: Limits = DEFAULT) -> BurrPuzzle:
    """The content of a file of BurrTools or polycube. Raises SpecError."""
    from excover.formats.burrtools import read_burrtools
    from excover.formats.polycube import read_polycube

    return (read_polycube if form_of(source) == "polycube" else read_burrtools)(source, limits)


def chosen_problem(puzzle: BurrPuzzle, settings: Mapping[str, Value]) -> int:
    """The number of the problem that settings choose, counted from 1. Raises SpecError."""
    unknown = [name for name in settings if name != PROBLEM]
    if unknown:
        raise SpecError(messages.UnknownBurrToolsParameter(unknown[0]))
    names = [problem.name for problem in puzzle.problems]
    if not names:
        raise SpecError(messages.FileWithoutProblems(puzzle.span))
    number = settings.get(PROBLEM, 1 if len(names) == 1 else None)
    if type(number) is not int or not 1 <= number <= len(names):
        raise SpecError(messages.WhichProblem(puzzle.span, number, names))
    return number


def read_matrix(
    source: Source, settings: Mapping[str, Value], limits: Limits = DEFAULT
) -> tuple[Puzzle, Compiled]:
    """The matrix of a text, and a puzzle with only its title.

    Raises SpecError for errors, and if there are settings, because a matrix has no parameters.
    """
    from excover.formats.matrix_reader import (
        read_dlx,  # most descriptions are no matrices
        read_rows,
    )

    if settings:
        raise SpecError(messages.MatrixWithParameters(next(iter(settings))))
    if len(source.text) > limits.matrix:
        raise SpecError(messages.TextTooLong(source.name, limits.ceiling("matrix")))
    read = read_dlx if form_of(source) == "dlx" else read_rows
    title, compiled = read(source, limits)
    objectives = [] if compiled.matrix.costs is None else [Objective("minimize", None)]
    return Puzzle(title, Scope(), settings={}, objectives=objectives), compiled
