"""The faults of mutation testing: all are faults, and the same are drawn each time."""

from __future__ import annotations

import ast
import doctest
import tomllib
from pathlib import Path

import pytest
from mutation import mutants
from mutation.mutants import mutated

ROOT = Path(__file__).parents[2]
TARGETS = tomllib.loads((ROOT / "tests/mutation/targets.toml").read_text())

EVERY_KIND = '''
def f(a: int, b: bool = True) -> int:
    """Text."""
    if a < b and not a == 3:
        raise ValueError(f"{a + 1}")
    for c in [d for d in range(a) if d % 2]:
        b += max(c, -1)
        if c in (4,):
            continue
        print(c)
        break
    assert b > 0
    return a * b if a else any([b])
'''


def test_examples() -> None:
    assert doctest.testmod(mutants).failed == 0


def test_every_fault_changes_the_module_and_nothing_else_does() -> None:
    found = mutants.mutants(EVERY_KIND)
    plain = ast.unparse(ast.parse(EVERY_KIND))
    texts = [ast.unparse(mutated(EVERY_KIND, mutant.number)) for mutant in found]
    assert plain not in texts
    assert len(set(texts)) == len(texts)
    assert [mutant.number for mutant in found] == list(range(len(found)))
    assert {mutant.after for mutant in found} >= {
        "a <= b",
        "a < b or not a == 3",
        "a == 3",
        "a != 3",
        "pass",
        "min(c, -1)",
        "b -= max(c, -1)",
        "c not in (4,)",
        "break",
        "continue",
        "a // b",
        "all([b])",
        "False",
    }
    assert not {"a + 1", "b > 0"} & {mutant.before for mutant in found}
    with pytest.raises(IndexError):
        mutated(EVERY_KIND, len(found))


def test_equal_lines_of_two_functions_are_two_faults() -> None:
    source = "def f(a):\n    return a + 1\nclass C:\n    def f(self, a):\n        return a + 1\n"
    names = [mutant.name for mutant in mutants.mutants(source)]
    assert names == ["f: a + 1 -> a - 1", "f: 1 -> 2", "C.f: a + 1 -> a - 1", "C.f: 1 -> 2"]


def test_equal_faults_of_one_function_have_names_of_their_own() -> None:
    """So that one that does no harm excuses no other."""
    names = [mutant.name for mutant in mutants.mutants("def f(a):\n    return a[1], a[1], a[1]\n")]
    assert names == ["f: 1 -> 2", "f: 1 -> 2 (2)", "f: 1 -> 2 (3)"]


@pytest.mark.parametrize("module", TARGETS["tests"])
def test_targets_are_there(module: str) -> None:
    source = ROOT.joinpath(*module.split(".")).with_suffix(".py").read_text()
    names = [mutant.name for mutant in mutants.mutants(source)]
    found = set(names)
    assert len(found) == len(names) > 0
    assert found.issuperset(TARGETS.get("harmless", {}).get(module, {}))
    files = [word for word in TARGETS["tests"][module] if word.endswith(".py")]
    assert all((ROOT / file).is_file() for file in files)
