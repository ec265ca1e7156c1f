"""Writes files of BurrTools for tests, from cells ``(x, y, z)``; shares nothing with the reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

Voxel = tuple[int, int, int]


def voxel(cells: Mapping[Voxel, str] | Iterable[Voxel], name: str = "") -> str:
    """A shape; ``cells`` may say for each cell what stands for it, else it is filled."""
    marks = dict(cells) if isinstance(cells, Mapping) else dict.fromkeys(cells, "#")
    wide, deep, high = (max((cell[axis] for cell in marks), default=0) + 1 for axis in range(3))
    text = "".join(marks.get((x, y, z), "_") for z in range(high) for y in range(deep) for x in range(wide))
    said = f' name="{name}"' if name else ""
    return f'<voxel x="{wide}" y="{deep}" z="{high}"{said} type="0">{text}</voxel>'


def problem(counts: Sequence[tuple[int, int]], name: str = "", holes: str = "", pairs: str = "") -> str:
    """Of the shapes in order, how often each is used; the next one is the result."""
    used = "".join(
        f'<shape id="{k}" count="{low}"/>' if low == high else f'<shape id="{k}" min="{low}" max="{high}"/>'
        for k, (low, high) in enumerate(counts)
    )
    return (
        f'<problem name="{name}" state="0"{holes}><shapes>{used}</shapes>'
        f'<result id="{len(counts)}"/><bitmap>{pairs}</bitmap></problem>'
    )


def puzzle(shapes: Iterable[str], problems: Iterable[str], grid: int = 0) -> str:
    return "\n".join(
        [
            '<?xml version="1.0"?>',
            '<puzzle version="2">',
            f'<gridType type="{grid}"/>',
            "<colors/>",
            "<shapes>",
            *shapes,
            "</shapes>",
            "<problems>",
            *problems,
            "</problems>",
            "<comment/>",
            "</puzzle>",
            "",
        ]
    )
