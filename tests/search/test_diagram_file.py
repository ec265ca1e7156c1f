"""Diagrams saved and loaded: the same again, and anything else refused in words."""

from __future__ import annotations

import hashlib
import os
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matrices import COLORED, dominoes, exact, general, queens

from excover.base.errors import CannotWrite
from excover.base.names import ItemName, OptionName
from excover.matrix.matrix import Matrix
from excover.matrix.verify import verify
from excover.search.diagram import Diagram, TooLarge
from excover.search.diagram_file import (
    CHECKSUM,
    HEADER,
    DiagramFileError,
    covers_digest,
    decoded,
)
from excover.search.engine import Engine
from excover.search.engine_table import ENGINES
from excover.search.native import native_problem
from excover.search.outcome import Cancellation, StoppedBy, Unfinished
from excover.search.permutation_group import go_on
from excover.search.run import Run
from excover.search.search import count
from excover.search.strategy import Strategy
from excover.search.tuning import tuned

MATRIX = queens(6)
COLORED_AND_BOUNDED = general(
    [(1, 1), (1, 1), (1, 1), (1, 2), (0, 1), COLORED],
    [False] * 5 + [True],
    [
        [(i, 0), *((k, 0) for k in (3, 4) if pattern >> k - 3 & 1), (5, 1 + pattern // 3)]
        for i in range(3)
        for pattern in range(4)
    ],
)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    file = tmp_path_factory.mktemp("diagrams") / "queens.xcd"
    Diagram(MATRIX).save(file)
    return file.read_bytes()


def load(tmp_path: Path, data: bytes, memory: int = 10**6) -> Diagram:
    file = tmp_path / "some.xcd"
    file.write_bytes(data)
    return Diagram.load(file, MATRIX, memory)


def sealed(data: bytes) -> bytes:
    return data + hashlib.sha256(data).digest()


@pytest.mark.parametrize(
    "matrix", [MATRIX, queens(3), dominoes(6, 7), dominoes(16, 16), exact(0, []), exact(1, [])]
)
def test_what_is_loaded_is_what_was_saved(matrix: Matrix, tmp_path: Path) -> None:
    built = Diagram(matrix)
    built.save(tmp_path / "d.xcd")
    loaded = Diagram.load(tmp_path / "d.xcd", matrix)
    assert (loaded.count, loaded.nodes, loaded.edges) == (built.count, built.nodes, built.edges)
    assert loaded.marginals() == built.marginals()
    if built.count < 10**6:
        assert list(loaded) == list(built)
    loaded.save(tmp_path / "again.xcd")
    assert (tmp_path / "again.xcd").read_bytes() == (tmp_path / "d.xcd").read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["again.xcd", "d.xcd"]


def test_the_bytes_of_version_1(tmp_path: Path) -> None:
    """As the format says: two nodes, three edges; this must never change."""
    matrix = Matrix.build(
        [(ItemName("a"), 1, 1), (ItemName("b"), 1, 1)],
        [(OptionName("x"), [0]), (OptionName("y"), [1]), (OptionName("z"), [0, 1])],
    )
    Diagram(matrix).save(tmp_path / "d.xcd")
    data = (tmp_path / "d.xcd").read_bytes()
    assert data[:32].hex(" ", 4) == "89584344 4941470a 01000000 03000000 02000000 00000000 03000000 00000000"
    assert data[32:64] == covers_digest(matrix)
    assert data[64:-32].hex(" ") == "01 00 00 01 01 00 01 00"
    assert data[-32:] == hashlib.sha256(data[:-32]).digest()


def test_refusals_say_what_is_wrong(saved: bytes, tmp_path: Path) -> None:
    wrong = {
        b"": "does not begin",
        b"\x89PNG\r\n": "does not begin",
        saved[:50]: "cut off",
        saved[:-1]: "cut off or damaged",
        saved[:80] + bytes([saved[80] ^ 1]) + saved[81:]: "cut off or damaged",
        saved + b"x": "cut off or damaged",
        saved[:8] + b"\2" + saved[9:]: "version 2 of the format; this program reads version 1",
        sealed(saved[:20] + b"\2" + saved[21:-CHECKSUM]): "flags",
    }
    for data, reason in wrong.items():
        with pytest.raises(DiagramFileError, match=f"some.xcd is no diagram of these solutions: .*{reason}"):
            load(tmp_path, data)


def test_a_diagram_is_never_used_with_another_matrix(saved: bytes, tmp_path: Path) -> None:
    file = tmp_path / "q.xcd"
    file.write_bytes(saved)
    for other in (queens(7), exact(1, []), MATRIX.restricted(range(35))):
        with pytest.raises(DiagramFileError, match="of another description"):
            Diagram.load(file, other)
    with pytest.raises(FileNotFoundError):
        Diagram.load(tmp_path / "none.xcd", MATRIX)


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match=r"cannot write `.*such.xcd`: No such file or directory"):
        Diagram(MATRIX).save(tmp_path / "no" / "such.xcd")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="Is a directory"):
        Diagram(MATRIX).save(tmp_path / "folder")
    assert os.listdir(tmp_path) == ["folder"]


