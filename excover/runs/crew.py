"""The worker processes of a run on this machine."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe, wait
from time import monotonic

from excover.errors import ExcoverError
from excover.runs.journal import JournalPart
from excover.runs.orders import Done, End, Failed, Hurry, Lease, News, Order, Ready

PATIENCE = 10.0
"""Seconds in which workers hand back what they have at the end."""
LEAST = 0.2
"""Seconds for which a part is searched before others may ask for its rests."""
MOST_DEATHS = 3
"""How many workers a part may end before the run is given up; and how many may end before they begin."""
UNREADY = 0
"""No part has this number."""


class WorkerDied(ExcoverError, RuntimeError):
    """Workers could not start, or ended again and again on the same part."""


class Hand:
    """A worker process, and the parts that it has not answered yet, of which it searches the first one."""

    def __init__(self, name: str, charter: str) -> None:
        self.name = name
        here, there = Pipe()
        self.connection: Connection[Order | str, News] = here
        command = [sys.executable, "-P", "-m", "excover.runs.part_worker", str(there.fileno())]
        with there:
            self.process = subprocess.Popen(command, pass_fds=[there.fileno()], stdin=subprocess.DEVNULL)
        self.parts: list[JournalPart] = []
        self.is_ready = False
        self.since = monotonic()
        self._hurried = 0
        self._send(charter)

    def give(self, part: JournalPart, seconds: float) -> None:
        if not self.parts:
            self.since = monotonic()
        self.parts.append(part)
        self._send(Lease(part.number, part.rest, seconds))

    def hurry(self) -> None:
        """Asks for the rests of its current part, once."""
        if self.parts and self._hurried != self.parts[0].number and monotonic() - self.since > LEAST:
            self._hurried = self.parts[0].number
            self._send(Hurry(self._hurried))

    def end(self) -> None:
        self._send(End())

    def finished(self, number: int) -> None:
        """Its current part is done."""
        self.parts = [part for part in self.parts if part.number != number]
        self.since = monotonic()

    def close(self) -> None:
        """Kills the process if it is still there."""
        self.connection.close()
        self.process.kill()
        self.process.wait()

    def _send(self, order: Order | str) -> None:
        with suppress(OSError):  # it has died, as reading from it will tell
            self.connection.send(order)


class Crew:
    """A context with worker processes. Those that die are replaced, and their parts come back.

    The workers get ``charter``, the run in JSON.
    """

    def __init__(self, charter: str, workers: int) -> None:
        self._charter = charter
        self.hands: list[Hand] = []
        self._size = workers
        self._hired = 0
        self._deaths: dict[int, int] = {}
        self.engine = ""

    def __enter__(self) -> Crew:
        try:
            while len(self.hands) < self._size:
                self._hire()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_exception: object) -> None:
        for hand in self.hands:
            hand.close()
        self.hands = []

    def _hire(self) -> None:
        self._hired += 1
        self.hands.append(Hand(f"{self._hired}", self._charter))

    @property
    def is_busy(self) -> bool:
        return any(hand.parts for hand in self.hands)

    def hurry(self) -> None:
        """Asks all workers for the rests of what they are at."""
        for hand in self.hands:
            hand.hurry()

    def news(self, seconds: float) -> tuple[list[tuple[str, Done]], list[JournalPart]]:
        """Waits for answers for at most so long. Returns them with the names of the workers, and the parts of
        workers that have died. Raises WorkerDied if there is no use in going on.
        """
        answers: list[tuple[str, Done]] = []
        lost: list[JournalPart] = []
        by_connection = {hand.connection: hand for hand in self.hands}
        for connection in wait(list(by_connection), seconds):
            assert isinstance(connection, Connection)
            hand = by_connection[connection]
            try:
                while connection.poll():
                    answers += self._heard(hand, connection.recv())
            except (EOFError, OSError):
                lost += self._buried(hand)
        return answers, lost

    def _heard(self, hand: Hand, news: News) -> Iterator[tuple[str, Done]]:
        match news:
            case Ready(engine):
                hand.is_ready, self.engine = True, engine
                hand.since = monotonic()
            case Failed(reason):
                raise WorkerDied(f"a worker cannot go on: {reason}")
            case Done(number):
                hand.finished(number)
                yield hand.name, news

    def _buried(self, hand: Hand) -> list[JournalPart]:
        """Replaces a worker that has died, and returns its parts."""
        with suppress(subprocess.TimeoutExpired):  # it closes its socket a moment before it has a status
            hand.process.wait(timeout=1)
        hand.close()
        self.hands.remove(hand)
        status = hand.process.returncode
        if hand.parts or not hand.is_ready:
            number = hand.parts[0].number if hand.is_ready else UNREADY
            died = self._deaths[number] = self._deaths.get(number, 0) + 1
            if died >= MOST_DEATHS and hand.is_ready:
                raise WorkerDied(f"part {number} has ended {died} workers, the last with status {status}")
            if died >= MOST_DEATHS:
                raise WorkerDied(f"{died} workers ended before they began, the last with status {status}")
        self._hire()
        return hand.parts

    def ended(self) -> list[tuple[str, Done]]:
        """Tells all workers to hand back what they have, and waits for that, but not for ever."""
        answers: list[tuple[str, Done]] = []
        for hand in self.hands:
            hand.end()
        deadline = monotonic() + PATIENCE
        waiting = {hand.connection: hand for hand in self.hands if hand.is_ready and hand.parts}
        while waiting and (left := deadline - monotonic()) > 0:
            for connection in wait(list(waiting), left):
                assert isinstance(connection, Connection)
                try:
                    answers += self._heard(waiting[connection], connection.recv())
                except (EOFError, OSError):
                    del waiting[connection]
        return answers
