"""Links of f-puzzles and SudokuPad: a Sudoku with its variants, as a description with a statement for each.

>>> print(described({"size": 4, "grid": [[{"value": 1, "given": True}, {}, {}, {}], *[[{}] * 4] * 3],
...     "diagonal+": True, "thermometer": [{"lines": [["R1C1", "R2C2", "R3C2"]]}]}))
puzzle "Sudoku"
board grid 4x4
fill grid with 1..4, once per row, column, block 2x2
given
  |1...
  |....
  |....
  |....
require different(grid(i, 5-i) for i in 1..4)
require grid(1, 1) < grid(2, 2) < grid(3, 2)
<BLANKLINE>

A link has JSON, compressed by lz-string (https://github.com/pieroxy/lz-string). Nothing is fetched. What a
link draws without a rule of its own, such as lines, may mean anything that its text explains, and is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from string import ascii_lowercase
from typing import Any
from urllib.parse import unquote

from excover.base.diagnostics import SpecError
from excover.base.source import Source, Span
from excover.language import messages
from excover.language.links.link_codes import LONGEST, decompressed

LARGEST = 16
"""As many rows may a Sudoku of a link have."""
_BLOCKS = {
    4: (2, 2),
    6: (2, 3),
    8: (2, 4),
    9: (3, 3),
    10: (2, 5),
    12: (3, 4),
    14: (2, 7),
    15: (3, 5),
    16: (4, 4),
}
"""Rows and columns of a box where the link has no regions."""

_LINK = re.compile(
    r"https?://(?:www\.)?(?:f-puzzles\.com/\?load=|sudokupad\.app/(?:\?puzzleid=)?fpuz(?:zles)?)"
    r"(?P<data>[\w+/=%-]+)",
    re.ASCII,
)


def find_sudoku(link: str) -> Source | None:
    """The description of the Sudoku in a link; None if it is none of these. Raises SpecError."""
    found = _LINK.fullmatch(link)
    if found is None:
        return None
    span = Span(Source("link", link), *found.span("data"))
    try:
        puzzle = json.loads(decompressed(unquote(found["data"])))
        return Source("Sudoku of a link", described(puzzle))
    except _Unread as unread:
        raise SpecError(messages.UnreadLinkPart(span, unread.args[0])) from None
    except (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RecursionError):
        raise SpecError(messages.WrongLink(span, "a Sudoku of f-puzzles")) from None


# Rules


class _Unread(Exception):
    """A part of the JSON without a rule here."""


def described(puzzle: Mapping[str, Any]) -> str:
    """The text of a description. Raises errors of the JSON's form as they come, and `_Unread`."""
    size = int(puzzle["size"])
    if not 1 <= size <= LARGEST:
        raise _Unread(f"size {size}")
    title = re.sub(r"[^\w .,:;!?()\'-]", "", str(puzzle.get("title") or "Sudoku"))[:80]
    lines = [f'puzzle "{title or "Sudoku"}"', *_grid(puzzle, size)]
    room = LONGEST
    for key, value in puzzle.items():
        if key in _RULES and value not in (None, False):
            for line in _RULES[key](value, puzzle, size):
                lines.append(line)
                room -= len(line)
                if room < 0:
                    raise _Unread("more rules than a Sudoku has")
        else:
            _check_keys({key: value}, _SILENT)
    return "\n".join([*lines, ""])


_SILENT = {
    "size",
    "title",
    "author",
    "ruleset",
    "grid",
    "solution",
    "negative",
    "disabledlogic",
    "activeConstraints",
    "truecandidatesoptions",
}
"""What is no rule, or is read with others."""


