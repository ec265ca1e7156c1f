"""1,000 what-if questions about one timetable: `python benchmarks/what_if.py [questions]`.

Each forbids some options and states one; it is answered by changing the compiled problem, and, for
comparison, by compiling the model again. As many ask what if an hour is not to be had, once by a parameter of
a text, which makes all options again, and once by `forbid`.
"""

from __future__ import annotations

import sys
from random import Random
from time import perf_counter, process_time

import excover

LECTURES, SLOTS, ROOMS, TEACHERS = 40, 20, 4, 12


def timetable() -> excover.Model:
    """Lectures in slots and rooms; a teacher gives one lecture at a time."""
    random = Random(1)
    model = excover.Model("Timetable")
    lecture = model.items("lecture", range(LECTURES))
    room = model.items("room", range(ROOMS), range(SLOTS), at_most=1)
    teacher = model.items("teacher", range(TEACHERS), range(SLOTS), at_most=1)
    teaches = [random.randrange(TEACHERS) for _ in range(LECTURES)]
    rows = [(each, r, s) for each in range(LECTURES) for r in range(ROOMS) for s in range(SLOTS)]
    lectures, rooms, slots = map(list, zip(*rows, strict=True))
    busy = teacher[[teaches[each] for each in lectures], slots]
    model.options("hold", lectures, rooms, slots, covers=[lecture[lectures], room[rooms, slots], busy])
    return model


def question(random: Random) -> tuple[list[excover.OptionName], list[excover.OptionName]]:
    """Options that are impossible, and one that is wanted."""
    slot, room = random.randrange(SLOTS), random.randrange(ROOMS)
    names = [excover.OptionName("hold", (each, room, slot)) for each in range(LECTURES)]
    other = (slot + 1) % SLOTS
    return names, [excover.OptionName("hold", (random.randrange(LECTURES), random.randrange(ROOMS), other))]


TEXT = """
param closed = 0
item lecture[1..40]
item teacher[1..12, 1..20] at most once
option hold(l in 1..40, room in 1..4, hour in 1..20) where hour != closed
  covers lecture[l], teacher[1 + l mod 12, hour]
"""


def by_parameter(questions: int) -> None:
    """Other values of a parameter beside options that are forbidden."""
    problem = excover.parse(TEXT)
    hours = [[name for name in problem.matrix.options if name.arguments[2] == hour] for hour in range(1, 21)]
    began = process_time()
    for number in range(questions):
        problem.with_parameters(closed=1 + number % 20)
    again = process_time() - began
    began = process_time()
    for number in range(questions):
        problem.forbid(hours[number % 20])
    forbidden = process_time() - began
    each = [f"{1000 * seconds / questions:.1f} ms" for seconds in (again, forbidden)]
    print(f"with_parameters: {each[0]} of processor time each; forbid: {each[1]}")


def nodes_of(problem: excover.Problem) -> int:
    """The nodes of the search for a first solution."""
    solutions = problem.solutions(excover.Run.within(solutions=1))
    next(solutions, None)
    return solutions.outcome.statistics.nodes


def main(questions: int) -> None:
    model, random = timetable(), Random(2)
    began = perf_counter()
    problem = model.problem()
    compiled = perf_counter() - began
    began, worked, answers = perf_counter(), process_time(), 0
    for _ in range(questions):
        forbidden, wanted = question(random)
        answers += problem.forbid(forbidden).given(wanted).solve() is not None
    seconds, worked = perf_counter() - began, process_time() - worked
    print(f"{problem}: compiled in {compiled:.2f} s")
    each, work = 1000 * seconds / questions, 1000 * worked / questions
    print(f"{questions:,} questions in {seconds:.1f} s, {answers:,} of them solved")
    print(f"{each:.1f} ms each, of which the processor worked {work:.1f} ms")
    nodes = [nodes_of(problem.forbid(names).given(one)) for names, one in map(question, [random] * 50)]
    print(f"50 further searches took {min(nodes):,} to {max(nodes):,} nodes")
    print(f"compiling again each time would take {questions * compiled:.0f} s more")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
    by_parameter(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
