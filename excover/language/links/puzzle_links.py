r"""Links of the puzz.link family: the puzzle in an address, as a shipped description, and back.

>>> puzzle = find_puzzle("https://puzz.link/p?simpleloop/6/2/200")
>>> print(*puzzle.text.splitlines()[2:6], sep="\n")
board field, may stay empty
  labels wall
  | . . . x . .
  | . . . . . .
>>> find_puzzle("kanoodle") is None
True

Nothing is fetched. Each genre has a description in the gallery, whose labels and parameters are replaced by
those of the link.

Parts of links that single genres have: dots between cells, Sudokus, Kakuros.

>>> puzzle = LinkPuzzle(Size(2, 1))
>>> Points("dot").read(LinkBody(Source("link", "gf"), 0, 2), puzzle)
>>> puzzle.drawings, Points("dot", color="b").written(puzzle)
({'dot': [['r', '.']]}, 'gf')
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product, zip_longest
from math import isqrt
from typing import NamedTuple

from excover.base.diagnostics import SpecError
from excover.base.source import Source, Span
from excover.language import gallery, messages
from excover.language.links.link_codes import (
    ARROWS,
    BALANCES,
    DIGITS,
    DOTS,
    EVERY_NUMBER,
    MATS,
    NONE,
    ORDERS,
    PILLOWS,
    PIPES,
    SHADED_SUMS,
    SIDES,
    TREES,
    WALLS,
    WEIGHTS,
    LinkBody,
    Unwritten,
    hexadecimal,
    up_to_four,
    up_to_nine,
)
from excover.language.links.link_parts import (
    Beside,
    CellMarks,
    IfAny,
    LinkPart,
    LinkPuzzle,
    LinkSetting,
    Packed,
    RoomNumbers,
    Rooms,
    Rows,
    Size,
    Split,
    cells_of,
    size_of,
)


@dataclass(frozen=True)
class Points(LinkPart):
    """Dots in the middle of cells, on their right and lower sides, and at their lower right corners, each
    with a letter; of a row of cells, and then of the sides below it.
    """

    name: str
    letters: str = "orbx"
    color: str = "w"
    several: bool = False
    """Whether a cell may have several."""

    def size(self, drawings: Mapping[str, Rows]) -> Size:
        return size_of(drawings[self.name])

    def _places(self, size: Size) -> Iterator[tuple[int, int, str]]:
        """The cell and the letter of each point."""
        for y, x in product(range(2 * size.rows - 1), range(2 * size.columns - 1)):
            yield y // 2, x // 2, self.letters[y % 2 * 2 + x % 2]

    def read(self, body: LinkBody, puzzle: LinkPuzzle) -> None:
        places = list(self._places(puzzle.size))
        start, dots = body.at, DOTS.read(body, len(places))
        rows = puzzle.size.drawn([""] * puzzle.size.cells)
        for (r, c, letter), dot in zip(places, dots, strict=True):
            if dot != NONE and letter == " ":
                raise body.wrong(start, "no dots at corners of cells")
            rows[r][c] += letter if dot != NONE else ""
            if len(rows[r][c]) > 1 and not self.several:
                raise body.wrong(
                    start, "one dot at most of each cell, its lower and right sides, and their corner"
                )
        puzzle.drawings[self.name] = [[mark or NONE for mark in row] for row in rows]

    def written(self, puzzle: LinkPuzzle) -> str:
        rows = puzzle.drawings[self.name]
        return DOTS.written(
            [self.color if each in rows[r][c] else NONE for r, c, each in self._places(puzzle.size)]
        )


@dataclass(frozen=True)
class SudokuGrid(LinkPart):
    """A grid of square blocks, as the combined Sudoku of one grid."""

    corner: str
    block: str

    def read(self, body: LinkBody, puzzle: LinkPuzzle) -> None:
        if not self.fill(puzzle):
            raise body.wrong(body.at, "4, 9, 16 or 25 rows and columns")

    def fill(self, puzzle: LinkPuzzle) -> bool:
        """Whether there is such a grid of this size, which the puzzle gets then."""
        block = isqrt(puzzle.size.rows)
        if puzzle.size != (block**2, block**2) or not 2 <= block <= 5:
            return False
        corners = [f"1,{block}", *[NONE] * (puzzle.size.cells - 1)]
        puzzle.drawings[self.corner] = puzzle.size.drawn(corners)
        puzzle.settings[self.block] = block
        return True

    def written(self, puzzle: LinkPuzzle) -> str:
        block = puzzle.settings[self.block]
        corner, *others = puzzle.marks(self.corner)
        if corner != f"1,{block}" or {*others} - {NONE} or puzzle.size != (block**2, block**2):
            raise Unwritten("several grids")
        return ""


class KakuroSums(LinkPart):
    """Cells in reading order, without the first row and column, then the numbers of these beside white cells:
    a shaded cell has the sum below it and that on its right, `k` to `z` are one to sixteen white cells.
    """

    def size(self, drawings: Mapping[str, Rows]) -> Size:
        return size_of(drawings["shaded"], 1)

    def read(self, body: LinkBody, puzzle: LinkPuzzle) -> None:
        wide = Size(puzzle.size.columns + 1, puzzle.size.rows + 1)
        shaded, down, across = ([[NONE] * wide.columns for _ in range(wide.rows)] for _ in range(3))
        for r, c in cells_of(wide):
            shaded[r][c] = NONE if r and c else "x"
        cells = [(r, c) for r, c in cells_of(wide) if r and c]
        at = 0
        while at < len(cells):
            start, sign = body.at, body.take("sums, or white cells")
            if re.fullmatch("[k-z]", sign):
                at += int(sign, 36) - 19
                if at > len(cells):
                    raise body.wrong(start, f"{len(cells):,} cells, and no more")
                continue
            r, c = cells[at]
            shaded[r][c], at = "x", at + 1
            if sign != ".":
                down[r][c] = _sum(body, start, sign)
                across[r][c] = _sum(body, body.at, body.take("a sum"))
        for numbers, r, c in _beside_white(shaded, down, across):
            numbers[r][c] = _sum(body, body.at, body.take("a sum"))
        puzzle.drawings |= {"shaded": shaded, "down": down, "across": across}

    def written(self, puzzle: LinkPuzzle) -> str:
        shaded, down, across = (puzzle.drawings[name] for name in ("shaded", "down", "across"))
        text = ""
        for r, c in cells_of(Size(len(shaded[0]), len(shaded))):
            if r and c and shaded[r][c] == NONE:
                text += " "
            elif r and c:
                both = _sum_sign(down[r][c]) + _sum_sign(across[r][c])
                text += "." if both == "--" else both
        text = re.sub(" {1,16}", lambda white: DIGITS[19 + len(white[0])], text)
        return text + "".join(
            _sum_sign(numbers[r][c]) for numbers, r, c in _beside_white(shaded, down, across)
        )


def _beside_white(shaded: Rows, down: Rows, across: Rows) -> Iterator[tuple[Rows, int, int]]:
    """The cells of the first row and column with a sum, and what has it."""
    yield from ((down, 0, c) for c in range(1, len(shaded[0])) if shaded[1][c] == NONE)
    yield from ((across, r, 0) for r in range(1, len(shaded)) if shaded[r][1] == NONE)


def _sum(body: LinkBody, start: int, sign: str) -> str:
    if sign in "-0":
        return NONE
    if not re.fullmatch("[1-9a-jA-Z]", sign):
        raise body.wrong(start, "a sum")
    return str(int(sign, 36) + (10 if sign.isupper() else 0))


_SIGNS = {NONE: "-"} | {str(k): sign for k, sign in enumerate(f"{DIGITS[1:20]}{DIGITS[10:].upper()}", 1)}


def _sum_sign(mark: str) -> str:
    if mark not in _SIGNS:
        raise Unwritten(f"the sum `{mark}`")
    return _SIGNS[mark]


LARGEST = 100_000
"""As many cells may a board have."""
_SITES = r"puzz\.link|pzprxs\.vercel\.app|pzv\.jp|pzplus\.tck\.mn"
_GENRE = r"(?P<genre>[\w-]+?)(?:_edit|_play)?"
_LINK = re.compile(rf"https?://(?:www\.)?(?:{_SITES})/p(?:\.html)?\?{_GENRE}/(?P<body>.*)", re.ASCII)


def find_puzzle(link: str) -> Source | None:
    """The description of the puzzle in a link; None if it is none of these. Raises SpecError."""
    found = _LINK.fullmatch(link)
    if found is None:
        return None
    source = Source("link", link)
    name = ALIASES.get(found["genre"], found["genre"])
    genre = GENRES.get(name)
    if genre is None:
        raise SpecError(
            messages.UnknownGenre(Span(source, *found.span("genre")), found["genre"], sorted(GENRES))
        )
    puzzle = _puzzle(genre, LinkBody(source, found.start("body"), len(link.rstrip("/"))))
    description = gallery.puzzle(genre.spec)
    assert description
    text = with_drawings(description.text, puzzle.drawings, puzzle.settings)
    return Source(f"{genre.spec} of a link", text)


def _puzzle(genre: Genre, body: LinkBody) -> LinkPuzzle:
    body.skip_flags(genre.looks)
    start = body.at
    size = Size(body.number("the number of columns"), body.number("the number of rows"))
    if size.cells > LARGEST:
        raise SpecError(messages.LinkTooLarge(body.span(start), size.columns, size.rows, LARGEST))
    if genre.is_square and size.columns != size.rows:
        raise body.wrong(start, "as many rows as columns")
    puzzle = LinkPuzzle(size, {}, dict(genre.settings))
    for part in genre.parts:
        part.read(body, puzzle)
    body.end()
    return puzzle


def with_drawings(text: str, drawings: Mapping[str, Rows], settings: Mapping[str, int]) -> str:
    """A formatted description with other labels, and other values of parameters."""
    for name, value in settings.items():
        text = re.sub(rf"^(param {name} =) \w+", rf"\g<1> {value}", text, flags=re.MULTILINE)
    for name, rows in drawings.items():
        drawn = "".join(f"  | {' '.join(row)}\n" for row in rows)
        labels = rf"^(  labels {name}\b[^\n]*\n)(?:  \|[^\n]*\n)+"
        text = re.sub(labels, lambda found, drawn=drawn: found[1] + drawn, text, flags=re.MULTILINE)  # type: ignore[misc]
    return text


class Genre(NamedTuple):
    spec: str
    parts: Sequence[LinkPart]
    is_square: bool = False
    """Whether its description has as many rows as columns."""
    settings: Mapping[str, int] = {}
    """Parameters that are the same in all links."""
    looks: str = ""
    """Letters before the size that state only how a page shows the puzzle."""


def link_of(name: str, drawings: Mapping[str, Rows], settings: Mapping[str, int]) -> str:
    """The link of a puzzle of a genre, which is read as this puzzle. Raises Unwritten if there is none."""
    genre = GENRES[name]
    size = next(found for part in genre.parts if (found := part.size(drawings)))
    puzzle = LinkPuzzle(size, dict(drawings), dict(settings))
    for part in genre.parts:
        part.normalize(puzzle)
    body = f"{size.columns}/{size.rows}/" + "".join(part.written(puzzle) for part in genre.parts)
    try:
        _check_same(name, puzzle, _puzzle(genre, LinkBody(Source("link", body), 0, len(body))))
    except SpecError:
        raise Unwritten(f"this size, or these regions or marks, in the genre `{name}`") from None
    return f"https://puzz.link/p?{name}/{body}"


def _check_same(name: str, puzzle: LinkPuzzle, found: LinkPuzzle) -> None:
    """Raises Unwritten if a puzzle is not the one that was found in its link, of a genre."""
    for parameter, value in puzzle.settings.items():
        if found.settings.get(parameter) != value:
            meant = found.settings.get(parameter, "its default")
            raise Unwritten(f"`{parameter} = {value}`; a link of `{name}` means {meant}")
    rooms = {part.name for part in GENRES[name].parts if isinstance(part, Rooms)}
    for labels, rows in puzzle.drawings.items():
        pairs = zip_longest(puzzle.marks(labels), found.marks(labels), fillvalue=NONE)
        for at, (mark, other) in enumerate(pairs):
            if mark != other and labels in rooms:
                raise Unwritten(f"a region of several parts, or a cell without one, in `{labels}`")
            if mark != other:
                row, column = divmod(at, len(rows[0]))
                raise Unwritten(f"`{mark}` in row {row + 1}, column {column + 1} of `{labels}`")


_ROOMS, _REGIONS = Rooms("room"), Rooms("region")
_CLUES = CellMarks("clue", hexadecimal())
_KNOWN_CLUES = CellMarks("clue", hexadecimal(""))
_CLUES_OR_UNKNOWN = CellMarks("clue", hexadecimal("?"))
_CLUES_TO_FOUR = CellMarks("clue", up_to_four())
_CLUES_OF_REGIONS = RoomNumbers("clue", "region")
_CIRCLES = Packed("circle", ".wb")
_LETTERS = hexadecimal(words="abcdefgh")
_SIDES = ("top", "bottom", "west", "east")
GENRES: Mapping[str, Genre] = {
    "akari": Genre("light-up", [CellMarks("clue", up_to_four("x"))]),
    "aqre": Genre("aqre", [_ROOMS, RoomNumbers("clue", "room")]),
    "araf": Genre("araf", [_KNOWN_CLUES]),
    "balance": Genre("balance-loop", [CellMarks("circle", BALANCES)]),
    "bosanowa": Genre(
        "bosanowa",
        [Packed("clue", ".x"), CellMarks("clue", hexadecimal(), others="x")],
        settings={"most": 30},
        looks="ht",
    ),
    "box": Genre("kakurasu", [Beside(["down", "across"], WEIGHTS)]),
    "canal": Genre("canal-view", [_CLUES_OR_UNKNOWN]),
    "castle": Genre("castle-wall", [CellMarks("clue", WALLS)]),
    "cave": Genre("cave", [_CLUES_OR_UNKNOWN]),
    "chocona": Genre("chocona", [_REGIONS, _CLUES_OF_REGIONS]),
    "cocktail": Genre("cocktail-lamp", [_REGIONS, _CLUES_OF_REGIONS]),
    "cojun": Genre("cojun", [_REGIONS, _CLUES]),
    "country": Genre("country-road", [_REGIONS, _CLUES_OF_REGIONS]),
    "creek": Genre("creek", [CellMarks("clue", up_to_four(), larger=1)]),
    "curving": Genre("curving-road", [Packed("circle", ".o")]),
    "detour": Genre("detour", [_REGIONS, _CLUES_OF_REGIONS]),
    "doppelblock": Genre("doppelblock", [Beside(["down", "across"])], is_square=True),
    "dotchi": Genre("dotchi-loop", [_REGIONS, _CIRCLES]),
    "doubleback": Genre("double-back", [Rooms("region", holes=True)]),
    "easyasabc": Genre(
        "abc-end-view",
        [
            LinkSetting("letters"),
            Beside(_SIDES, _LETTERS),
            IfAny(CellMarks("clue", _LETTERS)),
        ],
        is_square=True,
    ),
    "factors": Genre("factors", [Rooms("cage"), RoomNumbers("product", "cage")], is_square=True),
    "fivecells": Genre("foseruzu", [CellMarks("clue", SIDES)], settings={"size": 5}),
    "fourcells": Genre("foseruzu", [CellMarks("clue", SIDES)], settings={"size": 4}),
    "geradeweg": Genre("geradeweg", [_CLUES_OR_UNKNOWN]),
    "gokigen": Genre("slant", [CellMarks("clue", up_to_four(), larger=1)]),
    "hakoiri": Genre("hakoiri", [_REGIONS, CellMarks("clue", up_to_nine(" cts", ""))]),
    "hanare": Genre("hanare", [_REGIONS, _CLUES]),
    "hashi": Genre("bridges", [CellMarks("island", hexadecimal("?"))]),
    "heyawake": Genre("heyawake", [_ROOMS, RoomNumbers("clue", "room")]),
    "hitori": Genre("hitori", [CellMarks("number", EVERY_NUMBER)]),
    "juosan": Genre("juosan", [_REGIONS, _CLUES_OF_REGIONS]),
    "kakuro": Genre("kakuro", [KakuroSums()]),
    "kakuru": Genre("kakkuru", [CellMarks("clue", SHADED_SUMS)]),
    "koburin": Genre("koburin", [CellMarks("clue", up_to_four("?"))], looks="b"),
    "kurochute": Genre("kuroshuto", [_CLUES]),
    "kurodoko": Genre("kuromasu", [_CLUES_OR_UNKNOWN]),
    "kurotto": Genre("kurotto", [CellMarks("clue", hexadecimal("o"))]),
    "lits": Genre("lits", [_REGIONS]),
    "makaro": Genre("makaro", [Rooms("region", without="black"), Split(("clue", "black"), "xnswe", ORDERS)]),
    "mashu": Genre("masyu", [_CIRCLES]),
    "midloop": Genre("mid-loop", [Points("dot", "orb ", "b", several=True)]),
    "mines": Genre("minesweeper", [_CLUES_OR_UNKNOWN], settings={"mines": 0}),
    "moonsun": Genre("moon-sun", [_REGIONS, Packed("sign", ".xo")]),
    "nanro": Genre("nanro", [_REGIONS, _CLUES]),
    "nawabari": Genre("nawabari", [CellMarks("clue", SIDES)]),
    "nondango": Genre("nondango", [_REGIONS, Packed("circle", "x.")]),
    "norinori": Genre("norinori", [_REGIONS]),
    "nurikabe": Genre("nurikabe", [_KNOWN_CLUES]),
    "nurimisaki": Genre("nurimisaki", [CellMarks("circle", hexadecimal("?"))]),
    "paintarea": Genre("paint-area", [_REGIONS, CellMarks("clue", up_to_nine())]),
    "pipelink": Genre("pipelink", [CellMarks("known", PIPES)]),
    "putteria": Genre("putteria", [_REGIONS, CellMarks("clue", hexadecimal("x"))]),
    "ripple": Genre("ripple-effect", [_REGIONS, _CLUES]),
    "shakashaka": Genre("shakashaka", [CellMarks("black", up_to_four("x"))]),
    "shikaku": Genre("shikaku", [CellMarks("number", hexadecimal(""))]),
    "shimaguni": Genre("shimaguni", [_REGIONS, _CLUES_OF_REGIONS]),
    "shugaku": Genre("shugaku", [CellMarks("clue", PILLOWS)]),
    "simpleloop": Genre("simple-loop", [Packed("wall", ".x")]),
    "skyscrapers": Genre(
        "skyscrapers", [Beside(_SIDES), IfAny(_CLUES)], settings={"lots": 0, "diagonals": 0}
    ),
    "slither": Genre("slitherlink-cells", [_CLUES_TO_FOUR]),
    "starbattle": Genre("star-battle", [LinkSetting("stars"), _REGIONS]),
    "sudoku": Genre("combined-sudoku", [SudokuGrid("corner", "size"), _CLUES], is_square=True),
    "suguru": Genre("suguru", [_REGIONS, _CLUES]),
    "sukoro": Genre("sukoro", [CellMarks("clue", up_to_nine())]),
    "tatamibari": Genre("tatamibari", [CellMarks("sign", MATS)]),
    "tentaisho": Genre("galaxies", [Points("center")]),
    "tents": Genre("tents", [Beside(["down", "across"]), CellMarks("tree", TREES)]),
    "usoone": Genre("usoone", [_REGIONS, _CLUES_TO_FOUR]),
    "wblink": Genre("shirokuro", [_CIRCLES]),
    "yajilin": Genre("yajilin", [CellMarks("clue", ARROWS)], looks="b"),
    "yajilin-regions": Genre("regional-yajilin", [_REGIONS, _CLUES_OF_REGIONS]),
    "yinyang": Genre("yin-yang", [Packed("clue", ".wb")]),
}
"""By the name in a link."""
ALIASES = {
    "bossanova": "bosanowa",
    "bridges": "hashi",
    "lightup": "akari",
    "masyu": "mashu",
    "pearl": "mashu",
}
"""Other names in links of the same genres."""
