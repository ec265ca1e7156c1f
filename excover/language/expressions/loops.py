"""Loops: the bindings of comprehensions, binders and `forall`, made for all rows of a frame at once.

Joins: members of a set that a condition looks up by what is bound already.

Conditions such as `y.h = x.h`, `y.h - x.h = 1`, `y in beside(x)`, `x in beside(y)` and an `or` of such do
so of members `y`. Without joins, `(y for y in S where y.h = x.h)` tries every member of `S` for every `x`.

>>> members, bound = Keys([0, 0, 0], [[1, 2, 1]]), Keys([0, 0, 0], [[2, 1, 3]])
>>> look_up([(members, bound)], rows=3, most=100)
Found(members=[[1], [0, 2], []], work=3)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, repeat, takewhile
from typing import Any, TypeAlias, cast

from excover.base.diagnostics import SpecError
from excover.base.frozen import Frozen
from excover.base.limits import Limits
from excover.base.names import OrderedSet, Value
from excover.base.source import Span
from excover.language import messages
from excover.language.expressions.frame import UNIT, Column, Frame, cannot_fail, grouped, is_member
from excover.language.syntax import ast

# Which conditions look members up

_TURNED = {"in": "has", "not in": "has no"}


class LookUp(Frozen):
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


class Plan(Frozen):
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
        case ast.Not(operand=ast.Comparison(rest=(("=", right),)) as equal):
            return _term(equal.replaced(rest=(("!=", right),)), members, bound)
        case ast.Comparison(first=left, rest=((sign, right),)):
            turned = _TURNED.get(sign, sign)
            for one, its_sign, other in (
                (left, sign, right),
                (right, turned, left),
                *_solved(left, sign, right),
            ):
                if one.mentioned.isdisjoint(bound) and other.mentioned.isdisjoint(members):
                    return LookUp(one, its_sign, other)
        case _:
            pass
    return None


def _solved(left: ast.Expr, sign: str, right: ast.Expr) -> Iterator[tuple[ast.Expr, str, ast.Expr]]:
    """What an equation of a sum or a difference states of each of its parts: `y - x = 1` is `y = 1 + x`."""
    for whole, value in ((left, right), (right, left)):
        match whole:
            case ast.Binary(operator="+", left=one, right=other) if sign == "=":
                yield one, "=", whole.replaced(operator="-", left=value, right=other)
                yield other, "=", whole.replaced(operator="-", left=value, right=one)
            case ast.Binary(operator="-", left=one, right=other) if sign == "=":
                yield one, "=", whole.replaced(operator="+", left=value, right=other)
                yield other, "=", whole.replaced(operator="-", left=one, right=value)
            case _:
                pass


# Looking them up

JoinKey: TypeAlias = tuple[object, ...]


class Keys(Frozen):
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


class Found(Frozen):
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


def parts_made(comprehension: ast.Each, bindings: int) -> int:
    """How many parts the tuples have that so many bindings make; 0 unless all names are in them, so that all
    tuples differ.
    """
    value = comprehension.value
    if not isinstance(value, ast.Tuple):
        return 0
    told = {member.id for member in value.members if isinstance(member, ast.Name)}
    differ = all(name.id in told for name in comprehension.loop.names)
    return bindings * (1 + len(value.members)) if differ else 0


class LoopEvaluator(ABC):
    """Evaluates loops, within a limit of bindings; expressions are left to subclasses."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._spent = self._depth = self._tuples = 0
        self._never_joined: set[ast.Pattern] = set()
        """Those for which joining failed within the outermost loop: others may have other values."""

    @abstractmethod
    def of_kind(self, expr: ast.Expr, frame: Frame, kind: str) -> list[Any]:
        """The column of an expression whose values must be of one kind: ``number``, ``set`` .."""

    @abstractmethod
    def key(self, expr: ast.Expr, frame: Frame) -> Column:
        """The column of an expression that is used as a key, with ranges converted to sets."""

    @abstractmethod
    def searched(self, expr: ast.Expr, frame: Frame) -> Column:
        """The column of an expression whose values are sets, or tuples, to be searched."""

    def named(self, loop: ast.Loop) -> Frame:
        """The bindings of a loop that gives options or items their names, which all differ."""
        before = self._tuples
        frame, _ = self.expand(loop)
        if self._tuples > before and frame.distinct({name.id for name in loop.names})[0].size < frame.size:
            raise SpecError(messages.NamesRepeated(loop.span))
        return frame

    def expand(self, loop: ast.Loop, frame: Frame = UNIT) -> tuple[Frame, list[int]]:
        """A frame with a binding for each combination of the loop, and the row of ``frame`` of each.

        Conditions are applied in order, each as soon as its names are bound.
        """
        self._depth += 1
        try:
            return self._expanded(loop, frame)
        finally:
            self._depth -= 1
            if not self._depth:
                self._never_joined.clear()

    def _expanded(self, loop: ast.Loop, frame: Frame) -> tuple[Frame, list[int]]:
        rows = list(range(frame.size))
        conditions = conjuncts(loop.where)
        unbound = {name.id for name in loop.names}
        sizes: list[tuple[str, int]] = []
        for binder in loop.binders:
            for pattern in binder.patterns:
                bound = frame.columns.keys() - unbound
                unbound -= {name.id for name in pattern.names}
                ready: list[ast.Expr] = []
                while conditions and unbound.isdisjoint(conditions[0].mentioned):
                    ready.append(conditions.pop(0))
                frame, taken = self._joined(pattern, binder, frame, ready, bound, sizes) or self._chosen(
                    pattern, binder, frame, ready, sizes
                )
                rows = list(map(rows.__getitem__, taken))
        return self._filtered(conditions, frame, rows)  # some are left by a loop without binders

    def _filtered(
        self, conditions: Sequence[ast.Expr], frame: Frame, rows: list[int]
    ) -> tuple[Frame, list[int]]:
        for condition in conditions:
            frame, kept = frame.filtered(self.of_kind(condition, frame, "condition"))
            rows = list(map(rows.__getitem__, kept))
        return frame, rows

    def _chosen(
        self,
        pattern: ast.Pattern,
        binder: ast.Binder,
        frame: Frame,
        ready: Sequence[ast.Expr],
        sizes: list[tuple[str, int]],
    ) -> tuple[Frame, list[int]]:
        """As `_bind`, and what conditions leave of it; once for each combination of the values on which
        both depend, if that is at most half of the work. Sets are not compared: there are many placements.
        """
        mentioned = binder.domain.mentioned.union(*(condition.mentioned for condition in ready))
        is_cheap = ready and not any(
            OrderedSet in map(type, frame.columns.get(name, ())) for name in mentioned
        )
        smaller, groups = frame.distinct(mentioned) if is_cheap else (frame, [])
        if 2 * smaller.size > frame.size:
            return self._filtered(ready, *self._bind(pattern, binder, frame, sizes))
        inner, rows = self._filtered(ready, *self._bind(pattern, binder, smaller, sizes))
        members = grouped(range(inner.size), rows, smaller.size)
        found = [members[group] for group in groups]
        self._spend(sum(map(len, found)), binder.span, sizes)
        columns = {name.id: inner.columns[name.id] for name in pattern.names}
        return frame.joined(found, columns, inner.are_distinct)

    def _joined(
        self,
        pattern: ast.Pattern,
        binder: ast.Binder,
        frame: Frame,
        ready: Sequence[ast.Expr],
        bound: Collection[str],
        sizes: list[tuple[str, int]],
    ) -> tuple[Frame, list[int]] | None:
        """As `_chosen`, but without trying members that the conditions exclude.

        None if no condition looks members up, or if something goes wrong: then all members are tried, which
        shows whether, and where, the description is wrong.
        """
        if frame.size < 2 or pattern in self._never_joined:
            return None
        plan = plan_of(ready, {name.id for name in pattern.names}, bound)
        smaller, groups = frame.distinct(binder.domain.mentioned) if plan else (frame, [])
        if plan is None or 2 * smaller.size > frame.size:
            return None
        spent, shown = self._spent, len(sizes)
        with suppress(SpecError):
            inner, of = self._filtered(plan.of_members, *self._bind(pattern, binder, smaller, sizes))
            chosen, rows = self._filtered(plan.of_rows, frame, list(range(frame.size)))
            found = self._looked_up(plan, inner, of, chosen, list(map(groups.__getitem__, rows)))
            if found:
                self._spend(found.work, binder.span, sizes)
                columns = {name.id: inner.columns[name.id] for name in pattern.names}
                joined, taken = chosen.joined(found.members, columns, inner.are_distinct)
                return self._filtered(plan.rest, joined, list(map(rows.__getitem__, taken)))
        self._spent = spent
        del sizes[shown:]
        self._never_joined.add(pattern)  # nested loops would be evaluated twice at every level
        return None

    def _looked_up(
        self, plan: Plan, members: Frame, of: list[int], rows: Frame, groups: list[int]
    ) -> Found | None:
        """The members of each row; ``of`` and ``groups`` are the numbers of the sets to which both belong."""
        if not members.size or not rows.size:
            return Found([()] * rows.size, 0)
        alternatives: list[tuple[Keys, Keys]] = []
        for terms in (plan.others, *plan.alternatives):
            ours = [self._side(term.member, term.has_sets, members) for term in terms]
            theirs = [self._side(term.bound, term.is_in_sets, rows) for term in terms]
            if not all(map(LookUp.cannot_fail, terms, ours, theirs)):
                return None
            if terms is not plan.others:
                last = terms[-1]
                alternatives.append((keys(of, ours, last.has_sets), keys(groups, theirs, last.is_in_sets)))
        return look_up(alternatives, rows.size, self.limits.bindings - self._spent)

    def _side(self, expr: ast.Expr, is_set: bool, frame: Frame) -> Column:
        return self.searched(expr, frame) if is_set else self.key(expr, frame)

    def _bind(
        self, pattern: ast.Pattern, binder: ast.Binder, frame: Frame, sizes: list[tuple[str, int]]
    ) -> tuple[Frame, list[int]]:
        domains = self.of_kind(binder.domain, frame, "members")
        kinds = set(map(type, domains))
        self._tuples += tuple in kinds
        if kinds == {OrderedSet}:
            domains = [each.members for each in domains]  # without calls of Python for each
        lengths = list(map(len, domains))
        sizes.append((f"{pattern.span.text} in {binder.domain.span.text}", max(lengths, default=0)))
        self._spend(sum(lengths), binder.span, sizes)
        rows = list(chain.from_iterable(map(repeat, range(frame.size), lengths)))
        members: Column = list(chain.from_iterable(domains))
        columns = self._taken_apart(pattern, binder, members)
        are_distinct = kinds <= {OrderedSet, range} and len(columns) == len(pattern.names)
        return frame.extended(rows, columns, are_distinct), rows

    def _taken_apart(self, pattern: ast.Pattern, binder: ast.Binder, members: Column) -> dict[str, Column]:
        if not pattern.is_tuple:
            return {pattern.names[0].id: members}
        length = len(pattern.names)
        for member in members:
            if not isinstance(member, tuple) or len(member) != length:
                raise SpecError(messages.MemberNotTuple(binder.domain.span, member, length))
        parts = (
            map(list, zip(*cast(list[tuple[Value, ...]], members), strict=True)) if members else repeat([])
        )
        return {name.id: part for name, part in zip(pattern.names, parts, strict=False)}

    def _spend(self, bindings: int, span: Span, sizes: list[tuple[str, int]]) -> None:
        self._spent += bindings
        if self._spent > self.limits.bindings:
            raise SpecError(messages.TooManyBindings(span, sizes, self.limits.bindings))
