"""Random walks against the tree they walk: right on average, honest intervals, the same again for a seed."""

from __future__ import annotations

import json
import math
import re
import signal
import sys
from collections import defaultdict
from pathlib import Path
from statistics import fmean, stdev
from typing import Any
from xml.etree import ElementTree

import pytest
from cancelling import ending_when
from commands import Run
from effort import HANGS, examples, with_more_time
from extras import module_or_skip
from hypothesis import given, settings
from hypothesis import strategies as st
from matrices import exact, langford, latin_squares, queens
from written_matrices import random_matrices

import excover
from excover.apps.cli.commands.sample import rounded
from excover.matrix.matrix import Matrix
from excover.render.chart import counts_of_groups, running_estimate
from excover.search._core import Problem, RandomWalks
from excover.search.engine import Engine, Strategy
from excover.search.estimate import Profile, estimate, profile, student
from excover.search.search_tree import grow
from excover.search.tuning import tuned


@given(random_matrices())
def test_the_profile_has_the_nodes_of_the_search(matrix: Matrix) -> None:
    engine = Engine(matrix, excover.Run(strategy=Strategy("sparse")), keep_covers=False)
    while not engine.is_over:
        engine.run_slice()
    found = profile(matrix)
    assert found == Profile(found.levels, engine.outcome.count, exhausted=True)
    assert sum(found.levels) == engine.outcome.statistics.nodes
    assert found.levels[0] == 1


@given(random_matrices(), st.integers(0, 2**64 - 1))
@settings(max_examples=examples(50))
def test_small_trees_are_walked_whole(matrix: Matrix, seed: int) -> None:
    """Where few options are alive the rest is searched; so a small tree is known exactly, level by level."""
    found, known = estimate(matrix, 20, seed), profile(matrix)
    assert found.solutions.mean == known.solutions
    assert [level.mean for level in found.levels] == list(known.levels)


def weights(matrix: Matrix) -> list[list[int]]:
    """What walks can add, for the solutions and for each level: the product of the branches above a node.

    A walk meets a node with the inverse of its weight as probability. So on average it adds the number of
    nodes, and the square of what it adds is, on average, the sum of their weights (Knuth 1975, theorem 2).
    """
    levels: dict[int, list[int]] = defaultdict(list)
    solutions: list[int] = []
    left = [(grow(matrix).root, 1, 0)]
    while left:
        node, weight, depth = left.pop()
        last = depth + len(node.moves)  # each of them is a node with one branch
        for level in range(depth, last + 1):
            levels[level].append(weight)
        if node.end == "solution":
            solutions.append(weight)
        left += [(branch.node, weight * len(node.branches), last + 1) for branch in node.branches]
    return [solutions, *(levels[level] for level in sorted(levels))]


@given(random_matrices(), st.integers(0, 2**64 - 1))
@settings(max_examples=examples(50))
def test_plain_walks_are_right_on_average(matrix: Matrix, seed: int) -> None:
    """Level by level, within Bernstein's inequality for independent walks of known variance: farther off than
    this, one in 10**10 of right means is.
    """
    known, walks, t = profile(matrix), 4000, math.log(2 * 10**10)
    core = RandomWalks(native(matrix), seed, searching=False)
    core.run(walks, HANGS)
    means = [core.solutions / walks, *(nodes / walks for nodes in core.nodes)]
    expected = weights(matrix)
    assert [len(each) for each in expected] == [known.solutions, *known.levels]
    assert len(means) <= len(expected)
    for k, each in enumerate(expected):
        variance = sum(each) - len(each) ** 2
        reach = math.sqrt(2 * variance * t / walks) + max(each, default=0) * t / (3 * walks)
        assert abs((means[k] if k < len(means) else 0.0) - len(each)) <= reach + 1e-9


def larger() -> list[Matrix]:
    """Trees that are not walked whole."""
    return [queens(9), langford(8), latin_squares(4), excover.load("soma").matrix]


@pytest.mark.slow
@pytest.mark.parametrize("matrix", larger(), ids=["queens", "langford", "latin", "soma"])
def test_the_mean_tends_to_the_truth(matrix: Matrix) -> None:
    known = profile(matrix)
    assert known.exhausted
    found = estimate(matrix, 4000, seed=1)
    assert found.solutions.mean == pytest.approx(known.solutions, rel=0.15)
    assert found.nodes.mean == pytest.approx(sum(known.levels), rel=0.1)
    for level, nodes in zip(found.levels, known.levels, strict=True):
        assert level.mean == pytest.approx(nodes, rel=0.2)


