"""Runs on a cluster of Dask: workers come, go and are killed, and the count is exact."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from commands import Run as RunCommand
from effort import HANGS
from extras import way_out
from test_runs import FIVE, new_journal, solutions_in

import excover
from excover.base import errors
from excover.language.source_files import find
from excover.runs.campaign import RunCoordinator
from excover.runs.journal import Journal
from excover.search.run import Run
from excover.search.tuning import tuned

pytest.importorskip("distributed", reason=way_out("distributed"))
from excover.runs import dask_pool
from excover.runs.dask_pool import DaskPool, DaskResult
from excover.runs.worker_pool import WorkerDied


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A process of Dask's own commands, on the loopback."""
    process = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def scheduler_address(process: subprocess.Popen[str]) -> str:
    assert process.stderr
    for line in process.stderr:
        if found := re.search(r"Scheduler at: +(tcp://\S+)", line):
            return found[1]
    raise AssertionError("no scheduler")


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[str]], ExitStack]]:
    """A scheduler and two workers, processes of their own."""
    with ExitStack() as stack:
        at = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        address = scheduler_address(stack.enter_context(started("dask_scheduler", *at)))
        workers = [stack.enter_context(worker(address)) for _ in range(2)]
        yield address, workers, stack


def worker(address: str) -> contextmanager[subprocess.Popen[str]]:  # type: ignore[valid-type]
    options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
    return started("dask_worker", address, *options)


@pytest.mark.slow
@pytest.mark.parametrize("lists", [False, True])
def test_scheduler_and_workers(lists: bool, cluster, run: RunCommand, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    address, _, _ = cluster
    folder, path = tmp_path / "found", str(tmp_path / "j")
    question = ["--all", "-o", str(folder)] if lists else ["--count"]
    with tuned(run_least_slice=0.01, run_slices=10**6):
        ran = run("run", "soma", *question, "--dask", address, "--journal", path)
    assert (ran.status, ran.out) == (0, "11520\n"), ran.err
    if lists:
        found = solutions_in(folder)
        assert (len(found), len(set(found))) == (11520, 11520)
    assert run("verify", path).status == 0


@pytest.mark.slow
def test_workers_that_are_killed_and_come(cluster, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    address, workers, stack = cluster
    path = new_journal(tmp_path / "j", find("pentominoes"))
    seen = 0

    def listen(progress: excover.Progress) -> None:
        nonlocal seen
        seen += 1
        if progress.done and len(workers) == 2:
            workers.pop(0).send_signal(signal.SIGKILL)
            stack.enter_context(worker(address))

    with tuned(run_least_slice=0.02, run_slices=10**6), Journal(path) as journal:
        pool = DaskPool(journal.description.as_text(), address)
        outcome = RunCoordinator(journal, pool, Run(progress=listen)).finish()
        assert (outcome.count, outcome.exhausted) == (9356, True)
    assert len(workers) == 1


@pytest.mark.slow
def test_a_driver_that_is_killed(cluster, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    address, _, _ = cluster
    short = [sys.executable, str(Path(__file__).parents[1] / "short_slices.py")]
    command = ["run", "langford", "-p", "n=11", "--count", "--dask", address, "--journal", "j"]
    first = subprocess.run([*short, "3", *command], cwd=tmp_path, timeout=HANGS, check=False)
    assert first.returncode == -signal.SIGKILL
    resume = [*short, "0", "resume", "j", "--dask", address]
    again = subprocess.run(resume, cwd=tmp_path, timeout=HANGS, capture_output=True, text=True, check=False)
    assert again.stdout == "35584\n", again.stderr


@pytest.mark.slow
def test_a_scheduler_that_ends(cluster, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    address, _, stack = cluster
    path = new_journal(tmp_path / "j", find("pentominoes"))

    def listen(progress: excover.Progress) -> None:
        if progress.done:
            stack.close()

    with tuned(run_least_slice=0.01, run_slices=10**6), Journal(path) as journal:
        pool = DaskPool(journal.description.as_text(), address)
        with pytest.raises(WorkerDied, match="has ended"):
            RunCoordinator(journal, pool, Run(progress=listen)).finish()
        assert not journal.tally().is_complete
    assert excover.Campaign(path).finish(workers=1).count == 9356


@pytest.mark.slow
def test_a_local_cluster(tmp_path: Path) -> None:
    from distributed import LocalCluster

    spec, count = FIVE[0]
    with LocalCluster(n_workers=1, threads_per_worker=2, host="127.0.0.1", dashboard_address=None) as cluster:
        campaign = excover.Campaign.begin(spec, tmp_path / "j", tmp_path / "found")
        outcome = campaign.finish(dask=cluster.scheduler_address)
        assert (outcome.count, outcome.statistics.threads) == (count, 2)
        best = excover.Campaign.begin("crew", tmp_path / "k", best=True)
        assert best.finish(dask=cluster.scheduler_address).cost == 16


def test_no_scheduler(run: RunCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_pool, "CONNECT_SECONDS", 0.2)
    path = str(tmp_path / "j")
    ran = run("run", "soma", "--count", "--dask", "tcp://127.0.0.1:1", "--journal", path)
    assert ran.status == 3
    assert "no scheduler of Dask answers at `tcp://127.0.0.1:1`" in ran.err
    assert "excover resume" in ran.err
    ran = run("resume", path, "--dask", "tcp://127.0.0.1:1", "--workers", "2")
    assert ran.status == 2
    assert "exclude each other" in ran.err


def test_a_missing_package_is_named(run: RunCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(errors, "import_module", missing)
    ran = run("run", "soma", "--count", "--dask", "tcp://127.0.0.1:1", "--journal", str(tmp_path / "j"))
    assert ran.status != 0
    assert "pip install 'excover[dask]'" in ran.err


class FakeFuture:
    status = "finished"
    key = "a"

    def __init__(self, result: DaskResult) -> None:
        self._result = result

    def result(self, timeout: float) -> DaskResult:
        return self._result


def test_a_worker_of_another_version(tmp_path: Path) -> None:
    """One that came later: what it has found is not recorded."""
    with Journal(new_journal(tmp_path / "j")) as journal:
        pool = DaskPool(journal.description.as_text(), "")
        (part,) = journal.open_parts()
        for result, reason in [
            (DaskResult("tcp://w", "0.0.1", "lanes", "x"), "has excover 0.0.1"),
            (DaskResult("tcp://w", excover.__version__, "", "out of memory"), "out of memory"),
        ]:
            pool._parts["a"] = part, None  # type: ignore[assignment]
            news = dask_pool.PoolNews()
            pool._take(FakeFuture(result), news)  # type: ignore[arg-type]
            assert news.lost == [part]
            assert not news.done
            assert reason in str(news.failure)
