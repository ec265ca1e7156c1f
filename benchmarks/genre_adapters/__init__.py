"""How the puzzles of a collection are given to the descriptions of their genres."""

from __future__ import annotations

from . import loops, numbers, objects, shading, sudokus

ADAPTERS = sudokus.ADAPTERS | numbers.ADAPTERS | shading.ADAPTERS | loops.ADAPTERS | objects.ADAPTERS
