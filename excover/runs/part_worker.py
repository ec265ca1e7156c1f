"""A worker process: `python -m excover.runs.part_worker N` searches parts that it reads from descriptor N.

It answers on the same socket, and ends when the socket is closed: when its coordinator is gone, it is gone a
few hundredths of a second later.
"""

from __future__ import annotations

import signal
import sys
from collections import deque
from multiprocessing.connection import Connection

from excover.errors import ExcoverError
from excover.runs.charter import Charter
from excover.runs.orders import Done, End, Failed, Hurry, Lease, News, Order, Ready
from excover.runs.workbench import Workbench
from excover.solve.engine import VerificationError
from excover.solve.part_search import Slice


class Worker:
    """Serves the coordinator at the other end of a connection."""

    def __init__(self, connection: Connection[News, Order | str]) -> None:
        self._connection = connection
        self._leases: deque[Lease] = deque()
        self._current = 0
        self._hurries = self._ends = False

    def serve(self) -> None:
        """Until it is told to end. EOFError or OSError if the coordinator is gone."""
        charter = self._connection.recv()
        assert isinstance(charter, str)
        try:
            bench = Workbench(Charter.from_text(charter))
        except Exception as wrong:
            self._connection.send(Failed(_reason(wrong)))
            return
        self._connection.send(Ready(bench.engine))
        while not self._ends:
            if not self._leases:
                self._take(self._connection.recv())
                continue
            lease = self._leases.popleft()
            self._current, self._hurries = lease.number, False
            try:
                found = bench.work(lease.rest, Slice(lease.seconds), self._is_enough)
            except (EOFError, OSError):  # the coordinator is gone
                raise
            except Exception as wrong:
                self._connection.send(Failed(f"{_reason(wrong)} (part {lease.number})"))
                return
            self._connection.send(Done(lease.number, found))

    def _is_enough(self) -> bool:
        while self._connection.poll():
            self._take(self._connection.recv())
        return self._hurries or self._ends

    def _take(self, order: Order | str) -> None:
        match order:
            case Lease():
                self._leases.append(order)
            case Hurry(number):
                self._hurries = self._hurries or number == self._current
            case End():
                self._ends = True
            case str():
                raise TypeError("a charter comes first")


def _reason(wrong: Exception) -> str:
    """In words. A damaged journal may raise anything."""
    if isinstance(wrong, MemoryError):
        return "out of memory"
    if isinstance(wrong, ExcoverError | ValueError | VerificationError):
        return str(wrong)
    return f"the journal may be damaged: {type(wrong).__name__}: {wrong}"


def main() -> None:
    """Ctrl-C is the coordinator's business: it lets the workers hand back what they have."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    connection: Connection[News, Order | str] = Connection(int(sys.argv[1]))
    try:
        Worker(connection).serve()
    except (EOFError, OSError):
        sys.exit(1)


if __name__ == "__main__":
    main()
