"""A booklet of puzzles as a web page to print: page by page, with the solutions at the end.

>>> square = Picture(80, 80, [])
>>> PAPERS["A4"].fitted([square], 6, 200)
Fit(cell=15, columns=2, rows=3)
>>> wide = [(Picture(440, 200, []), f"{number}") for number in range(20)]
>>> [page.count("<figcaption>") for page in Booklet("", "", [], wide, wide).page("A4").split("<section>")[1:]]
[6, 6, 8, 20]
>>> rules_of("# One loop.\\n#\\n# It visits\\n# all cells.\\npuzzle 'x'")
['One loop.', 'It visits all cells.']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from math import ceil
from textwrap import wrap
from typing import NamedTuple
from xml.etree.ElementTree import Element, tostring

from excover.render.svg import CELL, INK, Picture, element

MARGIN, GAP, CAPTION, LINE, AFTER, HEAD = 15, 8, 8, 5.3, 1.5, 22
"""Lengths in millimetres: around a page, between puzzles, above one, of a line of rules, between paragraphs,
and of the title.
"""
LETTERS = 96
"""About how many letters a line of rules has."""
LETTER_SIZES = (1, 0.9, 0.82)
"""Those of hints, beside those of rules; the first that needs fewest pages is taken."""
EM_SPACE, INDENT = "\N{EM SPACE}", 0.95
"""Behind captions of hints, where no line ends; and the part of a line that is left behind them."""
HOW_TO_READ = "The first things to find in each puzzle, in order. Places are ({}), counted from the top left."
LARGEST, SMALLEST, OF_SOLUTIONS, OF_PIECES = 15, 7, 3.5, 4
"""The widths of cells: at most, of several puzzles on a page at least, and of solutions and pieces."""
MOST = 8
"""The most puzzles on a page, unless it is stated."""


class Fit(NamedTuple):
    """How pictures stand on a page: the width of a cell in millimetres, and the numbers of both kinds."""

    cell: float
    columns: int
    rows: int


class Paper(NamedTuple):
    """A sheet of paper, in millimetres."""

    width: float
    height: float

    def fitted(self, pictures: Sequence[Picture], wanted: int, height: float) -> Fit:
        """The largest cells with which so many pictures, as large as the largest, stand on that height."""
        return max(
            (self.fit(pictures, columns, ceil(wanted / columns), height) for columns in range(1, wanted + 1)),
            key=lambda each: (round(each.cell, 3), -each.columns * each.rows),
        )

    def fit(self, pictures: Sequence[Picture], columns: int, rows: int, height: float) -> Fit:
        """The largest cells with which pictures stand in so many columns and rows."""
        wide, high = (
            max(sizes) / CELL for sizes in zip(*((p.width, p.height) for p in pictures), strict=True)
        )
        across = self.width - 2 * MARGIN
        room = (across - GAP * (columns - 1)) / columns, (height - (GAP + CAPTION) * rows) / rows
        return Fit(min(LARGEST, room[0] / wide, room[1] / high), columns, rows)


PAPERS = {"A4": Paper(210, 297), "letter": Paper(215.9, 279.4)}


class Booklet(NamedTuple):
    """Puzzles and their solutions, each with a caption; ``rules`` are paragraphs, as the ``hints`` of each
    puzzle are, behind its caption; ``byline`` is a line. The ``pieces`` are shown below the rules; ``axes``
    are the names of the coordinates in hints.
    """

    title: str
    byline: str
    rules: Sequence[str]
    puzzles: Sequence[tuple[Picture, str]]
    solutions: Sequence[tuple[Picture, str]]
    hints: Sequence[tuple[str, Sequence[str]]] = ()
    pieces: Picture | None = None
    axes: str = "row, column"

    def page(self, paper: str, per_page: int | None = None) -> str:
        """The web page."""
        size = PAPERS[paper]
        sections = [*self._puzzles(size, per_page), *self._hints(size), *self._solutions(size)]
        for at, section in enumerate(sections, 1):
            text = f"{self.title} · {at} of {len(sections)}"
            section.append(element("footer", text=text))
        policy = {
            "http-equiv": "Content-Security-Policy",
            "content": "default-src 'none'; style-src 'unsafe-inline'",
        }
        style = Element("style")
        style.text = _STYLE.format(
            size=size, inner=size.height - 2 * MARGIN, MARGIN=MARGIN, GAP=GAP, AFTER=AFTER, INK=INK
        )
        head = element(
            "head",
            element("meta", charset="utf-8"),
            Element("meta", policy),
            element("title", text=self.title),
            style,
        )
        made = element("html", head, element("body", *sections), lang="en")
        return "<!doctype html>\n" + tostring(made, "unicode", method="html") + "\n"

    def _puzzles(self, size: Paper, per_page: int | None) -> Iterator[Element]:
        """The pages of puzzles, the first with the title and the rules."""
        lines = sum(len(wrap(rule, LETTERS)) for rule in self.rules)
        whole = size.height - 2 * MARGIN - HEAD - LINE
        shown = self._pieces(size)
        room = whole - LINE * lines - AFTER * len(self.rules) - sum(high for _, high in shown)
        alone = _sheets(self.rules, whole) if room < whole / 2 else []
        title = [element("h1", text=self.title), element("p", text=self.byline)]
        heads = [
            element("header", *(title if at == 0 else []), *(element("p", text=rule) for rule in rules))
            for at, rules in enumerate(alone or [self.rules])
        ]
        heads += [Element("header")] if alone and shown else []
        heads[-1].extend(drawn for drawn, _ in shown)
        yield from (element("section", head) for head in heads if alone)
        rooms = (whole if alone else room), whole
        pictures = [picture for picture, _ in self.puzzles]
        pages = _stated(size, pictures, per_page, rooms) if per_page else _even(size, pictures, rooms)
        yield from _pages(self.puzzles, pages, [] if alone else heads)

    def _pieces(self, size: Paper) -> list[tuple[Element, float]]:
        """The picture of the pieces, if there are any, and its height."""
        if not self.pieces:
            return []
        wide, high = self.pieces.width / CELL, self.pieces.height / CELL
        cell = min(OF_PIECES, (size.width - 2 * MARGIN) / wide, size.height / 4 / high)
        return [(element("figure", _scaled(self.pieces, cell)), cell * high)]

    def _hints(self, size: Paper) -> Iterator[Element]:
        """In smaller letters, where these save a page; all pages are as full as one another."""
        room = size.height - 2 * MARGIN - HEAD
        texts = [
            f"{caption * (at == 0)}{EM_SPACE}{hint}"
            for caption, found in self.hints
            for at, hint in enumerate(found)
        ]
        if not texts:
            return
        letters = min(LETTER_SIZES, key=lambda each: len(_sheets(texts, room, each)))
        number = len(_sheets(texts, room, letters))
        while len(_sheets(texts, room - LINE, letters)) == number:
            room -= LINE
        for at, sheet in enumerate(_sheets(texts, room, letters)):
            title = element("h1", text="Hints"), element("p", text=HOW_TO_READ.format(self.axes))
            head = element("header", *(title if at == 0 else ()))
            shown = map(_paragraph, sheet)
            yield element("section", head, element("article", *shown, style=f"font-size: {letters:.0%}"))

    def _solutions(self, size: Paper) -> Iterator[Element]:
        room = size.height - 2 * MARGIN - HEAD - LINE
        pictures = [picture for picture, _ in self.solutions]
        given = [element("p", text="Circles mark the pieces that the puzzle gives.")] if self.pieces else []
        head = element("header", element("h1", text="Solutions"), *given)
        pages = _even(size, pictures, (room, room), len(pictures), OF_SOLUTIONS, weight=0)
        yield from _pages(self.solutions, pages, [head])


def _paragraph(hint: str) -> Element:
    """Behind a bold caption, if it has one."""
    caption, _, text = hint.rpartition(EM_SPACE)
    bold = element("b", text=caption)
    bold.tail = f" {text}"
    return element("p", bold) if caption else element("p", text=text)


def _sheets(texts: Sequence[str], height: float, letters: float = 1) -> Sequence[Sequence[str]]:
    """The paragraphs, as many on each page as that height has room for; long ones go on on the next page.
    ``letters`` is the size of letters.
    """
    sheets: list[list[str]] = [[]]
    line = LINE * letters
    most = max(1, int((height - AFTER) / line))
    left = height
    for lines in (wrap(text, int(LETTERS * INDENT / letters)) for text in texts):
        for first in range(0, len(lines), most):
            part = lines[first : first + most]
            needed = line * len(part) + AFTER
            if needed > left:
                sheets.append([])
                left = height
            sheets[-1].append(" ".join(part))
            left -= needed
    return sheets


def _stated(
    size: Paper, pictures: Sequence[Picture], per_page: int, rooms: tuple[float, float]
) -> list[tuple[int, Fit]]:
    """So many pictures on each page."""
    fit = size.fitted(pictures, per_page, rooms[0])
    return [(per_page, fit)] * ceil(len(pictures) / per_page)


def _even(
    size: Paper,
    pictures: Sequence[Picture],
    rooms: tuple[float, float],
    most: int = MOST,
    least: float = SMALLEST,
    weight: float = 1.5,
) -> list[tuple[int, Fit]]:
    """How many pictures stand on each page, and how: in at least that size, on few pages, and large, which
    counts ``weight`` times as much. The first page is ``rooms[0]`` high, the others ``rooms[1]``.
    """
    layouts = [
        _laid_out(size, pictures, rooms, size.fitted(pictures, wanted, room))
        for wanted in range(min(most, len(pictures)), 0, -1)
        for room in rooms
    ]
    large = [pages for pages in layouts if pages[0][1].cell >= least] or layouts[-1:]
    return max(large, key=lambda pages: pages[0][1].cell ** weight / len(pages))


def _laid_out(
    size: Paper, pictures: Sequence[Picture], rooms: tuple[float, float], fit: Fit
) -> list[tuple[int, Fit]]:
    """At most as many rows on each page, and a row more or less than on the others."""
    columns, rows = fit.columns, ceil(len(pictures) / fit.columns)
    pages = ceil(rows / fit.rows)
    numbers = [(rows + at) // pages for at in range(pages)]  # the first page has a title
    cells = [size.fit(pictures, columns, number, rooms[at > 0]).cell for at, number in enumerate(numbers)]
    return [(number * columns, Fit(min(cells), columns, number)) for number in numbers]


def _pages(
    shown: Sequence[tuple[Picture, str]], pages: Sequence[tuple[int, Fit]], heads: list[Element]
) -> Iterator[Element]:
    """``pages`` are the number of pictures on each, and how they stand there."""
    waiting = iter(shown)
    for at, (number, fit) in enumerate(pages):
        figures = [
            element("figure", element("figcaption", text=caption), _scaled(picture, fit.cell))
            for picture, caption in islice(waiting, number)
        ]
        tracks = f"repeat({fit.rows}, 1fr) / repeat({fit.columns}, 1fr)"
        grid = element("main", *figures, style=f"grid-template: {tracks}")
        yield element("section", *(heads if at == 0 else []), grid)


def _scaled(picture: Picture, cell: float) -> Element:
    """The picture in a size in which its cells are so many millimetres wide."""
    return picture.root("", picture.width * cell / CELL, "mm")


def rules_of(source: str) -> list[str]:
    """The paragraphs of the comment at the beginning of a description, as they are printed.

    Sentences that have a command, one of its options, or a parameter of the description in backticks are left
    out, as they are no rules of a sheet; other texts in backticks are printed without these.
    """
    lines = takewhile(lambda line: line.startswith("#"), source.lstrip().splitlines())
    text = "\n".join(line.lstrip("#").strip() for line in lines)
    parameters = set(re.findall(r"^\s*param\s+(\w+)", source, re.MULTILINE))

    def is_rule(sentence: str) -> bool:
        quoted = re.findall("`([^`]*)`", sentence)
        names = {each.partition("=")[0].strip() for each in quoted}
        return parameters.isdisjoint(names) and not any(map(_COMMAND.match, quoted))

    paragraphs = (_SENTENCE.findall(" ".join(part.split())) for part in re.split(r"\n\s*\n", text))
    kept = ("".join(filter(is_rule, sentences)).strip() for sentences in paragraphs)
    return [re.sub("`([^`]*)`", r"\1", part) for part in kept if part]


_SENTENCE = re.compile(r"(?:`[^`]*`|.)+?(?:[.!?] |$)")
_COMMAND = re.compile(r"excover\b|-[a-z](?![^ =])|--[a-z]")


_STYLE = """
@page {{ size: {size.width}mm {size.height}mm; margin: {MARGIN}mm; }}
* {{ box-sizing: border-box; margin: 0; }}
body {{ font: 11pt/1.35 Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif; }}
body {{ color: {INK}; background: #fff; }}
section {{ position: relative; height: {inner}mm; overflow: hidden; break-after: page; }}
section {{ display: flex; flex-direction: column; }}
section:last-child {{ break-after: auto; }}
h1 {{ font-size: 20pt; }}
header p, article p {{ margin-top: {AFTER}mm; }}
article p {{ padding-left: 2.2em; }}
article b {{ float: left; margin-left: -2.2em; }}
h1 + p {{ color: #5b5b5b; }}
main {{ flex: 1; display: grid; gap: {GAP}mm; place-items: center; padding-bottom: {GAP}mm; }}
figcaption {{ font-weight: bold; padding-bottom: 1.5mm; }}
figure svg {{ display: block; }}
footer {{ position: absolute; bottom: 0; left: 0; width: 100%; text-align: center; font-size: 9pt; }}
@media screen {{
section {{ width: {size.width}mm; height: {size.height}mm; padding: {MARGIN}mm; }}
section {{ margin: 6mm auto; border: 1px solid #ccc; }}
footer {{ bottom: 5mm; }}
}}
"""
