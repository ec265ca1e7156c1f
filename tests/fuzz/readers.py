"""Everything of the package that reads what somebody else has written, each with examples to be changed.

A reader gets a text; that of saved diagrams takes its characters for bytes. It may refuse by the exceptions
it documents (`REFUSALS`), and by no other.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from pathlib import Path

import yaml

import excover
from excover.base.diagnostics import SpecError
from excover.base.limits import Limits
from excover.base.source import Source
from excover.formats.answers import Answer, dlx_answer, opb_answer, sat_answer
from excover.formats.exports import EXPORTS
from excover.formats.exports.as_dlx import option_words
from excover.language.messages.message import codes, message_page
from excover.matrix.matrix import Matrix
from excover.problem.problem import Problem, compile_source
from excover.search.diagram import Diagram
from excover.search.diagram_file import DiagramFileError, decoded
from excover.search.engine import TooLarge
from excover.search.permutation_group import go_on

ROOT = Path(__file__).parents[2]
SMALL = Limits(
    source=20_000,
    matrix=20_000,
    table=20_000,
    bindings=4_000,
    cells=200,
    items=500,
    options=500,
    entries=5_000,
    symmetries=4_000,
)
REFUSALS = (SpecError, DiagramFileError, TooLarge)


@dataclass(frozen=True)
class Reader:
    """``examples`` make the texts to begin with; ``read`` says what is told of a text, or refuses it."""

    examples: Callable[[], list[str]]
    read: Callable[[str], str]


def corpus(form: str) -> list[str]:
    """All descriptions that there are in a form: `xc` or `yaml`."""
    files = [*(ROOT / "specs").rglob(f"*.{form}"), *(ROOT / "tests" / "wrong").rglob(f"*.{form}")]
    documents = [path.read_text() for path in sorted((ROOT / "docs").glob("*.md"))]
    fence = {"xc": "excover", "yaml": "yaml"}[form]
    examples = [
        text for page in documents for text in re.findall(rf"```{fence}.*?\n(.*?)```", page, re.DOTALL)
    ]
    of_pages = rf"^\w+:\n\n```{'' if form == 'xc' else form}\n(.*?)```$"
    for code in codes():
        examples += re.findall(of_pages, message_page(code) or "", re.MULTILINE | re.DOTALL)
    return [path.read_text() for path in sorted(files)] + examples


def _as_json() -> list[str]:
    """YAML contains JSON."""
    readable = (text for text in corpus("yaml") if "!" not in text and "&" not in text)
    found = []
    for text in readable:
        try:
            found.append(json.dumps(yaml.safe_load(text), indent=1))
        except (yaml.YAMLError, TypeError):
            continue
    return found


def _description(name: str, text: str) -> str:
    problem = compile_source(Source(name, text), limits=SMALL)
    _ = problem.symmetries
    return "\n".join(warning.plain() for warning in problem.warnings)


@cache
def _puzzles() -> dict[str, Problem]:
    """Flat and in layers, with words, holes and several boards; small, and each with solutions."""
    pyramid = "board b\n  |AA.|A#\n  |..#|##\nshapes p\n  |XX|Y\n"
    return {
        "sudoku": excover.load("latin"),
        "queens": excover.load("queens", {"n": 6}),
        "words": excover.parse(
            "item a[1..2]\noption x(i in 1..2, w in {10, 200}) covers a[i]\ndraw x(i, w) at (i, 1) as w"
        ),
        "layers": excover.parse(f"{pyramid}place free p on b each at least 0 times"),
        "two boards": excover.parse(
            "board b 1x3\nboard c 2x1\nshapes p\n  |AA B C\nplace free p on b\nplace free p on c"
        ),
        "hexagons": excover.parse(
            "board b hex 2x3\nshapes p hex\n  |A A B\nplace free p on b each at most 6 times"
        ),
        "shared": excover.parse(
            "item a, b\noption x(v in {1, 2}) covers a\noption y() covers b\n"
            'draw x(v) at (1, 1) as v\ndraw y() at (1, 1) as "Y"'
        ),
    }


def _drawings() -> list[str]:
    """Solutions, a puzzle's name before each."""
    found = []
    for name, problem in _puzzles().items():
        for solution in islice(problem.solutions(), 3):
            found += [f"{name}\n{solution}", f"{name}\n{''.join(str(solution).split())}"]
    return found


def _given(text: str) -> str:
    name, _, drawing = text.partition("\n")
    problem = _puzzles().get(name) or _puzzles()["queens"]
    given = problem.given(drawing)
    solution = given.solve()
    return str(solution) if solution else ""


def _clue_lines(text: str) -> str:
    name, _, lines = text.partition("\n")
    problem = _puzzles().get(name) or _puzzles()["sudoku"]
    if name in ("layers", "two boards", "hexagons", "shared"):
        problem = _puzzles()["sudoku"]
    return "\n".join(map(str, excover.solve_many(problem, lines.split("\n"))))


