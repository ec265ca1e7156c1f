"""`python short_slices.py K ARGUMENTS`: the command `excover` with slices of milliseconds.

With K above 0, the process kills itself at its K-th transaction, before it if K is odd, else right after it.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable

from excover.apps.cli import main
from excover.runs.journal import Journal, PartReport
from excover.runs.journal_file import JournalPart
from excover.search.tuning import set_tuning


def die_at(transaction: int) -> None:
    record, calls = Journal.record, iter(range(1, sys.maxsize))

    def recorded(journal: Journal, reports: Iterable[PartReport]) -> list[JournalPart]:
        now = next(calls)
        if now == transaction and transaction % 2:
            os.kill(os.getpid(), signal.SIGKILL)
        found = record(journal, reports)
        if now == transaction:
            os.kill(os.getpid(), signal.SIGKILL)
        return found

    Journal.record = recorded  # type: ignore[method-assign]


if __name__ == "__main__":
    transaction = int(sys.argv[1])
    # A worker has two parts at most, so that many parts are many transactions, on every machine.
    set_tuning("run_least_slice", 0.0005 if transaction else 0.004)
    set_tuning("run_slices", 1_000_000 if transaction else 100_000)
    if transaction:
        die_at(transaction)
    sys.exit(main(sys.argv[2:]))
