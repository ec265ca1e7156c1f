"""Branch and bound against the definition: the least cost of all solutions."""

from array import array
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from naive import covers
from test_search import random_matrices

import excover
from excover.solve.cheapest import Improvements


@given(st.data(), st.sampled_from(["minimize", "maximize"]))
def test_the_last_improvement_is_a_best_solution(data: st.DataObject, goal: str) -> None:
    matrix = data.draw(random_matrices())
    costs = data.draw(
        st.lists(st.integers(-9, 9), min_size=len(matrix.options), max_size=len(matrix.options))
    )
    priced = replace(matrix, costs=array("q", costs))
    totals = [sum(costs[option] for option in cover) for cover in covers(matrix)]
    found = [sum(costs[option] for option in cover) for cover in Improvements(priced, goal)]
    better = min if goal == "minimize" else max
    assert found[-1:] == ([better(totals)] if totals else [])
    assert found == sorted(set(found), reverse=goal == "minimize")


def test_a_description_says_what_is_best() -> None:
    crew = excover.parse("""
        table pairing
          |name cost legs*
          |p1   5    1,2
          |p2   6    3,4
          |p3   16   1,2,3,4
        item leg[1..4]
        option fly(p in pairing) covers (leg[l] for l in p.legs) cost p.cost
        minimize
    """)
    best = crew.best()
    assert best is not None
    assert (best.cost, [str(option) for option in best]) == (11, ['fly(pairing["p1"])', 'fly(pairing["p2"])'])
