"""What a matrix derives from its rows: columns, colors, rivals and constraints, against their definitions."""

from __future__ import annotations

import pickle
from array import array
from itertools import combinations

import naive
from effort import steps
from hypothesis import given
from hypothesis import strategies as st
from matrices import exact, queens
from random_matrices import random_matrices

from excover.base.names import ItemName, OptionName
from excover.matrix.capabilities import (
    CardinalityConstraint,
    OptionSets,
    bit_set,
    bits,
    cardinality_constraints,
    dense_bits,
)
from excover.matrix.matrix import UNBOUNDED, Matrix
from excover.problem.problem import parse
from excover.search.engine_table import TREE


def rows(matrix: Matrix) -> list[dict[int, int]]:
    """The items of each option, with their colors."""
    return [dict(matrix.option_entries(option)) for option in range(len(matrix.options))]


@given(st.sets(st.integers(0, 300)))
def test_bit_sets(members: set[int]) -> None:
    some = bit_set(members)
    assert some == sum(1 << member for member in members)
    assert list(bits(some)) == dense_bits(some) == sorted(members)


@given(random_matrices())
def test_columns(matrix: Matrix) -> None:
    every = rows(matrix)
    for item in range(len(matrix.items)):
        users = [option for option, row in enumerate(every) if item in row]
        assert list(matrix.columns[item]) == users
        by_color = {color: set(options) for color, options in matrix.by_color(item).items()}
        assert by_color == {
            color: {option for option in users if every[option][item] == color}
            for color in {every[option][item] for option in users}
        }


@given(random_matrices())
def test_shared_once(matrix: Matrix) -> None:
    every = rows(matrix)
    for pair in combinations(range(len(every)), 2):
        assert matrix.shared_once(pair) == {
            item
            for item in every[pair[0]].keys() & every[pair[1]].keys()
            if matrix.upper[item] == 1 and not matrix.colored[item]
        }


@given(random_matrices())
def test_rivals_are_in_no_cover_together(matrix: Matrix) -> None:
    """By the items that both cover: the bounds of items that may be covered several times are `left`'s."""
    every, sets = rows(matrix), OptionSets(matrix, TREE)
    for option, row in enumerate(every):
        assert set(bits(sets.rivals(option))) == {
            other
            for other, its in enumerate(every)
            if other != option
            for item in row.keys() & its.keys()
            if (row[item] != its[item] if matrix.colored[item] else matrix.upper[item] == 1)
        }


@given(random_matrices(), st.data())
def test_left(matrix: Matrix, data: st.DataObject) -> None:
    """What is left beside some chosen options is what goes together with all of them."""
    sets = OptionSets(matrix, TREE)
    chosen, left = 0, sets.everything & ~sets.unusable
    while left & ~chosen:
        option = data.draw(st.sampled_from(list(bits(left & ~chosen))))
        chosen |= 1 << option
        left = sets.left(left, chosen, option)
        assert set(bits(left & ~chosen)) == {
            other
            for other in range(len(matrix.options))
            if not chosen >> other & 1 and naive.is_within(matrix, (*bits(chosen), other), final=False)
        }


@given(random_matrices())
def test_cardinality_constraints_have_the_covers_as_solutions(matrix: Matrix) -> None:
    def holds(constraint: CardinalityConstraint, cover: frozenset[int]) -> bool:
        chosen = sum(1 for group in constraint.groups if not cover.isdisjoint(group))
        return constraint.lower <= chosen <= constraint.upper

    constraints = list(cardinality_constraints(matrix, TREE))
    options = range(min(len(matrix.options), 8))
    subsets = [frozenset(each) for size in range(len(options) + 1) for each in combinations(options, size)]
    found = {each for each in subsets if all(holds(constraint, each) for constraint in constraints)}
    assert found == {frozenset(cover) for cover in naive.covers(matrix) if set(cover) <= set(options)}


@given(random_matrices())
def test_bounds_that_no_solution_reaches_change_nothing(matrix: Matrix) -> None:
    loosened = matrix.altered(upper=matrix.effective_upper)
    assert list(naive.covers(loosened)) == list(naive.covers(matrix))


def test_bounds_that_some_solution_reaches_are_kept() -> None:
    """Options of two of five cells: at most two of them."""
    two_cells = Matrix.build(
        [(ItemName("p"), 0, most) for most in (1, 2, 3)] + [(ItemName("cell", (k,)), 1, 1) for k in range(5)],
        [(OptionName("o", (k,)), [0, 1, 2, 3 + k, 3 + (k + 1) % 5]) for k in range(5)],
    )
    assert list(two_cells.effective_upper[:3]) == [1, UNBOUNDED, UNBOUNDED]
    assert list(two_cells.altered(upper=array("I", [1, 2, 3] + [2] * 5)).effective_upper[:3]) == [1, 2, 3]


def test_what_is_derived_is_made_once_and_not_pickled() -> None:
    matrix = queens(6)
    bare = len(pickle.dumps(matrix))
    assert matrix.columns is matrix.columns
    assert matrix.option_numbers[matrix.options[5]] == 5
    assert matrix.item_numbers[matrix.items[7]] == 7
    assert len(pickle.dumps(matrix)) == bare
    assert pickle.loads(pickle.dumps(matrix)).columns == matrix.columns
    assert list(matrix.restricted([3, 4]).columns[0]) == [0, 1]  # of the first row


@given(random_matrices())
def test_an_option_without_an_exact_item(matrix: Matrix) -> None:
    def is_free(option: int) -> bool:
        bounds = [(matrix.lower[i], matrix.upper[i], matrix.colored[i]) for i in matrix.option_items(option)]
        return (1, 1, 0) not in bounds and all(upper for _, upper, _ in bounds)

    found = matrix.free_option
    assert is_free(found) if found is not None else not any(map(is_free, range(len(matrix.options))))


def test_that_options_have_exact_items_is_seen_without_a_step_for_each() -> None:
    few, many = (exact(2, [[n % 2, 2]] * number, secondary=1) for n, number in ((0, 10), (1, 10_000)))
    assert steps(lambda: many.free_option) == steps(lambda: few.free_option)
    assert many.free_option is None


def test_items_of_rules_are_named_on_demand_and_pickled_by_their_names() -> None:
    rules = "require count(f(j) for j in i..4) < 3 for i in 1..2 require any(f(j) for j in 1..3)"
    items = parse(f"choose f(i in 1..4) {rules}").matrix.items
    names = [(str(item), item.in_words) for item in items]
    assert names[-3:] == [
        ("rule_1[1]", "require count(f(j) for j in i..4) < 3 with i = 1"),
        ("rule_1[2]", "require count(f(j) for j in i..4) < 3 with i = 2"),
        ("rule_2[1]", "require any(f(j) for j in 1..3)"),
    ]
    assert [(str(item), item.in_words) for item in pickle.loads(pickle.dumps(items))] == names
