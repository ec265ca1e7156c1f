r"""SVG as a tree of elements, pictures that can be combined, and their conversion to PNG and PDF.

Everything from a description enters a picture as text or as an attribute's value through ElementTree, which
escapes it, with control characters written out.

>>> square = Picture(2, 1, [element("path", d="M0 0h2v1z", stroke_width=2.5)])
>>> print(square.svg("<a>").replace("><", ">\n<"))
<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1" viewBox="0 0 2 1">
<title>&lt;a&gt;</title>
<path d="M0 0h2v1z" stroke-width="2.5" />
</svg>
>>> grid([square] * 3, columns=2, gap=1).width
5

Pictures as PNG and PDF, converted from SVG by CairoSVG (an extra: ``pip install excover[pictures]``).

>>> str(Missing("no module")).splitlines()[0]
'PNG and PDF need CairoSVG: no module'

What opens the puzzle of a picture again, inside the picture itself.

>>> link_inside(square.svg(link="p=abc").encode()), link_inside(square.svg().encode())
('p=abc', '')

The display of puzzles in notebooks.

>>> puzzle_html("<Problem 'a & b': 1 item, 1 option>", "")
"<div><p>&lt;Problem 'a &amp; b': 1 item, 1 option&gt;</p></div>"
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from struct import error, pack, unpack_from
from types import ModuleType
from xml.etree.ElementTree import Element, SubElement, tostring
from zlib import crc32

from excover.base.errors import ExcoverError
from excover.base.words import clipped, text_width, visible

NAMESPACE = "http://www.w3.org/2000/svg"
INK, MUTED, PAPER = "#1a1a1a", "#5b5b5b", "#ffffff"
FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
CELL = 40
"""The width of a cell in units."""
CAPTION = 14
"""The usual size of captions, in the same units."""
LONGEST = 80
"""The most characters of a line of text."""
TOLERANCE = 0.004
"""Smaller differences are not written."""
INSIDE = "excover"
"""The id of the ``metadata`` of an SVG, and the keyword of the text of a PNG, that has a link."""


def element(tag: str, *children: Element, text: str = "", **attributes: str | float) -> Element:
    """``stroke_width=2.0`` becomes ``stroke-width="2"``; control characters of text are escaped."""
    made = Element(tag, {name.replace("_", "-"): number(value) for name, value in attributes.items()})
    made.extend(children)
    if text:
        made.text = shown(text)
    return made


class Written(Element):
    """Elements that are written already; only `Picture.svg` knows them."""

    TAG = "written"

    def __init__(self, written: str) -> None:
        super().__init__(self.TAG)
        self.written = written


def shown(text: str) -> str:
    """Text with control characters, and characters that XML forbids, written out."""
    return visible(text).replace("\ufffe", r"\ufffe").replace("\uffff", r"\uffff")


def number(value: str | float) -> str:
    """At most two decimals, and none if not needed."""
    return shown(value) if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".") or "0"


@dataclass(frozen=True, slots=True)
class Picture:
    """Elements in a box of ``width`` by ``height`` units, from (0, 0)."""

    width: float
    height: float
    body: Sequence[Element]

    def placed(self, x: float, y: float) -> Element:
        """The picture moved to a place within another one."""
        return element("g", *self.body, transform=f"translate({number(x)} {number(y)})")

    def framed(self, margin: float) -> Picture:
        """The same on white paper that is wider by a margin on each side."""
        width, height = self.width + 2 * margin, self.height + 2 * margin
        paper = element("rect", width=width, height=height, fill=PAPER)
        return Picture(width, height, (paper, self.placed(margin, margin)))

    def root(self, title: str = "", width: float = 0, unit: str = "", link: str = "") -> Element:
        """The ``svg`` element, ``width`` units (such as mm) wide, or in its own width."""
        scale = width / self.width if width else 1
        size = {"width": number(scale * self.width) + unit, "height": number(scale * self.height) + unit}
        box = f"0 0 {number(self.width)} {number(self.height)}"
        head = [element("title", text=title)] if title else []
        head += [element("metadata", text=link, id=INSIDE)] if link else []
        return element("svg", *head, *self.body, xmlns=NAMESPACE, **size, viewBox=box)

    def svg(self, title: str = "", width: float = 0, unit: str = "", link: str = "") -> str:
        """The same as a file, without its XML declaration. ``link`` is what `link_inside` finds in it."""
        root = self.root(title, width, unit, link)
        written = tostring(root, "unicode")
        inside = [each.written for each in root.iter(Written.TAG) if isinstance(each, Written)]
        if not inside:
            return written
        first, *rest = written.split(f"<{Written.TAG} />")
        return first + "".join(text + after for text, after in zip(inside, rest, strict=True))


def grid(pictures: Sequence[Picture], columns: int, gap: float) -> Picture:
    """Pictures in rows, each centered in a box as large as the largest of its row and column."""
    rows = [pictures[start : start + columns] for start in range(0, len(pictures), columns)]
    widths = [max(each.width for each in pictures[at::columns]) for at in range(min(columns, len(pictures)))]
    heights = [max(each.height for each in row) for row in rows]
    placed = []
    y = 0.0
    for row, height in zip(rows, heights, strict=True):
        x = 0.0
        for each, width in zip(row, widths, strict=False):
            placed.append(each.placed(x + (width - each.width) / 2, y + (height - each.height) / 2))
            x += width + gap
        y += height + gap
    return Picture(sum(widths) + gap * (len(widths) - 1), y - gap, placed)


def stack(pictures: Iterable[Picture], gap: float) -> Picture:
    """Pictures one below the other."""
    return grid(list(pictures), 1, gap)


def captioned(picture: Picture, caption: str, size: float = CAPTION) -> Picture:
    """The picture with a line of text above it, clipped at LONGEST characters."""
    caption = clipped(caption, LONGEST)
    label = element("text", text=caption, x=0, y=size, font_family=FONT, font_size=size, fill=INK)
    width = max(picture.width, 0.6 * size * text_width(shown(caption)))
    return Picture(width, picture.height + 2 * size, (label, picture.placed(0, 2 * size)))


def path(ways: Iterable[Iterable[tuple[float, float]]], *, closed: bool) -> str:
    """The data of an SVG path: one line after the other, from point to point."""
    return "".join("".join(_steps(way)) + ("z" if closed else "") for way in ways)


def _steps(way: Iterable[tuple[float, float]]) -> Iterator[str]:
    """Steps along an axis have a shorter notation."""
    before: tuple[float, float] | None = None
    for x, y in way:
        if before is None:
            yield f"M{number(x)} {number(y)}"
        elif abs(y - before[1]) < TOLERANCE:
            yield f"H{number(x)}"
        elif abs(x - before[0]) < TOLERANCE:
            yield f"V{number(y)}"
        else:
            yield f"L{number(x)} {number(y)}"
        before = x, y


MOST, AREA = 32_000, 100e6
"""The largest width and height of a picture in pixels (cairo's limit is 32,767); and its area, at four bytes
each.
"""
HANDY = 4_000
"""The largest side in pixels that picture viewers show comfortably."""


class Missing(ExcoverError):
    """The library, or one that it needs, is missing."""

    def __str__(self) -> str:
        return (
            f"PNG and PDF need CairoSVG: {self.args[0]}\n"
            "Run: pip install 'excover[pictures]'\n"
            "If the cairo library itself is missing, your system has it (Debian: apt install libcairo2).\n"
            "SVG and HTML need nothing."
        )


def converter() -> ModuleType:
    """Raises Missing."""
    try:
        import cairosvg
    except (ImportError, OSError) as wrong:  # OSError: a shared library is missing
        raise Missing(str(wrong).splitlines()[0]) from None
    made: ModuleType = cairosvg
    return made


def scale(width: float, height: float) -> float:
    """The scale of a PNG: twice the size of the SVG, as screens and printers prefer, up to HANDY.

    Never smaller than the SVG, unless a limit requires it.

    >>> scale(800, 600), scale(2500, 600), scale(5000, 600), scale(800, 64_000)
    (2, 1.6, 1, 0.5)
    """
    longest = max(width, height)
    wanted = min(2, max(1, HANDY / longest))
    return min(wanted, MOST / longest, sqrt(AREA / (width * height)))


def png(svg: str, width: float, height: float, link: str = "") -> bytes:
    """Converts an SVG of that many pixels, at 96 per inch, and keeps its size on paper. Raises Missing.

    ``link`` is what `link_inside` finds in it.
    """
    larger = scale(width, height)
    made = bytes(converter().svg2png(bytestring=_with_symbols(svg).encode(), scale=larger))
    if link:
        made = _with_chunk(made, b"tEXt", f"{INSIDE}\0{link}".encode("ascii"))
    per_metre = round(larger * 96 / 0.0254)
    return _with_chunk(made, b"pHYs", pack(">IIB", per_metre, per_metre, 1))


PNG = b"\x89PNG\r\n\x1a\n"


def _with_chunk(png: bytes, kind: bytes, data: bytes) -> bytes:
    """Adds a chunk (PNG 1.2, 3.2) after the first one, which is IHDR and ends at byte 33."""
    chunk = kind + data
    return png[:33] + pack(">I", len(data)) + chunk + pack(">I", crc32(chunk)) + png[33:]


def link_inside(picture: bytes) -> str:
    """The link that a PNG or an SVG has inside; empty if it has none."""
    if picture.startswith(PNG):
        return _text_of_png(picture)
    found = re.search(rb'<metadata\b[^>]*\bid="%b"[^>]*>\s*([^<\s]+)' % INSIDE.encode(), picture)
    return found[1].decode("ascii", "replace") if found else ""


def _text_of_png(png: bytes) -> str:
    keyword, at = f"{INSIDE}\0".encode(), len(PNG)
    while True:
        try:
            size, kind = unpack_from(">I4s", png, at)
        except error:  # the end, or a file that was cut off
            return ""
        data = png[at + 8 : at + 8 + size]
        if kind == b"tEXt" and data.startswith(keyword):
            return data.removeprefix(keyword).decode("ascii", "replace")
        at += size + 12


def pdf(svg: str) -> bytes:
    """A page of the size of the picture. Raises Missing."""
    return bytes(converter().svg2pdf(bytestring=_with_symbols(svg).encode()))


SYMBOLS = "'DejaVu Sans', sans-serif"


def _with_symbols(svg: str) -> str:
    """With a font that has arrows and the like where a text has some: cairo draws all of a text in one font,
    with boxes for what that lacks, where a browser takes each letter from the first font that has it.
    """
    return re.sub(r"<text\b[^>]*>(?=[^<]*[\u2190-\u2bff])", _in_symbols, svg)


def _in_symbols(tag: re.Match[str]) -> str:
    plain = re.sub(r' font-family="[^"]*"', "", tag[0])
    return f'{plain.removesuffix(">")} font-family="{SYMBOLS}">'


def preformatted(text: str) -> str:
    """A text as it is, for notebooks."""
    block = Element("pre")
    block.text = text
    return tostring(block, "unicode", method="html")


def table_html(caption: str, rows: Iterable[tuple[str, ...]]) -> str:
    """A table for notebooks; the first cell of each row is its head."""
    table = Element("table")
    SubElement(table, "caption").text = caption
    for head, *cells in rows:
        row = SubElement(table, "tr")
        SubElement(row, "th").text = head
        for cell in cells:
            SubElement(row, "td").text = cell
    return tostring(table, "unicode", method="html")


def puzzle_html(text: str, svg: str) -> str:
    """A line about a puzzle, and its picture (empty for none).

    The picture is inserted as written: parsed and written again, its elements would be named `ns0:svg`, which
    HTML does not know.
    """
    line = tostring(element("p", text=text.strip()), "unicode", method="html")
    return f"<div>{line}{svg}</div>"
