"""The server of the playground, its links and its command, without a browser."""

from __future__ import annotations

import hashlib
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from effort import HANGS
from playground_client import children, post, sent, serving

import excover
from excover.apps.cli import main
from excover.apps.play.page_server import LONGEST_BODY, PageServer
from excover.language.links.link_codes import BadLink, packed, unpacked

ROOT = Path(__file__).parents[2]
DOMINOES = "board b 2x3\nshapes d\n  |AA\nplace free d on b each 3 times\n"


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    with serving() as started:
        yield started


def test_the_page_and_its_files(server: PageServer) -> None:
    page, body = sent(server, "GET", f"/?token={server.token}")
    assert page.status == 200
    policy = page.headers["Content-Security-Policy"]
    (nonce,) = set(re.findall(r"'nonce-([^']+)'", policy))
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'")
    assert set(re.findall(r'nonce="([^"]+)"', body.decode())) == {nonce}
    assert not re.search(r"<style|<script>| style=| on\w+=", body.decode())
    for name in ("play.js", "play.css"):
        found, _ = sent(server, "GET", f"/{name}")
        assert found.status == 200
        assert found.headers["X-Content-Type-Options"] == "nosniff"
    again, _ = sent(server, "GET", f"/?token={server.token}")
    assert again.headers["Content-Security-Policy"] != policy


def test_a_link_to_the_page_may_be_followed(server: PageServer) -> None:
    """By who has the token, from a file or a terminal, but not into a frame."""
    headers = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"}
    assert sent(server, "GET", f"/?token={server.token}", **headers)[0].status == 200
    assert sent(server, "GET", "/?token=x", **headers)[0].status == 403
    headers["Sec_Fetch_Dest"] = "iframe"
    assert sent(server, "GET", f"/?token={server.token}", **headers)[0].status == 403
    rest = {"Content_Type": "application/json", "X_Excover_Token": server.token}
    headers["Sec_Fetch_Dest"] = "document"
    assert sent(server, "POST", "/api/begin", b"{}", **rest, **headers)[0].status == 403


def test_who_has_no_token_is_refused(server: PageServer) -> None:
    for path in ("/", "/?token=", "/?token=x", "/?token=%ff", "/?tokens=" + server.token):
        answer, words = sent(server, "GET", path)
        assert answer.status == 403
        assert b"excover play 'LINK'" in words  # a link that was made here has no token
        assert b'name="viewport"' in words
        assert answer.getheader("Content-Type") == "text/html; charset=utf-8"
        assert "default-src 'none'" in answer.getheader("Content-Security-Policy", "")
    body = b"{}"
    assert sent(server, "POST", "/api/begin", body, Content_Type="application/json")[0].status == 403
    wrong = {"Content_Type": "application/json", "X_Excover_Token": "\u00e9" * 32}
    assert sent(server, "POST", "/api/begin", body, **wrong)[0].status == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1:1"},
        {"Host": ""},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_other_sites_are_refused(server: PageServer, headers: dict[str, str]) -> None:
    """Even with the token."""
    assert sent(server, "GET", f"/?token={server.token}", **headers)[0].status == 403
    rest = {"Content_Type": "application/json", "X_Excover_Token": server.token}
    assert sent(server, "POST", "/api/begin", b"{}", **rest, **headers)[0].status == 403


def test_it_listens_on_the_loopback_alone(server: PageServer) -> None:
    assert server.server_address[0] == "127.0.0.1"


