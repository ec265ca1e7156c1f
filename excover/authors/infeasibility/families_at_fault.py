"""Rules about what items are covered at most that no solution keeps to, as few as possible.

>>> from excover.problem.problem import parse
>>> text = "board b 1x4 shapes p\\n  |AA\\nplace free p on b each 2 times require p apart"
>>> broken_rules(parse(text).matrix, {"p_apart": "require p apart"})
'no solution keeps to `require p apart`'
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Mapping, Sequence

from excover.authors.infeasibility.bounds import NODES, fewest, has_solution
from excover.base.words import listed
from excover.matrix.matrix import UNBOUNDED, Matrix
from excover.search.outcome import Unfinished
from excover.search.run import UNLIMITED, Run


def broken_rules(matrix: Matrix, rules: Mapping[str, str], run: Run = UNLIMITED) -> str:
    """Which of the ``rules`` of families of items there is no solution with, in words, for a matrix that has
    none; empty if it has none without them either, or if that is not known within a budget of nodes.
    """
    families = {item.family for item in matrix.items} & rules.keys()
    stated = [rule for rule in dict.fromkeys(rules.values()) if any(rules[each] == rule for each in families)]
    asked = run.aside(nodes=min(run.budget.nodes or NODES, NODES))
    try:
        if not stated or not has_solution(_with(matrix, rules, ()), asked):
            return ""
    except Unfinished:
        return ""

    def refutes(kept: Sequence[str]) -> bool:
        try:
            return bool(kept) and not has_solution(_with(matrix, rules, kept), asked)
        except Unfinished:
            return False

    needed = fewest(stated, refutes)
    return f"no solution keeps to {listed(needed, 'and')}{' together' if len(needed) > 1 else ''}"


def _with(matrix: Matrix, rules: Mapping[str, str], kept: Collection[str]) -> Matrix:
    """The items of the other rules may be covered any number of times."""
    lower, upper = array("I", matrix.lower), array("I", matrix.upper)
    for number, item in enumerate(matrix.items):
        if item.family in rules and rules[item.family] not in kept:
            lower[number], upper[number] = 0, UNBOUNDED
    return matrix.replaced(lower=lower, upper=upper)
