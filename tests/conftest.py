from __future__ import annotations

import os
import signal
import sys
import threading
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from chromium import browser as browser
from commands import Ran, Run
from effort import HANGS, examples
from goldens import USED, Golden, unused
from hypothesis import HealthCheck, settings
from playground_look import look as look
from playground_look import page_server as page_server
from sampled_cases import mark_by_number

from excover.apps.cli import app, main
from excover.apps.play import jobs
from excover.base import child_process
from excover.runs import worker_pool

ALL = "all tests are collected"

settings.register_profile(
    "repeatable",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=examples(100),
    derandomize=not os.environ.get("FRESH_EXAMPLES"),
)
settings.register_profile("campaign", settings.get_profile("repeatable"), max_examples=10_000)
settings.load_profile("repeatable")


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell ignores Ctrl-C for what it starts in the background, and commands that tests start inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    # So does `nohup`. What has a handler here, to go on without a terminal, has none in a new program.
    signal.signal(signal.SIGHUP, lambda _number, _frame: None)


@pytest.fixture(autouse=True)
def _however_slow_the_machine_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing says that a command is still working, and no process is given up, unless a test sets when."""
    monkeypatch.setattr(app, "FIRST", threading.TIMEOUT_MAX)
    monkeypatch.setattr(child_process, "STATUS_SECONDS", HANGS)
    monkeypatch.setattr(worker_pool, "SHUTDOWN_SECONDS", HANGS)
    monkeypatch.setattr(jobs, "CHECK_SECONDS", HANGS)
    monkeypatch.setattr(jobs, "PATIENCE", HANGS)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs a command, a line or its words, in a folder of its own, where texts given by name are files."""
    monkeypatch.chdir(tmp_path)

    def command(*words: str, stdin: str | bytes = "", **files: str) -> Ran:
        for name, text in files.items():
            Path(f"{name}.xc").write_text(text, "utf-8")
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data)))
        status = main(words[0].split() if len(words) == 1 else words)
        return Ran(status, *capsys.readouterr())

    return command


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks tests of commands and of golden files; other files of such tests have the mark at their head.

    Marks those that draw `examples`, too, and, where all tests are collected, what other steps try.
    """
    for item in items:
        if item.get_closest_marker("thorough"):
            item.add_marker(pytest.mark.slow)
        if {"run", "golden"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.outer)
        if isinstance(item, pytest.Function) and examples.__name__ in item.function.__code__.co_names:
            item.add_marker(pytest.mark.random)
    if _collects_all(config):
        mark_by_number(items)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    return Golden(request.config)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="Write the golden files anew.")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[USED] = set()
    if sys.dont_write_bytecode and (cache := getattr(config, "cache", None)):
        # Each of hundreds of commands would compile the package, which takes longer than most of them.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(cache.mkdir("bytecode"))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """A worker of pytest-xdist is given the folders that were not named."""
    node.workerinput[ALL] = _collects_all(node.config)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A worker of pytest-xdist hands in what it has used."""
    node.config.stash[USED].update(getattr(node, "workeroutput", {}).get("golden", ()))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """A golden file that no test has used is an error, where all tests have run and none has failed."""
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["golden"] = sorted(config.stash[USED])
    elif exitstatus == pytest.ExitCode.OK and _is_whole(config) and any(unused(config)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if terminalreporter.stats.get("passed") and _is_whole(config):
        for file in unused(config):
            terminalreporter.write_line(f"no test uses {file}", red=True)


def _collects_all(config: pytest.Config) -> bool:
    here = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    return bool(getattr(config, "workerinput", {}).get(ALL, here))


def _is_whole(config: pytest.Config) -> bool:
    narrowed = ("keyword", "ignore", "ignore_glob", "deselect", "lf", "collectonly")
    return (
        _collects_all(config)
        and config.option.markexpr == "not slow"
        and not any(config.getoption(name, None) for name in narrowed)
    )
