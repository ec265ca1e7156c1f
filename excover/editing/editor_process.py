"""A process that computes for an editor: bounded in time, ended at any moment, and replaced.

>>> with EditorProcess() as worker:
...     worker.ask(abs, -3, seconds=60)
3

What runs there may take long, or all memory, and the editor stays: `EditorProcess.stop` ends it from any
thread, and the next question starts another one. It ends itself when its parent dies, even while it computes.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, BinaryIO, Self, TypeVar

Answered = TypeVar("Answered")


class ProcessEnded(Exception):
    """There is no answer: the time was over, `EditorProcess.stop` was called, or the process died."""


class ProcessFault(Exception):
    """The function raised an exception that its caller did not expect: a bug. The text says which."""


class EditorProcess:
    """Answers one question at a time; only `stop` and `close` may be called from other threads."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False

    def ask(self, function: Callable[..., Answered], *arguments: object, seconds: float) -> Answered:
        """What a function of a module returns, called there. Raises ProcessEnded and ProcessFault."""
        process = self._started()
        assert process.stdin
        assert process.stdout
        timer = threading.Timer(seconds, process.kill)
        timer.daemon = True
        timer.start()
        try:
            pickle.dump((function, arguments), process.stdin)
            process.stdin.flush()
            answered, answer = pickle.load(process.stdout)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            self._end(process)
            raise ProcessEnded from None
        finally:
            timer.cancel()
        if not answered:
            raise ProcessFault(answer)
        result: Answered = answer
        return result

    def start(self) -> None:
        """Starts the process without a question, so that the first one is answered sooner."""
        self._started()

    def stop(self) -> None:
        """Ends what is computed now."""
        with self._lock:
            if self._process:
                self._process.kill()

    def close(self) -> None:
        """Ends the process for good: later questions raise ProcessEnded."""
        self._closed = True
        self.stop()
        with self._lock:
            process = self._process
        if process:
            self._end(process)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _started(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise ProcessEnded
            if self._process is None or self._process.poll() is not None:
                # -P: a file `random.py` in the folder of the editor is not imported.
                command = [sys.executable, "-P", "-m", __name__]
                self._process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
                )
            return self._process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream:
                with suppress(OSError):
                    stream.close()
        with self._lock:
            if self._process is process:
                self._process = None


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answers questions until there are no more, which ends the process even while it computes."""
    waiting: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_listen, args=(questions, waiting), daemon=True).start()
    while True:
        function, arguments = waiting.get()
        try:
            answer = True, function(*arguments)
        except Exception as fault:
            answer = False, f"{type(fault).__name__}: {fault}"
        pickle.dump(answer, answers)
        answers.flush()


def _listen(questions: BinaryIO, waiting: SimpleQueue[Any]) -> None:
    while True:
        try:
            waiting.put(pickle.load(questions))
        except Exception:  # the parent ended, at whatever moment
            os._exit(0)


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
