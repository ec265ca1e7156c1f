"""A puzzle solved step by step, as a person would: the easiest deduction first, each with its usual name.

>>> from excover.problem.problem import load
>>> from excover.language.source_files import find_given
>>> found = steps(load("sudoku", given=find_given("sudoku-easy")))
>>> print(found[0])
hidden single: 6 in row 5 can only be at (5, 3)

The techniques are those of `excover.authors.rate`, which uses all that one of them finds at a time; here, one
thing is found after the other. Where none finds anything, an option of the solution is guessed. Steps that no
later step needs are left out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from excover.authors.deductions import Deduction, Deductions, RuleNames, only_options, tried
from excover.authors.infeasibility import places_of_items
from excover.authors.label_drawings import printed_labels
from excover.authors.rate import Technique, start_of
from excover.authors.techniques import PartialSolution, Rules
from excover.base.names import HIDDEN, ItemName, OptionName, RuleItem, UnitItem, bare, plain_name
from excover.base.words import plural, together
from excover.matrix.capabilities import bits
from excover.matrix.compiled import Marking, Place
from excover.problem.problem import Problem
from excover.search.run import UNLIMITED, Run, takes_run

if TYPE_CHECKING:
    from excover.base.json.objects import StepData

LINE = "the line "
"""How a single line is named; several are `the lines from ...`."""
MOST_NAMED, MOST_PLACED, MOST_REASONS = 6, 2, 4
"""The most options that a sentence names, placements of pieces with all their cells, and reasons."""


@dataclass(frozen=True, slots=True)
class SolvingStep:
    """A deduction: an option is ``chosen``, or others are ``excluded``.

    ``name`` is what people call it; ``items`` are those by which it is seen, and ``cells`` the places that
    they are, or where the options are drawn if they are none; ``marks`` are what the chosen option draws.
    ``reasons`` are what left nothing else, but for what is drawn by then and for trials.
    """

    technique: Technique
    name: str
    text: str
    items: tuple[ItemName, ...]
    cells: tuple[Place, ...]
    chosen: OptionName | None
    excluded: tuple[OptionName, ...]
    marks: tuple[Marking, ...] = ()
    reasons: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"

    @property
    def hint(self) -> str:
        """With the reasons, unless they are too many to be a hint, and a name where it says more."""
        because = ", because " if 0 < len(self.reasons) <= MOST_REASONS else ""
        text = self.text if self.technique is Technique.FORCED else str(self)
        return f"{text}{because}{together(self.reasons) if because else ''}"

    def as_data(self) -> StepData:
        """For JSON."""
        return {
            "technique": self.technique.value,
            "name": self.name,
            "text": self.text,
            "items": list(map(str, self.items)),
            "chosen": None if self.chosen is None else str(self.chosen),
            "excluded": list(map(str, self.excluded)),
        }


@takes_run
def steps(problem: Problem, run: Run = UNLIMITED) -> list[SolvingStep]:
    """How a person solves a puzzle.

    Raises NotUnique if there is not exactly one solution, and Unfinished.
    """
    run = run.started()
    solution = only_options(problem, run)
    rules = Rules(problem.matrix)
    words = StepWords(problem, rules)
    way = Deductions(rules, start_of(problem, rules), solution, words.places.keys(), run)
    found = list(way.deductions())
    needed = way.needed(found, words.drawn)
    return [
        words.step(each, [(found[by], options) for by, options in way.reasons(each, words.drawn).items()])
        for number, each in enumerate(found)
        if number in needed and words.is_seen(each)
    ]


class StepWords:
    """Deductions in words of the puzzle."""

    def __init__(self, problem: Problem, rules: Rules) -> None:
        self.compiled = compiled = problem.compiled
        self.printed = set().union(*printed_labels(problem.puzzle, compiled.canvases).values())
        self.rules, self.names = rules, RuleNames(problem)
        self.items = compiled.matrix.items
        self.options = compiled.matrix.options
        self.places = places_of_items(compiled, self.items)
        self._told: set[str] = set()

    @cached_property
    def drawn(self) -> int:
        """The options that are drawn; all of them, if none is."""
        drawn = sum(1 << option for option in range(len(self.options)) if self.names.cells(option))
        return drawn or (1 << len(self.options)) - 1

    @cached_property
    def has_values(self) -> bool:
        """Whether each option that is drawn draws one mark on one cell, and covers it, as in a Sudoku."""
        return bool(self.compiled.canvases) and all(
            len(marks := self.names.markings(option)) == 1
            and len(marks[0].cells) == 1
            and any(
                self.places.get(self.items[item]) == (marks[0].canvas, marks[0].cells[0])
                for item in self.compiled.matrix.option_items(option)
            )
            for option in bits(self.drawn)
        )

    def is_seen(self, deduction: Deduction) -> bool:
        """Whether it is about an option that solutions show, and not what the puzzle has printed there."""
        marks = self.names.markings(deduction.chosen.bit_length() - 1) if deduction.chosen else ()
        if any(((mark.canvas, cell), mark.mark) in self.printed for mark in marks for cell in mark.cells):
            return False
        return not all(map(self._is_hidden, bits(deduction.chosen or deduction.finding.excluded)))

    def _is_hidden(self, option: int) -> bool:
        return self.options[option].family == HIDDEN

    def step(self, deduction: Deduction, reasons: Iterable[tuple[Deduction, int]]) -> SolvingStep:
        """``reasons`` are deductions, and the options that each of them took from what is chosen."""
        technique, _, finding, chosen = deduction
        base = finding.base[:1] if chosen else finding.base
        options = list(bits(chosen or finding.excluded))
        marks = tuple(mark for option in options for mark in self.names.markings(option))
        cells = [self.places[name] for item in base if (name := self.items[item]) in self.places]
        drawn = [(mark.canvas, cell) for mark in marks for cell in mark.cells]
        names = tuple(map(self.options.__getitem__, options))
        return SolvingStep(
            technique,
            self._name(deduction, base),
            self._text(deduction, base, finding.excluded),
            tuple(map(self.items.__getitem__, (*base, *finding.cover))),
            tuple(dict.fromkeys(drawn if chosen or not cells else cells)),
            names[0] if chosen else None,
            () if chosen else names,
            marks if chosen else (),
            tuple(self._reasons(base, reasons)) if chosen and marks else (),
        )

    def _reasons(self, base: Sequence[int], reasons: Iterable[tuple[Deduction, int]]) -> Iterator[str]:
        """In words, each subject once: but what is drawn, trials, and what the item says that leaves only one
        option. A decision that is not drawn is described where it is first a reason.
        """
        by_rule: dict[str, int] = defaultdict(int)
        others: dict[str | int, tuple[Deduction, int]] = {}
        for deduction, options in reasons:
            technique, _, (_, about, _, _), chosen = deduction
            if chosen & self.drawn:
                for item, ended in deduction.by_rules(self.rules, options).items():
                    by_rule[self._item(item)] |= ended
                continue
            if deduction.is_trial(self.rules):
                continue
            label = self._label(option := chosen.bit_length() - 1) if chosen else ""
            rule = self._item(about[0]) if about and self._is_rule(about[0]) else label
            if rule and (rule != label or label in self._told):
                by_rule[rule] |= options
            elif not chosen:
                subject = self._item(about[0]) if technique is Technique.LOCKED else id(deduction)
                others[subject] = deduction, options | others.get(subject, (None, 0))[1]
            elif not self._is_hidden(option):
                self._told.add(label)
                yield self._text(deduction, about[:1], 0)
        yield from (self._text(each, each.finding.base, options) for each, options in others.values())
        for rule, options in by_rule.items():
            shown = [option for option in bits(options) if not self._is_hidden(option)]
            if shown and not (base and rule == self._item(base[0])):
                yield f"{rule} rules out {self._listed(shown)}"

    def _is_cell(self, items: Sequence[int]) -> bool:
        return all(self.items[item] in self.places for item in items)

    def _unit(self, item: int) -> tuple[str, str]:
        """The kind of unit in which a value has to be, if the item states that, and `5 in row 2`."""
        name = self.items[item]
        if not self.has_values or name in self.places or isinstance(name, RuleItem) or len(name.indices) < 2:
            return "", ""
        value = bare(name.indices[-1])
        used = map(self.names.markings, bits(self.rules.users[item]))
        if any(not marks or marks[0].mark != value for marks in used):
            return "", ""
        which = name.indices[:-1] if len(name.indices) > 2 else name.indices[0]
        if isinstance(name, UnitItem):
            board, _, unit = name.family.rpartition("_")
            return unit, name.in_words.removesuffix(f" of {board}" * (len(self.compiled.canvases) == 1))
        return name.family, f"{value} in {name.family} {bare(which)}"

    def _kinds(self, items: Sequence[int]) -> set[str]:
        return {self._unit(item)[0] for item in items}

    def _name(self, deduction: Deduction, base: Sequence[int]) -> str:
        technique, _, (_, _, cover, _), chosen = deduction
        if technique is Technique.GUESSES:
            return "guess"
        if technique is Technique.FORCED:
            if not chosen:
                return "bounds" if deduction.finding.rule else "rule"
            if self.has_values and self._is_cell(base):
                return "naked single"
            return "hidden single" if self._kinds(base) - {""} else "forced"
        if technique is Technique.LOCKED or len(cover) == 1:
            kinds = self._kinds(base)
            return "locked" if "" in kinds else "pointing" if kinds <= {"block", "box"} else "claiming"
        if not cover:
            return str(technique.value).removesuffix("s")
        size = "pair" if len(cover) == 2 else "triple"
        if self.has_values and self._is_cell(base):
            return f"naked {size}"
        if self.has_values and self._is_cell(cover):
            return f"hidden {size}"
        lines = self._kinds(base), self._kinds(cover)
        is_fish = lines in (({"row"}, {"column"}), ({"column"}, {"row"}))
        values = {self.items[item].indices[-1] for item in (*base, *cover)} if is_fish else ()
        return {"pair": "X-wing", "triple": "swordfish"}[size] if len(values) == 1 else size

    def _text(self, deduction: Deduction, base: Sequence[int], excluded: int) -> str:
        """``excluded`` are the options to be named of those that are."""
        technique, before, (_, _, cover, rule), chosen = deduction
        if chosen:
            return self._choice(deduction, chosen.bit_length() - 1, base)
        listed = self._listed(list(bits(excluded)))
        out = f"rules out {listed}"
        if rule:
            return f"{self.names.of_whole(rule)} {out}"
        if technique is Technique.FORCED:
            return f"{self._item(base[0])} {out}"
        if technique is Technique.LOCKED:
            is_met = (name := self._item(base[0])).startswith('"') or self._is_rule(base[0])
            what = "way to meet" if is_met else "option left for"
            return f"{'whatever covers' if self._is_cell(base) else f'every {what}'} {name} {out}"
        if cover:
            use = "uses up" if len(base) == 1 else "use up"
            return f"{self._items(base)} {use} {self._items(cover)}, which {out}"
        return f"{listed} {self._contradiction(before, excluded)}"

    def _choice(self, deduction: Deduction, option: int, base: Sequence[int]) -> str:
        if not base:
            return f"{self._option(option)} must be chosen"
        if deduction.technique is Technique.GUESSES:
            others = (deduction.before.alive & self.rules.users[base[0]]).bit_count() - 1
            lead = "leads" if others == 1 else "lead"
            about = f"{plural(others, 'other option')} for {self._item(base[0])}"
            return f"{self._option(option)}: {about} {lead} to no solution"
        return self._chosen(option, base[0])

    def _chosen(self, option: int, base: int) -> str:
        if self._unit(base)[0]:
            ((canvas, _, (cell, *_), _),) = self.compiled.markings[option]
            return f"{self._item(base)} can only be at {self.names.of_place((canvas, cell))}"
        if not self.names.cells(option):
            return self._undrawn(option, base)
        return self._only(base, option)

    def _only(self, item: int, number: int) -> str:
        """That an item has no more options left than it needs."""
        name, option = self._item(item), self._option(number)
        if self.rules.matrix.lower[item] > 1:
            return f"{name} needs {option}"
        if self._is_rule(item) or name.startswith('"'):
            return f"{name} leaves only {option}"
        if option.startswith(f"{(own := name.rpartition(' ')[2])} at "):  # the piece I
            return f"{name} can only be{option.removeprefix(own)}"
        if option.startswith(f"{name} = "):
            return f"{name} can only be {option.removeprefix(f'{name} = ')}"
        if name == f"{option.removesuffix('`')} or not`":
            return f"{option} must be chosen"
        at = "at" if (is_place := name.startswith("(")) else "for"
        if is_place and self.names.lines(number):
            return f"{option} must be drawn"
        return f"only {option.removesuffix(f' at {name}')} is possible {at} {name}"

    def _undrawn(self, option: int, base: int) -> str:
        """That an option is chosen which is not drawn, and for which item."""
        if (other := self._other(option)) is None:
            meaning = self._meaning(option) if (label := self._label(option)) else ""
            return f"{label} needs {meaning}" if meaning else self._only(base, option)
        if self.rules.users[base].bit_count() > 2:
            return f"{self._option(option)}, by {self._item(base)}"
        return f"{self._option(other)} cannot be drawn" if self.names.lines(other) else self._option(option)

    def _contradiction(self, before: PartialSolution, option: int) -> str:
        """What happens if it is tried."""
        states = tried(self.rules, before, option)
        if not states:
            return "excludes what is known"
        rounds = f"after {plural(len(states) - 1, 'round')} of forced moves, " if len(states) > 1 else ""
        be = "be drawn" if all(map(self.names.lines, bits(option))) else "be"
        return f"cannot {be}: {rounds}{self._clash(states[-1])}"

    def _clash(self, state: PartialSolution) -> str:
        """Why forced moves end here."""
        rules = self.rules
        for item in state.open:
            if (state.alive & rules.users[item]).bit_count() < rules.matrix.lower[item]:
                return self._unmet(item)
        if found := rules.whole.first(state.alive, state.chosen):
            broken = f"{self.names.of_whole(found[0])} cannot be met"
            return broken if found[1] is None else self._clash(state._replace(alive=found[1]))
        forced = rules.forced(state) or 0
        for option in bits(forced):
            if other := rules.rivals(option) & (forced | state.chosen):
                both = [option, other.bit_length() - 1]
                return self._rule_of(both) or f"{together(list(map(self._option, both)))} exclude each other"
        return "what follows from it contradicts itself"

    def _unmet(self, item: int) -> str:
        """That too few options are left."""
        left = "has too little left" if self.rules.matrix.lower[item] > 1 else "has nothing left"
        return f"{self._item(item)} {'cannot be met' if self._is_rule(item) else left}"

    def _is_rule(self, item: int) -> bool:
        return isinstance(self.items[item], RuleItem)

    def _rule_of(self, both: Sequence[int]) -> str:
        """The rule that two options cannot both meet, if one of them is hidden."""
        items = (item for option in both for item in self.rules.matrix.option_items(option))
        broken = next(filter(self._is_rule, items), None)
        return "" if broken is None or not any(map(self._is_hidden, both)) else self._unmet(broken)

    def _items(self, items: Sequence[int]) -> str:
        """Each name once: a rule may be expressed by several items."""
        counted = Counter(map(self._item, items))
        return together([f"{n} conditions of {name}" if n > 1 else name for name, n in counted.items()])

    def _item(self, item: int) -> str:
        name = self.items[item]
        if isinstance(name, RuleItem):
            return self.names.of(name.words, name.binding(), self.compiled.matrix.item_spans[item])
        if name in self.places:
            return self.names.of_place(self.places[name])
        known = self._unit(item)[1] or self._only_place(item) or self.names.of_decision(name)
        return known or self.names.of_item(name, self.compiled.matrix.item_spans[item])

    def _only_place(self, item: int) -> str:
        """Of a decision about a cell the cell, where all its options are drawn."""
        places = {place for option in bits(self.rules.users[item]) for place in self.names.cells(option)}
        return self.names.of_place(places.pop()) if len(places) == 1 else ""

    def _listed(self, options: Sequence[int]) -> str:
        shown = [option for option in options if not self._is_hidden(option)] or options
        if len(shown) > MOST_PLACED and any(len(self.names.cells(option)) > 1 for option in shown):
            return self._counted(shown)
        lines = [line for option in shown for line in self.names.lines(option)]
        if len(lines) > 1 and all(line.startswith(LINE) for line in lines):
            lines = [
                line.replace(LINE, "" if number else "the lines ", 1) for number, line in enumerate(lines)
            ]
        names = [*lines, *self.names.by_cell(shown), *self._ways(shown)]
        known = (self.names.lines, self.names.single, self._label)
        named = [self._option(each) for each in shown if not any(ask(each) for ask in known)]
        names, more = [*names, *named][:MOST_NAMED], len(names) + len(named) - MOST_NAMED
        return together([*names, f"{more:,} more"] if more > 0 else names)

    def _label(self, option: int) -> str:
        """The label for which it decides something that is not drawn."""
        items = self.rules.items_of[option]
        return "" if not items or self.names.cells(option) else self.names.of_decision(self.items[items[0]])

    def _ways(self, options: Sequence[int]) -> list[str]:
        """Decisions about labels, counted."""
        counted = Counter(filter(None, map(self._label, options)))
        return [f"{plural(number, 'way')} to meet {label}" for label, number in counted.items()]

    def _meaning(self, option: int) -> str:
        """What a decision that is not drawn leaves in cells: `4 at (4, 1) and 1 or 6 at (4, 2) (4, 6)`."""
        rules, start = self.rules, self.rules.start
        about = tuple(item for item in start.open if self._is_rule(item))
        state = rules.chosen(start._replace(open=about), 1 << option)
        while state and (forced := rules.forced(state)):
            state = rules.chosen(state, forced)
        left = state.alive if state else start.alive
        marks: dict[Place, list[str]] = {}
        for item, name in enumerate(self.items):
            if name in self.places and rules.users[item] & start.alive & ~left:
                single = filter(None, map(self.names.single, bits(rules.users[item] & left)))
                marks[self.places[name]] = list(dict.fromkeys(mark for mark, _ in single))
        return together(self.names.at_cells(marks, "or"))

    def _counted(self, options: Sequence[int]) -> str:
        """How many placements of each piece; options that are drawn nowhere have names."""
        placed = [
            {mark.mark for mark in self.names.markings(option)}
            for option in options
            if self.names.cells(option)
        ]
        (first, number), *others = Counter("/".join(sorted(marks)) for marks in placed).items()
        counted = [f"{plural(number, 'placement')} of {first}"]
        counted += [f"{count:,} of {piece}" for piece, count in others]
        undrawn = [each for each in options if not self.names.cells(each)]
        return together([*counted, *([self._listed(undrawn)] if undrawn else [])])

    def _option(self, option: int) -> str:
        """What it draws; if that is nothing, what it is instead of, or its name."""
        drawn = [(mark, [(mark.canvas, cell) for cell in mark.cells]) for mark in self.names.markings(option)]
        name = self.names.of_color(option)
        places = [
            self.names.of_line(mark) or f"{name or mark.mark} at {' '.join(map(self.names.of_place, at))}"
            for mark, at in drawn
            if at
        ]
        items = map(self.items.__getitem__, self.rules.matrix.option_items(option))
        if label := self._label(option):
            return f"a way to meet {label}"
        if not places and (other := self._other(option)) is not None:
            return f"no {self._option(other).removeprefix('the ')}"
        return ", ".join(places) or plain_name(self.options[option], items)

    def _other(self, option: int) -> int | None:
        """If something has only one other option, which is drawn, that one."""
        for item in self.rules.matrix.option_items(option):
            others = self.rules.users[item] & ~(1 << option)
            if others.bit_count() == 1 and self.names.cells(other := others.bit_length() - 1):
                return other
        return None
