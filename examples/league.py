"""A league: every team plays every other at home and away, and few fans travel far on a weekday.

    python examples/league.py [teams] [engine]
    python examples/league.py 6 text > league.xc && excover solve league.xc --engine highs

Each team plays once in a round. The two games of a pair are in different halves of the season. Odd rounds
are on weekdays, where a game costs the distance that the guests travel. Such problems of cost are what
solvers of linear programs are made for, here HiGHS (`pip install 'excover[highs]'`).
"""

from __future__ import annotations

import sys
from itertools import combinations, permutations
from math import dist
from random import Random

import excover


def cities(teams: int, seed: int = 1) -> list[tuple[int, int]]:
    """Where the teams are at home, in kilometres."""
    random = Random(seed)
    return [(random.randrange(600), random.randrange(600)) for _ in range(teams)]


def league(homes: list[tuple[int, int]]) -> excover.Model:
    teams, half = range(len(homes)), len(homes) - 1
    rounds = range(1, 2 * half + 1)
    model = excover.Model("League")
    game = model.items("game", permutations(teams, 2))
    plays = model.items("plays", teams, rounds)
    pair = model.items("pair", combinations(teams, 2), [1, 2])
    for home, away in permutations(teams, 2):
        for day in rounds:
            covers = [game[home, away], plays[home, day], plays[away, day]]
            covers.append(pair[tuple(sorted((home, away))), 1 if day <= half else 2])
            cost = round(dist(homes[home], homes[away])) if day % 2 else 0
            model.option("play", home, away, day, covers=covers, cost=cost)
    model.minimize()
    return model


def main(teams: int = 6, engine: str = "highs") -> None:
    model = league(cities(teams))
    if engine == "text":
        print(model.to_xc(), end="")
        return
    problem = model.problem()
    run = excover.Run.within(seconds=60).by(excover.Strategy(engine=engine))
    best = problem.best(run, gap=0.05)
    print(problem)
    if best:
        print(f"{best.cost} km on weekdays, at most 5% more than needed")
        for day in range(1, 2 * teams - 1):
            games = [f"{home}-{away}" for home, away, when in best.by_family["play"] if when == day]
            print(f"round {day:2}: {', '.join(games)}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *sys.argv[2:])
