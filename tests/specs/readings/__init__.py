"""Naive readings of the rules of the pen-and-paper genres of the gallery, independent of its descriptions."""

from tiny_boards import GENRES

from . import loops, numbers, objects, shading

__all__ = ["GENRES", "loops", "numbers", "objects", "shading"]
