"""The gallery, with pictures that excover draws from specs/; the published counts of tests/counts.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import excover
from excover.language import gallery

SECONDS = 20
"""For the picture of a puzzle; one that needs longer is shown without."""


@dataclass(frozen=True)
class Published:
    """A number from the literature, which the tests compare with what excover counts."""

    spec: str
    settings: str
    count: int
    times: int
    source: str

    @property
    def number(self) -> str:
        return f"{self.count * self.times:,}" + (
            f" = {self.times} × {self.count:,}" if self.times > 1 else ""
        )


def published(file: Path) -> list[Published]:
    return [
        Published(row["spec"], settings, count, row.get("times", 1), row["source"])
        for row in tomllib.loads(file.read_text("utf-8"))["count"]
        for settings, count in counts_of(row)
    ]


def counts_of(row: dict[str, object]) -> Iterator[tuple[str, int]]:
    match row:
        case {"counts": dict(counts), "parameter": parameter}:
            yield from ((f"{parameter} = {value}", count) for value, count in counts.items())
        case {"count": int(count)}:
            settings = row.get("settings", {})
            assert isinstance(settings, dict)
            yield ", ".join(f"{name} = {value}" for name, value in settings.items()), count
        case _:
            raise ValueError(f"no count in {row}")


def counts_page(counts: list[Published]) -> str:
    rows = [
        f"| [{one.spec}](gallery.md#{one.spec}) | {one.settings} | {one.number} | {one.source} |"
        for one in counts
    ]
    return "\n\n".join(
        [
            "# Published counts",
            "Numbers of solutions that others have found, and where they were published. The tests compare "
            "each with what excover counts. Where a source counts up to symmetry, its number is multiplied "
            "accordingly.",
            "\n".join(["| puzzle | parameters | solutions | source |", "|---|---|---|---|", *rows]),
        ]
    )


def gallery_page(pictures: Path, counts: list[Published]) -> str:
    """Each shipped puzzle with its picture, which is written to `pictures`, its counts, and its text."""
    parts = [
        "# Gallery",
        "The puzzles that excover ships. `excover solve NAME` solves one, `excover check NAME` verifies the "
        "counts. Each picture shows the first solution.",
    ]
    for name in gallery.names():
        parts += puzzle_parts(name, pictures, [one for one in counts if one.spec == name])
    return "\n\n".join(parts) + "\n"


def puzzle_parts(name: str, pictures: Path, counts: list[Published]) -> Iterator[str]:
    source = gallery.puzzle(name)
    assert source is not None
    problem = excover.load(name)
    comments = re.findall(r"^#+ ?(.*)$", source.text.partition("\npuzzle")[0], re.MULTILINE)
    yield f"## {name}"
    yield f"**{problem.title or name}.** " + " ".join(comments)
    if expected := re.findall(r"^expect (.*)$", source.text, re.MULTILINE):
        yield "Promised and checked: " + ", ".join(f"`{text}`" for text in expected) + "."
    if counts:
        sources = dict.fromkeys(one.source for one in counts)
        yield f"[Published](counts.md): {'; '.join(sources)}."
    solution = None
    with suppress(excover.Unfinished):
        solution = problem.solve(excover.Run.within(seconds=SECONDS))
    picture = solution and solution._repr_svg_()
    if picture:
        (pictures / f"gallery-{name}.svg").write_text(picture, "utf-8")
        yield f"![A solution of {name}](pictures/gallery-{name}.svg)"
    yield f"```excover\n{source.text.strip()}\n```"
