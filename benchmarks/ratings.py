"""How `excover rate` orders Sudokus, beside two programs whose ratings are well known.

    excover generate sudoku -n 90 --minimal --lines --seed 11 > lines.txt
    excover generate sudoku -n 60 --clues 27..32 --lines --seed 12 >> lines.txt
    python benchmarks/ratings.py lines.txt --hodoku PYTHON --explainer CLASSPATH

``PYTHON`` has hodoku-py (pip install hodoku-py), a port of HoDoKu 2.2; ``CLASSPATH`` has classes of Sukaku
Explainer, the successor of Sudoku Explainer, for the `java` of the shell. What is not named is left out. The
table counts puzzles by both levels, and the rank correlations are Spearman's.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from scipy.stats import spearmanr

import excover

Rated = tuple[str, float]
"""A level and a number."""
LEVELS = ("easy", "medium", "hard", "evil")
HODOKU = """
import sys, hodoku
for line in sys.stdin:
    rating = hodoku.Solver().rate(line.strip())
    print(rating.level.name.lower(), rating.score, flush=True)
"""


def by_excover(lines: Sequence[str]) -> list[Rated]:
    sudoku = excover.load("sudoku")
    ratings = [excover.rate(sudoku.given(line)) for line in lines]
    return [(rating.level.value, rating.number) for rating in ratings]


def by_hodoku(python: str, lines: Sequence[str]) -> list[Rated]:
    command = [python, "-c", HODOKU]
    answers = subprocess.run(
        command, input="\n".join(lines), capture_output=True, text=True, check=True
    ).stdout
    return [(level, float(score)) for level, score in map(str.split, answers.splitlines())]


def by_explainer(classpath: str, lines: Sequence[str]) -> list[Rated]:
    """The level is the whole part of the rating."""
    command = ["java", "-Xss64m", "-cp", classpath, "diuf.sudoku.test.serate", "--format=%r", *lines]
    answers = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    ratings = re.findall(r"^\d+\.\d$", answers, re.MULTILINE)
    return [(str(int(float(rating))), float(rating)) for rating in ratings]


def compared(ours: Sequence[Rated], theirs: Sequence[Rated], name: str) -> str:
    """A table of the numbers of puzzles by both levels."""
    least = {level: min(number for each, number in theirs if each == level) for level, _ in theirs}
    columns = sorted(least, key=least.__getitem__)
    counts = Counter((own, other) for (own, _), (other, _) in zip(ours, theirs, strict=True))
    head = f"| excover | {' | '.join(f'{name}: {level}' for level in columns)} |"
    rows = [f"| {own} | {' | '.join(str(counts[own, other]) for other in columns)} |" for own in LEVELS]
    return "\n".join([head, "|---" * (1 + len(columns)) + "|", *rows])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lines", type=Path)
    parser.add_argument("--hodoku", metavar="PYTHON")
    parser.add_argument("--explainer", metavar="CLASSPATH")
    asked = parser.parse_args()
    lines = asked.lines.read_text().split()
    rated = {"excover": by_excover(lines)}
    if asked.hodoku:
        rated["HoDoKu"] = by_hodoku(asked.hodoku, lines)
    if asked.explainer:
        rated["Sukaku Explainer"] = by_explainer(asked.explainer, lines)
    for name, theirs in rated.items():
        if len(theirs) != len(lines):
            sys.exit(f"{name} rated {len(theirs)} of {len(lines)} puzzles")
        if name != "excover":
            print(compared(rated["excover"], theirs, name), end="\n\n")
    for (one, a), (other, b) in combinations(rated.items(), 2):
        correlation = spearmanr([number for _, number in a], [number for _, number in b]).statistic
        print(f"rank correlation of {one} and {other}: {correlation:.2f}")


if __name__ == "__main__":
    main()
