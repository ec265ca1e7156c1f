"""A group of permutations, represented by its generators.

>>> turn, mirror = array("I", [1, 2, 3, 0]), array("I", [1, 0, 3, 2])  # of the corners of a square
>>> square = Group(4, [turn, mirror])
>>> square.order, sorted(square.orbit([0, 1])), square.is_canonical([1, 2])
(8, [(0, 1), (0, 3), (1, 2), (2, 3)], False)
>>> sorted(size for _, size in square.classes())
[1, 1, 2, 2, 2]

It stores generators and the points that they reach, not all elements. The work calls a function of the
caller every few hundredths of a second, which may end it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import prod
from typing import TypeAlias

from excover.matrix.matrix import Matrix
from excover.search._core import CanonicalTest, PermutationGroup, preserving
from excover.search.engine_table import SYMMETRIES
from excover.search.native import native_problem

Permutation: TypeAlias = "array[int]"
"""``permutation[p]`` is the image of point ``p``; ``array('I')``."""

Look: TypeAlias = Callable[[], object]
"""Called after so many steps of long work; raises an exception to end it."""

FindGroup: TypeAlias = "Callable[[], Group | None]"
"""Finds the symmetries of a matrix, as permutations of its options; None if that takes too long."""


class TooManyNumbers(ValueError):
    """A group exceeds its memory limit."""


def go_on() -> None:
    """Does not end the work."""


class Group:
    """All products of some permutations of a number of points, complete once it is constructed.

    ``look`` is called during construction. ``most``: the most numbers to store, otherwise
    TooManyNumbers. ValueError if a generator is not a permutation of the points.
    """

    def __init__(
        self,
        degree: int,
        generators: Iterable[Permutation] = (),
        look: Look = go_on,
        most: int | None = None,
    ) -> None:
        self.degree = degree
        self._core = core = PermutationGroup(degree)

        def measure() -> None:
            if most is not None and core.numbers > most:
                raise TooManyNumbers
            look()

        for generator in generators:
            core.add(generator, measure)
            measure()
        self._test = CanonicalTest(self._core)

    def __repr__(self) -> str:
        return f"<Group of {self.order:,} permutations of {self.degree:,} points>"

    def __reduce__(self) -> tuple[object, ...]:
        return Group, (self.degree, self.generators)

    def __contains__(self, permutation: Permutation) -> bool:
        return self._core.contains(permutation)

    @property
    def core(self) -> PermutationGroup:
        """For the rest of `excover.search`."""
        return self._core

    @property
    def order(self) -> int:
        """The number of elements."""
        return prod(self._core.orbits)

    @property
    def generators(self) -> list[Permutation]:
        """The generators, without those that are products of the ones before."""
        return list(map(_numbers, self._core.generators()))

    def elements(self) -> Iterator[Permutation]:
        """All elements, made one by one; the identity first."""
        return (_numbers(self._core.element(number)) for number in range(self.order))

    def is_canonical(self, points: Sequence[int], look: Look = go_on) -> bool:
        """Whether an ascending set of points is the first of all its images, in the order of their numbers.

        Exactly one set of every orbit is the first; the test needs no memory of earlier sets.
        """
        return self._test.is_first(array("I", points), look)

    def orbit(self, points: Sequence[int]) -> set[tuple[int, ...]]:
        """All images of a set of points, ascending; their number divides the order of the group."""
        first = tuple(sorted(points))
        reached, known, generators = [first], {first}, self.generators
        for each in reached:
            for generator in generators:
                image = tuple(sorted(map(generator.__getitem__, each)))
                if image not in known:
                    known.add(image)
                    reached.append(image)
        return known

    def classes(self) -> Iterator[tuple[Permutation, int]]:
        """A representative of each conjugacy class, with the size of the class; the identity comes first."""
        return ((_numbers(self._core.element(number)), size) for number, size in self._core.classes())

    def acting_on(self, kept: Sequence[int], left: Matrix, look: Look = go_on) -> Group:
        """The action on the points ``kept`` of the elements that map these points to each other.

        They are the options of the matrix ``left``; only symmetries of that matrix are in the result.
        """
        problem = native_problem(left, SYMMETRIES)  # which all elements preserve
        found = preserving(self._core, array("I", kept), problem, left.prices(), look)
        return Group(len(kept), map(_numbers, found), look)

    def renumbered(self, degree: int, numbers: Sequence[int], look: Look = go_on) -> Group:
        """The same group with point ``p`` renamed to ``numbers[p]``; further points are fixed."""
        generators = []
        for generator in self.generators:
            image = array("I", range(degree))
            for point, other in enumerate(generator):
                image[numbers[point]] = numbers[other]
            generators.append(image)
        return Group(degree, generators, look)


def _numbers(data: bytes) -> Permutation:
    permutation = array("I")
    permutation.frombytes(data)
    return permutation
