"""What a file of each export format says, read naively: its solutions, and the best of them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

import featured
from featured import Answer, Cover

import excover
from excover.problem.problem import Problem


def subsets(options: int) -> Iterator[Cover]:
    return (cover for size in range(options + 1) for cover in combinations(range(options), size))


# Items and options


class Bounds(NamedTuple):
    low: int
    high: float
    is_colored: bool = False


def allowed(items: Mapping[str, Bounds], options: Sequence[Mapping[str, str]], cover: Cover) -> bool:
    """Whether options, each with its items and their colors, cover every item as often as its bounds say."""
    times = Counter(item for option in cover for item in options[option])
    colors = {item: {options[option][item] for option in cover if item in options[option]} for item in items}
    return all(
        len(colors[item]) <= 1 if bounds.is_colored else bounds.low <= times[item] <= bounds.high
        for item, bounds in items.items()
    )


def by_items(
    items: Mapping[str, Bounds],
    options: Sequence[Mapping[str, str]],
    costs: Sequence[int] = (),
    keeps: Callable[[Cover], bool] = lambda _cover: True,
) -> Answer:
    found = (cover for cover in subsets(len(options)) if allowed(items, options, cover) and keeps(cover))
    return Answer.of(found, lambda cover: sum(costs[option] for option in cover) if costs else 0)


def of_dlx(lines: Iterable[str], _problem: Problem) -> Answer:
    head, *rows = (line for line in lines if not line.startswith("|"))
    primary, _, secondary = f" {head} ".partition(" | ")
    bounds, options, costs = dict[str, Bounds](), list[dict[str, str]](), list[int]()
    for word in primary.split():
        times, _, name = word.rpartition("|")
        low, _, high = (times or "1").partition(":")
        bounds[name] = Bounds(int(low), int(high or low))
    words = [row.split() for row in rows]
    colored = {word.partition(":")[0] for row in words for word in row if ":" in word}
    bounds |= {name: Bounds(0, 1, name in colored) for name in secondary.split()}
    for row in words:
        costs.append(sum(int(word[1:]) for word in row if word.startswith("|")))
        pairs = (word.partition(":") for word in row if not word.startswith("|"))
        options.append({name: color for name, _, color in pairs})
    return by_items(bounds, options, costs)


def of_rows(lines: Iterable[str], _problem: Problem) -> Answer:
    rows = [line.split() for line in lines]
    options = [{str(n): "" for n, digit in enumerate(row) if digit == "1"} for row in rows]
    return by_items({str(n): Bounds(1, 1) for n in range(len(rows[0]))}, options)


def of_hypergraph(lines: Iterable[str], _problem: Problem) -> Answer:
    head, *rows = (line.split() for line in lines if not line.startswith("%"))
    assert len(rows) == int(head[0])
    items = {str(vertex): Bounds(1, 1) for vertex in range(1, int(head[1]) + 1)}
    return by_items(items, [dict.fromkeys(row, "") for row in rows])


def of_json(lines: Iterable[str], _problem: Problem) -> Answer:
    data = json.loads("".join(lines))
    items = {
        str(n): Bounds(item["low"], item["high"] or float("inf") if item["high"] != 0 else 0, item["colored"])
        for n, item in enumerate(data["items"])
    }
    options = [
        dict(zip(map(str, option["items"]), map(str, option.get("colors", option["items"])), strict=True))
        for option in data["options"]
    ]
    sign = {"minimize": 1, "maximize": -1}.get(data.get("goal"), 0)
    costs = [sign * option.get("cost", 0) for option in data["options"]]
    return by_items(items, options, costs, lambda cover: keeps_rules(data, cover))


def keeps_rules(data: Any, cover: Cover) -> bool:
    """Whether some options keep to the sums and rules of a problem in JSON."""
    for each in data["sums"]:
        weights = dict(zip(each["options"], each["weights"], strict=True))
        total = sum(weights.get(option, 0) for option in cover)
        if (
            not (-(10**9) if each["low"] is None else each["low"])
            <= total
            <= (10**9 if each["high"] is None else each["high"])
        ):
            return False
    kinds = {"connected": is_connected, "areas": has_areas, "loop": is_loop, "paths": are_paths}
    return all(kinds[rule["kind"]](rule, cover) for rule in data["rules"])


def hanging(place: int, marked: set[int], near: Sequence[Iterable[int]]) -> set[int]:
    """The marked places that hang together with a place, which is among them if it is marked."""
    found, more = {place}, {place}
    while more:
        more = {other for each in more for other in near[each] if other in marked} - found
        found |= more
    return found & marked


def is_connected(rule: Any, cover: Cover) -> bool:
    marked = {place for option in cover for place in rule["marks"][option]}
    return all(hanging(place, marked, rule["near"]) == marked for place in marked)


def has_areas(rule: Any, cover: Cover) -> bool:
    marked = {place for option in cover for place in rule["marks"][option]}
    asked = (area for area in rule["areas"] if area["option"] is None or area["option"] in cover)
    return all(
        area["least"] <= len(hanging(area["start"], marked, rule["near"])) <= area["most"] for area in asked
    )


def joined(rule: Any, cover: Cover) -> tuple[list[int], list[list[int]]]:
    """The ends of all lines, and the places that they join to each place."""
    ends = [place for option in cover for place in rule["marks"][option]]
    near: list[list[int]] = [[] for _ in rule["places"]]
    for one, other in zip(ends[::2], ends[1::2], strict=True):
        near[one].append(other)
        near[other].append(one)
    return ends, near


def are_paths(rule: Any, cover: Cover) -> bool:
    ends, near = joined(rule, cover)
    labels = {place: label for place, label in enumerate(rule["ends"]) if label is not None}
    if any(ends.count(place) != (1 if place in labels else 2) for place in {*ends, *labels}):
        return False
    parts = (hanging(place, {*ends}, near) for place in ends)
    met = [[labels[place] for place in part if place in labels] for part in parts]
    return all(len(each) == 2 and len({*each}) == 1 for each in met)


def is_loop(rule: Any, cover: Cover) -> bool:
    ends, near = joined(rule, cover)
    marked = set(ends)
    return bool(ends) and all(
        ends.count(place) == 2 and hanging(place, marked, near) == marked for place in marked
    )


# Inequalities and clauses over variables


class Inequality(NamedTuple):
    factors: Mapping[int, int]
    relation: str
    bound: int

    def holds(self, values: Sequence[int]) -> bool:
        total = sum(factor * values[variable] for variable, factor in self.factors.items())
        return {"=": total == self.bound, ">=": total >= self.bound, "<=": total <= self.bound}[self.relation]


def by_variables(
    rows: Sequence[Inequality], variables: int, costs: Mapping[int, int], problem: Problem
) -> Answer:
    """Variables are numbered from 1, options first; no two solutions differ in further variables alone."""
    options, found = len(problem.matrix.options), list[Cover]()
    for values in product([0, 1], repeat=variables):
        if all(row.holds((0, *values)) for row in rows):
            found.append(tuple(k for k in range(options) if values[k]))
    assert len(set(found)) == len(found)
    return Answer.of(found, lambda cover: sum(costs.get(option + 1, 0) for option in cover))


def terms(text: str, pattern: str = r"([+-]?) ?(\d+) x(\d+)") -> dict[int, int]:
    return {int(number): int(sign + factor) for sign, factor, number in re.findall(pattern, text)}


def of_cnf(lines: Iterable[str], problem: Problem) -> Answer:
    """A clause of literals is an inequality: each negative one adds 1 to the bound that falls short."""
    head, *clauses = (line.split() for line in lines if not line.startswith("c"))
    rows = []
    for clause in clauses:
        literals = list(map(int, clause[:-1]))
        factors = {abs(literal): 1 if literal > 0 else -1 for literal in literals}
        rows.append(Inequality(factors, ">=", 1 - sum(literal < 0 for literal in literals)))
    return by_variables(rows, int(head[2]), {}, problem)


def of_opb(lines: Iterable[str], problem: Problem) -> Answer:
    head, *rest = list(lines)
    variables, rows, costs = int(head.split()[2]), list[Inequality](), dict[int, int]()
    for line in rest:
        if line.startswith("min:"):
            costs = terms(line)
        elif not line.startswith("*"):
            left, relation, bound = re.split(r" (>=|=) ", line.rstrip(" ;"))
            rows.append(Inequality(terms(left), relation, int(bound)))
    return by_variables(rows, variables, costs, problem)


def of_lp(lines: Iterable[str], problem: Problem) -> Answer:
    text = " ".join(line for line in lines if not line.startswith("\\"))
    sense, objective, body, names = re.split(r" *cost: *| *Subject To *| *Binary *", text)
    rows = []
    for row in re.split(r"r\d+: ", body)[1:]:
        left, relation, bound = re.split(r" (>=|<=|=) ", row.strip())
        rows.append(Inequality(terms(left), relation, int(bound)))
    sign = {"Minimize": 1, "Maximize": -1}[sense]
    costs = {number: sign * cost for number, cost in terms(objective).items()}
    return by_variables(rows, len(re.findall(r"x\d+", names)), costs, problem)


def of_mps(lines: Iterable[str], problem: Problem) -> Answer:
    section, kinds, sign = "", dict[str, str](), 1
    found: dict[str, dict[str, dict[str, int]]] = {"COLUMNS": {}, "RHS": {}, "RANGES": {}}
    for words in (line.split() for line in lines if not line.startswith((" whole", "*"))):
        if len(words) == 1 and words[0] in ("MIN", "MAX"):
            sign = -1 if words[0] == "MAX" else 1
        elif words[0] in {*found, "NAME", "OBJSENSE", "ROWS", "BOUNDS", "ENDATA"}:
            section = words[0]
        elif section == "ROWS":
            kinds[words[1]] = words[0]
        elif section in found:
            for row, number in zip(words[1::2], words[2::2], strict=True):
                found[section].setdefault(row, {})[words[0]] = int(number)
    rows = []
    for name, kind in kinds.items():
        factors = {int(variable[1:]): factor for variable, factor in found["COLUMNS"].get(name, {}).items()}
        bound = found["RHS"].get(name, {}).get("rhs", 0)
        if kind != "N":
            rows.append(Inequality(factors, {"E": "=", "G": ">=", "L": "<="}[kind], bound))
        if name in found["RANGES"]:
            rows.append(Inequality(factors, "<=", bound + found["RANGES"][name]["range"]))
    variables = {name for row in found["COLUMNS"].values() for name in row}
    costs = {int(name[1:]): sign * cost for name, cost in found["COLUMNS"].get("cost", {}).items()}
    return by_variables(rows, len(variables), costs, problem)


# The language


def of_language(lines: Iterable[str], problem: Problem) -> Answer:
    """By the names of options, which may be in another order."""
    again, numbers = excover.parse("\n".join(lines)), problem.matrix.option_numbers
    found = featured.answer(again)
    names = [numbers[name] for name in again.matrix.options]
    covers = [frozenset(tuple(sorted(names[option] for option in cover)) for cover in part) for part in found]
    return Answer(*covers)


READINGS: dict[str, Callable[[Iterable[str], Problem], Answer]] = {
    "cnf": of_cnf,
    "dlx": of_dlx,
    "hgr": of_hypergraph,
    "json": of_json,
    "knuth": of_dlx,
    "lp": of_lp,
    "matrix": of_rows,
    "mps": of_mps,
    "opb": of_opb,
    "text": of_language,
    "yaml": of_language,
}
