"""Parameters and tables from a program, and tables from files: the same as if the text had them."""

from __future__ import annotations

import json
import re
from collections import namedtuple
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from commands import Run
from extras import module_or_skip

import excover
from excover import SpecError

LECTURES = """
enum Room = hall, lab
table lectures
  | lecture | who*    | hours | room
  | algebra | Ada Ben | 2     | hall
item lecture[lectures]
item busy[{p for l in lectures, p in l.who}, 1..3] at most once
option hold(l in lectures, h in 1..3) where h + l.hours <= 4 and (l.room = hall or h > 1)
  covers lecture[l], (busy[p, t] for p in l.who, t in h..h+l.hours-1)
"""
RECORDS: list[dict[str, Any]] = [
    {"lecture": "algebra", "who": ["Ada", "Ben"], "hours": 2, "room": "hall"},
    {"lecture": "botany", "who": ["Ben"], "hours": 1, "room": "lab"},
    {"lecture": "drama", "who": ["Ada", "Cleo"], "hours": 1, "room": "hall"},
]
DRAWN = LECTURES.replace(
    "  | algebra | Ada Ben | 2     | hall\n",
    "  | algebra | Ada Ben | 2 | hall\n  | botany | Ben | 1 | lab\n  | drama | Ada Cleo | 1 | hall\n",
)


@dataclass
class Lecture:
    lecture: str
    who: list[str]
    hours: int
    room: str


Row = namedtuple("Row", ["lecture", "who", "hours", "room"])


def table(kind: str) -> Any:
    columns = {name: [record[name] for record in RECORDS] for name in RECORDS[0]}
    match kind:
        case "records":
            return RECORDS
        case "dataclasses":
            return [Lecture(**record) for record in RECORDS]
        case "named tuples":
            return (Row(**record) for record in RECORDS)
        case "columns":
            return columns
        case "pandas":
            return module_or_skip("pandas").DataFrame(RECORDS)
        case "polars":
            return module_or_skip("polars").DataFrame(RECORDS)
        case "arrow":
            return module_or_skip("pyarrow").table(columns)
    raise AssertionError(kind)


