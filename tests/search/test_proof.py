"""Certificates of counts: what is written is proven, and what is wrong is refused (tools/check_proof.py)."""

from __future__ import annotations

import hashlib
import io
from array import array
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import certificates
import naive
import pytest
from certificates import body
from loaded import loaded
from matrices import AT_MOST_ONCE, COLORED, ONCE, dominoes, exact, general, langford, queens

import excover
from excover.formats.exports.as_dlx import export as lines
from excover.matrix.matrix import Matrix
from excover.search._core import Problem, ProofSearch, Stop
from excover.search.linear_refutation import refutation
from excover.search.proof import head_of, item_numbers, prove

CHECKER = Path(__file__).parents[2] / "tools" / "check_proof.py"


checker = loaded(CHECKER)


class Case(certificates.Case):
    """Of a matrix as a DLX file."""

    def __init__(self, folder: Path, matrix: Matrix) -> None:
        file = folder / "problem.dlx"
        file.write_text("".join(f"{line}\n" for line in lines(matrix)), "utf-8")
        super().__init__(checker, file, head_of(matrix))


def searched(matrix: Matrix, sharing: bool) -> tuple[int, str]:
    """The number and the lines of one of the two searches, in steps of a few states."""
    m = matrix
    problem = Problem(m.lower, m.upper, m.colored, m.starts, m.entries, m.colors)
    numbers = array("I", [number + 1 for number in item_numbers(matrix)])
    search = ProofSearch(problem, numbers, 10**8, sharing, array("I"))
    text = b""
    while search.run(3, 1e9) is not Stop.EXHAUSTED:
        text += search.take()
    text += search.take()
    return sum(limb << 64 * k for k, limb in enumerate(search.limbs)), text.decode()


def written(matrix: Matrix) -> bytes:
    into = io.BytesIO()
    prove(matrix, into)
    return into.getvalue()


def random_matrix(random: Random) -> Matrix:
    """Items of all kinds, in any order, and few options."""
    kinds = [ONCE, ONCE, ONCE, AT_MOST_ONCE, COLORED, (0, 2), (1, 2), (2, 2), (1, 60), (0, 60), (0, 0)]
    bounds = [random.choice(kinds) for _ in range(random.randint(1, 6))]
    colored = [each == COLORED for each in bounds]
    primary = [item for item, each in enumerate(bounds) if each not in (AT_MOST_ONCE, COLORED)]
    options = []
    for _ in range(random.randint(0, 9) if primary else 0):
        others = random.sample(range(len(bounds)), random.randint(0, min(4, len(bounds))))
        items = list({*others, random.choice(primary)})
        random.shuffle(items)
        options.append([(item, random.randint(1, 2) if colored[item] else 0) for item in items])
    return general(bounds, colored, options)


# What is written is proven


@pytest.mark.parametrize("seed", range(150))
def test_random_problems(tmp_path: Path, seed: int) -> None:
    matrix = random_matrix(Random(seed))
    case, number = Case(tmp_path, matrix), sum(1 for _ in naive.covers(matrix))
    for sharing in (True, False):
        count, text = searched(matrix, sharing)
        assert (count, case.of(text)) == (number, number)
    assert case.proven(written(matrix)) == number


@pytest.mark.parametrize(
    ("matrix", "number"),
    [
        (queens(6), 4),
        (langford(7), 26 * 2),
        (dominoes(8, 8), 12_988_816),
        (exact(2, []), 0),
        (exact(1, [[0]] * 5), 5),
        (general([(2, 3)], [False], [[(0, 0)]] * 6), 15 + 20),
        (exact(130, [[k] for k in range(130)] * 2), 2**130),
    ],
)
def test_known_numbers(tmp_path: Path, matrix: Matrix, number: int) -> None:
    assert Case(tmp_path, matrix).proven(written(matrix)) == number


def test_numbers_of_any_size(tmp_path: Path) -> None:
    """More than 2**64 ways, in steps that are carried over several words."""
    matrix = exact(30, [[k] for k in range(30) for _ in range(300)])
    count, text = searched(matrix, True)
    assert count == Case(tmp_path, matrix).of(text) == 300**30


def test_arithmetic_refutes_in_one_line(tmp_path: Path) -> None:
    """A board without two opposite corners: more cells of one color than of the other."""
    board = dominoes(8, 8)
    options = [board.option_items(option) for option in range(len(board.options))]
    mutilated = exact(62, [[cell - 1 for cell in option] for option in options if not {0, 63} & set(option)])
    found = refutation(mutilated)
    assert found is not None
    assert (found.modulus, set(found.weights.values())) == (4, {1, 3})
    certificate = written(mutilated)
    assert body(certificate).count("\n") == 2
    assert Case(tmp_path, mutilated).proven(certificate) == 0