@pytest.mark.slow
def test_intervals_hold_what_they_promise() -> None:
    """Of 95 %, at least 85 %: too few walks for the tail make them too narrow, as the documents say."""
    matrix, number = queens(9), examples(160)
    held = [estimate(matrix, 300, seed).solutions for seed in range(number)]
    assert sum(each.low <= 352 <= each.high for each in held) >= 0.85 * number
    assert all(each.high < math.inf for each in held)


def test_the_same_seed_walks_the_same_however_it_is_cut() -> None:
    problem = native(queens(9))
    whole, pieces, other = (RandomWalks(problem, seed) for seed in (7, 7, 8))
    whole.run(500, HANGS)
    other.run(500, HANGS)
    for walks in (1, 2, 197, 300):
        pieces.run(walks, HANGS)
    assert (whole.walks, whole.solutions, whole.nodes) == (pieces.walks, pieces.solutions, pieces.nodes)
    assert whole.nodes != other.nodes
    pieces.forget()
    assert (pieces.walks, pieces.solutions, pieces.nodes) == (0, 0, [0])


def native(m: Matrix) -> Problem:
    return Problem(m.lower, m.upper, m.colored, m.starts, m.entries, m.colors)


def test_batches_do_not_change_the_mean() -> None:
    """However many walks there are, and whether they fill the last batch or not."""
    matrix = queens(9)
    problem = native(matrix)
    for walks in (2, 63, 64, 65, 200, 1000):
        core = RandomWalks(problem, 3)
        core.run(walks, HANGS)
        found = estimate(matrix, walks, 3)
        assert found.walks == walks
        assert found.solutions.mean == pytest.approx(core.solutions / walks)
        assert found.trace[-1] == (walks, pytest.approx(found.solutions.mean))
        assert found.batches <= 64


def rarely(matrix: Matrix, ways: int) -> Matrix:
    """One more item, and so many more options that cover everything; so one walk in many meets the matrix."""
    count = len(matrix.items)
    rows = [matrix.option_items(option) for option in range(len(matrix.options))]
    return exact(count + 1, [*([range(count + 1)] * ways), [count], *rows])