KINDS = ["records", "dataclasses", "named tuples", "columns", "pandas", "polars", "arrow"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_from_python_is_the_drawn_one(kind: str) -> None:
    given = excover.parse(LECTURES, tables={"lectures": table(kind)})
    drawn = excover.parse(DRAWN)
    assert [str(option) for option in given.matrix.options] == [
        str(option) for option in drawn.matrix.options
    ]
    assert given.matrix.entries == drawn.matrix.entries
    assert given.count() == drawn.count() > 0


def files(folder: Path) -> list[Path]:
    (folder / "t.json").write_text(json.dumps(RECORDS))
    lines = [f'{r["lecture"]};"{",".join(r["who"])}";{r["hours"]};{r["room"]}' for r in RECORDS]
    (folder / "t.csv").write_text("\n".join(["lecture;who*;hours;room", *lines]))
    return [folder / "t.json", folder / "t.csv"]


def test_a_table_from_a_file_is_the_drawn_one(tmp_path: Path, run: Run) -> None:
    (tmp_path / "plan.xc").write_text(LECTURES)
    expected = excover.parse(DRAWN).count()
    parquet = module_or_skip("pyarrow.parquet")
    parquet.write_table(table("arrow"), tmp_path / "t.parquet")
    for file in (*files(tmp_path), tmp_path / "t.parquet"):
        assert excover.load(tmp_path / "plan.xc", tables={"lectures": file}).count() == expected
        found = run("count", str(tmp_path / "plan.xc"), "--table", f"lectures={file}")
        assert found.out == f"{expected}\n"


@pytest.mark.parametrize(
    ("table", "message"),
    [
        pytest.param("lectures=none.csv", "there is no such file|No such file", id="no-such-file"),
        pytest.param("lectures=t.ods", ".csv, .json or .parquet", id="another-kind"),
        pytest.param("lectures", "needs a name and a file", id="no-file"),
        pytest.param("teachers=t.json", "has no table or board `teachers`", id="no-such-table"),
        pytest.param("lectures=broken.json", "broken.json", id="no-json"),
        pytest.param("lectures=numbers.json", "not a dict", id="no-records"),
        pytest.param("lectures=broken.parquet", "broken.parquet", id="no-parquet"),
    ],
)
def test_wrong_tables_are_told(table: str, message: str, tmp_path: Path, run: Run) -> None:
    files(tmp_path)
    (tmp_path / "plan.xc").write_text(LECTURES)
    (tmp_path / "broken.json").write_text("[{]")
    (tmp_path / "numbers.json").write_text("[1, 2]")
    (tmp_path / "broken.parquet").write_text("none")
    if "parquet" in table:
        module_or_skip("pyarrow")
    name, equals, file = table.partition("=")
    found = run(
        "count", str(tmp_path / "plan.xc"), "--table", f"{name}{equals}{tmp_path / file if file else ''}"
    )
    assert found.status == 2
    assert re.search(message, found.err)
    assert "internal error" not in found.err


@pytest.mark.parametrize(
    ("default", "value", "expected"),
    [
        ("{1}", [3, 4], "{3, 4}"),
        ("{1}", {4, 3}, "{3, 4}"),
        ("{1}", range(2, 4), "2..3"),
        ("(1, 2)", [5, 6, 7], "(5, 6, 7)"),
        ('{("a", 1)}', {"b": 2, "c": 3}, '{("b", 2), ("c", 3)}'),
        ("{(1, 2)}", [[1, 2], (3, 4)], "{(1, 2), (3, 4)}"),
        ("1", 7, "7"),
    ],
)
def test_parameters_from_python(default: str, value: Any, expected: str) -> None:
    from excover.base.names import show

    problem = excover.parse(f"param v = {default}\nitem a option x() covers a", {"v": value})
    assert show(problem.puzzle.settings["v"]) == expected


def test_parameters_of_numpy_and_pandas() -> None:
    numpy, pandas = module_or_skip("numpy"), module_or_skip("pandas")
    text = "param n = 1\nparam S = {1}\nparam rows = {(1, 2)}\nitem a[1..n], b[S], c[rows]\n"
    text += "option x(i in 1..n, s in S, r in rows) covers a[i], b[s], c[r]"
    frame = pandas.DataFrame({"p": [1, 3], "q": [2, 4]})
    problem = excover.parse(text, {"n": numpy.int64(2), "S": numpy.array([7, 8]), "rows": frame})
    assert problem.count() == 4
    assert str(problem.matrix.items[-1]) == "c[(3, 4)]"


@pytest.mark.parametrize("value", [1.5, None, [1.5], object(), b"x"])
def test_other_values_are_refused(value: Any) -> None:
    with pytest.raises((SpecError, TypeError), match=r"E702|column"):
        excover.parse("param v = {1}\nitem a option x() covers a", {"v": value})


def test_a_text_reads_files_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("name\nA\nB\n")
    text = 'table T from "t.csv"\nitem a[T.name]\noption x(r in T) covers a[r.name]'
    assert excover.parse(text, folder=tmp_path).count() == 1
    yaml = "excover: 1\ntables: {T: {file: t.csv}}\nitems: ['a[T.name]']\n"
    yaml += "options: {x(r in T): {covers: ['a[r.name]']}}"
    with pytest.raises(SpecError, match="E247"):
        excover.parse(text)
    with pytest.raises(SpecError):
        excover.parse(text.replace("t.csv", "../t.csv"), folder=tmp_path)
    assert excover.parse(yaml, folder=tmp_path).count() == 1


def test_a_wrong_parameter_causes_no_other_errors() -> None:
    with pytest.raises(SpecError) as wrong:
        excover.load("queens", {"n": 6.5})
    assert [diagnostic.code for diagnostic in wrong.value.diagnostics] == ["E702"]


def over(limits: excover.Limits, text: str, file: Path) -> str:
    """The message about the file as the table `T` of the text."""
    with pytest.raises(SpecError) as refused:
        excover.parse(text, tables={"T": file}, limits=limits)
    return str(refused.value)


NAMES = "table T\n  |name\n  |a\nitem a option x() covers a"


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([str(number) for number in range(3_000)], id="large-file"),
        pytest.param(["a"] * 300_000, id="many-rows-in-few-bytes"),
        pytest.param([["a"] * 300_000], id="a-long-list-in-few-bytes"),
        pytest.param(["a" * 2_000] * 1_000, id="long-texts-in-few-bytes"),
    ],
)
def test_the_limit_of_tables_holds_for_parquet_as_for_csv(rows: list[Any], tmp_path: Path) -> None:
    parquet, arrow = module_or_skip("pyarrow.parquet"), module_or_skip("pyarrow")
    lines = [",".join(row) if isinstance(row, list) else row for row in rows]
    (tmp_path / "t.csv").write_text("\n".join(["name", *lines]))
    parquet.write_table(arrow.table({"name": rows}), tmp_path / "t.parquet")
    limits = excover.Limits(table=10_000)
    told = over(limits, NAMES, tmp_path / "t.csv")
    assert "`t.csv` has more than 10,000 characters" in told
    assert over(limits, NAMES, tmp_path / "t.parquet") == told.replace("t.csv", "t.parquet")


