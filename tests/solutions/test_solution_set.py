"""All solutions at once, in the description's words: against the list of them."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import naive
import pytest
from cancelling import ending_when
from goldens import Golden
from hypothesis import given
from hypothesis import strategies as st
from test_graph import countable

import excover
from excover import SolutionSet, SpecError
from excover.apps.cli import main
from excover.matrix.matrix import Matrix
from excover.search import diagram, diagram_file
from excover.search.diagram import Diagram
from excover.search.run import Run
from excover.search.strategy import Strategy

pytestmark = pytest.mark.outer

TRAYS = """\
puzzle "Two trays"
board left 2x3
board right
  |..#
  |...
shapes piece
  |AA BBB CCC
  |.. B.. CC.
place free piece on left
place free piece on right
"""
COINS = """\
item slot[1..3]
option coin(s in 1..3, v in {1, 10, 100}) covers slot[s] cost v
draw coin(s, v) at (1, s) as v
minimize
"""
LISTED = [
    *("cylinder", "hexiamonds", "instant-insanity", "iq-fit-120", "jigsaw-latin", "kanoodle-start", "killer"),
    *(
        "langford",
        "latin",
        "nonogram",
        "queens",
        "scott",
        "secondary",
        "sudoku-4x4",
        "sudoku-x",
        "tetrahexes",
    ),
    *("tetrominoes", "timetable", "toroidal-queens", "word-square", "copies", "matchings", "crew", "steiner"),
]


def problem_of(name: str) -> excover.Problem:
    own = {"trays": TRAYS, "coins": COINS}
    return excover.parse(own[name]) if name in own else excover.load(name)


@pytest.mark.parametrize("name", [*LISTED, "trays", "coins"])
def test_a_solution_set_agrees_with_the_list(name: str) -> None:
    problem = problem_of(name)
    solution_set, listed = SolutionSet.of(problem), list(problem.solutions())
    assert solution_set.count == len(listed) == len(list(solution_set))
    assert set(solution_set) == set(listed)
    for k in {0, len(listed) // 2, len(listed) - 1}:
        assert solution_set[k] == solution_set[k - len(listed)] == next(islice(solution_set, k, None))
    chosen = Counter(option for solution in listed for option in solution)
    assert {option: used for option, used in solution_set.uses().items() if used} == chosen


@pytest.mark.parametrize("name", [*LISTED, "trays", "coins"])
def test_a_heat_map_agrees_with_the_list(name: str) -> None:
    problem = problem_of(name)
    if not any(problem.compiled.markings):
        with pytest.raises(excover.SpecError, match="E604"):
            SolutionSet.of(problem).heat()
        return
    heat = SolutionSet.of(problem).heat()
    held = Counter(
        place
        for solution in problem.solutions()
        for place in {
            (marking.canvas, marking.mark, cell)
            for markings in solution.markings
            for marking in markings
            for cell in marking.cells
        }
    )
    number = {id(canvas): k for k, canvas in enumerate(problem.compiled.canvases)}
    assert heat.solutions == problem.count()
    assert {(number[id(p.canvas)], p.mark, cell): n for p in heat.maps for cell, n in p.held.items()} == held


def test_there_may_be_no_solution() -> None:
    solution_set = SolutionSet.of(excover.load("queens", {"n": 3}))
    assert (solution_set.count, bool(solution_set), list(solution_set), solution_set.heat().maps) == (
        0,
        False,
        [],
        [],
    )
    with pytest.raises(IndexError, match="there is no solution 0"):
        solution_set[0]
    with pytest.raises(IndexError, match="there is no solution to draw"):
        solution_set.sample(seed=1)


def test_an_unfinished_solution_set_says_what_was_spent() -> None:
    for budget, spent in ((excover.Budget(seconds=0), "seconds"), (excover.Budget(nodes=1), "nodes")):
        with pytest.raises(
            excover.Unfinished, match=f"the budget of {spent} was spent before the answer was known"
        ):
            SolutionSet.of(excover.load("sudoku"), Run(budget))


def test_samples_repeat_with_their_seed() -> None:
    solution_set = SolutionSet.of(excover.load("scott"))
    drawn = solution_set.sample(50, seed=7)
    assert drawn == solution_set.sample(50, seed=7) != solution_set.sample(50, seed=8)
    assert drawn[:3] == solution_set.sample(3, seed=7)
    assert set(drawn) <= set(solution_set)


def test_the_best_come_first() -> None:
    solution_set = SolutionSet.of(excover.parse(COINS))
    assert [solution.cost for solution in islice(solution_set.ranked(), 5)] == [3, 12, 12, 12, 21]
    dear = SolutionSet.of(excover.parse(COINS.replace("minimize", "maximize")))
    assert [solution.cost for solution in islice(dear.ranked(), 5)] == [300, 210, 210, 210, 201]
    with pytest.raises(SpecError, match="no goal"):
        SolutionSet.of(excover.load("latin")).ranked()


def test_a_solution_set_is_kept_in_a_file(tmp_path: Path) -> None:
    problem = excover.load("scott")
    solution_set = SolutionSet.of(problem)
    solution_set.diagram.save(tmp_path / "scott.diagram")
    again = SolutionSet.load(tmp_path / "scott.diagram", problem)
    assert list(again) == list(solution_set)
    corner = excover.load("scott", given="F")
    assert SolutionSet.load(tmp_path / "scott.diagram", corner).count == corner.count()
    with pytest.raises(SpecError, match=r"E605.* of another description"):
        SolutionSet.load(tmp_path / "scott.diagram", excover.load("latin"))
    with pytest.raises(OSError, match="No such file"):
        SolutionSet.load(tmp_path / "other", problem)


def forged(tmp_path: Path, problem: excover.Problem, left_out: int) -> str:
    """A file with the right checksums whose diagram leaves out the solutions with any of so many options."""
    diagram = SolutionSet.of(problem).diagram
    file = tmp_path / "forged"
    diagram.restricted(range(left_out)).save(file)
    return str(file)


@pytest.mark.slow
def test_a_file_that_leaves_solutions_out_is_found_out_by_counting_them(tmp_path: Path) -> None:
    problem = excover.load("scott")
    file = forged(tmp_path, problem, 20)
    part = SolutionSet.load(file, problem)
    assert 0 < part.count < 520
    assert (part.is_proven, part.given("F").is_proven, SolutionSet.of(problem).is_proven) == (
        False,
        False,
        True,
    )
    assert set(part) < set(SolutionSet.of(problem)), "what it has are solutions"
    with pytest.raises(SpecError, match=rf"E605.*forged leaves solutions out: it has {part.count} of 520"):
        SolutionSet.load(file, problem, recount=True)
    SolutionSet.of(problem).diagram.save(file)
    whole = SolutionSet.load(file, problem, recount=True)
    assert (whole.count, whole.is_proven) == (520, True)
    corner = excover.load("scott", given="F")
    assert SolutionSet.load(file, corner, recount=True).count == corner.count()


def test_a_file_that_says_there_is_no_solution_is_not_believed(tmp_path: Path) -> None:
    """Nor where it is a part that has none: a search for one settles it, as far as the run goes."""
    problem = excover.load("scott")
    file = forged(tmp_path, problem, len(problem.matrix.options))
    with pytest.raises(SpecError, match=r"leaves solutions out: it has 0 of at least 1"):
        SolutionSet.load(file, problem)
    with pytest.raises(excover.Unfinished):
        SolutionSet.load(file, problem, run=Run.within(seconds=0))
    none = excover.load("queens", {"n": 3})
    SolutionSet.of(none).diagram.save(file)
    assert not SolutionSet.load(file, none)


@pytest.mark.slow
def test_recounting_on_the_command_line(tmp_path: Path, capsys: Capture) -> None:
    problem = excover.load("scott")
    file = forged(tmp_path, problem, 20)
    for command in (["sample", "--seed", "1"], ["heatmap"], ["starts", "--pieces", "1"], ["diagram"]):
        capsys.readouterr()
        line = [command[0], "scott", "--load", file, *command[1:]]
        assert main(line) == 0
        assert f"{file} is taken to be complete; only --recount proves it\n" in capsys.readouterr().err
        assert main([*line, "--recount"]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert "leaves solutions out: it has" in err
        assert main([*line, "--recount", "--time-limit", "0"]) == 3
    SolutionSet.of(problem).diagram.save(file)
    capsys.readouterr()
    assert main(["sample", "scott", "--load", file, "--recount", "--index", "1"]) == 0
    assert "--recount" not in capsys.readouterr().err
    assert main(["sample", "scott", "--recount"]) == 2
    assert "--recount needs --load FILE" in capsys.readouterr().err


ALL_KNOWN = {"status": "solved", "exhausted": True, "stopped_by": None, "proven": True}
"""What is told in JSON of all solutions, beside their number and the seconds."""

CLUED = [
    ("queens", "Q"),
    ("queens", ".......Q\n"),
    ("kanoodle-start", "A"),
    ("scott", "F"),
    ("secondary", [excover.OptionName("r100")]),
    ("secondary", [excover.OptionName("r100"), excover.OptionName("r010")]),
    ("copies", "AA\nA"),
    ("word-square", "s"),
    ("tetrahexes", "I"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "clues"), CLUED)
def test_further_givens_need_no_new_search(name: str, clues: str | list[excover.OptionName]) -> None:
    solution_set = SolutionSet.of(excover.load(name))
    part, listed = solution_set.given(clues), excover.load(name, given=clues)
    assert set(part) == set(listed.solutions())
    assert part.count == listed.count()
    assert part.uses().items() >= {o: n for o, n in SolutionSet.of(listed).uses().items() if n}.items()
    assert unique_pairs(part) == unique_pairs(SolutionSet.of(listed))


def unique_pairs(solution_set: SolutionSet) -> int:
    """Up to symmetry, which numbers options in its own way."""
    starts = solution_set.starts(2, up_to_symmetry=True)
    assert len(list(starts)) == starts.unique
    return starts.unique


@given(countable(), st.sets(st.integers(0, 8), max_size=3), st.sets(st.integers(0, 8), max_size=4))
def test_parts_of_a_diagram(matrix: Matrix, banned: set[int], wanted: set[int]) -> None:
    options = set(range(len(matrix.options)))
    part = Diagram(matrix).restricted(banned & options, wanted & options)
    expected = [
        cover
        for cover in naive.covers(matrix)
        if banned.isdisjoint(cover) and (wanted.intersection(cover) or not wanted & options)
    ]
    assert sorted(part) == sorted(expected)
    assert part.count == len(expected)


def test_givens_upon_givens() -> None:
    solution_set = SolutionSet.of(excover.load("sudoku-4x4"))
    once = solution_set.given("1")
    assert (solution_set.count, once.count, once.given("12").count) == (288, 72, 24)
    assert once.given(None) is once
    assert str(once.given("12")[0]).startswith("12")
    with pytest.raises(SpecError, match="contradict"):
        once.given("2")


# The commands


Capture = pytest.CaptureFixture[str]


@pytest.fixture
def spec(tmp_path: Path) -> str:
    """A small puzzle with two boards and a hole."""
    (tmp_path / "trays.xc").write_text(TRAYS)
    return str(tmp_path / "trays.xc")


def test_a_heat_map_has_numbers_in_their_order() -> None:
    """Whatever is given in the first cells."""
    grid = "board grid 4x4\nfill grid with 1..4, once per row, column, block 2x2\n"
    problem = excover.parse(grid + "given\n  |43..\n  |....\n  |....\n  |....\n")
    assert [each.mark for each in SolutionSet.of(problem).heat().maps] == ["1", "2", "3", "4"]


def test_heat_map_as_tables(capsys: Capture, spec: str, golden: Golden) -> None:
    for name, arguments in {"trays": [spec], "soma": ["soma"], "tetrahexes": ["tetrahexes"]}.items():
        assert main(["heatmap", *arguments]) == 0
        golden(f"solution_set/{name}.txt", capsys.readouterr().out)


def test_heat_map_as_data(capsys: Capture, spec: str, golden: Golden) -> None:
    assert main(["heatmap", spec, "--json"]) == 0
    out, err = capsys.readouterr()
    data = json.loads(out)
    assert data.pop("seconds") >= 0
    golden("solution_set/trays.json", json.dumps(data) + "\n")
    assert not err


def test_heat_map_as_a_picture(capsys: Capture, spec: str, tmp_path: Path, golden: Golden) -> None:
    picture = tmp_path / "trays.svg"
    assert main(["heatmap", spec, "--svg", str(picture)]) == 0
    golden("solution_set/trays.svg", picture.read_text())
    texts = [text.text for text in ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}text")]
    assert texts[:7] == ["A on left", "25", "50", "25", "25", "50", "25"]
    assert texts[-3:] == ["Two trays: percent of 4 solutions", "0", "100"]
    capsys.readouterr()
    assert main(["heatmap", spec, "--svg", str(tmp_path / "none" / "trays.svg")]) == 2
    assert capsys.readouterr().err.endswith("trays.svg`: No such file or directory\n")


def test_the_picture_in_the_documents_is_what_the_command_draws() -> None:
    heat = SolutionSet.of(excover.load("kanoodle")).heat()
    committed = Path(__file__).parents[2] / "docs" / "kanoodle-heat.svg"
    assert committed.read_text() == heat.svg() + "\n"


def test_a_heat_map_of_edges_has_colored_lines() -> None:
    """An edge has no area: each of the two ways to cover an L of edges twice colors four of them."""
    text = "board b square_edges\n  |+-+\n  || |\n  |+-+\nshapes s square_edges\n  |+L+\n  |L\n  |+\n"
    heat = SolutionSet.of(excover.parse(f"{text}place free s on b each 2 times")).heat()
    widths = re.findall(r'stroke="#[0-9a-f]{6}" stroke-width="12"', heat.svg())
    assert len(widths) == 4 + 1  # and the empty board below them


def test_pictures_escape_what_a_description_says() -> None:
    mark = "<script>\u202e"
    heat = SolutionSet.of(
        excover.parse(f'puzzle "{mark}" item a option x() covers a draw x() at (1, 1) as "{mark}"')
    ).heat()
    assert "<script" not in heat.svg()
    assert "\u202e" not in heat.svg() + str(heat)
    assert heat.svg().count("&lt;script&gt;\\u202e") == 3


def test_marks_of_several_characters(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "coins.xc").write_text(COINS)
    assert main(["heatmap", str(tmp_path / "coins.xc")]) == 0
    head, shares = capsys.readouterr().out.splitlines()
    assert (head.split(), shares.split()) == (["1", "10", "100"], ["33"] * 9)


def test_words_that_cross_are_counted_once() -> None:
    heat = SolutionSet.of(excover.load("word-square")).heat()
    corner = [mark_map.held[0, 0, 0] for mark_map in heat.maps if (0, 0, 0) in mark_map.held]
    assert sum(corner) == heat.solutions


def test_sample_by_number_is_what_the_graph_lists(capsys: Capture) -> None:
    listed = list(excover.load("queens").solutions(Run(strategy=Strategy("graph"))))
    assert main(["sample", "queens", "--index", "3", "--index", "-1", "--json"]) == 0
    shown = [json.loads(line)["drawing"] for line in capsys.readouterr().out.splitlines()]
    assert shown == [listed[2].drawing.splitlines(), listed[-1].drawing.splitlines()]


def test_sample_reports_its_seed(capsys: Capture) -> None:
    assert main(["sample", "queens", "-n", "2"]) == 0
    out, err = capsys.readouterr()
    assert len(out.split("\n\n")) == 2
    assert err.startswith("drawn from 92 solutions with --seed ")
    assert main(["sample", "queens", "-n", "2", *err.split()[-2:]]) == 0
    assert capsys.readouterr().out == out


def test_sample_the_best(capsys: Capture) -> None:
    assert main(["sample", "crew", "--best", "9"]) == 0
    out, err = capsys.readouterr()
    assert out == 'fly(tours["A"]), fly(tours["B"])\n\nfly(tours["C"]), fly(tours["D"]), fly(tours["E"])\n'
    assert err == "the best of 2 solutions: cost 16, 18\n"


def test_diagram(capsys: Capture, tmp_path: Path) -> None:
    saved, drawn = tmp_path / "queens", tmp_path / "queens.dot"
    assert main(["diagram", "queens", "--save", str(saved), "--dot", str(drawn)]) == 0
    assert capsys.readouterr().out == "92 solutions in 443 nodes and 534 edges\n"
    assert drawn.read_text().count("->") == 534
    assert main(["diagram", "queens", "--load", str(saved), "--json"]) == 0
    sizes = json.loads(capsys.readouterr().out)
    assert sizes.pop("seconds") >= 0
    known = {"version": 1, **ALL_KNOWN, "count": 92, "nodes": 443, "edges": 534}
    assert sizes == {**known, "proven": False}
    assert main(["diagram", "queens", "--load", str(saved), "--json", "--recount"]) == 0
    assert json.loads(capsys.readouterr().out).items() >= known.items()


def test_status_without_a_solution(capsys: Capture) -> None:
    for command in ("sample", "heatmap", "diagram"):
        assert main([command, "queens", "-p", "n=3"]) == 1
    assert "no solution" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "status", "told"),
    [
        (
            "sample queens --index 0",
            2,
            "--index 0: solutions run from 1 to 92, or backwards from -1",
        ),
        ("sample queens --index -93", 2, "--index -93: solutions"),
        ("sample queens --best 2", 2, "needs a description with `minimize` or `maximize`"),
        ("sample queens --seed 1 --index 1", 2, "choose one of"),
        ("sample kanoodle --memory 1MB", 3, "error[E601]: the diagram of all solutions needs more than 1 MB"),
        ("heatmap crew", 2, 'draw options: `draw fly(a) at (.., ..) as ".."`'),
        ("heatmap queens --load queens.xc", 2, "cannot read `queens.xc`"),
        ("diagram kanoodle-start --given kanoodle", 2, "there is no file of givens `kanoodle`"),
        ("diagram kanoodle --dot k.dot", 2, "97,583 nodes; at most 500 can be drawn"),
        ("heatmap queens --svg q --png ./q", 2, "two pictures have the same file name"),
        ("heatmap queens --svg none/q", 2, "cannot write `none/q`: No such file or directory"),
        ("diagram queens --save q --dot ./q", 2, "--save and --dot name the same file"),
        (
            "diagram queens --save none/q --time-limit 0",
            2,
            "cannot write `none/q`: No such file or directory",
        ),
        ("diagram queens --dot none/q --time-limit 0", 2, "cannot write `none/q`: No such file or directory"),
        ("sample queens --best 2 --time-limit 0", 2, "needs a description with `minimize` or `maximize`"),
        ("sample queens --seed 1 --best 1 --time-limit 0", 2, "choose one of"),
        ("heatmap crew --time-limit 0", 2, "this description draws nothing"),
        ("diagram queens --load", 2, "requires an argument"),
        ("diagram queens --load ", 2, "requires an argument"),
        ("diagram queens --time-limit -1", 2, "`-1` is not a time"),
    ],
)
def test_the_impossible_is_refused(capsys: Capture, line: str, status: int, told: str) -> None:
    assert main(line.split()) == status
    assert told in capsys.readouterr().err


def test_every_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: Golden) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("this is no diagram")
    Path("rows.01").write_text("10\n01\n")
    pairs = "item pair 2 times\noption take(n in 1..4) covers pair cost n\ncost at most 8"
    monkeypatch.setattr(diagram, "has_frontier_of_rules", lambda _matrix: False)
    monkeypatch.setattr(diagram_file, "MOST_LISTED", 5)
    attempts: list[Callable[[], object]] = [
        lambda: SolutionSet.of(excover.load("kanoodle"), Run(strategy=Strategy(memory=10**6))),
        lambda: SolutionSet.of(excover.parse(pairs)),
        lambda: SolutionSet.of(excover.load("queens", {"n": 90})),
        lambda: SolutionSet.of(excover.load("crew")).heat(),
        lambda: SolutionSet.load("text", excover.load("queens")),
        lambda: SolutionSet.of(excover.load("rows.01")).heat(),
        lambda: excover.prove_count(excover.load("queens"), "certificate", limit=100),
    ]
    told = []
    for attempt in attempts:
        with pytest.raises(SpecError) as refused:
            attempt()
        told.append(str(refused.value))
    golden("solution_set/refusals.txt", "\n\n".join(told) + "\n")


@pytest.mark.slow
def test_few_solutions_need_no_states(tmp_path: Path) -> None:
    """Each `n` excludes three `y`, and some exclude one `n` each: too much to remember on the way through."""
    draw, size = Random(1), 300
    yes, no = ([[f"x{i}", f"{name}{i}"] for i in range(size)] for name in "yn")
    meeting = [(no[i], yes[draw.randrange(size)]) for i in range(size) for _ in range(3)]
    meeting += [(no[i], no[draw.randrange(size)]) for i in range(0, size, 2)]
    for number, pair in enumerate(meeting):
        for option in pair:
            option.append(f"m{number}")
    items = [
        each
        for name in "xynm"
        for each in dict.fromkeys(o for row in yes + no for o in row)
        if each[0] == name
    ]
    first = " ".join(items).replace(" y0 ", " | y0 ", 1)
    file = tmp_path / "wide.dlx"
    file.write_text("\n".join([first, *(" ".join(dict.fromkeys(option)) for option in yes + no)]) + "\n")
    wide = excover.load(file)
    with pytest.raises(ValueError, match="more must be remembered"):
        Diagram(wide.matrix)
    found = SolutionSet.of(wide)
    assert 0 < found.count <= 3
    assert found.count == wide.tally().count


UNBUILT = "before the diagram of all solutions was complete"


@pytest.mark.parametrize("command", ["sample", "heatmap", "diagram", "starts --pieces 1"])
def test_a_limit_while_the_diagram_is_built(command: str, capsys: Capture) -> None:
    """Nothing is known then, not even whether there is a solution."""
    arguments = [*command.split(), "queens", "-p", "n=3", "--threads", "2", "--time-limit", "0"]
    assert main(arguments) == 3
    out, err = capsys.readouterr()
    assert (out, "no solution" in err) == ("", False)
    assert re.match(rf"stopped by --time-limit after \d+\.\d\d s, {UNBUILT}", err)
    assert main([*arguments, "--json"]) == 3
    out, err = capsys.readouterr()
    outcome = json.loads(err)["outcome"]
    assert (out, outcome["status"], outcome["stopped_by"]) == ("", "unknown", "time")


def test_a_limit_when_all_is_known(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved, loaded = str(tmp_path / "queens"), SolutionSet.load
    assert main(["diagram", "queens", "--save", saved]) == 0
    # A busy machine might look at the clock before all is loaded.
    whole = lambda path, problem, memory, run, *, recount: loaded(path, problem, memory, recount=recount)  # noqa: E731
    monkeypatch.setattr(SolutionSet, "load", whole)
    load = ["queens", "--load", saved, "--time-limit", "0"]
    capsys.readouterr()
    assert main(["sample", *load, "--seed", "1"]) == 3
    assert capsys.readouterr().err.endswith("s: 0 shown, drawn from 92 solutions with --seed 1\n")
    assert main(["starts", *load, "--pieces", "2"]) == 3
    told = ": at least 0 of at least 0 starts of 2 options have exactly one completion\n"
    assert capsys.readouterr().err.endswith(told)
    assert main(["starts", *load, "--pieces", "2", "--json"]) == 3
    outcome = json.loads(capsys.readouterr().err)["outcome"]
    assert (outcome["count"], outcome["exhausted"], outcome["stopped_by"]) == (92, False, "time")
    assert main(["heatmap", *load]) in (0, 3)  # a single step, which may end before the clock is looked at


def test_a_budget_in_python() -> None:
    problem, told = excover.load("queens"), list[excover.Progress]()
    with pytest.raises(excover.Unfinished) as unfinished:
        SolutionSet.of(problem, Run(excover.Budget(nodes=100), progress=told.append))
    outcome = unfinished.value.outcome
    assert (outcome.count, outcome.exhausted) == (0, False)
    assert outcome.stopped_by is excover.StoppedBy.NODES
    assert 0 < told[-1].count == outcome.statistics.nodes <= 100
    with pytest.raises(excover.Unfinished):
        SolutionSet.of(problem, ending_when(lambda: True))
    whole = SolutionSet.of(problem, Run(strategy=Strategy(threads=3), progress=told.append))
    assert list(whole) == list(SolutionSet.of(problem))
    assert told[-1].count > 416


def test_what_was_built_is_saved_even_if_it_is_too_large_to_be_drawn(capsys: Capture, tmp_path: Path) -> None:
    saved, drawn = tmp_path / "scott", tmp_path / "scott.dot"
    assert main(["diagram", "scott", "--save", str(saved), "--dot", str(drawn)]) == 2
    assert "at most 500 can be drawn" in capsys.readouterr().err
    assert os.listdir(tmp_path) == ["scott"]
    assert SolutionSet.load(saved, excover.load("scott")).count == 520


PLACED_FIRST = TRAYS.replace("place free piece on left\n", "") + "place free piece on left\n"
CHANGES = {
    "another name of a piece": (TRAYS.replace("A", "X"), True),
    "another title": (TRAYS.replace("Two", "Both"), True),
    "pieces in another order": (
        TRAYS.replace("|AA BBB CCC\n  |.. B.. CC.", "|CCC BBB AA\n  |CC. B.. .."),
        False,
    ),
    "another board": (TRAYS.replace("|..#\n", "|.#.\n"), False),
    "other names of boards": (
        TRAYS.replace("left", "-").replace("right", "left").replace("-", "right"),
        True,
    ),
    "boards in another order": (PLACED_FIRST, False),
    "another piece": (TRAYS.replace("B..", ".B."), False),
    "a piece more": (TRAYS.replace("|AA ", "|DD AA ").replace("|.. ", "|.. .. "), False),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_saved_diagram_is_right_or_refused_after_a_change(
    change: str, spec: str, capsys: Capture, tmp_path: Path
) -> None:
    saved, (text, fits) = str(tmp_path / "saved"), CHANGES[change]
    assert main(["diagram", spec, "--save", saved]) == 0
    Path(spec).write_text(text)
    capsys.readouterr()
    status = main(["heatmap", spec, "--load", saved])
    out, err = capsys.readouterr()
    if fits:
        assert main(["heatmap", spec]) == status == 0
        assert capsys.readouterr().out == out
    else:
        assert (status, out) == (2, "")
        assert "error[E605]: " in err
        assert "saved is no diagram of these solutions: it is of another description" in err


def test_the_largest_costs() -> None:
    most = (2**63 - 1) // (2 * (9 + 1))
    text = COINS.replace("{1, 10, 100}", "{1, 2, 3}")
    dear = excover.parse(text.replace("cost v", f"cost {most - 3} + v"))
    best = dear.best()
    assert best is not None
    assert best.cost == next(SolutionSet.of(dear).ranked()).cost == 3 * (most - 2)
    with pytest.raises(SpecError, match="E312"):
        excover.parse(text.replace("cost v", f"cost {most - 2} + v"))


def test_other_costs_are_no_other_diagram(tmp_path: Path) -> None:
    """They are none of its business: the solutions are the same, and ranked by the costs of today."""
    SolutionSet.of(excover.parse(COINS)).diagram.save(tmp_path / "coins")
    dear = SolutionSet.load(tmp_path / "coins", excover.parse(COINS.replace("cost v", "cost 1000 - v")))
    assert next(dear.ranked()).cost == 2700


def test_draws_are_shown_with_their_numbers(capsys: Capture) -> None:
    assert main(["sample", "scott", "-n", "3", "--seed", "5", "--json"]) == 0
    out, err = capsys.readouterr()
    outcome = json.loads(err)["outcome"]
    assert (outcome["count"], outcome["shown"], outcome["seed"]) == (520, 3, 5)
    numbers = [str(json.loads(line)["number"]) for line in out.splitlines()]
    assert main(["sample", "scott", "--json", *(f"--index={number}" for number in numbers)]) == 0
    assert capsys.readouterr().out == out


def test_draws_have_no_end() -> None:
    solution_set = SolutionSet.of(excover.load("queens"))
    assert list(islice(solution_set.draws(seed=1), 5)) == solution_set.sample(5, seed=1)
