"""Certificates of counts with rules: what is written is proven, and what is wrong is refused
(tools/check_clauses.py).
"""

from __future__ import annotations

import base64
import hashlib
import io
from array import array
from collections.abc import Iterator
from functools import partial
from itertools import accumulate, chain, product
from pathlib import Path
from random import Random
from typing import Any

import certificates
import naive
import pytest
from certificates import body
from effort import examples
from loaded import loaded
from matrices import COLORED, exact, general, langford, queens
from slow_values import with_slow
from test_until_enough import covers_within
from test_with_rules import loops, ruled

import excover
from excover.formats.exports.as_json import export
from excover.matrix.constraints import Area, Areas, WeightedSum
from excover.matrix.matrix import Matrix
from excover.search.clause_proof import clause_digest, prove_by_clauses
from excover.search.outcome import StoppedBy, Unfinished
from excover.search.proof import NoRoomForProof
from excover.search.run import Run
from excover.search.strategy import Strategy
from excover.search.tuning import tuned

CHECKER = Path(__file__).parents[2] / "tools" / "check_clauses.py"


checker = loaded(CHECKER)


class Case(certificates.Case):
    """Of a matrix as a JSON file."""

    def __init__(self, folder: Path, matrix: Matrix) -> None:
        file = folder / "problem.json"
        file.write_text("".join(export(matrix)), "utf-8")
        super().__init__(checker, file, f"clauses 1 {clause_digest(matrix)}")


def written(matrix: Matrix) -> bytes:
    into = io.BytesIO()
    prove_by_clauses(matrix, into)
    return into.getvalue()


def with_areas(rng: Random, matrix: Matrix) -> Matrix:
    """Options mark places in a row, and what hangs together with some of these is large enough."""
    places = rng.randint(3, 6)
    rows = [rng.sample(range(places), rng.randint(0, 2)) for _ in range(len(matrix.options))]
    near = [[other for other in (place - 1, place + 1) if 0 <= other < places] for place in range(places)]
    areas = []
    for _ in range(rng.randint(1, 3)):
        least, option = rng.randint(0, 2), rng.choice([None, *(o for o, row in enumerate(rows) if row)])
        start = rng.randrange(places) if option is None else rng.choice(rows[option])
        areas.append(Area(start, option, least, rng.randint(max(least, 1), 3)))
    starts = array("I", accumulate(map(len, rows), initial=0))
    marked = array("I", chain.from_iterable(rows))
    rule = Areas("as areas", None, range(places), starts, marked, near, areas)
    return matrix.replaced(constraints=[*matrix.constraints, rule])


def with_states(rng: Random, matrix: Matrix) -> Matrix:
    """All options of two items that are covered once give another item a color, besides what they cover."""
    owners, entries, colors, starts = set(rng.sample(range(5), 2)), array("I"), array("I"), array("I", [0])
    for option in range(len(matrix.options)):
        row = dict(matrix.option_entries(option))
        if owners & row.keys():
            row.setdefault(6, rng.randint(1, 3))
        entries.extend(row)
        colors.extend(row.values())
        starts.append(len(entries))
    return matrix.replaced(starts=starts, entries=entries, colors=colors)


def random_problem(rng: Random) -> Matrix:
    """Items of all kinds, sums, and what must be connected, a loop, or of some size."""
    matrix = ruled(rng)
    if rng.random() < 0.4:
        matrix = with_states(rng, matrix)
    return with_areas(rng, matrix) if rng.random() < 0.3 else matrix


# What is written is proven


@pytest.mark.parametrize("seed", with_slow(range(8), slow=range(2, 8)))
def test_random_problems(tmp_path: Path, seed: int) -> None:
    """Also while hardly any clause is kept, and while most of the work is to shorten them."""
    rng, numbers, kinds = Random(seed), set(), set[str]()
    for k in range(examples(600)):
        matrix = random_problem(rng)
        case, number = Case(tmp_path, matrix), len(covers_within(matrix))
        kept, shortening = 100 if k % 2 else 1, 100 if k % 3 else 10
        with tuned(
            learning_clauses=kept, learning_more_clauses=1, learning_restart=1, learning_vivify=shortening
        ):
            certificate = written(matrix)
        assert case.proven(certificate) == number
        numbers.add(number)
        kinds.update(line[0] for line in body(certificate).splitlines())
    assert len(numbers) >= 4
    assert kinds == set("cdlmsu")


