"""A booklet of puzzles as a web page to print: page by page, with the solutions at the end.

>>> square = Picture(80, 80, [])
>>> PAPERS["A4"].fitted([square], 6, 200)
Fit(cell=15, columns=2, rows=3)
>>> wide = [(Picture(440, 200, []), f"{number}") for number in range(20)]
>>> [page.count("<figcaption>") for page in Booklet("", "", [], wide, wide).page("A4").split("<section>")[1:]]
[8, 8, 4, 20]
>>> rules_of("# One loop.\\n#\\n# It visits\\n# all cells.\\npuzzle 'x'")
['One loop.', 'It visits all cells.']
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
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
LARGEST, SMALLEST, OF_SOLUTIONS, OF_PIECES = 15, 7, 3.5, 4
"""The widths of cells: at most, of several puzzles on a page at least, and of solutions and pieces."""
MOST = 8
"""The most puzzles on a page, unless it is stated."""


class Fit(NamedTuple):
    """How pictures stand on a page: the width of a cell in millimetres, and their numbers in a row and a
    column.
    """

    cell: float
    columns: int
    rows: int


class Paper(NamedTuple):
    """A sheet of paper, in millimetres."""

    width: float
    height: float

    def fitted(self, pictures: Sequence[Picture], wanted: int, height: float) -> Fit:
        """The largest cells with which so many pictures, as large as the largest, stand on that height."""
        wide, high = (
            max(sizes) / CELL for sizes in zip(*((p.width, p.height) for p in pictures), strict=True)
        )
        across = self.width - 2 * MARGIN

        def fit(columns: int) -> Fit:
            rows = ceil(wanted / columns)
            room = (across - GAP * (columns - 1)) / columns, (height - (GAP + CAPTION) * rows) / rows
            return Fit(min(LARGEST, room[0] / wide, room[1] / high), columns, rows)

        return max(
            map(fit, range(1, wanted + 1)), key=lambda each: (round(each.cell, 3), -each.columns * each.rows)
        )


PAPERS = {"A4": Paper(210, 297), "letter": Paper(215.9, 279.4)}


class Booklet(NamedTuple):
    """Puzzles and their solutions, each with a caption; ``rules`` and ``hints`` are paragraphs, ``byline`` a
    line. The ``pieces`` are shown below the rules.
    """

    title: str
    byline: str
    rules: Sequence[str]
    puzzles: Sequence[tuple[Picture, str]]
    solutions: Sequence[tuple[Picture, str]]
    hints: Sequence[str] = ()
    pieces: Picture | None = None

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
        alone: Sequence[Sequence[str]] = _sheets(self.rules, whole) if room < whole / 2 else []
        pictures = [picture for picture, _ in self.puzzles]
        fit = _fit(size, pictures, per_page, whole if alone else room, MOST, SMALLEST)
        title = [element("h1", text=self.title), element("p", text=self.byline)]
        heads = [
            element("header", *(title if at == 0 else []), *(element("p", text=rule) for rule in rules))
            for at, rules in enumerate(alone or [self.rules])
        ]
        heads += [Element("header")] if alone and shown else []
        heads[-1].extend(drawn for drawn, _ in shown)
        yield from (element("section", head) for head in heads if alone)
        yield from _pages(self.puzzles, fit, per_page or fit.columns * fit.rows, [] if alone else heads)

    def _pieces(self, size: Paper) -> list[tuple[Element, float]]:
        """The picture of the pieces, if there are any, and its height."""
        if not self.pieces:
            return []
        wide, high = self.pieces.width / CELL, self.pieces.height / CELL
        cell = min(OF_PIECES, (size.width - 2 * MARGIN) / wide, size.height / 4 / high)
        return [(element("figure", _scaled(self.pieces, cell)), cell * high)]

    def _hints(self, size: Paper) -> Iterator[Element]:
        room = size.height - 2 * MARGIN - HEAD + LINE  # below a title without a byline
        for at, hints in enumerate(_sheets(self.hints, room) if self.hints else ()):
            title = [element("h1", text="Hints")] if at == 0 else []
            yield element("section", element("header", *title, *(element("p", text=hint) for hint in hints)))

    def _solutions(self, size: Paper) -> Iterator[Element]:
        room = size.height - 2 * MARGIN - HEAD - LINE
        pictures = [picture for picture, _ in self.solutions]
        fit = _fit(size, pictures, None, room, len(pictures), OF_SOLUTIONS)
        given = [element("p", text="Circles mark the pieces that the puzzle gives.")] if self.pieces else []
        head = element("header", element("h1", text="Solutions"), *given)
        yield from _pages(self.solutions, fit, fit.columns * fit.rows, [head])


def _sheets(rules: Sequence[str], height: float) -> Sequence[Sequence[str]]:
    """The rules, as many on each page as that height has room for; long paragraphs go on on the next."""
    sheets: list[list[str]] = [[]]
    most = int((height - AFTER) / LINE)
    left = height
    for lines in (wrap(rule, LETTERS) for rule in rules):
        for first in range(0, len(lines), most):
            part = lines[first : first + most]
            needed = LINE * len(part) + AFTER
            if needed > left:
                sheets.append([])
                left = height
            sheets[-1].append(" ".join(part))
            left -= needed
    return sheets


def _fit(
    size: Paper, pictures: Sequence[Picture], per_page: int | None, room: float, most: int, least: float
) -> Fit:
    """As many as are stated, or as many as fit in at least that size, so that the last page is not nearly
    empty.
    """
    if per_page:
        return size.fitted(pictures, per_page, room)
    fits = [size.fitted(pictures, wanted, room) for wanted in range(min(most, len(pictures)), 0, -1)]
    large = [fit for fit in fits if fit.cell >= least] or fits[-1:]
    even = (fit for fit in large if _is_even(fit.columns * fit.rows, len(pictures), large[0]))
    return next(even, large[0])


def _is_even(per_page: int, number: int, most: Fit) -> bool:
    """Whether the last page is at least half full, with not much fewer on each page than there can be."""
    left = number % per_page
    return per_page >= most.columns * most.rows // 2 and (not left or 2 * left >= per_page)


def _pages(
    shown: Sequence[tuple[Picture, str]], fit: Fit, per_page: int, heads: list[Element]
) -> Iterator[Element]:
    for first in range(0, len(shown), per_page):
        figures = [
            element("figure", element("figcaption", text=caption), _scaled(picture, fit.cell))
            for picture, caption in shown[first : first + per_page]
        ]
        tracks = f"repeat({fit.rows}, 1fr) / repeat({fit.columns}, 1fr)"
        grid = element("main", *figures, style=f"grid-template: {tracks}")
        yield element("section", *(heads if first == 0 else []), grid)


def _scaled(picture: Picture, cell: float) -> Element:
    """The picture in a size in which its cells are so many millimetres wide."""
    return picture.root("", picture.width * cell / CELL, "mm")


def rules_of(source: str) -> list[str]:
    """The paragraphs of the comment at the beginning of a description, without sentences about commands."""
    lines = takewhile(lambda line: line.startswith("#"), source.lstrip().splitlines())
    text = "\n".join(line.lstrip("#").strip() for line in lines)
    parts = (" ".join(part.split()) for part in re.split(r"\n\s*\n", text))
    kept = (re.sub(r"(?:^|(?<=\. ))[^.`]*`[^`]*`[^.]*\.?", "", part).strip() for part in parts)
    return [part for part in kept if part]


_STYLE = """
@page {{ size: {size.width}mm {size.height}mm; margin: {MARGIN}mm; }}
* {{ box-sizing: border-box; margin: 0; }}
body {{ font: 11pt/1.35 Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif; }}
body {{ color: {INK}; background: #fff; }}
section {{ position: relative; height: {inner}mm; overflow: hidden; break-after: page; }}
section {{ display: flex; flex-direction: column; }}
section:last-child {{ break-after: auto; }}
h1 {{ font-size: 20pt; }}
header p {{ margin-top: {AFTER}mm; }}
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