def _grid(puzzle: Mapping[str, Any], size: int) -> Iterator[str]:
    grid = puzzle["grid"]
    rows = [[grid[r][c] for c in range(size)] for r in range(size)]
    yield f"board grid {size}x{size}"
    for cell in (cell for row in rows for cell in row):
        _check_keys(cell, _OF_CELLS)
    own = any(cell.get("region") is not None for row in rows for cell in row)
    if own:
        names: dict[object, str] = {}
        yield "  labels"
        for r, row in enumerate(rows):
            known = [cell.get("region") for cell in row]
            of_row = [_default_region(size, r, c) if each is None else each for c, each in enumerate(known)]
            letters = (names.setdefault(region, ascii_lowercase[len(names)]) for region in of_row)
            yield f"  |{''.join(letters)}"
    high, wide = _BLOCKS.get(size, (0, 0))
    block = ", label" if own else f", block {high}x{wide}" if high else ""
    yield f"fill grid with 1..{size}, once per row, column{block}"
    given = [[int(cell["value"]) if cell.get("given") else 0 for cell in row] for row in rows]
    if not all(0 <= value <= size for row in given for value in row):
        raise ValueError("a digit that is not of the grid")
    if size <= 9 and any(map(any, given)):
        yield "given"
        yield from (f"  |{''.join(str(value or '.') for value in row)}" for row in given)
    elif size > 9:
        for r, row in enumerate(given, 1):
            yield from (f"given grid({r}, {c}, {value})" for c, value in enumerate(row, 1) if value)


def _default_region(size: int, r: int, c: int) -> int:
    high, wide = _BLOCKS[size]
    return r // high * (size // wide) + c // wide


_OF_CELLS = {"value", "given", "region", "centerPencilMarks", "cornerPencilMarks", "c", "highlight"}
_OF_ENTRIES = {"cells", "cell", "lines", "value", "values", "cloneCells", "direction"}
_LOOKS = {"outlineC", "baseC", "fontC", "width", "height", "angle", "size"}


def _check_keys(entry: Mapping[str, Any], known: Collection[str]) -> None:
    for key, value in entry.items():
        if key not in known and value not in (None, False, "", [], {}):
            raise _Unread(f"`{key}`")


def _entries(found: Any) -> Iterator[Mapping[str, Any]]:
    for entry in found:
        _check_keys(entry, _OF_ENTRIES | _LOOKS)
        yield entry


_Rule = Callable[[Any, Mapping[str, Any], int], Iterator[str]]


def _place(name: str, size: int) -> tuple[int, int]:
    r, c = _anywhere(name)
    if not (1 <= r <= size and 1 <= c <= size):
        raise ValueError(name)
    return r, c


def _anywhere(name: str) -> tuple[int, int]:
    """The place of a cell, or beside the grid."""
    found = re.fullmatch(r"R(\d+)C(\d+)", name, re.ASCII)
    if not found:
        raise ValueError(name)
    return int(found[1]), int(found[2])


def _digits(names: Sequence[str], size: int) -> list[str]:
    """The values of cells."""
    if len(names) > size * size:
        raise ValueError("more cells than the grid has")
    return ["grid({}, {})".format(*_place(name, size)) for name in names]


def _of_cells(text: Callable[[list[str], Any], Iterator[str]]) -> _Rule:
    """A statement, or some, for each group of cells, with its value."""

    def rule(entries: Any, _puzzle: Mapping[str, Any], size: int) -> Iterator[str]:
        for entry in _entries(entries):
            yield from text(_digits(entry.get("cells") or [entry["cell"]], size), entry.get("value"))

    return rule


def _of_lines(text: Callable[[list[str], Any], Iterator[str]]) -> _Rule:
    """A statement, or some, for each line, with its value."""

    def rule(entries: Any, _puzzle: Mapping[str, Any], size: int) -> Iterator[str]:
        for entry in _entries(entries):
            for line in entry["lines"]:
                if len(line) < 2:
                    raise ValueError("a line of one cell")
                yield from text(_digits(line, size), entry.get("value"))

    return rule


def _always(text: str) -> _Rule:
    """A statement for the whole grid of n rows."""

    def rule(_value: Any, _puzzle: Mapping[str, Any], size: int) -> Iterator[str]:
        yield text.replace("n+1", str(size + 1)).replace("1..n", f"1..{size}")

    return rule


def _different(digits: Sequence[str]) -> str:
    return f"require different(({', '.join(digits)}))"


def _region(digits: list[str], _value: Any = None) -> Iterator[str]:
    if len(digits) > 1:
        yield _different(digits)


def _cage(digits: list[str], value: Any) -> Iterator[str]:
    yield from _region(digits)
    yield from _sum(digits, value)