@pytest.mark.parametrize(
    ("matrix", "number"),
    [
        (queens(6), 4),
        (langford(7), 26 * 2),
        (exact(2, []), 0),
        (exact(0, []), 1),
        (exact(1, [[0]] * 5), 5),
        (general([(2, 3)], [False], [[(0, 0)]] * 6), 15 + 20),
        (loops([(0, 1), (1, 2), (2, 3), (3, 0)]), 1),
        (loops([(0, 1), (1, 2), (2, 3), (3, 1)]), 1),
        (loops([(0, 1), (1, 2), (2, 3)]), 0),
    ],
)
def test_known_numbers(tmp_path: Path, matrix: Matrix, number: int) -> None:
    assert Case(tmp_path, matrix).proven(written(matrix)) == number


OF_RULES = [
    "aqre",
    "araf",
    "balance-loop",
    "bridges",
    "calcudoku",
    "canal-view",
    "castle-wall",
    "cave",
    "connected-domination",
    "country-road",
    "creek",
    "doors",
    "entry-exit",
    "fillomino",
    "fobidoshi",
    "galaxies",
    "geradeweg",
    "heyawake",
    "hitori",
    "kakurasu",
    "killer-sudoku",
    "kurotto",
    "lits",
    "masyu",
    "mid-loop",
    "moon-sun",
    "nanro",
    "number-link",
    "nurikabe",
    "ripple-effect",
    "shingoki",
    "slitherlink",
    "star-battle",
    "yajilin",
    "yin-yang",
]


@pytest.mark.parametrize(
    "name", with_slow(OF_RULES, slow={*OF_RULES} - {"araf", "kurotto", "masyu", "hitori"})
)
def test_of_the_gallery(tmp_path: Path, name: str) -> None:
    """What is found is what `expect` states; mutants are refused, or right."""
    problem, rng = excover.load(name), Random(name)
    case, number = Case(tmp_path, problem.matrix), problem.count()
    excover.prove_count(problem, tmp_path / "proof", Run(strategy=Strategy("learning")))
    certificate = (tmp_path / "proof").read_bytes()
    assert case.proven(certificate) == number
    refused, text = 0, body(certificate)
    for _ in range(30):
        try:
            assert case.of(mutant(text, rng)) == number
        except ValueError:
            refused += 1
    assert refused >= 5


# What is wrong is refused


def mutant(text: str, rng: Random) -> str:
    lines = [line.split() for line in text.splitlines()]
    at = rng.randrange(len(lines))
    line = lines[at]
    match rng.randrange(5):
        case 0:
            line[rng.randrange(1, len(line))] = str(rng.randint(-5, 30))
        case 1:
            del line[rng.randrange(len(line))]
        case 2:
            line.insert(rng.randint(1, len(line)), rng.choice(line[1:]))
        case 3:
            lines.remove(line)
        case _:
            solutions = [k for k, each in enumerate(lines) if each[0] == "s"]
            del lines[rng.choice(solutions) if solutions else at]
    return "".join(" ".join(each) + "\n" for each in lines)


@pytest.mark.parametrize("seed", with_slow(range(4), slow=range(1, 4)))
def test_a_mutant_is_refused_or_right(tmp_path: Path, seed: int) -> None:
    """Whatever is still accepted is the truth."""
    rng, refused, tried = Random(seed), 0, 0
    for _ in range(examples(150)):
        matrix = random_problem(rng)
        case, number = Case(tmp_path, matrix), len(covers_within(matrix))
        text = body(written(matrix))
        for _ in range(30):
            tried += 1
            try:
                assert case.of(mutant(text, rng)) == number
            except ValueError:
                refused += 1
    assert refused > tried / 4


