"""A client of the playground's server that sends exactly what it is told to."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

from effort import HANGS

from excover.apps.play.page_server import PageServer


@contextmanager
def serving(*arguments: Any) -> Iterator[PageServer]:
    """A server in this process."""
    server = PageServer(*arguments)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join(HANGS)


def sent(
    server: PageServer, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[HTTPResponse, bytes]:
    """The answer to a request with these headers alone (`_` is written for `-`), and the right Host."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=HANGS)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.putrequest(method, path, skip_host="Host" in named, skip_accept_encoding=True)
        for name, value in named.items():
            connection.putheader(name, value)
        if body is not None and "Content-Length" not in named:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        return answer, answer.read()
    finally:
        connection.close()


def post(server: PageServer, what: str, data: Mapping[str, Any]) -> Any:
    answer, body = sent(
        server,
        "POST",
        f"/api/{what}",
        json.dumps(data).encode(),
        Content_Type="application/json",
        X_Excover_Token=server.token,
    )
    assert answer.status == 200, body
    return json.loads(body)


def children(parent: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent and fields[0] != "Z":
            found.append(int(status.parent.name))
    return found
