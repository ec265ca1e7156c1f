"""Pictures as PNG and PDF, made of their SVG by CairoSVG (an extra: ``pip install excover[pictures]``).

>>> str(Missing("no module")).splitlines()[0]
'PNG and PDF need CairoSVG: no module'
"""

from __future__ import annotations

from math import sqrt
from struct import pack
from types import ModuleType
from zlib import crc32

from excover.errors import ExcoverError

MOST, AREA = 32_000, 100e6
"""Pixels that a picture is wide or high at most, as cairo draws 32,767; and its area, at four bytes each."""
HANDY = 4_000
"""Pixels of a side that viewers of pictures show at ease."""


class Missing(ExcoverError):
    """The library, or what it is built on, is not there."""

    def __str__(self) -> str:
        return (
            f"PNG and PDF need CairoSVG: {self.args[0]}\n"
            "Say: pip install 'excover[pictures]'\n"
            "If the cairo library itself is missing, your system has it (Debian: apt install libcairo2).\n"
            "SVG and HTML need nothing."
        )


def converter() -> ModuleType:
    """Raises Missing."""
    try:
        import cairosvg
    except (ImportError, OSError) as wrong:  # OSError: there is no shared library
        raise Missing(str(wrong).splitlines()[0]) from None
    made: ModuleType = cairosvg
    return made


def scale(width: float, height: float) -> float:
    """Of a PNG: twice as large as the SVG says, as screens and printers want it, as long as it is HANDY.

    Never smaller than the SVG says, unless it can be no larger.

    >>> scale(800, 600), scale(2500, 600), scale(5000, 600), scale(800, 64_000)
    (2, 1.6, 1, 0.5)
    """
    longest = max(width, height)
    wanted = min(2, max(1, HANDY / longest))
    return min(wanted, MOST / longest, sqrt(AREA / (width * height)))


def png(svg: str, width: float, height: float) -> bytes:
    """Of an SVG of so many pixels, 96 an inch, which it keeps as its size on paper. Raises Missing."""
    larger = scale(width, height)
    made = bytes(converter().svg2png(bytestring=svg.encode(), scale=larger))
    return _with_density(made, round(larger * 96 / 0.0254))


def _with_density(png: bytes, per_metre: int) -> bytes:
    """With a chunk pHYs (PNG 1.2, 4.2.4.2) behind the first one, which is IHDR and ends at byte 33."""
    chunk = b"pHYs" + pack(">IIB", per_metre, per_metre, 1)
    return png[:33] + pack(">I", len(chunk) - 4) + chunk + pack(">I", crc32(chunk)) + png[33:]


def pdf(svg: str) -> bytes:
    """A page of its size. Raises Missing."""
    return bytes(converter().svg2pdf(bytestring=svg.encode()))