PAIR = exact(2, [[0], [1], [0, 1]])
"""Options 1 and 2, or option 3."""
LIGHT = PAIR.replaced(sums=[WeightedSum.of("load", [1, 1, 1], None, 1)])
SQUARE = loops([(0, 1), (1, 2), (2, 3), (3, 0)])
"""Constraint 5 is that the four lines are one loop."""
LOOP = "u 1 -2 0 5\nu 1 -4 0 5\nu 1 -3 0 9 10 5\nu 1 0 9 10 11 5\nu 2 0 5\nu 4 0 5\nu 3 0 5\nu 0 8\n"
"""That there is no other one, if constraint 8 excludes the square."""
COLORS = general(
    [(1, 1), (1, 1), COLORED],
    [False, False, True],
    [[(0, 0), (2, 1)], [(0, 0), (2, 2)], [(1, 0), (2, 1)], [(1, 0), (2, 2)]],
)
"""Options 1 and 3 give item 3 one color, 2 and 4 another one."""


@pytest.mark.parametrize(
    ("matrix", "text", "number"),
    [
        (PAIR, "s 1 2\ns 3\nu -1 0 1 2 3\nu 0 1 2 4\n", 2),
        (PAIR, "s 3\ns 1 2\nu 3 0 1 2 4\nu 0 1 2 3\n", 2),
        (LIGHT, "s 3\nu 3 0 1 2 3\nu 0 1 2 4\n", 1),
        (COLORS, "c 3\nu 5 6 0 3 1\nu -5 3 0 3 2\ns 1 3\ns 2 4\nu -6 0 3 1 2 7\nu 5 0 3 1\nu 0 3 1 2 6\n", 2),
        (SQUARE, "m 5 1\nu 5 -1 0 6\ns 1 2 3 4\n" + LOOP, 1),
        (LIGHT, "l -1 -2 0 3 -1\ns 3\nu 3 0 1 2 4\nu 0 1 2 5\n", 1),
        (
            SQUARE,
            "s 1 2 3 4\nu 1 -2 0 5\nu 1 -4 0 5\nu 1 -3 0 7 8 5\nu 1 0 7 8 9 5\n"
            "u 2 0 5\nu 4 0 5\nu 3 0 5\nu 0 6\n",
            1,
        ),
    ],
)
def test_lines_of_another_hand(tmp_path: Path, matrix: Matrix, text: str, number: int) -> None:
    assert Case(tmp_path, matrix).of(text) == number


@pytest.mark.parametrize(
    ("matrix", "text", "reason"),
    [
        (PAIR, "", "more solutions may be left"),
        (PAIR, "s 3\n", "more solutions may be left"),
        (PAIR, "u 0 1 2\n", "line 1: the clause does not follow"),
        (PAIR, "u -3 0 1 2\n", "line 1: the clause does not follow"),
        (PAIR, "s 1\n", "line 1: this is no solution, or it was counted"),
        (PAIR, "s 1 2 3\n", "line 1: this is no solution, or it was counted"),
        (PAIR, "s 4\n", "line 1: this is no solution, or it was counted"),
        (PAIR, "s 0 3\n", "line 1: this is no solution, or it was counted"),
        (PAIR, "s 3\ns 3\n", "line 2: this is no solution, or it was counted"),
        (PAIR, "s 3\nu 3 0 1 2 3\nu 0 1 2 3\n", "line 2: the clause does not follow"),
        (PAIR, "d 1\n", "line 1: a constraint of the problem is not forgotten"),
        (PAIR, "d 3\n", "line 1: no such line"),
        (PAIR, "s 3\nd 3\nu -1 0 3\n", "line 3: no such line"),
        (PAIR, "s 1 2\ns 3\nu -1 0 1 2 3\nu 0 1 2 4\ns 3\n", "line 5: a solution follows"),
        (PAIR, "x 0\n", "line 1: no such line"),
        (PAIR, "u 1\n", "line 1: 1 is not in list|line 1: .* is not in list"),
        (PAIR, "u eins 0\n", "line 1: invalid literal"),
        (PAIR, "u 9 0 1\n", "line 1: no such line, option or constraint"),
        (PAIR, "c 1\n", "line 1: no such line, option or constraint"),
        (PAIR, "m 1 1\n", "line 1: no such line, option or constraint"),
        (COLORS, "c 3\nc 3\n", "line 2: it has a name"),
        (COLORS, "c 3\nu 5 0 3\n", "line 2: the clause does not follow"),
        (COLORS, "c 3\ns 1 3 5\n", "line 2: this is no solution, or it was counted"),
        (SQUARE, "m 5 1\nm 5 1\n", "line 2: it has a name"),
        (SQUARE, "m 5 5\n", "line 1: no such line, option or constraint"),
        (LIGHT, "s 1 2\n", "line 1: this is no solution, or it was counted"),
        (LIGHT, "l -1 -2 0 3 1\n", "line 1: the clause does not follow"),
        (LIGHT, "l -1 0 3 -1\n", "line 1: the clause does not follow"),
        (LIGHT, "l -1 -2 0 3\n", "line 1: zip"),
        (LIGHT, "l -1 -2 0 4 -1\n", "line 1: no such line"),
        (SQUARE, "s 1 2 3\n", "line 1: this is no solution, or it was counted"),
        (SQUARE, "s\n", "line 1: this is no solution, or it was counted"),
        (SQUARE, "l 0 5 1\n", "line 1: no such line"),
    ],
)
def test_what_is_wrong_is_located(tmp_path: Path, matrix: Matrix, text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=f"^({reason})"):
        Case(tmp_path, matrix).of(text)


