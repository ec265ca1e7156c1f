r"""Solutions counted by what they have in common: projected onto the options, or the items, of a family.

>>> from excover.problem.problem import parse
>>> tray = parse("board tray 3x2 shapes p\n  |AA BBB C\n  |AA\nplace free p on tray each at most 2 times")
>>> tray.count_by("p[..]")
{('p["A"]', 'p["C"]', 'p["C"]'): 2, ('p["B"]', 'p["B"]'): 1}
>>> pair = parse("item a[1..2] option x(i in 1..2) covers a[i] option y() covers a[1], a[2]")
>>> pair.count_by("y")
{(): 1, ('y()',): 1}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice

from excover.base.diagnostics import SpecError
from excover.base.frozen import Frozen
from excover.base.names import show
from excover.language import messages
from excover.matrix.matrix import Matrix
from excover.search.diagram import Diagram, TooLarge
from excover.search.engine import Cover
from excover.search.outcome import Unfinished
from excover.search.run import Run
from excover.solutions.solutions import Solutions

LISTED = 100_000
"""So many solutions are listed before a diagram of all is built, which may be larger than they are."""
MOST_GROUPS = 200_000


class Trait(Frozen):
    """What a solution may have: a ``name``, and the ``options`` by which it has it.

    It ``excludes`` the others if it chooses one of them at most; how often it does matters if it ``repeats``.
    """

    name: str
    options: Sequence[int]
    excludes: bool
    repeats: bool = False


def counted_by(
    matrix: Matrix, listing: Callable[[Run], Solutions], family: str, run: Run
) -> dict[tuple[str, ...], int]:
    """See `Problem.count_by`."""
    run, traits = run.started(), _traits(matrix, family)
    solutions = listing(run)
    covers, traits_of = solutions.covers(), _by_option(matrix, traits)
    groups: Counter[_Group] = Counter()
    _list(islice(covers, LISTED), traits, traits_of, groups)
    is_whole = run.budget.solutions is None and not matrix.rules
    may_project = is_whole and not any(trait.repeats for trait in traits)
    if may_project and not solutions.outcome.exhausted and not run.stopped_by:
        diagram = None
        with suppress(ValueError, TooLarge):  # listed instead
            diagram = Diagram(matrix, run.by(run.strategy.replaced(memory=run.strategy.room)))
        if diagram is not None:
            return _named(_projected(diagram, traits, run), traits)
    _list(covers, traits, traits_of, groups)
    if not solutions.outcome.exhausted:
        raise Unfinished(solutions.outcome)
    return _named(groups, traits)


_Group = tuple[int, ...]
"""The numbers of traits, ascending; several times that of one that a solution has several times."""


def _traits(matrix: Matrix, family: str) -> list[Trait]:
    """Those of a family of options, or of items: its name alone, `f(..)` or `f[..]`; else SpecError."""
    name, is_items = family.removesuffix("(..)").removesuffix("[..]"), family.endswith("[..]")
    options = [option for option in matrix.own_options() if matrix.options[option].family == name]
    items = [item for item in matrix.own_items() if matrix.items[item].family == name]
    if options and not is_items:
        return [Trait(str(matrix.options[option]), (option,), excludes=True) for option in options]
    if items and not family.endswith("(..)"):
        return [trait for item in items for trait in _of_item(matrix, item)]
    known = [f"{matrix.options[option].family}(..)" for option in matrix.own_options()]
    known += [f"{matrix.items[item].family}[..]" for item in matrix.own_items()]
    raise SpecError(messages.UnknownFamily(family, list(dict.fromkeys(known))))


def _of_item(matrix: Matrix, item: int) -> Iterator[Trait]:
    """The item, or it with each of its colors."""
    for color, options in matrix.by_color(item).items():
        name = f"{matrix.items[item]}={show(matrix.palette[color - 1])}" if color else str(matrix.items[item])
        once = matrix.upper[item] == 1
        yield Trait(name, options, excludes=once, repeats=not once and not matrix.colored[item])


def _by_option(matrix: Matrix, traits: Sequence[Trait]) -> Sequence[_Group]:
    """For each option, the traits that a solution has by it."""
    found: list[list[int]] = [[] for _ in matrix.options]
    for number, trait in enumerate(traits):
        for option in trait.options:
            found[option].append(number)
    return [tuple(numbers) for numbers in found]


def _list(
    covers: Iterator[Cover], traits: Sequence[Trait], traits_of: Sequence[_Group], groups: Counter[_Group]
) -> None:
    for cover in covers:
        found = sorted(chain.from_iterable(map(traits_of.__getitem__, cover)))
        pairs = zip(found, [-1, *found], strict=False)
        groups[tuple(trait for trait, last in pairs if trait != last or traits[trait].repeats)] += 1
        _check(groups)


def _check(groups: Counter[_Group]) -> None:
    if len(groups) > MOST_GROUPS:
        raise SpecError(messages.TooManyGroups(MOST_GROUPS))


def _named(groups: Counter[_Group], traits: Sequence[Trait]) -> dict[tuple[str, ...], int]:
    return {tuple(traits[trait].name for trait in group): groups[group] for group in sorted(groups)}


def _projected(diagram: Diagram, traits: Sequence[Trait], run: Run) -> Counter[_Group]:
    """Splits all solutions by a trait that some of them have and others have not, and each part again."""
    groups: Counter[_Group] = Counter()
    parts: list[tuple[Diagram, Sequence[int], _Group]] = [(diagram, range(len(traits)), ())]
    while parts:
        part, left, chosen = parts.pop()
        uses = part.marginals(run)
        total = {trait: sum(map(uses.__getitem__, traits[trait].options)) for trait in left}
        sure = {trait for trait in left if traits[trait].excludes and total[trait] == part.count}
        left, chosen = [trait for trait in left if total[trait] and trait not in sure], (*chosen, *sure)
        if not left:
            groups[tuple(sorted(chosen))] = part.count
            _check(groups)
            continue
        first = max(left, key=total.__getitem__)
        without = part.restricted(traits[first].options, run=run)
        if without:
            parts.append((without, left, chosen))
        rest = [trait for trait in left if trait != first]
        parts.append((part.restricted((), traits[first].options, run), rest, (*chosen, first)))
    return groups
