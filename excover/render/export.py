"""Pictures as PNG and PDF, made of their SVG by CairoSVG (an extra: ``pip install excover[pictures]``).

>>> Missing("no module").args[0].splitlines()[0]
'PNG and PDF need CairoSVG: no module'
"""

from __future__ import annotations

from types import ModuleType

MOST = 12_000
"""Pixels that a picture is wide or high at most."""


class Missing(Exception):
    """The library, or what it is built on, is not there."""

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"PNG and PDF need CairoSVG: {reason}\n"
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


def png(svg: str, width: float, height: float) -> bytes:
    """Twice as large as the SVG says, as screens and printers want it. Raises Missing."""
    scale = min(2, MOST / max(width, height))
    return bytes(converter().svg2png(bytestring=svg.encode(), scale=scale))


def pdf(svg: str) -> bytes:
    """A page of its size. Raises Missing."""
    return bytes(converter().svg2pdf(bytestring=svg.encode()))