def _sum(digits: list[str], value: Any) -> Iterator[str]:
    if value not in (None, ""):
        yield f"require {' + '.join(digits)} = {int(value)}"


def _difference(digits: list[str], value: Any) -> Iterator[str]:
    one, other = digits
    yield f"require abs({one} - {other}) = {int(value or 1)}"


def _ratio(digits: list[str], value: Any) -> Iterator[str]:
    (one, other), factor = digits, int(value or 2)
    yield f"require {one} = {factor}*{other} or {other} = {factor}*{one}"


_XV = {"X": 10, "V": 5, "XV": 15, "x": 10, "v": 5}


def _xv(digits: list[str], value: Any) -> Iterator[str]:
    one, other = digits
    yield f"require {one} + {other} = {_XV[value]}"


def _arrows(entries: Any, _puzzle: Mapping[str, Any], size: int) -> Iterator[str]:
    """The sum along an arrow is the number in its circle, of one digit or two."""
    for entry in _entries(entries):
        circle = _digits(sorted(entry["cells"], key=lambda name: _place(name, size)), size)
        if len(circle) > 2:
            raise _Unread("an arrow of more than two digits")
        total = circle[0] if len(circle) == 1 else f"10*{circle[0]} + {circle[1]}"
        for line in entry["lines"]:
            if len(line) < 2:
                raise ValueError("an arrow of one cell")
            yield f"require {' + '.join(_digits(line[1:], size))} = {total}"


def _clones(entries: Any, _puzzle: Mapping[str, Any], size: int) -> Iterator[str]:
    for entry in _entries(entries):
        pairs = zip(_digits(entry["cells"], size), _digits(entry["cloneCells"], size), strict=True)
        yield from (f"require {one} = {other}" for one, other in pairs if one != other)


def _quadruples(entries: Any, _puzzle: Mapping[str, Any], size: int) -> Iterator[str]:
    for entry in _entries(entries):
        cells = ", ".join(str(_place(name, size)) for name in entry["cells"])
        values = [int(value) for value in entry["values"]]
        if len(entry["cells"]) > 4 or len(values) > 4:
            raise ValueError("more than four cells")
        for value in dict.fromkeys(values):
            yield f"require count(grid(p) = {value} for p in {{{cells}}}) >= {values.count(value)}"


def _extremes(sign: str) -> _Rule:
    """Digits below, or above, all beside them that are not marked themselves."""

    def rule(entries: Any, _puzzle: Mapping[str, Any], size: int) -> Iterator[str]:
        cells = "{" + ", ".join(str(_place(entry["cell"], size)) for entry in _entries(entries)) + "}"
        yield f"require grid(p) {sign} grid(q) for p in {cells}, q in beside(p) where q not in {cells}"

    return rule


def _sandwiches(entries: Any, _puzzle: Mapping[str, Any], size: int) -> Iterator[str]:
    """The sum between the least and the greatest digit of a row or column."""
    for entry in _entries(entries):
        r, c = _anywhere(entry["cell"])
        if (1 <= r <= size) == (1 <= c <= size):
            raise ValueError(entry["cell"])
        line = f"grid({r}, k)" if 1 <= r <= size else f"grid(k, {c})"
        a, b = line.replace("k", "a"), line.replace("k", "b")
        if entry.get("value") not in (None, ""):
            yield (
                f"require ({a} = 1 and {b} = {size}) or ({a} = {size} and {b} = 1) implies "
                f"sum({line} for k in a+1..b-1) = {int(entry['value'])} for a, b in 1..{size} where a < b"
            )


def _negative(value: Any, puzzle: Mapping[str, Any], size: int) -> Iterator[str]:
    """Neighbors without a mark do not have what it states."""
    for kind in dict.fromkeys(value):
        marked = {
            tuple(sorted(_place(name, size) for name in each["cells"])) for each in puzzle.get(kind) or ()
        }
        pairs = "{" + ", ".join(f"({one}, {other})" for one, other in sorted(marked)) + "}"
        loop = f"for p in grid, q in beside(p) where p < q and (p, q) not in {pairs}"
        if kind == "xv":
            yield f"require grid(p) + grid(q) not in {{5, 10}} {loop}"
        elif kind == "ratio":
            for factor in sorted({int(each.get("value") or 2) for each in puzzle.get(kind) or ()} or {2}):
                yield f"require grid(p) != {factor}*grid(q) and grid(q) != {factor}*grid(p) {loop}"
        else:
            raise _Unread(f"negative `{kind}`")


