"""The coordinator of a run: it gives the open parts of a journal to workers and records what they find."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from time import perf_counter

from excover.runs.crew import Crew
from excover.runs.journal import Journal, JournalPart, PartReport
from excover.runs.orders import Done
from excover.runs.shards import sweep, write_shard
from excover.runs.shares import take_share
from excover.solve.outcome import Outcome, Statistics, StoppedBy
from excover.solve.run import SEARCH, Run
from excover.solve.tuning import tuning

PAUSE = 0.1
"""Seconds between two looks at whether the run is to end."""


LOOKS = 100
"""The pause between two looks at how far the run is, in times of what one takes."""


class Conduct:
    """Works on a journal that is open for writing, until it is complete or the run ends.

    ``run``: its budget of seconds, its cancellation, and its listener. Raises CannotWrite if the disk is
    full, WorkerDied if workers cannot work; what was recorded before is safe, and the run can be resumed.
    """

    def __init__(self, journal: Journal, workers: int, run: Run) -> None:
        self.journal = journal
        self._run = run.started()
        self._stopped_by: StoppedBy | None = None
        self._parts: list[tuple[float, int, JournalPart]] = []
        if journal.divided is not None or take_share(journal, self._run):
            self._take(journal.open_parts())
        else:
            self._stopped_by = self._run.stopped_by
        self.tally = journal.tally()
        self._next_look = 0.0
        if journal.folder:
            sweep(journal.folder, journal.shards())
        self.crew = Crew(journal.charter.as_text(), workers)

    @property
    def outcome(self) -> Outcome:
        tally, crew = self.tally, self.crew
        statistics = Statistics(
            tally.nodes, 0, 0, tally.seconds, crew.engine, "in parts", max(1, len(crew.hands))
        )
        return Outcome(tally.count, tally.is_complete, self._stopped_by, statistics)

    def finish(self) -> Outcome:
        """Goes on until all parts are done or the run ends."""
        if self._parts:
            with self.crew:
                self._work()
            self.tally = self.journal.tally()
        return self.outcome

    def _work(self) -> None:
        while self._parts or self.crew.is_busy:
            self._stopped_by = self._run.stopped_by
            if self._stopped_by:
                self._record(self.crew.ended())
                return
            self._hand_out()
            answers, lost = self.crew.news(PAUSE)
            self._record(answers)
            self._take(lost)
            tally = self.tally
            self._run.report(SEARCH, tally.count, done=tally.done, note=f"{len(self._parts):,} parts wait")

    def _hand_out(self) -> None:
        """Each worker has a part to search and, if there are many, a next one.

        Slices grow with the time spent, so that a crash loses little of it, and parts are few.
        """
        spent = self.tally.seconds / tuning.run_slices
        seconds = min(tuning.run_most_slice, max(tuning.run_least_slice, spent))
        for most in (1, 2):
            for hand in self.crew.hands:
                is_enough = most == 2 and len(self._parts) < len(self.crew.hands)
                if self._parts and len(hand.parts) < most and not is_enough:
                    hand.give(heappop(self._parts)[2], seconds)
        if not self._parts and any(not hand.parts for hand in self.crew.hands):
            self.crew.hurry()

    def _record(self, answers: Iterable[tuple[str, Done]]) -> None:
        reports = [self._report(name, done) for name, done in answers]
        if reports:
            self._take(self.journal.record(reports))
            self._look()

    def _look(self) -> None:
        """The tally passes over all parts: it is made anew so seldom that this takes no time to speak of."""
        began = perf_counter()
        if began >= self._next_look:
            self.tally = self.journal.tally()
            self._next_look = perf_counter() + LOOKS * (perf_counter() - began)

    def _report(self, worker: str, done: Done) -> PartReport:
        found, folder = done.found, self.journal.folder
        shard = None
        if found.lines and folder:
            shard = write_shard(folder, done.number, found.lines)
        return PartReport(done.number, worker, found.count, found.nodes, found.seconds, found.rests, shard)

    def _take(self, parts: Iterable[JournalPart]) -> None:
        for part in parts:
            heappush(self._parts, (-part.rest.share, part.number, part))
