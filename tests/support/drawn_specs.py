"""The drawings of shipped descriptions, read by line and not by excover."""

from __future__ import annotations

from excover.language import gallery


def text_of(name: str) -> str:
    source = gallery.puzzle(name)
    assert source is not None
    return source.text


def drawings(name: str) -> list[list[str]]:
    """The drawings in a description, without their bars."""
    found: list[list[str]] = [[]]
    for line in text_of(name).splitlines():
        if line.strip().startswith("|"):
            found[-1].append(line.strip()[1:])
        elif found[-1]:
            found.append([])
    return [drawing for drawing in found if drawing]


def labels(name: str) -> list[list[list[str]]]:
    """The drawings of labels that stand between blanks."""
    return [[line.split() for line in drawing] for drawing in drawings(name)]
