"""Loops: the bindings of comprehensions, binders and `forall`, made for all rows of a frame at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from contextlib import suppress
from itertools import chain, repeat
from typing import Any, cast

from excover.base.diagnostics import SpecError
from excover.base.limits import Limits
from excover.base.names import OrderedSet, Value
from excover.base.source import Span
from excover.language.expressions.frame import UNIT, Column, Frame, grouped
from excover.language.expressions.join import Found, Keys, LookUp, Plan, conjuncts, keys, look_up, plan_of
from excover.language.messages.about_limits import TooManyBindings
from excover.language.messages.about_values import MemberNotTuple
from excover.language.syntax import ast


class LoopEvaluator(ABC):
    """Evaluates loops, within a limit of bindings; expressions are left to subclasses."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._spent = 0
        self._never_joined: set[ast.Pattern] = set()

    @abstractmethod
    def of_kind(self, expr: ast.Expr, frame: Frame, kind: str) -> list[Any]:
        """The column of an expression whose values must be of one kind: ``number``, ``set`` .."""

    @abstractmethod
    def key(self, expr: ast.Expr, frame: Frame) -> Column:
        """The column of an expression that is used as a key, with ranges converted to sets."""

    def expand(self, loop: ast.Loop, frame: Frame = UNIT) -> tuple[Frame, list[int]]:
        """A frame with a binding for each combination of the loop, and the row of ``frame`` of each.

        Conditions are applied in order, each as soon as its names are bound.
        """
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
        return frame.joined(found, {name.id: inner.columns[name.id] for name in pattern.names})

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
                joined, taken = chosen.joined(found.members, columns)
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
        return self.of_kind(expr, frame, "set") if is_set else self.key(expr, frame)

    def _bind(
        self, pattern: ast.Pattern, binder: ast.Binder, frame: Frame, sizes: list[tuple[str, int]]
    ) -> tuple[Frame, list[int]]:
        domains = self.of_kind(binder.domain, frame, "set")
        lengths = list(map(len, domains))
        sizes.append((f"{pattern.span.text} in {binder.domain.span.text}", max(lengths, default=0)))
        self._spend(sum(lengths), binder.span, sizes)
        rows = list(chain.from_iterable(map(repeat, range(frame.size), lengths)))
        members: Column = list(chain.from_iterable(domains))
        columns = self._taken_apart(pattern, binder, members)
        return frame.extended(rows, columns), rows

    def _taken_apart(self, pattern: ast.Pattern, binder: ast.Binder, members: Column) -> dict[str, Column]:
        if not pattern.is_tuple:
            return {pattern.names[0].id: members}
        length = len(pattern.names)
        for member in members:
            if not isinstance(member, tuple) or len(member) != length:
                raise SpecError(MemberNotTuple(binder.domain.span, member, length))
        parts = (
            map(list, zip(*cast(list[tuple[Value, ...]], members), strict=True)) if members else repeat([])
        )
        return {name.id: part for name, part in zip(pattern.names, parts, strict=False)}

    def _spend(self, bindings: int, span: Span, sizes: list[tuple[str, int]]) -> None:
        self._spent += bindings
        if self._spent > self.limits.bindings:
            raise SpecError(TooManyBindings(span, sizes, self.limits.bindings))
