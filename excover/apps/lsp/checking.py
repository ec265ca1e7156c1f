"""Compiles the texts that are being written, the latest of each, in a process that can be ended."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

from excover.apps.editing.edited_text import EditedText
from excover.apps.editing.editor_process import EditorProcess, ProcessEnded, ProcessFault
from excover.apps.editing.facts import TextFacts, facts_of
from excover.base.threads import start_thread

COMPILE_SECONDS = 20.0
"""How long a text may take to compile before it is left unchecked."""

PATIENCE = 0.3
"""Seconds that the compilation of an older text may still take when there is a newer one."""

Result = TypeVar("Result")


async def in_thread(function: Callable[[], Result]) -> Result:
    """What a function returns that waits for another process; a server that ends does not wait for it."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()

    def settle(result: Result | None, failed: BaseException | None) -> None:
        if future.done():
            return
        if failed:
            future.set_exception(failed)
        else:
            future.set_result(result)  # type: ignore[arg-type]

    def run() -> None:
        result, failed = None, None
        try:
            result = function()
        except BaseException as wrong:
            failed = wrong
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, result, failed)

    start_thread(threading.Thread(target=run, daemon=True))
    return await future


class Checker:
    """``report`` is called with a draft and its facts, or with the reason why there are none."""

    def __init__(self, report: Callable[[str, EditedText, TextFacts | str], None]) -> None:
        self._worker = EditorProcess()
        self._report = report
        self._waiting: dict[str, EditedText] = {}
        self._running: str | None = None
        self._task: asyncio.Task[None] | None = None

    def check(self, uri: str, draft: EditedText) -> None:
        """Checks a text soon. An older text of the same name is left unchecked."""
        self._waiting[uri] = draft
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._all())
        elif self._running == uri:
            asyncio.get_running_loop().call_later(PATIENCE, self._stop_older, uri, draft)

    def warm(self) -> None:
        """Starts the process before the first text comes."""
        self._worker.start()

    def forget(self, uri: str) -> None:
        self._waiting.pop(uri, None)

    def close(self) -> None:
        self._waiting.clear()
        self._worker.close()

    def _stop_older(self, uri: str, draft: EditedText) -> None:
        if self._running == uri and self._waiting.get(uri) is draft:
            self._worker.stop()

    async def _all(self) -> None:
        while self._waiting:
            self._running = uri = next(iter(self._waiting))
            draft = self._waiting.pop(uri)
            found: TextFacts | str
            try:
                found = await in_thread(
                    lambda draft=draft: self._worker.ask(facts_of, draft.source, seconds=COMPILE_SECONDS)  # type: ignore[misc]
                )
            except ProcessEnded:
                found = f"not checked: compiling takes more than {COMPILE_SECONDS:g} s or too much memory"
            except ProcessFault as fault:
                found = f"not checked, because of a bug in excover: {fault}"
            self._running = None
            if uri not in self._waiting:
                self._report(uri, draft, found)
