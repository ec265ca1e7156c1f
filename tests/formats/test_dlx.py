"""The DLX text of a matrix: what it looks like, and that everything in it reads back."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, replace
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matrices import AT_MOST_ONCE, COLORED, ONCE, exact, general

import excover
from excover.base.diagnostics import SpecError
from excover.base.limits import Limits
from excover.base.names import ItemName, OptionName, OrderedSet
from excover.base.source import Source
from excover.formats import matrix_reader
from excover.formats.exports.as_dlx import export as lines
from excover.formats.exports.as_dlx import item_name
from excover.matrix.goals import most_cost
from excover.matrix.matrix import UNBOUNDED, Matrix
from excover.matrix.matrix_digest import digest
from excover.problem.problem import compile_source


@dataclass
class Read:
    """A reader of its own, as simple as Knuth's."""

    primary: dict[str, tuple[int, int]]
    secondary: list[str]
    options: list[tuple[str, list[tuple[str, int]]]]


def read(text: str) -> Read:
    comment, heads, options = "", None, []
    for line in text.split("\n"):
        if line.startswith("|"):
            comment = line[2:]
        elif heads is None:
            heads = line.split(" ")
        else:
            pairs = [word.partition(":") for word in line.split(" ")]
            options.append((unquote(comment), [(name, int(color or 0)) for name, _, color in pairs]))
    assert heads is not None
    split = heads.index("|") if "|" in heads else len(heads)
    return Read(dict(map(bounded, heads[:split])), heads[split + 1 :], options)


def bounded(word: str) -> tuple[str, tuple[int, int]]:
    bounds, bar, name = word.rpartition("|")
    low, _, high = bounds.partition(":")
    return name, (int(low), int(high)) if bar else (1, 1)


def text(matrix: Matrix, title: str = "") -> str:
    return "\n".join(lines(matrix, title))


def rows(matrix: Matrix) -> list[tuple[str, list[tuple[str, int]]]]:
    """The options as `read` has them."""
    return [
        (
            str(name),
            [
                (item_name(matrix.items[matrix.entries[k]]), matrix.colors[k])
                for k in range(matrix.starts[option], matrix.starts[option + 1])
            ],
        )
        for option, name in enumerate(matrix.options)
    ]


def test_primary_items_come_first_then_a_bar_then_secondary_ones() -> None:
    assert text(exact(2, [[0, 2], [1]], secondary=1)).split("\n")[-5:] == [
        "i[0] i[1] | i[2]",
        "| o(0)",
        "i[0] i[2]",
        "| o(1)",
        "i[1]",
    ]


def test_without_secondary_items_there_is_no_bar() -> None:
    assert "\ni[0] i[1]\n" in text(exact(2, [[0, 1]]))


def test_bounds_are_those_of_dlx3_and_never_above_the_number_of_options() -> None:
    bounds = [ONCE, (2, 3), (0, 2), (1, UNBOUNDED)]
    matrix = general(bounds, [False] * 4, [[(0, 0), (1, 0), (3, 0)], [(1, 0), (2, 0), (3, 0)]])
    assert read(text(matrix)).primary == {"i[0]": (1, 1), "i[1]": (2, 2), "i[2]": (0, 2), "i[3]": (1, 2)}


def test_colors_stand_behind_a_colon() -> None:
    matrix = general([ONCE, COLORED, AT_MOST_ONCE], [False, True, False], [[(0, 0), (1, 7), (2, 0)]])
    assert read(text(matrix)) == Read(
        {"i[0]": (1, 1)}, ["i[1]", "i[2]"], [("o(0)", [("i[0]", 0), ("i[1]", 7), ("i[2]", 0)])]
    )


@pytest.mark.parametrize(
    ("palette", "written"),
    [
        (["A", "b c"], ["A", "b%20c"]),
        ([1, 2], ["1", "2"]),
        ([1, "1"], ["1", '"1"']),
        (["", (1, 2)], ['""', "(1,2)"]),
    ],
)
def test_colors_have_the_names_of_the_description(palette: list[object], written: list[str]) -> None:
    matrix = general([ONCE, COLORED], [False, True], [[(0, 0), (1, 1)], [(0, 0), (1, 2)]])
    found = text(replace(matrix, palette=palette)).split("\n")
    assert found[-3::2] == [f"i[0] i[1]:{word}" for word in written]


def test_a_cost_ends_its_option() -> None:
    matrix = replace(exact(1, [[0], [0]]), costs=array("q", [7, 0]))
    assert text(matrix).split("\n")[-3::2] == ["i[0] |7", "i[0] |0"]


def test_a_title_cannot_break_out_of_its_comment() -> None:
    assert text(exact(1, [[0]]), "a\rb | 100%").startswith("| a%0Db | 100%25\n| An exact cover")