@pytest.mark.slow
def test_a_large_part_that_is_met_rarely_does_not_take_for_ever() -> None:
    """Trials before the first walk do not meet it: 45 choices of two below one branch of 800."""
    trap = rarely(exact(45, [[k // 2] for k in range(90)]), 800)
    assert estimate(trap, 2000).nodes.mean > 2**40


@pytest.mark.slow
def test_a_part_that_is_too_large_to_be_searched_is_walked() -> None:
    """It has 439,747 nodes, and the trials of most seeds do not meet it; the mean is right nevertheless."""
    matrix = rarely(langford(11), 150)
    known = profile(matrix)
    batches = []
    for seed in range(40):
        core = RandomWalks(native(matrix), seed)
        core.run(200, 60)
        batches.append([core.solutions / 200, *(nodes / 200 for nodes in core.nodes)])
    for k, truth in enumerate([known.solutions, *known.levels]):
        means = [batch[k] if k < len(batch) else 0.0 for batch in batches]
        assert abs(fmean(means) - truth) <= 5 * stdev(means) / math.sqrt(40) + 0.001 * truth


def test_no_solution_and_no_option() -> None:
    assert estimate(exact(1, []), 10).solutions.mean == 0
    assert estimate(exact(0, []), 10).solutions.mean == 1
    none = estimate(exact(2, [[0], [0]]), 10)
    assert (none.solutions.mean, none.nodes.mean, none.is_doubtful) == (0, 1, True)


@pytest.mark.parametrize("asked", [1, 5, 40])
def test_a_stop_ends_a_single_walk(asked: int) -> None:
    """A walk down a large problem takes seconds, and so does a trial before the first."""
    looks: list[int] = []
    with tuned(slice_seconds=1e-6):
        found = estimate(queens(30), 1, run=ending_when(lambda: len(looks) >= asked or looks.append(1)))
    assert (found.walks, len(looks)) == (0, asked)


def test_a_time_limit_and_a_stop_end_the_walks() -> None:
    matrix = excover.load("kanoodle").matrix
    walked = with_more_time(
        lambda seconds: estimate(matrix, 10**12, run=excover.Run.within(seconds=seconds)).walks,
        lambda walks: walks > 0,
    )
    assert walked < 10**12
    assert estimate(matrix, 10**9, run=ending_when(lambda: True)).walks == 0
    assert not profile(matrix, excover.Run.within(seconds=0.05)).exhausted


@pytest.mark.parametrize(("freedom", "t"), [(4, 2.776), (9, 2.262), (31, 2.040), (63, 1.998)])
def test_students_quantiles(freedom: int, t: float) -> None:
    """From the usual tables."""
    assert student(freedom) == pytest.approx(t, abs=0.01)


@pytest.mark.thorough
def test_the_numbers_of_the_article() -> None:
    """Kanoodle's solutions; IQ Fit's, and four times as many ways to place all ten pieces.

    The vertices of IQ Fit at depth 10 were counted for the order of items that excover uses, by a program
    that shares nothing with it: 263,344,022.
    """
    kanoodle = estimate(excover.load("kanoodle").matrix, 20_000, seed=1)
    assert kanoodle.solutions.low <= 371_020 <= kanoodle.solutions.high
    fit = estimate(excover.load("iq-fit-article").matrix, 20_000, seed=1)
    assert fit.solutions.low <= 67_868_848 <= fit.solutions.high
    assert fit.levels[10].low <= 263_344_022 <= fit.levels[10].high


# The command


@pytest.mark.parametrize("asked", [["--exact"], []])
def test_a_small_puzzle_is_known_exactly(run: Run, asked: list[str]) -> None:
    """Whether that is asked for or not."""
    with tuned(speed_seconds=60.0):  # for a busy machine: it takes a hundredth of a second
        status, out, err = run("estimate", "queens", *asked, "--walks", "500")
    assert status == 0
    rows = [line.split() for line in out.splitlines()]
    assert rows[0] == ["estimate", "from", "to", "exact"]
    assert (rows[1][0], rows[1][-1]) == ("solutions", "92")
    assert (rows[2][0], rows[2][-1]) == ("nodes", "1,199")
    assert [row[-1] for row in rows[4:]] == ["1", "8", "42", "138", "274", "298", "210", "136", "92"]
    assert "measuring the speed searched all of it" in err


def test_json(run: Run) -> None:
    status, out, _ = run("estimate", "kanoodle", "--walks", "50", "--json")
    data = json.loads(out)
    assert status == 0
    assert data["known"] == 371_020
    assert data["count"]["low"] <= data["count"]["mean"] <= data["count"]["high"]
    assert len(data["levels"]) == 13
    assert data["exact"] is None
    assert run("estimate", "kanoodle", "--walks", "50", "--json")[1][:200] == out[:200]


def test_a_parameter_or_a_clue_makes_the_expected_number_another(run: Run) -> None:
    _, out, _ = run("estimate", "queens", "-p", "n=20", "--walks", "5", "--json")
    assert json.loads(out)["known"] is None


def test_a_limit_before_the_walks_is_status_3(run: Run) -> None:
    status, _, err = run("estimate", "kanoodle", "--walks", "1000000000", "--time-limit", "0.1")
    assert status == 3
    assert re.search(r"^stopped by --time-limit after [\d,]+ of 1,000,000,000 walks$", err, re.MULTILINE)


def test_without_a_walk_nothing_is_known(run: Run) -> None:
    """An estimate of 0 would be one."""
    _, out, err = run("estimate", "kanoodle", "--time-limit", "0.000001")
    assert out.splitlines()[1].split()[:4] == ["solutions", "unknown", "0", "unknown"]
    assert "use a longer --time-limit" in err
    _, out, _ = run("estimate", "kanoodle", "--time-limit", "0.000001", "--json")
    data = json.loads(out)
    assert (data["walks"], data["count"]["mean"], data["doubtful"]) == (0, None, True)


@pytest.mark.parametrize("json_too", [False, True])
def test_a_signal_ends_the_walks_before_the_speed_is_measured(
    run: Run, monkeypatch: pytest.MonkeyPatch, json_too: bool
) -> None:
    """What was not measured is not told."""
    walking = excover.search.estimate.RandomWalks.run

    def interrupted(self: Any, walks: int, seconds: float) -> None:
        while not self.walks:
            walking(self, walks, seconds)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("excover.search.estimate.RandomWalks.run", interrupted)
    status, out, err = run("estimate", "kanoodle", "--walks", "1000000", *["--json"] * json_too)
    assert status == 130
    if json_too:
        data = json.loads(out)
        assert data["walks"] >= 1
        assert data["nodes_per_second"] is None
        assert set(data["seconds"].values()) == {None}
        return
    assert "seconds to list all  unknown  unknown  unknown" in re.sub(" {2,}", "  ", out)
    assert "nodes a second" not in err
    assert re.search(r"^interrupted after \d+ of 1,000,000 walks$", err, re.MULTILINE)


def test_a_plot(run: Run, tmp_path: Path) -> None:
    module_or_skip("matplotlib")
    file = tmp_path / "plot.svg"
    status, _, err = run("estimate", "kanoodle", "--walks", "100", "--plot", str(file))
    assert status == 0
    assert err.startswith(f"{file}: 100 walks\n")
    assert "</svg>" in file.read_text()


@pytest.mark.parametrize(
    ("name", "told"), [("plot.doc", "end the name with .svg, .png or .pdf"), ("no/plot.svg", "cannot write")]
)
def test_a_plot_is_refused_at_once(run: Run, tmp_path: Path, name: str, told: str) -> None:
    module_or_skip("matplotlib")
    status, out, err = run("estimate", "kanoodle", "--walks", "1000000000", "--plot", str(tmp_path / name))
    assert (status, out) == (2, "")
    assert told in err
    assert not list(tmp_path.iterdir())


def test_without_matplotlib_a_plot_is_refused_at_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    status, out, err = run("estimate", "kanoodle", "--walks", "1000000000", "--plot", "plot.svg")
    assert (status, out) == (2, "")
    assert "pip install 'excover[plot]'" in err


def test_a_plot_of_groups_of_solutions(run: Run, tmp_path: Path) -> None:
    module_or_skip("matplotlib")
    file = tmp_path / "plot.svg"
    assert run(f"count queens -p n=6 --by row --plot {file}").out.split()[0] == "4"
    assert len(bars_of(file.read_bytes())) == 1
    assert run(f"count queens -p n=3 --by queen --plot {tmp_path}/none.svg").status == 1
    for words, told in (
        ("count queens --plot", "--plot needs --by"),
        ("count queens --by row --limit 1 --plot", "--limit"),
    ):
        ran = run(f"{words} {tmp_path}/none.svg")
        assert (ran.status, told in ran.err) == (2, True)
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("groups", [1, 60, 61, 3000])
def test_any_groups_can_be_plotted(groups: int) -> None:
    module_or_skip("matplotlib")
    counts = {f"$x$ <{n}> {'long ' * (n % 30)}": 10 ** (n % 400) for n in range(groups)}
    assert len(bars_of(counts_of_groups(counts, "$<&", "svg"))) == groups


def bars_of(picture: bytes) -> list[ElementTree.Element]:
    """Those of a plot: the first patch of its axes is the background, and the last four are the frame."""
    svg = "{http://www.w3.org/2000/svg}"
    axes = next(
        each for each in ElementTree.fromstring(picture).iter(f"{svg}g") if each.get("id") == "axes_1"
    )
    patches = [each for each in axes.findall(f"{svg}g") if (each.get("id") or "").startswith("patch_")]
    return patches[1:-4]  # without the background and the frame


@pytest.mark.parametrize(
    ("trace", "interval", "exact"),
    [
        ([(1, 0.0)], (0.0, math.inf), None),
        ([(1, 9e9), (9, 90.0), (2000, 100.0)], (80.0, 120.0), 92),
        ([(1, math.inf), (2, 1e300)], (0.0, math.inf), 10**15),
        ([(1, 1.7e308), (2, 1.7e308)], (1.6e308, 1.7e308), None),
    ],
)
def test_any_estimate_can_be_plotted(
    trace: list[tuple[int, float]], interval: tuple[float, float], exact: int | None
) -> None:
    """None at all, one that was far too high at first, and those without end."""
    module_or_skip("matplotlib")
    ElementTree.fromstring(running_estimate(trace, interval, exact, "a <title> of $x$", "svg"))


@pytest.mark.parametrize(
    ("number", "text"),
    [(999.6, "1,000"), (1.0, "1.00"), (0.5, "0.500"), (123456.0, "123,000"), (1e300, "1.00e+300")],
)
def test_numbers_have_three_digits(number: float, text: str) -> None:
    assert rounded(number) == text
