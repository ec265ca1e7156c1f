"""Trees for people against the trees of the engine; how they are told and drawn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from struct import unpack
from typing import Any
from xml.etree import ElementTree

import naive
import pytest
from cancelling import ending_when
from commands import Run
from extras import module_or_skip
from hypothesis import given
from hypothesis import strategies as st
from matrices import exact
from written_matrices import random_matrices

import excover
from excover.language.source_files import find_given
from excover.matrix.matrix import Matrix
from excover.render.tree_picture import Words, picture, text_lines, tree_data
from excover.search.estimate import profile
from excover.search.search_tree import TreeNode, grow


def solutions(node: TreeNode, chosen: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """The options on the ways to the solutions."""
    chosen += tuple(move.option for move in node.moves if move.option is not None)
    if node.end == "solution":
        yield tuple(sorted(chosen))
    for branch in node.branches:
        yield from solutions(branch.node, chosen + (() if branch.option is None else (branch.option,)))


@given(random_matrices())
def test_it_is_the_tree_of_the_search(matrix: Matrix) -> None:
    tree, known = grow(matrix, excover.Run.within(nodes=100_000)), profile(matrix)
    assert (tree.nodes, tree.solutions, tree.exhausted) == (sum(known.levels), known.solutions, True)
    found = list(solutions(tree.root))
    assert len(found) == len(set(found)) == tree.solutions
    assert set(found) == set(naive.covers(matrix))


def by_names(options: dict[str, set[str]], left: list[str]) -> dict[str, Any]:
    """Algorithm X once more, on names and sets, for items that are all covered once; as JSON has it."""
    forced: list[dict[str, str]] = []
    while True:
        ways = {item: [option for option in options if item in options[option]] for item in left}
        wiped_out = next((item for item in left if not ways[item]), None)
        item = wiped_out or min(left, key=lambda item: len(ways[item]), default=None)
        node = {"forced": forced, "end": "branches", "item": item, "branches": [], "missing": []}
        if wiped_out:
            return node | {"end": "dead end"}
        if item is None:
            return node | {"end": "solution"}
        if len(ways[item]) > 1:
            return node | {"branches": list(branches(options, left, ways[item]))}
        (option,) = ways[item]
        forced.append({"item": item, "option": option})
        options, left = without(options, left, option)


def branches(options: dict[str, set[str]], left: list[str], ways: list[str]) -> Iterator[dict[str, Any]]:
    """A node each; an option that was tried is out, and when some item needs it there is no further one."""
    for option in ways:
        yield {"option": option, "node": by_names(*without(options, left, option))}
        options = {other: items for other, items in options.items() if other != option}
        if not set(left) <= set().union(*options.values()):
            return


def without(
    options: dict[str, set[str]], left: list[str], chosen: str
) -> tuple[dict[str, set[str]], list[str]]:
    covered = options[chosen]
    rest = {option: items for option, items in options.items() if not items & covered}
    return rest, [item for item in left if item not in covered]


@given(st.integers(1, 5).flatmap(lambda n: st.lists(st.sets(st.integers(0, n - 1), min_size=1), max_size=12)))
def test_it_is_algorithm_x(options: list[set[int]]) -> None:
    """Node for node, with what was forced and where it ended; the text and the picture have the same ends."""
    count = 1 + max(map(max, options), default=0)
    matrix = exact(count, list(map(sorted, options)))
    items = list(map(str, matrix.items))
    named = {str(name): {items[item] for item in options[k]} for k, name in enumerate(matrix.options)}
    tree, words = grow(matrix, excover.Run.within(nodes=10_000)), Words(matrix, frozenset())
    root = by_names(named, items)
    assert tree_data(tree, words)["root"] == root
    ends = [node["end"] for node in nodes_of(root) if node["end"] != "branches"]
    lines = list(text_lines(tree, words))
    assert len(lines) == len(list(nodes_of(root)))
    assert [end for line in lines for end in ("solution", "dead end") if end in line] == ends
    boxes = [each.text for each in picture(tree, words).root().iter("text")]
    assert [end for text in boxes for end in ("solution", "dead end") if (text or "").endswith(end)] == ends


def nodes_of(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for branch in node["branches"]:
        yield from nodes_of(branch["node"])


@pytest.mark.parametrize(
    "spec", ["queens", "crew", "steiner", "australia", "secondary", "langford", "nonogram"]
)
def test_it_is_the_tree_of_the_search_in_the_gallery(spec: str) -> None:
    """With colors, multiplicities and optional options."""
    matrix = excover.load(spec).matrix
    tree, known = grow(matrix, excover.Run.within(nodes=5000)), profile(matrix)
    assert (tree.nodes, tree.solutions) == (sum(known.levels), known.solutions)


@given(random_matrices(), st.integers(1, 20))
def test_a_tree_that_is_cut_says_so(matrix: Matrix, most: int) -> None:
    whole, tree = (
        grow(matrix, excover.Run.within(nodes=100_000)),
        grow(matrix, excover.Run.within(nodes=most)),
    )
    assert tree.nodes == min(whole.nodes, max(most, 1))
    assert tree.exhausted == (whole.nodes <= most)
    lines = list(text_lines(tree, Words(matrix, frozenset())))
    assert any("…" in line for line in lines) == (not tree.exhausted)


@pytest.mark.slow
def test_an_easy_sudoku_has_no_choice_and_a_hard_one_many() -> None:
    sudoku = excover.load("sudoku")
    easy = grow(sudoku.given(find_given("sudoku-easy")).matrix)
    assert (len(easy.root.moves), easy.root.end) == (81, "solution")
    hard = grow(sudoku.given(find_given("sudoku-hard")).matrix, excover.Run.within(nodes=10_000))
    assert (hard.solutions, hard.dead_ends, hard.exhausted) == (1, 71, True)
    assert len(hard.root.moves) == 24


def test_text(run: Run) -> None:
    assert run("tree", "queens", "-p", "n=4") == (
        0,
        """\
