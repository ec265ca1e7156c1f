"""Certificates of clauses, translated for VeriPB (tools/as_veripb.py): a plain reader of such proofs follows
them, and VeriPB itself where it is installed.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from effort import examples
from extras import program_or_skip
from loaded import loaded
from matrices import exact, langford, queens
from test_proof import random_matrix
from test_until_enough import covers_within

import excover
from excover.formats.exports.as_json import export
from excover.matrix.constraints import WeightedSum
from excover.matrix.matrix import Matrix
from excover.search.clause_proof import prove_by_clauses

TOOL = Path(__file__).parents[2] / "tools" / "as_veripb.py"

Row = tuple[dict[int, int], int]
"""Weights of variables, and the least sum of those that are 1."""


def translated(matrix: Matrix, folder: Path) -> tuple[str, str, int]:
    (folder / "problem.json").write_text("".join(export(matrix)), "utf-8")
    with (folder / "certificate").open("wb") as certificate:
        prove_by_clauses(matrix, certificate)
    sys.path.insert(0, str(TOOL.parent))
    try:
        found: tuple[str, str, int] = loaded(TOOL).translated(folder / "problem.json", folder / "certificate")
    finally:
        sys.path.remove(str(TOOL.parent))
    return found


def row_of(text: str) -> Row:
    """`+1 x1 -2 x2 >= 1 ;`, also with `~x2`, which is 1 - x2."""
    left, _, right = text.rstrip(" ;").partition(">=")
    weights, least, words = Counter[int](), int(right), left.split()
    for weight, name in zip(map(int, words[::2]), words[1::2], strict=True):
        weights[int(name.lstrip("~x"))] += -weight if name.startswith("~") else weight
        least -= weight if name.startswith("~") else 0
    return dict(weights), least


def conflict(rows: dict[int, Row], known: dict[int, bool]) -> bool:
    """Whether propagation of bounds from what is ``known``, which grows, breaks a row."""
    changed = True
    while changed:
        changed = False
        for weights, least in rows.values():
            slack = -least + sum(w if known.get(v, w > 0) else 0 for v, w in weights.items())
            if slack < 0:
                return True
            for variable, weight in weights.items():
                if variable not in known and abs(weight) > slack:
                    known[variable] = weight > 0
                    changed = True
    return False


class Reader:
    """Of a proof of version 1.1, as VeriPB's README describes it; ValueError where a line does not hold."""

    def __init__(self, formula: str) -> None:
        head, *rows = formula.splitlines()
        self.variables = int(head.split()[2])
        self.rows = {number: row_of(row) for number, row in enumerate(rows, 1)}
        self.last, self.solutions, self.ended = len(self.rows), 0, False

    def add(self, row: Row) -> None:
        self.last += 1
        self.rows[self.last] = row

    def take(self, line: str) -> None:
        kind, _, rest = line.partition(" ")
        match kind:
            case "f":
                holds = int(rest) == self.last
            case "pol":
                self.add(self.sum(rest.split()))
                holds = True
            case "rup":
                weights, least = row_of(rest)
                holds = conflict({**self.rows, 0: ({v: -w for v, w in weights.items()}, 1 - least)}, {})
                self.add((weights, least))
            case "v":
                holds = self.is_solution(rest.split())
            case "del":
                for number in rest.split()[1:]:
                    del self.rows[int(number)]
                holds = True
            case "c":
                holds = self.ended = conflict({0: self.rows[int(rest)]}, {})
            case _:
                holds = line == "pseudo-Boolean proof version 1.1"
        if not holds:
            raise ValueError(line)

    def sum(self, words: list[str]) -> Row:
        stack: list[Row] = []
        for word, following in zip(words, [*words[1:], ""], strict=True):
            if word == "+":
                (one, least), (other, more) = stack.pop(), stack.pop()
                both = Counter(one)
                both.update(other)
                stack.append((dict(both), least + more))
            elif following == "*":
                weights, least = stack.pop()
                stack.append(({v: w * int(word) for v, w in weights.items()}, least * int(word)))
            elif word != "*":
                stack.append(self.rows[int(word)])
        (row,) = stack
        return row

    def is_solution(self, literals: list[str]) -> bool:
        known = {int(each.lstrip("~x")): not each.startswith("~") for each in literals}
        self.solutions += 1
        holds = not conflict(self.rows, known) and len(known) == self.variables
        self.add(row_of(" ".join(f"-1 {each}" for each in literals) + f" >= {1 - len(literals)}"))
        return holds


def read(formula: str, proof: str) -> int:
    reader = Reader(formula)
    for line in proof.splitlines():
        reader.take(line)
    assert reader.ended
    return reader.solutions


def with_sums(rng: Random, matrix: Matrix) -> Matrix:
    """Up to two, with bounds on one side or both."""
    sums = []
    for number in range(rng.randint(0, 2) if matrix.options else 0):
        weights = [rng.randint(-2, 4) for _ in matrix.options]
        low, high = sorted(rng.sample(range(-3, 9), 2))
        bounds = rng.choice([(low, None), (None, high), (low, high)])
        sums.append(WeightedSum.of(f"load {number}", weights, *bounds))
    return matrix.replaced(sums=sums)


@pytest.mark.random
def test_random_problems(tmp_path: Path) -> None:
    """Each solution, the end, and no solution less where a line is left out."""
    rng, numbers, kinds, refused = Random(5), set(), set[str](), 0
    for _ in range(examples(120)):
        matrix = with_sums(rng, random_matrix(rng))
        formula, proof, told = translated(matrix, tmp_path)
        number = len(covers_within(matrix))
        assert told == read(formula, proof) == number
        numbers.add(number)
        kinds.update(line.split()[0] for line in proof.splitlines())
        if "\nv " in proof:
            at = proof.index("\nv ")
            shorter = proof[:at] + proof[proof.index("\n", at + 1) :]
            with pytest.raises((ValueError, KeyError)):
                read(formula, shorter)
            refused += 1
    assert len(numbers) >= 3
    assert refused >= 3
    assert {"rup", "v", "c", "pol"} <= kinds


@pytest.mark.parametrize(
    ("matrix", "number"), [(queens(5), 10), (langford(4), 2), (exact(2, []), 0), (exact(0, []), 1)]
)
def test_known_numbers(tmp_path: Path, matrix: Matrix, number: int) -> None:
    formula, proof, told = translated(matrix, tmp_path)
    assert told == read(formula, proof) == number


def test_a_rule_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="it has a rule"):
        translated(excover.load("hitori").matrix, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "number"), [("sudoku-4x4", 288), ("killer", 1), ("word-square", 48)])
def test_by_veripb(tmp_path: Path, name: str, number: int) -> None:
    veripb = program_or_skip("veripb")
    formula, proof, told = translated(excover.load(name).matrix, tmp_path)
    assert told == number
    (tmp_path / "problem.opb").write_text(formula)
    at = proof.index("\nv ")
    for text, is_right in ((proof, True), (proof[:at] + proof[proof.index("\n", at + 1) :], False)):
        (tmp_path / "problem.pbp").write_text(text)
        command = [veripb, "problem.opb", "problem.pbp"]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (ran.returncode == 0, "succeeded" in ran.stdout) == (is_right, is_right), (
            ran.stdout + ran.stderr
        )
