"""The deductions of a person, one after the other: the easiest that is left, and a guess where there is none.

>>> from excover.problem.problem import load
>>> from excover.authors.techniques import Rules
>>> from excover.search.run import UNLIMITED
>>> problem = load("queens", {"n": 6}, given=".Q....")
>>> rules = Rules(problem.matrix)
>>> way = Deductions(rules, rules.start, only_options(problem, UNLIMITED), (), UNLIMITED)
>>> [deduction.technique.value for deduction in way.deductions()][:3]
['forced', 'locked', 'wings']

The rules of a description as a person names them: by a clue, by their comment, or by their text.

A rule about one label is named by that label, `the 2 left of row 1`: the only one that it asks for. Another
rule is named by the first sentence of the comment directly above its `require`; without a comment by the only
label at which its loop is, or by its text, with the cells that its loop is at.

>>> from excover.problem.problem import load
>>> problem = load("heyawake")
>>> names, rules = RuleNames(problem), problem.puzzle.conditions
>>> names.of(rules[0].words, "p = (1, 1)", rules[0].span)
'the 1 at (1, 1)'
>>> names.of(rules[1].words, "p = (1, 1), q = (1, 2)", rules[1].span)
'"Shaded cells share no side" for (1, 1) and (1, 2)'
>>> names.of("require grid(1, 1) < grid(4, 4)", "", None)
'`grid(1, 1) < grid(4, 4)`'
>>> names.of("require count(star(p) for p in area) = 2", "area = ((1, 1), (1, 2), (2, 1), (2, 2))", None)
'`count(star(p) for p in area) = 2` with area = ((1, 1), (1, 2), (2, 1), (2, 2))'
>>> comment_above("# Not here.\\n\\n# Towers rise. From bulb\\n# to end.\\nrequire a < b", 48)
'Towers rise'
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial, reduce
from itertools import chain, product
from operator import or_
from typing import NamedTuple

from excover.authors.clues import only_solution
from excover.authors.rate import FINDERS, Contradiction, Technique
from excover.authors.techniques import Exclusion, PartialSolution, Rules
from excover.authors.whole_rules import WholeRule
from excover.base.names import ItemName, RuleItem, Value, plain, show
from excover.base.source import Span
from excover.base.words import clipped, together
from excover.language.expressions.scope import LabelValues
from excover.language.syntax import ast
from excover.language.syntax.nodes import nodes_within
from excover.lattices.lattice import plus
from excover.matrix.capabilities import bits
from excover.matrix.compiled import Marking, Place
from excover.problem.problem import Problem
from excover.search.run import Run

TRIALS = (Technique.WINGS, Technique.CHAINS, Technique.TRIAL)


class Deduction(NamedTuple):
    """What was found in a state; ``chosen`` are the options that it forces, one or none."""

    technique: Technique
    before: PartialSolution
    finding: Exclusion
    chosen: int = 0

    def is_trial(self, rules: Rules) -> bool:
        """Whether it takes forced moves until what is tried fails: a person does not see that at once."""
        return self.technique in TRIALS and len(tried(rules, self.before, self.finding.excluded)) > 1

    def by_rules(self, rules: Rules, options: int) -> dict[int, int]:
        """The items of rules by which the chosen option excludes others, and these: but for those of the same
        cell and the like, which are seen at once.
        """
        found: dict[int, int] = {}
        for option in bits(options):
            both = shared(rules, self.chosen.bit_length() - 1, option)
            if both and all(isinstance(rules.matrix.items[item], RuleItem) for item in both):
                found[both[0]] = found.get(both[0], 0) | 1 << option
        return found


def shared(rules: Rules, first: int, second: int) -> list[int]:
    """The items that both options cover."""
    others = set(rules.matrix.option_items(second))
    return [item for item in rules.matrix.option_items(first) if item in others]


def tried(rules: Rules, before: PartialSolution, option: int) -> list[PartialSolution]:
    """The states after an option is chosen and after each round of forced moves; none if it excludes what is
    known.
    """
    state = rules.chosen(before, option)
    return [] if state is None else [state, *iter(partial(next, rules.rounds(state), None), None)]


@dataclass(slots=True)
class Deductions:
    rules: Rules
    state: PartialSolution
    solution: int
    """The options of the only one, some of which are guessed."""
    cells: Collection[ItemName]
    """The items that are cells."""
    run: Run
    ended: dict[int, int] = field(default_factory=dict)
    """The deduction that chose or excluded an option."""

    def deductions(self) -> Iterator[Deduction]:
        """One after the other, until there is nothing left to find. Raises Contradiction, and Unfinished."""
        number = 0
        while self.state.open and (found := self.next() or self._guess()):
            excluded = self.rules.excluded(self.state, found.finding.excluded)
            after = self.rules.chosen(excluded, found.chosen) if found.chosen else excluded
            if after is None:
                raise Contradiction
            self.ended |= dict.fromkeys(bits(self.state.alive & ~after.alive | found.chosen), number)
            self.state = after
            number += 1
            yield found

    def next(self) -> Deduction | None:
        """The easiest thing to find in the state. Raises Contradiction, and Unfinished."""
        rules, state = self.rules, self.state
        forced = rules.forced(state)
        if forced is None:
            raise Contradiction
        if forced:
            by = {option: self._forcing(option) for option in bits(forced)}
            option = max(by, key=lambda each: len(by[each]))
            return Deduction(Technique.FORCED, state, Exclusion(0, by[option]), 1 << option)
        if whole := rules.whole.first(state.alive, state.chosen):
            rule, left = whole
            if left is None:
                raise Contradiction
            return Deduction(Technique.FORCED, state, Exclusion(state.alive & ~left, rule=rule))
        for technique, finder in FINDERS:
            first: Exclusion | None = None
            for found in finder(rules, state, self.run):
                if rules.forced(rules.excluded(state, found.excluded)):
                    return Deduction(technique, state, found)  # a person sees where it leads
                first = first or found
            if first:
                return Deduction(technique, state, first)
        return None

    def _guess(self) -> Deduction | None:
        """What has fewest options left; None if nothing of the solution is left."""
        state, users = self.state, self.rules.users
        ready = self.solution & self.rules.undecided(state)
        items = [item for item in state.open if users[item] & ready]
        if not items:
            return None
        item = min(items, key=lambda each: (state.alive & users[each]).bit_count())
        option = next(bits(users[item] & ready))
        return Deduction(Technique.GUESSES, state, Exclusion(0, (item,)), 1 << option)

    def _forcing(self, option: int) -> tuple[int, ...]:
        """The items that have no other options left: that by which it is seen best, as a value in a row,
        first, and cells last.
        """
        state, matrix, users = self.state, self.rules.matrix, self.rules.users
        still = set(state.open)
        found = [
            item
            for item in matrix.option_items(option)
            if item in still and (state.alive & users[item]).bit_count() <= matrix.lower[item]
        ]
        return tuple(sorted(found, key=lambda item: matrix.items[item] in self.cells))

    def needed(self, found: Sequence[Deduction], drawn: int) -> set[int]:
        """What chooses an option that is drawn, and what that follows from."""
        needed: set[int] = set()
        for number in range(len(found) - 1, -1, -1):
            deduction = found[number]
            if not deduction.chosen & drawn and number not in needed:
                continue
            needed.add(number)
            used = self._used(deduction)
            needed.update(
                range(number)
                if used is None
                else (self.ended[option] for option in bits(used) if option in self.ended)
            )
        return needed

    def _used(self, deduction: Deduction) -> int | None:
        """The options that it follows from, as they are chosen or excluded; None if these may be any."""
        technique, (alive, chosen, _), (_, base, _, rule), choice = deduction
        if rule:
            return rule.options & (chosen | ~alive)
        about = reduce(or_, (self.rules.users[item] for item in (base[:1] if choice else base)), 0)
        if technique is Technique.FORCED and not choice:
            return about & chosen & self.rules.tried
        return about & ~alive if base else None

    def reasons(self, deduction: Deduction, drawn: int) -> dict[int, int]:
        """The deductions that left nothing else for what is chosen, and the options that each took away: but
        for those that an option already drawn excludes, as a reader sees.
        """
        found: dict[int, int] = {}
        if deduction.chosen and deduction.technique is not Technique.GUESSES:
            shown = deduction.before.chosen & drawn
            for option in bits(self._used(deduction) or 0):
                if option in self.ended and not self._is_plain(option, shown):
                    number = self.ended[option]
                    found[number] = found.get(number, 0) | 1 << option
        return found

    def _is_plain(self, option: int, shown: int) -> bool:
        """Whether one of those options excludes it by more than a rule."""
        items = self.rules.matrix.items
        return any(
            not isinstance(items[item], RuleItem)
            for other in bits(self.rules.rivals(option) & shown)
            for item in shared(self.rules, option, other)
        )


def only_options(problem: Problem, run: Run) -> int:
    """Those of the only solution that it shows. Raises NotUnique, and Unfinished."""
    numbers = problem.matrix.option_numbers
    return sum(1 << numbers[option] for option in only_solution(problem, run).options)


# The rules of a description as a person names them: by a clue, by their comment, or by their text.


LONGEST = 60
"""Characters of the text of a rule that are shown."""
MOST_LISTED = 3
"""Cells that are listed one by one."""

SIDES = {"left": "left of row", "right": "right of row", "above": "above column", "below": "below column"}


class NamedRule(NamedTuple):
    """A label that a rule is about, with its place, if it is only one; ``is_asked``: for what it is."""

    name: str
    is_asked: bool


class RuleNames:
    def __init__(self, problem: Problem) -> None:
        self._compiled, self._canvases = problem.compiled, problem.compiled.canvases
        origins = [board.origin for board in problem.puzzle.boards if board.origin]
        self._rules = {rule.span: rule for rule in problem.puzzle.conditions}
        self._labels: dict[str, tuple[str, Mapping[Value, Value]]] = {}
        for each in chain.from_iterable(origin.named_labels for origin in origins):
            values = problem.puzzle.scope[each.head.name.id]
            if isinstance(values, LabelValues):
                self._labels[each.head.name.id] = each.head.margin, values.labels
        sources = (each for each in problem.puzzle.sources if isinstance(each, ast.Option) and each.hidden)
        domains = {each.name.id: each.loop.binders[0].domain for each in sources if each.loop}
        self._decided = {
            name: domain.id
            for name, domain in domains.items()
            if isinstance(domain, ast.Name) and domain.id in self._labels
        }

    @cached_property
    def _seen_by_color(self) -> set[str]:
        """The families that draw one mark alone, which pictures show as a color, without its letter."""
        marks: dict[str, set[str]] = defaultdict(set)
        for name, drawn in zip(self._compiled.matrix.options, self._compiled.markings, strict=False):
            marks[name.family].update(marking.mark for marking in drawn)
        colors = set().union(*(canvas.shading for canvas in self._canvases if not canvas.tiled))
        return {family for family, drawn in marks.items() if len(drawn) == 1 and drawn <= colors}

    def of_color(self, option: int) -> str:
        """The family of an option, `lamp`, that pictures show as a color without a letter; or empty."""
        family = self._compiled.matrix.options[option].family
        return family if family in self._seen_by_color else ""

    def of_place(self, place: Place) -> str:
        """`(1, 2)`, with its board if there are several."""
        number, cell = place
        position = f"({', '.join(map(str, self._canvases[number].position(cell)))})"
        return position if len(self._canvases) == 1 else f"{position} of `{self._canvases[number].name}`"

    def of_line(self, mark: Marking) -> str:
        """`the line from (1, 2) to (1, 3)`, if a mark is a line from its cell to another; or empty."""
        canvas = self._canvases[mark.canvas]
        way = canvas.ways.get(mark.mark)
        if way is None or len(mark.cells) != 1:
            return ""
        start, end = mark.cells[0], plus(mark.cells[0], way.step)
        if canvas.cell(canvas.position(end)) != end:
            return ""
        what = "the line" if way.times == 1 else f"the {way.times} lines"
        return f"{what} from {self.of_place((mark.canvas, start))} to {self.of_place((mark.canvas, end))}"

    def markings(self, option: int) -> Sequence[Marking]:
        return self._compiled.markings[option] if self._compiled.canvases else ()

    def cells(self, option: int) -> list[Place]:
        """Where it is drawn."""
        return [(mark.canvas, cell) for mark in self.markings(option) for cell in mark.cells]

    def single(self, option: int) -> tuple[str, Place] | None:
        """The mark that it draws and where, if that is in one cell."""
        marks = self.markings(option)
        is_single = len(marks) == len(cells := self.cells(option)) == 1 and not self.lines(option)
        return (self.of_color(option) or marks[0].mark, cells[0]) if is_single else None

    def lines(self, option: int) -> list[str]:
        """`the line from (1, 2) to (1, 3)`, if it draws lines alone."""
        found = list(map(self.of_line, self.markings(option)))
        return found if all(found) else []

    def by_cell(self, options: Sequence[int]) -> list[str]:
        """Marks in single cells: `1 and 2 at (1, 4) (1, 5)`."""
        marks: dict[Place, list[str]] = {}
        for mark, place in filter(None, map(self.single, options)):
            marks.setdefault(place, []).append(mark)
        return self.at_cells(marks, "and")

    def at_cells(self, marks: Mapping[Place, Sequence[str]], word: str) -> list[str]:
        """The marks, with all cells that have just these."""
        cells: dict[tuple[str, ...], list[str]] = {}
        for place, each in marks.items():
            cells.setdefault(tuple(each), []).append(self.of_place(place))
        return [f"{together(list(each), word)} at {' '.join(places)}" for each, places in cells.items()]

    def of(self, words: str, binding: str, span: Span | None) -> str:
        """``words`` are the text of the rule, ``binding`` the values of its loop, as `i = 1, p = (2, 3)`, and
        ``span`` is where it stands.
        """
        rule = self._rules.get(span) if span else None
        values = _values(binding, rule.loop.names if rule and rule.loop else ())
        label = self._label(rule, rule.loop, values) if rule and rule.loop else NamedRule("", is_asked=False)
        comment = comment_above(span.source.text, span.start) if span else ""
        if label.name and (label.is_asked or not comment):
            return label.name
        text = f'"{comment}"' if comment else f"`{clipped(words.removeprefix('require '), LONGEST)}`"
        where = self._where(values.values())
        if where or not binding:
            return f"{text} for {where}" if where else text
        return f"{text} with {clipped(binding, LONGEST)}"

    def of_decision(self, item: ItemName) -> str:
        """The label for which something is decided that is not drawn, as by `hidden choose x(r in across)`;
        empty if there is none.
        """
        if item.family not in self._decided:
            return ""
        return self._shown(self._decided[item.family], show(_place_of(item)))

    def of_item(self, item: ItemName, span: Span | None) -> str:
        """As `plain` says it, or for an item of a cell the comment directly above it, if there is one."""
        place = item.indices[0] if len(item.indices) == 1 else None
        is_of_cell = isinstance(place, tuple) and place in self._positions
        text = span.source.text[: span.start].removesuffix("item ") if span and is_of_cell else ""
        comment = comment_above(text, len(text))
        return f'"{comment}" for {show(place)}' if comment and place is not None else plain(item)

    def of_whole(self, rule: WholeRule) -> str:
        """A rule about a sum, or about all cells together."""
        words, _, binding = rule.source.name.partition(" with ")
        return self.of(words, binding, rule.source.span)

    def _label(self, rule: ast.RequireThat, loop: ast.Loop, values: Mapping[str, str]) -> NamedRule:
        """The only label that it asks for, or at whose places the loop is, with its place."""
        asked = {
            (node.value.id, _place(node.indices, values))
            for node in nodes_within(rule.condition)
            if isinstance(node, ast.Index)
            and isinstance(node.value, ast.Name)
            and node.value.id in self._labels
        }
        own = {
            (binder.domain.id, _place(pattern.names, values))
            for binder in loop.binders
            if isinstance(binder.domain, ast.Name) and binder.domain.id in self._labels
            for pattern in binder.patterns
        }
        found = asked & own or asked or own
        if len(found) != 1:
            return NamedRule("", is_asked=False)
        ((name, place),) = found
        return NamedRule(self._shown(name, place), bool(asked))

    def _shown(self, name: str, place: str) -> str:
        """A label with its place; empty if there is none."""
        margin, labels = self._labels[name]
        value = next((value for each, value in labels.items() if show(each) == place), None)
        text = " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        return "" if value is None else f"the {text} {SIDES.get(margin, 'at')} {place}"

    @cached_property
    def _positions(self) -> set[tuple[int, ...]]:
        """Of all cells of all boards."""
        cells = (
            (canvas, (layer, row, column))
            for canvas in self._canvases
            for layer, row, column in product(*map(range, canvas.extent))
        )
        return {canvas.position(cell) for canvas, cell in cells if cell not in canvas.holes | canvas.gaps}

    def _where(self, values: Iterable[str]) -> str:
        """The cells that the loop is at; `row 2` for all those of a row."""
        numbers = [
            tuple(map(int, each.split(", ")))
            for value in values
            for each in re.findall(r"\((-?\d+(?:, -?\d+)+)\)", value)
        ]
        cells = list(dict.fromkeys(filter(self._positions.__contains__, numbers)))
        for axis, line in enumerate(("row", "column") if cells and len(self._canvases) == 1 else ()):
            number = cells[0][axis]
            if set(cells) == {each for each in self._positions if len(each) == 2 and each[axis] == number}:
                return f"{line} {number}"
        if len(cells) <= MOST_LISTED:
            return together(list(map(str, cells)))
        first, last = min(cells), max(cells)
        box = product(*(range(low, high + 1) for low, high in zip(first, last, strict=False)))
        if set(cells) == set(box):
            return f"{first} to {last}"
        return f"the {len(cells)} cells from {first} on"


def _values(binding: str, names: Sequence[ast.Name]) -> dict[str, str]:
    """The values of a loop, as they are shown."""
    ids = [name.id for name in names]
    found = re.fullmatch(", ".join(rf"{re.escape(each)} = (.*)" for each in ids), binding)
    return dict(zip(ids, found.groups(), strict=True)) if found else {}


def _place(indices: Sequence[ast.Expr], values: Mapping[str, str]) -> str:
    """What names of the loop stand for; empty if it is not known."""
    found = [values.get(each.id, "") if isinstance(each, ast.Name) else "" for each in indices]
    if not all(found):
        return ""
    return found[0] if len(found) == 1 else f"({', '.join(found)})"


def _place_of(item: ItemName) -> Value:
    return item.indices[0] if len(item.indices) == 1 else item.indices


def comment_above(text: str, start: int) -> str:
    """The first sentence of the comment directly above a place, but for that at the beginning of the text."""
    found = re.search(r"\n((?:[ \t]*#[^\n]*\n)+)[ \t]*\Z", text[:start])
    lines = [line.strip().lstrip("#").strip() for line in found[1].splitlines()] if found else []
    return re.split(r"[.:](?: |$)", " ".join(lines), maxsplit=1)[0]