def test_memory_is_bounded_by_the_file_and_the_limit(saved: bytes, tmp_path: Path) -> None:
    with pytest.raises(TooLarge, match="larger than the 100 bytes"):
        load(tmp_path, saved, 100)
    # Sizes that the body cannot have: refused before they are allocated.
    for nodes, edges in [(2**32 - 1, 2**64 - 1), (2**32 - 1, 4), (1, 2**40)]:
        head = HEADER.pack(*HEADER.unpack(saved[: HEADER.size])[:3], nodes, 0, edges, covers_digest(MATRIX))
        with pytest.raises(DiagramFileError, match="the bytes are no diagram"):
            load(tmp_path, sealed(head + bytes(100)))
    # A chain of nodes with two edges each has 2^10000 paths: their numbers take 12 MB.
    head = HEADER.pack(*HEADER.unpack(saved[: HEADER.size])[:3], 10_000, 0, 20_000, covers_digest(MATRIX))
    with pytest.raises(TooLarge, match="10000 nodes take more than 1000000 bytes"):
        load(tmp_path, sealed(head + bytes([1, 0, 0, 0, 0]) * 10_000))


def test_a_small_file_needs_little_memory_whatever_is_allowed(saved: bytes, tmp_path: Path) -> None:
    tracemalloc.start()
    for memory in (10**9, 10**30):
        assert load(tmp_path, saved, memory).count == 4
    assert tracemalloc.get_traced_memory()[1] < 10**8
    tracemalloc.stop()


def ask_everything(diagram: Diagram, matrix: Matrix) -> None:
    """Every answer is about real solutions, each of them once."""
    listed = list(diagram)
    assert len(set(listed)) == len(listed) == diagram.count
    for rank, cover in enumerate(listed):
        verify(matrix, cover)
        assert diagram[rank] == cover
    assert diagram.marginals() == [sum(o in cover for cover in listed) for o in range(len(matrix.options))]


