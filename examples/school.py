"""A school timetable from data frames, with soft rules, solved to a proof; then a teacher falls ill.

    python examples/school.py

Each class has its lessons in 25 hours a week; a teacher and the gym have one lesson at a time. Soft rules: a
subject once a day, none that needs a fresh head at the end of a day, and wishes of teachers.
"""

from __future__ import annotations

import pandas as pd

import excover

DAYS, HOURS = ["Mon", "Tue", "Wed", "Thu", "Fri"], range(1, 6)
LESSONS = pd.DataFrame(
    [
        ("maths", 5, "Euler", "Euler", "Noether"),
        ("German", 5, "Mann", "Zweig", "Mann"),
        ("English", 4, "Woolf", "Woolf", "Woolf"),
        ("science", 4, "Curie", "Curie", "Noether"),
        ("music", 2, "Haydn", "Haydn", "Haydn"),
        ("art", 2, "Zweig", "Klee", "Klee"),
        ("sports", 3, "Owens", "Owens", "Owens"),
    ],
    columns=["subject", "hours", "5a", "5b", "6a"],
)
WISHES = pd.DataFrame(
    [("Mann", "Fri", 2), ("Haydn", "Mon", 1.5), ("Klee", "Wed", 1)], columns=["teacher", "day", "dislike"]
)
TWICE_A_DAY, LATE = 3, 0.5


def school() -> excover.Problem:
    lessons = LESSONS.melt(["subject", "hours"], var_name="class", value_name="teacher")
    week = pd.DataFrame({"day": DAYS}).merge(pd.DataFrame({"hour": HOURS}), how="cross")
    every = lessons.merge(week, how="cross").merge(WISHES, how="left").fillna({"dislike": 0})
    needs_fresh_head = every["subject"].isin(["maths", "science"]) & (every["hour"] == HOURS[-1])
    group, subject, teacher = every["class"], every["subject"], every["teacher"]
    day, hour = every["day"], every["hour"]

    model = excover.Model("A week of a school")
    pairs = list(lessons[["class", "subject"]].itertuples(index=False, name=None))
    lesson = model.items("lesson", pairs, times=lessons["hours"])
    busy = model.items("busy", sorted({*group}), DAYS, HOURS)
    teaches = model.items("teaches", sorted({*teacher}), DAYS, HOURS, at_most=1)
    gym = model.items("gym", DAYS, HOURS, at_most=1)
    a_day = model.items("a_day", sorted({*group}), sorted({*subject}), DAYS, at_most=1, over_cost=TWICE_A_DAY)
    covers = [lesson[group, subject], busy[group, day, hour], teaches[teacher, day, hour]]
    covers += [gym[day, hour].where(subject == "sports"), a_day[group, subject, day]]
    cost = every["dislike"] + LATE * needs_fresh_head
    model.options("teach", group, subject, teacher, day, hour, covers=covers, cost=cost)
    model.minimize()
    return model.problem()


def without(problem: excover.Problem, ill: str, day: str) -> excover.Problem:
    """The same week, but this teacher is ill on that day."""
    return problem.forbid(name for name in problem.options if name.arguments[2:4] == (ill, day))


def main() -> None:
    problem = school()
    plan = problem.best()
    print(f"{problem}: the best costs {plan.cost}")
    for group, lessons in plan.to_frame().groupby("class"):
        print(f"\n{group}\n{lessons.pivot(index='hour', columns='day', values='subject')[DAYS].to_string()}")
    other = without(problem, "Euler", "Tue").near(plan).best()
    print(f"\nEuler is ill on Tuesday: {other.totals['changes']} changes, and the cost is {other.cost}")
    for option in sorted({*other.options} - {*plan.options}):
        print(f"now: {option}")


if __name__ == "__main__":
    main()
