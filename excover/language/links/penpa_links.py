"""Links of Penpa+: marks drawn on a board, read as a puzzle of a genre where they are unambiguous.

>>> find_drawn("kanoodle") is None
True

A link has lines of text, compressed by deflate: the board, and for each kind of mark the places that have it.
What the marks mean depends on the genre: a tag or the title of the link, or its argument `&as=akari`. They
are read as a link of puzz.link of that genre, so that what it cannot express is refused. Nothing is fetched.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote

from excover.base.diagnostics import SpecError
from excover.base.source import Source, Span
from excover.language import gallery, messages
from excover.language.links.link_codes import ARROWS, NONE, Sign, Unwritten
from excover.language.links.link_parts import (
    CellMarks,
    LinkPart,
    LinkPuzzle,
    Packed,
    RoomNumbers,
    Rooms,
    Size,
    cells_of,
    rooms_between,
)
from excover.language.links.puzzle_links import ALIASES, GENRES, LARGEST, SudokuGrid, find_puzzle, link_of

LONGEST = 1_000_000
"""As many bytes may a link unpack to."""
_LINK = re.compile(
    r"https?://(?:swaroopg92\.github\.io/penpa-edit|opt-pan\.github\.io/penpa-edit|penpa\.app)/?(?:index\.html)?"
    r"[#?]\w+=[^&]*(?:&\w+=[^&]*)*",
    re.ASCII,
)
_ARGUMENT = re.compile(r"(?<=[#?&])(\w+)=([^&]*)", re.ASCII)
_SHORT = {
    "zS": "surface",
    "zN": "number",
    "zY": "symbol",
    "zE": "lineE",
    "zR": "command_redo",
    "zU": "command_undo",
    "z8": "command_replay",
    "z0": "squareframe",
    "z5": "polygon",
    "z4": "deletelineE",
    "z1": "numberS",
    "zF": "freeline",
    "z2": "freelineE",
    "zT": "thermo",
    "z3": "arrows",
    "zD": "direction",
    "zL": "line",
    "zW": "wall",
    "zC": "cage",
    "z6": "killercages",
    "z7": "nobulbthermo",
    "z_": "_a",
}
_BLACK = {2, 21}
"""Styles of edges that are borders: other lines are of another color, dashed, or those of the grid."""
_SILENT = {"command_redo", "command_undo", "command_replay", "_a"}
_READ = {"surface", "number", "numberS", "symbol", "lineE", *_SILENT}
_WAYS = {"0": "n", "1": "w", "2": "e", "3": "s"}
_IN_CIRCLE = {5, 6, 7, 11}
"""Styles of a number, which is unknown if it is blank."""
_Part = Rooms | RoomNumbers | CellMarks | Packed | SudokuGrid


def find_drawn(link: str) -> Source | None:
    """The description of the puzzle in a link; None if it is none of these. Raises SpecError."""
    arguments = {each[1]: each for each in _ARGUMENT.finditer(link)} if _LINK.fullmatch(link) else {}
    if "p" not in arguments:
        return None
    source = Source("link", link)
    data, stated = arguments["p"], arguments.get("as")
    span = Span(source, *data.span(2))
    try:
        lines = _unpacked(unquote(data[2])).split("\n")
        drawn = _MarkedBoard.of(lines)
        name = stated[2] if stated else _genre(lines)
        genre = _KNOWN.get(_letters(name))
        if genre is None:
            place = Span(source, *stated.span(2)) if stated else span
            raise SpecError(messages.UnknownGenre(place, name, sorted(GENRES)))
        address = link_of(genre, *_described(genre, drawn))
    except _NoMeaning as unread:
        raise SpecError(messages.UnreadLinkPart(span, str(unread))) from None
    except Unwritten as unwritten:
        raise SpecError(messages.UnreadLinkPart(span, str(unwritten))) from None
    except (ArithmeticError, ValueError, TypeError, LookupError, AttributeError, RecursionError, zlib.error):
        raise SpecError(messages.WrongLink(span, "a puzzle of Penpa+")) from None
    return find_puzzle(address)


class _NoMeaning(Exception):
    """A part of the link that means nothing in its genre."""


def _unpacked(data: str) -> str:
    """Raises errors of the form as they come; ValueError for a text that is too long."""
    unpacker = zlib.decompressobj(-15)
    text = unpacker.decompress(b64decode(data, validate=True), LONGEST)
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise ValueError("too long, or cut off")
    return text.decode()


def _letters(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _titles() -> Iterator[tuple[str, str]]:
    for name, genre in GENRES.items():
        source = gallery.puzzle(genre.spec)
        assert source
        title = re.search('^puzzle "(.*)"$', source.text, re.MULTILINE)
        yield from ((_letters(each), name) for each in (name, genre.spec, title[1] if title else name))
    yield from ((_letters(other), name) for other, name in ALIASES.items())
    yield from (("slitherlink", "slither"), ("hashiwokakero", "hashi"), ("spiralgalaxies", "tentaisho"))


_KNOWN = dict(_titles())
"""Genres by the letters of any of their names."""


def _genre(lines: list[str]) -> str:
    """The tag of the genre, or else the title; both may be missing."""
    tags = json.loads(lines[17]) if len(lines) > 17 and lines[17].startswith("[") else []
    named = [tag for tag in tags if _letters(str(tag)) in _KNOWN]
    title = re.search(r"Title: ([^,]*)", lines[0])
    return str(named[0]) if named else title[1].strip() if title else ""


# Marks


class _MarkedBoard(NamedTuple):
    """Marks by places, as rows and columns from 0."""

    size: Size
    marks: Mapping[str, Any]
    wide: int
    high: int
    top: int
    left: int

    @classmethod
    def of(cls, lines: list[str]) -> _MarkedBoard:
        form, columns, rows, *_ = lines[0].split(",")
        if form[:2] not in ("sq", "su"):  # squares, and their Sudokus
            raise _NoMeaning(f"a board of form `{form[:20]}`")
        top, bottom, left, right = (int(each) for each in json.loads(lines[1]))
        size = Size(int(columns) - left - right, int(rows) - top - bottom)
        if not (size.columns > 0 and size.rows > 0 and size.cells <= LARGEST and min(top, left) >= 0):
            raise ValueError("no size of a board")
        text = re.sub("z[A-Z0-9_]", lambda short: json.dumps(_SHORT.get(short[0], short[0])), lines[3])
        marks = json.loads(text)
        for name, each in marks.items():
            if name not in _READ and each and any(each):
                raise _NoMeaning(f"`{name}`")
        if len(json.loads(lines[5])) != size.cells:
            raise _NoMeaning("a board that is no rectangle")
        return cls(size, marks, int(columns) + 4, int(rows) + 4, top, left)

    def cells(self, kind: str) -> Iterator[tuple[tuple[int, int], Any]]:
        """Small numbers are at corners or sides of cells, which are counted apart."""
        for index, mark in self.marks.get(kind, {}).items():
            place = int(index) // 4 % (self.wide * self.high) if kind == "numberS" else int(index)
            row, column = divmod(place, self.wide)
            cell = row - 2 - self.top, column - 2 - self.left
            if not (0 <= cell[0] < self.size.rows and 0 <= cell[1] < self.size.columns):
                raise _NoMeaning("marks outside of the board")
            yield cell, mark

    def borders(self) -> Iterator[frozenset[tuple[int, int]]]:
        """The two cells on both sides of each edge that is drawn."""
        for ends, style in self.marks.get("lineE", {}).items():
            if "," not in ends:
                raise _NoMeaning("a cross on an edge")
            if style not in _BLACK:
                raise _NoMeaning(f"an edge of the style {str(style)[:20]}")
            points = [divmod(int(end) - self.wide * self.high, self.wide) for end in ends.split(",")]
            (r, c), (s, d) = sorted((row - 1 - self.top, column - 1 - self.left) for row, column in points)
            if (s - r, d - c) not in ((0, 1), (1, 0)):
                raise _NoMeaning("lines across cells")
            yield frozenset([(r, c), (r - 1, c) if r == s else (r, c - 1)])


def _described(genre: str, drawn: _MarkedBoard) -> tuple[dict[str, list[list[str]]], dict[str, int]]:
    """Drawings and settings of the description. Raises _NoMeaning for what means nothing in the genre."""
    parts = GENRES[genre].parts
    if not all(isinstance(each, _Part) for each in parts):
        raise _NoMeaning(f"a puzzle of the genre `{genre}`, whose marks in Penpa+ may mean several things")
    if any(isinstance(each, CellMarks) and each.larger for each in parts):
        raise _NoMeaning("marks at corners of cells")
    puzzle = LinkPuzzle(drawn.size, {}, dict(GENRES[genre].settings))
    borders = set(drawn.borders())
    if borders and not any(isinstance(part, Rooms | SudokuGrid) for part in parts):
        raise _NoMeaning("borders")
    for part in parts:
        if isinstance(part, SudokuGrid):
            if not part.fill(puzzle) or not _are_blocks(borders, puzzle.settings[part.block], drawn.size):
                raise _NoMeaning("a Sudoku without square blocks")
        elif isinstance(part, Rooms):
            puzzle.drawings[part.name] = rooms_between(drawn.size, borders)
        elif isinstance(part, RoomNumbers | CellMarks | Packed):
            puzzle.drawings[part.name] = drawn.size.drawn([NONE] * drawn.size.cells)
    _draw(puzzle, _marks(parts, drawn))
    return puzzle.drawings, puzzle.settings


def _draw(puzzle: LinkPuzzle, marks: Iterable[tuple[tuple[str, tuple[int, int]], str]]) -> None:
    marked = set()
    for place, mark in marks:
        if place in marked:
            raise _NoMeaning("two marks in one cell")
        marked.add(place)
        name, (r, c) = place
        puzzle.drawings[name][r][c] = mark


def _are_blocks(borders: set[frozenset[tuple[int, int]]], block: int, size: Size) -> bool:
    """Whether there are no borders but those of blocks, and the edge."""
    at = {(r, c): (r // block, c // block) for r, c in cells_of(size)}
    return all(at.get(one) != at.get(other) for one, other in borders)


def _marks(
    parts: Sequence[LinkPart], drawn: _MarkedBoard
) -> Iterator[tuple[tuple[str, tuple[int, int]], str]]:
    """Each mark of a cell in the drawing that can have it."""
    numbers = [part for part in parts if isinstance(part, CellMarks | RoomNumbers)]
    circles = [part for part in parts if isinstance(part, Packed)]
    numbered = set()
    for kind in ("number", "numberS"):
        for cell, (text, *style) in drawn.cells(kind):
            shown = str(text).strip() or ("?" if text and style[0] in _IN_CIRCLE else "")
            if not shown:
                continue
            if not numbers or (kind == "numberS" and not isinstance(numbers[0], RoomNumbers)):
                raise _NoMeaning("numbers" if kind == "number" else "small numbers")
            numbered.add(cell)
            yield (numbers[0].name, cell), _number(shown, style, numbers[0])
    for cell, (style, form, *_) in drawn.cells("symbol"):
        letter = _circle(circles[0], style) if circles and str(form).startswith("circle_") else ""
        if not letter:
            raise _NoMeaning(f"the symbol `{str(form)[:20]}`")
        yield (circles[0].name, cell), letter
    shades = list(_shades(parts))
    are_shaded = bool(numbers) and (numbers[0].code is ARROWS or (numbers[0].name, "x") in shades)
    for cell, color in drawn.cells("surface"):
        if color and not (are_shaded and cell in numbered):  # a number means that, too
            if not shades or cell in numbered:
                raise _NoMeaning("shaded cells with a number" if cell in numbered else "shaded cells")
            yield (shades[0][0], cell), shades[0][1]


def _circle(part: Packed, style: object) -> str:
    """The mark of a white or black circle, or that of any circle; empty if there is none."""
    kinds = set(part.marks) - {NONE, "x"}
    return {1: "w", 2: "b"}.get(style, "") if len(kinds) == 2 else "".join(kinds)  # type: ignore[call-overload]


def _shades(parts: Sequence[LinkPart]) -> Iterator[tuple[str, str]]:
    """The drawings in which a shaded cell has a mark of its own, and this mark."""
    black = Sign(["x"])
    for part in parts:
        if isinstance(part, CellMarks) and part.code.signs.get(".") == black:
            yield part.name, "x"
        if isinstance(part, Packed) and "x" in part.marks:
            yield part.name, "x"
        if isinstance(part, Rooms) and part.holes:
            yield part.name, NONE


def _number(text: str, style: Sequence[object], part: CellMarks | RoomNumbers) -> str:
    """The mark that a number is in a drawing; `?` is that of an unknown number."""
    is_arrow = style[1:2] == ["2"]
    if part.code is ARROWS:
        number, line, way = text.partition("_")
        if not is_arrow or not line or way not in _WAYS:
            raise _NoMeaning("a number without an arrow")
        return f"{number},{_WAYS[way]}"
    if is_arrow or not re.fullmatch(r"\d{1,5}|\?", text):
        raise _NoMeaning(f"the mark `{text[:20]}`")
    unknown = part.code.signs.get(".")
    return unknown.marks[0] if text == "?" and unknown else text
