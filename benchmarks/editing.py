"""How long a text of the gallery takes until an editor knows its errors, sizes and values.

    python benchmarks/editing.py               # all texts, each three times
    python benchmarks/editing.py --slowest 12  # and names the slowest ones

Seconds of the processor, of this process, which collects garbage as rarely as the one that compiles for an
editor; to them comes, in an editor, sending the answer from there. The least of the repeats counts, since
other work only adds to it.
The goal is 50 ms; docs/editors.md says what was measured.
"""

from __future__ import annotations

import argparse
from math import ceil
from statistics import median
from time import process_time

from excover.apps.editing.edited_text import facts_of
from excover.base.source import Source
from excover.base.threads import collect_rarely
from excover.language import gallery

GOAL = 0.050


def seconds(source: Source, repeats: int) -> float:
    """The least of the repeats."""
    taken = []
    for _ in range(repeats):
        began = process_time()
        facts_of(source)
        taken.append(process_time() - began)
    return min(taken)


def within(percent: int, taken: list[float]) -> float:
    """The least time within which that many of the texts are checked."""
    return sorted(taken)[ceil(percent * len(taken) / 100) - 1]


def main() -> None:
    asked = argparse.ArgumentParser(description="Times the check of each text of the gallery.")
    asked.add_argument("--repeats", type=int, default=3)
    asked.add_argument("--slowest", type=int, default=0)
    options = asked.parse_args()
    collect_rarely()
    sources = {name: gallery.puzzle(name) for name in gallery.names()}
    taken = {name: seconds(source, options.repeats) for name, source in sources.items() if source}
    soon = sum(each < GOAL for each in taken.values())
    middle = median(taken.values())
    print(f"{soon} of {len(taken)} within {1000 * GOAL:.0f} ms; median {1000 * middle:.0f} ms")
    for percent in (90, 99):
        print(f"{percent}% within {1000 * within(percent, list(taken.values())):.0f} ms")
    for name in sorted(taken, key=lambda each: -taken[each])[: options.slowest]:
        print(f"{1000 * taken[name]:6.0f} ms  {name}")


if __name__ == "__main__":
    main()
