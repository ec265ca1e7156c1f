"""Mutation testing: small faults are made in a module, and the tests that are named for it must notice each.

    python tests/mutation/run.py                              all modules of targets.toml, 40 faults of each
    python tests/mutation/run.py excover.matrix.givens.given --all    all faults of one
    python tests/mutation/run.py excover.matrix.givens.given --only 17

No file is changed: a fault is put in when a process of its own imports the module. The same seed draws
the same faults. A test that fails, or needs many times the processor time, has noticed. What survives is
listed; a fault that changes nothing anyone could see goes into `targets.toml`, with the reason.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from random import Random
from types import CodeType, ModuleType
from typing import Any

import hypothesis  # noqa: F401  (here and not in each process)
import lark  # noqa: F401
import pytest
from mutants import Mutant, mutants, mutated

ROOT = Path(__file__).parents[2]
TARGETS = tomllib.loads((Path(__file__).with_name("targets.toml")).read_text())
QUIET = ("-x", "-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0")


class Fault(MetaPathFinder, SourceFileLoader):
    """Finds one module, and loads it with one fault."""

    def __init__(self, module: str, number: int) -> None:
        super().__init__(module, str(path_of(module)))
        self.number = number

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        return ModuleSpec(fullname, self, origin=self.path)

    def get_code(self, fullname: str) -> CodeType:
        return compile(mutated(Path(self.path).read_text(), self.number), self.path, "exec")


@dataclass
class Result:
    """Of one module."""

    module: str
    drawn: int
    total: int
    survivors: list[Mutant]

    @property
    def row(self) -> str:
        noticed = self.drawn - len(self.survivors)
        part = noticed / self.drawn if self.drawn else 1
        return f"| `{self.module}` | {self.total} | {self.drawn} | {noticed} | {part:.0%} |"


def path_of(module: str) -> Path:
    return ROOT.joinpath(*module.split(".")).with_suffix(".py")


def passes(module: str, number: int | None, seconds: int, shown: bool = False) -> tuple[bool, float]:
    """Whether all tests of a module pass, with a fault or without, in a process of their own; and its
    processor time, of which it has so many seconds."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            if not shown:
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                os.dup2(1, 2)
            if number is not None:
                sys.meta_path.insert(0, Fault(module, number))
            tests = TARGETS["tests"][module]
            status = pytest.main([*(() if shown else QUIET), *tests])
        finally:
            os._exit(int(status))
    _, status, usage = os.wait4(child, 0)
    return status == 0, usage.ru_utime + usage.ru_stime


def harmless(module: str, mutant: Mutant) -> bool:
    """A fault that nobody could see, by `targets.toml`."""
    known: dict[str, Any] = TARGETS.get("harmless", {}).get(module, {})
    return mutant.name in known


def tried(module: str, sample: int | None, seed: int) -> Result:
    found = [m for m in mutants(path_of(module).read_text()) if not harmless(module, m)]
    count = len(found) if sample is None else min(sample, len(found))
    drawn = sorted(Random(f"{seed} {module}").sample(found, count), key=lambda mutant: mutant.number)
    all_pass, used = passes(module, None, 600)
    if not all_pass:
        raise SystemExit(f"the tests of {module} fail without any fault")
    survivors = []
    for mutant in drawn:
        if passes(module, mutant.number, 10 + int(10 * used))[0]:
            survivors.append(mutant)
            print(f"{path_of(module).relative_to(ROOT)}:{mutant}  (--only {mutant.number})", flush=True)
    return Result(module, count, len(found), survivors)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("modules", nargs="*", default=[], help="of targets.toml; all, unless some are named")
    parser.add_argument("--sample", type=int, default=40, help="so many faults of each module")
    parser.add_argument("--all", action="store_true", help="all faults")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="one fault, with what the tests report")
    options = parser.parse_args()
    os.chdir(ROOT)
    modules = options.modules or list(TARGETS["tests"])
    if unknown := set(modules) - set(TARGETS["tests"]):
        parser.error(f"targets.toml has no tests of {', '.join(sorted(unknown))}")
    if options.only is not None:
        (module,) = modules
        print(mutants(path_of(module).read_text())[options.only])
        return 0 if not passes(module, options.only, 600, shown=True)[0] else 1
    results = [tried(module, None if options.all else options.sample, options.seed) for module in modules]
    print("| module | faults | tried | noticed | |\n|---|---|---|---|---|")
    for result in results:
        print(result.row)
    return 1 if any(result.survivors for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
