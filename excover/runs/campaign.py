"""Runs that survive their process, in Python.

>>> import tempfile
>>> from excover.source import Source
>>> coin = Source("coin.xc", "item a  option heads() covers a  option tails() covers a")
>>> folder = Path(tempfile.mkdtemp())
>>> campaign = Campaign.begin(coin, folder / "coin.journal", folder / "found")
>>> campaign.tally().open
1
>>> Campaign(folder / "coin.journal").finish(workers=1).count
2
>>> sorted(map(str, campaign.solutions()))
['heads()', 'tails()']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from os import PathLike
from pathlib import Path

from excover.decode import Solution, decoder
from excover.limits import DEFAULT, Limits
from excover.pipeline import Settings
from excover.problem import Problem
from excover.runs.charter import Question, record
from excover.runs.conduct import Conduct
from excover.runs.cover_reader import CoverReader
from excover.runs.journal import Journal, Tally, create, refuse_existing, relative_folder
from excover.runs.shards import make_folder
from excover.runs.shares import share_number
from excover.solve.machine import cores
from excover.solve.outcome import Outcome
from excover.solve.run import UNLIMITED, Run
from excover.solve.strategy import EngineName
from excover.source import Source
from excover.source_files import find


class Campaign:
    """A run with a journal, which counts solutions, or writes all of them into files of a folder.

    ``Campaign(journal)`` continues one, in any process. Methods raise JournalError (an ExcoverError) if the
    journal is none, is damaged, or another process works on it; OSError if files cannot be read or written.
    """

    def __init__(self, journal: str | PathLike[str]) -> None:
        self.path = Path(journal)

    @classmethod
    def begin(
        cls,
        spec: str | PathLike[str] | Source,
        journal: str | PathLike[str],
        folder: str | PathLike[str] | None = None,
        *,
        settings: Settings | None = None,
        tables: Mapping[str, str] | None = None,
        given: Source | None = None,
        limits: Limits = DEFAULT,
        engine: EngineName = "auto",
        share: str = "1/1",
    ) -> Campaign:
        """A new journal of a count or, with a ``folder``, of all solutions; nothing is searched yet.

        ``spec`` is a file, the name of a shipped puzzle, or a Source; ``tables`` names files that take the
        place of tables; ``share`` is K/N for the share K of N (`excover.runs.merge`). Raises SpecError,
        Unsuitable, and JournalError if there is such a file already.
        """
        path, number = Path(journal), share_number(share)
        refuse_existing(path)
        source = spec if isinstance(spec, Source) else find(spec, limits)
        question: Question = "count" if folder is None else "all"
        charter, problem = record(source, question, settings, tables, given, limits, engine)
        if folder is not None:
            make_folder(Path(folder))
        named = "" if folder is None else relative_folder(Path(folder), path)
        create(path, charter, named, str(number))
        campaign = cls(path)
        campaign.problem = problem
        return campaign

    @cached_property
    def problem(self) -> Problem:
        """The recorded description, compiled."""
        with Journal(self.path, read_only=True) as journal:
            return journal.charter.compiled()

    def finish(self, workers: int | None = None, run: Run = UNLIMITED) -> Outcome:
        """Searches with worker processes, by default one for each core, until all is done or the run ends.

        The outcome is exhausted if all is done. Raises WorkerDied if workers cannot work, ValueError for less
        than one worker.
        """
        if workers is not None and workers < 1:
            raise ValueError(f"at least one worker is needed, not {workers}")
        with Journal(self.path) as journal:
            return Conduct(journal, workers or cores(), run).finish()

    def tally(self) -> Tally:
        """What is known so far, also while another process works on it."""
        with Journal(self.path, read_only=True) as journal:
            return journal.tally()

    def solutions(self) -> Iterator[Solution]:
        """The solutions written so far, by parts. ValueError if they are only counted."""
        with Journal(self.path, read_only=True) as journal:
            folder, names = journal.folder, list(journal.shards())
        if folder is None:
            raise ValueError("the solutions of this run are counted, not written")
        reader, decode = CoverReader(self.problem.matrix), decoder(self.problem.compiled)
        for name in names:
            with (folder / name).open(encoding="utf-8") as lines:
                for line in lines:
                    shown, cost = reader.shown(line)
                    yield replace(decode(shown), cost=cost)