values = st.recursive(
    st.integers() | st.text(st.characters(exclude_characters='"\n', exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, min_size=2, max_size=3).map(tuple) | st.lists(inner).map(OrderedSet),
    max_leaves=5,
)
items = st.builds(ItemName, st.sampled_from(["a", "cell", "//a"]), st.lists(values, max_size=2).map(tuple))


@given(st.lists(items, min_size=1, max_size=6))
def test_names_are_single_words_and_stay_different(names: list[ItemName]) -> None:
    words = list(map(item_name, names))
    for name, word in zip(names, words, strict=True):
        assert word.split() == [word]
        assert not set(word) & set("|:")
        assert unquote(word).replace(",", "").replace(" ", "") == str(name).replace(",", "").replace(" ", "")
    assert len(set(words)) == len(set(map(str, names)))


@given(st.lists(items, min_size=1, max_size=5, unique_by=str), st.data())
def test_what_is_written_reads_back(names: list[ItemName], data: st.DataObject) -> None:
    numbers = st.lists(st.integers(0, len(names) - 1), min_size=1, unique=True)
    options = data.draw(st.lists(numbers, max_size=4))
    matrix = Matrix.build(
        [(name, 1, 1) for name in names],
        [(OptionName("o", (k, names[covered[0]].indices)), covered) for k, covered in enumerate(options)],
    )
    found = read(text(matrix))
    assert list(found.primary) == list(map(item_name, names))
    assert found.options == rows(matrix)


@pytest.mark.parametrize(
    "spec",
    [
        "item a at most once\noptional option x() covers a",
        "item a colored\noptional option x(c in 1..2) covers a = c",
    ],
)
def test_a_problem_without_items_to_cover_reads_back(spec: str) -> None:
    """Its first line is no comment, which a bar before all items would make it."""
    problem = excover.parse(spec)
    written = text(problem.matrix)
    assert compile_source(Source("x.dlx", written)).count() == problem.count()
    assert compile_source(Source("", written)).count() == problem.count()


@pytest.mark.parametrize("name", ["rows.dlx", "", "rows.01"])
def test_comments_as_in_other_languages(name: str) -> None:
    """A word that begins with two slashes begins a comment; an item of such a name is written otherwise."""
    rows = "// Knuth's toy\n1 0 1 // the first\n\n  //011\n010// the last\n"
    dlx = "| https://a.example // the title\na b c//d // three\n// all\na c//d\nb // x\n"
    source = Source(name, rows if name.endswith("1") else dlx)
    problem = compile_source(source)
    assert (len(problem.matrix.items), problem.count()) == (3, 1)
    assert problem.title == ("" if name.endswith("1") else "https://a.example // the title")
    assert compile_source(Source("", rows)).count() == 1
    written = text(Matrix.build([(ItemName("//a"), 1, 1)], [(OptionName("o"), [0])]))
    assert compile_source(Source("", written)).count() == 1


@pytest.mark.parametrize("sizes", ["4 3", " 4\t3 "])
def test_a_file_with_sizes_in_front(sizes: str) -> None:
    text = "a b c | s\na b s\nc\na b c\n"
    with_sizes = compile_source(Source("a.ec", f"{sizes}\n{text}"))
    plain = compile_source(Source("a.ec", text))  # some have none
    other = compile_source(Source("a.dlx", text))
    assert digest(with_sizes.matrix) == digest(plain.matrix) == digest(other.matrix)
    assert with_sizes.count() == 2
    with pytest.raises(SpecError) as wrong:
        compile_source(Source("a.ec", f"{sizes}\n{text}d\n"))
    assert "6 | d" in wrong.value.diagnostics[0].plain()
    assert compile_source(Source("a.dlx", "4 3\n4\n3\n")).count() == 1  # these are items


def test_costs_that_do_not_fit_are_refused() -> None:
    """Each word is in order, but the costs of an option are added up, and those of all options."""
    word, options = 10**12, 1000
    dear = most_cost(options) // word * word
    assert dear > most_cost(options + 1)
    source = Source("dear.dlx", "a\na " + f"|{word} " * (dear // word) + "\na |1" * (options - 1) + "\n")
    assert compile_source(source).best().cost == 1  # type: ignore[union-attr]
    with pytest.raises(SpecError, match=f"a cost of {dear:,} is too large") as raised:
        compile_source(Source("dear.dlx", source.text + "a\n"))
    (wrong,) = raised.value.diagnostics
    assert wrong.code == "E312"


WORDS = st.sampled_from(["a", "b", "c", "d", "s", "t", "s:red", "t:1", "|3", "z", "// no more", "|", "a%20b"])
LINES = st.lists(st.lists(WORDS, max_size=4).map(" ".join), max_size=12)


@given(LINES, st.integers(1, 5), st.sampled_from([3, 1000]))
def test_options_read_together_are_those_read_one_by_one(options: list[str], at_once: int, most: int) -> None:
    """With their names and places, or with the same errors; items `c` and `d` are no reason to branch."""
    source = Source("x.dlx", "\n".join(["a b 0:1|c 0:1|d a%20b | s t", *options]))
    limits = Limits(options=most)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matrix_reader, "AT_ONCE", at_once)
        together = as_read(source, limits)
        patch.setattr(matrix_reader._DlxReader, "read_plain_options", lambda *_: False)
        assert as_read(source, limits) == together


def as_read(source: Source, limits: Limits) -> object:
    try:
        _, compiled = matrix_reader.read_dlx(source, limits)
    except SpecError as wrong:
        return wrong.diagnostics
    matrix = compiled.matrix
    spans = [(span.start, span.end) for span in matrix.option_spans]
    names = list(map(str, matrix.options))
    return names, spans, compiled.warnings, [*matrix.parts[:4], *matrix.parts[5:10]]