@given(st.binary(max_size=300))
def test_any_bytes(saved: bytes, tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    folder = tmp_path_factory.mktemp("any")
    for bytes_ in (data, saved[: HEADER.size] + data, sealed(saved[:20] + data)):
        with pytest.raises(DiagramFileError):
            load(folder, bytes_)


@given(st.integers(0, 10**6), st.binary(min_size=1, max_size=6), st.booleans())
def test_changed_bytes_with_the_right_checksum(
    saved: bytes, tmp_path_factory: pytest.TempPathFactory, at: int, change: bytes, in_body: bool
) -> None:
    """Somebody's forgery: refused, or asked for covers gives none that are wrong."""
    at = HEADER.size + at % (len(saved) - HEADER.size - CHECKSUM) if in_body else 8 + at % 24
    forged = bytearray(saved[:-CHECKSUM])
    forged[at : at + len(change)] = change
    try:
        diagram = load(tmp_path_factory.mktemp("forged"), sealed(bytes(forged)))
    except (DiagramFileError, TooLarge):
        return
    ask_everything(diagram, MATRIX)


@pytest.mark.parametrize(
    "matrix", [queens(5), dominoes(3, 4), COLORED_AND_BOUNDED], ids=["queens", "dominoes", "colors"]
)
def test_thousands_of_forgeries_with_the_right_checksum(matrix: Matrix) -> None:
    """What is accepted is a part of the truth; nearly all are refused."""
    problem, data = native_problem(matrix, ENGINES["sparse"]), Diagram(matrix).encoded()
    random, accepted = Random(1), 0
    for _ in range(1500):
        forged = bytearray(data[:-CHECKSUM])
        for _ in range(random.choice([1, 1, 2, 3])):
            forged[random.randrange(HEADER.size, len(forged))] = random.randrange(8)
        if bytes(forged) == data[:-CHECKSUM]:
            continue
        try:
            core = decoded(sealed(bytes(forged)), "forged", matrix, problem, 10**6, go_on)
        except (DiagramFileError, TooLarge):
            continue
        accepted += 1
        ask_everything(Diagram._of(matrix, lambda _, core=core: core), matrix)
    assert accepted < 50


def cancelled() -> Run:
    cancellation = Cancellation()
    cancellation.cancel()
    return Run(cancellation=cancellation)


LARGE = dominoes(16, 12)


@pytest.fixture(scope="module")
def large() -> Diagram:
    """So many nodes that, with a look at the clock at each, every question to it takes more than a slice."""
    diagram = Diagram(LARGE)
    assert diagram.nodes > 40_000
    return diagram


QUESTIONS: dict[str, Callable[[Diagram, Run], object]] = {
    "marginals": lambda diagram, run: diagram.marginals(run),
    "count_with": lambda diagram, run: diagram.count_with(banned=[0], run=run),
    "restricted": lambda diagram, run: diagram.restricted([0], run=run).count,
    "wanted": lambda diagram, run: diagram.restricted([], [0], run).count,
    "best": lambda diagram, run: diagram.best([1] * diagram.options, run=run),
    "encoded": lambda diagram, run: diagram.encoded(run),
}


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_every_question_ends_with_its_run(large: Diagram, question: Callable[[Diagram, Run], object]) -> None:
    """And is answered as ever by one that goes on, however often it looks."""
    answer = question(large, Run())
    with tuned(passes_block=1, passes_slice=1):
        with pytest.raises(Unfinished) as unfinished:
            question(large, cancelled())
        assert unfinished.value.outcome.stopped_by is StoppedBy.CANCELLED
        assert question(large, Run()) == answer


def test_loading_ends_with_its_run(large: Diagram, tmp_path: Path) -> None:
    large.save(tmp_path / "large.xcd")
    with tuned(passes_block=1, passes_slice=1):
        with pytest.raises(Unfinished):
            Diagram.load(tmp_path / "large.xcd", LARGE, run=cancelled())
        assert Diagram.load(tmp_path / "large.xcd", LARGE).count == large.count


def test_a_builder_pauses_after_its_last_state_too() -> None:
    """Between the last state and the diagram there are many slices, each of which a run may end with."""
    with tuned(passes_block=1, slice_seconds=1e-4):
        engine = Engine(LARGE, Run(strategy=Strategy("graph")), keep_covers=True)
        states: list[int] = []
        while engine.diagram is None:
            engine.run_slice(0)
            states.append(engine.outcome.statistics.nodes)
    assert states.count(states[-1]) > 10
    assert engine.diagram.solutions == count(LARGE).count


def test_graphviz() -> None:
    matrix = Matrix.build(
        [(ItemName("a"), 1, 1), (ItemName("b"), 1, 1)],
        [(OptionName("x", ('"q"\\',)), [0]), (OptionName("y"), [1]), (OptionName("z"), [0, 1])],
    )
    assert Diagram(matrix).to_dot().splitlines() == [
        "digraph solutions {",
        '  node [shape=circle, label=""];',
        "  2 [shape=doublecircle];",
        r'  0 -> 1 [label="x(\"\\\"q\\\"\\\\\")"];',  # of x("\"q\"\\")
        '  0 -> 2 [label="z()"];',
        '  1 -> 2 [label="y()"];',
        "}",
    ]
    assert "->" not in Diagram(exact(1, [])).to_dot()
    with pytest.raises(TooLarge, match="more than 3 shows nothing"):
        Diagram(MATRIX).to_dot(most=3)
