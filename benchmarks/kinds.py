"""Problems with costs, by excover and by other solvers: cost and bound after some seconds.

    python benchmarks/kinds.py [KIND | FILE ...] [--seconds 1 10 60] [--write benchmarks/results.md]

Kinds are parts of names of `KINDS`, all of them if nothing is named; files are of the OR-Library,
descriptions with `minimize` (.xc), or options with their costs and items (.json, `read_json`). Needs
`pip install highspy ortools clingo pyscipopt`, or tries those that are there. Each solver has a process of
its own on each instance, and its seconds are of the processor, of all its threads, without those for its
model; with a proof it ends. Costs and bounds are rounded up to whole ones. Cells are written as they are
measured, beside those of other kinds, files and solvers, so that a table can be made in parts.
"""

from __future__ import annotations

import argparse
import json
import threading
from array import array
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from math import ceil, inf
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import Any

import priced
from instances import matrix as matrix_of_options

from excover import load
from excover.language.meaning.puzzle import Objective
from excover.matrix.matrix import Matrix
from excover.search.lexicographic import best_covers
from excover.search.outcome import Cancellation
from excover.search.run import Progress, Run

KINDS: Mapping[str, Callable[[], Matrix]] = {
    "airline 50x1,000": partial(priced.set_partition, 50, 1000, 2),
    "airline 60x2,000": partial(priced.set_partition, 60, 2000, 2),
    "cover 80x600": partial(priced.set_cover, 80, 600, 1),
    "cover 150x1,500": partial(priced.set_cover, 150, 1500, 1),
    "pack 60x800": partial(priced.set_packing, 60, 800, 1),
    "pack 120x1,500": partial(priced.set_packing, 120, 1500, 1),
    "cut 6 widths": partial(priced.cutting_stock, 6, 60, 1),
    "cut 10 widths": partial(priced.cutting_stock, 10, 150, 1),
    "routes of 50": partial(priced.vehicle_routes, 50, 16, 1),
    "routes of 80": partial(priced.vehicle_routes, 80, 25, 1),
    "kidneys 60": partial(priced.kidney_cycles, 60, 2),
    "kidneys 90": partial(priced.kidney_cycles, 90, 1),
    "nurses 20": partial(priced.nurses, 20, 2),
    "nurses 40": partial(priced.nurses, 40, 1),
    "conference 48": partial(priced.conference, 48, 2),
    "conference 150": partial(priced.conference, 150, 2),
    "league 10": partial(priced.round_robin, 10, 2),
    "league 12": partial(priced.round_robin, 12, 1),
    "tiling 10x10": partial(priced.tiling, 10, [*priced.DOMINOES, *priced.TROMINOES], 2),
    "jobs 40x5": partial(priced.machines, 40, 5, 2),
    "jobs 60x10": partial(priced.machines, 60, 10, 131),
    "bins 15x7": partial(priced.bins, 15, 7, 3),
    "knapsack 3,000": partial(priced.knapsack, 3000, 5, 1),
    "tiling 20x20": partial(priced.tiling, 20, [*priced.DOMINOES, *priced.TROMINOES], 1),
}
BEGIN, END = "<!-- kinds -->", "<!-- end of kinds -->"
State = tuple[float, float | None, float | None, bool]
"""Seconds, the cost and the bound then, and whether that is proved."""


class Trace:
    """What is known when; ``is_over``: whether the last limit has passed."""

    def __init__(self, limits: Sequence[float]) -> None:
        self._limits = limits
        self.begin()
        self._cost: float | None = None
        self._bound: float | None = None
        self.found: list[State] = []

    def begin(self) -> None:
        """From now on, seconds count: the model is made."""
        self._began = process_time()

    def note(self, cost: float | None, bound: float | None) -> None:
        """What is known now; None or infinity if nothing is."""
        self._pass()
        self._cost = self._cost if cost is None or abs(cost) == inf or abs(cost) > 1e15 else cost
        self._bound = self._bound if bound is None or abs(bound) == inf or abs(bound) > 1e15 else bound

    @property
    def is_over(self) -> bool:
        self._pass()
        return len(self.found) == len(self._limits)

    def _pass(self) -> None:
        while len(self.found) < len(self._limits) and self._seconds > self._limits[len(self.found)]:
            self.found.append((self._limits[len(self.found)], self._cost, self._bound, False))

    @property
    def _seconds(self) -> float:
        return process_time() - self._began

    def end(self, cost: float | None, bound: float | None, proved: bool) -> list[State]:
        """All states; of a proof, only that."""
        self.note(cost, bound)
        if proved and not self.is_over:
            return [(self._seconds, self._cost, self._cost, True)]
        return self.found or [(self._seconds, self._cost, self._bound, False)]


def excover(matrix: Matrix, trace: Trace) -> list[State]:
    stop = Cancellation()

    def listen(progress: Progress) -> None:
        trace.note(progress.cost, progress.bound)
        if trace.is_over:
            stop.cancel()

    search = best_covers(matrix, [Objective("minimize", None)], Run(progress=listen, cancellation=stop), 0.0)
    for _ in search:
        pass
    return trace.end(search.outcome.cost, search.outcome.bound, search.outcome.exhausted)