def test_categories_of_parquet_count_once(tmp_path: Path) -> None:
    """Arrow repeats their names in every batch."""
    pandas = module_or_skip("pandas")
    module_or_skip("pyarrow")
    names = [f"a rather long name of the category {number}" for number in range(3_000)]
    pandas.DataFrame({"name": pandas.Categorical(names * 3)}).to_parquet(tmp_path / "t.parquet")
    text = "table T\n  |name\n  |a\nitem a[T.name] option x(n in T.name) covers a[n]"
    problem = excover.parse(text, tables={"T": tmp_path / "t.parquet"}, limits=excover.Limits(table=600_000))
    assert len(problem.matrix.items) == 3_000


def test_deeply_nested_json_is_refused(tmp_path: Path, run: Run) -> None:
    (tmp_path / "plan.xc").write_text(NAMES)
    (tmp_path / "deep.json").write_text("[" * 100_000)
    found = run("count", str(tmp_path / "plan.xc"), "--table", f"T={tmp_path / 'deep.json'}")
    assert found.status == 2
    assert "E247" in found.err
    assert "not readable JSON" in found.err
    assert "internal error" not in found.err


def told(given: Any, text: str = LECTURES) -> str:
    """The message about what is given for the tables of the text."""
    with pytest.raises(SpecError) as refused:
        excover.parse(text, tables=given)
    return str(refused.value)


@pytest.mark.parametrize(
    ("column", "way_out"),
    [
        pytest.param("abc", "a single record is a list with one dict: `[record]`", id="text"),
        pytest.param(b"abc", "`[record]`", id="bytes"),
        pytest.param(7, "`[record]`", id="number"),
        pytest.param({"a": 1}, "give the records as a list: `list(records.values())`", id="mapping"),
        pytest.param({"a"}, "a set has no order: `sorted(..)`", id="set"),
    ],
)
def test_a_column_is_no_text_no_mapping_and_no_set(column: Any, way_out: str) -> None:
    message = told({"T": {"name": column}}, NAMES)
    assert f"E266]: the column `T.name` is {column!r}, not a list of values" in message
    assert way_out in message


