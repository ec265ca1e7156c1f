"""Pictures as PNG and PDF, converted from SVG by CairoSVG (an extra: ``pip install excover[pictures]``).

>>> str(Missing("no module")).splitlines()[0]
'PNG and PDF need CairoSVG: no module'
"""

from __future__ import annotations

from math import sqrt
from struct import pack
from types import ModuleType
from zlib import crc32

from excover.base.errors import ExcoverError

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
            "Say: pip install 'excover[pictures]'\n"
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


def png(svg: str, width: float, height: float) -> bytes:
    """Converts an SVG of that many pixels, at 96 per inch, and keeps its size on paper. Raises Missing."""
    larger = scale(width, height)
    made = bytes(converter().svg2png(bytestring=svg.encode(), scale=larger))
    return _with_density(made, round(larger * 96 / 0.0254))


def _with_density(png: bytes, per_metre: int) -> bytes:
    """Adds a chunk pHYs (PNG 1.2, 4.2.4.2) after the first one, which is IHDR and ends at byte 33."""
    chunk = b"pHYs" + pack(">IIB", per_metre, per_metre, 1)
    return png[:33] + pack(">I", len(chunk) - 4) + chunk + pack(">I", crc32(chunk)) + png[33:]


def pdf(svg: str) -> bytes:
    """A page of the size of the picture. Raises Missing."""
    return bytes(converter().svg2pdf(bytestring=svg.encode()))
