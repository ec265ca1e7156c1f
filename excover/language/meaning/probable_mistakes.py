"""Texts in tables that are probably misspelled, since a comparison never meets them.

>>> is_misspelt("milc", "milk"), is_misspelt("wirnig", "wiring")
(True, True)
>>> is_misspelt("shift_a", "shift_b"), is_misspelt("room12", "room21")
(False, False)

Sums and counts over sets that are written by their members: equal members are one.

>>> from excover.problem.problem import parse
>>> text = "item a option x(p, q in 1..3) where sum({p, q}) = 3 covers a"
>>> [warning.message for warning in parse(text).warnings]
['equal values are summed once: a set has each member once']
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, pairwise
from typing import TypeAlias

from excover.base.diagnostics import Diagnostic
from excover.base.frozen import Frozen
from excover.base.names import OrderedSet, Symbol, Value
from excover.base.source import Span, is_yaml
from excover.language import messages
from excover.language.expressions.frame import field_span
from excover.language.expressions.scope import Constant, Definition, ItemFamily, Scope, TableValue
from excover.language.syntax import ast
from excover.language.syntax.nodes import Node, same

_COMPARING = frozenset(("=", "!=", "in", "not in"))
_SHORTEST = 4
"""Shorter texts that differ in one letter are often different words."""
_MOST_COMPARED = 100_000
"""The most pairs of texts of one comparison that are looked at."""


def words_of_the_next_line(spec: ast.Spec) -> Iterator[Diagnostic]:
    """`hidden` or `optional` behind a statement, at the end of a line: the statement below begins with it."""
    for before, statement in pairwise(spec.statements):
        span = statement.span
        if is_yaml(span.source) or not isinstance(statement, ast.Option | ast.Choose | ast.Lines):
            continue
        if not span.text.startswith(("hidden", "optional")):
            continue
        word = re.match(r"(hidden(?:[ \t]+optional)?|optional)[ \t]*(?=[#\n])", span.text)
        if word and before.span.end > span.start - span.column:
            yield messages.WordOfTheNextLine(span.part(0, len(word[1])), statement.name.id, before.span)


def texts_among_symbols(table: TableValue, symbols: Collection[Symbol]) -> Iterator[Diagnostic]:
    """A column of symbols with words that are none: nothing that compares them with symbols meets these."""
    for column in table.columns if symbols else ():
        fields = list(_texts_and_symbols(table, column))
        enums = Counter(each.enum for _, each in fields if isinstance(each, Symbol))
        words = [(number, each) for number, each in fields if isinstance(each, str) and _is_word(each)]
        if words and len(words) <= enums.total():
            (number, word), ((enum, _),) = words[0], enums.most_common(1)
            place, known = _place(table, number, column, word), [s.name for s in symbols if s.enum == enum]
            yield messages.TextAmongSymbols(
                place, f"{table.name}.{column}", word, enum, known, len(words) - 1
            )


def _place(table: TableValue, number: int, column: str, text: str) -> Span:
    """That of a text in a field, which may be a list."""
    field = field_span(table, number, column)
    found = re.search(rf"(?<!\w){re.escape(text)}(?!\w)", field.text)
    return field.part(found.start(), len(text)) if found else field


def _texts_and_symbols(table: TableValue, column: str) -> Iterator[tuple[int, Value]]:
    for number, record in enumerate(table.records.values()):
        field = record.fields[column]
        for each in field if isinstance(field, OrderedSet) else (field,):
            if isinstance(each, str | Symbol):
                yield number, each


def _is_word(text: str) -> bool:
    return any(map(str.isalpha, text))


def texts_that_meet_nothing(spec: ast.Spec, scope: Scope) -> Iterator[Diagnostic]:
    """Texts that equal nothing that a statement compares them with, though one is nearly the same."""
    if not any(isinstance(scope[name], TableValue) for name in scope):
        return
    reported: set[Span] = set()
    for statement in spec.statements:
        for comparison, local in _comparisons(statement):
            for found in _misspelt(comparison, scope, local):
                if found.span not in reported:
                    reported.add(found.span)
                    yield found


def _comparisons(statement: ast.Statement) -> Iterator[tuple[ast.Comparison, Mapping[str, ast.Expr]]]:
    """The comparisons of a statement, with the sets through which its local names run; those that run through
    several are left out.
    """
    domains: dict[str, list[ast.Expr]] = {}
    comparisons: list[ast.Comparison] = []
    waiting: list[object] = [statement]
    while waiting:
        part = waiting.pop()
        match part:
            case ast.Binder(_, patterns, domain):
                for name in (each for pattern in patterns for each in pattern.names):
                    domains.setdefault(name.id, []).append(domain)
                waiting.append(domain)
            case ast.Comparison():
                comparisons.append(part)
                waiting += part.parts
            case tuple():
                waiting += part
            case ast.Node():
                waiting += part.parts
            case _:
                pass
    local = {
        name: found[0] for name, found in domains.items() if len({each.span.text for each in found}) == 1
    }
    yield from ((each, local) for each in sorted(comparisons, key=lambda each: each.span.start))


class _Texts(Frozen):
    """The texts that one side of a comparison may be; of the column of a table, or written at ``written``,
    which may be some of many on purpose.
    """

    among: frozenset[str]
    table: TableValue | None = None
    column: str = ""
    written: Mapping[str, Span] = {}

    @property
    def are_names(self) -> bool:
        """Whether they name the records of their table."""
        return self.table is not None and self.column == self.table.columns[0]


def _misspelt(
    comparison: ast.Comparison, scope: Scope, local: Mapping[str, ast.Expr]
) -> Iterator[messages.TextMeetsNothing]:
    left = comparison.first
    for sign, right in comparison.rest:
        if sign in _COMPARING:
            one, other = _texts(left, scope, local), _texts(right, scope, local)
            if one and other and len(one.among) * len(other.among) <= _MOST_COMPARED:
                unmet = [*_unmet(one, other, comparison.span), *_unmet(other, one, comparison.span)]
                yield from unmet[1:] if one.are_names and len(unmet) > 1 else unmet[:1]
        left = right


def _unmet(texts: _Texts, other: _Texts, span: Span) -> Iterator[messages.TextMeetsNothing]:
    """The first text that none of the others equals, but one nearly does."""
    if other.written or not (texts.table or texts.written):
        return
    for text in sorted(texts.among - other.among):
        known = other.among - texts.among if texts.are_names else other.among  # two names may well be alike
        near = next((each for each in sorted(known) if is_misspelt(text, each)), None)
        if near and texts.table:
            number = next(n for n, each in _texts_and_symbols(texts.table, texts.column) if each == text)
            place = _place(texts.table, number, texts.column, text)
            yield messages.TextMeetsNothing(place, f"{texts.table.name}.{texts.column}", text, near, span)
        elif near:
            yield messages.TextMeetsNothing(texts.written[text], "", text, near, span)
        if near:
            return


def _texts(expr: ast.Expr, scope: Scope, local: Mapping[str, ast.Expr]) -> _Texts | None:
    match expr:
        case ast.Text(span, value):
            return _Texts(frozenset({value}), written={value: span})
        case ast.Set(_, members) if members and all(isinstance(each, ast.Text) for each in members):
            written = {each.value: each.span for each in members if isinstance(each, ast.Text)}
            return _Texts(frozenset(written), written=written)
        case ast.Field(_, ast.Name(_, name), column):
            domain = local.get(name)
            table = scope.get(domain.id if isinstance(domain, ast.Name) else name)
            return _column(table, column) if isinstance(table, TableValue) else None
        case ast.Name(_, name) if name in local:
            domain = local[name]
            found = _texts(domain, scope, local if isinstance(domain, ast.Field) else {})
            return found and found.replaced(written={})
        case ast.Name(_, name):
            return _of(scope.get(name))
        case _:
            return None


def _of(definition: Definition | None) -> _Texts | None:
    match definition:
        case Constant(_, _, OrderedSet() as members):
            pass
        case ItemFamily(arity=1) as family:
            members = family.value
        case _:
            return None
    few = [each for each in islice(members, _MOST_COMPARED) if isinstance(each, str)]
    return _Texts(frozenset(few)) if few and len(few) == len(members) else None


def _column(table: TableValue, column: str) -> _Texts | None:
    if column not in table.columns:
        return None
    among = {each for _, each in _texts_and_symbols(table, column) if isinstance(each, str)}
    return _Texts(frozenset(among), table, column) if among else None


def is_misspelt(text: str, other: str) -> bool:
    """Whether two texts differ by case, or by one letter or sign within a word: another one, one more, or two
    exchanged. A sign that stands alone, as in `shift_a` and `shift_b`, distinguishes two things.
    """
    if text.lower() == other.lower():
        return text != other
    short, long = sorted((text, other), key=len)
    if len(short) < _SHORTEST or len(long) - len(short) > 1:
        return False
    at = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :] and _is_within_word(long, at)
    if short[at + 1 :] == long[at + 1 :]:
        return _is_within_word(short, at) and _is_within_word(long, at)
    exchanged = short[at : at + 2]
    return exchanged.isalpha() and exchanged[::-1] + short[at + 2 :] == long[at:]


def _is_within_word(text: str, at: int) -> bool:
    """Whether a character is a sign, or a letter in lower case beside another one."""
    beside = text[max(0, at - 1) : at] + text[at + 1 : at + 2]
    is_letter = text[at].islower() and any(map(str.isalpha, beside))
    return is_letter or not (text[at].isalpha() or text[at].isdecimal())


_PLAIN = (ast.Name, ast.Number, ast.Index, ast.Field, ast.Call, ast.Aggregate, ast.Tuple)
"""What needs no parentheses between signs."""


Pairs: TypeAlias = list[tuple[ast.Expr, ast.Expr]]
_APART = {"<", ">", "!="}
"""The signs between values that are never equal."""


def equal_members(spec: ast.Spec) -> Iterator[Diagnostic]:
    """Of sets of several numbers that no condition excludes from being equal."""
    found: dict[int, messages.EqualMembersOnce] = {}
    for node, apart in _with_conditions(spec.statements) if any(map(_adds_up, spec.nodes)) else ():
        match node:
            case ast.Call(span, ast.Name(id=name) as function, (whole,)):
                is_plain = True
            case ast.Aggregate(span, ast.Name(id=name) as function, value, loop):
                whole, is_plain = loop.binders[0].domain, _is_each_member(value, loop)
            case ast.Set(_, members) if mistake := found.get(id(node)):
                if not _are_apart(members, apart):
                    yield mistake
                continue
            case _:
                continue
        if name not in ("sum", "count") or not isinstance(whole, ast.Set):
            continue
        if not any(isinstance(each, ast.Tuple) for each in whole.members):
            added = f"({' + '.join(map(_operand, whole.members))})" if is_plain else ""
            found[id(whole)] = messages.EqualMembersOnce(whole.span, name, span, function.span, added)


def _adds_up(node: Node) -> bool:
    """Whether it adds or counts the members of a set that is written out."""
    match node:
        case ast.Call(function=ast.Name(id="sum" | "count"), arguments=(ast.Set(),)):
            return True
        case ast.Aggregate(function=ast.Name(id="sum" | "count"), loop=ast.Loop(binders=(binder, *_))):
            return isinstance(binder.domain, ast.Set)
        case _:
            return False


def that_occur(warnings: Iterable[Diagnostic], scope: Scope) -> Iterator[Diagnostic]:
    """Without those about equal members of sets that had none when they were evaluated."""
    for each in warnings:
        if not isinstance(each, messages.EqualMembersOnce):
            yield each
        elif each.span in scope.merged:
            yield each.replaced(binding=scope.merged[each.span])


def _is_each_member(value: ast.Expr, loop: ast.Loop) -> bool:
    """Whether a loop adds or counts the members of one set as they are."""
    names = [name for binder in loop.binders for pattern in binder.patterns for name in pattern.names]
    return len(names) == 1 and loop.where is None and same(value, names[0])


def _are_apart(members: Sequence[ast.Expr], apart: Pairs) -> bool:
    """Whether conditions exclude that two members are equal."""
    return all(any(_are_same(pair, two) for pair in apart) for two in combinations(members, 2))


def _with_conditions(part: object) -> Iterator[tuple[Node, Pairs]]:
    """All nodes of a tree, in order, with the pairs of expressions that conditions around them exclude from
    being equal.
    """
    waiting: list[tuple[object, Pairs]] = [(part, [])]
    while waiting:
        each, apart = waiting.pop()
        if isinstance(each, tuple):
            waiting += [(inner, apart) for inner in reversed(each)]
        if not isinstance(each, Node):
            continue
        yield each, apart
        if isinstance(each, ast.Logical) and each.operator == "and":
            apart = [*apart, *_conjuncts(each)]
        elif isinstance(each, ast.CoveredItem):
            apart = [*apart, *_conjuncts(each.condition)]
        elif isinstance(loop := getattr(each, "loop", None), ast.Loop):
            for at, binder in enumerate(loop.binders):
                waiting.append((binder.domain, apart + _without(loop.binders[at:], _conjuncts(loop.where))))
                apart = _without([binder], apart)
            apart = [*apart, *_conjuncts(loop.where)]
            waiting += [(inner, apart) for inner in (loop.where, *reversed(each.parts)) if inner is not loop]
            continue
        waiting += [(inner, apart) for inner in reversed(each.parts)]


def _without(binders: Sequence[ast.Binder], pairs: Pairs) -> Pairs:
    """Those that mention no name of the loops."""
    names = {name.id for binder in binders for pattern in binder.patterns for name in pattern.names}
    return [pair for pair in pairs if all(names.isdisjoint(each.mentioned) for each in pair)]


def _conjuncts(condition: ast.Expr | None) -> Pairs:
    """What is never equal where a condition holds."""
    match condition:
        case ast.Logical(_, "and", operands):
            return [pair for each in operands for pair in _conjuncts(each)]
        case ast.Comparison():
            return [*_stated(condition)]
        case _:
            return []


def _stated(comparison: ast.Comparison) -> Iterator[tuple[ast.Expr, ast.Expr]]:
    """Each two of a chain that ascends or descends; of another, neighbors."""
    signs = [sign for sign, _ in comparison.rest]
    values = [comparison.first, *(value for _, value in comparison.rest)]
    if set(signs) in ({"<"}, {">"}):
        yield from combinations(values, 2)
    else:
        yield from (pair for sign, pair in zip(signs, pairwise(values), strict=True) if sign in _APART)


def _are_same(pair: Sequence[ast.Expr], other: Sequence[ast.Expr]) -> bool:
    return any(all(map(same, pair, way)) for way in (other, other[::-1]))


def _operand(member: ast.Expr) -> str:
    return member.span.text if isinstance(member, _PLAIN) else f"({member.span.text})"