def partial_states(rng: Random, options: int) -> Iterator[list[int]]:
    for k in range(12):
        share = k / 11
        yield [0, *(rng.choice([1, -1]) if rng.random() < share else 0 for _ in range(options))]


@pytest.mark.parametrize("seed", with_slow(range(4), slow=range(1, 4)))
def test_the_checker_concludes_nothing_wrong(tmp_path: Path, seed: int) -> None:
    """Each constraint alone, after some options are decided, against all sets of options that keep to it.

    Where all are decided, it knows whether the constraint is broken.
    """
    rng, concluded = Random(seed), 0
    for _ in range(examples(120)):
        matrix = random_problem(rng)
        options = len(matrix.options)
        if options > 7:
            continue
        problem, free = Case(tmp_path, matrix).problem, range(len(matrix.items))
        keeps = [partial(keeps_item, matrix, item) for item in free]
        for each in matrix.bounds:
            for low, high in ((each.lower, None), (None, each.upper)):
                if (low, high) != (None, None):
                    keeps.append(each.replaced(lower=low, upper=high).holds)
        keeps += [rule.holds for rule in matrix.constraints]
        every = [
            [option for option, chosen in enumerate(bits) if chosen]
            for bits in product([0, 1], repeat=options)
        ]
        for constraint, holds in zip(problem.constraints, keeps, strict=True):
            state = checker.State(options)
            meant = named(constraint, state) if rng.random() < 0.5 else []
            kept = [
                {*cover, *(k for k, of in enumerate(meant, options) if of & {*cover})}
                for cover in every
                if holds(cover)
            ]
            for values in partial_states(rng, options + len(meant)):
                state.values = values[:]
                is_over = bool(constraint.follow(state))
                left = [cover for cover in kept if goes_with(values, cover)]
                assert not (is_over and left)
                assert all(goes_with(state.values, cover) for cover in left) or is_over
                assert 0 in values[1:] or meant or is_over is not bool(left)
                concluded += is_over or state.values != values
    assert concluded > 50


def named(constraint: Any, state: Any) -> list[set[int]]:
    """Defines names for colors or places, and returns the options with which each is true."""
    if isinstance(constraint, checker.Colored):
        colors = dict.fromkeys(color for _, color in constraint.colors)
        meant = [{o - 1 for o, given in constraint.colors if given == color} for color in colors]
    elif isinstance(constraint, checker.Places):
        colors = dict.fromkeys(range(len(constraint.markers)))
        meant = [{option - 1 for option in options} for options in constraint.markers]
    else:
        return []
    for key in colors:
        state.define(constraint, key)
    return meant


