"""What a journal costs: processor seconds of `excover run` against `excover count`, and bytes for a part.

    python benchmarks/journal.py scott --repeats 5
    python benchmarks/journal.py langford -p n=15 --engine lanes
    python benchmarks/journal.py --journal FILE

Both commands search the same tree with the same engine, the one with a worker and a journal, the other with
one thread; they take turns, and each repeat turns the order around. Processor seconds are those of all
processes of a command. A run starts one more, so what both commands take for a puzzle without work is
subtracted. The goals: 2 % of processor time, and 1 MB for 10,000 parts. With ``--journal``, only the bytes
for a part of that file.
"""

from __future__ import annotations

import argparse
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

COIN = "item a  option heads() covers a  option tails() covers a"


def processor_seconds(arguments: list[str]) -> float:
    """Of `excover` with all processes that it starts, user and system. CalledProcessError if it fails."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-P", "-m", "excover", *arguments], check=True, capture_output=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def counted(spec: list[str], engine: str) -> float:
    """Without a journal."""
    return processor_seconds(["count", *spec, "--engine", engine, "--threads", "1"])


def run(spec: list[str], engine: str, journal: Path) -> float:
    """With a journal, a new file."""
    journal.unlink(missing_ok=True)
    options = ["--count", "--engine", engine, "--workers", "1", "--journal", str(journal)]
    return processor_seconds(["run", *spec, *options])


def bytes_for_parts(journal: Path) -> str:
    """The size of a journal that no process works on."""
    database = sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)
    ((parts, tables),) = database.execute(
        "select (select count(*) from part), (select sum(pgsize) from dbstat where name in ('part', 'shard'))"
    ).fetchall()
    database.close()
    size = journal.stat().st_size
    return (
        f"{parts:,} parts in {size:,} bytes, {size - tables:,} of them with the description:"
        f" {tables / parts * 1e4 / 1e6:.2f} MB for 10,000 parts"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("spec", nargs="?", help="a file or a shipped puzzle, of ten seconds or more")
    parser.add_argument("-p", action="append", default=[], metavar="NAME=VALUE", help="a parameter")
    parser.add_argument("--engine", choices=["sparse", "lanes"], default="lanes")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--journal", type=Path, help="measure only the size of this one")
    chosen = parser.parse_args()
    if chosen.journal:
        print(bytes_for_parts(chosen.journal))
        return
    if chosen.spec is None:
        parser.error("a puzzle, or --journal, is needed")
    spec = [chosen.spec, *(word for setting in chosen.p for word in ("-p", setting))]
    with tempfile.TemporaryDirectory() as folder:
        journal, coin = Path(folder, "j"), Path(folder, "coin.xc")
        coin.write_text(COIN, "utf-8")
        idle = [
            (counted([str(coin)], "sparse"), run([str(coin)], "sparse", journal))
            for _ in range(chosen.repeats)
        ]
        starts = [median(each) for each in zip(*idle, strict=True)]
        print(f"start-up: {starts[0]:.2f} s without a journal, {starts[1]:.2f} s with one")
        ratios = []
        for repeat in range(chosen.repeats):
            if repeat % 2:
                second = run(spec, chosen.engine, journal)
                first = counted(spec, chosen.engine)
            else:
                first = counted(spec, chosen.engine)
                second = run(spec, chosen.engine, journal)
            ratios.append((second - starts[1]) / (first - starts[0]))
            print(f"{first:.2f} s without, {second:.2f} s with: {ratios[-1] - 1:+.1%} beyond the start-up")
        print(f"median {median(ratios) - 1:+.1%}")
        print(bytes_for_parts(journal))


if __name__ == "__main__":
    main()