def highs(matrix: Matrix, trace: Trace) -> list[State]:
    import highspy

    solver = priced.highs_of(matrix)

    def listen(event: Any) -> None:
        out = event.data_out
        trace.note(out.mip_primal_bound, out.mip_dual_bound)
        if trace.is_over:
            event.interrupt()

    for each in (solver.cbMipImprovingSolution, solver.cbMipLogging, solver.cbMipInterrupt):
        each += listen
    trace.begin()
    solver.run()
    info, status = solver.getInfo(), solver.getModelStatus()
    proved = status == highspy.HighsModelStatus.kOptimal
    return trace.end(info.objective_function_value, info.mip_dual_bound, proved)


def cp_sat(matrix: Matrix, trace: Trace, workers: int = 1) -> list[State]:
    from ortools.sat.python import cp_model

    model, solver = priced.cp_model_of(matrix), cp_model.CpSolver()
    solver.parameters.num_workers = workers

    class Listener(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            trace.note(self.objective_value, self.best_objective_bound)

    solver.best_bound_callback = lambda bound: trace.note(None, bound)
    trace.begin()
    with Watch(trace, solver.stop_search):
        status = solver.solve(model, Listener())
    known = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    cost = solver.objective_value if known else None
    return trace.end(cost, solver.best_objective_bound, status == cp_model.OPTIMAL)


def clingo(matrix: Matrix, trace: Trace) -> list[State]:
    """Branch and bound of its own, which has no bound before the proof."""
    from clingo import Control

    control = Control()
    with control.backend() as backend:
        atoms = [backend.add_atom() for _ in matrix.options]
        backend.add_rule(atoms, choice=True)
        rows: list[tuple[list[tuple[int, int]], int | None, int | None]] = [
            (list(zip(column, [1] * len(column), strict=True)), low, high)
            for column, low, high in zip(matrix.columns, matrix.lower, matrix.upper, strict=True)
        ]
        rows += [(list(zip(s.options, s.weights, strict=True)), s.lower, s.upper) for s in matrix.bounds]
        for terms, least, most in rows:
            whole = sum(weight for _, weight in terms)
            if most is not None and most < whole:
                backend.add_weight_rule([], most + 1, [(atoms[option], weight) for option, weight in terms])
            if least is not None and least > 0:
                absent = [(-atoms[option], weight) for option, weight in terms]
                backend.add_weight_rule([], whole - least + 1, absent)
        backend.add_minimize(0, list(zip(atoms, matrix.prices(), strict=True)))
    trace.begin()
    with control.solve(on_model=lambda model: trace.note(model.cost[0], None), async_=True) as handle:
        while not handle.wait(0.02):
            if trace.is_over:
                handle.cancel()
        proved = handle.get().exhausted
    return trace.end(None, None, bool(proved))


def scip(matrix: Matrix, trace: Trace) -> list[State]:
    from pyscipopt import SCIP_EVENTTYPE as EVENT
    from pyscipopt import Eventhdlr, Model, quicksum

    model = Model()
    model.hideOutput()
    chosen = [model.addVar(vtype="B", obj=cost) for cost in matrix.prices()]
    rows: list[tuple[list[tuple[int, int]], int | None, int | None]] = [
        ([(1, option) for option in column], low, high)
        for column, low, high in zip(matrix.columns, matrix.lower, matrix.upper, strict=True)
    ]
    rows += [(list(each.terms), each.lower, each.upper) for each in matrix.bounds]
    for terms, least, most in rows:
        total = quicksum(weight * chosen[option] for weight, option in terms)
        if least is not None and least == most:
            model.addCons(total == least)
            continue
        if least is not None:
            model.addCons(total >= least)
        if most is not None:
            model.addCons(total <= most)

    class Listener(Eventhdlr):
        def eventinit(self) -> None:
            self.model.catchEvent(EVENT.BESTSOLFOUND, self)
            self.model.catchEvent(EVENT.NODESOLVED, self)
            self.model.catchEvent(EVENT.LPSOLVED, self)

        def eventexec(self, _event: object) -> None:
            trace.note(self.model.getPrimalbound(), self.model.getDualbound())
            if trace.is_over:
                self.model.interruptSolve()

    model.includeEventhdlr(Listener(), "trace", "notes costs and bounds")
    trace.begin()
    model.optimize()
    return trace.end(model.getPrimalbound(), model.getDualbound(), model.getStatus() == "optimal")


class Watch:
    """Stops a solver when the last limit has passed."""

    def __init__(self, trace: Trace, stop: Callable[[], object]) -> None:
        self._trace, self._stop, self._ended = trace, stop, threading.Event()

    def __enter__(self) -> None:
        threading.Thread(target=self._look, daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self._ended.set()

    def _look(self) -> None:
        while not self._ended.wait(0.02):
            if self._trace.is_over:
                self._stop()
                return


SOLVERS: Mapping[str, tuple[str, Callable[[Matrix, Trace], list[State]]]] = {
    "excover": ("excover", excover),
    "HiGHS": ("highspy", highs),
    "CP-SAT": ("ortools", cp_sat),
    "CP-SAT, two workers": ("ortools", partial(cp_sat, workers=2)),
    "clingo": ("clingo", clingo),
    "SCIP": ("pyscipopt", scip),
}


def read_json(path: Path) -> Matrix:
    """Of `{"prim": items, "sec": further ones, "options": [[cost, [item, ..]], ..], "bounds": [[0, 1], ..]}`.

    Without bounds, items are covered once, and further ones at most once.
    """
    read: dict[str, Any] = json.loads(path.read_text())
    items = read["prim"] + read["sec"]
    plain = matrix_of_options(
        range(read["prim"]), [row for _, row in read["options"]], range(read["prim"], items)
    )
    bounded = priced.bounded(plain, dict(enumerate(read.get("bounds", []))))
    return replace(bounded, costs=array("q", [cost for cost, _ in read["options"]]))


def instance(name: str) -> Matrix:
    """Of a kind, or a file."""
    if name in KINDS:
        return KINDS[name]()
    path = Path(name)
    if path.suffix == ".xc":
        problem = load(path)
        if problem.puzzle.goal == "maximize":
            raise SystemExit(f"{name}: write `minimize` of costs below 0: what is greatest is not asked here")
        return problem.matrix
    return read_json(path) if path.suffix == ".json" else priced.from_or_library(path)


def run(solver: str, name: str, limits: Sequence[float]) -> list[State]:
    """What the solver knew at each limit, or its proof."""
    return SOLVERS[solver][1](instance(name), Trace(limits))


def cell(states: Sequence[State]) -> str:
    """`453 in 0.05 s` with a proof, else the cost and the bound at each limit."""
    seconds, cost, _, proved = states[-1]
    if proved and cost is not None:
        return f"{round(cost):,} in {seconds:.2f} s"
    return "; ".join(f"{_shown(cost)} ({_shown(bound)})" for _, cost, bound, _ in states)


def _shown(number: float | None) -> str:
    return "-" if number is None else f"{ceil(number - 1e-6):,}"


class Table:
    """Cells by rows and solvers, between two marks of a page, if there is one."""

    def __init__(self, page: Path | None, solvers: Sequence[str]) -> None:
        self._page, self._rows = page, dict[str, dict[str, str]]()
        self._solvers = list(solvers)
        if page is None:
            return
        _, rest = page.read_text().split(BEGIN)
        head, _, *rows = (
            [each.strip() for each in line.strip("|").split("|")]
            for line in rest.split(END)[0].strip().splitlines()
        )
        self._solvers = list(dict.fromkeys([*head[1:], *solvers]))
        for name, *cells in rows:
            self._rows[name] = dict(zip(head[1:], cells, strict=True))

    def note(self, name: str, solver: str, cell: str) -> None:
        self._rows.setdefault(name, {})[solver] = cell
        if self._page is not None:
            before, rest = self._page.read_text().split(BEGIN)
            self._page.write_text(f"{before}{BEGIN}\n\n{self}\n\n{END}{rest.split(END)[1]}")

    def row(self, name: str) -> str:
        return f"| {name} | {' | '.join(self._rows[name].get(solver, '') for solver in self._solvers)} |"

    def __str__(self) -> str:
        head = [f"| | {' | '.join(self._solvers)} |", f"|---|{'---|' * len(self._solvers)}"]
        return "\n".join([*head, *map(self.row, self._rows)])


def main() -> None:
    """Measures, prints rows, and writes them into a page."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seconds", type=float, nargs="+", default=[1.0, 10.0])
    parser.add_argument("--solvers", nargs="+", choices=SOLVERS, default=list(SOLVERS))
    parser.add_argument("--write", type=Path)
    parser.add_argument("kinds", nargs="*", help="parts of names of kinds, and files")
    asked = parser.parse_args()
    solvers = [each for each in asked.solvers if find_spec(SOLVERS[each][0])]
    files = [each for each in asked.kinds if Path(each).is_file()]
    parts = [each for each in asked.kinds if each not in files]
    for part in parts:
        if not any(part in kind for kind in KINDS):
            parser.error(f"{part}: neither a file nor a part of a kind: {', '.join(KINDS)}")
    kinds = [kind for kind in KINDS if not asked.kinds or any(part in kind for part in parts)]
    table = Table(asked.write, solvers)
    for name in [*kinds, *files]:
        alike = [each for each in files if Path(each).stem == Path(name).stem]
        shown = name if name in KINDS or len(alike) > 1 else Path(name).stem
        for solver in solvers:
            with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
                table.note(shown, solver, cell(pool.submit(run, solver, name, asked.seconds).result()))
        print(table.row(shown), flush=True)


if __name__ == "__main__":
    main()
