"""The link of a description that has the rules of a genre, whoever drew its puzzle.

>>> from excover.base.limits import DEFAULT
>>> from excover.language import gallery
>>> from excover.language.source_files import DescriptionLoader, read
>>> from excover.language.meaning.resolve import resolve
>>> spec = read(gallery.puzzle("yin-yang"))
>>> written_link(spec, resolve(spec, DescriptionLoader(DEFAULT), {}, DEFAULT, {}))
'https://puzz.link/p?yinyang/5/5/0060i02ai'
"""

from __future__ import annotations

from excover.language import gallery
from excover.language.link_codes import NONE, Unwritten
from excover.language.link_parts import Rows
from excover.language.meaning.cell_labels import NONE as NOTHING
from excover.language.meaning.cell_labels import words_of
from excover.language.meaning.puzzle import Puzzle
from excover.language.puzzle_links import GENRES, link_of
from excover.language.source_files import read
from excover.language.syntax import ast

_SILENT = (ast.PuzzleStatement, ast.Expect, ast.Draw, ast.DrawItem, ast.DrawMark, ast.Decorate)
"""Statements that do not change which solutions there are."""


def written_link(spec: ast.Spec, puzzle: Puzzle) -> str:
    """The link of the puzzle with these statements. Raises Unwritten if a link cannot express it."""
    drawings, rules = _drawings(puzzle), _rules(spec)
    settings = {name: value for name, value in puzzle.settings.items() if isinstance(value, int)}
    refused = Unwritten("other rules than those of a genre that docs/genres.md lists")
    for name, genre in GENRES.items():
        shipped = gallery.puzzle(genre.spec)
        assert shipped
        if all(f"  labels {each}" in shipped.text for each in drawings) and ast.same(
            rules, _rules(read(shipped))
        ):
            try:
                return link_of(name, drawings, settings)
            except Unwritten as wrong:
                refused = wrong
    raise refused


def _drawings(puzzle: Puzzle) -> dict[str, Rows]:
    """The words of all drawings of labels with a name."""
    labels = [each for board in puzzle.boards if board.origin for each in board.origin.named_labels]
    found: dict[str, Rows] = {}
    for each in labels:
        lines = each.drawing.lines if each.drawing else ()
        within = [[word.text for word in row] for row in words_of(lines)]
        rows = [line.text.split() for line in lines] if each.head.margin else within
        found[each.head.name.id] = [[NONE if mark in NOTHING else mark for mark in row] for row in rows]
    return found


def _rules(spec: ast.Spec) -> tuple[object, ...]:
    """The statements without drawings and values of parameters."""
    return tuple(_bare(each) for each in spec.statements if not isinstance(each, _SILENT))


def _bare(statement: ast.Statement) -> object:
    match statement:
        case ast.Param():
            return statement.name
        case ast.BoardStatement():
            labels = tuple(each.replaced(drawing=None) for each in statement.named_labels)
            return statement.replaced(named_labels=labels)
        case _:
            return statement
