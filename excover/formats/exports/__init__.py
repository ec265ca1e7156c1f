"""The formats in which a problem is written for other programs: each module of this folder is one.

>>> list(EXPORTS)[:2], EXPORTS["cnf"].title
(['cnf', 'dlx'], 'CNF')

A module has in ``export`` what the format carries and how it is written. It is loaded when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple, cast

from excover.base.limits import DEFAULT, Limits
from excover.language.meaning.puzzle import Objective, Puzzle
from excover.matrix.capabilities import Consumer
from excover.matrix.compiled import Compiled
from excover.matrix.goals import with_one_cost
from excover.matrix.matrix import Matrix


class Exported(NamedTuple):
    """A problem to be written. ``description`` is what the matrix comes from, if that is known."""

    matrix: Matrix
    title: str = ""
    objectives: Sequence[Objective] = ()
    limits: Limits = DEFAULT
    description: tuple[Puzzle, Compiled] | None = None

    @property
    def priced(self) -> tuple[Matrix, str]:
        """The matrix with costs whose least or greatest sum is sought, and which of both."""
        return with_one_cost(self.matrix, self.objectives)

    @property
    def comments(self) -> list[str]:
        """The title, if there is one, as the first comment of a file."""
        return [self.title] if self.title else []


def unwritten(_problem: Exported) -> Iterator[str]:
    return iter(())


class Export(Consumer):
    """A format: what it carries, its ``help``, and how it is written, which is reached only by a call.

    A call gives the lines of the file, without line ends. Raises NotCarried for a problem that the format
    cannot express.
    """

    help: str = ""
    write: Callable[[Exported], Iterator[str]] = unwritten

    @property
    def asked(self) -> str:
        return f"--to {self.name}"

    def _is_like(self, other: Consumer) -> bool:
        return isinstance(other, Export)

    def __call__(
        self, matrix: Matrix, title: str = "", goal: str = "", limits: Limits = DEFAULT
    ) -> Iterator[str]:
        self.check(matrix, goal)
        return self.write(Exported(matrix, title, [Objective(goal, None)] if goal else [], limits))

    def described(self, puzzle: Puzzle, compiled: Compiled, limits: Limits = DEFAULT) -> Iterator[str]:
        """The lines for a description."""
        self.check(compiled.matrix, puzzle.goal_in_words)
        return self.write(
            Exported(compiled.matrix, puzzle.title, puzzle.objectives, limits, (puzzle, compiled))
        )


class _Exports(Mapping[str, Export]):
    def __iter__(self) -> Iterator[str]:
        return (module.name.removeprefix("as_") for module in iter_modules(__path__))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __getitem__(self, name: str) -> Export:
        if name not in list(self):
            raise KeyError(name)
        return cast(Export, import_module(f"{__name__}.as_{name}").export)


EXPORTS: Mapping[str, Export] = _Exports()