def goes_with(values: list[int], cover: set[int]) -> bool:
    return all(not value or (value > 0) == (k in cover) for k, value in enumerate(values[1:]))


def keeps_item(matrix: Matrix, item: int, cover: list[int]) -> bool:
    alone = matrix.relaxed().replaced(
        lower=array("I", [low if k == item else 0 for k, low in enumerate(matrix.lower)]),
        upper=array("I", [high if k == item else 2**31 - 1 for k, high in enumerate(matrix.upper)]),
        colored=array("B", [colored if k == item else 0 for k, colored in enumerate(matrix.colored)]),
    )
    return naive.is_within(alone, tuple(cover), final=True)


def test_a_certificate_belongs_to_its_problem(tmp_path: Path) -> None:
    """Bounds, weights, places and areas are part of it."""
    case = Case(tmp_path, LIGHT)
    heavy = PAIR.replaced(sums=[WeightedSum.of("load", [1, 1, 1], None, 2)])
    for other in (PAIR, heavy, SQUARE):
        with pytest.raises(ValueError, match="another problem"):
            case.proven(written(other))
    rng = Random(1)
    one, other = with_areas(rng, queens(4)), with_areas(rng, queens(4))
    with pytest.raises(ValueError, match="another problem"):
        Case(tmp_path, one).proven(written(other))


@pytest.mark.parametrize("bit", [0, 6])
def test_every_byte_counts(tmp_path: Path, bit: int) -> None:
    case, certificate = Case(tmp_path, LIGHT), written(LIGHT)
    forged = [
        bytes([*certificate[:at], certificate[at] ^ 1 << bit, *certificate[at + 1 :]])
        for at in range(len(certificate))
    ]
    for each in [*forged, certificate + b"\0", certificate[:-1], b""]:
        with pytest.raises(ValueError, match="it is damaged"):
            case.proven(each)
    inner = certificate[:-32] + b"more"
    with pytest.raises(ValueError, match="does not end where it should"):
        case.proven(inner + hashlib.sha256(inner).digest())


VERSION_1 = """
ZXhjb3ZlciBjbGF1c2VzIDEgNmRmZDgwYjg3YjRhYjc3NmZjZjlmOTZlYjg4NWM4Y2YzY2M5ZGEyYjRkYjRlYzc4NmI2ZGNmNzIw
MGVhMDRlYgp4nCtWMObKUdA1VDBQMAZSBkYmCkYKpoZGCoYgkqsUImUKUmOEWw1IyhzIMAbShlwpCqZgnoGCCRcAURYRRT19fOr5
2iCmCX4GhVMug/ktwEVvDfyYphCd5UXiKNYh
"""


def test_a_file_of_version_1_is_read(tmp_path: Path) -> None:
    assert Case(tmp_path, LIGHT).proven(base64.b64decode(VERSION_1)) == 1


def test_the_checker_is_small_and_alone() -> None:
    text = CHECKER.read_text()
    assert len(text.splitlines()) <= 370
    assert "excover" not in [
        line.split()[1] for line in text.splitlines() if line.startswith(("import", "from"))
    ]


# Limits


def test_limits() -> None:
    matrix = queens(6)
    size = prove_by_clauses(matrix, io.BytesIO()).size
    assert prove_by_clauses(matrix, io.BytesIO(), limit=size).size == size
    into = io.BytesIO()
    with pytest.raises(NoRoomForProof, match="takes more than 100 bytes"):
        prove_by_clauses(matrix, into, limit=100)
    with pytest.raises(NoRoomForProof, match="the clauses take more than 10 bytes"):
        prove_by_clauses(matrix, into, Run(strategy=Strategy(memory=10)))
    with pytest.raises(Unfinished) as spent:
        prove_by_clauses(matrix, into, Run.within(nodes=5))
    assert spent.value.outcome.stopped_by is StoppedBy.NODES
    with pytest.raises(Unfinished):
        prove_by_clauses(matrix, into, Run.within(seconds=0))
    assert into.getvalue() == b""