@pytest.mark.parametrize(("most", "lines"), [(3, 2), (1, None)])
def test_arithmetic_refutes_by_bounds(tmp_path: Path, most: int, lines: int | None) -> None:
    """Pieces of five on 14 cells need four holes. An item covered at most once is secondary in the file,
    and then a search proves it.
    """
    bounds, holes = [*[(1, 1)] * 14, (0, most)], 14
    rows = [[(cell, 0) for cell in range(at, at + 5)] for at in range(10)]
    matrix = general(bounds, [False] * 15, [*rows, *([(cell, 0), (holes, 0)] for cell in range(14))])
    found = refutation(matrix)
    assert found is not None
    assert found.modulus == 5
    assert holes in found.weights
    certificate = written(matrix)
    assert body(certificate).count("\n") == lines or lines is None
    assert Case(tmp_path, matrix).proven(certificate) == 0


def test_arithmetic_refutes_nothing_that_has_a_solution() -> None:
    for seed in range(300):
        matrix = random_matrix(Random(seed))
        assert refutation(matrix) is None or not list(naive.covers(matrix))


def test_the_lines_of_a_small_problem(tmp_path: Path) -> None:
    """Three cells in a row, to be filled with single cells and dominoes: 3 ways."""
    matrix = exact(3, [[0], [1], [2], [0, 1], [1, 2]])
    certificate = "1\n1 1 1 1\n1 2 2 0\n1 3 0\n"
    assert Case(tmp_path, matrix).of(certificate) == 3
    count, text = searched(matrix, True)
    assert (count, Case(tmp_path, matrix).of(text)) == (3, 3)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "settings", "number"),
    [
        ("kanoodle", {}, 371_020),
        ("iq-fit", {}, 301_350),
        ("queens", {"n": 12}, 14_200),
        ("dominoes", {"rows": 16, "columns": 16}, 2444888770250892795802079170816),
    ],
)
def test_of_the_gallery(tmp_path: Path, spec: str, settings: dict[str, Any], number: int) -> None:
    problem = excover.load(spec, settings)
    case = Case(tmp_path, problem.matrix)
    assert excover.prove_count(problem, tmp_path / "proof").outcome.count == number
    assert case.proven((tmp_path / "proof").read_bytes()) == number


# What is wrong is refused

ROW = exact(3, [[0], [1], [2], [0, 1], [1, 2]])
PAIRS = general([(0, 2), ONCE], [False, False], [[(0, 0)], [(0, 0), (1, 0)], [(1, 0)]])
TRIANGLE = exact(3, [[0, 1], [1, 2], [0, 2]])


