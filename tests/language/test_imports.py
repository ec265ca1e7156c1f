"""What is imported means the same as if it stood in the description itself.

Random definitions are written once in one file and once spread over files that import each other; both must
give the same matrix. The names that run through sets are few and shared, as people write them, so that an
answer kept for one expression and given for another becomes visible.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from effort import examples

import excover
from excover.matrix.matrix import Matrix

BOUND = "nrxk"


def definitions(random: Random) -> Iterator[str]:
    """Values, functions, symbols and tables, each of which may use those before it; all values are small."""
    numbers, sets = ["n"], ["{1, 2, 3}"]
    functions: list[str] = []
    for i in range(random.randint(3, 9)):
        r, k = random.sample(BOUND, 2)
        some = random.choice(sets) if random.random() < 0.5 else f"1..{random.randint(2, 4)}"
        a, b = random.choice(numbers), random.choice([*numbers, r])
        call = f"{random.choice(functions)}({r})" if functions else f"{r}*2"
        match random.randrange(6):
            case 0:
                yield f"let a{i} = sum({r}*2 + {b} for {r} in {some}) mod 7"
                numbers.append(f"a{i}")
            case 1:
                loop = f"for {r} in {some}, {k} in 1..2 where {r} + {k} != 3"
                yield f"let s{i} = {{({call} + {k}) mod 5 {loop}}}"
                sets.append(f"s{i}")
            case 2:
                yield f"def f{i}({r}) = ({r} + {a} + count({k} for {k} in {some} where {k} > {r})) mod 6"
                functions.append(f"f{i}")
            case 3:
                yield f"enum E{i} = p{i}, q{i}"
                yield f"let c{i} = sum({r} if e = p{i} else {call} for {r} in {some}, e in E{i}) mod 9"
                numbers.append(f"c{i}")
            case 4:
                yield f"table T{i}\n  |key {r}\n  |u 1\n  |v {random.randint(0, 4)}"
                yield f"let t{i} = sum({k}.{r} for {k} in T{i})"
                numbers.append(f"t{i}")
            case _:
                yield f"let m{i} = max({r} + {k} for {r}, {k} in 0..{random.randint(1, 3)} where {r} <= {k})"
                numbers.append(f"m{i}")
    uses = [f"{name} mod 5" for name in numbers] + [f"{name}(2)" for name in functions]
    yield f"let everything = ({', '.join([*uses, '0'])})"
    loop = f"for {r} in {sets[-1]}, {k} in 1..len(everything) where ({r} + everything[{k}]) mod 2 = 0"
    yield f"let pairs = {{({r}, {k}) {loop}}}"


USE = """
param n = 8 in 1..9
{}
item spot[1..len(everything)] at most 99 times
item one[0..4]
option x(r in 0..4, k in 1..len(everything))
  where (r, k) in pairs or everything[k] = r
  covers one[r], spot[k] cost sum(n*r for n in 1..k)
option rest(r in 0..4) covers one[r]
minimize
"""


def spread(random: Random, said: list[str], folder: Path) -> str:
    """The definitions in files, each of which imports the one before; returns their imports."""
    before, imports = "param n = 8 in 1..9\n", []
    while said:
        cut = random.randint(1, min(3, len(said)))
        name = f"part{len(said)}.xc"
        (folder / name).write_text(before + "\n".join(said[:cut]) + "\n")
        said, before = said[cut:], f'import "{name}"\n'
        imports.append(before)
    return "".join(imports if random.random() < 0.8 else imports[-1:])


def contents(matrix: Matrix) -> object:
    options = list(map(str, matrix.options))
    return list(map(str, matrix.items)), options, matrix.starts, matrix.entries, matrix.costs


def both(seed: int, folder: Path) -> tuple[Matrix, Matrix]:
    random = Random(seed)
    said = list(definitions(random))
    folder.mkdir()
    alone, importing = folder / "alone.xc", folder / "importing.xc"
    alone.write_text(USE.format("\n".join(said)))
    importing.write_text(USE.replace("param n = 8 in 1..9\n", "").format(spread(random, said, folder)))
    return excover.load(alone).matrix, excover.load(importing).matrix


@pytest.mark.slow
@pytest.mark.parametrize("collecting", [True, False], ids=["collected", "uncollected"])
def test_imported_is_written_in_one_file(tmp_path: Path, collecting: bool) -> None:
    """Whether garbage is collected between, and where objects lie, has no part in it."""
    was_enabled = gc.isenabled()
    (gc.enable if collecting else gc.disable)()
    try:
        for seed in range(examples(100)):
            one, other = both(seed, tmp_path / str(seed))
            assert contents(one) == contents(other), f"seed {seed}"
    finally:
        (gc.enable if was_enabled else gc.disable)()


def test_names_are_not_kept_for_expressions_that_are_gone(tmp_path: Path) -> None:
    """The sum over `n` once was taken for a sum over `r` that had lain at its address: 51 items for 15."""
    (tmp_path / "c.xc").write_text("let c1 = sum(r*2 + 1 for r in 1..3)")
    (tmp_path / "d.xc").write_text("let d1 = sum(n*2 + 1 for n in 1..3)")
    main = tmp_path / "main.xc"
    main.write_text(
        'param n = 8\nimport "c.xc"\nimport "d.xc"\nitem x[1..d1]\noption o() covers (x[i] for i in 1..d1)\n'
    )
    for _ in range(20):
        assert len(excover.load(main).matrix.items) == 15
