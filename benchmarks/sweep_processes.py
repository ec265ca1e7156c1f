"""Whether a frontier search gains by two processes that divide its states: a trial, apart from excover's own.

    python benchmarks/sweep_processes.py --size 18 --repeats 3

Counts the tilings of a square by dominoes cell by cell. A state is the set of cells ahead that are covered,
one bit for each column; its ways are counted modulo 2^64. One process makes all states; or two do, each
those that a hash gives it, and after each cell they exchange through a pipe the children that belong to the
other. NumPy sorts and adds up in both, so only dividing and exchanging differ. With r times the processor
seconds, two processes are at most 2/r times as fast.
"""

from __future__ import annotations

import argparse
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from statistics import median
from threading import Thread
from time import process_time
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

States: TypeAlias = npt.NDArray[np.uint64]
"""Two rows: the states, each once, and how many ways lead there, modulo 2^64."""

HASH = np.uint64(0x9E3779B97F4A7C15)
ONE = np.uint64(1)


def children(states: States, cell: int, size: int) -> States:
    """Of all states before the cell of this number, row by row; a state may come several times."""
    row, column = divmod(cell, size)
    bit = np.uint64(1 << column)
    covered = (states[0] & bit) != 0
    empty = states[:, ~covered]
    made = [np.stack((states[0, covered] ^ bit, states[1, covered]))]
    if row + 1 < size:
        made.append(np.stack((empty[0] | bit, empty[1])))
    if column + 1 < size:
        right = np.uint64(1 << column + 1)
        beside = empty[:, (empty[0] & right) == 0]
        made.append(np.stack((beside[0] | right, beside[1])))
    return np.concatenate(made, axis=1)


def added_up(states: States) -> States:
    """Each state once."""
    if not states.shape[1]:
        return states
    order = np.argsort(states[0], kind="stable")
    keys = states[0, order]
    firsts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
    return np.stack((keys[firsts], np.add.reduceat(states[1, order], firsts)))


def swept(size: int, mine: int = 0, other: Connection | None = None) -> tuple[int, float, int]:
    """The ways of the states that are mine at the end, processor seconds, and how many states there were."""
    began = process_time()
    states = np.array([[0], [1]], dtype=np.uint64)[:, : 1 - mine]
    number = 0
    for cell in range(size * size):
        made = children(states, cell, size)
        if other is not None:
            made = exchanged(made, mine, other)
        states = added_up(made)
        number += states.shape[1]
    return int(states[1].sum(dtype=np.uint64)), process_time() - began, number


def exchanged(made: States, mine: int, other: Connection) -> States:
    """My children of both processes. They send at the same time, so each sends from a thread."""
    owners = (made[0] + ONE) * HASH >> np.uint64(63)
    theirs = np.ascontiguousarray(made[:, owners != mine])
    sender = Thread(target=other.send_bytes, args=(theirs.tobytes(),))
    sender.start()
    received = np.frombuffer(other.recv_bytes(), dtype=np.uint64).reshape(2, -1)
    sender.join()
    return np.concatenate((made[:, owners == mine], received), axis=1)


def in_two_processes(size: int) -> tuple[int, float, int]:
    """As `swept`, of both processes together."""
    here, there = Pipe()
    result, answer = Pipe(duplex=False)
    second = Process(target=_second, args=(size, there, answer))
    second.start()
    first = swept(size, 0, here)
    ways, seconds, states = result.recv()
    second.join()
    return (first[0] + ways) % 2**64, first[1] + seconds, first[2] + states


def _second(size: int, other: Connection, answer: Connection) -> None:
    answer.send(swept(size, 1, other))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--size", type=int, default=18, help="of the square, at most 32")
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    ratios = []
    for _ in range(arguments.repeats):
        alone, together = swept(arguments.size), in_two_processes(arguments.size)
        assert alone[::2] == together[::2], (alone, together)
        ratios.append(alone[1] / together[1])
        seconds = f"{alone[1]:.2f} s in one process, {together[1]:.2f} s in two"
        print(f"{alone[2]:,} states: {seconds}, {2 * ratios[-1]:.2f} times as fast at most")
    print(f"median: {2 * median(ratios):.2f} times as fast at most")


if __name__ == "__main__":
    main()
