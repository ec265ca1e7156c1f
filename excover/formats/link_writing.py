"""The link of a description that has the rules of a genre, whoever drew its puzzle.

>>> from excover.base.limits import DEFAULT
>>> from excover.language.source_files import DescriptionLoader
>>> from excover.language.meaning.resolve import resolve
>>> spec = read(gallery.puzzle("yin-yang"))
>>> written_link(spec, resolve(spec, DescriptionLoader(DEFAULT), {}, DEFAULT, {}))
'https://puzz.link/p?yinyang/5/5/0060i02ai'
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote

from excover.base.diagnostics import SpecError
from excover.language import gallery
from excover.language.links.link_codes import NONE, Unwritten, compressed
from excover.language.links.link_parts import Rows
from excover.language.links.puzzle_links import GENRES, link_of
from excover.language.links.sudoku_links import FLAGS, find_sudoku, stated
from excover.language.meaning.cell_labels import NONE as NOTHING
from excover.language.meaning.cell_labels import words_of
from excover.language.meaning.puzzle import Puzzle
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
        rows = [line.text.split() for line in lines] if each.head.is_beside else within
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


# f-puzzles: a description with a statement for each rule, as a link of it is read

SUDOKU_PAGES = {"f-puzzles": "https://f-puzzles.com/?load=", "sudokupad": "https://sudokupad.app/fpuzzles"}
_PLACE = re.compile(r"grid\((\d+),(\d+)\)|(?<=[{,])\((\d+),(\d+)\)")
_D = r"grid\(\d+,\d+\)"
_SUM = rf"{_D}(?:\+{_D})*"
_FORMS = {
    "extraregion": rf"different\(\({_D}(?:,{_D})*\)\)",
    "even": rf"{_D}mod2=0",
    "odd": rf"{_D}mod2=1",
    "thermometer": rf"{_D}(?:<{_D})+",
    "difference": rf"abs\({_D}-{_D}\)=(?P<value>\d+)",
    "whispers": rf"abs\({_D}-{_D}\)>=(?P<value>\d+)",
    "ratio": rf"{_D}=(?P<value>\d+)\*{_D}or{_D}=\d+\*{_D}",
    "clone": rf"{_D}={_D}",
    "sum": rf"{_SUM}=(?P<value>\d+)",
    "arrow": rf"{_SUM}=(?:10\*{_D}\+)?{_D}",
    "betweenline": rf"min\({_D},{_D}\)<{_D}and{_D}<max\({_D},{_D}\)",
    "renban": rf"max\({_D}(?:,{_D})*\)-min\({_D}(?:,{_D})*\)=\d+",
    "quadruple": r"count\(grid\(p\)=(?P<value>\d+)forpin\{.*\}\)>=(?P<times>\d+)",
    "sandwichsum": r"\(grid\((?:\d+,a|a,\d+)\)=1and.*=(?P<value>\d+)fora,bin.*",
    "minimum": r"grid\(p\)<grid\(q\)forpin\{(?P<cells>.*)\},qinbeside\(p\)where.*",
    "maximum": r"grid\(p\)>grid\(q\)forpin\{(?P<cells>.*)\},qinbeside\(p\)where.*",
}
"""Statements behind `require`, without blanks, by the key of a link."""
_SIGNS = {"5": "V", "10": "X", "15": "XV"}


def written_sudoku(spec: ast.Spec, page: str) -> str:
    """The link of a Sudoku with its variants, for a page of `SUDOKU_PAGES`. Raises Unwritten if one of its
    statements is none of those that a link becomes.
    """
    statements = [_plain(each) for each in spec.statements if not isinstance(each, _SILENT)]
    try:
        puzzle = _sudoku(spec)
        rules = [each.removeprefix("require") for each in statements if each.startswith("require")]
        left = [rule for rule in rules if not _is_added(puzzle, rule)]
        for rule in left:  # what is so wherever there is no mark
            _is_added(puzzle, rule)
        data = compressed(json.dumps(puzzle, separators=(",", ":")))
        link = SUDOKU_PAGES[page] + quote(data, safe="")
        found = find_sudoku(link)
        assert found
    except (SpecError, LookupError, ValueError):
        raise Unwritten("other boards and sizes than those of Sudokus") from None
    again = [_plain(each) for each in read(found).statements if not isinstance(each, _SILENT)]
    other = [*(Counter(statements) - Counter(again)), *(Counter(again) - Counter(statements))]
    if other:
        raise Unwritten(f"the statement `{other[0][:60]}`, written so; links are read as docs/genres.md says")
    return link


def _plain(statement: ast.Statement) -> str:
    """The text without blanks and comments; letters of regions in the order in which they come."""
    text = re.sub(r"#[^\n]*", "", statement.span.text)
    if isinstance(statement, ast.BoardStatement):
        head, bar, drawn = text.partition("|")
        names: dict[str, str] = {}
        text = (
            head
            + bar
            + "".join(
                names.setdefault(each, chr(97 + len(names))) if each.isalnum() else each for each in drawn
            )
        )
    return re.sub(r"\s+", "", text)


def _sudoku(spec: ast.Spec) -> dict[str, Any]:
    """The grid with its regions and givens. Raises LookupError and ValueError for other boards."""
    (board,) = (each for each in spec.statements if isinstance(each, ast.BoardStatement))
    sizes = re.findall(r"\bgrid (\d+)x\1\b", board.span.text)
    size = int(sizes[0])
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(size)] for _ in range(size)]
    for kind, rows in (("region", _rows(board)), ("value", _given_rows(spec))):
        for r, row in enumerate(rows):
            for c, mark in enumerate(row):
                if kind == "region":
                    grid[r][c]["region"] = ord(mark) - 97
                elif mark != ".":
                    grid[r][c] |= {"value": int(mark), "given": True}
    for each in spec.statements:
        if isinstance(each, ast.GivenOptions) and (found := re.findall(r"\d+", each.span.text)):
            r, c, value = map(int, found)
            grid[r - 1][c - 1] |= {"value": value, "given": True}
    title = next((each.title.value for each in spec.statements if isinstance(each, ast.PuzzleStatement)), "")
    return {"size": size, "title": title, "grid": grid}


def _rows(statement: ast.Statement) -> list[str]:
    return re.findall(r"\|([^|\s]+)", "|" + _plain_rows(statement))


def _plain_rows(statement: ast.Statement) -> str:
    rows = [line.strip() for line in statement.span.text.splitlines()]
    return "".join(row for row in rows if row.startswith("|"))


def _given_rows(spec: ast.Spec) -> list[str]:
    return [row for each in spec.statements if isinstance(each, ast.GivenDrawing) for row in _rows(each)]


def _is_added(puzzle: dict[str, Any], rule: str) -> bool:
    """Adds what a statement becomes, if it is one of these."""
    for key in FLAGS:
        if rule in stated(key, True, puzzle):
            puzzle[key] = True
            return True
    for kind in ("xv", "ratio"):
        if rule in stated("negative", [kind], puzzle):
            puzzle.setdefault("negative", []).append(kind)
            return True
    for form, pattern in _FORMS.items():
        if found := re.fullmatch(pattern, rule):
            cells = [(int(a or c), int(b or d)) for a, b, c, d in _PLACE.findall(rule)]
            mark = _Mark(rule, [f"R{r}C{c}" for r, c in cells], cells, found.groupdict().get("value") or "")
            for key, entry in _entries(puzzle, form, mark):
                puzzle.setdefault(key, []).append(entry)
            return True
    return False


class _Mark(NamedTuple):
    """A statement, the cells that it names, and its number."""

    rule: str
    names: list[str]
    cells: list[tuple[int, int]]
    value: str

    @property
    def step(self) -> tuple[int, int]:
        """From the first cell to the second."""
        (r, c), (s, d) = self.cells[:2] if len(self.cells) > 1 else self.cells * 2
        return s - r, d - c


def _entries(  # noqa: C901
    puzzle: dict[str, Any], form: str, mark: _Mark
) -> Iterator[tuple[str, dict[str, object]]]:
    names, value = mark.names, {"value": mark.value} if mark.value else {}
    half = names[: len(names) // 2]
    match form:
        case "thermometer" | "whispers":
            yield form, {"lines": [names], **value}
        case "betweenline":
            yield form, {"lines": [[names[0], names[2], names[1]]]}
        case "renban":
            puzzle["extraregion"].remove({"cells": half})
            yield form, {"lines": [half]}
        case "sum":
            yield from _total(puzzle, mark)
        case "arrow":
            circle = names[-2:] if "10*" in mark.rule else names[-1:]
            yield form, {"cells": circle, "lines": [[circle[0], *names[: -len(circle)]]]}
        case "clone":
            yield form, {"cells": names[:1], "cloneCells": names[1:]}
        case "quadruple":
            yield form, {"cells": names, "values": [int(mark.value)] * int(mark.rule.rpartition("=")[2])}
        case "minimum" | "maximum" | "even" | "odd":
            for name in half or names:
                yield form, {"cell": name}
        case "sandwichsum":
            line = re.findall(r"\d+", mark.rule)[0]
            yield form, {"cell": f"R{line}C0" if f"grid({line},a)" in mark.rule else f"R0C{line}", **value}
        case _:
            yield form, {"cells": half if form == "ratio" else names, **value}


def _total(puzzle: dict[str, Any], mark: _Mark) -> Iterator[tuple[str, dict[str, object]]]:
    """A sum: of a cage, of two neighbors, or along a diagonal, with the arrow before its first cell."""
    names, (down, right) = mark.names, mark.step
    (r, c), size = mark.cells[0], puzzle["size"]
    found: dict[str, object] = {"cells": names, "value": mark.value}
    if {"cells": names} in puzzle.get("extraregion", []):
        puzzle["extraregion"].remove({"cells": names})
        yield "killercage", found
    elif len(names) == 2 and mark.value in _SIGNS and abs(down) + abs(right) == 1:
        yield "xv", {"cells": names, "value": _SIGNS[mark.value]}
    elif len(names) == 1:
        yield "killercage", found
    elif abs(down) == abs(right) == 1 and not (1 <= r - down <= size and 1 <= c - right <= size):
        way = ("D" if down > 0 else "U") + ("R" if right > 0 else "L")
        yield "littlekillersum", {"cell": f"R{r - down}C{c - right}", "direction": way, **found}
