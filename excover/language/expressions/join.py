"""Joins: members of a set that a condition looks up by what is bound already.

Conditions such as `y.h = x.h`, `y in beside(x)`, `x in beside(y)` and an `or` of such do so of members `y`.
Without joins, `(y for y in S where y.h = x.h)` tries every member of `S` for every `x`.

>>> members, bound = Keys([0, 0, 0], [[1, 2, 1]]), Keys([0, 0, 0], [[2, 1, 3]])
>>> look_up([(members, bound)], rows=3, most=100)
Found(members=[[1], [0, 2], []], work=3)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, takewhile
from typing import NamedTuple, TypeAlias, cast

from excover.base.names import Value
from excover.language.expressions.comparison import cannot_fail, is_member
from excover.language.expressions.frame import Column
from excover.language.syntax import ast

# Which conditions look members up

_TURNED = {"in": "has", "not in": "has no"}


class LookUp(NamedTuple):
    """A comparison of what depends on the members alone with what depends only on names bound before.

    ``sign`` is that of the language; if ``member`` is the set that is searched, ``has`` or ``has no``.
    """

    member: ast.Expr
    sign: str
    bound: ast.Expr

    @property
    def has_sets(self) -> bool:
        """Whether members are sets of keys."""
        return self.sign in _TURNED.values()

    @property
    def is_in_sets(self) -> bool:
        """Whether what is bound is."""
        return self.sign in _TURNED

    def cannot_fail(self, members: Column, bound: Column) -> bool:
        """Whether no comparison of any member with anything that is bound is an error."""
        sides = ((members, self.has_sets), (bound, self.is_in_sets))
        return cannot_fail(
            self.sign, [*chain.from_iterable(_firsts(side) if of_sets else side for side, of_sets in sides)]
        )


def _firsts(sets: Column) -> Iterator[Value]:
    """The first member of each set that has one: a value of its kind may be among them."""
    return (next(iter(members)) for members in cast(Iterable[Collection[Value]], sets) if members)


class Plan(NamedTuple):
    """How the conditions of a loop are evaluated for the members of one set.

    ``of_rows`` are conditions about what is bound before, ``of_members`` about members alone. All terms of
    any of the ``alternatives`` look members up, and the ``rest`` is tested of those. What is written in front
    of the terms is in ``others`` as well: it may come after them only if it cannot fail.
    """

    of_rows: Sequence[ast.Expr]
    of_members: Sequence[ast.Expr]
    alternatives: Sequence[Sequence[LookUp]]
    others: Sequence[LookUp]
    rest: Sequence[ast.Expr]


def plan_of(conditions: Sequence[ast.Expr], members: Collection[str], bound: Collection[str]) -> Plan | None:
    """None if no condition looks members up; ``bound`` has no name that the loop binds."""
    alone = list(
        takewhile(
            lambda each: each.mentioned.isdisjoint(members) or each.mentioned.isdisjoint(bound), conditions
        )
    )
    of_rows = [each for each in alone if each.mentioned.isdisjoint(members)]
    of_members = [each for each in alone if not each.mentioned.isdisjoint(members)]
    others: list[LookUp] = []
    for at in range(len(alone), len(conditions)):
        alternatives, used = _alternatives(conditions[at:], members, bound)
        if all(alternatives):
            rest = [*conditions[len(alone) : at], *conditions[at + used :]]
            return Plan(of_rows, of_members, alternatives, others, rest)
        if (other := _term(conditions[at], members, bound)) is None:
            return None
        others.append(other)
    return None


def conjuncts(where: ast.Expr | None) -> list[ast.Expr]:
    if isinstance(where, ast.Logical) and where.operator == "and":
        return list(where.operands)
    return [] if where is None else [where]


def _alternatives(
    conditions: Sequence[ast.Expr], members: Collection[str], bound: Collection[str]
) -> tuple[list[list[LookUp]], int]:
    """The terms at the beginning, those of each side of an `or`; and how many conditions they replace."""
    match conditions[0]:
        case ast.Logical(operator="or", operands=operands):
            sides = list(map(conjuncts, operands))
            found = [_terms(side, members, bound) for side in sides]
            return found, int(list(map(len, found)) == list(map(len, sides)))
        case _:
            terms = _terms(conditions, members, bound)
            return [terms], len(terms)


def _terms(conditions: Iterable[ast.Expr], members: Collection[str], bound: Collection[str]) -> list[LookUp]:
    """Equalities at the beginning, up to the first membership."""
    found: list[LookUp] = []
    for condition in conditions:
        term = _term(condition, members, bound)
        if term is None or term.sign not in ("=", "in", "has"):
            break
        found.append(term)
        if term.sign != "=":
            break
    return found


def _term(condition: ast.Expr, members: Collection[str], bound: Collection[str]) -> LookUp | None:
    match condition:
        case ast.Comparison(first=left, rest=((sign, right),)):
            turned = _TURNED.get(sign, sign)
            for one, its_sign, other in ((left, sign, right), (right, turned, left)):
                if one.mentioned.isdisjoint(bound) and other.mentioned.isdisjoint(members):
                    return LookUp(one, its_sign, other)
        case _:
            pass
    return None


# Looking them up

JoinKey: TypeAlias = tuple[object, ...]


class Keys(NamedTuple):
    """The keys of rows: the number of the set to which a row belongs, its values in ``columns`` and, if there
    are ``sets``, each member of its set as the last value.
    """

    groups: Sequence[int]
    columns: Sequence[Sequence[Value]]
    sets: Sequence[Collection[Value]] = ()

    def sought(self) -> dict[int, dict[Value, None]]:
        """The last values in each group, from which members of sets of others are taken."""
        found: dict[int, dict[Value, None]] = {}
        for group, value in zip(self.groups, self.columns[-1], strict=True):
            found.setdefault(group, {})[value] = None
        return found

    def each(self, sought: Mapping[int, Collection[Value]]) -> Iterator[tuple[int, JoinKey]]:
        """Every row with each of its keys. A set that is longer than what is sought is searched instead."""
        if not self.sets:
            yield from enumerate(zip(self.groups, *self.columns, strict=True))
            return
        for row, (group, *values, found) in enumerate(
            zip(self.groups, *self.columns, self.sets, strict=True)
        ):
            wanted = sought.get(group, ())
            tried = (
                found if len(found) <= len(wanted) else [each for each in wanted if is_member(each, found)]
            )
            yield from ((row, (group, *values, each)) for each in tried)

    def tries(self, sought: Mapping[int, Collection[Value]]) -> int:
        """How many members of its sets, or values that are sought, `each` tries."""
        lengths = zip(self.groups, map(len, self.sets), strict=False)
        return sum(min(length, len(sought.get(group, ()))) for group, length in lengths)


def keys(groups: Sequence[int], columns: Sequence[Column], of_sets: bool) -> Keys:
    """``of_sets``: the last column has sets."""
    if not of_sets:
        return Keys(groups, columns)
    return Keys(groups, columns[:-1], cast(Sequence[Collection[Value]], columns[-1]))


class Found(NamedTuple):
    """The members of each row, in order, and how many were tried or found."""

    members: Sequence[Sequence[int]]
    work: int


def look_up(alternatives: Iterable[tuple[Keys, Keys]], rows: int, most: int) -> Found | None:
    """The members that share a key with a row in any of the alternatives, which are keys of both.

    Lists are copied only if they must be: together they may be far longer than rows and members. None if
    there is more to try, or to find, than the most.
    """
    hits: list[list[list[int]]] = [[] for _ in range(rows)]
    work = 0
    for members, bound in alternatives:
        of_members = bound.sought() if members.sets else {}
        of_bound = members.sought() if bound.sets else {}
        work = max(work, members.tries(of_members) + bound.tries(of_bound))
        if work > most:
            return None
        by_key: dict[JoinKey, list[int]] = {}
        for member, key in members.each(of_members):
            by_key.setdefault(key, []).append(member)
        for row, key in bound.each(of_bound):
            if key in by_key:
                hits[row].append(by_key[key])
    if sum(map(len, chain.from_iterable(hits))) > most:
        return None
    found = [lists[0] if len(lists) == 1 else sorted({*chain.from_iterable(lists)}) for lists in hits]
    return Found(found, max(work, sum(map(len, found))))
