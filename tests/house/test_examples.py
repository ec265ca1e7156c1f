"""The examples in examples/ do what they say, checked without excover."""

from __future__ import annotations

import asyncio
import csv
import json
from itertools import combinations, permutations, product
from math import dist
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from extras import module_or_skip, skip_without
from loaded import loaded

import excover

FOLDER = Path(__file__).parents[2] / "examples"


def example(name: str) -> ModuleType:
    return loaded(FOLDER / f"{name}.py")


def test_timetables_are_those_of_a_plain_search() -> None:
    module_or_skip("pandas")
    problem = example("timetable").timetable()
    assert problem.count() == plain_timetables()
    assert not problem.warnings


def test_rolls_are_cut_as_wanted_and_as_few_as_a_bound_allows() -> None:
    cutting = example("cutting")
    patterns, plan, bound = cutting.cut()
    assert all(sum(width * count for width, count in pattern.items()) <= cutting.ROLL for pattern in patterns)
    chosen = plan.by_family["cut"]
    for width, wanted in cutting.DEMAND.items():
        assert sum(patterns[number].get(width, 0) * times for number, times in chosen) >= wanted
    rolls = sum(times for _, times in chosen)
    assert rolls == plan.cost == 453
    assert rolls - 1 < bound <= rolls  # no whole number of rolls is less


def test_a_school_week_keeps_the_rules_and_few_lessons_move() -> None:
    module_or_skip("pandas")
    school = example("school")
    problem = school.school()
    plan = problem.best()
    assert plain_cost(school, plan) == plan.cost == 4
    ill = school.without(problem, "Euler", "Tue")
    other = ill.near(plan).best()
    assert plain_cost(school, other) == other.cost
    assert not [option for option in other.options if option.arguments[2:4] == ("Euler", "Tue")]
    assert other.totals["changes"] == len({*other.options} - {*plan.options}) == 4
    assert plan.cost <= ill.best(start=plan).cost <= other.cost


def plain_cost(school: ModuleType, plan: excover.Solution) -> float:
    """The cost of a week that keeps the rules."""
    lessons = [option.arguments for option in plan.options if option.family == "teach"]
    wanted = {
        (group, row["subject"]): (row[group], row["hours"])
        for row in school.LESSONS.to_dict("records")
        for group in ("5a", "5b", "6a")
    }
    for pair, (teacher, hours) in wanted.items():
        own = [each for each in lessons if each[:2] == pair]
        assert len(own) == hours
        assert {each[2] for each in own} == {teacher}
    for who in (0, 2):  # classes and teachers
        assert len({(each[who], *each[3:]) for each in lessons}) == len(lessons) == 75
    gym = [each[3:] for each in lessons if each[1] == "sports"]
    assert len(set(gym)) == len(gym)
    a_day = [each[0:2] + each[3:4] for each in lessons]
    dislike = {(row["teacher"], row["day"]): row["dislike"] for row in school.WISHES.to_dict("records")}
    late = sum(each[1] in ("maths", "science") and each[4] == 5 for each in lessons)
    more = len(a_day) - len(set(a_day))
    return school.TWICE_A_DAY * more + school.LATE * late + sum(dislike.get(each[2:4], 0) for each in lessons)


def plain_timetables() -> int:
    """Talk by talk, with sets of what is taken."""
    rows = {
        name: list(csv.DictReader((FOLDER / "timetable" / f"{name}.csv").open()))
        for name in ("talks", "rooms", "absences")
    }
    absent = {(row["speaker"], int(row["slot"])) for row in rows["absences"]}

    def count(talk: int, taken: frozenset[tuple[str, int]]) -> int:
        if talk == len(rows["talks"]):
            return 1
        row, total = rows["talks"][talk], 0
        for room, start in product(rows["rooms"], range(1, 6)):
            hours = range(start, start + int(row["slots"]))
            wanted = {(room["room"], hour) for hour in hours} | {(row["speaker"], hour) for hour in hours}
            if row["needs"] and row["needs"] not in room["has*"].split(","):
                continue
            if hours[-1] > 5 or wanted & taken or wanted & absent:
                continue
            if (row["talk"] == "Opening" and start != 1) or (row["talk"] == "Closing" and start != 5):
                continue
            total += count(talk + 1, taken | wanted)
        return total

    return count(0, frozenset())


@pytest.mark.parametrize("seed", range(3))
def test_as_many_kidneys_as_an_exhaustive_search_finds(seed: int) -> None:
    module_or_skip("numpy")
    kidneys = example("kidneys")
    gives = kidneys.compatible(14, seed)
    twos, threes = kidneys.cycles(gives)
    cycles = [frozenset(cycle) for cycle in (*twos.tolist(), *threes.tolist())]
    for members in (*twos.tolist(), *threes.tolist()):
        assert all(gives[a][b] for a, b in zip(members, members[1:] + members[:1], strict=True))

    def most(rest: list[frozenset[int]]) -> int:
        if not rest:
            return 0
        first, *others = rest
        return max(most(others), len(first) + most([each for each in others if not each & first]))

    best = kidneys.exchange(gives).best()
    assert best
    assert best.cost == most(cycles)