@pytest.mark.parametrize(
    ("records", "row", "parts"),
    [
        pytest.param(
            [*RECORDS[:1], ("botany", ["Ben"], 1, "lab")],
            1,
            [
                "a record of the table `lectures` is ('botany', ['Ben'], 1, 'lab'), not a dict",
                '`[dict(zip(["lecture", "who", "hours", "room"], record)) for record in records]`',
            ],
            id="tuple",
        ),
        pytest.param(
            ["algebra"], 0, ['`[{"lecture": .., "who": [..], "hours": .., "room": ..}, ..]`'], id="text"
        ),
        pytest.param(
            [*RECORDS[:2], {**RECORDS[2], "who": "Cleo"}],
            2,
            ["`lectures.who` is a column of lists, and this record has 'Cleo'", "give a list: `['Cleo']`"],
            id="text-for-a-list",
        ),
        pytest.param(
            [{"lecture": "algebra", "who*": 7, "hours": 1, "room": "hall"}],
            0,
            ["`lectures.who` is a column of lists, and this record has 7"],
            id="number-for-a-list",
        ),
        pytest.param(
            [RECORDS[0], {"lecture": "botany", "who": ["Ben"], "room": "lab"}],
            1,
            [
                "a record of the table `lectures` has no `hours`, as others have",
                'there is nothing, "", 0 or []',
            ],
            id="a-field-less",
        ),
        pytest.param([{}], None, ["the records of the table `lectures` have no fields"], id="no-fields"),
    ],
)
def test_a_wrong_record_is_told_with_its_row(records: Any, row: int | None, parts: list[str]) -> None:
    message = told({"lectures": records})
    assert "E266" in message
    assert row is None or f"in row {row} (counted from 0)" in message
    assert all(part in message for part in parts), message


@pytest.mark.parametrize("given", [3, None, b"abc", dict])
def test_a_table_is_a_list_of_records(given: Any) -> None:
    message = told({"lectures": given})
    assert "E266" in message
    assert "not a data frame or a list of records" in message


def test_tables_are_a_mapping_from_names() -> None:
    assert "`tables` must be a mapping from names to tables" in told(RECORDS)
    assert "the name of a table must be a text, not 1" in told({1: RECORDS})


def test_two_columns_may_not_become_one() -> None:
    assert "has two columns `who`" in told({"lectures": [{"lecture": "a", "who": ["Ada"], "who*": ["Ben"]}]})


@pytest.mark.parametrize("nothing", [[], {}, iter([]), {"lecture": [], "who": [], "hours": [], "room": []}])
def test_no_records_are_a_table_with_the_columns_of_the_statement(nothing: Any) -> None:
    text = LECTURES + "item open\noption close() covers open\n"
    problem = excover.parse(
        text.replace("item lecture[lectures]", "item lecture[lectures.lecture]").replace(
            "covers lecture[l],", "covers lecture[l.lecture],"
        ),
        tables={"lectures": nothing},
    )
    assert list(map(str, problem.matrix.options)) == ["close()"]


def test_no_records_and_no_columns_are_told(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("name\na\n")
    text = 'table T from "t.csv"\nitem a[T.name]\noption x(r in T) covers a[r.name]'
    with pytest.raises(SpecError, match="has no records, and nothing states which columns it has"):
        excover.parse(text, tables={"T": []}, folder=tmp_path)


def test_a_starred_column_takes_lists_tuples_and_sets() -> None:
    skills = [["cook"], ("cook",), {"cook"}]
    records = [{"name": str(n), "skills*": each} for n, each in enumerate(skills)]
    text = (
        'table T\n  |name skills*\nitem a[T.name]\noption x(r in T) where "cook" in r.skills covers a[r.name]'
    )
    assert excover.parse(text, tables={"T": records}).count() == 1


def test_a_text_is_the_path_of_a_file() -> None:
    message = told({"lectures": "algebra"})
    assert "E247]: `algebra` cannot be read: it is not .csv, .json or .parquet" in message
    assert "the path of a file, from the current folder" in message


def test_a_field_is_no_mapping() -> None:
    with pytest.raises(SpecError, match="E702"):
        excover.parse(NAMES, tables={"T": [{"name": {"a": 1}}]})


def test_columns_have_the_same_length(tmp_path: Path, run: Run) -> None:
    columns = {"name": ["a", "b"], "legs": [1, 2], "eyes": [1]}
    with pytest.raises(SpecError, match="E703") as refused:
        excover.parse(NAMES, tables={"T": columns})
    assert "the columns of the table `T` have different lengths" in str(refused.value)
    assert "`name` 2, `eyes` 1" in str(refused.value)
    (tmp_path / "plan.xc").write_text(NAMES)
    (tmp_path / "t.json").write_text(json.dumps(columns))
    found = run("count", str(tmp_path / "plan.xc"), "--table", f"T={tmp_path / 't.json'}")
    assert found.status == 2
    assert "the columns of the table `T` have different lengths" in found.err
