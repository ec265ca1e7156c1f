"""Products of many values, functions of decisions, and blocks whose sizes have names."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest

import excover
from excover.base.diagnostics import SpecError
from excover.base.source import Source
from excover.language.syntax.format import format_spec
from excover.language.syntax.parse import parse


@pytest.mark.parametrize("sign", ["<", "<=", ">", ">=", "!=", "="])
@pytest.mark.parametrize("values", [[1, 2, 3, 4], [-1, 0, 2, 3], [0, 1, 5]])
def test_products_of_many_values_are_compared(sign: str, values: list[int]) -> None:
    """With a number, with a value, and in an alternative."""
    text = f"choose f(k in 1..5) from {{{', '.join(map(str, values))}}} require "
    holds = {
        "<": int.__lt__,
        "<=": int.__le__,
        ">": int.__gt__,
        ">=": int.__ge__,
        "!=": int.__ne__,
        "=": int.__eq__,
    }
    is_so = holds[sign]
    for bound in (-2, 0, 7):
        every = list(product(values, repeat=5))
        rule = f"product(f(k) for k in 1..5) {sign} {bound}"
        assert excover.parse(text + rule).count() == sum(is_so(prod(each), bound) for each in every)
        either = [is_so(prod(each), bound) or each[0] == each[1] for each in every]
        assert excover.parse(f"{text}{rule} or f(1) = f(2)").count() == sum(either)
    of_value = sum(is_so(prod(each[:-1]), each[-1]) for each in every)
    assert excover.parse(f"{text}product(f(k) for k in 1..4) {sign} f(5)").count() == of_value


def test_a_product_of_twenty_values_is_made_step_by_step() -> None:
    problem = excover.parse("choose f(k in 1..20) from 1..4 require product(f(k) for k in 1..20) < 4")
    assert (problem.count(), len(problem.matrix.sums)) == (1 + 20 + 20, 0)


FUNCTIONS = """
board grid 3x3
fill grid with 1..3, once per row, column
def total(r) = sum(grid(r, c) for c in 1..2)
def large(r) = total(r) > 3
"""


def test_functions_may_contain_decisions() -> None:
    problem = excover.parse(FUNCTIONS + "require large(1) and not large(2)")
    assert problem.count() == sum(
        (int(solution.drawing[0]) + int(solution.drawing[1]) > 3)
        > (int(solution.drawing[4]) + int(solution.drawing[5]) > 3)
        for solution in excover.parse(FUNCTIONS).solutions()
    )
    for text in (
        "item x at most once also grid(r, c, v) where large(r) covers x",
        "forbid grid(1, 1, total(1))",
    ):
        with pytest.raises(SpecError, match="depends on which options are chosen"):
            excover.parse(FUNCTIONS + text)
    with pytest.raises(SpecError, match="E362"):
        excover.parse(FUNCTIONS + "let x = total(1)")


def test_blocks_have_sizes_of_names() -> None:
    text = "param n = 2 board grid (n*n) by (n*n) fill grid with 1..n*n, once per row, column, block n by n"
    assert excover.parse(text).count() == 288
    assert "block n by n" in format_spec(parse(Source("x.xc", text)))
    with pytest.raises(SpecError, match="block"):
        excover.parse(text.replace("block n by n", "block n by (n - n)"))