@pytest.mark.parametrize(
    ("path", "body", "headers", "status"),
    [
        ("/api/begin", b"{}", {"Content_Type": "text/plain"}, 415),
        ("/api/begin", b"{", {}, 400),
        ("/api/begin", b"[]", {}, 400),
        ("/api/begin", b"\xff", {}, 400),
        ("/api/begin", b"[" * 100_000, {}, 400),
        ("/api/news", b'{"job": ' + 10_000 * b"1" + b"}", {}, 400),
        ("/api/begin", b"", {"Content_Length": "-1"}, 411),
        ("/api/begin", b"", {"Content_Length": "\u00b2"}, 411),
        ("/api/begin", b"", {"Content_Length": str(LONGEST_BODY + 1)}, 413),
        ("/api/nothing", b"{}", {}, 404),
        ("/etc/passwd", b"{}", {}, 404),
    ],
)
def test_requests_of_another_form(
    server: PageServer, path: str, body: bytes, headers: dict[str, str], status: int
) -> None:
    allowed = {"Content_Type": "application/json", "X_Excover_Token": server.token}
    assert sent(server, "POST", path, body, **{**allowed, **headers})[0].status == status


@pytest.mark.parametrize(
    "path", ["/..%2f..%2fetc/passwd", "/../page_server.py", "/play.html", "/%00", "//x", "*"]
)
def test_no_other_file_is_served(server: PageServer, path: str) -> None:
    assert sent(server, "GET", path)[0].status in (403, 404)


def test_an_address_that_cannot_be_read(server: PageServer) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=HANGS) as connection:
        connection.sendall(f"GET http://[x/ HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        assert connection.recv(65536).startswith(b"HTTP/1.1 400 ")


def test_a_question_from_start_to_answer(server: PageServer) -> None:
    begun = post(server, "begin", {})
    assert {"queens", "kanoodle"} <= {entry["name"] for entry in begun["gallery"]}
    job = post(server, "start", {"tab": "t", "question": "count", "data": {"text": DOMINOES}})["job"]
    while not (found := post(server, "news", {"job": job})["answer"]):
        time.sleep(0.01)
    assert found["count"] == "3"
    assert "error" in post(server, "start", {"tab": "t", "question": "exec", "data": {}})
    assert "error" in post(server, "news", {"job": "x"})
    assert post(server, "news", {"job": 10**9})["answer"] == {"stopped": "stopped"}


def test_fuzzed_requests(server: PageServer) -> None:
    """Whatever comes over the wire, the server serves the next one."""
    random_bytes = random.Random(19)
    good = (
        f"POST /api/begin HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\n"
        f"X-Excover-Token: {server.token}\r\nContent-Length: 2\r\n\r\n{{}}"
    ).encode()
    for _ in range(150):
        data = bytearray(good)
        for _ in range(random_bytes.randint(1, 8)):
            at = random_bytes.randrange(len(data))
            data[at : at + random_bytes.randint(0, 5)] = random_bytes.randbytes(random_bytes.randint(0, 5))
        with socket.create_connection(("127.0.0.1", server.port), timeout=HANGS) as connection:
            connection.sendall(bytes(data[: random_bytes.randint(1, len(data))]))
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65536):
                pass
    assert post(server, "begin", {})["version"] == excover.__version__


# Links


def test_links(tmp_path: Path) -> None:
    text = "# \u00e9\U0001f60b\n" + DOMINOES
    for link in ("#", "http://127.0.0.1:80/?token=abc#", "https://example.org/play/#"):
        assert unpacked(link + packed(text, {"n": "3"})) == (text, {"n": "3"})
    assert unpacked("kanoodle") is unpacked("p=abc") is None


@pytest.mark.parametrize(
    "fragment", ["#p=abc", "#p=A", "#p=" + packed("x" * 2_000_000, {})[2:], "#p=" + packed("a", {})[2:-3]]
)
def test_broken_links(fragment: str) -> None:
    """One that unpacks to more than a text may have is unpacked only so far."""
    with pytest.raises(BadLink):
        unpacked(fragment)


def test_a_link_with_other_values() -> None:
    import base64
    import zlib

    for data in (b"[]", b"3", b'{"text": 3}', b'{"text": "a", "settings": []}'):
        small = zlib.compressobj(wbits=-15)
        code = base64.urlsafe_b64encode(small.compress(data) + small.flush()).decode().rstrip("=")
        with pytest.raises(BadLink):
            unpacked(f"#p={code}")