@cache
def _solved() -> Problem:
    """With colors, multiplicities and costs, as they are in files of answers."""
    return excover.parse(
        "item a[1..3], b\nitem c colored\noption x(i in 1..3, k in 1..2) covers a[i], c = k cost i * k\n"
        "option y(i in 1..2) covers a[i], a[i + 1]\noption z() covers b\nminimize"
    )


def _answer(read: Callable[[Source], Answer], text: str) -> str:
    answer = read(Source("answer.txt", text))
    return answer.status


def _answers(form: str) -> list[str]:
    matrix = _solved().matrix
    found = ["s UNSATISFIABLE\n", "c nothing\ns UNKNOWN\n", "SAT\n1 -2 3 0\n", ""]
    for solution in _solved().solutions():
        chosen = {matrix.options.index(name) for name in solution.options}
        signs = {"sat": ("{}", "-{}"), "opb": ("x{}", "-x{}")}.get(form)
        if signs:
            words = [signs[n not in chosen].format(n + 1) for n in range(len(matrix.options))]
            end = " 0" if form == "sat" else ""
            halves = f"v {' '.join(words[:3])}\nv {' '.join(words[3:])}{end}\n"
            found += [f"s SATISFIABLE\nv {' '.join(words)}{end}\n", f"s OPTIMUM FOUND\n{halves}"]
        else:
            rows = [" ".join(row) for n, row in enumerate(option_words(matrix)) if n in chosen]
            found.append("1:\n" + "".join(f" {row} (1 of 2)\n" for row in rows))
    return found


TABLES = [
    "name,size\nA,1\nB,2\nC,3\n",
    'name;when*\n"A, B";"x,y"\nC;\n',
    "name\tsize,\n007\t1\n7\t2\n",
    '"a ""quoted"" one",3.5\n\n1,night shift\n',
    "\ufeffname , a b\r\nX,\r\nX,1\r\n",
]


def _table(text: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        spec = Path(folder) / "spec.xc"
        spec.with_name("t.csv").write_bytes(text.encode("utf-8", "surrogateescape"))
        spec.write_text('table T from "t.csv"\nitem a[T]\noption x(t in T) covers a[t]\n')
        return "\n".join(warning.plain() for warning in excover.load(spec, limits=SMALL).warnings)


def _matrices(write: Callable[[Matrix], Iterable[str]]) -> list[str]:
    problems = [excover.parse("item a, b option x() covers a option y() covers b option z() covers a, b")]
    problems += [excover.load("queens", {"n": 4}), _solved()][: 2 * (write is EXPORTS["dlx"])]
    return ["\n".join(write(problem.matrix)) for problem in problems]


def _files(suffix: str) -> list[str]:
    return [path.read_text() for path in sorted((ROOT / "tests").rglob(f"*.{suffix}"))]


@cache
def _diagrammed() -> Problem:
    return excover.load("queens", {"n": 5})


def _diagrams() -> list[str]:
    """Without the checksum, which the reader adds: else it would be all that is looked at."""
    return [Diagram(_diagrammed().matrix).encoded()[:-32].decode("latin-1")]


def _diagram(text: str) -> str:
    import hashlib

    data, matrix = text.encode("latin-1", "replace"), _diagrammed().matrix
    content = data + hashlib.sha256(data).digest()
    return str(
        Diagram._of(matrix, lambda problem: decoded(content, "file", matrix, problem, 10**6, go_on)).count
    )


READERS: dict[str, Reader] = {
    "xc": Reader(partial(corpus, "xc"), partial(_description, "spec.xc")),
    "yaml": Reader(partial(corpus, "yaml"), partial(_description, "spec.yaml")),
    "json": Reader(_as_json, partial(_description, "spec.yaml")),
    "dlx": Reader(lambda: [*_files("dlx"), *_matrices(EXPORTS["dlx"])], partial(_description, "spec.dlx")),
    "01": Reader(
        lambda: ["1 0\n0 1\n", "101\n010\n", *_matrices(EXPORTS["matrix"])], partial(_description, "spec.01")
    ),
    "xmpuzzle": Reader(partial(_files, "xmpuzzle"), partial(_description, "spec.xmpuzzle")),
    "csv": Reader(lambda: TABLES, _table),
    "given": Reader(_drawings, _given),
    "lines": Reader(_drawings, _clue_lines),
    "sat": Reader(partial(_answers, "sat"), lambda text: _answer(lambda s: sat_answer(s, 8), text)),
    "opb": Reader(partial(_answers, "opb"), lambda text: _answer(lambda s: opb_answer(s, 8), text)),
    "answer": Reader(
        partial(_answers, "dlx"), lambda text: _answer(lambda s: dlx_answer(s, _solved().matrix), text)
    ),
    "diagram": Reader(_diagrams, _diagram),
}


def check(text: str, form: str) -> str:
    """What a reader tells of a text, refusals included; empty where it finds nothing wrong."""
    try:
        return READERS[form].read(text)
    except REFUSALS as refused:
        return str(refused)
