"""Files appear whole or not at all, whatever ends the work, and nothing is left beside them."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from excover.base.errors import CannotWrite
from excover.base.new_file import NewFile, scratch_file


def test_an_exception_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    path.write_text("before")
    with suppress(KeyboardInterrupt), NewFile(path) as file, file.opened() as stream:
        stream.write(b"half of it")
        stream.flush()
        raise KeyboardInterrupt
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["kept.txt"]


def test_permissions_stay_and_new_files_get_the_usual_ones(tmp_path: Path) -> None:
    private = tmp_path / "private.txt"
    private.write_text("before")
    private.chmod(0o640)
    mask = os.umask(0o027)
    try:
        for path in (private, tmp_path / "new.txt"):
            with NewFile(path) as file:
                file.write(b"after")
    finally:
        os.umask(mask)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"private.txt": 0o640, "new.txt": 0o640}


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere" / "file")
    with NewFile(tmp_path / "link") as file:
        file.write(b"after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "elsewhere" / "file").read_bytes() == b"after"


def test_a_device_is_written_where_it_is() -> None:
    with NewFile("/dev/null") as file:
        file.write(b"after")
    assert not stat.S_ISREG(os.stat("/dev/null").st_mode)


def test_a_full_disk_is_reported_with_the_name_of_the_file() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full, which Linux has")
    with NewFile("/dev/full") as file, pytest.raises(CannotWrite, match="`/dev/full`: No space left"):
        file.write(b"after")


def write_into(file: NewFile, content: bytes, then: Callable[[], None] = lambda: None) -> None:
    with file.opened() as stream:
        stream.write(content)
        then()


def test_errors_of_the_block_are_not_errors_of_the_file(tmp_path: Path) -> None:
    def listener() -> None:
        raise ConnectionError(111, "of a listener")

    with NewFile(tmp_path / "out") as file, pytest.raises(ConnectionError, match="of a listener") as raised:
        write_into(file, b"half of it", listener)
    assert not isinstance(raised.value, CannotWrite)
    assert not list(tmp_path.iterdir())


def test_a_full_disk_is_reported_wherever_it_is_noticed() -> None:
    """By a write into the file, by the last flush, and in a file without a name."""
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full, which Linux has")
    for size in (1, 10**6):
        with NewFile("/dev/full") as file, pytest.raises(CannotWrite, match="`/dev/full`: No space left"):
            write_into(file, bytes(size))
    with pytest.raises(CannotWrite, match="`/no/such`"):
        scratch_file("/no/such")


def test_a_file_without_a_name(tmp_path: Path) -> None:
    with scratch_file(tmp_path) as file:
        assert not list(tmp_path.iterdir())
        file.write(b"to be read")
        file.seek(3)
        assert file.read() == b"be read"


def test_what_cannot_be_written_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match="No such file or directory"):
        NewFile(tmp_path / "no" / "such")
    with pytest.raises(CannotWrite, match="Is a directory"):
        NewFile(tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_nothing_beside(number: signal.Signals, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "excover", "count", "queens", "-p", "n=16", "--proof", "proof"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL) as process:
        try:
            while not any(name.startswith(".excover-") for name in os.listdir(tmp_path)):
                assert process.poll() is None
                time.sleep(0.01)
            process.send_signal(number)
            assert process.wait() == 128 + number
        finally:
            process.kill()  # a search that goes on after a failure would take all memory
    assert not os.listdir(tmp_path)


WRITER = "import sys; from excover.base.new_file import NewFile; print('one', flush=True)\n" + (
    "with NewFile(sys.argv[1]) as file: file.write(b'two\\n')\nprint('three')"
)


def test_the_standard_output_by_its_name(tmp_path: Path) -> None:
    """Into a pipe and into a file, between what is printed."""
    command = [sys.executable, "-c", WRITER, "/dev/stdout"]
    assert subprocess.run(command, capture_output=True, check=True).stdout == b"one\ntwo\nthree\n"
    with open(tmp_path / "out", "wb") as out:
        subprocess.run(command, stdout=out, check=True)
    assert (tmp_path / "out").read_bytes() == b"one\ntwo\nthree\n"


def test_a_pipe_with_a_name_is_opened_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE)
    with NewFile(pipe) as file:
        file.write(b"all of it")
    assert reader.communicate()[0] == b"all of it"


def test_a_circle_of_links_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(CannotWrite, match="links"):
        NewFile(tmp_path / "a")