# The command


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_the_server_ends_with_its_terminal(number: int, tmp_path: Path) -> None:
    """And its processes with it."""
    (tmp_path / "mine.xc").write_text(DOMINOES)
    command = [sys.executable, "-m", "excover", "play", "--no-browser", "mine.xc"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path
    ) as process:
        assert process.stdout
        address = process.stdout.readline()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{32}\n", address)
        workers = children(process.pid)
        assert workers
        process.send_signal(number)
        _, errors = process.communicate(timeout=HANGS)
    assert process.returncode == (0 if number == signal.SIGINT else 128 + number)
    assert "Traceback" not in errors
    assert not [worker for worker in workers if Path(f"/proc/{worker}/stat").exists()]


@pytest.mark.slow
def test_the_command_line_of_the_browser_has_no_token(tmp_path: Path) -> None:
    """Only the name of a file, which nobody else can read, and which is gone at the end."""
    browser = tmp_path / "browser"
    browser.write_text('#!/bin/sh\necho "$@" > "$0.arguments~"\nmv "$0.arguments~" "$0.arguments"\n')
    browser.chmod(0o755)
    command = [sys.executable, "-m", "excover", "play"]
    environment = {**os.environ, "BROWSER": f"{browser} %s &", "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as process:
        assert process.stdout
        address = process.stdout.readline().strip()
        arguments = tmp_path / "browser.arguments"
        for _ in range(int(HANGS / 0.05)):
            if arguments.exists():
                break
            time.sleep(0.05)
        file = Path(arguments.read_text().strip().removeprefix("file://"))
        assert address.partition("token=")[2] not in arguments.read_text()
        assert [oct(path.stat().st_mode & 0o777) for path in (file.parent, file)] == ["0o700", "0o600"]
        assert f'content="0; url={address}"' in file.read_text()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=HANGS)
    assert not file.parent.exists()


def test_wrong_commands(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    matrix = tmp_path / "small.dlx"
    matrix.write_text("a b\na b\n")
    assert main(["play", "--no-browser", str(matrix)]) == 2
    assert "edits descriptions" in capsys.readouterr().err
    assert main(["play", "--no-browser", "kanodle"]) == 2
    assert "kanoodle" in capsys.readouterr().err
    assert main(["play", "--no-browser", "#p=abc"]) == 2
    assert "this link holds no description" in capsys.readouterr().err
    (tmp_path / "other.svg").write_text("<svg/>")
    assert main(["play", "--no-browser", str(tmp_path / "other.svg")]) == 2
    assert "this picture has no puzzle inside, or was cut off: `excover solve`" in capsys.readouterr().err
    for base in ("example.org", "https://example.org/#p", "file:///tmp/page.html"):
        assert main(["play", "--no-browser", "--link-base", base]) == 2
        assert "--link-base is the address of a page" in capsys.readouterr().err
    assert main(["play", "--link-base", "https://example.org/", "--static", str(tmp_path / "page")]) == 2
    assert "exclude each other" in capsys.readouterr().err
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["play", "--no-browser", "--port", str(taken.getsockname()[1])]) == 2
    assert "cannot serve at port" in capsys.readouterr().err


# The bundle


def test_the_bundle_is_that_of_the_sources() -> None:
    """`npm run build` in the folder playground writes it anew."""
    folder = ROOT / "playground"
    own = sorted((folder / "src").iterdir(), key=lambda path: path.name)
    sources = [folder / "package-lock.json", *own, ROOT / "excover/render/turn.js"]
    made = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    first_line = (ROOT / "excover/apps/play/static/play.js").read_text().partition("\n")[0]
    assert made in first_line


def test_licences_of_all_that_is_bundled() -> None:
    text = (ROOT / "licenses" / "playground.txt").read_text()
    assert "codemirror 6.0.2" in text
    for part in text.split("=" * 78)[1:]:
        assert "Permission is hereby granted, free of charge" in part