@pytest.mark.parametrize(
    ("matrix", "text", "reason"),
    [
        (ROW, "", "states are left unexpanded"),
        (ROW, "0\n", "line 1: something is left where a solution is claimed"),
        (ROW, "-1\n", "line 1: item 1 does not starve"),
        (ROW, "2\n", "line 1: no such state or item"),
        (ROW, "1 1\n", "line 1: no such state or item"),
        (ROW, "1\n", "states are left unexpanded"),
        (ROW, "1\n1 1 1 1\n1 2 2 0\n", "states are left unexpanded"),
        (ROW, "1\n1 1 1\n", "line 2: zip"),
        (ROW, "1\n1 1 1 1 1\n", "line 2: zip"),
        (ROW, "1\n1 9 1 1\n", "line 2: no such state or item"),
        (ROW, "1\n1 1 1 2\n", "line 2: state 1 is another one"),
        (ROW, "1\n1 1 1 3\n", "line 2: no such state or item"),
        (ROW, "1\n1 1 1 -3\n", "line 2: item 3 does not starve"),
        (ROW, "1\n1 1 1 -1\n", "line 2: item 1 does not starve"),
        (ROW, "1\n1 1 1 -4\n", "line 2: no such state or item"),
        (ROW, "1\n1 1 1 0\n", "line 2: something is left where a solution is claimed"),
        (ROW, "1\n1 1 1 1\n1 2 2 0\n0 3 0\n", "line 4: no such state or item"),
        (ROW, "1\n1 1 1 1\n2 3 0\n-1 2 2 0\n", "line 4: no such state or item"),
        (ROW, "1\n1 1 1 1\n1 2 2 0\n1 3 0\n1 3 0\n", "line 5: no such state or item"),
        (ROW, "1\n1 0 2 1 1 2 1 3 1\n", "line 2: the sums refute nothing"),
        (ROW, "1\nzwei\n", "line 2: invalid literal"),
        (PAIRS, "1\n1 1 1 -2\n", "line 2: item 2 does not starve"),
        (PAIRS, "1\n1 2 1 1\n1 1 0\n1 1 0 0\n", "line 3: zip"),
        (TRIANGLE, "1\n1 0 2 1 1 2 1\n", "line 2: the sums refute nothing"),
        (TRIANGLE, "1\n1 0 1 1 1 2 1 3 1\n", "line 2: the sums refute nothing"),
        (TRIANGLE, "1\n1 0 0 1 1 2 1 3 1\n", "line 2: no such state or item"),
        (TRIANGLE, "1\n1 0 2 1 1 2 1 3\n", "line 2: zip"),
        (TRIANGLE, "1\n1 0 2 1 1 2 1 3 1 4 2\n", "line 2: no such state or item"),
    ],
)
def test_what_is_wrong_is_located(tmp_path: Path, matrix: Matrix, text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{reason}"):
        Case(tmp_path, matrix).of(text)


def test_right_ones_beside_them(tmp_path: Path) -> None:
    assert Case(tmp_path, PAIRS).of("1\n1 2 1 1\n1 1 0 0\n1 1 0 0\n") == 4
    assert Case(tmp_path, TRIANGLE).of("1\n1 0 2 1 1 2 1 3 1\n") == 0


def test_colors_are_looked_at(tmp_path: Path) -> None:
    """Two options of different color do not go together, two of the same do."""
    matrix = general(
        [ONCE, ONCE, COLORED], [False, False, True], [[(0, 0), (2, 1)], [(1, 0), (2, 1)], [(1, 0), (2, 2)]]
    )
    case = Case(tmp_path, matrix)
    assert case.of("1\n1 1 1\n1 2 0\n") == 1
    with pytest.raises(ValueError, match="line 3"):
        case.of("1\n1 1 1\n1 2 0 0\n")


@pytest.mark.parametrize(
    ("matrix", "bits"),
    [(ROW, (0, 6)), pytest.param(queens(7), range(8), marks=pytest.mark.slow)],
    ids=["row", "queens"],
)
def test_every_byte_counts(tmp_path: Path, matrix: Matrix, bits: Sequence[int]) -> None:
    """Every byte of a certificate is changed in several ways and left out, and some are added."""
    case, certificate = Case(tmp_path, matrix), written(matrix)
    forged = [
        bytes([*certificate[:at], certificate[at] ^ 1 << bit, *certificate[at + 1 :]])
        for at in range(len(certificate))
        for bit in bits
    ]
    forged += [certificate[:at] + certificate[at + 1 :] for at in range(len(certificate))]
    forged += [certificate + b"\0", b"\0" + certificate, certificate[:-1], certificate[:40], b""]
    for each in forged:
        with pytest.raises(ValueError, match="it is damaged"):
            case.proven(each)


@pytest.mark.parametrize("seed", range(40))
def test_sealed_again_it_is_refused_or_right(tmp_path: Path, seed: int) -> None:
    """A word of the lines is changed and the digest made right: whatever is still accepted is the truth."""
    random = Random(seed)
    matrix = random_matrix(random) if seed % 2 else langford(random.choice([3, 4, 5]))
    case, number = Case(tmp_path, matrix), sum(1 for _ in naive.covers(matrix)) if seed % 2 else None
    count, text = searched(matrix, seed % 3 > 0)
    assert number in (None, count)
    refused = 0
    for _ in range(60):
        try:
            assert case.of(mutant(text, random)) == count
        except ValueError:
            refused += 1
    assert refused >= 20


def mutant(text: str, random: Random) -> str:
    words = [line.split() for line in text.splitlines()]
    line = random.choice(words)
    match random.randrange(4):
        case 0:
            line[random.randrange(len(line))] = str(random.randint(-3, 6))
        case 1:
            line.insert(random.randrange(len(line) + 1), random.choice(line))
        case 2:
            del line[random.randrange(len(line))]
        case _:
            words.remove(line)
    return "".join(" ".join(line) + "\n" for line in words)


def test_a_certificate_belongs_to_its_problem(tmp_path: Path) -> None:
    case = Case(tmp_path, queens(5))
    for other in (queens(6), exact(2, [[0], [1]])):
        with pytest.raises(ValueError, match="another problem"):
            case.proven(written(other))


def test_data_behind_the_end_is_refused(tmp_path: Path) -> None:
    """Even with a right digest."""
    certificate = written(ROW)
    inner = certificate[:-32] + b"more"
    with pytest.raises(ValueError, match="does not end where it should"):
        Case(tmp_path, ROW).proven(inner + hashlib.sha256(inner).digest())


@pytest.mark.parametrize(
    ("problem", "certificate"),
    [
        ("a b\na\nb\na b\n", 2),
        ("| of another hand\n2:9|a b | s t\r\n\n a s:x t\na s:x\na\nb s:x |7\n  b s:y\n", 4),
    ],
)
def test_problems_of_others(tmp_path: Path, problem: str, certificate: int) -> None:
    """The DLX file need not be one that was written here."""
    (tmp_path / "a.dlx").write_text(problem)
    assert (
        excover.prove_count(excover.load(tmp_path / "a.dlx"), tmp_path / "a.proof").outcome.count
        == certificate
    )
    assert checker.proven(checker.Problem(tmp_path / "a.dlx"), tmp_path / "a.proof") == certificate


@pytest.mark.parametrize(
    "problem", ["a a\na\n", "a | 2|s\na\n", "a\nb\n", "a\na a\n", "a | s\na:x s\n", "|x|y\n:\n"]
)
def test_wrong_problems_are_refused(tmp_path: Path, problem: str) -> None:
    (tmp_path / "a.dlx").write_text(problem)
    with pytest.raises((ValueError, TypeError)):
        checker.Problem(tmp_path / "a.dlx")


def test_the_checker_is_small_and_alone() -> None:
    text = CHECKER.read_text()
    assert len(text.splitlines()) <= 200
    assert "excover" not in [
        line.split()[1] for line in text.splitlines() if line.startswith(("import", "from"))
    ]