def _disjoint(_value: Any, _puzzle: Mapping[str, Any], size: int) -> Iterator[str]:
    high, wide = _BLOCKS[size]
    places = f"i in 0..{size // high - 1}, j in 0..{size // wide - 1}"
    yield f"require different(grid({high}*i+a, {wide}*j+b) for {places}) for a in 1..{high}, b in 1..{wide}"


def _whispers(digits: list[str], value: Any) -> Iterator[str]:
    for one, other in pairwise(digits):
        yield f"require abs({one} - {other}) >= {int(value or 5)}"


def _rising(digits: list[str], value: Any) -> Iterator[str]:
    _refuse(value)
    yield f"require {' < '.join(digits)}"


def _refuse(value: Any) -> None:
    if value not in (None, ""):
        raise _Unread(f"a line with the value {str(value)[:20]!r}")


def _ends(digits: list[str], value: Any) -> Iterator[str]:
    _refuse(value)
    first, *between, last = digits
    for each in between:
        yield f"require min({first}, {last}) < {each} and {each} < max({first}, {last})"


def _set_of_consecutive(digits: list[str], value: Any) -> Iterator[str]:
    _refuse(value)
    yield _different(digits)
    yield f"require max({', '.join(digits)}) - min({', '.join(digits)}) = {len(digits) - 1}"


def _same_both_ways(digits: list[str], value: Any) -> Iterator[str]:
    _refuse(value)
    for one, other in zip(digits[: len(digits) // 2], reversed(digits), strict=False):
        yield f"require {one} = {other}"


_RULES: Mapping[str, _Rule] = {
    "diagonal+": _always("require different(grid(i, n+1-i) for i in 1..n)"),
    "diagonal-": _always("require different(grid(i, i) for i in 1..n)"),
    "antiknight": _always(
        "require grid(r, c) != grid(r+i, c+j) "
        "for (r, c) in grid, (i, j) in {(1, 2), (1, -2), (2, 1), (2, -1)} where (r+i, c+j) in grid"
    ),
    "antiking": _always("require grid(p) != grid(q) for p in grid, q in around(p) where p < q"),
    "nonconsecutive": _always(
        "require abs(grid(p) - grid(q)) != 1 for p in grid, q in beside(p) where p < q"
    ),
    "disjointgroups": _disjoint,
    "negative": _negative,
    "killercage": _of_cells(_cage),
    "extraregion": _of_cells(_region),
    "littlekillersum": _of_cells(_sum),
    "difference": _of_cells(_difference),
    "ratio": _of_cells(_ratio),
    "xv": _of_cells(_xv),
    "even": _of_cells(lambda digits, _: iter([f"require {digits[0]} mod 2 = 0"])),
    "odd": _of_cells(lambda digits, _: iter([f"require {digits[0]} mod 2 = 1"])),
    "minimum": _extremes("<"),
    "maximum": _extremes(">"),
    "thermometer": _of_lines(_rising),
    "palindrome": _of_lines(_same_both_ways),
    "renban": _of_lines(_set_of_consecutive),
    "whispers": _of_lines(_whispers),
    "betweenline": _of_lines(_ends),
    "arrow": _arrows,
    "sandwichsum": _sandwiches,
    "clone": _clones,
    "quadruple": _quadruples,
}
"""Statements for what a link has, by its key."""

FLAGS = ("diagonal+", "diagonal-", "antiknight", "antiking", "nonconsecutive", "disjointgroups")
"""Keys of rules for the whole grid."""


def stated(key: str, value: object, puzzle: Mapping[str, Any]) -> list[str]:
    """What a rule states behind `require`, without blanks; nothing on a grid that cannot have it."""
    try:
        return [re.sub(r"^require|\s", "", line) for line in _RULES[key](value, puzzle, puzzle["size"])]
    except LookupError:
        return []
