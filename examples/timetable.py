"""A conference timetable from three CSV files: talks, rooms, and when speakers are absent.

    python examples/timetable.py

Every talk is held once, in a room that has what it needs; a room and a speaker have one talk at a time.
"""

from __future__ import annotations

from pathlib import Path

import pandas as pd

import excover

FOLDER = Path(__file__).parent / "timetable"
SLOTS = range(1, 6)


def timetable(folder: Path = FOLDER) -> excover.Problem:
    talks = pd.read_csv(folder / "talks.csv", keep_default_na=False)
    rooms = pd.read_csv(folder / "rooms.csv", keep_default_na=False).rename(columns={"has*": "has"})
    absences = pd.read_csv(folder / "absences.csv")

    # Every talk in every room at every hour at which it could begin, and then those that are possible.
    starts = talks.merge(rooms, how="cross").merge(pd.Series(SLOTS, name="start"), how="cross")
    absent = set(zip(absences["speaker"], absences["slot"], strict=True))
    hours = [range(row.start, row.start + row.slots) for row in starts.itertuples()]
    possible = [
        row.needs in ("", *row.has.split(","))
        and hour.stop - 1 <= SLOTS[-1]
        and absent.isdisjoint((row.speaker, slot) for slot in hour)
        and (row.talk != "Opening" or row.start == SLOTS[0])
        and (row.talk != "Closing" or row.start == SLOTS[-1])
        for row, hour in zip(starts.itertuples(), hours, strict=True)
    ]
    starts, hours = starts[possible], [hour for hour, keep in zip(hours, possible, strict=True) if keep]

    model = excover.Model("Timetable")
    talk = model.items("talk", talks["talk"])
    used = model.items("used", rooms["room"], SLOTS, at_most=1)
    busy = model.items("busy", talks["speaker"], SLOTS, at_most=1)
    in_use = [[(room, slot) for slot in hour] for room, hour in zip(starts["room"], hours, strict=True)]
    speaks = [[(who, slot) for slot in hour] for who, hour in zip(starts["speaker"], hours, strict=True)]
    covers = [talk[starts["talk"]], used[in_use], busy[speaks]]
    model.options("hold", starts["talk"], starts["room"], starts["start"], covers=covers)
    return model.problem()


def main() -> None:
    problem = timetable()
    solution = problem.solve()
    print(f"{problem}, {problem.count()} timetables")
    for name, room, start in sorted(solution.by_family["hold"] if solution else [], key=lambda held: held[2]):
        print(f"{start}  {room:6} {name}")


if __name__ == "__main__":
    main()