row[1]
├─ 1: row[2]
│  ├─ 3: dead end: nothing is left for row[3]
│  └─ 4: 1 forced move, dead end: nothing is left for row[4]
├─ 2: 3 forced moves, solution
├─ 3: 3 forced moves, solution
└─ 4: row[2]
   ├─ 1: 1 forced move, dead end: nothing is left for row[4]
   └─ 2: dead end: nothing is left for row[3]
""",
        "17 nodes, 2 solutions, 4 dead ends\n",
    )


def test_exit_status(run: Run) -> None:
    assert run("tree", "queens", "-p", "n=3")[0] == 1
    assert run("tree", "kanoodle", "--nodes", "9")[0] == 3
    assert run("tree", "queens", "--svg", "/nowhere/tree.svg")[0] == 2


def test_cells_of_boards_and_choices_of_options_are_words(run: Run) -> None:
    _, out, _ = run("tree", "kanoodle", "--nodes", "10")
    assert out.startswith('piece["L"]\n├─ {(1, 2), (2, 1), (2, 2), (2, 3), (3, 2)}: dead end: ')
    assert "nothing is left for cell (1, 1)" in out
    _, out, _ = run("tree", "secondary")
    assert "├─ r100(): left" in out
    assert "└─ not chosen: right" in out


def test_json(run: Run) -> None:
    _, out, _ = run("tree", "queens", "-p", "n=4", "--json")
    data = json.loads(out)
    assert (data["nodes"], data["count"], data["dead_ends"], data["exhausted"]) == (17, 2, 4, True)
    second = data["root"]["branches"][1]
    assert second["option"] == "queen(1, 2)"
    assert second["node"]["forced"][0] == {"item": "row[2]", "option": "queen(2, 4)"}
    assert second["node"]["end"] == "solution"
    _, out, _ = run("tree", "queens", "--nodes", "2", "--json")
    assert json.loads(out)["root"]["missing"][0] == "queen(1, 2)"


def test_a_picture_is_a_box_for_each_node(run: Run, tmp_path: Path) -> None:
    """In columns, one for each level, and in rows, one for each leaf; it may be wider than other pictures."""
    file = tmp_path / "tree.svg"
    assert run("tree", "queens", "--nodes", "5000", "--svg", str(file)) == (
        0,
        "",
        f"{file}: 1,199 nodes, 92 solutions, 254 dead ends\n",
    )
    root = ElementTree.parse(file).getroot()
    spread = "{http://www.w3.org/2000/svg}"
    texts = [each.text for each in root.iter(f"{spread}text")]
    assert [sum((text or "").endswith(end) for text in texts) for end in ("solution", "dead end")] == [
        92,
        254,
    ]
    boxes = [each.attrib for each in root.iter(f"{spread}rect") if "rx" in each.attrib]
    assert len(boxes) == len(list(root.iter(f"{spread}path"))) + 1
    rows: dict[float, list[tuple[float, float]]] = {}
    for box in boxes:
        left = float(box["x"])
        rows.setdefault(float(box["y"]), []).append((left, left + float(box["width"])))
    assert len(rows) == 92 + 254
    for row in rows.values():
        assert all(right < left for (_, right), (left, _) in pairwise(row))
    assert float(root.get("height", "")) == pytest.approx(27 * len(rows) + 24)
    assert root.get("width") == root.get("viewBox", "").split()[2]


def test_a_picture_has_the_words_of_the_text(run: Run, tmp_path: Path) -> None:
    """What is shown of a branch is no less than in the text, and boxes of a level stand in one column."""
    file = tmp_path / "tree.svg"
    _, out, _ = run("tree", "queens", "-p", "n=5", "--nodes", "20")
    assert run("tree", "queens", "-p", "n=5", "--nodes", "20", "--svg", str(file))[0] == 0
    root = ElementTree.parse(file).getroot()
    spread = "{http://www.w3.org/2000/svg}"
    shown = " ".join(each.text or "" for each in root.iter(f"{spread}text"))
    words = [line.lstrip("│├└─ ").replace(": ", " ") for line in out.splitlines()]
    assert shown == " ".join(words)
    lefts = {each.get("x") for each in root.iter(f"{spread}rect") if "rx" in each.attrib}
    assert len(lefts) == 1 + max(len(line) - len(line.lstrip("│├└─ ")) for line in out.splitlines()) // 3


def test_branches_of_a_node_never_read_the_same(run: Run, tmp_path: Path) -> None:
    """Long names that differ in their middle, or at their end, alone; in the text and in the picture."""
    names = [f"{'a' * 30}{k}{'b' * 60}" for k in range(3)] + [f"{'a' * 91}{k}" for k in range(3)]
    spec = tmp_path / "alike.xc"
    spec.write_text(f"item x\noption o(n in {{{', '.join(map(json.dumps, names))}}}) covers x\n")
    _, out, _ = run("tree", str(spec))
    choices = [line[3:].partition(":")[0] for line in out.splitlines()[1:]]
    assert len(set(choices)) == 6
    file = tmp_path / "tree.svg"
    assert run("tree", str(spec), "--svg", str(file))[0] == 0
    texts = [each.text or "" for each in ElementTree.parse(file).iter() if each.tag.endswith("text")]
    drawn = [text for text in texts if text.startswith("aaa")]
    assert len(set(drawn)) == 6
    assert max(map(len, drawn)) < 80


def test_a_time_limit_ends_it_and_says_so(run: Run) -> None:
    status, out, told = run("tree", "kanoodle", "--nodes", "100000", "--time-limit", "0.001")
    assert status == 3
    assert out.startswith('piece["L"]')
    assert told.splitlines()[-1].startswith("stopped by --time-limit after ")
    status, _, told = run("tree", "kanoodle", "--nodes", "100000", "--time-limit", "0.001", "--json")
    assert json.loads(told)["end"].startswith("stopped by --time-limit after ")


@pytest.mark.parametrize("spec", ["kanoodle", "soma", "queens", "langford"])
def test_a_picture_is_handy_unless_more_is_asked_for(run: Run, tmp_path: Path, spec: str) -> None:
    module_or_skip("cairosvg")
    file = tmp_path / "tree.png"
    run("tree", spec, "--png", str(file))
    assert max(unpack(">II", file.read_bytes()[16:24])) <= 4000


def test_names_cannot_become_markup(run: Run, tmp_path: Path) -> None:
    (tmp_path / "odd.dlx").write_text("<script>alert(1)</script> \x1b[31mb \u202ec\n\x1b[31mb\n\u202ec\n")
    file = str(tmp_path / "odd.dlx")
    (tmp_path / "odd.dlx").write_text("<b>&x \x1b[31mb \u202ec\n<b>&x \x1b[31mb\n<b>&x \u202ec\n\u202ec\n")
    _, out, _ = run("tree", file)
    assert "\x1b" not in out
    assert "\u202e" not in out
    run("tree", file, "--svg", str(tmp_path / "odd.svg"))
    drawn = (tmp_path / "odd.svg").read_text()
    assert "<b>" not in drawn
    assert "\x1b" not in drawn
    assert "\u202e" not in drawn
    ElementTree.fromstring(drawn)


def test_a_deep_tree_is_drawn_as_far_as_it_is_grown() -> None:
    """A choice of two at each of many items: as deep as trees are grown."""
    text = " ".join(f"i{k}" for k in range(400)) + "\n" + "".join(f"i{k}\ni{k}\n" for k in range(400))
    matrix = excover.problem.problem.compile_source(excover.base.source.Source("deep.dlx", text)).matrix
    tree = grow(matrix, excover.Run.within(nodes=400))
    assert not tree.exhausted
    words = Words(matrix, frozenset())
    assert len(list(text_lines(tree, words))) > 150
    assert picture(tree, words).svg()


def test_a_run_may_end_before_all_branches_of_a_node_are_made() -> None:
    """Of large problems, each of them takes long."""
    looks: list[int] = []
    run = ending_when(lambda: looks.append(1) or len(looks) > 5)
    tree = grow(exact(1, [[0]] * 100), run)
    assert (tree.root.end, tree.nodes, tree.exhausted) == ("cut", 1, False)
    assert len(tree.root.missing) < 10
