"""Questions that are being answered, each in a process of its own that can be ended at any moment.

>>> jobs = Jobs()
>>> number = jobs.start("tab", "count", {"text": "item a  option x() covers a"}, "")
>>> jobs.wait(number, seconds=60)["answer"]["text"]
'1 solution'
>>> jobs.close()

A page asks again and again what is new (`Jobs.news`), rather than keep a connection open for each tab, of
which browsers allow six. A job whose page does not ask any more is ended.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

from excover.apps.editing.editor_process import EditorProcess, ProcessEnded, ProcessFault
from excover.apps.play.asked import MEMORY, RUN_SECONDS, Emit, PlayAnswer
from excover.apps.play.questions import answer
from excover.base.errors import ExcoverError
from excover.base.threads import start_thread
from excover.search.strategy import free_memory

MOST_JOBS = 12
"""The most questions that are answered at once."""

SPARE = 2
"""The processes that are kept for the next questions."""

PATIENCE = 120.0
"""Seconds after which a job is ended that no page asks about: browsers let hidden tabs ask once a minute."""

CHECK_SECONDS = 20.0
"""How long everything but a search may take."""

MORE_PATIENCE = 3
"""How many times as long, if it is tried again: the machine may be busy."""

SEARCHES = frozenset(
    (
        "solve",
        "count",
        "list",
        "heat",
        "starts",
        "tree",
        "unique",
        "why",
        "rate",
        "hints",
        "generate",
        "expect",
        "task",
    )
)


LEAST_MEMORY = 16_000_000
"""Bytes of tables that each search may have."""

PROCESS_MEMORY = 6_000_000_000
"""Bytes of address space of a process that answers: more end the question, not the machine."""


class Busy(ExcoverError):
    """As many questions are being answered as may be at once."""

    def __str__(self) -> str:
        return f"{MOST_JOBS} searches are running already: stop one of them first"


class Job:
    """One question: the news so far, and the answer once there is one."""

    def __init__(self, tab: str, question: str) -> None:
        self.tab = tab
        self.question = question
        self.memory = 0
        self._worker: EditorProcess | None = None
        self._news: list[PlayAnswer] = []
        self._lock = Lock()
        self.answer: PlayAnswer | None = None
        self.stopped = False
        self.asked_at = monotonic()
        self.done = Event()

    def take(self, worker: EditorProcess) -> None:
        """The process that answers, until `release`. Raises ProcessEnded if the job was stopped before."""
        with self._lock:
            if self.stopped:
                raise ProcessEnded
            self._worker = worker

    def release(self) -> None:
        """From now on, `stop` leaves the process alone, which may answer another question."""
        with self._lock:
            self._worker = None

    def stop(self) -> None:
        """Ends the job at once, and its process for good."""
        with self._lock:
            self.stopped = True
            if self._worker:
                self._worker.close()

    def hear(self, part: PlayAnswer) -> None:
        """Keeps a part of the answer; of reports of progress, only the last one."""
        with self._lock:
            if "progress" in part and self._news and "progress" in self._news[-1]:
                self._news.pop()
            self._news.append(part)

    def taken(self) -> list[PlayAnswer]:
        """The news since the last call."""
        with self._lock:
            news, self._news = self._news, []
        return news


class Jobs:
    """Each tab has one search and one check at a time: a new one ends the one before."""

    def __init__(self) -> None:
        self._jobs: dict[int, Job] = {}
        self._numbers = count(1)
        self._idle: list[EditorProcess] = []
        self._lock = Lock()
        self._closed = False

    @property
    def closed(self) -> bool:
        return self._closed

    def warm(self) -> None:
        """Starts a process before the first question comes."""
        with self._lock:
            worker = EditorProcess()
            worker.start()
            self._idle.append(worker)

    def start(self, tab: str, question: str, data: Mapping[str, Any], file: str) -> int:
        """The number of the job. Raises Busy."""
        job = Job(tab, question)
        with self._lock:
            before = [each for each in self._jobs.values() if each.tab == tab and _alike(each, job)]
            running = [each for each in self._jobs.values() if not each.done.is_set() and each not in before]
            if len(running) >= MOST_JOBS:
                raise Busy
            if question in SEARCHES:
                job.memory = memory_share(free_memory(), sum(each.memory for each in running))
            number = next(self._numbers)
            self._jobs[number] = job
        for each in before:
            each.stop()
        start_thread(Thread(target=self._work, args=(job, question, dict(data), file), daemon=True))
        return number

    def news(self, number: int) -> PlayAnswer:
        """The news since the last time, and the answer if there is one, after which the job is gone."""
        job = self._jobs.get(number)
        if job is None:
            return {"said": [], "answer": {"stopped": "stopped"}}
        job.asked_at = monotonic()
        is_done = job.done.is_set()
        news = job.taken()
        if not is_done:
            return {"said": news, "answer": None}
        with self._lock:
            self._jobs.pop(number, None)
        return {"said": news, "answer": job.answer}

    def wait(self, number: int, seconds: float) -> PlayAnswer:
        """The same, after waiting for the answer."""
        if job := self._jobs.get(number):
            job.done.wait(seconds)
        return self.news(number)

    def stop(self, number: int) -> None:
        """Ends a job at once."""
        if job := self._jobs.get(number):
            job.stop()

    def close(self) -> None:
        """Ends all jobs and their processes."""
        with self._lock:
            self._closed = True
            jobs, idle = list(self._jobs.values()), self._idle
            self._idle = []
        for job in jobs:
            job.stop()
        for worker in idle:
            worker.close()
        for job in jobs:
            job.done.wait(5)

    def _work(self, job: Job, question: str, data: dict[str, Any], file: str) -> None:
        with self._lock:
            worker = self._idle.pop() if self._idle else EditorProcess()
        check = CHECK_SECONDS * (MORE_PATIENCE if data.get("again") is True else 1)
        seconds = 1.5 * RUN_SECONDS if question in SEARCHES else check
        try:
            job.take(worker)
            job.answer = worker.ask(
                bounded_answer, question, data, file, job.memory, seconds=seconds, heard=job.hear
            )
        except ProcessEnded:
            late = "it takes too long or too much memory, and was ended"
            job.answer = {"stopped": "stopped" if job.stopped else late}
        except ProcessFault as fault:
            job.answer = {"error": f"a bug in excover: {fault}"}
        except (OSError, MemoryError) as wrong:
            job.answer = {"error": f"no process can be started to answer this: {wrong}"}
        finally:
            job.release()
            job.done.set()
            is_over = job.stopped or bool(job.answer and job.answer.get("spent"))
            if is_over:
                worker.close()
            self._keep(EditorProcess() if is_over else worker)

    def _keep(self, worker: EditorProcess) -> None:
        with self._lock:
            if not self._closed and len(self._idle) < SPARE:
                self._idle.append(worker)
                with suppress(OSError):  # the next question reports it
                    worker.start()
                return
        worker.close()

    def end_forgotten(self) -> None:
        """Ends jobs whose page is gone."""
        with self._lock:
            old = [number for number, job in self._jobs.items() if monotonic() - job.asked_at > PATIENCE]
            gone = [self._jobs.pop(number) for number in old]
        for job in gone:
            job.stop()


def memory_share(free: int, held: int) -> int:
    """Bytes for the tables of one more search, if those that are running may use ``held`` bytes.

    At most half of what is left, so that the next ones have some, too, and all of them together never more
    than the machine has free, if that is enough for the least that each of them needs: 192 MB for all that
    may run at once. With less, a search still gets that least, and may end for want of memory.

    >>> gigabyte = 10**9
    >>> memory_share(16 * gigabyte, 0), memory_share(4 * gigabyte, 3 * gigabyte)
    (1000000000, 404000000)
    >>> memory_share(10**7, 0) == LEAST_MEMORY
    True
    """
    left = free - held - MOST_JOBS * LEAST_MEMORY
    return max(LEAST_MEMORY, min(MEMORY, left // 2))


def bounded_answer(question: str, data: Mapping[str, Any], file: str, memory: int, emit: Emit) -> PlayAnswer:
    """The answer of a process that from then on has no more than its memory, and writes numbers of any
    size.
    """
    sys.set_int_max_str_digits(0)
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    soft = PROCESS_MEMORY if most == resource.RLIM_INFINITY else min(PROCESS_MEMORY, most)
    resource.setrlimit(resource.RLIMIT_AS, (soft, most))
    return answer(question, data, file, emit, memory)


def _alike(one: Job, other: Job) -> bool:
    """Whether both are searches, or the same other question."""
    both = one.question in SEARCHES and other.question in SEARCHES
    return both or one.question == other.question
