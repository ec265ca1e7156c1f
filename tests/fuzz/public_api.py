"""Random sequences of calls of the public API, checked against a naive model, as CaDiCaL's mobical does it.

    python tests/fuzz/public_api.py run --seconds 600 --seed 1
    python tests/fuzz/public_api.py replay tests/fuzz/traces/*.json

``run`` makes traces, runs them in processes of their own, makes one that fails as short as it can, and writes
it into the folder ``fuzz-failures``. ``replay`` runs traces from files. A crash, a sanitizer's report and a
process that does not end (after ``HANGS`` seconds) are failures, too. tests/fuzz/sanitized runs this under
sanitizers.

A trace is a problem, after how many nodes another engine takes over (null: as usual), the steps, and whether
the interpreter ends while a thread still searches. See fuzz/little.py and fuzz/session.py.
"""

from __future__ import annotations

import argparse
import itertools
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import fuzz.places  # noqa: F401

# isort: split
from effort import HANGS

import excover
from fuzz.little import Little
from fuzz.session import Session, Step, eagerly

Trace = dict[str, Any]
BATCH = 200
FAILURES = Path("fuzz-failures")

# Making traces


def strategy(random: Random) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    if random.random() < 0.6:
        chosen["engine"] = random.choice(["auto", "sparse", "lanes", "graph"])
    if random.random() < 0.3:
        chosen["threads"] = random.randint(2, 4)
    if random.random() < 0.2:
        chosen["memory"] = random.choice([0, 1000, 100_000])
    if random.random() < 0.2:
        chosen["ordered"] = True
    if random.random() < 0.2 and chosen.get("engine", "auto") in ("sparse", "lanes"):
        chosen["seed"] = random.randrange(100)
    return chosen


def budget(random: Random) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    if random.random() < 0.3:
        chosen["solutions"] = random.randint(0, 5)
    if random.random() < 0.3:
        chosen["nodes"] = random.randint(0, 30)
    if random.random() < 0.05:
        chosen["seconds"] = 0
    return chosen


def number(random: Random) -> int:
    return random.randrange(1000)


STEPS: dict[str, tuple[int, Callable[[Random], list[Any]]]] = {
    "given": (3, lambda r: [number(r), number(r)]),
    "solve": (2, lambda r: [number(r)]),
    "unique": (1, lambda r: [number(r)]),
    "count": (3, lambda r: [number(r), strategy(r)]),
    "count_within": (3, lambda r: [number(r), strategy(r), budget(r), r.randrange(5)]),
    "best": (1, lambda r: [number(r)]),
    "pickle": (1, lambda r: [number(r)]),
    "list": (6, lambda r: [number(r), strategy(r), budget(r), r.choice([None, None, r.randrange(5)])]),
    "next": (8, lambda r: [number(r), r.choice([1, 1, 2, 5, 50])]),
    "drain": (3, lambda r: [number(r)]),
    "interrupt": (3, lambda r: [number(r), r.randrange(4), r.randrange(20)]),
    "drop": (2, lambda r: [number(r)]),
    "finish": (2, lambda r: [number(r)]),
    "finish_all": (1, lambda _: []),
    "share": (1, lambda r: [number(r), r.randint(2, 3)]),
    "solution_set": (
        2,
        lambda r: [number(r), {k: v for k, v in strategy(r).items() if k in ("threads", "memory")}],
    ),
    "solution_set_given": (2, lambda r: [number(r), number(r)]),
    "save": (2, lambda r: [number(r), number(r)]),
    "sample": (1, lambda r: [number(r), number(r)]),
}
"""How often each step comes, and what it is made of."""


def random_trace(random: Random) -> Trace:
    names = random.choices(list(STEPS), [often for often, _ in STEPS.values()], k=random.randint(1, 30))
    return {
        "little": asdict(Little.random(random)),
        "eager": random.choice([None, 4, 10, 30]),
        "steps": [[name, *STEPS[name][1](random)] for name in names],
        "exits": random.random() < 0.01,
    }


# Running them


def run(trace: Trace) -> None:
    """Raises where something is wrong."""
    with eagerly(trace["eager"]):
        Session(Little.of(trace["little"])).run(trace["steps"])


ENDLESS = """\
item p[1..15]
item h[1..14] at most once
option sits(p in 1..15, h in 1..14) covers p[p], h[h]
"""


def search_while_python_exits(engine: str) -> None:
    """On a daemon thread, which has begun when this returns."""
    begun = threading.Event()

    def work() -> None:
        strategy = excover.Strategy(engine, threads=2)  # type: ignore[arg-type]
        excover.parse(ENDLESS).tally(excover.Run(strategy=strategy, progress=lambda _: begun.set()))

    threading.Thread(target=work, daemon=True).start()
    begun.wait()