@pytest.mark.parametrize(
    ("rows", "columns", "count"), [(2, 3, 3), (4, 4, 36), (6, 6, 6728), (8, 8, 12988816)]
)
def test_tilings_are_the_published_numbers(rows: int, columns: int, count: int) -> None:
    module_or_skip("scipy")
    assert example("tilings").tilings(rows, columns).count() == count


def test_a_league_is_played_with_least_travel(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], run: Any
) -> None:
    skip_without("highspy")
    league = example("league")
    homes = league.cities(4)
    best = league.league(homes).problem().best(excover.Run(strategy=excover.Strategy("highs")))
    games = best.by_family["play"]
    assert sorted((home, away) for home, away, _ in games) == [*permutations(range(4), 2)]
    for day in range(1, 7):
        assert sorted(team for *pair, when in games if when == day for team in pair) == [0, 1, 2, 3]
    for pair in combinations(range(4), 2):
        first, second = sorted(day for *teams, day in games if {*teams} == {*pair})
        assert first <= 3 < second
    weekdays = sum(round(dist(homes[home], homes[away])) for home, away, day in games if day % 2)
    assert best.cost == weekdays == least_travel(homes)
    league.main(4, "text")
    (tmp_path / "league.xc").write_text(capsys.readouterr().out)
    solved = run("solve", str(tmp_path / "league.xc"), "--engine", "highs", "--json")
    assert json.loads(solved.out.splitlines()[-1])["cost"] == best.cost


def least_travel(homes: list[tuple[int, int]]) -> int:
    """Of all ways to order the rounds of both halves: each is the three perfect matchings of four teams."""
    matchings = [((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))]
    least = []
    for halves in product(permutations(matchings), repeat=2):
        total = 0
        for one, other in combinations(range(4), 2):
            days = [next(day for day, games in enumerate(half) if (one, other) in games) for half in halves]
            weekday = [days[0] % 2 == 0, (days[1] + 3) % 2 == 0]  # rounds 1, 3 and 5
            total += round(dist(homes[one], homes[other])) * sum(weekday)
        least.append(total)
    return min(least)


@pytest.mark.slow
def test_crews_cover_every_flight_for_as_little_as_possible(tmp_path: Path) -> None:
    parquet = module_or_skip("pyarrow.parquet")
    crews = example("crews")
    crews.write_pairings(tmp_path / "p.parquet", 120)
    problem = crews.crews(tmp_path / "p.parquet")
    best = problem.best()
    rows = parquet.read_table(tmp_path / "p.parquet").to_pylist()
    chosen = [rows[number - 1] for (number,) in best.by_family["pairing"]]
    assert sorted(flight for row in chosen for flight in row["flights"]) == list(range(crews.FLIGHTS))
    assert best.cost == sum(row["cost"] for row in chosen)
    assert best.cost == least_by_milp(rows, crews.FLIGHTS)


def least_by_milp(rows: list[dict[str, Any]], flights: int) -> int:
    numpy, optimize = module_or_skip("numpy"), module_or_skip("scipy.optimize")
    matrix = numpy.zeros((flights, len(rows)))
    for column, row in enumerate(rows):
        matrix[row["flights"], column] = 1
    once = optimize.LinearConstraint(matrix, 1, 1)
    costs = [row["cost"] for row in rows]
    found = optimize.milp(
        costs, constraints=once, integrality=numpy.ones(len(rows)), bounds=optimize.Bounds(0, 1)
    )
    return round(found.fun)


EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_the_service_answers_many_at_once() -> None:
    module_or_skip("fastapi")
    httpx = module_or_skip("httpx")
    service = example("sudoku_service")

    async def ask() -> list[tuple[int, Any]]:
        transport = httpx.ASGITransport(app=service.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
            clues = [EASY, EASY[:40].ljust(81, "."), EASY[:-1] + "8"] * 5
            answers = await asyncio.gather(*(client.get("/unique", params={"clues": each}) for each in clues))
        return [(answer.status_code, answer.json()) for answer in answers]

    answers = asyncio.run(ask())
    assert answers[0] == (200, {"verdict": "unique"})
    assert answers[1] == (200, {"verdict": "several"})
    assert answers[2][0] == 422
    assert answers == answers[:3] * 5


def test_the_service_ends_what_nobody_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    fastapi = module_or_skip("fastapi")
    service = example("sudoku_service")
    handles: list[excover.Handle[Any]] = []
    start = excover.start

    def endless(*_arguments: object, **_options: object) -> excover.Handle[Any]:
        handles.append(start(excover.load("queens", {"n": 40}).count))
        return handles[-1]

    class Gone:
        async def is_disconnected(self) -> bool:
            return True

    monkeypatch.setattr(service.excover, "start", endless)
    with pytest.raises(fastapi.HTTPException) as error:
        asyncio.run(service.unique(EASY, Gone()))
    assert error.value.status_code == 499
    assert handles
    assert all(handle.is_done for handle in handles)