def replay(paths: list[str]) -> int:
    for path in paths:
        trace = json.loads(Path(path).read_text())
        run(trace)
        if trace["exits"]:
            search_while_python_exits(["sparse", "lanes", "graph"][len(trace["steps"]) % 3])
    return 0


def batch(seed: int, current: Path) -> None:
    """Some traces; the one that runs stands in a file."""
    for k in range(BATCH):
        trace = random_trace(Random(seed * BATCH + k))
        trace["exits"] = trace["exits"] and k == BATCH - 1
        current.write_text(json.dumps(trace))
        run(trace)
    trace["exits"] = True
    current.write_text(json.dumps(trace))
    search_while_python_exits(["sparse", "lanes", "graph"][seed % 3])


def told(arguments: list[str]) -> str:
    """What a run of this program says at its end if it fails; empty if it does not."""
    command = [sys.executable, *["-S"] * sys.flags.no_site, __file__, *arguments]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=HANGS, check=False)
    except subprocess.TimeoutExpired:
        return "does not end"
    return ran.stderr[-4000:] + f"\nstatus {ran.returncode}" if ran.returncode else ""


# Making one that fails small


def shrunk(trace: Trace, fails: Callable[[Trace], bool]) -> Trace:
    """The same failure with fewer steps, options and items."""
    while smaller := next(filter(fails, parts_of(trace)), None):
        trace = smaller
    return trace


def parts_of(trace: Trace) -> Iterator[Trace]:
    steps: list[Step] = trace["steps"]
    size = len(steps)
    while size:
        for start in range(0, len(steps), size):
            yield {**trace, "steps": steps[:start] + steps[start + size :]}
        size //= 2
    if trace["exits"]:
        yield {**trace, "exits": False}
    if trace["eager"] is not None:
        yield {**trace, "eager": None}
    yield from ({**trace, "little": little} for little in less(trace["little"]))
    for k, step in enumerate(steps):
        for at, argument in enumerate(step):
            if isinstance(argument, dict):
                for key in argument:
                    simpler = {name: value for name, value in argument.items() if name != key}
                    yield {
                        **trace,
                        "steps": [*steps[:k], [*step[:at], simpler, *step[at + 1 :]], *steps[k + 1 :]],
                    }


def less(little: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Without costs, without an option, without an entry of an option."""
    options, costs = little["options"], little["costs"]
    if costs:
        yield {**little, "costs": []}
    for k in reversed(range(len(options))):
        if len(options) > 1:
            left = [*options[:k], *options[k + 1 :]]
            yield used({**little, "options": left, "costs": [*costs[:k], *costs[k + 1 :]]})
        for at in range(len(options[k])):
            if len(options[k]) > 1:
                entries = [*options[k][:at], *options[k][at + 1 :]]
                yield used({**little, "options": [*options[:k], entries, *options[k + 1 :]]})


def used(little: dict[str, Any]) -> dict[str, Any]:
    """Without the items that no option covers, which the language refuses."""
    kept = sorted({item for option in little["options"] for item, _ in option})
    options = [[[kept.index(item), color] for item, color in option] for option in little["options"]]
    return {**little, "items": [little["items"][item] for item in kept], "options": options}


def keep(trace: Trace, fault: str) -> Path:
    """Shrinks it and writes it into a file."""

    def fails(other: Trace) -> bool:
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(json.dumps(other))
            file.flush()
            now = told(["replay", file.name])
        return bool(now) and "SpecError" not in now.replace(fault, "")

    FAILURES.mkdir(exist_ok=True)
    path = FAILURES / f"{len(list(FAILURES.iterdir()))}.json"
    small = shrunk(trace, fails) if fails(trace) else trace
    path.write_text(json.dumps(small, indent=1) + "\n")
    print(f"{path}: {fault}", flush=True)
    return path


def campaign(seconds: float, seed: int) -> int:
    """How many failures there were."""
    ends, failures, batches = time.monotonic() + seconds, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        current = Path(folder) / "trace.json"
        for each in itertools.count(seed * 10**6):
            if time.monotonic() >= ends:
                break
            batches += 1
            if fault := told(["batch", str(each), str(current)]):
                failures += 1
                keep(json.loads(current.read_text()), fault)
    print(f"{batches} batches of {BATCH} traces, seed {seed}: {failures} failures")
    return failures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run", help="Make and run random traces.")
    running.add_argument("--seconds", type=float, default=60)
    running.add_argument("--seed", type=int, default=0)
    commands.add_parser("replay", help="Run traces from files.").add_argument("paths", nargs="+")
    one = commands.add_parser("batch")
    one.add_argument("seed", type=int)
    one.add_argument("current", type=Path)
    options = parser.parse_args()
    match options.command:
        case "run":
            return 1 if campaign(options.seconds, options.seed) else 0
        case "replay":
            return replay(options.paths)
        case _:
            batch(options.seed, options.current)
            return 0


if __name__ == "__main__":
    sys.exit(main())
